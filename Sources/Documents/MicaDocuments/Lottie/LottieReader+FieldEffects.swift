import Foundation

/// Effects that move pixels by a formula, blur around a point, or draw noise.
///
/// Adobe documents their settings, but no formula: the formulas here are guesses, unless a comment names a source.
extension LottieReader {
    /// The steps of an effect; none, with a warning, if its settings are not supported.
    func fields(
        _ kind: LottieEffectKind, _ inputs: LottieInputs, _ layer: JSONObject
    ) throws(DocumentError) -> [LottieEffect] {
        switch kind {
        case .radialBlur: return [.filter(try radialBlur(inputs))]
        case .turbulence: return [.filter(try turbulence(inputs))]
        case .wave: return [.filter(try wave(inputs, layer))]
        case .twirl: return [try twirl(inputs)]
        case .spherize: return [.filter(try spherize(inputs))]
        case .sphere: return [try sphere(inputs)]
        case .noise, .foldedNoise: return try noise(inputs, isFolded: kind == .foldedNoise).map { .filter($0) }
        case .choker: return try choker(inputs).map { .filter($0) }
        case .fourColors: return [try fourColors(inputs)]
        default: return []
        }
    }

    private func pair(_ track: LottieTrack<SIMD3<Double>>) -> LottieTrack<[Double]> {
        sampling.combine([track], isStraight: !track.keys.contains { $0.leaving != nil }) { moment in
            let value = track.value(moment)
            return [value.x, value.y]
        }
    }

    /// *Source*: Adobe, "Radial Blur effect": blurs around a point, by a turn (1) or a zoom (2). That the amount is
    /// degrees or percent is a guess.
    private func radialBlur(_ inputs: LottieInputs) throws(DocumentError) -> LottieFilter {
        let amount = try track(inputs.numbered(1), 10)
        let center = pair(try track(inputs.numbered(2), .zero))
        let isZoom = try choice("the type of a radial blur", inputs.numbered(3), 1, false, others: [2: true])
        let share = amount.map { [min(max($0, 0), 1000) * (isZoom ? 0.01 : .pi / 180)] }
        return .kind("radialBlur", ["inputCenter": center, isZoom ? "inputZoom" : "inputAngle": share])
    }

    /// *Source*: Adobe, "Turbulent Displace effect", for the settings.
    private func turbulence(_ inputs: LottieInputs) throws(DocumentError) -> LottieFilter {
        let directions: [Int: SIMD2<Double>] = [4: SIMD2(1, 1), 7: SIMD2(0, 1), 8: SIMD2(1, 0), 9: SIMD2(1, 1)]
        let way = try choice(
            "the displacement of turbulence", inputs.named("Displacement", 1), 1, SIMD2(1, 1), others: directions)
        let amount = try track(inputs.named("Amount", 2), 50).map { [$0 * way.x, $0 * way.y] }
        return .kind(
            "turbulence",
            [
                "inputAmounts": amount, "inputSize": try track(inputs.named("Size", 3), 100).map { [max($0, 1)] },
                "inputOffset": pair(try track(inputs.named("Offset (Turbulence)", 4), .zero)),
                "inputComplexity": try track(inputs.named("Complexity", 5), 1).map { [$0] },
            ].merging(try evolution(inputs, 6)) { $1 })
    }

    /// The inputs of noise that changes in time: a turn is a cell in depth.
    private func evolution(
        _ inputs: LottieInputs, _ number: Int
    ) throws(DocumentError) -> [String: LottieTrack<[Double]>] {
        let turns = try track(inputs.named("Evolution", number), 0).map { [$0 / 360] }
        let seed = try setting("the seed of noise", inputs.named("Random Seed", nil), 0)
        let repeats = try isSet("the cycle of noise", inputs.named("Cycle Evolution", nil), false)
        let period = try setting("the cycle of noise", inputs.named("Cycle (in Revolutions)", nil), 1)
        return [
            "inputEvolution": turns, "inputSeed": LottieTrack([seed]),
            "inputPeriod": LottieTrack([repeats ? max(period.rounded(), 1) : 0]),
        ]
    }

