import MicaEvents
import MicaScripts
import MicaTrace
import Testing

import UIKit
@testable import UIKitCore

/// An animator that keeps its context weakly, as HeroTransitions/Hero does, and puts a button into the container.
@MainActor
private final class WeakAnimator: NSObject, UIViewControllerAnimatedTransitioning,
    UIViewControllerTransitioningDelegate
{
    weak var context: (any UIViewControllerContextTransitioning)?
    let dim = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    var completes = true
    var containers: [UIView] = []
    var taps = 0

    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { self }
    func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)? {
        self
    }
    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        0.3
    }

    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        context = transitionContext
        containers.append(transitionContext.containerView)
        if let view = transitionContext.view(forKey: .to) ?? transitionContext.viewController(forKey: .to)?.view,
            view.window == nil
        {
            dim.addAction(UIAction { [weak self] _ in self?.taps += 1 }, for: .touchUpInside)
            transitionContext.containerView.addSubview(dim)
            view.frame = CGRect(x: 0, y: 0, width: 40, height: 100)
            transitionContext.containerView.addSubview(view)
        }
        guard completes else { return }
        UIView.animate(withDuration: 0.3) { [dim] in
            dim.alpha = dim.alpha == 1 ? 0.9 : 1
        } completion: { _ in
            self.context?.completeTransition(true)
        }
    }
}

@MainActor @Suite(.serialized) struct PresentationTests {
    private let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
    private let root = UIViewController()
    private let shown = UIViewController()
    private let animator = WeakAnimator()
    private let window: UIWindow

    init() {
        window = UIWindow(host: host)
        window.rootViewController = root
        shown.transitioningDelegate = animator
        shown.modalPresentationStyle = .custom
        let window = window
        host.schedule(at: 0) { window.makeKeyAndVisible() }
        host.advance(to: 0.01)
    }

    private func act(_ body: @escaping () -> Void) {
        host.schedule(at: host.time, body)
        host.advance(to: host.time + 0.01)
    }

    @Test("UIKit owns the context of a transition, which an animator holds weakly")
    func weakContext() {
        var ended: [String] = []
        act { root.present(shown, animated: true) { ended.append("presented") } }
        host.advance(to: host.time + 0.5)
        #expect(ended == ["presented"] && animator.context == nil, "and lets it go at its end")
        act { root.dismiss(animated: true) { ended.append("dismissed") } }
        host.advance(to: host.time + 0.5)
        #expect(ended == ["presented", "dismissed"] && root.presentedViewController == nil)
    }

    @Test("What an animator puts into the container stays and gets touches until the dismissal, which has it too")
    func container() throws {
        act { root.present(shown, animated: true) }
        host.advance(to: host.time + 0.5)
        #expect(animator.dim.window === window && shown.view.superview === animator.containers[0])
        host.play(try EventScript("tap 80,50 at 0 by touch"))
        host.advance(to: host.time + 0.3)
        #expect(animator.taps == 1)
        act { root.dismiss(animated: true) }
        #expect(animator.dim.window === window)
        host.advance(to: host.time + 0.5)
        #expect(animator.containers.count == 2 && animator.containers[0] === animator.containers[1])
        #expect(window.subviews == [root.view] && animator.dim.window == nil)
    }

    @Test("A refused dismissal names the transition that has not ended, and its animator")
    func message() {
        animator.completes = false
        act { root.present(shown, animated: true) }
        let before = Notices.shared.lines.count
        root.dismiss(animated: false)
        let said = Notices.shared.lines.dropFirst(before).joined()
        #expect(said.contains("WeakAnimator has not called completeTransition(_:)"), "\(said)")
        let context = animator.context
        act { context?.completeTransition(true) }
        act { root.dismiss(animated: false) }
        #expect(root.presentedViewController == nil)
    }

    @Test("A presentation controller may outlive the controller that it presents")
    func outlives() {
        weak var gone: UIViewController?
        let manager: UIPresentationController = {
            let shown = UIViewController()
            gone = shown
            return UIPresentationController(presentedViewController: shown, presenting: nil)
        }()
        #expect(gone == nil && !manager.presentedViewController.isBeingPresented)
        #expect(manager.presentedViewController === manager.presentingViewController)
        #expect(manager.presentationStyle == UIViewController().modalPresentationStyle && !manager.dismissByUser())
    }

    @Test("A user can dismiss a controller only while it is presented")
    func dismissal() throws {
        final class Observer: NSObject, UIAdaptivePresentationControllerDelegate {
            var log: [String] = []
            func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
                log.append("should")
                return true
            }
            func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
                log.append("will")
            }
            func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
                log.append("did")
            }
        }
        let observer = Observer()
        let page = UIViewController()
        page.modalPresentationStyle = .fullScreen
        let manager = try #require(page.presentationController)
        manager.delegate = observer
        #expect(!manager.dismissByUser() && observer.log.isEmpty)
        act { root.present(page, animated: false) }
        #expect(page.presentationController === manager && manager.dismissByUser())
        host.advance(to: host.time + 1)
        #expect(root.presentedViewController == nil && observer.log == ["should", "will", "did"])
        #expect(!manager.dismissByUser() && observer.log.count == 3)
    }

    @Test("A cancelled presentation leaves no container, a cancelled dismissal keeps it")
    func cancelling() {
        animator.completes = false
        act { root.present(shown, animated: true) }
        act { animator.context?.completeTransition(false) }
        #expect(window.subviews == [root.view] && root.presentedViewController == nil)
        act { root.present(shown, animated: true) }
        act { animator.context?.completeTransition(true) }
        act { root.dismiss(animated: true) }
        act { animator.context?.completeTransition(false) }
        #expect(
            root.presentedViewController === shown && shown.view.window === window && animator.dim.window === window)
        act { root.dismiss(animated: false) }
        #expect(window.subviews == [root.view])
    }
}
