import CoreGraphics
import Foundation
import QuartzCore

/// An observer of an animator's beginning and rest.
///
/// On Linux, protocols have no optional methods: each method has a default body.
@preconcurrency @MainActor public protocol UIDynamicAnimatorDelegate: NSObjectProtocol {
    /// The animator begins to move items.
    func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator)
    /// All items are at rest.
    func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator)
}

extension UIDynamicAnimatorDelegate {
    /// Does nothing.
    public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
    /// Does nothing.
    public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {}
}

/// The mover of items that have weight, collide, and hang on each other.
///
/// Time goes in steps of 1/240 s from the animator's start, whatever the display's rate: so every run has the same places
/// at the same times, to the bit. Behaviours add forces and impulses before each step, and joints and contacts are solved
/// by repeated impulses.
///
/// *Source*: Apple, UIDynamicAnimator; the solver is that of E. Catto, "Iterative Dynamics with Temporal Coherence"
/// (GDC 2005), which Apple's uses too by all accounts; docs/dynamics.md.
@preconcurrency @MainActor open class UIDynamicAnimator: NSObject {
    /// The length of a step. *Units*: seconds.
    static let step = 1.0 / 240

    private let view: UIView?
    private weak var layout: UICollectionViewLayout?
    /// The view whose space items move in; nil for none. With a layout, the layout's collection view.
    open var referenceView: UIView? { view ?? layout?.collectionView }
    /// The observer of beginning and rest.
    open weak var delegate: (any UIDynamicAnimatorDelegate)?
    /// The behaviours, in the order in which they were added.
    open private(set) var behaviors: [UIDynamicBehavior] = []
    /// Whether items are moving.
    open private(set) var isRunning = false
    /// The time for which items have moved, in seconds.
    open private(set) var elapsedTime: TimeInterval = 0

    private(set) var bodies: [DynamicBody] = [] { didSet { elements = nil } }
    private var index: [ObjectIdentifier: DynamicBody] = [:]
    /// The attributes among the items; nil until they are asked for.
    private var elements: [Element: UICollectionViewLayoutAttributes]?
    private var link: CADisplayLink?
    private var start = 0.0
    private var steps = 0
    /// The contacts, with the step of the last touch, so that beginnings and ends are reported once; numbered in the
    /// order of their beginnings, in which ends are reported.
    private var touching: [ContactKey: (last: Int, number: Int)] = [:]
    private var contactCount = 0
    private var allSteps = 0
    /// The steps without a touch after which a contact has ended: bodies at rest touch and part from step to step.
    private static let partingSteps = 6

    /// Makes an animator for the subviews of a view.
    public init(referenceView view: UIView) {
        self.view = view
        super.init()
    }

    /// Makes an animator without a reference view.
    public override init() {
        view = nil
        super.init()
    }

    /// Makes an animator for the elements of a collection view: its items are attributes, in the space of the view's content.
    ///
    /// In each frame in which items move, it invalidates the layout's elements that it moves. The layout, or a section's
    /// `visibleItemsInvalidationHandler`, then gives the attributes that the animator has. The animator does not keep the
    /// layout, which may keep the animator.
    ///
    /// *Source*: Apple, UIDynamicAnimator.init(collectionViewLayout:); WWDC 2013, session 221.
    public convenience init(collectionViewLayout layout: UICollectionViewLayout) {
        self.init()
        self.layout = layout
    }

    /// Adds a behaviour, and begins to move its items.
    open func addBehavior(_ behavior: UIDynamicBehavior) {
        guard !behaviors.contains(where: { $0 === behavior }) else { return }
        behaviors.append(behavior)
        behavior.join(self)
        wake()
    }

    /// Removes a behaviour.
    open func removeBehavior(_ behavior: UIDynamicBehavior) {
        guard behaviors.contains(where: { $0 === behavior }) else { return }
        behaviors.removeAll { $0 === behavior }
        behavior.leave()
        dropBodies()
        wake()
    }

    /// Removes all behaviours.
    open func removeAllBehaviors() {
        for behavior in behaviors { behavior.leave() }
        behaviors = []
        dropBodies()
    }

    /// The items whose bounds meet a rectangle of the reference space.
    open func items(in rect: CGRect) -> [any UIDynamicItem] {
        bodies.filter { body in
            let corners = body.corners
            let frame = corners.reduce(CGRect.null) { $0.union(CGRect(origin: $1.point, size: .zero)) }
            return frame.intersects(rect)
        }.map(\.item)
    }

    /// Takes an item's present place and turn, which a program has changed.
    open func updateItem(usingCurrentState item: any UIDynamicItem) {
        index[ObjectIdentifier(item)]?.adopt()
        wake()
    }

    // MARK: Collection views

    private struct Element: Hashable {
        var category: UICollectionView.ElementCategory
        var kind: String
        var indexPath: IndexPath
    }

    private func attributes(
        _ category: UICollectionView.ElementCategory, _ kind: String, _ path: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        if elements == nil {
            var found: [Element: UICollectionViewLayoutAttributes] = [:]
            for body in bodies {
                guard let item = body.item as? UICollectionViewLayoutAttributes else { continue }
                let element = Element(
                    category: item.representedElementCategory, kind: item.representedElementKind ?? "",
                    indexPath: item.indexPath)
                if found[element] == nil { found[element] = item }
            }
            elements = found
        }
        return elements?[Element(category: category, kind: kind, indexPath: path)]
    }

    /// The attributes of a cell, if they are one of the items; otherwise nil.
    open func layoutAttributesForCell(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        attributes(.cell, "", indexPath)
    }

