/// Reads a state machine from its JSON.
///
/// A part that is wrong is left out with a warning: an action by itself, but a transition as a whole if one of its guards
/// is wrong, so that no transition is taken more often than it was meant to be.
struct StateMachineReader {
    private let diagnostics: LottieDiagnostics
    /// The kind of each input, by name.
    private var kinds: [String: InputKind] = [:]

    /// The most states, inputs, interactions, and the most transitions, guards and actions of one owner.
    static let stateLimit = 1000, inputLimit = 1000, interactionLimit = 1000, ownLimit = 1000
    /// The most states, inputs, interactions, transitions, guards and actions in all.
    static let totalLimit = 20_000
    /// The most bytes of a name: names are searched for at each step.
    static let nameLimit = 1000

    private enum InputKind: String, CaseIterable {
        case number = "Numeric"
        case text = "String"
        case flag = "Boolean"
        case event = "Event"
    }

    private enum StateKind: String, CaseIterable {
        case playback = "PlaybackState"
        case global = "GlobalState"
    }

    private enum TransitionKind: String, CaseIterable {
        case plain = "Transition"
        case tweened = "Tweened"
    }

    private enum ActionKind: String, CaseIterable {
        case toggle = "Toggle"
        case setBoolean = "SetBoolean"
        case setNumeric = "SetNumeric"
        case setString = "SetString"
        case increment = "Increment"
        case decrement = "Decrement"
        case multiply = "Multiply"
        case floor = "Floor"
        case clamp = "Clamp"
        case random = "SetRandom"
        case fire = "Fire"
        case reset = "Reset"
        case setTheme = "SetTheme"
        case setFrame = "SetFrame"
        case setProgress = "SetProgress"
        case setSlot = "SetSlot"
        case setExpression = "SetExpression"
        case openURL = "OpenUrl"
        case fireCustomEvent = "FireCustomEvent"
    }

    init(_ diagnostics: LottieDiagnostics) { self.diagnostics = diagnostics }

    /// Reads a machine.
    ///
    /// *Throws*: `.malformed` when it has no states or no initial one, `.refused` when it exceeds the limits.
    func read(_ value: JSONValue, name: String) throws(DocumentError) -> StateMachine {
        var reader = self
        return try reader.machine(value, name: name)
    }

    private mutating func machine(_ value: JSONValue, name: String) throws(DocumentError) -> StateMachine {
        let root = try MemberReader(file: value, "state machine", budget: Self.totalLimit, diagnostics)
        guard let initial = root.text("initial", isRequired: true) else {
            diagnostics.offset = root.object.offset
            throw diagnostics.malformed("the state machine has no initial state")
        }
        var machine = StateMachine(name: name, initial: initial)
        machine.inputs = try inputs(root)
        var names: Set<String> = []
        for member in try root.members("states", limit: Self.stateLimit, isRequired: true) {
            guard let (state, isGlobal) = try state(member) else { continue }
            guard names.insert(state.name).inserted else {
                member.warn("name", "is '\(state.name)', as that of a state before: the state is left out")
                continue
            }
            if !isGlobal {
                machine.states.append(state)
            } else if machine.global == nil {
                machine.global = state
            } else {
                member.warn("is a second GlobalState: it is left out")
            }
        }
        guard names.contains(initial) else {
            diagnostics.offset = root.object.offset
            throw diagnostics.malformed(
                "the initial state '\(initial)' is none of the states" + Spelling.hint(initial, among: names))
        }
        checkTargets(&machine)
        for member in try root.members("interactions", limit: Self.interactionLimit) {
            if let interaction = try interaction(member, names) { machine.interactions.append(interaction) }
        }
        return machine
    }

    /// Leaves out transitions to states that do not exist.
    private func checkTargets(_ machine: inout StateMachine) {
        let known = Set(machine.states.map { $0.name })
        func check(_ state: inout StateMachine.State) {
            state.transitions.removeAll { transition in
                guard !known.contains(transition.target) else { return false }
                diagnostics.warn(
                    "the state '\(state.name)' has a transition to '\(transition.target)', which is no state with "
                        + "playback: it is left out\(Spelling.hint(transition.target, among: known))")
                return true
            }
        }
        diagnostics.offset = 0
        for index in machine.states.indices { check(&machine.states[index]) }
        if var global = machine.global {
            check(&global)
            machine.global = global
        }
    }

