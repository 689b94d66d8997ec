import CoreGraphics
import Foundation

/// A vertex of an outline with its handles, all in the outline's coordinates.
struct LottieVertex: Equatable, Sendable {
    typealias Point = SIMD2<Double>

    var point: Point
    /// The handle of the incoming curve.
    var arriving: Point
    /// The handle of the outgoing curve.
    var leaving: Point

    init(_ point: Point, arriving: Point, leaving: Point) {
        (self.point, self.arriving, self.leaving) = (point, arriving, leaving)
    }

    /// Makes a corner: both handles are at the point.
    init(_ point: Point) {
        self.init(point, arriving: point, leaving: point)
    }

    var isCorner: Bool { arriving == point && leaving == point }

    var reversed: LottieVertex { LottieVertex(point, arriving: leaving, leaving: arriving) }
}

/// An outline: one open or closed sequence of curves.
struct LottieOutline: LottieBlendable, Equatable {
    var vertices: [LottieVertex] = []
    var isClosed = false

    var vertexCount: Int { vertices.count }

    static func blend(_ a: LottieOutline, _ b: LottieOutline, _ amounts: [Double]) -> LottieOutline {
        guard a.vertices.count == b.vertices.count else { return amounts[0] < 1 ? a : b }
        let t = amounts[0]
        var result = a
        for index in result.vertices.indices {
            let (p, q) = (a.vertices[index], b.vertices[index])
            let point = p.point + (q.point - p.point) * t
            result.vertices[index] = LottieVertex(
                point, arriving: point + turned(p.arriving - p.point, q.arriving - q.point, t),
                leaving: point + turned(p.leaving - p.point, q.leaving - q.point, t))
        }
        return result
    }

    /// The handle between two handles, as layers interpolate it: length and direction separately, the shorter way
    /// around.
    private static func turned(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ t: Double) -> SIMD2<Double> {
        let (from, to) = (a.length, b.length)
        guard a != b, from > 0, to > 0 else { return a + (b - a) * t }
        let angle = atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y) * t
        let scale = (from + (to - from) * t) / from
        let (c, s) = (cos(angle) * scale, sin(angle) * scale)
        return SIMD2(a.x * c - a.y * s, a.x * s + a.y * c)
    }

    /// The outline in the opposite direction.
    var reversed: LottieOutline {
        LottieOutline(vertices: vertices.reversed().map { $0.reversed }, isClosed: isClosed)
    }

    /// The curves: from a vertex to the next, and back to the first when it is closed.
    var segments: [(LottieVertex, LottieVertex)] {
        var result = Array(zip(vertices, vertices.dropFirst()))
        if isClosed, let first = vertices.first, let last = vertices.last { result.append((last, first)) }
        return result
    }

    /// Adds the outline to a path.
    func add(to path: CGMutablePath) {
        guard let first = vertices.first else { return }
        path.move(to: first.point.cgPoint)
        for (from, to) in segments {
            if from.leaving == from.point, to.arriving == to.point {
                path.addLine(to: to.point.cgPoint)
            } else {
                path.addCurve(to: to.point.cgPoint, control1: from.leaving.cgPoint, control2: to.arriving.cgPoint)
            }
        }
        if isClosed { path.closeSubpath() }
    }
}

extension SIMD2<Double> {
    var cgPoint: CGPoint { CGPoint(x: x, y: y) }
}

extension LottieOutline {
    /// The distance of a quarter circle's handles, in radii.
    private static let quarter = 0.55228

    /// An ellipse, from the top, clockwise with y down.
    static func ellipse(center: SIMD2<Double>, size: SIMD2<Double>, isReversed: Bool) -> LottieOutline {
        let half = size / 2
        let handle = half * quarter
        func vertex(_ x: Double, _ y: Double) -> LottieVertex {
            let point = center + half * SIMD2(x, y)
            // The tangent is perpendicular to the radius.
            let tangent = handle * SIMD2(-y, x)
            return LottieVertex(point, arriving: point - tangent, leaving: point + tangent)
        }
        let outline = LottieOutline(
            vertices: [vertex(0, -1), vertex(1, 0), vertex(0, 1), vertex(-1, 0)], isClosed: true)
        guard isReversed else { return outline }
        // The reversed outline starts at the top, too.
        let back = outline.reversed.vertices
        return LottieOutline(vertices: [back[3], back[0], back[1], back[2]], isClosed: true)
    }

