import MicaEvents
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// Lists its calls.
@MainActor private final class Log {
    var lines: [String] = []
}

@MainActor private final class LoggedView: UIView {
    let log: Log
    let name: String

    init(_ name: String, _ log: Log) {
        (self.name, self.log) = (name, log)
        super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    }

    required init?(coder: NSCoder) { nil }

    override func willMove(toWindow newWindow: UIWindow?) { log.lines.append("\(name) willWindow \(newWindow != nil)") }
    override func didMoveToWindow() { log.lines.append("\(name) didWindow \(window != nil)") }
    override func willMove(toSuperview newSuperview: UIView?) {
        log.lines.append("\(name) willSuper \(newSuperview != nil)")
    }
    override func didMoveToSuperview() { log.lines.append("\(name) didSuper \(superview != nil)") }
    override func didAddSubview(_ subview: UIView) { log.lines.append("\(name) didAdd") }
    override func willRemoveSubview(_ subview: UIView) { log.lines.append("\(name) willRemove") }
    override func tintColorDidChange() { log.lines.append("\(name) tint") }
}

@MainActor @Suite struct ViewTreeTests {
    @Test func a_view_is_found_from_either_end() {
        var looks = 0
        func find(_ number: Int, in count: Int) -> Int? {
            (0..<count).nearEnd {
                looks += 1
                return $0 == number
            }
        }
        #expect((0..<7).allSatisfy { find($0, in: 7) == $0 } && find(7, in: 7) == nil && find(0, in: 0) == nil)
        looks = 0
        // From the first on, and from the last on: a look or two for each.
        for rest in stride(from: 1_000, to: 0, by: -1) { _ = (find(0, in: rest), find(rest - 1, in: rest)) }
        #expect(looks <= 3_000)
    }

    @Test("Adding and removing a view in a window calls in the order of UIKit's stack traces")
    func order() {
        let log = Log()
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let outer = LoggedView("outer", log)
        window.addSubview(outer)
        log.lines = []
        let view = LoggedView("view", log)
        let inner = LoggedView("inner", log)
        view.addSubview(inner)
        #expect(log.lines == ["inner willSuper true", "inner didSuper true", "view didAdd"])
        log.lines = []
        outer.addSubview(view)
        #expect(
            log.lines == [
                "view willWindow true", "inner willWindow true", "view willSuper true", "view didWindow true",
                "inner didWindow true", "view didSuper true", "outer didAdd",
            ])
        log.lines = []
        view.removeFromSuperview()
        #expect(
            log.lines == [
                "outer willRemove", "view willWindow false", "inner willWindow false", "view willSuper false",
                "view didWindow false", "inner didWindow false", "view didSuper false",
            ])
        #expect(view.superview == nil && outer.subviews.isEmpty && outer.layer.sublayers == nil)
    }

    @Test("Views and their layers have the same order after every way of insertion")
    func insertion() {
        let parent = UIView()
        let views = (0..<4).map { tag in
            let view = UIView()
            view.tag = tag + 1
            return view
        }
        func tags() -> [Int] {
            #expect(
                parent.subviews.map { ObjectIdentifier($0.layer) }
                    == (parent.layer.sublayers ?? []).map { ObjectIdentifier($0) })
            return parent.subviews.map { $0.tag }
        }
        parent.addSubview(views[0])
        parent.addSubview(views[1])
        parent.insertSubview(views[2], at: 0)
        #expect(tags() == [3, 1, 2])
        parent.insertSubview(views[3], belowSubview: views[0])
        #expect(tags() == [3, 4, 1, 2])
        parent.insertSubview(views[3], aboveSubview: views[1])
        #expect(tags() == [3, 1, 2, 4])
        parent.bringSubviewToFront(views[2])
        #expect(tags() == [1, 2, 4, 3])
        parent.sendSubviewToBack(views[3])
        #expect(tags() == [4, 1, 2, 3])
        parent.exchangeSubview(at: 0, withSubviewAt: 3)
        #expect(tags() == [3, 1, 2, 4])
        parent.insertSubview(views[0], at: 99)
        #expect(tags() == [3, 2, 4, 1])
        #expect(parent.viewWithTag(4) === views[3])
        // A layer of the program's own between them stays where it is.
        let layer = CALayer()
        parent.layer.insertSublayer(layer, at: 0)
        parent.insertSubview(UIView(), at: 0)
        #expect(parent.layer.sublayers?.first === layer)
    }

    @Test("A view is not put into itself, nor takes a frame that is no number")
    func refusals() {
        let outer = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        let inner = UIView()
        outer.addSubview(inner)
        inner.addSubview(outer)
        outer.addSubview(outer)
        #expect(outer.superview == nil && inner.superview === outer)
        outer.frame = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)
        outer.center = CGPoint(x: CGFloat.infinity, y: 0)
        #expect(outer.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    }

    @Test("Hit testing passes over what is hidden, transparent, not touched, or outside of its superview")
    func hitTesting() {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let back = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
        let front = UIView(frame: CGRect(x: 30, y: 30, width: 100, height: 100))
        root.addSubview(back)
        root.addSubview(front)
        let point = CGPoint(x: 40, y: 40)
        #expect(root.hitTest(point, with: nil) === front)
        front.alpha = 0.009
        #expect(root.hitTest(point, with: nil) === back)
        front.alpha = 0.01
        #expect(root.hitTest(point, with: nil) === front)
        front.isHidden = true
        #expect(root.hitTest(point, with: nil) === back)
        front.isHidden = false
        front.isUserInteractionEnabled = false
        #expect(root.hitTest(point, with: nil) === back)
        front.isUserInteractionEnabled = true
        // Seen, but outside of the superview.
        #expect(root.hitTest(CGPoint(x: 120, y: 120), with: nil) == nil)
        #expect(root.hitTest(CGPoint(x: 99, y: 5), with: nil) === root)
        #expect(!root.point(inside: CGPoint(x: 100, y: 5), with: nil))
    }

    @Test("A tint cascades to views without one, and dims to gray")
    func tint() {
        let log = Log()
        let outer = LoggedView("outer", log), inner = LoggedView("inner", log), own = LoggedView("own", log)
        own.tintColor = .green
        outer.addSubview(inner)
        inner.addSubview(own)
        #expect(inner.tintColor == .systemBlue)
        log.lines = []
        outer.tintColor = .red
        #expect(inner.tintColor == .red && own.tintColor == .green)
        #expect(log.lines.contains("outer tint") && log.lines.contains("inner tint"))
        outer.tintAdjustmentMode = .dimmed
        var white: CGFloat = 0
        #expect(unsafe inner.tintColor.getWhite(&white, alpha: nil))
        #expect(inner.tintAdjustmentMode == .dimmed)
    }

    @Test("The responder chain goes from a view to its controller, up to the window and the application")
    func chain() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let controller = UIViewController()
        let view = UIView()
        controller.view.addSubview(view)
        window.rootViewController = controller
        window.isHidden = false
        #expect(view.next === controller.view)
        #expect(controller.view.next === controller)
        #expect(controller.next === window)
        #expect(window.next === UIApplication.shared)
    }
}

