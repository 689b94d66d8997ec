/// A state machine of a .lottie archive: states, the transitions between them, inputs, and interactions that change
/// inputs.
///
/// This is the description; `StateMachineRun` runs it.
///
/// *Source*: dotlottie.io, "dotLottie v2.0 Specification", State Machines. `SetRandom`, `Multiply`, `Floor`, `Clamp` and
/// `@elapsedTime` are in dotlottie-js and dotlottie-rs only.
package struct StateMachine: Sendable, Equatable {
    /// The identifier in the archive.
    package var name: String
    /// The name of the first state.
    package var initial: String
    /// The states with playback, in the file's order.
    package var states: [State] = []
    /// The state whose transitions are looked at before those of the current state; nil without one.
    package var global: State?
    /// The inputs, in the file's order.
    package var inputs: [Input] = []
    /// The interactions, in the file's order, which is that in which they run.
    package var interactions: [Interaction] = []

    package init(name: String, initial: String) { (self.name, self.initial) = (name, initial) }

    /// A state.
    package struct State: Sendable, Equatable {
        /// The name, which no other state has.
        package var name: String
        /// The animation's identifier; empty for the current one.
        package var animation = ""
        /// How the animation is played.
        package var playback = StatePlayback.Settings()
        /// Whether the machine ends here.
        package var isFinal = false
        /// The marker of the part that is played; nil for all.
        package var segment: String?
        /// The colour behind the animation: red, green, blue, alpha in a byte each; nil for none.
        package var backgroundColor: UInt32?
        /// The transitions, in the order in which they are looked at.
        package var transitions: [Transition] = []
        /// The actions after the state is entered, in their order.
        package var entryActions: [Action] = []
        /// The actions before the state is left, in their order.
        package var exitActions: [Action] = []

        package init(name: String) { self.name = name }
    }

    /// A way from one state to another.
    package struct Transition: Sendable, Equatable {
        /// The target's name.
        package var target: String
        /// The conditions, all of which must hold; without any, the transition is taken if no other is.
        package var guards: [Guard] = [] {
            didSet { needsEvent = guards.contains { if case .event = $0 { true } else { false } } }
        }
        /// Whether a condition is an event.
        package private(set) var needsEvent = false
        /// The time over which the picture changes to the target's first; nil for a jump.
        package var tween: Tween?

        package init(to target: String) { self.target = target }
    }

    /// The course of a change.
    package struct Tween: Sendable, Equatable {
        /// In seconds.
        package var duration: Double
        /// The control points of the curve of progress: x1, y1, x2, y2.
        package var easing: SIMD4<Double>

        package init(duration: Double, easing: SIMD4<Double>) { (self.duration, self.easing) = (duration, easing) }
    }

    /// A relation between an input and a value.
    package enum Condition: String, Sendable, CaseIterable {
        case equal = "Equal"
        case notEqual = "NotEqual"
        case greater = "GreaterThan"
        case greaterOrEqual = "GreaterThanOrEqual"
        case less = "LessThan"
        case lessOrEqual = "LessThanOrEqual"

        /// Whether two values are in the relation; values without order are only equal or not.
        func holds<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
            switch self {
            case .equal: left == right
            case .notEqual: left != right
            default: false
            }
        }

        /// Whether two numbers are in the relation.
        func holds(_ left: Double, _ right: Double) -> Bool {
            switch self {
            case .equal: left == right
            case .notEqual: left != right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            case .less: left < right
            case .lessOrEqual: left <= right
            }
        }
    }

    /// A value in the file, or the name of the input that has it.
    package enum Operand<Value: Sendable & Equatable>: Sendable, Equatable {
        case literal(Value)
        case input(String)
    }

    /// A condition of a transition.
    package enum Guard: Sendable, Equatable {
        case number(String, Condition, Operand<Double>)
        case text(String, Condition, Operand<String>)
        case flag(String, Condition, Operand<Bool>)
        case event(String)
    }

    /// A named value, or the name of an event.
    package struct Input: Sendable, Equatable {
        /// The name, which no other input has.
        package var name: String
        /// The value at first.
        package var value: Value

        package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

        /// The value at first; an event has none.
        package enum Value: Sendable, Equatable {
            case number(Double)
            case text(String)
            case flag(Bool)
            case event
        }
    }

    /// A change of an input, or of what is shown.
    package enum Action: Sendable, Equatable {
        case toggle(String)
        case setFlag(String, Operand<Bool>)
        case setNumber(String, Operand<Double>)
        case setText(String, Operand<String>)
        case increment(String, Operand<Double>)
        case decrement(String, Operand<Double>)
        case multiply(String, Operand<Double>)
        case floor(String)
        case clamp(String, least: Operand<Double>?, most: Operand<Double>?)
        case random(String, least: Operand<Double>, most: Operand<Double>, isWhole: Bool)
        case fire(String)
        case reset(String)
        case setTheme(Operand<String>)
        case setFrame(Operand<Double>)
        case setProgress(Operand<Double>)
        case setSlots(String)
        case openURL(Operand<String>, target: String)
        case fireCustomEvent(String)
    }

    /// Actions at an event of the pointer or of the playback.
    package struct Interaction: Sendable, Equatable {
        /// The event.
        package var kind: Kind
        /// The layer that the pointer has to be over, or nil for all of the picture; the state whose playback ends.
        package var name: String?
        /// The actions, each followed by the transitions that it makes possible.
        package var actions: [Action]

        package init(_ kind: Kind, _ name: String? = nil, _ actions: [Action]) {
            (self.kind, self.name, self.actions) = (kind, name, actions)
        }

        /// The event.
        package enum Kind: String, Sendable, CaseIterable {
            case pointerUp = "PointerUp"
            case pointerDown = "PointerDown"
            case pointerEnter = "PointerEnter"
            case pointerExit = "PointerExit"
            case pointerMove = "PointerMove"
            case click = "Click"
            case complete = "OnComplete"
            case loopComplete = "OnLoopComplete"

            /// Whether the event is one of the pointer.
            package var isPointer: Bool { self != .complete && self != .loopComplete }
        }
    }

    /// The name of the input that is the time since the start, in seconds.
    package static let elapsedTime = "@elapsedTime"

    /// The layers that interactions of some kinds ask for.
    package func listenedLayers(_ kinds: Set<Interaction.Kind>) -> Set<String> {
        Set(interactions.filter { kinds.contains($0.kind) }.compactMap { $0.name })
    }

    /// Whether the machine reacts to the pointer.
    package var listensToPointer: Bool { interactions.contains { $0.kind.isPointer } }

    /// All actions.
    var actions: [Action] {
        (states + (global.map { [$0] } ?? [])).flatMap { $0.entryActions + $0.exitActions }
            + interactions.flatMap { $0.actions }
    }
}
