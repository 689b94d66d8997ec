import Foundation
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// What fingers and keys do to sliders, switches, segments, steppers and pages, and how all of them are drawn.
@MainActor @Suite(.serialized) struct SmallControlTests {
    /// A window of 320 x 320 with a control at (60, 100), whose events are logged.
    private func stage<Control: UIControl>(_ control: Control, width: CGFloat? = nil) -> TouchStage {
        let stage = TouchStage()
        control.frame = CGRect(
            origin: CGPoint(x: 60, y: 100),
            size: CGSize(
                width: width ?? control.intrinsicContentSize.width, height: control.intrinsicContentSize.height))
        for (event, name) in ControlTests.names + [(.primaryActionTriggered, "primary")] {
            control.addAction(UIAction { _ in stage.log.add(name) }, for: event)
        }
        stage.window.addSubview(control)
        stage.host.advance(to: 0.1)
        return stage
    }

    @Test(.covers("UISlider", "UISlider.value", "UISlider.init", "UISlider.isContinuous"))
    func a_slider_tells_its_values_before_the_touches_that_changed_them() throws {
        let slider = UISlider()
        let stage = stage(slider, width: 200)
        slider.value = 0.5
        // From the middle of the thumb, a quarter of the way of 170.33 points to the right.
        #expect(stage.mouse(.pressed, 160, 117) == "value primary down")
        #expect(stage.mouse(.moved, 202, 117) == "value primary inside")
        #expect(abs(slider.value - (0.5 + 42 / 170.3333)) < 0.001)
        #expect(slider.isTracking && slider.isHighlighted)
        #expect(stage.mouse(.moved, 400, 117) == "value primary exit")
        #expect(slider.value == 1)
        #expect(stage.mouse(.moved, 420, 117) == "outside", "nothing has changed")
        #expect(stage.mouse(.released, 160, 117) == "value primary up")
        // Beside the thumb nothing happens.
        #expect(stage.mouse(.pressed, 100, 117) == "" && stage.mouse(.released, 100, 117) == "")
        slider.isContinuous = false
        slider.value = 0.5
        #expect(try stage.play("drag 160,117 to 300,117 over 0.1").contains("value") == true)
        #expect(stage.log.lines.filter { $0 == "value" }.count == 1 && slider.value == 1)
        let order = stage.log.lines.filter { ["down", "value", "up"].contains($0) }
        #expect(order == ["down", "value", "up"])
    }

    @Test(.covers("UISlider.setValue", "UISlider.minimumValue", "UISlider.maximumValue"))
    func a_slider_moves_its_thumb_at_one_speed_and_refuses_what_is_no_number() throws {
        let slider = UISlider()
        let stage = stage(slider, width: 200)
        let thumb = try #require(slider.subviews.last)
        slider.setValue(0.5, animated: true)
        let half = thumb.layer.animation(forKey: "position")?.duration
        stage.host.advance(to: 2)
        slider.setValue(0, animated: false)
        slider.setValue(1, animated: true)
        let whole = thumb.layer.animation(forKey: "position")?.duration
        #expect(half == 0.25 && whole == 0.5)
        #expect(abs(thumb.frame.maxX - (200 - 4.0 / 3)) < 1e-9 && thumb.frame.size == CGSize(width: 27, height: 27))
        #expect(slider.sizeThatFits(CGSize(width: 70, height: 0)) == CGSize(width: 70, height: 34))
        slider.minimumValue = -.infinity
        slider.maximumValue = .nan
        slider.value = .nan
        #expect(slider.minimumValue == 0 && slider.maximumValue == 1 && slider.value == 1)
        slider.minimumValue = -.greatestFiniteMagnitude
        slider.maximumValue = .greatestFiniteMagnitude
        slider.value = 0
        #expect(slider.accessibilityValue == "50%")
    }

