import SwiftSyntax

extension Porter {
    /// Leaves out a declaration whose head names a type of a module that is not there, such as an extension of a type of
    /// SceneKit; returns whether it did. Only where the package is compiled against the kit: its tests are to run without
    /// the part that nothing here can do.
    func leavesOut(_ node: some SyntaxProtocol, heads: [Syntax?]) -> Bool {
        guard options.hasKit,
            let module = heads.compactMap({ head in head.flatMap { absentModule(in: $0, isHead: true) } }).first
        else { return false }
        replace(node, "")
        count("\(module) left out")
        return true
    }

    /// Takes `ObservableObject` from the protocols of a class, if it publishes nothing; returns whether it did.
    ///
    /// Combine and SwiftUI are the readers of the protocol, and are not there; the rest of such a class needs neither.
    func dropsObservability(_ node: ClassDeclSyntax) -> Bool {
        guard options.hasKit, Self.isObservableWithoutEffect(node), !index.declares("ObservableObject"),
            options.ownModules.isDisjoint(with: ["Combine", "OpenCombine", "SwiftUI"]),
            let clause = node.inheritanceClause,
            let found = clause.inheritedTypes.first(where: { Self.isObservable($0) })
        else { return false }
        if clause.inheritedTypes.count == 1 {
            replace(clause, "")
        } else if found.trailingComma == nil, let previous = clause.inheritedTypes.dropLast().last?.trailingComma {
            replace(previous, "")
            replace(found.type, "")
        } else {
            replace(found, "")
        }
        count("ObservableObject")
        return true
    }

    private static func isObservable(_ type: InheritedTypeSyntax) -> Bool {
        ["ObservableObject", "Combine.ObservableObject"].contains(type.type.trimmedDescription)
    }

    /// Whether a class is an `ObservableObject` that has no published property and no publisher of its own.
    static func isObservableWithoutEffect(_ node: ClassDeclSyntax) -> Bool {
        guard node.inheritanceClause?.inheritedTypes.contains(where: isObservable) ?? false else { return false }
        return !node.memberBlock.tokens(viewMode: .sourceAccurate).contains {
            ["Published", "objectWillChange"].contains($0.text)
        }
    }

    /// Leaves out the body of `if let view = view as? SCNView { ... }`: no object is of a type that is not there.
    func leavesOutBranch(_ node: IfExprSyntax) -> Bool {
        guard options.hasKit, node.conditions.contains(where: { castsToAbsent(Syntax($0)) }) else { return false }
        replace(node.conditions, "false")
        replace(node.body.statements, "")
        count("branch left out")
        if let other = node.elseBody { walk(other) }
        return true
    }

    /// Makes a test skip itself, with a reason, if its body uses a module that is not there; returns whether it did.
    func skipsTest(_ node: FunctionDeclSyntax) -> Bool {
        guard options.hasKit, node.name.text.hasPrefix("test"), node.signature.parameterClause.parameters.isEmpty,
            node.signature.returnClause == nil, let body = node.body,
            let module = absentModule(in: Syntax(body), of: importedAnywhere)
        else { return false }
        if node.signature.effectSpecifiers?.throwsClause == nil {
            insert(
                " throws",
                after: node.signature.effectSpecifiers.map(Syntax.init) ?? Syntax(node.signature.parameterClause))
        }
        if isAsynchronousTest(node), let word = node.signature.effectSpecifiers?.asyncSpecifier { blank(word) }
        replace(body.statements, "")
        insert(" throw XCTSkip(\"\(module) is not on Linux\")", after: body.leftBrace)
        count("\(module) test skipped")
        return true
    }

    private func castsToAbsent(_ condition: Syntax) -> Bool {
        let finder = CastFinder(viewMode: .sourceAccurate)
        finder.walk(condition)
        return finder.types.contains { absentModule(in: $0) != nil }
    }

