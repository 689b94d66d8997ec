/// A script in the engine's language.
struct ScriptProgram {
    /// A list: a function, then the names of its parameters.
    var text: String
    /// The place in the script that each line of the text has, in bytes; -1 for none.
    var offsets: [Int]
    /// Whether the time is a parameter.
    var usesTime = false
}

/// Writes a script for an engine of ECMAScript 5 without limits on time.
///
/// Each loop and each function counts a step. Names that no script declares are parameters when the model has them, and
/// variables of the script when it assigns to them, so that a run leaves no trace. Properties of documents are read as
/// their values in tests and comparisons.
struct ScriptPrinter {
    /// The names that the model gives a script.
    let known: Set<String>
    /// Whether operators of the script work on lists of numbers: in scripts that no exporter has rewritten.
    private var isPlain = true
    private var lines: [String] = []
    private var offsets: [Int] = []
    private var functions: [Function] = []
    private var count = 0
    private var free: Set<String> = []

    /// The names of a block, with their names in the program.
    private struct Function {
        var scopes: [[String: String]] = [[:]]
        /// Variables that are declared at the start of the program's function.
        var variables: [String] = []
        var isArrow = false
        var needsThis = false
    }

    /// Writes a script.
    ///
    /// *Throws*: the part that is not supported, and its place.
    static func program(_ statements: [ScriptStatement], known: Set<String>) throws(ScriptError) -> ScriptProgram {
        var printer = ScriptPrinter(known: known)
        return try printer.program(statements)
    }

    private init(known: Set<String>) { self.known = known }

    /// The names that only programs use, which are parameters like the model's other names.
    private static let helpers = ["$$s", "$$b", "$$list", "$$concat", "$$assign", "$$rest", "$$pattern"]

