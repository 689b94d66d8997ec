import CoreGraphics
import Foundation

/// An observer of collisions.
///
/// On Linux, protocols have no optional methods: each method has a default body.
@preconcurrency @MainActor public protocol UICollisionBehaviorDelegate: NSObjectProtocol {
    /// Two items have begun to touch.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem,
        at p: CGPoint)
    /// Two items no longer touch.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem)
    /// An item has begun to touch a boundary; nil names that of the reference view.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint)
    /// An item no longer touches a boundary.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: (any NSCopying)?)
}

extension UICollisionBehaviorDelegate {
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem,
        at p: CGPoint
    ) {}
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem
    ) {}
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint
    ) {}
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: (any NSCopying)?
    ) {}
}

/// Makes items collide with each other and with boundaries.
///
/// *Source*: Apple, UICollisionBehavior.
open class UICollisionBehavior: UIDynamicBehavior {
    /// What items collide with.
    public struct Mode: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// With other items.
        public static let items = Mode(rawValue: 1)
        /// With boundaries.
        public static let boundaries = Mode(rawValue: 2)
        /// With both.
        public static let everything = Mode(rawValue: UInt.max)
    }

    private struct Boundary {
        var identifier: any NSCopying
        var key: String
        /// The lines, as pairs of points.
        var lines: [(Vector2, Vector2)]
        var path: UIBezierPath?
    }

    private var list: DynamicItemList
    /// The items.
    open var items: [any UIDynamicItem] { list.items }
    /// What items collide with; everything at first.
    open var collisionMode = Mode.everything
    /// The observer of collisions; nil for none.
    open weak var collisionDelegate: (any UICollisionBehaviorDelegate)?
    /// Whether the reference view's bounds are a boundary; false at first.
    open var translatesReferenceBoundsIntoBoundary = false {
        didSet { animator?.wake() }
    }
    private var insets = UIEdgeInsets.zero
    private var boundaries: [Boundary] = []

    /// Makes a behaviour for items.
    public init(items: [any UIDynamicItem]) {
        list = DynamicItemList(items)
        super.init()
    }
    /// Makes a behaviour without items.
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

    /// Makes the reference view's bounds a boundary, with insets in points.
    open func setTranslatesReferenceBoundsIntoBoundary(with insets: UIEdgeInsets) {
        self.insets = insets
        translatesReferenceBoundsIntoBoundary = true
    }

    /// Adds a boundary along a path. Curves become lines.
    open func addBoundary(withIdentifier identifier: any NSCopying, for bezierPath: UIBezierPath) {
        add(identifier, bezierPath.straightLines.map { (Vector2($0.0), Vector2($0.1)) }, bezierPath)
    }
    /// Adds a boundary along a line.
    open func addBoundary(withIdentifier identifier: any NSCopying, from p1: CGPoint, to p2: CGPoint) {
        let path = UIBezierPath()
        path.move(to: p1)
        path.addLine(to: p2)
        add(identifier, [(Vector2(p1), Vector2(p2))], path)
    }
    private func add(_ identifier: any NSCopying, _ lines: [(Vector2, Vector2)], _ path: UIBezierPath) {
        removeBoundary(withIdentifier: identifier)
        boundaries.append(Boundary(identifier: identifier, key: key(identifier), lines: lines, path: path))
        animator?.wake()
    }
    private func key(_ identifier: any NSCopying) -> String { "\(identifier)" }

    /// The path of a boundary; nil for an unknown one.
    open func boundary(withIdentifier identifier: any NSCopying) -> UIBezierPath? {
        boundaries.first { $0.key == key(identifier) }?.path
    }
    /// Removes a boundary.
    open func removeBoundary(withIdentifier identifier: any NSCopying) {
        boundaries.removeAll { $0.key == key(identifier) }
        animator?.wake()
    }
    /// Removes all boundaries, except the reference view's.
    open func removeAllBoundaries() {
        boundaries = []
        animator?.wake()
    }
    /// The names of the boundaries; nil for none.
    open var boundaryIdentifiers: [any NSCopying]? { boundaries.isEmpty ? nil : boundaries.map(\.identifier) }

    override var movedItems: [any UIDynamicItem] { items }

    // MARK: Contacts

    override func contacts(_ animator: UIDynamicAnimator) -> [Contact] {
        let bodies = items.map { animator.body(of: $0) }
        let shapes = bodies.map(\.corners)
        var found: [Contact] = []
        if collisionMode.contains(.items), bodies.count > 1 {
            for first in 0..<(bodies.count - 1) {
                for second in (first + 1)..<bodies.count where !(bodies[first].isAnchored && bodies[second].isAnchored)
                {
                    guard let overlap = Overlap.find(shapes[first], shapes[second]) else { continue }
                    let key = ContactKey(
                        behavior: self, first: ObjectIdentifier(bodies[first].item),
                        second: ObjectIdentifier(bodies[second].item), boundary: nil)
                    found += overlap.places.map {
                        Contact(
                            key, bodies[first], bodies[second], at: $0, normal: overlap.normal, depth: overlap.depth)
                    }
                }
            }
        }
        guard collisionMode.contains(.boundaries) else { return found }
        for (body, shape) in zip(bodies, shapes) where !body.isAnchored {
            if translatesReferenceBoundsIntoBoundary, let view = animator.referenceView {
                found += walls(view.bounds.inset(by: insets), body, shape)
            }
            for boundary in boundaries { found += contacts(boundary, body, shape) }
        }
        return found
    }

    /// The contacts of a body with the inner sides of a rectangle.
    private func walls(_ rect: CGRect, _ body: DynamicBody, _ shape: [Vector2]) -> [Contact] {
        let key = ContactKey(behavior: self, first: ObjectIdentifier(body.item), second: nil, boundary: nil)
        let walls: [(normal: Vector2, reach: Double)] = [
            (Vector2(x: -1, y: 0), -Double(rect.minX)), (Vector2(x: 1, y: 0), Double(rect.maxX)),
            (Vector2(x: 0, y: -1), -Double(rect.minY)), (Vector2(x: 0, y: 1), Double(rect.maxY)),
        ]
        return walls.flatMap { wall in
            shape.filter { $0.dot(wall.normal) > wall.reach }.map { corner in
                Contact(
                    key, body, nil, at: corner, normal: wall.normal, depth: corner.dot(wall.normal) - wall.reach)
            }
        }
    }

    /// The contacts of a body with the lines of a boundary, which hold from both sides.
    private func contacts(_ boundary: Boundary, _ body: DynamicBody, _ shape: [Vector2]) -> [Contact] {
        let key = ContactKey(behavior: self, first: ObjectIdentifier(body.item), second: nil, boundary: boundary.key)
        return boundary.lines.flatMap { start, end -> [Contact] in
            let way = end - start
            let length = way.length
            guard length > 1e-9 else { return [] }
            var normal = Vector2(x: -way.y / length, y: way.x / length)
            // The side on which the body's middle is stays its side.
            if (body.position - start).dot(normal) > 0 { normal = normal * -1 }
            let reach = start.dot(normal)
            let deep = shape.filter { corner in
                let along = (corner - start).dot(way) / length
                return corner.dot(normal) > reach && along > 0 && along < length
            }
            var found = deep.map {
                Contact(key, body, nil, at: $0, normal: normal, depth: $0.dot(normal) - reach)
            }
            if found.isEmpty {
                // The end of a line that sticks into the body.
                for tip in [start, end] {
                    guard let overlap = Overlap.find(shape, Self.thin(tip)) else { continue }
                    found.append(Contact(key, body, nil, at: tip, normal: overlap.normal, depth: overlap.depth))
                }
            }
            return found
        }
    }

    private static func thin(_ tip: Vector2) -> [Vector2] {
        [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)].map { Vector2(x: tip.x + $0.0, y: tip.y + $0.1) }
    }

    final func began(_ contact: Contact) {
        guard let collisionDelegate else { return }
        if let other = contact.b {
            collisionDelegate.collisionBehavior(
                self, beganContactFor: contact.a.item, with: other.item, at: contact.place.point)
        } else {
            collisionDelegate.collisionBehavior(
                self, beganContactFor: contact.a.item, withBoundaryIdentifier: identifier(contact.key.boundary),
                at: contact.place.point)
        }
    }

    final func ended(_ key: ContactKey) {
        guard let collisionDelegate, let first = items.first(where: { ObjectIdentifier($0) == key.first }) else {
            return
        }
        if let second = key.second {
            guard let other = items.first(where: { ObjectIdentifier($0) == second }) else { return }
            collisionDelegate.collisionBehavior(self, endedContactFor: first, with: other)
        } else {
            collisionDelegate.collisionBehavior(
                self, endedContactFor: first, withBoundaryIdentifier: identifier(key.boundary))
        }
    }

    private func identifier(_ key: String?) -> (any NSCopying)? { boundaries.first { $0.key == key }?.identifier }
}

