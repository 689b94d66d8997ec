import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// The views and delegate calls of a tab bar controller. Numbers: docs/navigation.md.
@MainActor @Suite(.serialized) struct TabBarTests {
    private final class Judge: NSObject, UITabBarControllerDelegate {
        var refused: UIViewController?
        var told: [String] = []
        var animator: (any UIViewControllerAnimatedTransitioning)?
        func tabBarController(_ tabs: UITabBarController, shouldSelect viewController: UIViewController) -> Bool {
            viewController !== refused
        }
        func tabBarController(_ tabs: UITabBarController, didSelect viewController: UIViewController) {
            told.append((viewController as? PlainController)?.name ?? "navigation")
        }
        func tabBarController(
            _ tabs: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController,
            to toVC: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
    }

    private final class Slide: NSObject, UIViewControllerAnimatedTransitioning {
        func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 0.5 }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            guard let to = context.view(forKey: .to) else { return }
            to.transform = CGAffineTransform(translationX: 375, y: 0)
            context.containerView.addSubview(to)
            UIView.animate(withDuration: 0.5, animations: { to.transform = .identity }) { _ in
                context.completeTransition(true)
            }
        }
    }

    private func pages(_ count: Int) -> [PlainController] {
        (0..<count).map { index in
            let page = PlainController("P\(index)")
            page.tabBarItem.image = UIImage(systemName: "star")
            return page
        }
    }

    @Test func the_first_is_selected_and_its_safe_area_ends_at_the_bar() {
        let tabs = UITabBarController()
        let all = pages(3)
        tabs.viewControllers = all
        #expect(tabs.selectedIndex == 0 && tabs.selectedViewController === all[0] && all[1].parent === tabs)
        let stage = ControllerStage(tabs)
        #expect(tabs.tabBar.frame == CGRect(x: 0, y: 618, width: 375, height: 49))
        #expect(all[0].view.frame == CGRect(x: 0, y: 0, width: 375, height: 667))
        #expect(all[0].view.safeAreaInsets.bottom == 49 && all[0].tabBarController === tabs)
        #expect(
            tabs.tabBar.items?.map(\.title) == ["P0", "P1", "P2"] && tabs.tabBar.selectedItem === all[0].tabBarItem)
        #expect(all[0].log.contains("didAppear") && !all[1].log.contains("willAppear"))
        _ = stage
    }

    @Test func a_bar_set_by_its_key_replaces_the_bar() throws {
        final class Bar: UITabBar {}
        let tabs = UITabBarController()
        tabs.viewControllers = pages(3)
        let stage = ControllerStage(tabs)
        let (old, bar) = (tabs.tabBar, Bar())
        tabs.setValue(bar, forKey: "tabBar")
        stage.pass(0.1)
        #expect(tabs.tabBar === bar && old.superview == nil && bar.superview === tabs.view)
        #expect(bar.frame == CGRect(x: 0, y: 618, width: 375, height: 49))
        #expect(bar.items?.map(\.title) == ["P0", "P1", "P2"] && bar.selectedItem === bar.items?.first)
        let shown = try #require(bar.items?[1].value(forKey: "view") as? UIView)
        #expect(shown.superview === bar && shown.frame.minX > 0)
        try stage.play("tap 187,640")
        #expect(tabs.selectedIndex == 1)
        tabs.setValue(1, forKey: "tabBar")
        #expect(tabs.tabBar === bar)
    }

    @Test func a_touch_selects_unless_the_delegate_refuses_and_each_hears_of_it() throws {
        let tabs = UITabBarController()
        let all = pages(3)
        tabs.viewControllers = all
        let judge = Judge()
        tabs.delegate = judge
        let stage = ControllerStage(tabs)
        try stage.play("tap 187,640 by touch")
        #expect(tabs.selectedIndex == 1 && judge.told == ["P1"] && all[1].view.window != nil)
        #expect(all[0].log.suffix(2) == ["willDisappear", "didDisappear"] && all[0].view.superview == nil)
        judge.refused = all[2]
        try stage.play("tap 350,640 by touch")
        #expect(tabs.selectedIndex == 1 && judge.told == ["P1"])
        // The selected one again: told, and nothing changes.
        try stage.play("tap 187,640 by touch")
        #expect(judge.told == ["P1", "P1"] && all[1].log == ["didMove true", "willAppear", "didAppear"])
        stage.act { tabs.selectedIndex = 2 }
        #expect(
            tabs.selectedViewController === all[2] && judge.told.count == 2, "a program is not told of its own doing")
        tabs.selectedIndex = 7
        #expect(tabs.selectedIndex == 2)
    }

    @Test func five_have_items_and_of_more_the_fifth_is_a_list() throws {
        let tabs = UITabBarController()
        let all = pages(5)
        tabs.viewControllers = all
        #expect(tabs.tabBar.items?.count == 5)
        let many = pages(7)
        tabs.viewControllers = many
        let stage = ControllerStage(tabs)
        #expect(tabs.tabBar.items?.map(\.title) == ["P0", "P1", "P2", "P3", "More"])
        #expect(all[0].parent == nil)
        try stage.play("tap 350,640 by touch")
        #expect(tabs.selectedViewController === tabs.moreNavigationController)
        #expect(stage.texts(in: tabs.view).contains("P6"))
        // The second row is P5; its navigation bar leads back.
        try stage.play("tap 100,\(44 + 44 + 22) by touch")
        #expect(many[5].view.window != nil && many[5].navigationController === tabs.moreNavigationController)
        stage.act { tabs.selectedIndex = 0 }
        #expect(many[0].view.window != nil && many[5].view.window == nil)
        stage.act { tabs.selectedIndex = 6 }
        #expect(many[6].view.window != nil && tabs.tabBar.selectedItem?.title == "More" && tabs.selectedIndex == 6)
    }

    @Test func a_badge_and_a_title_follow_their_item() throws {
        let tabs = UITabBarController()
        let all = pages(2)
        tabs.viewControllers = all
        let stage = ControllerStage(tabs)
        stage.act { all[1].tabBarItem.badgeValue = "12" }
        #expect(stage.texts(in: tabs.tabBar).contains("12"))
        let badge = try #require(stage.first(BadgeView.self, in: tabs.tabBar.subviews.last ?? tabs.tabBar))
        #expect(badge.frame.height == 18 && badge.frame.width > 18 && badge.backgroundColor == .systemRed)
        stage.act {
            all[1].tabBarItem.badgeValue = nil
            all[1].title = "New"
        }
        #expect(badge.isHidden && stage.texts(in: tabs.tabBar).contains("New"))
        // Another item takes the place of the old one.
        stage.act { all[0].tabBarItem = UITabBarItem(title: "Other", image: nil, tag: 3) }
        #expect(stage.texts(in: tabs.tabBar).contains("Other") && tabs.tabBar.selectedItem?.tag == 3)
    }

    @Test func a_pushed_controller_may_hide_the_bar_until_it_is_popped() {
        let tabs = UITabBarController()
        let first = PlainController("first")
        let navigation = UINavigationController(rootViewController: first)
        tabs.viewControllers = [navigation] + pages(1)
        let stage = ControllerStage(tabs)
        let second = PlainController("second")
        second.hidesBottomBarWhenPushed = true
        stage.act { navigation.pushViewController(second, animated: false) }
        #expect(tabs.tabBar.isHidden && second.view.safeAreaInsets.bottom == 0)
        stage.act { navigation.popViewController(animated: false) }
        #expect(!tabs.tabBar.isHidden && first.view.safeAreaInsets.bottom == 49)
        stage.act { navigation.pushViewController(second, animated: true) }
        stage.pass(0.1)
        #expect(!tabs.tabBar.isHidden && stage.shown(tabs.tabBar).minX < -1, "it leaves with the lower view")
        stage.pass(1)
        #expect(tabs.tabBar.isHidden)
        stage.act { navigation.popViewController(animated: true) }
        stage.pass(1)
        #expect(!tabs.tabBar.isHidden && tabs.tabBar.frame.minX == 0 && tabs.tabBar.alpha == 1)
    }

    @Test func a_touch_of_the_selected_item_pops_a_navigation_controller() throws {
        let tabs = UITabBarController()
        let navigation = UINavigationController(rootViewController: PlainController("first"))
        tabs.viewControllers = [navigation] + pages(1)
        let stage = ControllerStage(tabs)
        stage.act { navigation.pushViewController(PlainController("second"), animated: false) }
        try stage.play("tap 90,640 by touch")
        #expect(navigation.viewControllers.count == 1)
    }

    @Test func a_delegate_s_animator_animates_a_touch_s_selection() throws {
        let tabs = UITabBarController()
        let all = pages(2)
        tabs.viewControllers = all
        let judge = Judge()
        judge.animator = Slide()
        tabs.delegate = judge
        let stage = ControllerStage(tabs)
        try stage.play("tap 280,640 by touch", for: 0.25)
        #expect(stage.shown(all[1].view).minX > 1 && all[0].view.window != nil)
        #expect(all[1].log.last == "willAppearA" && tabs.transitionCoordinator != nil)
        stage.pass(1)
        #expect(all[0].view.window == nil && all[1].log.last == "didAppearA" && all[0].log.last == "didDisappearA")
        #expect(tabs.transitionCoordinator == nil)
    }

    @Test func on_a_wide_window_titles_are_beside_pictures_and_eight_have_items() {
        let tabs = UITabBarController()
        tabs.viewControllers = pages(8)
        let stage = ControllerStage(tabs, size: CGSize(width: 1024, height: 768))
        #expect(tabs.tabBar.items?.count == 8)
        let labels = tabs.tabBar.subviews.compactMap { $0 as? TabBarButton }.compactMap { button in
            button.subviews.compactMap { $0 as? UILabel }.first?.frame.height
        }
        #expect(labels.allSatisfy { $0 == 49 })
        _ = stage
    }
}
