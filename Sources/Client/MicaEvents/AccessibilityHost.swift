import Foundation

/// A host of windows that assistive technologies read, such as screen readers.
package protocol AccessibilityHost: AnyObject {
    /// Lets assistive technologies read a program, from now on. While none is in use, the program is asked for nothing. Further calls
    /// for the same program have no effect.
    @MainActor func serve(_ program: any AccessibleProgram)
    /// The text in the title bar.
    @MainActor var title: String { get }
    /// Whether the window has the keyboard.
    @MainActor var isFocused: Bool { get }
    /// Where the content is on the screen.
    @MainActor var accessiblePlace: AccessiblePlace { get }
}

/// A program that assistive technologies read.
@MainActor package protocol AccessibleProgram: AnyObject {
    /// An assistive technology is in use from now on: the program gives its trees to a reader. nil: none is any more.
    func assistanceChanged(_ reader: (any AccessibleTreeReader)?)
    /// The title, the place or the focus of a host's window has changed.
    func accessibleWindowChanged()
    /// Performs a request of an assistive technology; returns whether it did.
    func perform(_ request: AccessibleRequest, on id: UInt32) -> Bool
}

/// Gives a program's trees to assistive technologies.
package protocol AccessibleTreeReader: AnyObject, Sendable {
    /// The tree is that one now.
    func update(_ tree: AccessibleTree)
}
