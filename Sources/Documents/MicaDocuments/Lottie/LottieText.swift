import Foundation

/// A layer's text.
struct LottieText: Sendable {
    /// The text and its style, over time.
    var documents: LottieTrack<LottieStep<LottieTextDocument>>
    /// Animators, which change letters individually.
    var animators: [LottieTextAnimator] = []
    /// The centre of rotation and scale of letters, in percent of their own size from the middle of the baseline.
    var alignment = LottieTrack(SIMD3<Double>.zero)
    /// The path of the baseline; nil for a straight line.
    var path: LottieTextPath?
}

/// A text and its style.
struct LottieTextDocument: Sendable {
    var text = ""
    var font = ""
    var size = 12.0
    var lineHeight: Double?
    /// In thousandths of the font size.
    var tracking = 0.0
    /// 0 left, 1 right, 2 centre.
    var justification = 0
    var fill: SIMD4<Double>?
    var stroke: SIMD4<Double>?
    var strokeWidth = 0.0
    var strokeIsOnTop = false
    var baselineShift = 0.0
    /// The box in which lines are broken.
    var box: (origin: SIMD3<Double>, size: SIMD3<Double>)?
}

/// Changes that apply to some of the letters.
struct LottieTextAnimator: Sendable {
    var selector: LottieTextSelector
    var anchor: LottieTrack<SIMD3<Double>>?
    var position: LottieTrack<SIMD3<Double>>?
    /// In percent.
    var scale: LottieTrack<SIMD3<Double>>?
    /// In degrees.
    var rotation: LottieTrack<Double>?
    var skew: LottieTrack<Double>?
    var skewAxis: LottieTrack<Double>?
    /// In percent.
    var opacity: LottieTrack<Double>?
    var fill: LottieTrack<SIMD4<Double>>?
    var stroke: LottieTrack<SIMD4<Double>>?
    var strokeWidth: LottieTrack<Double>?
    /// The change of the distance to the next letter, in points.
    var tracking: LottieTrack<Double>?
}

/// The share of an animator's effect on each letter.
struct LottieTextSelector: Sendable {
    /// The units that are counted: letters, letters without spaces, words, lines.
    enum Basis: Int, Sendable {
        case letters = 1
        case lettersWithoutSpaces, words, lines
    }

    /// The distribution of shares within the range.
    enum Shape: Int, Sendable {
        case square = 1
        case rampUp, rampDown, triangle, round, smooth
    }

    var basis = Basis.letters
    var shape = Shape.square
    /// Whether the range is in units, instead of percent.
    var isInUnits = false
    var start = LottieTrack(0.0)
    var end: LottieTrack<Double>?
    var offset = LottieTrack(0.0)
    /// In percent.
    var amount = LottieTrack(100.0)
    /// The shares of all units, in percent, that an expression gave in place of the range; nil without one.
    var shares: LottieTrack<[Double]>?
    var easeHigh = LottieTrack(0.0)
    var easeLow = LottieTrack(0.0)
    var smoothness = LottieTrack(100.0)
    /// Whether units are counted in a fixed random order; and the index of the animator.
    var isRandom = false, number = 0

    /// The random order of the selector: the unit at each position.
    ///
    /// Other players choose a new order each time. Here it is a shuffle (Fisher and Yates) by splitmix64, seeded with
    /// the index of the animator, so that a document always looks the same.
    func order(of count: Int) -> [Int] {
        var order = Array(0..<count)
        var random = ExpressionRandom(state: UInt64(truncatingIfNeeded: number + 1) &* ExpressionRandom.step)
        for last in stride(from: count - 1, to: 0, by: -1) { order.swapAt(last, Int(random.bits() % UInt64(last + 1))) }
        return order
    }

    /// All tracks of the selector.
    var tracks: [any LottieTimed] {
        if let shares { return [shares] }
        let first: [any LottieTimed] = [start, offset, amount, easeHigh, easeLow, smoothness]
        return first + (end.map { [$0 as any LottieTimed] } ?? [])
    }

    /// The share of the unit at an index, from -1 to 1.
    ///
    /// *Source*: the behaviour of airbnb/lottie-web's range selectors; lottie.github.io, Lottie format, "Text Range Selector".
    func share(of index: Int, in count: Int, _ moment: LottieMoment) -> Double {
        if let all = shares?.value(moment) {
            return all.isEmpty ? 1 : min(max(all[min(max(index, 0), all.count - 1)] / 100, -100), 100)
        }
        let unit = isInUnits ? 1 : Double(max(count, 1)) / 100
        let shift = offset.value(moment) * unit
        var low = start.value(moment) * unit + shift
        var high = (end?.value(moment)).map { $0 * unit + shift } ?? Double(count) + shift
        if low > high { swap(&low, &high) }
        let position = Double(index)
        let (length, middle) = (high - low, position + 0.5 - low)
        func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
        /// The position in the range, from 0 at its start to 1 at its end.
        var ramp: Double { length > 0 ? clamped(middle / length) : position >= high ? 1 : 0 }
        var share: Double
        switch shape {
        case .square:
            // Units partly within the range take a proportional share.
            share = clamped(min(high, position + 1) - max(low, position))
        case .rampUp: share = ramp
        case .rampDown: share = 1 - ramp
        case .triangle: share = length > 0 ? 1 - abs(2 * ramp - 1) : 0
        case .round:
            let x = 2 * ramp - 1
            share = length > 0 ? max(0, 1 - x * x).squareRoot() : 0
        case .smooth: share = length > 0 ? (1 - cos(2 * .pi * ramp)) / 2 : 0
        }
        share = ease(moment).value(at: share)
        let smoothness = smoothness.value(moment) / 100
        if shape == .square, smoothness < 1 {
            let (width, threshold) = (max(smoothness, 1e-8), 0.5 - smoothness / 2)
            share = share < threshold ? 0 : min(1, (share - threshold) / width)
        }
        return share * min(max(amount.value(moment) / 100, -1), 1)
    }

    private func ease(_ moment: LottieMoment) -> LottieEase {
        let (high, low) = (easeHigh.value(moment) / 100, easeLow.value(moment) / 100)
        func unit(_ value: Double) -> Double { min(max(value, 0), 1) }
        return LottieEase(
            x1: unit(low), y1: unit(-low), x2: 1 - unit(high), y2: 1 - unit(-high))
    }
}