    /// *Source*: Adobe, "Wave Warp effect", for the settings; a wave moves along its direction, and pixels across it.
    private func wave(_ inputs: LottieInputs, _ layer: JSONObject) throws(DocumentError) -> LottieFilter {
        let form = try choice("the type of a wave", inputs.numbered(1), 1, 0.0, others: [2: 1, 3: 2, 4: 3])
        let speed = try setting("the speed of a wave", inputs.numbered(5), 1)
        let (start, end) = (number(layer["ip"], 0), number(layer["op"], 0))
        let keys = [start, max(end, start + 1)].map { LottieKey(time: $0, value: speed * $0 / rate) }
        let (turns, phase) = (LottieTrack(keys: keys) ?? LottieTrack(0), try track(inputs.numbered(7), 0))
        return .kind(
            "wave",
            [
                "inputForm": LottieTrack([form]), "inputHeight": try track(inputs.numbered(2), 10).map { [$0] },
                "inputLength": try track(inputs.numbered(3), 40).map { [max($0, 1)] },
                "inputAngle": try track(inputs.numbered(4), 90).map { [$0 * .pi / 180] },
                "inputPhase": sampling.combine(speed == 0 ? [phase] : [turns, phase]) {
                    [(speed == 0 ? 0 : turns.value($0)) + phase.value($0) / 360]
                },
            ])
    }

    /// *Source*: Adobe, "Twirl effect": an angle in the middle of a circle, whose radius is a share of the layer's
    /// larger side, and less of it further out.
    private func twirl(_ inputs: LottieInputs) throws(DocumentError) -> LottieEffect {
        let angle = try track(inputs.numbered(1), 0).map { [$0 * .pi / 180] }
        let radius = try track(inputs.numbered(2), 30)
        let center = pair(try track(inputs.numbered(3), .zero))
        return .sized { size in
            let side = Double(max(size.width, size.height))
            return .kind(
                "twirl",
                ["inputAngle": angle, "inputRadius": radius.map { [$0 / 100 * side] }, "inputCenter": center])
        }
    }

    /// *Source*: Adobe, "Spherize effect", for the settings.
    private func spherize(_ inputs: LottieInputs) throws(DocumentError) -> LottieFilter {
        .kind(
            "spherize",
            [
                "inputRadius": try track(inputs.numbered(1), 0).map { [$0] },
                "inputCenter": pair(try track(inputs.numbered(2), .zero)),
            ])
    }

    /// *Source*: Cycore, "CC Sphere", for the settings. Light is left out.
    private func sphere(_ inputs: LottieInputs) throws(DocumentError) -> LottieEffect {
        let names = ["Rotation X", "Rotation Y", "Rotation Z"]
        var turns: [LottieTrack<Double>] = []
        for (index, name) in names.enumerated() { turns.append(try track(inputs.named(name, index + 2), 0)) }
        let rotation = sampling.combine(turns) { moment in turns.map { $0.value(moment) * .pi / 180 } }
        let radius = try track(inputs.named("Radius", 6), 100).map { [$0] }
        let center = inputs.named("Offset", 7)
        let place = pair(try track(center, .zero))
        if Int(try setting("the side of a sphere", inputs.named("Render", 8), 1)) == 3 {
            diagnostics.warn("the inside of a sphere is not supported: it is drawn from outside")
        }
        return .sized { size in
            let (width, height) = (Double(size.width), Double(size.height))
            return .kind(
                "sphere",
                [
                    "inputCenter": center == nil ? LottieTrack([width / 2, height / 2]) : place,
                    "inputRadius": radius, "inputRotation": rotation,
                    "inputRectangle": LottieTrack([0, 0, width, height]),
                ])
        }
    }

