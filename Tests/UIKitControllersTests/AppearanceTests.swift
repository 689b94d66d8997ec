import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Proxies of UIAppearance. *Source*: Apple, UIAppearance.
@MainActor @Suite(.serialized) struct AppearanceTests {
    init() { AppearanceStore.reset() }

    private func stage(_ views: [UIView]) -> ControllerStage {
        let root = UIViewController()
        for view in views { root.view.addSubview(view) }
        return ControllerStage(root)
    }

    @Test func a_proxy_is_one_object_of_the_class_and_changes_views_that_enter_a_window() {
        defer { AppearanceStore.reset() }
        #expect(UISwitch.appearance() === UISwitch.appearance())
        UISwitch.appearance().onTintColor = .red
        UILabel.appearance().textColor = .blue
        let (toggle, label) = (UISwitch(), UILabel())
        #expect(toggle.onTintColor == nil, "it is in no window yet")
        _ = stage([toggle, label])
        #expect(toggle.onTintColor == .red && label.textColor == .blue)
        #expect(UISwitch().onTintColor == nil)
    }

    @Test func each_value_has_its_own_key() {
        let holders: [any AppearanceHolder.Type] = [
            UITabBar.self, UISearchBar.self, UITableView.self, UITableViewCell.self, UICollectionView.self,
            UITextField.self, UITextView.self,
        ]
        let all = AppearanceProperties.core + holders.flatMap { $0.appearanceTable.properties }
        #expect(all.count > 90 && Set(all.map { $0.key }).count == all.count)
        #expect(UITabBar.appearanceTable.properties[0].key == AnyHashable(\UITabBar.barStyle))
    }

    @Test func values_of_the_view_itself_win() {
        defer { AppearanceStore.reset() }
        UISlider.appearance().minimumTrackTintColor = .red
        UISlider.appearance().thumbTintColor = .green
        let slider = UISlider()
        slider.minimumTrackTintColor = .black
        let stage = stage([slider])
        #expect(slider.minimumTrackTintColor == .black && slider.thumbTintColor == .green)
        // A view that enters again gets newer values in place of those that a proxy gave, not of its own.
        UISlider.appearance().thumbTintColor = .purple
        #expect(slider.thumbTintColor == .green)
        stage.act {
            slider.removeFromSuperview()
            stage.window.addSubview(slider)
        }
        #expect(slider.thumbTintColor == .purple && slider.minimumTrackTintColor == .black)
    }

    @Test func subclasses_and_containers_are_more_special() {
        defer { AppearanceStore.reset() }
        final class Special: UILabel {}
        final class Box: UIView {}
        UILabel.appearance().textColor = .red
        UILabel.appearance(whenContainedInInstancesOf: [Box.self]).textColor = .green
        Special.appearance().textColor = .blue
        UILabel.appearance(whenContainedInInstancesOf: [Box.self, UITableView.self]).textColor = .black
        let (plain, special, inner, box) = (UILabel(), Special(), UILabel(), Box())
        box.addSubview(inner)
        _ = stage([plain, special, box])
        #expect(plain.textColor == .red && special.textColor == .blue && inner.textColor == .green)
        let (table, deep, outer) = (UITableView(), UILabel(), Box())
        outer.addSubview(deep)
        table.addSubview(outer)
        _ = stage([table])
        #expect(deep.textColor == .black)
    }

    @Test func a_container_may_be_a_controller() {
        defer { AppearanceStore.reset() }
        final class Page: UIViewController {}
        UIView.appearance(whenContainedInInstancesOf: [Page.self]).tintColor = .orange
        let (page, button, other) = (Page(), UIButton(), UIButton())
        page.view.addSubview(button)
        let first = ControllerStage(page)
        _ = stage([other])
        #expect(button.tintColor == .orange && other.tintColor == .systemBlue)
        withExtendedLifetime(first) {}
    }

