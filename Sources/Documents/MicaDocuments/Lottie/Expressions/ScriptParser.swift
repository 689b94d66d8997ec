/// Reads a script: ECMAScript 5 and what exporters write of later versions, without classes, generators and promises.
///
/// *Source*: ECMA-262, 13 to 15.
struct ScriptParser {
    private(set) var lexer: ScriptLexer
    private var token: ScriptToken
    private var depth = 0
    /// Whether `in` is not an operator here.
    private var isWithoutIn = false

    /// The most bytes of a script, the deepest nesting, and the longest chain of operators or members.
    private static let sizeLimit = 200_000, depthLimit = 100, chainLimit = 300

    /// Reads a script's statements.
    ///
    /// *Throws*: the fault and its place.
    static func parse(_ bytes: [UInt8]) throws(ScriptError) -> [ScriptStatement] {
        guard bytes.count <= sizeLimit else {
            throw ScriptError(message: "it has more than \(sizeLimit) bytes")
        }
        var parser = try ScriptParser(ScriptLexer(bytes))
        var statements: [ScriptStatement] = []
        while parser.token.kind != .end { statements.append(try parser.statement()) }
        return statements
    }

    private init(_ lexer: ScriptLexer) throws(ScriptError) {
        self.lexer = lexer
        token = try self.lexer.next()
    }

    // MARK: Words

    private func unexpected() -> ScriptError {
        lexer.error(
            token.kind == .end ? "the script ends too early" : "\"\(token.text)\" is not expected", at: token.start)
    }

    private func `is`(_ sign: String) -> Bool { token.kind == .sign && token.text == sign }
    private func isWord(_ word: String) -> Bool { token.kind == .name && token.text == word }

    private mutating func advance() throws(ScriptError) {
        token = try lexer.next()
    }

    private mutating func take(_ sign: String) throws(ScriptError) -> Bool {
        guard self.is(sign) else { return false }
        try advance()
        return true
    }

    private mutating func takeWord(_ word: String) throws(ScriptError) -> Bool {
        guard isWord(word) else { return false }
        try advance()
        return true
    }

    private mutating func expect(_ sign: String) throws(ScriptError) {
        guard try take(sign) else { throw unexpected() }
    }

    private mutating func endStatement() throws(ScriptError) {
        if try take(";") { return }
        guard token.isFirst || self.is("}") || token.kind == .end else { throw unexpected() }
    }

    /// Makes `in` an operator, and returns the setting before.
    private mutating func allowIn() -> Bool {
        defer { isWithoutIn = false }
        return isWithoutIn
    }

    /// The token after the current one.
    private func following() throws(ScriptError) -> ScriptToken {
        var copy = lexer
        return try copy.next()
    }

