import MicaEvents
import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

@MainActor private final class Log {
    var lines: [String] = []
}

@MainActor private final class LoggedController: UIViewController {
    let log: Log
    let name: String

    init(_ name: String, _ log: Log) {
        (self.name, self.log) = (name, log)
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
        log.lines.append("\(name) loadView")
        super.loadView()
    }
    override func viewDidLoad() { log.lines.append("\(name) didLoad") }
    override func viewWillAppear(_ animated: Bool) { log.lines.append("\(name) willAppear") }
    override func viewDidAppear(_ animated: Bool) { log.lines.append("\(name) didAppear") }
    override func viewWillDisappear(_ animated: Bool) { log.lines.append("\(name) willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { log.lines.append("\(name) didDisappear") }
    override func viewWillLayoutSubviews() { log.lines.append("\(name) willLayout") }
    override func viewDidLayoutSubviews() { log.lines.append("\(name) didLayout") }
    override func willMove(toParent parent: UIViewController?) {
        log.lines.append("\(name) willParent \(parent != nil)")
    }
    override func didMove(toParent parent: UIViewController?) {
        super.didMove(toParent: parent)
        log.lines.append("\(name) didParent \(parent != nil)")
    }
    override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        log.lines.append("\(name) willTransition \(Int(size.width))")
    }
}

@MainActor @Suite(.serialized) struct ControllerTests {
    private let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
    private let log = Log()

    private func show(_ root: UIViewController) -> UIWindow {
        let window = UIWindow(host: host)
        window.rootViewController = root
        host.schedule(at: host.time) { window.makeKeyAndVisible() }
        host.advance(to: host.time + 0.01)
        return window
    }

    @Test func root_controller_that_moves_to_another_window_is_drawn_there() {
        let root = UIViewController()
        root.view.backgroundColor = .systemRed
        let first = show(root)
        let picture = host.image.resource.bitmap().pixels
        let other = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
        let second = UIWindow(host: other)
        second.rootViewController = root
        second.makeKeyAndVisible()
        first.rootViewController = nil
        other.advance(to: 0.01)
        #expect(root.view.window === second)
        #expect(other.image.resource.bitmap().pixels == picture)
        #expect(Set(picture).count == 1 && host.image.resource.bitmap().pixels != picture)
    }

    /// The window's subviews, with the content of presentations' containers in place of these.
    private func presented(_ window: UIWindow) -> [UIView] {
        window.subviews.flatMap { view in
            guard view is PresentationContainer else { return [view] }
            return view.subviews.filter { !($0.gestureRecognizers?.first is UITapGestureRecognizer) }
                .map { $0 is SheetCard ? $0.subviews[0].subviews[0] : $0 }
        }
    }

    private func act(_ body: @escaping () -> Void) {
        host.schedule(at: host.time, body)
        host.advance(to: host.time + 0.01)
    }

    @Test("A root controller's view is made, put into the window, laid out, and has appeared after the commit")
    func root() {
        let controller = LoggedController("root", log)
        #expect(!controller.isViewLoaded && log.lines.isEmpty)
        let window = show(controller)
        #expect(
            log.lines == [
                "root loadView", "root didLoad", "root willAppear", "root willLayout", "root didLayout",
                "root didAppear",
            ])
        #expect(window.isKeyWindow && controller.view.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
        log.lines = []
        act { window.rootViewController = nil }
        #expect(log.lines == ["root willDisappear", "root didDisappear"])
    }

