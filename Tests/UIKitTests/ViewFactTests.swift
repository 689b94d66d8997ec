import MicaScripts
import Synchronization
import Testing

import UIKit
@testable import UIKitCore

/// Facts about views. Their numbers are those of FactSources.tsv (docs/facts.md).
@MainActor @Suite struct ViewFactTests {
    private class Counted: UIView {
        var layouts = 0
        var asked: [CGSize] = []
        var tints = 0
        var rects: [CGRect] = []
        override func layoutSubviews() { layouts += 1 }
        override func sizeThatFits(_ size: CGSize) -> CGSize {
            asked.append(size)
            return CGSize(width: 70, height: 30)
        }
        override func tintColorDidChange() { tints += 1 }
        override func draw(_ rect: CGRect) { rects.append(rect) }
    }

    private final class Filled: Counted {
        override func draw(_ rect: CGRect) {
            super.draw(rect)
            UIColor.red.setFill()
            UIRectFill(rect)
        }
    }

    private final class Tiled: UIView {
        nonisolated static let rects = Mutex<[CGRect]>([])
        // Tiles are drawn on threads of their own, where a closure of the main actor may not run.
        nonisolated static func note(_ rect: CGRect) { rects.withLock { $0.append(rect) } }
        override class var layerClass: AnyClass { CATiledLayer.self }
        override func draw(_ rect: CGRect) {
            Self.note(rect)
            UIColor.red.setFill()
            UIRectFill(rect)
        }
    }

    private final class ShapeView: UIView {
        override class var layerClass: AnyClass { CAShapeLayer.self }
    }

