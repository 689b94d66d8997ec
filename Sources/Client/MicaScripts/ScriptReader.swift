import Foundation
import MicaEvents

/// Reads the lines of a script into steps.
///
/// Pointers are tracked from line to line: an action without a point happens where the line before left the pointer.
struct ScriptReader {
    /// The steps so far, in the order of their creation.
    private(set) var steps: [EventScript.Step] = []
    /// The time at which the last action has ended, in seconds.
    private(set) var end = 0.0

    private let name: String
    private let limits: ScriptLimits
    private var line = 0
    /// The length of the line. *Units*: Unicode scalars.
    private var lineLength = 0
    private var words: ArraySlice<Word> = []
    /// The time at which the line before has ended, in seconds.
    private var lineEnd = 0.0
    private var pointers: [PointerKey: PointerState] = [:]
    /// Whether a mouse has entered the window.
    private var isMouseInside = false
    private var keys: Set<KeyCode> = []

    /// A word of a line.
    private struct Word {
        /// The word without quotes.
        var text: String
        /// The column, from 1, in Unicode scalars.
        var column: Int
        var isQuoted: Bool
    }

    private struct PointerKey: Hashable {
        var device: PointerDevice
        var pointer: Int
    }

    /// The state of a pointer after the lines so far.
    private struct PointerState {
        var position = CGPoint.zero
        var buttons: Set<PointerButton> = []
        var pressure: Double?
        /// The time at which the last line that used it has ended.
        var busyUntil = 0.0
        /// The last press, to count clicks.
        var press: (time: Double, position: CGPoint, button: PointerButton, count: Int)?
    }

    /// The values of the clauses after an action.
    private struct Clauses {
        var time: Double?
        var duration: Double?
        var modifiers: KeyModifiers = []
        var device: PointerDevice?
        var finger: Int?
        var button = PointerButton.primary
        var pressure: Double?
        var count = 1
        var point: CGPoint?
        /// The column of each clause, for errors.
        var columns: [String: Int] = [:]
    }

    init(name: String, limits: ScriptLimits) { (self.name, self.limits) = (name, limits) }

    /// The number of positions that a moving pointer sends. *Units*: per second.
    static let moveRate = 60.0
    /// The duration of a tap, and the time until the next of several taps. *Units*: seconds.
    static let tapDuration = 0.1
    /// The duration of a drag without a clause. *Units*: seconds.
    static let dragDuration = 0.3
    /// The time and the distance within which presses count as one multiple click. *Units*: seconds, points.
    static let clickInterval = 0.5, clickDistance = 4.0

    // MARK: Lines

