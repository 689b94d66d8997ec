import CoreGraphics
import Foundation

/// A continuous gesture: fingers that move. It begins after 10 points, and ends when all fingers are lifted.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// The least number of fingers; 1 at first.
    open var minimumNumberOfTouches = 1
    /// The largest number of fingers; any at first.
    open var maximumNumberOfTouches = Int.max

    /// The translation of the fingers' middle, in the window's space.
    private var way = CGPoint.zero
    private var speed = VelocityMeter()
    /// The translation since it was reset, regardless of `setTranslation(_:in:)`.
    private(set) var total = CGPoint.zero

    /// The movement of the fingers since they went down, in a view's space. After `setTranslation(_:in:)` it is the set
    /// translation plus the movement since.
    open func translation(in view: UIView?) -> CGPoint { vector(way, to: view) }

    /// Sets the translation, from which later movement counts.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        guard translation.x.isFinite, translation.y.isFinite else { return }
        guard let view, let window = sequence.last?.window ?? self.view?.window, view !== window else {
            return way = translation
        }
        let (start, end) = (view.convert(CGPoint.zero, to: window), view.convert(translation, to: window))
        way = CGPoint(x: end.x - start.x, y: end.y - start.y)
    }

    /// The velocity of the fingers, in points of a view's space a second.
    open func velocity(in view: UIView?) -> CGPoint { vector(speed.value, to: view) }

    private func vector(_ vector: CGPoint, to view: UIView?) -> CGPoint {
        let (start, end) = (convert(.zero, to: view), convert(vector, to: view))
        return CGPoint(x: end.x - start.x, y: end.y - start.y)
    }

    /// Whether a movement begins the pan. Overridden in this module, for further conditions.
    func isPan(_ way: CGPoint) -> Bool { hypot(way.x, way.y) >= TouchThresholds.panHysteresis }

    /// Fails if there are too many fingers.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .possible, live.count > maximumNumberOfTouches { return state = .failed }
        speed.add(total, event.timestamp)
    }

    /// Begins, or reports movement.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard live.count >= minimumNumberOfTouches else { return }
        for touch in touches {
            let (x, y) = (touch.point.x - touch.previousPoint.x, touch.point.y - touch.previousPoint.y)
            way.x += x / CGFloat(live.count)
            way.y += y / CGFloat(live.count)
            total.x += x / CGFloat(live.count)
            total.y += y / CGFloat(live.count)
        }
        speed.add(total, event.timestamp)
        if state == .possible {
            if isPan(total) { state = .began }
        } else {
            state = .changed
        }
    }

    /// Ends when all fingers are lifted.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard live.count == touches.count else { return }
        speed.stop(event.timestamp)
        state = state == .possible && pending == nil ? .failed : .ended
    }

    /// Cancels the gesture once all its touches are cancelled.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        if live.count == touches.count { state = .cancelled }
    }

    /// Resets the translation and the velocity.
    open override func reset() {
        (way, total, speed) = (.zero, .zero, VelocityMeter())
        super.reset()
    }
}

/// Measures a velocity over the last tenth of a second.
struct VelocityMeter {
    private static let window = 0.1
    private var samples: [(point: CGPoint, time: Double)] = []
    /// In points a second.
    private(set) var value = CGPoint.zero

    mutating func add(_ point: CGPoint, _ time: Double) {
        samples.append((point, time))
        measure(time)
    }

    /// Sets the velocity to 0 if nothing has moved lately: fingers that rested have none.
    mutating func stop(_ time: Double) {
        if let last = samples.last, time - last.time > Self.window { value = .zero }
    }

    private mutating func measure(_ time: Double) {
        samples.removeAll { $0.time < time - Self.window }
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return }
        let seconds = CGFloat(last.time - first.time)
        value = CGPoint(x: (last.point.x - first.point.x) / seconds, y: (last.point.y - first.point.y) / seconds)
    }
}
