import CoreGraphics
import Foundation

/// A discrete gesture: fingers that tap, one or more times.
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// The number of taps; 1 at first.
    open var numberOfTapsRequired = 1
    /// The number of fingers; 1 at first.
    open var numberOfTouchesRequired = 1

    private var taps = 0
    /// The largest number of fingers down in this tap.
    private var fingers = 0
    private var firstPoint: CGPoint?

    override var awaitsMore: Bool { taps > 0 && taps < numberOfTapsRequired }

    /// The number of fingers of the tap.
    open override var numberOfTouches: Int { max(fingers, super.numberOfTouches) }

    /// A recognizer of fewer taps does not make one of more taps fail: the first of two taps is a tap, too. *Source*:
    /// Apple, UIGestureRecognizer.canPrevent(_:); others have seen that both are called (docs/touch.md).
    open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let other = preventedGestureRecognizer as? UITapGestureRecognizer else { return true }
        return other.numberOfTapsRequired <= numberOfTapsRequired
    }

    /// Counts the fingers.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        let isFirst = fingers == 0
        fingers = max(fingers, live.count)
        guard fingers <= numberOfTouchesRequired else { return state = .failed }
        if isFirst {
            if let firstPoint, firstPoint.distance(to: centroid) > TouchThresholds.tapMovement {
                return state = .failed
            }
            if firstPoint == nil { firstPoint = centroid }
            failLater(TouchThresholds.tapDuration, event)
        }
    }

    /// Fails if a finger has moved too far.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if touches.contains(where: { $0.startPoint.distance(to: $0.point) > TouchThresholds.tapMovement }) {
            state = .failed
        }
    }

    /// Counts a tap when the last finger is lifted.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if touches.contains(where: { $0.startPoint.distance(to: $0.point) > TouchThresholds.tapMovement }) {
            return state = .failed
        }
        guard live.count == touches.count else { return }
        guard fingers == numberOfTouchesRequired else { return state = .failed }
        taps += 1
        if taps >= numberOfTapsRequired { return state = .ended }
        fingers = 0
        failLater(TouchThresholds.tapInterval, event)
    }

    /// Fails.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

    /// Resets the counts of taps and fingers.
    open override func reset() {
        (taps, fingers, firstPoint) = (0, 0, nil)
        super.reset()
    }

    private func failLater(_ delay: Double, _ event: UIEvent) {
        TouchDispatcher.shared.clock.schedule(at: event.timestamp + delay, for: self) { [weak self] in
            self?.state = .failed
        }
    }
}
