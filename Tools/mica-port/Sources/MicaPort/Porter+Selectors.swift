import SwiftSyntax

// `#selector(tap(_:))` becomes `Selector("tap:", Controller.tap(_:))`.

extension Porter {
    /// Changes the inside of `#selector(...)`; false, and no changes, for a form that is not understood.
    func portSelector(_ argument: LabeledExprSyntax, leftParen: TokenSyntax) -> Bool {
        guard let (expression, castType) = Self.withoutCast(argument.expression) else { return false }
        guard
            let reference = expression.as(MemberAccessExprSyntax.self)?.declName
                ?? expression.as(DeclReferenceExprSyntax.self)
        else { return false }
        let base = expression.as(MemberAccessExprSyntax.self)?.base
        guard let target = selectorTarget(of: reference.baseName.text, base: base) else { return false }

        switch argument.label?.text {
        case "getter"?, "setter"?: return portAccessor(argument, reference, base, target, leftParen: leftParen)
        case nil: break
        default: return false
        }

        let name = reference.baseName.text.trimmingBackticks
        let candidates = index.members(name, of: target.type).filter { $0.labels != nil }
        let written = reference.argumentNames.map { $0.arguments.map { $0.name.text } }
        let matching = written.map { labels in candidates.filter { $0.labels == labels } } ?? candidates
        let member = matching.first { $0.isExposed } ?? matching.first
        let labels = written ?? member?.labels
        let objective = member?.selector ?? labels.map { SelectorName.method(name, $0) } ?? name

        if index.type(target.type)?.isProtocol ?? AppleDelegates.protocols.contains(target.type) {
            // A requirement has no unbound form; the name tells who conforms.
            edits.replace(range(argument), with: "\"\(objective)\", of: (any \(target.type)).self")
            return true
        }
        if let member, let labels, member.isOfMainActor, !member.isStatic, labels.count <= 2, matching.count == 1 {
            replace(argument, Self.onMain(name, labels, of: target.type, objective: objective))
            return true
        }
        let label =
            if member?.isStatic ?? false { "ofType: " } else if (labels?.count ?? 0) > 2 { "checking: " } else { "" }
        edits.insert("\"\(objective)\", \(label)", at: range(leftParen).upperBound)
        if let replaced = target.replaced {
            replace(replaced, target.type)
        } else if base == nil {
            insert(target.type + ".", before: expression)
        }
        // Overloads differ by labels, which a bare name leaves out.
        if written == nil, let labels, !labels.isEmpty {
            insert("(" + labels.map { $0 + ":" }.joined() + ")", after: reference.baseName)
        }
        guard let castType else { return true }
        if matching.count == 1 {
            // The cast tells nothing more, and it would take the actor from a method that has one.
            edits.replace(range(expression).upperBound..<range(argument.expression).upperBound, with: "")
        } else if base == nil || target.replaced != nil {
            insert("(\(target.type)) -> ", before: castType)
        }
        return true
    }

    /// The operand and the type of a cast; nil for an expression of other operators.
    private static func withoutCast(_ expression: ExprSyntax) -> (ExprSyntax, TypeSyntax?)? {
        if let sequence = expression.as(SequenceExprSyntax.self) {
            let parts = Array(sequence.elements)
            guard parts.count == 3, parts[1].is(UnresolvedAsExprSyntax.self),
                let type = parts[2].as(TypeExprSyntax.self)
            else { return nil }
            return (parts[0], type.type)
        }
        if let cast = expression.as(AsExprSyntax.self) { return (cast.expression, cast.type) }
        return (expression, nil)
    }

    /// The inside of a selector of a method of the main actor in a class that may not be of it.
    private static func onMain(_ name: String, _ labels: [String], of type: String, objective: String) -> String {
        let names = ["first", "second"].prefix(labels.count)
        let passed = zip(labels, names).map { ($0 == "_" ? "" : $0 + ": ") + $1 }.joined(separator: ", ")
        let parameters = (["target: \(type)"] + names).joined(separator: ", ")
        return "\"\(objective)\", onMain: { (\(parameters)) in target.\(name)(\(passed)) }"
    }

