import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

/// The picture that `render(in:)` draws into a context as UIKit makes them: points of some pixels, y down.
private func drawn(_ layer: CALayer, scale: CGFloat = 1) throws -> Bitmap {
    let (width, height) = (Int(layer.bounds.width * scale), Int(layer.bounds.height * scale))
    let context = try #require(
        CGContext(
            width: width, height: height, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
            baseMatrix: CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: CGFloat(height))))
    layer.render(in: context)
    return try #require(context.makeImage()).resource.bitmap()
}

extension Bitmap {
    /// The alphas of a row.
    fileprivate func alphas(_ y: Int, _ columns: Range<Int>) -> [Int] { columns.map { Int(self[$0, y] >> 24) } }

    /// How many pixels of a row's left half are clear, in parts of pixels.
    fileprivate func clearLeft(_ y: Int) -> Double {
        alphas(y, 0..<width / 2).reduce(0) { $0 + Double(255 - $1) / 255 }
    }
}

private func box(_ side: CGFloat, radius: CGFloat = 0, _ color: CGColor? = red) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: side, height: side)
    (layer.cornerRadius, layer.backgroundColor) = (radius, color)
    return layer
}

/// Facts RC-10...: layers in a bitmap context, each part a drawing of its own. `FramePainter+Contexts` and
/// `RoundedRect.init(contextCorners:radius:)` have the sources.
@Suite struct ContextStyleTests {
    // MARK: Corners

    @Test func corners_are_the_continuous_curve_in_a_context() throws {
        // Apple's picture of afanasykoryakin/AFSnapshotTesting, testBasicCornerRadius.
        let apple = [
            (0, 135.8), (1, 115.88), (2, 106.06), (3, 99.05), (5, 88.73), (8, 77.42), (20, 52.84), (60, 15.93),
        ]
        for curve in [CALayerCornerCurve.circular, .continuous] {
            let layer = box(200, radius: 40)
            layer.cornerCurve = curve
            let picture = try drawn(layer, scale: 3)
            for (row, expected) in apple {
                #expect(abs(picture.clearLeft(row) - expected) < 0.35, "RC-10: \(row): \(picture.clearLeft(row))")
            }
        }
        let screen = LayerRenderer(layer: box(200, radius: 40), scale: 3, threads: 1).bitmap(at: 0)
        #expect(abs(screen.clearLeft(0) - 109.7) < 0.5, "a circle on a screen")
    }

    /// The corners of a circle cross at its four poles, which are slightly pointed.
    @Test func corners_without_room_cross_in_a_context() throws {
        let picture = try drawn(box(18, radius: 9), scale: 3)
        // Apple's picture of theleftbit/BSWInterfaceKit RoundLayerTests: a square in the clip of such a layer.
        let clip = box(18, radius: 9, nil)
        clip.masksToBounds = true
        clip.addSublayer(box(18))
        let clipped = try drawn(clip, scale: 3)
        let apple = [0, 0, 0, 0, 0, 1, 3, 5, 7, 30, 77, 121, 165, 201, 237]
        for (x, expected) in zip(12..., apple) {
            #expect(abs(Int(picture[x, 0] >> 24) - expected) <= 4, "RC-11: \(x) \(picture[x, 0] >> 24)")
            #expect(abs(Int(clipped[x, 0] >> 24) - expected) <= 4, "RC-11: \(x) \(clipped[x, 0] >> 24)")
        }
        // Of all four sides alike.
        for x in 0..<54 {
            #expect(abs(Int(picture[x, 0] >> 24) - Int(picture[53 - x, 53] >> 24)) <= 1)
            #expect(abs(Int(picture[x, 0] >> 24) - Int(picture[0, x] >> 24)) <= 1)
        }
    }

