import SwiftSyntax

// `@objc optional func f()` becomes a requirement that throws `NotImplemented`, with a default that does;
// `a?.f?()` becomes `(try? a?.f())`, nil if no type implements it.

extension Porter {
    /// Makes an optional method a requirement with a default.
    func portOptionalRequirement(_ node: FunctionDeclSyntax) {
        guard isInProtocol, let optional = node.modifiers.first(where: { $0.name.text == "optional" }) else { return }
        let signature = node.signature
        guard signature.effectSpecifiers?.throwsClause == nil,
            !node.modifiers.contains(where: { $0.name.text == "mutating" })
        else {
            report(optional, "@objc optional", Advice.optionalForm)
            return
        }
        blank(optional)
        let effects = signature.effectSpecifiers
        if let effects {
            insert(" throws(NotImplemented)", after: effects)
        } else {
            insert(" throws(NotImplemented)", after: signature.parameterClause)
        }
        let modifiers = node.modifiers.filter { $0.name.text == "static" }.map { _ in "static " }.joined()
        let generics = node.genericParameterClause.map { $0.onOneLine } ?? ""
        let requirement = node.genericWhereClause.map { " " + $0.onOneLine } ?? ""
        let result = signature.returnClause.map { " " + $0.onOneLine } ?? ""
        addDefault(
            "\(modifiers)func \(node.name.text)\(generics)\(signature.parameterClause.onOneLine)"
                + "\(effects.map { " " + $0.onOneLine } ?? "") throws(NotImplemented)\(result)\(requirement)"
                + " { throw NotImplemented() }")
        count("@objc optional")
        usesMica = true
    }

    /// Makes an optional property a requirement with a default.
    func portOptionalRequirement(_ node: VariableDeclSyntax) {
        guard isInProtocol, let optional = node.modifiers.first(where: { $0.name.text == "optional" }) else { return }
        guard node.bindings.count == 1, let binding = node.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let type = binding.typeAnnotation,
            case .accessors(let accessors)? = binding.accessorBlock?.accessors,
            let get = accessors.first(where: { $0.accessorSpecifier.text == "get" }), get.effectSpecifiers == nil
        else {
            report(optional, "@objc optional", Advice.optionalForm)
            return
        }
        blank(optional)
        // A requirement is neither weak nor unowned outside of @objc protocols.
        for modifier in node.modifiers where ["weak", "unowned"].contains(modifier.name.text) { blank(modifier) }
        insert(" throws(NotImplemented)", after: get)
        // Nobody can set an optional property through its protocol, on Apple's platforms either.
        for accessor in accessors where accessor.accessorSpecifier.text == "set" { replace(accessor, "") }
        addDefault(
            "\(node.modifiers.contains { $0.name.text == "static" } ? "static " : "")var \(name)\(type.onOneLine)"
                + " { get throws(NotImplemented) { throw NotImplemented() } }")
        count("@objc optional")
        usesMica = true
    }

    /// Reports `optional` where it stands before something else than a method or property of a protocol.
    func lookForOptional(_ node: DeclModifierSyntax) {
        guard node.name.text == "optional", let declaration = node.parent?.parent else { return }
        let holder = declaration.parent?.as(MemberBlockItemSyntax.self)?.parent?.parent?.parent
        let isRequirement = declaration.is(FunctionDeclSyntax.self) || declaration.is(VariableDeclSyntax.self)
        if !isRequirement || holder?.is(ProtocolDeclSyntax.self) != true {
            report(node, "@objc optional", Advice.optionalForm)
        }
    }

    /// Takes the question mark out of a call of an optional method.
    func portOptionalCall(_ node: FunctionCallExprSyntax) {
        let member: MemberAccessExprSyntax
        let mark: TokenSyntax
        var keyword = "try?"
        if let chain = node.calledExpression.as(OptionalChainingExprSyntax.self),
            let access = chain.expression.as(MemberAccessExprSyntax.self)
        {
            (member, mark) = (access, chain.questionMark)
        } else if let force = node.calledExpression.as(ForceUnwrapExprSyntax.self),
            let access = force.expression.as(MemberAccessExprSyntax.self)
        {
            (member, mark) = (access, force.exclamationMark)
            if !node.isStatement { keyword = "try!" }
        } else {
            return
        }
        guard member.base != nil, isOptionalMethod(member, called: node) else { return }
        insert("(\(keyword) ", before: node)
        castAnyObject(member, called: node)
        replace(mark, "")
        insert(")", after: node)
        count("delegate?.method?()")
    }

    /// Casts a receiver of the type AnyObject to the protocol of the sources that has the method: the runtime finds it by name
    /// on iOS.
    private func castAnyObject(_ member: MemberAccessExprSyntax, called call: FunctionCallExprSyntax) {
        guard let chain = member.base?.as(OptionalChainingExprSyntax.self),
            receiverType(of: ExprSyntax(chain)) == ["AnyObject"],
            let owner = index.optionalProtocol(of: member.declName.baseName.text, count: call.arguments.count)
        else { return }
        insert("(", before: chain.expression)
        replace(chain.questionMark, " as? any \(owner))?")
    }

