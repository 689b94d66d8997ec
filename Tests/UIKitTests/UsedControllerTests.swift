import Foundation
import MicaEvents
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// The most used members of controllers, windows and the application.
@MainActor @Suite(.serialized) struct UsedControllerTests {
    final class Page: UIViewController {
        var heard: [String] = []
        override func loadView() {
            super.loadView()
            heard.append("loadView")
        }
        override func viewDidLoad() {
            super.viewDidLoad()
            heard.append("didLoad")
        }
        override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            heard.append("willAppear")
        }
        override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            heard.append("didAppear")
        }
        override func viewWillDisappear(_ animated: Bool) {
            super.viewWillDisappear(animated)
            heard.append("willDisappear")
        }
        override func viewWillLayoutSubviews() {
            super.viewWillLayoutSubviews()
            heard.append("willLayout")
        }
        override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            heard.append("didLayout")
        }
        override func viewWillTransition(
            to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
        ) {
            super.viewWillTransition(to: size, with: coordinator)
            heard.append("size \(Int(size.width)) \(transitionCoordinator === coordinator)")
        }
        override func didMove(toParent parent: UIViewController?) {
            super.didMove(toParent: parent)
            heard.append("didMove \(parent != nil)")
        }
        override func didReceiveMemoryWarning() {
            super.didReceiveMemoryWarning()
            heard.append("memory")
        }
        override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
            super.prepare(for: segue, sender: sender)
            heard.append("prepare \(segue.identifier ?? "")")
        }
        override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
    }

    /// What notifications told of.
    @MainActor final class Posted {
        var lines: [String] = []
    }

    private let host = ScriptedWindow(size: CGSize(width: 200, height: 100), scale: 1, threads: 1)

    private func show(_ root: UIViewController) -> UIWindow {
        let window = UIWindow(host: host)
        window.rootViewController = root
        act { window.makeKeyAndVisible() }
        return window
    }

    private func act(for seconds: Double = 0.05, _ body: @escaping () -> Void) {
        host.schedule(at: host.time, body)
        host.advance(to: host.time + seconds)
    }

    @Test(
        .covers(
            "UIViewController", "UIViewController.init", "UIViewController.view", "UIViewController.loadView",
            "UIViewController.viewDidLoad", "UIViewController.viewWillAppear", "UIViewController.viewDidAppear",
            "UIViewController.viewWillDisappear", "UIViewController.viewWillLayoutSubviews",
            "UIViewController.viewDidLayoutSubviews", "UIViewController.viewWillTransition", "UIViewController.nibName",
            "UIViewController.title", "UIWindow", "UIWindow.rootViewController"))
    func a_root_lives_through_its_calls_in_order() {
        // viewDidLoad, viewWillAppear, viewWillLayoutSubviews, viewDidLayoutSubviews, viewDidAppear; viewWillTransition; viewWillDisappear
        let page: UIViewController = Page(nibName: "Page", bundle: nil)
        page.title = "One"
        #expect(page.nibName == "Page" && page.title == "One" && UIViewController().nibName == nil)
        let window: UIWindow = show(page)
        let heard = { (page as? Page)?.heard ?? [] }
        #expect(heard() == ["loadView", "didLoad", "willAppear", "willLayout", "didLayout", "didAppear"])
        #expect(page.view.superview === window && page.view.frame == window.bounds)
        act { self.host.send(.resize(WindowMetrics(size: CGSize(width: 300, height: 100), scale: 1))) }
        #expect(heard().contains("size 300 true") && page.view.frame.width == 300)
        act { window.rootViewController = nil }
        #expect(heard().last == "willDisappear" && page.view.superview == nil)
        page.loadView()
        #expect(heard().last == "loadView")
    }

    @Test(
        .covers(
            "UIViewController.addChild", "UIViewController.removeFromParent", "UIViewController.didMove",
            "UIViewController.beginAppearanceTransition", "UIViewController.endAppearanceTransition"))
    func children_come_and_go() {
        let (outer, page) = (UIViewController(), Page())
        outer.addChild(page)
        page.didMove(toParent: outer)
        #expect(outer.children == [page] && page.parent === outer && page.heard == ["didMove true"])
        page.removeFromParent()
        #expect(outer.children.isEmpty && page.heard.last == "didMove false")
        page.beginAppearanceTransition(true, animated: false)
        page.endAppearanceTransition()
        #expect(page.heard.suffix(2) == ["willAppear", "didAppear"])
        page.beginAppearanceTransition(false, animated: false)
        #expect(page.heard.last == "willDisappear")
    }

    final class Delegate: NSObject, UIViewControllerTransitioningDelegate {}

    @Test(
        .covers(
            "UIViewController.present", "UIViewController.dismiss", "UIViewController.modalPresentationStyle",
            "UIViewController.transitioningDelegate"))
    func controllers_present_others() {
        let (root, page, delegate) = (UIViewController(), Page(), Delegate())
        let window = show(root)
        defer { withExtendedLifetime(window) {} }
        page.modalPresentationStyle = .fullScreen
        page.transitioningDelegate = delegate
        #expect(page.transitioningDelegate === delegate && UIViewController().modalPresentationStyle == .pageSheet)
        var calls = 0
        act { root.present(page, animated: false) { calls += 1 } }
        #expect(root.presentedViewController === page && page.presentingViewController === root && calls == 1)
        #expect(page.heard.contains("didAppear") && root.view.window == nil)
        act { page.dismiss(animated: false) { calls += 1 } }
        #expect(root.presentedViewController == nil && calls == 2 && root.view.window != nil)
    }

    @Test(
        .covers(
            "UIStatusBarStyle", "UIViewController.preferredStatusBarStyle", "UIViewController.prefersStatusBarHidden",
            "UIViewController.didReceiveMemoryWarning"))
    func bars_and_memory_warnings() {
        let page = Page()
        #expect(UIViewController().preferredStatusBarStyle == UIStatusBarStyle.default && !page.prefersStatusBarHidden)
        let window = show(page)
        defer { withExtendedLifetime(window) {} }
        #expect(UIStatusBarManager().statusBarStyle == .lightContent)
        page.didReceiveMemoryWarning()
        #expect(page.heard.last == "memory")
    }

    @Test(.covers("UIViewController.navigationController", "UIViewController.navigationItem"))
    func navigation_pushes_and_pops_under_a_bar() throws {
        let (first, second, third) = (Page(), Page(), Page())
        (first.title, second.title) = ("First", "Second")
        let navigation = UINavigationController(rootViewController: first)
        let window = show(navigation)
        #expect(first.navigationController === navigation && first.navigationItem.title == "First")
        #expect(first.heard.contains("didMove true") && first.heard.contains("didAppear"))
        #expect(navigation.navigationBar.frame == CGRect(x: 0, y: 0, width: 200, height: 44))
        // A view lies under the bar, and its safe area begins below it.
        #expect(first.view.convert(first.view.bounds, to: nil) == CGRect(x: 0, y: 0, width: 200, height: 100))
        #expect(first.view.safeAreaInsets.top == 44)
        act(for: 1) { navigation.pushViewController(second, animated: true) }
        #expect(first.heard.contains("willDisappear") && first.view.window == nil && second.heard.contains("didAppear"))
        #expect(second.view.frame.origin == .zero && navigation.topViewController === second)
        navigation.pushViewController(second, animated: false)
        #expect(navigation.viewControllers == [first, second])
        let back = try #require(window.hitTest(CGPoint(x: 20, y: 22), with: nil) as? UIButton)
        #expect(back.title(for: .normal) == "First")
        try host.perform("tap 20,22")
        host.advance(to: host.time + 1)
        #expect(navigation.viewControllers == [first] && second.parent == nil && second.navigationController == nil)
        #expect(navigation.popViewController(animated: false) == nil && first.view.window != nil)
        navigation.setViewControllers([first, second, third], animated: false)
        #expect(navigation.popToRootViewController(animated: false) == [second, third])
        act { navigation.setNavigationBarHidden(true, animated: false) }
        #expect(first.view.convert(first.view.bounds, to: nil) == CGRect(x: 0, y: 0, width: 200, height: 100))
        #expect(first.view.safeAreaInsets.top == 0)
    }

    @Test(.covers("UIViewController.prepare"))
    func segues_that_a_program_makes() {
        let (page, other) = (Page(), UIViewController())
        var performed = false
        let segue = UIStoryboardSegue(identifier: "go", source: page, destination: other) { performed = true }
        page.prepare(for: segue, sender: nil)
        segue.perform()
        #expect(performed && page.heard == ["prepare go"] && segue.destination === other)
    }

    @Test(
        .covers(
            "UIApplication", "UIApplication.shared", "UIApplication.keyWindow", "UIApplication.statusBarFrame",
            "UIWindow.Level", "UIDevice", "UIDevice.orientationDidChangeNotification"))
    func application_windows_and_device() {
        let application: UIApplication = UIApplication.shared
        let (low, high) = (show(Page()), UIWindow(host: host))
        high.windowLevel = UIWindow.Level(rawValue: 5)
        #expect(application.keyWindow === low && application.statusBarFrame == .zero)
        high.isHidden = false
        #expect(application.windows.last === high && application.keyWindow === low)
        let turned = Posted()
        let device: UIDevice = UIDevice.current
        let token = NotificationCenter.default.addObserver(
            forName: UIDevice.orientationDidChangeNotification, object: nil, queue: nil
        ) { _ in assumeMainActor { turned.lines.append("\(UIDevice.current.orientation.rawValue)") } }
        defer { NotificationCenter.default.removeObserver(token) }
        #expect(device.orientation == .unknown)
        device.beginGeneratingDeviceOrientationNotifications()
        #expect(device.orientation == .landscapeLeft && application.statusBarOrientation == .landscapeRight)
        act { self.host.send(.resize(WindowMetrics(size: CGSize(width: 100, height: 200), scale: 1))) }
        act { self.host.send(.resize(WindowMetrics(size: CGSize(width: 110, height: 200), scale: 1))) }
        #expect(turned.lines == ["\(UIDeviceOrientation.portrait.rawValue)"])
        device.endGeneratingDeviceOrientationNotifications()
        #expect(device.orientation == .unknown && device.systemName == "Linux")
    }

    final class Scene: UIResponder, UIWindowSceneDelegate {
        static var heard: [String] = []
        var window: UIWindow?
        func scene(
            _ scene: UIScene, willConnectTo session: UISceneSession,
            options connectionOptions: UIScene.ConnectionOptions
        ) {
            Self.heard.append("connect \(scene is UIWindowScene) \(scene.session === session)")
            if let scene = scene as? UIWindowScene { window = UIWindow(windowScene: scene) }
        }
        func sceneDidDisconnect(_ scene: UIScene) { Self.heard.append("disconnect") }
        func sceneDidBecomeActive(_ scene: UIScene) { Self.heard.append("active") }
        func sceneWillResignActive(_ scene: UIScene) { Self.heard.append("resign") }
        func sceneWillEnterForeground(_ scene: UIScene) { Self.heard.append("foreground") }
        func sceneDidEnterBackground(_ scene: UIScene) { Self.heard.append("background") }
    }

    final class SceneApplication: NSObject, UIApplicationDelegate {
        var heard: [String] = []
        func application(
            _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
            options: UIScene.ConnectionOptions
        ) -> UISceneConfiguration {
            heard.append("configuration")
            let configuration = UISceneConfiguration(name: "Main", sessionRole: connectingSceneSession.role)
            configuration.delegateClass = Scene.self
            return configuration
        }
        func applicationDidBecomeActive(_ application: UIApplication) { heard.append("active") }
    }

    @Test func a_scene_is_connected_and_its_delegate_hears_of_its_life() throws {
        let application = UIApplication()
        let delegate = SceneApplication()
        application.delegate = delegate
        Scene.heard = []
        let posted = Posted()
        let names: [NSNotification.Name] = [
            UIScene.willConnectNotification, UIScene.didActivateNotification, UIScene.didDisconnectNotification,
        ]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
                let name = note.name.rawValue
                assumeMainActor { posted.lines.append(name) }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        application.launch()
        let scene = try #require(application.connectedScenes.first as? UIWindowScene)
        #expect(delegate.heard == ["configuration"] && scene.activationState == .foregroundActive)
        #expect(Scene.heard == ["connect true true", "foreground", "active"])
        #expect((scene.delegate as? Scene)?.window?.windowScene === scene)
        Scene.heard = []
        scene.enter(.background)
        scene.enter(.foregroundActive)
        #expect(Scene.heard == ["resign", "background", "foreground", "active"])
        application.terminate()
        #expect(Scene.heard.suffix(1) == ["disconnect"] && posted.lines.count == 4)
    }
}
