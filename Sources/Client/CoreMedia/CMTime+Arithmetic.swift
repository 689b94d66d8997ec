import Foundation

extension CMTime {
    /// The sum of two times, in their least common timescale.
    ///
    /// The timescale is at most `kCMTimeMaxTimescale`; a larger one is replaced by it, with rounding. If the value
    /// overflows, the timescale is halved until the value fits. The sum is infinite if one time is infinite. It is
    /// invalid if one time is invalid, if both are infinite with different signs, or if both have epochs other than 0
    /// that differ. Otherwise it is indefinite if one time is indefinite.
    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { sum(addend1, addend2, 1) }

    /// The difference of two times, by the same rules.
    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { sum(minuend, subtrahend, -1) }

    /// Adds a time.
    public static func += (a: inout CMTime, b: CMTime) { a = a + b }
    /// Subtracts a time.
    public static func -= (a: inout CMTime, b: CMTime) { a = a - b }

    private static func sum(_ a: CMTime, _ b: CMTime, _ sign: Int128) -> CMTime {
        guard a.isValid, b.isValid else { return .invalid }
        let (left, right) = (a.infiniteSign, b.infiniteSign * Int(sign))
        if left != 0 || right != 0 {
            if left * right < 0 { return .invalid }
            return left + right > 0 ? .positiveInfinity : .negativeInfinity
        }
        if a.isIndefinite || b.isIndefinite { return .indefinite }
        guard a.epoch == b.epoch || a.epoch == 0 || b.epoch == 0, a.timescale > 0, b.timescale > 0 else {
            return .invalid
        }
        // Two times of one epoch give a duration.
        let epoch = a.epoch == b.epoch ? 0 : a.epoch + b.epoch
        let rounded = a.flags.union(b.flags).intersection(.hasBeenRounded)
        let (p, q) = (Int64(a.timescale), Int64(b.timescale))
        let common = p / greatestDivisor(p, q) * q
        // Both are at most 2^63 x 2^31, over 2^62.
        let exact = Int128(a.value) * Int128(common / p) + sign * Int128(b.value) * Int128(common / q)
        return fitted(exact, over: Int128(common), Int32(clamping: common), rounded, epoch)
    }

