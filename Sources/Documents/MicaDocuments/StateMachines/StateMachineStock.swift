import CoreGraphics
import Foundation
import QuartzCore

/// The animations that a state machine shows, each with a theme and values of slots, loaded once.
final class StateMachineStock {
    /// A loaded animation.
    final class Entry {
        let animation: String
        let theme: String?
        let document: Document
        let pose: PoseTween
        /// In seconds, and frames a second.
        let duration: Double, rate: Double
        /// The number of layers.
        let layerCount: Int
        /// The layers of names that were asked for; few sets of names are.
        private var found: [Set<String>: LayerHits] = [:]
        /// The parts of the animation under markers, in seconds.
        private let parts: [String: ClosedRange<Double>]

        init(_ document: Document) {
            self.document = document
            animation = document.archive?.animation ?? ""
            theme = document.archive?.theme
            let duration = document.duration ?? 0
            self.duration = duration
            let markers = document.movie?.markers ?? []
            parts = Dictionary(
                markers.map { marker in
                    let first = min(max(marker.time, 0), duration)
                    return (marker.name, first...min(max(first, marker.time + marker.duration), duration))
                }, uniquingKeysWith: { first, _ in first })
            rate = document.framesPerSecond ?? 60
            pose = PoseTween(document.rootLayer)
            var (rest, count) = ([document.rootLayer], 0)
            while let layer = rest.popLast() {
                count += 1
                rest += layer.sublayers ?? []
                if let mask = layer.mask { rest.append(mask) }
            }
            layerCount = count
        }

        /// The part of the animation under a marker, in seconds; all without a marker, or if there is none of the name.
        func range(of marker: String?) -> ClosedRange<Double> {
            marker.flatMap { parts[$0] } ?? 0...duration
        }

        /// The names of the layers.
        var names: Set<String> {
            var (rest, result) = ([document.rootLayer], Set<String>())
            while let layer = rest.popLast() {
                rest += layer.sublayers ?? []
                if let name = layer.name { result.insert(name) }
            }
            return result
        }

        /// The layers of some names.
        func hits(_ names: Set<String>) -> LayerHits {
            if let known = found[names] { return known }
            let hits = LayerHits(document.rootLayer, names)
            found[names] = hits
            return hits
        }
    }

    private struct Key: Hashable {
        var selection: LottieSelection
        var slots: String
    }

    private let package: DotLottiePackage
    private let values: [LottieValue]
    private let player: LottiePlayer
    private var selection: LottieSelection
    /// The slots that the machine sets, as a JSON object; empty for none.
    private var slots = ""
    private var entries: [Key: Entry] = [:]
    /// The number of animations that were loaded.
    private(set) var loadCount = 0
    /// The number above which no more are loaded.
    var loadLimit = Int.max
    /// The bytes that a search of the current animation reads.
    var keySize: Int { slots.utf8.count + (selection.theme?.utf8.count ?? 0) }

    /// The most loaded animations; beyond it, all but the new one are loaded again when they are needed.
    private static let limit = 16

    init(_ package: DotLottiePackage, _ selection: LottieSelection, _ values: [LottieValue], _ player: LottiePlayer) {
        (self.package, self.selection, self.values, self.player) = (package, selection, values, player)
    }

    /// The current animation.
    ///
    /// *Throws*: as `DotLottiePackage.document`.
    func entry() throws(DocumentError) -> Entry {
        let key = Key(selection: selection, slots: slots)
        if let known = entries[key] { return known }
        guard loadCount < loadLimit else {
            throw DocumentError(
                .refused, file: package.archive.name,
                reason: "too many animations and themes are loaded in a short time")
        }
        loadCount += 1
        let document = try package.document(selection, values: values + (try slotValues()), player: player)
        if entries.count >= Self.limit { entries.removeAll() }
        let entry = Entry(document)
        entries[key] = entry
        return entry
    }

    /// Changes the animation. *Throws*: as `entry()`; nothing is changed then.
    func set(animation: String) throws(DocumentError) -> Entry {
        let before = selection
        selection.animation = animation
        return try changed { selection = before }
    }

    /// Changes the theme; nil: the animation's initial theme. *Throws*: as `entry()`; nothing is changed then.
    func set(theme: String?) throws(DocumentError) -> Entry {
        let before = selection
        selection.theme = theme
        return try changed { selection = before }
    }

    /// Sets slots, as a JSON object of the slots' properties. *Throws*: as `entry()`; nothing is changed then.
    func set(slots: String) throws(DocumentError) -> Entry {
        let before = self.slots
        self.slots = slots
        return try changed { self.slots = before }
    }

    private func changed(_ restore: () -> Void) throws(DocumentError) -> Entry {
        do throws(DocumentError) {
            return try entry()
        } catch {
            restore()
            throw error
        }
    }

