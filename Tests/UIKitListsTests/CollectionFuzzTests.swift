import Foundation
import MicaRandom
import Testing
import UIKit

@testable import UIKitLists

/// Random batches, offsets, layouts and animations against plain arrays: the cells in sight always show the model's
/// items at the layout's places.
@MainActor struct CollectionFuzzTests {
    private func layout(_ random: inout SeededGenerator) -> UICollectionViewLayout {
        func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension) -> NSCollectionLayoutSize
        {
            NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
        }
        switch random.below(5) {
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

    @Test(arguments: 1...8)
    func random_steps(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var model = ListModel([20, 0, 40, 7])
        let source = WordSource([])
        source.sections = model.sections.map(\.rows)
        let stage = CollectionWindow(source, layout(&random))
        for step in 0..<Self.steps {
            var wait = 0.0
            switch random.below(8) {
            case 0...3:
                let changes = model.change(&random, share: [0.05, 0.3, 0.8][random.below(3)])
                let isAnimated = random.chance(0.5)
                stage.act {
                    source.sections = model.sections.map(\.rows)
                    let batch = { stage.view.performBatchUpdates { self.apply(changes, to: stage.view) } }
                    if isAnimated { batch() } else { UIView.performWithoutAnimation(batch) }
                }
                // Sometimes the next step comes in the middle of the animation.
                wait = random.chance(0.3) ? 0.1 : 1
            case 4, 5:
                let size = stage.view.contentSize
                let offset = CGPoint(
                    x: CGFloat(random.below(max(1, Int(size.width - 320)))),
                    y: CGFloat(random.below(max(1, Int(size.height - 480)))))
                stage.act { stage.view.contentOffset = offset }
            case 6:
                let new = layout(&random), isAnimated = random.chance(0.5)
                stage.act { stage.view.setCollectionViewLayout(new, animated: isAnimated) }
                wait = random.chance(0.3) ? 0.1 : 1
            default:
                stage.act { stage.view.reloadData() }
            }
            if wait > 0 { stage.wait(wait) }
            if let fault = stage.fault {
                Issue.record("seed \(seed), step \(step): \(fault)")
                return
            }
        }
    }

    private static let steps = 60
}
