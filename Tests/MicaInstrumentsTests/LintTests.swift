import CoreGraphics
import Foundation
import Mica
import MicaInstruments
import QuartzCore
import Testing

/// Scenes with one planted fault each: it is found, with the layer, and nothing else is; and nothing in a clean scene.
@Suite struct LintTests {
    private func lint(displayScale: Double? = nil, _ change: (CALayer, CALayer, LayerRenderer) -> Void) -> LayerLint {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 120, height: 80)
        root.backgroundColor = CGColor(gray: 1, alpha: 1)
        let card = CALayer()
        card.name = "card"
        card.frame = CGRect(x: 10, y: 10, width: 60, height: 40)
        card.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.6, alpha: 1)
        card.cornerRadius = 6
        root.addSublayer(card)
        let picture = CALayer()
        picture.name = "picture"
        picture.frame = CGRect(x: 80, y: 10, width: 24, height: 24)
        picture.contents = OverlayScene.picture(.native)
        root.addSublayer(picture)
        let renderer = LayerRenderer(layer: root)
        change(card, picture, renderer)
        renderer.advance(to: 1)
        return LayerLint(renderer.capture(), displayScale: displayScale)
    }

    @Test func a_clean_scene_has_nothing() {
        let result = lint { card, _, _ in
            card.shadowOpacity = 0.4
            card.shadowPath = CGPath(rect: card.bounds, transform: nil)
            let fade = CABasicAnimation(keyPath: "position.x")
            (fade.fromValue, fade.toValue, fade.duration) = (40, 50, 1)
            card.add(fade, forKey: nil)
        }
        #expect(result.findings == [])
        #expect(result.usage.passes == 0 && result.usage.misaligned == 0 && result.usage.imageBytes == 24 * 24 * 4)
        #expect(result.usage.layers == 3)
    }

    @Test func blended_though_opaque() throws {
        let result = lint { _, picture, _ in
            // An image with alpha with opaque pixels only.
            let context = CGContext(
                data: nil, width: 24, height: 24, bitsPerComponent: 8, bytesPerRow: 96,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            context?.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
            context?.fill(CGRect(x: 0, y: 0, width: 24, height: 24))
            var bytes = [UInt8](repeating: 200, count: 24 * 24 * 4)
            for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
            guard let provider = CGDataProvider(data: Data(bytes) as CFData) else { return }
            picture.contents = unsafe CGImage(
                width: 24, height: 24, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 96,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue), provider: provider,
                decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        }
        try expect(result, .blended, "picture", "blended though opaque")
    }

    @Test func offscreen_for_a_shadow_without_a_path() throws {
        let result = lint { card, _, _ in
            card.shadowOpacity = 0.4
            let inner = CALayer()
            inner.frame = CGRect(x: 30, y: 30, width: 40, height: 20)
            inner.backgroundColor = CGColor(gray: 0, alpha: 1)
            card.addSublayer(inner)
        }
        try expect(result, .offscreen, "card", "offscreen pass because its shadow has no path")
        #expect(result.usage.passes > 0)
    }

    @Test func misaligned_by_half_a_pixel() throws {
        let result = lint { _, picture, _ in picture.position.x += 0.5 }
        try expect(result, .misaligned, "picture", "between pixels")
        #expect(result.usage.misaligned == 1)
    }

    @Test func oversized_by_four() throws {
        let result = lint { _, picture, _ in picture.bounds.size = CGSize(width: 12, height: 12) }
        try expect(result, .oversized, "picture", "4 times larger than shown: 24 x 24 pixels on 12 x 12")
    }

    /// An image for a denser display is not too large, nor is one that is stretched along one side.
    @Test func sized_for_a_denser_display_is_clean() {
        let change = { (_: CALayer, picture: CALayer, _: LayerRenderer) in
            picture.bounds.size = CGSize(width: 12, height: 12)
        }
        #expect(lint(displayScale: 2, change).findings == [])
        let flat = lint { _, picture, _ in picture.bounds.size = CGSize(width: 30, height: 2) }
        #expect(flat.findings == [])
    }

    @Test func soft_text_has_fewer_pixels_than_it_is_shown_on() throws {
        func scene(_ scale: CGFloat) -> LayerLint {
            lint { card, _, _ in
                let text = CATextLayer()
                (text.name, text.string, text.fontSize, text.contentsScale) = ("title", "A title", 12, scale)
                text.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
                card.addSublayer(text)
            }
        }
        #expect(scene(1).findings == [])
        try expect(scene(0.5), .soft, "title", "its letters are soft: 20 x 10 pixels are shown on 40 x 20")
    }

    @Test func rasterized_and_drawn_again_and_again() throws {
        let result = lint { card, _, _ in
            card.shouldRasterize = true
            let inner = CALayer()
            inner.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            inner.backgroundColor = CGColor(gray: 0, alpha: 1)
            card.addSublayer(inner)
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration) = (5, 50, 5)
            inner.add(move, forKey: nil)
        }
        try expect(result, .rasterMiss, "card", "shouldRasterize misses on each frame")
    }

    /// Rasterization is meant for a layer that stays the same.
    @Test func rasterized_and_still_is_clean() {
        let result = lint { card, _, _ in card.shouldRasterize = true }
        #expect(result.findings == [])
    }

    @Test func budgets_say_what_is_beyond_them() {
        var usage = LintUsage()
        (usage.passes, usage.imageBytes, usage.misaligned) = (4, 100, 1)
        var budget = LintBudget()
        #expect(budget.isEmpty && budget.excesses(of: usage) == [])
        (budget.passes, budget.imageBytes, budget.misaligned) = (4, 99, 0)
        #expect(
            budget.excesses(of: usage) == ["100 bytes of images, 99 are allowed", "1 misaligned images, 0 are allowed"])
    }

    private func expect(_ lint: LayerLint, _ rule: LintFinding.Rule, _ layer: String, _ words: String) throws {
        #expect(lint.findings.count == 1, "\(lint.findings.map(\.text))")
        let finding = try #require(lint.findings.first)
        #expect(finding.rule == rule && finding.layer.contains("\"\(layer)\""), "\(finding.text)")
        #expect(finding.message.contains(words), "\(finding.text)")
    }
}
