import Foundation

/// The inputs of an effect, in the order of the document.
struct LottieInputs {
    let values: [JSONValue?]
    /// The names and the match names.
    private let names: [(name: String?, match: String?)]

    init(_ effect: JSONObject) {
        let all = (effect["ef"]?.elements ?? []).map { $0.object }
        values = all.map { $0?["v"] }
        names = all.map { ($0?["nm"]?.string, $0?["mn"]?.string) }
    }

    subscript(index: Int) -> JSONValue? { index < values.count ? values[index] : nil }

    /// The input of a number in After Effects, from 1: that whose match name ends with it, or if none has a name or a
    /// match name, the one at its place.
    func numbered(_ number: Int) -> JSONValue? {
        let digits = String(number)
        let ending = "-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        if let index = names.firstIndex(where: { $0.match?.hasSuffix(ending) ?? false }) { return values[index] }
        return names.contains { $0.match != nil || $0.name != nil } ? nil : self[number - 1]
    }

    /// The input of an English name, else of a number; nil without either.
    func named(_ name: String, _ number: Int?) -> JSONValue? {
        if let index = names.firstIndex(where: { $0.name == name }) { return values[index] }
        return number.flatMap { self.numbered($0) }
    }
}

/// The kinds of effects that are read.
enum LottieEffectKind: String {
    case tint, fill, tritone, proLevels, levels, invert, brightness, threshold, toner
    case hue = "hue and saturation"
    case shiftChannels = "shift channels"
    case dropShadow = "drop shadow"
    case gaussianBlur = "gaussian blur"
    case boxBlur = "box blur"
    case directionalBlur = "directional blur"
    case transform
    case cornerPin = "corner pin"
    case stroke
    case ramp = "gradient ramp"
    case linearWipe = "linear wipe"
    case radialWipe = "radial wipe"
    case setMatte = "set matte"
    case bulge, mosaic
    case exposure, gammaPedestalGain
    case colorBalance = "color balance"
    case radialBlur = "radial blur"
    case turbulence = "turbulent displace"
    case wave = "wave warp"
    case twirl, sphere
    case noise = "fractal noise"
    case foldedNoise = "turbulent noise"
    case choker = "simple choker"
    case fourColors = "4-color gradient"
    case blackAndWhite = "black and white"
    case spherize
    case displacement = "displacement map"
    case echo
    /// More room for later effects, which have all the room they need here.
    case growBounds = "grow bounds"

    /// Effects with types of their own. *Source*: LottieFiles/lottie-docs, "Effects".
    private static let types: [Int: LottieEffectKind] = [
        20: .tint, 21: .fill, 22: .stroke, 23: .tritone, 24: .proLevels, 25: .dropShadow, 26: .radialWipe,
        27: .displacement, 28: .setMatte, 29: .gaussianBlur, 30: .twirl, 33: .spherize,
    ]

