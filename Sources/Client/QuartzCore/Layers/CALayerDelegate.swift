import Foundation

/// An object that decides for a layer.
///
/// Linux has no optional requirements: each has a default body that does what Apple's does when the method is missing.
public protocol CALayerDelegate: NSObjectProtocol {
    /// The action of an event: nil goes on with the search, NSNull ends it without an action.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    /// Goes on with the search.
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
