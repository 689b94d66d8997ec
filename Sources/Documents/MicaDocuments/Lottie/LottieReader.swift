/// Reads a Lottie document from its JSON: supported parts, and warnings for the rest.
///
/// A document is read as far as possible. A property of the wrong type has its default, and an item of an unknown
/// type is left out; each gives a warning with the location.
final class LottieReader {
    /// The parts that were left out, with their places.
    let diagnostics: LottieDiagnostics
    /// The budget of tracks that are computed from several tracks.
    let sampling: LottieSampling
    /// The rules by which the document is drawn.
    let player: LottiePlayer
    /// Whether the document names the version of lottie/lottie-spec that it was written for ("ver"). Other documents
    /// are exporters', and mean what After Effects and its players mean where these differ from the specification.
    private(set) var isSpecified = false
    /// The document's frames a second.
    private(set) var rate = 60.0
    /// The number of keys, vertices and items read.
    private var count = 0

    /// The most keys, vertices and items of a document.
    static let limit = 4_000_000

    init(_ diagnostics: LottieDiagnostics, sampling: LottieSampling, player: LottiePlayer) {
        (self.diagnostics, self.sampling, self.player) = (diagnostics, sampling, player)
    }

    /// Counts keys, vertices or items.
    func spend(_ amount: Int = 1) throws(DocumentError) {
        count += amount
        guard count <= Self.limit else {
            throw diagnostics.refused("the document has more than \(Self.limit) keys, vertices and shapes")
        }
    }

    // MARK: The document

    /// Reads a document.
    ///
    /// *Throws*: `.unknownDocument` when the text is no Lottie document, `.malformed` when a required part is wrong.
    func read(_ value: JSONValue) throws(DocumentError) -> LottieComposition {
        guard let root = value.object, let layers = root["layers"]?.elements else {
            throw DocumentError(
                .unknownDocument, file: diagnostics.file, reason: "not a Lottie document: it has no layers")
        }
        isSpecified = player != .coreAnimation && Self.isSpecified(root)
        var result = LottieComposition()
        result.name = root["nm"]?.string ?? ""
        result.version = root["v"]?.string ?? ""
        (result.width, result.height) = (number(root["w"], 0), number(root["h"], 0))
        (result.start, result.end) = (number(root["ip"], 0), number(root["op"], 0))
        result.rate = number(root["fr"], 0)
        guard result.width > 0, result.height > 0, result.width <= 1e6, result.height <= 1e6 else {
            throw diagnostics.malformed("the document's size (w, h) must be above 0 and at most 1,000,000 points")
        }
        guard result.rate > 0, result.rate <= 10_000 else {
            throw diagnostics.malformed("the frame rate (fr) must be above 0 and at most 10,000")
        }
        rate = result.rate
        guard result.end > result.start else {
            throw diagnostics.malformed("the last frame (op) must be after the first (ip)")
        }
        for font in root["fonts"]?.object?["list"]?.elements ?? [] {
            guard let font = font.object, let name = font["fName"]?.string else { continue }
            result.fonts[name] = LottieFont(
                family: font["fFamily"]?.string ?? name, style: font["fStyle"]?.string ?? "", name: name,
                path: font["fPath"]?.string ?? "", ascent: number(font["ascent"], 75))
        }
        for (index, marker) in (root["markers"]?.elements ?? []).enumerated() {
            guard let marker = marker.object else { continue }
            try spend()
            if index == 0 { diagnostics.use("markers") }
            result.markers.append(
                LottieMarker(
                    name: marker["cm"]?.string ?? "", time: number(marker["tm"], 0), duration: number(marker["dr"], 0)))
        }
        result.layers = try self.layers(layers, path: "layers")
        for (index, asset) in (root["assets"]?.elements ?? []).enumerated() {
            guard let asset = asset.object, let id = asset["id"]?.string ?? asset["id"]?.number.map({ "\($0)" }) else {
                continue
            }
            diagnostics.offset = asset.offset
            if let layers = asset["layers"]?.elements {
                diagnostics.use("precomposition")
                result.precomps[id] = try self.layers(layers, path: "assets[\(index)].layers")
            } else if let file = asset["p"]?.string {
                result.images[id] = LottieImage(
                    width: asset["w"]?.number, height: asset["h"]?.number, directory: asset["u"]?.string ?? "",
                    file: file, path: "assets[\(index)]")
            }
        }
        diagnostics.layer = nil
        result.glyphs = try glyphs(root["chars"])
        return result
    }

