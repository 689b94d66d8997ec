import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// Visual effect views over other views; edges, texts and turns of views.
@MainActor @Suite struct EffectViewTests {
    private func window(
        _ size: CGSize, scale: CGFloat = 1, _ fill: (UIWindow) -> Void
    ) -> (ScriptedWindow, UIWindow) {
        let host = ScriptedWindow(size: size, scale: scale, threads: 1)
        let window = UIWindow(host: host)
        window.backgroundColor = .white
        fill(window)
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        return (host, window)
    }

    /// The green of a pixel; the alpha, too, has to be 255.
    private func green(_ host: ScriptedWindow, _ x: Int, _ y: Int) -> Int {
        let bitmap = host.image.resource.bitmap()
        let pixel = bitmap[x, y]
        #expect(pixel >> 24 == 255)
        return Int(pixel >> 8 & 255)
    }

    // *Source* of the numbers: testViewSnapshotWithVisualEffects@2x of uber/ios-snapshot-test-case, by iOS: the middle
    // row from 2 points on, each 5 points.
    @Test func a_blur_over_two_colours_is_apples() {
        let (host, _) = window(CGSize(width: 40, height: 40), scale: 2) { window in
            let left = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 40))
            left.backgroundColor = .red
            window.addSubview(left)
            let effect = UIVisualEffectView(effect: UIBlurEffect(style: .light))
            effect.frame = window.bounds
            window.addSubview(effect)
        }
        for (index, apples) in [133, 136, 141, 147, 153, 159, 164, 168].enumerated() {
            let ours = green(host, 2 * (2 + 5 * index), 40)
            #expect(abs(ours - apples) <= 3, "\(index): \(ours), Apple's \(apples)")
        }
        for corner in [(0, 0), (79, 0), (0, 79), (79, 79)] { _ = green(host, corner.0, corner.1) }
    }

    // *Source*: Apple, UIVibrancyEffect: content in the content view shows the colour behind it.
    @Test func vibrant_content_has_its_shape_and_the_colour_behind() {
        func level(_ style: UIBlurEffect.Style, _ content: UIColor) -> Int {
            let (host, _) = window(CGSize(width: 60, height: 60)) { window in
                window.backgroundColor = .gray
                let blur = UIBlurEffect(style: style)
                let outer = UIVisualEffectView(effect: blur)
                outer.frame = window.bounds
                let inner = UIVisualEffectView(effect: UIVibrancyEffect(blurEffect: blur, style: .secondaryLabel))
                inner.frame = window.bounds
                let square = UIView(frame: CGRect(x: 20, y: 20, width: 20, height: 20))
                square.backgroundColor = content
                inner.contentView.addSubview(square)
                outer.contentView.addSubview(inner)
                window.addSubview(outer)
            }
            return green(host, 30, 30) - green(host, 5, 5)
        }
        let (light, dark) = (level(.light, .red), level(.dark, .red))
        #expect(light < -60 && dark > 60, "\(light), \(dark)")
        #expect(level(.light, .green) == light)
        let raws: [UIVibrancyEffectStyle] = [
            .label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel, .fill, .secondaryFill, .tertiaryFill, .separator,
        ]
        #expect(raws.map(\.rawValue) == Array(0...7))
    }

    @Test func a_bar_follows_the_content_that_moves_behind_it() {
        let ball = UIView(frame: CGRect(x: 10, y: 60, width: 30, height: 30))
        let (host, _) = window(CGSize(width: 100, height: 100)) { window in
            ball.backgroundColor = .black
            window.addSubview(ball)
            let bar = UIVisualEffectView(effect: UIBlurEffect(style: .light))
            bar.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
            window.addSubview(bar)
        }
        let before = green(host, 25, 20)
        ball.center.y = 20
        host.advance(to: 0.2)
        let under = green(host, 25, 20)
        #expect(before == 255 && under < 235, "\(before), then \(under)")
        ball.center.y = 75
        host.advance(to: 0.3)
        #expect(green(host, 25, 20) == before)
    }

    // *Source*: testRenderingMethods of pointfreeco's snapshots by iOS 17 to 26 has no soft pixel.
    @Test func turned_views_have_hard_edges() {
        let view = UIView(frame: CGRect(x: 30, y: 30, width: 40, height: 40))
        let (host, _) = window(CGSize(width: 100, height: 100)) { window in
            view.backgroundColor = .black
            view.transform = CGAffineTransform(rotationAngle: 0.5)
            window.addSubview(view)
        }
        #expect(!view.layer.allowsEdgeAntialiasing)
        let colors = Set(host.image.resource.bitmap().pixels)
        #expect(colors == [0xffff_ffff, 0xff00_0000])
    }

    // *Source*: Minitour/EasyNotificationBadge, a recording of iOS: a text is whole while its label widens.
    @Test func texts_of_labels_keep_their_size_while_bounds_are_animated() {
        let label = UILabel(frame: CGRect(x: 5, y: 5, width: 20, height: 30))
        let (host, _) = window(CGSize(width: 120, height: 40)) { window in
            label.text = "Easy going"
            label.textAlignment = .center
            window.addSubview(label)
        }
        host.schedule(at: 1) {
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { label.frame.size.width = 110 }
        }
        func columns(at time: Double) -> [Int] {
            host.advance(to: time)
            let bitmap = host.image.resource.bitmap()
            return (0..<120).filter { x in (0..<40).contains { bitmap[x, $0] & 255 < 128 } }
        }
        let early = columns(at: 1.1), end = columns(at: 2.5)
        #expect(!end.isEmpty && early == end, "the letters stay where they are at the end")
        #expect(label.layer.presentation()?.bounds.width == 110)
    }

    @Test func flips_by_a_negative_scale_keep_the_other_direction() throws {
        let view = UIView(frame: CGRect(x: 10, y: 7, width: 100, height: 45))
        let (host, _) = window(CGSize(width: 120, height: 60)) { $0.addSubview(view) }
        for (index, scale) in [CGSize(width: -1, height: 1), CGSize(width: 1, height: -1)].enumerated() {
            let start = Double(1 + 3 * index)
            host.schedule(at: start) {
                view.transform = .identity
                UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                    view.transform = CGAffineTransform(scaleX: scale.width, y: scale.height)
                }
            }
            host.advance(to: start + 0.25)
            let shown = try #require(view.layer.presentation()).transform
            #expect(abs(shown.m11 - (scale.width < 0 ? 0.5 : 1)) < 1e-6)
            #expect(abs(shown.m22 - (scale.height < 0 ? 0.5 : 1)) < 1e-6)
            host.advance(to: start + 2)
            #expect(view.layer.value(forKeyPath: "transform.scale.x") as? CGFloat == scale.width)
            #expect(view.layer.value(forKeyPath: "transform.scale.y") as? CGFloat == scale.height)
            #expect(view.layer.value(forKeyPath: "transform.rotation.x") as? CGFloat == 0)
        }
    }

    // *Source*: Matt Neuburg, 2021; Stack Overflow 31007262.
    @Test func half_turns_go_clockwise_whatever_their_sign() throws {
        let view = UIView(frame: CGRect(x: 10, y: 10, width: 40, height: 40))
        let (host, _) = window(CGSize(width: 60, height: 60)) { $0.addSubview(view) }
        for (index, turns) in [0.5, -0.5, -0.495].enumerated() {
            let start = Double(1 + 3 * index)
            host.schedule(at: start) {
                view.transform = .identity
                UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
                    view.transform = CGAffineTransform(rotationAngle: 2 * .pi * turns)
                }
            }
            host.advance(to: start + 1)
            let shown = try #require(view.layer.presentation()).transform
            #expect((atan2(shown.m12, shown.m11) > 0) == (index < 2))
            host.advance(to: start + 2.5)
        }
    }
}
