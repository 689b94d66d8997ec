/// An expression of a script.
indirect enum ScriptExpression {
    /// Digits, null, true, false: as written.
    case literal(String)
    case string(String)
    case pattern(String, flags: String)
    case template([String], [ScriptExpression])
    case name(String)
    case this
    case array([ScriptElement])
    case object([ScriptMember])
    case function(ScriptFunction)
    case unary(String, ScriptExpression)
    case update(String, ScriptExpression, isPrefix: Bool)
    case binary(String, ScriptExpression, ScriptExpression)
    case assign(String, ScriptExpression, ScriptExpression)
    case conditional(ScriptExpression, ScriptExpression, ScriptExpression)
    case call(ScriptExpression, [ScriptElement], isOptional: Bool)
    case make(ScriptExpression, [ScriptElement])
    case member(ScriptExpression, String, isOptional: Bool)
    case index(ScriptExpression, ScriptExpression, isOptional: Bool)
    case sequence([ScriptExpression])
}

/// An element of an array or of arguments.
enum ScriptElement {
    case item(ScriptExpression)
    case spread(ScriptExpression)
    case hole
}

/// A member of an object.
enum ScriptMember {
    case named(String, ScriptExpression)
    case computed(ScriptExpression, ScriptExpression)
    /// "get" or "set".
    case accessor(String, String, ScriptFunction)
    case spread(ScriptExpression)
}

/// A function of a script.
struct ScriptFunction {
    var name: String?
    /// Names, patterns, and both with defaults as assignments.
    var parameters: [ScriptExpression]
    var rest: ScriptExpression?
    var body: [ScriptStatement]
    var isArrow: Bool
}

/// A statement, with its place in the script.
struct ScriptStatement {
    indirect enum Kind {
        case declare(String, [(target: ScriptExpression, value: ScriptExpression?)])
        case function(ScriptFunction)
        case expression(ScriptExpression)
        case branch(ScriptExpression, ScriptStatement, ScriptStatement?)
        case loop(start: ScriptStatement?, test: ScriptExpression?, step: ScriptExpression?, body: ScriptStatement)
        /// `for (target in value)`, or of.
        case each(String?, ScriptExpression, isOf: Bool, ScriptExpression, body: ScriptStatement)
        case until(body: ScriptStatement, ScriptExpression)
        case leave(String, String?)
        case give(ScriptExpression?)
        case fail(ScriptExpression)
        case attempt([ScriptStatement], catches: (ScriptExpression?, [ScriptStatement])?, last: [ScriptStatement]?)
        case choose(ScriptExpression, [(test: ScriptExpression?, body: [ScriptStatement])])
        case block([ScriptStatement])
        case labelled(String, ScriptStatement)
        case empty
    }

    var kind: Kind
    /// Bytes from the start of the script.
    var offset: Int
}