    @Test("A child hears of its parent, and of appearing as its view comes into the window")
    func children() {
        let root = LoggedController("root", log)
        let window = show(root)
        let child = LoggedController("child", log)
        log.lines = []
        act {
            root.addChild(child)
            root.view.addSubview(child.view)
            child.didMove(toParent: root)
        }
        #expect(
            log.lines.filter { $0.hasPrefix("child") && !$0.contains("ayout") } == [
                "child willParent true", "child loadView", "child didLoad", "child willAppear", "child didParent true",
                "child didAppear",
            ])
        #expect(child.parent === root && root.children.count == 1)
        // A controller is not put into one that is in it.
        child.addChild(root)
        #expect(root.parent == nil)
        log.lines = []
        act {
            child.willMove(toParent: nil)
            child.view.removeFromSuperview()
            child.removeFromParent()
        }
        #expect(
            log.lines.filter { $0.hasPrefix("child") } == [
                "child willParent false", "child willDisappear", "child didDisappear", "child didParent false",
            ])
        _ = window
    }

    @Test("Presenting over the full screen takes the presenter away, and dismissing brings it back")
    func presenting() {
        let root = LoggedController("root", log)
        let window = show(root)
        let shown = LoggedController("shown", log)
        shown.modalPresentationStyle = .fullScreen
        log.lines = []
        var completed = 0
        act { root.present(shown, animated: false) { completed += 1 } }
        #expect(
            log.lines.filter { !$0.contains("ayout") } == [
                "shown loadView", "shown didLoad", "root willDisappear", "shown willAppear", "shown didAppear",
                "root didDisappear",
            ])
        #expect(root.presentedViewController === shown && shown.presentingViewController === root && completed == 1)
        #expect(shown.view.superview?.superview === window && root.view.superview == nil)
        // Presenting another one is refused.
        root.present(LoggedController("second", log), animated: false)
        #expect(root.presentedViewController === shown)
        log.lines = []
        act { shown.dismiss(animated: false) { completed += 1 } }
        #expect(
            log.lines.filter { !$0.contains("ayout") } == [
                "shown willDisappear", "root willAppear", "root didAppear", "shown didDisappear",
            ])
        #expect(root.presentedViewController == nil && root.view.superview === window && completed == 2)
    }

    @Test("A controller does not present one that it is in, or that presents it, or that is in another")
    func presentingRound() {
        let root = LoggedController("root", log)
        let window = show(root)
        let shown = LoggedController("shown", log)
        act { root.present(shown, animated: false) }
        shown.present(root, animated: false)
        #expect(shown.presentedViewController == nil && root.presentingViewController == nil)
        shown.addChild(root)
        #expect(root.parent == nil && shown.children.isEmpty)
        let child = LoggedController("child", log)
        act {
            shown.addChild(child)
            shown.view.addSubview(child.view)
            child.didMove(toParent: shown)
        }
        shown.present(child, animated: false)
        #expect(shown.presentedViewController == nil)
        act { root.dismiss(animated: false) }
        #expect(root.presentedViewController == nil)
        _ = window
    }

    @Test("An animated sheet leaves the presenter, and has appeared when it has come")
    func sheet() {
        let root = LoggedController("root", log)
        let window = show(root)
        let shown = LoggedController("shown", log)
        log.lines = []
        act { root.present(shown, animated: true) }
        #expect(!log.lines.contains("shown didAppear") && !log.lines.contains("root willDisappear"))
        host.advance(to: host.time + 1)
        #expect(log.lines.contains("shown didAppear") && root.view.superview === window)
        act { root.dismiss(animated: true) }
        host.advance(to: host.time + 1)
        #expect(log.lines.last == "shown didDisappear" && root.presentedViewController == nil)
    }

    @Test("While a controller comes or goes nothing is dismissed, and one that goes presents nothing")
    func duringTransitions() {
        let root = LoggedController("root", log)
        let window = show(root)
        let shown = LoggedController("shown", log)
        shown.modalPresentationStyle = .fullScreen
        act { root.present(shown, animated: true) }
        log.lines = []
        var dismissed = 0
        act { root.dismiss(animated: false) { dismissed += 1 } }
        host.advance(to: host.time + 1)
        #expect(log.lines.filter { !$0.contains("ayout") } == ["shown didAppear", "root didDisappear"])
        #expect(root.presentedViewController === shown && shown.view.window === window && dismissed == 0)
        // Nor is what presents the one that comes, or goes.
        let sheet = LoggedController("sheet", log)
        act { shown.present(sheet, animated: true) }
        act { root.dismiss(animated: false) }
        host.advance(to: host.time + 1)
        #expect(root.presentedViewController === shown && shown.presentedViewController === sheet)
        act { shown.dismiss(animated: true) }
        act { root.dismiss(animated: false) }
        act { sheet.present(LoggedController("late", log), animated: false) }
        #expect(sheet.presentedViewController == nil)
        host.advance(to: host.time + 1)
        #expect(root.presentedViewController === shown && shown.presentedViewController == nil)
        log.lines = []
        act { root.dismiss(animated: false) }
        #expect(
            log.lines.filter { !$0.contains("ayout") } == [
                "shown willDisappear", "root willAppear", "root didAppear", "shown didDisappear",
            ])
        #expect(window.subviews == [root.view])
    }

    @Test("What a controller presents while it comes stays in front of it")
    func presentingEarly() {
        let root = LoggedController("root", log)
        let window = show(root)
        let (first, second) = (LoggedController("first", log), LoggedController("second", log))
        act { root.present(first, animated: true) }
        act { first.present(second, animated: false) }
        host.advance(to: host.time + 1)
        #expect(presented(window) == [root.view, first.view, second.view])
    }

    @Test(
        "What a controller presents over the full screen while it comes takes it away for good, and gives way to it again"
    )
    func presentingOverEarly() {
        let root = LoggedController("root", log)
        let window = show(root)
        let (first, second) = (LoggedController("first", log), LoggedController("second", log))
        for controller in [first, second] { controller.modalPresentationStyle = .fullScreen }
        act { root.present(first, animated: true) }
        act { first.present(second, animated: false) }
        host.advance(to: host.time + 1)
        #expect(presented(window) == [second.view])
        #expect(log.lines.filter { $0.hasPrefix("first") }.last == "first didDisappear")
        // Both go at once: the second in place, the first before the root's view.
        act { root.dismiss(animated: true) }
        #expect(presented(window) == [root.view, first.view])
        host.advance(to: host.time + 1)
        #expect(window.subviews == [root.view])
    }

    @Test("A program's own transition has the presenter's view in its container, and ends with both where they belong")
    func programTransition() throws {
        final class Fade: NSObject, UIViewControllerAnimatedTransitioning, UIViewControllerTransitioningDelegate {
            var seen: [String] = []
            func animationController(
                forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
            ) -> (any UIViewControllerAnimatedTransitioning)? { self }
            func animationController(
                forDismissed dismissed: UIViewController
            ) -> (any UIViewControllerAnimatedTransitioning)? { self }
            func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
                -> TimeInterval
            {
                0.5
            }
            func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
                guard let to = transitionContext.view(forKey: .to), let from = transitionContext.view(forKey: .from)
                else {
                    return
                }
                seen.append("\(from.superview === transitionContext.containerView) \(to.superview == nil)")
                to.alpha = 0
                transitionContext.containerView.addSubview(to)
                UIView.animate(withDuration: transitionDuration(using: transitionContext)) {
                    to.alpha = 1
                } completion: {
                    transitionContext.completeTransition($0)
                }
            }
            func animationEnded(_ transitionCompleted: Bool) { seen.append("ended \(transitionCompleted)") }
        }
        let fade = Fade()
        let root = LoggedController("root", log)
        let window = show(root)
        let shown = LoggedController("shown", log)
        shown.transitioningDelegate = fade
        shown.modalPresentationStyle = .fullScreen
        log.lines = []
        act { root.present(shown, animated: true) }
        #expect(!log.lines.contains("shown didAppear") && shown.view.layer.animation(forKey: "opacity") != nil)
        host.advance(to: host.time + 0.6)
        #expect(fade.seen == ["true true", "ended true"])
        #expect(presented(window) == [shown.view] && root.view.superview == nil)
        #expect(
            log.lines.filter { $0.contains("ppear") } == [
                "root willDisappear", "shown willAppear", "shown didAppear", "root didDisappear",
            ])
        log.lines = []
        act { shown.dismiss(animated: true) }
        host.advance(to: host.time + 0.6)
        #expect(fade.seen == ["true true", "ended true", "true true", "ended true"])
        #expect(window.subviews == [root.view] && root.presentedViewController == nil)
        #expect(
            log.lines.filter { $0.contains("ppear") } == [
                "shown willDisappear", "root willAppear", "root didAppear", "shown didDisappear",
            ])
    }

    @Test("A window's new size is told to controllers, and given to their views")
    func resizing() {
        let root = LoggedController("root", log)
        let window = show(root)
        log.lines = []
        host.resize(to: CGSize(width: 60, height: 40))
        #expect(log.lines.first == "root willTransition 60")
        #expect(window.bounds.size == CGSize(width: 60, height: 40) && root.view.bounds.size == window.bounds.size)
        host.send(.appearance(.dark))
        #expect(root.traitCollection.userInterfaceStyle == .dark)
        root.view.overrideUserInterfaceStyle = .light
        #expect(root.traitCollection.userInterfaceStyle == .light)
        host.send(.appearance(.light))
    }

    @Test("A window has the appearance that its host had before it")
    func appearance_of_the_host_before_the_window() {
        final class Root: UIViewController {
            override func loadView() {
                view = UIView()
                view.backgroundColor = .systemBackground
            }
        }
        host.send(.appearance(.dark))
        let root = Root()
        let window = show(root)
        #expect(root.traitCollection.userInterfaceStyle == .dark && window.traitCollection.userInterfaceStyle == .dark)
        #expect(root.view.layer.backgroundColor?.components?.first == 0)
        host.send(.appearance(.light))
        #expect(root.view.layer.backgroundColor?.components?.first == 1)
        withExtendedLifetime(window) {}
    }

    @Test("A delegate hears of a launch, and of a window that is hidden and seen again, in Apple's order")
    func life() {
        final class Delegate: NSObject, UIApplicationDelegate {
            var calls: [String] = []
            func application(
                _ application: UIApplication,
                willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                calls.append("will")
                return true
            }
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                calls.append("did")
                return true
            }
            func applicationDidBecomeActive(_ application: UIApplication) { calls.append("active") }
            func applicationWillResignActive(_ application: UIApplication) { calls.append("resign") }
            func applicationDidEnterBackground(_ application: UIApplication) { calls.append("background") }
            func applicationWillEnterForeground(_ application: UIApplication) { calls.append("foreground") }
        }
        let delegate = Delegate()
        let application = UIApplication.shared
        application.delegate = delegate
        application.launch()
        #expect(delegate.calls == ["will", "did", "active"] && application.applicationState == .active)
        let window = show(UIViewController())
        delegate.calls = []
        host.send(.visibility(false))
        host.send(.visibility(true))
        #expect(delegate.calls == ["resign", "background", "foreground", "active"])
        application.delegate = nil
        _ = window
    }
}
