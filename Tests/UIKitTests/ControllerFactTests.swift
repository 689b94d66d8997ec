import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

/// Facts about controllers and property animators. Their numbers are those of FactSources.tsv (docs/facts.md).
@MainActor @Suite(.serialized) struct ControllerFactTests {
    @MainActor private final class Log { var lines: [String] = [] }

    private final class LoggedView: UIView {
        var log: Log?
        override func layoutSubviews() { log?.lines.append("layout") }
    }

    private final class Logged: UIViewController {
        let log: Log
        let name: String
        init(_ name: String, _ log: Log) {
            (self.name, self.log) = (name, log)
            super.init(nibName: nil, bundle: nil)
        }
        required init?(coder: NSCoder) { nil }
        private func add(_ line: String) { log.lines.append(name + "." + line) }
        override func loadView() {
            add("load")
            let made = LoggedView()
            made.log = log
            view = made
        }
        override func viewDidLoad() { add("loaded") }
        override func viewWillAppear(_ animated: Bool) {
            add("will\(isBeingPresented ? "P" : "")\(isMovingToParent ? "M" : "")")
        }
        override func viewDidAppear(_ animated: Bool) { add("did") }
        override func viewWillDisappear(_ animated: Bool) {
            add("willNot\(isBeingDismissed ? "D" : "")\(isMovingFromParent ? "M" : "")")
        }
        override func viewDidDisappear(_ animated: Bool) { add("didNot") }
        override func viewWillLayoutSubviews() { add("willLayout") }
        override func viewDidLayoutSubviews() { add("didLayout") }
        override func willMove(toParent parent: UIViewController?) {
            add("willMove \(parent != nil)")
            super.willMove(toParent: parent)
        }
        override func didMove(toParent parent: UIViewController?) {
            add("didMove \(parent != nil)")
            super.didMove(toParent: parent)
        }
    }

    private let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
    private let log = Log()

    private func show(_ root: UIViewController) -> UIWindow {
        let window = UIWindow(host: host)
        window.rootViewController = root
        act { window.makeKeyAndVisible() }
        return window
    }

    private func act(_ body: @escaping () -> Void) {
        host.schedule(at: host.time, body)
        host.advance(to: host.time + 0.01)
    }

    /// The calls since the last reading, without layout.
    private func heard(_ body: @escaping () -> Void) -> [String] {
        log.lines = []
        act(body)
        return log.lines.filter { !$0.contains("ayout") }
    }

    // dotnet/macios, tests/monotouch-test/UIKit/ViewControllerTest.cs.
    @Test func a_new_controller_is_as_macios_tests_have_it() {
        let controller = UIViewController()
        #expect(controller.children.isEmpty, "UL-1 no children")
        #expect(!controller.definesPresentationContext, "UL-2 no presentation context")
        #expect(!controller.isBeingDismissed, "UL-3 not being dismissed")
        #expect(!controller.isBeingPresented, "UL-4 not being presented")
        #expect(!controller.isMovingFromParent, "UL-5 not leaving a parent")
        #expect(!controller.isMovingToParent, "UL-6 not coming to one")
        #expect(!controller.isViewLoaded, "UL-7 no view yet")
        #expect(controller.nibName == nil, "UL-8 no nib")
        #expect(controller.parent == nil, "UL-9 no parent")
        #expect(controller.presentedViewController == nil, "UL-10 presents none")
        #expect(controller.presentingViewController == nil, "UL-11 presented by none")
        #expect(controller.shouldAutomaticallyForwardAppearanceMethods, "UL-12 tells its children of appearing")
        #expect(controller.title == nil, "UL-13 no title")
        #expect(controller.view != nil, "UL-14 a view, when asked for")
        controller.view = nil
        #expect(!controller.isViewLoaded, "UL-15 which may be taken away")
        #expect(controller.view != nil, "UL-16 and is made again")
    }

    @Test func a_root_appears_once_and_a_child_does_not_change_that() {
        let root = Logged("root", log)
        log.lines = []
        let window = show(root)
        let appearance = log.lines.filter { $0 == "root.will" || $0 == "root.did" }
        #expect(appearance == ["root.will", "root.did"], "UL-17 appearing is told once, before and after")
        #expect(window.isKeyWindow, "UL-18 its window is key")
        let child = Logged("child", log)
        let lines = heard {
            root.addChild(child)
            child.view.frame = root.view.bounds
            root.view.addSubview(child.view)
            child.didMove(toParent: root)
        }
        #expect(child.parent === root, "UL-19 the child's parent")
        #expect(child.view.superview === root.view, "UL-20 its view's superview")
        #expect(child.view.window === window, "UL-21 its view's window")
        #expect(!lines.contains { $0.hasPrefix("root.") }, "UL-22 the parent is not told of appearing again")
        _ = heard {
            child.willMove(toParent: nil)
            child.view.removeFromSuperview()
            child.removeFromParent()
        }
        #expect(child.parent == nil, "UL-23 no parent after it")
        #expect(child.view.superview == nil, "UL-24 and no superview")
        #expect(root.children.isEmpty, "UL-25 and the parent no child")
    }

