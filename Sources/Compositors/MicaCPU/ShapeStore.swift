import MicaFrame
import MicaGeometry
import MicaRaster
import MicaWorkers

/// A shape ready for the rasteriser.
enum PreparedShape {
    /// Nothing is covered.
    case empty
    /// A rectangle that is level in device space, in device pixels.
    case box(Box)
    /// The edges of an outline, in a `ShapeStore`.
    case edges(Int)
    /// The coverage of an outline, in a `ShapeStore`.
    case mask(Int)
}

/// The outlines of a frame's shapes as edges, worked out once for all tiles; their memory is kept from frame to frame.
///
/// Shapes are taken in one after the other, and their edges are made by all workers together, before the tiles.
struct ShapeStore {
    /// What edges are made of.
    private struct Shape: Sendable {
        var outline: Outline
        var transform: Homography
        var rule: FillRule
        var clip: DeviceRect
    }

    private enum Outline: Sendable {
        case rectangle(RoundedRect)
        /// What is between the two.
        case ring(RoundedRect, inner: RoundedRect)
        case path(Path)
    }

    /// What a worker makes edges with.
    private struct Scratch: Sendable {
        var path = Path()
        var inner = Path()
        /// The rectangle that `path` is; nil for something else. The next one is often of the same size.
        private var rectangle: RoundedRect?
        var edges = EdgeList.Scratch()

        /// Makes `path` a rounded rectangle.
        mutating func set(_ shape: RoundedRect) {
            if let rectangle, rectangle == shape { return }
            ShapeStore.set(&path, to: shape)
            rectangle = shape
        }

        /// Makes `path` what is between two rounded rectangles.
        mutating func set(_ shape: RoundedRect, inner shapeInside: RoundedRect) {
            set(shape)
            ShapeStore.set(&inner, to: shapeInside)
            path.appendReversed(inner)
            rectangle = nil
        }
    }

    private var shapes: [Shape] = []
    /// The edges that `add` gave out. They are looked at where they are: copies would count in memory that all threads share.
    private(set) var edges: [EdgeList] = []
    private var scratch: [Scratch] = []
    /// About how many points the outlines have.
    private var points = 0
    /// The masks of the frame's shapes.
    private var shown: [CoverageMask] = []
    /// Masks of shapes that stay as they are.
    private(set) var masks: ShapeMasks

    /// Outlines of fewer points are made in less time than it takes to wake a thread.
    private static let fewPoints = 1_000

    /// Makes a store with a budget, in bytes, for masks.
    init(maskBudget: Int = 16 << 20) {
        masks = ShapeMasks(budget: maskBudget)
    }

    /// Forgets all shapes.
    mutating func removeAll() {
        shapes.clear()
        points = 0
        shown.clear()
        masks.beginDrawing()
    }

    /// A mask that `add` gave out.
    func mask(_ index: Int) -> CoverageMask { shown[index] }

    /// Takes in a rounded rectangle.
    ///
    /// - Parameter clip: the pixels that are wanted.
    mutating func add(_ shape: RoundedRect, _ transform: Homography, clip: DeviceRect) -> PreparedShape {
        guard !shape.rect.isEmpty else { return .empty }
        if shape.hasSquareCorners, let box = transform.axisAlignedBox(of: shape.rect) { return .box(box) }
        return add(.rectangle(shape), points: 20, transform, .nonZero, clip)
    }

    /// Takes in a path.
    ///
    /// - Parameter whole: the pixels of the surface that may show it, whatever of them is drawn now; nil where they change.
    mutating func add(_ draw: PathDraw, _ transform: Homography, clip: DeviceRect, whole: DeviceRect? = nil)
        -> PreparedShape
    {
        // What is a rectangle is found out faster than looked up.
        if let whole, draw.path.points.count > 5, let mask = masks.mask(of: draw, transform, bounds: whole) {
            if mask.rows.isEmpty { return .empty }
            shown.append(mask)
            return .mask(shown.count - 1)
        }
        return add(.path(draw.path), points: draw.path.points.count, transform, draw.rule, clip)
    }

    /// Takes in the ring between a rounded rectangle and itself inset by `width`.
    ///
    /// The inner contour runs the other way, so that in a pixel that both cross the areas are subtracted.
    mutating func addRing(_ shape: RoundedRect, width: Double, _ transform: Homography, clip: DeviceRect)
        -> PreparedShape
    {
        guard !shape.rect.isEmpty, width > 0 else { return .empty }
        let inner = shape.inset(by: width)
        guard !inner.rect.isEmpty else { return add(shape, transform, clip: clip) }
        return add(.ring(shape, inner: inner), points: 40, transform, .nonZero, clip)
    }

    private mutating func add(
        _ outline: Outline, points more: Int, _ transform: Homography, _ rule: FillRule, _ clip: DeviceRect
    ) -> PreparedShape {
        shapes.append(Shape(outline: outline, transform: transform, rule: rule, clip: clip))
        points += more
        return .edges(shapes.count - 1)
    }

    /// Makes the edges of all shapes.
    mutating func makeEdges(on pool: WorkerPool) {
        while scratch.count < pool.workers { scratch.append(Scratch()) }
        while edges.count < shapes.count { edges.append(EdgeList()) }
        let isSmall = points < Self.fewPoints
        pool.forEach(in: &edges, first: shapes.count, isSmall: isSmall, with: &scratch) {
            [shapes] index, edges, scratch in
            let shape = shapes[index]
            switch shape.outline {
            case .path(let path):
                edges.set(
                    path, transform: shape.transform, rule: shape.rule, clip: shape.clip, scratch: &scratch.edges)
                return
            case .rectangle(let rectangle): scratch.set(rectangle)
            case .ring(let rectangle, let inner): scratch.set(rectangle, inner: inner)
            }
            edges.set(
                scratch.path, transform: shape.transform, rule: shape.rule, clip: shape.clip, scratch: &scratch.edges)
        }
        // What the frame owns it owns alone again.
        shapes.clear()
    }

    private static func set(_ path: inout Path, to shape: RoundedRect) {
        path.removeAll()
        path.add(shape)
    }
}

extension Path {
    /// Appends one closed contour, walked the other way round.
    ///
    /// - Precondition: `contour` is a single contour.
    mutating func appendReversed(_ contour: Path) {
        guard let last = contour.points.last else { return }
        move(to: last)
        var end = contour.points.count - 1
        for verb in contour.verbs.reversed() {
            switch verb {
            case .move, .close: break
            case .line: line(to: contour.points[end - 1])
            case .quad: quad(control: contour.points[end - 1], to: contour.points[end - 2])
            case .cubic:
                cubic(control1: contour.points[end - 1], control2: contour.points[end - 2], to: contour.points[end - 3])
            }
            end -= verb.pointCount
        }
        close()
    }
}
