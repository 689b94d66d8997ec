import CoreGraphics
import Foundation

/// A discrete gesture: fingers that move quickly in a direction.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// A set of directions of a swipe.
    public struct Direction: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Up.
        public static let up = Direction(rawValue: 4)
        /// Down.
        public static let down = Direction(rawValue: 8)
    }

    /// The accepted directions; right at first.
    open var direction = Direction.right
    /// The number of fingers; 1 at first.
    open var numberOfTouchesRequired = 1

    private var startCentroid = CGPoint.zero
    private var fingers = 0

    /// The point where the swipe began. *Source*: Apple, UIGestureRecognizer.location(in:); UISwipeGestureRecognizer.h
    /// says so.
    open override func location(in view: UIView?) -> CGPoint { convert(startCentroid, to: view) }

    /// Counts the fingers, and notes the time.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        fingers = max(fingers, live.count)
        guard fingers <= numberOfTouchesRequired else { return state = .failed }
        startCentroid = centroid
        guard fingers == touches.count else { return }
        TouchDispatcher.shared.clock.schedule(at: event.timestamp + TouchThresholds.swipeDuration, for: self) {
            [weak self] in self?.state = .failed
        }
    }

    /// Recognizes once the fingers have moved far enough, and fails if they move elsewhere.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { look() }

    /// Recognizes, or fails.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        look()
        if state == .possible, pending == nil { state = .failed }
    }

    /// Fails.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

    /// Resets the count of fingers.
    open override func reset() {
        fingers = 0
        super.reset()
    }

    private func look() {
        guard live.count == numberOfTouchesRequired else { return }
        let middle = centroid
        let way = CGPoint(x: middle.x - startCentroid.x, y: middle.y - startCentroid.y)
        let (along, across) = (max(abs(way.x), abs(way.y)), min(abs(way.x), abs(way.y)))
        if across > TouchThresholds.swipeDeviation { return state = .failed }
        guard along >= TouchThresholds.swipeDistance else { return }
        let went: Direction = abs(way.x) >= abs(way.y) ? (way.x > 0 ? .right : .left) : (way.y > 0 ? .down : .up)
        state = direction.contains(went) ? .ended : .failed
    }
}
