import CoreGraphics
import Foundation
import QuartzCore

/// The properties of a transition of controllers.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    /// Whether the transition is animated.
    var isAnimated: Bool { get }
    /// The presentation style; `none` where nothing is presented.
    var presentationStyle: UIModalPresentationStyle { get }
    /// Whether the transition began with a gesture.
    var initiallyInteractive: Bool { get }
    /// Whether a gesture may take over the transition while it runs.
    var isInterruptible: Bool { get }
    /// Whether the transition follows a gesture now.
    var isInteractive: Bool { get }
    /// Whether it was cancelled.
    var isCancelled: Bool { get }
    /// The duration, in seconds.
    var transitionDuration: TimeInterval { get }
    /// The fraction of an interactive transition, 0 to 1.
    var percentComplete: CGFloat { get }
    /// The speed after the gesture; 1 is the animator's own.
    var completionVelocity: CGFloat { get }
    /// The curve after the gesture.
    var completionCurve: UIView.AnimationCurve { get }
    /// A controller of the transition.
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// A view of the transition.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// The view in which the transition happens.
    var containerView: UIView { get }
    /// The rotation that the transition ends with: the identity here, as windows do not turn.
    var targetTransform: CGAffineTransform { get }
}

/// Runs animations beside a transition of controllers.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    /// Runs animations with the transition, and a completion after it; false if they cannot run.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
    /// Runs animations of a view outside the container with the transition, and a completion after it. The view follows
    /// the gesture too.
    @discardableResult
    func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
    /// Calls a block if the transition stops following its gesture, or begins to.
    func notifyWhenInteractionChanges(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
    /// Calls a block if the transition stops following its gesture.
    func notifyWhenInteractionEnds(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
    /// Runs animations with the transition, and a completion after it; false if they cannot run.
    @discardableResult
    public func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}

/// A change of a window's size. It is not animated here: animations beside it take effect at once, and then the
/// completion is called.
final class SizeTransition: NSObject, UIViewControllerTransitionCoordinator {
    private unowned let window: UIWindow

    init(_ window: UIWindow) {
        self.window = window
        super.init()
    }

    var isAnimated: Bool { false }
    var presentationStyle: UIModalPresentationStyle { .none }
    var initiallyInteractive: Bool { false }
    var isInterruptible: Bool { false }
    var isInteractive: Bool { false }
    var isCancelled: Bool { false }
    var transitionDuration: TimeInterval { 0 }
    var percentComplete: CGFloat { 0 }
    var completionVelocity: CGFloat { 1 }
    var completionCurve: UIView.AnimationCurve { .easeInOut }
    var containerView: UIView { window }
    var targetTransform: CGAffineTransform { .identity }
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        window.rootViewController
    }
    func view(forKey key: UITransitionContextViewKey) -> UIView? { window.rootViewController?.view }

    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        TransactionStack.current.enqueue {
            assumeMainActor {
                animation?(self)
                completion?(self)
            }
        }
        return true
    }

    func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: completion) }

    /// The change follows no gesture, so the block is never called.
    func notifyWhenInteractionChanges(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
    ) {}
    /// The change follows no gesture, so the block is never called.
    func notifyWhenInteractionEnds(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
    ) {}
}