    private func slotValues() throws(DocumentError) -> [LottieValue] {
        guard !slots.isEmpty else { return [] }
        let value = try JSONParser.parse(Array(slots.utf8), file: "SetSlot", limits: JSONLimits(bytes: 1 << 20))
        guard let object = value.object else {
            throw DocumentError(.malformed, file: "SetSlot", reason: "the slots are not a JSON object")
        }
        return object.members.compactMap { name, slot in
            LottieValue(slot: name, property: slot.object?["p"] ?? slot)
        }
    }
}

/// A .lottie archive that a state machine controls.
final class StateMachineDocument: DocumentContent {
    let rootLayer = CALayer()
    let warnings: [DocumentWarning]
    let stateMachine: DocumentStateMachine?
    let movie: DocumentMovie?
    let archive: DotLottieFacts?
    let unusedValues: [String]
    let values: [ReplaceableValue]
    /// The sounds of the time that the machine was advanced by.
    var sounds: [DocumentSound] { stateMachine?.sounds ?? [] }
    private let rate: Double?

    /// Loads the machine and the first animation.
    ///
    /// *Throws*: as `DotLottiePackage.stateMachine`, and as `DotLottiePackage.document`.
    init(
        _ package: DotLottiePackage, _ selection: LottieSelection, machine name: String, values: [LottieValue],
        player: LottiePlayer
    ) throws(DocumentError) {
        let (machine, faults) = try package.stateMachine(name)
        var selection = selection
        // The initial state's animation is shown first, also where the manifest has another.
        if selection.animation == nil, let first = machine.states.first(where: { $0.name == machine.initial }),
            !first.animation.isEmpty, package.animationNames.contains(first.animation)
        {
            selection.animation = first.animation
        }
        let stock = StateMachineStock(package, selection, values, player)
        let entry = try stock.entry()
        let document = entry.document
        rootLayer.name = "state machine \(machine.name)"
        rootLayer.bounds = CGRect(origin: .zero, size: document.size)
        rootLayer.position = CGPoint(x: rootLayer.bounds.midX, y: rootLayer.bounds.midY)
        rootLayer.masksToBounds = true
        warnings = faults + document.warnings + Self.nameWarnings(machine, entry, file: "s/\(machine.name).json")
        (movie, archive, rate) = (document.movie, document.archive, document.framesPerSecond)
        (unusedValues, self.values) = (document.unusedValues, document.values)
        stateMachine = try DocumentStateMachine(machine, stock, root: rootLayer)
    }

    /// The states whose part the first animation lacks, and, if no state has another animation, the layers of
    /// interactions that it lacks.
    private static func nameWarnings(
        _ machine: StateMachine, _ entry: StateMachineStock.Entry, file: String
    ) -> [DocumentWarning] {
        let place = DocumentLocation(file: file, line: 1, column: 1)
        let known = Set(entry.document.movie?.markers.map { $0.name } ?? [])
        var result: [DocumentWarning] = []
        for state in machine.states where state.animation.isEmpty || state.animation == entry.animation {
            guard let segment = state.segment, !known.contains(segment) else { continue }
            result.append(
                DocumentWarning(
                    at: place,
                    "the state '\(state.name)' plays the marker '\(segment)', which the animation lacks: "
                        + "all of it is played\(Spelling.hint(segment, among: known))"))
        }
        guard machine.states.allSatisfy({ $0.animation.isEmpty || $0.animation == entry.animation }) else {
            return result
        }
        let layers = entry.names
        let listened = machine.listenedLayers(Set(StateMachine.Interaction.Kind.allCases.filter { $0.isPointer }))
        for name in listened.subtracting(layers).sorted() {
            result.append(
                DocumentWarning(
                    at: place,
                    "interactions have the layer '\(name)', which the animation lacks\(Spelling.hint(name, among: layers))"
                ))
        }
        return result
    }

    var size: CGSize { rootLayer.bounds.size }
    var errors: [DocumentError] { [] }
    var duration: CFTimeInterval? { nil }
    var framesPerSecond: Double? { rate }
}

extension Document {
    /// Loads a .lottie archive under the control of one of its state machines.
    ///
    /// *Throws*: as `load(_:)`; `.refused` when the file is no such archive, or has no machine of the name.
    package static func load(
        _ path: String, _ selection: LottieSelection, stateMachine name: String, values: [LottieValue] = [],
        limits: SourceLimits = .standard, player: LottiePlayer = .specification
    ) throws(DocumentError) -> Document {
        guard FileManager.default.fileExists(atPath: path) else {
            throw DocumentError(.unreadable, file: path, reason: "there is no such file")
        }
        guard let package = try DotLottiePackage.open(path, limits: limits) else {
            throw DocumentError(
                .refused, file: path, reason: "the document has no state machines: only .lottie archives have")
        }
        let content = try StateMachineDocument(package, selection, machine: name, values: values, player: player)
        return Document(content, URL(fileURLWithPath: path).lastPathComponent)
    }
}
