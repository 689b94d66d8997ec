import Foundation
import MicaRandom
import MicaScripts
import Testing
import UIKit

@testable import UIKitLists

/// Random batches, positions, selections, editing, placeholders and times, against a list of plain arrays.
///
/// After each step the cells in view are those of the model's rows there, at their places, and the selection is the
/// model's. MICA_TABLE_STEPS says how many steps, MICA_TABLE_SEED with which seed to begin.
@MainActor @Suite(.serialized) struct TableFuzzTests {
    private nonisolated static let environment = ProcessInfo.processInfo.environment

    /// Seeds that once failed: rows at the end of the view had no cells, because rows above them, at the top of the
    /// content, turned out to be lower than their estimates.
    @Test(arguments: [1_000_093]) func seeds_that_failed(_ seed: UInt64) {
        let script = TableScript(seed: seed)
        script.play(125)
        #expect(script.faults == [], "\(script.log.suffix(6))")
    }

    @Test func visible_cells_are_the_models_rows_whatever_changes() {
        let steps = Self.environment["MICA_TABLE_STEPS"].flatMap(Int.init) ?? 6_000
        var seed = Self.environment["MICA_TABLE_SEED"].flatMap(UInt64.init) ?? 1
        var done = 0
        var counts = TableScript.Counts()
        while done < steps {
            let script = TableScript(seed: seed)
            let length = min(steps - done, 125)
            script.play(length)
            #expect(script.faults == [], "MICA_TABLE_SEED=\(seed) \(script.log.first ?? "") \(script.log.suffix(6))")
            guard script.faults.isEmpty else { return }
            counts.batches += script.counts.batches
            counts.refused += script.counts.refused
            counts.compared += script.counts.compared
            done += length
            seed += 1
        }
        // The scripts are of use only if much comes of them.
        #expect(counts.batches > steps / 4)
        #expect(counts.refused > steps / 100)
        #expect(counts.compared > steps * 4)
    }
}

/// A table view, and its random changes.
@MainActor private final class TableScript: NSObject, UITableViewDataSource, UITableViewDelegate {
    struct Counts {
        var batches = 0, refused = 0, compared = 0
    }

    /// How heights are found.
    private enum Heights: CaseIterable {
        case fixed, exact, estimated, fitting
    }

