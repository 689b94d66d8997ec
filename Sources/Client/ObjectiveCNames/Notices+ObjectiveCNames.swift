import MicaTrace

extension Notices {
    /// Says something of this module's, unless it was said before. Programs import the module as CoreGraphics.
    ///
    /// - Parameter key: two notices with one key are the same notice; nil: the text is the key.
    static func say(_ text: String, key: String? = nil) { shared.say(text, from: "CoreGraphics", key: key) }
}