    @Test func masked_corners_have_no_effect_in_a_context() throws {
        // Apple's pictures of tumblr/kanvas-ios, DiscreteSliderCollectionCell: white on grey 85.
        let root = box(36, CGColor(srgbRed: 1 / 3, green: 1 / 3, blue: 1 / 3, alpha: 1))
        let bar = box(1, radius: 2, CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
        bar.frame = CGRect(x: 0, y: 16, width: 16, height: 4)
        bar.maskedCorners = [.layerMaxXMinYCorner, .layerMaxXMaxYCorner]
        root.addSublayer(bar)
        let picture = try drawn(root, scale: 3)
        let apple = [
            [85, 85, 85, 85, 85, 85], [85, 85, 89, 153, 207, 235], [85, 104, 223, 255, 255, 255],
            [89, 223, 255, 255, 255, 255],
        ]
        // These corners have no room, and cross (RC-11). A square corner would have 255 for 85.
        for (y, row) in zip(47..., apple) {
            for (x, expected) in row.enumerated() {
                #expect(abs(Int(picture[x, y] & 255) - expected) <= 5, "RC-12: \(x) \(y) \(picture[x, y] & 255)")
            }
        }
    }

    // MARK: Passes

    @Test func edges_of_clip_and_background_multiply_in_a_context() throws {
        let (open, clipped) = (box(50, radius: 10), box(50, radius: 10))
        clipped.masksToBounds = true
        let (one, two) = (try drawn(open, scale: 3), try drawn(clipped, scale: 3))
        var partial = 0
        for index in one.pixels.indices {
            let (a, b) = (Int(one.pixels[index] >> 24), Int(two.pixels[index] >> 24))
            #expect(abs(b - (a * a + 127) / 255) <= 2, "RC-13: \(a) \(b)")
            if a > 0, a < 255 { partial += 1 }
        }
        #expect(partial > 100)
    }

    @Test func clip_of_half_a_pixel_multiplies_in_a_context() throws {
        let root = box(20, nil), part = box(10)
        part.frame = CGRect(x: 4.5, y: 4, width: 10, height: 10)
        part.masksToBounds = true
        root.addSublayer(part)
        #expect(abs(try drawn(root).alphas(8, 4..<5)[0] - 64) <= 1, "RC-13")
    }

    @Test func shadows_stay_beneath_translucent_content_in_a_context() throws {
        let layer = box(100, nil)
        layer.addSublayer(box(100, CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)))
        (layer.opacity, layer.shadowOpacity) = (0.5, 0.5)
        (layer.shadowRadius, layer.shadowOffset) = (3, .zero)
        let inside = try drawn(layer)[50, 50]
        #expect(abs(Int(inside >> 24) - 159) <= 1 && abs(Int(inside >> 8 & 255) - 128) <= 1, "RC-14: \(inside)")
        let mask = box(60)
        layer.mask = mask
        #expect(abs(Int(try drawn(layer)[30, 30] >> 24) - 159) <= 1, "RC-14: the mask cuts both")
        #expect(try drawn(layer)[80, 80] == 0)
        layer.mask = nil
        // A single background, without sublayers.
        let plain = box(100)
        (plain.opacity, plain.shadowOpacity, plain.shadowRadius) = (0.5, 0.5, 3)
        plain.shadowOffset = .zero
        #expect(abs(Int(try drawn(plain)[50, 50] >> 24) - 159) <= 1, "RC-14")
        let screen = LayerRenderer(layer: layer, threads: 1).bitmap(at: 0)
        #expect(abs(Int(screen[50, 50] >> 24) - 128) <= 1, "one image on a screen")
    }

    // MARK: Gradients

