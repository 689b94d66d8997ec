import CoreGraphics
import Foundation

/// The frame rates that suit an animation or a display link.
///
/// *Units*: frames a second; 0 lets the system choose. *Source*: Apple, CAFrameRateRange.h.
public struct CAFrameRateRange: Equatable, Sendable {
    /// The lowest rate.
    public var minimum: Float
    /// The highest rate.
    public var maximum: Float
    /// The preferred rate; nil lets the system choose.
    public var preferred: Float?

    /// Makes a range that lets the system choose.
    public init() { (minimum, maximum, preferred) = (0, 0, nil) }

    /// Makes a range, in frames a second.
    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
    }

    /// The range that lets the system choose.
    public static let `default` = CAFrameRateRange()
}

extension CAFrameRateRange {
    /// The number of refreshes between two frames: the divisor of the display's rate that suits the range best.
    ///
    /// A display can show its own rate divided by whole numbers. Among the rates between minimum and maximum, the
    /// nearest to the preferred rate is chosen, and of two equally near the faster; without a preference, the fastest.
    /// When no rate is in the range, the slowest above the minimum is chosen. An assumption: Apple's arbitration is not
    /// documented.
    package func refreshes(at rate: Double) -> Int {
        guard self != .default, rate > 0, rate.isFinite else { return 1 }
        let highest = maximum > 0 ? Double(maximum) : .infinity
        let lowest = max(0, Double(minimum))
        let wanted = preferred.flatMap { $0 > 0 ? Double($0) : nil } ?? highest
        var best: (divisor: Int, miss: Double)?
        var fallback = 1
        for divisor in 1...max(1, Int(min(rate, 1000))) {
            let frames = rate / Double(divisor)
            // The tolerance lets a rate such as 59.94 count as 60.
            guard frames >= lowest * 0.999 else { break }
            fallback = divisor
            guard frames <= highest * 1.001 else { continue }
            let miss = wanted == .infinity ? Double(divisor) : abs(frames - wanted)
            if best.map({ miss < $0.miss }) ?? true { best = (divisor, miss) }
        }
        return best?.divisor ?? fallback
    }
}