    private mutating func deeper<Result>(_ work: (inout Self) throws(ScriptError) -> Result) throws(ScriptError)
        -> Result
    {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw lexer.error("it is nested too deeply", at: token.start) }
        return try work(&self)
    }

    private static let reserved: Set<String> = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "export",
        "extends",
        "finally", "for", "function", "if", "import", "in", "instanceof", "new", "return", "super", "switch", "throw",
        "try", "typeof",
        "var", "void", "while", "with", "yield", "enum", "null", "true", "false", "this",
    ]

    private mutating func identifier() throws(ScriptError) -> String {
        guard token.kind == .name, !Self.reserved.contains(token.text) else { throw unexpected() }
        guard !token.text.hasPrefix("$$") else { throw lexer.error("names may not begin with $$", at: token.start) }
        let name = token.text
        try advance()
        return name
    }

    // MARK: Statements

    private mutating func statement() throws(ScriptError) -> ScriptStatement {
        try deeper { parser throws(ScriptError) in
            let offset = parser.token.start
            return ScriptStatement(kind: try parser.kind(), offset: offset)
        }
    }

    private mutating func kind() throws(ScriptError) -> ScriptStatement.Kind {
        if try take(";") { return .empty }
        if self.is("{") { return .block(try block()) }
        guard token.kind == .name else { return try expressionStatement() }
        switch token.text {
        case "var", "const": return try declaration(endsStatement: true)
        case "let" where try startsDeclaration(): return try declaration(endsStatement: true)
        case "function":
            try advance()
            return .function(try function(isNamed: true))
        case "if": return try branch()
        case "for": return try loop()
        case "while":
            try advance()
            let test = try condition()
            return .loop(start: nil, test: test, step: nil, body: try statement())
        case "do":
            try advance()
            let body = try statement()
            guard try takeWord("while") else { throw unexpected() }
            let test = try condition()
            _ = try take(";")
            return .until(body: body, test)
        case "switch": return try choice()
        case "try": return try attempt()
        default: return try leaving()
        }
    }

    /// Whether the word `let` begins a declaration, and is not a name.
    private func startsDeclaration() throws(ScriptError) -> Bool {
        let next = try following()
        return next.kind == .name || next.text == "[" || next.text == "{"
    }

    private mutating func leaving() throws(ScriptError) -> ScriptStatement.Kind {
        let word = token.text
        switch word {
        case "break", "continue":
            try advance()
            let label = token.kind == .name && !token.isFirst ? try identifier() : nil
            try endStatement()
            return .leave(word, label)
        case "return":
            try advance()
            let isBare = token.isFirst || self.is(";") || self.is("}") || token.kind == .end
            let value = isBare ? nil : try expression()
            try endStatement()
            return .give(value)
        case "throw":
            try advance()
            let value = try expression()
            try endStatement()
            return .fail(value)
        case "class", "import", "export", "with", "debugger", "async":
            throw lexer.error("\"\(word)\" is not supported", at: token.start)
        default:
            if !Self.reserved.contains(word), try following().text == ":", try following().kind == .sign {
                let name = try identifier()
                try advance()
                return .labelled(name, try statement())
            }
            return try expressionStatement()
        }
    }

    private mutating func expressionStatement() throws(ScriptError) -> ScriptStatement.Kind {
        let value = try expression()
        try endStatement()
        return .expression(value)
    }

    private mutating func block() throws(ScriptError) -> [ScriptStatement] {
        try expect("{")
        var statements: [ScriptStatement] = []
        while !self.is("}") {
            guard token.kind != .end else { throw unexpected() }
            statements.append(try statement())
        }
        try advance()
        return statements
    }

    private mutating func condition() throws(ScriptError) -> ScriptExpression {
        try expect("(")
        let test = try expression()
        try expect(")")
        return test
    }

    private mutating func branch() throws(ScriptError) -> ScriptStatement.Kind {
        try advance()
        let test = try condition()
        let yes = try statement()
        let no = try takeWord("else") ? try statement() : nil
        return .branch(test, yes, no)
    }

    private mutating func declaration(endsStatement: Bool) throws(ScriptError) -> ScriptStatement.Kind {
        let word = token.text
        try advance()
        var list: [(target: ScriptExpression, value: ScriptExpression?)] = []
        repeat {
            let target = try bindingTarget()
            list.append((target, try take("=") ? try assignment() : nil))
        } while try take(",")
        if endsStatement { try endStatement() }
        return .declare(word, list)
    }

    /// A name or a pattern of names.
    private mutating func bindingTarget() throws(ScriptError) -> ScriptExpression {
        if self.is("[") || self.is("{") { return try primary() }
        return .name(try identifier())
    }

    private mutating func loop() throws(ScriptError) -> ScriptStatement.Kind {
        try advance()
        try expect("(")
        let offset = token.start
        var start: ScriptStatement?
        isWithoutIn = true
        if isWord("var") || isWord("let") || isWord("const") {
            let word = token.text
            let kind = try declaration(endsStatement: false)
            isWithoutIn = false
            if case .declare(_, let list) = kind, list.count == 1, list[0].value == nil, isWord("in") || isWord("of") {
                return try each(word, list[0].target)
            }
            start = ScriptStatement(kind: kind, offset: offset)
        } else if !self.is(";") {
            let value = try expression()
            isWithoutIn = false
            if isWord("in") || isWord("of") { return try each(nil, value) }
            start = ScriptStatement(kind: .expression(value), offset: offset)
        }
        isWithoutIn = false
        try expect(";")
        let test = self.is(";") ? nil : try expression()
        try expect(";")
        let step = self.is(")") ? nil : try expression()
        try expect(")")
        return .loop(start: start, test: test, step: step, body: try statement())
    }

    private mutating func each(_ word: String?, _ target: ScriptExpression) throws(ScriptError) -> ScriptStatement.Kind
    {
        let isOf = token.text == "of"
        try advance()
        let value = try expression()
        try expect(")")
        return .each(word, target, isOf: isOf, value, body: try statement())
    }

    private mutating func choice() throws(ScriptError) -> ScriptStatement.Kind {
        try advance()
        let value = try condition()
        try expect("{")
        var cases: [(test: ScriptExpression?, body: [ScriptStatement])] = []
        while try !take("}") {
            let isDefault = try takeWord("default")
            if !isDefault { guard try takeWord("case") else { throw unexpected() } }
            let test = isDefault ? nil : try expression()
            try expect(":")
            var body: [ScriptStatement] = []
            while !self.is("}"), !isWord("case"), !isWord("default") { body.append(try statement()) }
            cases.append((test, body))
        }
        return .choose(value, cases)
    }

    private mutating func attempt() throws(ScriptError) -> ScriptStatement.Kind {
        try advance()
        let body = try block()
        var catches: (ScriptExpression?, [ScriptStatement])?
        if try takeWord("catch") {
            var target: ScriptExpression?
            if try take("(") {
                target = try bindingTarget()
                try expect(")")
            }
            catches = (target, try block())
        }
        let last = try takeWord("finally") ? try block() : nil
        guard catches != nil || last != nil else { throw unexpected() }
        return .attempt(body, catches: catches, last: last)
    }

    // MARK: Functions

    /// Reads a function after its word, or a method after its name.
    private mutating func function(isNamed: Bool) throws(ScriptError) -> ScriptFunction {
        if self.is("*") { throw lexer.error("generators are not supported", at: token.start) }
        let own = isNamed && token.kind == .name ? try identifier() : nil
        try expect("(")
        var elements: [ScriptElement] = []
        while try !take(")") {
            if try take("...") {
                elements.append(.spread(try bindingTarget()))
            } else {
                let target = try bindingTarget()
                elements.append(.item(try take("=") ? .assign("=", target, try assignment()) : target))
            }
            if !self.is(")") { try expect(",") }
        }
        var result = try parameters(elements)
        result.name = own
        let outer = allowIn()
        result.body = try block()
        isWithoutIn = outer
        return result
    }

    private func parameters(_ elements: [ScriptElement]) throws(ScriptError) -> ScriptFunction {
        var result = ScriptFunction(name: nil, parameters: [], rest: nil, body: [], isArrow: false)
        for element in elements {
            switch element {
            case .item(let value) where result.rest == nil: result.parameters.append(value)
            case .spread(let value) where result.rest == nil: result.rest = value
            default: throw unexpected()
            }
        }
        return result
    }

    /// Reads an arrow function from its arrow.
    private mutating func arrow(_ elements: [ScriptElement]) throws(ScriptError) -> ScriptExpression {
        var result = try parameters(elements)
        result.isArrow = true
        let offset = token.start
        try expect("=>")
        if self.is("{") {
            let outer = allowIn()
            result.body = try block()
            isWithoutIn = outer
        } else {
            result.body = [ScriptStatement(kind: .give(try assignment()), offset: offset)]
        }
        return .function(result)
    }

    // MARK: Expressions

    private mutating func expression() throws(ScriptError) -> ScriptExpression {
        let first = try assignment()
        guard self.is(",") else { return first }
        var list = [first]
        while try take(",") { list.append(try assignment()) }
        return .sequence(list)
    }

    private static let assignments: Set<String> = [
        "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=",
    ]

    private mutating func assignment() throws(ScriptError) -> ScriptExpression {
        try deeper { parser throws(ScriptError) in
            let start = parser.token.start
            if parser.token.kind == .name, !Self.reserved.contains(parser.token.text),
                try parser.following().text == "=>"
            {
                let name = try parser.identifier()
                return try parser.arrow([.item(.name(name))])
            }
            let target = try parser.conditional()
            guard parser.token.kind == .sign, Self.assignments.contains(parser.token.text) else { return target }
            switch target {
            case .name, .member(_, _, false), .index(_, _, false): break
            case .array where parser.token.text == "=", .object where parser.token.text == "=": break
            default: throw parser.lexer.error("this cannot be assigned to", at: start)
            }
            let sign = parser.token.text
            try parser.advance()
            return .assign(sign, target, try parser.assignment())
        }
    }

    private mutating func conditional() throws(ScriptError) -> ScriptExpression {
        let test = try binary(0)
        guard try take("?") else { return test }
        let outer = allowIn()
        let yes = try assignment()
        isWithoutIn = outer
        try expect(":")
        return .conditional(test, yes, try assignment())
    }

    private static let precedences: [String: Int] = [
        "??": 1, "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "===": 7, "!==": 7, "<": 8, ">": 8,
        "<=": 8, ">=": 8,
        "instanceof": 8, "in": 8, "<<": 9, ">>": 9, ">>>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11, "**": 12,
    ]

    private mutating func binary(_ least: Int) throws(ScriptError) -> ScriptExpression {
        var left = try unary()
        var count = 0
        while token.kind == .sign || token.text == "instanceof" || token.text == "in" && !isWithoutIn,
            token.kind != .string, let precedence = Self.precedences[token.text], precedence > least
        {
            count += 1
            guard count <= Self.chainLimit else {
                throw lexer.error("it has too many operators in a row", at: token.start)
            }
            let sign = token.text
            try advance()
            // Powers group from the right.
            let right = try deeper { parser throws(ScriptError) in
                try parser.binary(sign == "**" ? precedence - 1 : precedence)
            }
            left = .binary(sign, left, right)
        }
        return left
    }

    private mutating func unary() throws(ScriptError) -> ScriptExpression {
        let words: Set<String> = ["typeof", "void", "delete"], signs: Set<String> = ["!", "-", "+", "~"]
        if token.kind == .name && words.contains(token.text) || token.kind == .sign && signs.contains(token.text) {
            let sign = token.text
            try advance()
            return .unary(sign, try deeper { parser throws(ScriptError) in try parser.unary() })
        }
        if self.is("++") || self.is("--") {
            let sign = token.text
            try advance()
            return .update(sign, try deeper { parser throws(ScriptError) in try parser.unary() }, isPrefix: true)
        }
        let value = try chain()
        if self.is("++") || self.is("--"), !token.isFirst {
            let sign = token.text
            try advance()
            return .update(sign, value, isPrefix: false)
        }
        return value
    }

    private mutating func chain() throws(ScriptError) -> ScriptExpression {
        var value = try takeWord("new") ? try make() : try primary()
        var count = 0
        while true {
            count += 1
            guard count <= Self.chainLimit else {
                throw lexer.error("it has too many members in a row", at: token.start)
            }
            if try take(".") {
                value = .member(value, try memberName(), isOptional: false)
            } else if try take("?.") {
                if try take("[") {
                    value = .index(value, try expression(), isOptional: true)
                    try expect("]")
                } else if self.is("(") {
                    value = .call(value, try arguments(), isOptional: true)
                } else {
                    value = .member(value, try memberName(), isOptional: true)
                }
            } else if try take("[") {
                let outer = allowIn()
                value = .index(value, try expression(), isOptional: false)
                isWithoutIn = outer
                try expect("]")
            } else if self.is("(") {
                value = .call(value, try arguments(), isOptional: false)
            } else {
                return value
            }
        }
    }

    private mutating func make() throws(ScriptError) -> ScriptExpression {
        try deeper { parser throws(ScriptError) in
            var callee = try parser.takeWord("new") ? try parser.make() : try parser.primary()
            while true {
                if try parser.take(".") {
                    callee = .member(callee, try parser.memberName(), isOptional: false)
                } else if try parser.take("[") {
                    callee = .index(callee, try parser.expression(), isOptional: false)
                    try parser.expect("]")
                } else {
                    break
                }
            }
            return .make(callee, parser.is("(") ? try parser.arguments() : [])
        }
    }

    private mutating func memberName() throws(ScriptError) -> String {
        guard token.kind == .name else { throw unexpected() }
        let name = token.text
        try advance()
        return name
    }

    private mutating func arguments() throws(ScriptError) -> [ScriptElement] {
        try expect("(")
        let outer = allowIn()
        defer { isWithoutIn = outer }
        return try elements(until: ")")
    }

    private mutating func elements(until end: String) throws(ScriptError) -> [ScriptElement] {
        var result: [ScriptElement] = []
        while try !take(end) {
            if self.is(","), end == "]" {
                try advance()
                result.append(.hole)
                continue
            }
            result.append(try take("...") ? .spread(try assignment()) : .item(try assignment()))
            if !self.is(end) { try expect(",") }
        }
        return result
    }

    private mutating func primary() throws(ScriptError) -> ScriptExpression {
        let (start, text) = (token.start, token.text)
        switch token.kind {
        case .number:
            try advance()
            return .literal(text)
        case .string:
            try advance()
            return .string(text)
        case .template: return try template()
        case .name: return try word()
        case .end: throw unexpected()
        case .sign: break
        }
        switch text {
        case "(": return try brackets()
        case "[":
            try advance()
            let outer = allowIn()
            defer { isWithoutIn = outer }
            return .array(try elements(until: "]"))
        case "{": return try object()
        case "/", "/=":
            let (pattern, flags) = try lexer.pattern(from: start)
            token = try lexer.next()
            return .pattern(pattern, flags: flags)
        default: throw unexpected()
        }
    }

    /// The content of brackets: an expression, or the parameters of an arrow function.
    private mutating func brackets() throws(ScriptError) -> ScriptExpression {
        try advance()
        let outer = allowIn()
        defer { isWithoutIn = outer }
        var list: [ScriptElement] = []
        while try !take(")") {
            list.append(try take("...") ? .spread(try assignment()) : .item(try assignment()))
            if !self.is(")") { try expect(",") }
        }
        if self.is("=>") {
            isWithoutIn = outer
            return try arrow(list)
        }
        var values: [ScriptExpression] = []
        for element in list {
            guard case .item(let value) = element else { throw unexpected() }
            values.append(value)
        }
        guard !values.isEmpty else { throw unexpected() }
        return values.count == 1 ? values[0] : .sequence(values)
    }

    private mutating func template() throws(ScriptError) -> ScriptExpression {
        let read = token
        try advance()
        var values: [ScriptExpression] = []
        for hole in read.holes {
            var inner = try ScriptParser(ScriptLexer(lexer.bytes, in: hole))
            inner.depth = depth
            values.append(try inner.deeper { parser throws(ScriptError) in try parser.expression() })
            guard inner.token.kind == .end else { throw inner.unexpected() }
        }
        return .template(read.parts, values)
    }

    private mutating func word() throws(ScriptError) -> ScriptExpression {
        let (start, text) = (token.start, token.text)
        switch text {
        case "function":
            try advance()
            return .function(try function(isNamed: true))
        case "null", "true", "false":
            try advance()
            return .literal(text)
        case "this":
            try advance()
            return .this
        case "class", "super", "yield":
            throw lexer.error("\"\(text)\" is not supported", at: start)
        case "async" where try following().text == "function":
            throw lexer.error("\"\(text)\" is not supported", at: start)
        default: return .name(try identifier())
        }
    }

    private mutating func object() throws(ScriptError) -> ScriptExpression {
        try expect("{")
        let outer = allowIn()
        defer { isWithoutIn = outer }
        var members: [ScriptMember] = []
        while try !take("}") {
            members.append(try member())
            if !self.is("}") { try expect(",") }
        }
        return .object(members)
    }

    private mutating func member() throws(ScriptError) -> ScriptMember {
        if try take("...") { return .spread(try assignment()) }
        if try take("[") {
            let key = try assignment()
            try expect("]")
            if self.is("(") { return .computed(key, .function(try function(isNamed: false))) }
            try expect(":")
            return .computed(key, try assignment())
        }
        let (name, kind) = (token.text, token.kind)
        guard kind == .name || kind == .string || kind == .number else { throw unexpected() }
        try advance()
        if kind == .name, name == "get" || name == "set", token.kind == .name || token.kind == .string {
            let property = token.text
            try advance()
            return .accessor(name, property, try function(isNamed: false))
        }
        if try take(":") { return .named(name, try assignment()) }
        if self.is("(") { return .named(name, .function(try function(isNamed: false))) }
        guard kind == .name, !Self.reserved.contains(name) else { throw unexpected() }
        // A short member, in patterns with a default.
        let value = ScriptExpression.name(name)
        if try take("=") { return .named(name, .assign("=", value, try assignment())) }
        return .named(name, value)
    }
}
