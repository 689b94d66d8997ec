import CoreGraphics
import Foundation
import UIKitCore

/// An item of a compositional layout: its size in its container, and the space around it. *Source*: Apple,
/// NSCollectionLayoutItem; WWDC 2019, session 215.
@preconcurrency @MainActor open class NSCollectionLayoutItem: NSObject, @preconcurrency NSCopying {
    /// The size.
    public final let layoutSize: NSCollectionLayoutSize
    fileprivate final var supplements: [NSCollectionLayoutSupplementaryItem]
    /// The supplementary items at the item.
    open var supplementaryItems: [NSCollectionLayoutSupplementaryItem] { supplements }
    /// The insets of the item's content in its size, in points. They do not count along an estimated side.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// The spaces around the item; nil for none.
    open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

    /// Makes an item.
    public convenience init(layoutSize: NSCollectionLayoutSize) {
        self.init(layoutSize: layoutSize, supplementaryItems: [])
    }

    /// Makes an item with supplementary items.
    public init(layoutSize: NSCollectionLayoutSize, supplementaryItems: [NSCollectionLayoutSupplementaryItem]) {
        (self.layoutSize, supplements) = (layoutSize, supplementaryItems)
        super.init()
    }

    /// The object itself: a layout reads it when it is prepared.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A place and a position on the z axis in a group of a program's own. *Source*: Apple, NSCollectionLayoutGroupCustomItem.
@preconcurrency @MainActor open class NSCollectionLayoutGroupCustomItem: NSObject {
    /// The place in the group.
    public final let frame: CGRect
    /// The position on the z axis.
    public final let zIndex: Int

    /// Makes a place.
    public convenience init(frame: CGRect) { self.init(frame: frame, zIndex: 0) }
    /// Makes a place with a position on the z axis.
    public init(frame: CGRect, zIndex: Int) {
        (self.frame, self.zIndex) = (frame, zIndex)
        super.init()
    }
}

/// The places of a group of a program's own.
public typealias NSCollectionLayoutGroupCustomItemProvider = (any NSCollectionLayoutEnvironment) ->
    [NSCollectionLayoutGroupCustomItem]

/// Items side by side, or one below the other, or at places of a program's own. *Source*: Apple, NSCollectionLayoutGroup.
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    enum Arrangement {
        case horizontal, vertical
        case custom(NSCollectionLayoutGroupCustomItemProvider)
    }

    final let arrangement: Arrangement
    /// The items; the first again after the last while there is room.
    public final let subitems: [NSCollectionLayoutItem]
    /// The number of items; nil for as many as fit.
    final let count: Int?
    /// Whether the items of a given number have their own sizes, rather than equal parts of the room.
    final let keepsSizes: Bool
    /// The space between items; nil for none.
    open var interItemSpacing: NSCollectionLayoutSpacing?
    /// The supplementary items at the group; a group's can be set. *Source*: Apple, NSCollectionLayoutGroup.supplementaryItems.
    open override var supplementaryItems: [NSCollectionLayoutSupplementaryItem] {
        get { supplements }
        set { supplements = newValue }
    }

    init(
        _ size: NSCollectionLayoutSize, _ arrangement: Arrangement, _ subitems: [NSCollectionLayoutItem],
        count: Int? = nil,
        keepsSizes: Bool = false
    ) {
        (self.arrangement, self.subitems) = (arrangement, subitems)
        (self.count, self.keepsSizes) = (count.map { max(1, $0) }, keepsSizes)
        super.init(layoutSize: size, supplementaryItems: [])
    }

    /// A number of equal items side by side, which share the width.
    open class func horizontal(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int)
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, .horizontal, [subitem], count: count) }

    /// A number of items side by side, each with its own size.
    open class func horizontal(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    )
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, .horizontal, [subitem], count: count, keepsSizes: true) }

    /// Items side by side, as many as fit.
    open class func horizontal(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem])
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, .horizontal, subitems) }

    /// A number of equal items one below the other, which share the height.
    open class func vertical(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int)
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, .vertical, [subitem], count: count) }

    /// A number of items one below the other, each with its own size.
    open class func vertical(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    )
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, .vertical, [subitem], count: count, keepsSizes: true) }

    /// Items one below the other, as many as fit.
    open class func vertical(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem])
        -> NSCollectionLayoutGroup
    { NSCollectionLayoutGroup(layoutSize, .vertical, subitems) }

    /// Items at places that a closure gives.
    open class func custom(
        layoutSize: NSCollectionLayoutSize, itemProvider: @escaping NSCollectionLayoutGroupCustomItemProvider
    ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, .custom(itemProvider), []) }
}

