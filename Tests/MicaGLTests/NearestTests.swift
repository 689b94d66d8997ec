import Foundation
import MicaBase
import MicaFrame
import MicaGL
import MicaRandom
import ReftestKit
import Testing

/// Single texels of large images: a float's steps are too coarse there to say which one a pixel shows.
@Suite(.needsOpenGL) struct NearestTests {
    private static let image: ImageResource = {
        var bitmap = Bitmap(width: 1500, height: 700)
        for index in bitmap.pixels.indices {
            bitmap.pixels[index] = 0xFF00_0000 | UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8
        }
        return ImageResource(bitmap: bitmap)
    }()

    private static func frame(_ transform: Homography) -> Frame {
        let rect = LocalRect(minX: 0, minY: 0, maxX: 1500, maxY: 700)
        let frame = Frame(400, 300, [])
        let op = DrawOp(
            content: .image(ImageDraw(image: image, destination: rect, source: rect, sampling: .nearest)),
            transform: transform, bounds: transform.deviceBounds(of: rect).intersection(frame.bounds))
        return Frame(400, 300, [op])
    }

    private static func differing(_ drawing: Drawing, _ frame: Frame) -> Int {
        Comparison(drawing.bitmap(frame), reference(frame)).histogram.dropFirst(2).reduce(0, +)
    }

    @Test func stretched_image_shows_the_texels_of_the_reference() throws {
        let drawing = try Drawing()
        // Edges of texels fall on pixels' centres: the addition to both decides.
        for (scale, x, y) in [
            (2.0, -1800.0, -900.0), (0.5, -300, -20), (0.25, 0, 0), (1, -700.5, -300.5), (4, -5555, -2000),
        ] {
            let frame = Self.frame(Homography(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y))
            #expect(Self.differing(drawing, frame) == 0, "scale \(scale)")
        }
    }

    @Test func turned_image_shows_the_texels_of_the_reference() throws {
        let drawing = try Drawing()
        var random = SeededGenerator(seed: 7)
        for round in 0..<40 {
            let angle = Double.random(in: -3...3, using: &random), scale = Double.random(in: 0.2...5, using: &random)
            let (c, s) = (cos(angle) * scale, sin(angle) * scale)
            // A point far inside of the image lies in the middle.
            let (u, v) = (Double.random(in: 300...1400, using: &random), Double.random(in: 200...650, using: &random))
            let frame = Self.frame(
                Homography(a: c, b: s, c: -s, d: c, tx: 200 - c * u + s * v, ty: 150 - s * u - c * v))
            // A pixel may lie on an edge between two texels but for the last digits of the reference's own numbers.
            #expect(Self.differing(drawing, frame) <= 1, "round \(round)")
        }
    }

    /// A sprite that has as many pixels as its level has texels: single ones or what lies between is a decision of rounding, which is the frame's.
    @Test func sprite_as_large_as_its_level_is_looked_up_as_the_reference_does() throws {
        let drawing = try Drawing()
        let pixels = (0..<33 * 12).map { 0xFF00_0000 | UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) >> 8 }
        var bitmap = Bitmap(width: 33, height: 12)
        bitmap.pixels = pixels
        let source = LocalRect(minX: 0, minY: 0, maxX: 33, maxY: 12)
        let image = SpriteImage(
            image: ImageResource(bitmap: bitmap), source: source, isNearestSmall: false, isNearestLarge: true, bias: 0)
        var random = SeededGenerator(seed: 8)
        for round in 0..<60 {
            let angle = Float.random(in: -3...3, using: &random)
            let (x, y) = (Float(cos(Double(angle)) * 8), Float(sin(Double(angle)) * 8))
            let sprite = Sprite(
                x: 20.25, y: 20.5, rightX: x, rightY: y, downX: -y, downY: x, color: .one, image: 0)
            let draw = SpriteDraw(images: [image], sprites: [sprite], isAdditive: false)
            let bounds = DeviceRect(minX: 0, minY: 0, maxX: 40, maxY: 40)
            let frame = Frame(40, 40, [DrawOp(content: .sprites(draw), transform: .identity, bounds: bounds)])
            #expect(Self.differing(drawing, frame) <= 1, "round \(round)")
        }
    }
}
