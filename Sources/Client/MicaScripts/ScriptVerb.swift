/// The first word of a script's line.
enum ScriptVerb: String, CaseIterable {
    case tap, press, move, drag, release, cancel, leave, wheel, type, text, compose, key, keydown, keyup, resize, scale
    case appearance, focus, show, hide, drop, close, state, wait, fire, set

    /// The clauses that may follow the action.
    var clauses: Set<ScriptClause> {
        switch self {
        case .tap: ScriptClause.pointer.union([.over, .times])
        case .press: ScriptClause.pointer
        case .move: ScriptClause.pointer.subtracting([.button]).union([.over])
        case .drag: ScriptClause.pointer.union([.over])
        case .release, .cancel: ScriptClause.pointer.subtracting([.pressure])
        case .leave: ScriptClause.common
        case .wheel: ScriptClause.common.union([.over, .on])
        case .type, .key, .compose: ScriptClause.common.union([.over])
        case .drop: ScriptClause.common.union([.on])
        case .text, .keydown, .keyup: ScriptClause.common
        case .resize, .scale, .appearance, .focus, .show, .hide, .close, .state, .wait, .fire, .set: ScriptClause.time
        }
    }
}

/// A clause after an action: its time, its duration, or its details.
enum ScriptClause: String, CaseIterable {
    case at, after, over, with, by, finger, button, pressure, times, on

    /// The clauses of time.
    static let time: Set<ScriptClause> = [.at, .after]
    /// The clauses of time, and modifier keys.
    static let common = time.union([.with])
    /// The clauses of time, modifier keys, and pointers.
    static let pointer = common.union([.by, .finger, .button, .pressure])
}
