import MicaTrace

extension Notices {
    /// Says something of this module's, unless it was said before. Programs import the module as CoreGraphics.
    ///
    /// - Parameter key: what makes it the same thing as another; nil for the text itself.
    static func say(_ text: String, key: String? = nil) { shared.say(text, from: "CoreGraphics", key: key) }
}
