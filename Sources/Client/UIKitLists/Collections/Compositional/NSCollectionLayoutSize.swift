import CoreGraphics
import Foundation
import UIKitCore

/// A side of an item: a number, a fraction of its container's side, or an estimate that the item's view corrects.
/// *Source*: Apple, NSCollectionLayoutDimension.
@preconcurrency @MainActor open class NSCollectionLayoutDimension: NSObject, @preconcurrency NSCopying {
    enum Kind: Sendable { case fractionalWidth, fractionalHeight, absolute, estimated, uniform }
    private(set) final var kind = Kind.absolute
    /// The number or the fraction.
    public private(set) final var dimension: CGFloat = 0

    /// Makes a side of no length. Apple's class has no initialiser; here the class methods need one to return `Self`.
    public required override init() { super.init() }

    private class func make(_ kind: Kind, _ value: CGFloat) -> Self {
        let made = self.init()
        (made.kind, made.dimension) = (kind, value.isFinite ? max(0, value) : 0)
        return made
    }

    /// A fraction of the container's width.
    open class func fractionalWidth(_ fractionalWidth: CGFloat) -> Self {
        make(.fractionalWidth, fractionalWidth)
    }
    /// A fraction of the container's height.
    open class func fractionalHeight(_ fractionalHeight: CGFloat) -> Self {
        make(.fractionalHeight, fractionalHeight)
    }
    /// A number of points.
    open class func absolute(_ absoluteDimension: CGFloat) -> Self {
        make(.absolute, absoluteDimension)
    }
    /// A number of points until the view's own is known.
    open class func estimated(_ estimatedDimension: CGFloat) -> Self {
        make(.estimated, estimatedDimension)
    }
    /// As long as the longest of the items in the same group that have such a side; a number of points until the views'
    /// own sizes are known. *Source*: Apple, NSCollectionLayoutDimension.uniformAcrossSiblings(estimate:).
    open class func uniformAcrossSiblings(estimate: CGFloat) -> Self {
        make(.uniform, estimate)
    }

    /// Whether it is a fraction of the width.
    open var isFractionalWidth: Bool { kind == .fractionalWidth }
    /// Whether it is a fraction of the height.
    open var isFractionalHeight: Bool { kind == .fractionalHeight }
    /// Whether it is a number of points.
    open var isAbsolute: Bool { kind == .absolute }
    /// Whether it is an estimate.
    open var isEstimated: Bool { kind == .estimated }

    /// Whether it is that of the longest sibling.
    open var isUniformAcrossSiblings: Bool { kind == .uniform }
    /// Whether the item's view is asked for its own.
    final var isMeasured: Bool { kind == .estimated || kind == .uniform }

    /// The object itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    final func length(in container: CGSize) -> CGFloat {
        switch kind {
        case .fractionalWidth: container.width * dimension
        case .fractionalHeight: container.height * dimension
        case .absolute, .estimated, .uniform: dimension
        }
    }
}

/// The size of an item. *Source*: Apple, NSCollectionLayoutSize.
@preconcurrency @MainActor open class NSCollectionLayoutSize: NSObject, @preconcurrency NSCopying {
    /// The width.
    public final let widthDimension: NSCollectionLayoutDimension
    /// The height.
    public final let heightDimension: NSCollectionLayoutDimension

    /// Makes a size.
    public init(widthDimension width: NSCollectionLayoutDimension, heightDimension height: NSCollectionLayoutDimension)
    {
        (widthDimension, heightDimension) = (width, height)
        super.init()
    }

    /// The object itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    final func resolved(in container: CGSize) -> CGSize {
        CGSize(width: widthDimension.length(in: container), height: heightDimension.length(in: container))
    }

    final var estimates: UICollectionViewLayoutAttributes.Estimates {
        var made: UICollectionViewLayoutAttributes.Estimates = []
        if widthDimension.isMeasured { made.insert(.width) }
        if heightDimension.isMeasured { made.insert(.height) }
        return made
    }
}

/// A space: of a length, or of a length at least. *Source*: Apple, NSCollectionLayoutSpacing.
@preconcurrency @MainActor open class NSCollectionLayoutSpacing: NSObject, @preconcurrency NSCopying {
    /// The length or the least length, in points.
    public final let spacing: CGFloat
    /// Whether the space grows with the room.
    public final let isFlexible: Bool

    private init(_ spacing: CGFloat, _ isFlexible: Bool) {
        (self.spacing, self.isFlexible) = (spacing.isFinite ? spacing : 0, isFlexible)
        super.init()
    }

    /// A space that takes the rest of the room, of a length at least.
    open class func flexible(_ flexibleSpacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(flexibleSpacing, true)
    }
    /// A space of a length.
    open class func fixed(_ fixedSpacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(fixedSpacing, false)
    }

    /// Whether the space has its length.
    open var isFixed: Bool { !isFlexible }
    /// The object itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The spaces around an item. *Source*: Apple, NSCollectionLayoutEdgeSpacing.
@preconcurrency @MainActor open class NSCollectionLayoutEdgeSpacing: NSObject, @preconcurrency NSCopying {
    /// At the side where lines begin; nil for none.
    public final let leading: NSCollectionLayoutSpacing?
    /// Above; nil for none.
    public final let top: NSCollectionLayoutSpacing?
    /// At the side where lines end; nil for none.
    public final let trailing: NSCollectionLayoutSpacing?
    /// Below; nil for none.
    public final let bottom: NSCollectionLayoutSpacing?

    /// Makes spaces.
    public init(
        leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?, trailing: NSCollectionLayoutSpacing?,
        bottom: NSCollectionLayoutSpacing?
    ) {
        (self.leading, self.top, self.trailing, self.bottom) = (leading, top, trailing, bottom)
        super.init()
    }

    /// The object itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The place of a supplementary item at another: edges, and an offset. *Source*: Apple, NSCollectionLayoutAnchor.
@preconcurrency @MainActor open class NSCollectionLayoutAnchor: NSObject, @preconcurrency NSCopying {
    /// The edges.
    public final let edges: NSDirectionalRectEdge
    /// The offset: in points, or in parts of the supplementary item's size.
    public final let offset: CGPoint
    /// Whether the offset is in points.
    public final let isAbsoluteOffset: Bool
    /// Whether the offset is in parts of the supplementary item's size.
    open var isFractionalOffset: Bool { !isAbsoluteOffset }

    /// Makes an anchor at edges; at none it is in the middle.
    public convenience init(edges: NSDirectionalRectEdge) { self.init(edges: edges, absoluteOffset: .zero) }
    /// Makes an anchor with an offset in points.
    public init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {
        (self.edges, offset, isAbsoluteOffset) = (edges, absoluteOffset, true)
        super.init()
    }
    /// Makes an anchor with an offset in parts of the supplementary item's size.
    public init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
        (self.edges, offset, isAbsoluteOffset) = (edges, fractionalOffset, false)
        super.init()
    }

    /// The object itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The anchor's point in a rectangle.
    final func point(in rect: CGRect) -> CGPoint {
        CGPoint(
            x: edges.contains(.leading) ? rect.minX : edges.contains(.trailing) ? rect.maxX : rect.midX,
            y: edges.contains(.top) ? rect.minY : edges.contains(.bottom) ? rect.maxY : rect.midY)
    }
}
