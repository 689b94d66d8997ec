import SwiftSyntax

/// The declarations of the sources that the tool needs in files other than the one it edits.
struct SourceIndex: Sendable {
    /// A method or property of a class or protocol.
    struct Member: Sendable {
        let name: String
        /// Argument labels, `_` for none; nil for a property.
        let labels: [String]?
        let isStatic: Bool
        let isOptional: Bool
        let isOverride: Bool
        /// Whether an attribute makes it visible to Objective-C, so that a selector means it and not an overload.
        let isExposed: Bool
        /// Whether an attribute makes it one of the main actor.
        let isOfMainActor: Bool
        /// The name in `@objc(name:)`.
        let selector: String?
        let inExtension: Bool
        /// Whether its type is optional, or a function: a closure that may be called with a question mark.
        let isClosure: Bool
        /// Whether it is a method that returns nothing.
        let isVoid: Bool

        var fullName: String { labels.map { name + "(" + $0.map { $0 + ":" }.joined() + ")" } ?? name }
    }

    /// A class or a protocol.
    struct Nominal: Sendable {
        var isClass = false
        var isProtocol = false
        /// Whether an attribute makes it one of the main actor.
        var isOfMainActor = false
        var inherited: [String] = []
        var members: [Member] = []
        /// The file with its declaration.
        var file: Int?
        /// How many declarations there are of the name.
        var declarations = 0
    }

    /// By full name, `Outer.Inner`.
    private(set) var types: [String: Nominal] = [:]
    /// Full names of optional methods, by their base names.
    private(set) var optionalMethods: [String: Set<String>] = [:]
    /// Names of protocols of the sources that have optional requirements.
    private(set) var optionalProtocols: Set<String> = []
    /// Names of the types that properties, parameters and variables of a name are declared with.
    private(set) var typesOfVariables: [String: Set<String>] = [:]
    /// Names of stored properties of a function type.
    private(set) var closures: Set<String> = []
    /// The classes that override a member, by its full name.
    private(set) var overrides: [String: Set<String>] = [:]
    /// Whether a source has a variable for a class of UIKit: `UIViewController.Type`.
    var hasClassValues = false
    /// The files that are left out, and the types that are declared in them: those of SwiftUI alone.
    private(set) var leftOutFiles: Set<Int> = []
    private(set) var leftOutTypes: Set<String> = []
    /// Full names of the types that are declared, by their last names.
    private var fullNames: [String: String] = [:]

    /// The tables for nibs that extensions of a type have in the files before one.
    func nibNumber(_ type: String, file: Int) -> Int { nibNumbers[file]?[type] ?? 0 }
    private var nibNumbers: [Int: [String: Int]] = [:]
    private var nibTotals: [String: Int] = [:]

    mutating func add(_ file: FileIndex, number: Int) {
        for (type, count) in file.nibExtensions {
            nibNumbers[number, default: [:]][type] = nibTotals[type] ?? 0
            nibTotals[type, default: 0] += count
        }
        for (name, found) in file.types {
            var type = types[name] ?? Nominal()
            type.isClass = type.isClass || found.isClass
            type.isProtocol = type.isProtocol || found.isProtocol
            type.isOfMainActor = type.isOfMainActor || found.isOfMainActor
            type.inherited += found.inherited
            type.members += found.members
            if found.declarations > 0 {
                type.file = number
                let last = Self.lastName(name)
                if fullNames[last].map({ name < $0 }) ?? true { fullNames[last] = name }
            }
            type.declarations += found.declarations
            types[name] = type
            for member in found.members where member.isOverride {
                overrides[member.fullName, default: []].insert(name)
            }
            if found.isProtocol {
                for member in found.members where member.isOptional {
                    optionalProtocols.insert(Self.lastName(name))
                    if member.labels != nil { optionalMethods[member.name, default: []].insert(member.fullName) }
                }
            }
        }
        for (name, types) in file.typesOfVariables { typesOfVariables[name, default: []].formUnion(types) }
        closures.formUnion(file.closures)
    }

    /// Leaves a file out, with its types.
    mutating func leaveOut(_ number: Int, _ file: FileIndex?) {
        leftOutFiles.insert(number)
        for (name, type) in file?.types ?? [:] where type.declarations > 0 { leftOutTypes.insert(name) }
    }

    /// Leaves out a type.
    mutating func leaveOut(_ type: String) { leftOutTypes.insert(type) }

    /// Whether a source of the package declares a type of a name.
    func declares(_ name: String) -> Bool { (type(name)?.declarations ?? 0) > 0 }

