import CoreGraphics
import Foundation
import QuartzCore

/// The manager of a presented view, from its presentation until its dismissal has ended: its container, its frame there,
/// and the views around it.
///
/// *Source*: Apple, UIPresentationController; View Controller Programming Guide, "Creating Custom Presentations".
@preconcurrency @MainActor open class UIPresentationController: NSObject, UIContentContainer {
    /// The controller that presents; before the presentation, the presented one if none was given.
    open var presentingViewController: UIViewController { presenting ?? presentedViewController }
    private weak var presenting: UIViewController?
    /// The controller that is presented. A presentation controller that outlives it has an empty one.
    open var presentedViewController: UIViewController {
        if let presented { return presented }
        let empty = UIViewController()
        (presented, placeholder) = (empty, empty)
        return empty
    }
    /// Weak, as the controller owns its presentation controller from the time that it is first asked for.
    private weak var presented: UIViewController?
    private var placeholder: UIViewController?
    /// The object that may change the style, and that observes the user's dismissal.
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
    /// The style that the presentation has adapted to; nil for the controller's own.
    final var adaptedStyle: UIModalPresentationStyle?
    /// The container; nil outside the presentation.
    package final var container: PresentationContainer?

    /// Makes a presentation controller for a controller that is presented later. Without a presenting controller, it is
    /// set then.
    public init(
        presentedViewController: UIViewController, presenting presentingViewController: UIViewController?
    ) {
        presented = presentedViewController
        presenting = presentingViewController
        super.init()
    }

    final func adopt(presenting: UIViewController) { self.presenting = presenting }

    /// Sets the depth of the presented interface: that of sheets and popovers is elevated. *Source*: Apple,
    /// UITraitCollection.userInterfaceLevel.
    final func elevate() {
        isElevated = true
        changeTraits()
    }
    private var isElevated = false

    private func changeTraits() {
        UIView.overridesTraits = true
        let level = isElevated ? UITraitCollection(userInterfaceLevel: .elevated) : nil
        let all = [level, overrideTraitCollection].compactMap { $0 }
        let change = { [self] in
            presentedViewController.presentedTraits = all.isEmpty ? nil : UITraitCollection(traitsFrom: all)
        }
        if let view = presentedViewController.viewIfLoaded { view.changeTraits(change) } else { change() }
    }

    // MARK: Style

    /// The style of the presentation, as adapted.
    open var presentationStyle: UIModalPresentationStyle {
        adaptedStyle ?? presentedViewController.modalPresentationStyle
    }
    /// The style that the presentation takes if there is little room; `none` for its own.
    open var adaptivePresentationStyle: UIModalPresentationStyle {
        adaptivePresentationStyle(for: presentingViewController.traitCollection)
    }
    /// The style that the presentation takes in these traits; `none` for its own: here always.
    open func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle { .none }
    /// Whether the presentation covers the whole window, not only its context; true here, except for styles of the
    /// current context.
    open var shouldPresentInFullscreen: Bool {
        presentationStyle != .currentContext && presentationStyle != .overCurrentContext
    }
    /// Whether the presenter's view is removed once it is covered: by the style here.
    open var shouldRemovePresentersView: Bool { presentationStyle.removesPresenter }
    /// Traits that the presented controller has instead of its presenter's; nil for none.
    open var overrideTraitCollection: UITraitCollection? {
        didSet { changeTraits() }
    }

    // MARK: Views

    /// The view in which the presentation happens; nil before it begins and after it has ended.
    open var containerView: UIView? { container }
    /// The view that an animator moves; the presented controller's view here.
    open var presentedView: UIView? { presentedViewController.view }
    /// The frame of the presented view at the end of the presentation: the whole container here. *Space*: the
    /// container's.
    open var frameOfPresentedViewInContainerView: CGRect { container?.bounds ?? .zero }
    /// The container is about to lay out its views; does nothing here.
    open func containerViewWillLayoutSubviews() {}
    /// The container has laid out its views; does nothing here.
    open func containerViewDidLayoutSubviews() {}

    // MARK: Course

    /// The presentation begins: views may be added to the container, and animations beside the transition.
    open func presentationTransitionWillBegin() {}
    /// The presentation has ended, or was cancelled.
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    /// The dismissal begins.
    open func dismissalTransitionWillBegin() {}
    /// The dismissal has ended, or was cancelled.
    open func dismissalTransitionDidEnd(_ completed: Bool) {}

    /// The animator, if the program gives none. An override in this module, or the closure, gives another one.
    func makeAnimator(isPresenting: Bool) -> any UIViewControllerAnimatedTransitioning {
        animatorMaker?(isPresenting) ?? ModalAnimator(transitionStyle, isPresenting: isPresenting)
    }
    private var transitionStyle: UIModalTransitionStyle {
        presentingViewController.providesPresentationContextTransitionStyle
            ? presentingViewController.modalTransitionStyle : presentedViewController.modalTransitionStyle
    }
    /// Makes the animators of a presentation of UIKit's other modules; nil for the style's.
    package final var animatorMaker: ((_ isPresenting: Bool) -> any UIViewControllerAnimatedTransitioning)?

    /// Whether the user's gesture, touch outside or key may dismiss.
    package final var mayDismissByUser: Bool {
        guard !presentedViewController.isModalInPresentation else { return false }
        return delegate?.presentationControllerShouldDismiss(self) ?? true
    }

