import SwiftSyntax

// What every object has on Apple's systems by its runtime: members found by name, and overrides of NSObject's methods.
extension Porter {
    /// Members of NSNumber and NSValue that sources read from any object.
    private static let boxedMembers: [String: String] = [
        "doubleValue": "NSNumber", "floatValue": "NSNumber", "intValue": "NSNumber", "boolValue": "NSNumber",
        "uintValue": "NSNumber", "int32Value": "NSNumber", "int64Value": "NSNumber", "cgRectValue": "NSValue",
        "cgPointValue": "NSValue", "cgSizeValue": "NSValue", "cgVectorValue": "NSValue",
        "cgAffineTransformValue": "NSValue", "uiEdgeInsetsValue": "NSValue", "uiOffsetValue": "NSValue",
        "caTransform3DValue": "NSValue",
    ]

    /// Writes `(value as? NSNumber)!.doubleValue` for `(value as AnyObject).doubleValue`, whose member the runtime finds by name on
    /// iOS. There it is an implicitly unwrapped optional; where the source handles nil, it is one here as well.
    func portObjectMember(_ node: MemberAccessExprSyntax) {
        guard node.declName.argumentNames == nil, let type = Self.boxedMembers[node.declName.baseName.text],
            let base = node.base, let tuple = Self.tuple(base), tuple.elements.count == 1,
            let sequence = tuple.elements.first?.expression.as(SequenceExprSyntax.self)
        else { return }
        let elements = Array(sequence.elements)
        guard elements.count > 2, let cast = elements[elements.count - 2].as(UnresolvedAsExprSyntax.self),
            let target = elements.last?.as(TypeExprSyntax.self),
            ["AnyObject", "AnyObject?"].contains(target.type.trimmedDescription)
        else { return }
        replace(target, type)
        if cast.questionOrExclamationMark == nil {
            insert("?", after: cast.asKeyword)
            if base.id == ExprSyntax(tuple).id { unwrap(node, after: tuple) }
        }
        count("member of AnyObject")
    }

    private static func tuple(_ base: ExprSyntax) -> TupleExprSyntax? {
        if let chain = base.as(OptionalChainingExprSyntax.self) { return chain.expression.as(TupleExprSyntax.self) }
        if let force = base.as(ForceUnwrapExprSyntax.self) { return force.expression.as(TupleExprSyntax.self) }
        return base.as(TupleExprSyntax.self)
    }

    /// Unwraps the object that has a member: with `?` where the source expects an optional.
    private func unwrap(_ node: MemberAccessExprSyntax, after tuple: TupleExprSyntax) {
        if let chain = node.parent?.as(OptionalChainingExprSyntax.self) {
            replace(chain.questionMark, "")
            insert("?", after: tuple)
        } else if let force = node.parent?.as(ForceUnwrapExprSyntax.self) {
            replace(force.exclamationMark, "")
            insert("!", after: tuple)
        } else {
            insert(expectsOptional(node) ? "?" : "!", after: tuple)
        }
    }

    private func expectsOptional(_ node: MemberAccessExprSyntax) -> Bool {
        guard let parent = node.parent else { return false }
        if let list = parent.as(ExprListSyntax.self), let place = list.index(of: ExprSyntax(node)) {
            let next = list.index(after: place)
            guard next < list.endIndex else { return false }
            let follower = list[next]
            return follower.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
                || follower.is(UnresolvedAsExprSyntax.self)
        }
        guard let value = parent.as(InitializerClauseSyntax.self) else { return false }
        if value.parent?.is(OptionalBindingConditionSyntax.self) == true { return true }
        guard let binding = value.parent?.as(PatternBindingSyntax.self) else { return false }
        return binding.typeAnnotation.map { $0.type.is(OptionalTypeSyntax.self) } ?? true
    }

    // MARK: Methods of NSObject

    /// Methods that every object has on iOS, and only classes of UIKit have here.
    private static let inheritedMethods: Set<String> = [
        "observeValue(forKeyPath:of:change:context:)", "awakeFromNib()", "prepareForInterfaceBuilder()",
    ]

    /// Makes an override of such a method in a class whose superclass is NSObject a method of its own, without the call of the
    /// superclass's. An observer of views says that it is one.
    func portInheritedMethod(_ node: FunctionDeclSyntax) {
        let name = fullName(node)
        guard Self.inheritedMethods.contains(name),
            let override = node.modifiers.first(where: { $0.name.text == "override" }),
            let holder = memberBlock(of: node)?.parent?.as(ClassDeclSyntax.self), inheritsOnlyFromObject(name)
        else { return }
        blank(override)
        let finder = SuperCallFinder(node.name.text)
        if let body = node.body { finder.walk(body) }
        for call in finder.calls { replace(call, "()") }
        if name.hasPrefix("observeValue"), let clause = holder.inheritanceClause,
            !clause.inheritedTypes.contains(where: { $0.type.trimmedDescription == "KeyValueObserver" })
        {
            insert(", KeyValueObserver", after: clause.inheritedTypes)
        }
        count("override of NSObject's method")
    }

    /// Whether the class around has only classes of the sources above it up to NSObject, and none of them has the method.
    private func inheritsOnlyFromObject(_ name: String) -> Bool {
        var (current, seen): (String, Set<String>) = (owner, [])
        while seen.insert(current).inserted, let type = index.type(current), type.isClass, type.declarations > 0 {
            if current != owner, type.members.contains(where: { $0.fullName == name }) { return false }
            guard let parent = type.inherited.first else { return false }
            if parent == "NSObject" { return true }
            current = parent
        }
        return false
    }
}

/// Finds calls of a method of the superclass.
private final class SuperCallFinder: SyntaxVisitor {
    private let name: String
    var calls: [FunctionCallExprSyntax] = []

    init(_ name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
            member.declName.baseName.text == name, member.base?.is(SuperExprSyntax.self) == true
        else { return .visitChildren }
        calls.append(node)
        return .skipChildren
    }
}
