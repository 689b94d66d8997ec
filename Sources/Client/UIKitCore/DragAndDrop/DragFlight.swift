import CoreGraphics
import QuartzCore

/// The picture of a dragged item: lifted from its view, following the finger, and landing.
@MainActor final class DragFlight {
    let item: UIDragItem
    /// The view that was lifted.
    let source: UITargetedDragPreview
    let view = UIView()
    /// From the finger to the picture's middle, at full size.
    private var grip = CGPoint.zero
    private var scale: CGFloat = 1
    private weak var window: UIWindow?

    init(_ item: UIDragItem, _ source: UITargetedDragPreview, in window: UIWindow) {
        (self.item, self.source, self.window) = (item, source, window)
        show(source)
        view.center = place(of: source)
        view.transform = source.target.transform
        view.layer.shadowRadius = 8
        view.layer.shadowOffset = CGSize(width: 0, height: 4)
        view.layer.shadowOpacity = 0
    }

    private func show(_ preview: UITargetedPreview) {
        for old in view.subviews { old.removeFromSuperview() }
        view.bounds = CGRect(origin: .zero, size: preview.size)
        let content = preview.makeLifted(afterUpdates: true)
        content.transform = .identity
        content.frame = view.bounds
        view.addSubview(content)
        let outline = preview.parameters.shadowPath ?? preview.parameters.visiblePath ?? UIBezierPath(rect: view.bounds)
        view.layer.shadowPath = outline.cgPath
    }

    /// The middle of a preview at its target. *Space*: the window's.
    private func place(of preview: UITargetedPreview) -> CGPoint {
        let container = preview.target.container
        let point = container.convert(preview.target.center, to: nil)
        guard let window, let other = container.window else { return point }
        return window.convert(point, from: other)
    }

    /// Lifts the picture; called in an animation. Of a stack only the first has a full shadow.
    func lift(isFirst: Bool) {
        view.transform = source.target.transform.scaledBy(x: DragMetrics.lift, y: DragMetrics.lift)
        view.layer.shadowOpacity = isFirst ? 0.3 : 0.06
    }

    /// Puts the picture back onto its view, without a drag; called in an animation.
    func settle() {
        view.transform = source.target.transform
        view.layer.shadowOpacity = 0
    }

    /// Begins to follow the finger, with the picture of the item's own provider.
    func take(at finger: CGPoint) {
        grip = CGPoint(x: view.center.x - finger.x, y: view.center.y - finger.y)
        if let provider = item.previewProvider {
            if let window, let preview = provider() {
                show(
                    UITargetedDragPreview(
                        view: preview.view, parameters: preview.parameters,
                        target: UIPreviewTarget(container: window, center: view.center)))
            } else {
                view.isHidden = true
            }
        }
        // A picture that is smaller than the lifted one is still under the finger.
        let (width, height) = (view.bounds.width / 2, view.bounds.height / 2)
        grip = CGPoint(x: min(max(grip.x, -width), width), y: min(max(grip.y, -height), height))
    }

    /// Shows the picture at full size, or no larger than a following one may be.
    func setFullSize(_ isFull: Bool) {
        let longest = max(view.bounds.width, view.bounds.height, 1)
        let size = window?.bounds.size ?? .zero
        let limit = DragMetrics.largest * min(size.width, size.height)
        scale = isFull ? 1 : min(1, limit / longest)
        view.transform = CGAffineTransform(scaleX: scale * DragMetrics.lift, y: scale * DragMetrics.lift)
    }

    /// Where the picture is with the finger at a point, as one of a stack.
    func follow(_ finger: CGPoint, _ index: Int, behind first: DragFlight) {
        let step = DragMetrics.stackStep * CGFloat(min(index, DragMetrics.stackCount))
        view.center = CGPoint(
            x: finger.x + first.grip.x * first.scale + step, y: finger.y + first.grip.y * first.scale + step)
    }

    /// The picture's corner at the top right. *Space*: the window's.
    var corner: CGPoint {
        let scale = self.scale * DragMetrics.lift
        return CGPoint(
            x: view.center.x + view.bounds.width * scale / 2, y: view.center.y - view.bounds.height * scale / 2)
    }

