import Foundation

/// The motion of a damped spring from 0 to its rest at 1, in closed form.
///
/// *Units*: seconds; the value is the share of the distance that is covered, and overshoots 1 where the spring does.
/// *Source*: Apple, CASpringAnimation, for the parameters. Damping beyond critical is reduced to critical unless the
/// spring `allowsOverdamping`. Parameters that describe no spring (a mass or stiffness of 0 or less) are at rest at
/// once.
package struct SpringCurve: Sendable, Equatable {
    /// The remaining distance as a function of time, 1 at the start.
    private enum Motion: Equatable {
        case atRest
        /// exp(-decay t) (cos(frequency t) + sine sin(frequency t))
        case underdamped(decay: Double, frequency: Double, sine: Double)
        /// exp(-decay t) (1 + slope t)
        case critical(decay: Double, slope: Double)
        /// first exp(-slow t) + (1 - first) exp(-fast t)
        case overdamped(slow: Double, fast: Double, first: Double)
    }
    private let motion: Motion

    package init(_ spring: SpringState) {
        let natural = (spring.stiffness / spring.mass).squareRoot()
        let decay = max(0, spring.damping) / (2 * spring.mass)
        let velocity = spring.initialVelocity.isFinite ? spring.initialVelocity : 0
        guard spring.mass > 0, natural > 0, natural.isFinite, decay.isFinite else {
            motion = .atRest
            return
        }
        let ratio = decay / natural
        if ratio < 1 - 1e-9 {
            let frequency = (natural * natural - decay * decay).squareRoot()
            motion = .underdamped(decay: decay, frequency: frequency, sine: (decay - velocity) / frequency)
        } else if ratio > 1 + 1e-9, spring.allowsOverdamping {
            let root = (decay * decay - natural * natural).squareRoot()
            // The slow root as a quotient: a difference of two close numbers would lose digits.
            let (fast, slow) = (decay + root, natural * natural / (decay + root))
            motion = .overdamped(slow: slow, fast: fast, first: (fast - velocity) / (fast - slow))
        } else {
            motion = .critical(decay: natural, slope: natural - velocity)
        }
    }

    /// The share of the distance that is covered after a time.
    package func value(at seconds: Double) -> Double {
        guard seconds > 0 else { return motion == .atRest ? 1 : 0 }
        switch motion {
        case .atRest: return 1
        case .underdamped(let decay, let frequency, let sine):
            let (sin, cos) = LaneMath.sineAndCosine(frequency * seconds)
            return 1 - LaneMath.exponential(-decay * seconds) * (cos + sine * sin)
        case .critical(let decay, let slope): return 1 - exp(-decay * seconds) * (1 + slope * seconds)
        case .overdamped(let slow, let fast, let first):
            return 1 - first * exp(-slow * seconds) - (1 - first) * exp(-fast * seconds)
        }
    }

    /// The parameters of four underdamped springs.
    struct Swing: Sendable {
        /// The decay rate and the angular frequency, per second, and the factor of the sine.
        var decay: SIMD4<Double>, frequency: SIMD4<Double>, sine: SIMD4<Double>

        /// The shares of the distances that are covered after times above 0.
        @inline(__always)
        func values(at seconds: SIMD4<Double>) -> SIMD4<Double> {
            let (sin, cos) = LaneMath.sineAndCosine(frequency * seconds)
            return 1 - LaneMath.exponential(-decay * seconds) * (cos + sine * sin)
        }
    }

    /// The parameters of an underdamped spring; nil for others.
    var swing: (decay: Double, frequency: Double, sine: Double)? {
        if case .underdamped(let decay, let frequency, let sine) = motion { (decay, frequency, sine) } else { nil }
    }

    /// The time after which the spring counts as at rest: at most a thousandth of the distance remains.
    package var settlingDuration: Double { settlingDuration(within: 0.001) }

    /// The time after which at most a share of the distance remains; infinite without damping.
    ///
    /// A measured fit. Underdamped, with the remaining distance `exp(-decay t) (cos + sine sin)`, it is the time at
    /// which the sum of the amplitudes, `exp(-decay t) (1 + |sine|)`, reaches the share. This gives all digits of
    /// Apple's values with and without an initial velocity (CASpringAnimation.settlingDuration: 1.4727003346780927 at
    /// damping 10, 13.91321015404625 at 1; durationForEpsilon of ComposeUI's tests). Critically damped, Apple adds up
    /// tenths of a second until the distance is below the share: 0.3 for a period of 0.2 s, 1.0999999999999999 for 1 s
    /// within 0.01 (ChouTiUI's and ComposeUI's tests). The same tenths are assumed where nothing was measured:
    /// overdamped, and critical with an initial velocity.
    package func settlingDuration(within share: Double) -> Double {
        switch motion {
        case .atRest: return 0
        case .underdamped(let decay, _, let sine):
            return decay > 0 ? log((1 + abs(sine)) / share) / decay : .infinity
        case .critical(let decay, let slope):
            return Self.firstTenth(under: share) { exp(-decay * $0) * (1 + abs(slope) * $0) }
        case .overdamped(let slow, let fast, let first):
            return Self.firstTenth(under: share) { abs(first) * exp(-slow * $0) + abs(1 - first) * exp(-fast * $0) }
        }
    }

    /// The first sum of tenths from which on a bound stays below a share. The bound falls in the end.
    private static func firstTenth(under share: Double, _ bound: (Double) -> Double) -> Double {
        let crossing = lastCrossing(share, bound)
        guard crossing < 1000 else { return (crossing * 10).rounded(.up) / 10 }
        var sum = 0.0
        while sum < crossing { sum += 0.1 }
        return sum
    }

    /// The last time at which a bound is at a threshold. The bound falls in the end.
    private static func lastCrossing(_ threshold: Double, _ bound: (Double) -> Double) -> Double {
        var high = 1.0
        while bound(high) > threshold || bound(high * 2) > threshold { high *= 2 }
        guard high.isFinite else { return .infinity }
        while high > 1e-300, bound(high / 2) <= threshold { high /= 2 }
        var low = high / 2
        while true {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { return high }
            if bound(middle) > threshold { low = middle } else { high = middle }
        }
    }
}
