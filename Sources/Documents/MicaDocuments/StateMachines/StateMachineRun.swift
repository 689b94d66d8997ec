import Foundation

/// A running state machine: the current state and the inputs' values. Events go in, effects come out.
///
/// It is a value without clock, layers or files, so that the same events give the same effects in each run. Its owner
/// plays animations, finds out over which layers the pointer is, and tells it when a playback or a tween ends.
///
/// Each event is followed by transitions until none is possible. Those of the GlobalState are looked at first; a state
/// that is current already is not entered again by them. A transition whose guards hold is taken, in the file's order,
/// and one without guards if there is no other. A transition that needs an event is possible only while that event is
/// looked at, and the others only without one.
///
/// *Source*: dotlottie.io, "dotLottie v2.0 Specification", State Machines; the order of evaluation is that of
/// dotlottie-rs. There, exit actions are left out for transitions of the GlobalState; here, as the specification has it,
/// each state that is left runs its own. A click is a press and a release over the same layer, as in browsers; the
/// specification does not say it. A tween moves the values of one animation: to a state with another one it is a jump.
package struct StateMachineRun: Sendable, Equatable {
    /// An event of the machine's surroundings.
    package enum Event: Sendable, Equatable {
        /// An event of the pointer, and the listened layers that it is over.
        case pointer(Pointer, over: Set<String>)
        /// The playback of the current state ends.
        case complete
        /// A turn of a playback that loops ends.
        case loopComplete
        /// The tween to a state ends.
        case tweenEnd
        /// The program sets an input.
        case set(String, StateMachine.Input.Value)
        /// The program fires an event.
        case fire(String)
        /// Time passes, in seconds.
        case time(Double)
    }

    /// An action of the pointer; `upOutside` is a release outside of the picture, which ends no click.
    package enum Pointer: Sendable { case down, up, upOutside, move, enter, exit }

    /// A change outside of the machine.
    package enum Effect: Sendable, Equatable {
        /// A state begins: its playback starts.
        case enter(StateMachine.State)
        /// The picture changes to the first of a state's over a time, with `tweenEnd` at its end.
        case tween(to: StateMachine.State, StateMachine.Tween)
        case setTheme(String)
        /// Goes to a frame of the animation, from 0.
        case setFrame(Double)
        /// Goes to a share of the animation, in percent.
        case setProgress(Double)
        /// Sets slots, as a JSON object.
        case setSlots(String)
        /// Opens a URL, and whether a press or a click is the cause.
        case openURL(String, target: String, isByHand: Bool)
        case customEvent(String)
        /// The machine ends: in a final state, or, since it does not come to rest, with the end of a sentence about it.
        case stop(reason: String?)
    }

    /// The description.
    package let machine: StateMachine
    /// The name of the current state; nil before the first.
    package private(set) var state: String?
    /// Whether it was started and has not ended.
    package private(set) var isRunning = false
    /// The time since the start, in seconds.
    package private(set) var elapsed = 0.0
    /// The target of the tween in progress; nil without one.
    package private(set) var tweenTarget: String?
    /// Whether the tween's first state has been left, so that its exit actions have run.
    private var hasLeft = false
    private var numbers: [String: Double] = [:]
    private var texts: [String: String] = [:]
    private var flags: [String: Bool] = [:]
    private var events: Set<String> = []
    /// The event that is looked at.
    private var pending: String?
    private var effects: [Effect] = []
    /// The layers that the pointer was over at last.
    private var hovered: Set<String> = []
    /// The layers that the pointer was over at a press that has no release yet; nil without one.
    private var pressed: Set<String>?
    /// The animation that is shown, by the states that name one.
    private var animation = ""
    /// The guards, interactions and actions that the last event took, and the length of the texts among them.
    package private(set) var work = 0
    private var isByHand = false
    private var random: UInt64
    private let indices: [String: Int]
    /// The inputs' values at first.
    private let firstValues: [String: StateMachine.Input.Value]
    /// Whether a guard depends on the time.
    private let needsTime: Bool

    /// The most transitions after one event, and the most work; a machine that takes more is stopped.
    package static let transitionLimit = 100, workLimit = 1_000_000

    /// Makes a run that has not started.
    ///
    /// - Parameter seed: of the numbers of `SetRandom`, which are the same for the same seed.
    package init(_ machine: StateMachine, seed: UInt64 = 0) {
        self.machine = machine
        random = seed
        indices = Dictionary(machine.states.enumerated().map { ($1.name, $0) }) { first, _ in first }
        firstValues = Dictionary(machine.inputs.map { ($0.name, $0.value) }) { first, _ in first }
        let transitions = (machine.states + (machine.global.map { [$0] } ?? [])).flatMap { $0.transitions }
        needsTime = transitions.contains { transition in
            transition.guards.contains {
                guard case .number(let name, _, let operand) = $0 else { return false }
                return name == StateMachine.elapsedTime || operand == .input(StateMachine.elapsedTime)
            }
        }
        for name in firstValues.keys { reset(name) }
    }

    /// Whether the machine has to be told of time.
    package var listensToTime: Bool { needsTime && isRunning }

    /// Enters the initial state.
    ///
    /// - Parameter animation: the animation that is shown.
    /// *Returns*: the effects, in their order.
    package mutating func start(showing animation: String = "") -> [Effect] {
        guard !isRunning else { return [] }
        (isRunning, elapsed, work, self.animation) = (true, 0, 0, animation)
        enter(machine.initial)
        settle()
        return taken()
    }

    /// Ends the machine.
    package mutating func stop() { isRunning = false }

    /// Handles an event.
    ///
    /// *Returns*: the effects, in their order; empty after the machine's end.
    package mutating func handle(_ event: Event) -> [Effect] {
        guard isRunning else { return [] }
        (isByHand, work) = (false, 0)
        switch event {
        case .pointer(let pointer, let layers): self.pointer(pointer, layers)
        case .complete: interact(.complete)
        case .loopComplete: interact(.loopComplete)
        case .tweenEnd:
            guard let target = tweenTarget else { return [] }
            tweenTarget = nil
            enter(target)
            settle()
        case .set(let name, let value):
            guard set(name, value) else { return [] }
            settle()
        case .fire(let name):
            guard events.contains(name) else { return [] }
            pending = name
            settle()
        case .time(let seconds):
            elapsed += max(0, seconds)
            if needsTime { settle() }
        }
        return taken()
    }

    private mutating func taken() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Inputs

    /// The value of an input; nil when there is none of the name.
    package func value(of name: String) -> StateMachine.Input.Value? {
        if name == StateMachine.elapsedTime { return .number(elapsed) }
        if let number = numbers[name] { return .number(number) }
        if let text = texts[name] { return .text(text) }
        if let flag = flags[name] { return .flag(flag) }
        return events.contains(name) ? .event : nil
    }

    /// Gives an input its first value.
    private mutating func reset(_ name: String) {
        switch firstValues[name] {
        case .number(let value)?: numbers[name] = value
        case .text(let value)?: texts[name] = value
        case .flag(let value)?: flags[name] = value
        case .event?: events.insert(name)
        case nil: break
        }
    }

    /// Sets an input of the same kind. *Returns*: whether there is one.
    private mutating func set(_ name: String, _ value: StateMachine.Input.Value) -> Bool {
        switch value {
        case .number(let number) where numbers[name] != nil && number.isFinite: numbers[name] = number
        case .text(let text) where texts[name] != nil: texts[name] = text
        case .flag(let flag) where flags[name] != nil: flags[name] = flag
        default: return false
        }
        return true
    }

    /// The value of an operand; `usual` for an input that does not exist.
    private func value<Value>(
        _ operand: StateMachine.Operand<Value>, _ inputs: [String: Value], _ usual: Value
    ) -> Value {
        switch operand {
        case .literal(let value): value
        case .input(let name): inputs[name] ?? usual
        }
    }

    private func number(_ operand: StateMachine.Operand<Double>) -> Double {
        operand == .input(StateMachine.elapsedTime) ? elapsed : value(operand, numbers, 0)
    }

    private func text(_ operand: StateMachine.Operand<String>) -> String { value(operand, texts, "") }
    private func flag(_ operand: StateMachine.Operand<Bool>) -> Bool { value(operand, flags, false) }

    // MARK: Interactions

    private mutating func pointer(_ pointer: Pointer, _ layers: Set<String>) {
        let before = pressed
        switch pointer {
        case .down:
            isByHand = true
            pressed = layers
            interact(.pointerDown, over: layers)
        case .up, .upOutside:
            pressed = nil
            interact(.pointerUp, over: layers)
        case .move: interact(.pointerMove)
        case .enter: interact(.pointerEnter, whole: true)
        case .exit:
            pressed = nil
            interact(.pointerExit, whole: true)
        }
        // The layers that the pointer came over, and those that it left.
        let now = pointer == .exit ? [] : layers
        let (entered, left) = (now.subtracting(hovered), hovered.subtracting(now))
        hovered = now
        if !(entered.isEmpty && left.isEmpty) {
            for interaction in machine.interactions {
                guard let name = interaction.name, isRunning else { continue }
                let isMeant =
                    interaction.kind == .pointerEnter && entered.contains(name)
                    || interaction.kind == .pointerExit && left.contains(name)
                if isMeant { perform(interaction) }
            }
        }
        if pointer == .up, let before {
            isByHand = true
            interact(.click, over: layers.intersection(before))
        }
    }

    /// Runs the interactions of a kind that are for all of the picture, or for a layer that the pointer is over.
    ///
    /// - Parameter whole: whether only those for all of the picture are meant.
    private mutating func interact(
        _ kind: StateMachine.Interaction.Kind, over layers: Set<String> = [], whole: Bool = false
    ) {
        let current = state
        work += machine.interactions.count
        for interaction in machine.interactions where interaction.kind == kind && isRunning {
            if kind.isPointer {
                guard interaction.name.map({ !whole && layers.contains($0) }) ?? true else { continue }
            } else if interaction.name != current {
                continue
            }
            perform(interaction)
        }
    }

    /// Runs an interaction's actions, each followed by the transitions that it makes possible.
    private mutating func perform(_ interaction: StateMachine.Interaction) {
        for action in interaction.actions where isRunning {
            if perform(action) { settle() }
        }
    }

    // MARK: Transitions

    /// Takes transitions until none is possible.
    private mutating func settle() {
        for _ in 0...Self.transitionLimit {
            guard isRunning else { return }
            let event = pending
            let found = next(event)
            guard work <= Self.workLimit else { return halt("\(Self.workLimit) steps") }
            if let transition = found {
                // An event is for one transition.
                if event != nil, pending == event { pending = nil }
                take(transition)
            } else if event != nil, tweenTarget == nil {
                // Without the event, other transitions may be possible.
                pending = nil
            } else {
                return
            }
        }
        halt("\(Self.transitionLimit) transitions")
    }

    /// Ends a machine that does not come to rest.
    private mutating func halt(_ reason: String) {
        isRunning = false
        effects.append(
            .stop(
                reason: "takes more than \(reason) after one event: it is stopped in the state '\(state ?? "")'"))
    }

    /// The transition that is taken next; nil for none.
    private mutating func next(_ event: String?) -> StateMachine.Transition? {
        if let global = machine.global, let found = possible(global, event), found.target != (tweenTarget ?? state) {
            return found
        }
        guard let state, let index = indices[state], let found = possible(machine.states[index], event) else {
            return nil
        }
        // During a tween the first state is still the current one; its way to the target is taken already.
        return tweenTarget == found.target ? nil : found
    }

    private mutating func possible(_ state: StateMachine.State, _ event: String?) -> StateMachine.Transition? {
        work += state.transitions.count
        for transition in state.transitions where !transition.guards.isEmpty {
            guard transition.needsEvent == (event != nil) else { continue }
            if hold(transition.guards, event) { return transition }
        }
        return state.transitions.last { $0.guards.isEmpty }
    }

    private mutating func hold(_ guards: [StateMachine.Guard], _ event: String?) -> Bool {
        for condition in guards {
            work += 1
            guard holds(condition, event) else { return false }
        }
        return true
    }

    private mutating func holds(_ condition: StateMachine.Guard, _ event: String?) -> Bool {
        switch condition {
        case .number(let name, let relation, let operand):
            let value = name == StateMachine.elapsedTime ? elapsed : numbers[name] ?? 0
            return relation.holds(value, number(operand))
        case .text(let name, let relation, let operand):
            let (value, other) = (texts[name] ?? "", text(operand))
            work += min(value.utf8.count, other.utf8.count) / 256
            return relation.holds(value, other)
        case .flag(let name, let relation, let operand): return relation.holds(flags[name] ?? false, flag(operand))
        case .event(let name): return name == event
        }
    }

    private mutating func take(_ transition: StateMachine.Transition) {
        let isFromTween = tweenTarget != nil && hasLeft
        tweenTarget = nil
        if !isFromTween, let state, let index = indices[state] {
            for action in machine.states[index].exitActions where isRunning { _ = perform(action) }
        }
        guard isRunning else { return }
        if let tween = transition.tween, tween.duration > 0, state != nil, let index = indices[transition.target],
            isShown(machine.states[index].animation)
        {
            (tweenTarget, hasLeft) = (transition.target, true)
            return effects.append(.tween(to: machine.states[index], tween))
        }
        enter(transition.target)
    }

    /// Whether a state has the animation that is shown.
    private func isShown(_ name: String) -> Bool { name.isEmpty || name == animation }

    private mutating func enter(_ name: String) {
        hasLeft = false
        guard let index = indices[name] else {
            // The GlobalState has no playback; a machine that begins with it shows the animation's beginning.
            for action in machine.global?.entryActions ?? [] where isRunning { _ = perform(action) }
            return
        }
        state = name
        let entered = machine.states[index]
        if !entered.animation.isEmpty { animation = entered.animation }
        effects.append(.enter(entered))
        for action in entered.entryActions where isRunning { _ = perform(action) }
        if entered.isFinal {
            isRunning = false
            effects.append(.stop(reason: nil))
        }
    }

    // MARK: Actions

    /// Runs an action.
    ///
    /// *Returns*: whether it may make transitions possible.
    private mutating func perform(_ action: StateMachine.Action) -> Bool {
        work += 1
        switch action {
        case .fire(let name):
            pending = name
            return true
        case .setTheme(let theme): effects.append(.setTheme(text(theme)))
        case .setFrame(let frame): effects.append(.setFrame(max(0, number(frame))))
        case .setProgress(let share): effects.append(.setProgress(min(max(number(share), 0), 100)))
        case .setSlots(let slots): effects.append(.setSlots(slots))
        case .openURL(let url, let target): effects.append(.openURL(text(url), target: target, isByHand: isByHand))
        case .fireCustomEvent(let name): effects.append(.customEvent(name))
        default:
            change(action)
            return true
        }
        return false
    }

    /// Runs an action on an input.
    private mutating func change(_ action: StateMachine.Action) {
        switch action {
        case .toggle(let name): flags[name]?.toggle()
        case .setFlag(let name, let value): flags[name] = flag(value)
        case .setNumber(let name, let value): store(number(value), name)
        case .setText(let name, let value): texts[name] = text(value)
        case .increment(let name, let value): store((numbers[name] ?? 0) + number(value), name)
        case .decrement(let name, let value): store((numbers[name] ?? 0) - number(value), name)
        case .multiply(let name, let value): store((numbers[name] ?? 0) * number(value), name)
        case .floor(let name): store((numbers[name] ?? 0).rounded(.down), name)
        case .clamp(let name, let least, let most):
            var value = numbers[name] ?? 0
            if let least { value = max(value, number(least)) }
            if let most { value = min(value, number(most)) }
            store(value, name)
        case .random(let name, let least, let most, let isWhole):
            let (low, high) = (min(number(least), number(most)), max(number(least), number(most)))
            let share = nextShare()
            store(
                isWhole ? min((low + share * (high - low + 1)).rounded(.down), high) : low + share * (high - low), name)
        case .reset(let name): reset(name)
        default: break
        }
    }

    /// Sets a number, within the range of numbers that files may have.
    private mutating func store(_ value: Double, _ name: String) {
        numbers[name] = value.isNaN ? 0 : LottieReader.bounded(value)
    }

    /// A number from 0 to less than 1.
    ///
    /// *Source*: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014 (SplitMix64).
    private mutating func nextShare() -> Double {
        random &+= 0x9E37_79B9_7F4A_7C15
        var bits = random
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53)
    }
}
