import CoreGraphics
import Foundation

/// The frame rates that an animation or a display link is content with.
///
/// *Units*: frames a second; 0 leaves it to the system. *Source*: Apple, CAFrameRateRange.h.
public struct CAFrameRateRange: Equatable, Sendable {
    /// The lowest rate.
    public var minimum: Float
    /// The highest rate.
    public var maximum: Float
    /// The rate that is best; nil is the system's choice.
    public var preferred: Float?

    /// Makes a range that leaves it to the system.
    public init() { (minimum, maximum, preferred) = (0, 0, nil) }

    /// Makes a range.
    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
    }

    /// The range that leaves it to the system.
    public static let `default` = CAFrameRateRange()
}

extension CAFrameRateRange {
    /// After how many refreshes of a display a frame is due: the one of its divisors that the range is happiest with.
    ///
    /// A display shows its own rate and whole parts of it. Among those between minimum and maximum it is the one nearest to
    /// the preferred rate, the faster of two; without a preference the fastest. When none is in the range it is the
    /// slowest one above the minimum. An assumption: Apple's arbitration is not documented.
    package func refreshes(at rate: Double) -> Int {
        guard self != .default, rate > 0, rate.isFinite else { return 1 }
        let highest = maximum > 0 ? Double(maximum) : .infinity
        let lowest = max(0, Double(minimum))
        let wanted = preferred.flatMap { $0 > 0 ? Double($0) : nil } ?? highest
        var best: (divisor: Int, miss: Double)?
        var fallback = 1
        for divisor in 1...max(1, Int(min(rate, 1000))) {
            let frames = rate / Double(divisor)
            // A rate such as 59.94 stands for 60.
            guard frames >= lowest * 0.999 else { break }
            fallback = divisor
            guard frames <= highest * 1.001 else { continue }
            let miss = wanted == .infinity ? Double(divisor) : abs(frames - wanted)
            if best.map({ miss < $0.miss }) ?? true { best = (divisor, miss) }
        }
        return best?.divisor ?? fallback
    }
}
