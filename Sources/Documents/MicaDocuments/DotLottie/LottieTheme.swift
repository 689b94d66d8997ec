/// A theme of a .lottie archive: rules that give slots of animations other values.
///
/// *Source*: dotlottie.io, "dotLottie v2.0 Specification", Themes; dotlottie-js has the rules of paths. A keyframe's
/// `outTangent` and the next one's `inTangent` are the handles of the curve between the two.
struct LottieTheme {
    /// The rules' values by slot, each with the animations that it is for; nil for all.
    private(set) var rules: [(slot: String, animations: [String]?, value: JSONValue)] = []
    /// The parts of the theme that are wrong.
    let warnings: [DocumentWarning]

    /// The kinds of rules.
    enum Kind: String, CaseIterable {
        case color = "Color"
        case scalar = "Scalar"
        case position = "Position"
        case vector = "Vector"
        case image = "Image"
        case gradient = "Gradient"
        case text = "Text"
        case path = "BezierPath"
    }

    /// The most rules, keyframes of a rule, stops of a gradient, and all of them together.
    private static let ruleLimit = 10_000, keyLimit = 10_000, stopLimit = 1000, totalLimit = 200_000

    /// Reads a theme.
    ///
    /// *Throws*: `.malformed` when it is no JSON object.
    init(_ bytes: [UInt8], file: String, _ limits: SourceLimits) throws(DocumentError) {
        let diagnostics = LottieDiagnostics(file: file, bytes: bytes)
        let value = try JSONParser.parse(bytes, file: file, limits: limits.json)
        let root = try MemberReader(file: value, "theme", budget: Self.totalLimit, diagnostics)
        for rule in try root.members("rules", limit: Self.ruleLimit, isRequired: true) {
            guard let slot = rule.text("id", isRequired: true),
                let kind = rule.word("type", Kind.self, isRequired: true), let value = try Self.value(rule, kind)
            else { continue }
            rules.append((slot, rule.texts("animations"), value))
        }
        warnings = diagnostics.warnings
    }

    /// The slots' values for an animation.
    func slots(of animation: String) -> [(slot: String, value: JSONValue)] {
        rules.filter { $0.animations?.contains(animation) ?? true }.map { ($0.slot, $0.value) }
    }

    // MARK: Values

    /// A rule's value as a Lottie property; nil, with a warning, when it has none.
    private static func value(_ rule: MemberReader, _ kind: Kind) throws(DocumentError) -> JSONValue? {
        if kind == .image { return image(rule) }
        let expression = rule.text("expression").map { [(key: "x", value: JSONValue.string($0))] } ?? []
        var property: [(key: String, value: JSONValue)]
        var count: Int?
        if rule.object["keyframes"] != nil {
            var keys: [(MemberReader, (members: [(key: String, value: JSONValue)], stops: Int))] = []
            for frame in try rule.members("keyframes", limit: keyLimit) {
                if let key = try key(frame, kind) { keys.append((frame, key)) }
            }
            guard !keys.isEmpty else {
                rule.warn("keyframes", "has none that can be read: the rule is left out")
                return nil
            }
            count = kind == .gradient ? keys.map { $0.1.stops }.max() : nil
            property = [("a", .number(1)), ("k", .array(joined(keys.map { ($0.0, $0.1.members) })))]
        } else if let read = try self.member(rule, kind) {
            count = kind == .gradient ? read.stops : nil
            let key = JSONValue.object(JSONObject(members: [("t", .number(0)), ("s", read.value)], offset: 0))
            property = [("a", .number(0)), ("k", kind == .text ? .array([key]) : read.value)]
        } else {
            if rule.object["value"] == nil, expression.isEmpty {
                rule.warn("has neither a value nor keyframes: it is left out")
            }
            guard !expression.isEmpty else { return nil }
            property = []
        }
        let whole = JSONValue.object(JSONObject(members: property + expression, offset: rule.object.offset))
        guard let count else { return whole }
        // A gradient's property has the number of its stops beside it.
        return .object(
            JSONObject(members: [("p", .number(Double(count))), ("k", whole)], offset: rule.object.offset))
    }

