import CoreGraphics
import Foundation
import QuartzCore

/// The manager of an alert: in the middle of the window, or of the part above a keyboard, over a veil.
final class AlertPresentation: UIPresentationController {
    private let veil = UIView()

    override init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        super.init(presentedViewController: presentedViewController, presenting: presentingViewController)
        animatorMaker = { AlertAnimator(isPresenting: $0) }
    }

    override var frameOfPresentedViewInContainerView: CGRect {
        guard let container = containerView, let alert = presentedViewController as? UIAlertController else {
            return .zero
        }
        var safe = container.bounds.inset(by: container.safeAreaInsets)
        safe.size.height = max(0, container.keyboardLayoutGuide.layoutFrame.minY - safe.minY)
        let size = alert.fittingSize(in: CGSize(width: safe.width - 16, height: safe.height - 48))
        return CGRect(
            x: (safe.midX - size.width / 2).rounded(), y: (safe.midY - size.height / 2).rounded(), width: size.width,
            height: size.height)
    }

    override func presentationTransitionWillBegin() {
        super.presentationTransitionWillBegin()
        guard let container = containerView else { return }
        veil.showDimming(in: container, beside: presentedViewController)
        presentedView?.autoresizingMask = []
    }

    override func dismissalTransitionWillBegin() {
        super.dismissalTransitionWillBegin()
        veil.hideDimming(beside: presentedViewController)
    }

    override func containerViewWillLayoutSubviews() {
        super.containerViewWillLayoutSubviews()
        guard let view = presentedView, !presentedViewController.isBeingDismissed else { return }
        let frame = frameOfPresentedViewInContainerView
        view.bounds = CGRect(origin: .zero, size: frame.size)
        view.center = CGPoint(x: frame.midX, y: frame.midY)
    }
}

/// The manager of a sheet of actions: at the bottom of a narrow window, a popover in a wide one.
final class ActionSheetPresentation: UIPopoverPresentationController {
    private let veil = UIView()
    private let tap = UITapGestureRecognizer()
    private static let touch = Selector(
        "touch:", onMain: { (me: ActionSheetPresentation, _: UITapGestureRecognizer) in me.alert?.touchedOutside() })

    override init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        super.init(presentedViewController: presentedViewController, presenting: presentingViewController)
        userDidDismiss = { [weak self] in
            guard let action = self?.alert?.cancelAction else { return }
            action.handler?(action)
        }
    }

    private var alert: UIAlertController? { presentedViewController as? UIAlertController }
    private var isCompact: Bool { presentingViewController.traitCollection.horizontalSizeClass == .compact }
    override func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle {
        .none
    }

    override var presentedView: UIView? { isCompact ? presentedViewController.view : super.presentedView }

    override var frameOfPresentedViewInContainerView: CGRect {
        guard let container = containerView, let alert else { return .zero }
        alert.isPopover = !isCompact
        guard isCompact else {
            alert.preferredContentSize = alert.fittingSize(
                in: CGSize(width: 304, height: max(100, container.bounds.height - 100)))
            return super.frameOfPresentedViewInContainerView
        }
        let gap = AlertMetrics.gap
        let safe = container.safeAreaInsets
        // A sheet is not wider than a phone. *Source*: Apple, Human Interface Guidelines, "Action sheets".
        let width = min(container.bounds.width, container.bounds.height, 500) - 2 * gap
        let bottom = max(safe.bottom, gap)
        let room = CGSize(width: width, height: container.bounds.height - max(safe.top, gap) - bottom)
        let size = alert.fittingSize(in: room)
        return CGRect(
            x: (container.bounds.width - width) / 2, y: container.bounds.height - bottom - size.height, width: width,
            height: size.height)
    }

    override func presentationTransitionWillBegin() {
        guard isCompact, let container = containerView else {
            if sourceView == nil, barButtonItem == nil { AlertNotices.sayNoSource() }
            return super.presentationTransitionWillBegin()
        }
        animatorMaker = { ActionSheetAnimator(isPresenting: $0) }
        presentedView?.autoresizingMask = []
        veil.showDimming(in: container, beside: presentedViewController)
        tap.addTarget(self, action: Self.touch)
        veil.addGestureRecognizer(tap)
    }

    override func dismissalTransitionWillBegin() {
        super.dismissalTransitionWillBegin()
        if isCompact { veil.hideDimming(beside: presentedViewController) }
    }

    override func containerViewWillLayoutSubviews() {
        guard isCompact else { return super.containerViewWillLayoutSubviews() }
        guard !presentedViewController.isBeingDismissed, !presentedViewController.isBeingPresented else { return }
        presentedView?.frame = frameOfPresentedViewInContainerView
    }
}

extension UIView {
    /// Covers a container with the veil of alerts, which fades in with the transition.
    fileprivate func showDimming(in container: UIView, beside controller: UIViewController) {
        frame = container.bounds
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        backgroundColor = .sheetDimming
        container.insertSubview(self, at: 0)
        guard let coordinator = controller.transitionCoordinator else { return }
        alpha = 0
        coordinator.animate(alongsideTransition: { _ in self.alpha = 1 })
    }

    fileprivate func hideDimming(beside controller: UIViewController) {
        controller.transitionCoordinator?.animate(alongsideTransition: { _ in self.alpha = 0 })
    }
}

/// The animator of an alert: it comes slightly larger and fades in; it fades out. *Source*: pictures of iOS 7 to 18, which
/// shrink an alert from 1.2; the durations are assumed.
@MainActor final class AlertAnimator: NSObject, UIViewControllerAnimatedTransitioning {
    private let isPresenting: Bool
    init(isPresenting: Bool) { self.isPresenting = isPresenting }

    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        isPresenting ? 0.4 : 0.25
    }

    func animateTransition(using context: any UIViewControllerContextTransitioning) {
        guard let view = context.view(forKey: isPresenting ? .to : .from) else {
            return context.completeTransition(true)
        }
        let end: (Bool) -> Void = { _ in
            context.completeTransition(!context.transitionWasCancelled)
            if !self.isPresenting { UIView.performWithoutAnimation { view.alpha = 1 } }
        }
        guard isPresenting else {
            return UIView.animate(withDuration: 0.25, animations: { view.alpha = 0 }, completion: end)
        }
        UIView.performWithoutAnimation {
            view.alpha = 0
            view.transform = CGAffineTransform(scaleX: 1.2, y: 1.2)
        }
        UIView.animate(withDuration: 0.4, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0) {
            view.alpha = 1
            view.transform = .identity
        } completion: {
            end($0)
        }
    }
}

/// The animator of a sheet of actions: it slides from the bottom.
@MainActor final class ActionSheetAnimator: NSObject, UIViewControllerAnimatedTransitioning {
    private let isPresenting: Bool
    init(isPresenting: Bool) { self.isPresenting = isPresenting }

    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        0.4
    }

    func animateTransition(using context: any UIViewControllerContextTransitioning) {
        guard let view = context.view(forKey: isPresenting ? .to : .from) else {
            return context.completeTransition(true)
        }
        let rest = view.center
        let away = CGPoint(x: rest.x, y: rest.y + context.containerView.bounds.height - view.frame.minY)
        if isPresenting { UIView.performWithoutAnimation { view.center = away } }
        UIView.animate(withDuration: 0.4, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0) {
            view.center = self.isPresenting ? rest : away
        } completion: { _ in
            context.completeTransition(!context.transitionWasCancelled)
            if !self.isPresenting { UIView.performWithoutAnimation { view.center = rest } }
        }
    }
}
