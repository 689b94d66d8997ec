import CoreGraphics
import Foundation
import MicaEvents
import MicaScripts
import MicaTrace
import QuartzCore
import Testing

import UIKit

// Only public API: this file is a client of UIKit, like the programs that it follows.

private final class GradientView: UIView {
    override class var layerClass: AnyClass { CAGradientLayer.self }
    override var layer: CAGradientLayer {
        guard let gradient = super.layer as? CAGradientLayer else { return CAGradientLayer() }
        return gradient
    }
}

private final class MadeView: UIView {
    let first: CGRect
    override init(frame: CGRect) {
        first = frame
        super.init(frame: frame)
    }
    required init?(coder: NSCoder) { nil }
}

extension UIView {
    fileprivate class func build() -> Self { self.init(frame: CGRect(x: 1, y: 2, width: 3, height: 4)) }
}

@MainActor private func generic<View: UIView>() -> View { View() }
@MainActor private func generic<View: UIView>(_ type: View.Type, _ frame: CGRect) -> View { type.init(frame: frame) }
@MainActor private func controller<Controller: UIViewController>() -> Controller { Controller() }

/// Symbols of UIKit and Foundation that clients use.
@MainActor @Suite(.serialized) struct ClientSymbolTests {
    @Test func the_layer_can_be_overridden() {
        let view = GradientView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.layer.colors = [UIColor.red.cgColor]
        view.alpha = 0.5
        #expect(view.layer.opacity == 0.5 && view.layer.bounds.width == 10)
    }

    @Test func initialisers_are_called_on_metatypes() {
        let frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        let built = MadeView.build()
        #expect(type(of: built) == MadeView.self && built.first == frame && built.frame == frame)
        let label: UILabel = generic()
        #expect(label.frame == .zero && generic(MadeView.self, frame).first == frame)
        final class Page: UIViewController {}
        let page: Page = controller()
        #expect(type(of: page) == Page.self)
        #expect(MadeView().first == .zero && UIView(frame: frame).frame == frame)
    }

