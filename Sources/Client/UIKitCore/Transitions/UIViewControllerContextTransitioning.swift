import CoreGraphics
import Foundation
import QuartzCore

/// A role of a controller in a transition.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a key from a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The controller that is visible at first.
    public static let from = UITransitionContextViewControllerKey(rawValue: "UITransitionContextFromViewController")
    /// The controller that is visible at the end.
    public static let to = UITransitionContextViewControllerKey(rawValue: "UITransitionContextToViewController")
}

/// A role of a view in a transition.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a key from a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The view that leaves.
    public static let from = UITransitionContextViewKey(rawValue: "UITransitionContextFromView")
    /// The view that enters.
    public static let to = UITransitionContextViewKey(rawValue: "UITransitionContextToView")
}

/// The context of a transition between controllers.
@preconcurrency @MainActor public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
    /// The view in which the transition happens. The leaving view is in it; the animator adds the entering one.
    var containerView: UIView { get }
    /// Whether the transition is animated: true here.
    var isAnimated: Bool { get }
    /// Whether the transition follows a finger now.
    var isInteractive: Bool { get }
    /// Whether the transition was cancelled, or was ended with false.
    var transitionWasCancelled: Bool { get }
    /// The presentation style of the controller; `none` in a navigation or tab bar controller.
    var presentationStyle: UIModalPresentationStyle { get }
    /// The rotation that the transition ends with: the identity here, as windows do not turn.
    var targetTransform: CGAffineTransform { get }
    /// Reports the fraction that an interactive transition has reached, 0 to 1.
    func updateInteractiveTransition(_ percentComplete: CGFloat)
    /// The user has finished the gesture, and the transition goes on to its end.
    func finishInteractiveTransition()
    /// The user has given up the gesture, and the transition goes back to its beginning.
    func cancelInteractiveTransition()
    /// The transition, which was running by itself, follows a finger from now on.
    func pauseInteractiveTransition()
    /// Ends the transition; false restores the beginning.
    func completeTransition(_ didComplete: Bool)
    /// A controller of the transition.
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// A view of the transition; nil for a view that stays behind the presented one.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// The frame of a controller's view at first, in the container; zero for the entering one.
    func initialFrame(for vc: UIViewController) -> CGRect
    /// The frame of a controller's view at the end, in the container; zero for the leaving one.
    func finalFrame(for vc: UIViewController) -> CGRect
}

/// An animator for a program's own transition.
///
/// On Linux, protocols have no optional methods: each method that Apple has as optional has a default body.
@preconcurrency @MainActor public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
    /// The duration, in seconds.
    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval
    /// Animates the transition, and calls `completeTransition(_:)` at its end.
    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
    /// The animator of an interactive transition, not yet started; nil if `animateTransition(using:)` animates it. It
    /// is scrubbed, reversed and continued; its completion calls `completeTransition(_:)`.
    func interruptibleAnimator(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> (any UIViewImplicitlyAnimating)?
    /// The transition has ended.
    func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
    /// Nil.
    public func interruptibleAnimator(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> (any UIViewImplicitlyAnimating)? { nil }
    /// Does nothing.
    public func animationEnded(_ transitionCompleted: Bool) {}
}

/// An object that makes a transition follow a finger.
@preconcurrency @MainActor public protocol UIViewControllerInteractiveTransitioning: NSObjectProtocol {
    /// Begins the transition.
    func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
    /// The speed after the gesture; 1 is the animator's own.
    var completionSpeed: CGFloat { get }
    /// The curve after the gesture.
    var completionCurve: UIView.AnimationCurve { get }
    /// Whether the transition begins with the gesture; if not, it begins by itself, and may be paused later.
    var wantsInteractiveStart: Bool { get }
}

extension UIViewControllerInteractiveTransitioning {
    /// 1.
    public var completionSpeed: CGFloat { 1 }
    /// Slow at both ends.
    public var completionCurve: UIView.AnimationCurve { .easeInOut }
    /// True.
    public var wantsInteractiveStart: Bool { true }
}

/// An object that provides the parts of presentation and dismissal.
///
/// On Linux, protocols have no optional methods: each method has a default body, which does what Apple's system does if
/// the method is missing.
@preconcurrency @MainActor public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
    /// The animator of the presentation; nil for `modalTransitionStyle`.
    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// The animator of the dismissal; nil for `modalTransitionStyle`.
    func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?
    /// The object that makes the presentation follow a finger; nil if none does.
    func interactionControllerForPresentation(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    /// The object that makes the dismissal follow a finger; nil if none does.
    func interactionControllerForDismissal(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    /// The presentation controller of style `custom`; nil for one that covers the window.
    func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
    /// Nil.
    public func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// Nil.
    public func animationController(forDismissed dismissed: UIViewController) -> (
        any UIViewControllerAnimatedTransitioning
    )? {
        nil
    }
    /// Nil.
    public func interactionControllerForPresentation(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// Nil.
    public func interactionControllerForDismissal(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// Nil.
    public func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? { nil }
}
