import Dispatch
import SwiftParser
import SwiftSyntax

/// Ports the sources of a package together: one may need the declarations of another.
public struct PortSet: Sendable {
    /// A source.
    public struct Source: Sendable {
        /// Where it lies.
        public let path: String
        /// Its bytes.
        public let bytes: [UInt8]
        /// Whether it is only read for its declarations.
        public let isContext: Bool
        /// The modules that an umbrella header gives every source of the target on iOS.
        public let umbrella: [String]
        /// Whether it is of a package for iOS: `os(iOS)` is true there.
        public let isForIOS: Bool

        /// Takes a source.
        public init(
            path: String, bytes: [UInt8], isContext: Bool = false, umbrella: [String] = [], isForIOS: Bool = false
        ) {
            (self.path, self.bytes, self.isContext, self.umbrella) = (path, bytes, isContext, umbrella)
            self.isForIOS = isForIOS
        }
    }

    private let options: PortOptions

    /// Makes a set with a package's options.
    public init(options: PortOptions = PortOptions()) { self.options = options }

    /// The options for one source.
    private func options(for source: Source) -> PortOptions {
        var result = options
        result.treatsIOSAsTrue = options.treatsIOSAsTrue || source.isForIOS
        return result
    }

    /// What becomes of each source, in their order; nil for those of context.
    public func port(_ sources: [Source]) -> [Ported?] {
        // 1. The declarations of the sources, as far as they are needed.
        let scans = Self.parallel(sources.count) { SourceScan(sources[$0].bytes, options(for: sources[$0])) }
        let clashing = ClashingType.all(in: sources)
        let named = sources.map { source in
            clashing.filter { $0.isNamed(in: source.bytes) && !$0.isImported(in: source.bytes) }
        }
        let (found, files, wanted) = parsed(sources, scans, named.map { !$0.isEmpty })
        var trees = found
        var index = SourceIndex()
        index.hasClassValues = scans.contains { $0.namesClassValue }
        for (number, file) in files.enumerated() { if let file { index.add(file, number: number) } }
        for (number, tree) in trees.enumerated() where self.options.hasKit {
            guard let tree, SwiftUISources.isOnlySwiftUI(tree, self.options(for: sources[number]), index) else {
                continue
            }
            index.leaveOut(number, files[number])
        }
        for case (let number, let tree?) in trees.enumerated() where self.options.hasKit {
            index.leaveOutTypes(of: tree, self.options(for: sources[number]))
        }
        for number in sources.indices where trees[number] == nil && scans[number].extends(index.leftOutTypes) {
            trees[number] = Self.parsed(sources[number].bytes)
        }

        // 2. The changes of each file, then those that one asks for in another.
        let (finished, parsed) = (index, trees)
        let porters: [PortedTree?] = Self.parallel(sources.count) { number in
            guard let tree = parsed[number] else { return nil }
            guard !tree.hasError else {
                guard wanted[number] else { return nil }
                return PortedTree(
                    failed: Finding(
                        line: 1, column: 1, construct: "does not parse", advice: "bring the source to Swift 5 or later")
                )
            }
            let porter = Porter(
                tree, source: sources[number].bytes, number: number, index: finished,
                options: options(for: sources[number]), umbrella: sources[number].umbrella)
            porter.walk(tree)
            return PortedTree(porter)
        }
        var insertions: [Int: [Porter.ClassInsertion]] = [:]
        for porter in porters {
            for insertion in porter?.insertions ?? [] { insertions[insertion.file, default: []].append(insertion) }
        }
        let asked = insertions
        return Self.parallel(sources.count) { number in
            guard !sources[number].isContext else { return nil }
            let bytes = sources[number].bytes
            guard var porter = porters[number], let tree = parsed[number] else {
                return Ported(text: bytes, findings: [], done: [:])
            }
            porter.clashingTypes = named[number]
            porter.finish(tree, asked[number] ?? [], umbrella: sources[number].umbrella, options(for: sources[number]))
            guard let text = porter.edits?.applied() else {
                return Ported(text: bytes, findings: porter.findings, done: [:])
            }
            return Ported(text: text, findings: porter.findings.sorted { $0.line < $1.line }, done: porter.done)
        }
    }

    /// The findings of a walk over one tree; a value, so that threads can pass it.
    private struct PortedTree: Sendable {
        var edits: LineEdits?
        var findings: [Finding]
        var done: [String: Int]
        var insertions: [Porter.ClassInsertion]
        var usesMica: Bool
        var impliedModules: Set<String>
        var usesTimers = false
        var isLeftOut = false
        /// The types that it names and Foundation has as well.
        var clashingTypes: [ClashingType] = []

        init(_ porter: Porter) {
            (edits, findings, done) = (porter.edits, porter.findings, porter.done)
            (insertions, usesMica, impliedModules) = (porter.insertions, porter.usesMica, porter.impliedModules)
            usesTimers = porter.usesTimers
            isLeftOut = porter.index.leftOutFiles.contains(porter.number)
        }

        init(failed finding: Finding) {
            (edits, findings, done, insertions) = (nil, [finding], [:], [])
            (usesMica, impliedModules) = (false, [])
        }

