import MicaTrace

extension Notices {
    /// Says something of this module's, unless it was said before.
    ///
    /// - Parameter key: what makes it the same thing as another; nil for the text itself.
    static func say(_ text: String, key: String? = nil) { shared.say(text, from: "UIKit", key: key) }

    /// Says that a view's value has a number that is none: once of each property.
    static func sayUnusable(_ what: String, _ value: Any) {
        say("UIView: a \(what) with a number that is none is refused: \(value)", key: "unusable \(what)")
    }
}
