import Foundation

/// A host whose window the user can resize between two sizes. *Units*: points.
package protocol LimitedHost: AnyObject {
    /// The least size; nil for none.
    @MainActor var minimumSize: CGSize? { get set }
    /// The largest size; nil for none.
    @MainActor var maximumSize: CGSize? { get set }
}

/// A host that can open URLs in other programs.
package protocol AddressHost: AnyObject {
    /// Asks the desktop to open a URL; false if it cannot be asked.
    @MainActor func open(_ url: URL) -> Bool
}
