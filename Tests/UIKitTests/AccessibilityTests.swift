import Foundation
import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

/// Views' accessibility, and how tests find them by it.
@MainActor @Suite(.serialized) struct AccessibilityTests {
    private func page() -> (TouchStage, UIButton, UISlider) {
        let stage = TouchStage()
        stage.view.isHidden = true
        let title = UILabel(frame: CGRect(x: 10, y: 10, width: 100, height: 20))
        title.text = "Volume"
        let slider = UISlider(frame: CGRect(x: 10, y: 40, width: 200, height: 34))
        slider.value = 0.5
        slider.accessibilityLabel = "Loudness"
        let button = UIButton(frame: CGRect(x: 10, y: 80, width: 60, height: 30))
        button.setTitle("Play", for: .normal)
        let segments = UISegmentedControl(items: ["Low", "High"])
        segments.frame = CGRect(x: 10, y: 120, width: 120, height: 32)
        segments.selectedSegmentIndex = 0
        segments.accessibilityIdentifier = "quality"
        let picture = UIImageView(frame: CGRect(x: 10, y: 160, width: 20, height: 20))
        picture.isAccessibilityElement = true
        picture.accessibilityLabel = "Cover"
        for view in [title, slider, button, segments, picture] { stage.window.addSubview(view) }
        return (stage, button, slider)
    }

    @Test func custom_actions_and_texts_are_in_the_tree() throws {
        final class Row: UIView, @MainActor AXCustomContentProvider {
            var accessibilityCustomContent: [AXCustomContent]! = [AXCustomContent(label: "Size", value: "3 MB")]
        }
        let (row, part) = (Row(frame: CGRect(x: 0, y: 0, width: 40, height: 20)), UIView())
        (row.isAccessibilityElement, row.accessibilityLabel) = (true, "Photo")
        #expect(row.accessibilityCustomActions == nil)
        var deleted = 0
        row.accessibilityCustomActions = [
            UIAccessibilityCustomAction(name: "Delete") { action in
                deleted += 1
                return action.name == "Delete"
            },
            UIAccessibilityCustomAction(name: "Share", target: nil, selector: Selector("share")),
        ]
        let element = try #require(row.accessibilityTree["Photo"])
        #expect(element.actions == ["Delete", "Share"])
        #expect(element.perform("Delete") && deleted == 1)
        #expect(!element.perform("Share") && !element.perform("Move"))
        #expect(element.description.contains("action \"Delete\" action \"Share\" \"Size\": \"3 MB\""))
        row.accessibilityCustomRotors = [
            UIAccessibilityCustomRotor(name: "Parts") { search in
                search.searchDirection == .next
                    ? UIAccessibilityCustomRotorItemResult(targetElement: part, targetRange: nil) : nil
            }
        ]
        let rotor = try #require(row.accessibilityCustomRotors?.first)
        #expect(rotor.itemSearchBlock(UIAccessibilityCustomRotorSearchPredicate())?.targetElement === part)
    }

    @Test func a_tree_of_views_is_told_in_the_order_in_which_it_is_read() {
        let (stage, _, _) = page()
        #expect(
            stage.window.accessibilityTree.description == """
                window at 0,0 320x320
                  staticText "Volume" at 10,10 100x20
                  slider "Loudness" value "50%" adjustable at 10,40 200x34
                  button "Play" at 10,80 60x30
                  segmentedControl id "quality" at 10,120 120x32
                    button "Low" selected at 10,120 60x32
                    button "High" at 70,120 60x32
                  image "Cover" at 10,160 20x20
                """)
    }

    @Test func a_test_finds_a_button_by_its_name_and_taps_it() throws {
        let (stage, button, _) = page()
        var taps = 0
        button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        let play = try #require(stage.window.accessibilityTree.first(.button, named: "Play"))
        #expect(play.point == "40,95" && play.isEnabled && !play.isSelected)
        try stage.host.perform("tap \(play.point)")
        #expect(taps == 1)
        #expect(play.activate() && taps == 2)
        let tree = stage.window.accessibilityTree
        #expect(tree["quality"]?.kind == .segmentedControl && tree["nobody"] == nil)
        #expect(tree.all(.button).compactMap(\.label) == ["Play", "Low", "High"])
        #expect(tree.first(.button, named: "High")?.activate() == true)
        #expect(stage.window.accessibilityTree.first(.button, named: "High")?.isSelected == true)
        button.isEnabled = false
        let disabled = try #require(stage.window.accessibilityTree["Play"])
        #expect(!disabled.isEnabled && !disabled.activate() && taps == 2)
    }

    @Test func what_is_hidden_is_not_told_and_what_is_modal_is_told_alone() {
        let (stage, button, slider) = page()
        button.isHidden = true
        slider.alpha = 0
        #expect(stage.window.accessibilityTree["Play"] == nil && stage.window.accessibilityTree["Loudness"] == nil)
        button.isHidden = false
        let alert = UIView(frame: stage.window.bounds)
        let ok = UIButton(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        ok.setTitle("OK", for: .normal)
        alert.addSubview(ok)
        stage.window.addSubview(alert)
        #expect(stage.window.accessibilityTree["Play"] != nil)
        alert.accessibilityViewIsModal = true
        #expect(stage.window.accessibilityTree["Play"] == nil && stage.window.accessibilityTree["OK"] != nil)
        alert.accessibilityElementsHidden = true
        #expect(stage.window.accessibilityTree["OK"] == nil)
    }

    @Test func an_element_of_a_container_is_told_in_place_of_its_subviews() {
        let stage = TouchStage()
        stage.view.isHidden = true
        let chart = UIView(frame: CGRect(x: 20, y: 20, width: 100, height: 100))
        let bar = UIAccessibilityElement(accessibilityContainer: chart)
        bar.accessibilityLabel = "March"
        bar.accessibilityValue = "12"
        bar.accessibilityFrameInContainerSpace = CGRect(x: 10, y: 0, width: 10, height: 100)
        chart.accessibilityElements = [bar]
        chart.addSubview(UILabel(frame: chart.bounds))
        stage.window.addSubview(chart)
        #expect(bar.accessibilityFrame == CGRect(x: 30, y: 20, width: 10, height: 100))
        #expect(bar.accessibilityActivationPoint == CGPoint(x: 35, y: 70))
        #expect(chart.accessibilityElementCount() == 1 && chart.index(ofAccessibilityElement: bar) == 0)
        #expect(chart.accessibilityElement(at: 3) == nil && chart.index(ofAccessibilityElement: chart) == NSNotFound)
        #expect(
            stage.window.accessibilityTree.description == """
                window at 0,0 320x320
                  other "March" value "12" at 30,20 10x100
                """)
    }

    @Test func a_stepper_is_told_as_two_buttons_that_say_when_they_cannot_go_on() throws {
        let stage = TouchStage()
        stage.view.isHidden = true
        let stepper = UIStepper(frame: CGRect(x: 10, y: 10, width: 0, height: 0))
        stage.window.addSubview(stepper)
        #expect(stage.window.accessibilityTree.first(.button, named: "Decrement")?.isEnabled == false)
        #expect(stage.window.accessibilityTree.first(.button, named: "Increment")?.activate() == true)
        #expect(stepper.value == 1 && stage.window.accessibilityTree["Decrement"]?.isEnabled == true)
    }

    @Test func the_text_of_a_program_names_it_and_has_its_windows() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
        let hidden = UIWindow(frame: .zero)
        window.isHidden = false
        let lines = UIApplication.accessibilityText(of: [window, hidden]).split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("program \(getpid()) ") && lines[1] == "window at 0,0 100x50")
    }
}
