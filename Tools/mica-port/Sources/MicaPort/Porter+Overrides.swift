import SwiftSyntax

// A member of an extension that overrides, or is overridden, gets another name, and the class a member of its name that
// calls it, at the opening brace: no line moves.

extension Porter {
    /// The needs of a function.
    func portMember(_ node: FunctionDeclSyntax) {
        portOptionalRequirement(node)
        markTableMethod(node)
        guard let member = membership(node.modifiers, fullName: fullName(node), node) else { return }
        let parameters = Array(node.signature.parameterClause.parameters)
        guard parameters.allSatisfy({ $0.ellipsis == nil }), node.body != nil else {
            report(node.name, "override in an extension", Advice.overrideForm)
            return
        }
        var (declared, passed): ([String], [String]) = ([], [])
        for (number, parameter) in parameters.enumerated() {
            let type = parameter.type
            let value = parameter.defaultValue.map { " " + $0.onOneLine } ?? ""
            declared.append("\(parameter.firstName.text) p\(number): \(type.onOneLine)\(value)")
            let specifiers =
                type.as(AttributedTypeSyntax.self).map { Set($0.specifiers.map { $0.trimmedDescription }) } ?? []
            let isAutoclosure =
                type.as(AttributedTypeSyntax.self)?.attributes
                .contains { $0.attributeName == "autoclosure" } ?? false
            let label = parameter.firstName.text == "_" ? "" : parameter.firstName.text + ": "
            passed.append("\(label)\(specifiers.contains("inout") ? "&" : "")p\(number)\(isAutoclosure ? "()" : "")")
        }
        let name = node.name.text.trimmingBackticks
        let effects = node.signature.effectSpecifiers
        let prefix = (effects?.throwsClause == nil ? "" : "try ") + (effects?.asyncSpecifier == nil ? "" : "await ")
        var text = attributes(node.attributes) + modifiers(node.modifiers, member) + "func \(node.name.text)"
        text += (node.genericParameterClause?.onOneLine ?? "") + "(\(declared.joined(separator: ", ")))"
        text +=
            (effects.map { " " + $0.onOneLine } ?? "") + (node.signature.returnClause.map { " " + $0.onOneLine } ?? "")
        text += (node.genericWhereClause.map { " " + $0.onOneLine } ?? "")
        text += " { \(prefix)\(Self.hidden(name, of: member.type))(\(passed.joined(separator: ", "))) }"
        move(node.modifiers, node.name, name, text, member)
    }

    /// The needs of a property.
    func portVariable(_ node: VariableDeclSyntax) {
        portOptionalRequirement(node)
        portManaged(node)
        guard node.bindings.count == 1, let binding = node.bindings.first,
            let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            let member = membership(node.modifiers, fullName: identifier.text, node)
        else { return }
        var isSettable = false
        var isComputed = false
        if case .getter? = binding.accessorBlock?.accessors { isComputed = true }
        if case .accessors(let accessors)? = binding.accessorBlock?.accessors {
            let kinds = Set(accessors.map { $0.accessorSpecifier.text })
            isComputed = kinds.isSubset(of: ["get", "set"]) && accessors.allSatisfy { $0.effectSpecifiers == nil }
            isSettable = kinds.contains("set")
        }
        if portObservers(node, identifier, binding, member) { return }
        guard isComputed else { return report(identifier, "override in an extension", Advice.overrideForm) }
        guard let type = binding.typeAnnotation?.onOneLine else { return }
        let name = identifier.text.trimmingBackticks
        let hidden = Self.hidden(name, of: member.type)
        let body = isSettable ? "get { \(hidden) } set { \(hidden) = newValue }" : hidden
        let text =
            attributes(node.attributes) + modifiers(node.modifiers, member)
            + "var \(identifier.text)\(type) { \(body) }"
        move(node.modifiers, identifier, name, text, member)
    }

