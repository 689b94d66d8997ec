import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// Presentations and dismissals: what `present(_:animated:completion:)` and `dismiss(animated:completion:)` do.
extension UIViewController {
    /// The controller that presents if this one is asked to: the one that defines the context, or the topmost parent.
    /// *Source*: Apple, UIViewController.definesPresentationContext.
    private func presenter(of shown: UIViewController) -> UIViewController {
        if shown.presentationHome != nil { return self }
        var controller = self
        let inContext =
            shown.modalPresentationStyle == .currentContext || shown.modalPresentationStyle == .overCurrentContext
        while let above = controller.parent {
            if inContext, controller.definesPresentationContext { break }
            controller = above
        }
        return controller
    }

    /// The presentation controller of this controller, which is presented next: the one that a program has configured
    /// already, or a new one.
    private func preparedPresentation(_ presenter: UIViewController, _ source: UIViewController)
        -> UIPresentationController
    {
        var made = presentation ?? makePresentation(presenter, source)
        made.adopt(presenting: presenter)
        let traits = presenter.traitCollection
        let adapted =
            made.delegate?.adaptivePresentationStyle(for: made, traitCollection: traits)
            ?? made.adaptivePresentationStyle(for: traits)
        if adapted != .none, adapted != made.presentationStyle {
            let delegate = made.delegate
            switch adapted {
            case .pageSheet, .formSheet, .automatic:
                let sheet =
                    (made as? UIPopoverPresentationController)?.adaptiveSheetPresentationController
                    ?? UISheetPresentationController(presentedViewController: self, presenting: presenter)
                sheet.adopt(presenting: presenter)
                made = sheet
            default: made = UIPresentationController(presentedViewController: self, presenting: presenter)
            }
            made.delegate = made.delegate ?? delegate
            made.adaptedStyle = adapted == .automatic ? .pageSheet : adapted
        }
        presentation = made
        return made
    }

    /// Makes the presentation controller of the style.
    final func makePresentation(_ presenter: UIViewController?, _ source: UIViewController) -> UIPresentationController
    {
        if let presentationMaker { return presentationMaker(presenter) }
        switch modalPresentationStyle {
        case .custom:
            let own = transitioningDelegate?.presentationController(
                forPresented: self, presenting: presenter, source: source)
            return own ?? UIPresentationController(presentedViewController: self, presenting: presenter)
        case .popover: return UIPopoverPresentationController(presentedViewController: self, presenting: presenter)
        case .pageSheet, .formSheet:
            return UISheetPresentationController(presentedViewController: self, presenting: presenter)
        default: return UIPresentationController(presentedViewController: self, presenting: presenter)
        }
    }

    final func presentNow(_ shown: UIViewController, animated flag: Bool, completion: (() -> Void)?) {
        let presenter = presenter(of: shown)
        guard presenter.presented == nil, shown.presenting == nil, shown.parent == nil, !presenter.isWithin(shown)
        else {
            return Notices.say(
                "UIViewController: \(type(of: self)) presents a controller already, or that one is presented",
                key: "present")
        }
        guard !presenter.isLeaving else {
            return Notices.say(
                "UIViewController: \(type(of: self)) cannot present while it is being dismissed", key: "presentLeaving")
        }
        guard let window = presenter.viewIfLoaded?.window, let view = shown.view else {
            return Notices.say(
                "UIViewController: \(type(of: self)) cannot present: its view is in no window", key: "presentWindow")
        }
        presenter.presented = shown
        shown.presenting = presenter
        shown.isBeingPresented = true
        let manager = shown.preparedPresentation(presenter, self)
        let inContext = !manager.shouldPresentInFullscreen
        let own = shown.presentationHome?(presenter)
        let home = own ?? (inContext ? presenter.viewIfLoaded?.superview ?? window : window)
        let container = PresentationContainer(
            frame: own?.bounds ?? (inContext ? presenter.view.frame : window.bounds))
        container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        (container.manager, manager.container) = (manager, container)
        if inContext, own == nil {
            home.insertSubview(container, aboveSubview: presenter.view)
        } else {
            home.addSubview(container)
        }
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        let final = manager.frameOfPresentedViewInContainerView
        let moved: UIView = manager.presentedView ?? view
        moved.frame = final
        let removesPresenter = manager.shouldRemovePresentersView
        if removesPresenter { presenter.willDisappear(flag) }
        shown.isManual = true
        let animator =
            flag
            ? shown.transitioningDelegate?.animationController(forPresented: shown, presenting: presenter, source: self)
            : nil
        let interactor = animator.flatMap {
            shown.transitioningDelegate?.interactionControllerForPresentation(using: $0)
        }
        let transition = shown.makeTransition(
            manager, animator ?? manager.makeAnimator(isPresenting: true), interactor, from: presenter, to: shown,
            isPresenting: true, movesLeavingView: animator != nil, initial: presenter.view.frame, final: final
        ) { completed in
            shown.endPresentation(completed, presenter, manager, home, removesPresenter, flag)
            completion?()
        }
        if flag { shown.setTransition(transition, with: presenter) }
        manager.delegate?.presentationController(
            manager, willPresentWithAdaptiveStyle: manager.adaptedStyle ?? .none,
            transitionCoordinator: flag ? transition.coordinator : nil)
        shown.willAppear(flag)
        manager.presentationTransitionWillBegin()
        if animator == nil { container.addSubview(moved) }
        if removesPresenter { presenter.isManual = true }
        shown.start(transition, animated: flag)
    }

