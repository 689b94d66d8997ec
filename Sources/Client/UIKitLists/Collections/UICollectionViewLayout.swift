import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// The places of a collection view's elements. A subclass gives the attributes of elements in a rectangle and of single
/// elements, and the size of the content.
///
/// A layout is valid until it is invalidated. Then the collection view calls, before its next layout, `prepare()`, and
/// asks for `collectionViewContentSize` and `layoutAttributesForElements(in:)`, in this order. Attributes that it got
/// stay in use until the next invalidation. *Source*: Apple, "Creating Custom Layouts", "The Core Layout Process";
/// WWDC 2012, session 219.
@preconcurrency @MainActor open class UICollectionViewLayout: NSObject, @preconcurrency NSCoding {
    /// The view; nil for a layout that is not in use.
    final weak var owner: UICollectionView?
    final var decorations: [String: Decoration] = [:]

    /// The source of decoration views of a kind.
    enum Decoration {
        case type(UICollectionReusableView.Type)
        case nib(UINib)
    }
    /// The changes of the batch that is being animated; nil without one.
    final var batch: CollectionUpdates?
    /// Whether nothing was invalidated since the last `prepare()`.
    final var isValid = false
    /// Whether the layout's class asks views for their sizes; nil until it was tried.
    final var heeds: Bool?

    /// Makes a layout.
    public override init() { super.init() }

    /// Reads a layout from an archive.
    public required init?(coder: NSCoder) {
        super.init()
        coder.readNib(self, as: UICollectionViewLayout.self)
    }

    /// Writes the layout into an archive; nothing here.
    open func encode(with coder: NSCoder) {}

    /// The view that the layout belongs to; nil while it is not in use.
    open var collectionView: UICollectionView? { owner }

    // MARK: The system's layouts

    /// The view that an element's view is put into; nil for the collection view. An orthogonal section has its own.
    func container(of attributes: UICollectionViewLayoutAttributes) -> UIView? { nil }
    /// Drops the size that an item has preferred.
    func forgetPreference(_ path: IndexPath) {}
    /// Carries sizes that were measured over to the index paths after a batch.
    func follow(_ map: ListMap) {}
    /// Whether a supplementary or decoration view belongs to an item rather than to a section.
    func followsItem(_ key: ElementKey) -> Bool { false }
    /// Whether attributes stay in use after an invalidation by a preferred size, so that all sizes of a pass are
    /// collected before the layout is prepared again.
    var collectsPreferences: Bool { false }
    /// Scrolls the part of the content that scrolls by itself so that an item is seen.
    func scrollSection(to path: IndexPath, _ position: UICollectionView.ScrollPosition, _ animated: Bool) {}
    /// The place at which an element is seen, in the content: its frame, moved by a part that scrolls by itself.
    func shownFrame(of attributes: UICollectionViewLayoutAttributes) -> CGRect { attributes.frame }
    /// Places the parts of the view that scroll by themselves.
    func layOutContainers() {}
    /// The list that an item belongs to; nil for none.
    func list(at path: IndexPath) -> UICollectionLayoutListConfiguration? { nil }
    /// Whether rows of a list have swipe actions.
    var hasSwipes: Bool { false }

    // MARK: Classes

