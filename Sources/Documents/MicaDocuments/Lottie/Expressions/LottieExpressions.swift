import Foundation

/// Runs the expressions of a document, and writes their values as keys of the document.
///
/// The values of an expression are computed for each frame of its composition before layers are made: a value depends on
/// its time only, and the layers are those of a document with keys.
final class LottieExpressions {
    let scene: ExpressionScene
    let reader: LottieReader
    private let diagnostics: LottieDiagnostics
    private let work: LottieWork
    private(set) var engine: ExpressionEngine?
    /// The names that scripts may use.
    private var known: Set<String> = []
    var properties: [ExpressionProperty] = []
    /// The properties of layers, made when they are asked for: by composition and layer.
    private var described: [ExpressionPlace: [ExpressionNode]] = [:]
    private var ids: [ExpressionPlace: Int] = [:]
    /// The programs of scripts, by their texts.
    private var programs: [String: Result<Int, ScriptError>] = [:]
    private var loaded: [Int: (program: ScriptProgram, script: [UInt8])] = [:]
    /// The runs that are under way, outermost first.
    var runs: [ExpressionRun] = []
    /// Whether the current run depends on its time.
    var isTimed = false
    /// The unit of a text that a selector's expression runs for, from 0, and how many there are.
    private(set) var letter: (index: Int, total: Int)?
    /// The steps that are left for the document.
    private var stepsLeft: Int64
    private(set) var isExhausted = false
    private var isExhaustionSaid = false
    lazy var texts: LottieComposition? = textComposition()
    /// The fonts of the document's archive.
    let fonts: LottieFontStore?

    /// The most steps of one value, the most scripts, and the deepest chain of values that need each other.
    private static let runLimit: Int64 = 500_000, programLimit = 5000, depthLimit = 40
    /// The most values of one property that are kept while others are computed.
    private static let memoLimit = 8192

    init(
        _ scene: ExpressionScene, _ diagnostics: LottieDiagnostics, _ work: LottieWork, _ player: LottiePlayer,
        _ fonts: LottieFontStore?
    ) {
        (self.scene, self.diagnostics, self.work, self.fonts) = (scene, diagnostics, work, fonts)
        stepsLeft = work.expressionSteps
        // Its own diagnostics: the document is read again afterwards.
        let silent = LottieDiagnostics(file: diagnostics.file, bytes: [])
        reader = LottieReader(silent, sampling: LottieSampling(limit: 100_000), player: player)
    }

