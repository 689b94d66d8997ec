import CoreGraphics
import Foundation

/// The range of an attachment's angle or distance.
public struct UIFloatRange: Hashable, Sendable {
    /// The least value.
    public var minimum: CGFloat
    /// The greatest value.
    public var maximum: CGFloat
    /// Makes a range.
    public init(minimum: CGFloat, maximum: CGFloat) { (self.minimum, self.maximum) = (minimum, maximum) }
    /// An empty range.
    public static let zero = UIFloatRange(minimum: 0, maximum: 0)
    /// All values.
    public static let infinite = UIFloatRange(minimum: -.infinity, maximum: .infinity)
}

/// Ties an item to a point or to another item: at a distance, as a spring, as a rope, by a pin, or rigidly.
///
/// *Source*: Apple, UIAttachmentBehavior. Sliding attachments are not supported yet.
open class UIAttachmentBehavior: UIDynamicBehavior {
    /// The other end of the attachment; raw values are Apple's.
    public enum AttachmentType: Int, Sendable {
        /// Another item.
        case items = 0
        /// A point.
        case anchor = 1
    }

    private enum Kind {
        case distance, rope, pin, fixed
    }

    private let kind: Kind
    private let first: any UIDynamicItem
    private let second: (any UIDynamicItem)?
    private let (firstOffset, secondOffset): (Vector2, Vector2)
    /// The items, one or two.
    open var items: [any UIDynamicItem] { [first] + [second].compactMap { $0 } }
    /// The other end of the attachment.
    open var attachedBehaviorType: AttachmentType { second == nil ? .anchor : .items }
    /// The point, in the animator's reference space; for two items, that of a pin.
    open var anchorPoint: CGPoint {
        didSet { animator?.wake() }
    }
    /// The distance, in points; at first the one at the making.
    open var length: CGFloat {
        didSet { animator?.wake() }
    }
    /// How little the spring swings; 0 at first, which swings on. *Source*: Apple, UIAttachmentBehavior.damping.
    open var damping: CGFloat = 0 {
        didSet { animator?.wake() }
    }
    /// The spring's frequency, in cycles a second; 0, which is rigid, at first.
    open var frequency: CGFloat = 0 {
        didSet { animator?.wake() }
    }
    /// The friction of a pin's turn; 0 at first.
    open var frictionTorque: CGFloat = 0 {
        didSet { animator?.wake() }
    }

    private init(
        _ kind: Kind, _ first: any UIDynamicItem, _ firstOffset: UIOffset, _ second: (any UIDynamicItem)?,
        _ secondOffset: UIOffset, anchor: CGPoint
    ) {
        (self.kind, self.first, self.second, anchorPoint) = (kind, first, second, anchor)
        self.firstOffset = Vector2(x: Double(firstOffset.horizontal), y: Double(firstOffset.vertical))
        self.secondOffset = Vector2(x: Double(secondOffset.horizontal), y: Double(secondOffset.vertical))
        func place(_ item: any UIDynamicItem, _ offset: UIOffset) -> CGPoint {
            let turned = CGPoint(x: offset.horizontal, y: offset.vertical).applying(item.transform)
            return CGPoint(x: item.center.x + turned.x, y: item.center.y + turned.y)
        }
        let (start, end) = (place(first, firstOffset), second.map { place($0, secondOffset) } ?? anchor)
        length = hypot(end.x - start.x, end.y - start.y)
        super.init()
    }

    /// Ties an item's middle to a point.
    public convenience init(item: any UIDynamicItem, attachedToAnchor point: CGPoint) {
        self.init(.distance, item, .zero, nil, .zero, anchor: point)
    }
    /// Ties a place of an item, given from its middle, to a point.
    public convenience init(item: any UIDynamicItem, offsetFromCenter offset: UIOffset, attachedToAnchor point: CGPoint)
    {
        self.init(.distance, item, offset, nil, .zero, anchor: point)
    }
    /// Ties the middles of two items.
    public convenience init(item item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem) {
        self.init(.distance, item1, .zero, item2, .zero, anchor: .zero)
    }
    /// Ties places of two items, given from their middles.
    public convenience init(
        item item1: any UIDynamicItem, offsetFromCenter offset1: UIOffset, attachedTo item2: any UIDynamicItem,
        offsetFromCenter offset2: UIOffset
    ) {
        self.init(.distance, item1, offset1, item2, offset2, anchor: .zero)
    }
    /// A rope between places of two items, as long as they are apart.
    open class func limitAttachment(
        with item1: any UIDynamicItem, offsetFromCenter offset1: UIOffset, attachedTo item2: any UIDynamicItem,
        offsetFromCenter offset2: UIOffset
    ) -> UIAttachmentBehavior { UIAttachmentBehavior(.rope, item1, offset1, item2, offset2, anchor: .zero) }
    /// A pin through two items at a point, about which they turn.
    open class func pinAttachment(
        with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem, attachmentAnchor point: CGPoint
    ) -> UIAttachmentBehavior { UIAttachmentBehavior(.pin, item1, .zero, item2, .zero, anchor: point) }
    /// A rigid connection of two items at a point.
    open class func fixedAttachment(
        with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem, attachmentAnchor point: CGPoint
    ) -> UIAttachmentBehavior { UIAttachmentBehavior(.fixed, item1, .zero, item2, .zero, anchor: point) }

    override var movedItems: [any UIDynamicItem] { items }

    private var pin: PinJoint?

    override func joints(_ animator: UIDynamicAnimator) -> [any DynamicJoint] {
        let body = animator.body(of: first)
        let other = second.map { animator.body(of: $0) }
        switch kind {
        case .distance, .rope:
            let end =
                other.map { JointEnd(body: $0, offset: secondOffset) }
                ?? JointEnd(body: nil, offset: Vector2(anchorPoint))
            if kind == .distance, frequency == 0, length < 0.5 {
                // Without a distance it holds in both directions, as a pin does.
                return [PinJoint(JointEnd(body: body, offset: firstOffset), end, turn: nil)]
            }
            return [
                DistanceJoint(
                    JointEnd(body: body, offset: firstOffset), end, length: Double(length),
                    frequency: kind == .rope ? 0 : Double(frequency), damping: Double(damping), isRope: kind == .rope)
            ]
        case .pin, .fixed:
            guard let other else { return [] }
            if let pin { return [pin] }
            let point = Vector2(anchorPoint)
            let made = PinJoint(
                JointEnd(body: body, offset: (point - body.position).rotated(-body.angle)),
                JointEnd(body: other, offset: (point - other.position).rotated(-other.angle)),
                turn: kind == .fixed ? other.angle - body.angle : nil)
            pin = made
            return [made]
        }
    }

    override func apply(_ animator: UIDynamicAnimator, _ step: Double) {
        guard frictionTorque > 0, kind == .pin, let second else { return }
        let (a, b) = (animator.body(of: first), animator.body(of: second))
        let spin = b.spin - a.spin
        let inverse = a.inverseInertia + b.inverseInertia
        guard inverse > 0 else { return }
        let torque = min(max(-spin / (inverse * step), -Double(frictionTorque)), Double(frictionTorque))
        b.torque += torque
        a.torque -= torque
    }

    override func left(_ animator: UIDynamicAnimator) { pin = nil }
}