    /// Whether a document names the version of the specification that it was written for.
    static func isSpecified(_ root: JSONObject) -> Bool { (root["ver"]?.number ?? 0) >= 10_000 }

    private func glyphs(_ value: JSONValue?) throws(DocumentError) -> [LottieGlyph] {
        var result: [LottieGlyph] = []
        for glyph in value?.elements ?? [] {
            guard let glyph = glyph.object, let character = glyph["ch"]?.string else { continue }
            try spend()
            let shapes = glyph["data"]?.object?["shapes"]?.elements ?? []
            result.append(
                LottieGlyph(
                    character: character, family: glyph["fFamily"]?.string ?? "", style: glyph["style"]?.string ?? "",
                    size: number(glyph["size"], 0), width: number(glyph["w"], 0),
                    items: try items(shapes, path: "chars", depth: 0)))
        }
        return result
    }

    // MARK: Values

    /// A number, clamped to a range that can be drawn; `missing` when there is none.
    func number(_ value: JSONValue?, _ missing: Double) -> Double {
        value?.number.map(Self.bounded) ?? missing
    }

    static func bounded(_ value: Double) -> Double { min(max(value, -1e9), 1e9) }

    /// An integer; nil when there is none.
    func integer(_ value: JSONValue?) -> Int? { value?.number.map { Int(Self.bounded($0)) } }

    /// Two or three numbers.
    static func vector(_ value: JSONValue) -> SIMD3<Double>? {
        if case .number(let all) = value { return SIMD3(repeating: bounded(all)) }
        guard let numbers = value.numbers, let x = numbers.first else { return nil }
        return SIMD3(
            bounded(x), numbers.count > 1 ? bounded(numbers[1]) : 0, numbers.count > 2 ? bounded(numbers[2]) : 0)
    }

    /// A colour: three numbers from 0 to 1, or from 0 to 255 in old documents; or #RRGGBB. A fourth number is
    /// ignored: opacity is a separate property, and old exports write 0 there.
    ///
    /// *Source*: airbnb/lottie-ios, ColorExtension.swift (it reads three and sets alpha to 1); lottie-web likewise.
    static func color(_ value: JSONValue) -> SIMD4<Double>? {
        if let text = value.string { return color(hex: text) }
        guard let numbers = value.numbers, numbers.count >= 3 else { return nil }
        var color = SIMD4(numbers[0], numbers[1], numbers[2], 1)
        if color.x > 1 || color.y > 1 || color.z > 1 {
            color = SIMD4(color.x / 255, color.y / 255, color.z / 255, 1)
        }
        return color.clamped(lowerBound: .zero, upperBound: .one)
    }

