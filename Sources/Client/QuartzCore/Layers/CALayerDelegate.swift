import Foundation

/// An object that decides for a layer and lays out its sublayers.
///
/// Linux has no optional requirements: each has a default body that does what Apple's does when the method is missing.
public protocol CALayerDelegate: NSObjectProtocol {
    /// The action of an event: nil goes on with the search, NSNull ends it without an action.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
    /// Lays out the sublayers of a layer whose class does not.
    func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
    /// Goes on with the search.
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }

    /// Leaves it to the layer's layout manager.
    public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }
}