    /// Dismisses for the user, who has dragged, touched outside or used a key; or tells the delegate that it may not.
    ///
    /// - Returns: Whether the dismissal begins; false outside a presentation, and while one begins or ends.
    @discardableResult
    package final func dismissByUser() -> Bool {
        let shown = presentedViewController
        guard container != nil, !shown.isBeingPresented, !shown.isBeingDismissed else { return false }
        guard mayDismissByUser else {
            delegate?.presentationControllerDidAttemptToDismiss(self)
            return false
        }
        delegate?.presentationControllerWillDismiss(self)
        shown.presentingViewController?.dismiss(animated: true) { [self] in
            if shown.presentingViewController == nil { didDismissByUser() }
        }
        return true
    }

    /// The user's dismissal has ended.
    func didDismissByUser() { delegate?.presentationControllerDidDismiss(self) }

    // MARK: Content

    /// The presented controller's preferred size.
    open var preferredContentSize: CGSize { presentedViewController.preferredContentSize }
    /// The presented controller's preferred size has changed: lays the container out anew.
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
        self.container?.setNeedsLayout()
    }
    /// The presented view has another size by its constraints; does nothing here.
    open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    /// The size of the presented view in a size of the container: the same here.
    open func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize { parentSize }
    /// The container's size is about to change; does nothing here.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {}
    /// The traits are about to change; does nothing here.
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) {}
}

/// An object that adapts a presentation to its room, and observes the user's dismissal.
///
/// On Linux, protocols have no optional methods: each method has a default body, which does what Apple's system does if
/// the method is missing.
@preconcurrency @MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    /// The style to present in, at horizontally compact widths. *Source*: Apple,
    /// adaptivePresentationStyle(for:): called for these only.
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
    /// The style to present in, in these traits.
    func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle
    /// A presentation begins in a style; `none` if it is not adapted.
    func presentationController(
        _ presentationController: UIPresentationController,
        willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
        transitionCoordinator: (any UIViewControllerTransitionCoordinator)?)
    /// Whether the user may dismiss.
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    /// The user begins to dismiss.
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    /// The user has dismissed. Not called if a program dismisses.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    /// The user has tried to dismiss, and may not.
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    /// The controller's own.
    public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        controller.adaptivePresentationStyle
    }
    /// That of `adaptivePresentationStyle(for:)` at a horizontally compact width, otherwise the controller's own.
    public func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle {
        traitCollection.horizontalSizeClass == .compact
            ? adaptivePresentationStyle(for: controller)
            : controller.adaptivePresentationStyle(for: traitCollection)
    }
    /// Does nothing.
    public func presentationController(
        _ presentationController: UIPresentationController,
        willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
        transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
    ) {}
    /// True.
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
    /// Does nothing.
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    /// Does nothing.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    /// Does nothing.
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

/// The view that holds a presented view, with all that an animator and a presentation controller add, until the
/// dismissal has ended.
package final class PresentationContainer: UIView {
    weak var manager: UIPresentationController?
    /// The views behind that take touches where the container shows nothing; nil if none do.
    package var passesTouch: ((CGPoint, UIEvent?) -> Bool)?

    package override func layoutSubviews() {
        manager?.containerViewWillLayoutSubviews()
        super.layoutSubviews()
        manager?.containerViewDidLayoutSubviews()
    }

    package override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        passesTouch?(point, event) == true ? nil : super.hitTest(point, with: event)
    }
}

/// The animator of a `modalTransitionStyle`.
@MainActor final class ModalAnimator: NSObject, SystemAnimator {
    private let style: UIModalTransitionStyle
    private let isPresenting: Bool

    init(_ style: UIModalTransitionStyle, isPresenting: Bool) {
        (self.style, self.isPresenting) = (style, isPresenting)
        super.init()
    }

    var timing: ViewAnimation.Timing { style == .coverVertical ? .system : .curve(.easeInOut) }

    /// *Source*: Apple, UIView.animate: the system's spring takes 0.5 s; that of a fade is assumed.
    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        style == .flipHorizontal ? 0.75 : style == .crossDissolve ? 0.4 : ViewAnimation.Timing.systemDuration
    }

    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        let key: UITransitionContextViewControllerKey = isPresenting ? .to : .from
        guard let shown = transitionContext.viewController(forKey: key),
            let view = shown.presentation?.runningView ?? shown.view
        else { return transitionContext.completeTransition(true) }
        let container = transitionContext.containerView
        let length = transitionDuration(using: transitionContext)
        if isPresenting, view.superview == nil { container.addSubview(view) }
        if style == .flipHorizontal {
            // The presented view is there already, and the picture of what it covers turns away.
            view.isHidden = isPresenting
            return UIView.transition(
                with: container.superview ?? container, duration: length,
                options: isPresenting ? .transitionFlipFromRight : .transitionFlipFromLeft,
                animations: { view.isHidden = !self.isPresenting },
                completion: { _ in
                    view.isHidden = false
                    transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
                })
        }
        let fades = style == .crossDissolve
        let (rest, opacity) = (view.center, view.alpha)
        let away = CGPoint(x: rest.x, y: rest.y + container.bounds.height - view.frame.minY)
        if isPresenting {
            UIView.performWithoutAnimation { if fades { view.alpha = 0 } else { view.center = away } }
        }
        UIView.animate(length, timing) {
            if fades {
                view.alpha = isPresenting ? opacity : 0
            } else {
                view.center = isPresenting ? rest : away
            }
        } completion: { _ in
            transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
            UIView.performWithoutAnimation { if !self.isPresenting { (view.alpha, view.center) = (opacity, rest) } }
        }
    }
}

extension UIPresentationController {
    /// The view that is moved, if the presentation has begun.
    final var runningView: UIView? { container == nil ? nil : presentedView }
}
