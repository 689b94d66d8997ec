import CoreGraphics
import Foundation
import UIKitCore

/// The views of a collection view, and the attributes that it knows.
@MainActor struct CollectionStage {
    /// The numbers of shown items of the sections; nil until they are asked for.
    var counts: [Int]?
    /// The drags of cells to other views, and the drops on the collection view; nil without their delegates.
    var dragging: ListDragging?
    /// The items that the data source does not have.
    var placeholders = ListPlaceholders()
    /// The placeholders whose cells have to be updated before the next frame.
    var stale: [PlaceholderItem] = []
    /// How many blocks that use shown index paths run, one in another: those of `performUsingPresentationValues(_:)`, and a layout's.
    var presents = 0
    /// The item that a drop would go into.
    var marked: IndexPath?
    /// The views in use, by element: those in sight, and those prepared ahead.
    var views: [ElementKey: UICollectionReusableView] = [:]
    /// The elements in sight, whose display was announced.
    var onScreen: Set<ElementKey> = []
    /// The views that wait for other elements.
    let queue = ReuseQueue<UICollectionReusableView>()
    /// The attributes of the elements in `knownRect`.
    var known: [UICollectionViewLayoutAttributes] = []
    /// The part of the content whose attributes are known; null for none.
    var knownRect = CGRect.null
    /// The attributes for the view that the data source is being asked for.
    var dequeuing: UICollectionViewLayoutAttributes?
    /// The view in use that `reconfigureItems(at:)` gives to the data source again.
    var reconfigured: UICollectionReusableView?
    /// The distance by which contexts of invalidation move the offset, not applied yet.
    var adjustment = CGPoint.zero
    /// The bounds at the last layout.
    var lastBounds = CGRect.zero
    /// The last direction of scrolling: -1, 0 or 1 along each axis.
    var direction = CGPoint.zero
    var isUpdating = false
    /// Whether cells have other contents than when they were asked for their sizes, and whether they are asked now.
    var resizes = false, isResizing = false
    /// Whether the data source has to be asked for the titles of the index.
    var needsIndex = true
    /// Whether x counts from the right edge.
    var isFlipped = false
    /// Whether the view's direction is from right to left, and its coordinates are not flipped for that.
    var runsFromRight = false
    /// Whether an element has had a position on the z axis other than 0, so that views have to be in order.
    var hasDepth = false
    /// The items that were announced to the prefetching data source and not shown yet.
    var prefetched: Set<IndexPath> = []
    /// Where items were last announced, to do it once for a part of a page.
    var prefetchOrigin: CGPoint?
    /// How often the layout was asked for the elements of a rectangle, for tests.
    var queryCount = 0

    /// The part of the view's length for which views are kept, and while it scrolls made, beyond its edge. Our own.
    static let margin: CGFloat = 0.25
    /// How often one layout pass may be repeated because preferred sizes or the layout itself invalidate it.
    static let mostPasses = 24
}

/// The selection of a collection view, and the touched item.
struct CollectionChoice {
    var selected: [IndexPath] = []
    /// The item that a finger has highlighted.
    var touched: IndexPath?
    /// The item that has, or had last, the keyboard's focus.
    var focused: IndexPath?

    /// Carries the selection and the focus over to the index paths after a change.
    mutating func follow(_ newPath: (IndexPath) -> IndexPath?) {
        selected = selected.compactMap(newPath)
        focused = focused.flatMap(newPath)
    }
}
