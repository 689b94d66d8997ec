import CoreGraphics
import Foundation

/// The answers to the model's questions.
extension LottieExpressions: ExpressionHost {
    func answer(_ question: ExpressionQuestion, _ numbers: [Double], _ text: String) throws(ScriptError)
        -> ExpressionValue
    {
        func number(_ index: Int) -> Double { index < numbers.count ? numbers[index] : 0 }
        switch question {
        case .value: return try raw(try property(number(0)), number(1))
        case .evaluated: return try current(try property(number(0)), number(1))
        case .keys: return .numbers(track(try property(number(0))).times.map { $0 / scene.rate })
        case .layer: return .text(ExpressionWriter.text(of: try place(number(0), number(1)), in: self))
        case .composition: return .text(ExpressionWriter.text(of: try composition(number(0)), in: scene))
        case .random: return .number(random())
        case .seed:
            guard let last = runs.indices.last else { return .nothing }
            (runs[last].seed, runs[last].isTimeless, runs[last].random) = (number(0), number(1) != 0, nil)
            return .nothing
        case .noise: return .number(ExpressionRandom.noise(number(0), number(1), number(2)))
        case .wave: return .number(wave(number(0), number(1), octaves: number(2), multiplier: number(3)))
        case .ease:
            let ease = LottieEase(x1: number(0), y1: number(1), x2: number(2), y2: number(3))
            return .number(ease.value(at: min(max(number(4), 0), 1)))
        case .rectangle:
            let bounds = bounds(try place(number(0), number(1)), number(2), isWhole: number(3) != 0)
            return .numbers([bounds.minX, bounds.minY, bounds.width, bounds.height].map { Double($0) })
        case .find: return .number(Double(scene.composition(named: text) ?? -1))
        case .timed:
            isTimed = true
            return .nothing
        case .style:
            let id = try property(number(0))
            if track(id).isAnimated { isTimed = true }
            return .text(ExpressionWriter.style(track(id).document(at: frame(number(1)))))
        case .place:
            let property = properties[try property(number(0))]
            let (place, indices) = (property.place, property.indices)
            return .numbers(([property.node.index, place.composition, place.layer] + indices).map { Double($0) })
        case .compile:
            let number = try program(text)
            if usesTime(number) { isTimed = true }
            return .number(Double(number))
        case .letter:
            return .numbers([Double((letter?.index ?? 0) + 1), Double(letter?.total ?? 1)])
        }
    }

    private func property(_ number: Double) throws(ScriptError) -> Int {
        guard let id = Int(exactly: number), properties.indices.contains(id) else {
            throw ScriptError(message: "there is no such property")
        }
        return id
    }

    private func composition(_ number: Double) throws(ScriptError) -> Int {
        guard let index = Int(exactly: number), scene.compositions.indices.contains(index) else {
            throw ScriptError(message: "there is no such composition")
        }
        return index
    }

    private func place(_ first: Double, _ second: Double) throws(ScriptError) -> ExpressionPlace {
        let index = try composition(first)
        guard let layer = Int(exactly: second), scene.compositions[index].layers.indices.contains(layer) else {
            throw ScriptError(message: "there is no such layer")
        }
        return ExpressionPlace(index, layer)
    }

    private func raw(_ id: Int, _ seconds: Double) throws(ScriptError) -> ExpressionValue {
        guard abs(seconds) < 1e9 else {
            throw ScriptError(message: "the time is not finite, or too far away")
        }
        let track = track(id)
        if track.isAnimated { isTimed = true }
        return track.value(at: frame(seconds))
    }

    /// The value of a property for other scripts: with its expression or, if that fails, without.
    func current(_ id: Int, _ seconds: Double) throws(ScriptError) -> ExpressionValue {
        let node = properties[id].node
        if !node.parts.isEmpty, properties[id].script == nil { return try joined(id, seconds) }
        guard properties[id].script != nil else { return try raw(id, seconds) }
        // In a circle, the value without the expression: the values depend on the one that came first.
        if let depth = runs.firstIndex(where: { $0.id == id && $0.seconds == seconds }) {
            runs[runs.count - 1].lowest = min(runs[runs.count - 1].lowest, depth)
            return try raw(id, seconds)
        }
        let value: ExpressionValue
        do throws(ScriptError) {
            value = try evaluated(id, seconds)
        } catch {
            // Without steps or depth, all scripts of the chain fail.
            if (engine?.steps ?? 0) < 0 || runs.last?.isTooDeep == true { throw error }
            return try raw(id, seconds)
        }
        if node.kind == .text, case .text(let text) = value {
            let given = (try? JSONParser.parse(Array(text.utf8), file: ""))?.object
            return .text(given?["t"]?.string ?? "")
        }
        // A list stays a list of all its dimensions.
        if case .numbers(let list) = value, case .numbers(let all) = track(id).value(at: frame(seconds)),
            node.kind != .path,
            list.count < all.count
        {
            return .numbers(list + all[list.count...])
        }
        if case .number(let number) = value, case .numbers(let all) = track(id).value(at: frame(seconds)) {
            return .numbers(all.map { _ in number })
        }
        return value
    }

    /// A divided position, by the values of its parts.
    private func joined(_ id: Int, _ seconds: Double) throws(ScriptError) -> ExpressionValue {
        var result: [Double] = []
        for (part, axis) in zip(properties[id].node.parts, ["x", "y", "z"]) {
            guard let own = self.id(properties[id].place, "\(properties[id].node.path).\(axis)"), part.offset >= 0,
                case .number(let number) = try current(own, seconds)
            else { continue }
            result.append(number)
        }
        return .numbers(result)
    }

    // MARK: Random numbers