    private mutating func program(_ statements: [ScriptStatement]) throws(ScriptError) -> ScriptProgram {
        var statements = statements
        let finder = ScriptNames(statements)
        isPlain = !finder.names.contains("$bm_rt")
        if isPlain { Self.giveLast(&statements) }
        functions = [Function()]
        hoist(statements)
        var body = try nested { printer throws(ScriptError) in try printer.print(statements) }
        if !isPlain { body.lines.append("return $bm_rt;"); body.offsets.append(-1) }
        var names: [String] = []
        for name in free.union(functions[0].variables).sorted() where known.contains(name) { names.append(name) }
        for name in finder.assigned.sorted() where !known.contains(name) && free.contains(name) {
            functions[0].variables.append(name)
        }
        for name in Self.helpers where body.lines.contains(where: { $0.contains(name) }) { names.append(name) }
        let parameters = names.joined(separator: ",")
        var head = "[function(\(parameters)){\(declarations())"
        if functions[0].needsThis { head += "var $$this=this;" }
        let text = ([head] + body.lines + ["}\(names.map { ",\"\($0)\"" }.joined())]"]).joined(separator: "\n")
        return ScriptProgram(text: text, offsets: [-1] + body.offsets + [-1], usesTime: names.contains("time"))
    }

    /// A statement whose last value is the script's.
    private static func givingLast(_ statement: ScriptStatement) -> ScriptStatement {
        var statements = [statement]
        giveLast(&statements)
        return statements[0]
    }

    /// Makes the last statement's value the script's, as After Effects does.
    private static func giveLast(_ statements: inout [ScriptStatement]) {
        guard let last = statements.lastIndex(where: { if case .empty = $0.kind { false } else { true } }) else {
            return
        }
        switch statements[last].kind {
        case .expression(let value): statements[last].kind = .give(value)
        case .branch(let test, let yes, let no):
            statements[last].kind = .branch(test, givingLast(yes), no.map { givingLast($0) })
        case .block(var inner):
            giveLast(&inner)
            statements[last].kind = .block(inner)
        case .attempt(var body, var catches, let end):
            giveLast(&body)
            if let (name, handler) = catches {
                var given = handler
                giveLast(&given)
                catches = (name, given)
            }
            statements[last].kind = .attempt(body, catches: catches, last: end)
        case .declare(_, let list):
            if case .name(let name)? = list.last?.target {
                statements.append(ScriptStatement(kind: .give(.name(name)), offset: statements[last].offset))
            }
        default: break
        }
    }

    // MARK: Names

    private var top: Int { functions.count - 1 }

    private func declarations() -> String {
        let names = functions[top].variables
        return names.isEmpty ? "" : "var \(names.joined(separator: ","));"
    }

    private mutating func temporary() -> String {
        count += 1
        let name = "$$\(count)"
        functions[top].variables.append(name)
        return name
    }

    /// Declares names of a function, which it has from its start.
    private mutating func hoist(_ statements: [ScriptStatement]) {
        for name in ScriptNames.hoisted(statements) { declare(name) }
        declareBlock(statements)
    }

    private mutating func declare(_ name: String) {
        guard functions[top].scopes[0][name] == nil else { return }
        functions[top].scopes[0][name] = name
        functions[top].variables.append(name)
    }

    /// Declares a block's own names: in a function's first block as they are, within with names of their own.
    private mutating func declareBlock(_ statements: [ScriptStatement]) {
        for name in ScriptNames.ofBlock(statements) { declareInBlock(name) }
    }

    private mutating func declareInBlock(_ name: String) {
        let depth = functions[top].scopes.count - 1
        if depth == 0 { return declare(name) }
        count += 1
        let own = "$$\(count)\(name.allSatisfy { $0.isASCII } ? name : "")"
        functions[top].scopes[depth][name] = own
        functions[top].variables.append(own)
    }

    private mutating func reference(_ name: String) -> String {
        for function in functions.reversed() {
            for scope in function.scopes.reversed() {
                if let found = scope[name] { return found }
            }
        }
        free.insert(name)
        return name
    }

    private mutating func block<Result>(
        _ statements: [ScriptStatement], _ work: (inout Self) throws(ScriptError) -> Result
    ) throws(ScriptError) -> Result {
        functions[top].scopes.append([:])
        declareBlock(statements)
        let result = try work(&self)
        functions[top].scopes.removeLast()
        return result
    }

    // MARK: Lines

    private mutating func nested(
        _ work: (inout Self) throws(ScriptError) -> Void
    ) throws(ScriptError) -> (lines: [String], offsets: [Int]) {
        let outer = (lines, offsets)
        (lines, offsets) = ([], [])
        try work(&self)
        let inner = (lines, offsets)
        (lines, offsets) = outer
        return inner
    }

    /// Stands between a line of a function and its place; no line has it, since texts are written without it.
    private static let mark: Character = "\u{1}"

    private mutating func add(_ text: String, _ offset: Int) {
        // A text may have functions, whose lines end with their own places.
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let parts = line.split(separator: Self.mark, omittingEmptySubsequences: false)
            lines.append(String(parts[0]))
            offsets.append(parts.count > 1 ? Int(parts[1]) ?? offset : offset)
        }
    }

    // MARK: Statements

    private mutating func print(_ statements: [ScriptStatement]) throws(ScriptError) {
        for statement in statements {
            if case .function = statement.kind { try print(statement) }
        }
        for statement in statements {
            if case .function = statement.kind { continue }
            try print(statement)
        }
    }

    private mutating func printBlock(_ statement: ScriptStatement) throws(ScriptError) {
        if case .block(let inner) = statement.kind {
            try block(inner) { printer throws(ScriptError) in try printer.print(inner) }
        } else {
            try block([statement]) { printer throws(ScriptError) in try printer.print([statement]) }
        }
    }

    private mutating func print(_ statement: ScriptStatement) throws(ScriptError) {
        let offset = statement.offset
        switch statement.kind {
        case .empty: break
        case .declare(let word, let list):
            for (target, value) in list {
                if let value {
                    add(try assign(target, try text(value)) + ";", offset)
                } else if word != "var" {
                    add(try assign(target, "void 0") + ";", offset)
                }
            }
        case .function(let function):
            guard let name = function.name else { return }
            add("\(reference(name))=\(try text(function));", offset)
        case .expression(let value): add(try text(value) + ";", offset)
        case .branch(let test, let yes, let no):
            add("if(\(try truth(test))){", offset)
            try printBlock(yes)
            if let no {
                add("}else{", offset)
                try printBlock(no)
            }
            add("}", offset)
        case .give(let value):
            add("return \(try value.map { value throws(ScriptError) in try text(value) } ?? "void 0");", offset)
        case .fail(let value): add("throw \(try text(value));", offset)
        case .leave(let word, let label): add(label.map { "\(word) \($0);" } ?? "\(word);", offset)
        case .block:
            add("{", offset)
            try printBlock(statement)
            add("}", offset)
        case .labelled(let name, let inner):
            add("\(name):", offset)
            try print(inner)
        case .loop, .each, .until: try printLoop(statement)
        case .attempt(let body, let catches, let last): try printAttempt(body, catches, last, offset)
        case .choose(let value, let cases): try printChoice(value, cases, offset)
        }
    }

    private mutating func printLoop(_ statement: ScriptStatement) throws(ScriptError) {
        let offset = statement.offset
        switch statement.kind {
        case .loop(let start, let test, let step, let body):
            try block(start.map { [$0] } ?? []) { printer throws(ScriptError) in
                let label = printer.takeLabel()
                if let start { try printer.print(start) }
                printer.add(
                    "\(label)for(;$$s(),\(try test.map { value throws(ScriptError) in try printer.truth(value) } ?? "true");"
                        + "\(try step.map { value throws(ScriptError) in try printer.text(value) } ?? "")){", offset)
                try printer.printBlock(body)
                printer.add("}", offset)
            }
        case .until(let body, let test):
            add("do{", offset)
            try printBlock(body)
            add("}while($$s(),\(try truth(test)));", offset)
        case .each(let word, let target, let isOf, let value, let body):
            let list = temporary(), index = temporary()
            let label = takeLabel()
            let values = try text(value)
            add("\(list)=\(isOf ? "$$list(\(values))" : values);", offset)
            functions[top].scopes.append([:])
            if let word {
                for name in ScriptNames.targets(target) where word != "var" { declareInBlock(name) }
            }
            if isOf {
                add("\(label)for(\(index)=0;$$s(),\(index)<\(list).length;\(index)++){", offset)
                add(try assign(target, "\(list)[\(index)]") + ";", offset)
            } else {
                add("\(label)for(\(index) in \(list)){$$s();\(try assign(target, index));", offset)
            }
            try printBlock(body)
            add("}", offset)
            functions[top].scopes.removeLast()
        default: break
        }
    }

    /// A label right before a loop moves behind the statements that the loop needs first.
    private mutating func takeLabel() -> String {
        guard let last = lines.last, last.hasSuffix(":"), !last.hasPrefix("case "), last != "default:" else {
            return ""
        }
        lines.removeLast()
        offsets.removeLast()
        return last
    }

    private mutating func printAttempt(
        _ body: [ScriptStatement], _ catches: (ScriptExpression?, [ScriptStatement])?, _ last: [ScriptStatement]?,
        _ offset: Int
    ) throws(ScriptError) {
        add("try{", offset)
        try block(body) { printer throws(ScriptError) in try printer.print(body) }
        if let (target, statements) = catches {
            count += 1
            let name = "$$\(count)"
            // Catching is a step: a script that ran out of steps ends.
            add("}catch(\(name)){$$s();", offset)
            functions[top].scopes.append([:])
            if let target {
                for name in ScriptNames.targets(target) { declareInBlock(name) }
                add(try assign(target, name) + ";", offset)
            }
            try block(statements) { printer throws(ScriptError) in try printer.print(statements) }
            functions[top].scopes.removeLast()
        }
        if let last {
            add("}finally{", offset)
            try block(last) { printer throws(ScriptError) in try printer.print(last) }
        }
        add("}", offset)
    }

    private mutating func printChoice(
        _ value: ScriptExpression, _ cases: [(test: ScriptExpression?, body: [ScriptStatement])], _ offset: Int
    ) throws(ScriptError) {
        add("switch(\(try truth(value))){", offset)
        try block(cases.flatMap { $0.body }) { printer throws(ScriptError) in
            for (test, body) in cases {
                printer.add(
                    try test.map { test throws(ScriptError) in "case \(try printer.truth(test)):" } ?? "default:",
                    offset)
                try printer.print(body)
            }
        }
        add("}", offset)
    }

    // MARK: Expressions

    /// A value for a test: of a property, the property's value.
    private mutating func truth(_ value: ScriptExpression) throws(ScriptError) -> String {
        switch value {
        case .name, .call, .member, .index, .assign: "$$b(\(try text(value)))"
        default: try text(value)
        }
    }

    /// An operand.
    private mutating func part(_ value: ScriptExpression) throws(ScriptError) -> String {
        switch value {
        case .name, .string, .this, .call: try text(value)
        case .literal(let text): text.first?.isNumber ?? false ? "(\(text))" : text
        default: "(\(try text(value)))"
        }
    }

    private static let overloads = ["+": "$bm_sum", "-": "$bm_sub", "*": "$bm_mul", "/": "$bm_div", "%": "$bm_mod"]

    private mutating func text(_ value: ScriptExpression) throws(ScriptError) -> String {
        switch value {
        case .literal(let text): return text
        case .string(let text): return Self.quoted(text)
        case .pattern(let pattern, let flags): return "$$pattern(\(Self.quoted(pattern)),\(Self.quoted(flags)))"
        case .template(let parts, let values):
            var result = Self.quoted(parts[0])
            for (index, value) in values.enumerated() {
                result += "+(\(try text(value)))+\(Self.quoted(parts[index + 1]))"
            }
            return "(\(result))"
        case .name(let name): return name == "undefined" ? "(void 0)" : reference(name)
        case .this: return this()
        case .array(let elements): return try list(elements)
        case .object(let members): return try object(members)
        case .function(let function): return "(\(try text(function)))"
        case .unary(let sign, let operand): return try unary(sign, operand)
        case .update(let sign, let target, let isPrefix):
            return isPrefix ? "\(sign)\(try part(target))" : "\(try part(target))\(sign)"
        case .binary(let sign, let left, let right): return try binary(sign, left, right)
        case .assign(let sign, let target, let value): return try assignment(sign, target, value)
        case .conditional(let test, let yes, let no): return "(\(try truth(test))?\(try text(yes)):\(try text(no)))"
        case .call, .member, .index:
            let (tests, text) = try chain(value)
            return tests.isEmpty ? text : "(\(tests)\(text))"
        case .make(let callee, let elements):
            return "new (\(try text(callee)))(\(try plain(elements)))"
        case .sequence(let values):
            var texts: [String] = []
            for value in values { texts.append(try text(value)) }
            return "(\(texts.joined(separator: ",")))"
        }
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x20..<0x7F: result.unicodeScalars.append(UnicodeScalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result + "\""
    }

    private mutating func this() -> String {
        guard functions[top].isArrow else { return "this" }
        if let owner = functions.indices.last(where: { !functions[$0].isArrow }) { functions[owner].needsThis = true }
        return "$$this"
    }

    private mutating func unary(_ sign: String, _ operand: ScriptExpression) throws(ScriptError) -> String {
        switch sign {
        case "!": return "!\(brackets(try truth(operand)))"
        case "-" where isPlain:
            if case .literal = operand { return "(-\(try part(operand)))" }
            return "\(helper("$bm_neg"))(\(try text(operand)))"
        case "typeof":
            if case .name(let name) = operand, !functions.contains(where: { $0.scopes.contains { $0[name] != nil } }) {
                return known.contains(name) ? "typeof \(reference(name))" : "typeof \(name)"
            }
            return "typeof \(try part(operand))"
        default: return "(\(sign) \(try part(operand)))"
        }
    }

    private func brackets(_ text: String) -> String { "(\(text))" }

    private mutating func helper(_ name: String) -> String {
        free.insert(name)
        return name
    }

    private mutating func binary(
        _ sign: String, _ left: ScriptExpression, _ right: ScriptExpression
    ) throws(ScriptError) -> String {
        switch sign {
        case "**": return "\(helper("$bm_pow"))(\(try text(left)),\(try text(right)))"
        case "??":
            let name = temporary()
            return "((\(name)=\(try text(left)))!=null?\(name):\(try text(right)))"
        case "&&", "||": return "(\(brackets(try truth(left)))\(sign)\(brackets(try truth(right))))"
        case "==", "!=", "===", "!==": return "(\(brackets(try truth(left)))\(sign)\(brackets(try truth(right))))"
        case "+", "-", "*", "/", "%":
            if isPlain, let name = Self.overloads[sign] {
                return "\(helper(name))(\(try text(left)),\(try text(right)))"
            }
        default: break
        }
        return "(\(try part(left)) \(sign) \(try part(right)))"
    }

    private mutating func assignment(
        _ sign: String, _ target: ScriptExpression, _ value: ScriptExpression
    ) throws(ScriptError) -> String {
        if sign == "=" { return "(\(try assign(target, try text(value))))" }
        let left = try text(target)
        switch sign {
        case "&&=": return "(\(left)&&(\(left)=\(try text(value))))"
        case "||=": return "(\(left)||(\(left)=\(try text(value))))"
        case "??=": return "(\(left)!=null?\(left):(\(left)=\(try text(value))))"
        case "**=": return "(\(left)=\(helper("$bm_pow"))(\(left),\(try text(value))))"
        default: break
        }
        if isPlain, let name = Self.overloads[String(sign.dropLast())], case .name = target {
            return "(\(left)=\(helper(name))(\(left),\(try text(value))))"
        }
        return "(\(left)\(sign)\(try text(value)))"
    }

    /// Assigns a value to a name, a member or a pattern.
    private mutating func assign(_ target: ScriptExpression, _ value: String) throws(ScriptError) -> String {
        switch target {
        case .assign(_, let inner, let usual):
            let name = temporary()
            return "\(name)=\(value),\(try assign(inner, "(\(name)===void 0?\(try text(usual)):\(name))"))"
        case .array(let elements):
            let name = temporary()
            var parts = ["\(name)=$$list(\(value))"]
            for (index, element) in elements.enumerated() {
                switch element {
                case .item(let inner): parts.append(try assign(inner, "\(name)[\(index)]"))
                case .spread(let inner): parts.append(try assign(inner, "$$rest(\(name),\(index))"))
                case .hole: break
                }
            }
            return (parts + [name]).joined(separator: ",")
        case .object(let members):
            let name = temporary()
            var parts = ["\(name)=\(value)"]
            for member in members {
                switch member {
                case .named(let key, let inner): parts.append(try assign(inner, "\(name)[\(Self.quoted(key))]"))
                case .computed(let key, let inner): parts.append(try assign(inner, "\(name)[\(try text(key))]"))
                default: throw ScriptError(message: "a pattern with \"...\" is not supported")
                }
            }
            return (parts + [name]).joined(separator: ",")
        default: return "\(try text(target))=\(value)"
        }
    }

    private mutating func list(_ elements: [ScriptElement]) throws(ScriptError) -> String {
        var isSpread = false
        var parts: [String] = []
        for element in elements {
            switch element {
            case .item(let value): parts.append(try text(value))
            case .spread(let value):
                isSpread = true
                parts.append("$$list(\(try text(value)))")
            case .hole: parts.append("void 0")
            }
        }
        guard isSpread else { return "[\(parts.joined(separator: ","))]" }
        let lists = zip(elements, parts).map { element, part in
            if case .spread = element { part } else { "[\(part)]" }
        }
        return "$$concat(\(lists.joined(separator: ",")))"
    }

    private mutating func plain(_ elements: [ScriptElement]) throws(ScriptError) -> String {
        var parts: [String] = []
        for element in elements {
            guard case .item(let value) = element else {
                throw ScriptError(message: "\"...\" is not supported here")
            }
            parts.append(try text(value))
        }
        return parts.joined(separator: ",")
    }

    private static func isSpread(_ elements: [ScriptElement]) -> Bool {
        elements.contains { if case .spread = $0 { true } else { false } }
    }

    /// A chain of members and calls: the tests that end it early, and the rest.
    private mutating func chain(_ value: ScriptExpression) throws(ScriptError) -> (tests: String, text: String) {
        switch value {
        case .member(let object, let name, let isOptional):
            let (tests, text) = try link(object, isOptional)
            return (tests, "\(text).\(name)")
        case .index(let object, let key, let isOptional):
            let (tests, text) = try link(object, isOptional)
            return (tests, "\(text)[\(try self.text(key))]")
        case .call(let callee, let elements, let isOptional):
            if Self.isSpread(elements) {
                guard case .member(let object, let name, false) = callee else {
                    let (tests, text) = try link(callee, isOptional)
                    return (tests, "\(text).apply(void 0,\(try list(elements)))")
                }
                let temporary = temporary()
                let (tests, text) = try chain(object)
                return (tests, "(\(temporary)=\(text)).\(name).apply(\(temporary),\(try list(elements)))")
            }
            let (tests, text) = try link(callee, isOptional)
            return (tests, "\(text)(\(try plain(elements)))")
        default: return ("", try part(value))
        }
    }

    private mutating func link(
        _ value: ScriptExpression, _ isOptional: Bool
    ) throws(ScriptError) -> (tests: String, text: String) {
        let (tests, text) = try chain(value)
        guard isOptional else { return (tests, text) }
        let name = temporary()
        return ("\(tests)(\(name)=\(text))==null?void 0:", name)
    }

    private mutating func object(_ members: [ScriptMember]) throws(ScriptError) -> String {
        var parts: [String] = []
        var later: [String] = []
        var name = ""
        for member in members {
            switch member {
            case .named(let key, let value) where later.isEmpty: parts.append("\(Self.quoted(key)):\(try text(value))")
            case .accessor(let word, let key, let function):
                parts.append("\(word) \(Self.quoted(key))\(try text(function, isMethod: true))")
            default:
                if name.isEmpty { name = temporary() }
                switch member {
                case .named(let key, let value): later.append("\(name)[\(Self.quoted(key))]=\(try text(value))")
                case .computed(let key, let value): later.append("\(name)[\(try text(key))]=\(try text(value))")
                case .spread(let value): later.append("$$assign(\(name),\(try text(value)))")
                case .accessor: break
                }
            }
        }
        let first = "{\(parts.joined(separator: ","))}"
        return later.isEmpty ? "(\(first))" : "(\(name)=\(first),\(later.joined(separator: ",")),\(name))"
    }

    private mutating func text(_ function: ScriptFunction, isMethod: Bool = false) throws(ScriptError) -> String {
        functions.append(Function())
        functions[top].isArrow = function.isArrow
        var parameters: [String] = []
        var first: [String] = []
        for parameter in function.parameters {
            if case .name(let name) = parameter {
                functions[top].scopes[0][name] = name
                parameters.append(name)
                continue
            }
            count += 1
            parameters.append("$$\(count)")
            for name in ScriptNames.targets(parameter) { declare(name) }
            first.append(try assign(parameter, "$$\(count)") + ";")
        }
        if let rest = function.rest {
            for name in ScriptNames.targets(rest) { declare(name) }
            first.append(try assign(rest, "$$rest(arguments,\(parameters.count))") + ";")
        }
        if !function.isArrow, functions[top].scopes[0]["arguments"] == nil {
            functions[top].scopes[0]["arguments"] = "arguments"
        }
        hoist(function.body)
        let body = try nested { printer throws(ScriptError) in try printer.print(function.body) }
        var head = "\(isMethod ? "" : "function")(\(parameters.joined(separator: ","))){$$s();\(declarations())"
        if functions[top].needsThis { head += "var $$this=this;" }
        functions.removeLast()
        let inner = zip(body.lines, body.offsets).map { "\($0)\(Self.mark)\($1)\n" }
        return "\(head)\(first.joined())\n\(inner.joined())}"
    }
}