    mutating func read(_ bytes: [UInt8]) throws(ScriptError) {
        guard bytes.count <= limits.bytes else {
            throw ScriptError(file: name, line: 0, column: 0, reason: "the script is larger than \(limits.bytes) bytes")
        }
        for piece in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            guard let text = String(validating: piece, as: UTF8.self) else { throw fault("the line is not UTF-8") }
            try readLine(text)
        }
    }

    private mutating func readLine(_ text: String) throws(ScriptError) {
        lineLength = text.unicodeScalars.count
        words = try split(text)[...]
        guard let verb = words.popFirst() else { return }
        guard !verb.isQuoted, let action = ScriptVerb(rawValue: verb.text) else {
            let known = ScriptVerb.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("unknown action '\(Self.shortened(verb.text))'; the actions are \(known)", verb)
        }
        try read(action, verb)
    }

    /// The words of a line; a # outside quotes begins a comment.
    private func split(_ text: String) throws(ScriptError) -> [Word] {
        var result: [Word] = []
        let scalars = Array(text.unicodeScalars)
        var index = scalars.first == "\u{FEFF}" && line == 1 ? 1 : 0
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }
        while index < scalars.count {
            if isSpace(scalars[index]) {
                index += 1
                continue
            }
            if scalars[index] == "#" { break }
            let start = index
            var word = String.UnicodeScalarView()
            if scalars[index] == "\"" {
                index = try readQuoted(scalars, from: index, into: &word)
                result.append(Word(text: String(word), column: start + 1, isQuoted: true))
                continue
            }
            while index < scalars.count, !isSpace(scalars[index]), scalars[index] != "#", scalars[index] != "\"" {
                word.append(scalars[index])
                index += 1
            }
            result.append(Word(text: String(word), column: start + 1, isQuoted: false))
        }
        return result
    }

    /// Reads a text in quotes; returns the index after it.
    private func readQuoted(
        _ scalars: [Unicode.Scalar], from start: Int, into word: inout String.UnicodeScalarView
    ) throws(ScriptError) -> Int {
        var index = start + 1
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if scalar == "\"" { return index }
            guard scalar == "\\" else {
                word.append(scalar)
                continue
            }
            guard index < scalars.count else { break }
            let kind = scalars[index]
            index += 1
            switch kind {
            case "\"", "\\": word.append(kind)
            case "n": word.append("\n")
            case "t": word.append("\t")
            case "u":
                // Reads \u{E9}.
                var digits = ""
                if index < scalars.count, scalars[index] == "{" {
                    index += 1
                    while index < scalars.count, scalars[index] != "}", digits.utf8.count <= 6 {
                        digits.unicodeScalars.append(scalars[index])
                        index += 1
                    }
                    index += 1
                }
                guard index <= scalars.count, let number = UInt32(digits, radix: 16), let value = Unicode.Scalar(number)
                else { throw fault("\\u is followed by a character's number, as in \\u{E9}", column: index) }
                word.append(value)
            default: throw fault("after \\ come only \", \\, n, t and u{...}", column: index)
            }
        }
        throw fault("the text does not end: a \" is missing", column: start + 1)
    }

    // MARK: Actions

    private mutating func read(_ verb: ScriptVerb, _ word: Word) throws(ScriptError) {
        switch verb {
        case .tap where words.first?.isQuoted == true: try readElementTap(word)
        case .tap, .press, .move, .drag, .release, .cancel, .leave: try readPointer(verb, word)
        case .wheel: try readWheel(word)
        case .type, .text, .compose:
            let text = try quoted("the text in quotes")
            var entered: String?
            if verb == .compose, let next = words.first, !next.isQuoted, next.text == "commit" {
                words.removeFirst()
                entered = try quoted("the text that is entered in quotes")
            }
            let clauses = try readClauses(verb)
            let start = try begin(clauses, word)
            if verb == .compose {
                try add(.event(.composition(TextComposition(text))), at: start, clauses.modifiers)
                guard let entered else { return finish(start, 0) }
                let duration = clauses.duration ?? 0
                try add(.event(.text(entered)), at: start + duration, clauses.modifiers)
                return finish(start, duration)
            }
            if verb == .text {
                try add(.event(.text(text)), at: start, clauses.modifiers)
                return finish(start, 0)
            }
            try type(text, from: start, over: clauses.duration ?? 0, clauses.modifiers)
            finish(start, clauses.duration ?? 0)
        case .key, .keydown, .keyup: try readKey(verb, word)
        case .resize:
            let size = try self.size()
            try addPlain(.metrics(size: size, scale: nil), verb, word)
        case .scale:
            let scale = try number("the pixels a point", in: 0.1...16)
            try addPlain(.metrics(size: nil, scale: CGFloat(scale)), verb, word)
        case .appearance:
            let choice = try choice("an appearance", among: WindowAppearance.allCases.map(\.rawValue))
            guard let appearance = WindowAppearance(rawValue: choice) else { return }
            try addPlain(.event(.appearance(appearance)), verb, word)
        case .focus:
            try addPlain(.event(.focus(try choice("on or off", among: ["on", "off"]) == "on")), verb, word)
        case .show, .hide: try addPlain(.event(.visibility(verb == .show)), verb, word)
        case .close: try addPlain(.event(.closeRequest), verb, word)
        case .drop:
            var files: [String] = []
            while let next = words.first, next.isQuoted {
                files.append(next.text)
                words.removeFirst()
            }
            guard !files.isEmpty else { throw missing("a file in quotes") }
            let clauses = try readClauses(verb)
            let position = clauses.point ?? pointers[PointerKey(device: .mouse, pointer: 0)]?.position ?? .zero
            let start = try begin(clauses, word)
            try add(.event(.drop(DropEvent(files: files, position: position))), at: start, clauses.modifiers)
            finish(start, 0)
        case .state:
            guard let name = words.popFirst() else { throw missing("the state's name") }
            try addPlain(.state(name.text), verb, word)
        case .fire, .set: try readInput(verb, word)
        case .wait:
            let seconds = try number("the seconds", in: 0...limits.time)
            let clauses = try readClauses(verb)
            let start = try begin(clauses, word)
            guard start + seconds <= limits.time else { throw tooLate(word) }
            finish(start, seconds)
        }
    }

    /// Reads `fire NAME`, `set NAME=VALUE` or `set NAME VALUE`.
    private mutating func readInput(_ verb: ScriptVerb, _ word: Word) throws(ScriptError) {
        if verb == .fire {
            guard let name = words.popFirst() else { throw missing("the event's name") }
            return try addPlain(.input(name.text, nil), verb, word)
        }
        guard let first = words.popFirst() else { throw missing("the input's name and its value") }
        if !first.isQuoted, let equals = first.text.firstIndex(of: "="), equals != first.text.startIndex {
            var value = String(first.text[first.text.index(after: equals)...])
            // A value in quotes is a word of its own.
            if value.isEmpty, let next = words.first, next.isQuoted {
                value = next.text
                words.removeFirst()
            }
            return try addPlain(.input(String(first.text[..<equals]), value), .set, word)
        }
        guard let value = words.popFirst() else { throw missing("the input's value") }
        try addPlain(.input(first.text, value.text), .set, word)
    }

    private mutating func addPlain(_ action: EventScript.Step.Action, _ verb: ScriptVerb, _ word: Word)
        throws(ScriptError)
    {
        let clauses = try readClauses(verb)
        let start = try begin(clauses, word)
        try add(action, at: start, clauses.modifiers)
        finish(start, 0)
    }

    private mutating func readPointer(_ verb: ScriptVerb, _ word: Word) throws(ScriptError) {
        var (from, to) = (CGPoint?.none, CGPoint?.none)
        switch verb {
        case .tap, .move: to = try point("a point")
        case .press: if let next = words.first, next.text.contains(",") { to = try point("a point") }
        case .drag:
            from = try point("the point where it begins")
            guard let next = words.popFirst() else { throw missing("'to' and the point where it ends") }
            guard next.text == "to", !next.isQuoted else {
                throw fault("'to' is expected, not '\(Self.shortened(next.text))'", next)
            }
            to = try point("the point where it ends")
        default: break
        }
        let clauses = try readClauses(verb)
        let device = clauses.device ?? (clauses.finger == nil ? .mouse : .touch)
        if clauses.finger != nil, device != .touch {
            throw fault("'finger' needs 'by touch'", column: clauses.columns["finger"] ?? word.column)
        }
        let key = PointerKey(device: device, pointer: clauses.finger ?? (device == .touch ? 1 : 0))
        let start = try begin(clauses, word)
        var state = pointers[key] ?? PointerState()
        guard start >= state.busyUntil else {
            throw fault(
                "the \(device.rawValue) is busy until \(Self.words(state.busyUntil)) s with what lines before say", word
            )
        }
        state.pressure = clauses.pressure
        let isDown = !state.buttons.isEmpty
        var length = 0.0
        switch verb {
        case .tap:
            guard !isDown, let to else { throw fault("it is pressed already", word) }
            let hold = clauses.duration ?? Self.tapDuration
            try reserve(Double(clauses.count) * 2 + 2, word)
            for index in 0..<clauses.count {
                let time = start + (hold + Self.tapDuration) * Double(index)
                try hover(to, &state, key, at: time, clauses.modifiers)
                try press(&state, key, clauses.button, at: time, clauses.modifiers)
                try lift(&state, key, clauses.button, .released, at: time + hold, clauses.modifiers)
            }
            length = hold * Double(clauses.count) + Self.tapDuration * Double(clauses.count - 1)
        case .press:
            guard !state.buttons.contains(clauses.button) else { throw fault("it is pressed already", word) }
            if let to { try hover(to, &state, key, at: start, clauses.modifiers) }
            try press(&state, key, clauses.button, at: start, clauses.modifiers)
        case .move:
            guard let to else { return }
            guard isDown || device != .touch else { throw fault("a finger that is not down cannot be moved", word) }
            length = clauses.duration ?? 0
            try glide(to, &state, key, from: start, over: length, clauses.modifiers, word)
        case .drag:
            guard !isDown, let from, let to else { throw fault("it is pressed already", word) }
            length = clauses.duration ?? Self.dragDuration
            try hover(from, &state, key, at: start, clauses.modifiers)
            try press(&state, key, clauses.button, at: start, clauses.modifiers)
            try glide(to, &state, key, from: start, over: length, clauses.modifiers, word)
            try lift(&state, key, clauses.button, .released, at: start + length, clauses.modifiers)
        case .release, .cancel:
            guard state.buttons.contains(clauses.button) else { throw fault("it is not pressed", word) }
            let phase = verb == .release ? PointerEvent.Phase.released : .cancelled
            try lift(&state, key, clauses.button, phase, at: start, clauses.modifiers)
        default:
            guard device == .mouse, isMouseInside else { throw fault("only a mouse inside can leave", word) }
            isMouseInside = false
            try add(
                .event(.pointer(PointerEvent(.exited, at: state.position, buttons: state.buttons))), at: start,
                clauses.modifiers)
        }
        state.busyUntil = start + length
        guard state.busyUntil <= limits.time else { throw tooLate(word) }
        pointers[key] = state
        finish(start, length)
    }

    /// `tap "Log in"`: a tap of an element that is found by its text. It is a finger's, unless a device is given.
    private mutating func readElementTap(_ word: Word) throws(ScriptError) {
        let text = try quoted("the element's text in quotes")
        let clauses = try readClauses(.tap)
        let start = try begin(clauses, word)
        let device = clauses.device ?? .touch
        let hold = clauses.duration ?? Self.tapDuration
        try reserve(Double(clauses.count) * 2, word)
        for index in 0..<clauses.count {
            let time = start + (hold + Self.tapDuration) * Double(index)
            for (phase, at) in [(PointerEvent.Phase.pressed, time), (.released, time + hold)] {
                let event = PointerEvent(
                    phase, at: .zero, device: device, pointer: clauses.finger ?? (device == .touch ? 1 : 0),
                    button: clauses.button, buttons: phase == .pressed ? [clauses.button] : [],
                    pressure: clauses.pressure, clickCount: index + 1)
                try add(.element(text, event), at: at, clauses.modifiers)
            }
        }
        finish(start, hold * Double(clauses.count) + Self.tapDuration * Double(clauses.count - 1))
    }

    /// Moves a mouse or a pen to a point before a press; a finger goes down there directly.
    private mutating func hover(
        _ point: CGPoint, _ state: inout PointerState, _ key: PointerKey, at time: Double, _ modifiers: KeyModifiers
    ) throws(ScriptError) {
        guard key.device != .touch else {
            state.position = point
            return
        }
        if state.position != point || key.device == .mouse && !isMouseInside {
            try move(to: point, &state, key, at: time, modifiers)
        }
    }

    private mutating func move(
        to point: CGPoint, _ state: inout PointerState, _ key: PointerKey, at time: Double, _ modifiers: KeyModifiers
    ) throws(ScriptError) {
        if key.device == .mouse, !isMouseInside {
            isMouseInside = true
            try add(.event(.pointer(PointerEvent(.entered, at: point))), at: time, modifiers)
        } else {
            let way = CGSize(width: point.x - state.position.x, height: point.y - state.position.y)
            try add(
                .event(
                    .pointer(
                        PointerEvent(
                            .moved, at: point, device: key.device, pointer: key.pointer, movement: way,
                            buttons: state.buttons, pressure: state.buttons.isEmpty ? nil : state.pressure))),
                at: time, modifiers)
        }
        state.position = point
    }

    private mutating func press(
        _ state: inout PointerState, _ key: PointerKey, _ button: PointerButton, at time: Double,
        _ modifiers: KeyModifiers
    ) throws(ScriptError) {
        var count = 1
        if let last = state.press, last.button == button, time - last.time <= Self.clickInterval,
            abs(last.position.x - state.position.x) <= Self.clickDistance,
            abs(last.position.y - state.position.y) <= Self.clickDistance
        {
            count = last.count + 1
        }
        state.press = (time, state.position, button, count)
        state.buttons.insert(button)
        try add(
            .event(
                .pointer(
                    PointerEvent(
                        .pressed, at: state.position, device: key.device, pointer: key.pointer, button: button,
                        buttons: state.buttons, pressure: state.pressure, clickCount: count))),
            at: time, modifiers)
    }

    private mutating func lift(
        _ state: inout PointerState, _ key: PointerKey, _ button: PointerButton, _ phase: PointerEvent.Phase,
        at time: Double, _ modifiers: KeyModifiers
    ) throws(ScriptError) {
        state.buttons.remove(button)
        try add(
            .event(
                .pointer(
                    PointerEvent(
                        phase, at: state.position, device: key.device, pointer: key.pointer, button: button,
                        buttons: state.buttons, clickCount: state.press?.count ?? 1))),
            at: time, modifiers)
    }

    /// Moves a pointer on a straight line, at constant speed.
    private mutating func glide(
        _ point: CGPoint, _ state: inout PointerState, _ key: PointerKey, from start: Double, over duration: Double,
        _ modifiers: KeyModifiers, _ word: Word
    ) throws(ScriptError) {
        let count = max(1, (duration * Self.moveRate - 1e-9).rounded(.up))
        try reserve(count, word)
        let origin = state.position
        for index in 1...Int(count) {
            let part = index == Int(count) ? 1 : Double(index) / (duration * Self.moveRate)
            let next =
                part == 1
                ? point : CGPoint(x: origin.x + (point.x - origin.x) * part, y: origin.y + (point.y - origin.y) * part)
            try move(to: next, &state, key, at: start + duration * part, modifiers)
        }
    }

    private mutating func readWheel(_ word: Word) throws(ScriptError) {
        let way = try point("how far, as two numbers with a comma")
        var isPrecise = false
        if let next = words.first, next.text == "points", !next.isQuoted {
            isPrecise = true
            words.removeFirst()
        }
        let clauses = try readClauses(.wheel)
        let start = try begin(clauses, word)
        let position = clauses.point ?? pointers[PointerKey(device: .mouse, pointer: 0)]?.position ?? .zero
        let duration = clauses.duration ?? 0
        guard start + duration <= limits.time else { throw tooLate(word) }
        let count = max(1, (duration * Self.moveRate - 1e-9).rounded(.up))
        try reserve(count + 1, word)
        let part = CGSize(width: way.x / count, height: way.y / count)
        for index in 0..<Int(count) {
            let phase: WheelEvent.Phase = duration == 0 || !isPrecise ? .single : index == 0 ? .began : .changed
            let event = WheelEvent(at: position, movement: part, isPrecise: isPrecise, phase: phase)
            try add(.event(.wheel(event)), at: start + duration * Double(index) / count, clauses.modifiers)
        }
        if duration > 0, isPrecise {
            let event = WheelEvent(at: position, movement: .zero, isPrecise: true, phase: .ended)
            try add(.event(.wheel(event)), at: start + duration, clauses.modifiers)
        }
        finish(start, duration)
    }

    private mutating func readKey(_ verb: ScriptVerb, _ word: Word) throws(ScriptError) {
        guard let name = words.popFirst(), !name.isQuoted else { throw missing("a key's name") }
        guard let code = KeyCode(named: name.text) else {
            throw fault("unknown key '\(Self.shortened(name.text))'", name)
        }
        let clauses = try readClauses(verb)
        let start = try begin(clauses, word)
        let hold = clauses.duration ?? 0
        guard start + hold <= limits.time else { throw tooLate(word) }
        if verb == .keyup {
            guard keys.contains(code) else { throw fault("the key is not down", name) }
        } else {
            guard !keys.contains(code) else { throw fault("the key is down already", name) }
        }
        let typed = code.characters(shifted: clauses.modifiers.contains(.shift))
        func event(_ isPressed: Bool) -> EventScript.Step.Action {
            let isCommand = !clauses.modifiers.isDisjoint(with: [.control, .command])
            return .event(
                .key(
                    KeyEvent(
                        code, isPressed: isPressed, characters: isCommand ? "" : typed, unmodifiedCharacters: typed)))
        }
        if verb != .keyup {
            keys.insert(code)
            try add(event(true), at: start, clauses.modifiers)
        }
        if verb != .keydown {
            keys.remove(code)
            try add(event(false), at: start + hold, clauses.modifiers)
        }
        finish(start, verb == .key ? hold : 0)
    }

    /// Types characters: with keys, if a keyboard of the United States has them, otherwise as an input method enters
    /// them.
    private mutating func type(
        _ text: String, from start: Double, over duration: Double, _ modifiers: KeyModifiers
    ) throws(ScriptError) {
        let count = text.count
        for (index, character) in text.enumerated() {
            let time = start + duration * Double(index) / Double(max(1, count))
            let key = KeyCode.typing(String(character))
            let held = key?.isShifted == true ? modifiers.union(.shift) : modifiers
            if let key {
                try add(.event(.key(KeyEvent(key.code, characters: String(character)))), at: time, held)
            }
            try add(.event(.text(String(character))), at: time, held)
            if let key {
                try add(
                    .event(.key(KeyEvent(key.code, isPressed: false, characters: String(character)))), at: time, held)
            }
        }
    }

    // MARK: Clauses

    private mutating func readClauses(_ verb: ScriptVerb) throws(ScriptError) -> Clauses {
        var clauses = Clauses()
        while let word = words.popFirst() {
            guard !word.isQuoted, let clause = ScriptClause(rawValue: word.text) else {
                throw fault("'\(Self.shortened(word.text))' does not belong here", word)
            }
            guard verb.clauses.contains(clause) else {
                throw fault("'\(verb.rawValue)' has no '\(clause.rawValue)'", word)
            }
            guard clauses.columns.updateValue(word.column, forKey: clause.rawValue) == nil else {
                throw fault("'\(clause.rawValue)' is given twice", word)
            }
            switch clause {
            case .at: clauses.time = try number("the seconds", in: 0...limits.time)
            case .after: clauses.time = lineEnd + (try number("the seconds", in: 0...limits.time))
            case .over: clauses.duration = try number("the seconds", in: 0...limits.time)
            case .with: clauses.modifiers = try modifiers()
            case .by:
                let device = try choice("a device", among: PointerDevice.allCases.map(\.rawValue))
                clauses.device = PointerDevice(rawValue: device)
            case .finger: clauses.finger = Int(try whole("a finger", in: 1...10))
            case .button:
                let name = try choice("a button", among: Self.buttons.map(\.name))
                clauses.button = Self.buttons.first { $0.name == name }?.button ?? .primary
            case .pressure: clauses.pressure = try number("the pressure", in: 0...1)
            case .times: clauses.count = try whole("how often", in: 1...100)
            case .on: clauses.point = try point("a point")
            }
        }
        if let at = clauses.columns["at"], clauses.columns["after"] != nil {
            throw fault("'at' excludes 'after'", column: at)
        }
        return clauses
    }

    private static let buttons: [(name: String, button: PointerButton)] = [
        ("primary", .primary), ("secondary", .secondary), ("middle", .middle), ("back", .back), ("forward", .forward),
    ]

    private mutating func modifiers() throws(ScriptError) -> KeyModifiers {
        guard let word = words.popFirst(), !word.isQuoted else { throw missing("modifier keys") }
        var result: KeyModifiers = []
        for part in word.text.split(separator: "+", omittingEmptySubsequences: false) {
            switch part {
            case "shift": result.insert(.shift)
            case "control": result.insert(.control)
            case "alt": result.insert(.alt)
            case "command": result.insert(.command)
            default: throw fault("modifier keys are shift, control, alt, command, with + between", word)
            }
        }
        return result
    }

    // MARK: Words

    private mutating func quoted(_ what: String) throws(ScriptError) -> String {
        guard let word = words.popFirst() else { throw missing(what) }
        guard word.isQuoted else { throw fault("\(what) is expected, not '\(Self.shortened(word.text))'", word) }
        return word.text
    }

    private mutating func number(_ what: String, in range: ClosedRange<Double>) throws(ScriptError) -> Double {
        guard let word = words.popFirst() else { throw missing(what) }
        guard !word.isQuoted, let number = Self.number(word.text), range.contains(number) else {
            throw fault(
                "\(what): a number from \(Self.words(range.lowerBound)) to \(Self.words(range.upperBound)) is expected, not '\(Self.shortened(word.text))'",
                word)
        }
        return number
    }

    private mutating func whole(_ what: String, in range: ClosedRange<Int>) throws(ScriptError) -> Int {
        guard let word = words.popFirst() else { throw missing(what) }
        guard !word.isQuoted, let number = Int(word.text), range.contains(number) else {
            throw fault(
                "\(what): a whole number from \(range.lowerBound) to \(range.upperBound) is expected, not '\(Self.shortened(word.text))'",
                word)
        }
        return number
    }

    private mutating func choice(_ what: String, among known: [String]) throws(ScriptError) -> String {
        guard let word = words.popFirst() else { throw missing(what) }
        guard !word.isQuoted, known.contains(word.text) else {
            throw fault("\(what) is one of \(known.joined(separator: ", ")), not '\(Self.shortened(word.text))'", word)
        }
        return word.text
    }

    /// Reads `10,20`.
    private mutating func point(_ what: String) throws(ScriptError) -> CGPoint {
        guard let word = words.popFirst() else { throw missing(what) }
        let parts = word.text.split(separator: ",", omittingEmptySubsequences: false)
        guard !word.isQuoted, parts.count == 2, let x = Self.number(parts[0]), let y = Self.number(parts[1]),
            abs(x) <= limits.coordinate, abs(y) <= limits.coordinate
        else {
            throw fault("\(what) is two numbers with a comma, as in 10,20, not '\(Self.shortened(word.text))'", word)
        }
        return CGPoint(x: x, y: y)
    }

    /// Reads `320x240`.
    private mutating func size() throws(ScriptError) -> CGSize {
        guard let word = words.popFirst() else { throw missing("a size") }
        let parts = word.text.split(separator: "x", omittingEmptySubsequences: false)
        guard !word.isQuoted, parts.count == 2, let width = Self.number(parts[0]), let height = Self.number(parts[1]),
            1...16_384 ~= width, 1...16_384 ~= height, width * height <= Double(limits.pixels)
        else {
            throw fault(
                "a size is two numbers from 1 to 16384 with an x, as in 320x240, of at most \(limits.pixels) pixels, not '\(Self.shortened(word.text))'",
                word)
        }
        return CGSize(width: width, height: height)
    }

    /// A decimal number; nil for other forms that Swift accepts.
    private static func number(_ text: some StringProtocol) -> Double? {
        guard text.utf8.count <= 32, text.utf8.allSatisfy({ "0123456789.-+eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A number in its shortest form.
    private static func words(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
    }

    private static func shortened(_ text: String) -> String {
        text.unicodeScalars.count > 40 ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "..." : text
    }

    // MARK: Steps

    /// The beginning of a line: its own time, or the end of the line before.
    private mutating func begin(_ clauses: Clauses, _ word: Word) throws(ScriptError) -> Double {
        let time = clauses.time ?? lineEnd
        guard time <= limits.time else { throw tooLate(word) }
        return time
    }

    private mutating func finish(_ start: Double, _ duration: Double) {
        lineEnd = start + duration
        end = max(end, lineEnd)
    }

    /// Refuses a line that would make too many steps, before any is made.
    private func reserve(_ count: Double, _ word: Word) throws(ScriptError) {
        guard Double(steps.count) + count <= Double(limits.steps) else {
            throw fault("the script makes more than \(limits.steps) steps", word)
        }
    }

    private mutating func add(
        _ action: EventScript.Step.Action, at time: Double, _ modifiers: KeyModifiers
    ) throws(ScriptError) {
        guard steps.count < limits.steps else { throw fault("the script makes more than \(limits.steps) steps") }
        steps.append(EventScript.Step(time: time, action: action, modifiers: modifiers, line: line))
    }

    // MARK: Faults

    private func fault(_ reason: String, column: Int = 1) -> ScriptError {
        ScriptError(file: name, line: line, column: column, reason: reason)
    }

    private func fault(_ reason: String, _ word: Word) -> ScriptError { fault(reason, column: word.column) }

    private func tooLate(_ word: Word) -> ScriptError {
        fault("the script exceeds \(Self.words(limits.time)) s, the limit", word)
    }

    /// The error of a missing word at the end of the line.
    private func missing(_ what: String) -> ScriptError {
        ScriptError(file: name, line: line, column: lineLength + 1, reason: "\(what) is missing")
    }
}
