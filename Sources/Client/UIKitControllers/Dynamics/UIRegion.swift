import CoreGraphics
import Foundation
import QuartzCore

/// An area in which a field acts: circles and rectangles about its middle, and what remains of them by set operations.
///
/// *Space*: points from the middle, which is the field's position. *Source*: Apple, UIRegion. Archives of regions are not
/// supported.
@preconcurrency @MainActor open class UIRegion: NSObject, @preconcurrency NSCopying {
    private indirect enum Shape {
        case everywhere
        case circle(CGFloat)
        case rectangle(CGSize)
        case inverse(Shape)
        case both(Shape, Shape)

        func contains(_ point: CGPoint) -> Bool {
            switch self {
            case .everywhere: true
            case .circle(let radius): point.x * point.x + point.y * point.y <= radius * radius
            case .rectangle(let size): abs(point.x) <= size.width / 2 && abs(point.y) <= size.height / 2
            case .inverse(let other): !other.contains(point)
            case .both(let first, let second): first.contains(point) && second.contains(point)
            }
        }
    }
    private var shape = Shape.everywhere

    /// Makes a region of all points.
    public override init() { super.init() }
    /// Makes a circle, with its edge.
    public init(radius: CGFloat) {
        super.init()
        shape = .circle(radius)
    }
    /// Makes a rectangle about the middle, with its edges.
    public init(size: CGSize) {
        super.init()
        shape = .rectangle(size)
    }

    /// A region of all points.
    open class var infinite: UIRegion { UIRegion() }

    /// The points that are not in this region.
    open func inverse() -> Self { made(.inverse(shape)) }
    /// The points of both regions together.
    open func byUnion(with region: UIRegion) -> Self {
        made(.inverse(.both(.inverse(shape), .inverse(region.shape))))
    }
    /// The points of this region that are not in the other.
    open func byDifference(from region: UIRegion) -> Self { made(.both(shape, .inverse(region.shape))) }
    /// The points that are in both regions.
    open func byIntersection(with region: UIRegion) -> Self { made(.both(shape, region.shape)) }

    /// Whether a point, given from the middle, is in the region.
    open func contains(_ point: CGPoint) -> Bool { shape.contains(point) }

    /// A copy, of the same class.
    open func copy(with zone: NSZone? = nil) -> Any { made(shape) }

    private func made(_ shape: Shape) -> Self {
        let region = makeObject(of: type(of: self))
        region.shape = shape
        return region
    }
}