    private func isOptionalMethod(_ member: MemberAccessExprSyntax, called call: FunctionCallExprSyntax) -> Bool {
        let name = member.declName.baseName.text
        var labels = call.arguments.map { $0.label?.text ?? "_" }
        if let named = member.declName.argumentNames { labels = named.arguments.map { $0.name.text } }
        let trailing = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
        func fits(_ fullName: String) -> Bool {
            guard let open = fullName.firstIndex(of: "("), fullName[..<open] == name else { return false }
            let declared = fullName[open...].dropFirst().dropLast().split(separator: ":").map(String.init)
            return declared.count == labels.count + trailing && Array(declared.prefix(labels.count)) == labels
        }
        let declaredHere = (index.optionalMethods[name] ?? []).contains(where: fits)
        guard declaredHere || (AppleDelegates.methods[name] ?? []).contains(where: fits) else { return false }
        // A stored closure of the same name keeps its question mark: the receiver's type tells.
        guard index.closures.contains(name) else { return true }
        return receiverTypes(of: member).contains { type in
            AppleDelegates.protocols.contains(type) || index.members(name, of: type).contains { $0.isOptional }
        }
    }

    /// The names of the types that the receiver of a member was declared with, anywhere in the sources.
    private func receiverTypes(of member: MemberAccessExprSyntax) -> Set<String> {
        guard let base = member.base, let name = base.lastIdentifier else { return [] }
        return index.typesOfVariables[name] ?? []
    }

    /// The names of the types of a receiver: of a local name by its nearest declaration, otherwise of all variables of that
    /// name in the sources.
    private func receiverType(of base: ExprSyntax) -> Set<String>? {
        if let reference = base.withoutMark.as(DeclReferenceExprSyntax.self),
            let local = index.localTypes(of: reference.baseName.text, at: Syntax(base))
        {
            return local
        }
        return base.lastIdentifier.flatMap { index.typesOfVariables[$0] }
    }

    /// Makes the use of an optional property an attempt.
    func portOptionalProperty(_ node: MemberAccessExprSyntax) {
        let name = node.declName.baseName.text
        guard let base = node.base, node.declName.argumentNames == nil, !index.optionalProtocols.isEmpty,
            let types = receiverType(of: base), types.count == 1, let found = index.optionalMember(name, ofAny: types)
        else { return }
        if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id { return }
        if node.parent?.is(OptionalChainingExprSyntax.self) == true
            || node.parent?.is(ForceUnwrapExprSyntax.self) == true
        {
            let outer = node.parent?.parent?.as(FunctionCallExprSyntax.self)
            if let outer, outer.calledExpression.id == node.parent?.id, found.labels != nil { return }
            guard found.labels == nil, let parent = node.parent else { return }
            // `a.title?.count` and `a.title!`: the attempt is inside of the chain.
            insert(parent.is(ForceUnwrapExprSyntax.self) ? "(try? " : "(try? ", before: node)
            insert(")", after: node)
            count("optional property")
            return
        }
        if found.labels != nil {
            // Inside of #selector it is a name; elsewhere it asks whether the method is there. One that returns nothing may
            // as well be there and do nothing.
            if found.isVoid, let labels = found.labels, let chain = base.as(OptionalChainingExprSyntax.self),
                node.parent?.is(InitializerClauseSyntax.self) == true
            {
                insert("(", before: node)
                replace(chain.questionMark, ").map")
                replace(node.period, "({ target in { _ = try? target.")
                let passed = labels.enumerated().map { ($1 == "_" ? "" : $1 + ": ") + "$\($0)" }
                insert("(\(passed.joined(separator: ", "))) } })", after: node)
                count("delegate?.method")
                return
            }
            report(node, "@objc optional", "call the method: whether it is implemented shows in the result")
            return
        }
        if let sequence = node.parent?.as(ExprListSyntax.self), let index = sequence.index(of: ExprSyntax(node)),
            sequence.index(after: index) < sequence.endIndex,
            sequence[sequence.index(after: index)].is(AssignmentExprSyntax.self)
        {
            return
        }
        insert("(try? ", before: node)
        insert(")", after: node)
        count("optional property")
    }
}

extension ExprSyntax {
    /// The last name of `a`, `a?`, `a!`, `self.a`, `b.a`; nil for another expression.
    var lastIdentifier: String? {
        if let reference = self.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
        if let member = self.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
        if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.lastIdentifier }
        if let force = self.as(ForceUnwrapExprSyntax.self) { return force.expression.lastIdentifier }
        let inner = singleInParentheses
        return inner.id == id ? nil : inner.lastIdentifier
    }
}

