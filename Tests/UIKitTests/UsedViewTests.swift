import CoreText
import Foundation
import MicaEvents
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// The most used members of views, labels, image views and animations.
@MainActor @Suite(.serialized) struct UsedViewTests {
    final class Card: UIView {
        var heard: [String] = []
        override class var layerClass: AnyClass { CAGradientLayer.self }
        override func layoutSubviews() {
            super.layoutSubviews()
            heard.append("layout")
        }
        override func didMoveToSuperview() { heard.append("didMove") }
        override func willMove(toSuperview newSuperview: UIView?) { heard.append("willMove \(newSuperview != nil)") }
        override func willMove(toWindow newWindow: UIWindow?) { heard.append("willWindow \(newWindow != nil)") }
        override var intrinsicContentSize: CGSize { CGSize(width: 30, height: 20) }
        override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 40, height: 50) }
        override func awakeFromNib() {
            super.awakeFromNib()
            heard.append("awake")
        }
        override func prepareForInterfaceBuilder() {
            super.prepareForInterfaceBuilder()
            heard.append("builder")
        }
    }

    @Test(
        .covers(
            "UIView", "UIView.init", "UIView.frame", "UIView.bounds", "UIView.center", "UIView.transform",
            "UIView.layer",
            "UIView.alpha", "UIView.isHidden", "UIView.backgroundColor", "UIView.clipsToBounds", "UIView.isOpaque"))
    func views_show_what_their_layers_say() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 30, height: 40) && view.center == CGPoint(x: 25, y: 40))
        view.transform = CGAffineTransform(scaleX: 2, y: 1)
        #expect(view.frame == CGRect(x: -5, y: 20, width: 60, height: 40) && view.layer.affineTransform().a == 2)
        view.layer.opacity = 0.5
        #expect(view.alpha == 0.5)
        view.isHidden = true
        view.clipsToBounds = true
        #expect(view.layer.isHidden && view.layer.masksToBounds)
        #expect(view.isOpaque && view.layer.isOpaque)
        view.backgroundColor = UIColor(white: 1, alpha: 0.5)
        #expect(view.backgroundColor == UIColor(white: 1, alpha: 0.5) && !view.layer.isOpaque)
        #expect(view.layer.delegate === view)
    }

    @Test func backgrounds_follow_the_style() {
        let (outer, view) = (UIView(), UIView())
        outer.addSubview(view)
        view.backgroundColor = .systemBackground
        #expect(view.layer.backgroundColor == UIColor(red: 1, green: 1, blue: 1, alpha: 1).cgColor)
        outer.overrideUserInterfaceStyle = .dark
        #expect(view.layer.backgroundColor == UIColor(red: 0, green: 0, blue: 0, alpha: 1).cgColor)
        #expect(view.backgroundColor == .systemBackground)
        view.removeFromSuperview()
        UIView().addSubview(view)
        #expect(view.layer.backgroundColor == UIColor(red: 1, green: 1, blue: 1, alpha: 1).cgColor)
        view.backgroundColor = .red
        #expect(view.layer.backgroundColor == UIColor.red.cgColor && view.backgroundColor == .red)
    }

    @Test(
        .covers(
            "UIView.addSubview", "UIView.insertSubview", "UIView.bringSubviewToFront", "UIView.sendSubviewToBack",
            "UIView.removeFromSuperview", "UIView.subviews", "UIView.superview", "UIView.tag", "UIView.window",
            "UIView.didMoveToSuperview", "UIView.willMove"))
    func the_tree_is_what_was_built() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (a, b, c) = (UIView(), Card(), UIView())
        (a.tag, b.tag, c.tag) = (1, 2, 3)
        window.addSubview(a)
        window.insertSubview(b, at: 0)
        window.insertSubview(c, aboveSubview: b)
        #expect(window.subviews.map(\.tag) == [2, 3, 1] && b.superview === window && b.window === window)
        window.bringSubviewToFront(b)
        #expect(window.subviews.map(\.tag) == [3, 1, 2])
        window.sendSubviewToBack(a)
        #expect(window.subviews.map(\.tag) == [1, 3, 2])
        window.insertSubview(c, belowSubview: a)
        #expect(window.subviews.map(\.tag) == [3, 1, 2])
        #expect(b.heard == ["willWindow true", "willMove true", "didMove"])
        b.removeFromSuperview()
        #expect(b.heard.suffix(3) == ["willWindow false", "willMove false", "didMove"] && b.window == nil)
        b.willMove(toSuperview: nil)
        b.didMoveToSuperview()
        #expect(b.heard.count == 8)
    }

    @Test(
        .covers(
            "UIView.layerClass", "UIView.layoutSubviews", "UIView.layoutIfNeeded", "UIView.setNeedsLayout",
            "UIView.sizeThatFits", "UIView.sizeToFit", "UIView.intrinsicContentSize",
            "UIView.invalidateIntrinsicContentSize",
            "UIView.awakeFromNib", "UIView.prepareForInterfaceBuilder", "UIView.safeAreaInsets"))
    func views_lay_out_what_is_in_them() {
        let (card, outer) = (Card(), Card(frame: CGRect(x: 0, y: 0, width: 9, height: 9)))
        #expect(Card.layerClass == CAGradientLayer.self && card.layer is CAGradientLayer)
        card.layoutIfNeeded()
        card.layoutIfNeeded()
        #expect(card.heard == ["layout"])
        card.setNeedsLayout()
        card.layoutIfNeeded()
        #expect(card.heard == ["layout", "layout"])
        card.layoutSubviews()
        #expect(card.heard.count == 3 && card.intrinsicContentSize == CGSize(width: 30, height: 20))
        #expect(
            UIView().intrinsicContentSize == CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric))
        card.frame = CGRect(x: 7, y: 8, width: 1, height: 1)
        #expect(card.sizeThatFits(.zero) == CGSize(width: 40, height: 50))
        card.sizeToFit()
        #expect(card.frame == CGRect(x: 7, y: 8, width: 40, height: 50))
        outer.addSubview(card)
        outer.layoutIfNeeded()
        outer.heard = []
        card.invalidateIntrinsicContentSize()
        outer.layoutIfNeeded()
        #expect(outer.heard == ["layout"])
        card.heard = []
        card.awakeFromNib()
        card.prepareForInterfaceBuilder()
        #expect(card.heard == ["awake", "builder"])
        let controller = UIViewController()
        controller.additionalSafeAreaInsets = UIEdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
        #expect(controller.view.safeAreaInsets == UIEdgeInsets(top: 20, left: 0, bottom: 0, right: 0))
    }

    @Test(
        .covers(
            "UIView.autoresizingMask", "UIView.AutoresizingMask.flexibleWidth", "UIView.AutoresizingMask.flexibleHeight"
        ))
    func masks_give_way_to_the_superviews_size() {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let view = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
        outer.addSubview(view)
        view.autoresizingMask = UIView.AutoresizingMask.flexibleWidth
        outer.frame.size = CGSize(width: 200, height: 300)
        #expect(view.frame == CGRect(x: 10, y: 10, width: 150, height: 50))
        view.autoresizingMask = [UIView.AutoresizingMask.flexibleWidth, .flexibleHeight]
        outer.frame.size = CGSize(width: 100, height: 400)
        #expect(view.frame == CGRect(x: 10, y: 10, width: 50, height: 150))
    }

    @Test(
        .covers(
            "UIView.contentMode", "UIView.ContentMode.scaleAspectFill", "UIView.ContentMode.scaleAspectFit",
            "UIImageView", "UIImageView.init", "UIImageView.image"))
    func picture_views_show_pictures_as_their_mode_says() {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 20, height: 10), true, 2)
        let picture = UIGraphicsGetImageFromCurrentImageContext()
        UIGraphicsEndImageContext()
        let view: UIImageView = UIImageView(image: picture)
        #expect(view.image === picture && view.bounds.size == CGSize(width: 20, height: 10))
        #expect(view.layer.contents != nil && view.layer.contentsScale == 2 && !view.isUserInteractionEnabled)
        #expect(view.contentMode == .scaleToFill && view.layer.contentsGravity == .resize)
        view.contentMode = UIView.ContentMode.scaleAspectFill
        #expect(view.layer.contentsGravity == .resizeAspectFill)
        view.contentMode = UIView.ContentMode.scaleAspectFit
        #expect(view.layer.contentsGravity == .resizeAspect)
        view.image = nil
        #expect(view.layer.contents == nil && UIImageView(frame: .zero).image == nil)
    }

    @Test(
        .covers(
            "UILabel", "UILabel.init", "UILabel.text", "UILabel.font", "UILabel.textColor", "UILabel.textAlignment",
            "UILabel.numberOfLines"))
    func labels_measure_and_draw_their_text() {
        let label: UILabel = UILabel(frame: .zero)
        #expect(label.text == nil && label.font.pointSize == 17 && label.numberOfLines == 1)
        #expect(label.textAlignment == .natural && label.textColor == .label)
        label.text = "one two three four"
        label.sizeToFit()
        let line = label.bounds.size
        #expect(line.height >= 17 && line.height < 26 && line.width > 100)
        label.numberOfLines = 0
        let narrow = label.sizeThatFits(CGSize(width: line.width / 2, height: 1000))
        #expect(narrow.height > 1.9 * line.height && narrow.width <= line.width / 2 + 1)
        label.font = .boldSystemFont(ofSize: 34)
        label.numberOfLines = 1
        #expect(label.sizeThatFits(CGSize(width: 1e4, height: 1e4)).width > 1.9 * line.width)
        label.textColor = .red
        label.textAlignment = .center
        #expect(label.textColor == .red && label.textAlignment == .center)
    }

    @Test(
        .covers(
            "UIView.convert", "UIView.hitTest", "UIView.point", "UIView.isUserInteractionEnabled",
            "UIView.snapshotView", "UIView.setNeedsDisplay", "UIView.draw"))
    func points_are_found_and_converted() throws {
        final class Drawn: UIView {
            var rects: [CGRect] = []
            override func draw(_ rect: CGRect) {
                rects.append(rect)
                UIColor.red.setFill()
                UIRectFill(rect)
            }
        }
        let host = ScriptedWindow(size: CGSize(width: 40, height: 40), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let view = Drawn(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
        window.addSubview(view)
        window.makeKeyAndVisible()
        #expect(view.convert(CGPoint(x: 1, y: 2), to: window) == CGPoint(x: 11, y: 12))
        #expect(view.convert(CGRect(x: 11, y: 12, width: 1, height: 1), from: window).origin == CGPoint(x: 1, y: 2))
        #expect(window.hitTest(CGPoint(x: 15, y: 15), with: nil) === view)
        #expect(window.hitTest(CGPoint(x: 5, y: 5), with: nil) === window)
        #expect(view.point(inside: .zero, with: nil) && !view.point(inside: CGPoint(x: 20, y: 0), with: nil))
        view.isUserInteractionEnabled = false
        #expect(window.hitTest(CGPoint(x: 15, y: 15), with: nil) === window)
        host.advance(to: host.time + 0.1)
        #expect(view.rects == [view.bounds])
        view.setNeedsDisplay()
        host.advance(to: host.time + 0.1)
        #expect(view.rects.count == 2)
        let snapshot = try #require(view.snapshotView(afterScreenUpdates: true))
        #expect(snapshot.bounds.size == view.bounds.size && snapshot.layer.contents != nil)
    }

    @Test(
        .covers(
            "UIView.tintColor", "UIView.traitCollection", "UIView.isAccessibilityElement", "UIView.accessibilityLabel",
            "UIView.accessibilityTraits", "UIView.accessibilityValue"))
    func tint_traits_and_what_is_told_of_a_view() {
        let (outer, view) = (UIView(), UIView())
        #expect(view.tintColor == .systemBlue)
        outer.addSubview(view)
        outer.tintColor = .red
        #expect(view.tintColor == .red)
        view.tintColor = .green
        #expect(view.tintColor == .green && view.traitCollection.userInterfaceStyle == .light)
        outer.overrideUserInterfaceStyle = .dark
        #expect(view.traitCollection.userInterfaceStyle == .dark)
        #expect(!view.isAccessibilityElement && view.accessibilityLabel == nil && view.accessibilityTraits == .none)
        view.isAccessibilityElement = true
        (view.accessibilityLabel, view.accessibilityValue, view.accessibilityTraits) = ("Volume", "3", .adjustable)
        #expect(view.accessibilityLabel == "Volume" && view.accessibilityValue == "3")
        #expect(view.isAccessibilityElement && view.accessibilityTraits == .adjustable)
        (view.accessibilityViewIsModal, view.accessibilityElements) = (true, [outer])
        #expect(view.accessibilityViewIsModal && view.accessibilityElements?.count == 1)
        #expect(!view.accessibilityPerformEscape())
    }

    // MARK: Animations

    /// A number as an animation has it.
    private func number(_ value: Any?) -> Double? {
        (value as? Double) ?? (value as? Float).map { Double($0) } ?? (value as? NSNumber)?.doubleValue
    }

    /// A view in a visible window, and its layer's animations.
    private func shown(_ body: (UIView, ScriptedWindow) throws -> Void) rethrows {
        let host = ScriptedWindow(size: CGSize(width: 100, height: 100), scale: 1, threads: 1)
        let window = UIWindow(host: host)
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        window.addSubview(view)
        window.makeKeyAndVisible()
        host.advance(to: 1)
        try body(view, host)
    }

    @Test(
        .covers(
            "UIView.animate", "UIView.AnimationOptions", "UIView.AnimationOptions.curveEaseIn",
            "UIView.AnimationOptions.curveEaseOut", "UIView.AnimationOptions.curveEaseInOut",
            "UIView.AnimationOptions.curveLinear"))
    func blocks_animate_with_their_curve() {
        let curves: [(UIView.AnimationOptions, CAMediaTimingFunctionName)] = [
            (.curveEaseIn, .easeIn), (.curveEaseOut, .easeOut), (.curveEaseInOut, .easeInEaseOut),
            (.curveLinear, .linear),
        ]
        for (options, name) in curves {
            shown { view, host in
                var ended: Bool?
                host.schedule(at: 1) {
                    UIView.animate(withDuration: 2, delay: 0, options: options) {
                        view.alpha = 0
                    } completion: {
                        ended = $0
                    }
                }
                host.advance(to: 1.1)
                let animation = view.layer.animation(forKey: "opacity")
                #expect(animation?.duration == 2)
                #expect(animation?.timingFunction == CAMediaTimingFunction(name: name))
                host.advance(to: 4)
                #expect(ended == true && view.alpha == 0 && view.layer.animationKeys() == nil)
            }
        }
    }

    @Test(
        .covers("UIView.AnimationOptions.beginFromCurrentState", "UIView.AnimationOptions.allowUserInteraction"))
    func a_second_animation_begins_at_what_is_seen() throws {
        try shown { view, host in
            host.schedule(at: 1) {
                UIView.animate(withDuration: 2, delay: 0, options: [.curveLinear, .allowUserInteraction]) {
                    view.alpha = 0
                }
            }
            host.schedule(at: 2) {
                UIView.animate(withDuration: 1, delay: 0, options: .beginFromCurrentState) { view.alpha = 1 }
            }
            host.advance(to: 2.05)
            let basic = try #require(view.layer.animation(forKey: "opacity") as? CABasicAnimation)
            let from = try #require(number(basic.fromValue))
            // A refresh more or less.
            #expect(abs(from - 0.5) < 0.02)
        }
    }

    @Test(.covers("UIView.animateKeyframes", "UIView.addKeyframe"))
    func keyframes_have_their_times() throws {
        try shown { view, host in
            host.schedule(at: 1) {
                UIView.animateKeyframes(withDuration: 4, delay: 0) {
                    UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.5) { view.alpha = 0 }
                }
            }
            host.advance(to: 1.1)
            let animation = try #require(view.layer.animation(forKey: "opacity") as? CAKeyframeAnimation)
            #expect(animation.duration == 4 && animation.keyTimes == [0, 0.25, 0.75, 1])
        }
    }

    @Test(.covers("UIView.transition", "UIView.AnimationOptions.transitionCrossDissolve"))
    func transitions_go_over() {
        shown { view, host in
            host.schedule(at: 1) {
                UIView.transition(with: view, duration: 1, options: .transitionCrossDissolve) {
                    view.backgroundColor = .red
                }
            }
            host.advance(to: 1.1)
            let transition = view.layer.animation(forKey: kCATransition) as? CATransition
            #expect(transition?.type == .fade && transition?.duration == 1 && view.backgroundColor == .red)
        }
    }

    @Test func timing_parameters_say_curve_and_duration() {
        let cubic = UICubicTimingParameters(animationCurve: .easeIn)
        #expect(cubic.timingCurveType == .builtin && cubic.controlPoint1.x == CGFloat(Float(0.42)))
        #expect(UICubicTimingParameters(controlPoint1: .zero, controlPoint2: .zero).timingCurveType == .cubic)
        let spring = UISpringTimingParameters(mass: 1, stiffness: 100, damping: 10, initialVelocity: .zero)
        let probe = CASpringAnimation()
        (probe.mass, probe.stiffness, probe.damping) = (1, 100, 10)
        #expect(UIViewPropertyAnimator(duration: 9, timingParameters: spring).duration == probe.settlingDuration)
        #expect(
            UIViewPropertyAnimator(duration: 9, timingParameters: UISpringTimingParameters(dampingRatio: 0.5)).duration
                == 9)
        shown { view, host in
            let parameters = UICubicTimingParameters(
                controlPoint1: CGPoint(x: 0.1, y: 0.2), controlPoint2: CGPoint(x: 0.3, y: 0.4))
            let animator = UIViewPropertyAnimator(duration: 2, timingParameters: parameters)
            animator.addAnimations { view.alpha = 0 }
            var ended: UIViewAnimatingPosition?
            animator.addCompletion { ended = $0 }
            host.schedule(at: 1) { animator.startAnimation() }
            host.advance(to: 1.1)
            #expect(
                view.layer.animation(forKey: "opacity")?.timingFunction
                    == CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4))
            host.schedule(at: 2) {
                animator.pauseAnimation()
                animator.continueAnimation(
                    withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 1)
            }
            host.advance(to: 3.5)
            #expect(ended == nil && animator.isRunning)
            host.advance(to: 4.5)
            #expect(ended == .end && view.alpha == 0)
        }
    }

    @Test func blurs_are_background_filters_that_come_and_go() throws {
        let view = UIVisualEffectView(effect: UIBlurEffect(style: .light))
        view.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
        let layers = view.layer.sublayers ?? []
        #expect(layers.count == 3 && layers[0].backgroundFilters?.count == 2 && view.contentView.frame == view.bounds)
        #expect(number(layers[0].value(forKeyPath: "backgroundFilters.blur.inputRadius")) == 30)
        view.effect = nil
        #expect(layers[0].backgroundFilters == nil && layers[1].opacity == 0)
        try shown { _, host in
            let window = try #require(UIApplication.shared.keyWindow)
            window.addSubview(view)
            host.schedule(at: 1) {
                UIView.animate(withDuration: 1) { view.effect = UIBlurEffect(style: .dark) }
            }
            host.advance(to: 1.5)
            let basic = layers[0].animation(forKey: "backgroundFilters.blur.inputRadius") as? CABasicAnimation
            #expect(number(basic?.fromValue) == 0 && number(basic?.toValue) == 20)
        }
    }
}
