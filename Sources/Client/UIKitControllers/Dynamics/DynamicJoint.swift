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

/// A value that must not leave a range, held by impulses. A value inside is stopped where it would leave.
struct JointRange {
    /// *Units*: points or radians.
    var limits = UIFloatRange.infinite
    private var value = 0.0
    private var (low, high) = (0.0, 0.0)

    mutating func prepare(_ value: Double) { (self.value, low, high) = (value, 0, 0) }

    /// The impulse for the value's present speed.
    ///
    /// - Parameter mass: The mass that the impulse moves.
    mutating func impulse(_ speed: Double, _ mass: Double, _ step: Double) -> Double {
        var sum = 0.0
        if limits.minimum > -.infinity {
            let total = max(0, low - mass * (speed + Self.bias(value - Double(limits.minimum), step)))
            sum += total - low
            low = total
        }
        if limits.maximum < .infinity {
            let total = min(0, high - mass * (speed + sum / mass - Self.bias(Double(limits.maximum) - value, step)))
            sum += total - high
            high = total
        }
        return sum
    }

    /// The speed that is allowed towards a limit: all of the room in a step, and a fifth of the way back from outside.
    private static func bias(_ room: Double, _ step: Double) -> Double { (room > 0 ? room : room * 0.2) / step }
}

/// Keeps two places together; a fixed one keeps the turn between the bodies as well, and a range limits it.
@MainActor final class PinJoint: DynamicJoint {
    let (a, b): (JointEnd, JointEnd)
    /// The turn of the second against the first at the beginning, in radians; nil if it does not matter.
    let turn: Double?
    let isFixed: Bool
    private var limit = JointRange()
    /// The range of the first's turn against the second, from the beginning.
    var range: UIFloatRange {
        get { limit.limits }
        set { limit.limits = newValue }
    }
    /// The torque that withstands a turn. *Units*: a mass of 100 x 100 points, times square points by square seconds.
    var friction = 0.0
    private var held = 0.0
    private var step = 1.0

    init(_ a: JointEnd, _ b: JointEnd, turn: Double? = nil, isFixed: Bool = false) {
        (self.a, self.b, self.turn, self.isFixed) = (a, b, turn, isFixed)
    }

    func prepare(_ step: Double) {
        (self.step, held) = (step, 0)
        if let turn { limit.prepare(turn - ((b.body?.angle ?? 0) - (a.body?.angle ?? 0))) }
    }

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
        if isFixed { return JointEnd.keep(turn, a.body, b.body, step) }
        let inverse = (a.body?.inverseInertia ?? 0) + (b.body?.inverseInertia ?? 0)
        guard inverse > 0 else { return }
        var spin: Double { (a.body?.spin ?? 0) - (b.body?.spin ?? 0) }
        let total = min(max(held - spin / inverse, -friction * step), friction * step)
        twist(by: total - held)
        held = total
        twist(by: limit.impulse(spin, 1 / inverse, step))
    }

    private func twist(by impulse: Double) {
        if let body = a.body { body.spin += impulse * body.inverseInertia }
        if let body = b.body { body.spin -= impulse * body.inverseInertia }
    }
}

extension JointEnd {
    /// Keeps the turn of a second body against a first. A body that is missing does not turn.
    static func keep(_ turn: Double, _ a: DynamicBody?, _ b: DynamicBody?, _ step: Double) {
        let inverse = (a?.inverseInertia ?? 0) + (b?.inverseInertia ?? 0)
        guard inverse > 0 else { return }
        let error = (b?.angle ?? 0) - (a?.angle ?? 0) - turn
        let impulse = -((b?.spin ?? 0) - (a?.spin ?? 0) + error * 0.2 / step) / inverse
        if let a { a.spin -= impulse * a.inverseInertia }
        if let b { b.spin += impulse * b.inverseInertia }
    }
}

/// Keeps a place of one body on a line through a place of another, and their turn; a range limits the way along the line.
///
/// *Source*: the prismatic joint of E. Catto, "Modeling and Solving Constraints" (GDC 2009): both impulses act at one place.
@MainActor final class SlideJoint: DynamicJoint {
    let a: JointEnd
    /// The end through which the line goes.
    var b: JointEnd
    /// The line's direction, of length 1, as the second body is turned at first.
    private let axis: Vector2
    private let turn: Double
    private var limit = JointRange()
    /// The range of the first's way along the line, from the second's place.
    var range: UIFloatRange {
        get { limit.limits }
        set { limit.limits = newValue }
    }
    private var step = 1.0

    init(_ a: JointEnd, _ b: JointEnd, axis: Vector2) {
        (self.a, self.b, self.axis) = (a, b, axis)
        turn = (b.body?.angle ?? 0) - (a.body?.angle ?? 0)
    }

    private var line: Vector2 { axis.rotated(b.body?.angle ?? 0) }

    func prepare(_ step: Double) {
        self.step = step
        limit.prepare((a.place - b.place).dot(line))
    }

    func solve() {
        let line = line, across = Vector2(x: -line.y, y: line.x), place = a.place
        JointEnd.keep(turn, a.body, b.body, step)
        let side = mass(across, at: place)
        if side > 0 {
            let bias = (place - b.place).dot(across) * 0.2 / step
            push(across * (-(speed(at: place).dot(across) + bias) / side), at: place)
        }
        let along = mass(line, at: place)
        if along > 0 { push(line * limit.impulse(speed(at: place).dot(line), 1 / along, step), at: place) }
    }

    private func speed(at place: Vector2) -> Vector2 {
        a.velocity - (b.body?.velocity(at: place) ?? .zero)
    }
    private func mass(_ direction: Vector2, at place: Vector2) -> Double {
        func part(_ body: DynamicBody?) -> Double {
            guard let body else { return 0 }
            let arm = (place - body.position).cross(direction)
            return body.inverseMass + arm * arm * body.inverseInertia
        }
        return part(a.body) + part(b.body)
    }
    private func push(_ impulse: Vector2, at place: Vector2) {
        a.body?.push(impulse, at: place)
        b.body?.push(impulse * -1, at: place)
    }
}
