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

/// The context of a program's transition.
@preconcurrency @MainActor public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
    /// The view in which the transition happens. The leaving view is in it; the animator adds the entering one.
    var containerView: UIView { get }
    /// Whether the transition is animated: true here.
    var isAnimated: Bool { get }
    /// Whether the transition follows a finger: false here.
    var isInteractive: Bool { get }
    /// Whether the transition was ended with false.
    var transitionWasCancelled: Bool { get }
    /// The presentation style of the controller.
    var presentationStyle: UIModalPresentationStyle { get }
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
    /// The transition has ended.
    func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
    /// Does nothing.
    public func animationEnded(_ transitionCompleted: Bool) {}
}

/// An object that provides the animators of presentation and dismissal.
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
}

/// The view over the window that holds a presented view.
final class PresentationContainer: UIView {}

/// One transition by a program's animator, from one controller to another, within a presentation's container.
@MainActor final class ProgramTransition: NSObject, UIViewControllerContextTransitioning {
    let containerView: UIView
    let presentationStyle: UIModalPresentationStyle
    private(set) var transitionWasCancelled = false
    private let from: UIViewController
    private let to: UIViewController
    private let isPresenting: Bool
    private let animator: any UIViewControllerAnimatedTransitioning
    private var end: ((Bool) -> Void)?

    var isAnimated: Bool { true }
    var isInteractive: Bool { false }

    /// The animator's class, for messages.
    var animatorName: String { "\(type(of: animator))" }

    /// Makes the context of a transition.
    ///
    /// - Parameter end: Called with whether the transition was completed.
    init(
        from: UIViewController, to: UIViewController, isPresenting: Bool, style: UIModalPresentationStyle,
        in container: UIView, _ animator: any UIViewControllerAnimatedTransitioning, _ end: @escaping (Bool) -> Void
    ) {
        containerView = container
        (self.from, self.to, self.isPresenting, self.animator) = (from, to, isPresenting, animator)
        (presentationStyle, self.end) = (style, end)
        super.init()
    }

    /// Puts the leaving view into the container, and calls the animator.
    func begin() {
        if let view = view(forKey: .from), !view.isDescendant(of: containerView) {
            containerView.insertSubview(view, at: 0)
        }
        animator.animateTransition(using: self)
    }

    func completeTransition(_ didComplete: Bool) {
        guard let end else { return }
        self.end = nil
        transitionWasCancelled = !didComplete
        end(didComplete)
        animator.animationEnded(didComplete)
    }

    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        key == .from ? from : key == .to ? to : nil
    }

    func view(forKey key: UITransitionContextViewKey) -> UIView? {
        let controller = key == .from ? from : key == .to ? to : nil
        // A view that stays behind the presented one is not part of the transition.
        let isBehind = controller === (isPresenting ? from : to)
        return isBehind && !presentationStyle.removesPresenter ? nil : controller?.view
    }

    func initialFrame(for vc: UIViewController) -> CGRect { vc === from ? containerView.bounds : .zero }
    func finalFrame(for vc: UIViewController) -> CGRect { vc === to ? containerView.bounds : .zero }
}
