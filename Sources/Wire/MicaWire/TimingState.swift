import Foundation

/// What CAMediaTiming says about one layer or animation, as a value.
///
/// *Units*: seconds of the parent's time for `beginTime`, of active local time for `timeOffset`, of basic time for
/// `duration`.
/// *Source*: Apple, CAMediaTiming.h.
package struct TimingState: Sendable, Equatable, Hashable {
    /// The start in the parent's time.
    package var beginTime: Double
    /// The basic duration; infinite for a layer.
    package var duration: Double
    /// The rate of local time relative to the parent's.
    package var speed: Double
    /// An offset added to active local time.
    package var timeOffset: Double
    /// How often the basic duration repeats, fractions included; 0 means once.
    package var repeatCount: Double
    /// How long it repeats, in seconds; 0 means that `repeatCount` decides.
    package var repeatDuration: Double
    /// Whether each repeat plays backwards after it has played forwards.
    package var autoreverses: Bool
    /// The value outside the active duration.
    package var fillMode: FillMode

    /// The value of an object before its start and after its end.
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

    /// A layer's default: no end, no offset. Source: the measured default of CALayer.duration, dev/api.
    package static let layer = TimingState(duration: .infinity)
}

extension PropertyMask {
    /// The properties of a layer's timing.
    package static let timing = PropertyMask(TimingState.rows.map { PropertyMask($0.property) })
}

extension TimingState {
    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.beginTime, "beginTime", .number(\.beginTime), .time, animatable: false),
        row(.duration, "duration", .number(\.duration), .time, animatable: false, mayBeInfinite: true),
        row(.speed, "speed", .number(\.speed), .time, animatable: false),
        row(.timeOffset, "timeOffset", .number(\.timeOffset), .time, animatable: false),
        row(.repeatCount, "repeatCount", .number(\.repeatCount), .time, animatable: false, mayBeInfinite: true),
        row(
            .repeatDuration, "repeatDuration", .number(\.repeatDuration), .time, animatable: false, mayBeInfinite: true),
        row(.autoreverses, "autoreverses", .bool(\.autoreverses), .time, animatable: false),
        row(.fillMode, "fillMode", .name(\.fillMode, { $0.name }, { FillMode(name: $0) }), .time, animatable: false),
    ]
}

/// A cubic Bezier curve from (0, 0) to (1, 1) that maps time to progress: the two inner control points.
package struct TimingCurve: Sendable, Equatable, Hashable {
    /// The first control point.
    package var x1: Double, y1: Double
    /// The second control point.
    package var x2: Double, y2: Double

    /// Makes a curve from its two inner control points; x is in 0...1.
    package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    }
}

extension TimingState.FillMode {
    /// Apple's string for the mode. Source: CAMediaTimingFillMode, CAMediaTiming.h.
    package var name: String {
        switch self {
        case .removed: "removed"
        case .forwards: "forwards"
        case .backwards: "backwards"
        case .both: "both"
        }
    }

    /// The mode that one of Apple's strings names; nil for other strings.
    package init?(name: String) {
        guard let mode = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = mode
    }
}
