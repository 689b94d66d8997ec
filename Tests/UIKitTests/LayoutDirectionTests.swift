import CoreGraphics
import MicaBase
import MicaScripts
import Testing
import UIKit

@testable import UIKitCore

@MainActor @Suite(.serialized) struct LayoutDirectionTests {
    private let host = ScriptedWindow(size: CGSize(width: 320, height: 200), scale: 1, threads: 1)

    /// A controller whose children have traits from right to left, in a window.
    private func show(_ child: UIViewController) -> UIWindow {
        let (window, root) = (UIWindow(host: host), UIViewController())
        window.rootViewController = root
        root.addChild(child)
        root.setOverrideTraitCollection(UITraitCollection(layoutDirection: .rightToLeft), forChild: child)
        child.view.frame = root.view.bounds
        root.view.addSubview(child.view)
        child.didMove(toParent: root)
        window.isHidden = false
        window.layoutIfNeeded()
        return window
    }

    @Test("A view's direction is its attribute's, or that of its traits")
    func traits() {
        let page = UIViewController()
        let window = show(page)
        let view = UIView()
        page.view.addSubview(view)
        #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        for (attribute, direction) in [
            (.playback, .leftToRight), (.spatial, .leftToRight), (.forceLeftToRight, .leftToRight),
            (.forceRightToLeft, .rightToLeft),
        ] as [(UISemanticContentAttribute, UIUserInterfaceLayoutDirection)] {
            view.semanticContentAttribute = attribute
            #expect(view.effectiveUserInterfaceLayoutDirection == direction)
            #expect(UIView.userInterfaceLayoutDirection(for: attribute) == direction)
        }
        #expect(UIView.userInterfaceLayoutDirection(for: .unspecified, relativeTo: .rightToLeft) == .rightToLeft)
        window.isHidden = true
    }

    @Test("Leading constraints begin at the right, and a row's first view is the last from the left")
    func constraints() {
        let page = UIViewController()
        let window = show(page)
        let (one, two) = (UIView(), UIView())
        let row = UIStackView(arrangedSubviews: [one, two])
        row.translatesAutoresizingMaskIntoConstraints = false
        page.view.addSubview(row)
        NSLayoutConstraint.activate([
            row.leadingAnchor.constraint(equalTo: page.view.leadingAnchor, constant: 10),
            one.widthAnchor.constraint(equalToConstant: 30), two.widthAnchor.constraint(equalToConstant: 50),
            row.topAnchor.constraint(equalTo: page.view.topAnchor), row.heightAnchor.constraint(equalToConstant: 20),
        ])
        window.layoutIfNeeded()
        #expect(row.frame == CGRect(x: 230, y: 0, width: 80, height: 20))
        #expect(one.frame.minX == 50 && two.frame.minX == 0)
        window.isHidden = true
    }

    @Test("Another direction among the traits lays out anew, also in views that override another trait")
    func change() throws {
        final class Log: UIView {
            var layouts = 0
            override func layoutSubviews() {
                super.layoutSubviews()
                layouts += 1
            }
        }
        let page = UIViewController()
        let window = show(page)
        let (view, dark, box) = (Log(), Log(), UIView())
        page.view.addSubview(view)
        view.addSubview(dark)
        dark.overrideUserInterfaceStyle = .dark
        box.translatesAutoresizingMaskIntoConstraints = false
        dark.frame = CGRect(x: 0, y: 0, width: 100, height: 20)
        dark.addSubview(box)
        NSLayoutConstraint.activate([
            box.leadingAnchor.constraint(equalTo: dark.leadingAnchor, constant: 10),
            box.widthAnchor.constraint(equalToConstant: 30), box.topAnchor.constraint(equalTo: dark.topAnchor),
            box.heightAnchor.constraint(equalToConstant: 20),
        ])
        window.layoutIfNeeded()
        #expect(box.frame.minX == 60)
        let before = (view.layouts, dark.layouts)
        try #require(page.parent).setOverrideTraitCollection(nil, forChild: page)
        window.layoutIfNeeded()
        #expect(view.layouts == before.0 + 1 && dark.layouts > before.1)
        #expect(box.frame.minX == 10)
        window.isHidden = true
    }

    @Test("A direction that a controller overrides does not change with the traits around it")
    func overridden() throws {
        final class Log: UIView {
            var before: [UITraitCollection?] = []
            override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
                before.append(previousTraitCollection)
            }
        }
        let page = UIViewController()
        let window = show(page)
        let log = Log()
        page.view.addSubview(log)
        let outer = try #require(page.parent?.view)
        // The first entry comes from the view's way into the window.
        log.before = []
        outer.overrideUserInterfaceStyle = .dark
        #expect(log.before.map { $0?.layoutDirection } == [.rightToLeft] && log.before[0]?.userInterfaceStyle != .dark)
        window.isHidden = true
    }

    @Test("A label's natural alignment is at the right; its own and its paragraphs' stay")
    func labels() throws {
        /// The first and the last column with a dark pixel.
        func columns(_ change: (UILabel) -> Void) throws -> ClosedRange<Int> {
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
            label.text = "mm"
            label.semanticContentAttribute = .forceRightToLeft
            change(label)
            let image = UIGraphicsImageRenderer(size: label.bounds.size).image { label.layer.render(in: $0.cgContext) }
            let bitmap = try #require(image.cgImage).resource.bitmap()
            let inked = bitmap.pixels.indices.filter { bitmap.pixels[$0] >> 24 > 128 }.map { $0 % bitmap.width }
            let scale = bitmap.width / 100
            return try #require(inked.min()) / scale...(try #require(inked.max())) / scale
        }
        #expect(try columns { _ in }.lowerBound > 50)
        #expect(try columns { $0.textAlignment = .left }.upperBound < 50)
        #expect(try columns { $0.semanticContentAttribute = .forceLeftToRight }.upperBound < 50)
        #expect(
            try columns {
                $0.attributedText = NSAttributedString(string: "mm", attributes: [.paragraphStyle: NSParagraphStyle()])
            }.upperBound < 50)
    }

    @Test("A button's picture is right of its title, and leading content at the right")
    func buttons() {
        let button = UIButton(type: .system)
        button.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
        button.setTitle("Go", for: .normal)
        button.setImage(UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in }, for: .normal)
        let content = button.bounds
        #expect(button.imageRect(forContentRect: content).maxX <= button.titleRect(forContentRect: content).minX)
        let (image, title) = (button.imageRect(forContentRect: content), button.titleRect(forContentRect: content))
        button.semanticContentAttribute = .forceRightToLeft
        // The row is mirrored.
        #expect(abs(button.imageRect(forContentRect: content).minX - (200 - image.maxX)) < 0.01)
        #expect(abs(button.titleRect(forContentRect: content).minX - (200 - title.maxX)) < 0.01)
        button.contentHorizontalAlignment = .leading
        #expect(button.effectiveContentHorizontalAlignment == .right)
        #expect(button.imageRect(forContentRect: content).maxX == 200)
    }

    @Test("A navigation bar has the button back and the left items at the right")
    func bars() throws {
        let (first, second) = (UIViewController(), UIViewController())
        (first.title, second.title) = ("One", "Two")
        second.navigationItem.rightBarButtonItem = UIBarButtonItem(
            title: "Done", style: .plain, target: nil, action: nil)
        let navigation = UINavigationController(rootViewController: first)
        let window = show(navigation)
        navigation.pushViewController(second, animated: false)
        window.layoutIfNeeded()
        func place(_ text: String) throws -> CGRect {
            var stack: [UIView] = [navigation.navigationBar]
            while let view = stack.popLast() {
                if let label = view as? UILabel, label.text == text { return label.convert(label.bounds, to: window) }
                stack += view.subviews
            }
            throw CocoaError(.featureUnsupported)
        }
        #expect(try place("One").minX > 200)
        #expect(try place("Done").maxX < 120)
        #expect(try abs(place("Two").midX - 160) < 1)
        window.isHidden = true
    }
}
