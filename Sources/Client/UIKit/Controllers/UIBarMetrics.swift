/// Which height of bar something is said for; raw values are Apple's. *Source*: Apple, UIBarMetrics.
public enum UIBarMetrics: Int, Sendable {
    /// Any, unless something else is said for another.
    case `default` = 0
    /// That of a phone on its side.
    case compact = 1
    /// Any with a prompt over the title.
    case defaultPrompt = 101
    /// That of a phone on its side, with a prompt.
    case compactPrompt = 102
}
