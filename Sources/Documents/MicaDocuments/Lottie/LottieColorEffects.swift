import Foundation

/// Effects that change each pixel's colour, as colour matrices one after the other; each limits colours to 0...1.
///
/// A curve of two straight parts takes two matrices: the first makes each part a channel.
extension LottieReader {
    /// The filters of an effect; none, with a warning, if its settings are not supported.
    func colors(_ kind: LottieEffectKind, _ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        switch kind {
        case .proLevels: return try proLevels(inputs)
        case .levels: return try levels(inputs)
        case .exposure: return try exposure(inputs)
        case .gammaPedestalGain: return try gammaPedestalGain(inputs)
        case .colorBalance: return try colorBalance(inputs)
        case .blackAndWhite: return try blackAndWhite(inputs)
        case .brightness: return try brightness(inputs)
        default: return try matrices(kind, inputs).map { .matrix($0) }
        }
    }

    private func matrices(
        _ kind: LottieEffectKind, _ inputs: LottieInputs
    ) throws(DocumentError) -> [LottieTrack<[Double]>] {
        switch kind {
        case .tritone:
            return try tones(
                dark: try colorTrack(inputs[2]), middle: try colorTrack(inputs[1]), light: try colorTrack(inputs[0]),
                blend: inputs[3])
        case .toner: return try toner(inputs)
        case .invert: return try invert(inputs)
        case .threshold:
            let level = try track(inputs[0], 128)
            return [
                level.map { level in
                    // The step takes a 510th of the lightness, so that every one of 256 levels is black or white.
                    let row = LottieColorMatrix.luma.map { $0 * 510 } + [0, 0.5 - 2 * (level - 0.5)]
                    return LottieColorMatrix.rows(row, row, row)
                }
            ]
        case .hue: return try hueAndSaturation(inputs)
        case .shiftChannels: return try shiftedChannels(inputs)
        default: return []
        }
    }

    // MARK: Tones

    /// Maps the lightness to three colours.
    ///
    /// *Source*: LottieFiles/lottie-docs and Adobe, "Tritone effect"; lottie-web's tables of three values.
    private func tones(
        dark: LottieTrack<SIMD4<Double>>, middle: LottieTrack<SIMD4<Double>>, light: LottieTrack<SIMD4<Double>>,
        blend: JSONValue?
    ) throws(DocumentError) -> [LottieTrack<[Double]>] {
        let blend = try track(blend, 0)
        if blend.isAnimated || blend.first != 0 {
            diagnostics.warn("the blend of a tritone effect with its original is not supported: it is drawn in full")
        }
        let luma = LottieColorMatrix.luma.map { 2 * $0 }
        let parts = LottieColorMatrix.rows(luma + [0, 0], luma + [0, -1], [0, 0, 0, 0, 0])
        let colors = sampling.combine([dark, middle, light]) { moment in
            let (a, b, c) = (dark.value(moment), middle.value(moment), light.value(moment))
            func row(_ index: Int) -> [Double] { [b[index] - a[index], c[index] - b[index], 0, 0, a[index]] }
            return LottieColorMatrix.rows(row(0), row(1), row(2))
        }
        return [LottieTrack(parts), colors]
    }

    /// *Source*: Cycore, "CC Toner": duotone, tritone and solid; with five tones it is not supported.
    private func toner(_ inputs: LottieInputs) throws(DocumentError) -> [LottieTrack<[Double]>] {
        let (light, middle, dark) = (try colorTrack(inputs[1]), try colorTrack(inputs[3]), try colorTrack(inputs[5]))
        switch try choice("the tones of a toner effect", inputs[0], 2, 2, others: [1: 1, 3: 3, 4: 4]) {
        case 1:
            let between = sampling.combine([light, dark]) { (light.value($0) + dark.value($0)) / 2 }
            return try tones(dark: dark, middle: between, light: light, blend: inputs[6])
        case 2: return try tones(dark: dark, middle: middle, light: light, blend: inputs[6])
        case 3:
            diagnostics.warn("a toner effect with five tones is not supported")
            return []
        default: return try tones(dark: middle, middle: middle, light: middle, blend: inputs[6])
        }
    }

    // MARK: Levels

    /// The inputs of the levels of one channel: from there on input black, input white, gamma, output black, output
    /// white.
    private struct Levels {
        var black: LottieTrack<Double>
        var white: LottieTrack<Double>
        var gamma: LottieTrack<Double>
        var outputBlack: LottieTrack<Double>
        var outputWhite: LottieTrack<Double>

