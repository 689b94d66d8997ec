import Foundation
import Mica
import MicaEvents
import QuartzCore
import Synchronization
import Testing
import UIKit

@testable import UIKitCore

/// A host whose windows assistive technologies read; the test is the assistive technology.
@MainActor final class ReadHost: @MainActor WindowHost, AccessibilityHost {
    let layer = CALayer()
    let size = CGSize(width: 320, height: 320)
    let scale: CGFloat = 1
    var eventHandler: ((WindowEvent) -> Void)?
    var title = "Page"
    var isFocused = true
    var accessiblePlace = AccessiblePlace(origin: CGPoint(x: 5, y: 6))
    private(set) var program: (any AccessibleProgram)?

    func serve(_ program: any AccessibleProgram) { self.program = program }
}

/// What an assistive technology gets of a program.
// Safe because: a test calls and reads it on the main actor only.
private final class Reading: AccessibleTreeReader, @unchecked Sendable {
    private(set) var trees: [AccessibleTree] = []
    func update(_ tree: AccessibleTree) { trees.append(tree) }
    var last: AccessibleTree { trees.last ?? AccessibleTree() }

    /// The node with a name.
    func node(_ name: String) throws -> AccessibleNode { try #require(last.nodes.values.first { $0.name == name }) }
}

/// The window with the keyboard before one of these tests, which gets it back.
@MainActor private final class KeyWindow {
    private weak var former: UIWindow?

    func give(to window: UIWindow) {
        former = UIApplication.shared.keyWindow
        window.makeKeyAndVisible()
    }

    func giveBack() { former?.makeKey() }
}

/// The tree that assistive technologies get of UIKit's windows, and what they ask for. No test waits, so that none of another
/// suite runs meanwhile.
@MainActor @Suite(.serialized) struct ScreenReadingTests {
    private let host = ReadHost()
    private let reading = Reading()
    private let window: UIWindow
    private let key = KeyWindow()

    init() { window = UIWindow(host: host) }

    private var program: ScreenReading { ScreenReading.shared }

    /// Whether transactions are noted.
    private var isWatched: Bool { TransactionStack.committed.withLock { $0 != nil } }

    /// Shows views and begins to read them.
    private func read(_ views: UIView...) {
        for view in views { window.addSubview(view) }
        key.give(to: window)
        program.assistanceChanged(reading)
    }

    private func end() {
        program.assistanceChanged(nil)
        window.isHidden = true
        key.giveBack()
    }

    private func lines(_ id: UInt32? = nil, _ depth: Int = 0) -> [String] {
        let tree = reading.last
        let ids = id.map { tree.nodes[$0]?.children ?? [] } ?? tree.windows
        return ids.flatMap { id -> [String] in
            guard let node = tree.nodes[id] else { return ["?"] }
            let line = String(repeating: " ", count: depth) + "\(node.role) \(node.name)"
            return [line] + lines(id, depth + 1)
        }
    }

    private func button(_ title: String, _ y: CGFloat) -> UIButton {
        let button = UIButton(frame: CGRect(x: 10, y: y, width: 100, height: 30))
        button.setTitle(title, for: .normal)
        return button
    }

    @Test func nothing_is_read_without_an_assistive_technology() {
        defer { end() }
        key.give(to: window)
        #expect(host.program != nil && !UIAccessibility.isVoiceOverRunning)
        window.addSubview(button("Play", 10))
        program.update()
        #expect(program.tree.nodes.isEmpty && !isWatched)
        var posts = 0
        let name = UIAccessibility.voiceOverStatusDidChangeNotification
        let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
            MainActor.assumeIsolated { posts += 1 }
        }
        read()
        #expect(UIAccessibility.isVoiceOverRunning && posts == 1)
        program.assistanceChanged(nil)
        #expect(!UIAccessibility.isVoiceOverRunning && posts == 2 && !isWatched)
        NotificationCenter.default.removeObserver(observer)
    }

