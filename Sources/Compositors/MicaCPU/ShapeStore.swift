import MicaFrame
import MicaRaster

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
struct ShapeStore {
    private var lists: [EdgeList] = []
    private var used = 0
    private var path = Path()
    private var scratch = Path()
    private var edgeScratch = EdgeList.Scratch()
    /// The masks of the frame's shapes.
    private var shown: [CoverageMask] = []
    /// Masks of shapes that stay as they are.
    private(set) var masks: ShapeMasks

    /// Makes a store that keeps masks of so many bytes.
    init(maskBudget: Int = 16 << 20) {
        masks = ShapeMasks(budget: maskBudget)
    }

    /// Forgets all shapes.
    mutating func removeAll() {
        used = 0
        shown.removeAll(keepingCapacity: true)
        masks.beginDrawing()
    }

    /// A mask that `add` gave out.
    func mask(_ index: Int) -> CoverageMask { shown[index] }

    /// Edges that `add` gave out.
    subscript(index: Int) -> EdgeList { lists[index] }

    /// Takes in a rounded rectangle.
    ///
    /// - Parameter clip: the pixels that are wanted.
    mutating func add(_ shape: RoundedRect, _ transform: Homography, clip: DeviceRect) -> PreparedShape {
        guard !shape.rect.isEmpty else { return .empty }
        if shape.isPlain, let box = Self.deviceBox(shape.rect, transform) { return .box(box) }
        path.removeAll()
        path.addRoundedRectangle(Self.box(shape.rect), radii: Self.radii(shape), smoothing: shape.smoothing)
        return edges(of: path, transform, .nonZero, clip)
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
        return edges(of: draw.path, transform, draw.rule, clip)
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
        path.removeAll()
        path.addRoundedRectangle(Self.box(shape.rect), radii: Self.radii(shape), smoothing: shape.smoothing)
        scratch.removeAll()
        scratch.addRoundedRectangle(
            Self.box(inner.rect), radii: Self.radii(inner), smoothing: inner.smoothing)
        path.appendReversed(scratch)
        return edges(of: path, transform, .nonZero, clip)
    }

    private mutating func edges(of path: Path, _ transform: Homography, _ rule: FillRule, _ clip: DeviceRect)
        -> PreparedShape
    {
        if used == lists.count { lists.append(EdgeList()) }
        lists[used].set(path, transform: transform, rule: rule, clip: clip, scratch: &edgeScratch)
        if lists[used].bounds.isEmpty { return .empty }
        used += 1
        return .edges(used - 1)
    }

    /// A rectangle in device pixels; nil unless the map keeps it level.
    static func deviceBox(_ rect: LocalRect, _ transform: Homography) -> Box? {
        guard transform.isScaleAndTranslation else { return nil }
        let low = transform.apply(rect.minX, rect.minY), high = transform.apply(rect.maxX, rect.maxY)
        return Box(
            minimum: Point(min(low.x, high.x), min(low.y, high.y)),
            maximum: Point(max(low.x, high.x), max(low.y, high.y)))
    }

    private static func box(_ rect: LocalRect) -> Box {
        Box(minimum: Point(rect.minX, rect.minY), maximum: Point(rect.maxX, rect.maxY))
    }

    private static func radii(_ shape: RoundedRect) -> CornerRadii {
        CornerRadii(
            minXMinY: shape.radii[0], maxXMinY: shape.radii[1], minXMaxY: shape.radii[2], maxXMaxY: shape.radii[3])
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
