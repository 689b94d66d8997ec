import Foundation

/// What CAMediaTiming says about one layer or animation, as a value.
///
/// *Units*: seconds of the parent's time for `beginTime`, of active local time for `timeOffset`, of basic time for `duration`.
/// *Source*: Apple, CAMediaTiming.h.
package struct TimingState: Sendable, Equatable, Hashable {
    /// The start in the parent's time.
    package var beginTime: Double
    /// The basic duration; infinite for a layer.
    package var duration: Double
    /// The rate of local time against the parent's.
    package var speed: Double
    /// An offset added to active local time.
    package var timeOffset: Double
    /// How often the basic duration repeats; fractions count; 0 means once.
    package var repeatCount: Double
    /// For how long it repeats; 0 means that `repeatCount` decides.
    package var repeatDuration: Double
    /// Whether each repeat plays backwards after it has played forwards.
    package var autoreverses: Bool
    /// What is shown outside the active duration.
    package var fillMode: FillMode

    /// What an object shows before its start and after its end.
    package enum FillMode: UInt8, Sendable, CaseIterable {
        case removed, forwards, backwards, both
    }

    /// Makes a timing; the defaults are an animation's.
    package init(
        beginTime: Double = 0, duration: Double = 0, speed: Double = 1, timeOffset: Double = 0, repeatCount: Double = 0,
        repeatDuration: Double = 0, autoreverses: Bool = false, fillMode: FillMode = .removed
    ) {
        (self.beginTime, self.duration, self.speed, self.timeOffset) = (beginTime, duration, speed, timeOffset)
        (self.repeatCount, self.repeatDuration) = (repeatCount, repeatDuration)
        (self.autoreverses, self.fillMode) = (autoreverses, fillMode)
    }

    /// A layer's default: no end, no offset. Source: measured default of CALayer.duration, dev/api.
    package static let layer = TimingState(duration: .infinity)
}

/// A cubic Bezier curve from (0, 0) to (1, 1) that maps time to progress: the two inner control points.
package struct TimingCurve: Sendable, Equatable, Hashable {
    /// The first control point.
    package var x1: Double, y1: Double
    /// The second control point.
    package var x2: Double, y2: Double

    /// Makes a curve from its two inner control points; x in 0...1.
    package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    }
}
