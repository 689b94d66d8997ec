import CoreGraphics
import Foundation

/// The value that an object shows outside its active duration.
///
/// *Source*: Apple, CAMediaTimingFillMode; any string makes a value, but only those below have an effect.
public struct CAMediaTimingFillMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The last value after the end.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// The first value before the start.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    /// The first value before the start, and the last value after the end.
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    /// No effect outside the active duration.
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

/// The timing of a layer or an animation relative to its parent's time.
///
/// The object's time is `t = (tp - beginTime) * speed + timeOffset`, with tp the parent's time. *Units*: seconds.
/// *Source*: Apple, CAMediaTiming.h.
public protocol CAMediaTiming {
    /// The start, in the parent's time. For an animation in a layer, 0 means the time of the commit.
    var beginTime: CFTimeInterval { get set }
    /// The length of one play in the object's own time, without repeats.
    var duration: CFTimeInterval { get set }
    /// The rate of the object's time against its parent's; 0 stops it, a negative rate runs backwards.
    var speed: Float { get set }
    /// Seconds added to the active time.
    var timeOffset: CFTimeInterval { get set }
    /// The number of plays, fractions included; 0 counts as 1.
    var repeatCount: Float { get set }
    /// The seconds for which plays repeat; with 0, `repeatCount` decides.
    var repeatDuration: CFTimeInterval { get set }
    /// Whether the object plays backwards after it has played forwards, which doubles its duration.
    var autoreverses: Bool { get set }
    /// The value shown outside the active duration.
    var fillMode: CAMediaTimingFillMode { get set }
}
