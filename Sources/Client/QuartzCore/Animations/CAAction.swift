import CoreGraphics
import Foundation

/// What answers an event of a layer, such as the change of a property.
///
/// *Source*: Apple, CALayer.h.
public protocol CAAction {
    /// Answers an event: `event` is its name, a property's key; `anObject` the layer.
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// As an action, NSNull says that there is none, and ends the search.
extension NSNull: CAAction {
    /// Does nothing.
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

extension CALayer {
    /// The action of a change that is about to happen; nil when nothing is to be run.
    ///
    /// A layer that the server has not been told of does not look: what it shows has no before.
    package func actionForChange(_ event: String) -> (any CAAction)? {
        guard modelLayer == nil, !TransactionStack.current.disableActions else { return nil }
        let action = action(forKey: event)
        return action is NSNull ? nil : action
    }

    /// Apple's search: delegate, `actions`, `style` and the styles in it, class, and last the implicit animation.
    ///
    /// *Source*: Apple, CALayer.h, `actionForKey:`.
    package func searchAction(_ event: String) -> (any CAAction)? {
        if let delegate, let action = delegate.action(for: self, forKey: event) {
            return action is NSNull ? nil : action
        }
        if let action = actions?[event] { return action is NSNull ? nil : action }
        if let action = styleAction(event) { return action is NSNull ? nil : action }
        if let action = type(of: self).defaultAction(forKey: event) { return action is NSNull ? nil : action }
        return implicitAnimation(event)
    }

    /// The action that the style, or a style within it, has for an event.
    private func styleAction(_ event: String) -> (any CAAction)? {
        inStyles { style in
            switch style["actions"] {
            case let actions as [String: any CAAction]: actions[event]
            case let actions as [AnyHashable: Any]: actions[event] as? any CAAction
            default: nil
            }
        }
    }

    /// The value that the style, or a style within it, has under a key; nil for the keys of styles themselves.
    package func styleValue(_ key: String) -> Any? {
        key == "style" || key == "actions" ? nil : inStyles { $0[key] }
    }

    /// The first answer of a style and those within it; a style within itself a hundred times over is not looked for.
    private func inStyles<Answer>(_ body: ([AnyHashable: Any]) -> Answer?) -> Answer? {
        var style = self.style
        for _ in 0..<100 {
            guard let current = style else { return nil }
            if let answer = body(current) { return answer }
            style = current["style"] as? [AnyHashable: Any]
        }
        return nil
    }

    /// The animation that a change makes by itself: from what is shown now to the new value.
    private func implicitAnimation(_ event: String) -> CABasicAnimation? {
        guard pending.isCommitted, let row = row(forKey: event), row.animatesImplicitly else { return nil }
        let animation = CABasicAnimation(keyPath: event)
        animation.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
        animation.fromValue = evaluatedState(at: treeTime)[row.property].object(isBoolean: row.isBoolean)
        return animation
    }
}
