import CoreGraphics
import Foundation
import QuartzCore

/// A field: applies forces to items by their place, speed, mass and charge.
///
/// *Units*: Apple names none. Fields count here as pushes do: lengths in 100 points, velocities in 100 points a second,
/// masses in items of 100 x 100 points of density 1, so that a force of 1 is that of a push of magnitude 1. This is a guess;
/// with it, Apple's words for each field are formulas, which stand at the class methods. In them s is `strength` times the
/// falloff's factor, m an item's mass, and r the way from the field's position to the item's middle.
///
/// A field gives the same forces at the same times in every run, noise included.
///
/// *Source*: Apple, UIFieldBehavior.
open class UIFieldBehavior: UIDynamicBehavior {
    private enum Kind {
        case none, drag, vortex, radialGravity, linearGravity, velocity, noise, turbulence, spring, electric, magnetic
        case custom((UIFieldBehavior, CGPoint, CGVector, CGFloat, CGFloat, TimeInterval) -> CGVector)
    }
    private var kind = Kind.none
    private var list = DynamicItemList([])
    /// The items.
    open var items: [any UIDynamicItem] { list.items }
    /// The field's middle, in the animator's reference space; zero at first.
    open var position = CGPoint.zero { didSet { animator?.wake() } }
    /// The area in which the field acts, about its position; all points at first. An item is inside if its middle is.
    open var region = UIRegion.infinite { didSet { animator?.wake() } }
    /// The factor of the field's force; 1 at first.
    open var strength: CGFloat = 1 { didSet { animator?.wake() } }
    /// The exponent by which the force decreases: it is divided by this power of the distance, which counts in 100 points;
    /// 0, a uniform field, at first. The unit is a guess.
    open var falloff: CGFloat = 0 { didSet { animator?.wake() } }
    /// The least distance that counts, in points: nearer items have the force of this one. 1 at first, a guess: Apple calls
    /// it "very small, but not zero".
    open var minimumRadius: CGFloat = 1 { didSet { animator?.wake() } }
    /// The direction of linear gravity and of velocity fields, with its length; (0, 0) at first.
    open var direction = CGVector.zero { didSet { animator?.wake() } }
    /// How little the noise varies from place to place, 0 to 1: its features are 25 points wide at 0 and 400 at 1. The widths
    /// are a guess.
    open var smoothness: CGFloat = 0 { didSet { animator?.wake() } }
    /// How fast noise changes, in Hz; 0 for noise that stays.
    open var animationSpeed: CGFloat = 0 { didSet { animator?.wake() } }

    /// Makes a field without a force: the class methods make the others.
    public override init() { super.init() }

    private class func make(_ kind: Kind) -> Self {
        let made = makeObject(of: self)
        made.kind = kind
        return made
    }

    /// A field that brakes: the force is -s v.
    open class func dragField() -> Self { make(.drag) }
    /// A field that turns items about its position: at right angles to r, counter-clockwise for a positive strength, with
    /// the force m s |r|, where |r| counts in points. That is a guess: Apple calls it proportional to mass and distance.
    open class func vortexField() -> Self { make(.vortex) }
    /// A field that attracts to a point: the force is m s along -r.
    ///
    /// Apple calls the force proportional to the distance, and a field of `falloff` 0 uniform. Here the distance counts by
    /// `falloff` only.
    open class func radialGravityField(position: CGPoint) -> Self {
        let made = make(.radialGravity)
        made.position = position
        return made
    }
    /// Gravity in a direction: the force is m s `direction`.
    open class func linearGravityField(direction: CGVector) -> Self {
        let made = make(.linearGravity)
        made.direction = direction
        return made
    }
    /// A field that sets the velocity of items to s `direction`, in 100 points a second, whatever other forces there are.
    open class func velocityField(direction: CGVector) -> Self {
        let made = make(.velocity)
        made.direction = direction
        return made
    }
    /// A field of noise: the force is m s times a vector of -1 to 1 in x and y, which varies with place and time.
    open class func noiseField(smoothness: CGFloat, animationSpeed speed: CGFloat) -> Self {
        let made = make(.noise)
        (made.smoothness, made.animationSpeed) = (smoothness, speed)
        return made
    }
    /// A field of noise whose force is proportional to an item's speed: that of `noiseField` times |v|.
    open class func turbulenceField(smoothness: CGFloat, animationSpeed speed: CGFloat) -> Self {
        let made = make(.turbulence)
        (made.smoothness, made.animationSpeed) = (smoothness, speed)
        return made
    }
    /// A spring to the position: the force is -s r.
    open class func springField() -> Self { make(.spring) }
    /// A field that repels positive charges for a positive strength: the force is q s along r, for the charge q.
    open class func electricField() -> Self { make(.electric) }
    /// A field that comes out of the screen: the force is q s |v| at right angles to the velocity, so that positive charges
    /// circle counter-clockwise for a positive strength.
    open class func magneticField() -> Self { make(.magnetic) }
    /// A field by a block, which gets the field, the item's place in points, its velocity in 100 points a second, its mass and
    /// charge, and the length of the step in seconds, and returns a force. It is called in each step of 1/240 s.
    open class func field(
        evaluationBlock block:
            @escaping (UIFieldBehavior, CGPoint, CGVector, CGFloat, CGFloat, TimeInterval) -> CGVector
    ) -> Self { make(.custom(block)) }

