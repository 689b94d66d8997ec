import CoreGraphics

/// The parts of a .lottie archive that belong to an animation: a theme's values, fonts, and the colour behind it.
struct LottiePart {
    /// The theme's values of slots.
    var slots: [(slot: String, value: JSONValue)] = []
    /// The parts of the manifest, the theme and the fonts that are wrong.
    var warnings: [DocumentWarning] = []
    /// The colour behind the animation, as the manifest has it.
    var background: String?
    /// The archive's parts.
    var archive: DotLottieFacts?

    /// Whether a value of a slot is an expression.
    var hasExpressions: Bool { slots.contains { $0.value.object?["x"] != nil } }

    /// The colour behind the animation.
    var backgroundColor: CGColor? {
        guard let background, let color = LottieReader.color(hex: background) else { return nil }
        return CGColor(srgbRed: color.x, green: color.y, blue: color.z, alpha: 1)
    }

    /// Applies a theme of an archive.
    ///
    /// - Parameter isAsked: whether the theme was asked for; a wrong initial theme of a manifest is only a warning.
    /// *Throws*: as `DotLottiePackage.theme`, for a theme that was asked for.
    mutating func apply(
        _ name: String, of package: DotLottiePackage, to animation: String, isAsked: Bool
    ) throws(DocumentError) {
        do throws(DocumentError) {
            let theme = try package.theme(name)
            slots = theme.slots(of: animation)
            warnings += theme.warnings
            archive?.theme = name
        } catch {
            if isAsked { throw error }
            let place = error.location ?? DocumentLocation(file: error.file, line: 1, column: 1)
            warnings.append(DocumentWarning(at: place, "the initial theme '\(name)' is not applied: \(error.reason)"))
        }
    }

    /// A document with the values of slots in place, the slots, and the replacement values that are for other things.
    ///
    /// - Parameter mayHaveSlots: whether a property may refer to a slot.
    /// *Throws*: `.refused` when too many properties refer to slots.
    func inserted(
        in document: JSONValue, _ values: [LottieValue], _ images: LottieImages, mayHaveSlots: Bool,
        _ diagnostics: LottieDiagnostics
    ) throws(DocumentError) -> (JSONValue, [DocumentMovie.Slot], [LottieValue]) {
        guard let root = document.object else { return (document, [], values) }
        var own = LottieSlots(root)
        guard mayHaveSlots || !own.isEmpty else { return (document, [], values) }
        let wanted = values.filter { $0.slot != nil }
        diagnostics.use("slots")
        for (name, value) in slots { own.set(name, value) }
        var rest = values
        if !wanted.isEmpty {
            // The kinds of slots are known after a first search.
            var search = own
            _ = try search.applied(to: root, diagnostics)
            rest = values.filter { value in
                guard let name = value.slot, let found = search.found[name],
                    let content = value.property(of: found.kind)
                else { return true }
                own.set(name, content)
                if case .image(let image, _) = value.content { images.replace(LottieValue.imageName(name), by: image) }
                return false
            }
        }
        let result = try own.applied(to: root, diagnostics)
        let list = own.all.sorted { $0.key < $1.key }.map {
            DocumentMovie.Slot(name: $0.key, kind: $0.value.kind.rawValue, value: $0.value.value)
        }
        return (.object(result), list, rest)
    }
}

/// The animations, themes and state machines of a .lottie archive.
package struct DotLottieFacts: Sendable {
    /// The manifest's version as written; empty without one.
    package var version: String
    /// The animations' identifiers.
    package var animations: [String]
    /// The themes' identifiers.
    package var themes: [String]
    /// The state machines' identifiers.
    package var stateMachines: [String]
    /// The state machine that the manifest starts; nil for none.
    package var initialStateMachine: String?
    /// The animation that is shown.
    package var animation: String
    /// The theme that is applied; nil without one.
    package var theme: String?

    init(_ package: DotLottiePackage, animation: String) {
        version = package.manifest.version
        (animations, themes) = (package.animationNames, package.themeNames)
        (stateMachines, initialStateMachine) = (package.stateMachineNames, package.initialStateMachine)
        self.animation = animation
    }
}

extension LottieValue {
    /// The name of a slot in a key path `slot.NAME`; nil for other key paths.
    var slot: String? {
        names.count > 1 && names[0] == Self.slotPrefix ? names.dropFirst().joined(separator: ".") : nil
    }

    /// The first name of slots' key paths.
    package static let slotPrefix = "slot"

    /// The value as a property of a kind; nil when it is none.
    ///
    /// A text that is JSON is a whole property, with keyframes if it has some, or a plain value such as a path.
    func property(of kind: LottieSlotKind) -> JSONValue? {
        switch content {
        case .numbers(let keys):
            guard [.scalar, .vector, .color].contains(kind) else { return nil }
            let values = keys.map { key in Self.adapted(key.value, to: kind) }
            guard values.count > 1 else {
                return .object(JSONObject(members: [("a", .number(0)), ("k", values[0])], offset: 0))
            }
            let list = zip(keys, values).map { key, value -> JSONValue in
                var value = value
                if case .number(let number) = value { value = .numbers([number]) }
                return .object(JSONObject(members: [("t", .number(key.frame)), ("s", value)], offset: 0))
            }
            return .object(JSONObject(members: [("a", .number(1)), ("k", .array(list))], offset: 0))
        case .text(let text, _):
            if kind == .text { return Self.texts(text) }
            let value = try? JSONParser.parse(Array(text.utf8), file: "slot", limits: JSONLimits())
            guard let value else { return nil }
            if let object = value.object, object["k"] == nil, object["x"] == nil, kind != .image {
                return .object(JSONObject(members: [("a", .number(0)), ("k", value)], offset: 0))
            }
            return value
        // No slot has a film or a sound.
        case .film, .sound: return nil
        case .property(let value): return value
        case .image:
            guard kind == .image, let slot else { return nil }
            return .object(
                JSONObject(
                    members: [("p", .string(Self.imageName(slot))), ("u", .string("")), ("e", .number(0))], offset: 0))
        }
    }

    private static func adapted(_ numbers: [Double], to kind: LottieSlotKind) -> JSONValue {
        switch kind {
        case .scalar: .number(numbers[0])
        case .vector: .numbers(numbers.count > 1 ? Array(numbers.prefix(3)) : [numbers[0], numbers[0]])
        default: .numbers(numbers)
        }
    }

    private static func texts(_ text: String) -> JSONValue {
        let words = JSONValue.object(JSONObject(members: [("t", .string(text))], offset: 0))
        let key = JSONValue.object(JSONObject(members: [("t", .number(0)), ("s", words)], offset: 0))
        return .object(JSONObject(members: [("k", .array([key]))], offset: 0))
    }

    /// The file name that stands for the picture of a slot; no file has it.
    static func imageName(_ slot: String) -> String { "slot:\(slot)\u{0}" }
}