    // UIViewController.h.
    @Test func views_load_and_are_laid_out_as_the_header_says() {
        let root = Logged("root", log)
        #expect(root.viewIfLoaded == nil && log.lines.isEmpty, "UL-30 viewIfLoaded does not load")
        root.loadViewIfNeeded()
        #expect(log.lines == ["root.load", "root.loaded"], "UL-31 viewDidLoad comes after loadView")
        _ = root.view
        root.loadViewIfNeeded()
        #expect(log.lines.count == 2, "UL-32 a view is loaded once")
        log.lines = []
        let window = show(root)
        let layout = log.lines.firstIndex(of: "layout") ?? 0
        #expect(layout > 0 && log.lines[layout - 1] == "root.willLayout", "UL-33 just before layoutSubviews")
        #expect(log.lines[(layout + 1)...].first == "root.didLayout", "UL-34 just after it")
        #expect(root.view.frame == window.bounds, "UL-35 a root's view fills its window")
    }

    @Test func containment_is_as_the_header_says() {
        let root = Logged("root", log)
        let window = show(root)
        let child = Logged("child", log)
        let added = heard { root.addChild(child) }
        #expect(added == ["child.willMove true"], "UL-36 addChild tells of the parent to come")
        #expect(root.children == [child], "UL-37 children are in the order of adding")
        let lines = heard {
            root.view.addSubview(child.view)
            child.didMove(toParent: root)
        }
        #expect(lines.contains("child.willM"), "UL-38 a child that appears then is moving to its parent")
        let other = Logged("other", log)
        _ = heard { root.addChild(other) }
        let taken = heard { other.addChild(child) }
        #expect(taken.contains("child.didMove false"), "UL-39 another parent takes it from the first")
        #expect(root.children == [other] && child.parent === other, "UL-40 a child has one parent")
        _ = heard { root.addChild(child) }
        let removed = heard { child.removeFromParent() }
        #expect(removed == ["child.didMove false"], "UL-41 removing tells that it has moved to none")
        let shown = Logged("shown", log)
        _ = heard { root.present(shown, animated: false) }
        #expect(!root.children.contains(shown) && shown.parent == nil, "UL-42 who is presented is no child")
        _ = window
    }

    @Test func presenting_is_as_the_header_says() {
        let root = Logged("root", log)
        let window = show(root)
        let shown = Logged("shown", log)
        #expect(shown.modalTransitionStyle == .coverVertical, "UL-43 it comes from below")
        #expect(shown.modalPresentationStyle == .pageSheet, "UL-44 automatic is read as a page sheet")
        shown.modalPresentationStyle = .fullScreen
        var order: [String] = []
        let lines = heard { [log] in root.present(shown, animated: false) { order = log.lines } }
        #expect(order.contains("shown.did"), "UL-45 the completion comes after viewDidAppear")
        #expect(lines.contains("shown.willP"), "UL-46 appearing, it is being presented")
        #expect(root.presentedViewController === shown, "UL-47 who is presented")
        #expect(shown.presentingViewController === root, "UL-48 and by whom")
        let child = Logged("child", log)
        _ = heard {
            shown.addChild(child)
            shown.view.addSubview(child.view)
            child.didMove(toParent: shown)
        }
        #expect(child.presentingViewController === root, "UL-49 a child's is its ancestor's")
        let away = heard { [log] in root.dismiss(animated: false) { order = log.lines } }
        #expect(away.contains("shown.willNotD"), "UL-50 disappearing, it is being dismissed")
        let last = order.last { $0.hasPrefix("shown") }
        #expect(last == "shown.didNot", "UL-51 the completion comes after viewDidDisappear")
        #expect(root.presentedViewController == nil, "UL-52 nobody is presented any more")
        let styles: [UIModalPresentationStyle] = [
            .fullScreen, .pageSheet, .formSheet, .currentContext, .custom, .overFullScreen, .overCurrentContext,
            .popover, .none, .automatic,
        ]
        #expect(styles.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, -1, -2], "UL-53 numbers of styles")
        #expect(shown.preferredStatusBarStyle == .default && !shown.prefersStatusBarHidden, "UL-54 the bar's defaults")
        _ = window
    }

