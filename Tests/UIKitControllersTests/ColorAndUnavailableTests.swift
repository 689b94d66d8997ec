import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Wells and pickers of colours, covers of missing content, and registrations for traits.
@MainActor @Suite(.serialized) struct ColorAndUnavailableTests {
    private final class Teller: NSObject, UIColorPickerViewControllerDelegate {
        var told: [String] = []
        func colorPickerViewController(
            _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
        ) { told.append("color \(continuously)") }
        func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) { told.append("finish") }
    }

    @Test func a_well_shows_a_picker_and_takes_the_chosen_colour() throws {
        let root = UIViewController()
        let well = UIColorWell(frame: CGRect(x: 100, y: 20, width: 0, height: 0))
        #expect(well.bounds.size == CGSize(width: 28, height: 28))
        well.selectedColor = .blue
        var changes = 0
        well.addAction(UIAction { _ in changes += 1 }, for: .valueChanged)
        root.view.addSubview(well)
        let stage = ControllerStage(root)
        try stage.play("tap 114,34")
        let picker = try #require(root.presentedViewController as? UIColorPickerViewController)
        #expect(picker.selectedColor == .blue)
        let black = try #require(stage.window.accessibilityTree.first(.button, named: "Red 0 green 0 blue 0"))
        try stage.host.perform("tap \(black.point)")
        #expect(changes == 1)
        let parts = UIColorPickerViewController.parts(try #require(well.selectedColor))
        #expect(parts == [0, 0, 0, 1])
    }

    @Test func sliders_change_parts_of_the_colour_and_the_button_ends() throws {
        let root = UIViewController()
        let stage = ControllerStage(root)
        let teller = Teller()
        let picker = UIColorPickerViewController()
        picker.delegate = teller
        picker.supportsAlpha = false
        picker.selectedColor = .black
        picker.modalPresentationStyle = .fullScreen
        stage.act { root.present(picker, animated: false) }
        stage.pass(0.2)
        let red = try #require(stage.window.accessibilityTree.first(.slider, named: "Red"))
        try stage.host.perform(
            "drag \(Int(red.frame.minX) + 14),\(Int(red.frame.midY)) to 370,\(Int(red.frame.midY)) by touch")
        stage.pass(0.5)
        #expect(teller.told.first == "color true" && teller.told.last == "color false")
        #expect(teller.told.count { $0 == "color false" } == 1)
        let parts = UIColorPickerViewController.parts(picker.selectedColor)
        #expect(parts[0] == 1 && parts[1] == 0 && parts[3] == 1)
        #expect(stage.window.accessibilityTree.first(.slider, named: "Opacity") == nil)
    }

    @Test func a_cover_takes_the_place_of_missing_content() throws {
        let page = PlainController("page")
        let stage = ControllerStage(page)
        var calls = 0
        var cover = UIContentUnavailableConfiguration.search()
        cover.button.title = "Clear"
        cover.buttonProperties.primaryAction = UIAction { _ in calls += 1 }
        stage.act { page.contentUnavailableConfiguration = cover }
        let view = try #require(stage.first(UIContentUnavailableView.self, in: page.view))
        #expect(stage.texts(in: view).prefix(2) == ["No Results", "Check the spelling or try a new search."])
        #expect(view.frame == page.view.bounds)
        let button = try #require(stage.first(UIButton.self, in: view))
        let middle = stage.shown(button)
        #expect(abs(middle.midX - 187.5) < 1 && middle.midY > 333)
        try stage.play("tap \(Int(middle.midX)),\(Int(middle.midY))")
        #expect(calls == 1)
        stage.act { page.contentUnavailableConfiguration = UIContentUnavailableConfiguration.loading() }
        #expect(stage.first(UIActivityIndicatorView.self, in: view)?.isAnimating == true, "the view is used again")
        stage.act { page.contentUnavailableConfiguration = nil }
        #expect(view.superview == nil && page.contentUnavailableConfiguration == nil)
    }

    @Test func registrations_are_called_for_their_traits_until_they_end() {
        let page = PlainController("page")
        let stage = ControllerStage(page)
        var told: [String] = []
        let first = page.registerForTraitChanges([UITraitUserInterfaceStyle.self]) {
            (page: PlainController, before: UITraitCollection) in
            told.append("\(page.name) \(before.userInterfaceStyle == .light)")
        }
        page.view.registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) { (_: UIView, _) in
            told.append("size")
        }
        stage.window.overrideUserInterfaceStyle = .dark
        #expect(told == ["page true"])
        page.unregisterForTraitChanges(first)
        stage.window.overrideUserInterfaceStyle = .light
        stage.window.maximumContentSizeCategory = .small
        #expect(told == ["page true", "size"])
    }

    @Test("Covers and colours are drawn in light and dark: MICA_PICTURES names a folder for the pictures")
    func pictures() throws {
        for dark in [false, true] {
            let page = PlainController("page", .systemBackground)
            let stage = ControllerStage(page)
            stage.window.overrideUserInterfaceStyle = dark ? .dark : .light
            var cover = UIContentUnavailableConfiguration.search()
            cover.button = .borderedProminent()
            cover.button.title = "Clear search"
            stage.act { page.contentUnavailableConfiguration = cover }
            let well = UIColorWell(frame: CGRect(x: 20, y: 20, width: 0, height: 0))
            well.selectedColor = .systemOrange
            page.view.addSubview(well)
            stage.pass(0.1)
            try stage.write("unavailable", dark)
            try stage.play("tap 34,34")
            try stage.write("colors", dark)
            #expect(page.presentedViewController is UIColorPickerViewController)
        }
    }
}
