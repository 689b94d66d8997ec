import CoreGraphics
import Foundation

/// The two sides of a contact, for its beginning and its end.
struct ContactKey: Hashable {
    weak var behavior: UICollisionBehavior?
    let first: ObjectIdentifier
    /// The other item; nil for a boundary.
    let second: ObjectIdentifier?
    /// The boundary's name; nil for another item.
    let boundary: String?

    static func == (a: ContactKey, b: ContactKey) -> Bool {
        a.first == b.first && a.second == b.second && a.boundary == b.boundary && a.behavior === b.behavior
    }
    func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(second)
        hasher.combine(boundary)
    }
}

/// A place where two bodies, or a body and a boundary, touch.
@MainActor struct Contact {
    let key: ContactKey
    let a: DynamicBody
    /// Nil for a boundary, which does not move.
    let b: DynamicBody?
    let place: Vector2
    /// The direction from `a` to the other side, of length 1.
    let normal: Vector2
    /// How far the two overlap, in points.
    let depth: Double

    private var normalMass = 0.0
    private var tangentMass = 0.0
    private var bounce = 0.0
    private var normalImpulse = 0.0
    private var tangentImpulse = 0.0
    private var friction = 0.0

    init(_ key: ContactKey, _ a: DynamicBody, _ b: DynamicBody?, at place: Vector2, normal: Vector2, depth: Double) {
        (self.key, self.a, self.b, self.place, self.normal, self.depth) = (key, a, b, place, normal, depth)
    }

    private var tangent: Vector2 { Vector2(x: -normal.y, y: normal.x) }
    private var speed: Vector2 { (b?.velocity(at: place) ?? .zero) - a.velocity(at: place) }

    private func mass(_ direction: Vector2) -> Double {
        func part(_ body: DynamicBody) -> Double {
            let arm = (place - body.position).cross(direction)
            return body.inverseMass + arm * arm * body.inverseInertia
        }
        let sum = part(a) + (b.map(part) ?? 0)
        return sum > 0 ? 1 / sum : 0
    }

    mutating func prepare(_ step: Double) {
        normalMass = mass(normal)
        tangentMass = mass(tangent)
        // Of two elasticities the greater counts, and of two frictions the geometric mean. *Source*: Box2D's mixing.
        let elasticity = max(a.elasticity, b?.elasticity ?? 0)
        friction = b.map { (a.friction * $0.friction).squareRoot() } ?? a.friction
        let closing = speed.dot(normal)
        // Below a limit nothing bounces, so that stacks come to rest. The limit is our own.
        bounce = closing < -30 ? -elasticity * closing : 0
    }

    mutating func solve() {
        let impulse = normalMass * (bounce - speed.dot(normal))
        let total = max(0, normalImpulse + impulse)
        apply(normal * (total - normalImpulse))
        normalImpulse = total
        let limit = friction * normalImpulse
        let slide = min(max(tangentImpulse - tangentMass * speed.dot(tangent), -limit), limit)
        apply(tangent * (slide - tangentImpulse))
        tangentImpulse = slide
    }

    private func apply(_ impulse: Vector2) {
        a.push(impulse * -1, at: place)
        b?.push(impulse, at: place)
    }

    /// Moves two that overlap apart, by a fifth of the overlap beyond a hundredth of a point.
    func separate() {
        let sum = a.inverseMass + (b?.inverseMass ?? 0)
        guard sum > 0, depth > 0.01 else { return }
        let way = normal * ((depth - 0.01) * 0.2 / sum)
        a.position = a.position - way * a.inverseMass
        if let b { b.position = b.position + way * b.inverseMass }
    }
}

/// The overlap of two convex polygons.
enum Overlap {
    struct Result {
        var normal: Vector2
        var depth: Double
        var places: [Vector2]
    }

    /// The overlap of two polygons whose corners are clockwise on a screen; nil if they are apart. The normal goes from the
    /// first to the second. *Source*: the separating axis theorem.
    static func find(_ first: [Vector2], _ second: [Vector2]) -> Result? {
        var best = (depth: Double.infinity, normal: Vector2.zero)
        for (polygon, sign) in [(first, 1.0), (second, -1.0)] {
            for index in polygon.indices {
                let edge = polygon[(index + 1) % polygon.count] - polygon[index]
                let length = edge.length
                guard length > 1e-9 else { continue }
                // The outer normal of a clockwise edge with y down.
                let normal = Vector2(x: edge.y / length, y: -edge.x / length)
                let reach = polygon[index].dot(normal)
                let other = sign > 0 ? second : first
                let least = other.map { $0.dot(normal) }.min() ?? 0
                let depth = reach - least
                if depth <= 0 { return nil }
                if depth < best.depth - 1e-9 { best = (depth, normal * sign) }
            }
        }
        guard best.depth.isFinite else { return nil }
        return Result(normal: best.normal, depth: best.depth, places: places(first, second, best.normal))
    }

    /// The corners of each that lie in the other; or the deepest corner of the second.
    private static func places(_ first: [Vector2], _ second: [Vector2], _ normal: Vector2) -> [Vector2] {
        var found = second.filter { contains(first, $0) } + first.filter { contains(second, $0) }
        if found.isEmpty {
            found = [second.min { $0.dot(normal) < $1.dot(normal) } ?? .zero]
        }
        guard found.count > 2 else { return found }
        // The two that are furthest apart along the touching edge hold as well as all of them.
        let along = Vector2(x: -normal.y, y: normal.x)
        let sorted = found.sorted { $0.dot(along) < $1.dot(along) }
        return [sorted[0], sorted[sorted.count - 1]]
    }

    private static func contains(_ polygon: [Vector2], _ point: Vector2) -> Bool {
        for index in polygon.indices {
            let (start, end) = (polygon[index], polygon[(index + 1) % polygon.count])
            if (end - start).cross(point - start) < -1e-9 { return false }
        }
        return true
    }
}
