import CoreGraphics
import Foundation

/// A condition on one or two bodies that is held by impulses.
@MainActor protocol DynamicJoint: AnyObject {
    func prepare(_ step: Double)
    func solve()
}

/// One side of a joint: a place on a body, or a fixed point.
@MainActor struct JointEnd {
    /// Nil for a point that does not move.
    var body: DynamicBody?
    /// The place from the body's middle, as it is turned at first; or the point itself.
    var offset: Vector2

    var place: Vector2 { body.map { $0.place(offset) } ?? offset }
    var velocity: Vector2 { body.map { $0.velocity(at: place) } ?? .zero }

    func mass(along direction: Vector2) -> Double {
        guard let body else { return 0 }
        let arm = (place - body.position).cross(direction)
        return body.inverseMass + arm * arm * body.inverseInertia
    }
    func push(_ impulse: Vector2) { body?.push(impulse, at: place) }
}

/// Keeps two places at a distance: rigidly, as a spring, or as a rope.
///
/// *Source*: E. Catto, "Soft Constraints" (GDC 2011), for the spring's softness.
@MainActor final class DistanceJoint: DynamicJoint {
    let (a, b): (JointEnd, JointEnd)
    let length: Double
    /// In cycles a second; 0 for a rigid one.
    let frequency: Double
    /// The damping of the spring: 1 does not swing.
    let damping: Double
    /// Whether the distance may be less.
    let isRope: Bool
    private var direction = Vector2.zero
    private var (mass, bias, softness, total) = (0.0, 0.0, 0.0, 0.0)

    init(_ a: JointEnd, _ b: JointEnd, length: Double, frequency: Double, damping: Double, isRope: Bool) {
        (self.a, self.b, self.length, self.frequency, self.damping, self.isRope) = (
            a, b, length, frequency, damping, isRope
        )
    }

    func prepare(_ step: Double) {
        let way = b.place - a.place
        let distance = way.length
        direction = distance > 1e-9 ? way * (1 / distance) : Vector2(x: 0, y: 1)
        var inverse = a.mass(along: direction) + b.mass(along: direction)
        let error = distance - length
        (softness, total) = (0, 0)
        if frequency > 0, inverse > 0 {
            let mass = 1 / inverse
            let omega = 2 * .pi * frequency
            let friction = 2 * mass * damping * omega
            let stiffness = mass * omega * omega
            softness = step * (friction + step * stiffness)
            softness = softness > 0 ? 1 / softness : 0
            bias = error * step * stiffness * softness
            inverse += softness
        } else {
            bias = error * 0.2 / step
        }
        // A rope that is not tight pulls only once it would be too long after the step.
        if isRope, error < 0 { bias = error / step }
        mass = inverse > 0 ? 1 / inverse : 0
    }

    func solve() {
        let speed = (b.velocity - a.velocity).dot(direction)
        var impulse = -mass * (speed + bias + softness * total)
        if isRope {
            let sum = min(0, total + impulse)
            impulse = sum - total
        }
        total += impulse
        a.push(direction * -impulse)
        b.push(direction * impulse)
    }
}

/// Keeps two places together; a fixed one keeps the turn between the bodies as well.
@MainActor final class PinJoint: DynamicJoint {
    let (a, b): (JointEnd, JointEnd)
    /// The turn of the second against the first, in radians; nil if it is free.
    let turn: Double?
    private var step = 1.0

    init(_ a: JointEnd, _ b: JointEnd, turn: Double?) { (self.a, self.b, self.turn) = (a, b, turn) }

    func prepare(_ step: Double) { self.step = step }

    func solve() {
        for direction in [Vector2(x: 1, y: 0), Vector2(x: 0, y: 1)] {
            let inverse = a.mass(along: direction) + b.mass(along: direction)
            guard inverse > 0 else { continue }
            let bias = (b.place - a.place).dot(direction) * 0.2 / step
            let impulse = -((b.velocity - a.velocity).dot(direction) + bias) / inverse
            a.push(direction * -impulse)
            b.push(direction * impulse)
        }
        guard let turn else { return }
        let inverse = (a.body?.inverseInertia ?? 0) + (b.body?.inverseInertia ?? 0)
        guard inverse > 0 else { return }
        let error = (b.body?.angle ?? 0) - (a.body?.angle ?? 0) - turn
        let speed = (b.body?.spin ?? 0) - (a.body?.spin ?? 0)
        let impulse = -(speed + error * 0.2 / step) / inverse
        if let body = a.body { body.spin -= impulse * body.inverseInertia }
        if let body = b.body { body.spin += impulse * body.inverseInertia }
    }
}