    /// Effects by After Effects' match names; exporters write those without a type of their own as type 5.
    private static let names: [String: LottieEffectKind] = [
        "ADBE Tint": .tint, "ADBE Fill": .fill, "ADBE Stroke": .stroke, "ADBE Tritone": .tritone,
        "ADBE Pro Levels": .proLevels, "ADBE Pro Levels2": .proLevels, "ADBE Easy Levels": .levels,
        "ADBE Easy Levels2": .levels, "ADBE Drop Shadow": .dropShadow, "ADBE Radial Wipe": .radialWipe,
        "ADBE Linear Wipe": .linearWipe, "ADBE Gaussian Blur": .gaussianBlur, "ADBE Gaussian Blur 2": .gaussianBlur,
        "ADBE Fast Blur": .gaussianBlur, "ADBE Box Blur2": .boxBlur, "ADBE Motion Blur": .directionalBlur,
        "ADBE Invert": .invert, "ADBE Brightness & Contrast": .brightness,
        "ADBE Brightness & Contrast 2": .brightness, "ADBE HUE SATURATION": .hue, "ADBE Threshold": .threshold,
        "ADBE Threshold2": .threshold, "ADBE Shift Channels": .shiftChannels, "CC Toner": .toner,
        "ADBE Geometry": .transform, "ADBE Geometry2": .transform, "ADBE Corner Pin": .cornerPin,
        "ADBE Ramp": .ramp, "ADBE Bulge": .bulge, "ADBE Mosaic": .mosaic,
        "ADBE Set Matte2": .setMatte, "ADBE Set Matte3": .setMatte, "ADBE Exposure": .exposure,
        "ADBE Exposure2": .exposure, "ADBE Gamma/Pedestal/Gain": .gammaPedestalGain,
        "ADBE Gamma/Pedestal/Gain2": .gammaPedestalGain, "ADBE Color Balance": .colorBalance,
        "ADBE Color Balance 2": .colorBalance, "ADBE Radial Blur": .radialBlur,
        "ADBE Turbulent Displace": .turbulence, "ADBE Wave Warp": .wave, "ADBE Twirl": .twirl, "CC Sphere": .sphere,
        "ADBE Fractal Noise": .noise, "ADBE Turbulent Noise": .foldedNoise, "ADBE Simple Choker": .choker,
        "ADBE 4ColorGradient": .fourColors, "ADBE Black&White": .blackAndWhite, "ADBE Spherize": .spherize,
        "ADBE Displacement Map": .displacement, "ADBE Echo": .echo,
        "ADBE GROW BOUNDS": .growBounds,
    ]

    init?(type: Int, match: String?) {
        if let kind = Self.types[type] ?? match.flatMap({ Self.names[$0] }) {
            self = kind
        } else {
            return nil
        }
    }

    /// Whether Apple's player draws the effect.
    var isApples: Bool { [.tint, .fill, .dropShadow, .gaussianBlur].contains(self) }
}

/// Effects of layers.
extension LottieReader {
    /// The most effects of a layer.
    private static let effectLimit = 16

    /// Reads a layer's styles and effects.
    func effects(_ object: JSONObject, _ layer: inout LottieLayer) throws(DocumentError) {
        for style in object["sy"]?.elements ?? [] {
            guard let style = style.object, !(style["hd"]?.isTrue ?? false) else { continue }
            try self.style(style, &layer)
        }
        let overlays = layer.effects
        layer.effects = player == .coreAnimation ? overlays : []
        for effect in object["ef"]?.elements ?? [] {
            guard let effect = effect.object, effect["en"]?.isTrue ?? true else { continue }
            guard layer.effects.count < Self.effectLimit else {
                diagnostics.warn("has more than \(Self.effectLimit) effects; the rest are left out")
                break
            }
            let (type, match) = (integer(effect["ty"]) ?? -1, effect["mn"]?.string)
            let kind = LottieEffectKind(type: type, match: match)
            if kind == .setMatte, player != .coreAnimation {
                try setMatte(LottieInputs(effect), &layer)
            } else if let kind, player != .coreAnimation || (kind.isApples && type != 5) {
                let made = try self.effect(kind, LottieInputs(effect), object)
                if !made.isEmpty { diagnostics.use("\(kind.rawValue) effect") }
                layer.effects += made
            } else if type == 5, Self.isControl(effect) {
                // Controls are used only by expressions.
                diagnostics.use("expression controls")
            } else {
                diagnostics.warn("the effect \"\(effect["nm"]?.string ?? "")\" of type \(type) is not supported")
            }
        }
        // Overlays are styles: they are above all effects.
        if player != .coreAnimation { layer.effects += overlays }
    }

    // MARK: Settings

    /// A setting of an effect or a style that cannot change here: its first value, with a warning if it changes.
    func setting(_ name: String, _ value: JSONValue?, _ missing: Double) throws(DocumentError) -> Double {
        let all = try track(value, missing)
        if all.keys.contains(where: { $0.value != all.first }) {
            diagnostics.warn("\(name) changes over time, which is not supported: its first value is used")
        }
        return all.first
    }

    /// Whether a checkbox of an effect or a style is set; it cannot change here.
    func isSet(_ name: String, _ value: JSONValue?, _ missing: Bool) throws(DocumentError) -> Bool {
        try setting(name, value, missing ? 1 : 0) != 0
    }

