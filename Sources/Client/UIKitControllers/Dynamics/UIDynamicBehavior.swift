import CoreGraphics
import Foundation

/// Something that moves items, or a collection of such; a base class.
///
/// *Source*: Apple, UIDynamicBehavior.
@preconcurrency @MainActor open class UIDynamicBehavior: NSObject {
    /// The behaviours in this one.
    open private(set) var childBehaviors: [UIDynamicBehavior] = []
    /// Called after each frame in which items have moved.
    open var action: (() -> Void)?
    /// The animator; nil for none.
    open var dynamicAnimator: UIDynamicAnimator? { animator }
    final weak var animator: UIDynamicAnimator?

    /// Makes a behaviour that does nothing by itself.
    public override init() { super.init() }

    /// Adds a behaviour to this one.
    open func addChildBehavior(_ behavior: UIDynamicBehavior) {
        guard !childBehaviors.contains(where: { $0 === behavior }) else { return }
        childBehaviors.append(behavior)
        if let animator {
            behavior.join(animator)
            animator.wake()
        }
    }

    /// Removes a behaviour from this one.
    open func removeChildBehavior(_ behavior: UIDynamicBehavior) {
        guard childBehaviors.contains(where: { $0 === behavior }) else { return }
        childBehaviors.removeAll { $0 === behavior }
        behavior.leave()
        animator?.itemsChanged()
    }

    /// The behaviour gets an animator, or loses it; an override calls super.
    open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

    final func join(_ animator: UIDynamicAnimator) {
        willMove(to: animator)
        self.animator = animator
        for item in movedItems { _ = animator.body(of: item) }
        for child in childBehaviors { child.join(animator) }
        joined(animator)
    }

    final func leave() {
        willMove(to: nil)
        if let animator { left(animator) }
        animator = nil
        for child in childBehaviors { child.leave() }
    }

    /// The items that the behaviour moves.
    var movedItems: [any UIDynamicItem] { [] }
    /// The behaviour has an animator.
    func joined(_ animator: UIDynamicAnimator) {}
    /// The behaviour loses its animator.
    func left(_ animator: UIDynamicAnimator) {}
    /// Adds forces and impulses for a step.
    func apply(_ animator: UIDynamicAnimator, _ step: Double) {}
    /// The contacts that it watches over.
    func contacts(_ animator: UIDynamicAnimator) -> [Contact] { [] }
    /// The joints that it holds.
    func joints(_ animator: UIDynamicAnimator) -> [any DynamicJoint] { [] }
}

/// A list of items of a behaviour.
@MainActor struct DynamicItemList {
    private(set) var items: [any UIDynamicItem] = []

    init(_ items: [any UIDynamicItem]) { for item in items { add(item) } }

    @discardableResult
    mutating func add(_ item: any UIDynamicItem) -> Bool {
        guard !contains(item) else { return false }
        items.append(item)
        return true
    }
    mutating func remove(_ item: any UIDynamicItem) { items.removeAll { $0 === item } }
    func contains(_ item: any UIDynamicItem) -> Bool { items.contains { $0 === item } }
}

/// A direction with a strength, whose angle stays while the strength is 0: a program may set the angle first.
struct DynamicDirection {
    var vector: CGVector {
        didSet { if vector != .zero { angle = atan2(vector.dy, vector.dx) } }
    }
    /// *Units*: radians from the right, clockwise.
    private(set) var angle: CGFloat
    var magnitude: CGFloat { hypot(vector.dx, vector.dy) }

    init(_ vector: CGVector) { (self.vector, angle) = (vector, atan2(vector.dy, vector.dx)) }

    mutating func set(_ angle: CGFloat, _ magnitude: CGFloat) {
        vector = CGVector(dx: magnitude * cos(angle), dy: magnitude * sin(angle))
        if magnitude == 0 { self.angle = angle }
    }
}

/// Gravity: accelerates all of its items alike.
///
/// *Source*: Apple, UIGravityBehavior: a magnitude of 1 is 1000 points a second squared.
open class UIGravityBehavior: UIDynamicBehavior {
    private var list: DynamicItemList
    /// The items.
    open var items: [any UIDynamicItem] { list.items }
    /// The direction and strength: (0, 1), down, at first.
    open var gravityDirection: CGVector {
        get { direction.vector }
        set {
            direction.vector = newValue
            animator?.wake()
        }
    }
    private var direction = DynamicDirection(CGVector(dx: 0, dy: 1))

    /// Makes gravity for items.
    public init(items: [any UIDynamicItem]) {
        list = DynamicItemList(items)
        super.init()
    }
    /// Makes gravity without items.
    public convenience override init() { self.init(items: []) }

    /// Adds an item.
    open func addItem(_ item: any UIDynamicItem) {
        if list.add(item) { animator?.wake() }
    }
    /// Removes an item.
    open func removeItem(_ item: any UIDynamicItem) {
        list.remove(item)
        animator?.itemsChanged()
    }

