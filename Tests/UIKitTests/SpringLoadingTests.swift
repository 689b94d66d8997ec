import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore

/// Spring-loaded views and controls. *Source*: Apple, UISpringLoadedInteraction, UISpringLoadedInteractionSupporting.
@MainActor @Suite(.serialized) struct SpringLoadingTests {
    /// Logs the calls of a behaviour and an effect.
    private final class Log: NSObject, UISpringLoadedInteractionBehavior, UISpringLoadedInteractionEffect {
        var lines: [String] = []
        var allows: (CGPoint) -> Bool = { _ in true }

        func shouldAllow(
            _ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext
        ) -> Bool { allows(context.location(in: interaction.view)) }
        func interactionDidFinish(_ interaction: UISpringLoadedInteraction) { lines.append("finish") }
        func interaction(
            _ interaction: UISpringLoadedInteraction, didChangeWith context: any UISpringLoadedInteractionContext
        ) { lines.append("\(context.state)") }
    }

    private func loaded(_ view: UIView, _ log: Log) {
        view.addInteraction(
            UISpringLoadedInteraction(interactionBehavior: log, interactionEffect: log) { interaction, context in
                log.lines.append("handler \(context.state) \(context.targetView === interaction.view)")
            })
    }

    @Test func a_drag_that_rests_activates_a_view_once() throws {
        let stage = DragStage(), log = Log()
        loaded(stage.target, log)
        try stage.play(
            ("press 60,50\nmove 160,300 over 0.2\nwait 0.3", { #expect(log.lines == ["possible"]) }),
            ("wait 0.4", { #expect(log.lines == ["possible", "activating"]) }),
            ("wait 2", {}), ("move 170,310 over 0.2\nwait 2", {}),
            ("move 160,100 over 0.2\nmove 160,300 over 0.2\nwait 0.3\nrelease\nwait 1", {}))
        let once = ["possible", "activating", "activated", "handler activated true", "inactive", "finish"]
        #expect(log.lines == once + ["possible", "inactive", "finish"])
        #expect(stage.log.lines.last == "transferred", "the drag goes on")
    }

    @Test func a_drag_that_moves_or_leaves_activates_nothing() throws {
        let stage = DragStage(), log = Log()
        loaded(stage.target, log)
        log.allows = { $0.x < 200 }
        try stage.play(
            ("press 60,50\nmove 60,300 over 0.2\nwait 0.7", { #expect(log.lines == ["possible", "activating"]) }),
            ("move 100,300 over 0.1\nwait 0.4", { #expect(log.lines == ["possible", "activating", "possible"]) }),
            ("move 260,300 over 0.1\nwait 2", {}), ("release\nwait 1", {}))
        #expect(log.lines == ["possible", "activating", "possible", "inactive", "finish"])
    }

    @Test func the_default_effect_darkens_and_blinks() throws {
        let stage = DragStage()
        stage.target.addInteraction(UISpringLoadedInteraction { _, _ in })
        func veil() throws -> CALayer { try #require(stage.target.layer.sublayers?.last) }
        try stage.play(
            (
                "press 60,50\nmove 160,300 over 0.2\nwait 0.5",
                {
                    let opacity = try veil().presentation()?.opacity
                    #expect(opacity == 1)
                }
            ),
            (
                "wait 0.3",
                {
                    let opacity = try veil().presentation()?.opacity ?? 1
                    #expect(opacity < 1 && opacity >= 0)
                }
            ), ("release\nwait 1", {}))
        #expect(stage.target.layer.sublayers?.isEmpty != false)
    }

    @Test func controls_are_used_by_a_drag() throws {
        let stage = DragStage()
        var lines: [String] = []
        let button = UIButton(type: .system, primaryAction: UIAction(title: "Open") { _ in lines.append("button") })
        button.frame = CGRect(x: 20, y: 100, width: 80, height: 44)
        let segments = UISegmentedControl(items: ["One", "Two"])
        segments.frame = CGRect(x: 20, y: 160, width: 200, height: 32)
        segments.selectedSegmentIndex = 0
        segments.addAction(UIAction { _ in lines.append("segment") }, for: .valueChanged)
        for view in [button, segments] { stage.window.addSubview(view) }
        let play = {
            try stage.play(
                ("press 60,50\nmove 60,120 over 0.2\nwait 1.2\nmove 170,176 over 0.2\nwait 1.2", {}),
                ("release\nwait 1", {}))
        }
        try play()
        #expect(lines.isEmpty && !button.isSpringLoaded && !segments.isSpringLoaded)
        (button.isSpringLoaded, segments.isSpringLoaded) = (true, true)
        button.isEnabled = false
        try play()
        #expect(lines == ["segment"] && segments.selectedSegmentIndex == 1)
        button.isEnabled = true
        try play()
        #expect(lines == ["segment", "button"], "the selected segment is not selected again")
        (button.isSpringLoaded, segments.isSpringLoaded) = (false, false)
        #expect(button.interactions.isEmpty && segments.interactions.isEmpty)
    }

    @Test func a_drag_goes_on_in_the_screen_that_a_button_brings() throws {
        let stage = DragStage()
        let first = UIViewController(), second = UIViewController()
        let navigation = UINavigationController(rootViewController: first)
        for view in [stage.source, stage.second, stage.target] { view.removeFromSuperview() }
        stage.window.rootViewController = navigation
        first.view.addSubview(stage.source)
        stage.source.frame.origin.y = 100
        second.view.addSubview(stage.target)
        let item = UIBarButtonItem(
            title: "Open", primaryAction: UIAction { _ in navigation.pushViewController(second, animated: true) })
        item.isSpringLoaded = true
        first.navigationItem.rightBarButtonItem = item
        stage.host.advance(to: stage.host.time + 0.1)
        let button = try #require(item.shown)
        let point = button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil)
        try stage.play(
            ("press 60,120\nmove \(Int(point.x)),\(Int(point.y)) over 0.2\nwait 2", {}),
            ("move 160,300 over 0.2\nwait 0.5", { #expect(navigation.topViewController === second) }),
            ("release\nwait 1", {}))
        #expect(stage.source.window == nil)
        #expect(stage.log.lines.contains("drop") && stage.log.lines.last == "transferred")
        #expect(stage.course == nil && stage.board == nil)
    }

    @Test func a_tab_and_a_choice_are_chosen_by_a_drag() throws {
        let stage = DragStage()
        let tabs = UITabBarController()
        tabs.viewControllers = ["One", "Two"].map { title in
            let controller = UIViewController()
            controller.tabBarItem = UITabBarItem(title: title, image: nil, tag: 0)
            return controller
        }
        stage.source.removeFromSuperview()
        stage.window.rootViewController = tabs
        tabs.viewControllers?[0].view.addSubview(stage.source)
        tabs.tabBar.isSpringLoaded = true
        stage.host.advance(to: stage.host.time + 0.1)
        var chosen = false
        let alert = UIAlertController(title: "Move", message: nil, preferredStyle: .alert)
        alert.isSpringLoaded = true
        alert.addAction(UIAlertAction(title: "Here", style: .default) { _ in chosen = true })
        try stage.play(
            (
                "press 60,50\nmove 240,460 over 0.2\nwait 1.5",
                {
                    #expect(tabs.selectedIndex == 1)
                    tabs.present(alert, animated: false)
                }
            ), ("wait 0.1\nmove 160,\(Int(480 / 2 + 14)) over 0.2\nwait 2", {}), ("release\nwait 1", {}))
        #expect(chosen && alert.presentingViewController == nil)
    }
}