    /// The picture where it is now, as a preview.
    var preview: UITargetedDragPreview {
        UITargetedDragPreview(view: view, target: UIDragPreviewTarget(container: window ?? view, center: view.center))
    }

    /// Flies to a preview's place, or shrinks where it is for nil, and vanishes there.
    func land(on preview: UITargetedDragPreview?, _ animator: DragAnimator, _ ended: @escaping () -> Void) {
        let end = { (_: Bool) in
            self.view.removeFromSuperview()
            animator.complete(.end)
            ended()
        }
        guard let preview, preview.target.container.window != nil, view.bounds.width > 0, view.bounds.height > 0 else {
            return UIView.animate(
                withDuration: DragMetrics.fadeDuration,
                animations: {
                    self.view.transform = self.view.transform.scaledBy(x: 0.1, y: 0.1)
                    self.view.alpha = 0
                    animator.animate()
                }, completion: end)
        }
        let middle = place(of: preview)
        let (width, height) = (
            max(preview.size.width, 1) / view.bounds.width, max(preview.size.height, 1) / view.bounds.height
        )
        UIView.animate(
            withDuration: DragMetrics.landDuration, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0,
            options: [],
            animations: {
                self.view.center = middle
                self.view.transform = preview.target.transform.scaledBy(x: width, y: height)
                self.view.layer.shadowOpacity = 0
                animator.animate()
            }, completion: end)
    }
}

/// The layer of a window in which dragged pictures are: above all views, without touches.
@MainActor final class DragBoard: UIView {
    private let badge = DragBadge()

    convenience init(over window: UIWindow) {
        self.init(frame: window.bounds)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        isUserInteractionEnabled = false
        accessibilityElementsHidden = true
        layer.zPosition = 10_000
        window.addSubview(self)
        addSubview(badge)
    }

    /// Puts a picture behind the others.
    func add(_ flight: DragFlight) { insertSubview(flight.view, at: 0) }

    /// Shows the number of items and the effect of a drop at the first picture.
    func mark(_ count: Int, _ operation: UIDropOperation?, at flight: DragFlight?) {
        guard let flight else { return badge.isHidden = true }
        badge.show(count, operation)
        badge.center = flight.corner
    }

    func hideBadge() { badge.isHidden = true }
}

/// The sign beside a dragged picture: a plus for a copy, a bar for a place that takes nothing, the number of items.
@MainActor private final class DragBadge: UIView {
    private let label = UILabel()
    private let sign = CAShapeLayer()

    override init(frame: CGRect) {
        super.init(frame: CGRect(x: 0, y: 0, width: 24, height: 24))
        layer.cornerRadius = 12
        isHidden = true
        label.font = .systemFont(ofSize: 14, weight: .semibold)
        label.textColor = .white
        label.textAlignment = .center
        addSubview(label)
        sign.strokeColor = UIColor.white.cgColor
        sign.fillColor = nil
        sign.lineWidth = 2.5
        sign.lineCap = .round
        layer.addSublayer(sign)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ count: Int, _ operation: UIDropOperation?) {
        let isForbidden = operation == .forbidden, isCopy = operation == .copy
        isHidden = !isForbidden && !isCopy && count < 2
        backgroundColor = isForbidden ? .systemGray : isCopy ? .systemGreen : .systemRed
        label.text = count > 1 && !isForbidden ? "\(count)" : nil
        bounds.size.width = max(24, label.intrinsicContentSize.width + 14)
        label.frame = bounds
        let path = UIBezierPath()
        let middle = CGPoint(x: bounds.midX, y: bounds.midY)
        if isForbidden || (isCopy && count < 2) {
            path.move(to: CGPoint(x: middle.x - 5, y: middle.y))
            path.addLine(to: CGPoint(x: middle.x + 5, y: middle.y))
        }
        if isCopy, count < 2 {
            path.move(to: CGPoint(x: middle.x, y: middle.y - 5))
            path.addLine(to: CGPoint(x: middle.x, y: middle.y + 5))
        }
        sign.path = path.cgPath
    }
}
