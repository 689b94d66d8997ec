import MicaScripts
import QuartzCore
import Testing

@testable import MicaExamples
import UIKit
@testable import UIKitCore

/// The app of the tutorials' listings: its list, its pages, and that their controls do something.
@MainActor @Suite(.serialized) struct TutorialAppTests {
    private func page(_ film: ListingFilm) throws -> ListingController {
        let window = try #require(UIApplication.shared.windows.last { $0.host === film.host })
        let navigation = try #require(window.rootViewController as? UINavigationController)
        return try #require(navigation.topViewController as? ListingController)
    }

    private func listing(_ id: String) throws -> Listing { try #require(listings.first { $0.id == id }) }

    @Test func the_app_has_each_listing_once_and_the_gallery_has_those_without_views() {
        #expect(listings.count == 25 && Set(listings.map(\.id)).count == 25 && Set(listings.map(\.title)).count == 25)
        let without = listings.map(\.id).filter { id in !gallery.contains { $0.id == id } }
        #expect(without == ["layer-label"])
    }

    @Test(arguments: listings.map(\.id))
    func a_listing_is_opened_by_its_name_and_each_control_of_its_page_is_used(id: String) throws {
        let film = ListingFilm(of: try listing(id), threads: 1)
        film.host.advance(to: 1.5)
        let page = try page(film)
        #expect(page.listing.id == id)
        let controls = try #require(page.controls?.rows.map(\.control))
        #expect(controls.count >= 3)
        var used: Set<ObjectIdentifier> = []
        for control in controls {
            let event: UIControl.Event = control is UIButton ? .touchUpInside : .valueChanged
            control.addAction(UIAction { _ in used.insert(ObjectIdentifier(control)) }, for: event)
        }
        let before = film.host.image
        film.host.advance(to: film.duration)
        #expect(film.host.scriptFailure == nil)
        for control in controls {
            #expect(
                used.contains(ObjectIdentifier(control)), "\(control.accessibilityLabel ?? "a button") was not used")
        }
        let after = film.host.image
        #expect(before.resource.bitmap() != after.resource.bitmap(), "nothing is to be seen of it")
        let tree = try #require(page.view.window?.accessibilityTree)
        for control in controls where !(control is UISegmentedControl || control is UIStepper) {
            let name = try #require(control.accessibilityLabel)
            #expect(tree[name] != nil, "\(name) is found by its name")
        }
    }

    @Test func the_back_button_leads_to_the_list_again() throws {
        let film = ListingFilm(of: try listing("gradient-two"), threads: 1)
        // Before the hand begins with the page's controls.
        film.host.advance(to: 1.3)
        let page = try page(film)
        let navigation = try #require(page.navigationController)
        navigation.popViewController(animated: true)
        film.host.advance(to: 3)
        #expect(navigation.topViewController is TutorialsController)
        // Rows out of view have no cells.
        #expect(navigation.view.accessibilityTree.first(.button, named: page.listing.title) != nil)
    }

    @Test func sliders_of_a_page_change_the_properties_that_they_name() throws {
        let film = ListingFilm(of: try listing("shape-stick-figure"), threads: 1)
        film.host.advance(to: 1.5)
        let controls = try #require(try page(film).controls)
        let figure: CAShapeLayer = controls.layer("figure")
        let width = try #require(controls.rows.first?.control as? UISlider)
        width.value = 12
        width.sendActions(for: .valueChanged)
        #expect(figure.lineWidth == 12 && figure.animation(forKey: "lineWidth") == nil)
        let joins = try #require(controls.rows[1].control as? UISegmentedControl)
        joins.selectedSegmentIndex = 0
        joins.sendActions(for: .valueChanged)
        #expect(figure.lineJoin == .miter)
    }

    @Test func layer_label_follows_its_views_width_and_tells_its_layer_what_it_is_told() throws {
        let film = ListingFilm(of: try listing("layer-label"), threads: 1)
        film.host.advance(to: 1.5)
        let controls = try #require(try page(film).controls)
        let layer: CATextLayer = controls.layer("label")
        let label = try #require(layer.delegate as? LayerLabel)
        #expect(layer.string as? String == label.text && layer.fontSize == 15 && layer.isWrapped)
        label.frame.size.width = 120
        #expect(layer.bounds.width == 120)
        label.textColor = .blue
        #expect(layer.foregroundColor?.components == UIColor.blue.cgColor.components)
        #expect(layer.contentsScale == label.contentScaleFactor)
    }
}
