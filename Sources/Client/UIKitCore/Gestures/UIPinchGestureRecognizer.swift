import CoreGraphics
import Foundation

/// A continuous gesture: two fingers whose distance changes. It ends when both are lifted.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The ratio of the fingers' distance to that at the beginning. After setting it, changes count from the set value.
    open var scale: CGFloat = 1 {
        didSet {
            guard scale.isFinite, scale > 0 else { return scale = oldValue }
            if !isMeasuring, let distance = live.fingerDistance, distance > 0 { base = distance / scale }
        }
    }
    /// The change of the scale per second.
    open var velocity: CGFloat { speed.value.x }

    private var isMeasuring = false
    private var start: CGFloat?
    /// The distance at which the scale is 1.
    private var base: CGFloat = 1
    private var speed = VelocityMeter()

    /// Measures the fingers' distance.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let distance = live.fingerDistance else { return }
        start = distance
        // A finger that returns continues from the present scale.
        base = max(distance, 1) / scale
    }

    /// Begins, or reports a change.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let start, let distance = live.fingerDistance else { return }
        if state == .possible {
            guard abs(distance - start) >= TouchThresholds.pinchHysteresis else { return }
            base = max(distance, 1)
            speed.add(CGPoint(x: 1, y: 0), event.timestamp)
            return state = .began
        }
        isMeasuring = true
        scale = max(distance, 1) / base
        isMeasuring = false
        speed.add(CGPoint(x: scale, y: 0), event.timestamp)
        state = .changed
    }

    /// Ends when both fingers are lifted.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard live.count == touches.count else { return }
        speed.stop(event.timestamp)
        state = state == .possible && pending == nil ? .failed : .ended
    }

    /// Cancels the gesture.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    /// Resets the scale and the velocity.
    open override func reset() {
        isMeasuring = true
        scale = 1
        isMeasuring = false
        (start, base, speed) = (nil, 1, VelocityMeter())
        super.reset()
    }
}

extension [UITouch] {
    /// The distance of the first two touches, in points; nil for fewer.
    @MainActor var fingerDistance: CGFloat? { count >= 2 ? self[0].point.distance(to: self[1].point) : nil }

    /// The angle from the first touch to the second, clockwise from the right, in radians; nil for fewer, or if both
    /// are at one point.
    @MainActor var fingerAngle: CGFloat? {
        guard count >= 2, self[0].point != self[1].point else { return nil }
        return atan2(self[1].point.y - self[0].point.y, self[1].point.x - self[0].point.x)
    }
}
