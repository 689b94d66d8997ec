import CoreGraphics
import Foundation

/// The drag of a scroll view. It gets a touch at once, stops a movement, and holds the touch back from the content for
/// a while.
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
    weak var scrollView: UIScrollView?
    /// Whether a touch has begun and not ended for the scroll view.
    private(set) var isFollowing = false
    /// Whether the touch has stopped a moving view: then any movement is a drag.
    private var hasCaught = false
    /// Whether the touch is held back from the content.
    private var isHolding = false

    override var holdsContent: Bool { isHolding }

    override func isPan(_ way: CGPoint) -> Bool { hasCaught ? way != .zero : super.isPan(way) }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard let scrollView, !isFollowing, state == .possible else { return }
        isFollowing = true
        if scrollView.catchMotion(at: event.timestamp) {
            hasCaught = true
            // A touch that stops a scroll view does nothing else.
            for touch in touches { touch.delivery.isWanted = false }
        } else if scrollView.delaysContentTouches, touches.contains(where: { $0.view !== scrollView }) {
            isHolding = true
            TouchDispatcher.shared.clock.schedule(at: event.timestamp + ScrollPhysics.contentDelay, for: self) {
                [weak self] in self?.isHolding = false
            }
        }
    }

    /// The drag has ended.
    func endFollowing() { isFollowing = false }

    override func reset() {
        let isReleased = isFollowing && hasCaught
        (isFollowing, hasCaught, isHolding) = (false, false, false)
        super.reset()
        // The touch has stopped the view, and was no drag.
        if isReleased { scrollView?.releaseCaught() }
    }

    /// The drag and the pinch of one scroll view may recognize together.
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