    /// Ends a presentation.
    private func endPresentation(
        _ completed: Bool, _ presenter: UIViewController, _ manager: UIPresentationController, _ home: UIView,
        _ removesPresenter: Bool, _ flag: Bool
    ) {
        if completed {
            if let container = manager.container { enter(container) }
            didAppear(flag)
            if removesPresenter, presenter.presented === self {
                presenter.viewIfLoaded?.removeFromSuperview()
                presenter.didDisappear(flag)
            }
        } else {
            willDisappear(flag)
            manager.presentedView?.removeFromSuperview()
            view.removeFromSuperview()
            didDisappear(flag)
            if removesPresenter, let back = presenter.viewIfLoaded {
                presenter.willAppear(flag)
                (presenter.presentation?.container ?? home).insertSubview(back, at: 0)
                presenter.didAppear(flag)
            }
        }
        setTransition(nil, with: presenter)
        manager.presentationTransitionDidEnd(completed)
        if !completed {
            removeContainer()
            (presenter.presented, presenting) = (nil, nil)
        }
        (presenter.isManual, isManual, isBeingPresented) = (false, false, false)
    }

    final func dismissNow(animated flag: Bool, completion: (() -> Void)?) {
        guard let shown = presentedViewController ?? (presentingViewController.map { _ in presentedRoot }),
            let presenter = shown.presenting, !shown.isBeingDismissed
        else {
            completion?()
            return
        }
        if let busy = shown.inTransition { return busy.sayBusy(refusing: self) }
        // A dismissed controller takes the one that it presents with it.
        if shown.presented != nil { shown.dismissNow(animated: false, completion: nil) }
        guard let manager = shown.presentation else { return }
        let removedPresenter = manager.shouldRemovePresentersView
        let window = shown.viewIfLoaded?.window
        let own = flag ? shown.transitioningDelegate?.animationController(forDismissed: shown) : nil
        let interactor = own.flatMap { shown.transitioningDelegate?.interactionControllerForDismissal(using: $0) }
        shown.isBeingDismissed = true
        shown.isManual = true
        let container = manager.container
        let home: UIView? = presenter.presentation?.container ?? container?.superview
        let transition = shown.makeTransition(
            manager, own ?? manager.makeAnimator(isPresenting: false), interactor, from: shown, to: presenter,
            isPresenting: false, movesLeavingView: true, initial: (manager.presentedView ?? shown.view).frame,
            final: container?.bounds ?? .zero
        ) { completed in
            shown.endDismissal(completed, presenter, manager, home, removedPresenter, flag)
            completion?()
        }
        if flag { shown.setTransition(transition, with: presenter) }
        shown.willDisappear(flag)
        if removedPresenter, let view = presenter.viewIfLoaded, view.superview == nil, let home {
            presenter.isManual = true
            view.frame = container?.frame ?? home.bounds
            presenter.willAppear(flag)
            if own == nil { home.insertSubview(view, at: 0) }
        }
        manager.dismissalTransitionWillBegin()
        shown.start(transition, animated: flag && window != nil)
    }

