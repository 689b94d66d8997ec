import Foundation
import MicaRandom
import Testing
import UIKit

@testable import UIKitLists

/// Random batches, offsets, layouts, sizes, selections, editing and animations against plain arrays: the cells in sight
/// always show the model's items at the layout's places, and the selection is the model's.
///
/// MICA_COLLECTION_STEPS says how many steps, MICA_COLLECTION_SEED with which seed to begin.
@MainActor @Suite(.serialized) struct CollectionFuzzTests {
    private nonisolated static let environment = ProcessInfo.processInfo.environment

    private func layout(_ random: inout SeededGenerator) -> UICollectionViewLayout {
        func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension) -> NSCollectionLayoutSize
        {
            NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
        }
        switch random.below(7) {
        case 0:
            let layout = UICollectionViewFlowLayout()
            layout.itemSize = CGSize(width: 60 + random.below(60), height: 40)
            layout.headerReferenceSize = CGSize(width: 0, height: random.below(2) * 25)
            return layout
        case 1:
            let layout = UICollectionViewFlowLayout()
            (layout.itemSize, layout.scrollDirection) = (CGSize(width: 90, height: 70), .horizontal)
            return layout
        case 2:
            let layout = UICollectionViewFlowLayout()
            layout.headerReferenceSize = CGSize(width: 0, height: 25)
            layout.sectionHeadersPinToVisibleBounds = true
            return layout
        case 3:
            let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.25), .fractionalHeight(1)))
            let group = NSCollectionLayoutGroup.horizontal(
                layoutSize: size(.fractionalWidth(1), .absolute(60)), subitems: [item])
            let section = NSCollectionLayoutSection(group: group)
            section.contentInsets = .init(top: 5, leading: 5, bottom: 5, trailing: 5)
            return UICollectionViewCompositionalLayout(section: section)
        case 4:
            let layout = UICollectionViewFlowLayout()
            layout.estimatedItemSize = CGSize(width: 50 + random.below(60), height: 40)
            return layout
        case 5:
            return UICollectionViewCompositionalLayout.list(
                using: UICollectionLayoutListConfiguration(appearance: random.pick([.plain, .insetGrouped])))
        default:
            let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
            let group = NSCollectionLayoutGroup.horizontal(
                layoutSize: size(.absolute(120), .absolute(70)), subitems: [item])
            let section = NSCollectionLayoutSection(group: group)
            section.orthogonalScrollingBehavior = .continuous
            return UICollectionViewCompositionalLayout(section: section)
        }
    }

    private func apply(_ changes: ListChanges, to view: UICollectionView) {
        view.deleteSections(IndexSet(changes.deletedSections))
        view.insertSections(IndexSet(changes.insertedSections))
        view.reloadSections(IndexSet(changes.reloadedSections))
        for move in changes.movedSections { view.moveSection(move.from, toSection: move.to) }
        view.deleteItems(at: changes.deletedRows.map(\.indexPath))
        view.insertItems(at: changes.insertedRows.map(\.indexPath))
        view.reloadItems(at: changes.reloadedRows.map(\.indexPath))
        for move in changes.movedRows { view.moveItem(at: move.from.indexPath, to: move.to.indexPath) }
    }

    /// The size that an item's cell prefers.
    private static func size(_ id: Int) -> CGSize { CGSize(width: 40 + id * 29 % 70, height: 20 + id * 37 % 60) }

    /// A window with a list, and its random changes.
    @MainActor private final class Script {
        var random: SeededGenerator
        var model = ListModel([20, 0, 40, 7])
        let source = WordSource([])
        let stage: CollectionWindow
        var selected: Set<Int> = []
        var batches = 0, refused = 0, compared = 0
        /// Whether items wait for data, and all that did.
        let hasPlaceholders: Bool
        var holders: [PlaceholderItem] = []
        var log: [String] = []

        init(_ seed: UInt64, _ layout: (inout SeededGenerator) -> UICollectionViewLayout) {
            random = SeededGenerator(seed: seed)
            hasPlaceholders = seed % 2 == 0
            source.sections = model.sections.map(\.rows)
            source.configure = { [source] cell, path in
                // Only the text is compared: drawing it would take a quarter of the time.
                cell.label.isHidden = true
                cell.own = CollectionFuzzTests.size(source.sections[path.section][path.item])
            }
            stage = CollectionWindow(source, layout(&random))
            stage.view.allowsMultipleSelection = random.chance()
            log.append("\(type(of: stage.view.collectionViewLayout))")
        }

        /// A difference between the visible cells and the model; nil for none.
        var fault: String? {
            if let fault = stage.fault { return fault }
            compared += stage.shown.count
            guard stage.view.numberOfSections == model.sections.count else {
                return "\(stage.view.numberOfSections) sections"
            }
            for (section, entry) in model.sections.enumerated()
            where stage.view.numberOfItems(inSection: section) != entry.rows.count {
                return "\(stage.view.numberOfItems(inSection: section)) items in section \(section)"
            }
            let chosen = Set((stage.view.indexPathsForSelectedItems ?? []).compactMap { RowPath($0) }.map { model[$0] })
            if chosen != selected { return "selected \(chosen), not \(selected)" }
            for (path, number) in stage.shown
            where stage.view.cellForItem(at: path)?.isSelected != selected.contains(number) {
                return "the cell at \(path) has another selection"
            }
            return nil
        }
    }

    @Test func visible_cells_are_the_models_items_whatever_changes() {
        let steps = Self.environment["MICA_COLLECTION_STEPS"].flatMap(Int.init) ?? 600
        var seed = Self.environment["MICA_COLLECTION_SEED"].flatMap(UInt64.init) ?? 1
        var (done, batches, refused, compared) = (0, 0, 0, 0)
        while done < steps {
            let script = Script(seed) { self.layout(&$0) }
            for step in 0..<min(60, steps - done) {
                let wait = self.step(script)
                if wait > 0 { script.stage.wait(wait) }
                guard let fault = script.fault else { continue }
                Issue.record("MICA_COLLECTION_SEED=\(seed), step \(step): \(fault); \(script.log.suffix(6))")
                return
            }
            done += 60
            seed += 1
            batches += script.batches
            refused += script.refused
            compared += script.compared
        }
        // The scripts are of use only if much comes of them.
        #expect(batches > steps / 3 && refused > steps / 100 && compared > steps * 4)
    }

    /// Does something at random; returns the time to wait.
    private func step(_ script: Script) -> Double {
        let view = script.stage.view
        if script.hasPlaceholders, script.random.chance(0.15) { return placehold(script) }
        switch script.random.below(12) {
        case 0...5: return change(script)
        case 6, 7:
            let size = view.contentSize
            let offset = CGPoint(
                x: CGFloat(script.random.below(max(1, Int(size.width - 320)))),
                y: CGFloat(script.random.below(max(1, Int(size.height - 480)))))
            script.log.append("scroll \(offset)")
            script.stage.act { view.contentOffset = offset }
        case 8:
            let new = layout(&script.random), isAnimated = script.random.chance(0.5)
            script.log.append("layout \(type(of: new)) \(isAnimated)")
            script.stage.act { view.setCollectionViewLayout(new, animated: isAnimated) }
            return script.random.chance(0.3) ? 0.1 : 1
        case 9: select(script)
        case 10: refuse(script)
        default:
            script.selected = []
            if script.random.chance() {
                script.log.append("edit")
                script.stage.act { view.isEditing.toggle() }
            } else {
                script.log.append("reload")
                script.stage.act { view.reloadData() }
            }
        }
        return 0
    }

    private func change(_ script: Script) -> Double {
        let old = script.model
        let changes = script.model.change(&script.random, share: [0.05, 0.3, 0.8][script.random.below(3)])
        let isAnimated = script.random.chance(0.5), view = script.stage.view
        script.batches += 1
        script.log.append("batch \(old.counts) to \(script.model.counts) \(isAnimated)")
        for section in changes.reloadedSections { script.selected.subtract(old.sections[section].rows) }
        script.selected.formIntersection(script.model.sections.flatMap(\.rows))
        let sections = script.model.sections.map(\.rows)
        script.stage.act {
            script.source.sections = sections
            let batch = { view.performBatchUpdates { self.apply(changes, to: view) } }
            if isAnimated { batch() } else { UIView.performWithoutAnimation(batch) }
        }
        // Sometimes the next step comes in the middle of the animation.
        return script.random.chance(0.3) ? 0.1 : 1
    }

    /// Inserts a placeholder, exchanges one for an item, or deletes one.
    private func placehold(_ script: Script) -> Double {
        let kind = script.random.below(3), view = script.stage.view
        guard kind > 0, !script.holders.isEmpty else {
            guard !script.model.sections.isEmpty else { return 0 }
            let section = script.random.below(script.model.sections.count)
            let place = IndexPath(
                item: script.random.below(script.model.sections[section].rows.count + 1), section: section)
            script.log.append("placeholder at \(place)")
            let placeholder = UICollectionViewDropPlaceholder(insertionIndexPath: place, reuseIdentifier: "word")
            placeholder.cellUpdateHandler = { cell in
                (cell as? WordCell)?.label.text = "-1"
                (cell as? WordCell)?.own = CGSize(width: 50, height: 30)
            }
            let holder = PlaceholderItem(placeholder)
            script.holders.append(holder)
            script.stage.act { #expect(view.insert(holder, before: place)) }
            return script.random.chance(0.3) ? 0.1 : 1
        }
        let holder = script.random.pick(script.holders), isThere = view.stage.placeholders.row(of: holder) != nil
        script.log.append("\(kind == 1 ? "exchange" : "delete") \(isThere)")
        script.stage.act {
            let isDone =
                kind == 1
                ? view.exchange(holder) { path in
                    let id = script.model.newID()
                    script.model.sections[path.section].rows.insert(id, at: path.item)
                    script.source.sections = script.model.sections.map(\.rows)
                } : view.delete(holder)
            #expect(isDone == isThere && view.stage.placeholders.row(of: holder) == nil)
        }
        return script.random.chance(0.3) ? 0.1 : 1
    }

    private func select(_ script: Script) {
        let filled = script.model.sections.indices.filter { !script.model.sections[$0].rows.isEmpty }
        guard !filled.isEmpty else { return }
        let section = script.random.pick(filled), view = script.stage.view
        let row = RowPath(section, script.random.below(script.model.sections[section].rows.count))
        let id = script.model[row]
        script.log.append("select \(row)")
        if script.selected.contains(id) {
            script.selected.remove(id)
            script.stage.act { view.deselectItem(at: row.indexPath, animated: false) }
            return
        }
        if view.isEditing || !view.allowsMultipleSelection { script.selected = [] }
        script.selected.insert(id)
        script.stage.act { view.selectItem(at: row.indexPath, animated: false, scrollPosition: []) }
    }

    /// A batch that does not fit: it is refused, and all is loaded anew.
    private func refuse(_ script: Script) {
        let view = script.stage.view
        script.refused += 1
        script.log.append("refuse")
        script.selected = []
        let kind = script.random.below(3)
        script.stage.act {
            switch kind {
            case 0: view.deleteItems(at: [IndexPath(item: 500, section: 0)])
            case 1: view.insertSections([7])
            default: view.moveItem(at: IndexPath(item: 0, section: 50), to: IndexPath(item: 0, section: 0))
            }
        }
    }
}