    @Test func a_slider_shows_pictures_at_its_ends_and_in_place_of_its_parts() throws {
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 200, height: 34))
        let picture = makeImage(20, 10)
        slider.minimumValueImage = picture
        #expect(slider.minimumValueImageRect(forBounds: slider.bounds) == CGRect(x: 0, y: 12, width: 20, height: 10))
        #expect(slider.trackRect(forBounds: slider.bounds) == CGRect(x: 30, y: 15, width: 167, height: 4))
        slider.minimumValueImage = nil
        slider.setThumbImage(picture, for: .normal)
        #expect(slider.thumbImage(for: .normal) === picture && slider.currentThumbImage === picture)
        #expect(slider.thumbImage(for: .highlighted) == nil)
        let track = slider.trackRect(forBounds: slider.bounds)
        let rect = slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 1)
        #expect(rect == CGRect(x: 180, y: 12, width: 20, height: 10))
        #expect(slider.subviews.contains { ($0 as? UIImageView)?.image === picture })
        slider.semanticContentAttribute = .forceRightToLeft
        #expect(slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 1).minX == 0)
    }

    @Test(.covers("UISwitch", "UISwitch.isOn", "UISwitch.init", "UISwitch.setOn"))
    func a_switch_turns_over_by_a_tap_a_drag_and_a_key() throws {
        let toggle = UISwitch()
        let stage = stage(toggle)
        #expect(try stage.play("tap 80,115") == "down value primary up")
        #expect(toggle.isOn && toggle.accessibilityValue == "1")
        #expect(try stage.play("drag 100,115 to 62,115 over 0.2").contains("value primary") == true)
        #expect(!toggle.isOn && toggle.accessibilityValue == "0")
        #expect(try stage.play("drag 70,115 to 85,115 over 0.1\nwait 0.2").contains("value") == false, "not far enough")
        #expect(try stage.play("press 80,115\ncancel") == "down cancel" && !toggle.isOn)
        #expect(try stage.play("key tab\nkey space") == "value primary" && toggle.isOn)
        #expect(try stage.play("key left") == "value primary" && !toggle.isOn)
        toggle.setOn(true, animated: true)
        let thumb = try #require(toggle.subviews.last)
        #expect(thumb.frame.minX == 22 && thumb.layer.animation(forKey: "position") != nil)
        #expect(toggle.subviews[1].alpha == 1)
        toggle.isEnabled = false
        #expect(try stage.play("tap 80,115") == "" && toggle.isOn)
    }

    @Test(.covers("UISegmentedControl", "UISegmentedControl.selectedSegmentIndex"))
    func segments_are_selected_where_a_finger_is_lifted() throws {
        var done = 0
        let control = UISegmentedControl(items: ["a", "b"])
        control.insertSegment(action: UIAction(title: "c") { _ in done += 1 }, at: 2, animated: false)
        let stage = stage(control, width: 210)
        #expect(try stage.play("tap 165,115") == "down value primary up")
        #expect(control.selectedSegmentIndex == 1)
        #expect(try stage.play("tap 165,115") == "down up", "it is selected already")
        #expect(try stage.play("tap 240,115") == "down value primary up" && done == 1)
        // The selection goes with the finger that took it.
        #expect(try stage.play("drag 240,115 to 80,115 over 0.2").contains("value") == true)
        #expect(control.selectedSegmentIndex == 0)
        control.setEnabled(false, forSegmentAt: 1)
        #expect(try stage.play("tap 165,115") == "" && control.selectedSegmentIndex == 0)
        #expect(try stage.play("key tab\nkey right") == "value primary" && control.selectedSegmentIndex == 2)
        control.isMomentary = true
        #expect(try stage.play("tap 240,115") == "down value primary up", "each tap counts")
        control.selectedSegmentIndex = 77
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    }

    @Test(.covers("UISegmentedControl.insertSegment", "UISegmentedControl.removeAllSegments"))
    func segments_share_the_width_and_keep_the_selection_of_one() throws {
        let control = UISegmentedControl(frame: CGRect(x: 0, y: 0, width: 300, height: 32))
        control.insertSegment(withTitle: "first", at: 0, animated: false)
        control.insertSegment(withTitle: "a much longer title", at: 1, animated: false)
        control.insertSegment(with: makeImage(10, 10), at: 2, animated: false)
        func widths() -> [CGFloat] {
            control.layoutIfNeeded()
            return control.subviews.compactMap { ($0 as? SegmentView)?.frame.width }
        }
        #expect(widths() == [100, 100, 100])
        control.setWidth(60, forSegmentAt: 0)
        #expect(widths() == [60, 120, 120])
        control.apportionsSegmentWidthsByContent = true
        let shared = widths()
        #expect(shared[0] == 60 && shared[1] > 150 && abs(shared.reduce(0, +) - 300) < 0.001)
        control.selectedSegmentIndex = 1
        control.insertSegment(withTitle: "new", at: 0, animated: true)
        #expect(control.selectedSegmentIndex == 2, "the same segment")
        control.removeSegment(at: 0, animated: false)
        #expect(control.selectedSegmentIndex == 1)
        control.removeSegment(at: 1, animated: false)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
        control.removeSegment(at: 9, animated: false)
        control.removeAllSegments()
        #expect(control.numberOfSegments == 0 && control.intrinsicContentSize == CGSize(width: 0, height: 32))
    }

    @Test("Pictures behind segments have their caps at the control's ends alone")
    func pictures_behind_segments_have_their_caps_at_the_ends() throws {
        // Caps of ten points are green; the stretched part between them has the state's colour.
        func capped(_ color: UIColor) -> UIImage {
            UIGraphicsImageRenderer(size: CGSize(width: 21, height: 32)).image { _ in
                UIColor(red: 0, green: 1, blue: 0, alpha: 1).setFill()
                UIRectFill(CGRect(x: 0, y: 0, width: 21, height: 32))
                color.setFill()
                UIRectFill(CGRect(x: 10, y: 0, width: 1, height: 32))
            }
        }
        let (red, blue) = (UIColor(red: 1, green: 0, blue: 0, alpha: 1), UIColor(red: 0, green: 0, blue: 1, alpha: 1))
        let control = UISegmentedControl(items: ["", "", ""])
        let stage = stage(control, width: 210)
        control.selectedSegmentIndex = 1
        control.setBackgroundImage(capped(red), for: .normal, barMetrics: .default)
        control.setBackgroundImage(capped(blue), for: .selected, barMetrics: .default)
        func color(_ x: CGFloat) -> [UInt8] {
            stage.host.advance(to: stage.host.time + 1)
            let pixel = stage.host.image.resource.bitmap().pixels[103 * 320 + Int(60 + x)]
            return [16, 8, 0].map { UInt8(truncatingIfNeeded: pixel >> $0) }
        }
        let (r, g, b): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0], [0, 255, 0], [0, 0, 255])
        #expect([color(2), color(30), color(68)] == [g, r, r], "no cap where it goes on")
        #expect([color(72), color(105), color(137)] == [b, b, b])
        #expect([color(142), color(170), color(208)] == [r, r, g])
        control.selectedSegmentIndex = 0
        #expect([color(2), color(30), color(105)] == [g, b, r])
        control.setEnabled(false, forSegmentAt: 2)
        #expect(color(170) == r, "a state without a picture has that of the normal one")
        let divider = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 32)).image { _ in
            UIColor.white.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 32))
        }
        control.setDividerImage(
            divider, forLeftSegmentState: .normal, rightSegmentState: .normal, barMetrics: .default)
        #expect([color(66), color(70), color(140), color(144)] == [b, [255, 255, 255], [255, 255, 255], r])
        control.setBackgroundImage(nil, for: .normal, barMetrics: .default)
        control.setBackgroundImage(nil, for: .selected, barMetrics: .default)
        #expect(![r, g, b].contains(color(30)), "the control's own looks are back")
        control.setBackgroundImage(divider, for: .normal, barMetrics: .compact)
        #expect(![r, g, b].contains(color(30)), "bars are of one height here")
        #expect(control.backgroundImage(for: .normal, barMetrics: .compact) === divider)
        #expect(control.backgroundImage(for: .normal, barMetrics: .default) == nil)
    }

    @Test func contents_of_segments_are_moved_by_kind() throws {
        let control = UISegmentedControl(items: ["a", "b", "c"])
        control.frame.size = CGSize(width: 300, height: 32)
        func centers() -> [CGPoint] {
            control.layoutIfNeeded()
            return control.subviews.compactMap { view in (view as? SegmentView)?.subviews.first?.center }
        }
        let before = centers()
        control.setContentPositionAdjustment(
            UIOffset(horizontal: 3, vertical: -2), forSegmentType: .any, barMetrics: .default)
        control.setContentPositionAdjustment(
            UIOffset(horizontal: -5, vertical: 0), forSegmentType: .right, barMetrics: .default)
        let moved = zip(centers(), before).map { [$0.x - $1.x, $0.y - $1.y] }
        #expect(moved == [[3, -2], [3, -2], [-5, 0]])
        #expect(control.contentPositionAdjustment(forSegmentType: .left, barMetrics: .default) == .zero)
    }

    @Test(.covers("UIStepper", "UIStepper.value"))
    func a_stepper_steps_at_a_press_and_faster_the_longer_it_lasts() throws {
        let stepper = UIStepper()
        let stage = stage(stepper)
        #expect(stepper.bounds.size == CGSize(width: 94, height: 32))
        #expect(try stage.play("tap 140,115") == "value primary down up" && stepper.value == 1)
        #expect(try stage.play("tap 70,115") == "value primary down up" && stepper.value == 0)
        #expect(try stage.play("tap 70,115") == "", "it cannot go lower")
        _ = stage.mouse(.pressed, 140, 115)
        stage.host.advance(to: stage.host.time + 0.4)
        #expect(stepper.value == 1)
        stage.host.advance(to: stage.host.time + 1.2)
        #expect(stepper.value >= 11 && stepper.value <= 14, "ten steps a second: \(stepper.value)")
        let before = stepper.value
        stage.host.advance(to: stage.host.time + 2.4)
        #expect(stepper.value - before > 36, "and thirty after three: \(stepper.value - before)")
        _ = stage.mouse(.released, 140, 115)
        let end = stepper.value
        stage.host.advance(to: stage.host.time + 2)
        #expect(stepper.value == end, "it has been let go")
        (stepper.autorepeat, stepper.isContinuous) = (false, false)
        stepper.value = 100
        stepper.wraps = true
        #expect(try stage.play("tap 140,115") == "down value primary up" && stepper.value == 0)
        #expect(try stage.play("key tab\nkey down") == "value primary" && stepper.value == 100)
        stepper.stepValue = -1
        stepper.stepValue = .nan
        #expect(stepper.stepValue == 1)
        stepper.setIncrementImage(makeImage(8, 8), for: .normal)
        #expect(stepper.incrementImage(for: .normal) != nil && stepper.decrementImage(for: .normal) == nil)
        stepper.setDividerImage(makeImage(2, 32), forLeftSegmentState: .normal, rightSegmentState: .normal)
        #expect(stepper.dividerImage(forLeftSegmentState: .normal, rightSegmentState: .normal) != nil)
    }

    @Test func a_held_stepper_stops_when_it_is_removed() throws {
        var stepper: UIStepper? = UIStepper()
        let stage = stage(try #require(stepper))
        let links = ThreadState.current.displayLinks.count
        _ = stage.mouse(.pressed, 140, 115)
        #expect(stepper?.value == 1 && ThreadState.current.displayLinks.count > links)
        stepper?.removeFromSuperview()
        #expect(ThreadState.current.displayLinks.count == links)
        stage.host.advance(to: stage.host.time + 2)
        #expect(stepper?.value == 1)
        _ = stage.mouse(.released, 140, 115)
        weak let gone = stepper
        stepper = nil
        stage.host.advance(to: stage.host.time + 1)
        #expect(gone == nil)
    }

    @Test func pages_are_turned_by_taps_and_by_a_finger_that_moves_along() throws {
        let pages = UIPageControl()
        pages.numberOfPages = 5
        let stage = stage(pages, width: 200)
        var states: [UIPageControl.InteractionState] = []
        pages.addAction(UIAction { _ in states.append(pages.interactionState) }, for: .valueChanged)
        #expect(try stage.play("tap 200,118") == "down value primary up" && pages.currentPage == 1)
        #expect(try stage.play("tap 100,118") == "down value primary up" && pages.currentPage == 0)
        #expect(try stage.play("tap 100,118") == "down up", "there is none before")
        #expect(states == [.discrete, .discrete])
        _ = try stage.play("drag 100,118 to 148,118 over 0.3")
        #expect(pages.currentPage == 3 && states.last == .continuous && pages.interactionState == .none)
        #expect(try stage.play("key tab\nkey right") == "value primary" && pages.currentPage == 4)
        #expect(pages.accessibilityValue == "page 5 of 5")
        pages.numberOfPages = .max
        pages.currentPage = .max
        #expect(pages.currentPage == .max - 1 && pages.subviews.count < 30)
        pages.numberOfPages = -4
        #expect(pages.numberOfPages == 0 && pages.currentPage == 0)
        pages.setIndicatorImage(makeImage(5, 5), forPage: 3)
        #expect(pages.indicatorImage(forPage: 3) == nil, "there is no such page")
    }

    @Test(
        .covers(
            "UIActivityIndicatorView", "UIActivityIndicatorView.init", "UIActivityIndicatorView.startAnimating",
            "UIActivityIndicatorView.stopAnimating", "UIActivityIndicatorView.Style",
            "UIActivityIndicatorView.Style.medium",
            "UIActivityIndicatorView.color", "UIActivityIndicatorView.hidesWhenStopped"))
    func an_indicator_lights_its_spokes_one_after_the_other() throws {
        let stage = TouchStage()
        let spinner = UIActivityIndicatorView(style: UIActivityIndicatorView.Style.medium)
        spinner.frame.origin = CGPoint(x: 100, y: 100)
        spinner.color = .red
        stage.window.addSubview(spinner)
        #expect(spinner.isHidden && spinner.accessibilityLabel == "Progress halted")
        spinner.startAnimating()
        stage.host.advance(to: 0.05)
        func brightest() -> Int? {
            let opacities = spinner.subviews.map { $0.layer.presentation()?.opacity ?? 0 }
            return opacities.indices.max { opacities[$0] < opacities[$1] }
        }
        var seen: [Int] = []
        for step in 0..<8 {
            stage.host.advance(to: 0.06 + Double(step) / 8)
            if let index = brightest() { seen.append(index) }
        }
        #expect(seen == [0, 1, 2, 3, 4, 5, 6, 7].map { ($0 + seen[0]) % 8 }, "clockwise, a turn a second: \(seen)")
        spinner.stopAnimating()
        #expect(spinner.isHidden && spinner.subviews.allSatisfy { ($0.layer.animationKeys() ?? []).isEmpty })
        spinner.hidesWhenStopped = false
        spinner.isHidden = false
        spinner.startAnimating()
        spinner.stopAnimating()
        #expect(!spinner.isHidden && spinner.subviews[0].backgroundColor == .red)
    }

    @Test func a_bar_fills_by_its_progress_with_an_animation_where_it_is_asked_for() throws {
        let bar = UIProgressView(progressViewStyle: .default)
        bar.frame.size.width = 200
        bar.layoutIfNeeded()
        let filled = try #require(bar.subviews.last)
        bar.progress = 0.25
        #expect(filled.frame == CGRect(x: 0, y: 0, width: 50, height: 4) && bar.accessibilityValue == "25%")
        bar.setProgress(0.5, animated: true)
        #expect(filled.frame.width == 100 && filled.layer.animation(forKey: "bounds.size") != nil)
        bar.progress = .nan
        #expect(bar.progress == 0.5)
        bar.progressTintColor = .red
        #expect(filled.backgroundColor == .red)
        bar.progressImage = makeImage(4, 4)
        #expect(filled.backgroundColor == nil)
    }

    @Test func controls_have_no_bitmaps_and_other_colors_on_dark() throws {
        let all: [UIView] = [
            UISlider(), UISwitch(), UIStepper(), UIPageControl(), UIProgressView(),
            UIActivityIndicatorView(style: .large),
        ]
        let stage = TouchStage()
        for view in all { stage.window.addSubview(view) }
        stage.host.advance(to: 0.2)
        func layers(_ layer: CALayer) -> [CALayer] { [layer] + (layer.sublayers ?? []).flatMap { layers($0) } }
        for view in all {
            #expect(layers(view.layer).allSatisfy { $0.contents == nil }, "\(type(of: view))")
        }
        let toggle = try #require(all[1] as? UISwitch)
        let light = toggle.subviews[0].layer.backgroundColor?.components
        stage.window.overrideUserInterfaceStyle = .dark
        #expect(toggle.subviews[0].layer.backgroundColor?.components != light)
        let slider = try #require(all[0] as? UISlider)
        stage.window.tintColor = .red
        #expect(slider.subviews[1].backgroundColor == .red)
        slider.minimumTrackTintColor = .green
        #expect(slider.subviews[1].backgroundColor == .green)
    }

    @Test func controls_come_back_from_archives() throws {
        func again<View: UIView>(_ view: View) throws -> View {
            let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
            let reader = try NSKeyedUnarchiver(forReadingFrom: data)
            reader.requiresSecureCoding = false
            return try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? View)
        }
        let slider = UISlider(frame: CGRect(x: 1, y: 2, width: 100, height: 34))
        (slider.maximumValue, slider.value) = (10, 7)
        let read = try again(slider)
        #expect(read.value == 7 && read.maximumValue == 10 && read.subviews.count == slider.subviews.count)
        let toggle = UISwitch()
        toggle.isOn = true
        #expect(try again(toggle).isOn)
        let stepper = UIStepper()
        (stepper.maximumValue, stepper.value) = (7, 5)
        #expect(try again(stepper).value == 5)
        let segments = UISegmentedControl(items: ["a", "b"])
        segments.selectedSegmentIndex = 1
        let other = try again(segments)
        #expect(other.titleForSegment(at: 1) == "b" && other.selectedSegmentIndex == 1)
        let pages = UIPageControl()
        (pages.numberOfPages, pages.currentPage) = (4, 2)
        #expect(try again(pages).currentPage == 2)
        let bar = UIProgressView(progressViewStyle: .bar)
        bar.progress = 0.5
        #expect(try again(bar).progress == 0.5)
        #expect(try again(UIActivityIndicatorView(style: .large)).style == .large)
    }

    private func makeImage(_ width: CGFloat, _ height: CGFloat) -> UIImage? {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: width, height: height), false, 1)
        defer { UIGraphicsEndImageContext() }
        return UIGraphicsGetImageFromCurrentImageContext()
    }
}
