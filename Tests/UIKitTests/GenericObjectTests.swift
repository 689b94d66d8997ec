import CoreGraphics
import Foundation
import Mica
import QuartzCore
import Testing
import UIKit

// Only public API: this file is a client of UIKit, like the programs that it follows.

private final class Page: UIViewController {
    let given: String?
    override init(nibName: String?, bundle: Bundle?) {
        given = nibName
        super.init(nibName: nibName, bundle: bundle)
    }
    required init?(coder: NSCoder) { nil }
}

private final class Row: UITableViewCell {
    let given: CellStyle
    override init(style: CellStyle, reuseIdentifier: String?) {
        given = style
        super.init(style: style, reuseIdentifier: reuseIdentifier)
    }
    required init?(coder: NSCoder) { nil }
}

private final class Head: UITableViewHeaderFooterView {}
private final class Jump: UIStoryboardSegue {}
private final class Note: NSObject {
    var text: String
    override init() { text = "made" }
}

@MainActor private func page<Controller: UIViewController>(_ type: Controller.Type, _ name: String?) -> Controller {
    type.init(nibName: name, bundle: nil)
}
@MainActor private func row<Cell: UITableViewCell>(_ type: Cell.Type) -> Cell {
    type.init(style: .value1, reuseIdentifier: "r")
}
private func lend<Object: NSObject>(_ change: (Object) -> Void) -> Object {
    let object = Object()
    change(object)
    return object
}

private final class Owner: NSObject, UIApplicationDelegate { var window: UIWindow? }
private final class Plain: NSObject, UIApplicationDelegate {}
private final class SceneOwner: UIResponder, UIWindowSceneDelegate { var window: UIWindow? }

/// Objects of generic parameters and of classes that are values, and the window of a delegate.
@MainActor @Suite(.serialized) struct GenericObjectTests {
    @Test func controllers_have_their_nib() {
        #expect(page(Page.self, "Nib").given == "Nib" && page(Page.self, nil).given == nil && Page().given == nil)
        let type: UIViewController.Type = Page.self
        let made = MetatypeMaker.make(type, { $0.init(nibName: "Other", bundle: .main) })
        #expect((made as? Page)?.given == "Other" && made.nibName == "Other" && made.nibBundle === Bundle.main)
        final class Named: UIViewController { override var nibName: String { "Own" } }
        #expect((Named() as UIViewController).nibName == "Own")
    }

    @Test func rows_headers_and_segues_are_made_of_their_class() {
        #expect(row(Row.self).given == .value1 && row(Row.self).reuseIdentifier == "r")
        let (cell, header): (UITableViewCell.Type, UITableViewHeaderFooterView.Type) = (Row.self, Head.self)
        let made = MetatypeMaker.make(cell, { $0.init(style: .subtitle, reuseIdentifier: nil) })
        #expect((made as? Row)?.given == .subtitle && made.reuseIdentifier == nil)
        let head = MetatypeMaker.make(header, { $0.init(reuseIdentifier: "h") })
        #expect(type(of: head) == Head.self && head.reuseIdentifier == "h")
        let segue: UIStoryboardSegue.Type = Jump.self
        let (from, to) = (UIViewController(), UIViewController())
        let jump = MetatypeMaker.make(segue, { $0.init(identifier: "j", source: from, destination: to) })
        #expect(type(of: jump) == Jump.self && jump.identifier == "j" && jump.source === from)
    }

    @Test func any_object_is_made_by_its_own_initialiser() {
        let note: Note = lend { $0.text += ", changed" }
        #expect(note.text == "made, changed")
        let style = lend { (style: NSMutableParagraphStyle) in style.hyphenationFactor = 0.5 }
        #expect(style.hyphenationFactor == 0.5 && style != NSMutableParagraphStyle())
        let label = lend { (label: UILabel) in label.text = "a" }
        #expect(label.text == "a")
        #expect(Note.classForCoder() == Note.self)
    }

    @Test func the_window_of_a_delegate_is_an_optional_requirement() {
        let (owner, window) = (Owner(), UIWindow())
        owner.window = window
        let delegate: (any UIApplicationDelegate)? = owner
        if let found = delegate?.window, let shown = found { #expect(shown === window) } else { Issue.record("none") }
        #expect(delegate?.window??.rootViewController == nil && delegate!.window!! === window)
        #expect(owner.window === window && owner.window?.isHidden == true)
        let plain: any UIApplicationDelegate = Plain()
        #expect(plain.window! == nil)
        let scene = SceneOwner()
        let other: (any UIWindowSceneDelegate)? = scene
        other?.window = window
        #expect(scene.window === window && other!.window!! === window)
    }
}

/// Symbols that an unseen book's programs and unseen libraries name.
@MainActor @Suite(.serialized) struct BookSymbolTests {
    private func picture(_ color: UIColor, opaque: Bool = false) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        (format.scale, format.opaque) = (3, opaque)
        return UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: format).image { _ in
            color.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
    }

    @Test func formats_suit_a_picture() {
        let format = picture(.red).imageRendererFormat
        #expect(format.scale == 3 && !format.opaque && picture(.red, opaque: true).imageRendererFormat.opaque)
    }