    /// A member's text that is a name; nil, with a warning, when it is too long.
    private func name(_ member: MemberReader, _ key: String, isRequired: Bool = false) -> String? {
        guard let text = member.text(key, isRequired: isRequired) else { return nil }
        guard text.utf8.count <= Self.nameLimit else {
            member.warn(key, "is a name of more than \(Self.nameLimit) bytes")
            return nil
        }
        return text
    }

    // MARK: Inputs

    private mutating func inputs(_ root: MemberReader) throws(DocumentError) -> [StateMachine.Input] {
        var result: [StateMachine.Input] = []
        for member in try root.members("inputs", limit: Self.inputLimit) {
            guard let name = name(member, "name", isRequired: true),
                let kind = member.word("type", InputKind.self, isRequired: true)
            else { continue }
            guard !name.hasPrefix("@") else {
                member.warn("name", "is '\(name)': names with @ belong to the player; the input is left out")
                continue
            }
            guard kinds[name] == nil else {
                member.warn("name", "is '\(name)', as that of an input before: it is left out")
                continue
            }
            let value: StateMachine.Input.Value? =
                switch kind {
                case .number: member.number("value", isRequired: true).map { .number($0) }
                case .text: member.text("value", isRequired: true).map { .text($0) }
                case .flag: member.flag("value", isRequired: true).map { .flag($0) }
                case .event: .event
                }
            guard let value else { continue }
            kinds[name] = kind
            result.append(StateMachine.Input(name, value))
        }
        return result
    }

    /// The name of an input of a kind, from a member; nil, with a warning, when there is none.
    private func input(_ member: MemberReader, _ kind: InputKind, key: String = "inputName") -> String? {
        guard let name = member.text(key, isRequired: true) else { return nil }
        return isInput(name, kind, member, key) ? name : nil
    }

    private func isInput(_ name: String, _ kind: InputKind, _ member: MemberReader, _ key: String) -> Bool {
        if kind == .number, name == StateMachine.elapsedTime { return true }
        guard let known = kinds[name] else {
            member.warn(key, "is '\(name)', which is not an input\(Spelling.hint(name, among: kinds.keys))")
            return false
        }
        guard known == kind else {
            member.warn(key, "is '\(name)', an input of the type \(known.rawValue), not \(kind.rawValue)")
            return false
        }
        return true
    }

    /// The name of the input of a kind that a text refers to; nil, with a warning, if it refers to none.
    private func reference(_ text: String, _ kind: InputKind, _ member: MemberReader, _ key: String) -> String? {
        guard text.hasPrefix("@") || text.hasPrefix("$") else {
            let words = kind == .number ? "a number" : "true, false"
            member.warn(key, "is the text '\(text)' where \(words), or an input's name after $, is expected")
            return nil
        }
        let name = text.hasPrefix("@") ? text : String(text.dropFirst())
        return isInput(name, kind, member, key) ? name : nil
    }

    /// A number, or an input that has one; nil when it is missing or wrong, with a warning.
    private func number(_ member: MemberReader, _ key: String, isRequired: Bool = true) -> StateMachine.Operand<Double>?
    {
        guard let text = member.object[key]?.string else {
            return member.number(key, isRequired: isRequired).map { .literal($0) }
        }
        return reference(text, .number, member, key).map { .input($0) }
    }

    private func text(_ member: MemberReader, _ key: String) -> StateMachine.Operand<String>? {
        guard let text = member.text(key, isRequired: true) else { return nil }
        guard text.hasPrefix("$") else { return .literal(text) }
        let name = String(text.dropFirst())
        if kinds[name] == .text { return .input(name) }
        // A text may begin with a dollar sign.
        member.warn(key, "is '\(text)', which names no input of the type String: it is taken as a text")
        return .literal(text)
    }

    private func flag(_ member: MemberReader, _ key: String) -> StateMachine.Operand<Bool>? {
        guard let text = member.object[key]?.string else {
            return member.flag(key, isRequired: true).map { .literal($0) }
        }
        return reference(text, .flag, member, key).map { .input($0) }
    }

    // MARK: States

    private func state(_ member: MemberReader) throws(DocumentError) -> (StateMachine.State, isGlobal: Bool)? {
        guard let name = name(member, "name", isRequired: true),
            let kind = member.word("type", StateKind.self, isRequired: true)
        else { return nil }
        var state = StateMachine.State(name: name)
        if kind == .playback { readPlayback(member, &state) }
        for transition in try member.members("transitions", limit: Self.ownLimit) {
            if let read = try self.transition(transition) { state.transitions.append(read) }
        }
        if state.transitions.count(where: { $0.guards.isEmpty }) > 1 {
            member.warn("transitions", "has several without guards: the last is taken")
        }
        state.entryActions = try actions(member, "entryActions")
        state.exitActions = try actions(member, "exitActions")
        return (state, kind == .global)
    }