    /// Whether a document's text may have expressions: a member "x" that is a string.
    static func isLikely(_ bytes: [UInt8]) -> Bool {
        let quote = UInt8(ascii: "\""), spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":")]
        var position = 0
        while position + 4 < bytes.count {
            // The last of three letters says how far the next match is at least.
            let last = bytes[position + 2]
            guard last == quote, bytes[position + 1] == UInt8(ascii: "x"), bytes[position] == quote else {
                position += last == quote ? 2 : last == UInt8(ascii: "x") ? 1 : 3
                continue
            }
            position += 3
            while position < bytes.count, spaces.contains(bytes[position]) { position += 1 }
            if position < bytes.count, bytes[position] == quote { return true }
        }
        return false
    }

    /// A document with the values of its expressions as keys.
    static func applied(
        to value: JSONValue, diagnostics: LottieDiagnostics, work: LottieWork, player: LottiePlayer,
        fonts: LottieFontStore? = nil, library: String = ExpressionEngine.library
    ) -> JSONValue {
        guard let root = value.object, root["layers"]?.elements != nil else { return value }
        let scene = ExpressionScene(root)
        guard scene.rate > 0, scene.rate <= 10_000, scene.end > scene.start, scene.end - scene.start < 1e7 else {
            return value
        }
        let all = LottieExpressions(scene, diagnostics, work, player, fonts)
        let replaced = all.replacements(library)
        return replaced.isEmpty ? value : ExpressionRewriter(replaced: replaced).rewritten(value)
    }

    // MARK: Properties

    /// The properties of a layer, which have numbers.
    func nodes(_ place: ExpressionPlace) -> [ExpressionNode] {
        if let nodes = described[place] { return nodes }
        return registered(scene.nodes(of: scene.compositions[place.composition].layers[place.layer]), place)
    }

    @discardableResult
    private func registered(_ made: [ExpressionNode], _ place: ExpressionPlace) -> [ExpressionNode] {
        var nodes = made
        register(&nodes, place, [])
        described[place] = nodes
        return nodes
    }

    private func register(_ nodes: inout [ExpressionNode], _ place: ExpressionPlace, _ indices: [Int]) {
        for index in nodes.indices {
            let path = indices + [index + 1]
            if nodes[index].property != nil {
                nodes[index].id = properties.count
                properties.append(ExpressionProperty(nodes[index], place, path))
                ids[ExpressionPlace(place.composition, place.layer, nodes[index].path)] = nodes[index].id
            } else if var children = nodes[index].children {
                register(&children, place, path)
                nodes[index].children = children
            }
        }
    }

    func id(_ place: ExpressionPlace, _ path: String) -> Int? {
        ids[ExpressionPlace(place.composition, place.layer, path)]
    }

    /// The drawn properties with expressions, in the order of the document.
    private func wanted() -> [Int] {
        var result: [Int] = []
        for (index, composition) in scene.compositions.enumerated() where composition.range != nil {
            for layer in composition.layers.indices {
                let nodes = scene.nodes(of: composition.layers[layer])
                guard nodes.contains(where: { $0.hasExpression }) else { continue }
                let first = properties.count
                registered(nodes, ExpressionPlace(index, layer))
                result += (first..<properties.count).filter {
                    properties[$0].script != nil && properties[$0].node.isDrawn
                }
            }
        }
        return result
    }

    /// The objects of properties that get other values, by their places in the text.
    private func replacements(_ library: String) -> [Int: JSONObject] {
        let all = wanted()
        guard !all.isEmpty else { return [:] }
        for _ in all { diagnostics.use("expression") }
        var result: [Int: JSONObject] = [:]
        for id in all {
            if let object = properties[id].node.property { result[object.offset] = object.without(["x"]) }
        }
        do throws(ScriptError) {
            try open(library)
        } catch {
            diagnostics.layer = nil
            diagnostics.warn(
                "it has \(all.count) expressions, which need the library \(ExpressionEngine.library) "
                    + "(Debian: libduktape207; \(error.message)): the values without them are used")
            return result
        }
        let step = stride(all)
        for id in all {
            guard let object = properties[id].node.property else { continue }
            do throws(ScriptError) {
                let samples = try sampled(id, step)
                result[object.offset] = replaced(id, object, samples)
            } catch {
                warn(id, error)
            }
        }
        return result
    }

    private func open(_ library: String) throws(ScriptError) {
        let engine = try ExpressionEngine(host: self, library: library)
        self.engine = engine
        known = engine.names
    }

    /// Opens the engine, and returns the drawn properties with expressions, in the order of the document.
    ///
    /// *Throws*: if the engine cannot be opened.
    func opened() throws(ScriptError) -> [Int] {
        try open(ExpressionEngine.library)
        return wanted()
    }

    private func warn(_ id: Int, _ error: ScriptError) {
        let property = properties[id]
        let layer = scene.compositions[property.place.composition].layers[property.place.layer]
        diagnostics.layer = (layer.name, layer.path)
        diagnostics.offset = property.node.property?.offset ?? layer.object.offset
        let place = error.line > 0 ? " at line \(error.line), column \(error.column)" : ""
        if isExhausted {
            diagnostics.layer = nil
            guard !isExhaustionSaid else { return }
            isExhaustionSaid = true
            diagnostics.warn(
                "the document's expressions take too many steps: from \(layer.path).\(property.node.path) on, "
                    + "values without them are used"
            )
        } else {
            diagnostics.warn(
                "the expression of \(property.node.path) fails\(place): \(error.message); the value without it is used")
        }
        diagnostics.layer = nil
    }

    // MARK: Time

    /// The frames between which a property is sampled.
    private func range(_ id: Int) -> ClosedRange<Double> {
        let (place, node) = (properties[id].place, properties[id].node)
        let composition = scene.compositions[place.composition]
        let all = composition.range ?? scene.start...scene.end
        let layer = composition.layers[place.layer]
        let isParent = node.path.hasPrefix("ks") && composition.layers.contains { $0.parent == place.layer }
        guard !isParent else { return all }
        let (from, to) = (max(all.lowerBound, layer.inPoint), min(all.upperBound, layer.outPoint))
        // Keys of a layer that is never seen are not needed; one value is.
        return from <= to ? from...to : all.lowerBound...all.lowerBound
    }

    /// The frames between two samples: 1, or more where a document has too many expressions and frames.
    private func stride(_ all: [Int]) -> Double {
        let frames = all.reduce(0.0) { total, id in
            let range = range(id)
            return total + range.upperBound - range.lowerBound + 1
        }
        let step = (frames / Double(max(work.expressionSamples, 1))).rounded(.up)
        if step > 1 {
            diagnostics.layer = nil
            diagnostics.warn(
                "the document has too many expressions and frames: their values change in steps of \(Int(step)) frames")
        }
        return max(step, 1)
    }

    /// The values of an expression over its frames; one, if it does not depend on time.
    private func sampled(_ id: Int, _ step: Double) throws(ScriptError) -> [(frame: Double, value: ExpressionValue)] {
        let range = range(id)
        var result: [(frame: Double, value: ExpressionValue)] = []
        var frame = range.lowerBound
        while true {
            guard !isExhausted else { throw ScriptError(message: "") }
            isTimed = false
            let isSelector = properties[id].node.units > 0
            result.append((frame, isSelector ? try shares(id, frame) : try evaluated(id, frame / scene.rate)))
            if !isTimed || frame >= range.upperBound { return result }
            frame = min(range.lowerBound + Double(result.count) * step, range.upperBound)
        }
    }

    /// The most units of a text that a selector's expression runs for; the others have the share of the last one.
    private static let unitLimit = 1000

    /// The values of a selector's expression for all units of its text.
    ///
    /// *Source*: Adobe, "Expression selectors": `textIndex` is from 1, `textTotal`, and `selectorValue`.
    private func shares(_ id: Int, _ frame: Double) throws(ScriptError) -> ExpressionValue {
        let (place, units) = (properties[id].place, properties[id].node.units)
        let layer = scene.compositions[place.composition].layers[place.layer]
        let total = layer.unitCount(units, at: frame)
        defer { letter = nil }
        var result: [Double] = []
        for index in 0..<max(min(total, Self.unitLimit), 1) {
            letter = (index, total)
            properties[id].memo.removeAll()
            switch try evaluated(id, frame / scene.rate) {
            case .number(let number): result.append(number)
            case .numbers(let list): result.append(list.first ?? 100)
            case .nothing, .text: result.append(100)
            }
        }
        properties[id].memo.removeAll()
        return .numbers(result)
    }

    // MARK: Running

    /// The value of a property with its expression.
    ///
    /// *Throws*: the failure, with its place in the script.
    func evaluated(_ id: Int, _ seconds: Double) throws(ScriptError) -> ExpressionValue {
        if let kept = properties[id].memo[seconds] {
            isTimed = isTimed || kept.isTimed
            return try kept.value.get()
        }
        let program = try self.program(properties[id].script ?? "")
        guard let engine else { return .nothing }
        guard runs.count < Self.depthLimit else {
            if let last = runs.indices.last { runs[last].lowest = ExpressionRun.tooDeep }
            throw ScriptError(
                message: "values need each other in a chain of more than \(Self.depthLimit)")
        }
        // A value costs steps even without loops and calls.
        engine.steps -= 10
        let outer = isTimed
        let isFirst = runs.isEmpty
        let limit = min(Self.runLimit, stepsLeft)
        if isFirst { engine.steps = limit }
        isTimed = usesTime(program)
        let place = properties[id].place
        runs.append(ExpressionRun(id: id, seconds: seconds))
        let numbers = [
            Double(id), seconds, Double(place.composition), Double(place.layer),
            Double(properties[id].node.kind.rawValue),
        ]
        var result: Result<ExpressionValue, ScriptError>
        do throws(ScriptError) {
            result = .success(try engine.run(program, numbers))
        } catch {
            result = .failure(located(error, program))
        }
        // A value that was computed in a circle is valid only within the circle.
        let lowest = runs.removeLast().lowest
        let isCircle = lowest < .max
        if lowest < runs.count, let last = runs.indices.last { runs[last].lowest = min(runs[last].lowest, lowest) }
        if engine.steps < 0 {
            result = .failure(ScriptError(message: "the script takes too many steps"))
        }
        if isFirst {
            stepsLeft -= limit - engine.steps
            if stepsLeft <= 0 { isExhausted = true }
        }
        // A failure by lack of steps depends on the script that asked.
        if !isCircle, engine.steps >= 0 || isFirst {
            if properties[id].memo.count >= Self.memoLimit { properties[id].memo.removeAll() }
            properties[id].memo[seconds] = (result, isTimed)
        }
        isTimed = isTimed || outer
        return try result.get()
    }

    /// The program of a script.
    ///
    /// *Throws*: if the script cannot be read or compiled, or there are too many.
    func program(_ script: String) throws(ScriptError) -> Int {
        if let made = programs[script] { return try made.get() }
        guard programs.count < Self.programLimit else {
            throw ScriptError(message: "the document has more than \(Self.programLimit) scripts")
        }
        do throws(ScriptError) {
            let number = try compiled(script)
            programs[script] = .success(number)
            return number
        } catch {
            programs[script] = .failure(error)
            throw error
        }
    }

    /// Whether a program has the time as a parameter.
    func usesTime(_ program: Int) -> Bool { loaded[program]?.program.usesTime ?? false }

    private func compiled(_ script: String) throws(ScriptError) -> Int {
        let bytes = Array(script.utf8)
        let program = try ScriptPrinter.program(ScriptParser.parse(bytes), known: known)
        guard let engine else { return 0 }
        // Compiling takes memory, which counts as steps.
        if runs.isEmpty { engine.steps = Self.runLimit }
        do throws(ScriptError) {
            let number = try engine.load(program.text)
            loaded[number] = (program, bytes)
            return number
        } catch {
            throw located(error, program, bytes)
        }
    }

    /// A failure at its place in the script, instead of in the program.
    private func located(_ error: ScriptError, _ number: Int) -> ScriptError {
        guard let (program, script) = loaded[number] else { return error }
        return located(error, program, script)
    }

    private func located(_ error: ScriptError, _ program: ScriptProgram, _ script: [UInt8]) -> ScriptError {
        var result = error
        (result.line, result.column) = (0, 0)
        guard program.offsets.indices.contains(error.line - 1), program.offsets[error.line - 1] >= 0 else {
            return result
        }
        let place = ScriptLexer(script).place(program.offsets[error.line - 1])
        (result.line, result.column) = place
        return result
    }
}

