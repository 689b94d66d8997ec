import CoreGraphics
import Foundation
import QuartzCore

/// Which controller of a transition. *Source*: Apple, UITransitionContextViewControllerKey.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a key of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The one that is seen at first.
    public static let from = UITransitionContextViewControllerKey(rawValue: "UITransitionContextFromViewController")
    /// The one that is seen at the end.
    public static let to = UITransitionContextViewControllerKey(rawValue: "UITransitionContextToViewController")
}

/// Which view of a transition. *Source*: Apple, UITransitionContextViewKey.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a key of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The one that goes.
    public static let from = UITransitionContextViewKey(rawValue: "UITransitionContextFromView")
    /// The one that comes.
    public static let to = UITransitionContextViewKey(rawValue: "UITransitionContextToView")
}

/// What a program's transition works on. *Source*: Apple, UIViewControllerContextTransitioning.
@preconcurrency @MainActor public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
    /// The view that the transition happens in: the view that goes is in it, the one that comes is to be added.
    var containerView: UIView { get }
    /// Whether it is animated: true.
    var isAnimated: Bool { get }
    /// Whether it follows a finger: false.
    var isInteractive: Bool { get }
    /// Whether it was completed with false.
    var transitionWasCancelled: Bool { get }
    /// How the controller is presented.
    var presentationStyle: UIModalPresentationStyle { get }
    /// Ends the transition: false says that what was seen at first is seen again.
    func completeTransition(_ didComplete: Bool)
    /// A controller of the transition.
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// A view of the transition; nil for one that stays as it is, behind what is presented.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// Where a controller's view is at first, in the container; zero for one that comes.
    func initialFrame(for vc: UIViewController) -> CGRect
    /// Where a controller's view is at the end, in the container; zero for one that goes.
    func finalFrame(for vc: UIViewController) -> CGRect
}

/// A transition of a program's own. *Source*: Apple, UIViewControllerAnimatedTransitioning.
///
/// Linux has no optional requirements: each that is optional on Apple's platforms has a default body.
@preconcurrency @MainActor public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
    /// How long it takes, in seconds.
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

/// Who says how a controller is presented and dismissed. *Source*: Apple, UIViewControllerTransitioningDelegate.
///
/// Linux has no optional requirements: each has a default body that does what Apple's does when the method is missing.
@preconcurrency @MainActor public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
    /// How the controller comes; nil for as its `modalTransitionStyle` says.
    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// How the controller goes; nil for as its `modalTransitionStyle` says.
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

/// One transition by a program's animator: from a controller to another, within a container over the window.
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

    /// Begins the transition.
    ///
    /// - Parameter end: Called with whether it was completed, while the container is still there.
    init(
        from: UIViewController, to: UIViewController, isPresenting: Bool, style: UIModalPresentationStyle,
        in window: UIWindow, _ animator: any UIViewControllerAnimatedTransitioning, _ end: @escaping (Bool) -> Void
    ) {
        containerView = UIView(frame: window.bounds)
        (self.from, self.to, self.isPresenting, self.animator) = (from, to, isPresenting, animator)
        (presentationStyle, self.end) = (style, end)
        super.init()
        window.addSubview(containerView)
        if let view = view(forKey: .from) { containerView.addSubview(view) }
        animator.animateTransition(using: self)
    }

    func completeTransition(_ didComplete: Bool) {
        guard let end else { return }
        self.end = nil
        transitionWasCancelled = !didComplete
        end(didComplete)
        containerView.removeFromSuperview()
        animator.animationEnded(didComplete)
    }

    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        key == .from ? from : key == .to ? to : nil
    }

    func view(forKey key: UITransitionContextViewKey) -> UIView? {
        let controller = key == .from ? from : key == .to ? to : nil
        // What stays behind what is presented is not the transition's.
        let isBehind = controller === (isPresenting ? from : to)
        return isBehind && !presentationStyle.removesPresenter ? nil : controller?.view
    }

    func initialFrame(for vc: UIViewController) -> CGRect { vc === from ? containerView.bounds : .zero }
    func finalFrame(for vc: UIViewController) -> CGRect { vc === to ? containerView.bounds : .zero }
}