/// A view at an item: a badge. *Source*: Apple, NSCollectionLayoutSupplementaryItem.
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
    /// The kind of the view.
    public final let elementKind: String
    /// The place at the item.
    public final let containerAnchor: NSCollectionLayoutAnchor
    /// The point of the view that lies there; nil for the same edges, so that the view lies within the item.
    public final let itemAnchor: NSCollectionLayoutAnchor?
    /// The position on the z axis; 1 at first: in front of items.
    open var zIndex = 1

    /// Makes a supplementary item within its item.
    public convenience init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor
    ) { self.init(layoutSize, elementKind, containerAnchor, nil) }

    /// Makes a supplementary item, of which a point lies at a point of its item.
    public convenience init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor,
        itemAnchor: NSCollectionLayoutAnchor
    ) { self.init(layoutSize, elementKind, containerAnchor, itemAnchor) }

    init(
        _ size: NSCollectionLayoutSize, _ kind: String, _ container: NSCollectionLayoutAnchor,
        _ item: NSCollectionLayoutAnchor?
    ) {
        (elementKind, containerAnchor, itemAnchor) = (kind, container, item)
        super.init(layoutSize: size, supplementaryItems: [])
    }

    /// The place of the view at its item.
    final func frame(at item: CGRect, size: CGSize) -> CGRect {
        func shift(_ anchor: NSCollectionLayoutAnchor) -> CGPoint {
            anchor.isAbsoluteOffset
                ? anchor.offset : CGPoint(x: anchor.offset.x * size.width, y: anchor.offset.y * size.height)
        }
        let own = CGRect(origin: .zero, size: size)
        let target = containerAnchor.point(in: item), shifted = shift(containerAnchor)
        var point = containerAnchor.point(in: own)
        if let itemAnchor {
            point = itemAnchor.point(in: own)
            point.x += shift(itemAnchor).x
            point.y += shift(itemAnchor).y
        }
        return CGRect(
            origin: CGPoint(x: target.x + shifted.x - point.x, y: target.y + shifted.y - point.y), size: size)
    }
}

/// The edge or corner at which a header or a footer lies; raw values are Apple's. *Source*: Apple, NSRectAlignment.
public enum NSRectAlignment: Int, Sendable {
    /// In the middle of nothing: at the top.
    case none = 0
    /// In the middle of the upper edge.
    case top = 1
    /// In the upper corner where lines begin.
    case topLeading = 2
    /// In the middle of the edge where lines begin.
    case leading = 3
    /// In the lower corner where lines begin.
    case bottomLeading = 4
    /// In the middle of the lower edge.
    case bottom = 5
    /// In the lower corner where lines end.
    case bottomTrailing = 6
    /// In the middle of the edge where lines end.
    case trailing = 7
    /// In the upper corner where lines end.
    case topTrailing = 8
}

/// A header or a footer of a section or of the layout. *Source*: Apple, NSCollectionLayoutBoundarySupplementaryItem.
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
    /// The edge.
    public final let alignment: NSRectAlignment
    /// The distance from the place at the edge, in points.
    public final let offset: CGPoint
    /// Whether the section grows by the item, rather than lying under it; true at first.
    open var extendsBoundary = true
    /// Whether the item stays at the view's edge while its section is seen; false at first.
    open var pinToVisibleBounds = false

    /// Makes a header or a footer.
    public convenience init(layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment) {
        self.init(layoutSize: layoutSize, elementKind: elementKind, alignment: alignment, absoluteOffset: .zero)
    }

    /// Makes a header or a footer at a distance from its place.
    public init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment, absoluteOffset: CGPoint
    ) {
        (self.alignment, offset) = (alignment, absoluteOffset)
        super.init(layoutSize, elementKind, NSCollectionLayoutAnchor(edges: [.top, .leading]), nil)
    }
}

/// A view of the layout's own behind a section. *Source*: Apple, NSCollectionLayoutDecorationItem.
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
    /// The kind of the view, which is registered with the layout.
    public final let elementKind: String
    /// The position on the z axis, counted from behind the items; 0 at first.
    open var zIndex = 0

    /// A view behind all of a section.
    open class func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
        NSCollectionLayoutDecorationItem(elementKind)
    }

    private init(_ kind: String) {
        elementKind = kind
        super.init(
            layoutSize: NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
            supplementaryItems: [])
    }
}
