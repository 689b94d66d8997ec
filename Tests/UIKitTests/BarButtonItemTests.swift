import MicaScripts
import Testing
import UIKit
@testable import UIKitCore

/// What bar button items have called.
@MainActor private final class Heard: NSObject {
    var senders: [UIBarButtonItem] = []
    static let action = Selector(
        "act:", onMain: { (heard: Heard, sender: UIBarButtonItem) in heard.senders.append(sender) })
}

/// A controller that has the method which an item without a target looks for.
private final class ActingController: UIViewController {
    var calls = 0
    static let action = Selector(
        "act:", onMain: { (controller: ActingController, _: UIBarButtonItem) in controller.calls += 1 })
}

@MainActor @Suite(.serialized) struct BarButtonItemTests {
    private let host = ScriptedWindow(size: CGSize(width: 320, height: 200), scale: 1, threads: 1)
    private let heard = Heard()
    private let page = UIViewController()
    private let navigation: UINavigationController
    private let window: UIWindow

    init() {
        page.title = "Page"
        let (navigation, window) = (UINavigationController(rootViewController: page), UIWindow(host: host))
        window.rootViewController = navigation
        host.schedule(at: 0) { assumeMainActor { window.makeKeyAndVisible() } }
        host.advance(to: 0.01)
        (self.navigation, self.window) = (navigation, window)
    }

    private func act(_ body: @escaping @MainActor () -> Void) {
        host.schedule(at: host.time) { assumeMainActor(body) }
        host.advance(to: host.time + 0.01)
    }

    private func button(at x: CGFloat) -> UIButton? { window.hitTest(CGPoint(x: x, y: 22), with: nil) as? UIButton }

    private func tap(_ x: CGFloat) throws {
        try host.perform("tap \(Int(x)),22")
        host.advance(to: host.time + 0.5)
    }

    @Test func buttons_lie_from_the_edges_on_and_call_targets_and_actions_with_the_item() throws {
        var called: [UIBarButtonItem?] = []
        let left = UIBarButtonItem(title: "Left", style: .plain, target: heard, action: Heard.action)
        let add = UIBarButtonItem(
            systemItem: .add, primaryAction: UIAction { called.append($0.sender as? UIBarButtonItem) })
        let done = UIBarButtonItem(barButtonSystemItem: .done, target: heard, action: Heard.action)
        act { [page] in
            page.navigationItem.leftBarButtonItem = left
            page.navigationItem.rightBarButtonItems = [add, done]
        }
        let (first, last) = (try #require(button(at: 20)), try #require(button(at: 300)))
        #expect(first.title(for: .normal) == "Left" && first.frame.minX == 16 && first.frame.height == 44)
        #expect(last.image(for: .normal) != nil && last.frame.maxX == 304)
        let middle = try #require(button(at: last.frame.minX - 20))
        #expect(middle.title(for: .normal) == "Done" && middle.frame.maxX == last.frame.minX - 16)
        #expect(
            middle.titleLabel?.font == .boldSystemFont(ofSize: 17) && first.titleLabel?.font == .systemFont(ofSize: 17))
        try tap(first.frame.midX)
        try tap(last.frame.midX)
        try tap(middle.frame.midX)
        #expect(heard.senders == [left, done] && called == [add])
        #expect(page.navigationItem.rightBarButtonItem === add && page.navigationItem.leftBarButtonItems == [left])
        // One that cannot be used calls nothing; one that is taken out is not shown.
        act { [page] in
            left.isEnabled = false
            page.navigationItem.setRightBarButton(nil, animated: false)
        }
        try tap(first.frame.midX)
        #expect(heard.senders == [left, done] && last.superview == nil && button(at: 300) == nil)
    }

    @Test func buttons_at_the_left_are_in_the_place_of_the_one_that_leads_back() throws {
        let second = UIViewController()
        second.navigationItem.leftBarButtonItem = UIBarButtonItem(
            title: "Mine", style: .plain, target: heard, action: Heard.action)
        act { [navigation] in navigation.pushViewController(second, animated: false) }
        #expect(button(at: 20)?.title(for: .normal) == "Mine")
        act { second.navigationItem.leftItemsSupplementBackButton = true }
        let back = try #require(button(at: 20))
        #expect(back.title(for: .normal) == "Page" && button(at: back.frame.maxX + 20)?.title(for: .normal) == "Mine")
        act { [page] in
            page.navigationItem.backBarButtonItem = UIBarButtonItem(title: "", style: .plain, target: nil, action: nil)
        }
        act { [navigation] in navigation.navigationBar.setNeedsLayout() }
        #expect(back.title(for: .normal) == "")
    }

    @Test func an_item_shows_what_it_is_changed_to() throws {
        let item = UIBarButtonItem(title: "A", style: .plain, target: nil, action: nil)
        act { [page] in page.navigationItem.rightBarButtonItem = item }
        let shown = try #require(button(at: 300))
        let narrow = shown.frame.width
        act { item.title = "Longer" }
        #expect(shown.title(for: .normal) == "Longer" && shown.frame.width > narrow && shown.frame.maxX == 304)
        act {
            item.width = 90
            item.tintColor = .red
        }
        #expect(shown.frame == CGRect(x: 214, y: 0, width: 90, height: 44) && shown.tintColor == .red)
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
        act {
            item.width = 0
            item.customView = view
        }
        #expect(view.frame == CGRect(x: 254, y: 12, width: 50, height: 20) && shown.superview == nil)
    }

    @Test func a_space_moves_what_comes_after_it() throws {
        let item = UIBarButtonItem(customView: UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40)))
        act { [page] in
            page.navigationItem.rightBarButtonItems = [.fixedSpace(30), .flexibleSpace(), item]
        }
        #expect(item.customView?.frame.maxX == 274)
    }

    @Test func a_title_is_in_the_middle_or_where_there_is_room() throws {
        let content = try #require(navigation.navigationBar.subviews.last)
        let label = try #require(content.subviews.compactMap { $0 as? UILabel }.first { $0.text == "Page" })
        #expect(label.frame.midX == 160)
        let wide = UIBarButtonItem(customView: UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 40)))
        act { [page] in page.navigationItem.leftBarButtonItem = wide }
        #expect(label.frame.minX == 232 && label.frame.maxX <= 304)
    }

    @Test func an_action_gives_an_item_its_title_and_goes_before_the_target() throws {
        var calls = 0
        let item = UIBarButtonItem(title: "Old", style: .plain, target: heard, action: Heard.action)
        item.primaryAction = UIAction(title: "New") { _ in calls += 1 }
        #expect(item.title == "New")
        act { [page] in page.navigationItem.leftBarButtonItem = item }
        try tap(30)
        #expect(calls == 1 && heard.senders.isEmpty)
        item.primaryAction = nil
        #expect(item.title == "New")
        try tap(30)
        #expect(calls == 1 && heard.senders == [item])
        #expect(UIBarButtonItem(primaryAction: UIAction(title: "Title") { _ in }).title == "Title")
    }

    @Test func without_a_target_the_first_responder_above_the_bar_that_has_the_method_is_called() throws {
        let root = ActingController()
        act { [window] in window.rootViewController = root }
        let inner = UINavigationController(rootViewController: UIViewController())
        inner.topViewController?.navigationItem.leftBarButtonItem = UIBarButtonItem(
            title: "Up", style: .plain, target: nil, action: ActingController.action)
        act {
            root.addChild(inner)
            inner.view.frame = root.view.bounds
            root.view.addSubview(inner.view)
            inner.didMove(toParent: root)
        }
        try tap(30)
        #expect(root.calls == 1)
    }
}