extension SourceIndex {
    /// The names of the types of a parameter or a local variable, by the declaration nearest before a place; nil if the
    /// functions around it declare no such name, or not its type.
    func localTypes(of name: String, at place: Syntax) -> Set<String>? {
        var node = place
        while let parent = node.parent {
            if let found = declaration(of: name, in: parent, before: node) {
                switch found {
                case .type(let type): return [type]
                case .copy(let other, let from):
                    return other == name && from.id == place.id
                        ? nil : localTypes(of: other, at: from) ?? typesOfVariables[other]
                case .unknown: return nil
                }
            }
            node = parent
        }
        return nil
    }

    private enum LocalDeclaration {
        /// With a type, or of an object that is made.
        case type(String)
        /// Of the value of another name, which is looked up from a place.
        case copy(String, from: Syntax)
        case unknown
    }

    /// The declaration of a name in a node of the tree, if it is visible in one of its children.
    private func declaration(of name: String, in parent: Syntax, before child: Syntax) -> LocalDeclaration? {
        if let items = parent.as(CodeBlockItemListSyntax.self) {
            for item in items.reversed() where item.position < child.position {
                if let variable = item.item.as(VariableDeclSyntax.self),
                    let found = declaration(of: name, in: variable.bindings)
                {
                    return found
                }
                if let statement = item.item.as(GuardStmtSyntax.self),
                    let found = declaration(of: name, in: statement.conditions, from: parent)
                {
                    return found
                }
            }
        }
        let isInside = { (body: Syntax?) in body.map { $0.id == child.id } ?? false }
        if let branch = parent.as(IfExprSyntax.self), isInside(Syntax(branch.body)) {
            return declaration(of: name, in: branch.conditions, from: parent)
        }
        if let loop = parent.as(WhileStmtSyntax.self), isInside(Syntax(loop.body)) {
            return declaration(of: name, in: loop.conditions, from: parent)
        }
        let function = parent.as(FunctionDeclSyntax.self)?.signature ?? parent.as(InitializerDeclSyntax.self)?.signature
        for parameter in function?.parameterClause.parameters ?? []
        where (parameter.secondName ?? parameter.firstName).text == name {
            return parameter.type.nameWithoutOptional.map { .type($0) } ?? .unknown
        }
        return nil
    }

    private func declaration(of name: String, in bindings: PatternBindingListSyntax) -> LocalDeclaration? {
        for binding in bindings where binding.pattern.trimmedDescription == name {
            if let type = binding.typeAnnotation?.type.nameWithoutOptional { return .type(type) }
            guard let value = binding.initializer?.value else { return .unknown }
            if let made = value.as(FunctionCallExprSyntax.self)?.calledExpression.as(DeclReferenceExprSyntax.self),
                made.baseName.text.first?.isUppercase == true
            {
                return .type(made.baseName.text)
            }
            return value.as(DeclReferenceExprSyntax.self).map { .copy($0.baseName.text, from: Syntax(bindings)) }
                ?? .unknown
        }
        return nil
    }

    private func declaration(
        of name: String, in conditions: ConditionElementListSyntax, from place: Syntax
    ) -> LocalDeclaration? {
        for condition in conditions {
            guard let binding = condition.condition.as(OptionalBindingConditionSyntax.self),
                binding.pattern.trimmedDescription == name
            else { continue }
            if let type = binding.typeAnnotation?.type.nameWithoutOptional { return .type(type) }
            guard let value = binding.initializer?.value else { return .copy(name, from: place) }
            return value.lastIdentifier.map { .copy($0, from: place) } ?? .unknown
        }
        return nil
    }
}

extension ExprSyntax {
    /// The expression without `?` or `!` after it.
    fileprivate var withoutMark: ExprSyntax {
        if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.withoutMark }
        if let force = self.as(ForceUnwrapExprSyntax.self) { return force.expression.withoutMark }
        return self
    }
}

extension FunctionCallExprSyntax {
    /// Whether the result is unused.
    var isStatement: Bool {
        guard let item = parent?.as(CodeBlockItemSyntax.self), let list = item.parent?.as(CodeBlockItemListSyntax.self)
        else { return false }
        // The only expression of a closure or of a function may be its result.
        return list.count > 1 || list.parent?.parent?.is(IfExprSyntax.self) == true
    }
}

extension SyntaxProtocol {
    /// The text without comments, on one line.
    var onOneLine: String {
        var result = ""
        func add(_ trivia: Trivia) {
            for piece in trivia {
                switch piece {
                case .spaces, .tabs, .newlines, .carriageReturns, .carriageReturnLineFeeds:
                    if result.last != " ", !result.isEmpty { result += " " }
                default: break
                }
            }
        }
        for token in tokens(viewMode: .sourceAccurate) {
            add(token.leadingTrivia)
            result += token.text
            add(token.trailingTrivia)
        }
        while result.last == " " { result.removeLast() }
        return result
    }
}
