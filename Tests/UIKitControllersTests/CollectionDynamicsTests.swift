import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Elements of collection views as items. *Source*: Apple, UIDynamicAnimator.init(collectionViewLayout:); WWDC 2013, session
/// 221.
@MainActor @Suite(.serialized) struct CollectionDynamicsTests {
    /// A flow layout that shows the attributes of its animator, as programs write it.
    private final class FallingLayout: UICollectionViewFlowLayout {
        var animator: UIDynamicAnimator?
        var invalidations: [UICollectionViewLayoutInvalidationContext] = []

        override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
            invalidations.append(context)
            super.invalidateLayout(with: context)
        }
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            super.layoutAttributesForElements(in: rect)?.map { given in
                switch given.representedElementCategory {
                case .cell: animator?.layoutAttributesForCell(at: given.indexPath) ?? given
                case .supplementaryView:
                    animator?.layoutAttributesForSupplementaryView(
                        ofKind: given.representedElementKind ?? "", at: given.indexPath) ?? given
                default: given
                }
            }
        }
    }

    /// A layout that gives the items of its animator, as attributes that the view has already.
    private final class SpringyLayout: UICollectionViewFlowLayout {
        lazy var animator = UIDynamicAnimator(collectionViewLayout: self)
        override func prepare() {
            super.prepare()
            guard animator.behaviors.isEmpty else { return }
            let area = CGRect(origin: .zero, size: collectionViewContentSize)
            for given in super.layoutAttributesForElements(in: area) ?? [] {
                let spring = UIAttachmentBehavior(item: given, attachedToAnchor: given.center)
                (spring.length, spring.damping, spring.frequency) = (0, 0.8, 1)
                animator.addBehavior(spring)
            }
        }
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            animator.items(in: rect).compactMap { $0 as? UICollectionViewLayoutAttributes }
        }
        override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
            animator.layoutAttributesForCell(at: indexPath)
        }
    }

    private final class Source: NSObject, UICollectionViewDataSource {
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 6 }
        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
            cell.contentView.backgroundColor = .red
            return cell
        }
        func collectionView(
            _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
        ) -> UICollectionReusableView {
            collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "head", for: indexPath)
        }
    }

    private let root = UIViewController()
    private let source = Source()

    private func makeView(_ layout: UICollectionViewLayout) -> (ControllerStage, UICollectionView) {
        let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 375, height: 667), collectionViewLayout: layout)
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        view.register(
            UICollectionReusableView.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
            withReuseIdentifier: "head")
        view.dataSource = source
        root.view.addSubview(view)
        return (ControllerStage(root), view)
    }

    @Test func cells_fall_where_the_layout_gives_the_animator_s_attributes() throws {
        let layout = FallingLayout()
        (layout.itemSize, layout.headerReferenceSize) = (CGSize(width: 50, height: 50), CGSize(width: 375, height: 20))
        let (stage, view) = makeView(layout)
        let (first, second) = (IndexPath(item: 0, section: 0), IndexPath(item: 1, section: 0))
        let falling = try #require(view.layoutAttributesForItem(at: first))
        let head = try #require(
            view.layoutAttributesForSupplementaryElement(
                ofKind: UICollectionView.elementKindSectionHeader, at: first))
        let (start, headStart) = (falling.center.y, head.center.y)
        let still = try #require(view.cellForItem(at: second)?.center)
        let animator = UIDynamicAnimator(collectionViewLayout: layout)
        layout.animator = animator
        #expect(animator.referenceView === view)
        let spin = UIDynamicItemBehavior(items: [falling])
        spin.addAngularVelocity(1, for: falling)
        layout.invalidations = []
        stage.act {
            animator.addBehavior(spin)
            animator.addBehavior(UIGravityBehavior(items: [falling, head]))
        }
        stage.pass(0.3)
        #expect(animator.layoutAttributesForCell(at: first) === falling)
        #expect(animator.layoutAttributesForCell(at: second) == nil)
        #expect(
            animator.layoutAttributesForSupplementaryView(
                ofKind: UICollectionView.elementKindSectionHeader, at: first) === head)
        #expect(
            animator.layoutAttributesForDecorationView(ofKind: UICollectionView.elementKindSectionHeader, at: first)
                == nil)
        let cell = try #require(view.cellForItem(at: first))
        #expect(cell.center.y > start + 20 && cell.center == falling.center && cell.transform.b > 0.2)
        #expect(view.cellForItem(at: second)?.center == still)
        let shown = view.supplementaryView(forElementKind: UICollectionView.elementKindSectionHeader, at: first)
        #expect(try #require(shown?.center.y) > headStart + 20)
        // Only the elements that move are invalid, and sizes are not asked for again.
        let context = try #require(
            layout.invalidations.last as? UICollectionViewFlowLayoutInvalidationContext)
        #expect(!context.invalidateEverything && context.invalidatedItemIndexPaths == [first])
        #expect(!context.invalidateFlowLayoutDelegateMetrics)
        // The layout takes its own places again.
        stage.act {
            animator.removeAllBehaviors()
            layout.animator = nil
            layout.invalidateLayout()
        }
        stage.pass(0.05)
        #expect(view.cellForItem(at: first)?.center.y == start)
        #expect(view.cellForItem(at: first)?.transform.isIdentity == true)
    }

    @Test func a_layout_may_give_the_items_themselves() throws {
        let layout = SpringyLayout()
        layout.itemSize = CGSize(width: 300, height: 40)
        let (stage, view) = makeView(layout)
        let path = IndexPath(item: 2, section: 0)
        stage.pass(2)
        let rest = try #require(view.cellForItem(at: path)?.center)
        #expect(!layout.animator.isRunning)
        stage.act {
            guard let item = layout.layoutAttributesForItem(at: path) else { return }
            item.center.y += 60
            layout.animator.updateItem(usingCurrentState: item)
        }
        stage.pass(0.05)
        #expect(try #require(view.cellForItem(at: path)?.center.y) > rest.y + 20)
        stage.pass(5)
        #expect(abs(try #require(view.cellForItem(at: path)?.center.y) - rest.y) < 1 && !layout.animator.isRunning)
    }

    @Test func a_compositional_section_shows_the_animator_s_places() throws {
        var animator: UIDynamicAnimator?
        let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(0.2), heightDimension: .fractionalHeight(1))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .fractionalWidth(0.2)),
            subitems: [NSCollectionLayoutItem(layoutSize: size)])
        let section = NSCollectionLayoutSection(group: group)
        var items: [any UIDynamicItem] = []
        section.visibleItemsInvalidationHandler = { visible, _, _ in
            items = visible
            for item in visible {
                guard let moved = animator?.layoutAttributesForCell(at: item.indexPath) else { continue }
                (item.center, item.transform3D) = (moved.center, moved.transform3D)
            }
        }
        let layout = UICollectionViewCompositionalLayout(section: section)
        let (stage, view) = makeView(layout)
        let path = IndexPath(item: 3, section: 0)
        let falling = try #require(view.layoutAttributesForItem(at: path))
        let start = try #require(view.cellForItem(at: path)?.center.y)
        #expect(items.count == 6 && items.first?.collisionBoundsType == .rectangle)
        stage.act {
            let made = UIDynamicAnimator(collectionViewLayout: layout)
            made.addBehavior(UIGravityBehavior(items: [falling]))
            animator = made
        }
        stage.pass(0.3)
        #expect(try #require(view.cellForItem(at: path)?.center.y) > start + 20)
        stage.act { animator?.removeAllBehaviors() }
    }

    @Test func an_animator_does_not_keep_its_layout() {
        weak var seen: UICollectionViewLayout?
        var animator: UIDynamicAnimator?
        do {
            let layout = UICollectionViewFlowLayout()
            (seen, animator) = (layout, UIDynamicAnimator(collectionViewLayout: layout))
        }
        #expect(seen == nil && animator?.referenceView == nil)
    }
}
