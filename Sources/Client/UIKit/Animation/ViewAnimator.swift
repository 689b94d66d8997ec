import Foundation
import QuartzCore

/// Finds the actions of views' layers.
@MainActor enum ViewAnimator {
    nonisolated private static let none = NSNull()

    /// The action of a change of a view's layer.
    static func action(of view: UIView, _ layer: CALayer, _ event: String) -> (any CAAction)? { none }
}