    private final class Cell: UITableViewCell {
        var height: CGFloat = 44
        override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: height) }
    }

    private var random: SeededGenerator
    private var model: ListModel
    private let host = ScriptedWindow(size: CGSize(width: 320, height: 480), scale: 1, threads: 1)
    private let window: UIWindow
    private let table: UITableView
    private let heights: Heights
    private let hasTitles: Bool
    private var selected: Set<Int> = []
    /// Whether rows wait for data, and all that did.
    private let hasPlaceholders: Bool
    private var holders: [PlaceholderRow] = []
    private(set) var faults: [String] = []
    private(set) var log: [String] = []
    private(set) var counts = Counts()

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var random = SeededGenerator(seed: seed &+ 1_000_000)
        model = ListModel((0..<random.below(5)).map { _ in random.below(25) })
        hasPlaceholders = seed % 2 == 0
        heights = random.pick(Heights.allCases)
        hasTitles = random.chance()
        window = UIWindow(host: host)
        table = UITableView(
            frame: window.bounds, style: random.pick([.plain, .grouped, .insetGrouped]))
        super.init()
        table.register(Cell.self, forCellReuseIdentifier: "cell")
        table.allowsMultipleSelection = random.chance()
        if heights == .fixed { table.rowHeight = 30 }
        if heights == .exact { table.estimatedRowHeight = 0 }
        if random.chance(0.3) { table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 70)) }
        if random.chance(0.3) { table.tableFooterView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 30)) }
        table.dataSource = self
        table.delegate = self
        window.addSubview(table)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        log = ["\(heights) \(table.style) titles \(hasTitles)"]
    }

    private static func height(_ id: Int) -> CGFloat { CGFloat(20 + id * 37 % 60) }

    func numberOfSections(in tableView: UITableView) -> Int { model.sections.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        model.sections[section].rows.count
    }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let id = model.sections[indexPath.section].rows[indexPath.row]
        let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        cell.tag = id
        (cell as? Cell)?.height = Self.height(id)
        return cell
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        switch heights {
        case .fixed: return 30
        case .fitting: return UITableView.automaticDimension
        case .exact, .estimated: return Self.height(model.sections[indexPath.section].rows[indexPath.row])
        }
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        hasTitles ? "Section" : nil
    }

    // MARK: Steps

    func play(_ steps: Int) {
        for _ in 0..<steps {
            step()
            compare()
            if !faults.isEmpty { return }
        }
    }

    private func step() {
        if hasPlaceholders, random.chance(0.15) { return placehold() }
        switch random.below(10) {
        case 0..<4: change(share: random.chance(0.7) ? 0.15 : random.unit())
        case 4:
            let last = max(0, table.contentSize.height - 480)
            let offset = CGFloat(random.number(-20...Double(last) + 20)).rounded()
            log.append("scroll \(offset)")
            table.contentOffset.y = offset
        case 5:
            let seconds = random.pick([0.01, 0.1, 0.4])
            log.append("wait \(seconds)")
            host.advance(to: host.time + seconds)
        case 6: select()
        case 7:
            switch random.below(5) {
            case 0:
                log.append("reload")
                selected = []
                table.reloadData()
            case 1:
                log.append("edit")
                selected = []
                table.setEditing(!table.isEditing, animated: random.chance())
            default:
                log.append("heights")
                table.beginUpdates()
                table.endUpdates()
            }
        case 8: refuse()
        default:
            guard let row = randomRow() else { return }
            log.append("scroll to \(row)")
            table.scrollToRow(
                at: row.indexPath, at: random.pick([.none, .top, .middle, .bottom]), animated: random.chance(0.2))
        }
    }

    private func randomRow() -> RowPath? {
        let filled = model.sections.indices.filter { !model.sections[$0].rows.isEmpty }
        guard !filled.isEmpty else { return nil }
        let section = random.pick(filled)
        return RowPath(section, random.below(model.sections[section].rows.count))
    }

    private func select() {
        guard let row = randomRow() else { return }
        let id = model[row]
        if selected.contains(id) {
            log.append("deselect \(row)")
            selected.remove(id)
            table.deselectRow(at: row.indexPath, animated: random.chance())
        } else {
            log.append("select \(row)")
            if !table.selectsManyNow { selected = [] }
            selected.insert(id)
            table.selectRow(at: row.indexPath, animated: random.chance(), scrollPosition: .none)
        }
    }

    private func change(share: Double) {
        counts.batches += 1
        let old = model
        let changes = model.change(&random, share: share)
        log.append("batch \(old.counts) to \(model.counts)")
        for row in changes.reloadedRows { selected.remove(old[row]) }
        for section in changes.reloadedSections { selected.subtract(old.sections[section].rows) }
        let left = Set(model.sections.flatMap(\.rows))
        selected.formIntersection(left)
        let isAnimated = random.chance(0.7)
        if !isAnimated { UIView.setAnimationsEnabled(false) }
        table.performBatchUpdates { self.tell(changes) }
        UIView.setAnimationsEnabled(true)
    }

    private func tell(_ changes: ListChanges) {
        func animation() -> UITableView.RowAnimation {
            random.pick([.fade, .left, .right, .top, .bottom, .none, .middle, .automatic])
        }
        for section in changes.deletedSections { table.deleteSections([section], with: animation()) }
        for section in changes.insertedSections { table.insertSections([section], with: animation()) }
        for section in changes.reloadedSections { table.reloadSections([section], with: animation()) }
        for move in changes.movedSections { table.moveSection(move.from, toSection: move.to) }
        table.insertRows(at: changes.insertedRows.map(\.indexPath), with: animation())
        table.deleteRows(at: changes.deletedRows.map(\.indexPath), with: animation())
        for row in changes.reloadedRows { table.reloadRows(at: [row.indexPath], with: animation()) }
        for move in changes.movedRows { table.moveRow(at: move.from.indexPath, to: move.to.indexPath) }
    }

    /// A batch that does not fit: it is refused, and the table view loads its data anew.
    private func refuse() {
        counts.refused += 1
        log.append("refuse")
        selected = []
        switch random.below(3) {
        case 0: table.deleteRows(at: [IndexPath(row: 500, section: 0)], with: .fade)
        case 1: table.insertSections([7], with: .fade)
        default: table.moveRow(at: IndexPath(row: 0, section: 50), to: IndexPath(row: 0, section: 0))
        }
    }

    /// Inserts a placeholder, exchanges one for a row, or deletes one.
    private func placehold() {
        let kind = random.below(3)
        guard kind > 0, !holders.isEmpty else {
            guard !model.sections.isEmpty else { return }
            let section = random.below(model.sections.count)
            let place = IndexPath(row: random.below(model.sections[section].rows.count + 1), section: section)
            log.append("placeholder at \(place)")
            let height = random.pick([30, UITableView.automaticDimension])
            let placeholder = UITableViewDropPlaceholder(
                insertionIndexPath: place, reuseIdentifier: "cell", rowHeight: height)
            placeholder.cellUpdateHandler = { cell in
                cell.tag = -1
                (cell as? Cell)?.height = 30
            }
            holders.append(PlaceholderRow(placeholder))
            if !table.insert(holders[holders.count - 1], before: place) { fault("no placeholder") }
            return
        }
        let holder = random.pick(holders), isThere = table.stage.placeholders.row(of: holder) != nil
        log.append("\(kind == 1 ? "exchange" : "delete") \(isThere)")
        let isDone =
            kind == 1
            ? table.exchange(holder) { path in
                let id = model.newID()
                model.sections[path.section].rows.insert(id, at: path.row)
            } : table.delete(holder)
        if isDone != isThere { fault("the placeholder was \(isThere)") }
        if table.stage.placeholders.row(of: holder) != nil { fault("the placeholder is still there") }
    }

    // MARK: Comparing

    private func fault(_ text: String) { if faults.count < 5 { faults.append(text) } }

    private func compare() {
        table.layoutIfNeeded()
        guard table.numberOfSections == model.sections.count else { return fault("sections") }
        for (section, entry) in model.sections.enumerated()
        where table.numberOfRows(inSection: section) != entry.rows.count {
            fault("rows of \(section)")
        }
        guard faults.isEmpty else { return }
        let sight = table.bounds
        var wanted: [RowPath] = []
        for (section, entry) in model.sections.enumerated() {
            for row in entry.rows.indices {
                let path = RowPath(section, row)
                let rect = table.rectForRow(at: path.indexPath)
                if rect.minY < sight.maxY, rect.maxY > sight.minY { wanted.append(path) }
                if heights == .exact, rect.height != Self.height(model[path]) { fault("height of \(path)") }
            }
        }
        let visible = table.indexPathsForVisibleRows ?? []
        guard visible == wanted.map(\.indexPath) else {
            return fault(
                "visible \(visible.map { [$0.section, $0.row] }) wanted \(wanted.map { [$0.section, $0.row] }) in \(sight) of \(table.contentSize.height)"
            )
        }
        for row in wanted {
            counts.compared += 1
            guard let cell = table.cellForRow(at: row.indexPath) else {
                fault("no cell at \(row)")
                continue
            }
            let rect = table.rectForRow(at: row.indexPath)
            if cell.tag != model[row] { fault("cell at \(row) is of \(cell.tag), not \(model[row])") }
            if cell.frame != rect { fault("frame at \(row): \(cell.frame), not \(rect)") }
            if cell.isHidden || cell.alpha != 1 || cell.superview !== table { fault("cell at \(row) is not seen") }
            if heights != .fixed, rect.height != Self.height(model[row]) { fault("height at \(row): \(rect.height)") }
            if cell.isSelected != selected.contains(model[row]) { fault("selection at \(row)") }
        }
        for entry in table.stage.placeholders.entries where table.rect(entry.row).overlapsVertically(sight) {
            guard let cell = table.stage.cells[entry.row] else {
                fault("no cell of the placeholder at \(entry.row)")
                continue
            }
            if cell.tag != -1 || cell.frame != table.rect(entry.row) || cell.frame.height != 30 {
                fault("placeholder at \(entry.row): \(cell.tag) \(cell.frame)")
            }
        }
        let chosen = Set((table.indexPathsForSelectedRows ?? []).compactMap { RowPath($0) }.map { model[$0] })
        if chosen != selected { fault("selected \(chosen), not \(selected)") }
    }
}