    /// Ends a dismissal.
    private func endDismissal(
        _ completed: Bool, _ presenter: UIViewController, _ manager: UIPresentationController, _ home: UIView?,
        _ removedPresenter: Bool, _ flag: Bool
    ) {
        let (gone, back) = completed ? (self, presenter) : (presenter, self)
        if completed, removedPresenter, let view = back.viewIfLoaded, let home, view.superview !== home {
            home.insertSubview(view, at: 0)
        }
        if !completed, let container = manager.container { enter(container) }
        if completed { manager.presentedView?.removeFromSuperview() }
        if completed || removedPresenter { gone.viewIfLoaded?.removeFromSuperview() }
        if completed { removeContainer() }
        if !completed {
            if removedPresenter { presenter.willDisappear(flag) }
            willAppear(flag)
        }
        if completed || removedPresenter {
            back.didAppear(flag)
            gone.didDisappear(flag)
        } else {
            didAppear(flag)
        }
        setTransition(nil, with: presenter)
        (presenter.isManual, isManual, isBeingDismissed) = (false, false, false)
        manager.dismissalTransitionDidEnd(completed)
        if completed {
            (presenter.presented, presenting) = (nil, nil)
            presentation = nil
            presentedTraits = nil
        }
    }

    // MARK: Parts

    private func makeTransition(
        _ manager: UIPresentationController, _ animator: any UIViewControllerAnimatedTransitioning,
        _ interactor: (any UIViewControllerInteractiveTransitioning)?, from: UIViewController, to: UIViewController,
        isPresenting: Bool, movesLeavingView: Bool, initial: CGRect, final: CGRect, _ end: @escaping (Bool) -> Void
    ) -> ControllerTransition {
        var views: [UITransitionContextViewKey: UIView] = [:]
        let own: UIView? = manager.presentedView ?? view
        views[isPresenting ? .to : .from] = own
        // A view that stays behind the presented one is not part of the transition.
        if manager.shouldRemovePresentersView { views[isPresenting ? .from : .to] = (isPresenting ? from : to).view }
        return ControllerTransition(
            from: from, to: to, views: views, style: manager.presentationStyle,
            in: manager.container ?? PresentationContainer(), initial: initial, final: final, animator: animator,
            interactor: interactor, movesLeavingView: movesLeavingView, end)
    }

    /// Plays a transition; without animation, ends it after the next frame.
    private func start(_ transition: ControllerTransition, animated: Bool) {
        runningTransition = transition
        guard animated else {
            return TransactionStack.current.enqueue {
                assumeMainActor { transition.completeTransition(true) }
            }
        }
        transition.begin()
    }

    /// Sets the transition in progress, whose coordinator both controllers give; nil for none.
    private func setTransition(_ transition: ControllerTransition?, with presenter: UIViewController) {
        // The presenter may be in a transition of its own meanwhile.
        if transition != nil || presenter.activeTransition === activeTransition {
            presenter.activeTransition = transition
        }
        activeTransition = transition
        if transition == nil { runningTransition = nil }
    }

    private func removeContainer() {
        presentation?.container?.removeFromSuperview()
        presentation?.container = nil
    }

    /// Puts the view into its container if an animator has left it elsewhere, unless a controller presented since
    /// replaces it.
    private func enter(_ container: UIView) {
        guard let view = presentation?.presentedView ?? viewIfLoaded, !view.isDescendant(of: container),
            viewIfLoaded?.isDescendant(of: container) != true
        else { return }
        if let presented, let above = presented.presentation, above.shouldRemovePresentersView,
            !presented.isBeingPresented
        {
            return
        }
        container.addSubview(view)
    }

    /// The controller among this one and those that it presents whose transition has not ended; nil for none.
    private var inTransition: UIViewController? {
        isBeingPresented || isBeingDismissed ? self : presented?.inTransition
    }

    /// Whether another controller is this one or one of its parents, or presents one of these.
    final func isWithin(_ other: UIViewController) -> Bool {
        self === other || parent?.isWithin(other) == true || presenting?.isWithin(other) == true
    }

    /// Whether the controller, or one that presents it, is being dismissed.
    private var isLeaving: Bool { isBeingDismissed || presenting?.isLeaving == true }

    /// Says that this controller's transition has not ended, so that another does not dismiss.
    private func sayBusy(refusing other: UIViewController) {
        let kind = isBeingDismissed ? "dismissal" : "presentation"
        var reason = "its animation has not ended yet"
        if let transition = activeTransition, !(transition.animator is any SystemAnimator) {
            reason = "\(transition.animatorName) has not called completeTransition(_:) yet"
        }
        Notices.say(
            "UIViewController: \(type(of: other)) does not dismiss while the \(kind) of \(type(of: self)) is in progress: "
                + reason, key: "dismiss \(type(of: self)) \(reason)")
    }

    /// The topmost parent.
    private var presentedRoot: UIViewController {
        var controller = self
        while let above = controller.parent, controller.presenting == nil { controller = above }
        return controller
    }
}