    @Test func animated_pictures_play_in_image_views() throws {
        let (red, blue) = (picture(.red), picture(.blue))
        let film = try #require(UIImage.animatedImage(with: [red, blue], duration: 2))
        #expect(film.images?.count == 2 && film.duration == 2 && film.size == red.size)
        #expect(UIImage.animatedImage(with: [], duration: 1) == nil && red.images == nil && red.duration == 0)
        #expect(UIImage.animatedImage(with: [red, blue, red], duration: 0)?.duration == 0.1)
        #expect(film.withRenderingMode(.alwaysOriginal).images?.count == 2)
        let view = UIImageView(image: film)
        view.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        let renderer = LayerRenderer(layer: view.layer, scale: 1, threads: 1)
        func pixel(_ time: Double) -> UInt32 { renderer.image(at: time).resource.bitmap().pixels[0] & 0xff_ffff }
        #expect(pixel(0.5) == pixel(2.5) && pixel(1.5) == pixel(3.5) && pixel(0.5) != pixel(1.5))
        view.image = red
        #expect(view.layer.animationKeys() == nil)
        let data = try NSKeyedArchiver.archivedData(withRootObject: film, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: UIImage.self, from: data)
        #expect(read?.images?.count == 2 && read?.duration == 2)
    }

    @Test func toolbars_have_pictures() {
        let bar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 20, height: 44))
        let picture = picture(.red)
        bar.setBackgroundImage(picture, forToolbarPosition: .any, barMetrics: .default)
        bar.setShadowImage(UIImage(), forToolbarPosition: .any)
        #expect(bar.backgroundImage(forToolbarPosition: .any, barMetrics: .default) === picture)
        #expect(bar.backgroundImage(forToolbarPosition: .top, barMetrics: .default) == nil)
        let shown = LayerRenderer(layer: bar.layer, scale: 1, threads: 1).image(at: 0).resource.bitmap()
        #expect(shown.pixels[22 * 20 + 10] == 0xffff_0000)
        bar.setBackgroundImage(nil, forToolbarPosition: .bottom, barMetrics: .default)
        let plain = LayerRenderer(layer: bar.layer, scale: 1, threads: 1).image(at: 0).resource.bitmap()
        #expect(plain.pixels[22 * 20 + 10] != 0xffff_0000)
    }

    @Test func families_of_fonts() throws {
        let family = try #require(UIFont.familyNames.first { !UIFont.fontNames(forFamilyName: $0).isEmpty })
        #expect(UIFont.familyNames == UIFont.familyNames.sorted())
        let name = try #require(UIFont.fontNames(forFamilyName: family).first)
        #expect(UIFont(name: name, size: 10) != nil && UIFont.fontNames(forFamilyName: "No such family").isEmpty)
    }

    @Test func values_for_people_and_systems_that_are_not_here() {
        let view = UIView()
        view.accessibilityIgnoresInvertColors = true
        #expect(view.accessibilityIgnoresInvertColors && !UIView().accessibilityIgnoresInvertColors)
        let element = UIAccessibilityElement(accessibilityContainer: view)
        element.accessibilityPath = UIBezierPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(element.accessibilityFrame == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(!element.accessibilityElementIsFocused())
        let work = UIApplication.shared.beginBackgroundTask(withName: "work")
        #expect(work != .invalid && work != UIApplication.shared.beginBackgroundTask())
        UIApplication.shared.endBackgroundTask(work)
        #expect(UIScreen.main.traitCollection.displayScale == UIScreen.main.scale && NSEC_PER_SEC == 1_000_000_000)
    }

    @Test func tables_of_hashes() {
        let table = NSHashTable<NSObject>.weakObjects()
        let kept = NSObject()
        do {
            table.add(kept)
            table.add(kept)
            table.add(NSObject())
        }
        #expect(table.count == 1 && table.contains(kept) && table.anyObject === kept && table.member(kept) === kept)
        let words = NSHashTable<NSString>()
        for word in ["a", "b"] { words.add(NSString(string: word)) }
        #expect(words.contains("a") && !words.contains("c") && words.member("b") == "b" && words.count == 2)
        let others = NSHashTable<NSString>()
        others.add("b")
        #expect(words.intersects(others) && others.isSubset(of: words) && !words.isEqual(to: others))
        words.minus(others)
        #expect(words.allObjects == ["a"])
        words.union(others)
        words.intersect(others)
        #expect(words.isEqual(to: others) && words.setRepresentation == ["b" as NSString])
        words.remove("b")
        #expect(words.count == 0 && words.anyObject == nil)
    }
}

extension GenericObjectTests {
    @Test func a_presenter_provides_the_style_of_its_context() throws {
        final class Shown: UIViewController {}
        let (presenter, shown) = (UIViewController(), Shown())
        presenter.modalTransitionStyle = .crossDissolve
        presenter.providesPresentationContextTransitionStyle = true
        presenter.definesPresentationContext = true
        shown.modalPresentationStyle = .overFullScreen
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        window.rootViewController = presenter
        window.isHidden = false
        presenter.present(shown, animated: true)
        window.layoutIfNeeded()
        let keys = Set(shown.view.layer.animationKeys() ?? [])
        #expect(keys.contains("opacity") && !keys.contains("position"), "\(keys)")
        window.isHidden = true
    }
}
