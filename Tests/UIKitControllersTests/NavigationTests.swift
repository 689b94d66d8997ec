import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Pushes, pops and bars. Numbers: docs/navigation.md.
@MainActor @Suite(.serialized) struct NavigationTests {
    private let first = PlainController("first")
    private let second = PlainController("second")
    private let navigation: UINavigationController

    private final class Teller: NSObject, UINavigationControllerDelegate {
        var told: [String] = []
        var animator: (any UIViewControllerAnimatedTransitioning)?
        func navigationController(
            _ navigation: UINavigationController, willShow viewController: UIViewController, animated: Bool
        ) { told.append("will \(viewController.title ?? "")") }
        func navigationController(
            _ navigation: UINavigationController, didShow viewController: UIViewController, animated: Bool
        ) { told.append("did \(viewController.title ?? "")") }
        func navigationController(
            _ navigation: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
            from fromVC: UIViewController, to toVC: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            told.append(operation == .push ? "push" : "pop")
            return animator
        }
    }

    /// A page of 30 rows that scrolls.
    private final class ScrollPage: UIViewController {
        let scroll = UIScrollView()
        override func loadView() { view = scroll }
        override func viewDidLoad() { scroll.contentSize = CGSize(width: 300, height: 1320) }
    }

    init() { navigation = UINavigationController(rootViewController: first) }

