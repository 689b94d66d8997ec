/// The manifest of a .lottie archive: its animations, themes and state machines.
///
/// *Source*: dotlottie.io, "dotLottie v2.0 Specification", Manifest; version 1 has the same list of animations.
struct DotLottieManifest {
    /// An animation.
    struct Animation {
        var id: String
        var name: String?
        /// The theme that is applied if none is named.
        var initialTheme: String?
        /// The colour behind the animation, as it is written.
        var background: String?
        /// The themes for the animation; nil for all.
        var themes: [String]?
    }

    /// A theme or a state machine.
    struct Item {
        var id: String
        var name: String?
    }

    /// The version as written; empty without one.
    var version = ""
    var animations: [Animation] = []
    var themes: [Item] = []
    var stateMachines: [Item] = []
    /// The animation that is shown first, and the state machine that controls it, as the manifest names them.
    var initialAnimation: String?
    var initialStateMachine: String?

    /// The most animations, themes and state machines of each kind.
    static let limit = 10_000

    init() {}

    /// Reads a manifest.
    ///
    /// *Throws*: `.malformed` when it is no JSON object.
    init(_ bytes: [UInt8], _ diagnostics: LottieDiagnostics, _ limits: SourceLimits) throws(DocumentError) {
        let value = try JSONParser.parse(bytes, file: diagnostics.file, limits: limits.json)
        let root = try MemberReader(file: value, "manifest", budget: 4 * Self.limit, diagnostics)
        let object = root.object
        version =
            object["version"]?.string ?? object["version"]?.number.map { "\(Int(LottieReader.bounded($0)))" } ?? ""
        let isOld = version.hasPrefix("1") || version.isEmpty
        var known: Set<String> = []
        for entry in try root.members("animations", limit: Self.limit, isRequired: true) {
            guard let id = Self.id(entry) else { continue }
            guard known.insert(id).inserted else {
                entry.warn("id", "is '\(id)', as that of an animation before: it is left out")
                continue
            }
            animations.append(
                Animation(
                    id: id, name: entry.text("name"), initialTheme: entry.text("initialTheme"),
                    background: entry.text("background"), themes: entry.texts("themes")))
        }
        themes = try Self.items(root, "themes")
        if !isOld || object["stateMachines"] != nil { stateMachines = try Self.items(root, "stateMachines") }
        if isOld, let states = object["states"]?.elements, !states.isEmpty {
            root.warn("states", "names state machines of version 1, which are not played: version 2 has others")
        }
        if let initial = root.member("initial") {
            initialAnimation = initial.text("animation")
            initialStateMachine = initial.text("stateMachine")
        } else if let active = object["activeAnimationId"]?.string, !active.isEmpty {
            initialAnimation = active
        }
        check(root)
    }

    /// An entry's identifier, which is a part of a path in the archive.
    private static func id(_ entry: MemberReader) -> String? {
        guard let id = entry.text("id", isRequired: true) else { return nil }
        guard !id.isEmpty, !id.contains("/"), !id.contains("\\") else {
            entry.warn("id", "is '\(id)', which is no name of a file")
            return nil
        }
        return id
    }

    private static func items(_ root: MemberReader, _ key: String) throws(DocumentError) -> [Item] {
        var (result, known) = ([Item](), Set<String>())
        for entry in try root.members(key, limit: limit) {
            guard let id = id(entry) else { continue }
            guard known.insert(id).inserted else {
                entry.warn("id", "is '\(id)', as that of an entry before: it is left out")
                continue
            }
            result.append(Item(id: id, name: entry.text("name")))
        }
        return result
    }

    /// Warns of names that name nothing.
    private func check(_ root: MemberReader) {
        if let name = initialAnimation, !animations.contains(where: { $0.id == name }) {
            root.warn("initial.animation", "is '\(name)', which is none of the animations: the first is shown")
        }
        if let name = initialStateMachine, !stateMachines.contains(where: { $0.id == name }) {
            root.warn("initial.stateMachine", "is '\(name)', which is none of the state machines")
        }
        let known = Set(themes.map { $0.id })
        for (index, animation) in animations.enumerated() {
            if let name = animation.initialTheme, !name.isEmpty, !known.contains(name) {
                root.warn("animations[\(index)].initialTheme", "is '\(name)', which is none of the themes")
            }
            for name in animation.themes ?? [] where !known.contains(name) {
                root.warn("animations[\(index)].themes", "has '\(name)', which is none of the themes")
            }
        }
    }
}
