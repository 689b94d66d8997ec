import Foundation

/// Layer styles.
extension LottieReader {
    /// Reads a layer style into a layer: as a style, or, where it is a change of colours, as an effect.
    ///
    /// *Source*: LottieFiles/lottie-docs, "Layer Style"; Adobe, "Layer styles".
    func style(_ style: JSONObject, _ layer: inout LottieLayer) throws(DocumentError) {
        let type = integer(style["ty"]) ?? -1
        if player == .coreAnimation {
            guard type == 1 else { return unsupported(type) }
            diagnostics.use("drop shadow style")
            let shadow = LottieShadow(
                color: try colorTrack(style["c"]), opacity: try track(style["o"], 75).map { $0 / 100 },
                angle: try track(style["a"], 120), distance: try track(style["d"], 5),
                radius: try track(style["s"], 5).map { $0 / 2 })
            return layer.effects.append(.shadow(shadow))
        }
        switch type {
        case 7: try colorOverlay(style, &layer)
        case 8: try gradientOverlay(style, &layer)
        case 5:
            diagnostics.use("bevel and emboss style")
            layer.styles += try bevel(style)
        case 6:
            diagnostics.use("satin style")
            layer.styles.append(try satin(style))
        default:
            guard let kind = LottieLayerStyle.Kind(rawValue: type) else { return unsupported(type) }
            diagnostics.use("\(Self.names[kind.rawValue]) style")
            layer.styles.append(try outlineStyle(kind, style))
        }
    }

    private func unsupported(_ type: Int) {
        let name = Self.names.indices.contains(type) ? "the layer style \"\(Self.names[type])\"" : "a layer style"
        diagnostics.warn("\(name) of type \(type) is not supported")
    }

    private static let names = [
        "stroke", "drop shadow", "inner shadow", "outer glow", "inner glow", "bevel and emboss", "satin",
        "color overlay", "gradient overlay",
    ]

    private func outlineStyle(_ kind: LottieLayerStyle.Kind, _ style: JSONObject) throws(DocumentError)
        -> LottieLayerStyle
    {
        let (size, opacity) = (kind == .stroke ? 3.0 : 5, kind == .stroke ? 100.0 : 75)
        var result = LottieLayerStyle(
            kind: kind, color: try colorTrack(style["c"]), opacity: try track(style["o"], opacity).map { $0 / 100 },
            size: try track(style["s"], size))
        result.choke = try track(style["ch"], 0)
        if kind == .dropShadow || kind == .innerShadow {
            (result.angle, result.distance) = (try track(style["a"], 120), try track(style["d"], 5))
        }
        if kind == .innerGlow {
            result.isFromCenter = try choice("the source of an inner glow", style["sr"], 1, false, others: [2: true])
        }
        result.blend = try blend(style["bm"], result.color)
        return result
    }

    /// A satin. *Source*: LottieFiles/lottie-docs, "Satin Style".
    private func satin(_ style: JSONObject) throws(DocumentError) -> LottieLayerStyle {
        var result = LottieLayerStyle(
            kind: .satin, color: try colorTrack(style["c"]), opacity: try track(style["o"], 50).map { $0 / 100 },
            size: try track(style["s"], 14))
        (result.angle, result.distance) = (try track(style["a"], 19), try track(style["d"], 11))
        result.isInverted = try isSet("the inversion of a satin", style["in"], true)
        result.blend = try blend(style["bm"], result.color)
        return result
    }

    /// The lit sides and the dark sides of a bevel within the layer.
    ///
    /// *Source*: LottieFiles/lottie-docs, "Bevel Emboss Style"; Adobe, Photoshop, "Bevel & Emboss". That the sides are as
    /// wide as the size, smooth, and do not depend on the altitude of the light is a guess.
    private func bevel(_ style: JSONObject) throws(DocumentError) -> [LottieLayerStyle] {
        try choice("the style of a bevel", style["bs"], 2, ())
        try choice("the technique of a bevel", style["bt"], 1, ())
        let (size, strength) = (try track(style["s"], 5), try track(style["sr"], 100))
        func side(
            _ color: JSONValue?, _ opacity: JSONValue?, _ mode: JSONValue?, _ usual: Double
        ) throws(DocumentError) -> LottieLayerStyle {
            let opacity = try track(opacity, 50)
            var result = LottieLayerStyle(
                kind: .bevel, color: try track(color, SIMD4(usual, usual, usual, 1), Self.color),
                opacity: sampling.combine([opacity, strength], isStraight: false) { moment in
                    min(opacity.value(moment) * strength.value(moment) / 10_000, 1)
                }, size: size.map { $0 / 2 })
            (result.angle, result.distance) = (try track(style["a"], 120), size.map { $0 / 2 })
            result.blend = try blend(mode, result.color)
            return result
        }
        var lit = try side(style["hc"], style["ho"], style["hm"], 1)
        lit.isLit = true
        return [lit, try side(style["sc"], style["so"], style["sm"], 0)]
    }

