import SwiftSyntax

/// The value of `#if` conditions on Linux with Mica, as far as it is known without the build.
///
/// A class that is declared under two platforms' conditions has one declaration here, and a member of another platform's branch needs
/// no change. A condition of unknown value (`DEBUG`, a module of a package) counts as possible.
struct Conditions: Sendable {
    private let treatsIOSAsTrue: Bool

    init(treatsIOSAsTrue: Bool) { self.treatsIOSAsTrue = treatsIOSAsTrue }

    /// The clauses that may be compiled, in order.
    func possibleClauses(_ node: IfConfigDeclSyntax) -> [IfConfigClauseSyntax] {
        var result: [IfConfigClauseSyntax] = []
        for clause in node.clauses {
            // `#else` has no condition.
            switch clause.condition.map(value) ?? true {
            case true?: return result + [clause]
            case false?: continue
            case nil: result.append(clause)
            }
        }
        return result
    }

    /// Whether a clause is compiled in every build.
    func isCertain(_ clause: IfConfigClauseSyntax) -> Bool {
        guard let whole = clause.parent?.parent?.as(IfConfigDeclSyntax.self) else { return false }
        return possibleClauses(whole).map(\.id) == [clause.id] && (clause.condition.map(value) ?? true) == true
    }

    private func value(_ condition: ExprSyntax) -> Bool? {
        if let literal = condition.as(BooleanLiteralExprSyntax.self) {
            return literal.literal.tokenKind == .keyword(.true)
        }
        if let negated = condition.as(PrefixOperatorExprSyntax.self), negated.operator.text == "!" {
            return value(negated.expression).map { !$0 }
        }
        if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first
        {
            return value(element.expression)
        }
        if let sequence = condition.as(SequenceExprSyntax.self) { return value(Array(sequence.elements)[...]) }
        if let call = condition.as(FunctionCallExprSyntax.self) { return value(call) }
        return nil
    }

    /// The value of operands with `||` and `&&` between them; `&&` binds stronger.
    private func value(_ elements: ArraySlice<ExprSyntax>) -> Bool? {
        for (symbol, decisive) in [("||", true), ("&&", false)] {
            guard
                let place = elements.firstIndex(where: {
                    $0.as(BinaryOperatorExprSyntax.self)?.operator.text == symbol
                })
            else { continue }
            let (left, right) = (value(elements[..<place]), value(elements[(place + 1)...]))
            if left == decisive || right == decisive { return decisive }
            return left == nil || right == nil ? nil : !decisive
        }
        return elements.count == 1 ? elements.first.flatMap(value) : nil
    }

    private func value(_ call: FunctionCallExprSyntax) -> Bool? {
        let argument = call.arguments.first?.expression.trimmedDescription ?? ""
        switch call.calledExpression.trimmedDescription {
        case "os": return argument == "Linux" || (argument == "iOS" && treatsIOSAsTrue)
        case "targetEnvironment": return false
        case "canImport":
            let module = argument.split(separator: ".").first.map(String.init) ?? argument
            if SourceScan.modules.contains(module) || Self.modulesOfSwift.contains(module) { return true }
            return AbsentModule.all[module] == nil ? nil : false
        case "swift", "compiler":
            // Every mode of today's compiler is at least 4.2.
            let text = argument.filter { !$0.isWhitespace }
            guard text.hasPrefix(">="), let version = Double(text.dropFirst(2)), version <= 4.2 else { return nil }
            return true
        default: return nil
        }
    }

    private static let modulesOfSwift: Set<String> = [
        "Foundation", "FoundationNetworking", "Dispatch", "Glibc", "Swift",
    ]
}
