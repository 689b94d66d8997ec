import MicaBase
import MicaFrame

/// The pixels that an op certainly covers with opaque colour, so that nothing behind them shows. A subset, found
/// without the exact outline.
enum Occluder {
    case nothing
    /// An axis-aligned rectangle of whole pixels, without squares of this size at its four corners. *Units*: pixels.
    case level(DeviceRect, corner: Int)
    /// A convex quadrilateral as the lines of its sides: a x + b y + c is 0 or more inside, at least `margin` away from
    /// the side.
    case convex(a: SIMD4<Double>, b: SIMD4<Double>, c: SIMD4<Double>)

    /// Whether it hides anything.
    @inline(__always)  // For every op of a tile.
    var hidesAny: Bool {
        if case .nothing = self { false } else { true }
    }

    /// The least distance of a hidden pixel from a side, in pixels: the rasterizer moves corners by less.
    private static let margin = 1.0 / 256

    /// The occluder of a fill that is not prepared; nothing for ops of other kinds.
    init(of ops: Span<DrawOp>, at index: Int) {
        guard ops[index].clip == nil, ops[index].opacity >= 1, ops[index].blend == .sourceOver,
            case .fill(let shape, let color) = ops[index].content, color.alpha >= 1
        else {
            self = .nothing
            return
        }
        self.init(shape, ops[index].transform)
    }

    /// The occluder of a filled rounded rectangle; the corners are left out.
    init(_ shape: RoundedRect, _ transform: Homography) {
        self = .nothing
        let rect = shape.rect
        // The length of a corner along the sides.
        let corner = shape.radii.max() * (1 + (Path.continuousExpansion - 1) * shape.smoothing)
        guard !rect.isEmpty, transform.isAffine else { return }
        if transform.isScaleAndTranslation {
            guard let box = transform.axisAlignedBox(of: rect) else { return }
            func whole(_ edge: Double, _ rule: FloatingPointRoundingRule) -> Int {
                edge.isNaN ? 0 : Int(max(-1e9, min(1e9, edge)).rounded(rule))
            }
            let reach = corner * max(abs(transform.a), abs(transform.d))
            let inside = DeviceRect(
                minX: whole(box.minimum.x, .up), minY: whole(box.minimum.y, .up), maxX: whole(box.maximum.x, .down),
                maxY: whole(box.maximum.y, .down))
            if !inside.isEmpty { self = .level(inside, corner: whole(reach, .up)) }
            return
        }
        guard corner == 0 else { return }
        let corners = [
            transform.apply(rect.minX, rect.minY), transform.apply(rect.maxX, rect.minY),
            transform.apply(rect.maxX, rect.maxY), transform.apply(rect.minX, rect.maxY),
        ]
        var (a, b, c) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
        // The corners run clockwise, or counterclockwise where the plane is seen from behind.
        let sign = transform.a * transform.d - transform.b * transform.c < 0 ? -1.0 : 1.0
        for i in 0..<4 {
            let (p, q) = (corners[i], corners[(i + 1) % 4])
            let (dx, dy) = ((q.x - p.x) * sign, (q.y - p.y) * sign)
            let length = (dx * dx + dy * dy).squareRoot()
            guard length > 1e-3, length < 1e9 else { return }
            (a[i], b[i]) = (-dy / length, dx / length)
            c[i] = -(a[i] * p.x + b[i] * p.y) - Self.margin
        }
        self = .convex(a: a, b: b, c: c)
    }

    /// The columns that are hidden in all of some rows.
    func columns(minY: Int, maxY: Int) -> Range<Int> {
        switch self {
        case .nothing: return 0..<0
        case .level(let rect, let corner):
            if minY >= rect.minY + corner, maxY <= rect.maxY - corner { return rect.minX..<rect.maxX }
            guard minY >= rect.minY, maxY <= rect.maxY, rect.width > 2 * corner else { return 0..<0 }
            return rect.minX + corner..<rect.maxX - corner
        case .convex(let a, let b, let c):
            var (low, high) = (-1e9, 1e9)
            let (top, bottom) = (Double(minY), Double(maxY))
            for i in 0..<4 {
                // Only the row nearest to the side needs a test.
                let rest = c[i] + b[i] * (b[i] > 0 ? top : bottom)
                if a[i] > 1e-9 {
                    low = max(low, -rest / a[i])
                } else if a[i] < -1e-9 {
                    high = min(high, -rest / a[i])
                } else if rest + min(a[i] * low, a[i] * high) < 0 {
                    return 0..<0
                }
            }
            guard low < high else { return 0..<0 }
            let (first, last) = (Int(low.rounded(.up)), Int(high.rounded(.down)))
            return first < last ? first..<last : 0..<0
        }
    }

    /// The axis-aligned rectangle that is hidden between the upper and the lower corners.
    var rect: DeviceRect {
        guard case .level(let rect, let corner) = self else { return .empty }
        let inside = DeviceRect(
            minX: rect.minX, minY: rect.minY + corner, maxX: rect.maxX, maxY: rect.maxY - corner)
        return inside.isEmpty ? .empty : inside
    }

    /// The axis-aligned rectangle that is hidden between the left and the right corners, from top to bottom.
    var betweenCorners: DeviceRect {
        guard case .level(let rect, let corner) = self, corner > 0, rect.width > 2 * corner else { return .empty }
        return DeviceRect(minX: rect.minX + corner, minY: rect.minY, maxX: rect.maxX - corner, maxY: rect.maxY)
    }
}