    /// The class or protocol that a name means in the scope of another.
    func type(_ name: String, in scope: String = "") -> Nominal? {
        var outer = scope.split(separator: ".").map(String.init)
        while true {
            if let found = types[(outer + [name]).joined(separator: ".")] { return found }
            if outer.isEmpty { break }
            outer.removeLast()
        }
        return fullNames[name].flatMap { types[$0] }
    }

    /// The members of a type and of what it inherits from in the sources, by name; those of the type first.
    func members(_ name: String, of owner: String) -> [Member] {
        var (result, wanted, seen): ([Member], [String], Set<String>) = ([], [owner], [])
        while !wanted.isEmpty {
            let next = wanted.removeFirst()
            guard seen.insert(next).inserted, let type = type(next) else { continue }
            result += type.members.filter { $0.name == name }
            wanted += type.inherited
        }
        return result
    }

    /// Whether a protocol of the sources, or one that it inherits from, is among names and has optional requirements.
    func optionalMember(_ name: String, ofAny names: Set<String>) -> Member? {
        for owner in names {
            if let member = members(name, of: owner).first(where: { $0.isOptional }) { return member }
        }
        return nil
    }

    /// The one protocol of the sources with an optional method of a name and a number of parameters; nil for none or several.
    func optionalProtocol(of name: String, count: Int) -> String? {
        let owners = types.filter { _, type in
            type.isProtocol && type.declarations > 0
                && type.members.contains { $0.isOptional && $0.name == name && $0.labels?.count == count }
        }
        return owners.count == 1 ? owners.first?.key : nil
    }

    /// Whether a subclass in the sources overrides a member of a class.
    func isOverridden(_ fullName: String, of owner: String) -> Bool {
        (overrides[fullName] ?? []).contains { subclass in
            guard subclass != owner else { return false }
            var (current, seen): (String?, Set<String>) = (subclass, [])
            while let name = current, seen.insert(name).inserted {
                let parents = type(name)?.inherited ?? []
                if parents.contains(where: { Self.lastName($0) == Self.lastName(owner) }) { return true }
                current = parents.first
            }
            return false
        }
    }

    static func lastName(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
}

/// The declarations of one file.
struct FileIndex: Sendable {
    var types: [String: SourceIndex.Nominal] = [:]
    var typesOfVariables: [String: Set<String>] = [:]
    var closures: Set<String> = []
    /// How many extensions of a type have members that nibs name.
    var nibExtensions: [String: Int] = [:]
    /// Classes whose declaration is wanted from another file, because an extension here overrides.
    var wantedClasses: Set<String> = []

    init(_ tree: SourceFileSyntax, _ conditions: Conditions) {
        let visitor = IndexVisitor(conditions)
        visitor.walk(tree)
        self = visitor.index
    }

    fileprivate init() {}
}

private final class IndexVisitor: SyntaxVisitor {
    var index = FileIndex()
    private let conditions: Conditions
    /// Names of the types around; nil for a function, whose inside is no member of them.
    private var scopes: [(name: String, inExtension: Bool)?] = []

    init(_ conditions: Conditions) {
        self.conditions = conditions
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in conditions.possibleClauses(node) { if let elements = clause.elements { walk(elements) } }
        return .skipChildren
    }

    private var owner: (name: String, inExtension: Bool)? {
        guard let last = scopes.last, let last else { return nil }
        let names = scopes.reversed().prefix { $0 != nil }.compactMap { $0?.name }
        return (names.reversed().joined(separator: "."), last.inExtension)
    }