    /// The meaning of a menu's number; for an unknown number a warning, and the default's meaning.
    ///
    /// - Parameters:
    ///   - missing: the default's number.
    ///   - usual: the default's meaning.
    ///   - others: the meanings of the other numbers.
    func choice<Value>(
        _ name: String, _ value: JSONValue?, _ missing: Int, _ usual: Value, others: [Int: Value] = [:]
    ) throws(DocumentError) -> Value {
        let number = Int(try setting(name, value, Double(missing)))
        guard number != missing else { return usual }
        if let known = others[number] { return known }
        diagnostics.warn("\(name) \(number) is not supported: \(missing) is used")
        return usual
    }

    /// A matte from another layer of the composition, which stays visible.
    ///
    /// *Source*: LottieFiles/lottie-docs, "Set Matte Effect"; Adobe, "Set Matte effect". As in lottie-web, the matte is
    /// where its layer is.
    private func setMatte(_ inputs: LottieInputs, _ layer: inout LottieLayer) throws(DocumentError) {
        let index = try setting("the layer of a set matte effect", inputs[0], 0)
        let channel = Int(try setting("the channel of a set matte effect", inputs[1], 4))
        guard layer.matteMode == 0, [4, 5].contains(channel) else {
            return diagnostics.warn("a set matte effect of a layer with a matte, or of other channels is not supported")
        }
        let isInverted = try isSet("the inversion of a set matte effect", inputs[2], false)
        guard index != 0, Int(index) != layer.index else { return }
        diagnostics.use("set matte effect")
        (layer.matte, layer.matteMode) = (Int(index), (channel == 5 ? 3 : 1) + (isInverted ? 1 : 0))
        layer.showsMatte = true
    }

    /// Whether an effect of type 5 is an expression control. Exporters write all effects without a type of their own as
    /// this type.
    ///
    /// *Source*: After Effects' match names, such as "ADBE Slider Control", and "Pseudo/" for controls of scripts.
    private static func isControl(_ effect: JSONObject) -> Bool {
        guard let match = effect["mn"]?.string else { return true }
        return match.hasPrefix("Pseudo/") || match.hasSuffix(" Control")
    }

    /// The steps of an effect; none, with a warning, if its settings are not supported.
    private func effect(
        _ kind: LottieEffectKind, _ inputs: LottieInputs, _ layer: JSONObject
    ) throws(DocumentError) -> [LottieEffect] {
        switch kind {
        case .tint:
            let (black, white) = (try colorTrack(inputs[0]), try colorTrack(inputs[1]))
            let amount = try track(inputs[2], 100)
            // The result is linear in the colours, and linear in the amount, but not in both together.
            let isStraight = !(amount.isAnimated && (black.isAnimated || white.isAnimated))
            return [
                .filter(
                    .matrix(
                        sampling.combine([black, white, amount], isStraight: isStraight) { moment in
                            LottieColorMatrix.tint(
                                black.value(moment), white.value(moment), amount.value(moment) / 100)
                        }))
            ]
        case .fill:
            return [.filter(.matrix(sampling.fill(try colorTrack(inputs[2]), opacity: try track(inputs[6], 1))))]
        case .dropShadow: return [try shadow(inputs)]
        case .gaussianBlur: return try blur(try track(inputs[0], 0), dimensions: inputs[1])
        case .boxBlur: return try boxBlur(inputs)
        case .directionalBlur: return try directionalBlur(inputs)
        case .transform: return [.transform(try transformEffect(inputs))]
        case .cornerPin:
            var corners: [LottieTrack<SIMD3<Double>>] = []
            for index in 0..<4 { corners.append(try track(inputs[index], .zero)) }
            return [.corners(corners)]
        case .stroke: return try maskStroke(inputs, layer)
        case .ramp: return [try ramp(inputs)]
        case .setMatte, .growBounds: return []
        case .linearWipe:
            return [
                .linearWipe(
                    LottieLinearWipe(
                        completion: try track(inputs[0], 0), angle: try track(inputs[1], 90),
                        feather: try track(inputs[2], 0)))
            ]
        case .radialWipe:
            var wipe = LottieRadialWipe(
                completion: try track(inputs[0], 0), angle: try track(inputs[1], 0),
                center: try track(inputs[2], .zero), feather: try track(inputs[4], 0))
            wipe.direction = try choice("the direction of a radial wipe", inputs[3], 1, 1, others: [2: 2, 3: 3])
            return [.radialWipe(wipe)]
        case .bulge: return [try bulge(inputs)]
        case .mosaic:
            let (across, down) = (try track(inputs[0], 10), try track(inputs[1], 10))
            let count = sampling.combine([across, down]) { [max(1, across.value($0)), max(1, down.value($0))] }
            return [.mosaic(count, isSharp: try isSet("the colours of a mosaic", inputs[2], false))]
        case .tritone, .proLevels, .levels, .invert, .brightness, .threshold, .toner, .hue, .shiftChannels, .exposure,
            .gammaPedestalGain, .colorBalance, .blackAndWhite:
            return try colors(kind, inputs).map { .filter($0) }
        case .displacement: return [.displacement(try displacement(inputs))]
        case .echo: return [.echo(try echo(inputs))]
        case .radialBlur, .turbulence, .wave, .twirl, .sphere, .noise, .foldedNoise, .choker, .fourColors, .spherize:
            return try fields(kind, inputs, layer)
        }
    }