@MainActor @Suite struct ViewLayoutTests {
    @Test("Autoresizing shares a change among what gives way, in proportion")
    func autoresizing() {
        let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
        view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        let middle = UIView(frame: CGRect(x: 10, y: 0, width: 30, height: 10))
        middle.autoresizingMask = [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
        let fixed = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        for child in [view, middle, fixed] { parent.addSubview(child) }
        parent.frame = CGRect(x: 0, y: 0, width: 200, height: 150)
        #expect(view.frame == CGRect(x: 10, y: 70, width: 130, height: 40))
        #expect(middle.frame == CGRect(x: 20, y: 0, width: 60, height: 10))
        #expect(fixed.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
        parent.autoresizesSubviews = false
        parent.bounds.size = CGSize(width: 10, height: 10)
        #expect(view.frame.width == 130)
    }

    @Test("Overridden geometry, looks and layout are called through")
    func overrides() {
        final class Probe: UIView {
            var calls: [String] = []
            override var frame: CGRect { didSet { calls.append("frame") } }
            override var bounds: CGRect { didSet { calls.append("bounds") } }
            override var center: CGPoint { didSet { calls.append("center") } }
            override var transform: CGAffineTransform { didSet { calls.append("transform") } }
            override var backgroundColor: UIColor? { didSet { calls.append("background") } }
            override var alpha: CGFloat { didSet { calls.append("alpha") } }
            override var isHidden: Bool { didSet { calls.append("hidden") } }
            override class var layerClass: AnyClass { CAGradientLayer.self }
            override func layoutSubviews() {
                super.layoutSubviews()
                calls.append("layout")
            }
        }
        let view = Probe(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
        #expect(view.layer is CAGradientLayer && view.layer.delegate === view)
        view.layoutIfNeeded()
        view.calls = []
        view.frame.size.width = 7
        view.bounds.size.height = 8
        view.center = .zero
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
        view.backgroundColor = .red
        view.alpha = 0.5
        view.isHidden = true
        view.layoutIfNeeded()
        view.layoutIfNeeded()
        #expect(
            view.calls == ["frame", "bounds", "center", "transform", "background", "alpha", "hidden", "layout"])
        #expect(view.layer.opacity == 0.5 && view.layer.isHidden && view.layer.affineTransform().a == 2)
    }

    @Test("What is safe is what the superview's safe area leaves of the view, and what a controller adds")
    func safeArea() {
        let controller = UIViewController()
        controller.view.frame = CGRect(x: 0, y: 0, width: 100, height: 200)
        controller.additionalSafeAreaInsets = UIEdgeInsets(top: 20, left: 0, bottom: 10, right: 0)
        let view = UIView(frame: CGRect(x: 0, y: 5, width: 100, height: 190))
        controller.view.addSubview(view)
        #expect(view.safeAreaInsets == UIEdgeInsets(top: 15, left: 0, bottom: 5, right: 0))
        #expect(view.layoutMargins == UIEdgeInsets(top: 23, left: 8, bottom: 13, right: 8))
        view.insetsLayoutMarginsFromSafeArea = false
        #expect(view.layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
    }

    @Test("Content goes from left to right unless the other way is forced")
    func direction() {
        let view = UIView()
        #expect(view.semanticContentAttribute == .unspecified)
        #expect(view.effectiveUserInterfaceLayoutDirection == .leftToRight)
        view.semanticContentAttribute = .forceRightToLeft
        #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        #expect(UIView.userInterfaceLayoutDirection(for: .spatial) == .leftToRight)
        #expect(UIView.userInterfaceLayoutDirection(for: .unspecified, relativeTo: .rightToLeft) == .rightToLeft)
        #expect(UIView.userInterfaceLayoutDirection(for: .playback, relativeTo: .rightToLeft) == .leftToRight)
        // A view's attribute is its own.
        let inner = UIView()
        view.addSubview(inner)
        #expect(inner.effectiveUserInterfaceLayoutDirection == .leftToRight && !inner.isRightToLeft)
    }

    @Test("Without an attribute, content goes as the traits say")
    func directionOfTraits() {
        let (outer, inner) = (UIViewController(), UIViewController())
        outer.addChild(inner)
        outer.view.addSubview(inner.view)
        outer.setOverrideTraitCollection(UITraitCollection(layoutDirection: .rightToLeft), forChild: inner)
        #expect(inner.view.effectiveUserInterfaceLayoutDirection == .rightToLeft && inner.view.isRightToLeft)
        inner.view.semanticContentAttribute = .playback
        #expect(inner.view.effectiveUserInterfaceLayoutDirection == .leftToRight)
    }

    @Test("What a view tells of itself is kept, and subclasses hear of steps")
    func accessibility() {
        final class Stars: UIView {
            var stars = 3
            override func accessibilityIncrement() { stars += 1 }
            override var accessibilityValue: String? {
                get { "\(stars)" }
                set {}
            }
        }
        let plain = UIView()
        #expect(!plain.isAccessibilityElement && plain.accessibilityLabel == nil && plain.accessibilityTraits == .none)
        (plain.isAccessibilityElement, plain.accessibilityLabel) = (true, "Rating")
        plain.accessibilityTraits = [.adjustable, .image]
        plain.accessibilityIncrement()
        #expect(plain.isAccessibilityElement && plain.accessibilityLabel == "Rating" && plain.accessibilityValue == nil)
        #expect(plain.accessibilityTraits.contains(.adjustable) && !plain.accessibilityTraits.contains(.button))
        let stars: UIView = Stars()
        stars.accessibilityIncrement()
        #expect(stars.accessibilityValue == "4")
    }

    @Test("Captures name the layers of views by class, and by identifier or text")
    func capture_labels() {
        final class Spark: CAEmitterLayer {}
        final class Shower: UIView {
            override class var layerClass: AnyClass { Spark.self }
        }
        let label = UILabel()
        label.text = "Row 37"
        #expect(label.layer.captureLabel.name == "Row 37" && label.layer.captureLabel.className == "UILabel")
        label.accessibilityIdentifier = "row"
        #expect(label.layer.captureLabel.name == "row")
        label.layer.name = "own"
        #expect(label.layer.captureLabel.name == "own")
        let shower = Shower()
        #expect(shower.layer.captureLabel.className == "Shower (Spark)" && shower.layer.captureLabel.name.isEmpty)
        #expect(CAShapeLayer().captureLabel.className == "CAShapeLayer")
    }
}
