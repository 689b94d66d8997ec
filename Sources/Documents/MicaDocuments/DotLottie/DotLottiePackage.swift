import Foundation

/// The part of a .lottie archive that is shown.
package struct LottieSelection: Sendable, Hashable {
    /// The animation's identifier or name; nil: the manifest's initial one, else its first.
    package var animation: String?
    /// The theme's identifier or name; nil: the animation's initial theme, if it has one.
    package var theme: String?

    package init(animation: String? = nil, theme: String? = nil) { (self.animation, self.theme) = (animation, theme) }

    /// Whether nothing is selected.
    var isEmpty: Bool { animation == nil && theme == nil }
}

/// A .lottie archive: animations, themes and state machines by name.
///
/// *Source*: dotlottie.io, "dotLottie v2.0 Specification": a/ has animations, t/ themes, s/ state machines, i/ images,
/// f/ fonts; version 1 has animations/, themes/ and images/.
package final class DotLottiePackage {
    let archive: ArchiveSource
    let manifest: DotLottieManifest
    let limits: SourceLimits
    /// The archive's fonts.
    let fonts: LottieFontStore
    /// The parts of the manifest that are wrong.
    package private(set) var warnings: [DocumentWarning] = []

    /// Opens an archive.
    ///
    /// *Throws*: `.malformed` when the manifest is no JSON object, `.refused` when it exceeds the limits.
    init(_ archive: ArchiveSource, limits: SourceLimits) throws(DocumentError) {
        (self.archive, self.limits, fonts) = (archive, limits, LottieFontStore(archive))
        guard archive.contains("manifest.json") else {
            manifest = DotLottieManifest()
            return
        }
        let bytes = try archive.bytes(at: "manifest.json")
        let diagnostics = LottieDiagnostics(file: "manifest.json", bytes: bytes)
        manifest = try DotLottieManifest(bytes, diagnostics, limits)
        check(manifest, diagnostics)
        warnings = diagnostics.warnings
    }

    /// Opens a file.
    ///
    /// *Returns*: nil when the file is no .lottie archive.
    /// *Throws*: as for an archive, if the file is an archive that cannot be opened.
    package static func open(
        _ path: String, limits: SourceLimits = .standard
    ) throws(DocumentError) -> DotLottiePackage? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        let beginning = (try? handle.read(upToCount: 2)) ?? nil
        try? handle.close()
        guard beginning == Data([0x50, 0x4B]) else { return nil }
        return LottieFile.package(try ArchiveSource(URL(fileURLWithPath: path), limits: limits), limits: limits)
    }

    /// Warns of entries without a file.
    private func check(_ manifest: DotLottieManifest, _ diagnostics: LottieDiagnostics) {
        func warn(_ list: String, _ id: String, _ paths: [String]) {
            guard !paths.contains(where: { archive.contains($0) }) else { return }
            diagnostics.warn("\(list) has '\(id)', but the archive has no file \(paths[0])")
        }
        diagnostics.offset = 0
        for animation in manifest.animations { warn("animations", animation.id, Self.animationPaths(animation.id)) }
        for theme in manifest.themes { warn("themes", theme.id, Self.themePaths(theme.id)) }
        for machine in manifest.stateMachines { warn("stateMachines", machine.id, ["s/\(machine.id).json"]) }
    }

    private static func animationPaths(_ id: String) -> [String] { ["a/\(id).json", "animations/\(id).json"] }
    private static func themePaths(_ id: String) -> [String] { ["t/\(id).json", "themes/\(id).json"] }

    // MARK: Names

    /// The identifiers of the animations, in the manifest's order; without a manifest, the names of the files.
    package var animationNames: [String] {
        if !manifest.animations.isEmpty { return manifest.animations.map { $0.id } }
        return ((try? archive.paths()) ?? []).filter(Self.isAnimation).map(Self.stem)
    }

    /// The identifiers of the themes.
    package var themeNames: [String] { manifest.themes.map { $0.id } }

    /// The identifiers of the state machines.
    package var stateMachineNames: [String] { manifest.stateMachines.map { $0.id } }

    /// The state machine that the manifest starts; nil for none.
    package var initialStateMachine: String? {
        manifest.initialStateMachine.flatMap { name in stateMachineNames.contains(name) ? name : nil }
    }

    /// The animation that the manifest shows first; nil for its first.
    package var initialAnimation: String? { manifest.initialAnimation }

    /// Whether a path is that of an animation.
    static func isAnimation(_ path: String) -> Bool {
        ["animations", "a"].contains(DocumentPath.directory(of: path)) && path.hasSuffix(".json")
            && !DocumentPath.isNoise(path)
    }

    /// The name of a file without its folder and ending.
    private static func stem(_ path: String) -> String {
        String((path.split(separator: "/").last ?? "").dropLast(".json".count))
    }

    /// The path and the manifest's entry of an animation.
    ///
    /// *Throws*: `.refused` when there is none of the name, `.unknownDocument` when the archive has none.
    func animation(
        _ name: String?
    ) throws(DocumentError) -> (path: String, id: String, entry: DotLottieManifest.Animation?) {
        func path(_ id: String) -> String? { Self.animationPaths(id).first { archive.contains($0) } }
        if let name {
            let entries = manifest.animations
            if let entry = entries.first(where: { $0.id == name }) ?? entries.first(where: { $0.name == name }),
                let path = path(entry.id)
            {
                return (path, entry.id, entry)
            }
            if let path = path(name) { return (path, name, nil) }
            throw unknown("animation", name, animationNames)
        }
        let initial = manifest.animations.filter { $0.id == manifest.initialAnimation }
        for entry in initial + manifest.animations {
            if let path = path(entry.id) { return (path, entry.id, entry) }
        }
        guard let path = try archive.paths().first(where: Self.isAnimation) else {
            throw DocumentError(.unknownDocument, file: archive.name, reason: "the archive holds no Lottie animation")
        }
        return (path, Self.stem(path), nil)
    }

    private func unknown(_ kind: String, _ name: String, _ known: [String]) -> DocumentError {
        let list = known.isEmpty ? "it has none" : "it has \(known.prefix(20).joined(separator: ", "))"
        let more = known.count > 20 ? " and \(known.count - 20) more" : ""
        return DocumentError(
            .refused, file: archive.name,
            reason: "the archive has no \(kind) '\(name)': \(list)\(more)\(Spelling.hint(name, among: known))")
    }

    // MARK: Files

    /// The theme of a name.
    ///
    /// *Throws*: `.refused` when there is none, `.malformed` when it is no JSON object.
    func theme(_ name: String) throws(DocumentError) -> LottieTheme {
        let id = (manifest.themes.first { $0.id == name } ?? manifest.themes.first { $0.name == name })?.id ?? name
        guard let path = Self.themePaths(id).first(where: { archive.contains($0) }) else {
            throw unknown("theme", name, themeNames)
        }
        return try LottieTheme(archive.bytes(at: path), file: path, limits)
    }

    /// The state machine of a name, and its parts that are wrong.
    ///
    /// *Throws*: `.refused` when there is none, `.malformed` when it cannot be played.
    package func stateMachine(_ name: String) throws(DocumentError) -> (StateMachine, [DocumentWarning]) {
        let items = manifest.stateMachines
        let id = (items.first { $0.id == name } ?? items.first { $0.name == name })?.id ?? name
        let path = "s/\(id).json"
        guard archive.contains(path) else { throw unknown("state machine", name, stateMachineNames) }
        let bytes = try archive.bytes(at: path)
        let diagnostics = LottieDiagnostics(file: path, bytes: bytes)
        var machine = try StateMachineReader(diagnostics).read(
            JSONParser.parse(bytes, file: path, limits: limits.json), name: id)
        identify(&machine)
        check(machine, diagnostics)
        return (machine, diagnostics.warnings)
    }

    /// Gives states the identifiers of their animations, where they have their names.
    private func identify(_ machine: inout StateMachine) {
        let ids = Set(manifest.animations.map { $0.id })
        for index in machine.states.indices where !ids.contains(machine.states[index].animation) {
            let name = machine.states[index].animation
            if !name.isEmpty, let known = manifest.animations.first(where: { $0.name == name }) {
                machine.states[index].animation = known.id
            }
        }
    }

    /// Warns of animations and themes that a state machine names and the archive lacks.
    private func check(_ machine: StateMachine, _ diagnostics: LottieDiagnostics) {
        diagnostics.offset = 0
        let animations = animationNames
        for state in machine.states where !state.animation.isEmpty && !animations.contains(state.animation) {
            diagnostics.warn(
                "the state '\(state.name)' has the animation '\(state.animation)', which the archive lacks")
        }
        for case .setTheme(.literal(let name)) in machine.actions where !name.isEmpty && !themeNames.contains(name) {
            diagnostics.warn("an action sets the theme '\(name)', which the archive lacks")
        }
    }

    // MARK: Documents

    /// Loads an animation with a theme.
    ///
    /// *Throws*: as `LottieFile.load`.
    package func document(
        _ selection: LottieSelection, values: [LottieValue] = [], player: LottiePlayer = .specification
    ) throws(DocumentError) -> Document {
        Document(
            try LottieFile.load(self, selection, values: values, player: player), archive.name)
    }
}