        var all: [LottieTrack<Double>] { [black, white, gamma, outputBlack, outputWhite] }

        var changesNothing: Bool {
            zip(all, [0, 1, 1, 0, 1]).allSatisfy { $0.constant == $1 }
        }

        /// The factor and the offset that map the input's range to 0...1.
        func input(_ moment: LottieMoment) -> (Double, Double) {
            let (low, high) = (black.value(moment), white.value(moment))
            let span = abs(high - low) < 1.0 / 1024 ? (high < low ? -1.0 : 1) / 1024 : high - low
            return (1 / span, -low / span)
        }

        func output(_ moment: LottieMoment) -> (Double, Double) {
            (outputWhite.value(moment) - outputBlack.value(moment), outputBlack.value(moment))
        }
    }

    private func levels(_ inputs: LottieInputs, from first: Int) throws(DocumentError) -> Levels {
        Levels(
            black: try track(inputs[first], 0), white: try track(inputs[first + 1], 1),
            gamma: try track(inputs[first + 2], 1), outputBlack: try track(inputs[first + 3], 0),
            outputWhite: try track(inputs[first + 4], 1))
    }

    /// Levels of red, green, blue and alpha; nil for those that do not change.
    ///
    /// *Source*: Adobe, "Levels effect": from the input's range to the output's, with a gamma between them,
    /// c' = o0 + (o1 - o0) ((c - i0) / (i1 - i0)) ^ (1 / gamma), as in lottie-web. Gammas count from 1/64 to 64, as
    /// the filter takes no other exponents.
    private func filters(_ channels: [Levels?]) -> [LottieFilter] {
        guard channels.contains(where: { $0.map { !$0.changesNothing } ?? false }) else { return [] }
        let tracks = channels.compactMap { $0 }.flatMap { $0.all }
        func matrix(_ part: @escaping (Levels, LottieMoment) -> (Double, Double)) -> LottieTrack<[Double]> {
            sampling.combine(tracks, isStraight: false) { moment in
                LottieColorMatrix.diagonal(channels.map { $0.map { part($0, moment) } ?? (1, 0) })
            }
        }
        let gammas = channels.compactMap { $0?.gamma }
        var result: [LottieFilter] = [.matrix(matrix { $0.input($1) })]
        if gammas.contains(where: { $0.constant != 1 }) {
            result.append(
                .power(
                    sampling.combine(gammas, isStraight: false) { moment in
                        channels.map { $0.map { 1 / max($0.gamma.value(moment), 1 / 64) } ?? 1 }
                    }))
        }
        return result + [.matrix(matrix { $0.output($1) })]
    }

    private func levels(_ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        let channel = try choice(
            "the channel of a levels effect", inputs[0], 1, 1,
            others: Dictionary(uniqueKeysWithValues: (2...5).map { ($0, $0) }))
        let levels = try levels(inputs, from: 2)
        return filters((0..<4).map { channel == 1 ? ($0 < 3 ? levels : nil) : ($0 == channel - 2 ? levels : nil) })
    }

    /// *Source*: lottie-web, whose channels begin at 10, 17, 24 and 31, before all of them at 3.
    private func proLevels(_ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        var channels: [Levels?] = []
        for first in [10, 17, 24, 31] { channels.append(try levels(inputs, from: first)) }
        let all = try levels(inputs, from: 3)
        return filters(channels) + filters([all, all, all, nil])
    }

    // MARK: Other colours

    /// *Source*: Adobe, "Invert effect".
    private func invert(_ inputs: LottieInputs) throws(DocumentError) -> [LottieTrack<[Double]>] {
        let channel = Int(try setting("the channel of an invert effect", inputs[0], 1))
        guard (1...4).contains(channel) else {
            diagnostics.warn("an invert effect of channels other than red, green and blue is not supported")
            return []
        }
        return [
            try track(inputs[1], 0).map { percent in
                let share = 1 - min(max(percent / 100, 0), 1)
                return LottieColorMatrix.diagonal(
                    (0..<3).map { channel == 1 || channel == $0 + 2 ? (1 - 2 * share, share) : (1, 0) })
            }
        ]
    }