    /// Adds an item.
    open func addItem(_ item: any UIDynamicItem) {
        if list.add(item) { animator?.wake() }
    }
    /// Removes an item.
    open func removeItem(_ item: any UIDynamicItem) {
        list.remove(item)
        animator?.itemsChanged()
    }

    override var movedItems: [any UIDynamicItem] { items }

    // MARK: Forces

    /// The points in the unit of length of fields.
    private static let unit = 100.0

    override func apply(_ animator: UIDynamicAnimator, _ step: Double) {
        for item in items {
            let body = animator.body(of: item)
            let way = body.position - Vector2(position)
            guard !body.isAnchored, region.contains(way.point) else { continue }
            let distance = max(way.length, Double(minimumRadius), 1e-6)
            let factor = falloff == 0 ? 1 : pow(distance / Self.unit, -Double(falloff))
            let force = force(
                on: body, way * (1 / Self.unit), Double(strength) * factor, step, animator.elapsedTime)
            // A force that is not finite is left out: the item could never come back.
            guard force.x.isFinite, force.y.isFinite else { continue }
            body.force = body.force + force * Self.unit
            // An animated field moves items again that are still now.
            if animationSpeed != 0, force != .zero { body.stillTime = 0 }
        }
    }

    /// The force of the field, in its units; a velocity field sets the velocity instead.
    private func force(
        on body: DynamicBody, _ way: Vector2, _ strength: Double, _ step: Double, _ time: Double
    ) -> Vector2 {
        let mass = body.mass, velocity = body.velocity * (1 / Self.unit)
        let direction = Vector2(x: Double(direction.dx), y: Double(direction.dy))
        switch kind {
        case .none: return .zero
        case .drag:
            // An implicit step, which is stable for any strength.
            let slowed = velocity * (1 / (1 + max(0, strength) / mass * step) - min(0, strength) / mass * step)
            return (slowed - velocity) * (mass / step)
        case .vortex: return Vector2(x: way.y, y: -way.x) * (mass * strength * Self.unit)
        case .radialGravity: return way.ofLength(-mass * strength)
        case .linearGravity: return direction * (mass * strength)
        case .velocity:
            let held = direction * (strength * Self.unit)
            if held.x.isFinite, held.y.isFinite { body.heldVelocity = held }
            return .zero
        case .noise: return noise(body.position, time) * (mass * strength)
        case .turbulence: return noise(body.position, time) * (mass * strength * velocity.length)
        case .spring:
            // A stiffer spring than this one would swing more widely from step to step.
            return way * -min(strength, mass / (step * step))
        case .electric: return way.ofLength(body.charge * strength)
        case .magnetic:
            // The velocity is turned, so that it keeps its length. Angles are clockwise on a screen.
            let turned = velocity.rotated(-body.charge * strength / mass * step)
            return (turned - velocity) * (mass / step)
        case .custom(let block):
            let given = block(
                self, body.position.point, CGVector(dx: CGFloat(velocity.x), dy: CGFloat(velocity.y)), CGFloat(mass),
                CGFloat(body.charge), step)
            return Vector2(x: Double(given.dx), y: Double(given.dy))
        }
    }

    private static let noises = (x: FieldNoise(seed: 1), y: FieldNoise(seed: 2))

    private func noise(_ place: Vector2, _ time: Double) -> Vector2 {
        let width = 25 * pow(16, Double(min(max(smoothness, 0), 1)))
        let (x, y, z) = (place.x / width, place.y / width, time * Double(animationSpeed))
        // Off the lattice, on whose points noise is 0: items often lie at whole places, and at first the time is 0.
        return Vector2(
            x: Self.noises.x.value(x + 0.37, y + 0.61, z + 0.5), y: Self.noises.y.value(x + 0.37, y + 0.61, z + 0.5))
    }
}

extension Vector2 {
    /// A vector of this direction, or the opposite one for a negative length; zero has none.
    fileprivate func ofLength(_ length: Double) -> Vector2 {
        let own = self.length
        return own > 0 ? self * (length / own) : .zero
    }
}
