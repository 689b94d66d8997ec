/// The height of bar that a value applies to; raw values are Apple's.
public enum UIBarMetrics: Int, Sendable {
    /// Any height that has no value of its own.
    case `default` = 0
    /// The height on a phone on its side.
    case compact = 1
    /// Any height, with a prompt above the title.
    case defaultPrompt = 101
    /// The height on a phone on its side, with a prompt.
    case compactPrompt = 102
}