    /// The attributes of a supplementary view, if they are one of the items; otherwise nil.
    open func layoutAttributesForSupplementaryView(
        ofKind kind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { attributes(.supplementaryView, kind, indexPath) }

    /// The attributes of a decoration view, if they are one of the items; otherwise nil.
    open func layoutAttributesForDecorationView(
        ofKind decorationViewKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { attributes(.decorationView, decorationViewKind, indexPath) }

    // MARK: Bodies

    /// The body of an item, made at its first use.
    final func body(of item: any UIDynamicItem) -> DynamicBody {
        if let known = index[ObjectIdentifier(item)] { return known }
        let made = DynamicBody(item)
        bodies.append(made)
        index[ObjectIdentifier(item)] = made
        return made
    }

    /// Drops the bodies of items that no behaviour has.
    private func dropBodies() {
        var used: Set<ObjectIdentifier> = []
        for behavior in leaves { for item in behavior.movedItems { used.insert(ObjectIdentifier(item)) } }
        bodies.removeAll { body in
            let isUsed = used.contains(ObjectIdentifier(body.item))
            if !isUsed { index[ObjectIdentifier(body.item)] = nil }
            return !isUsed
        }
        if bodies.isEmpty { rest() }
    }

    /// A behaviour has lost an item.
    final func itemsChanged() {
        dropBodies()
        wake()
    }

    /// All behaviours without those that only hold others, in order.
    private var leaves: [UIDynamicBehavior] {
        func leaves(_ behavior: UIDynamicBehavior) -> [UIDynamicBehavior] {
            [behavior] + behavior.childBehaviors.flatMap(leaves)
        }
        return behaviors.flatMap(leaves)
    }

    // MARK: Time

    /// Begins to move items, or goes on.
    final func wake() {
        for body in bodies { body.stillTime = 0 }
        guard !isRunning, !behaviors.isEmpty else { return }
        for behavior in leaves { for item in behavior.movedItems { _ = body(of: item) } }
        guard !bodies.isEmpty else { return }
        isRunning = true
        delegate?.dynamicAnimatorWillResume(self)
        start = CACurrentMediaTime()
        steps = 0
        let link = CADisplayLink { [weak self] link in
            assumeMainActor {
                guard let self else { return link.invalidate() }
                self.advance(to: link.targetTimestamp)
            }
        }
        link.add(to: .current, forMode: .common)
        self.link = link
    }

    private func rest() {
        guard isRunning else { return }
        isRunning = false
        link?.invalidate()
        link = nil
        delegate?.dynamicAnimatorDidPause(self)
    }

    private func advance(to time: Double) {
        let late = steps(at: time) - steps
        // After a pause of the program, time goes on from there instead of running after it.
        if late > 240 { start += Double(late - 1) * Self.step }
        guard steps(at: time) > steps else { return }
        // A delegate may remove and add behaviours, which begins the time anew.
        while isRunning, steps < steps(at: time) {
            steps += 1
            elapsedTime += Self.step
            take()
        }
        for body in bodies { body.show() }
        layout?.invalidate(moved: bodies.compactMap { $0.item as? UICollectionViewLayoutAttributes })
        for behavior in leaves { behavior.action?() }
        if !bodies.isEmpty, bodies.allSatisfy({ $0.stillTime > 0.5 || $0.isAnchored }) { rest() }
    }

    /// The number of steps from the start to a time.
    private func steps(at time: Double) -> Int { Int(((time - start) / Self.step + 1e-6).rounded(.down)) }

    /// One step.
    private func take() {
        let all = leaves
        let step = Self.step
        for body in bodies { (body.force, body.torque, body.heldVelocity) = (.zero, 0, nil) }
        for behavior in all { behavior.apply(self, step) }
        for body in bodies where !body.isAnchored {
            body.velocity = body.velocity + body.force * (body.inverseMass * step)
            body.spin += body.torque * body.inverseInertia * step
            // *Source*: the damping of Box2D, whose formula this is: v / (1 + d t).
            body.velocity = body.velocity * (1 / (1 + step * body.resistance))
            body.spin *= 1 / (1 + step * body.angularResistance)
            if let held = body.heldVelocity { body.velocity = held }
        }
        var contacts: [Contact] = []
        for behavior in all { contacts += behavior.contacts(self) }
        for index in contacts.indices { contacts[index].prepare(step) }
        let joints = all.flatMap { $0.joints(self) }
        for joint in joints { joint.prepare(step) }
        for _ in 0..<10 {
            for joint in joints { joint.solve() }
            for index in contacts.indices { contacts[index].solve() }
        }
        for body in bodies where !body.isAnchored {
            body.position = body.position + body.velocity * step
            if body.allowsRotation { body.angle += body.spin * step }
            // Less than a tenth of a point and a hundredth of a radian in a frame counts as still.
            let isStill = body.velocity.length < 6 && abs(body.spin) < 0.6
            body.stillTime = isStill ? body.stillTime + step : 0
        }
        for index in contacts.indices { contacts[index].separate() }
        report(contacts)
    }

    private func report(_ contacts: [Contact]) {
        allSteps += 1
        for contact in contacts {
            let known = touching[contact.key]
            if known == nil { contactCount += 1 }
            touching[contact.key] = (allSteps, known?.number ?? contactCount)
            if known == nil { contact.key.behavior?.began(contact) }
        }
        let over = touching.filter { $0.value.last < allSteps - Self.partingSteps }
        for (key, _) in over.sorted(by: { $0.value.number < $1.value.number }) {
            touching[key] = nil
            key.behavior?.ended(key)
        }
    }
}
