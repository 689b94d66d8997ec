import MicaFrame
import MicaRaster

/// A shape ready for the rasteriser.
enum PreparedShape {
    /// Nothing is covered.
    case empty
    /// A rectangle that is level in device space, in device pixels.
    case box(Box)
    /// A path of a `ShapeStore`, and the map to device pixels.
    case path(Int, Homography, FillRule = .nonZero)
}

/// The paths of a frame's shapes; their memory is kept from frame to frame.
struct ShapeStore {
    private var paths: [Path] = []
    private var used = 0
    private var scratch = Path()

    /// Forgets all shapes.
    mutating func removeAll() {
        used = 0
    }

    /// A path that `add` gave out.
    subscript(index: Int) -> Path { paths[index] }

    /// Takes in a rounded rectangle.
    mutating func add(_ shape: RoundedRect, _ transform: Homography) -> PreparedShape {
        guard !shape.rect.isEmpty else { return .empty }
        if shape.isPlain, let box = Self.deviceBox(shape.rect, transform) { return .box(box) }
        let index = nextPath()
        paths[index].addRoundedRectangle(Self.box(shape.rect), radii: Self.radii(shape))
        return .path(index, transform)
    }

    /// Takes in a path.
    mutating func add(_ draw: PathDraw, _ transform: Homography) -> PreparedShape {
        guard !draw.path.isEmpty else { return .empty }
        if used == paths.count { paths.append(draw.path) } else { paths[used] = draw.path }
        used += 1
        return .path(used - 1, transform, draw.rule)
    }

    /// Takes in the ring between a rounded rectangle and itself inset by `width`.
    ///
    /// The inner contour runs the other way, so that in a pixel that both cross the areas are subtracted.
    mutating func addRing(_ shape: RoundedRect, width: Double, _ transform: Homography) -> PreparedShape {
        guard !shape.rect.isEmpty, width > 0 else { return .empty }
        let inner = shape.inset(by: width)
        guard !inner.rect.isEmpty else { return add(shape, transform) }
        let index = nextPath()
        paths[index].addRoundedRectangle(Self.box(shape.rect), radii: Self.radii(shape))
        scratch.removeAll()
        scratch.addRoundedRectangle(Self.box(inner.rect), radii: Self.radii(inner))
        paths[index].appendReversed(scratch)
        return .path(index, transform)
    }

    private mutating func nextPath() -> Int {
        if used == paths.count { paths.append(Path()) } else { paths[used].removeAll() }
        used += 1
        return used - 1
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
