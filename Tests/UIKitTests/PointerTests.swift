import Foundation
import MicaScripts
import QuartzCore
import Testing
import UIKit

@testable import UIKitCore

/// A delegate that logs its calls, with its answers.
@MainActor private final class PointerLog: NSObject, UIPointerInteractionDelegate {
    var lines: [String] = []
    var region: (UIPointerRegionRequest, UIPointerRegion) -> UIPointerRegion? = { $1 }
    var style: (UIPointerInteraction, UIPointerRegion) -> UIPointerStyle? = { _, _ in nil }
    var entered: ((any UIPointerInteractionAnimating) -> Void)?

    /// The calls since the last reading.
    var heard: String {
        defer { lines = [] }
        return lines.joined(separator: " ")
    }

    private func name(_ region: UIPointerRegion) -> String { region.identifier.map { "\($0)" } ?? "whole" }

    func pointerInteraction(
        _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest, defaultRegion: UIPointerRegion
    ) -> UIPointerRegion? {
        lines.append("region \(Int(request.location.x)),\(Int(request.location.y))")
        return region(request, defaultRegion)
    }
    func pointerInteraction(
        _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
    ) -> UIPointerStyle? {
        lines.append("style \(name(region))")
        return style(interaction, region)
    }
    func pointerInteraction(
        _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion,
        animator: any UIPointerInteractionAnimating
    ) {
        lines.append("enter \(name(region))")
        entered?(animator)
    }
    func pointerInteraction(
        _ interaction: UIPointerInteraction, willExit region: UIPointerRegion,
        animator: any UIPointerInteractionAnimating
    ) { lines.append("exit \(name(region))") }
}

/// A white window with a square view of 80 points at 40,40 that has an interaction.
@MainActor private final class PointerStage {
    let host = ScriptedWindow(size: CGSize(width: 200, height: 160), scale: 1, threads: 1)
    let window: UIWindow
    let view = UIView(frame: CGRect(x: 40, y: 40, width: 80, height: 80))
    let log = PointerLog()
    let interaction: UIPointerInteraction

    init() {
        window = UIWindow(host: host)
        window.backgroundColor = .white
        interaction = UIPointerInteraction(delegate: log)
        view.addInteraction(interaction)
        window.addSubview(view)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
    }

    /// Plays a script, waits for the ends of animations, and returns the calls.
    @discardableResult func play(_ script: String) throws -> String {
        _ = log.heard
        try host.perform(script)
        host.advance(to: host.time + 0.5)
        return log.heard
    }

    /// The red part of a pixel: 255 on white.
    func red(_ x: Int, _ y: Int) -> Int { Int(host.image.resource.bitmap()[x, y] >> 16 & 255) }

    /// The pixels of the window.
    var pixels: [UInt32] {
        let bitmap = host.image.resource.bitmap()
        return (0..<bitmap.height).flatMap { y in (0..<bitmap.width).map { bitmap[$0, y] } }
    }

    /// The layers of the window, before and after an effect.
    var layerCount: Int { window.layer.sublayers?.count ?? 0 }
}

/// The pointer over views: regions, styles, effects.
@MainActor @Suite struct PointerTests {
    // *Source*: Apple, UIPointerInteractionDelegate.
    @Test func delegates_are_called_in_order() throws {
        let stage = PointerStage()
        #expect(try stage.play("move 60,60") == "region 20,20 style whole enter whole")
        #expect(try stage.play("move 70,60") == "region 30,20")
        #expect(try stage.play("move 10,10") == "exit whole")
        #expect(try stage.play("move 60,60\nleave") == "region 20,20 style whole enter whole exit whole")
    }

    @Test func regions_of_a_view_follow_each_other() throws {
        let stage = PointerStage()
        stage.log.region = { request, _ in
            if request.location.y > 40 { return nil }
            let isLeft = request.location.x < 40
            return UIPointerRegion(
                rect: CGRect(x: isLeft ? 0 : 40, y: 0, width: 40, height: 40), identifier: isLeft ? "left" : "right")
        }
        #expect(try stage.play("move 60,60") == "region 20,20 style left enter left")
        #expect(try stage.play("move 62,62") == "region 22,22")
        #expect(try stage.play("move 90,60") == "region 50,20 style right exit left enter right")
        #expect(try stage.play("move 90,100") == "region 50,60 exit right")
    }