    /// The module that is left out and has a name in a node; nil for none.
    private func absentModule(in node: Syntax, of modules: Set<String>? = nil, isHead: Bool = false) -> String? {
        let modules = modules ?? leftOutModules.union(importedAnywhere)
        guard !modules.isEmpty || !index.leftOutTypes.isEmpty else { return nil }
        for token in node.tokens(viewMode: .sourceAccurate) {
            guard case .identifier(let name) = token.tokenKind,
                !ImpliedModule.ofKit.prefixes.contains(where: { name.hasPrefix($0) })
            else { continue }
            if let found = index.absentModule(of: name, among: modules, isHead: isHead) { return found }
        }
        return nil
    }
}

extension SourceIndex {
    /// The module among those that are left out which has a name; nil for none.
    func absentModule(of name: String, among modules: Set<String>, isHead: Bool) -> String? {
        let found = modules.sorted().first { module in
            guard module != name, let absent = AbsentModule.all[module] else { return module == name }
            return absent.has(name) || (isHead && absent.types.contains(name) && !declares(name))
        }
        return found ?? (leftOutTypes.contains(name) ? "SwiftUI" : nil)
    }

    /// Leaves out the types of a source that inherit from a type of a module that is not there; extensions of them in other sources go
    /// with them.
    mutating func leaveOutTypes(of tree: SourceFileSyntax, _ options: PortOptions) {
        let imports = ImportFinder(viewMode: .sourceAccurate)
        imports.walk(tree)
        let modules = imports.modules.filter { AbsentModule.all[$0] != nil }.subtracting(options.ownModules)
        guard !modules.isEmpty || !leftOutTypes.isEmpty else { return }
        for item in tree.statements {
            guard let type = item.item.asProtocol((any DeclGroupSyntax).self),
                let name = item.item.asProtocol((any NamedDeclSyntax).self)?.name.text,
                let heads = type.inheritanceClause?.tokens(viewMode: .sourceAccurate),
                !(item.item.as(ClassDeclSyntax.self).map(Porter.isObservableWithoutEffect) ?? false)
            else { continue }
            for case .identifier(let head) in heads.map(\.tokenKind)
            where absentModule(of: head, among: modules, isHead: true) != nil { leaveOut(name) }
        }
    }
}

/// The sources that are SwiftUI's alone.
enum SwiftUISources {
    /// Whether a source imports SwiftUI, nothing else to draw with, and names something of it.
    static func isOnlySwiftUI(_ tree: SourceFileSyntax, _ options: PortOptions, _ index: SourceIndex) -> Bool {
        guard !options.ownModules.contains("SwiftUI"), let module = AbsentModule.all["SwiftUI"] else { return false }
        let imports = ActiveImports(Conditions(treatsIOSAsTrue: options.treatsIOSAsTrue))
        imports.walk(tree)
        guard imports.modules.contains("SwiftUI"),
            imports.modules.isDisjoint(with: SourceScan.interfaceModules + ["XCTest", "Testing"])
        else { return false }
        return tree.tokens(viewMode: .sourceAccurate).contains { token in
            guard case .identifier(let name) = token.tokenKind else { return false }
            return module.has(name) || (module.types.contains(name) && !index.declares(name))
        }
    }
}

/// Finds the modules that are imported under the conditions here.
private final class ActiveImports: SyntaxVisitor {
    private(set) var modules: Set<String> = []
    private let conditions: Conditions

    init(_ conditions: Conditions) {
        self.conditions = conditions
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in conditions.possibleClauses(node) { if let elements = clause.elements { walk(elements) } }
        return .skipChildren
    }
    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let module = node.path.first?.name.text { modules.insert(module) }
        return .skipChildren
    }
    override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Finds the modules that are imported, whatever the platform.
final class ImportFinder: SyntaxVisitor {
    private(set) var modules: Set<String> = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let module = node.path.first?.name.text { modules.insert(module) }
        return .skipChildren
    }
}

/// Finds the types of `as?`, `as!` and `is`.
private final class CastFinder: SyntaxVisitor {
    var types: [Syntax] = []

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        for (cast, type) in zip(elements, elements.dropFirst())
        where cast.is(UnresolvedAsExprSyntax.self) || cast.is(UnresolvedIsExprSyntax.self) {
            types.append(Syntax(type))
        }
        return .visitChildren
    }
}
