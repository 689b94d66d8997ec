/// The reason why a window cannot be made.
public struct WindowError: Error, CustomStringConvertible, Sendable, Hashable {
    /// The reason, as a sentence for the user.
    public let description: String

    init(_ description: String) { self.description = description }
}