    /// *Source*: google/skia's notes on After Effects' legacy mode. The curves of the other mode have no formula: that
    /// brightness is a power there, and contrast the legacy one of half the strength, is a guess.
    private func brightness(_ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        let (brightness, contrast) = (try track(inputs[0], 0), try track(inputs[1], 0))
        let isLegacy = try isSet("the mode of brightness and contrast", inputs[2], true)
        if brightness.constant == 0, contrast.constant == 0 { return [] }
        let matrix = sampling.combine([brightness, contrast], isStraight: !contrast.isAnimated) { moment in
            let light = isLegacy ? min(max(brightness.value(moment), -100), 100) / 255 : 0
            let amount = min(max(contrast.value(moment), -100), 100) / (isLegacy ? 100 : 200)
            let scale = amount > 0 ? 1 / max(1 - amount, 1.0 / 4096) : 1 + amount
            let offset = 0.5 * (1 - scale) + light * max(scale, 1)
            return LottieColorMatrix.diagonal([(scale, offset), (scale, offset), (scale, offset)])
        }
        guard !isLegacy else { return [.matrix(matrix)] }
        let powers = sampling.combine([brightness], isStraight: false) { moment in
            let power = pow(2, -min(max(brightness.value(moment), -150), 150) / 100)
            return [power, power, power, 1]
        }
        return [.power(powers), .matrix(matrix)]
    }

    // MARK: Exposure and balance

    /// *Source*: Adobe, "Exposure effect": in linear light, c' = (c 2 ^ exposure + offset) ^ (1 / gamma), where linear
    /// light is that of a gamma of 2.2. Without an offset the exposure is a factor before as well as after that gamma.
    private func exposure(_ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        let isMaster = try choice("the channels of an exposure", inputs.numbered(1), 1, true, others: [2: false])
        var parts: [[LottieTrack<Double>]] = []
        for first in isMaster ? [3, 3, 3] : [8, 13, 18] {
            parts.append([
                try track(inputs.numbered(first), 0), try track(inputs.numbered(first + 1), 0),
                try track(inputs.numbered(first + 2), 1),
            ])
        }
        let isLinear =
            !(try isSet(
                "the light of an exposure", inputs.named("Bypass Linear Light Conversion", nil), false))
        let hasOffset = parts.contains { $0[1].constant != 0 }
        let light = isLinear ? 2.2 : 1
        let tracks = parts.flatMap { $0 }
        func powers(_ make: @escaping (Double) -> Double) -> LottieFilter {
            .power(
                sampling.combine(tracks, isStraight: false) { moment in
                    parts.map { make(max($0[2].value(moment), 1 / 64)) } + [1]
                })
        }
        let factors = sampling.combine(tracks, isStraight: false) { moment in
            LottieColorMatrix.diagonal(
                parts.map { part in
                    let stops = min(max(part[0].value(moment), -20), 20)
                    return hasOffset ? (pow(2, stops), part[1].value(moment)) : (pow(2, stops / light), 0)
                })
        }
        let hasGamma = parts.contains { $0[2].constant != 1 }
        if !hasOffset { return [.matrix(factors)] + (hasGamma ? [powers { 1 / $0 }] : []) }
        return [powers { _ in light }, .matrix(factors), powers { 1 / (light * $0) }]
    }

    /// *Source*: Adobe, "Gamma/Pedestal/Gain effect": the pedestal is the least output, the gain the greatest, and the
    /// gamma the curve between them.
    private func gammaPedestalGain(_ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        var channels: [Levels?] = []
        for first in [2, 5, 8] {
            channels.append(
                Levels(
                    black: LottieTrack(0), white: LottieTrack(1), gamma: try track(inputs.numbered(first), 1),
                    outputBlack: try track(inputs.numbered(first + 1), 0),
                    outputWhite: try track(inputs.numbered(first + 2), 1)))
        }
        if try track(inputs.numbered(1), 1).keys.contains(where: { $0.value != 1 }) {
            diagnostics.warn("the black stretch of gamma, pedestal and gain is not supported: it is left out")
        }
        return filters(channels + [nil])
    }

    /// *Source*: Adobe, "Color Balance effect", for the settings. That shadows move black and highlights white by a
    /// quarter, and midtones are a power, is a guess.
    private func colorBalance(_ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        var parts: [LottieTrack<Double>] = []
        for index in 1...9 { parts.append(try track(inputs.numbered(index), 0)) }
        if try isSet("the luminosity of a colour balance", inputs.numbered(10), false) {
            diagnostics.warn("a colour balance that keeps the luminosity is not supported: it may change")
        }
        let (ends, middles) = (Array(parts[0..<3] + parts[6..<9]), Array(parts[3..<6]))
        let matrix = sampling.combine(ends) { moment in
            LottieColorMatrix.diagonal(
                (0..<3).map { index in
                    let (low, high) = (ends[index].value(moment) / 400, ends[index + 3].value(moment) / 400)
                    return (1 + high - low, low)
                })
        }
        let powers = sampling.combine(middles, isStraight: false) { moment in
            middles.map { pow(2, -min(max($0.value(moment), -100), 100) / 100) } + [1]
        }
        return [.matrix(matrix)] + (middles.contains { $0.constant != 0 } ? [.power(powers)] : [])
    }

