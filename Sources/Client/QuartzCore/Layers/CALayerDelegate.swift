import CoreGraphics
import Foundation

/// An object that chooses a layer's actions, draws it and lays out its sublayers.
///
/// Swift on Linux has no optional requirements. Each method has a default body instead, which does what Apple's does
/// when the method is missing.
public protocol CALayerDelegate: NSObjectProtocol {
    /// The action of an event. nil continues the search; NSNull ends it without an action.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
    /// Lays out the sublayers of a layer whose class does not override `layoutSublayers()`.
    func layoutSublayers(of layer: CALayer)
    /// Sets the contents of a layer that needs to be drawn. Without this method, `draw(_:in:)` draws the layer.
    func display(_ layer: CALayer)
    /// Draws the contents of a layer, in the layer's own space.
    func draw(_ layer: CALayer, in ctx: CGContext)
    /// Called before `draw(_:in:)`, for setting how the layer is drawn, such as `contentsFormat`.
    func layerWillDraw(_ layer: CALayer)
}

extension CALayerDelegate {
    /// Returns nil, which continues the search.
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }

    /// Marks the method as missing, so that `draw(_:in:)` draws the layer.
    public func display(_ layer: CALayer) { layer.drawing.isUnanswered = true }

    /// Draws nothing; a layer without drawing gets no pixels.
    public func draw(_ layer: CALayer, in ctx: CGContext) {}

    /// Does nothing.
    public func layerWillDraw(_ layer: CALayer) {}

    /// Asks the layer's layout manager.
    public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }
}