/// The names that a script declares and uses.
struct ScriptNames {
    private(set) var names: Set<String> = []
    private(set) var assigned: Set<String> = []

    init(_ statements: [ScriptStatement]) { visit(statements) }

    /// The names of a target: a name or a pattern.
    static func targets(_ target: ScriptExpression) -> [String] {
        switch target {
        case .name(let name): [name]
        case .assign(_, let inner, _): targets(inner)
        case .array(let elements):
            elements.flatMap { element -> [String] in
                switch element {
                case .item(let inner), .spread(let inner): targets(inner)
                case .hole: []
                }
            }
        case .object(let members):
            members.flatMap { member -> [String] in
                switch member {
                case .named(_, let inner), .computed(_, let inner), .spread(let inner): targets(inner)
                case .accessor: []
                }
            }
        default: []
        }
    }

    /// The names of a block's own declarations.
    static func ofBlock(_ statements: [ScriptStatement]) -> [String] {
        statements.flatMap { statement -> [String] in
            switch statement.kind {
            case .declare(let word, let list) where word != "var": list.flatMap { targets($0.target) }
            case .function(let function): function.name.map { [$0] } ?? []
            default: []
            }
        }
    }

    /// The variables of a function, at any depth of its blocks.
    static func hoisted(_ statements: [ScriptStatement]) -> [String] { statements.flatMap { hoisted($0) } }

