import Foundation
import MicaRandom
import MicaScripts
import Testing
import UIKit

@testable import UIKitLists

/// Random snapshots, offsets, heights, editing and animations for the diffable data sources of both views: the cells in
/// sight always show the last snapshot's items, in their last version.
///
/// MICA_DIFFABLE_STEPS says how many steps for each view, MICA_DIFFABLE_SEED with which seed to begin.
@MainActor @Suite(.serialized) struct DiffableFuzzTests {
    private nonisolated static let environment = ProcessInfo.processInfo.environment
    private typealias Snapshot = NSDiffableDataSourceSnapshot<Int, Int>

    @Test func the_table_shows_the_last_snapshot() { play { TableScript($0) } }
    @Test func the_collection_shows_the_last_snapshot() { play { CollectionScript($0) } }

    private func play(_ make: (UInt64) -> Script) {
        let steps = Self.environment["MICA_DIFFABLE_STEPS"].flatMap(Int.init) ?? 600
        var seed = Self.environment["MICA_DIFFABLE_SEED"].flatMap(UInt64.init) ?? 1
        var (done, applied, compared) = (0, 0, 0)
        while done < steps {
            let script = make(seed)
            for step in 0..<min(60, steps - done) {
                script.step()
                guard let fault = script.fault else { continue }
                Issue.record("MICA_DIFFABLE_SEED=\(seed), step \(step): \(fault); \(script.log.suffix(6))")
                return
            }
            done += 60
            seed += 1
            applied += script.applied
            compared += script.compared
        }
        // The scripts are of use only if much comes of them.
        #expect(applied > steps / 3 && compared > steps * 4)
    }

    /// A window with a list, and its random changes.
    @MainActor private class Script {
        var random: SeededGenerator
        let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
        let window: UIWindow
        /// The version of each item, which a reload or a new configuration shows.
        var versions: [Int: Int] = [:]
        var applied = 0, compared = 0
        var log: [String] = []
        /// The last snapshot.
        var wanted = Snapshot()

        init(_ seed: UInt64) {
            random = SeededGenerator(seed: seed)
            window = UIWindow(host: host)
        }

        // The calls of a view.
        var list: UIScrollView { UIScrollView() }
        func apply(_ snapshot: Snapshot, _ isAnimated: Bool) {}
        func applyByReload(_ snapshot: Snapshot) {}
        func edit() {}
        var counts: [Int] { [] }
        /// The texts of the cells in sight, by place.
        var shown: [IndexPath: String] { [:] }
        /// The places of items in sight.
        var places: [IndexPath] { [] }

        func text(_ item: Int) -> String { "\(item) \(versions[item, default: 0])" }
        func height(_ item: Int) -> CGFloat { CGFloat(20 + item * 37 % 60) }

        private func act(_ body: @escaping @MainActor () -> Void) {
            host.schedule(at: host.time) { MainActor.assumeIsolated(body) }
            host.advance(to: host.time)
        }

        func step() {
            switch random.below(8) {
            case 0...4:
                var snapshot = next()
                applied += 1
                if random.chance(0.1) {
                    log.append("reload \(snapshot.numberOfItems)")
                    for item in snapshot.itemIdentifiers where random.chance(0.2) { versions[item, default: 0] += 1 }
                    act { [self] in
                        wanted = snapshot
                        applyByReload(snapshot)
                    }
                    break
                }
                mark(&snapshot)
                let isAnimated = random.chance(0.6), made = snapshot
                log.append("apply \(wanted.numberOfItems) to \(made.numberOfItems) \(isAnimated)")
                act { [self] in
                    wanted = made
                    apply(made, isAnimated)
                }
            case 5:
                let rest = max(0, list.contentSize.height - 480)
                let offset = CGFloat(random.number(0...Double(rest) + 1)).rounded()
                log.append("scroll \(offset)")
                act { [self] in list.contentOffset.y = offset }
            case 6:
                log.append("edit")
                act { [self] in edit() }
            default:
                let seconds = random.pick([0.02, 0.1, 0.5])
                log.append("wait \(seconds)")
                host.advance(to: host.time + seconds)
            }
            list.layoutIfNeeded()
        }

        /// A snapshot of the same and of new items, in another order.
        private func next() -> Snapshot {
            var snapshot = Snapshot()
            let share = random.pick([0.03, 0.2, 0.9])
            var sections = wanted.sectionIdentifiers.filter { _ in !random.chance(share / 4) }
            if random.chance(share) { sections.insert(1000 + random.below(8), at: random.below(sections.count + 1)) }
            if sections.isEmpty { sections = [1000] }
            if random.chance(share / 3) { sections.shuffle(using: &random) }
            var seen: Set<Int> = []
            sections = sections.filter { seen.insert($0).inserted }
            snapshot.appendSections(sections)
            var items: [Int: [Int]] = [:]
            var used: Set<Int> = []
            for section in wanted.sectionIdentifiers {
                for item in wanted.itemIdentifiers(inSection: section) where !random.chance(share / 3) {
                    let isMoved = random.chance(share / 3) || !seen.contains(section)
                    let target = isMoved ? random.pick(sections) : section
                    let end = items[target, default: []].count
                    items[target, default: []].insert(item, at: isMoved ? random.below(end + 1) : end)
                    used.insert(item)
                }
            }
            for _ in 0..<random.below(1 + Int(share * 30)) {
                let item = random.below(200), target = random.pick(sections)
                guard used.insert(item).inserted else { continue }
                items[target, default: []].insert(item, at: random.below(items[target, default: []].count + 1))
            }
            for section in sections { snapshot.appendItems(items[section] ?? [], toSection: section) }
            return snapshot
        }