    private func enter(_ name: String, inherited: InheritanceClauseSyntax?, isExtension: Bool = false) {
        scopes.append((name, isExtension))
        guard let owner else { return }
        var type = index.types[owner.name] ?? .init()
        type.inherited += inherited?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
        if !isExtension { type.declarations += 1 }
        index.types[owner.name] = type
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, inherited: node.inheritanceClause)
        if let owner {
            index.types[owner.name]?.isClass = true
            index.types[owner.name]?.isOfMainActor = node.attributes.contains { $0.attributeName == "MainActor" }
        }
        return .visitChildren
    }
    override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, inherited: node.inheritanceClause)
        if let owner { index.types[owner.name]?.isProtocol = true }
        return .visitChildren
    }
    override func visitPost(_ node: ProtocolDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, inherited: node.inheritanceClause)
        return .visitChildren
    }
    override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, inherited: node.inheritanceClause)
        return .visitChildren
    }
    override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, inherited: node.inheritanceClause)
        return .visitChildren
    }
    override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.trimmedDescription, inherited: node.inheritanceClause, isExtension: true)
        if let owner, !NibMembers(node.memberBlock).entries.isEmpty { index.nibExtensions[owner.name, default: 0] += 1 }
        return .visitChildren
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        add(
            name: node.name.text, labels: node.signature.parameterClause.labels, node.attributes, node.modifiers,
            isClosure: false, isVoid: node.signature.returnClause == nil)
        for parameter in node.signature.parameterClause.parameters {
            note((parameter.secondName ?? parameter.firstName).text, parameter.type)
        }
        scopes.append(nil)
        return .visitChildren
    }
    override func visitPost(_ node: FunctionDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        for parameter in node.signature.parameterClause.parameters {
            note((parameter.secondName ?? parameter.firstName).text, parameter.type)
        }
        scopes.append(nil)
        return .visitChildren
    }
    override func visitPost(_ node: InitializerDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        scopes.append(nil)
        return .visitChildren
    }
    override func visitPost(_ node: ClosureExprSyntax) { scopes.removeLast() }
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
        scopes.append(nil)
        return .visitChildren
    }
    override func visitPost(_ node: AccessorBlockSyntax) { scopes.removeLast() }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
            let type = binding.typeAnnotation?.type
            if let type { note(name, type) }
            if type == nil, let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
                let made = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
                made.first?.isUppercase == true
            {
                index.typesOfVariables[name, default: []].insert(made)
            }
            let isClosure = type?.isFunction ?? false
            if isClosure { index.closures.insert(name) }
            add(name: name, labels: nil, node.attributes, node.modifiers, isClosure: isClosure)
        }
        return .visitChildren
    }

    private func note(_ name: String, _ type: TypeSyntax) {
        if let named = type.nameWithoutOptional { index.typesOfVariables[name, default: []].insert(named) }
    }

    private func add(
        name: String, labels: [String]?, _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax,
        isClosure: Bool, isVoid: Bool = false
    ) {
        guard let owner else { return }
        let names = Set(modifiers.map(\.name.text))
        let exposed = ["objc", "IBAction", "IBOutlet", "NSManaged", "IBInspectable"]
        let member = SourceIndex.Member(
            name: name, labels: labels, isStatic: !names.isDisjoint(with: ["static", "class"]),
            isOptional: names.contains("optional"), isOverride: names.contains("override"),
            isExposed: attributes.contains { exposed.contains($0.attributeName ?? "") },
            isOfMainActor: attributes.contains { ["MainActor", "IBAction"].contains($0.attributeName ?? "") },
            selector: attributes.objcName, inExtension: owner.inExtension, isClosure: isClosure, isVoid: isVoid)
        index.types[owner.name, default: .init()].members.append(member)
        if member.isOverride, owner.inExtension { index.wantedClasses.insert(SourceIndex.lastName(owner.name)) }
    }
}

extension FunctionParameterClauseSyntax {
    /// The argument labels, `_` for none.
    var labels: [String] { parameters.map { $0.firstName.text } }
}

extension AttributeListSyntax.Element {
    /// The attribute's name; nil for `#if`.
    var attributeName: String? {
        if case .attribute(let attribute) = self { attribute.attributeName.trimmedDescription } else { nil }
    }
}

extension AttributeListSyntax {
    /// The name in `@objc(name:)`; nil without.
    var objcName: String? {
        for case .attribute(let attribute) in self where attribute.attributeName.trimmedDescription == "objc" {
            if let arguments = attribute.arguments {
                return arguments.description.filter { !$0.isWhitespace }
            }
        }
        return nil
    }
}

extension TypeSyntax {
    /// The type's name without the marks of optionals and existentials; nil for a type without a name.
    var nameWithoutOptional: String? {
        if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.nameWithoutOptional }
        if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return type.wrappedType.nameWithoutOptional
        }
        if let type = self.as(SomeOrAnyTypeSyntax.self) { return type.constraint.nameWithoutOptional }
        if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.nameWithoutOptional }
        if let type = self.as(MetatypeTypeSyntax.self) {
            return type.baseType.nameWithoutOptional.map { $0 + "." + type.metatypeSpecifier.text }
        }
        if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
        if let type = self.as(MemberTypeSyntax.self) { return type.trimmedDescription }
        if let type = self.as(TupleTypeSyntax.self), type.elements.count == 1 {
            return type.elements.first?.type.nameWithoutOptional
        }
        return nil
    }

    /// Whether it is a function or an optional one.
    var isFunction: Bool {
        if self.is(FunctionTypeSyntax.self) { return true }
        if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.isFunction }
        if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType.isFunction }
        if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.isFunction }
        if let type = self.as(TupleTypeSyntax.self), type.elements.count == 1 {
            return type.elements.first?.type.isFunction ?? false
        }
        return false
    }
}