    private static func hoisted(_ statement: ScriptStatement) -> [String] {
        switch statement.kind {
        case .declare("var", let list): list.flatMap { targets($0.target) }
        case .branch(_, let yes, let no): hoisted(yes) + (no.map { hoisted($0) } ?? [])
        case .loop(let start, _, _, let body): (start.map { hoisted($0) } ?? []) + hoisted(body)
        case .each(let word, let target, _, _, let body): (word == "var" ? targets(target) : []) + hoisted(body)
        case .until(let body, _), .labelled(_, let body): hoisted(body)
        case .attempt(let body, let catches, let last):
            hoisted(body) + (catches.map { hoisted($0.1) } ?? []) + (last.map { hoisted($0) } ?? [])
        case .choose(_, let cases): cases.flatMap { hoisted($0.body) }
        case .block(let inner): hoisted(inner)
        default: []
        }
    }

    private mutating func visit(_ statements: [ScriptStatement]) { for statement in statements { visit(statement) } }

    private mutating func visit(_ statement: ScriptStatement) {
        switch statement.kind {
        case .declare(_, let list):
            for (target, value) in list {
                visit(target)
                visit(value)
            }
        case .function(let function): visit(function.body)
        case .expression(let value), .fail(let value): visit(value)
        case .give(let value): visit(value)
        case .branch(let test, let yes, let no):
            visit(test)
            visit(yes)
            if let no { visit(no) }
        case .loop(let start, let test, let step, let body):
            if let start { visit(start) }
            visit(test)
            visit(step)
            visit(body)
        case .each(let word, let target, _, let value, let body):
            if word == nil { assigned.formUnion(Self.targets(target)) }
            visit(value)
            visit(body)
        case .until(let body, let test):
            visit(body)
            visit(test)
        case .attempt(let body, let catches, let last):
            visit(body)
            visit(catches?.1 ?? [])
            visit(last ?? [])
        case .choose(let value, let cases):
            visit(value)
            for (test, body) in cases {
                visit(test)
                visit(body)
            }
        case .block(let inner): visit(inner)
        case .labelled(_, let inner): visit(inner)
        case .leave, .empty: break
        }
    }

