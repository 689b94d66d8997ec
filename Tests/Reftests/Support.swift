import CoreGraphics
import MicaBase
import QuartzCore
import ReftestKit

/// The colours of scenes, and their pixels.
enum Paint {
    static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    static let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    static let white = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    static let halfRed = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
}

/// A rectangle, short enough for tables of scenes.
func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

extension CALayer {
    /// Puts a layer of one colour in front of the sublayers.
    @discardableResult
    func add(_ frame: CGRect, _ color: CGColor? = nil, _ configure: (CALayer) -> Void = { _ in }) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = color
        configure(layer)
        addSublayer(layer)
        return layer
    }

    /// Puts a layer that shows an image in front of the sublayers; sampled without filtering unless `configure` says.
    @discardableResult
    func add(_ frame: CGRect, image: CGImage, _ configure: (CALayer) -> Void = { _ in }) -> CALayer {
        add(frame) { layer in
            layer.contents = image
            layer.magnificationFilter = .nearest
            layer.minificationFilter = .nearest
            configure(layer)
        }
    }
}

/// Makes an image of pixels, premultiplied 0xAARRGGBB.
func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> CGImage {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
        for x in 0..<width { bitmap[x, y] = pixel(x, y) }
    }
    return CGImage(bitmap: bitmap)
}

enum Pictures {
    /// Red, green over blue, white: 16 x 8 pixels.
    static let quarters = picture(16, 8) { x, y in
        y < 4 ? (x < 8 ? 0xffff_0000 : 0xff00_ff00) : (x < 8 ? 0xff00_00ff : 0xffff_ffff)
    }
    /// One pixel black, one white, in both directions: 64 x 64 pixels.
    static let checks = picture(64, 64) { x, y in (x + y) % 2 == 0 ? 0xff00_0000 : 0xffff_ffff }
    /// Black beside white: 2 x 1 pixels.
    static let step = picture(2, 1) { x, _ in x == 0 ? 0xff00_0000 : 0xffff_ffff }
    /// Every pixel is its own: 12 x 12 pixels, with a frame of two pixels.
    static let tile = picture(12, 12) { x, y in
        let isFrame = x < 2 || y < 2 || x > 9 || y > 9
        return 0xff00_0000 | UInt32(x * 20) << 16 | UInt32(y * 20) << 8 | (isFrame ? 0xff : 0x40)
    }
}

/// A colour that repeats `Pictures.tile`, in tiles of one copy.
func tiles(_ alpha: Double = 1) -> CGColor {
    let tile = PatternTile(image: Pictures.tile.resource, size: CGSize(width: 12, height: 12))
    return CGColor(pattern: CGPattern(tile), alpha: alpha)
}

/// The same picture by two ways.
func same(
    _ name: String, fuzz: Fuzz = .exact, variants: [Variant: Fuzz] = [:], at time: Double = 0,
    events: [SceneEvent] = [],
    _ build: @escaping @Sendable (CALayer) -> Void, as other: @escaping @Sendable (CALayer) -> Void
) -> Reftest {
    let scene = Scene(name, time: time, events: events, build: build)
    return Reftest(scene, .same(Scene("\(name)-simpler", build: other)), fuzz: fuzz, variants: variants)
}

/// Pixels that are known beforehand.
func pixels(
    _ name: String, at time: Double = 0, events: [SceneEvent] = [], background: CGColor? = nil, fuzz: Fuzz = .exact,
    variants: [Variant: Fuzz] = [:], expect expected: [(x: Int, y: Int, pixel: UInt32)],
    _ build: @escaping @Sendable (CALayer) -> Void
) -> Reftest {
    Reftest(
        Scene(name, time: time, background: background, events: events, build: build),
        .pixels(expected.map { ExpectedPixel(x: $0.x, y: $0.y, pixel: $0.pixel) }), fuzz: fuzz, variants: variants)
}