    @Test func a_bar_button_has_its_view_by_key_while_a_bar_shows_it() throws {
        let item = UIBarButtonItem(title: "Menu", style: .plain, target: nil, action: nil)
        #expect(item.value(forKey: "view") == nil)
        first.navigationItem.rightBarButtonItem = item
        let stage = ControllerStage(navigation)
        let view = try #require(item.value(forKey: "view") as? UIView)
        #expect(
            view.window === stage.window && view.isDescendant(of: navigation.navigationBar) && view.frame.midX > 187)
        #expect(item.value(forKey: "title") == nil, "with a message")
        first.navigationItem.rightBarButtonItem = nil
        stage.pass(0.1)
        #expect(item.value(forKey: "view") == nil)
    }

    @Test func a_push_slides_with_parallax_and_calls_in_apple_s_order() {
        let stage = ControllerStage(navigation)
        let teller = Teller()
        navigation.delegate = teller
        var order: [String] = []
        first.told = { order.append($0) }
        second.told = { order.append($0) }
        stage.act { self.navigation.pushViewController(self.second, animated: true) }
        stage.pass(0.09)
        let (upper, lower) = (stage.shown(second.view).minX, stage.shown(first.view).minX)
        #expect(upper > 10 && upper < 365 && abs(lower + (375 - upper) * 0.3) < 1)
        #expect(second.transitionCoordinator?.transitionDuration == 0.5)
        stage.pass(1)
        #expect(
            order == [
                "first willDisappearA", "second willAppearA", "first didDisappearA", "second didAppearA",
                "second didMove true",
            ])
        #expect(teller.told == ["will second", "push", "did second"] && first.view.superview == nil)
        order = []
        stage.act { self.navigation.popViewController(animated: true) }
        stage.pass(1)
        #expect(
            order == [
                "second willDisappearA", "first willAppearA", "second didDisappearA", "first didAppearA",
                "second didMove false", "first didMove true",
            ])
        #expect(second.parent == nil && first.view.frame == CGRect(x: 0, y: 0, width: 375, height: 667))
    }

    @Test func a_drag_from_the_edge_pops_or_is_cancelled() throws {
        let stage = ControllerStage(navigation)
        stage.act { self.navigation.pushViewController(self.second, animated: false) }
        second.log = []
        try stage.drag(from: CGPoint(x: 3, y: 300), to: CGPoint(x: 103, y: 300))
        let x = stage.shown(second.view).minX
        #expect(abs(x - 100) < 12, "the view is where the finger is: \(x)")
        #expect(second.transitionCoordinator?.isInteractive == true)
        try stage.lift(after: 0.3)
        stage.pass(1)
        #expect(navigation.viewControllers == [first, second] && second.view.frame.minX == 0)
        #expect(second.log == ["willDisappearA", "willAppearA", "didAppearA"] && second.parent === navigation)
        #expect(first.view.superview == nil && navigation.navigationBar.topItem === second.navigationItem)
        try stage.drag(from: CGPoint(x: 3, y: 300), to: CGPoint(x: 303, y: 300))
        try stage.lift(after: 0.3)
        stage.pass(1)
        #expect(navigation.viewControllers == [first] && second.parent == nil && first.view.window != nil)
        #expect(navigation.navigationBar.layer.speed == 1 && first.view.frame.minX == 0)
        // There is nothing more to pop to.
        try stage.drag(from: CGPoint(x: 3, y: 300), to: CGPoint(x: 303, y: 300))
        try stage.lift()
        #expect(navigation.viewControllers == [first])
    }

    @Test func a_left_item_in_the_place_of_the_back_button_refuses_the_drag() throws {
        let stage = ControllerStage(navigation)
        second.navigationItem.leftBarButtonItem = UIBarButtonItem(systemItem: .add)
        stage.act { self.navigation.pushViewController(self.second, animated: false) }
        try stage.play("drag 3,300 to 350,300 by touch")
        #expect(navigation.viewControllers == [first, second])
        // A program's delegate decides itself.
        navigation.interactivePopGestureRecognizer?.delegate = nil
        try stage.play("drag 3,300 to 350,300 by touch")
        #expect(navigation.viewControllers == [first])
    }

    @Test func a_delegate_s_animator_takes_the_place_of_the_push() {
        final class Fade: NSObject, UIViewControllerAnimatedTransitioning {
            func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 0.4 }
            func animateTransition(using context: any UIViewControllerContextTransitioning) {
                guard let to = context.view(forKey: .to), let vc = context.viewController(forKey: .to) else { return }
                to.frame = context.finalFrame(for: vc)
                to.alpha = 0
                context.containerView.addSubview(to)
                UIView.animate(withDuration: 0.4, animations: { to.alpha = 1 }) { context.completeTransition($0) }
            }
        }
        let stage = ControllerStage(navigation)
        let teller = Teller()
        teller.animator = Fade()
        navigation.delegate = teller
        stage.act { self.navigation.pushViewController(self.second, animated: true) }
        stage.pass(0.2)
        #expect(stage.shown(second.view).minX == 0 && (second.view.layer.presentation()?.opacity ?? 1) < 0.9)
        stage.pass(0.5)
        #expect(second.log.last == "didMove true" && first.view.superview == nil)
    }

    @Test func a_new_stack_is_shown_as_a_push_or_a_pop() {
        let stage = ControllerStage(navigation)
        let third = PlainController("third")
        let teller = Teller()
        navigation.delegate = teller
        stage.act { self.navigation.setViewControllers([self.second, third], animated: true) }
        stage.pass(1)
        #expect(teller.told.contains("push") && navigation.navigationBar.items?.count == 2 && first.parent == nil)
        stage.act { self.navigation.setViewControllers([self.second], animated: true) }
        stage.pass(1)
        #expect(teller.told.contains("pop") && second.view.window != nil)
    }

    @Test func another_change_during_a_push_ends_the_first_at_once() {
        let stage = ControllerStage(navigation)
        let third = PlainController("third")
        stage.act { self.navigation.pushViewController(self.second, animated: true) }
        stage.act { self.navigation.pushViewController(third, animated: true) }
        stage.pass(1)
        #expect(navigation.viewControllers == [first, second, third] && third.view.window != nil)
        #expect(second.view.window == nil && second.log.last == "didDisappearA" && third.log.last == "didMove true")
    }

    @Test func a_large_title_collapses_with_the_scroll_view_and_rests_whole_or_not_at_all() throws {
        let page = ScrollPage()
        page.title = "Large"
        navigation.setViewControllers([page], animated: false)
        navigation.navigationBar.prefersLargeTitles = true
        let stage = ControllerStage(navigation)
        #expect(navigation.navigationBar.frame.height == 96 && page.scroll.contentOffset.y == -96)
        #expect(page.view.safeAreaInsets.top == 96 && navigation.navigationBar.isAtScrollEdge)
        stage.act { page.scroll.contentOffset.y = -70 }
        #expect(navigation.navigationBar.frame.height == 70 && page.scroll.adjustedContentInset.top == 96)
        stage.act { page.scroll.contentOffset.y = 100 }
        #expect(navigation.navigationBar.frame.height == 44 && page.view.safeAreaInsets.top == 44)
        #expect(!navigation.navigationBar.isAtScrollEdge)
        stage.act { page.scroll.setContentOffset(CGPoint(x: 0, y: -96), animated: false) }
        #expect(navigation.navigationBar.frame.height == 96)
        // A slow drag of 20 points goes back, one of 40 goes on.
        try stage.play("press 100,400 by touch\nmove 100,370 at 0.02 over 0.5 by touch\nrelease at 1 by touch", for: 2)
        #expect(page.scroll.contentOffset.y == -96, "\(page.scroll.contentOffset.y)")
        try stage.play("press 100,400 by touch\nmove 100,350 at 0.02 over 0.5 by touch\nrelease at 1 by touch", for: 2)
        #expect(page.scroll.contentOffset.y == -44, "\(page.scroll.contentOffset.y)")
        // An item that never is large.
        page.navigationItem.largeTitleDisplayMode = .never
        stage.act {}
        #expect(navigation.navigationBar.frame.height == 44)
    }

    @Test func a_prompt_makes_the_bar_higher_and_opaque_bars_push_views_down() {
        let stage = ControllerStage(navigation)
        stage.act { self.first.navigationItem.prompt = "A prompt" }
        #expect(navigation.navigationBar.frame.height == 74 && first.view.safeAreaInsets.top == 74)
        stage.act {
            self.first.navigationItem.prompt = nil
            self.navigation.navigationBar.isTranslucent = false
        }
        #expect(first.view.frame == CGRect(x: 0, y: 44, width: 375, height: 623) && first.view.safeAreaInsets.top == 0)
        stage.act { self.first.extendedLayoutIncludesOpaqueBars = true }
        #expect(first.view.frame.minY == 0 && first.view.safeAreaInsets.top == 44)
    }

    @Test func a_toolbar_shows_the_controller_s_items() throws {
        let stage = ControllerStage(navigation)
        var calls = 0
        first.toolbarItems = [
            UIBarButtonItem(title: "A", primaryAction: UIAction { _ in calls += 1 }), .flexibleSpace(),
            UIBarButtonItem(systemItem: .add),
        ]
        stage.act { self.navigation.setToolbarHidden(false, animated: false) }
        #expect(navigation.toolbar.frame == CGRect(x: 0, y: 623, width: 375, height: 44))
        #expect(first.view.safeAreaInsets.bottom == 44)
        let last = try #require(first.toolbarItems?[2].shown)
        #expect(last.frame.maxX == 359)
        stage.act { self.navigation.setToolbarHidden(true, animated: true) }
        stage.pass(0.5)
        #expect(navigation.toolbar.frame.minY == 667 && first.view.safeAreaInsets.bottom == 0)
    }

    @Test func bars_hide_with_a_swipe() throws {
        let page = ScrollPage()
        navigation.setViewControllers([page], animated: false)
        navigation.hidesBarsOnSwipe = true
        let stage = ControllerStage(navigation)
        try stage.play("drag 100,500 to 100,350 by touch")
        #expect(navigation.isNavigationBarHidden)
        try stage.play("drag 100,300 to 100,450 by touch")
        #expect(!navigation.isNavigationBarHidden)
    }

    @Test func an_appearance_object_changes_the_bar_that_has_it() {
        let stage = ControllerStage(navigation)
        let look = UINavigationBarAppearance()
        look.configureWithOpaqueBackground()
        look.backgroundColor = .red
        look.titleTextAttributes = [.foregroundColor: UIColor.yellow]
        stage.act {
            self.navigation.navigationBar.standardAppearance = look
            self.navigation.navigationBar.scrollEdgeAppearance = look
        }
        func title() -> UILabel? {
            var found: UILabel?
            func find(_ view: UIView) {
                if let label = view as? UILabel, label.text == "first", label.alpha > 0 { found = found ?? label }
                view.subviews.forEach(find)
            }
            find(navigation.navigationBar)
            return found
        }
        #expect(title()?.textColor == .yellow)
        stage.act { look.titleTextAttributes = [.foregroundColor: UIColor.green] }
        #expect(title()?.textColor == .green)
        let copy = look.copy() as? UINavigationBarAppearance
        #expect(copy?.backgroundColor == .red && copy !== look)
    }
}
