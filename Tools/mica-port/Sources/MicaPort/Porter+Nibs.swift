import SwiftSyntax

// Nibs and storyboards name properties and methods. Without an Objective-C runtime nothing finds these by name, so a class with
// `@IBOutlet`, `@IBAction`, `@IBInspectable` or `@IBSegueAction` gets a nested table of them, which UIKit looks up by its name
// (docs/nibs.md). The table is written behind the opening brace, where private members are in reach.

/// The members of a class or an extension that nibs name.
struct NibMembers {
    /// The statements that add the members to the list `n`, without the type's name: `TYPE` stands for it.
    private(set) var entries: [String] = []

    init(_ block: MemberBlockSyntax) {
        for member in block.members {
            if let variable = member.decl.as(VariableDeclSyntax.self) { add(variable) }
            if let function = member.decl.as(FunctionDeclSyntax.self) { add(function) }
            // A table that is there already, also one written by hand, stays as it is.
            if let type = member.decl.as(ClassDeclSyntax.self), type.name.text.hasPrefix("NibNames") {
                entries = []
                return
            }
        }
    }

    /// What stands for the type in entries.
    static let type = "TYPE"

    private static func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.contains { ["static", "class"].contains($0.name.text) }
    }

    private mutating func add(_ node: VariableDeclSyntax) {
        guard node.attributes.contains(where: { ["IBOutlet", "IBInspectable"].contains($0.attributeName ?? "") }),
            !Self.isStatic(node.modifiers)
        else { return }
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
            let objective = node.attributes.objcName ?? name.trimmingBackticks
            entries.append(".property(\"\(objective)\", \\\(Self.type).\(name))")
        }
    }

    private mutating func add(_ node: FunctionDeclSyntax) {
        let attributes = Set(node.attributes.compactMap(\.attributeName))
        let parameters = Array(node.signature.parameterClause.parameters)
        if node.name.text == "awakeFromNib", parameters.isEmpty,
            !node.modifiers.contains(where: { $0.name.text == "override" })
        {
            entries.append(".awake({ (t: \(Self.type)) in t.awakeFromNib() })")
        }
        guard attributes.contains("IBAction") || attributes.contains("IBSegueAction"), !Self.isStatic(node.modifiers),
            node.genericParameterClause == nil, node.signature.effectSpecifiers == nil, parameters.count <= 3,
            parameters.allSatisfy({ !$0.type.is(AttributedTypeSyntax.self) && $0.ellipsis == nil })
        else { return }
        let labels = node.signature.parameterClause.labels
        let name = node.attributes.objcName ?? SelectorName.method(node.name.text.trimmingBackticks, labels)
        let arguments = zip(labels, ["a", "b", "c"]).map { ($0 == "_" ? "" : $0 + ": ") + $1 }.joined(separator: ", ")
        let call = "t.\(node.name.text)(\(arguments))"
        if attributes.contains("IBSegueAction") {
            guard !parameters.isEmpty else { return }
            entries.append(".segue(\"\(name)\", { (t: \(Self.type), a, b, c) in \(call) })")
        } else if parameters.count <= 2 {
            let declared = zip(["a", "b"], parameters).map { "\($0): \($1.type.onOneLine)" }
            let list = (["t: \(Self.type)"] + declared).joined(separator: ", ")
            entries.append(".action(Selector(\"\(name)\", onMain: { (\(list)) in \(call) }))")
        }
    }
}

extension Porter {
    /// Writes the table of a class.
    func addNibTable(_ node: ClassDeclSyntax) {
        guard node.inheritanceClause != nil, node.genericParameterClause == nil, !isPrivate(node.modifiers) else {
            return
        }
        addNibTable(node.memberBlock, name: "NibNames")
    }

    /// Writes the table of an extension, with a number that no other of the type has.
    func addNibTable(_ node: ExtensionDeclSyntax) {
        guard node.genericWhereClause == nil, index.type(owner)?.isProtocol != true else { return }
        let number = index.nibNumber(owner, file: self.number) + (nibExtensions[owner] ?? 0) + 1
        if addNibTable(node.memberBlock, name: "NibNames\(number)") { nibExtensions[owner, default: 0] += 1 }
    }

    @discardableResult
    private func addNibTable(_ block: MemberBlockSyntax, name: String) -> Bool {
        let type = owner
        guard importsUIKit, !type.isEmpty, !scopes.contains(where: { $0 == nil }) else { return false }
        let entries = NibMembers(block).entries.map { $0.replacing(NibMembers.type, with: type) }
        guard !entries.isEmpty else { return false }
        let list = entries.map { "n.append(\($0)); " }.joined()
        insert(
            " internal final class \(name): UIKit.NibTable { override class var names: [UIKit.NibName] "
                + "{ var n: [UIKit.NibName] = []; \(list)return n } };", after: block.leftBrace)
        count("table for nibs")
        return true
    }

    private func isPrivate(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.contains { ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil }
    }
}