    /// Makes the observers of an override functions that the class's override calls; false, and no changes, for others.
    private func portObservers(
        _ node: VariableDeclSyntax, _ identifier: TokenSyntax, _ binding: PatternBindingSyntax, _ member: Membership
    ) -> Bool {
        guard member.isOverride, let block = binding.accessorBlock, case .accessors(let accessors) = block.accessors,
            accessors.allSatisfy({ ["willSet", "didSet"].contains($0.accessorSpecifier.text) && $0.body != nil }),
            let type = binding.typeAnnotation
        else { return false }
        let name = identifier.text.trimmingBackticks
        var calls: [String] = []
        for accessor in accessors {
            let kind = accessor.accessorSpecifier.text
            let value = kind == "willSet" ? "newValue" : "oldValue"
            let function = Self.hidden(kind + "_" + name, of: member.type)
            calls.append("\(kind) { \(function)(\(value)) }")
            let parameter = accessor.parameters?.name.text ?? value
            let end = range(accessor.parameters.map { Syntax($0) } ?? Syntax(accessor.accessorSpecifier)).upperBound
            edits.replace(
                range(accessor.accessorSpecifier).lowerBound..<end,
                with: "func \(function)(_ \(parameter)\(type.onOneLine))")
        }
        let start = node.attributes.last.map { range($0).upperBound } ?? range(node).lowerBound
        edits.replace(start..<range(block.leftBrace).upperBound, with: "")
        for element in node.attributes where !Self.dropped.contains(element.attributeName ?? "") {
            replace(element, "")
        }
        replace(block.rightBrace, "")
        let text =
            attributes(node.attributes) + modifiers(node.modifiers, member)
            + "var \(identifier.text)\(type.onOneLine) { \(calls.joined(separator: " ")) }"
        insertions.append(ClassInsertion(file: member.file, type: member.type, text: text))
        count("override in an extension")
        return true
    }

    /// The name of a member that moved; not to be met in sources. It has the class's name, so that a subclass may move its own.
    private static func hidden(_ name: String, of type: String) -> String {
        "_mica_" + type.replacing(".", with: "_") + "_" + name
    }

    func fullName(_ node: FunctionDeclSyntax) -> String {
        node.name.text + "(" + node.signature.parameterClause.labels.map { $0 + ":" }.joined() + ")"
    }

    private struct Membership {
        let type: String
        let file: Int
        let isOverride: Bool
        /// The access that the extension gives its members.
        let access: String?
    }

    /// Where a member of an extension belongs when it overrides or is overridden; nil when it may stay.
    private func membership(_ modifiers: DeclModifierListSyntax, fullName: String, _ node: some DeclSyntaxProtocol)
        -> Membership?
    {
        guard let block = memberBlock(of: node) else {
            if modifiers.contains(where: { $0.name.text == "override" }), isInExtension(node) {
                report(node, "override in an extension", Advice.overrideForm)
            }
            return nil
        }
        guard let holder = block.parent?.as(ExtensionDeclSyntax.self) else { return nil }
        let isOverride = modifiers.contains { $0.name.text == "override" }
        let type = owner
        let isStatic = modifiers.contains { $0.name.text == "static" }
        guard isOverride || (!isStatic && index.isOverridden(fullName, of: type)) else { return nil }
        guard let known = index.type(type), known.isClass, let file = known.file, known.declarations == 1,
            holder.genericWhereClause == nil
        else {
            if isOverride || index.type(type)?.isProtocol != true {
                let isOwn = (index.type(type)?.declarations ?? 0) > 0
                report(node, "override in an extension", isOwn ? Advice.overrideForm : Advice.overrideOfForeign)
            }
            return nil
        }
        let access = holder.modifiers.map(\.name.text).first { ["public", "open", "package", "internal"].contains($0) }
        return Membership(type: type, file: file, isOverride: isOverride, access: access)
    }

    /// The block that a member belongs to, also from within clauses of `#if` that are compiled in every build.
    func memberBlock(of node: some SyntaxProtocol) -> MemberBlockSyntax? {
        var current = node.parent
        while let parent = current {
            if let block = parent.as(MemberBlockSyntax.self) { return block }
            if let clause = parent.as(IfConfigClauseSyntax.self) {
                guard conditions.isCertain(clause) else { return nil }
            } else if !parent.is(MemberBlockItemSyntax.self), !parent.is(MemberBlockItemListSyntax.self),
                !parent.is(IfConfigDeclSyntax.self), !parent.is(IfConfigClauseListSyntax.self)
            {
                return nil
            }
            current = parent.parent
        }
        return nil
    }

    private func isInExtension(_ node: some SyntaxProtocol) -> Bool {
        var current = node.parent
        while let parent = current {
            if parent.is(ExtensionDeclSyntax.self) { return true }
            if parent.is(ClassDeclSyntax.self) || parent.is(CodeBlockSyntax.self) { return false }
            current = parent.parent
        }
        return false
    }

    private func attributes(_ list: AttributeListSyntax) -> String {
        let remaining = ["MainActor", "available", "discardableResult", "preconcurrency", "Sendable"]
        return list.filter { remaining.contains($0.attributeName ?? "") }.map { $0.onOneLine + " " }.joined()
    }

    private func modifiers(_ list: DeclModifierListSyntax, _ member: Membership) -> String {
        var words = list.map { $0.onOneLine }.filter { $0 != "dynamic" && $0 != "optional" }
        let accesses = ["public", "open", "package", "internal", "private", "fileprivate"]
        if let access = member.access, !words.contains(where: accesses.contains) { words.insert(access, at: 0) }
        return words.map { $0 + " " }.joined()
    }