        /// Adds the needs of other files, and the imports for the changes.
        mutating func finish(
            _ tree: SourceFileSyntax, _ wanted: [Porter.ClassInsertion], umbrella: [String], _ options: PortOptions
        ) {
            guard edits != nil, !isLeftOut,
                !wanted.isEmpty || usesMica || usesTimers || !impliedModules.isEmpty || !umbrella.isEmpty
                    || !clashingTypes.isEmpty
            else { return }
            let finder = MemberFinder(options)
            finder.walk(tree)
            for (type, group) in Dictionary(grouping: wanted, by: \.type) {
                guard let brace = finder.braces[type] else { continue }
                let next = brace.nextToken(viewMode: .sourceAccurate)
                let endsLine = brace.trailingTrivia.hasNewline || next?.leadingTrivia.hasNewline ?? true
                let text = group.map(\.text).joined(separator: "; ")
                let isLast = next?.tokenKind == .rightBrace
                edits?.insert(
                    " " + text + (endsLine ? "" : isLast ? " " : ";"),
                    at: brace.endPositionBeforeTrailingTrivia.utf8Offset)
            }
            let given = Set(finder.imports + umbrella)
            if usesMica, finder.firstImport != nil, given.isDisjoint(with: SourceScan.drawingModules) {
                add("CoreGraphics", finder, tree)
            }
            // UIKit brings the others.
            let needed = given.contains("UIKit") ? ["UIKit"] : umbrella
            for module in needed where umbrella.contains(module) && !finder.imports.contains(module) {
                add(module, finder, tree)
                done["umbrella header", default: 0] += 1
            }
            // The file's own import of Foundation would go before Mica's timers, which keep virtual time.
            if usesTimers, !Set(finder.imports).isDisjoint(with: SourceScan.drawingModules) {
                for node in finder.shadowedImports {
                    let path = node.path.positionAfterSkippingLeadingTrivia.utf8Offset
                    edits?.replace(path..<node.path.endPositionBeforeTrailingTrivia.utf8Offset, with: "CoreGraphics")
                    done["timers", default: 0] += 1
                }
            }
            for module in ImpliedModule.all where impliedModules.contains(module.name) {
                guard module.comesWith.isDisjoint(with: given) else { continue }
                if let brings = module.broughtBy, !given.contains(brings) { continue }
                add(module.name, finder, tree)
                done[module.prefixes[0], default: 0] += 1
            }
            for scoped in Set(clashingTypes.compactMap { $0.scopedImport(among: finder.imports) }).sorted() {
                add(scoped, finder, tree)
                done["import \(scoped)", default: 0] += 1
            }
        }

        /// Imports a module on the line of the first import, or of the first token.
        private mutating func add(_ module: String, _ finder: MemberFinder, _ tree: SourceFileSyntax) {
            if let first = finder.firstImport {
                edits?.insert("; import \(module)", at: first.endPositionBeforeTrailingTrivia.utf8Offset)
            } else if let first = tree.firstToken(viewMode: .sourceAccurate), first.tokenKind != .endOfFile {
                edits?.insert("import \(module); ", at: first.positionAfterSkippingLeadingTrivia.utf8Offset)
            }
        }
    }

    private static func parsed(_ bytes: [UInt8]) -> SourceFileSyntax {
        bytes.withUnsafeBufferPointer { Parser.parse(source: $0, swiftVersion: .v5) }
    }

    /// The trees of the sources that matter, what these declare, and which have something that the tool always looks at.
    ///
    /// Parsing is three quarters of the work: only what `SourceScan` cannot leave out is parsed.
    private func parsed(
        _ sources: [Source], _ scans: [SourceScan], _ isNeeded: [Bool]
    ) -> ([SourceFileSyntax?], [FileIndex?], wanted: [Bool]) {
        var (trees, files) = ([SourceFileSyntax?](), [FileIndex?]())
        trees = .init(repeating: nil, count: sources.count)
        files = .init(repeating: nil, count: sources.count)
        var choice = SourceChoice(scans)
        let hasClassValues = scans.contains { $0.namesClassValue }
        let needed = sources.indices.map {
            scans[$0].hasConstruct || !sources[$0].umbrella.isEmpty || isNeeded[$0]
                || hasClassValues && scans[$0].callsInitialiser
        }
        var next = sources.indices.map { needed[$0] || choice.isWanted($0, sources[$0].bytes) }
        while next.contains(true) {
            let chosen = next
            let more: [SourceFileSyntax?] = Self.parallel(sources.count) { number in
                chosen[number] ? Self.parsed(sources[number].bytes) : nil
            }
            let found = Self.parallel(sources.count) { number in
                let conditions = Conditions(treatsIOSAsTrue: options(for: sources[number]).treatsIOSAsTrue)
                return more[number].map { FileIndex($0, conditions) }
            }
            for number in sources.indices where chosen[number] {
                (trees[number], files[number]) = (more[number], found[number])
            }
            choice.add(found.compactMap { $0 })
            next = sources.indices.map { files[$0] == nil && choice.isWanted($0, sources[$0].bytes) }
        }
        return (trees, files, needed)
    }

    /// The results of a function of 0..<count, on all processors.
    static func parallel<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
        let results = Results<Result>(count)
        DispatchQueue.concurrentPerform(iterations: count) { results.values[$0] = body($0) }
        return (0..<count).compactMap { results.values[$0] }
    }
}

/// A place for each result.
// Safe because: each place is written by one iteration, and read after all of them.
private final class Results<Value>: @unchecked Sendable {
    let values: UnsafeMutableBufferPointer<Value?>

    init(_ count: Int) {
        values = .allocate(capacity: count)
        values.initialize(repeating: nil)
    }

    deinit {
        values.deinitialize()
        values.deallocate()
    }
}

extension Trivia {
    /// Whether a line ends in it.
    fileprivate var hasNewline: Bool { contains { $0.isNewline } }
}
