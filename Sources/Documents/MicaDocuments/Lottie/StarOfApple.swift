import Foundation

/// A star or a polygon as Apple's player makes it: with fractions of points, and longer handles.
///
/// *Source*: airbnb/lottie-ios, Star and Polygon.
struct StarOfApple {
    typealias Side = (radius: Double, roundness: Double)

    /// How long handles are, in radii: of a star's points and of a polygon's.
    private static let starReach = 0.47829, polygonReach = 0.25

    var center: SIMD2<Double>
    var points: Double
    var outer: Side
    /// The inner points; nil for a polygon.
    var inner: Side?
    /// In radians.
    var rotation: Double

    /// The outline, from the first point, clockwise.
    var outline: LottieOutline {
        LottieOutline(vertices: inner.map { star($0) } ?? polygon, isClosed: true)
    }

    private func vertex(_ angle: Double, _ radius: Double, _ reach: Double) -> LottieVertex {
        let direction = SIMD2(cos(angle), sin(angle))
        let point = center + direction * radius
        let tangent = SIMD2(-direction.y, direction.x) * reach
        return LottieVertex(point, arriving: point - tangent, leaving: point + tangent)
    }

    private var polygon: [LottieVertex] {
        var angle = rotation - .pi / 2
        return (0..<Int(points.rounded(.up))).map { _ in
            defer { angle += 2 * .pi / points }
            return vertex(angle, outer.radius, outer.radius * outer.roundness * Self.polygonReach)
        }
    }

    private func star(_ inner: Side) -> [LottieVertex] {
        var angle = rotation - .pi / 2
        let half = Double.pi / points
        let part = points - points.rounded(.down)
        // A fractional point is proportionally nearer to the inner radius, and takes a proportional part of the turn.
        let first = part > 0 ? inner.radius + part * (outer.radius - inner.radius) : outer.radius
        let shrink = part > 0 ? part : 1
        if part > 0 { angle += half * (1 - part) }
        var result = [vertex(angle, first, outer.radius * outer.roundness * Self.starReach * shrink)]
        angle += half * shrink
        for index in 1..<Int(points.rounded(.up)) * 2 {
            let side = index.isMultiple(of: 2) ? outer : inner
            result.append(vertex(angle, side.radius, side.radius * side.roundness * Self.starReach))
            angle += half
        }
        return result
    }
}