    private func readPlayback(_ member: MemberReader, _ state: inout StateMachine.State) {
        state.animation = name(member, "animation") ?? ""
        state.playback.mode = member.word("mode", StatePlayback.Mode.self) ?? .forward
        state.playback.loops = member.flag("loop") ?? false
        if let count = member.number("loopCount") {
            if count < 0 || count != count.rounded() { member.warn("loopCount", "is no whole number from 0 on") }
            state.playback.loopCount = max(0, Int(count))
        }
        state.playback.autoplay = member.flag("autoplay") ?? false
        if let speed = member.number("speed") {
            if speed > 0 {
                state.playback.speed = min(max(speed, 1e-3), 1e3)
            } else {
                member.warn("speed", "is not above 0: it is taken as 1; \"mode\" has the direction")
            }
        }
        state.isFinal = member.flag("final") ?? false
        state.segment = name(member, "segment").flatMap { $0.isEmpty ? nil : $0 }
        if let color = member.number("backgroundColor") {
            if (0...Double(UInt32.max)).contains(color), color == color.rounded() {
                state.backgroundColor = UInt32(color)
            } else {
                member.warn("backgroundColor", "is no number from 0 to \(UInt32.max)")
            }
        }
    }

    private func transition(_ member: MemberReader) throws(DocumentError) -> StateMachine.Transition? {
        guard let kind = member.word("type", TransitionKind.self, isRequired: true),
            let target = member.text("toState", isRequired: true)
        else { return nil }
        var result = StateMachine.Transition(to: target)
        if kind == .tweened {
            guard let tween = tween(member) else { return nil }
            result.tween = tween
        }
        guard member.object["guards"] == nil || member.object["guards"]?.elements != nil else {
            _ = try member.members("guards", limit: Self.ownLimit)
            return nil
        }
        let count = member.object["guards"]?.elements?.count ?? 0
        let guards = try member.members("guards", limit: Self.ownLimit).compactMap { condition($0) }
        guard guards.count == count else {
            member.warn("is left out, since one of its guards cannot be read")
            return nil
        }
        result.guards = guards
        return result
    }

    private func tween(_ member: MemberReader) -> StateMachine.Tween? {
        guard let duration = member.number("duration", isRequired: true) else { return nil }
        guard duration >= 0, duration <= 86_400 else {
            member.warn("duration", "is \(duration) seconds: from 0 to 86400 are played; the transition is left out")
            return nil
        }
        var easing = SIMD4(0.0, 0, 1, 1)
        if let numbers = member.numbers("easing", count: 4...4) {
            guard (0...1).contains(numbers[0]), (0...1).contains(numbers[2]) else {
                member.warn("easing", "has an x that is not from 0 to 1: the transition is left out")
                return nil
            }
            easing = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
        } else if member.object["easing"] != nil {
            return nil
        }
        return StateMachine.Tween(duration: duration, easing: easing)
    }

    private func condition(_ member: MemberReader) -> StateMachine.Guard? {
        guard let kind = member.word("type", InputKind.self, isRequired: true), let name = input(member, kind) else {
            return nil
        }
        if kind == .event { return .event(name) }
        guard let condition = member.word("conditionType", StateMachine.Condition.self, isRequired: true) else {
            return nil
        }
        if kind != .number, condition != .equal, condition != .notEqual {
            member.warn("conditionType", "is \(condition.rawValue), which is for numbers")
            return nil
        }
        switch kind {
        case .number: return number(member, "compareTo").map { .number(name, condition, $0) }
        case .text: return text(member, "compareTo").map { .text(name, condition, $0) }
        case .flag: return flag(member, "compareTo").map { .flag(name, condition, $0) }
        case .event: return nil
        }
    }

    // MARK: Actions

    private func interaction(
        _ member: MemberReader, _ states: Set<String>
    ) throws(DocumentError) -> StateMachine.Interaction? {
        guard let kind = member.word("type", StateMachine.Interaction.Kind.self, isRequired: true) else { return nil }
        var name: String?
        if kind.isPointer {
            name = self.name(member, "layerName").flatMap { $0.isEmpty ? nil : $0 }
            // Without its name an interaction would be for all of the picture.
            guard name != nil || member.object["layerName"]?.string?.isEmpty ?? true else { return nil }
            if name != nil, kind == .pointerMove {
                member.warn("layerName", "has no meaning for PointerMove, which is for all of the picture")
                name = nil
            }
        } else {
            guard let state = member.text("stateName", isRequired: true) else { return nil }
            if !states.contains(state) {
                member.warn("stateName", "is '\(state)', which is no state\(Spelling.hint(state, among: states))")
                return nil
            }
            name = state
        }
        let actions = try actions(member, "actions", isRequired: true)
        return actions.isEmpty ? nil : StateMachine.Interaction(kind, name, actions)
    }