    /// *Source*: Adobe, "Black & White effect", for the settings; google/skia for the formula. The tint keeps the
    /// lightness, as the blend mode for colours does: a guess.
    private func blackAndWhite(_ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        var weights: [LottieTrack<Double>] = []
        for (index, missing) in [40.0, 60, 40, 60, 20, 80].enumerated() {
            weights.append(try track(inputs.numbered(index + 1), missing))
        }
        let shares = sampling.combine(weights) { moment in weights.map { $0.value(moment) / 100 } }
        let grey = LottieFilter.kind("blackAndWhite", ["inputWeights": shares])
        guard try isSet("the tint of black and white", inputs.numbered(7), false) else { return [grey] }
        let middle = try colorTrack(inputs.numbered(8)).map { color in
            let light = color.x * 0.3 + color.y * 0.59 + color.z * 0.11
            return SIMD4(color.x + 0.5 - light, color.y + 0.5 - light, color.z + 0.5 - light, 1)
        }
        let tinted = try tones(
            dark: LottieTrack(SIMD4(0, 0, 0, 1)), middle: middle, light: LottieTrack(SIMD4(1, 1, 1, 1)), blend: nil)
        return [grey] + tinted.map { .matrix($0) }
    }

    /// *Source*: Adobe, "Hue/Saturation effect", for lightness, which mixes in black or white. That hue and saturation
    /// are those of W3C's Filter Effects, with the factor 1 / (1 - s) of more saturation, is a guess.
    private func hueAndSaturation(_ inputs: LottieInputs) throws(DocumentError) -> [LottieTrack<[Double]>] {
        if try isSet("the mode of hue and saturation", inputs[5], false) { return try colorized(inputs) }
        guard Int(try setting("the range of hue and saturation", inputs[0], 1)) == 1 else {
            diagnostics.warn("hue and saturation of one range of colours are not supported")
            return []
        }
        let (hue, saturation, light) = (try track(inputs[2], 0), try track(inputs[3], 0), try track(inputs[4], 0))
        var result: [LottieTrack<[Double]>] = []
        if hue.isAnimated || hue.first != 0 {
            result.append(sampling.combine([hue], isStraight: false) { LottieColorMatrix.hue(hue.value($0)) })
        }
        if saturation.isAnimated || saturation.first != 0 {
            result.append(
                sampling.combine([saturation], isStraight: false) { moment in
                    let amount = min(max(saturation.value(moment) / 100, -1), 1)
                    return LottieColorMatrix.saturation(amount < 0 ? 1 + amount : min(1 / max(1 - amount, 1e-9), 126))
                })
        }
        return result + lightness(light)
    }

    /// Mixes black or white in, by a percentage from -100 to 100.
    private func lightness(_ percent: LottieTrack<Double>) -> [LottieTrack<[Double]>] {
        guard percent.constant != 0 else { return [] }
        return [
            sampling.combine([percent], isStraight: false) { moment in
                let amount = min(max(percent.value(moment) / 100, -1), 1)
                let pair = (1 - abs(amount), max(amount, 0))
                return LottieColorMatrix.diagonal([pair, pair, pair])
            }
        ]
    }

    /// One hue for all lightnesses: from black by the saturated hue to white.
    private func colorized(_ inputs: LottieInputs) throws(DocumentError) -> [LottieTrack<[Double]>] {
        let (hue, saturation, light) = (try track(inputs[6], 0), try track(inputs[7], 25), try track(inputs[8], 0))
        let middle = sampling.combine([hue, saturation], isStraight: false) { moment in
            let turn = hue.value(moment) / 60
            let amount = min(max(saturation.value(moment) / 100, 0), 1)
            func part(_ shift: Double) -> Double {
                let place = (turn + shift).truncatingRemainder(dividingBy: 6)
                let strength = min(max(abs((place < 0 ? place + 6 : place) - 3) - 1, 0), 1)
                return 0.5 + (strength - 0.5) * amount
            }
            return SIMD4(part(0), part(4), part(2), 1)
        }
        let result = try tones(
            dark: LottieTrack(SIMD4(0, 0, 0, 1)), middle: middle, light: LottieTrack(SIMD4(1, 1, 1, 1)), blend: nil)
        return result + lightness(light)
    }

