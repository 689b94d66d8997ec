import CoreGraphics
import Foundation

/// The numbers of spring-loading, which are our own. *Units*: seconds, points.
enum SpringMetrics {
    /// The rest after which a view begins to be activated, and the time from there to its activation.
    static let rest = 0.6, activation = 0.4
    /// The movement with which a drag still rests.
    static let movement: CGFloat = 10
}

/// A drag's course over spring-loaded views.
@MainActor final class SpringCourse {
    private weak var window: UIWindow?
    private weak var interaction: UISpringLoadedInteraction?
    private var context: SpringContext?
    /// Where and since when the drag rests; no time until the next frame.
    private var anchor = CGPoint.zero
    private var since: Double?
    /// The place that was activated last, until the drag leaves it.
    private weak var spent: UISpringLoadedInteraction?
    private var spentContext: SpringContext?

    init(in window: UIWindow) { self.window = window }

    /// Moves the drag to a point of the window.
    ///
    /// - Parameter view: The view there; nil for none.
    func move(to point: CGPoint, over view: UIView?) {
        let (found, new) = find(point, view) ?? (nil, nil)
        if let spentContext {
            if let new, found === spent, new.isSameTarget(as: spentContext) { return }
            (spent, self.spentContext) = (nil, nil)
        }
        guard let found, let new, found === interaction, let context, context.isSameTarget(as: new) else {
            finish()
            guard let found, let new else { return }
            (interaction, context, anchor, since) = (found, new, point, nil)
            return enter(.possible)
        }
        context.point = point
        guard anchor.distance(to: point) > SpringMetrics.movement else { return }
        (anchor, since) = (point, nil)
        if context.state == .activating { enter(.possible) }
    }

    /// The interaction of the deepest view that allows the drag.
    private func find(_ point: CGPoint, _ view: UIView?) -> (UISpringLoadedInteraction, SpringContext)? {
        var view = view
        while let current = view {
            for case let candidate as UISpringLoadedInteraction in current.interactions {
                let isPresent = candidate === interaction
                let new = SpringContext(point, current, window, isPresent ? context?.state ?? .inactive : .inactive)
                if candidate.interactionBehavior.shouldAllow(candidate, with: new) { return (candidate, new) }
            }
            view = current.superview
        }
        return nil
    }

    /// Activates the view if the drag has rested long enough.
    ///
    /// - Parameter time: The time of the frame, in seconds.
    func tick(_ time: Double) {
        guard let interaction, let context else { return }
        let start = since ?? time
        since = start
        switch context.state {
        case .possible where time - start >= SpringMetrics.rest: enter(.activating)
        case .activating where time - start >= SpringMetrics.rest + SpringMetrics.activation:
            enter(.activated)
            (spent, spentContext) = (interaction, context)
            interaction.handler(interaction, context)
            finish()
        default: break
        }
    }

    private func enter(_ state: UISpringLoadedInteractionEffectState) {
        guard let interaction, let context else { return }
        context.state = state
        interaction.interactionEffect.interaction(interaction, didChangeWith: context)
    }

    /// The drag is over, or has left the view.
    func finish() {
        guard context != nil else { return }
        enter(.inactive)
        let old = interaction
        (interaction, context) = (nil, nil)
        if let old { old.interactionBehavior.interactionDidFinish(old) }
    }
}

@MainActor private final class SpringContext: NSObject, UISpringLoadedInteractionContext {
    var state: UISpringLoadedInteractionEffectState
    weak var targetView: UIView?
    var targetItem: Any?
    /// The finger's position. *Space*: the window's.
    var point: CGPoint
    private weak var window: UIWindow?

    init(_ point: CGPoint, _ view: UIView, _ window: UIWindow?, _ state: UISpringLoadedInteractionEffectState) {
        (self.point, targetView, self.window, self.state) = (point, view, window, state)
        super.init()
    }

    func location(in view: UIView?) -> CGPoint {
        guard let view, let window else { return point }
        return view.convert(point, from: window)
    }

    func isSameTarget(as other: SpringContext) -> Bool {
        guard targetView === other.targetView else { return false }
        if let own = targetItem as? AnyHashable, let item = other.targetItem as? AnyHashable { return own == item }
        return (targetItem == nil) == (other.targetItem == nil)
    }
}