    /// The direction, in radians from the right, clockwise.
    open var angle: CGFloat {
        get { direction.angle }
        set { setAngle(newValue, magnitude: magnitude) }
    }
    /// The strength; 1 at first.
    open var magnitude: CGFloat {
        get { direction.magnitude }
        set { setAngle(angle, magnitude: newValue) }
    }
    /// Sets direction and strength.
    open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        direction.set(angle, magnitude)
        animator?.wake()
    }

    override var movedItems: [any UIDynamicItem] { items }
    override func apply(_ animator: UIDynamicAnimator, _ step: Double) {
        for item in items {
            let body = animator.body(of: item)
            body.force =
                body.force + Vector2(x: Double(gravityDirection.dx), y: Double(gravityDirection.dy))
                * (1000 * body.mass)
        }
    }
}

/// A push: a force that lasts, or one blow.
///
/// *Source*: Apple, UIPushBehavior: a magnitude of 1 accelerates an item of 100 by 100 points and density 1 by 100 points a
/// second squared.
open class UIPushBehavior: UIDynamicBehavior {
    /// How long a push lasts; raw values are Apple's.
    public enum Mode: Int, Sendable {
        /// While it is active.
        case continuous = 0
        /// One blow.
        case instantaneous = 1
    }

    /// How long it lasts.
    public let mode: Mode
    private var list: DynamicItemList
    /// The items.
    open var items: [any UIDynamicItem] { list.items }
    /// Whether it pushes; true at first. A blow sets it to false; setting true gives another.
    open var active = true {
        didSet { if active { animator?.wake() } }
    }
    /// The direction and strength; zero at first.
    open var pushDirection: CGVector {
        get { direction.vector }
        set {
            direction.vector = newValue
            animator?.wake()
        }
    }
    private var direction = DynamicDirection(.zero)
    private var offsets: [ObjectIdentifier: UIOffset] = [:]

    /// Makes a push of items.
    public init(items: [any UIDynamicItem], mode: Mode) {
        (list, self.mode) = (DynamicItemList(items), mode)
        super.init()
    }

    /// Adds an item.
    open func addItem(_ item: any UIDynamicItem) {
        if list.add(item) { animator?.wake() }
    }
    /// Removes an item.
    open func removeItem(_ item: any UIDynamicItem) {
        list.remove(item)
        animator?.itemsChanged()
    }

    /// The direction, in radians from the right, clockwise; it stays while the strength is 0.
    open var angle: CGFloat {
        get { direction.angle }
        set { setAngle(newValue, magnitude: magnitude) }
    }
    /// The strength.
    open var magnitude: CGFloat {
        get { direction.magnitude }
        set { setAngle(angle, magnitude: newValue) }
    }
    /// Sets direction and strength.
    open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        direction.set(angle, magnitude)
        animator?.wake()
    }

    /// The place of an item at which it is pushed, from its middle, in points; zero at first.
    open func targetOffsetFromCenter(for item: any UIDynamicItem) -> UIOffset {
        offsets[ObjectIdentifier(item)] ?? .zero
    }
    /// Sets the place of an item at which it is pushed.
    open func setTargetOffsetFromCenter(_ offset: UIOffset, for item: any UIDynamicItem) {
        offsets[ObjectIdentifier(item)] = offset
    }

    override var movedItems: [any UIDynamicItem] { items }
    override func apply(_ animator: UIDynamicAnimator, _ step: Double) {
        guard active else { return }
        let force = Vector2(x: Double(pushDirection.dx), y: Double(pushDirection.dy)) * 100
        for item in items {
            let body = animator.body(of: item)
            let offset = targetOffsetFromCenter(for: item)
            let arm = Vector2(x: Double(offset.horizontal), y: Double(offset.vertical)).rotated(body.angle)
            if mode == .instantaneous {
                body.push(force, at: body.position + arm)
            } else {
                body.force = body.force + force
                body.torque += arm.cross(force)
            }
        }
        if mode == .instantaneous { active = false }
    }
}

/// A snap: an item springs to a point, and stands upright there.
///
/// *Source*: Apple, UISnapBehavior; the spring of 3 cycles a second is assumed.
open class UISnapBehavior: UIDynamicBehavior {
    private let item: any UIDynamicItem
    /// The point, in the animator's reference space.
    open var snapPoint: CGPoint {
        didSet { animator?.wake() }
    }
    /// How little the item swings, 0 to 1; 0.5 at first.
    open var damping: CGFloat = 0.5 {
        didSet { animator?.wake() }
    }

    /// Makes a snap of an item to a point.
    public init(item: any UIDynamicItem, snapTo point: CGPoint) {
        (self.item, snapPoint) = (item, point)
        super.init()
    }