    private func random() -> Double {
        guard let last = runs.indices.last else { return 0 }
        if !runs[last].isTimeless { isTimed = true }
        if runs[last].random == nil {
            let time = runs[last].isTimeless ? 0 : frame(runs[last].seconds)
            runs[last].random = ExpressionRandom(
                properties[runs[last].id].seed, runs[last].seed.bitPattern, (time == 0 ? 0 : time).bitPattern)
        }
        return runs[last].random?.next() ?? 0
    }

    private func wave(_ dimension: Double, _ x: Double, octaves: Double, multiplier: Double) -> Double {
        isTimed = true
        guard let run = runs.last else { return 0 }
        let seed = ExpressionRandom.mixed(
            properties[run.id].seed ^ run.seed.bitPattern ^ UInt64(max(0, min(dimension, 16))) << 32)
        return ExpressionRandom.wave(seed, x, octaves: octaves, multiplier: multiplier)
    }
}

/// Writes descriptions of layers and compositions for scripts.
enum ExpressionWriter {
    private static func quoted(_ text: String) -> String { ScriptPrinter.quoted(text) }

    private static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "0" }

    /// A layer and its properties.
    static func text(of place: ExpressionPlace, in all: LottieExpressions) -> String {
        let composition = all.scene.compositions[place.composition]
        let layer = composition.layers[place.layer]
        let rate = all.scene.rate
        let size = size(of: layer, in: composition, all.scene)
        let members = [
            "\"n\":\(quoted(layer.name))", "\"i\":\(place.layer + 1)", "\"p\":\(layer.parent)",
            "\"ip\":\(number(layer.inPoint / rate))",
            "\"op\":\(number(layer.outPoint / rate))", "\"st\":\(number(layer.startTime / rate))",
            "\"sr\":\(number(layer.stretch))",
            "\"w\":\(number(size.0))", "\"h\":\(number(size.1))", "\"d\":\(layer.isSpatial)",
            "\"en\":\(!(layer.object["hd"]?.isTrue ?? false))", "\"src\":\(layer.source > 0 ? layer.source : -1)",
            "\"sn\":\(quoted(layer.object["refId"]?.string ?? layer.name))", "\"c\":\(list(all.nodes(place)))",
        ]
        return "{\(members.joined(separator: ","))}"
    }

    static func size(
        of layer: ExpressionLayer, in composition: ExpressionComposition, _ scene: ExpressionScene
    ) -> (Double, Double) {
        let object = layer.object
        if layer.source > 0 { return (scene.compositions[layer.source].width, scene.compositions[layer.source].height) }
        if let width = object["sw"]?.number ?? object["w"]?.number,
            let height = object["sh"]?.number ?? object["h"]?.number
        {
            return (width, height)
        }
        if object["ty"]?.number == 3 { return (100, 100) }
        if let id = object["refId"]?.string,
            let asset = scene.root["assets"]?.elements?.first(where: { $0.object?["id"]?.string == id })?.object,
            let width = asset["w"]?.number, let height = asset["h"]?.number
        {
            return (width, height)
        }
        return (composition.width, composition.height)
    }

    private static func list(_ nodes: [ExpressionNode]) -> String {
        let texts = nodes.enumerated().map { index, node in
            let position = node.index > 0 ? node.index : index + 1
            var text = "{\"n\":\(quoted(node.name)),\"m\":\(quoted(node.match)),\"j\":\(quoted(node.key))"
            text += ",\"x\":\(position)"
            if let children = node.children {
                text += ",\"c\":\(list(children))"
            } else {
                text += ",\"id\":\(node.id),\"k\":\(node.kind.rawValue)"
            }
            return text + "}"
        }
        return "[\(texts.joined(separator: ","))]"
    }

    /// A composition, with the names of its layers.
    static func text(of index: Int, in scene: ExpressionScene) -> String {
        let composition = scene.compositions[index]
        var end = scene.end - scene.start
        if index > 0, let last = composition.layers.map({ $0.outPoint }).max() { end = max(last, 0) }
        let markers = (index == 0 ? scene.root["markers"]?.elements ?? [] : []).prefix(10_000).compactMap {
            marker -> String? in
            guard let marker = marker.object else { return nil }
            let time = (marker["tm"]?.number ?? 0) / scene.rate
            let duration = (marker["dr"]?.number ?? 0) / scene.rate
            let comment = marker["cm"]?.string ?? ""
            return "{\"t\":\(number(time)),\"d\":\(number(duration)),\"c\":\(quoted(comment))}"
        }
        let members = [
            "\"n\":\(quoted(composition.name))", "\"w\":\(number(composition.width))",
            "\"h\":\(number(composition.height))",
            "\"d\":\(number(end / scene.rate))", "\"r\":\(number(scene.rate))",
            "\"s\":\(number(index == 0 ? scene.start / scene.rate : 0))",
            "\"l\":[\(composition.layers.map { quoted($0.name) }.joined(separator: ","))]",
            "\"x\":[\(composition.layers.map { "\($0.index)" }.joined(separator: ","))]",
            "\"m\":[\(markers.joined(separator: ","))]",
            "\"cam\":\(composition.layers.firstIndex { $0.object["ty"]?.number == 13 } ?? -1)",
        ]
        return "{\(members.joined(separator: ","))}"
    }

    /// The style of a text: its members but for the text.
    static func style(_ document: JSONObject?) -> String {
        let members = (document?.members ?? []).compactMap { member -> String? in
            switch member.value {
            case .number(let value): "\(quoted(member.key)):\(number(value))"
            case .numbers(let values): "\(quoted(member.key)):[\(values.map { number($0) }.joined(separator: ","))]"
            case .string(let text) where member.key != "t": "\(quoted(member.key)):\(quoted(text))"
            default: nil
            }
        }
        return "{\(members.joined(separator: ","))}"
    }
}
