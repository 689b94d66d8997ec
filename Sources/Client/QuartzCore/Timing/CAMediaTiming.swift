import CoreGraphics
import Foundation

/// What an object shows outside its active duration.
///
/// *Source*: Apple, CAMediaTimingFillMode; any string makes a value, those below are the ones that mean something.
public struct CAMediaTimingFillMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Its last value after the end.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// Its first value before the start.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    /// Both.
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    /// Nothing: it has no effect outside its duration.
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

/// What a layer or an animation says about its time in terms of its parent's.
///
/// Time t of an object within its parent's time tp is `t = (tp - beginTime) * speed + timeOffset`.
/// *Units*: seconds. *Source*: Apple, CAMediaTiming.h.
public protocol CAMediaTiming {
    /// When it starts, in its parent's time. For an animation in a layer 0 means when it is committed.
    var beginTime: CFTimeInterval { get set }
    /// How long it lasts before repeats, in its own time.
    var duration: CFTimeInterval { get set }
    /// How fast its time runs against its parent's; 0 stops it, negative runs backwards.
    var speed: Float { get set }
    /// Added to its active time.
    var timeOffset: CFTimeInterval { get set }
    /// How often its duration is played, fractions included; 0 counts as 1.
    var repeatCount: Float { get set }
    /// For how long its duration is played over and over; 0 leaves it to `repeatCount`.
    var repeatDuration: CFTimeInterval { get set }
    /// Whether it plays backwards after it has played forwards, which doubles its duration.
    var autoreverses: Bool { get set }
    /// What it shows outside its active duration.
    var fillMode: CAMediaTimingFillMode { get set }
}
