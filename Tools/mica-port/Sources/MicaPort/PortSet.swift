import Dispatch
import SwiftParser
import SwiftSyntax

/// Ports the sources of a package together: what one declares another may need.
public struct PortSet: Sendable {
    /// A source.
    public struct Source: Sendable {
        /// Where it lies.
        public let path: String
        /// Its bytes.
        public let bytes: [UInt8]
        /// Whether it is read for what it declares alone.
        public let isContext: Bool

        /// Takes a source.
        public init(path: String, bytes: [UInt8], isContext: Bool = false) {
            (self.path, self.bytes, self.isContext) = (path, bytes, isContext)
        }
    }

    private let options: PortOptions

    /// Makes a set with a package's options.
    public init(options: PortOptions = PortOptions()) { self.options = options }

    /// What becomes of each source, in their order; nil for those of context.
    public func port(_ sources: [Source]) -> [Ported?] {
        // 1. Which files have anything that the tool looks for; the others are not parsed.
        let wanted = sources.map { Self.hasConstruct($0.bytes, options) }
        var trees: [SourceFileSyntax?] = Self.parallel(sources.count) { number in
            wanted[number] ? Self.parsed(sources[number].bytes) : nil
        }
        let first = trees
        var files = Self.parallel(sources.count) { number in first[number].map { FileIndex($0) } }

        // 2. Which others declare what those need: classes that extensions override in, variables of optional protocols.
        var names = Set(files.compactMap { $0 }.flatMap(\.wantedClasses).map { "class " + $0 })
        for file in files.compactMap({ $0 }) {
            for (name, type) in file.types where type.isProtocol && type.members.contains(where: \.isOptional) {
                names.insert(SourceIndex.lastName(name))
            }
        }
        let needles = names.map { Array($0.utf8) }
        let more: [SourceFileSyntax?] = Self.parallel(sources.count) { number in
            guard !wanted[number], needles.contains(where: { sources[number].bytes.contains(sequence: $0) }) else {
                return nil
            }
            return Self.parsed(sources[number].bytes)
        }
        for number in sources.indices {
            guard let tree = more[number] else { continue }
            trees[number] = tree
            files[number] = FileIndex(tree)
        }
        var index = SourceIndex()
        for (number, file) in files.enumerated() { if let file { index.add(file, number: number) } }

        // 3. The changes of each file, then those that one asks for in another.
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
            let porter = Porter(tree, source: sources[number].bytes, number: number, index: finished, options: options)
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
            porter.finish(tree, asked[number] ?? [])
            guard let text = porter.edits?.applied() else {
                return Ported(text: bytes, findings: porter.findings, done: [:])
            }
            return Ported(text: text, findings: porter.findings.sorted { $0.line < $1.line }, done: porter.done)
        }
    }

    /// What a walk over one tree found; a value, so that it goes from thread to thread.
    private struct PortedTree: Sendable {
        var edits: LineEdits?
        var findings: [Finding]
        var done: [String: Int]
        var insertions: [Porter.ClassInsertion]
        var usesMica: Bool

        init(_ porter: Porter) {
            (edits, findings, done) = (porter.edits, porter.findings, porter.done)
            (insertions, usesMica) = (porter.insertions, porter.usesMica)
        }

        init(failed finding: Finding) {
            (edits, findings, done, insertions, usesMica) = (nil, [finding], [:], [], false)
        }

        /// Adds what other files ask for, and the import of what the changes name.
        mutating func finish(_ tree: SourceFileSyntax, _ wanted: [Porter.ClassInsertion]) {
            guard edits != nil, !wanted.isEmpty || usesMica else { return }
            let finder = MemberFinder(viewMode: .sourceAccurate)
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
            let modules: Set<String> = ["UIKit", "QuartzCore", "CoreGraphics", "CoreText", "ImageIO"]
            if usesMica, modules.isDisjoint(with: finder.imports), let last = finder.lastImport {
                edits?.insert("; import CoreGraphics", at: last.endPositionBeforeTrailingTrivia.utf8Offset)
            }
        }
    }

    private static func parsed(_ bytes: [UInt8]) -> SourceFileSyntax {
        bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    }

    /// Whether a source has anything that the tool looks for.
    private static func hasConstruct(_ bytes: [UInt8], _ options: PortOptions) -> Bool {
        let needles = options.treatsIOSAsTrue ? constructs + [Array("os(iOS)".utf8)] : constructs
        return bytes.containsAny(of: needles)
    }

    private static let constructs: [[UInt8]] = [
        "@objc", "@IBOutlet", "@IBSegueAction", "@GKInspectable", "@NSManaged", "ApplicationMain", "#selector",
        "#keyPath", "Selector(", "override", "?(", "!(", ".observe(", "forKeyPath", "method_", "class_", "objc_get",
        "imp_impl", "object_setClass",
    ].map { Array($0.utf8) }

    /// The results of a function of 0..<count, on all processors.
    private static func parallel<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
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

extension [UInt8] {
    /// Whether a sequence of bytes is in it.
    func contains(sequence: [UInt8]) -> Bool { containsAny(of: [sequence]) }

    /// Whether one of several sequences of bytes is in it. *Complexity*: one look at each byte, and more at first bytes.
    func containsAny(of needles: [[UInt8]]) -> Bool {
        withUnsafeBufferPointer { bytes in
            var byFirst = [[[UInt8]]](repeating: [], count: 256)
            for needle in needles { if let first = needle.first { byFirst[Int(first)].append(needle) } }
            return byFirst.withUnsafeBufferPointer { byFirst in
                for index in bytes.indices where !byFirst[Int(bytes[index])].isEmpty {
                    for needle in byFirst[Int(bytes[index])] where index + needle.count <= bytes.count {
                        if needle.indices.allSatisfy({ bytes[index + $0] == needle[$0] }) { return true }
                    }
                }
                return false
            }
        }
    }
}