    /// *Source*: Adobe, "Shift Channels effect"; google/skia for the numbers of the sources.
    private func shiftedChannels(_ inputs: LottieInputs) throws(DocumentError) -> [LottieTrack<[Double]>] {
        let sources: [Int: [Double]] = [
            1: [0, 0, 0, 1, 0], 2: [1, 0, 0, 0, 0], 3: [0, 1, 0, 0, 0], 4: [0, 0, 1, 0, 0],
            5: LottieColorMatrix.luma + [0, 0], 9: [0, 0, 0, 0, 1], 10: [0, 0, 0, 0, 0],
        ]
        var rows: [Double] = []
        for (index, missing) in [(1, 2), (2, 3), (3, 4), (0, 1)] {
            guard let row = sources[Int(try setting("a channel of shift channels", inputs[index], Double(missing)))]
            else {
                diagnostics.warn("channels from hue, lightness or saturation are not supported")
                return []
            }
            rows += row
        }
        return [LottieTrack(rows)]
    }
}

extension LottieSampling {
    /// The matrices of one colour, with alpha times an opacity from 0 to 1.
    func fill(_ color: LottieTrack<SIMD4<Double>>, opacity: LottieTrack<Double>) -> LottieTrack<[Double]> {
        combine([color, opacity]) { moment in
            LottieColorMatrix.solid(color.value(moment), alpha: min(max(opacity.value(moment), 0), 1))
        }
    }
}

/// Colour matrices: four rows of five numbers.
enum LottieColorMatrix {
    /// Maps dark to one colour and light to another, mixed with the picture by a share.
    static func tint(_ black: SIMD4<Double>, _ white: SIMD4<Double>, _ share: Double) -> [Double] {
        let share = min(max(share, 0), 1)
        let all = (0..<3).map { index in
            let span = (white[index] - black[index]) * share
            var row = luma.map { $0 * span }
            row[index] += 1 - share
            return row + [0, black[index] * share]
        }
        return rows(all[0], all[1], all[2])
    }

    /// The parts of red, green and blue in the lightness. *Source*: ITU-R BT.601, as for the tint effect.
    static let luma = [0.299, 0.587, 0.114]

    /// A matrix of the rows of red, green and blue, which keeps alpha.
    static func rows(_ red: [Double], _ green: [Double], _ blue: [Double]) -> [Double] {
        red + green + blue + [0, 0, 0, 1, 0]
    }

    /// A factor and an offset for each channel; the missing ones are kept.
    static func diagonal(_ channels: [(Double, Double)]) -> [Double] {
        var result = [Double](repeating: 0, count: 20)
        for index in 0..<4 {
            let (factor, offset) = index < channels.count ? channels[index] : (1, 0)
            (result[index * 6], result[index * 5 + 4]) = (factor, offset)
        }
        return result
    }

    /// One colour, with alpha times a factor.
    static func solid(_ color: SIMD4<Double>, alpha: Double) -> [Double] {
        [0, 0, 0, 0, color.x, 0, 0, 0, 0, color.y, 0, 0, 0, 0, color.z, 0, 0, 0, alpha, 0]
    }

    /// A turn of hues. *Source*: W3C, Filter Effects Module, feColorMatrix "hueRotate".
    static func hue(_ degrees: Double) -> [Double] {
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let grey = [0.213, 0.715, 0.072]
        let turned = [[-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072]]
        let rows = (0..<3).map { row in
            (0..<3).map { grey[$0] + ((row == $0 ? 1 : 0) - grey[$0]) * c + turned[row][$0] * s } + [0, 0]
        }
        return self.rows(rows[0], rows[1], rows[2])
    }

    /// Colours moved away from their luminance. *Source*: W3C, Filter Effects Module, feColorMatrix "saturate".
    static func saturation(_ amount: Double) -> [Double] {
        let grey = [0.213, 0.715, 0.072]
        let rows = (0..<3).map { row in
            (0..<3).map { grey[$0] + ((row == $0 ? 1 : 0) - grey[$0]) * amount } + [0, 0]
        }
        return self.rows(rows[0], rows[1], rows[2])
    }
}