    @Test func a_request_has_the_modifier_keys() throws {
        let stage = PointerStage()
        var flags: UIKeyModifierFlags = []
        stage.log.region = { request, whole in
            flags = request.modifiers
            return whole
        }
        try stage.play("move 60,60 with shift+alt")
        #expect(flags == [.shift, .alternate])
    }

    @Test func a_view_without_a_region_leaves_the_pointer_to_its_superview() throws {
        let stage = PointerStage()
        let outer = PointerLog()
        stage.window.addInteraction(UIPointerInteraction(delegate: outer))
        stage.log.region = { _, _ in nil }
        #expect(try stage.play("move 60,60") == "region 20,20")
        #expect(outer.heard == "region 60,60 style whole enter whole")
        stage.log.region = { $1 }
        #expect(try stage.play("move 61,60") == "region 21,20 style whole enter whole")
        #expect(outer.heard == "exit whole")
    }

    @Test func an_invalid_style_is_asked_for_again() throws {
        let stage = PointerStage()
        try stage.play("move 60,60")
        stage.interaction.invalidate()
        #expect(stage.log.heard == "region 20,20 style whole")
        stage.log.region = { _, _ in nil }
        stage.interaction.invalidate()
        #expect(stage.log.heard == "region 20,20 exit whole")
        stage.log.region = { $1 }
        stage.interaction.invalidate()
        #expect(stage.log.heard == "region 20,20 style whole enter whole")
        try stage.play("move 10,10")
        stage.interaction.invalidate()
        #expect(stage.log.heard == "")
        // A delegate that invalidates in its answer is not asked for ever.
        stage.log.region = { [interaction = stage.interaction] in
            interaction.invalidate()
            return $1
        }
        #expect(try stage.play("move 60,60") == "region 20,20 style whole enter whole")
    }

    @Test func a_disabled_or_removed_interaction_is_left() throws {
        let stage = PointerStage()
        #expect(stage.interaction.isEnabled)
        try stage.play("move 60,60")
        stage.interaction.isEnabled = false
        #expect(stage.log.heard == "exit whole")
        #expect(try stage.play("move 61,60") == "")
        stage.interaction.isEnabled = true
        #expect(stage.log.heard == "region 21,20 style whole enter whole")
        stage.view.removeInteraction(stage.interaction)
        #expect(stage.log.heard == "exit whole" && stage.interaction.view == nil)
        #expect(try stage.play("move 62,60") == "")
        stage.view.addInteraction(stage.interaction)
        try stage.play("move 63,60")
        stage.view.removeFromSuperview()
        #expect(stage.log.heard == "exit whole")
    }