    /// The compositing filter of a style's blend mode; nil if the result is that of normal.
    private func blend(_ mode: JSONValue?, _ color: LottieTrack<SIMD4<Double>>) throws(DocumentError) -> String? {
        let mode = Int(try setting("the blend mode of a layer style", mode, 1))
        guard mode != 1 else { return nil }
        // Multiplied by black is black, and white lightens to white.
        let (black, white) = (SIMD4<Double>(0, 0, 0, 1), SIMD4<Double>(1, 1, 1, 1))
        if color.constant == black, [4, 5].contains(mode) { return nil }
        if color.constant == white, [10, 11].contains(mode) { return nil }
        guard let name = Self.blends[mode] else {
            diagnostics.warn("the blend mode \(mode) of a layer style is not supported: it is drawn as normal")
            return nil
        }
        return name + "BlendMode"
    }

    /// The places of blend modes in After Effects' menu, with its lines between groups.
    private static let blends = [
        4: "darken", 5: "multiply", 6: "colorBurn", 7: "linearBurn", 10: "lighten", 11: "screen", 12: "colorDodge",
        13: "linearDodge", 16: "overlay", 17: "softLight", 18: "hardLight", 19: "linearLight", 20: "vividLight",
        21: "pinLight", 24: "difference", 25: "exclusion", 28: "hue", 29: "saturation", 30: "color",
        31: "luminosity",
    ]

    // MARK: Overlays

    /// A colour overlay, as a matrix. For one colour, many blend modes are linear in the layer's colours.
    private func colorOverlay(_ style: JSONObject, _ layer: inout LottieLayer) throws(DocumentError) {
        diagnostics.use("color overlay style")
        let (color, opacity) = (try colorTrack(style["c"]), try track(style["o"] ?? style["so"], 100))
        let mode = try choice(
            "the blend mode of a colour overlay", style["bm"], 1, 1,
            others: Dictionary(uniqueKeysWithValues: [5, 7, 11, 13, 18].map { ($0, $0) }))
        let matrix = sampling.combine([color, opacity], isStraight: false) { moment in
            let (c, share) = (color.value(moment), min(max(opacity.value(moment) / 100, 0), 1))
            return LottieColorMatrix.diagonal(
                (0..<3).map { index in
                    let (factor, offset) = Self.overlay(c[index], mode)
                    return (1 - share + factor * share, offset * share)
                })
        }
        layer.effects.append(.filter(.matrix(matrix)))
    }

    /// The factor and the offset of a channel under one of a colour. *Source*: W3C, Compositing and Blending.
    private static func overlay(_ color: Double, _ mode: Int) -> (Double, Double) {
        switch mode {
        case 5: (color, 0)
        case 7: (1, color - 1)
        case 11: (1 - color, color)
        case 13: (1, color)
        case 18: color <= 0.5 ? (2 * color, 0) : (2 - 2 * color, 2 * color - 1)
        default: (0, color)
        }
    }

    private func gradientOverlay(_ style: JSONObject, _ layer: inout LottieLayer) throws(DocumentError) {
        diagnostics.use("gradient overlay style")
        let stops = style["gf"].map { [(key: "g", value: $0)] } ?? []
        var gradient = try self.gradient(JSONObject(members: stops, offset: style.offset))
        gradient.kind = try choice(
            "the type of a gradient overlay", style["gt"], 1, .linear, others: [2: .radial, 3: .conic])
        try choice("the blend mode of a gradient overlay", style["bm"], 1, ())
        if try isSet("the direction of a gradient overlay", style["re"], false) {
            let count = 4 * gradient.count
            gradient.stops = gradient.stops.map { values in
                Self.reversed(values.prefix(count), 4) + Self.reversed(values.dropFirst(count), 2)
            }
        }
        layer.effects.append(
            .overlay(
                LottieGradientOverlay(
                    gradient: gradient, opacity: try track(style["o"], 100), angle: try track(style["a"], 90),
                    scale: try track(style["s"], 100), offset: try track(style["of"], .zero))))
    }

    /// The stops of a gradient, last to first.
    private static func reversed(_ values: ArraySlice<Double>, _ stride: Int) -> [Double] {
        let all = Array(values)
        var result: [Double] = []
        for index in (0..<all.count / stride).reversed() {
            result.append(1 - all[index * stride])
            result += all[(index * stride + 1)..<((index + 1) * stride)]
        }
        return result
    }
}
