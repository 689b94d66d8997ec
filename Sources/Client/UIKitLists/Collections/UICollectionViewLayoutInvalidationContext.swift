import CoreGraphics
import Foundation
import MicaTrace
import UIKitCore

/// The parts of a layout that are no longer valid.
///
/// *Source*: Apple, UICollectionViewLayoutInvalidationContext; WWDC 2013, session 218; WWDC 2014, session 226.
@preconcurrency @MainActor open class UICollectionViewLayoutInvalidationContext: NSObject {
    final var everything = false
    final var counts = false
    final var items: [IndexPath]?
    final var supplementary: [String: [IndexPath]]?
    final var decoration: [String: [IndexPath]]?
    final var movingItems: [IndexPath]?
    final var movingTargets: [IndexPath]?
    final var movingPosition: CGPoint?

    /// Makes a context that invalidates the geometry.
    public override init() { super.init() }

    /// Whether the whole layout is invalid: after `invalidateLayout()`, `reloadData()`, and where the layout is set.
    open var invalidateEverything: Bool { everything }
    /// Whether the numbers of sections and items are to be asked for anew: after `reloadData()`, insertions and
    /// deletions.
    open var invalidateDataSourceCounts: Bool { counts }

    /// Adds items to the invalid ones.
    open func invalidateItems(at indexPaths: [IndexPath]) { items = (items ?? []) + indexPaths }

    /// Adds supplementary views to the invalid ones.
    open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        supplementary = (supplementary ?? [:]).merging([elementKind: indexPaths]) { $0 + $1 }
    }

    /// Adds decoration views to the invalid ones.
    open func invalidateDecorationElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        decoration = (decoration ?? [:]).merging([elementKind: indexPaths]) { $0 + $1 }
    }

    /// The invalid items; nil if none was named.
    open var invalidatedItemIndexPaths: [IndexPath]? { items }
    /// The invalid supplementary views by kind; nil if none was named.
    open var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]? { supplementary }
    /// The invalid decoration views by kind; nil if none was named.
    open var invalidatedDecorationIndexPaths: [String: [IndexPath]]? { decoration }

    /// The distance by which the collection view's offset is to move, in points; zero at first.
    open var contentOffsetAdjustment = CGPoint.zero
    /// The change of the content's size, in points; zero at first.
    open var contentSizeAdjustment = CGSize.zero

    /// Where the items that a finger moves came from; nil if none moves.
    open var previousIndexPathsForInteractivelyMovingItems: [IndexPath]? { movingItems }
    /// The places over which the items are that a finger moves; nil if none moves.
    open var targetIndexPathsForInteractivelyMovingItems: [IndexPath]? { movingTargets }
    /// The position of the items that a finger moves, in the content's space.
    open var interactiveMovementTarget: CGPoint { movingPosition ?? .zero }
}

/// The parts of a flow layout that are no longer valid. *Source*: Apple, UICollectionViewFlowLayoutInvalidationContext.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext {
    /// Whether the delegate is to be asked again for sizes and spacings; true at first.
    open var invalidateFlowLayoutDelegateMetrics = true
    /// Whether the places of items are to be worked out anew; true at first.
    open var invalidateFlowLayoutAttributes = true
}

/// A change of one item or section in a batch of updates. *Source*: Apple, UICollectionViewUpdateItem.
@preconcurrency @MainActor open class UICollectionViewUpdateItem: NSObject {
    /// The kind of a change.
    public enum Action: Int, Sendable {
        /// Something new.
        case insert = 0
        /// Something goes.
        case delete = 1
        /// Something gets a new view.
        case reload = 2
        /// Something gets another index path.
        case move = 3
        /// Nothing changes.
        case none = 4
    }

    /// The index path before the batch; nil for insertions. The item is NSNotFound for a whole section.
    public let indexPathBeforeUpdate: IndexPath?
    /// The index path after the batch; nil for deletions. The item is NSNotFound for a whole section.
    public let indexPathAfterUpdate: IndexPath?
    /// The kind of the change.
    public let updateAction: Action

    init(_ action: Action, before: IndexPath?, after: IndexPath?) {
        (updateAction, indexPathBeforeUpdate, indexPathAfterUpdate) = (action, before, after)
        super.init()
    }

    /// The kind and the index paths.
    nonisolated open override var description: String {
        assumeMainActor {
            func text(_ path: IndexPath?) -> String {
                guard let path else { return "nil" }
                return path.item == NSNotFound ? "section \(path.section)" : "(\(path.section), \(path.item))"
            }
            return "<\(type(of: self)) \(updateAction) \(text(indexPathBeforeUpdate)) to \(text(indexPathAfterUpdate))>"
        }
    }
}