    private static func greatestDivisor(_ a: Int64, _ b: Int64) -> Int64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }

    /// A fraction of seconds in the largest timescale that fits: the given one, or a half, a quarter and so on of it.
    private static func fitted(
        _ numerator: Int128, over denominator: Int128, _ timescale: CMTimeScale, _ flags: CMTimeFlags,
        _ epoch: CMTimeEpoch
    ) -> CMTime {
        var scale = timescale
        while true {
            // At most 2^95 x 2^31.
            let (value, isExact) = WideFraction(numerator * Int128(scale), over: denominator).rounded(
                .default, isFiner: false)
            if let value = Int64(exactly: value) {
                return CMTime(
                    value: value, timescale: scale, flags: flags.union(isExact ? .valid : [.valid, .hasBeenRounded]),
                    epoch: epoch)
            }
            if scale == 1 { return numerator < 0 ? .negativeInfinity : .positiveInfinity }
            scale /= 2
        }
    }

    /// 1 and -1 for infinities, 0 for all other times.
    private var infiniteSign: Int { isPositiveInfinity ? 1 : isNegativeInfinity ? -1 : 0 }

    /// The product with an integer, in the same timescale; if the value overflows, the timescale is halved until it
    /// fits.
    func multiplied(by factor: Int32) -> CMTime {
        guard isValid else { return .invalid }
        if infiniteSign != 0 { return infinite(infiniteSign * Int(factor.signum())) }
        if isIndefinite { return .indefinite }
        guard timescale > 0 else { return .invalid }
        return Self.fitted(
            Int128(value) * Int128(factor), over: Int128(timescale), timescale, flags.intersection(.hasBeenRounded),
            epoch)
    }

    /// Infinity with the sign of a product; invalid for infinity times 0. *Source*: assumed for 0; not documented.
    private func infinite(_ sign: Int) -> CMTime {
        sign == 0 ? .invalid : sign > 0 ? .positiveInfinity : .negativeInfinity
    }

    /// The product with a number. The timescale is doubled until it is at least 65536, and halved where the value
    /// overflows.
    func multiplied(by factor: Double) -> CMTime {
        guard isValid, !factor.isNaN else { return .invalid }
        if infiniteSign != 0 { return infinite(factor == 0 ? 0 : factor < 0 ? -infiniteSign : infiniteSign) }
        if isIndefinite { return .indefinite }
        guard timescale > 0 else { return .invalid }
        var scale = Int64(timescale)
        while scale < 65536 { scale *= 2 }
        // A multiplication by a power of two is exact: only the product and the conversion to an integer round.
        let product = Double(value) * factor
        while true {
            let exact = product * (Double(scale) / Double(timescale))
            let whole = exact.rounded(.toNearestOrAwayFromZero)
            if abs(whole) < 0x1p63 {
                var flags = flags.intersection(.hasBeenRounded).union(.valid)
                let factorIsWhole = factor == factor.rounded() && abs(product) < 0x1p53 && value.magnitude < 1 << 53
                if whole != exact || !(factorIsWhole || exactly(product, factor)) { flags.insert(.hasBeenRounded) }
                return CMTime(value: Int64(whole), timescale: CMTimeScale(scale), flags: flags, epoch: epoch)
            }
            if scale == 1 || !exact.isFinite { return product < 0 ? .negativeInfinity : .positiveInfinity }
            scale /= 2
        }
    }

    /// Whether a product of the value is exact as a Double.
    private func exactly(_ product: Double, _ factor: Double) -> Bool {
        Double(value).isFinite && Int64(exactly: Double(value)) == value
            && (-product).addingProduct(Double(value), factor) == 0
    }

    /// The product with a fraction: exact if it fits; otherwise in the largest timescale that fits.
    func multiplied(by multiplier: Int32, over divisor: Int32) -> CMTime {
        guard isValid else { return .invalid }
        if infiniteSign != 0 { return infinite(infiniteSign) }
        if isIndefinite { return .indefinite }
        guard timescale > 0 else { return .invalid }
        var numerator = Int128(value) * Int128(multiplier)
        if divisor == 0 { return infinite(numerator.signum() == 0 ? 0 : numerator < 0 ? -1 : 1) }
        var denominator = Int128(timescale) * Int128(divisor)
        if denominator < 0 { (numerator, denominator) = (-numerator, -denominator) }
        var scale = denominator
        if scale > Int128(Int32.max) {
            // Reduced to lowest terms, the product may fit.
            var (a, b) = (numerator.magnitude, denominator.magnitude)
            while b != 0 { (a, b) = (b, a % b) }
            let common = Int128(max(a, 1))
            (numerator, denominator) = (numerator / common, denominator / common)
            scale = min(denominator, Int128(Int32.max))
        }
        return Self.fitted(numerator, over: denominator, CMTimeScale(scale), flags.intersection(.hasBeenRounded), epoch)
    }

    /// The absolute value.
    var absolute: CMTime {
        if isNegativeInfinity { return .positiveInfinity }
        guard isNumeric, value < 0 else { return self }
        return multiplied(by: Int32(-1))
    }
}

extension CMTime: Comparable, Hashable {
    /// -1, 0 or 1 for a time before, at or after another. The order is: negative infinity, values by epoch,
    /// indefinite, positive infinity, invalid.
    static func order(_ a: CMTime, _ b: CMTime) -> Int32 {
        let (left, right) = (a.rank, b.rank)
        if left != right { return left < right ? -1 : 1 }
        guard left == 1 else { return 0 }
        if a.epoch != b.epoch { return a.epoch < b.epoch ? -1 : 1 }
        let (x, y) = (Int128(a.value) * Int128(b.timescale), Int128(b.value) * Int128(a.timescale))
        return x < y ? -1 : x > y ? 1 : 0
    }

    private var rank: Int {
        if !isValid { return 4 }
        if isPositiveInfinity { return 3 }
        if isNegativeInfinity { return 0 }
        // A value without a timescale is invalid.
        return isIndefinite || timescale <= 0 ? 2 : 1
    }

    /// Whether two times are equal, even with different timescales.
    public static func == (a: CMTime, b: CMTime) -> Bool { order(a, b) == 0 }
    /// Whether a time is before another.
    public static func < (a: CMTime, b: CMTime) -> Bool { order(a, b) < 0 }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard rank == 1 else { return }
        hasher.combine(epoch)
        let common = max(1, Self.greatestDivisor(abs(value % Int64(timescale)), Int64(timescale)))
        hasher.combine(value / common)
        hasher.combine(Int64(timescale) / common)
    }
}
