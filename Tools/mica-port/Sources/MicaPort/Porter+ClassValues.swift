import SwiftSyntax

// Objects of a class that is a value: `entry.controller.init()` in a menu of screens.
extension Porter {
    /// Writes `MetatypeMaker.make(type, { $0.init() })` for `type.init()`.
    ///
    /// Swift refuses the call, as the initialisers of UIKit's classes are not `required`, or makes an object of the class in the
    /// variable's type (MetatypeMaking.swift). The closure keeps the call for types that are not UIKit's.
    func portClassValue(_ node: FunctionCallExprSyntax) {
        guard index.hasClassValues, node.trailingClosure == nil,
            let member = node.calledExpression.as(MemberAccessExprSyntax.self),
            member.declName.baseName.tokenKind == .keyword(.`init`), let base = member.base,
            SourceScan.initialisers.contains(node.arguments.map { $0.label?.text ?? "_" })
        else { return }
        let call = "{ $0.init" + node.description(of: node.leftParen, node.arguments, node.rightParen) + " })"
        guard !call.contains(where: \.isNewline), !call.contains("$0.init($") else { return }
        let chain = base.as(OptionalChainingExprSyntax.self)
        guard let name = (chain?.expression ?? base).nameOfValue, !isOfOthers(name) else { return }
        if let chain {
            edits.replace(
                range(chain.questionMark).lowerBound..<range(node).upperBound,
                with: ".map { MetatypeMaker.make($0, " + call + " }")
        } else {
            insert("MetatypeMaker.make(", before: base)
            edits.replace(range(member.period).lowerBound..<range(node).upperBound, with: ", " + call)
        }
        count("type.init()")
    }

    /// Whether a name is declared for a protocol's types, which have rules of their own, or for types that are not classes.
    private func isOfOthers(_ name: String) -> Bool {
        (index.typesOfVariables[name] ?? []).contains { type in
            guard type.hasSuffix(".Type") else { return false }
            let base = String(type.dropLast(5))
            return !base.hasPrefix("UI") && !(index.type(base)?.isClass ?? false)
        }
    }
}

extension FunctionCallExprSyntax {
    fileprivate func description(
        of leftParen: TokenSyntax?, _ arguments: LabeledExprListSyntax, _ rightParen: TokenSyntax?
    ) -> String {
        (leftParen?.trimmedDescription ?? "") + arguments.trimmedDescription + (rightParen?.trimmedDescription ?? "")
    }
}

extension ExprSyntax {
    /// The last name of a variable or property: names of types begin with a capital letter.
    fileprivate var nameOfValue: String? {
        let name: TokenSyntax
        if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.nameOfValue }
        if let reference = self.as(DeclReferenceExprSyntax.self) {
            name = reference.baseName
        } else if let member = self.as(MemberAccessExprSyntax.self), member.base != nil {
            name = member.declName.baseName
        } else {
            return nil
        }
        guard case .identifier(let text) = name.tokenKind, text.first?.isLowercase ?? false else { return nil }
        return text
    }
}