    @Test func defaults_are_those_of_the_header() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 41))
        #expect(type(of: view.layer) == CALayer.self, "UV-1 the layer is a CALayer")
        #expect(view.isUserInteractionEnabled, "UV-2 touches are taken")
        #expect(view.tag == 0, "UV-3 no tag")
        #expect(view.layer.delegate === view, "UV-4 the view is its layer's delegate")
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 30, height: 41), "UV-5 bounds begin at zero")
        #expect(view.center == CGPoint(x: 25, y: 40.5), "UV-6 the center may have a fraction")
        #expect(view.transform == .identity, "UV-7 no transform")
        #expect(CATransform3DIsIdentity(view.transform3D), "UV-8 no transform in space")
        #expect(!view.isMultipleTouchEnabled, "UV-9 one touch")
        #expect(!view.isExclusiveTouch, "UV-10 not exclusive")
        #expect(view.autoresizesSubviews, "UV-11 subviews are resized")
        #expect(view.autoresizingMask == [], "UV-12 no mask")
        #expect(!view.preservesSuperviewLayoutMargins, "UV-13 margins do not cascade")
        #expect(view.insetsLayoutMarginsFromSafeArea, "UV-14 margins are inside of the safe area")
        #expect(!view.clipsToBounds, "UV-15 not clipped")
        #expect(view.backgroundColor == nil, "UV-16 no background")
        #expect(view.alpha == 1, "UV-17 opaque")
        #expect(view.isOpaque, "UV-18 said to be opaque")
        #expect(view.clearsContextBeforeDrawing, "UV-19 cleared before drawing")
        #expect(!view.isHidden, "UV-20 seen")
        #expect(view.contentMode == .scaleToFill, "UV-21 scaled to fill")
        #expect(view.tintAdjustmentMode == .normal, "UV-22 normal, where no superview says otherwise")
        #expect(view.translatesAutoresizingMaskIntoConstraints, "UV-23 the mask counts")
        #expect(view.gestureRecognizerShouldBegin(UITapGestureRecognizer()), "UV-24 recognizers may begin")
        #expect(type(of: ShapeView().layer) == CAShapeLayer.self, "UV-25 layerClass is used for the layer")
    }

    @Test func geometry_and_tree_are_as_the_header_says() {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let inner = UIView(frame: CGRect(x: 10, y: 20, width: 50, height: 50))
        outer.addSubview(inner)
        inner.tag = 7
        #expect(outer.hitTest(CGPoint(x: 15, y: 25), with: nil) === inner, "UV-26 points are the receiver's")
        #expect(inner.point(inside: CGPoint(x: 0, y: 0), with: nil), "UV-27 inside of the bounds")
        #expect(!inner.point(inside: CGPoint(x: 50, y: 10), with: nil), "UV-28 the far edge is outside")
        #expect(inner.isDescendant(of: inner), "UV-29 of itself")
        #expect(outer.viewWithTag(7) === inner && inner.viewWithTag(7) === inner, "UV-30 tags, with itself")
        #expect(inner.sizeThatFits(CGSize(width: 1, height: 1)) == inner.bounds.size, "UV-31 the size that it has")
        let counted = Counted(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
        counted.sizeToFit()
        #expect(counted.asked == [CGSize(width: 10, height: 10)], "UV-32 is asked with the bounds' size")
        #expect(counted.bounds.size == CGSize(width: 70, height: 30), "UV-33 and takes the answer")
        inner.isHidden = false
        outer.isHidden = true
        #expect(!inner.isHidden, "UV-34 superviews are not looked at")
        outer.autoresizesSubviews = false
        inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        outer.bounds.size.width = 200
        #expect(inner.frame.width == 50, "UV-35 subviews stay, if they are not to be resized")
        outer.autoresizesSubviews = true
        outer.bounds.size.width = 250
        #expect(inner.frame.width == 100, "UV-36 and grow, if they are")
    }

    @Test func layout_and_drawing_are_as_the_header_says() {
        let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let view = Counted(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        window.addSubview(view)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        let before = view.layouts
        view.setNeedsLayout()
        #expect(view.layouts == before, "UV-37 layout waits")
        view.layoutIfNeeded()
        view.layoutIfNeeded()
        #expect(view.layouts == before + 1, "UV-38 layoutIfNeeded lays out early, once")
        view.rects = []
        host.schedule(at: host.time) { view.bounds.size = CGSize(width: 50, height: 50) }
        host.advance(to: host.time + 0.1)
        #expect(view.rects == [], "UV-39 another size draws nothing")
        view.contentMode = .redraw
        host.schedule(at: host.time) { view.bounds.size = CGSize(width: 60, height: 50) }
        host.advance(to: host.time + 0.1)
        #expect(view.rects == [CGRect(x: 0, y: 0, width: 60, height: 50)], "UV-40 but where it is to be redrawn")
    }

    // Apple, UIView.draw(_:): "during subsequent drawing operations, the rectangle may specify only part of your view".
    @Test func drawing_gets_the_part_that_needs_it() {
        let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        // The first draws nothing at all, the second a colour.
        let views = [Counted(frame: CGRect(x: 0, y: 0, width: 60, height: 60)), Filled()]
        views[1].frame = CGRect(x: 0, y: 0, width: 60, height: 60)
        for view in views { window.addSubview(view) }
        window.makeKeyAndVisible()
        host.advance(to: 0.25)
        for view in views {
            #expect(view.rects.last == CGRect(x: 0, y: 0, width: 60, height: 60))
            view.rects = []
            view.setNeedsDisplay(CGRect(x: 10, y: 20, width: 5, height: 5))
        }
        host.advance(to: 0.5)
        for view in views {
            #expect(view.rects == [CGRect(x: 10, y: 20, width: 5, height: 5)])
            view.setNeedsDisplay(CGRect(x: 0, y: 0, width: 5, height: 5))
            view.setNeedsDisplay(CGRect(x: 20, y: 20, width: 5, height: 5))
        }
        host.advance(to: 0.75)
        for view in views { #expect(view.rects.last == CGRect(x: 0, y: 0, width: 25, height: 25)) }
    }

    @Test func drawing_of_tiles_gets_each_tile() {
        let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let view = Tiled(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
        (view.layer as? CATiledLayer)?.tileSize = CGSize(width: 50, height: 50)
        window.addSubview(view)
        window.makeKeyAndVisible()
        host.advance(to: 1)
        let rects = Tiled.rects.withLock { Set($0.map { "\($0)" }) }
        let wanted = [(0, 0, 50, 50), (50, 0, 50, 50), (0, 50, 50, 10), (50, 50, 50, 10)]
        #expect(rects == Set(wanted.map { "\(CGRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3))" }))
    }

    @Test func tints_are_as_the_header_says() {
        let (outer, inner) = (Counted(), Counted())
        outer.addSubview(inner)
        #expect(inner.tintColor != nil, "UV-41 there always is a color")
        outer.tintColor = .red
        #expect(inner.tintColor == .red, "UV-42 the first one in the chain of superviews")
        let (outerTints, innerTints) = (outer.tints, inner.tints)
        outer.tintAdjustmentMode = .dimmed
        #expect(inner.tintAdjustmentMode == .dimmed, "UV-43 dimming cascades")
        #expect(inner.tintColor != .red, "UV-44 a dimmed view's tint is another color")
        #expect(outer.tints == outerTints + 1 && inner.tints == innerTints + 1, "UV-45 both are told of it")
        outer.tintColor = nil
        outer.tintAdjustmentMode = .automatic
        #expect(outer.tintColor != nil, "UV-46 nil brings the default back")
        let alone = Counted()
        alone.tintColor = .green
        let told = alone.tints
        outer.addSubview(alone)
        #expect(alone.tints == told, "UV-47 a view with a tint of its own is not told of its superview's")
    }

    @Test func numbers_of_the_enumerations_are_the_headers() {
        let modes: [UIView.ContentMode] = [
            .scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw, .center, .top, .bottom, .left, .right, .topLeft,
            .topRight, .bottomLeft, .bottomRight,
        ]
        #expect(modes.map(\.rawValue) == Array(0...12), "UV-48 content modes")
        let masks: [UIView.AutoresizingMask] = [
            .flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin, .flexibleTopMargin, .flexibleHeight,
            .flexibleBottomMargin,
        ]
        #expect(masks.map(\.rawValue) == (0..<6).map { 1 << $0 }, "UV-49 autoresizing masks")
        let curves: [UIView.AnimationCurve] = [.easeInOut, .easeIn, .easeOut, .linear]
        #expect(curves.map(\.rawValue) == [0, 1, 2, 3], "UV-50 curves")
        let options: [UIView.AnimationOptions] = [
            .layoutSubviews, .allowUserInteraction, .beginFromCurrentState, .repeat, .autoreverse,
            .overrideInheritedDuration, .overrideInheritedCurve, .allowAnimatedContent, .showHideTransitionViews,
            .overrideInheritedOptions,
        ]
        #expect(options.map(\.rawValue) == (0..<10).map { 1 << $0 }, "UV-51 options")
        let kinds: [UIView.AnimationOptions] = [
            .curveEaseIn, .curveEaseOut, .curveLinear, .transitionFlipFromLeft, .transitionFlipFromRight,
            .transitionCurlUp, .transitionCurlDown, .transitionCrossDissolve, .transitionFlipFromTop,
            .transitionFlipFromBottom,
        ]
        let numbers: [UInt] = (1...3).map { $0 << 16 }
        let transitions: [UInt] = (1...7).map { $0 << 20 }
        #expect(
            kinds.map(\.rawValue) == numbers + transitions,
            "UV-52 curves and transitions of options")
    }

    // dotnet/macios runs tests/monotouch-test/UIKit on devices and simulators of Apple's.
    @Test func views_and_windows_are_as_macios_tests_have_them() {
        let frame = CGRect(x: 10, y: 10, width: 100, height: 100)
        let view = UIView(frame: frame)
        #expect(view.frame == frame, "UV-60 the frame")
        #expect(view.hitTest(CGPoint(x: -10, y: -10), with: nil) == nil, "UV-61 outside nobody is hit")
        #expect(view.hitTest(CGPoint(x: 50, y: 50), with: nil) === view, "UV-62 inside the view itself")
        #expect(!view.point(inside: CGPoint(x: -10, y: -10), with: nil), "UV-63 a point outside")
        #expect(view.point(inside: CGPoint(x: 50, y: 50), with: nil), "UV-64 a point inside")
        let empty = UIView()
        #expect(empty.sizeThatFits(.zero) == .zero, "UV-65 an empty view fits an empty size")
        #expect(empty.convert(CGPoint.zero, from: nil) == .zero, "UV-66 a point from nil")
        #expect(empty.convert(CGPoint.zero, to: nil) == .zero, "UV-67 a point to nil")
        #expect(empty.convert(CGRect.zero, from: nil) == .zero, "UV-68 a rectangle from nil")
        #expect(empty.convert(CGRect.zero, to: nil) == .zero, "UV-69 a rectangle to nil")
        #expect(empty.subviews.isEmpty, "UV-70 no subviews, and not nil")
        #expect(empty.accessibilityTraits == .none, "UV-71 no traits")
        empty.accessibilityTraits = [.adjustable, .button]
        #expect(empty.accessibilityTraits == [.adjustable, .button], "UV-72 traits are kept")
        empty.tintColor = .red
        empty.tintColor = nil
        #expect(empty.tintColor != nil, "UV-73 nil resets the tint")
        #expect(UIView() != UIView(), "UV-74 no view is equal to another")
        let window = UIWindow(frame: frame)
        #expect(window.frame == frame, "UV-75 a window's frame")
        #expect(UIWindow().convert(CGPoint.zero, from: nil as UIWindow?) == .zero, "UV-76 a point from no window")
        #expect(UIWindow().convert(CGPoint.zero, to: nil as UIWindow?) == .zero, "UV-77 a point to no window")
        #expect(!UIWindow().isKeyWindow, "UV-78 a new window is not key")
        #expect(window.windowLevel == .normal, "UV-79 a window's level")
        #expect(UIWindow.Level.normal.rawValue == 0, "UV-80 the normal level")
        #expect(UIWindow.Level.alert.rawValue == 2000, "UV-81 the level of alerts")
        #expect(UIWindow.Level.statusBar.rawValue == 1000, "UV-82 the level of the status bar")
    }
}