    /// *Source*: Adobe, "Fractal Noise effect" and "Turbulent Noise effect", for the settings. A cell of 100 % is 100
    /// points here.
    private func noise(_ inputs: LottieInputs, isFolded: Bool) throws(DocumentError) -> [LottieFilter] {
        let type = try setting("the fractal type of noise", inputs.named("Fractal Type", 1), 1)
        if type > 2 || (type != 1 && isFolded) {
            diagnostics.warn("noise of fractal type \(Int(type)) is not supported: the basic one is drawn")
        }
        let scale = try track(inputs.named("Scale", nil), 100)
        let (width, height) = (
            try track(inputs.named("Scale Width", nil), 100), try track(inputs.named("Scale Height", nil), 100)
        )
        let isUniform = try isSet("the scaling of noise", inputs.named("Uniform Scaling", nil), true)
        let size =
            isUniform
            ? scale.map { [$0, $0] }
            : sampling.combine([width, height]) {
                [width.value($0), height.value($0)]
            }
        if try track(inputs.named("Rotation", nil), 0).keys.contains(where: { $0.value != 0 }) {
            diagnostics.warn("the rotation of noise is not supported: it is not turned")
        }
        let mode = Int(try setting("the blending mode of noise", inputs.named("Blending Mode", nil), 2))
        let opacity = try setting("the opacity of noise", inputs.named("Opacity", nil), 100)
        if ![1, 2].contains(mode) || opacity < 100 {
            diagnostics.warn("noise that is blended with its layer is not supported: it replaces the layer's colours")
        }
        let folds = isFolded || type == 2 ? 1.0 : 0
        let made = LottieFilter.kind(
            "noise",
            [
                "inputCells": size, "inputFolds": LottieTrack([folds]),
                "inputOffset": pair(try track(inputs.named("Offset Turbulence", nil), .zero)),
                "inputComplexity": try track(inputs.named("Complexity", nil), 6).map { [$0] },
                "inputInfluence": try track(inputs.named("Sub Influence (%)", nil), 70).map { [$0 / 100] },
                "inputScale": try track(inputs.named("Sub Scaling", nil), 56).map { [$0 / 100] },
            ].merging(try evolution(inputs, 23)) { $1 })
        return [made] + (try contrast(inputs))
    }

    /// The contrast, brightness and inversion of noise; none if they change nothing.
    private func contrast(_ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        let (contrast, light) = (
            try track(inputs.named("Contrast", 4), 100), try track(inputs.named("Brightness", 5), 0)
        )
        let isInverted = try isSet("the inversion of noise", inputs.named("Invert", 3), false)
        guard isInverted || contrast.constant != 100 || light.constant != 0 else { return [] }
        return [
            .matrix(
                sampling.combine([contrast, light]) { moment in
                    let factor = contrast.value(moment) / 100
                    let offset = 0.5 - 0.5 * factor + light.value(moment) / 100
                    let row = isInverted ? (-factor, 1 - offset) : (factor, offset)
                    return LottieColorMatrix.diagonal([row, row, row])
                })
        ]
    }

    /// Moves the edges of a picture in by so many points, or out: a blurred alpha with another level in place of a half.
    ///
    /// *Source*: Adobe, "Simple Choker effect", for the setting. The level is that of a Gaussian at its deviation.
    private func choker(_ inputs: LottieInputs) throws(DocumentError) -> [LottieFilter] {
        let amount = try track(inputs.named("Choke Matte", 2), 0)
        if amount.constant == 0 { return [] }
        if Int(try setting("the view of a choker", inputs.named("View", 1), 1)) != 1 {
            diagnostics.warn("the matte of a choker is not shown: its picture is drawn")
        }
        let blur = sampling.combine([amount], isStraight: false) { abs(amount.value($0)) / 0.3 }
        let edges = sampling.combine([amount], isStraight: false) { moment in
            let choke = amount.value(moment)
            // At one deviation from an edge alpha is 0.841 or 0.159, and its slope 0.242 a deviation.
            let (level, slope) = (choke > 0 ? 0.8413 : 0.1587, max(abs(choke) / 0.242, 1))
            let isStill = abs(choke) < 0.05
            return LottieColorMatrix.diagonal([(1, 0), (1, 0), (1, 0), isStill ? (1, 0) : (slope, 0.5 - level * slope)])
        }
        return [.blur(blur), .matrix(edges)]
    }

    /// *Source*: Adobe, "4-Color Gradient effect", for the settings. Jitter is left out.
    private func fourColors(_ inputs: LottieInputs) throws(DocumentError) -> LottieEffect {
        var (points, colors): ([LottieTrack<SIMD3<Double>>], [LottieTrack<SIMD4<Double>>]) = ([], [])
        for index in 0..<4 {
            points.append(try track(inputs.numbered(2 * index + 1), .zero))
            colors.append(try colorTrack(inputs.numbered(2 * index + 2)))
        }
        if Int(try setting("the blending mode of a gradient of four colours", inputs.named("Blending Mode", 12), 1)) > 2
        {
            diagnostics.warn("a gradient of four colours is blended normally, and not by its mode")
        }
        return .fourColors(
            LottieFourColors(
                points: points, colors: colors, blend: try track(inputs.named("Blend", 9), 100),
                opacity: try track(inputs.named("Opacity", 11), 100)))
    }
}
