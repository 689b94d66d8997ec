import MicaFuzzImages
import MicaRandom

/// Changes scripts of expressions in ways that keep their structure: words, numbers and operators are replaced by others of
/// their kind, balanced parts are removed, doubled, moved and wrapped, and new expressions and statements put in.
package struct ExpressionMutator: InputMutator {
    /// Stands between the scripts of an input.
    package static let separator: UInt8 = 1
    private var random: SeededGenerator

    /// Makes a mutator; the same seed makes the same changes.
    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The scripts with a few changes, at most `limit` bytes long.
    package mutating func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        if random.below(32) == 0 { return Array(random.mutated(bytes).prefix(limit)) }
        var scripts = bytes.split(separator: Self.separator, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if random.below(16) == 0 { scripts.insert(statement(3), at: random.below(scripts.count + 1)) }
        let index = random.below(scripts.count)
        for _ in 0...random.below(3) { scripts[index] = changed(scripts[index]) }
        return Array(scripts.joined(separator: "\u{1}").utf8.prefix(limit))
    }

    // MARK: Tokens

    private static let marks = Set("+-*/%<>=!&|^~?:.,;()[]{}")
    private static let longMarks = words("=== !== ** => == != <= >= && || ?? ?. += -= ++ --")

    /// The words, numbers, texts, spaces and marks of a script.
    private static func tokens(_ text: String) -> [String] {
        var result: [String] = []
        var rest = Substring(text)
        while let first = rest.first {
            let piece: Substring
            if first == "'" || first == "\"" || first == "`" {
                let inside = rest.dropFirst().prefix { $0 != first }
                piece = rest.prefix(inside.count + 2)
            } else if marks.contains(first) {
                piece = rest.prefix(longMarks.first { rest.hasPrefix($0) }?.count ?? 1)
            } else if first.isLetter || first == "$" || first == "_" {
                piece = rest.prefix { $0.isLetter || $0.isNumber || $0 == "$" || $0 == "_" }
            } else if first.isNumber {
                piece = rest.prefix { $0.isNumber || $0 == "." || $0 == "e" }
            } else {
                piece = rest.prefix(1)
            }
            result.append(String(piece))
            rest = rest.dropFirst(piece.count)
        }
        return result
    }

    /// The end of the balanced part that begins at a token.
    private static func end(_ tokens: [String], from start: Int) -> Int {
        var (depth, index) = (0, start)
        while index < tokens.count {
            switch tokens[index] {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            default: break
            }
            index += 1
            if depth <= 0 { break }
        }
        return index
    }

    private mutating func changed(_ script: String) -> String {
        var tokens = Self.tokens(script)
        guard !tokens.isEmpty, tokens.count < 400 else { return statement(3) }
        let index = random.below(tokens.count)
        let part = index..<Self.end(tokens, from: index)
        switch random.below(12) {
        case 0: tokens.removeSubrange(part)
        case 1: tokens.insert(contentsOf: tokens[part], at: index)
        case 2:
            let other = random.below(tokens.count)
            let moved = Array(tokens[other..<Self.end(tokens, from: other)])
            tokens.replaceSubrange(part, with: moved)
        case 3: tokens.replaceSubrange(part, with: ["(" + expression(3) + ")"])
        case 4: tokens.insert(statement(2) + ";", at: 0)
        case 5: tokens.append(";" + statement(2))
        case 6:
            let inner = tokens[part].joined()
            tokens.replaceSubrange(part, with: [random.pick(Self.wraps).replacing("_", with: inner)])
        default: tokens[index] = replacement(of: tokens[index])
        }
        return tokens.joined()
    }

    private mutating func replacement(of token: String) -> String {
        guard let first = token.first else { return token }
        if first.isNumber { return number() }
        if first == "'" || first == "\"" || first == "`" { return text() }
        if first.isLetter || first == "$" { return random.pick(random.below(3) == 0 ? Self.members : Self.names) }
        return first.isWhitespace ? token : random.pick(Self.operators)
    }

    // MARK: New parts

    private mutating func number() -> String {
        switch random.below(6) {
        case 0: "\(random.below(10))"
        case 1: "\(random.below(2001) - 1000)"
        case 2: "\(Double(random.below(2001) - 1000) / 100)"
        case 3: random.pick(Self.edges)
        default: "\(random.below(100))"
        }
    }

    private static let edges = words("0 -0 1e9 1e308 1e-9 NaN Infinity -Infinity 4294967295 2147483648 1e6")

    private mutating func text() -> String { "'" + random.pick(Self.texts) + "'" }

    private mutating func expression(_ depth: Int) -> String {
        guard depth > 0 else {
            return [number(), text(), random.pick(Self.names), random.pick(Self.leaves)][random.below(4)]
        }
        func inner() -> String { expression(depth - 1 - random.below(2)) }
        func list() -> String { (0...random.below(4)).map { _ in inner() }.joined(separator: ",") }
        switch random.below(14) {
        case 0, 1: return "\(inner()) \(random.pick(Self.operators)) \(inner())"
        case 2: return "[\(list())]"
        case 3: return "(\(inner()) ? \(inner()) : \(inner()))"
        case 4, 5: return "\(random.pick(Self.functions))(\(list()))"
        case 6: return "\(random.pick(Self.leaves)).\(random.pick(Self.members))"
        case 7: return "\(random.pick(Self.leaves)).\(random.pick(Self.members))(\(inner()))"
        case 8: return "(\(random.pick(Self.parameters)) => \(inner()))(\(inner()))"
        case 9: return "`a${\(inner())}b`"
        case 10: return "({a: \(inner()), get b() { return \(inner()) }, c(x) { return x }}).\(random.pick(Self.own))"
        case 11: return "[1,2,3].\(random.pick(Self.walks))(x => \(inner()))"
        case 12:
            let pattern = "/\(random.pick(Self.patterns))/\(random.pick(["", "g", "i", "gm"]))"
            return "\(text()).\(random.pick(Self.searches))(\(pattern), \(inner()))"
        default: return random.pick(Self.wraps).replacing("_", with: inner())
        }
    }

    private static let parameters = ["x", "(a, b = 2)", "([a])", "({a})", "(...r)"], own = ["a", "b", "c(1)", "d?.e"]
    private static let walks = words("map filter forEach reduce sort some find flatMap")
    private static let searches = words("replace match split search")

    private mutating func statement(_ depth: Int) -> String {
        let value = expression(depth)
        switch random.below(12) {
        case 0: return "var x = \(value)"
        case 1: return "for (let i = 0; i < \(number()); i++) { x = \(value) }"
        case 2: return "while (\(value)) { \(random.pick(["break", "x++", "continue", ""])) }"
        case 3: return "if (\(value)) { \(expression(depth - 1)) } else { \(expression(depth - 1)) }"
        case 4: return "function f(a) { return \(value) } f(\(number()))"
        case 5: return "try { \(value) } catch (e) { \(random.pick(["e", "0"])) } finally { \(expression(0)) }"
        case 6: return "const {a, b: [c = 1] = []} = \(value); a"
        case 7: return "for (const x of \(value)) y = x"
        case 8: return "switch (\(value)) { case 1: 2; break; default: \(expression(depth - 1)) }"
        case 9: return "class A { constructor(a) { this.a = a } get v() { return \(value) } } new A(1).v"
        case 10: return "$bm_rt = \(value)"
        default: return value
        }
    }

    private static let operators = words(
        #"""
        + - * / % ** < > <= >= == === != && || ?? & | ^ << >> >>> , = += -= in instanceof
        """#)
    private static let wraps = parts(
        #"""
        (_) @ [_] @ -_ @ !_ @ typeof _ @ String(_) @ Number(_) @ Math.floor(_) @ eval('_') @ JSON.stringify(_)
        void _ @ (function () { return _ })() @ (() => { throw _ })() @ [..._] @ Math.max(..._) @ { _ } @ Array(_)
        new Date(_) @ Object.keys(_) @ linear(time, _, value) @ isNaN(_) @ parseFloat(_) @ x = _ @ delete _
        await _ @ new _
        """#)

    /// The words of a text.
    private static func words(_ text: String) -> [String] { text.split { $0.isWhitespace }.map { String($0) } }

    /// The parts of a text between @ signs and lines.
    private static func parts(_ text: String) -> [String] {
        text.split { $0 == "@" || $0 == "\n" }.map { part in
            let part = part.trimmingPrefix { $0 == " " }
            return part.hasPrefix("(empty)") ? "" : String(part.reversed().trimmingPrefix { $0 == " " }.reversed())
        }
    }

    private static let functions = words(
        #"""
        add sub mul div mod clamp dot cross length normalize lookAt linear ease easeIn easeOut random gaussRandom
        seedRandom noise wiggle temporalWiggle loopIn loopOut loopInDuration loopOutDuration valueAtTime
        velocityAtTime speedAtTime smooth key nearestKey posterizeTime timeToFrames framesToTime timeToTimecode
        rgbToHsl hslToRgb hexToRgb degreesToRadians radiansToDegrees createPath points inTangents outTangents
        isClosed pointOnPath tangentOnPath normalOnPath toComp fromComp toWorld fromWorld sourceRectAtTime comp
        content effect mask layer footage propertyGroup Math.sin Math.pow Math.round parseInt eval Array.from
        Object.assign JSON.parse Date RegExp $bm_sum $bm_neg $bm_isInstanceOfArray thisComp.layer
        """#)
    private static let names = words(
        #"""
        value time thisLayer thisComp thisProperty index inPoint outPoint width height position rotation scale
        opacity anchorPoint transform parent velocity speed numKeys name x y a $bm_rt Math undefined null this true
        globalThis arguments Object Array String marker source text effect content $$s $$list
        """#)
    private static let leaves = parts(
        #"""
        thisComp @ thisLayer @ thisProperty @ value @ thisComp.layer('Control') @ thisComp.layer(2)
        thisComp.layer(thisLayer, 1) @ thisComp.layer('Control').effect('Slider')('In')
        thisComp.layer('Control').effect('Color')(1) @ thisComp.layer('Solid').mask(1)
        content('Group').content('Path 1').path @ content(1).content('Ellipse').size
        thisComp.layer('Words').text.sourceText @ thisComp.layer('Words').text.sourceText.style
        comp('Inner').layer('Deep') @ thisComp.layer('Inside').source.layer(1) @ thisComp.marker @ parent
        transform @ Math @ [3,1,2] @ 'text' @ (5) @ new Date(0) @ /a+/ @ {} @ thisLayer.transform.position
        thisComp.layer('Own').transform.rotation @ thisComp.layer('Own').transform.opacity
        content('Group').content('Paint').color
        """#)
    private static let members = words(
        #"""
        value length name index numKeys key valueAtTime velocityAtTime transform position rotation width time points
        path maskPath style setText setFontSize fontSize constructor prototype __proto__ toString valueOf push slice
        splice join concat reverse indexOf map repeat padStart charAt substr toFixed apply call bind propertyGroup
        propertyIndex layer effect loopOut nearestKey source parent $flat $kind $layer hasOwnProperty
        """#)
    private static let texts = parts(
        #"""
        (empty) @ a @ cycle @ pingpong @ offset @ continue @ Own @ Control @ Solid @ Words @ Inner @ Slider @ In
        Group @ Path 1 @ #ff8000 @ 1 + 1 @ value @ x = 1 @ 12 @ go @ ADBE Transform Group @ Position @ Rotation @ é😀
        2020-01-02T03:04:05Z @ $&$1
        """#)
    private static let patterns = words(
        #"""
        a a* (a|b)+ (?:x)? [a-z]{1,3} ^ $ \b \d+ (a+)+$ (?=e) (?!e) (?<n>e) . [^] (.)\1 e??
        """#)
}
