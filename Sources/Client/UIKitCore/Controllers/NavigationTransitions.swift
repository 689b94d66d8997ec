import CoreGraphics
import Foundation
import QuartzCore

/// Pushes and pops: the transitions of a navigation controller's stack.
extension UINavigationController {
    /// Ends the push or pop in progress at once, because another begins.
    final func finishTransition() { transition?.completeTransition(true) }

    /// Shows the last controller of the stack.
    ///
    /// *Source*: the order of calls: Apple, UINavigationControllerDelegate; UIViewController's pages of appearing and of
    /// `didMove(toParent:)`, which UIKit calls after the transition. That `willShow` comes before `viewWillAppear` is
    /// assumed.
    final func show(animated: Bool, forwards: Bool, gone: [UIViewController], before: [UIViewController]) {
        guard isViewLoaded else {
            for controller in gone { controller.removeFromParent() }
            return
        }
        let (old, new) = (shown, stack.last)
        guard old !== new else {
            navigationBar.replace(stack.map(\.navigationItem), forwards: forwards, nil)
            for controller in gone { controller.removeFromParent() }
            layOutBars()
            return
        }
        let animates = animated && view.window != nil && old?.viewIfLoaded != nil && new != nil
        if let new {
            delegate?.navigationController(self, willShow: new, animated: animates)
            UIView.performWithoutAnimation {
                new.loadViewIfNeeded()
                place(new)
            }
        }
        if animates, let old, let new {
            animate(old, new, forwards, gone, before)
        } else {
            shown = new
            stackChanged?(nil, forwards)
            if let view = new?.view { area.insertSubview(view, at: forwards ? area.subviews.count : 0) }
            if let view = old?.viewIfLoaded { view.removeFromSuperview() }
            navigationBar.replace(stack.map(\.navigationItem), forwards: forwards, false)
            adoptToolbarItems(false)
            layOutBars()
            view.setNeedsLayout()
            finish(new, gone, animated: false)
        }
    }

    private func finish(_ new: UIViewController?, _ gone: [UIViewController], animated: Bool) {
        for controller in gone { controller.removeFromParent() }
        guard let new else { return }
        new.didMove(toParent: self)
        let told = { [self] in delegate?.navigationController(self, didShow: new, animated: animated) }
        // Without animation the view has appeared after the next frame.
        if animated || view.window == nil {
            _ = told()
        } else {
            TransactionStack.current.enqueue { assumeMainActor { _ = told() } }
        }
    }

    private func animate(
        _ old: UIViewController, _ new: UIViewController, _ forwards: Bool, _ gone: [UIViewController],
        _ before: [UIViewController]
    ) {
        let operation: Operation = forwards ? .push : .pop
        let own = delegate?.navigationController(self, animationControllerFor: operation, from: old, to: new)
        let interactor: (any UIViewControllerInteractiveTransitioning)?
        if let own {
            interactor = delegate?.navigationController(self, interactionControllerFor: own)
        } else {
            interactor = forwards ? nil : edge?.takeInteractor()
        }
        for controller in [old, new] { controller.isManual = true }
        shown = new
        let (from, to): (UIView, UIView) = (old.view, new.view)
        let made = ControllerTransition(
            from: old, to: new, views: [.from: from, .to: to], style: .none, in: area, initial: from.frame,
            final: to.frame, animator: own ?? NavigationAnimator(forwards: forwards), interactor: interactor
        ) { [weak self] completed in
            self?.end(completed, old, new, gone, before)
        }
        transition = made
        for controller in [self, old, new] as [UIViewController] { controller.activeTransition = made }
        made.companions = [navigationBar.layer] + (madeToolbar.map { [$0.layer] } ?? [])
        old.willDisappear(true)
        new.willAppear(true)
        made.coordinator.animate(alongsideTransition: { [weak self] _ in
            guard let self else { return }
            navigationBar.replace(stack.map(\.navigationItem), forwards: forwards, true)
            adoptToolbarItems(true)
            layOutBars()
        })
        stackChanged?(made, forwards)
        made.begin()
    }

    private func end(
        _ completed: Bool, _ old: UIViewController, _ new: UIViewController, _ gone: [UIViewController],
        _ before: [UIViewController]
    ) {
        transition = nil
        for controller in [self, old, new] as [UIViewController] { controller.activeTransition = nil }
        if completed {
            old.viewIfLoaded?.removeFromSuperview()
            if let view = new.viewIfLoaded, view.superview !== area { area.addSubview(view) }
            navigationBar.endTransition()
            old.didDisappear(true)
            new.didAppear(true)
        } else {
            stack = before
            shown = old
            new.viewIfLoaded?.removeFromSuperview()
            if let view = old.viewIfLoaded, view.superview !== area { area.addSubview(view) }
            new.willDisappear(true)
            old.willAppear(true)
            new.didDisappear(true)
            old.didAppear(true)
            for controller in gone { controller.isMovingFromParent = false }
            if !before.contains(where: { $0 === new }) { new.removeFromParent() }
            navigationBar.endTransition()
            navigationBar.replace(stack.map(\.navigationItem), forwards: true, false)
            adoptToolbarItems(false)
            layOutBars()
        }
        for controller in [old, new] { controller.isManual = false }
        view.setNeedsLayout()
        if completed { finish(new, gone, animated: true) }
    }

    private func adoptToolbarItems(_ animated: Bool) {
        guard let bar = madeToolbar else { return }
        bar.setItems(stack.last?.toolbarItems, animated: animated)
    }
}

/// The push and the pop: the upper view slides, the lower one follows by less, and is dimmed.
///
/// *Source*: the spring is that of logs of UIKit's pushes; recreations of the push have the lower view move by 0.3 of
/// the width, under a veil of a tenth of black (docs/uikit.md).
@MainActor final class NavigationAnimator: NSObject, SystemAnimator {
    private let forwards: Bool
    static let parallax: CGFloat = 0.3

    init(forwards: Bool) {
        self.forwards = forwards
        super.init()
    }

    var timing: ViewAnimation.Timing { .system }

    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        ViewAnimation.Timing.systemDuration
    }

    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        guard let from = transitionContext.view(forKey: .from), let to = transitionContext.view(forKey: .to) else {
            return transitionContext.completeTransition(true)
        }
        let container = transitionContext.containerView
        let (upper, lower) = forwards ? (to, from) : (from, to)
        let width = container.bounds.width
        let veil = UIView(frame: container.bounds)
        veil.backgroundColor = .black
        veil.isUserInteractionEnabled = false
        let (upperRest, lowerRest) = (upper.center, lower.center)
        let (away, behind) = (
            CGPoint(x: upperRest.x + width, y: upperRest.y),
            CGPoint(x: lowerRest.x - width * Self.parallax, y: lowerRest.y)
        )
        UIView.performWithoutAnimation {
            if forwards { container.addSubview(to) } else { container.insertSubview(to, belowSubview: from) }
            container.insertSubview(veil, belowSubview: upper)
            veil.alpha = forwards ? 0 : 0.1
            if forwards { upper.center = away } else { lower.center = behind }
        }
        UIView.animate(transitionDuration(using: nil), timing) {
            upper.center = forwards ? upperRest : away
            lower.center = forwards ? behind : lowerRest
            veil.alpha = forwards ? 0.1 : 0
        } completion: { _ in
            veil.removeFromSuperview()
            transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
            UIView.performWithoutAnimation {
                if from.superview == nil || transitionContext.transitionWasCancelled {
                    (upper.center, lower.center) = (upperRest, lowerRest)
                }
            }
        }
    }
}