    private func actions(
        _ owner: MemberReader, _ key: String, isRequired: Bool = false
    ) throws(DocumentError) -> [StateMachine.Action] {
        var result: [StateMachine.Action] = []
        for member in try owner.members(key, limit: Self.ownLimit, isRequired: isRequired) {
            guard let kind = member.word("type", ActionKind.self, isRequired: true) else { continue }
            if let action = inputAction(member, kind) ?? shownAction(member, kind) { result.append(action) }
        }
        return result
    }

    /// An action on an input; nil for other kinds, and, with a warning, when it is wrong.
    private func inputAction(_ member: MemberReader, _ kind: ActionKind) -> StateMachine.Action? {
        switch kind {
        case .toggle: return input(member, .flag).map { .toggle($0) }
        case .setBoolean:
            guard let name = input(member, .flag), let value = flag(member, "value") else { return nil }
            return .setFlag(name, value)
        case .setString:
            guard let name = input(member, .text), let value = text(member, "value") else { return nil }
            return .setText(name, value)
        case .fire: return input(member, .event).map { .fire($0) }
        case .reset:
            guard let name = member.text("inputName", isRequired: true), isChangeable(name, member),
                isInput(name, kinds[name] ?? .number, member, "inputName")
            else { return nil }
            return .reset(name)
        case .setNumeric, .increment, .decrement, .multiply, .floor, .clamp, .random:
            guard let name = input(member, .number), isChangeable(name, member) else { return nil }
            return numberAction(member, kind, name)
        default: return nil
        }
    }

    /// Whether actions may change an input.
    private func isChangeable(_ name: String, _ member: MemberReader) -> Bool {
        if name == StateMachine.elapsedTime { member.warn("inputName", "is '\(name)', which no action changes") }
        return name != StateMachine.elapsedTime
    }

    private func numberAction(_ member: MemberReader, _ kind: ActionKind, _ name: String) -> StateMachine.Action? {
        /// A value that may be missing; nil when it is wrong.
        func optional(_ key: String, _ usual: Double) -> StateMachine.Operand<Double>? {
            member.object[key] == nil ? .literal(usual) : number(member, key)
        }
        switch kind {
        case .setNumeric: return number(member, "value").map { .setNumber(name, $0) }
        case .increment: return optional("value", 1).map { .increment(name, $0) }
        case .decrement: return optional("value", 1).map { .decrement(name, $0) }
        case .multiply: return number(member, "value").map { .multiply(name, $0) }
        case .floor: return .floor(name)
        case .clamp:
            let (least, most) = (number(member, "min", isRequired: false), number(member, "max", isRequired: false))
            guard least != nil || member.object["min"] == nil, most != nil || member.object["max"] == nil else {
                return nil
            }
            return .clamp(name, least: least, most: most)
        case .random:
            guard let least = optional("min", 0), let most = optional("max", 1) else { return nil }
            return .random(name, least: least, most: most, isWhole: member.flag("integer") ?? false)
        default: return nil
        }
    }

    /// An action on what is shown; nil for other kinds, and, with a warning, when it is wrong.
    private func shownAction(_ member: MemberReader, _ kind: ActionKind) -> StateMachine.Action? {
        switch kind {
        case .setTheme:
            // dotlottie-js also writes `themeId`.
            return text(member, member.object["value"] == nil && member.object["themeId"] != nil ? "themeId" : "value")
                .map { .setTheme($0) }
        case .setFrame: return number(member, "value").map { .setFrame($0) }
        case .setProgress: return number(member, "value").map { .setProgress($0) }
        case .setSlot: return member.text("value", isRequired: true).map { .setSlots($0) }
        case .openURL:
            guard let url = text(member, "url") else { return nil }
            return .openURL(url, target: member.text("target") ?? "")
        case .fireCustomEvent: return member.text("value", isRequired: true).map { .fireCustomEvent($0) }
        case .setExpression:
            member.warn("is a SetExpression, which no player runs: the specification does not say what it changes")
            return nil
        default: return nil
        }
    }
}
