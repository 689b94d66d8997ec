import CoreGraphics
import Foundation

/// A continuous gesture: two fingers that turn about each other. It ends when both are lifted.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// The angle by which the fingers have turned since it began, in radians, clockwise. After setting it, changes
    /// count from the set value.
    open var rotation: CGFloat = 0 {
        didSet { if !rotation.isFinite { rotation = oldValue } }
    }
    /// The change of the rotation in a second, in radians.
    open var velocity: CGFloat { speed.value.x }

    private var lastAngle: CGFloat?
    /// The angle turned before it began, in radians.
    private var turned: CGFloat = 0
    private var total: CGFloat = 0
    private var speed = VelocityMeter()

    /// Measures the fingers' angle.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { lastAngle = live.fingerAngle }

    /// Begins, or reports a change.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let angle = live.fingerAngle, let distance = live.fingerDistance else { return }
        defer { lastAngle = angle }
        guard let lastAngle else { return }
        let turn = remainder(angle - lastAngle, 2 * .pi)
        total += turn
        speed.add(CGPoint(x: total, y: 0), event.timestamp)
        if state == .possible {
            turned += turn
            if abs(turned) * distance / 2 >= TouchThresholds.rotationHysteresis { state = .began }
        } else {
            rotation += turn
            state = .changed
        }
    }

    /// Ends when both fingers are lifted.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        lastAngle = nil
        guard live.count == touches.count else { return }
        speed.stop(event.timestamp)
        state = state == .possible && pending == nil ? .failed : .ended
    }

    /// Cancels the gesture.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    /// Resets the rotation and the velocity.
    open override func reset() {
        (rotation, lastAngle, turned, total, speed) = (0, nil, 0, 0, VelocityMeter())
        super.reset()
    }
}