    /// A keyframe's members in a Lottie property, without its curve, and its gradient's number of stops.
    private static func key(
        _ frame: MemberReader, _ kind: Kind
    ) throws(DocumentError) -> (members: [(key: String, value: JSONValue)], stops: Int)? {
        guard let time = frame.number("frame", isRequired: true), let read = try member(frame, kind) else {
            return nil
        }
        var value = read.value
        if case .number = value { value = .array([value]) }
        if kind == .path { value = .array([value]) }
        var members: [(key: String, value: JSONValue)] = [("t", .number(time)), ("s", value)]
        if frame.flag("hold") == true { members.append(("h", .number(1))) }
        return (members, read.stops)
    }

    /// Keyframes with the curves between them.
    private static func joined(
        _ keys: [(frame: MemberReader, members: [(key: String, value: JSONValue)])]
    ) -> [JSONValue] {
        keys.indices.map { index in
            var members = keys[index].members
            let (frame, next) = (keys[index].frame, index + 1 < keys.count ? keys[index + 1].frame : keys[index].frame)
            let (leaving, arriving) = (tangent(frame, "outTangent"), tangent(next, "inTangent"))
            if index + 1 < keys.count, leaving != nil || arriving != nil {
                members.append(("o", leaving ?? handle(0)))
                members.append(("i", arriving ?? handle(1)))
            }
            if index + 1 < keys.count {
                if let leaving = frame.numbers("valueOutTangent", count: 1...3) {
                    members.append(("to", .numbers(leaving)))
                }
                if let arriving = next.numbers("valueInTangent", count: 1...3) {
                    members.append(("ti", .numbers(arriving)))
                }
            }
            return .object(JSONObject(members: members, offset: frame.object.offset))
        }
    }

    private static func handle(_ share: Double) -> JSONValue {
        .object(JSONObject(members: [("x", .number(share)), ("y", .number(share))], offset: 0))
    }

    private static func tangent(_ frame: MemberReader, _ key: String) -> JSONValue? {
        guard let tangent = frame.member(key) else { return nil }
        guard tangent.object["x"]?.numbers != nil, tangent.object["y"]?.numbers != nil else {
            tangent.warn("is not a handle with x and y: the curve is straight")
            return nil
        }
        return .object(tangent.object)
    }

    /// The member `value` of a rule or a keyframe, as Lottie writes it, and a gradient's number of stops.
    private static func member(
        _ owner: MemberReader, _ kind: Kind
    ) throws(DocumentError) -> (value: JSONValue, stops: Int)? {
        switch kind {
        case .scalar: owner.number("value").map { (.number($0), 0) }
        case .color: owner.numbers("value", count: 3...4).map { (.numbers($0), 0) }
        case .position, .vector: owner.numbers("value", count: 1...3).map { (.numbers($0), 0) }
        case .gradient: try gradient(owner)
        case .text: owner.member("value").map { (.object(text($0)), 0) }
        case .path: owner.member("value").flatMap(path).map { ($0, 0) }
        case .image: nil
        }
    }

    /// Stops as Lottie writes them: all colours, then all opacities if one is not 1.
    private static func gradient(_ owner: MemberReader) throws(DocumentError) -> (value: JSONValue, stops: Int)? {
        guard owner.object["value"] != nil else { return nil }
        var (colors, alphas, isOpaque) = ([Double](), [Double](), true)
        for stop in try owner.members("value", limit: stopLimit) {
            guard let offset = stop.number("offset", isRequired: true) else { continue }
            guard let color = stop.numbers("color", count: 3...4) else {
                if stop.object["color"] == nil { stop.warn("color", "is missing: the stop is left out") }
                continue
            }
            colors += [offset] + color.prefix(3)
            alphas += [offset, color.count > 3 ? color[3] : 1]
            if color.count > 3, color[3] != 1 { isOpaque = false }
        }
        guard !colors.isEmpty else { return nil }
        return (.numbers(isOpaque ? colors : colors + alphas), colors.count / 4)
    }