    private func shadow(_ inputs: LottieInputs) throws(DocumentError) -> LottieEffect {
        let shadow = LottieShadow(
            color: try colorTrack(inputs[0]), opacity: try track(inputs[1], 127.5).map { $0 / 255 },
            angle: try track(inputs[2], 135).map { $0 - 90 }, distance: try track(inputs[3], 5),
            radius: try track(inputs[4], 0).map { $0 / 5 })
        let isAlone =
            player != .coreAnimation ? try isSet("the visibility of a shadow's layer", inputs[5], false) : false
        return isAlone ? .shadowOnly(shadow) : .shadow(shadow)
    }

    // MARK: Blurs

    /// A blur in both dimensions, or in one of them.
    private func blur(_ amount: LottieTrack<Double>, dimensions: JSONValue?) throws(DocumentError) -> [LottieEffect] {
        guard player != .coreAnimation else { return [.filter(.blur(amount))] }
        // Both, along x and along y; the directions are those of `blurAlong`.
        let angle: Double? = try choice("the dimensions of a blur", dimensions, 1, nil, others: [2: 90, 3: 0])
        return [angle.map { .blurAlong(angle: LottieTrack($0), amount) } ?? .filter(.blur(amount))]
    }

    /// A box blur as the Gaussian of the same variance: that of n boxes of 2 r + 1 pixels is n r (r + 1) / 3.
    ///
    /// *Source*: Adobe, "Fast Box Blur": with the default of three iterations it is nearly a Gaussian blur.
    private func boxBlur(_ inputs: LottieInputs) throws(DocumentError) -> [LottieEffect] {
        let (radius, iterations) = (try track(inputs[0], 0), try track(inputs[1], 3))
        let amount = sampling.combine([radius, iterations], isStraight: false) { moment in
            let (r, n) = (max(radius.value(moment), 0), min(max(iterations.value(moment), 1), 50))
            return (n * r * (r + 1) / 3).squareRoot() / 0.3
        }
        return try blur(amount, dimensions: inputs[2])
    }

    /// *Source*: Adobe, "Directional Blur effect": the direction is an angle from the vertical, and the blur length is
    /// that of a Gaussian blur, as google/skia has it.
    private func directionalBlur(_ inputs: LottieInputs) throws(DocumentError) -> [LottieEffect] {
        [.blurAlong(angle: try track(inputs[0], 0), try track(inputs[1], 0))]
    }

    // MARK: Geometry