    @Test func bars_and_their_items_take_values() {
        defer { AppearanceStore.reset() }
        let look = UINavigationBarAppearance()
        look.configureWithOpaqueBackground()
        UINavigationBar.appearance().standardAppearance = look
        UINavigationBar.appearance().scrollEdgeAppearance = look
        UINavigationBar.appearance().barTintColor = .brown
        UINavigationBar.appearance().titleTextAttributes = [.foregroundColor: UIColor.yellow]
        UIBarButtonItem.appearance().setTitleTextAttributes([.foregroundColor: UIColor.red], for: .normal)
        UITabBarItem.appearance().setTitleTextAttributes([.foregroundColor: UIColor.green], for: .selected)
        UITabBar.appearance().barTintColor = .gray
        let page = PlainController("page")
        let item = UIBarButtonItem(title: "Edit", style: .plain, target: nil, action: nil)
        page.navigationItem.rightBarButtonItem = item
        let navigation = UINavigationController(rootViewController: page)
        let tabs = UITabBarController()
        tabs.viewControllers = [navigation]
        let stage = ControllerStage(tabs)
        stage.pass(0.1)
        let bar = navigation.navigationBar
        #expect(bar.barTintColor == .brown && bar.standardAppearance === look && bar.scrollEdgeAppearance === look)
        #expect(bar.titleTextAttributes?[.foregroundColor] as? UIColor == .yellow)
        #expect(item.titleTextAttributes(for: .normal)?[.foregroundColor] as? UIColor == .red)
        #expect(navigation.tabBarItem.titleTextAttributes(for: .selected)?[.foregroundColor] as? UIColor == .green)
        #expect(tabs.tabBar.barTintColor == .gray && tabs.tabBar.ownStandardAppearance == nil)
    }

    @Test func classes_of_all_modules_have_proxies() {
        defer { AppearanceStore.reset() }
        UITextField.appearance().textColor = .red
        UITextField.appearance().keyboardAppearance = .dark
        UITextView.appearance().font = .systemFont(ofSize: 30)
        UITableView.appearance().separatorColor = .green
        UITableView.appearance().backgroundColor = .blue
        UIButton.appearance().setTitleColor(.brown, for: .normal)
        UISegmentedControl.appearance().selectedSegmentTintColor = .yellow
        UIProgressView.appearance().trackTintColor = .cyan
        UICollectionView.appearance().backgroundColor = .magenta
        let (field, text, table, button) = (UITextField(), UITextView(), UITableView(), UIButton(type: .custom))
        let (segments, bar) = (UISegmentedControl(items: ["a"]), UIProgressView())
        let collection = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
        _ = stage([field, text, table, button, segments, bar, collection])
        #expect(field.textColor == .red && field.keyboardAppearance == .dark && text.font?.pointSize == 30)
        #expect(table.separatorColor == .green && table.backgroundColor == .blue)
        #expect(button.titleColor(for: .normal) == .brown && segments.selectedSegmentTintColor == .yellow)
        #expect(bar.trackTintColor == .cyan && collection.backgroundColor == .magenta)
    }

    @Test func traits_choose_a_proxy() {
        defer { AppearanceStore.reset() }
        UILabel.appearance(for: UITraitCollection(userInterfaceStyle: .dark)).textColor = .red
        let (label, other) = (UILabel(), UILabel())
        let box = UIView()
        box.overrideUserInterfaceStyle = .dark
        box.addSubview(label)
        _ = stage([box, other])
        #expect(label.textColor == .red && other.textColor == .label)
    }

    @Test func effects_of_motion_are_kept_and_interpolate() {
        let view = UIView()
        let across = UIInterpolatingMotionEffect(keyPath: "center.x", type: .tiltAlongHorizontalAxis)
        (across.minimumRelativeValue, across.maximumRelativeValue) = (-10, 30)
        let group = UIMotionEffectGroup()
        group.motionEffects = [across]
        view.addMotionEffect(group)
        view.addMotionEffect(group)
        #expect(view.motionEffects == [group])
        let values = group.keyPathsAndRelativeValues(forViewerOffset: UIOffset(horizontal: 0.5, vertical: -1))
        #expect(values?["center.x"] as? NSNumber == 20)
        view.removeMotionEffect(group)
        #expect(view.motionEffects.isEmpty)
    }
}
