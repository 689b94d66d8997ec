import Testing

import UIKit
@testable import UIKitCore

/// Facts about sliders, switches, segments, steppers, pages, progress and activity. Their numbers are those of FactSources.tsv
/// (docs/facts.md).
@MainActor @Suite(.serialized) struct SmallControlFactTests {
    private let frame = CGRect(x: 10, y: 10, width: 100, height: 100)

    // dotnet/macios, tests/monotouch-test/UIKit.
    @Test func frames_are_as_macios_tests_have_them() {
        let toggle = UISwitch(frame: frame)
        #expect(toggle.frame.minX == 10, "CS-1 a switch is where it is put, x")
        #expect(toggle.frame.minY == 10, "CS-2 and y")
        let stepper = UIStepper(frame: frame)
        #expect(stepper.frame.minX == 10, "CS-3 a stepper is where it is put, x")
        #expect(stepper.frame.minY == 10, "CS-4 and y")
        stepper.setBackgroundImage(nil, for: .application)
        #expect(stepper.backgroundImage(for: .application) == nil, "CS-5 a background may be nil")
        let progress = UIProgressView(frame: frame)
        #expect(progress.frame.minX == 10, "CS-6 a bar is where it is put, x")
        #expect(progress.frame.minY == 10, "CS-7 and y")
        #expect(progress.frame.width == 100, "CS-8 and as wide")
        #expect(progress.frame.height != 100, "CS-9 but not as high")
        #expect(UIPageControl(frame: frame).frame == frame, "CS-10 a page control has its frame")
        #expect(UISegmentedControl(frame: frame).frame == frame, "CS-11 segments have theirs")
        #expect(UIActivityIndicatorView(frame: frame).frame == frame, "CS-12 an indicator has its own")
        let image = UIImage()
        #expect(
            UISegmentedControl(items: ["a", NSString(string: "b"), image]).numberOfSegments == 3, "CS-13 kinds of items"
        )
        #expect(UISegmentedControl(items: []).numberOfSegments == 0, "CS-14 no items")
        #expect(UISegmentedControl(items: ["one", "two"]).numberOfSegments == 2, "CS-15 titles")
        #expect(UISegmentedControl(items: [image]).numberOfSegments == 1, "CS-16 a picture")
        let styled = UISegmentedControl(items: ["one", "two"])
        styled.setTitleTextAttributes([.foregroundColor: UIColor.gray], for: .selected)
        let attributes = styled.titleTextAttributes(for: .selected)
        #expect(attributes?[.foregroundColor] as? UIColor == .gray, "CS-17 attributes of titles are kept")
    }

    // getsentry/sentry-cocoa, SentryUIRedactBuilderTests.swift: dumps of views on iOS 16, 17 and 18.
    @Test func views_are_as_dumps_of_apples_have_them() throws {
        let toggle = UISwitch(frame: CGRect(x: 10, y: 40, width: 80, height: 30))
        #expect(toggle.frame == CGRect(x: 10, y: 40, width: 51, height: 31), "CS-21 a switch of 80 x 30 is 51 x 31")
        let track = try #require(toggle.subviews.first)
        #expect(track.frame == CGRect(x: 0, y: 0, width: 51, height: 31), "CS-22 its track is all of it")
        let gray = UIColor(red: 120 / 255, green: 120 / 255, blue: 128 / 255, alpha: 0.16)
        #expect(
            track.backgroundColor?.cgColor.components == gray.cgColor.components, "CS-23 in this gray, when it is off")
        // The picture of the thumb is 43 points wide at -6, with the shadow of 8 around it.
        #expect(toggle.subviews.last?.frame.minX == 2, "CS-24 the thumb begins 2 points from the edge")
        #expect(toggle.subviews.last?.frame.width == 27, "CS-25 and is 27 points wide")
        let slider = UISlider(frame: CGRect(x: 10, y: 10, width: 80, height: 20))
        #expect(slider.frame == CGRect(x: 10, y: 10, width: 80, height: 20), "CS-26 a slider of 20 points has them")
        #expect(!slider.isOpaque, "CS-27 and is not opaque")
        #expect(slider.value == 0, "CS-28 its value is 0")
    }

    @Test func sizes_are_those_that_interface_builder_writes() {
        #expect(UISwitch().intrinsicContentSize == CGSize(width: 51, height: 31), "CS-31 a switch")
        #expect(UIStepper().intrinsicContentSize == CGSize(width: 94, height: 32), "CS-32 a stepper")
        #expect(UISlider().intrinsicContentSize.height == 34, "CS-33 a slider's height")
        #expect(UISlider().intrinsicContentSize.width == UIView.noIntrinsicMetric, "CS-34 which has no width")
        #expect(UISegmentedControl(items: ["a", "b"]).intrinsicContentSize.height == 32, "CS-35 segments' height")
        #expect(UIProgressView(progressViewStyle: .default).intrinsicContentSize.height == 4, "CS-36 a bar's height")
        #expect(UIProgressView(progressViewStyle: .bar).intrinsicContentSize.height == 2, "CS-37 in a toolbar")
        #expect(
            UIActivityIndicatorView(style: .medium).bounds.size == CGSize(width: 20, height: 20), "CS-38 an indicator")
        #expect(
            UIActivityIndicatorView(style: .large).bounds.size == CGSize(width: 37, height: 37), "CS-39 a large one")
        let pages = UIPageControl()
        let dots = pages.size(forNumberOfPages: 3)
        #expect(abs(dots.width - 42.5) < 0.01 && dots.height == 26, "CS-40 dots of three pages")
    }

    @Test func sliders_are_as_the_header_says() {
        let slider = UISlider()
        #expect(slider.value == 0, "CS-50 value 0")
        #expect(slider.minimumValue == 0, "CS-51 from 0")
        #expect(slider.maximumValue == 1, "CS-52 to 1")
        #expect(slider.minimumValueImage == nil, "CS-53 no picture at the left")
        #expect(slider.maximumValueImage == nil, "CS-54 nor at the right")
        #expect(slider.isContinuous, "CS-55 continuous")
        slider.value = 3
        #expect(slider.value == 1, "CS-56 the value is pinned to the greatest")
        slider.value = -3
        #expect(slider.value == 0, "CS-57 and to the least")
        slider.minimumValue = 0.5
        #expect(slider.value == 0.5, "CS-58 a new minimum takes the value with it")
        slider.value = 1
        slider.maximumValue = 0.75
        #expect(slider.value == 0.75, "CS-59 and so does a new maximum")
        slider.minimumValue = 5
        #expect(slider.maximumValue == 5, "CS-60 a minimum above the maximum takes that with it")
        slider.maximumValue = 2
        #expect(slider.minimumValue == 2, "CS-61 and the other way round")
        #expect(slider.currentThumbImage == nil, "CS-62 no picture of the thumb")
        #expect(slider.minimumTrackTintColor == nil, "CS-63 no colour of the track")
        #expect(slider.thumbTintColor == nil, "CS-64 nor of the thumb")
        var calls = 0
        slider.addAction(UIAction { _ in calls += 1 }, for: .valueChanged)
        slider.setValue(2, animated: true)
        #expect(calls == 0, "CS-65 setting the value sends no action")
    }

    @Test func switches_are_as_the_header_says() {
        let toggle = UISwitch()
        #expect(!toggle.isOn, "CS-70 off")
        #expect(toggle.onTintColor == nil, "CS-71 no colour")
        #expect(toggle.thumbTintColor == nil, "CS-72 nor of the thumb")
        #expect(toggle.onImage == nil && toggle.offImage == nil, "CS-73 no pictures")
        #expect(toggle.preferredStyle == .automatic, "CS-74 as the system has it")
        #expect(toggle.style == .sliding, "CS-75 which is never automatic")
        #expect(
            [UISwitch.Style.automatic, .checkbox, .sliding].map(\.rawValue) == [0, 1, 2], "CS-76 numbers of styles")
        var calls = 0
        toggle.addAction(UIAction { _ in calls += 1 }, for: .valueChanged)
        toggle.setOn(true, animated: true)
        #expect(toggle.isOn && calls == 0, "CS-77 setting it sends no action")
        toggle.frame.size = CGSize(width: 200, height: 200)
        #expect(toggle.bounds.size == CGSize(width: 51, height: 31), "CS-78 the frame's size is ignored")
    }

    @Test func segments_are_as_the_header_says() {
        let control = UISegmentedControl(items: ["a", "b", "c"])
        #expect(control.selectedSegmentIndex == -1, "CS-80 none is selected")
        #expect(UISegmentedControl.noSegment == -1, "CS-81 which is -1")
        #expect(!control.isMomentary, "CS-82 not momentary")
        #expect(!control.apportionsSegmentWidthsByContent, "CS-83 widths are not by content")
        #expect(control.widthForSegment(at: 0) == 0, "CS-84 no width of its own")
        #expect(control.contentOffsetForSegment(at: 0) == .zero, "CS-85 nothing is moved")
        #expect(control.isEnabledForSegment(at: 0), "CS-86 enabled")
        #expect(control.imageForSegment(at: 0) == nil, "CS-87 no picture")
        control.insertSegment(withTitle: "end", at: 99, animated: false)
        #expect(control.titleForSegment(at: 3) == "end", "CS-88 an index past the end is pinned")
        control.insertSegment(withTitle: "start", at: 0, animated: false)
        #expect(control.titleForSegment(at: 0) == "start", "CS-89 before the segment of the index")
        control.setTitle("no", forSegmentAt: 99)
        #expect(control.numberOfSegments == 5, "CS-90 an index that there is not is ignored")
        control.setImage(UIImage(), forSegmentAt: 0)
        #expect(control.titleForSegment(at: 0) == nil, "CS-91 a picture takes the title's place")
        control.setTitle("title", forSegmentAt: 0)
        #expect(control.imageForSegment(at: 0) == nil, "CS-92 and the other way round")
        control.selectedSegmentIndex = 1
        control.selectedSegmentIndex = UISegmentedControl.noSegment
        #expect(control.selectedSegmentIndex == -1, "CS-93 no segment turns the selection off")
        #expect(control.selectedSegmentTintColor == nil, "CS-94 no colour of its own")
        let numbers: [UISegmentedControl.Segment] = [.any, .left, .center, .right, .alone]
        #expect(numbers.map(\.rawValue) == [0, 1, 2, 3, 4], "CS-95 numbers of kinds of segments")
        let action = UIAction(title: "do", identifier: UIAction.Identifier("id")) { _ in }
        control.insertSegment(action: action, at: 0, animated: false)
        #expect(control.segmentIndex(identifiedBy: UIAction.Identifier("id")) == 0, "CS-96 found by its action")
        #expect(control.segmentIndex(identifiedBy: UIAction.Identifier("no")) == NSNotFound, "CS-97 or not")
        control.insertSegment(action: action, at: 2, animated: false)
        #expect(control.numberOfSegments == 6, "CS-98 an action that is there already moves")
        control.removeAllSegments()
        #expect(control.numberOfSegments == 0, "CS-99 none is left")
    }

    @Test func steppers_are_as_the_header_says() {
        let stepper = UIStepper()
        #expect(stepper.isContinuous, "CS-110 continuous")
        #expect(stepper.autorepeat, "CS-111 it repeats")
        #expect(!stepper.wraps, "CS-112 and does not wrap")
        #expect(stepper.value == 0, "CS-113 value 0")
        #expect(stepper.minimumValue == 0, "CS-114 from 0")
        #expect(stepper.maximumValue == 100, "CS-115 to 100")
        #expect(stepper.stepValue == 1, "CS-116 by 1")
        stepper.value = 1000
        #expect(stepper.value == 100, "CS-117 clamped")
        stepper.minimumValue = 200
        #expect(stepper.maximumValue == 200, "CS-118 both bounds are the new one where they would cross")
        stepper.maximumValue = 100
        #expect(stepper.minimumValue == 100, "CS-119 the other way round")
    }

    @Test func pages_progress_and_activity_are_as_the_headers_say() {
        let pages = UIPageControl()
        #expect(pages.numberOfPages == 0, "CS-130 no pages")
        #expect(pages.currentPage == 0, "CS-131 the first")
        #expect(!pages.hidesForSinglePage, "CS-132 one page is shown")
        #expect(pages.pageIndicatorTintColor == nil, "CS-133 no colour")
        #expect(pages.currentPageIndicatorTintColor == nil, "CS-134 nor of the current one")
        #expect(pages.backgroundStyle == .automatic, "CS-135 background when it is used")
        #expect(pages.interactionState == .none, "CS-136 nothing happens")
        #expect(pages.allowsContinuousInteraction, "CS-137 a finger may move along")
        #expect(pages.preferredIndicatorImage == nil, "CS-138 dots")
        pages.numberOfPages = 3
        pages.currentPage = 7
        #expect(pages.currentPage == 2, "CS-139 pinned to the last")
        pages.numberOfPages = 2
        #expect(pages.currentPage == 1, "CS-140 and to fewer pages")
        let bar = UIProgressView()
        #expect(bar.progress == 0, "CS-141 nothing done")
        #expect(bar.progressViewStyle == .default, "CS-142 no toolbar")
        bar.progress = 4
        #expect(bar.progress == 1, "CS-143 pinned to 1")
        bar.progress = -4
        #expect(bar.progress == 0, "CS-144 and to 0")
        #expect([UIProgressView.Style.default, .bar].map(\.rawValue) == [0, 1], "CS-145 numbers of styles")
        let spinner = UIActivityIndicatorView()
        #expect(spinner.style == .medium, "CS-146 medium")
        #expect(spinner.hidesWhenStopped, "CS-147 hidden when it stands")
        #expect(!spinner.isAnimating, "CS-148 which it does")
        #expect(spinner.isHidden, "CS-149 so it is hidden")
        spinner.startAnimating()
        #expect(!spinner.isHidden, "CS-150 until it turns")
        spinner.stopAnimating()
        #expect(spinner.isHidden, "CS-151 and again")
        let styles: [UIActivityIndicatorView.Style] = [.medium, .large, .whiteLarge, .white, .gray]
        #expect(styles.map(\.rawValue) == [100, 101, 0, 1, 2], "CS-152 numbers of styles")
        spinner.color = nil
        #expect(spinner.color != nil, "CS-153 the colour is reset by nil")
    }

    @Test func accessibility_is_as_the_headers_say() {
        #expect(!UIView().isAccessibilityElement, "CS-160 a view is no element")
        #expect(UISlider().isAccessibilityElement, "CS-161 a control is")
        let button = UIButton()
        button.setTitle("Play", for: .normal)
        #expect(button.accessibilityLabel == "Play", "CS-162 its label is its title")
        button.accessibilityLabel = "Play the film"
        #expect(button.accessibilityLabel == "Play the film", "CS-163 unless it was said")
        #expect(UIView().accessibilityLabel == nil, "CS-164 a view has none")
        #expect(UIView().accessibilityHint == nil, "CS-165 nor a hint")
        #expect(UIView().accessibilityValue == nil, "CS-166 nor a value")
        #expect(UIView().accessibilityTraits == .none, "CS-167 nor traits")
        #expect(button.accessibilityTraits.contains(.button), "CS-168 a button is one")
        #expect(UISlider().accessibilityTraits.contains(.adjustable), "CS-169 a slider goes up and down")
        button.isEnabled = false
        #expect(button.accessibilityTraits.contains(.notEnabled), "CS-170 what is disabled says so")
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        let view = UIView(frame: CGRect(x: 20, y: 30, width: 40, height: 50))
        window.addSubview(view)
        #expect(view.accessibilityFrame == view.frame, "CS-171 the frame is the view's, on the screen")
        #expect(view.accessibilityActivationPoint == CGPoint(x: 40, y: 55), "CS-172 and is used in its middle")
        #expect(!view.accessibilityElementsHidden, "CS-173 nothing is hidden")
        #expect(!view.accessibilityViewIsModal, "CS-174 nothing is modal")
        #expect(!view.shouldGroupAccessibilityChildren, "CS-175 nothing is grouped")
        #expect(!view.accessibilityActivate(), "CS-176 nothing is done")
        let slider = UISlider()
        slider.value = 0.5
        slider.accessibilityIncrement()
        #expect(slider.value > 0.5, "CS-177 incrementing takes a slider up")
        slider.accessibilityDecrement()
        slider.accessibilityDecrement()
        #expect(slider.value < 0.5, "CS-178 decrementing takes it down")
        let label = UILabel()
        label.text = "Words"
        #expect(
            label.accessibilityLabel == "Words" && label.accessibilityTraits == .staticText,
            "CS-179 a label is its text")
        let segments = UISegmentedControl(items: ["a", "b"])
        segments.selectedSegmentIndex = 1
        let element = segments.accessibilityElement(at: 1) as? UIAccessibilityElement
        #expect(element?.accessibilityTraits == [.button, .selected], "CS-180 a segment is a button that is selected")
    }
}
