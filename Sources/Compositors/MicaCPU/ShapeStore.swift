import MicaBase
import MicaFrame
import MicaRaster
import MicaWorkers

/// A shape prepared for the rasterizer.
enum PreparedShape {
    /// A shape that covers nothing.
    case empty
    /// An axis-aligned rectangle, in device pixels.
    case box(Box)
    /// The edges of an outline, in a `ShapeStore`.
    case edges(Int)
    /// The coverage of an outline, in a `ShapeStore`.
    case mask(Int)
}

/// The outlines of a frame's shapes as edges, computed once for all tiles. Their memory is used again from frame to
/// frame.
///
/// Shapes are added one by one; then all workers together make their edges, before tiles are drawn.
struct ShapeStore {
    /// The input from which edges are made.
    private struct Shape: Sendable {
        var outline: Outline
        var transform: Homography
        var rule: FillRule
        var clip: DeviceRect
    }

    private enum Outline: Sendable {
        case rectangle(RoundedRect)
        /// The area between the two.
        case ring(RoundedRect, inner: RoundedRect)
        case path(Path)
    }

    /// The memory in which a worker makes edges.
    private struct Scratch: Sendable {
        var path = Path()
        var inner = Path()
        /// The rectangle that `path` is; nil for other paths. The next shape often has the same size.
        private var rectangle: RoundedRect?
        var edges = EdgeList.Scratch()

        /// Sets `path` to a rounded rectangle.
        mutating func set(_ shape: RoundedRect) {
            if let rectangle, rectangle == shape { return }
            ShapeStore.set(&path, to: shape)
            rectangle = shape
        }

        /// Sets `path` to the ring between two rounded rectangles.
        mutating func set(_ shape: RoundedRect, inner shapeInside: RoundedRect) {
            set(shape)
            ShapeStore.set(&inner, to: shapeInside)
            path.appendReversed(inner)
            rectangle = nil
        }
    }

    private var shapes: [Shape] = []
    /// The edges of the shapes, by the index that `add` returned. They are read through spans: copies would count
    /// references in memory that all threads share.
    private(set) var edges: [EdgeList] = []
    private var scratch: [Scratch] = []
    /// The number of points of all outlines, about.
    private var points = 0
    /// The masks of the frame's shapes.
    private var shown: [CoverageMask] = []
    /// The cached masks of shapes that do not change.
    private(set) var masks: ShapeMasks

    /// Outlines with fewer points are made on the calling thread, in less time than waking another takes.
    private static let fewPoints = 1_000

    /// An empty store with a budget, in bytes, for masks.
    init(maskBudget: Int = 16 << 20) {
        masks = ShapeMasks(budget: maskBudget)
    }

    /// Removes all shapes.
    mutating func removeAll() {
        shapes.clear()
        points = 0
        shown.clear()
        masks.beginDrawing()
    }

    /// The mask that `add` returned an index for.
    func mask(_ index: Int) -> CoverageMask { shown[index] }

    /// Adds a rounded rectangle.
    ///
    /// - Parameter clip: the pixels that are needed.
    mutating func add(_ shape: RoundedRect, _ transform: Homography, clip: DeviceRect) -> PreparedShape {
        guard !shape.rect.isEmpty else { return .empty }
        if shape.hasSquareCorners, let box = transform.axisAlignedBox(of: shape.rect) { return .box(box) }
        return add(.rectangle(shape), points: 20, transform, .nonZero, clip)
    }

    /// Adds a path.
    ///
    /// - Parameter whole: all pixels of the surface that may ever show it, for its mask; nil if they change.
    mutating func add(_ draw: PathDraw, _ transform: Homography, clip: DeviceRect, whole: DeviceRect? = nil)
        -> PreparedShape
    {
        // The rasterizer finds out that a path is a rectangle in less time than a lookup takes.
        if let whole, draw.path.points.count > 5, let mask = masks.mask(of: draw, transform, bounds: whole) {
            if mask.rows.isEmpty { return .empty }
            shown.append(mask)
            return .mask(shown.count - 1)
        }
        return add(.path(draw.path), points: draw.path.points.count, transform, draw.rule, clip)
    }

    /// Adds the ring between a rounded rectangle and itself inset by `width`.
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
        // Releases the paths, which then belong only to the frame.
        shapes.clear()
    }

    private static func set(_ path: inout Path, to shape: RoundedRect) {
        path.removeAll()
        path.add(shape)
    }
}

extension Path {
    /// Appends one closed contour, reversed.
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