extension UIBezierPath {
    /// The path as lines: curves are cut into 16.
    fileprivate var straightLines: [(CGPoint, CGPoint)] {
        var lines: [(CGPoint, CGPoint)] = []
        var (start, now) = (CGPoint.zero, CGPoint.zero)
        func curve(_ point: (CGFloat) -> CGPoint) {
            for step in 1...16 {
                let next = point(CGFloat(step) / 16)
                lines.append((now, next))
                now = next
            }
        }
        unsafe cgPath.applyWithBlock { pointer in
            let element = unsafe pointer.pointee
            switch unsafe element.type {
            case .moveToPoint:
                now = unsafe element.points[0]
                start = now
            case .addLineToPoint:
                let next = unsafe element.points[0]
                lines.append((now, next))
                now = next
            case .addQuadCurveToPoint:
                let (a, b, c) = unsafe (now, element.points[0], element.points[1])
                curve { t in
                    let u = 1 - t
                    return CGPoint(
                        x: u * u * a.x + 2 * u * t * b.x + t * t * c.x, y: u * u * a.y + 2 * u * t * b.y + t * t * c.y)
                }
            case .addCurveToPoint:
                let (a, b, c, d) = unsafe (now, element.points[0], element.points[1], element.points[2])
                curve { t in
                    let u = 1 - t
                    let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
                    return CGPoint(
                        x: p * a.x + q * b.x + r * c.x + s * d.x, y: p * a.y + q * b.y + r * c.y + s * d.y)
                }
            case .closeSubpath:
                if now != start { lines.append((now, start)) }
                now = start
            @unknown default: break
            }
        }
        return lines
    }
}
