import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Transitions that programs and fingers drive. *Source*: Apple's pages of the classes that they name.
@MainActor @Suite(.serialized) struct TransitionTests {
    /// An animator that slides, and may be scrubbed.
    private final class Slide: NSObject, UIViewControllerAnimatedTransitioning {
        var isPresenting = true
        var interruptible: UIViewPropertyAnimator?
        var usesPropertyAnimator = false
        var ended: [Bool] = []
        func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 1 }
        func interruptibleAnimator(
            using context: any UIViewControllerContextTransitioning
        ) -> (any UIViewImplicitlyAnimating)? {
            guard usesPropertyAnimator else { return nil }
            if let interruptible { return interruptible }
            let made = UIViewPropertyAnimator(duration: 1, curve: .linear)
            let view = prepare(context)
            made.addAnimations { view?.frame.origin.x = self.isPresenting ? 0 : 375 }
            made.addCompletion { context.completeTransition($0 == .end) }
            interruptible = made
            return made
        }
        private func prepare(_ context: any UIViewControllerContextTransitioning) -> UIView? {
            let view = context.view(forKey: isPresenting ? .to : .from)
            if isPresenting, let view {
                context.containerView.addSubview(view)
                view.frame.origin.x = 375
            }
            return view
        }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            guard let view = prepare(context) else { return }
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                view.frame.origin.x = self.isPresenting ? 0 : 375
            } completion: { _ in
                context.completeTransition(!context.transitionWasCancelled)
            }
        }
        func animationEnded(_ transitionCompleted: Bool) { ended.append(transitionCompleted) }
    }

    private final class Delegate: NSObject, UIViewControllerTransitioningDelegate {
        let slide = Slide()
        var interactor: UIPercentDrivenInteractiveTransition?
        var manager: ((UIViewController, UIViewController?) -> UIPresentationController)?
        func animationController(
            forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            slide.isPresenting = true
            return slide
        }
        func animationController(
            forDismissed dismissed: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            slide.isPresenting = false
            return slide
        }
        func interactionControllerForPresentation(
            using animator: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { interactor }
        func interactionControllerForDismissal(
            using animator: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { interactor }
        func presentationController(
            forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
        ) -> UIPresentationController? { manager?(presented, presenting) }
    }

    /// A manager that shows a side panel under a veil, and logs its course.
    private final class Panel: UIPresentationController {
        let veil = UIView()
        var course: [String] = []
        override var frameOfPresentedViewInContainerView: CGRect {
            CGRect(x: 0, y: 0, width: 200, height: containerView?.bounds.height ?? 0)
        }
        override func presentationTransitionWillBegin() {
            course.append("will")
            veil.frame = containerView?.bounds ?? .zero
            veil.alpha = 0
            containerView?.insertSubview(veil, at: 0)
            presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in self.veil.alpha = 1 })
        }
        override func presentationTransitionDidEnd(_ completed: Bool) { course.append("did \(completed)") }
        override func dismissalTransitionWillBegin() {
            course.append("willDismiss")
            presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in self.veil.alpha = 0 })
        }
        override func dismissalTransitionDidEnd(_ completed: Bool) { course.append("didDismiss \(completed)") }
        override func containerViewWillLayoutSubviews() { presentedView?.frame = frameOfPresentedViewInContainerView }
    }

    private let root = PlainController("root")
    private let shown = PlainController("shown")
    private let delegate = Delegate()

    private func makeStage() -> ControllerStage {
        shown.transitioningDelegate = delegate
        shown.modalPresentationStyle = .custom
        return ControllerStage(root)
    }

    @Test func a_presentation_follows_its_fraction_and_finishes() {
        let stage = makeStage()
        let interactor = UIPercentDrivenInteractiveTransition()
        delegate.interactor = interactor
        var done = 0
        stage.act { self.root.present(self.shown, animated: true) { done += 1 } }
        #expect(stage.shown(shown.view).minX == 375 && shown.transitionCoordinator?.initiallyInteractive == true)
        stage.act { interactor.update(0.4) }
        #expect(abs(stage.shown(shown.view).minX - 225) < 1 && interactor.percentComplete == 0.4)
        stage.pass(2)
        #expect(abs(stage.shown(shown.view).minX - 225) < 1, "it stands still")
        stage.act { interactor.update(0.2) }
        #expect(abs(stage.shown(shown.view).minX - 300) < 1)
        interactor.completionCurve = .linear
        stage.act { interactor.finish() }
        stage.pass(0.4)
        let middle = stage.shown(shown.view).minX
        #expect(middle > 100 && middle < 200 && done == 0, "what is left takes what is left of the time")
        stage.pass(0.6)
        #expect(stage.shown(shown.view).minX == 0 && done == 1 && shown.log.last == "didAppearA")
        #expect(delegate.slide.ended == [true] && shown.transitionCoordinator == nil)
    }

    @Test func a_cancelled_dismissal_leaves_everything_as_it_was() {
        let stage = makeStage()
        stage.act { self.root.present(self.shown, animated: true) }
        stage.pass(1.5)
        let interactor = UIPercentDrivenInteractiveTransition()
        delegate.interactor = interactor
        stage.act { self.root.dismiss(animated: true) }
        var ends: [Bool] = []
        shown.transitionCoordinator?.notifyWhenInteractionEnds { ends.append($0.isCancelled) }
        stage.act { interactor.update(0.6) }
        #expect(abs(stage.shown(shown.view).minX - 225) < 1)
        stage.act { interactor.cancel() }
        #expect(ends == [true])
        stage.pass(1)
        #expect(stage.shown(shown.view).minX == 0 && shown.view.frame.minX == 0 && shown.view.window != nil)
        #expect(root.presentedViewController === shown && delegate.slide.ended == [true, false])
        #expect(shown.log.suffix(3) == ["willDisappearA", "willAppearA", "didAppearA"])
        // A second end, as a gesture's `cancelled` after `ended`, does not end the next transition. Now it goes.
        stage.act { interactor.cancel() }
        stage.act { self.root.dismiss(animated: true) }
        stage.act { interactor.finish() }
        stage.pass(1.5)
        #expect(root.presentedViewController == nil && stage.window.subviews == [root.view])
    }

    @Test func an_interruptible_animator_is_scrubbed_and_reversed() {
        let stage = makeStage()
        delegate.slide.usesPropertyAnimator = true
        let interactor = UIPercentDrivenInteractiveTransition()
        delegate.interactor = interactor
        stage.act { self.root.present(self.shown, animated: true) }
        stage.act { interactor.update(0.5) }
        #expect(abs(stage.shown(shown.view).minX - 187.5) < 1 && delegate.slide.interruptible?.isRunning == false)
        stage.act { interactor.cancel() }
        stage.pass(1)
        #expect(root.presentedViewController == nil && shown.view.window == nil)
        #expect(delegate.slide.ended == [false])
    }

    @Test func animations_beside_a_transition_take_its_time_and_their_completion_comes_last() {
        let stage = makeStage()
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        root.view.addSubview(mark)
        var order: [String] = []
        shown.told = { order.append($0) }
        stage.act {
            self.root.present(self.shown, animated: true)
            self.shown.transitionCoordinator?.animate(alongsideTransition: { _ in mark.frame.origin.x = 100 }) {
                context in
                order.append("beside \(context.isCancelled)")
            }
        }
        stage.pass(0.49)
        #expect(abs(stage.shown(mark).minX - 50) < 2)
        stage.pass(1)
        #expect(order.suffix(2) == ["shown didAppearA", "beside false"] && mark.frame.minX == 100)
    }

    @Test func a_presentation_controller_places_the_view_and_hears_its_course() throws {
        let stage = makeStage()
        var made: Panel?
        delegate.manager = { presented, presenting in
            let panel = Panel(presentedViewController: presented, presenting: presenting)
            made = panel
            return panel
        }
        stage.act { self.root.present(self.shown, animated: true) }
        let panel = try #require(made)
        #expect(panel.course == ["will"] && shown.presentationController === panel)
        #expect(panel.presentingViewController === root && panel.containerView != nil)
        stage.pass(1.5)
        #expect(panel.course == ["will", "did true"] && panel.veil.alpha == 1)
        #expect(shown.view.frame == CGRect(x: 0, y: 0, width: 200, height: 667))
        stage.host.resize(to: CGSize(width: 375, height: 500))
        stage.pass(0.1)
        #expect(shown.view.frame.height == 500)
        stage.act { self.root.dismiss(animated: true) }
        stage.pass(1.5)
        #expect(panel.course.suffix(2) == ["willDismiss", "didDismiss true"] && panel.containerView == nil)
    }

    @Test func a_context_is_the_controller_that_defines_it() {
        let child = PlainController("child")
        // The window's size already, so that the child keeps its own.
        root.view.frame = CGRect(x: 0, y: 0, width: 375, height: 667)
        root.addChild(child)
        child.view.frame = CGRect(x: 50, y: 60, width: 200, height: 300)
        root.view.addSubview(child.view)
        child.didMove(toParent: root)
        child.definesPresentationContext = true
        let stage = ControllerStage(root)
        shown.modalPresentationStyle = .overCurrentContext
        stage.act { child.present(self.shown, animated: false) }
        #expect(shown.presentingViewController === child && root.presentedViewController == nil)
        #expect(shown.view.convert(shown.view.bounds, to: nil) == CGRect(x: 50, y: 60, width: 200, height: 300))
        stage.act { child.dismiss(animated: false) }
        #expect(child.presentedViewController == nil && root.view.subviews == [child.view])
        // A style that covers the window goes to the topmost parent.
        let over = PlainController("over")
        over.modalPresentationStyle = .overFullScreen
        stage.act { child.present(over, animated: false) }
        #expect(over.presentingViewController === root && over.view.frame.size == CGSize(width: 375, height: 667))
    }
}
