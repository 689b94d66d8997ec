import SwiftParser
import SwiftSyntax

/// Rules for every ported source.
public enum PortCheck {
    /// The broken rules, in words: line counts, parsing, twice is once, no constructs left that the tool replaces.
    ///
    /// - Parameter again: what a second run makes of the result, beside the results of the other sources.
    public static func faults(of original: [UInt8], _ ported: Ported, again: [UInt8]?) -> [String] {
        var faults: [String] = []
        if lines(original) != lines(ported.text) { faults.append("the number of lines changed") }
        guard ported.text != original else { return faults }
        let tree = ported.text.withUnsafeBufferPointer { Parser.parse(source: $0, swiftVersion: .v5) }
        if tree.hasError { faults.append("the result does not parse") }
        if again != ported.text { faults.append("twice is not once") }
        if ported.findings.isEmpty {
            let left = Leftovers(viewMode: .sourceAccurate)
            left.walk(tree)
            faults += left.found.sorted().map { "\($0) is left" }
        }
        return faults
    }

    /// The broken rules of each of several sources, in their order, on all processors.
    public static func faults(_ sources: [PortSet.Source], _ ported: [Ported?], again: [Ported?]) -> [[String]] {
        PortSet.parallel(sources.count) { number in
            guard let result = ported[number] else { return [] }
            return faults(of: sources[number].bytes, result, again: again[number]?.text)
        }
    }

    private static func lines(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) } }
}

/// Finds constructs that a ported source must not have.
private final class Leftovers: SyntaxVisitor {
    var found: Set<String> = []

    // The options do not matter: `os(iOS)` is `true` in a result where it counts as true.
    private let conditions = Conditions(treatsIOSAsTrue: false)

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in conditions.possibleClauses(node) { if let elements = clause.elements { walk(elements) } }
        return .skipChildren
    }
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        let name = node.attributeName.trimmedDescription
        if ["objc", "objcMembers", "IBOutlet", "NSManaged"].contains(name) { found.insert("@" + name) }
        return .visitChildren
    }
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        if ["selector", "keyPath"].contains(node.macroName.text) { found.insert("#" + node.macroName.text) }
        return .visitChildren
    }
    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == "optional" { found.insert("optional") }
        return .visitChildren
    }
}
