import MicaEvents
import MicaScripts
import MicaTrace
import Testing

import UIKit
@testable import UIKitCore

/// Rules that programs written for iOS rely on, as their repositories showed: scenes without a launch, selectors whose
/// arguments have other classes, the screen of a window.
@MainActor @Suite(.serialized) struct ClientRuleTests {
    final class TapView: UIView {
        var taps = 0
        func tapped(_ recognizer: UIPinchGestureRecognizer) { taps += 1 }
        func touched(_ recognizer: UIGestureRecognizer) { taps += 1 }
    }

    @Test("A shown window has a scene, and the application is active, without UIApplicationMain")
    func sceneWithoutLaunch() throws {
        let window = UIWindow(host: ScriptedWindow(size: CGSize(width: 50, height: 50)))
        window.makeKeyAndVisible()
        let application = UIApplication.shared
        let scene = try #require(window.windowScene)
        #expect(application.connectedScenes.contains(scene) && scene.activationState == .foregroundActive)
        #expect(application.applicationState == .active && scene.windows.contains(window) && scene.keyWindow === window)
    }

    @Test("UIScreen.main has the size and scale of a window's host before the window is shown")
    func screen() {
        let window = UIWindow(host: ScriptedWindow(size: CGSize(width: 51, height: 52), scale: 3))
        #expect(UIScreen.main.bounds.size == CGSize(width: 51, height: 52) && UIScreen.main.scale == 3)
        _ = window
    }

    @Test("An action whose parameter has another class is not called, and is told of with both classes")
    func otherClass() throws {
        let host = ScriptedWindow(size: CGSize(width: 60, height: 60), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let view = TapView(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
        let action = Selector(
            "tapped:", onMain: { (view: TapView, given: UIPinchGestureRecognizer) in view.tapped(given) })
        let fits = Selector("touched:", onMain: { (view: TapView, given: UIGestureRecognizer) in view.touched(given) })
        view.addGestureRecognizer(UITapGestureRecognizer(target: view, action: action))
        let second = UITapGestureRecognizer(target: view, action: fits)
        view.addGestureRecognizer(second)
        window.makeKeyAndVisible()
        window.addSubview(view)
        host.advance(to: 0.01)
        host.play(try EventScript("tap 30,30 at 0 by touch"))
        host.advance(to: 1)
        let lines = Notices.shared.lines.filter { $0.contains("'tapped:'") }
        #expect(lines.count == 1 && lines[0].contains("UIPinchGestureRecognizer, but got UITapGestureRecognizer"))
    }

    @Test("Other calls by selector that do not fit go on, too")
    func calls() {
        let view = TapView()
        let action = Selector(
            "tapped2:", onMain: { (view: TapView, given: UIPinchGestureRecognizer) in view.tapped(given) })
        #expect(unsafe view.perform(action, with: nil) == nil)
        #expect(unsafe NSObject().perform(action, with: UIPinchGestureRecognizer()) == nil)
        #expect(unsafe view.perform(Selector("byNameAlone")) == nil)
        UIApplication.shared.sendAction(Selector("byNameAlone2"), to: view, from: nil, for: nil)
        #expect(view.taps == 0)
        for name in ["tapped2:", "byNameAlone", "byNameAlone2"] {
            #expect(Notices.shared.lines.contains { $0.contains("'\(name)'") }, "\(name)")
        }
    }

    @Test("A layer that a program makes by init(layer:) has neither the geometry nor the look of the other")
    func layerCopies() throws {
        let host = ScriptedWindow(size: CGSize(width: 60, height: 60), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        window.makeKeyAndVisible()
        let view = UIView(frame: CGRect(x: 20, y: 20, width: 20, height: 20))
        view.backgroundColor = .lightGray
        window.addSubview(view)
        let circle = CAShapeLayer(layer: view.layer)
        #expect(circle.frame == .zero && circle.backgroundColor == nil && CALayer(layer: view.layer).bounds == .zero)
        host.advance(to: 0.1)
        var shown: CALayer?
        host.schedule(at: host.time) { shown = view.layer.presentation() }
        host.advance(to: host.time)
        #expect(shown?.frame == view.frame && shown?.backgroundColor == view.layer.backgroundColor)
    }

    /// Replaces its label's constraints by equal ones whenever it lays out, as some programs do.
    final class Restless: UIView {
        let label = UILabel()
        var layouts = 0
        private var held: [NSLayoutConstraint] = []

        override func layoutSubviews() {
            super.layoutSubviews()
            layouts += 1
            if label.superview == nil {
                label.translatesAutoresizingMaskIntoConstraints = false
                label.text = "Text"
                addSubview(label)
            }
            NSLayoutConstraint.deactivate(held)
            held = [
                label.centerXAnchor.constraint(equalTo: centerXAnchor),
                label.centerYAnchor.constraint(equalTo: centerYAnchor),
            ]
            NSLayoutConstraint.activate(held)
        }
    }

    @Test("Constraints that are replaced by equal ones during layout ask for no further layout")
    func equalConstraints() {
        let host = ScriptedWindow(size: CGSize(width: 100, height: 60), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let view = Restless(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
        window.addSubview(view)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        #expect(view.layouts < 6 && abs(view.label.frame.midX - 50) <= 0.5 && view.label.layer.contents != nil)
        let before = view.layouts
        host.advance(to: 0.2)
        #expect(view.layouts == before)
    }

    @Test("Layout that never settles keeps nothing from being drawn")
    func unsettledLayout() {
        final class Endless: UIView {
            override func layoutSubviews() {
                super.layoutSubviews()
                setNeedsLayout()
            }
        }
        let host = ScriptedWindow(size: CGSize(width: 100, height: 60), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
        label.text = "Text"
        window.addSubview(label)
        window.addSubview(Endless(frame: CGRect(x: 0, y: 20, width: 100, height: 20)))
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        #expect(label.layer.contents != nil)
        #expect(Notices.shared.lines.contains { $0.contains("ask for layout again") })
    }

    @Test("A target that is a value is none: the action goes along the responders")
    func valueAsTarget() {
        final class Box: UIView {
            var taps = 0
            func touched(_ button: UIButton) { taps += 1 }
        }
        let box = Box(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        let button = UIButton(frame: box.bounds)
        box.addSubview(button)
        // In a closure that initialises a property, `self` is such a function.
        let function: (Box) -> () -> Box = { box in { box } }
        button.addTarget(function, action: Selector("touched:", Box.touched(_:)), for: .touchUpInside)
        button.sendActions(for: .touchUpInside)
        #expect(box.taps == 1)
    }

    @Test(
        "The picture of a custom button is darker while touched and paler while disabled, unless the state has its own")
    func picturesOfStates() throws {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 4), true, 1)
        UIColor.white.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
        let white = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        let button = UIButton(type: .custom)
        button.setImage(white, for: .normal)
        let plain = button.imageView?.image?.pngData()
        button.isHighlighted = true
        let touched = button.imageView?.image?.pngData()
        button.adjustsImageWhenHighlighted = false
        #expect(plain == white.pngData() && touched != plain && button.imageView?.image?.pngData() == plain)
        button.isHighlighted = false
        button.isEnabled = false
        #expect(button.imageView?.image?.pngData() != plain)
        button.setImage(white, for: .disabled)
        #expect(button.imageView?.image?.pngData() == plain)
    }
}
