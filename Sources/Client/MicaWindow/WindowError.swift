/// Why there is no window.
public struct WindowError: Error, CustomStringConvertible, Sendable, Hashable {
    /// What went wrong, in a sentence for the program's user.
    public let description: String

    init(_ description: String) { self.description = description }
}
