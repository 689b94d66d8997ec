import CoreGraphics
import UIKitCore

/// The touches of a text view: a pressed mouse selects, and a finger that taps places the caret. A finger that moves
/// scrolls.
final class TextTouchRecognizer: UIGestureRecognizer {
    /// A press: the point in the view, and the number of presses in a row. Returns whether it was used.
    var pressed: ((CGPoint, Int) -> Bool)?
    /// Whether a press of a mouse may become a drag of selected text, so that it is used only at its end.
    var waits: ((CGPoint, Int) -> Bool)?
    private var isWaiting = false
    /// A movement of a pressed mouse.
    var dragged: ((CGPoint) -> Void)?
    /// A finger has tapped: the number of taps in a row.
    var tapped: ((Int, UITouch) -> Void)?
    /// The end of a press.
    var ended: (() -> Void)?
    /// Whether the present touch is a finger's.
    private(set) var isFinger = false
    private var start = CGPoint.zero

    /// The farthest that a finger moves in a tap. *Units*: points. The pan's distance.
    private static let slop: CGFloat = 10

    /// A press of a mouse selects at once.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first, let view else { return state = .failed }
        start = touch.location(in: nil)
        isFinger = !touch.isMouse
        guard touch.isMouse else { return }
        isWaiting = waits?(touch.location(in: view), touch.tapCount) == true
        if isWaiting { return }
        state = pressed?(touch.location(in: view), touch.tapCount) == true ? .began : .failed
    }

    /// A mouse extends the selection; a finger that moves is no tap.
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first, let view, !isWaiting else { return }
        if touch.isMouse {
            dragged?(touch.location(in: view))
            state = .changed
        } else {
            let now = touch.location(in: nil)
            if hypot(now.x - start.x, now.y - start.y) > Self.slop { state = .failed }
        }
    }

    /// A finger has tapped, or the mouse has selected.
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first, let view else { return }
        if isWaiting, pressed?(touch.location(in: view), touch.tapCount) != true { return state = .failed }
        if touch.isMouse {
            state = .ended
            ended?()
        } else {
            let isUsed = pressed?(touch.location(in: view), touch.tapCount) == true
            ended?()
            if isUsed { tapped?(touch.tapCount, touch) }
            state = isUsed ? .ended : .failed
        }
    }

    /// Nothing more is selected.
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        ended?()
        state = .cancelled
    }

    /// The next touch is another press.
    override func reset() {
        isWaiting = false
        super.reset()
    }
}