    /// A colour of six or three hexadecimal digits.
    static func color(hex text: String) -> SIMD4<Double>? {
        var digits = Array(text.utf8.drop { $0 == UInt8(ascii: "#") })
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        if digits.count == 8 { digits = Array(digits.suffix(6)) }
        guard digits.count == 6, digits.allSatisfy({ isxdigit($0) }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        return SIMD4(Double(value >> 16), Double(value >> 8 & 255), Double(value & 255), 255) / 255
    }

    private static func isxdigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    // MARK: Properties

    /// The track of a property.
    func track<Value>(
        _ value: JSONValue?, _ missing: Value, _ convert: (JSONValue) -> Value?
    ) throws(DocumentError) -> LottieTrack<Value> {
        guard let property = value else { return LottieTrack(missing) }
        guard let object = property.object else { return LottieTrack(convert(property) ?? missing) }
        var result = LottieTrack(missing)
        if let content = object["k"] {
            if let keys = keyObjects(content) {
                if let track = try LottieTrack(keys: self.keys(keys, convert)) { result = track }
            } else if let value = convert(content) ?? content.elements?.first.flatMap(convert) {
                result = LottieTrack(value)
            }
        } else if let value = convert(property) {
            result = LottieTrack(value)
        }
        if object["x"]?.string != nil {
            diagnostics.use("expression")
            diagnostics.warn("has an expression, which is not run: its value without the expression is used")
        }
        return result
    }

    func track(_ value: JSONValue?, _ missing: Double) throws(DocumentError) -> LottieTrack<Double> {
        try track(value, missing) { $0.number.map(Self.bounded) }
    }

    func track(_ value: JSONValue?, _ missing: SIMD3<Double>) throws(DocumentError) -> LottieTrack<SIMD3<Double>> {
        try track(value, missing, Self.vector)
    }

    func colorTrack(_ value: JSONValue?) throws(DocumentError) -> LottieTrack<SIMD4<Double>> {
        try track(value, SIMD4(0, 0, 0, 1), Self.color)
    }

    private func keyObjects(_ value: JSONValue) -> [JSONObject]? {
        guard case .array(let list) = value, let first = list.first?.object, first["t"] != nil else { return nil }
        return list.compactMap { $0.object }
    }

    private func keys<Value>(
        _ objects: [JSONObject], _ convert: (JSONValue) -> Value?
    ) throws(DocumentError) -> [LottieKey<Value>] {
        try spend(objects.count)
        diagnostics.use("animation")
        var keys: [LottieKey<Value>] = []
        var end: Value?
        for object in objects {
            let value = object["s"].flatMap { convert($0) ?? $0.elements?.first.flatMap(convert) } ?? end
            guard let value else { continue }
            let time = number(object["t"], 0)
            guard time >= keys.last?.time ?? -.infinity else { continue }
            var key = LottieKey(time: time, value: value)
            key.isHold = object["h"]?.isTrue ?? false
            key.easing = easing(object["o"]?.object, object["i"]?.object)
            if let leaving = object["to"].flatMap(Self.vector), let arriving = object["ti"].flatMap(Self.vector),
                leaving != .zero || arriving != .zero
            {
                (key.leaving, key.arriving) = (leaving, arriving)
            }
            // If two keys have the same time, the later one counts from then on.
            if let last = keys.last, last.time == time, keys.count > 1, keys[keys.count - 2].time == time {
                keys.removeLast()
            }
            keys.append(key)
            end = object["e"].flatMap { convert($0) ?? $0.elements?.first.flatMap(convert) }
        }
        return keys
    }

    private func easing(_ leaving: JSONObject?, _ arriving: JSONObject?) -> [LottieEase] {
        guard let leaving, let arriving, let x1 = leaving["x"]?.numbers, let y1 = leaving["y"]?.numbers,
            let x2 = arriving["x"]?.numbers, let y2 = arriving["y"]?.numbers
        else { return [.linear] }
        let count = [x1, y1, x2, y2].map { $0.count }.max() ?? 1
        guard count > 0, count <= 4, ![x1, y1, x2, y2].contains(where: { $0.isEmpty }) else { return [.linear] }
        func pick(_ list: [Double], _ index: Int) -> Double { index < list.count ? list[index] : list[0] }
        let all = (0..<count).map { index in
            LottieEase(
                x1: min(max(pick(x1, index), 0), 1), y1: Self.bounded(pick(y1, index)),
                x2: min(max(pick(x2, index), 0), 1), y2: Self.bounded(pick(y2, index)))
        }
        // Apple's player reads one easing for all dimensions.
        return player == .coreAnimation || all.allSatisfy { $0 == all[0] } ? [all[0]] : all
    }
}