    override var movedItems: [any UIDynamicItem] { [item] }
    override func apply(_ animator: UIDynamicAnimator, _ step: Double) {
        let body = animator.body(of: item)
        let omega = 2 * Double.pi * 3
        let ratio = 0.2 + 0.8 * Double(min(max(damping, 0), 1))
        // An implicit step, which is stable for any stiffness.
        let (stiffness, friction) = (omega * omega, 2 * ratio * omega)
        let divisor = 1 + step * friction + step * step * stiffness
        let way = body.position - Vector2(snapPoint)
        let speed = (body.velocity - way * (step * stiffness)) * (1 / divisor)
        body.force = body.force + (speed - body.velocity) * (body.mass / step)
        guard body.allowsRotation, body.inverseInertia > 0 else { return }
        let turn = remainder(body.angle, 2 * .pi)
        let spin = (body.spin - turn * step * stiffness) / divisor
        body.torque += (spin - body.spin) / (body.inverseInertia * step)
    }
}

/// The physical values of items.
///
/// *Source*: Apple, UIDynamicItemBehavior.
open class UIDynamicItemBehavior: UIDynamicBehavior {
    private var list: DynamicItemList
    /// The items.
    open var items: [any UIDynamicItem] { list.items }
    /// How much a collision gives back, 0 to 1; 0 at first.
    open var elasticity: CGFloat = 0 { didSet { share() } }
    /// The friction between items that touch; 0 at first.
    open var friction: CGFloat = 0 { didSet { share() } }
    /// The mass of 100 by 100 points; 1 at first.
    open var density: CGFloat = 1 { didSet { share() } }
    /// The damping of movement; 0 at first.
    open var resistance: CGFloat = 0 { didSet { share() } }
    /// The damping of turning; 0 at first.
    open var angularResistance: CGFloat = 0 { didSet { share() } }
    /// The electric charge, on which electric and magnetic fields act; 0 at first.
    open var charge: CGFloat = 0 { didSet { share() } }
    /// Whether items turn; true at first.
    open var allowsRotation = true { didSet { share() } }
    /// Whether items stay where they are; false at first.
    open var isAnchored = false { didSet { share() } }
    private var waiting: [ObjectIdentifier: (linear: CGPoint, angular: CGFloat)] = [:]

    /// Makes the values of items.
    public init(items: [any UIDynamicItem]) {
        list = DynamicItemList(items)
        super.init()
    }
    /// Makes values without items.
    public convenience override init() { self.init(items: []) }

    /// Adds an item.
    open func addItem(_ item: any UIDynamicItem) {
        guard list.add(item) else { return }
        share()
    }
    /// Removes an item.
    open func removeItem(_ item: any UIDynamicItem) {
        list.remove(item)
        animator?.itemsChanged()
    }

    /// Adds a velocity to one of the items, in points a second.
    open func addLinearVelocity(_ velocity: CGPoint, for item: any UIDynamicItem) {
        guard list.contains(item) else { return }
        guard let animator else {
            let old = waiting[ObjectIdentifier(item)] ?? (.zero, 0)
            waiting[ObjectIdentifier(item)] = (
                CGPoint(x: old.linear.x + velocity.x, y: old.linear.y + velocity.y), old.angular
            )
            return
        }
        let body = animator.body(of: item)
        body.velocity = body.velocity + Vector2(velocity)
        animator.wake()
    }
    /// The velocity of one of the items, in points a second; zero for others.
    open func linearVelocity(for item: any UIDynamicItem) -> CGPoint {
        guard list.contains(item) else { return .zero }
        return animator?.body(of: item).velocity.point ?? waiting[ObjectIdentifier(item)]?.linear ?? .zero
    }
    /// Adds a spin to one of the items, in radians a second.
    open func addAngularVelocity(_ velocity: CGFloat, for item: any UIDynamicItem) {
        guard list.contains(item) else { return }
        guard let animator else {
            let old = waiting[ObjectIdentifier(item)] ?? (.zero, 0)
            waiting[ObjectIdentifier(item)] = (old.linear, old.angular + velocity)
            return
        }
        animator.body(of: item).spin += Double(velocity)
        animator.wake()
    }
    /// The spin of one of the items, in radians a second; 0 for others.
    open func angularVelocity(for item: any UIDynamicItem) -> CGFloat {
        guard list.contains(item) else { return 0 }
        return (animator?.body(of: item).spin).map { CGFloat($0) } ?? waiting[ObjectIdentifier(item)]?.angular ?? 0
    }

    override var movedItems: [any UIDynamicItem] { items }

    override func joined(_ animator: UIDynamicAnimator) {
        share()
        for item in items {
            guard let early = waiting.removeValue(forKey: ObjectIdentifier(item)) else { continue }
            let body = animator.body(of: item)
            body.velocity = body.velocity + Vector2(early.linear)
            body.spin += Double(early.angular)
        }
    }

    private func share() {
        guard let animator else { return }
        for item in items {
            let body = animator.body(of: item)
            (body.elasticity, body.friction) = (Double(elasticity), Double(friction))
            (body.density, body.resistance) = (Double(density), Double(resistance))
            (body.angularResistance, body.charge) = (Double(angularResistance), Double(charge))
            (body.allowsRotation, body.isAnchored) = (allowsRotation, isAnchored)
        }
        animator.wake()
    }
}