    // *Source*: Apple, UIPointerRegion.latchingAxes: "axes along which the region latches after a primary click".
    @Test func a_pressed_pointer_stays_in_its_region() throws {
        let stage = PointerStage()
        #expect(
            try stage.play("move 60,60\npress 60,60\nmove 70,70\nmove 130,70\nrelease")
                == "region 20,20 style whole enter whole exit whole")
        stage.log.region = {
            $1.latchingAxes = .horizontal
            return $1
        }
        #expect(
            try stage.play("move 60,60\npress 60,60\nmove 130,70\nmove 60,70\nrelease")
                == "region 20,20 style whole enter whole region 20,30")
        #expect(try stage.play("press\nmove 60,130\nrelease") == "exit whole")
    }

    @Test func the_style_after_a_click_shows_the_change() throws {
        final class View: UIView {
            var isChosen = false
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { isChosen = true }
        }
        let stage = PointerStage()
        let view = View(frame: stage.view.frame)
        view.addInteraction(stage.interaction)
        stage.window.addSubview(view)
        stage.log.region = { UIPointerRegion(rect: $1.rect, identifier: view.isChosen ? "chosen" : "plain") }
        #expect(
            try stage.play("move 60,60\ntap 60,60")
                == "region 20,20 style plain enter plain region 20,20 style chosen exit plain enter chosen")
    }

    @Test func animations_and_completions_run_beside_the_entrance() throws {
        let stage = PointerStage()
        let mark = UIView()
        stage.window.addSubview(mark)
        var ends: [Bool] = []
        stage.log.entered = { animator in
            animator.addAnimations { mark.alpha = 0 }
            animator.addCompletion { ends.append($0) }
        }
        try stage.host.perform("move 60,60")
        stage.host.advance(to: stage.host.time + 0.1)
        let alpha = try #require(mark.layer.presentation()).opacity
        #expect(alpha > 0 && alpha < 1 && ends.isEmpty)
        stage.host.advance(to: stage.host.time + 0.2)
        #expect(ends == [true])
    }

    @Test func a_lift_grows_the_view_and_goes_without_a_trace() throws {
        let stage = PointerStage()
        stage.view.backgroundColor = .black
        stage.log.style = { interaction, _ in
            interaction.view.map { UIPointerStyle(effect: .lift(UITargetedPreview(view: $0))) }
        }
        let (before, layers) = (stage.pixels, stage.layerCount)
        try stage.play("move 60,60")
        // 80 points grow by 8, four at each side; beneath is a shadow.
        #expect(stage.red(37, 80) == 0 && stage.red(122, 80) == 0)
        #expect((1..<255).contains(stage.red(80, 128)) && stage.red(5, 5) == 255)
        #expect(stage.view.transform == .identity && stage.view.frame.width == 80)
        try stage.play("move 10,10")
        #expect(stage.pixels == before && stage.layerCount == layers)
        #expect(stage.view.layer.animationKeys() ?? [] == [])
    }

    @Test func a_lift_that_is_left_early_shrinks_from_where_it_is() throws {
        let stage = PointerStage()
        stage.view.backgroundColor = .black
        stage.view.transform = CGAffineTransform(translationX: 20, y: 0)
        stage.log.style = { interaction, _ in
            interaction.view.map { UIPointerStyle(effect: .lift(UITargetedPreview(view: $0))) }
        }
        func width() -> CGFloat { stage.view.layer.presentation()?.frame.width ?? 0 }
        try stage.host.perform("move 80,60")
        stage.host.advance(to: stage.host.time + 0.1)
        let middle = width()
        #expect(middle > 81 && middle < 88)
        #expect(abs((stage.view.layer.presentation()?.frame.midX ?? 0) - 100) < 0.01)
        try stage.host.perform("move 10,10")
        #expect(abs(width() - middle) < 0.5)
        try stage.host.perform("move 80,60")
        stage.host.advance(to: stage.host.time + 0.5)
        #expect(abs(width() - 88) < 0.01)
        try stage.play("move 10,10")
        #expect(width() == 80)
    }

    @Test func a_highlight_is_beneath_the_view() throws {
        let stage = PointerStage()
        let mark = UIView(frame: CGRect(x: 20, y: 20, width: 40, height: 40))
        mark.backgroundColor = .black
        stage.view.addSubview(mark)
        stage.log.style = { interaction, _ in
            interaction.view.map { UIPointerStyle(effect: .highlight(UITargetedPreview(view: $0))) }
        }
        let (before, layers) = (stage.pixels, stage.layerCount)
        try stage.play("move 60,60")
        #expect((200..<250).contains(stage.red(45, 80)) && stage.red(80, 80) == 0)
        // Its corners are round, and it is as large as the view.
        #expect(stage.red(40, 40) == 255 && stage.red(38, 80) == 255 && stage.red(121, 80) == 255)
        try stage.play("move 10,10")
        #expect(stage.pixels == before && stage.layerCount == layers)
    }

    @Test func a_highlight_takes_a_shape_in_the_container() throws {
        let stage = PointerStage()
        stage.log.style = { interaction, _ in
            interaction.view.map {
                UIPointerStyle(
                    effect: .highlight(UITargetedPreview(view: $0)),
                    shape: .roundedRect(CGRect(x: 20, y: 20, width: 20, height: 20), radius: 0))
            }
        }
        try stage.play("move 60,60")
        #expect((200..<250).contains(stage.red(21, 21)) && stage.red(60, 60) == 255)
        #expect(stage.host.cursor == .arrow)
    }

    @Test func a_hover_tints_as_asked() throws {
        let stage = PointerStage()
        stage.view.backgroundColor = .black
        func reds(_ tint: UIPointerEffect.TintMode, scales: Bool = false) throws -> [Int] {
            stage.log.style = { interaction, _ in
                interaction.view.map {
                    UIPointerStyle(
                        effect: .hover(
                            UITargetedPreview(view: $0), preferredTintMode: tint, prefersScaledContent: scales))
                }
            }
            try stage.play("move 10,10\nmove 60,60")
            return [stage.red(80, 80), stage.red(37, 80)]
        }
        #expect(try reds(.none) == [0, 255])
        #expect(try reds(.none, scales: true) == [0, 0])
        #expect(try reds(.underlay) == [0, 255])
        #expect(try reds(.overlay)[0] > 8)
    }

    @Test func a_view_that_goes_takes_its_effect_along() throws {
        let stage = PointerStage()
        let other = UIView(frame: CGRect(x: 150, y: 40, width: 40, height: 40))
        stage.window.addSubview(other)
        stage.log.style = { _, _ in UIPointerStyle(effect: .highlight(UITargetedPreview(view: other))) }
        let layers = stage.layerCount
        try stage.play("move 60,60")
        #expect(stage.layerCount == layers + 2)
        other.removeFromSuperview()
        #expect(stage.layerCount == layers - 1)
    }

    @Test func a_delegate_may_remove_the_view_as_the_pointer_enters() throws {
        let stage = PointerStage()
        stage.log.style = { _, _ in .hidden() }
        stage.log.entered = { [view = stage.view] _ in view.removeFromSuperview() }
        #expect(try stage.play("move 60,60") == "region 20,20 style whole enter whole exit whole")
        #expect(stage.host.cursor == .arrow)
        weak var view: UIView?
        do {
            let made = UIView(frame: stage.view.frame)
            view = made
            stage.window.addSubview(made)
            try stage.play("move 61,60")
            made.removeFromSuperview()
        }
        #expect(view == nil)
    }

    @Test func automatic_suits_the_view() {
        func kind(_ change: (UIView) -> Void) -> String {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
            change(view)
            return switch UIPointerEffect.automatic(UITargetedPreview(view: view)).resolved {
            case .automatic: "automatic"
            case .highlight: "highlight"
            case .lift: "lift"
            case .hover(_, let tint, let shadow, let scales): "hover \(tint) \(shadow) \(scales)"
            }
        }
        #expect(kind { _ in } == "highlight")
        #expect(kind { $0.backgroundColor = .red } == "lift")
        #expect(kind { $0.bounds.size.width = 400 } == "hover overlay false false")
    }

    @Test func beams_and_hidden_pointers_are_the_host_s() throws {
        let stage = PointerStage()
        func cursor(_ style: UIPointerStyle?) throws -> HostCursor {
            stage.log.style = { _, _ in style }
            try stage.play("move 10,10\nmove 60,60")
            return stage.host.cursor
        }
        #expect(try cursor(UIPointerStyle(shape: .verticalBeam(length: 20))) == .text)
        #expect(try cursor(.hidden()) == .hidden)
        try stage.play("move 10,10")
        #expect(stage.host.cursor == .arrow)
        #expect(try cursor(UIPointerStyle(shape: .horizontalBeam(length: 20), constrainedAxes: .vertical)) == .text)
        #expect(try cursor(.system()) == .arrow)
        #expect(try cursor(nil) == .arrow)
        #expect(
            try cursor(
                UIPointerStyle(effect: .hover(UITargetedPreview(view: stage.view)), shape: .verticalBeam(length: 9)))
                == .text)
        stage.window.isHidden = true
        #expect(stage.host.cursor == .arrow)
    }

    @Test func text_has_a_beam() throws {
        let stage = PointerStage()
        stage.view.removeFromSuperview()
        let field = UITextField(frame: CGRect(x: 10, y: 10, width: 100, height: 40))
        let text = UITextView(frame: CGRect(x: 10, y: 60, width: 100, height: 40))
        stage.window.addSubview(field)
        stage.window.addSubview(text)
        try stage.play("move 20,20")
        #expect(stage.host.cursor == .text)
        field.isEnabled = false
        text.isEditable = false
        text.isSelectable = false
        try stage.play("move 20,70")
        #expect(stage.host.cursor == .arrow)
        text.isSelectable = true
        try stage.play("move 20,71")
        #expect(stage.host.cursor == .text)
        try stage.play("move 180,20")
        #expect(stage.host.cursor == .arrow)
    }

    // *Source*: Apple, UIButton.isPointerInteractionEnabled, UIButton.pointerStyleProvider.
    @Test func buttons_have_a_platter_or_a_lift() throws {
        let stage = PointerStage()
        stage.view.removeFromSuperview()
        let button = UIButton(type: .system)
        button.frame = CGRect(x: 40, y: 40, width: 80, height: 30)
        stage.window.addSubview(button)
        #expect(!button.isPointerInteractionEnabled && button.pointerStyleProvider == nil)
        let before = stage.pixels
        try stage.play("move 60,60")
        #expect(stage.pixels == before)
        button.isPointerInteractionEnabled = true
        #expect(button.interactions.contains { $0 is UIPointerInteraction })
        try stage.play("move 61,60")
        #expect((200..<250).contains(stage.red(60, 55)) && (200..<250).contains(stage.red(37, 55)))
        button.isEnabled = false
        try stage.play("move 62,60")
        #expect(stage.pixels == before)
        button.isEnabled = true
        button.isPointerInteractionEnabled = false
        #expect(button.interactions.isEmpty)

        var proposed: [String] = []
        button.pointerStyleProvider = { button, effect, shape in
            if case .highlight(let preview) = effect, preview.view === button { proposed.append("highlight") }
            if case .lift = effect { proposed.append("lift") }
            if case .roundedRect(let rect, _) = shape { proposed.append("\(Int(rect.width))") }
            return UIPointerStyle(effect: .hover(effect.preview), shape: .verticalBeam(length: 9))
        }
        #expect(button.isPointerInteractionEnabled)
        try stage.play("move 63,60")
        #expect(proposed == ["highlight", "92"] && stage.host.cursor == .text)
        button.configuration = .filled()
        try stage.play("move 10,10\nmove 63,60")
        #expect(proposed.suffix(2) == ["lift", "80"])
        button.pointerStyleProvider = { _, _, _ in nil }
        #expect(stage.host.cursor == .arrow)
    }

    // *Source*: Apple, UITouch.Phase, UIEvent.EventType.
    @Test func a_mouse_without_a_button_is_an_event_of_the_window() throws {
        final class Window: UIWindow {
            var lines: [String] = []
            override func sendEvent(_ event: UIEvent) {
                if event.type == .hover, let touch = event.allTouches?.first {
                    let point = touch.location(in: nil)
                    lines.append("\(touch.phase.rawValue) \(Int(point.x)) \(touch.view === self)")
                } else {
                    lines.append("\(event.type)")
                }
                super.sendEvent(event)
            }
        }
        let host = ScriptedWindow(size: CGSize(width: 200, height: 160), scale: 1, threads: 1)
        let window = Window(host: host)
        window.makeKeyAndVisible()
        try host.perform("move 60,60\nmove 70,60\npress\nrelease\nleave")
        #expect(
            window.lines == [
                "5 60 true", "6 70 true", "7 70 true", "touches", "touches", "5 70 true", "7 70 true",
            ])
        #expect(UITouch.Phase.regionEntered.rawValue == 5 && UIEvent.EventType.hover.rawValue == 11)
    }
}
