import Foundation

/// A desktop's clipboard with content of several types, which have the desktop's names: MIME types, and on X11 some
/// others, such as `UTF8_STRING`.
@MainActor package protocol DesktopClipboard: AnyObject {
    /// A number that grows when another program changes the clipboard.
    var changes: UInt64 { get }
    /// The types of what another program has copied, as it lists them; empty for none, for own content, and if the
    /// program does not answer in time.
    var types: [String] { get }
    /// What another program has copied, as a type; nil for none, for too much, and if it does not arrive in time.
    func data(_ type: String) -> Data?
    /// Offers own content with some types, the best first.
    ///
    /// - Parameter make: Makes the content of a type when a program asks for it; nil for none.
    func offer(_ types: [String], _ make: @escaping @MainActor (String) -> Data?)
    /// Called after another program has changed the clipboard.
    var changed: (@MainActor () -> Void)? { get set }
}