    /// The type whose method a selector names, and the expression that is to be replaced by its name; nil when unknown.
    private func selectorTarget(of name: String, base: ExprSyntax?) -> (type: String, replaced: ExprSyntax?)? {
        guard let base else {
            guard !enclosingType.isEmpty else { return nil }
            return (declaringType(of: name.trimmingBackticks), nil)
        }
        // A weak reference: `self?.tap`.
        let text = String(base.trimmedDescription.reversed().drop { $0 == "?" || $0 == "!" }.reversed())
        if ["self", "Self", "super", "type(of: self)"].contains(text) {
            return enclosingType.isEmpty ? nil : (enclosingType, base)
        }
        let last = SourceIndex.lastName(text)
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || "_.<>, ".contains($0) }) else { return nil }
        if last.first?.isUppercase == true { return (text, nil) }
        // A variable: its declared type, where there is one of the name.
        guard let types = index.typesOfVariables[last], types.count == 1, let type = types.first else { return nil }
        return (type, base)
    }

    /// The innermost of the types around that has a method, as far as the sources tell.
    private func declaringType(of name: String) -> String {
        var parts = enclosingType.split(separator: ".").map(String.init)
        while parts.count > 1 {
            if !index.members(name, of: parts.joined(separator: ".")).isEmpty { return parts.joined(separator: ".") }
            parts.removeLast()
            if !index.members(name, of: parts.joined(separator: ".")).isEmpty { return parts.joined(separator: ".") }
        }
        return enclosingType
    }

    /// `#selector(getter: level)` becomes `Selector(getter: "level", \Controller.level)`.
    private func portAccessor(
        _ argument: LabeledExprSyntax, _ reference: DeclReferenceExprSyntax, _ base: ExprSyntax?,
        _ target: (type: String, replaced: ExprSyntax?), leftParen: TokenSyntax
    ) -> Bool {
        guard let label = argument.label, reference.argumentNames == nil else { return false }
        let name = reference.baseName.text.trimmingBackticks
        let isSetter = label.text == "setter"
        let member = index.members(name, of: target.type).first { $0.labels == nil }
        if index.type(target.type)?.isProtocol ?? AppleDelegates.protocols.contains(target.type) { return false }
        let plain = member?.selector ?? name
        let objective = isSetter ? SelectorName.setter(plain) : plain
        insert("\"\(objective)\", \\\(target.type).\(name)", before: argument.expression)
        replace(argument.expression, "")
        return true
    }

    /// `Selector("tap:")` in a class of the sources that has the method becomes a selector that carries it.
    func portNamedSelector(_ node: FunctionCallExprSyntax) {
        guard node.calledExpression.trimmedDescription == "Selector", node.arguments.count == 1,
            let argument = node.arguments.first, argument.label == nil,
            let text = (argument.expression.singleInParentheses).as(StringLiteralExprSyntax.self)?.plainText,
            !enclosingType.isEmpty, let type = index.type(enclosingType), type.isClass
        else { return }
        let found = type.members.filter { member in
            guard let labels = member.labels, !member.isStatic, labels.count < 3 else { return false }
            return (member.selector ?? SelectorName.method(member.name, labels)) == text
        }
        guard found.count == 1, let member = found.first, let labels = member.labels else { return }
        let full = labels.isEmpty ? member.name : member.fullName
        insert(", \(enclosingType).\(full)", after: argument.expression)
        count("Selector(\"…\")")
        usesMica = true
    }
}

extension String {
    /// A name without the backticks that let it be a keyword.
    var trimmingBackticks: String { filter { $0 != "`" } }
}

extension ExprSyntax {
    /// The expression inside of parentheses.
    var singleInParentheses: ExprSyntax {
        guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
            only.label == nil
        else { return self }
        return only.expression.singleInParentheses
    }
}

extension StringLiteralExprSyntax {
    /// The text of a literal without interpolation; nil with.
    var plainText: String? {
        guard segments.count == 1, case .stringSegment(let segment)? = segments.first else { return nil }
        return segment.content.text
    }
}