    private func gradient(_ colors: [CGColor]) -> CAGradientLayer {
        let layer = CAGradientLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 70, height: 40)
        layer.colors = colors
        return layer
    }

    @Test func gradients_of_opaque_colors_are_dithered_in_a_context() throws {
        // One colour between two levels: the pixels of the least ranks have the upper one.
        let color = CGColor(srgbRed: 0.3925, green: 0.3925, blue: 0.3925, alpha: 1)
        let picture = try drawn(gradient([color, color]))
        let levels = Set(picture.pixels.map { $0 & 255 })
        #expect(levels.count == 2, "RC-15: \(levels)")
        // The first ranks of the tile are 0 5 14 9 12 4 7 1 11 6 13 8 3 15 10 2.
        let ranks = [0, 5, 14, 9, 12, 4, 7, 1, 11, 6, 13, 8, 3, 15, 10, 2]
        let upper = levels.max() ?? 0
        let row = (0..<16).map { picture[$0, 0] & 255 == upper }
        let highest = zip(ranks, row).filter { $0.1 }.map { $0.0 }.max() ?? -1
        for (rank, isUpper) in zip(ranks, row) { #expect(isUpper == (rank <= highest), "RC-15: \(row)") }
        #expect((0..<16).contains(highest))
        for x in 0..<54 { #expect(picture[x, 3] == picture[x + 16, 3] && picture[x, 3] == picture[x, 19], "RC-15") }
        // Translucent colours are rounded: from 100 to 50 and back, each row of one level.
        let pale = CGColor(srgbRed: 0.3925, green: 0.3925, blue: 0.3925, alpha: 0.5)
        let faded = try drawn(gradient([color, pale, color]))
        for y in 0..<40 { #expect(Set((0..<70).map { faded[$0, y] }).count == 1, "RC-15: \(y)") }
        #expect(Set(faded.pixels).count > 10, "RC-15")
        let plain = try drawn(gradient([pale, pale]))
        #expect(Set(plain.pixels).count == 1, "RC-15")
        // A screen rounds.
        let screen = LayerRenderer(layer: gradient([color, color]), threads: 1).bitmap(at: 0)
        #expect(Set(screen.pixels).count == 1)
    }

    @Test func dither_begins_at_the_bitmaps_corner() throws {
        let color = CGColor(srgbRed: 0.3925, green: 0.3925, blue: 0.3925, alpha: 1)
        let root = box(70, nil), moved = gradient([color, color])
        moved.frame.origin = CGPoint(x: 5, y: 3)
        root.addSublayer(moved)
        let (whole, part) = (try drawn(gradient([color, color])), try drawn(root))
        for y in 3..<40 { for x in 5..<70 where whole[x, y] != part[x, y] { Issue.record("RC-16: \(x) \(y)"); return } }
        // Also if only a part of the context is drawn.
        let context = try #require(
            CGContext(
                width: 70, height: 40, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
                baseMatrix: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 40)))
        context.clip(to: CGRect(x: 11, y: 7, width: 30, height: 20))
        gradient([color, color]).render(in: context)
        let clipped = try #require(context.makeImage()).resource.bitmap()
        for y in 7..<27 {
            for x in 11..<41 where clipped[x, y] != whole[x, y] { Issue.record("RC-16: \(x) \(y)"); return }
        }
    }

    @Test func dithered_means_are_the_colors() throws {
        // From black to white and back: of each column of 16 the mean is between its neighbours.
        let layer = gradient([
            CGColor(srgbRed: 0.2, green: 0.2, blue: 0.2, alpha: 1),
            CGColor(srgbRed: 0.3, green: 0.3, blue: 0.3, alpha: 1),
        ])
        (layer.startPoint, layer.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
        let picture = try drawn(layer)
        let means = (0..<70).map { x in (0..<16).reduce(0) { $0 + Double(picture[x, $1] & 255) } / 16 }
        #expect(zip(means, means.dropFirst()).allSatisfy { $0 < $1 + 0.51 })
        #expect(abs(means[0] - 51) < 1 && abs(means[69] - 76.5) < 1)
    }

    // MARK: Drawing

    private final class Drawn: CALayer {
        override func draw(in ctx: CGContext) {
            ctx.setFillColor(red)
            ctx.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        }
    }

    @Test func layers_that_need_display_are_drawn() throws {
        let root = box(20, nil), custom = Drawn(), hidden = Drawn()
        custom.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
        (hidden.frame, hidden.isHidden) = (custom.frame, true)
        root.sublayers = [custom, hidden]
        custom.setNeedsDisplay()
        hidden.setNeedsDisplay()
        #expect(try drawn(root)[8, 8] == 0xFFFF_0000, "RC-17")
        #expect(!custom.needsDisplay() && hidden.needsDisplay())
        let masked = box(20), mask = Drawn()
        mask.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        masked.mask = mask
        mask.setNeedsDisplay()
        #expect(try drawn(masked)[5, 5] == 0xFFFF_0000, "RC-17")
        #expect(try drawn(masked)[15, 15] == 0)
    }
}
