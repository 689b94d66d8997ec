import CoreGraphics
import Foundation

/// The course of a spring-loaded interaction; raw values are Apple's.
///
/// *Source*: Apple, UISpringLoadedInteractionEffectState.
public enum UISpringLoadedInteractionEffectState: Int, Sendable {
    /// No drag is over the view.
    case inactive = 0
    /// A drag is over the view.
    case possible = 1
    /// The drag rests: the view is about to be activated.
    case activating = 2
    /// The view is activated now.
    case activated = 3
}

/// A drag over a spring-loaded view.
///
/// *Source*: Apple, UISpringLoadedInteractionContext.
@preconcurrency @MainActor public protocol UISpringLoadedInteractionContext: NSObjectProtocol {
    /// The state.
    var state: UISpringLoadedInteractionEffectState { get }
    /// The view that shows the effect: the interaction's own, unless the behaviour sets another.
    var targetView: UIView? { get set }
    /// An object for the behaviour, effect and handler, such as the row of a list; nil at first. With another object the
    /// drag begins to rest again.
    var targetItem: Any? { get set }
    /// The finger's position in a view; in its window for nil.
    func location(in view: UIView?) -> CGPoint
}

/// An object that determines where a view is spring-loaded.
///
/// *Source*: Apple, UISpringLoadedInteractionBehavior.
@preconcurrency @MainActor public protocol UISpringLoadedInteractionBehavior: NSObjectProtocol {
    /// Whether the drag may activate the view: called when the drag enters, and at each of its moves over the view.
    func shouldAllow(_ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext)
        -> Bool
    /// The drag has left the view, or the view was activated.
    func interactionDidFinish(_ interaction: UISpringLoadedInteraction)
}

extension UISpringLoadedInteractionBehavior {
    /// Does nothing.
    public func interactionDidFinish(_ interaction: UISpringLoadedInteraction) {}
}

/// An object that shows the state of a spring-loaded view.
///
/// *Source*: Apple, UISpringLoadedInteractionEffect.
@preconcurrency @MainActor public protocol UISpringLoadedInteractionEffect: NSObjectProtocol {
    /// The state has changed.
    func interaction(
        _ interaction: UISpringLoadedInteraction, didChangeWith context: any UISpringLoadedInteractionContext)
}

/// An object that a resting drag can activate, as a touch does without a drag.
///
/// *Source*: Apple, UISpringLoadedInteractionSupporting.
@preconcurrency @MainActor public protocol UISpringLoadedInteractionSupporting: NSObjectProtocol {
    /// Whether drags activate it; false at first.
    var isSpringLoaded: Bool { get set }
}

/// Makes a view one that a resting drag activates: a folder opens, and the drag continues inside of it.
///
/// The deepest view under the finger that allows it is activated after the drag has rested for a second. docs/drag-and-drop.md
/// has the numbers. *Source*: Apple, UISpringLoadedInteraction.
@preconcurrency @MainActor open class UISpringLoadedInteraction: NSObject, UIInteraction {
    /// The view.
    open private(set) weak var view: UIView?
    /// Where the view is spring-loaded.
    public let interactionBehavior: any UISpringLoadedInteractionBehavior
    /// The look of the state.
    public let interactionEffect: any UISpringLoadedInteractionEffect
    let handler: (UISpringLoadedInteraction, any UISpringLoadedInteractionContext) -> Void

    /// Makes an interaction. Without a behaviour the whole view is spring-loaded; without an effect it darkens, and
    /// blinks before it is activated.
    ///
    /// - Parameter handler: Activates the view.
    public init(
        interactionBehavior: (any UISpringLoadedInteractionBehavior)?,
        interactionEffect: (any UISpringLoadedInteractionEffect)?,
        activationHandler handler: @escaping (UISpringLoadedInteraction, any UISpringLoadedInteractionContext) -> Void
    ) {
        self.interactionBehavior = interactionBehavior ?? WholeViewSpring.shared
        self.interactionEffect = interactionEffect ?? BlinkEffect()
        self.handler = handler
        super.init()
    }

    /// Makes an interaction of the whole view, with the system's effect.
    public convenience init(
        activationHandler handler: @escaping (UISpringLoadedInteraction, any UISpringLoadedInteractionContext) -> Void
    ) { self.init(interactionBehavior: nil, interactionEffect: nil, activationHandler: handler) }

    /// The interaction is about to be added to a view, or removed from one.
    open func willMove(to view: UIView?) {}

    /// The interaction was added to a view, or removed from one.
    open func didMove(to view: UIView?) { self.view = view }
}

/// Allows a drag anywhere over the view.
@MainActor private final class WholeViewSpring: NSObject, UISpringLoadedInteractionBehavior {
    static let shared = WholeViewSpring()

    func shouldAllow(_ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext)
        -> Bool
    { true }
}

// MARK: - Controls

/// The spring of a control: it does the control's task if the control is enabled.
@MainActor package final class ControlSpring: UISpringLoadedInteraction {
    package init() {
        super.init(interactionBehavior: UsableControl.shared, interactionEffect: nil) { interaction, _ in
            (interaction.view as? UIControl)?.use(nil)
        }
    }
}

@MainActor private final class UsableControl: NSObject, UISpringLoadedInteractionBehavior {
    static let shared = UsableControl()

    func shouldAllow(_ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext)
        -> Bool
    { (interaction.view as? UIControl)?.isEnabled == true }
}

extension UIControl {
    /// Whether a resting drag uses the control.
    package final var hasSpring: Bool {
        get { interactions.contains { $0 is ControlSpring } }
        set {
            guard newValue != hasSpring else { return }
            if newValue { return addInteraction(ControlSpring()) }
            for case let spring as ControlSpring in interactions { removeInteraction(spring) }
        }
    }
}