    @Test func an_object_of_a_class_that_is_a_value_has_that_class() {
        final class Page: UIViewController {}
        let screen: UIViewController.Type = Page.self
        #expect(type(of: MetatypeMaker.make(screen, { $0.init() })) == Page.self)
        #expect(type(of: MetatypeMaker.make(screen, { $0.init(nibName: nil, bundle: nil) })) == Page.self)
        let kind: UIView.Type = MadeView.self
        let frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        let made = MetatypeMaker.make(kind, { $0.init(frame: frame) })
        #expect(
            (made as? MadeView)?.first == frame && type(of: MetatypeMaker.make(kind, { $0.init() })) == MadeView.self)
        let text: String.Type = String.self
        #expect(MetatypeMaker.make(text, { $0.init() }).isEmpty)
    }

    @Test func levels_priorities_and_weights_are_numbers() {
        #expect(UIWindow.Level.alert + 1 > .alert && UIWindow.Level.alert - .statusBar == 1000)
        #expect(UILayoutPriority.required - 1 == UILayoutPriority(999) && UILayoutPriority.defaultLow < .defaultHigh)
        var priority = UILayoutPriority.defaultLow
        priority += 1
        #expect(priority == UILayoutPriority(251) && 1 + priority == UILayoutPriority(252))
        #expect(UIFont.Weight.bold > .regular)
    }

    @Test func a_color_in_display_P3() throws {
        let color = UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 0.5)
        #expect(color.cgColor.colorSpace?.name as String? == CGColorSpace.displayP3 as String)
        #expect(color.cgColor.components == [1, 0, 0, 0.5])
    }

    @Test func an_image_view_has_a_configuration_for_symbols() throws {
        let star = try #require(UIImage(systemName: "star"))
        let view = UIImageView(image: star)
        let small = view.intrinsicContentSize
        view.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 34)
        #expect(small.width == 20 && view.intrinsicContentSize.width == 40 && view.sizeThatFits(.zero).width == 40)
        view.image = UIImage(cgImage: try #require(star.cgImage))
        #expect(view.intrinsicContentSize.width == view.image?.size.width)
        view.image = nil
        #expect(view.intrinsicContentSize.width == UIView.noIntrinsicMetric)
    }

    @Test func any_object_has_accessibility_values() {
        let layer = CALayer()
        let object: NSObject = CABasicAnimation()
        (layer.accessibilityHint, layer.accessibilityLabel) = ("hint", "label")
        object.accessibilityIdentifier = "object"
        #expect(layer.accessibilityHint == "hint" && layer.accessibilityLabel == "label")
        #expect(object.accessibilityIdentifier == "object" && CALayer().accessibilityHint == nil)
        let label = UILabel()
        label.text = "text"
        #expect(label.accessibilityLabel == "text" && label.isAccessibilityElement, "views keep their own")
        UIAccessibility.post(notification: .layoutChanged, argument: label)
    }

    @Test func animations_between_two_calls() {
        let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        window.makeKeyAndVisible()
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        window.addSubview(view)
        host.advance(to: 0.1)
        let start = host.time
        var x: CGFloat = 0
        host.schedule(at: start) {
            UIView.beginAnimations("move", context: nil)
            UIView.setAnimationDuration(2)
            UIView.setAnimationCurve(.linear)
            view.center.x = 45
            UIView.commitAnimations()
            view.center.y = 50
        }
        host.advance(to: start)
        #expect(view.layer.animationKeys() == ["position"])
        host.advance(to: start + 1)
        host.schedule(at: start + 1) { x = view.layer.presentation()?.position.x ?? 0 }
        host.advance(to: start + 1)
        #expect(abs(x - 25) < 0.1)
        host.advance(to: start + 2.1)
        #expect(view.layer.animationKeys() == nil)
    }

    @Test func colours_and_views_print_as_on_ios() {
        #expect("\(UIColor.red)" == "UIExtendedSRGBColorSpace 1 0 0 1")
        #expect("\(UIColor(white: 0.5, alpha: 1))" == "UIExtendedGrayColorSpace 0.5 1")
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 3.5, height: 4))
        (view.alpha, view.isHidden, view.tag) = (0.5, true, 7)
        let text = "\(view)"
        #expect(
            text.hasPrefix("<UIView: 0x")
                && text.contains("; frame = (1 2; 3.5 4); alpha = 0.5; hidden = YES; tag = 7; "))
        #expect(text.contains("layer = <CALayer: 0x") && text.hasSuffix(">>"))
        let label = UILabel()
        label.text = "hello"
        #expect("\(label)".contains("text = 'hello'; opaque = NO; userInteractionEnabled = NO"))
        #expect(UIColor.groupTableViewBackground.cgColor == UIColor.systemGroupedBackground.cgColor)
    }

    @Test func coordinate_spaces() {
        let window = UIWindow(host: ScriptedWindow(size: CGSize(width: 100, height: 100)))
        let (outer, inner) = (UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50)), UIView())
        inner.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
        window.addSubview(outer)
        outer.addSubview(inner)
        let screen = UIScreen.main.coordinateSpace
        #expect(screen.convert(CGPoint(x: 1, y: 1), from: inner) == CGPoint(x: 16, y: 16))
        #expect(inner.convert(CGPoint(x: 16, y: 16), from: screen) == CGPoint(x: 1, y: 1))
        #expect(inner.convert(inner.bounds, to: screen) == CGRect(x: 15, y: 15, width: 10, height: 10))
        #expect(inner.convert(CGPoint.zero, to: outer) == CGPoint(x: 5, y: 5))
        #expect(screen.bounds == UIScreen.main.bounds)
        outer.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(outer.layoutMarginsGuide.layoutFrame == CGRect(x: 2, y: 1, width: 44, height: 46))
    }

    @Test func preferred_sizes_reach_the_parent() {
        final class Parent: UIViewController {
            var sizes: [CGSize] = []
            override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
                sizes.append(container.preferredContentSize)
            }
        }
        let (parent, child) = (Parent(), UIViewController())
        parent.addChild(child)
        child.preferredContentSize = CGSize(width: 3, height: 4)
        child.preferredContentSize = CGSize(width: 3, height: 4)
        #expect(parent.sizes == [CGSize(width: 3, height: 4)])
    }

    @Test func fonts_of_core_text_become_uikit_s() {
        let font = UIFont(bridging: CTFontCreateWithName("Helvetica-Bold", 13, nil))
        #expect(font == UIFont(name: "Helvetica-Bold", size: 13) && font.pointSize == 13)
    }

    @Test func map_tables() {
        let table = NSMapTable<NSString, NSObject>(keyOptions: .strongMemory, valueOptions: .weakMemory)
        var object: NSObject? = NSObject()
        table.setObject(object, forKey: "a")
        #expect(table.object(forKey: NSString(string: "a")) === object && table.count == 1)
        object = nil
        #expect(table.object(forKey: "a") == nil && table.count == 0)
        let byKey = NSMapTable<NSObject, NSString>.weakToStrongObjects()
        let key = NSObject()
        do {
            byKey.setObject("kept", forKey: key)
            byKey.setObject("gone", forKey: NSObject())
        }
        #expect(byKey.count == 1 && byKey.object(forKey: key) == "kept")
        #expect(byKey.objectEnumerator()?.allObjects.count == 1)
        byKey.removeObject(forKey: key)
        #expect(byKey.count == 0)
    }

    // MARK: Observing

    @Test func changes_of_views_are_observed() {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        scroll.contentSize = CGSize(width: 50, height: 500)
        var lines: [String] = []
        var tokens: [NSKeyValueObservation] = []
        tokens.append(
            scroll.observe(\.contentOffset, options: [.new, .old]) { view, change in
                lines.append("offset \(change.oldValue?.y ?? -1) \(change.newValue?.y ?? -1) \(view.contentOffset.y)")
            })
        tokens.append(
            scroll.observe(\.frame, options: [.initial, .new]) { lines.append("frame \($1.newValue?.width ?? 0)") })
        tokens.append(scroll.observe(\.isHidden) { view, _ in lines.append("hidden \(view.isHidden)") })
        tokens.append(scroll.observe(\.center) { view, _ in lines.append("center \(view.center.x)") })
        #expect(lines == ["frame 50.0"])
        lines = []
        scroll.contentOffset.y = 20
        scroll.setContentOffset(CGPoint(x: 0, y: 30), animated: false)
        scroll.isHidden = true
        scroll.frame.size.width = 70
        #expect(lines == ["offset 0.0 20.0 20.0", "offset 20.0 30.0 30.0", "hidden true", "frame 70.0", "center 35.0"])
        lines = []
        tokens[0].invalidate()
        tokens = []
        scroll.contentOffset.y = 0
        scroll.frame.size.width = 10
        #expect(lines.isEmpty)
    }

    @Test func observers_by_key_path() {
        final class Observing: UIView {
            var heard: [String] = []
            override func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
                context: UnsafeMutableRawPointer?
            ) {
                let new = (change?[.newKey] as? NSValue)?.cgRectValue.width ?? -1
                heard.append("\(keyPath ?? "") \(new) \(object as? UIView === self)")
            }
        }
        let view = Observing(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        unsafe view.addObserver(view, forKeyPath: "bounds", options: .new, context: nil)
        unsafe view.addObserver(view, forKeyPath: "frame", options: [.new, .old], context: nil)
        view.frame.size.width = 20
        #expect(view.heard == ["bounds 20.0 true", "frame 20.0 true"])
        view.removeObserver(view, forKeyPath: "bounds")
        view.bounds.size.width = 30
        #expect(view.heard.last == "frame 30.0 true" && view.heard.count == 3)
        unsafe view.addObserver(view, forKeyPath: "backgroundColor", context: nil)
        #expect(Notices.shared.lines.contains { $0.contains("changes of 'backgroundColor'") })
    }

    // MARK: Keys

    @Test func key_commands_of_the_chain_are_called() throws {
        final class Page: UIViewController {
            var heard: [String] = []
            func save(_ command: UIKeyCommand) { heard.append("save \(command.input ?? "")") }
            override var keyCommands: [UIKeyCommand]? {
                let save = Selector("save:", onMain: { (page: Page, command: UIKeyCommand) in page.save(command) })
                return (super.keyCommands ?? []) + [
                    UIKeyCommand(input: "s", modifierFlags: .command, action: save),
                    UIKeyCommand(input: UIKeyCommand.inputEscape, modifierFlags: [], action: save),
                ]
            }
        }
        let host = ScriptedWindow(size: CGSize(width: 60, height: 60), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let page = Page()
        window.rootViewController = page
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        host.play(try EventScript("key S at 0 with command\nkey S at 0.2\nkey Escape at 0.4"))
        host.advance(to: 1)
        #expect(page.heard.first == "save s" && page.heard.last == "save UIKeyInputEscape", "\(page.heard)")
        #expect(page.heard.count == 2, "S alone is no command: \(page.heard)")
    }
}