    /// A rectangle with rounded corners, from the lower end of the top right corner, clockwise.
    static func rectangle(center: SIMD2<Double>, size: SIMD2<Double>, radius: Double, isReversed: Bool) -> LottieOutline
    {
        let half = size / 2
        let r = max(0, min(radius, min(abs(half.x), abs(half.y))))
        func corner(_ x: Double, _ y: Double) -> SIMD2<Double> { center + half * SIMD2(x, y) }
        let corners = [corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)]
        var outline = LottieOutline(vertices: [], isClosed: true)
        if r <= 0 {
            outline.vertices = corners.map { LottieVertex($0) }
        } else {
            // For each corner, the end of the incoming side and the start of the outgoing side.
            let along: [SIMD2<Double>] = [SIMD2(1, 0), SIMD2(0, 1), SIMD2(-1, 0), SIMD2(0, -1)]
            var vertices: [LottieVertex] = []
            for index in 0..<4 {
                let before = corners[index] - along[index] * r
                let after = corners[index] + along[(index + 1) % 4] * r
                vertices.append(LottieVertex(before, arriving: before, leaving: before + along[index] * (r * quarter)))
                vertices.append(
                    LottieVertex(after, arriving: after - along[(index + 1) % 4] * (r * quarter), leaving: after))
            }
            outline.vertices = Array(vertices[1...] + vertices[..<1])
        }
        guard isReversed else { return outline }
        let back = outline.reversed.vertices
        return LottieOutline(vertices: [back[back.count - 1]] + back.dropLast(), isClosed: true)
    }

    /// A star or a polygon, from its first point, which is at the top for a rotation of 0.
    ///
    /// - Parameter inner: the radius and roundness (1 is 100 %) of the inner points; nil for a polygon.
    /// - Parameter rotation: in radians.
    static func star(
        center: SIMD2<Double>, points: Double, outer: (radius: Double, roundness: Double),
        inner: (radius: Double, roundness: Double)?, rotation: Double, isReversed: Bool, _ player: LottiePlayer
    ) -> LottieOutline {
        let isApple = player == .coreAnimation
        let count = points.rounded(isApple ? .up : .toNearestOrAwayFromZero)
        guard count >= 2, count <= 10_000 else { return LottieOutline(vertices: [], isClosed: true) }
        if isApple {
            let star = StarOfApple(center: center, points: points, outer: outer, inner: inner, rotation: rotation)
            return isReversed ? star.outline.reversed : star.outline
        }
        // An eighth of the circle, or less: as much of it as lies between two points.
        let reach = 2 * Double.pi / (4 * count)
        let sides = [outer] + (inner.map { [$0] } ?? [])
        let step = 2 * Double.pi / (count * Double(sides.count)) * (isReversed ? -1 : 1)
        let vertices = (0..<Int(count) * sides.count).map { index in
            let (angle, side) = (rotation - .pi / 2 + Double(index) * step, sides[index % sides.count])
            let direction = SIMD2(cos(angle), sin(angle))
            let point = center + direction * side.radius
            let tangent =
                SIMD2(-direction.y, direction.x) * (side.radius * side.roundness * reach * (isReversed ? -1 : 1))
            return LottieVertex(point, arriving: point - tangent, leaving: point + tangent)
        }
        return LottieOutline(vertices: vertices, isClosed: true)
    }

    /// The outline with rounded corners: each corner becomes a curve between points on its sides, at most half a side
    /// away.
    func rounded(_ radius: Double) -> LottieOutline {
        guard radius > 0, vertices.count > 2 || (vertices.count == 2 && isClosed) else { return self }
        var result = LottieOutline(vertices: [], isClosed: isClosed)
        let count = vertices.count
        for (index, vertex) in vertices.enumerated() {
            guard vertex.isCorner, isClosed || (index > 0 && index < count - 1) else {
                result.vertices.append(vertex)
                continue
            }
            let before = vertices[(index + count - 1) % count].point
            let after = vertices[(index + 1) % count].point
            func side(_ other: SIMD2<Double>) -> SIMD2<Double> {
                let distance = (other - vertex.point).length
                return distance > 0
                    ? vertex.point + (other - vertex.point) * (min(distance / 2, radius) / distance) : vertex.point
            }
            let (start, end) = (side(before), side(after))
            result.vertices.append(
                LottieVertex(start, arriving: start, leaving: start + (vertex.point - start) * 0.5519))
            result.vertices.append(
                LottieVertex(end, arriving: end + (vertex.point - end) * 0.5519, leaving: end))
        }
        return result
    }
}

/// Several outlines, drawn as one shape.
struct LottieOutlines: LottieBlendable {
    var outlines: [LottieOutline]

    var vertexCount: Int { outlines.reduce(0) { $0 + $1.vertices.count } }

    static func blend(_ a: LottieOutlines, _ b: LottieOutlines, _ amounts: [Double]) -> LottieOutlines {
        guard a.outlines.count == b.outlines.count else { return amounts[0] < 1 ? a : b }
        return LottieOutlines(outlines: zip(a.outlines, b.outlines).map { LottieOutline.blend($0, $1, amounts) })
    }

    /// The path of all outlines.
    ///
    /// - Parameter times: how often each outline is repeated, for strokes that pass the end of the outline.
    func path(times: Int = 1, over rect: CGRect? = nil) -> CGPath {
        let path = CGMutablePath()
        if let rect { path.addRect(rect) }
        for _ in 0..<max(1, times) {
            for outline in outlines { outline.add(to: path) }
        }
        return path
    }
}