    // MARK: Property animators. UIViewAnimating.h, UIViewPropertyAnimator.h.

    private func animator(_ view: UIView, _ ends: @escaping (UIViewAnimatingPosition) -> Void) -> UIViewPropertyAnimator
    {
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x = 100 }
        animator.addCompletion(ends)
        return animator
    }

    @Test func animators_states_are_as_the_header_says() {
        let window = show(UIViewController())
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 10))
        window.addSubview(view)
        act {}
        var ends: [UIViewAnimatingPosition] = []
        let first = animator(view) { ends.append($0) }
        #expect(first.state == .inactive && !first.isRunning, "UL-60 a new one does not run")
        #expect(first.delay == 0, "UL-61 without delay")
        #expect(first.isUserInteractionEnabled, "UL-62 views may be touched")
        #expect(!first.pausesOnCompletion, "UL-63 it does not pause at its end")
        #expect(view.center.x == 0, "UL-64 and changes nothing before it starts")
        let start = host.time
        act { first.startAnimation() }
        #expect(first.state == .active && first.isRunning, "UL-65 started, it is active and runs")
        act { first.pauseAnimation() }
        #expect(first.state == .active && !first.isRunning, "UL-66 paused, it is active")
        act { first.startAnimation() }
        #expect(first.isRunning, "UL-67 started again, it goes on")
        host.advance(to: start + 2)
        #expect(ends == [.end] && first.state == .inactive, "UL-68 at its end it is inactive")
        #expect(view.center.x == 100, "UL-69 with the new values")
        ends = []
        view.center.x = 0
        let second = animator(view) { ends.append($0) }
        act { second.startAnimation() }
        host.advance(to: host.time + 0.4)
        act { second.stopAnimation(true) }
        #expect(second.state == .inactive, "UL-70 stopped without finishing, it is inactive")
        #expect(ends.isEmpty, "UL-71 and nobody is told")
        #expect(abs(view.center.x - 42) < 2, "UL-72 views have the values that were shown")
        view.center.x = 0
        let third = animator(view) { ends.append($0) }
        act { third.startAnimation() }
        host.advance(to: host.time + 0.4)
        act { third.stopAnimation(false) }
        #expect(third.state == .stopped, "UL-73 stopped, it waits")
        act { third.finishAnimation(at: .end) }
        #expect(third.state == .inactive && ends == [.end], "UL-74 until it is finished")
        #expect(view.center.x == 100, "UL-75 with the values of the end")
        #expect(
            [UIViewAnimatingState.inactive, .active, .stopped].map(\.rawValue) == [0, 1, 2], "UL-76 numbers of states")
        #expect(
            [UIViewAnimatingPosition.end, .start, .current].map(\.rawValue) == [0, 1, 2], "UL-77 numbers of positions")
    }

    @Test func animators_are_scrubbed_and_reversed_as_the_header_says() {
        let window = show(UIViewController())
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 10))
        window.addSubview(view)
        act {}
        var ends: [UIViewAnimatingPosition] = []
        let paused = animator(view) { ends.append($0) }
        act { paused.pauseAnimation() }
        #expect(paused.state == .active && !paused.isRunning, "UL-78 an animator may begin as paused")
        act { paused.fractionComplete = 0.5 }
        #expect(abs(paused.fractionComplete - 0.5) < 1e-6, "UL-79 and be put somewhere")
        act { paused.isReversed = true }
        #expect(!paused.isRunning, "UL-80 reversed, it does not start")
        act { paused.startAnimation() }
        host.advance(to: host.time + 0.7)
        #expect(ends == [.start], "UL-81 but runs back, when it is started")
        #expect(view.center.x == 0, "UL-82 to the values of the beginning")
        let waiting = animator(view) { _ in }
        act { waiting.startAnimation(afterDelay: 0.5) }
        host.advance(to: host.time + 0.4)
        var shown: CGFloat?
        act { shown = view.layer.presentation()?.position.x }
        #expect(shown == 0, "UL-83 a delay is waited for")
        act { waiting.stopAnimation(true) }
        view.center.x = 0
        var running: UIViewPropertyAnimator?
        act {
            running = UIViewPropertyAnimator.runningPropertyAnimator(
                withDuration: 1, delay: 0, animations: { view.center.x = 100 })
        }
        #expect(running?.state == .active && running?.isRunning == true, "UL-84 a running one runs")
    }
}
