import CoreGraphics
import Foundation

/// A vector in double precision.
struct Vector2: Equatable {
    var x: Double
    var y: Double
    static let zero = Vector2(x: 0, y: 0)
    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    init(_ point: CGPoint) { (x, y) = (Double(point.x), Double(point.y)) }
    var point: CGPoint { CGPoint(x: CGFloat(x), y: CGFloat(y)) }
    var length: Double { (x * x + y * y).squareRoot() }
    func dot(_ other: Vector2) -> Double { x * other.x + y * other.y }
    func cross(_ other: Vector2) -> Double { x * other.y - y * other.x }
    /// The vector turned by a right angle, times a number: the velocity of a point at this place by a turn.
    func turned(by speed: Double) -> Vector2 { Vector2(x: -speed * y, y: speed * x) }
    func rotated(_ angle: Double) -> Vector2 {
        let (s, c) = (sin(angle), cos(angle))
        return Vector2(x: c * x - s * y, y: s * x + c * y)
    }
    static func + (a: Vector2, b: Vector2) -> Vector2 { Vector2(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: Vector2, b: Vector2) -> Vector2 { Vector2(x: a.x - b.x, y: a.y - b.y) }
    static func * (a: Vector2, b: Double) -> Vector2 { Vector2(x: a.x * b, y: a.y * b) }
}

/// A rigid body: the state of a dynamic item between two steps.
///
/// Its mass is its density times its area in units of 100 by 100 points. *Source*: Apple, UIDynamicItemBehavior.density:
/// an item of 100 by 100 points with density 1 accelerates by 100 points a second squared under a push of magnitude 1.
@MainActor final class DynamicBody {
    let item: any UIDynamicItem
    /// The middle. *Units*: points.
    var position: Vector2
    /// *Units*: radians.
    var angle: Double
    var velocity = Vector2.zero
    /// *Units*: radians a second.
    var spin = 0.0
    var force = Vector2.zero
    var torque = 0.0
    let halfSize: Vector2
    let isEllipse: Bool

    var density = 1.0
    var elasticity = 0.0
    var friction = 0.0
    var resistance = 0.0
    var angularResistance = 0.0
    var allowsRotation = true
    var isAnchored = false
    var charge = 0.0
    /// The velocity that a velocity field gives in this step, whatever forces there are; nil without one.
    var heldVelocity: Vector2?
    /// The time for which it has been nearly still, in seconds.
    var stillTime = 0.0

    init(_ item: any UIDynamicItem) {
        self.item = item
        position = Vector2(item.center)
        let transform = item.transform
        angle = Double(atan2(transform.b, transform.a))
        let scale = Double((transform.a * transform.a + transform.b * transform.b).squareRoot())
        halfSize = Vector2(x: Double(item.bounds.width) / 2 * scale, y: Double(item.bounds.height) / 2 * scale)
        isEllipse = item.collisionBoundsType == .ellipse
    }

    var mass: Double {
        let area = isEllipse ? .pi * halfSize.x * halfSize.y : 4 * halfSize.x * halfSize.y
        return max(density * area / 10_000, 1e-6)
    }
    var inverseMass: Double { isAnchored ? 0 : 1 / mass }
    /// The moment of inertia of a rectangle, or of an ellipse, about its middle.
    var inverseInertia: Double {
        guard !isAnchored, allowsRotation else { return 0 }
        let sum = halfSize.x * halfSize.x + halfSize.y * halfSize.y
        return 1 / max(mass * sum / (isEllipse ? 4 : 3), 1e-9)
    }

    /// The corners, counted clockwise on a screen; of an ellipse, those of its polygon.
    var corners: [Vector2] {
        let local: [Vector2]
        if isEllipse {
            local = (0..<Self.ellipseCorners).map { index in
                let angle = Double(index) / Double(Self.ellipseCorners) * 2 * .pi
                return Vector2(x: cos(angle) * halfSize.x, y: sin(angle) * halfSize.y)
            }
        } else {
            local = [
                Vector2(x: -halfSize.x, y: -halfSize.y), Vector2(x: halfSize.x, y: -halfSize.y),
                Vector2(x: halfSize.x, y: halfSize.y), Vector2(x: -halfSize.x, y: halfSize.y),
            ]
        }
        return local.map { $0.rotated(angle) + position }
    }
    private static let ellipseCorners = 24

    /// A place given from the item's middle, as it is turned now.
    func place(_ offset: Vector2) -> Vector2 { position + offset.rotated(angle) }
    func velocity(at place: Vector2) -> Vector2 { velocity + (place - position).turned(by: spin) }

    func push(_ impulse: Vector2, at place: Vector2) {
        velocity = velocity + impulse * inverseMass
        spin += (place - position).cross(impulse) * inverseInertia
    }

    /// Puts the state into the item.
    func show() {
        item.center = position.point
        guard allowsRotation else { return }
        item.transform = CGAffineTransform(rotationAngle: CGFloat(angle))
    }

    /// Takes the item's place, which a program has changed.
    func adopt() {
        position = Vector2(item.center)
        angle = Double(atan2(item.transform.b, item.transform.a))
        stillTime = 0
    }
}
