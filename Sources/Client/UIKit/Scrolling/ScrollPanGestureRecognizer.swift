import CoreGraphics
import Foundation

/// The drag of a scroll view: it hears of the touch at once, stops what moves, and keeps the touch from the content for a while.
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
    weak var scrollView: UIScrollView?
    /// Whether the scroll view has heard of a touch, and not of its end.
    private(set) var isFollowing = false
    /// Whether the touch has stopped the view while it moved: any movement is a drag then.
    private var hasCaught = false
    /// Whether the content is not to hear of the touch yet.
    private var isHolding = false

    override var holdsContent: Bool { isHolding }

    override func isPan(_ way: CGPoint) -> Bool { hasCaught ? way != .zero : super.isPan(way) }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard let scrollView, !isFollowing, state == .possible else { return }
        isFollowing = true
        if scrollView.catchMotion(at: event.timestamp) {
            hasCaught = true
            // A touch that stops a scroll view is nothing else.
            for touch in touches { touch.delivery.isWanted = false }
        } else if scrollView.delaysContentTouches, touches.contains(where: { $0.view !== scrollView }) {
            isHolding = true
            TouchDispatcher.shared.clock.schedule(at: event.timestamp + ScrollPhysics.contentDelay, for: self) {
                [weak self] in self?.isHolding = false
            }
        }
    }

    /// The drag is over.
    func endFollowing() { isFollowing = false }

    override func reset() {
        let isReleased = isFollowing && hasCaught
        (isFollowing, hasCaught, isHolding) = (false, false, false)
        super.reset()
        // A touch that has stopped the view, and was no drag.
        if isReleased { scrollView?.releaseCaught() }
    }

    /// A drag and a pinch of one scroll view go together.
    override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
        !isOwnPinch(preventedGestureRecognizer) && super.canPrevent(preventedGestureRecognizer)
    }

    override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool {
        !isOwnPinch(preventingGestureRecognizer) && super.canBePrevented(by: preventingGestureRecognizer)
    }

    private func isOwnPinch(_ other: UIGestureRecognizer) -> Bool {
        other.view === view && other is UIPinchGestureRecognizer
    }
}
