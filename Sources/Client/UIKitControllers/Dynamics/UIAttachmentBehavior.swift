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
    /// Whether the range has no limits.
    public var isInfinite: Bool { minimum == -.infinity && maximum == .infinity }
}

/// Ties an item to a point or to another item: at a distance, as a spring, as a rope, by a pin, rigidly, or on a rail.
///
/// *Source*: Apple, UIAttachmentBehavior.
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
        /// *Units*: a vector of length 1.
        case sliding(Vector2)
        var isFixed: Bool { if case .fixed = self { true } else { false } }
    }

    private let kind: Kind
    private let first: any UIDynamicItem
    private let second: (any UIDynamicItem)?
    private let (firstOffset, secondOffset): (Vector2, Vector2)
    /// The items, one or two.
    open var items: [any UIDynamicItem] { [first] + [second].compactMap { $0 } }
    /// The other end of the attachment.
    open var attachedBehaviorType: AttachmentType { second == nil ? .anchor : .items }
    /// The point, in the animator's reference space; for two items, that of a pin or a rail. A rail of one item moves with it.
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
    /// The range of a sliding attachment, in points along its axis, or of a pin's turn, in radians, clockwise; without limits at
    /// first. It counts from the place or the turn at the beginning, of the first item against the second or against the point.
    /// The side is a guess. *Source*: Apple, UIAttachmentBehavior.attachmentRange.
    open var attachmentRange = UIFloatRange.infinite {
        didSet { animator?.wake() }
    }
    /// The friction of a pin's turn; 0 at first. A friction of 1 withstands a push of magnitude 1 on an arm of 100 points; the
    /// unit is a guess, as Apple names none.
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

    /// A rail on which an item slides: it keeps its turn, and the place of the item that is at a point at first stays on a line
    /// through this point. The axis's length does not count.
    open class func slidingAttachment(
        with item: any UIDynamicItem, attachmentAnchor point: CGPoint, axisOfTranslation axis: CGVector
    ) -> UIAttachmentBehavior { UIAttachmentBehavior(.sliding(rail(axis)), item, .zero, nil, .zero, anchor: point) }
    /// A rail along which two items slide past each other: they keep their turn against each other, and the rail turns with
    /// the second one.
    open class func slidingAttachment(
        with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem, attachmentAnchor point: CGPoint,
        axisOfTranslation axis: CGVector
    ) -> UIAttachmentBehavior { UIAttachmentBehavior(.sliding(rail(axis)), item1, .zero, item2, .zero, anchor: point) }

    /// The direction of a rail; down for an axis without a length.
    private class func rail(_ axis: CGVector) -> Vector2 {
        let length = hypot(Double(axis.dx), Double(axis.dy))
        return length > 0 ? Vector2(x: Double(axis.dx) / length, y: Double(axis.dy) / length) : Vector2(x: 0, y: 1)
    }

    override var movedItems: [any UIDynamicItem] { items }

    private var pin: PinJoint?
    private var slide: SlideJoint?

    override func joints(_ animator: UIDynamicAnimator) -> [any DynamicJoint] {
        let body = animator.body(of: first)
        let other = second.map { animator.body(of: $0) }
        switch kind {
        case .distance, .rope:
            let end =
                other.map { JointEnd(body: $0, offset: secondOffset) }
                ?? JointEnd(body: nil, offset: Vector2(anchorPoint))
            var isRope = false
            if case .rope = kind { isRope = true }
            if !isRope, frequency == 0, length < 0.5 {
                // Without a distance it holds in both directions, as a pin does.
                return [PinJoint(JointEnd(body: body, offset: firstOffset), end)]
            }
            return [
                DistanceJoint(
                    JointEnd(body: body, offset: firstOffset), end, length: Double(length),
                    frequency: isRope ? 0 : Double(frequency), damping: Double(damping), isRope: isRope)
            ]
        case .pin, .fixed:
            guard let other else { return [] }
            return [pin(body, other)]
        case .sliding(let axis): return [slide(body, other, axis)]
        }
    }

    private func pin(_ body: DynamicBody, _ other: DynamicBody) -> PinJoint {
        let point = Vector2(anchorPoint)
        let made =
            pin
            ?? PinJoint(
                JointEnd(body: body, offset: (point - body.position).rotated(-body.angle)),
                JointEnd(body: other, offset: (point - other.position).rotated(-other.angle)),
                turn: other.angle - body.angle, isFixed: kind.isFixed)
        (made.range, made.friction) = (attachmentRange, Double(frictionTorque) * 10_000)
        pin = made
        return made
    }

    private func slide(_ body: DynamicBody, _ other: DynamicBody?, _ axis: Vector2) -> SlideJoint {
        let point = Vector2(anchorPoint)
        let made =
            slide
            ?? SlideJoint(
                JointEnd(body: body, offset: (point - body.position).rotated(-body.angle)),
                JointEnd(body: other, offset: other.map { (point - $0.position).rotated(-$0.angle) } ?? point),
                axis: axis.rotated(-(other?.angle ?? 0)))
        made.range = attachmentRange
        if other == nil { made.b.offset = point }
        slide = made
        return made
    }

    override func left(_ animator: UIDynamicAnimator) { (pin, slide) = (nil, nil) }
}
