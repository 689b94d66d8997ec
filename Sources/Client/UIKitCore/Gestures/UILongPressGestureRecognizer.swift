import CoreGraphics
import Foundation

/// A continuous gesture: fingers that stay down for some time, and may then move.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// The duration of the press, in seconds; 0.5 at first.
    open var minimumPressDuration: TimeInterval = 0.5
    /// The number of fingers; 1 at first.
    open var numberOfTouchesRequired = 1
    /// The number of taps before the press; 0 at first.
    open var numberOfTapsRequired = 0
    /// The largest movement of a finger before it is recognized, in points; 10 at first.
    open var allowableMovement: CGFloat = 10

    private var taps = 0
    override var awaitsMore: Bool { taps > 0 && taps <= numberOfTapsRequired && live.isEmpty }

    /// Starts the clock once enough fingers are down.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard state == .possible else { return }
        guard live.count <= numberOfTouchesRequired else { return state = .failed }
        guard live.count == numberOfTouchesRequired, taps == numberOfTapsRequired else {
            return later(TouchThresholds.tapDuration, event, .failed)
        }
        if minimumPressDuration <= 0 { return state = .began }
        later(minimumPressDuration, event, .began)
    }

    /// Reports movement once it has begun; fails before that if a finger has moved too far.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .began || state == .changed { return state = .changed }
        if touches.contains(where: { $0.startPoint.distance(to: $0.point) > allowableMovement }) { state = .failed }
    }

    /// Ends once it has begun. Before that, the press was one of the taps, or too short.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard state == .possible else {
            if live.count == touches.count { state = .ended }
            return
        }
        guard taps < numberOfTapsRequired else { return state = .failed }
        guard live.count == touches.count else { return }
        taps += 1
        later(TouchThresholds.tapInterval, event, .failed)
    }

    /// Cancels the gesture.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    /// Resets the count of taps.
    open override func reset() {
        taps = 0
        super.reset()
    }

    private func later(_ delay: Double, _ event: UIEvent, _ state: State) {
        TouchDispatcher.shared.clock.schedule(at: event.timestamp + delay, for: self) { [weak self] in
            self?.state = state
        }
    }
}
