import MicaTrace

extension Notices {
    /// Says a notice of this module once: a later one with an equal key is dropped.
    ///
    /// - Parameter key: identifies the notice; nil stands for its text.
    package static func say(_ text: String, key: String? = nil) { shared.say(text, from: "UIKit", key: key) }

    /// Says that a value with NaN or an infinite number was refused, once for each property.
    static func sayUnusable(_ what: String, _ value: Any) {
        say("UIView: a \(what) with a number that is none is refused: \(value)", key: "unusable \(what)")
    }
}