extension LottieWork {
    /// The most steps of expressions: loops, calls and allocations.
    var expressionSteps: Int64 { max(Int64(samples) * 20, 20_000) }
    /// The most values of expressions; beyond it, they change in steps of several frames.
    var expressionSamples: Int { samples / 5 }
}

/// A layer of a composition, or a property of one.
struct ExpressionPlace: Hashable {
    var composition: Int
    var layer: Int
    var path = ""

    init(_ composition: Int, _ layer: Int, _ path: String = "") {
        (self.composition, self.layer, self.path) = (composition, layer, path)
    }
}

/// A run of a script, with its random numbers.
struct ExpressionRun {
    let id: Int
    let seconds: Double
    var seed = 0.0
    var isTimeless = false
    /// nil before the first number is drawn.
    var random: ExpressionRandom?
    /// The outermost run whose value was asked for again. A chain that is too deep counts as one below the outermost: each
    /// run of it fails, and is not kept, since another script may ask from less deep.
    var lowest = Int.max
    static let tooDeep = -1
    var isTooDeep: Bool { lowest == Self.tooDeep }
}

/// A property of the document that scripts know.
struct ExpressionProperty {
    let node: ExpressionNode
    let place: ExpressionPlace
    /// The positions of the groups around it, and its own, from 1.
    let indices: [Int]
    let script: String?
    /// The start of its random numbers.
    let seed: UInt64
    var track: ExpressionTrack?
    var memo: [Double: (value: Result<ExpressionValue, ScriptError>, isTimed: Bool)] = [:]

