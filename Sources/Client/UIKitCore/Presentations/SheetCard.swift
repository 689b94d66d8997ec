import CoreGraphics
import Foundation
import QuartzCore

/// The card of a sheet: it clips the presented view to round corners, and has the grabber.
final class SheetCard: UIView {
    weak var manager: UISheetPresentationController?
    private let content = UIView()
    private let grabber = UIView()
    /// The grabber's size and its distance from the top. *Source*: pictures of iOS 15 to 18.
    private static let (grabberSize, grabberTop) = (CGSize(width: 36, height: 5), CGFloat(5))

    init() {
        super.init(frame: .zero)
        content.clipsToBounds = true
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(content)
        grabber.backgroundColor = .tertiaryLabel
        grabber.layer.cornerRadius = Self.grabberSize.height / 2
        grabber.isUserInteractionEnabled = false
        grabber.isHidden = true
        addSubview(grabber)
        // A sheet casts a soft shadow, which shows where nothing is dimmed. Its numbers are assumed.
        layer.shadowRadius = 15
        layer.shadowOffset = .zero
    }

    required init?(coder: NSCoder) { nil }

    /// Puts the presented view into the card.
    func hold(_ view: UIView) {
        content.frame = bounds
        view.frame = content.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        content.addSubview(view)
    }

    func adopt(radius: CGFloat, isAttached: Bool, hasGrabber: Bool) {
        content.layer.cornerRadius = radius
        content.layer.maskedCorners =
            isAttached
            ? [.layerMinXMinYCorner, .layerMaxXMinYCorner]
            : [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner]
        layer.shadowOpacity = radius > 0 ? 0.12 : 0
        grabber.isHidden = !hasGrabber
        content.frame = bounds
        grabber.frame = CGRect(
            x: (bounds.width - Self.grabberSize.width) / 2, y: Self.grabberTop, width: Self.grabberSize.width,
            height: Self.grabberSize.height)
    }
}

/// The gestures of a sheet: the drag of its card, and the tap outside.
@MainActor final class SheetDrag: NSObject, UIGestureRecognizerDelegate {
    let pan = UIPanGestureRecognizer()
    let tap = UITapGestureRecognizer()
    private unowned let sheet: UISheetPresentationController
    private var start: CGFloat = 0

    private static let drag = Selector(
        "drag:", onMain: { (me: SheetDrag, pan: UIPanGestureRecognizer) in me.move(pan) })
    private static let touch = Selector(
        "touch:", onMain: { (me: SheetDrag, tap: UITapGestureRecognizer) in me.sheet.dismissByUser() })

    init(_ sheet: UISheetPresentationController) {
        self.sheet = sheet
        super.init()
        pan.addTarget(self, action: Self.drag)
        pan.delegate = self
        pan.maximumNumberOfTouches = 1
        tap.addTarget(self, action: Self.touch)
    }

    /// A drag down moves the sheet unless a scroll view under the finger can scroll; a drag up moves it to a larger
    /// detent if there is one. *Source*: Apple, prefersScrollingExpandsWhenScrolledToEdge.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        let way = pan.translation(in: nil)
        guard abs(way.y) > abs(way.x), !sheet.presentedViewController.isBeingPresented,
            !sheet.presentedViewController.isBeingDismissed
        else { return false }
        guard let scroll = scrollView, scroll.isScrollEnabled else { return true }
        let isAtTop = scroll.contentOffset.y <= -scroll.adjustedContentInset.top + 0.5
        guard isAtTop else { return false }
        if way.y > 0 { return true }
        return sheet.prefersScrollingExpandsWhenScrolledToEdge
            && sheet.heights.last?.identifier != sheet.restingIdentifier
    }

    /// A scroll view in the sheet waits until the sheet has decided.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        guard let scroll = otherGestureRecognizer.view as? UIScrollView else { return false }
        return otherGestureRecognizer === scroll.panGestureRecognizer && scroll.isDescendant(of: sheet.card)
    }

    /// The nearest view under the finger that scrolls vertically.
    private var scrollView: UIScrollView? {
        var view: UIView? = sheet.card.hitTest(pan.location(in: sheet.card), with: nil)
        while let current = view, current !== sheet.card {
            if let scroll = current as? UIScrollView,
                scroll.contentSize.height > scroll.bounds.height || scroll.alwaysBounceVertical
            {
                return scroll
            }
            view = current.superview
        }
        return nil
    }

    private func move(_ pan: UIPanGestureRecognizer) {
        switch pan.state {
        case .began:
            start = 0
            // The hysteresis is not part of the movement.
            pan.setTranslation(.zero, in: nil)
        case .changed:
            sheet.dragged = limited(start + pan.translation(in: nil).y)
            UIView.performWithoutAnimation { sheet.place() }
        case .ended: rest(pan.velocity(in: nil).y)
        case .cancelled: sheet.select(sheet.restingIdentifier)
        default: break
        }
    }

    /// The distance for a finger's movement: beyond the largest detent, and below the least of a sheet that cannot be
    /// pulled away, the card follows as a rubber band does, as scroll views do (docs/scrolling.md).
    private func limited(_ way: CGFloat) -> CGFloat {
        let heights = sheet.heights
        let now = heights.first { $0.identifier == sheet.restingIdentifier }?.height ?? 0
        let (up, down) = (now - (heights.last?.height ?? now), now - (heights.first?.height ?? now))
        func band(_ over: CGFloat) -> CGFloat {
            let room = max(sheet.container?.bounds.height ?? 1, 1)
            return (1 - 1 / (over * 0.55 / room + 1)) * room
        }
        if way < up { return up - band(up - way) * (sheet.isAttached ? 1 : 0.3) }
        if way > down, !sheet.mayDismissByUser { return down + band(way - down) }
        return way
    }

    /// Ends at the detent that the card would reach, or dismisses if that is below half of the least.
    private func rest(_ velocity: CGFloat) {
        let heights = sheet.heights
        let now = heights.first { $0.identifier == sheet.restingIdentifier }?.height ?? 0
        // The distance that a scroll view decelerates, at the rate of 0.998 a millisecond, is half of the velocity. It
        // is taken by a quarter here; this is assumed.
        let target = now - sheet.dragged - velocity * 0.25
        let least = heights.first?.height ?? 0
        if target < least / 2 {
            if sheet.dismissByUser() { return }
            return sheet.select(heights.first?.identifier ?? .large)
        }
        let nearest = heights.min { abs($0.height - target) < abs($1.height - target) }
        sheet.select(nearest?.identifier ?? .large)
    }
}
