import Foundation

/// The reason why a window cannot be made.
public struct WindowError: LocalizedError, CustomStringConvertible, Sendable, Hashable {
    /// The reason, as a sentence for the user.
    public let description: String

    init(_ description: String) { self.description = description }
    /// The description, as `localizedDescription` gives it.
    public var errorDescription: String? { description }
}