        /// Marks items as changed: to be loaded or configured anew.
        private func mark(_ snapshot: inout Snapshot) {
            guard random.chance(0.4) else { return }
            let old = Set(wanted.itemIdentifiers)
            for item in snapshot.itemIdentifiers where old.contains(item) && random.chance(0.1) {
                versions[item, default: 0] += 1
                if random.chance() { snapshot.reloadItems([item]) } else { snapshot.reconfigureItems([item]) }
            }
        }

        /// A difference between the visible cells and the last snapshot; nil for none.
        var fault: String? {
            let sections = wanted.sectionIdentifiers.map { wanted.itemIdentifiers(inSection: $0) }
            guard counts == sections.map(\.count) else { return "counts \(counts), not \(sections.map(\.count))" }
            let shown = shown
            compared += shown.count
            for path in places where shown[path] != text(sections[path[0]][path[1]]) {
                return "at \(path): \(shown[path] ?? "no cell"), not \(text(sections[path[0]][path[1]]))"
            }
            return nil
        }
    }

    @MainActor private final class Cell: UITableViewCell {
        var height: CGFloat = 44
        override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: height) }
    }

    @MainActor private final class TableScript: Script {
        let table: UITableView
        var source: UITableViewDiffableDataSource<Int, Int>!

        override init(_ seed: UInt64) {
            var random = SeededGenerator(seed: seed &+ 9_000_000)
            table = UITableView(
                frame: CGRect(x: 0, y: 0, width: 320, height: 480),
                style: random.pick([.plain, .grouped, .insetGrouped]))
            super.init(seed)
            table.register(Cell.self, forCellReuseIdentifier: "cell")
            if random.chance() { table.rowHeight = 40 }
            source = UITableViewDiffableDataSource(tableView: table) { [weak self] table, path, item in
                let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
                cell.textLabel?.text = self?.text(item)
                (cell as? Cell)?.height = self?.height(item) ?? 44
                return cell
            }
            source.defaultRowAnimation = random.pick([.fade, .left, .top, .none, .automatic])
            window.addSubview(table)
            window.makeKeyAndVisible()
            host.advance(to: 0.1)
        }

        override var list: UIScrollView { table }
        override func apply(_ snapshot: Snapshot, _ isAnimated: Bool) {
            source.apply(snapshot, animatingDifferences: isAnimated)
        }
        override func applyByReload(_ snapshot: Snapshot) { source.applySnapshotUsingReloadData(snapshot) }
        override func edit() { table.setEditing(!table.isEditing, animated: random.chance()) }
        override var counts: [Int] { (0..<table.numberOfSections).map(table.numberOfRows(inSection:)) }
        override var shown: [IndexPath: String] {
            var result: [IndexPath: String] = [:]
            for path in table.indexPathsForVisibleRows ?? [] {
                guard let cell = table.cellForRow(at: path), !cell.isHidden, cell.alpha == 1 else { continue }
                if cell.frame == table.rectForRow(at: path) { result[path] = cell.textLabel?.text }
            }
            return result
        }
        override var places: [IndexPath] {
            counts.enumerated().flatMap { section, count in (0..<count).map { IndexPath(row: $0, section: section) } }
                .filter { table.rectForRow(at: $0).overlapsVertically(table.bounds) }
        }
    }

    @MainActor private final class CollectionScript: Script {
        let view: UICollectionView
        var source: UICollectionViewDiffableDataSource<Int, Int>!

        override init(_ seed: UInt64) {
            var random = SeededGenerator(seed: seed &+ 9_000_000)
            let flow = UICollectionViewFlowLayout()
            flow.itemSize = CGSize(width: 60, height: 30)
            let layouts: [UICollectionViewLayout] = [
                flow, UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain)),
                UICollectionViewCompositionalLayout.list(using: .init(appearance: .insetGrouped)),
            ]
            view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: random.pick(layouts))
            super.init(seed)
            let registration = UICollectionView.CellRegistration<WordCell, Int> { [weak self] cell, _, item in
                cell.label.text = self?.text(item)
                // Only the text is compared: drawing it would take a quarter of the time.
                cell.label.isHidden = true
                cell.own = CGSize(width: 60, height: self?.height(item) ?? 40)
            }
            source = UICollectionViewDiffableDataSource(collectionView: view) { view, path, item in
                view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
            }
            window.addSubview(view)
            window.makeKeyAndVisible()
            host.advance(to: 0.1)
        }

        override var list: UIScrollView { view }
        override func apply(_ snapshot: Snapshot, _ isAnimated: Bool) {
            source.apply(snapshot, animatingDifferences: isAnimated)
        }
        override func applyByReload(_ snapshot: Snapshot) { source.applySnapshotUsingReloadData(snapshot) }
        override func edit() { view.isEditing.toggle() }
        override var counts: [Int] { (0..<view.numberOfSections).map(view.numberOfItems(inSection:)) }
        override var shown: [IndexPath: String] {
            var result: [IndexPath: String] = [:]
            for path in view.indexPathsForVisibleItems {
                guard let cell = view.cellForItem(at: path) as? WordCell, !cell.isHidden, cell.alpha == 1,
                    cell.frame == view.layoutAttributesForItem(at: path)?.frame
                else { continue }
                result[path] = cell.label.text
            }
            return result
        }
        override var places: [IndexPath] {
            counts.enumerated().flatMap { section, count in (0..<count).map { IndexPath(item: $0, section: section) } }
                .filter { view.layoutAttributesForItem(at: $0)?.frame.overlaps(view.bounds) == true }
        }
    }
}
