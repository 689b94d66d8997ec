import Testing

import UIKit
@testable import UIKitCore

/// Facts about controls, buttons and labels. Their numbers are those of FactSources.tsv (docs/facts.md).
@MainActor @Suite(.serialized) struct ControlFactTests {
    private final class Target: NSObject {
        var calls: [String] = []
        static let plain = Selector("plain", onMain: { (target: Target) in target.calls.append("plain") })
        static let full = Selector(
            "full:event:",
            onMain: { (target: Target, sender: UIControl, event: UIEvent?) in
                target.calls.append("\(type(of: sender)) \(event == nil)")
            })
    }

    /// A control that logs its tracking.
    private final class Tracking: UIControl {
        var lines: [String] = []
        override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            lines.append("begin")
            return super.beginTracking(touch, with: event)
        }
        override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            lines.append("continue")
            return super.continueTracking(touch, with: event)
        }
        override func endTracking(_ touch: UITouch?, with event: UIEvent?) { lines.append("end") }
        override func cancelTracking(with event: UIEvent?) { lines.append("cancel") }
    }

    @Test func defaults_are_those_of_the_header() {
        let control = UIControl()
        #expect(control.isEnabled, "UC-1 enabled")
        #expect(!control.isSelected, "UC-2 not selected")
        #expect(!control.isHighlighted, "UC-3 not highlighted")
        #expect(control.contentVerticalAlignment == .center, "UC-4 content in the middle from top to bottom")
        #expect(control.contentHorizontalAlignment == .center, "UC-5 and from left to right")
        #expect(control.state == .normal, "UC-6 in the normal state")
        #expect(control.allControlEvents == [], "UC-7 nobody listens")
        #expect(control.allTargets.isEmpty, "UC-8 no targets")
        control.isSelected = true
        control.isEnabled = false
        #expect(control.state == [.disabled, .selected], "UC-9 more than one state at a time")
        control.contentHorizontalAlignment = .leading
        #expect(control.effectiveContentHorizontalAlignment == .left, "UC-10 leading is left, in this direction")
        control.contentHorizontalAlignment = .trailing
        #expect(control.effectiveContentHorizontalAlignment == .right, "UC-11 trailing is right")
        let events: [UIControl.Event] = [
            .touchDown, .touchDownRepeat, .touchDragInside, .touchDragOutside, .touchDragEnter, .touchDragExit,
            .touchUpInside, .touchUpOutside, .touchCancel,
        ]
        #expect(events.map(\.rawValue) == (0..<9).map { 1 << $0 }, "UC-12 numbers of touch events")
        let others: [UIControl.Event] = [
            .valueChanged, .primaryActionTriggered, .editingDidBegin, .editingChanged, .editingDidEnd,
            .editingDidEndOnExit,
        ]
        #expect(others.map(\.rawValue) == [12, 13, 16, 17, 18, 19].map { 1 << $0 }, "UC-13 numbers of other events")
        let groups: [UIControl.Event] = [.allTouchEvents, .allEditingEvents, .applicationReserved, .systemReserved]
        #expect(groups.map(\.rawValue) == [0xFFF, 0xF0000, 0x0F00_0000, 0xF000_0000], "UC-14 groups of events")
        let states: [UIControl.State] = [.highlighted, .disabled, .selected, .focused, .application, .reserved]
        #expect(states.map(\.rawValue) == [1, 2, 4, 8, 0x00FF_0000, 0xFF00_0000], "UC-15 numbers of states")
    }

    @Test func targets_are_as_the_header_says() throws {
        let control = UIControl()
        var target: Target? = Target()
        control.addTarget(target, action: Target.plain, for: .touchUpInside)
        control.addTarget(target, action: Target.full, for: [.touchUpInside, .valueChanged])
        control.sendActions(for: .valueChanged)
        #expect(target?.calls == ["UIControl true"], "UC-16 sender and event are given, no event where there is none")
        target?.calls = []
        control.sendActions(for: .touchUpInside)
        #expect(target?.calls == ["plain", "UIControl true"], "UC-17 one event calls several, in order")
        #expect(
            control.actions(forTarget: target, forControlEvent: .touchUpInside) == ["plain", "full:event:"],
            "UC-18 names of the actions of a target and an event")
        #expect(
            control.actions(forTarget: target, forControlEvent: .touchDown) == nil, "UC-19 nil where there are none")
        #expect(control.allControlEvents == [.touchUpInside, .valueChanged], "UC-20 events that have an action")
        control.removeTarget(target, action: nil, for: .touchUpInside)
        #expect(control.allControlEvents == .valueChanged, "UC-21 without an action all of the target's are removed")
        control.addTarget(nil, action: Target.plain, for: .touchDown)
        #expect(control.allTargets.contains { $0.base is NSNull }, "UC-22 a target nil is NSNull among the targets")
        weak let gone = target
        target = nil
        #expect(gone == nil, "UC-23 targets are not kept")
    }

    @Test func tracking_is_as_the_header_says() throws {
        let stage = TouchStage()
        let control = Tracking(frame: CGRect(x: 80, y: 80, width: 60, height: 40))
        for (event, name) in ControlTests.names {
            control.addAction(UIAction { _ in control.lines.append(name) }, for: event)
        }
        stage.window.addSubview(control)
        _ = stage.mouse(.pressed, 100, 100)
        #expect(control.lines == ["begin", "down"], "UC-24 tracking begins before the event")
        #expect(control.isTracking, "UC-25 it tracks")
        #expect(control.isTouchInside, "UC-26 the touch is inside")
        #expect(control.isHighlighted, "UC-27 highlighted while it is inside")
        control.lines = []
        _ = stage.mouse(.moved, 110, 100)
        #expect(control.lines == ["continue", "inside"], "UC-28 and goes on")
        _ = stage.mouse(.moved, 300, 300)
        #expect(!control.isHighlighted, "UC-29 not highlighted when the touch is outside")
        _ = stage.mouse(.moved, 110, 100)
        #expect(control.isHighlighted, "UC-30 and again, when it is back")
        control.lines = []
        _ = stage.mouse(.released, 110, 100)
        #expect(control.lines == ["end", "up"], "UC-31 it ends")
        #expect(!control.isHighlighted && !control.isTracking, "UC-32 and nothing is left of it")
        control.lines = []
        _ = stage.mouse(.pressed, 100, 100, after: 1)
        control.removeFromSuperview()
        #expect(control.lines.contains("cancel"), "UC-33 cancelled, when it leaves its window")
        stage.window.addSubview(control)
        control.isEnabled = false
        control.lines = []
        _ = try stage.play("tap 100,100")
        #expect(control.lines == [], "UC-34 disabled, it hears nothing")
    }

    @Test func buttons_are_as_the_header_says() throws {
        let button = UIButton()
        #expect(button.buttonType == .custom, "UC-40 custom by default")
        #expect(button.contentEdgeInsets == .zero, "UC-41 no insets of the content")
        #expect(button.titleEdgeInsets == .zero, "UC-42 none of the title")
        #expect(button.imageEdgeInsets == .zero, "UC-43 none of the picture")
        #expect(button.currentTitle == nil, "UC-44 no title")
        #expect(button.currentImage == nil, "UC-45 no picture")
        #expect(button.currentBackgroundImage == nil, "UC-46 no background")
        #expect(button.currentTitleColor == .white, "UC-47 a white title")
        #expect(button.currentAttributedTitle == nil, "UC-48 no title with attributes")
        button.setTitle("normal", for: .normal)
        button.isHighlighted = true
        #expect(button.currentTitle == "normal", "UC-49 the normal title, where a state has none")
        #expect(button.title(for: .highlighted) == "normal", "UC-50 which is said to be the state's")
        button.setTitle("down", for: .highlighted)
        #expect(button.currentTitle == "down", "UC-51 the state's own")
        button.isHighlighted = false
        button.isSelected = true
        button.isHighlighted = true
        button.setTitle("both", for: [.selected, .highlighted])
        #expect(button.currentTitle == "both", "UC-52 states are added")
        #expect(
            [UIButton.ButtonType.custom, .system].map(\.rawValue) == [0, 1], "UC-53 numbers of types")
        #expect(button.titleLabel != nil && button.imageView != nil, "UC-54 label and picture are made when asked for")
        let bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
        #expect(button.backgroundRect(forBounds: bounds) == bounds, "UC-55 the background fills the bounds")
        button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(
            button.contentRect(forBounds: bounds) == CGRect(x: 2, y: 1, width: 94, height: 36),
            "UC-56 the content is within its insets")
    }

    // dotnet/macios, tests/monotouch-test/UIKit.
    @Test func buttons_labels_and_controls_are_as_macios_tests_have_them() {
        let frame = CGRect(x: 10, y: 10, width: 100, height: 100)
        #expect(UIButton(frame: frame).frame == frame, "UC-60 a button's frame")
        let button = UIButton()
        button.setTitle(nil, for: .normal)
        #expect(button.title(for: .normal) == nil, "UC-61 a title may be nil")
        button.setTitleColor(nil, for: .normal)
        #expect(button.titleColor(for: .normal) == .white, "UC-62 the color of a title is white then")
        #expect(button.tag == 0, "UC-63 no tag")
        button.tag = .max
        #expect(button.tag == .max, "UC-64 the largest tag")
        button.tag = .min
        #expect(button.tag == .min, "UC-65 the smallest tag")
        #expect(UIControl(frame: frame).frame == frame, "UC-66 a control's frame")
        #expect(UILabel(frame: frame).frame == frame, "UC-67 a label's frame")
        let label = UILabel()
        #expect(label.highlightedTextColor == nil, "UC-68 no color of highlighted text")
        label.highlightedTextColor = .blue
        #expect(label.highlightedTextColor == .blue, "UC-69 it is kept")
        label.highlightedTextColor = nil
        #expect(label.highlightedTextColor == nil, "UC-70 and goes")
    }

    @Test func labels_are_as_the_header_says() {
        let label = UILabel()
        #expect(label.text == nil, "UC-80 no text")
        #expect(
            label.font.pointSize == 17 && label.font == .systemFont(ofSize: 17), "UC-81 the system's font of 17 points")
        #expect(label.textColor == .label, "UC-82 the label's color")
        #expect(label.shadowColor == nil, "UC-83 no shadow")
        #expect(label.shadowOffset == CGSize(width: 0, height: -1), "UC-84 which would be above")
        #expect(label.textAlignment == .natural, "UC-85 natural alignment")
        #expect(label.lineBreakMode == .byTruncatingTail, "UC-86 cut off at the end")
        #expect(label.attributedText == nil, "UC-87 no text with attributes")
        #expect(!label.isHighlighted, "UC-88 not highlighted")
        #expect(!label.isUserInteractionEnabled, "UC-89 not touched")
        #expect(label.isEnabled, "UC-90 enabled")
        #expect(label.numberOfLines == 1, "UC-91 one line")
        #expect(!label.adjustsFontSizeToFitWidth, "UC-92 its font does not shrink")
        #expect(label.minimumScaleFactor == 0, "UC-93 nor has a bound")
        #expect(label.contentMode == .redraw, "UC-94 redrawn in another size")
        #expect(label.preferredMaxLayoutWidth == 0, "UC-95 no width that is preferred")
        label.text = "one two three four five six seven eight nine ten"
        let line = label.sizeThatFits(CGSize(width: 100, height: 1000))
        #expect(line.width > 100, "UC-96 one line takes what it needs")
        label.numberOfLines = 0
        let block = label.sizeThatFits(CGSize(width: 100, height: 1000))
        #expect(block.width <= 100 && block.height > 2 * line.height, "UC-97 without a bound it is broken at the width")
        label.numberOfLines = 2
        let two = label.sizeThatFits(CGSize(width: 100, height: 1000))
        #expect(two.height > line.height && two.height < block.height, "UC-98 a bound of lines bounds the height")
        label.attributedText = NSAttributedString(string: "own", attributes: [.font: UIFont.systemFont(ofSize: 40)])
        #expect(label.sizeThatFits(.zero).height > 40, "UC-99 attributes go before the label's properties")
        #expect(label.text == "own", "UC-100 and are its text")
    }
}