    /// Such a thread runs its blocks for the main queue itself.
    @Test func changes_on_a_thread_with_virtual_time_are_noted_on_the_main_thread() {
        read()
        defer { end() }
        let drawn = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let layer = CALayer()
            layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            let renderer = LayerRenderer(layer: layer, threads: 1)
            for step in 1...3 {
                layer.opacity = 1 / Float(step)
                _ = renderer.bitmap(at: Double(step))
            }
            drawn.signal()
        }
        drawn.wait()
    }

    @Test func controls_have_roles_names_values_and_states() throws {
        defer { end() }
        let (title, slider, toggle) = (
            UILabel(frame: CGRect(x: 0, y: 0, width: 90, height: 20)), UISlider(), UISwitch()
        )
        title.text = "Volume"
        title.accessibilityTraits = .header
        slider.frame = CGRect(x: 10, y: 40, width: 200, height: 34)
        (slider.maximumValue, slider.value, slider.accessibilityLabel) = (10, 4, "Loudness")
        toggle.frame.origin = CGPoint(x: 10, y: 80)
        (toggle.isOn, toggle.accessibilityLabel) = (true, "Mute")
        let segments = UISegmentedControl(items: ["Low", "High"])
        segments.frame = CGRect(x: 10, y: 120, width: 120, height: 32)
        segments.selectedSegmentIndex = 1
        let play = button("Play", 160)
        play.isEnabled = false
        play.accessibilityHint = "Plays the song"
        let bar = UIProgressView(frame: CGRect(x: 10, y: 500, width: 100, height: 4))
        bar.progress = 0.25
        read(title, slider, toggle, segments, play, bar)
        #expect(
            lines() == [
                "window Page", " heading Volume", " slider Loudness", " toggle Mute", " group ", "  choice Low",
                "  choice High", " button Play", " progress Progress",
            ])
        let loudness = try reading.node("Loudness")
        #expect(loudness.range == AccessibleRange(4, from: 0, to: 10, step: 1) && loudness.value == "40%")
        #expect(loudness.actions == [.press, .increment, .decrement] && loudness.frame == slider.frame)
        #expect(try reading.node("Mute").states.isSuperset(of: [.checkable, .checked, .enabled, .focusable, .showing]))
        #expect(try reading.node("High").states.contains(.checked) && !reading.node("Low").states.contains(.checked))
        let disabled = try reading.node("Play")
        #expect(!disabled.states.contains(.enabled) && disabled.description == "Plays the song")
        #expect(try reading.node("Progress").range?.value == 25)
        // Below the window's end.
        #expect(try !reading.node("Progress").states.contains(.showing))
        #expect(reading.last.places.values.first == host.accessiblePlace)
    }

    @Test func a_view_keeps_its_number_and_a_new_one_gets_another() throws {
        defer { end() }
        let (play, stop) = (button("Play", 10), button("Stop", 50))
        read(play, stop)
        let first = try reading.node("Stop").id
        play.removeFromSuperview()
        program.update()
        #expect(try reading.node("Stop").id == first && lines() == ["window Page", " button Stop"])
        window.addSubview(button("Other", 10))
        program.update()
        #expect(try reading.node("Other").id > first)
    }

    @Test func pressing_uses_a_control_and_touches_what_does_not_answer() throws {
        final class Plate: UIView {
            var taps = 0
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { taps += 1 }
        }
        defer { end() }
        let (play, plate) = (button("Play", 10), Plate(frame: CGRect(x: 10, y: 50, width: 40, height: 40)))
        (plate.isAccessibilityElement, plate.accessibilityLabel) = (true, "Plate")
        var presses = 0
        play.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
        read(play, plate)
        let id = try reading.node("Play").id
        #expect(program.perform(.action(0), on: id) && presses == 1)
        #expect(try program.perform(.action(0), on: reading.node("Plate").id) && plate.taps == 1)
        #expect(!program.perform(.action(9), on: id) && !program.perform(.action(-1), on: id))
        play.isEnabled = false
        #expect(!program.perform(.action(0), on: id))
        play.removeFromSuperview()
        #expect(!program.perform(.action(0), on: id) && !program.perform(.focus, on: 99_999) && presses == 1)
    }

    @Test func sliders_go_by_steps_to_the_nearest_number() throws {
        defer { end() }
        let slider = UISlider(frame: CGRect(x: 10, y: 40, width: 200, height: 34))
        (slider.value, slider.accessibilityLabel) = (0.5, "Loudness")
        var changes = 0
        slider.addAction(UIAction { _ in changes += 1 }, for: .valueChanged)
        read(slider)
        let id = try reading.node("Loudness").id
        #expect(program.perform(.action(1), on: id) && abs(slider.value - 0.6) < 0.001)
        #expect(program.perform(.setValue(0.22), on: id) && abs(slider.value - 0.2) < 0.001 && changes >= 5)
        #expect(program.perform(.setValue(.infinity), on: id) && abs(slider.value - 1) < 0.001)
    }

    @Test func custom_actions_follow_the_others() throws {
        defer { end() }
        let play = button("Play", 10)
        var deleted = 0
        play.accessibilityCustomActions = [
            UIAccessibilityCustomAction(name: "Delete") { _ in
                deleted += 1
                return true
            }
        ]
        read(play)
        let node = try reading.node("Play")
        #expect(node.actions == [.press, .custom("Delete")])
        #expect(program.perform(.action(1), on: node.id) && deleted == 1)
    }

    @Test func the_focus_goes_with_the_keyboard_and_where_it_is_asked_to() throws {
        final class Word: UILabel {
            var log: [String] = []
            override func accessibilityElementDidBecomeFocused() { log.append("in") }
            override func accessibilityElementDidLoseFocus() { log.append("out") }
        }
        defer { end() }
        let (play, word) = (button("Play", 10), Word(frame: CGRect(x: 10, y: 50, width: 60, height: 20)))
        word.text = "Word"
        read(play, word)
        #expect(reading.last.focus == nil)
        window.keys.focus(play)
        program.update()
        #expect(try reading.last.focus == reading.node("Play").id)
        #expect(try program.perform(.focus, on: reading.node("Word").id))
        #expect(try reading.last.focus == reading.node("Word").id && word.log == ["in"])
        #expect(word.accessibilityElementIsFocused() && UIAccessibility.focusedElement(using: nil) as? UIView === word)
        #expect(try program.perform(.focus, on: reading.node("Play").id))
        #expect(play.isFocused && word.log == ["in", "out"])
        #expect(try reading.last.focus == reading.node("Play").id)
    }

    @Test func messages_are_read_and_move_the_focus() throws {
        defer { end() }
        let (play, stop) = (button("Play", 10), button("Stop", 50))
        UIAccessibility.post(notification: .announcement, argument: "Too early")
        read(play, stop)
        program.post(.announcement, "Saved")
        #expect(lines() == ["window Page", " button Play", " button Stop", " announcement Saved"])
        let first = try reading.node("Saved").id
        program.post(.pageScrolled, NSAttributedString(string: "Saved"))
        // The same text again is another node, so that it is read again.
        #expect(try reading.node("Saved").id > first)
        program.post(.layoutChanged, stop)
        #expect(try reading.last.focus == reading.node("Stop").id)
        program.post(.screenChanged, nil)
        #expect(try reading.last.focus == reading.node("Play").id)
    }

    @Test func a_changed_value_is_in_the_next_tree() throws {
        defer { end() }
        let play = button("Play", 10)
        read(play)
        play.accessibilityLabel = "Start"
        program.update()
        #expect(lines() == ["window Page", " button Start"])
    }

    @Test func what_is_modal_is_a_dialog_and_a_list_twice_is_once() throws {
        defer { end() }
        let (play, sheet) = (button("Play", 10), UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300)))
        sheet.addSubview(button("OK", 50))
        sheet.accessibilityViewIsModal = true
        sheet.accessibilityLabel = "Question"
        read(play, sheet)
        #expect(lines() == ["window Page", " dialog Question", "  button OK"])
        sheet.accessibilityElements = sheet.subviews + sheet.subviews
        program.update()
        #expect(lines() == ["window Page", " dialog Question", "  button OK"])
    }
}
