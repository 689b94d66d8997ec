import MicaTrace

extension Notices {
    /// Says something of this module's, unless it was said before.
    ///
    /// - Parameter key: what makes it the same thing as another; nil for the text itself.
    static func say(_ text: String, key: String? = nil) { shared.say(text, from: "Mica", key: key) }
}
