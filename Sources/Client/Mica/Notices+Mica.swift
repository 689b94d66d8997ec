import MicaTrace

extension Notices {
    /// Prints a notice of this module, unless it was printed before.
    ///
    /// - Parameter key: two notices with one key are the same; nil means the text itself.
    static func say(_ text: String, key: String? = nil) { shared.say(text, from: "Mica", key: key) }
}