    private func move(
        _ modifiers: DeclModifierListSyntax, _ identifier: TokenSyntax, _ name: String, _ text: String,
        _ member: Membership
    ) {
        // An override is as isolated as what it overrides, and calls only what is no more so.
        if member.isOverride, Self.isUnisolated(name), let first = modifiers.first {
            insert("nonisolated ", before: first)
        }
        for modifier in modifiers where ["override", "open", "final"].contains(modifier.name.text) {
            if modifier.name.text == "open" { replace(modifier, "public") } else { blank(modifier) }
        }
        replace(identifier, Self.hidden(name, of: member.type))
        insertions.append(ClassInsertion(file: member.file, type: member.type, text: text))
        count(member.isOverride ? "override in an extension" : "member of an extension that is overridden")
    }

    /// Whether a member of NSObject is of no actor, also in a class of the main actor.
    private static func isUnisolated(_ name: String) -> Bool {
        ["description", "debugDescription", "hash", "isEqual"].contains(name)
    }

    // MARK: Managed properties of layers

    /// `@NSManaged var level: CGFloat` becomes `@LayerProperty("level") var level: CGFloat = 0`.
    private func portManaged(_ node: VariableDeclSyntax) {
        let found = node.attributes.compactMap { element -> AttributeSyntax? in
            if case .attribute(let attribute) = element, attribute.attributeName.trimmedDescription == "NSManaged" {
                return attribute
            }
            return nil
        }
        guard let attribute = found.first else { return }
        let inherited = index.type(owner)?.inherited ?? []
        guard inherited.contains(where: { $0.hasSuffix("Layer") || $0.contains("Layer<") }), node.bindings.count == 1,
            let binding = node.bindings.first, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            let type = binding.typeAnnotation?.type, binding.initializer == nil
        else { return report(attribute, "@NSManaged", Advice.managed) }
        guard let first = Self.firstValue(of: type) else {
            report(
                attribute, "@NSManaged", "write @LayerProperty(\"\(name.text)\") and give the property a first value")
            return
        }
        // With its module: a source may have a type of this name.
        replace(attribute, "@QuartzCore.LayerProperty(\"\(name.text)\")")
        for modifier in node.modifiers where modifier.name.text == "dynamic" { blank(modifier) }
        insert(" = " + first, after: type)
        count("@NSManaged")
    }

    private static func firstValue(of type: TypeSyntax) -> String? {
        if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return "nil" }
        if type.is(ArrayTypeSyntax.self) { return "[]" }
        switch type.trimmedDescription {
        case "CGFloat", "Double", "Float", "Int", "Int32", "UInt", "TimeInterval", "CFTimeInterval": return "0"
        case "Bool": return "false"
        case "String": return "\"\""
        case "CGPoint", "CGSize", "CGRect", "CGVector", "UIEdgeInsets": return ".zero"
        case "CATransform3D": return "CATransform3DIdentity"
        case "CGAffineTransform": return ".identity"
        case "UIColor": return ".clear"
        default: return nil
        }
    }
}

/// Finds the opening braces of classes by their full names, and the import that another can stand behind.
final class MemberFinder: SyntaxVisitor {
    var braces: [String: TokenSyntax] = [:]
    private(set) var imports: [String] = []
    /// The first import at file level that stays.
    private(set) var firstImport: ImportDeclSyntax?
    /// Imports of whole modules that Mica's modules bring and shadow in part.
    private(set) var shadowedImports: [ImportDeclSyntax] = []
    private let options: PortOptions
    private let conditions: Conditions
    private var scopes: [String?] = []

    init(_ options: PortOptions) {
        self.options = options
        conditions = Conditions(treatsIOSAsTrue: options.treatsIOSAsTrue)
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in conditions.possibleClauses(node) { if let elements = clause.elements { walk(elements) } }
        return .skipChildren
    }
    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        let module = node.path.first?.name.text ?? ""
        guard module == "Darwin" || AbsentModule.all[module] == nil || options.ownModules.contains(module) else {
            return .skipChildren
        }
        imports.append(module)
        if node.importKindSpecifier == nil, node.path.count == 1, SourceScan.shadowedModules.contains(module) {
            shadowedImports.append(node)
        }
        if firstImport == nil, node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true { firstImport = node }
        return .skipChildren
    }

    private func enter(_ name: String, _ block: MemberBlockSyntax? = nil) {
        scopes.append(name)
        let full = scopes.reversed().prefix { $0 != nil }.compactMap { $0 }.reversed().joined(separator: ".")
        if let block { braces[full] = block.leftBrace }
    }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, node.memberBlock)
        return .visitChildren
    }
    override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text)
        return .visitChildren
    }
    override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text)
        return .visitChildren
    }
    override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.trimmedDescription)
        return .visitChildren
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
