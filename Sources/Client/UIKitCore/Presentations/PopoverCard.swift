import CoreGraphics
import Foundation
import QuartzCore

/// A popover's frame, and its arrow.
struct PopoverPlace {
    /// The arrow's height. *Source*: Apple, UIPopoverBackgroundViewMethods, has programs say their own; 13 points and a
    /// base of 26 are from pictures of iOS 13 to 18.
    static let (arrow, base) = (CGFloat(13), CGFloat(26))
    /// The radius of the corners, from the same pictures.
    static let radius: CGFloat = 13

    var frame: CGRect
    var direction: UIPopoverArrowDirection
    /// The arrow's tip along its side, from the frame's left or top.
    var tip: CGFloat

    /// Finds the side with room for the whole popover, in the order up, down, left, right of the arrow; or else the one
    /// with the most room, where the popover shrinks.
    init(
        _ size: CGSize, at source: CGRect, in room: CGRect, permitted: UIPopoverArrowDirection, overlaps: Bool
    ) {
        let sides: [(UIPopoverArrowDirection, CGSize)] = [
            (.up, CGSize(width: room.width, height: room.maxY - source.maxY - Self.arrow)),
            (.down, CGSize(width: room.width, height: source.minY - room.minY - Self.arrow)),
            (.left, CGSize(width: room.maxX - source.maxX - Self.arrow, height: room.height)),
            (.right, CGSize(width: source.minX - room.minX - Self.arrow, height: room.height)),
        ].filter { permitted.contains($0.0) }
        let fitting = sides.first { $0.1.width >= size.width && $0.1.height >= size.height }
        let roomiest = sides.max {
            min($0.1.width, size.width) * min($0.1.height, size.height)
                < min($1.1.width, size.width) * min($1.1.height, size.height)
        }
        guard let (side, space) = fitting ?? (overlaps ? nil : roomiest), permitted != .unknown else {
            let body = CGSize(width: min(size.width, room.width), height: min(size.height, room.height))
            let x = min(max(source.midX - body.width / 2, room.minX), room.maxX - body.width)
            let y = min(max(source.midY - body.height / 2, room.minY), room.maxY - body.height)
            (frame, direction, tip) = (CGRect(x: x, y: y, width: body.width, height: body.height), [], 0)
            return
        }
        var body = CGSize(width: max(1, min(size.width, space.width)), height: max(1, min(size.height, space.height)))
        let isVertical = side == .up || side == .down
        if isVertical { body.height += Self.arrow } else { body.width += Self.arrow }
        var origin = CGPoint(x: source.midX - body.width / 2, y: source.midY - body.height / 2)
        origin.x = min(max(origin.x, room.minX), max(room.minX, room.maxX - body.width))
        origin.y = min(max(origin.y, room.minY), max(room.minY, room.maxY - body.height))
        switch side {
        case .up: origin.y = source.maxY
        case .down: origin.y = source.minY - body.height
        case .left: origin.x = source.maxX
        default: origin.x = source.minX - body.width
        }
        frame = CGRect(origin: origin, size: body)
        direction = side
        let reach = Self.radius + Self.base / 2
        let length = isVertical ? body.width : body.height
        let wanted = isVertical ? source.midX - origin.x : source.midY - origin.y
        tip = min(max(wanted, reach), max(reach, length - reach))
    }

    /// The insets of the content: the arrow's height at its side.
    var insets: UIEdgeInsets {
        UIEdgeInsets(
            top: direction == .up ? Self.arrow : 0, left: direction == .left ? Self.arrow : 0,
            bottom: direction == .down ? Self.arrow : 0, right: direction == .right ? Self.arrow : 0)
    }

    /// The outline of the card with its arrow, in the card's space.
    func outline() -> CGPath {
        let bounds = CGRect(origin: .zero, size: frame.size)
        let body = bounds.inset(by: insets)
        let path = CGMutablePath()
        let radius = min(Self.radius, body.width / 2, body.height / 2)
        path.addRoundedRect(in: body, cornerWidth: radius, cornerHeight: radius)
        guard !direction.isEmpty else { return path }
        let half = Self.base / 2
        func point(_ along: CGFloat, _ out: CGFloat) -> CGPoint {
            switch direction {
            case .up: CGPoint(x: along, y: body.minY - out)
            case .down: CGPoint(x: along, y: body.maxY + out)
            case .left: CGPoint(x: body.minX - out, y: along)
            default: CGPoint(x: body.maxX + out, y: along)
            }
        }
        // The two shapes are wound alike, so that both are filled where they overlap.
        var corners = [point(tip - half, 0), point(tip, Self.arrow), point(tip + half, 0)]
        if direction == .down || direction == .left { corners.reverse() }
        path.move(to: corners[0])
        path.addLine(to: corners[1])
        path.addLine(to: corners[2])
        path.closeSubpath()
        return path
    }
}

/// The card of a popover: a shape with an arrow, and the presented view in it.
final class PopoverCard: UIView {
    private let shape = CAShapeLayer()
    private let content = UIView()
    private var place: PopoverPlace?
    var fill: UIColor? {
        didSet { showColor() }
    }

    init() {
        super.init(frame: .zero)
        layer.addSublayer(shape)
        content.clipsToBounds = true
        addSubview(content)
        // The shadow's numbers are assumed.
        (shape.shadowOpacity, shape.shadowRadius, shape.shadowOffset) = (0.2, 24, CGSize(width: 0, height: 6))
        showColor()
    }

    required init?(coder: NSCoder) { nil }

    func hold(_ view: UIView) {
        view.frame = content.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        content.addSubview(view)
        showColor()
    }

    func adopt(_ place: PopoverPlace) {
        self.place = place
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let place else { return }
        UIView.performWithoutAnimation {
            content.frame = CGRect(origin: .zero, size: place.frame.size).inset(by: place.insets)
            content.layer.cornerRadius = min(
                PopoverPlace.radius, content.bounds.width / 2, content.bounds.height / 2)
            let outline = place.outline()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            shape.path = outline
            shape.shadowPath = outline
            CATransaction.commit()
        }
    }

    /// The arrow has the colour of the presented view, so that they look like one. *Source*: Apple,
    /// UIPopoverPresentationController.backgroundColor, whose default is nil; that the arrow then takes the view's
    /// colour is assumed.
    private func showColor() {
        let color = fill ?? content.subviews.first?.backgroundColor ?? .systemBackground
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        shape.fillColor = resolved(color)
        CATransaction.commit()
    }

    override func adoptStyle() {
        super.adoptStyle()
        showColor()
    }
}
