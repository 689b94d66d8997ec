import CoreGraphics
import Foundation
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// Views that are written into an archive and read again, which programs use to copy them: the copy gives the same
/// picture.
@MainActor @Suite(.serialized) struct ArchivedViewTests {
    private func copy<View: UIView>(_ view: View) throws -> View {
        let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
        return try #require(try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? View)
    }

    private let host = ScriptedWindow(size: CGSize(width: 200, height: 120), scale: 1, threads: 1)
    private let window: UIWindow

    init() {
        window = UIWindow(host: host)
        window.backgroundColor = .white
        window.makeKeyAndVisible()
    }

    private func pixels(_ view: UIView) throws -> [UInt8] {
        window.addSubview(view)
        host.advance(to: host.time + 1)
        let image = host.image
        view.removeFromSuperview()
        host.advance(to: host.time + 1)
        return try #require(image.dataProvider?.data.map { [UInt8]($0 as Data) })
    }

    /// Checks that a copy gives the same picture, which is not the empty one.
    private func check(_ view: UIView, _ name: String) throws {
        let again = try copy(view)
        let (first, second) = (try pixels(view), try pixels(again))
        // Counted: a failed comparison of two lists would be explained byte by byte.
        let empty = try pixels(UIView())
        let shown = zip(first, empty).filter { $0 != $1 }.count
        let differing = zip(first, second).filter { $0 != $1 }.count
        #expect(shown > 0 && differing == 0 && first.count == second.count, "\(name)")
        #expect(again.subviews.count == view.subviews.count, "\(name) has no parts twice")
    }

