import CoreGraphics
import Foundation

/// An object that responds to an event of a layer, such as a change of a property.
///
/// *Source*: Apple, CALayer.h.
public protocol CAAction {
    /// Responds to an event. `event` is its name, for a property its key; `anObject` is the layer.
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// As an action, NSNull means that there is none, and ends the search.
extension NSNull: CAAction {
    /// Does nothing.
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

extension CALayer {
    /// The action of a change that is about to happen; nil when there is none to run.
    ///
    /// A layer that the server does not know yet has no actions, as it has not been shown with an old value.
    package func actionForChange(_ event: String) -> (any CAAction)? {
        guard modelLayer == nil, !TransactionStack.current.disableActions else { return nil }
        let action = action(forKey: event)
        return action is NSNull ? nil : action
    }

    /// Apple's search: the delegate, `actions`, `style` and the styles inside it, the class, then the implicit
    /// animation.
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

    /// The action for an event in `style` or a style inside it.
    private func styleAction(_ event: String) -> (any CAAction)? {
        inStyles { style in
            switch style["actions"] {
            case let actions as [String: any CAAction]: actions[event]
            case let actions as [AnyHashable: Any]: actions[event] as? any CAAction
            default: nil
            }
        }
    }

    /// The value under a key in `style` or a style inside it; nil for the keys "style" and "actions".
    package func styleValue(_ key: String) -> Any? {
        key == "style" || key == "actions" ? nil : inStyles { $0[key] }
    }

    /// The first answer of a style and the styles inside it, which are followed at most 100 deep, as a style may hold
    /// itself.
    private func inStyles<Answer>(_ body: ([AnyHashable: Any]) -> Answer?) -> Answer? {
        var style = self.style
        for _ in 0..<100 {
            guard let current = style else { return nil }
            if let answer = body(current) { return answer }
            style = current["style"] as? [AnyHashable: Any]
        }
        return nil
    }

    /// The implicit animation of a change: from the value shown now to the new value.
    private func implicitAnimation(_ event: String) -> CABasicAnimation? {
        guard pending.isCommitted, let row = row(forKey: event), row.animatesImplicitly else { return nil }
        let animation = CABasicAnimation(keyPath: event)
        animation.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
        animation.fromValue = evaluatedState(at: treeTime)[row.property].object(isBoolean: row.isBoolean)
        return animation
    }
}
