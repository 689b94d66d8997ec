/// A host of windows that shows the mouse's pointer.
package protocol CursorHost: AnyObject {
    /// The pointer over the host's content has another look.
    @MainActor func cursorChanged(_ cursor: HostCursor)
}

/// The look of the mouse's pointer over a view.
package enum HostCursor: String, Sendable, Hashable {
    /// The system's arrow.
    case arrow
    /// A beam, over text.
    case text
    /// None.
    case hidden
}