    private func picture(_ color: UIColor, _ size: CGFloat = 12) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: size, height: size)).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: size, height: size))
        }
    }

    @Test func labels() throws {
        let label = UILabel(frame: CGRect(x: 10, y: 10, width: 90, height: 60))
        label.text = "Some words that break, and are cut"
        label.textAlignment = .right
        label.lineBreakMode = .byTruncatingHead
        label.numberOfLines = 2
        label.textColor = .blue
        label.shadowColor = .red
        label.shadowOffset = CGSize(width: 2, height: 1)
        label.font = .boldSystemFont(ofSize: 15)
        try check(label, "label")
        let small = UILabel(frame: CGRect(x: 10, y: 10, width: 50, height: 30))
        (small.text, small.adjustsFontSizeToFitWidth, small.minimumScaleFactor) = ("adjusted to the width", true, 0.3)
        (small.isHighlighted, small.highlightedTextColor) = (true, .green)
        try check(small, "adjusted")
        let again = try copy(small)
        #expect(again.adjustsFontSizeToFitWidth && again.minimumScaleFactor == 0.3 && again.isHighlighted)
        let styled = UILabel(frame: CGRect(x: 10, y: 10, width: 180, height: 40))
        let text = NSMutableAttributedString(
            string: "plain ", attributes: [.font: UIFont.systemFont(ofSize: 12), .foregroundColor: UIColor.red])
        text.append(
            NSAttributedString(
                string: "underlined",
                attributes: [
                    .font: UIFont.italicSystemFont(ofSize: 20), .underlineStyle: NSUnderlineStyle.single.rawValue,
                    .kern: 2.5, .backgroundColor: UIColor.yellow,
                ]))
        styled.attributedText = text
        try check(styled, "styled")
        #expect(try copy(styled).attributedText?.string == "plain underlined")
    }

    @Test func buttons() throws {
        let button = UIButton(type: .custom)
        button.frame = CGRect(x: 10, y: 10, width: 150, height: 50)
        button.setTitle("title", for: .normal)
        button.setTitle("pressed", for: .highlighted)
        button.setTitleColor(.purple, for: .normal)
        button.setImage(picture(.red), for: .normal)
        button.setImage(picture(.green), for: .selected)
        button.setBackgroundImage(picture(.yellow), for: .normal)
        button.titleLabel?.font = .boldSystemFont(ofSize: 24)
        button.titleEdgeInsets = UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 0)
        button.contentHorizontalAlignment = .left
        try check(button, "button")
        let again = try copy(button)
        #expect(again.title(for: .normal) == "title" && again.title(for: .highlighted) == "pressed")
        #expect(again.image(for: .selected)?.size == CGSize(width: 12, height: 12))
        #expect(
            again.titleLabel?.font.pointSize == 24 && again.titleColor(for: .normal)?.cgColor == UIColor.purple.cgColor)
        button.isSelected = true
        try check(button, "selected button")
        button.isSelected = false
        button.isHighlighted = true
        try check(button, "highlighted button")
        let system = UIButton(type: .system)
        system.frame = CGRect(x: 10, y: 10, width: 150, height: 50)
        system.setTitle("system", for: .normal)
        system.tintColor = .orange
        try check(system, "system button")
        var filled = UIButton.Configuration.filled()
        (filled.title, filled.cornerStyle, filled.baseBackgroundColor) = ("filled", .capsule, .brown)
        let configured = UIButton(configuration: filled)
        configured.frame = CGRect(x: 10, y: 10, width: 150, height: 50)
        try check(configured, "configured button")
        let styled = UIButton(type: .custom)
        styled.frame = CGRect(x: 10, y: 10, width: 150, height: 50)
        styled.setAttributedTitle(
            NSAttributedString(string: "styled", attributes: [.foregroundColor: UIColor.red]), for: .normal)
        let added = UIView(frame: CGRect(x: 2, y: 2, width: 5, height: 5))
        added.backgroundColor = .black
        styled.addSubview(added)
        try check(styled, "styled button with a view of the program")
    }

    @Test func pictures() throws {
        let view = UIImageView(frame: CGRect(x: 10, y: 10, width: 100, height: 40))
        view.image = picture(.red).resizableImage(withCapInsets: UIEdgeInsets(top: 4, left: 4, bottom: 4, right: 4))
        view.contentMode = .scaleAspectFit
        try check(view, "picture")
        view.image = picture(.red).withRenderingMode(.alwaysTemplate)
        view.tintColor = .green
        try check(view, "template")
        view.highlightedImage = picture(.blue)
        view.isHighlighted = true
        try check(view, "highlighted")
        view.animationImages = [picture(.red), picture(.blue)]
        view.animationDuration = 3
        let again = try copy(view)
        #expect(again.animationImages?.count == 2 && again.animationDuration == 3)
        let turned = UIView(frame: CGRect(x: 40, y: 20, width: 60, height: 30))
        turned.backgroundColor = .red
        turned.transform = CGAffineTransform(rotationAngle: 0.5)
        try check(turned, "turned")
    }

    @Test func controls() throws {
        let slider = UISlider(frame: CGRect(x: 10, y: 10, width: 150, height: 40))
        (slider.value, slider.minimumTrackTintColor, slider.thumbTintColor) = (0.3, .red, .green)
        slider.maximumValueImage = picture(.purple)
        try check(slider, "slider")
        slider.setThumbImage(picture(.black), for: .normal)
        try check(slider, "slider with a picture")
        let toggle = UISwitch(frame: CGRect(x: 10, y: 10, width: 0, height: 0))
        (toggle.isOn, toggle.onTintColor, toggle.thumbTintColor) = (true, .purple, .yellow)
        try check(toggle, "switch")
        let stepper = UIStepper(frame: CGRect(x: 10, y: 10, width: 0, height: 0))
        (stepper.maximumValue, stepper.value, stepper.wraps) = (5, 5, true)
        stepper.setIncrementImage(picture(.red), for: .normal)
        try check(stepper, "stepper")
        #expect(try copy(stepper).wraps)
        let pages = UIPageControl(frame: CGRect(x: 10, y: 10, width: 150, height: 30))
        (pages.numberOfPages, pages.currentPage) = (4, 2)
        (pages.pageIndicatorTintColor, pages.currentPageIndicatorTintColor) = (.red, .blue)
        try check(pages, "pages")
        let progress = UIProgressView(frame: CGRect(x: 10, y: 20, width: 150, height: 4))
        (progress.progress, progress.progressTintColor, progress.trackTintColor) = (0.6, .red, .green)
        try check(progress, "progress")
        let activity = UIActivityIndicatorView(style: .large)
        (activity.color, activity.hidesWhenStopped) = (.red, false)
        // It has hidden itself before.
        activity.isHidden = false
        try check(activity, "indicator")
        let segments = UISegmentedControl(items: ["One", "Two", "Three"])
        segments.selectedSegmentIndex = 1
        segments.selectedSegmentTintColor = .yellow
        segments.setWidth(80, forSegmentAt: 0)
        segments.setTitleTextAttributes([.foregroundColor: UIColor.red], for: .normal)
        try check(segments, "segments")
        slider.isEnabled = false
        #expect(try copy(slider).isEnabled == false)
    }
}