    private enum Justification: String, CaseIterable {
        case left = "Left"
        case right = "Right"
        case center = "Center"
        case lastLeft = "JustifyLastLeft"
        case lastRight = "JustifyLastRight"
        case lastCenter = "JustifyLastCenter"
        case lastFull = "JustifyLastFull"
    }

    private enum Capitals: String, CaseIterable {
        case regular = "Regular"
        case all = "AllCaps"
        case small = "SmallCaps"
    }

    /// The parts of a text that a rule replaces.
    private static func text(_ owner: MemberReader) -> JSONObject {
        var result = JSONObject(members: [], offset: owner.object.offset)
        func add(_ key: String, _ value: JSONValue?) {
            if let value { result.members.append((key, value)) }
        }
        for (name, key) in [("text", "t"), ("fontName", "f")] { add(key, owner.text(name).map { .string($0) }) }
        for (name, key) in [
            ("fontSize", "s"), ("strokeWidth", "sw"), ("lineHeight", "lh"), ("tracking", "tr"), ("baselineShift", "ls"),
        ] { add(key, owner.number(name).map { .number($0) }) }
        for (name, key) in [("fillColor", "fc"), ("strokeColor", "sc")] {
            add(key, owner.numbers(name, count: 3...4).map { .numbers($0) })
        }
        for (name, key) in [("wrapSize", "sz"), ("wrapPosition", "ps")] {
            add(key, owner.numbers(name, count: 2...2).map { .numbers($0) })
        }
        add("of", owner.flag("strokeOverFill").map { .bool($0) })
        func index<Word: CaseIterable & Equatable>(_ word: Word) -> JSONValue? {
            Array(Word.allCases).firstIndex(of: word).map { .number(Double($0)) }
        }
        add("j", owner.word("justify", Justification.self).flatMap(index))
        add("ca", owner.word("textCaps", Capitals.self).flatMap(index))
        return result
    }

    /// A path as Lottie writes it.
    private static func path(_ owner: MemberReader) -> JSONValue? {
        func points(_ key: String) -> [JSONValue]? {
            guard let list = owner.object[key]?.elements else { return nil }
            let points = list.compactMap { $0.numbers }.filter { $0.count == 2 }
            guard points.count == list.count else {
                owner.warn(key, "is not a list of points: the path is left out")
                return nil
            }
            return points.map { .numbers($0) }
        }
        guard let vertices = points("vertices") else {
            if owner.object["vertices"] == nil { owner.warn("vertices", "is missing: the path is left out") }
            return nil
        }
        let still = [JSONValue](repeating: .numbers([0, 0]), count: vertices.count)
        let (arriving, leaving) = (points("inTangents") ?? still, points("outTangents") ?? still)
        guard arriving.count == vertices.count, leaving.count == vertices.count else {
            owner.warn("has other numbers of vertices and tangents: the path is left out")
            return nil
        }
        return .object(
            JSONObject(
                members: [
                    ("c", .bool(owner.flag("closed") ?? false)), ("v", .array(vertices)), ("i", .array(arriving)),
                    ("o", .array(leaving)),
                ], offset: owner.object.offset))
    }

    /// An image as an asset: a file of the archive, or an embedded one.
    private static func image(_ rule: MemberReader) -> JSONValue? {
        guard let value = rule.member("value", isRequired: true) else { return nil }
        // Older drafts of the specification have `url` or `id` in place of `src`.
        let names = ["src", "url", "id"].filter { value.object[$0] != nil }
        guard let file = value.text(names.first ?? "src", isRequired: true) else { return nil }
        var members: [(key: String, value: JSONValue)] = [
            ("p", .string(file)), ("u", .string("")), ("e", .number(DataURI.isOne(file) ? 1 : 0)),
        ]
        if let width = value.number("width") { members.append(("w", .number(width))) }
        if let height = value.number("height") { members.append(("h", .number(height))) }
        return .object(JSONObject(members: members, offset: rule.object.offset))
    }
}