    /// *Source*: Adobe, "Bulge effect"; google/skia for its formula, without the taper radius.
    private func bulge(_ inputs: LottieInputs) throws(DocumentError) -> LottieEffect {
        let (across, down) = (try track(inputs[0], 50), try track(inputs[1], 50))
        let center = try track(inputs[2], SIMD3<Double>.zero)
        if try track(inputs[4], 0).keys.contains(where: { $0.value != 0 }) {
            diagnostics.warn("the taper radius of a bulge is not supported: it is drawn with 0")
        }
        return .filter(
            .bulge(
                center: sampling.combine([center], isStraight: !center.keys.contains { $0.leaving != nil }) {
                    [center.value($0).x, center.value($0).y]
                }, radii: sampling.combine([across, down]) { [across.value($0), down.value($0)] },
                height: try track(inputs[3], 1)))
    }

    /// *Source*: Adobe, "Transform effect".
    private func transformEffect(_ inputs: LottieInputs) throws(DocumentError) -> LottieTransform {
        var result = LottieTransform()
        (result.anchor, result.position) = (try track(inputs[0], .zero), try track(inputs[1], .zero))
        let (isUniform, height, width) = (
            try track(inputs[2], 0), try track(inputs[3], 100), try track(inputs[4], 100)
        )
        result.scale = sampling.combine([isUniform, height, width]) { moment in
            let height = height.value(moment)
            return SIMD3(isUniform.value(moment) >= 0.5 ? height : width.value(moment), height, 100)
        }
        (result.skew, result.skewAxis) = (try track(inputs[5], 0), skewAxis(try track(inputs[6], 0)))
        (result.rotation, result.opacity) = (try track(inputs[7], 0), try track(inputs[8], 100))
        return result
    }

    /// *Source*: Adobe, "Gradient Ramp effect".
    private func ramp(_ inputs: LottieInputs) throws(DocumentError) -> LottieEffect {
        let (from, to) = (try colorTrack(inputs[1]), try colorTrack(inputs[3]))
        let stops = sampling.combine([from, to]) { moment in
            let (a, b) = (from.value(moment), to.value(moment))
            return [0, a.x, a.y, a.z, 1, b.x, b.y, b.z]
        }
        var gradient = LottieGradient(
            count: 2, stops: stops, start: try track(inputs[0], .zero), end: try track(inputs[2], .zero))
        gradient.kind = try choice("the shape of a gradient ramp", inputs[4], 1, .linear, others: [2: .radial])
        if try track(inputs[5], 0).keys.contains(where: { $0.value != 0 }) {
            diagnostics.warn("the scatter of a gradient ramp is not drawn")
        }
        return .ramp(gradient, percent: try track(inputs[6], 0).map { 100 - $0 })
    }

    /// *Source*: Adobe, "Stroke effect"; lottie-web and ThorVG, whose lines are twice as wide as the brush size says.
    private func maskStroke(_ inputs: LottieInputs, _ layer: JSONObject) throws(DocumentError) -> [LottieEffect] {
        let masks = layer["masksProperties"]?.elements ?? []
        let isAll = try isSet("the number of masks of a stroke effect", inputs[1], false)
        let chosen = Int(try setting("the mask of a stroke effect", inputs[0], 1)) - 1
        var outlines: [LottieTrack<LottieOutline>] = []
        for (index, mask) in masks.prefix(64).enumerated() where isAll || index == chosen {
            if let mask = mask.object { outlines.append(try outline(mask["pt"])) }
        }
        guard !outlines.isEmpty else {
            diagnostics.warn("a stroke effect has no mask whose outline it could draw")
            return []
        }
        var stroke = LottieMaskStroke(
            outlines: outlines, color: try colorTrack(inputs[3]), width: try track(inputs[4], 2).map { 2 * $0 },
            opacity: try track(inputs[6], 1), start: try track(inputs[7], 0), end: try track(inputs[8], 100))
        stroke.spacing = try setting("the spacing of a stroke effect", inputs[9], 15)
        stroke.style = try choice(
            "the paint style of a stroke effect", inputs[10], 1, .onOriginal,
            others: [2: .onTransparent, 3: .revealOriginal])
        let isWhole = stroke.start.constant == 0 && stroke.end.constant == 100
        if isAll, outlines.count > 1, !isWhole,
            try isSet("the order of a stroke effect", inputs[2], true)
        {
            diagnostics.warn("a stroke effect draws its masks one after the other, which is not supported: all at once")
        }
        return [.outlines(stroke)]
    }
}