    init(_ node: ExpressionNode, _ place: ExpressionPlace, _ indices: [Int]) {
        (self.node, self.place, self.indices) = (node, place, indices)
        script = node.property?["x"]?.string
        seed = ExpressionRandom.hash("\(place.composition)/\(place.layer)/\(node.path)")
    }
}

extension ExpressionNode {
    /// Whether a drawn property, or one in the group, has an expression.
    var hasExpression: Bool {
        if let children { return children.contains { $0.hasExpression } }
        return isDrawn && property?["x"]?.string != nil
    }
}

extension ExpressionLayer {
    /// How many units its text has at a frame: letters, letters without spaces, words or lines, from 1.
    func unitCount(_ units: Int, at frame: Double) -> Int {
        let keys = (object["t"]?.object?["d"]?.object?["k"]?.elements ?? []).compactMap { $0.object }
        let key = keys.last { ($0["t"]?.number ?? 0) <= frame } ?? keys.first
        let text = key?["s"]?.object?["t"]?.string ?? ""
        switch units {
        case 2: return text.count { !$0.isWhitespace }
        case 3: return text.split { $0.isWhitespace }.count
        case 4: return text.split(omittingEmptySubsequences: false) { $0.isNewline || $0 == "\u{3}" }.count
        default: return text.count { !$0.isNewline && $0 != "\u{3}" }
        }
    }
}

extension JSONObject {
    /// The object without some members.
    func without(_ keys: Set<String>) -> JSONObject {
        JSONObject(members: members.filter { !keys.contains($0.key) }, offset: offset)
    }
}

/// Writes a document again with other objects.
struct ExpressionRewriter {
    /// The new objects, by the places of the old ones.
    let replaced: [Int: JSONObject]

    /// A value with objects replaced.
    func rewritten(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let list): return .array(list.map { rewritten($0) })
        case .object(let object):
            if let other = replaced[object.offset] { return .object(other) }
            return .object(inside(object))
        default: return value
        }
    }

    private func inside(_ object: JSONObject) -> JSONObject {
        var result = object
        for index in result.members.indices {
            switch result.members[index].value {
            case .array, .object: result.members[index].value = rewritten(result.members[index].value)
            default: break
            }
        }
        return result
    }
}
