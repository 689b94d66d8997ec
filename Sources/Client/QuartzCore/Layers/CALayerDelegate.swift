import CoreGraphics
import Foundation

/// An object that decides for a layer, draws it and lays out its sublayers.
///
/// Linux has no optional requirements: each has a default body that does what Apple's does when the method is missing.
public protocol CALayerDelegate: NSObjectProtocol {
    /// The action of an event: nil goes on with the search, NSNull ends it without an action.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
    /// Lays out the sublayers of a layer whose class does not.
    func layoutSublayers(of layer: CALayer)
    /// Sets the contents of a layer that needs to be drawn; where there is no such method, the layer is drawn by
    /// `draw(_:in:)`.
    func display(_ layer: CALayer)
    /// Draws the contents of a layer, in the layer's own space.
    func draw(_ layer: CALayer, in ctx: CGContext)
    /// Called before `draw(_:in:)`, for setting how the layer is drawn, such as `contentsFormat`.
    func layerWillDraw(_ layer: CALayer)
}

extension CALayerDelegate {
    /// Goes on with the search.
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }

    /// Tells the layer that there is no such method, so that it is drawn by `draw(_:in:)`.
    public func display(_ layer: CALayer) { layer.drawing.isUnanswered = true }

    /// Draws nothing; a layer on which nothing is drawn has no pixels.
    public func draw(_ layer: CALayer, in ctx: CGContext) {}

    /// Does nothing.
    public func layerWillDraw(_ layer: CALayer) {}

    /// Leaves it to the layer's layout manager.
    public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }
}