    /// The class of the layout's attributes.
    open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
    /// The class of the layout's contexts of invalidation.
    open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }

    /// Makes attributes of the layout's class.
    final func makeAttributes(_ key: ElementKey) -> UICollectionViewLayoutAttributes {
        let type =
            Self.layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
            ?? UICollectionViewLayoutAttributes.self
        let made =
            type == UICollectionViewLayoutAttributes.self ? UICollectionViewLayoutAttributes() : makeObject(of: type)
        made.name(key.category, key.category == .cell ? nil : key.kind, key.indexPath)
        return made
    }

    /// Makes a context of the layout's class.
    final func makeContext() -> UICollectionViewLayoutInvalidationContext {
        let type =
            Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
            ?? UICollectionViewLayoutInvalidationContext.self
        return makeObject(of: type)
    }

    /// Registers the class of decoration views of a kind; nil removes it.
    open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
        decorations[elementKind] = (viewClass as? UICollectionReusableView.Type).map { .type($0) }
    }

    /// Registers a nib with a decoration view of a kind at its top level; nil removes it.
    open func register(_ nib: UINib?, forDecorationViewOfKind elementKind: String) {
        decorations[elementKind] = nib.map { .nib($0) }
    }

    // MARK: Invalidation

    /// Invalidates all of the layout: calls `invalidateLayout(with:)` with a context of everything. An override calls super.
    open func invalidateLayout() {
        let context = makeContext()
        context.everything = true
        invalidateLayout(with: context)
    }

    /// Invalidates the parts of the layout that a context names. The layout is prepared anew before the next frame, or
    /// at `layoutIfNeeded()`, once for any number of calls. An override calls super.
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        isValid = false
        owner?.layoutInvalidated(self, context)
    }

    /// Whether new bounds of the view, so each scroll, invalidate the layout; false here.
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

    /// The context for new bounds of the view.
    open func invalidationContext(forBoundsChange newBounds: CGRect) -> UICollectionViewLayoutInvalidationContext {
        makeContext()
    }

    /// Whether the attributes that a view prefers invalidate the layout; false here.
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool {
        DefaultBodies.note()
        return false
    }

    /// The context for the attributes that a view prefers.
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = makeContext()
        let path = originalAttributes.indexPath
        switch originalAttributes.representedElementCategory {
        case .cell: context.invalidateItems(at: [path])
        case .supplementaryView:
            context.invalidateSupplementaryElements(
                ofKind: originalAttributes.representedElementKind ?? "", at: [path])
        case .decorationView:
            context.invalidateDecorationElements(ofKind: originalAttributes.representedElementKind ?? "", at: [path])
        }
        return context
    }

    // MARK: Attributes

    /// Works out what the other methods need. Called first after each invalidation; does nothing here.
    open func prepare() {}

    /// The attributes of the elements that intersect a rectangle of the content; nil for none.
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }

    /// The attributes of an item; nil for none.
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }

    /// The attributes of a supplementary view; nil for none.
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }

    /// The attributes of a decoration view; nil for none.
    open func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }

    /// The size of the content; zero here.
    open var collectionViewContentSize: CGSize { .zero }

    /// The offset at which a drag is to end; the proposed one here.
    ///
    /// - Parameter velocity: *Units*: points a millisecond.
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { proposedContentOffset }

    /// The offset after an animated update or a change of the layout; the proposed one here.
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        proposedContentOffset
    }

    /// The direction that the layout is written for; left to right here. *Source*: Apple, UICollectionViewLayout.h.
    open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
    /// Whether the view flips its coordinates where its direction is not the layout's, so that x and the offset count
    /// from the leading edge; false here. *Source*: Apple, UICollectionViewLayout.h: the view "will ensure its
    /// bounds.origin is always found at the leading edge, flipping its coordinate system horizontally if necessary".
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
    /// Whether the view flips its coordinates for the layout in any case.
    var flipsAlways: Bool { false }
    /// Whether the content begins at the right edge, although x counts from the left one.
    var runsFromRight: Bool { false }

    // MARK: Updates

    /// Items and sections are about to be inserted, deleted or moved: called after `prepare()`, before attributes of
    /// views that appear and disappear are asked for. An override calls super.
    open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}

    /// The changes are in place; called within their animation. An override calls super.
    open func finalizeCollectionViewUpdates() {}

    /// The view's bounds are about to change within an animation.
    open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}

    /// The view's bounds have changed; called within the animation.
    open func finalizeAnimatedBoundsChange() {}

    /// Another layout is about to replace this one.
    open func prepareForTransition(to newLayout: UICollectionViewLayout) {}

    /// This layout is about to replace another one.
    open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}

    /// The change of layouts is in place; called within its animation.
    open func finalizeLayoutTransition() {}

    /// The attributes from which an item that appears is animated. Here: of an inserted item its place, with an opacity
    /// of 0; nil for others, which come from the place that they had.
    open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes?
    {
        guard batch?.inserts(itemIndexPath) == true else { return nil }
        return layoutAttributesForItem(at: itemIndexPath)?.faded
    }

    /// The attributes to which an item that goes is animated. Here: of a deleted item its last place, with an opacity of
    /// 0; nil for others, which go to their new places.
    open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath) -> UICollectionViewLayoutAttributes?
    {
        guard let batch, batch.deletes(itemIndexPath) else { return nil }
        return batch.lastAttributes[.cell(itemIndexPath)]?.faded
    }

    /// The attributes from which a supplementary view that appears is animated; as of items.
    open func initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard batch?.inserts(elementIndexPath) == true else { return nil }
        return layoutAttributesForSupplementaryView(ofKind: elementKind, at: elementIndexPath)?.faded
    }

    /// The attributes to which a supplementary view that goes is animated; as of items.
    open func finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard let batch, batch.deletes(elementIndexPath) else { return nil }
        return batch.lastAttributes[
            ElementKey(category: .supplementaryView, kind: elementKind, indexPath: elementIndexPath)]?.faded
    }

    /// The attributes from which a decoration view that appears is animated; as of items.
    open func initialLayoutAttributesForAppearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard batch?.inserts(decorationIndexPath) == true else { return nil }
        return layoutAttributesForDecorationView(ofKind: elementKind, at: decorationIndexPath)?.faded
    }

    /// The attributes to which a decoration view that goes is animated; as of items.
    open func finalLayoutAttributesForDisappearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard let batch, batch.deletes(decorationIndexPath) else { return nil }
        return batch.lastAttributes[
            ElementKey(category: .decorationView, kind: elementKind, indexPath: decorationIndexPath)]?.faded
    }

    /// The index paths, before a batch, of supplementary views that go although their items or sections stay; none
    /// here.
    open func indexPathsToDeleteForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { [] }
    /// The index paths, before a batch, of decoration views that go although their items or sections stay; none here.
    open func indexPathsToDeleteForDecorationView(ofKind elementKind: String) -> [IndexPath] { [] }
    /// The index paths, after a batch, of supplementary views that are new although their items or sections are not;
    /// none here.
    open func indexPathsToInsertForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { [] }
    /// The index paths, after a batch, of decoration views that are new although their items or sections are not; none
    /// here.
    open func indexPathsToInsertForDecorationView(ofKind elementKind: String) -> [IndexPath] { [] }

    // MARK: Moving items by a finger

    /// The place for an item that a finger holds at a position: that of the item there, else where it is.
    open func targetIndexPath(
        forInteractivelyMovingItem previousIndexPath: IndexPath, withPosition position: CGPoint
    ) -> IndexPath {
        let attributes =
            layoutAttributesForElements(in: CGRect(x: position.x, y: position.y, width: 1, height: 1)) ?? []
        let found = attributes.first { $0.representedElementCategory == .cell && $0.frame.contains(position) }
        return found?.indexPath ?? previousIndexPath
    }

    /// The attributes of an item that a finger holds: those of its place, in front, about the finger's position.
    open func layoutAttributesForInteractivelyMovingItem(
        at indexPath: IndexPath, withTargetPosition position: CGPoint
    ) -> UICollectionViewLayoutAttributes {
        let made = layoutAttributesForItem(at: indexPath)?.copied() ?? makeAttributes(.cell(indexPath))
        made.center = position
        made.zIndex = .max
        return made
    }

    /// The context while a finger moves items.
    open func invalidationContext(
        forInteractivelyMovingItems targetIndexPaths: [IndexPath], withTargetPosition targetPosition: CGPoint,
        previousIndexPaths: [IndexPath], previousPosition: CGPoint
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = makeContext()
        context.invalidateItems(at: Array(Set(previousIndexPaths + targetIndexPaths)).sorted())
        (context.movingItems, context.movingTargets) = (previousIndexPaths, targetIndexPaths)
        context.movingPosition = targetPosition
        return context
    }

    /// The context where a finger that moved items is lifted.
    open func invalidationContextForEndingInteractiveMovementOfItems(
        toFinalIndexPaths indexPaths: [IndexPath], previousIndexPaths: [IndexPath], movementCancelled: Bool
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = makeContext()
        context.invalidateItems(at: Array(Set(previousIndexPaths + indexPaths)).sorted())
        (context.movingItems, context.movingTargets) = (previousIndexPaths, indexPaths)
        return context
    }
}

extension UICollectionViewLayoutAttributes {
    /// A copy that is not seen.
    final var faded: UICollectionViewLayoutAttributes {
        let made = copied()
        made.alpha = 0
        return made
    }
}