    private mutating func visit(_ elements: [ScriptElement]) {
        for element in elements {
            switch element {
            case .item(let value), .spread(let value): visit(value)
            case .hole: break
            }
        }
    }

    private mutating func visit(_ value: ScriptExpression?) {
        switch value {
        case .name(let name)?: names.insert(name)
        case .template(_, let values)?, .sequence(let values)?: for value in values { visit(value) }
        case .array(let elements)?: visit(elements)
        case .object(let members)?:
            for member in members {
                switch member {
                case .named(_, let value), .spread(let value): visit(value)
                case .computed(let key, let value):
                    visit(key)
                    visit(value)
                case .accessor(_, _, let function): visit(function.body)
                }
            }
        case .function(let function)?:
            for parameter in function.parameters { visit(parameter) }
            visit(function.body)
        case .unary(_, let value)?: visit(value)
        case .update(_, let value, _)?:
            assigned.formUnion(Self.targets(value))
            visit(value)
        case .binary(_, let left, let right)?:
            visit(left)
            visit(right)
        case .assign(_, let target, let value)?:
            assigned.formUnion(Self.targets(target))
            visit(target)
            visit(value)
        case .conditional(let test, let yes, let no)?:
            visit(test)
            visit(yes)
            visit(no)
        case .call(let callee, let elements, _)?, .make(let callee, let elements)?:
            visit(callee)
            visit(elements)
        case .member(let object, _, _)?: visit(object)
        case .index(let object, let key, _)?:
            visit(object)
            visit(key)
        case .literal?, .string?, .pattern?, .this?, nil: break
        }
    }
}
