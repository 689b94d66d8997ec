import MicaRaster
import MicaWire

/// Many small images drawn by one op, in order: the particles of an emitter.
///
/// *Space*: device pixels, whatever the op's transform: each sprite has its own map.
package struct SpriteDraw: Sendable, Equatable {
    /// The images that sprites show.
    package var images: [SpriteImage]
    /// The sprites, back to front.
    package var sprites: [Sprite]
    /// Whether they are added to what is under them, up to what a pixel can be, rather than drawn over it.
    package var isAdditive: Bool

    package init(images: [SpriteImage], sprites: [Sprite], isAdditive: Bool) {
        (self.images, self.sprites, self.isAdditive) = (images, sprites, isAdditive)
    }
}

/// An image of sprites.
package struct SpriteImage: Sendable, Equatable {
    /// The image.
    package var image: ImageResource
    /// The part of the image, in its pixels, y down.
    package var source: LocalRect
    /// Whether single pixels of the image are taken where it is drawn smaller.
    package var isNearestSmall: Bool
    /// Whether single pixels of the image are taken where it is drawn larger.
    package var isNearestLarge: Bool
    /// Added to the mipmap level.
    package var bias: Int

    package init(image: ImageResource, source: LocalRect, isNearestSmall: Bool, isNearestLarge: Bool, bias: Int) {
        (self.image, self.source) = (image, source)
        (self.isNearestSmall, self.isNearestLarge, self.bias) = (isNearestSmall, isNearestLarge, bias)
    }
}

/// One sprite: a parallelogram about a centre.
package struct Sprite: Sendable, Equatable {
    /// The centre, in 256ths of a pixel.
    package var x: Int32, y: Int32
    /// From the centre to the middle of the right edge, in pixels.
    package var rightX: Float, rightY: Float
    /// From the centre to the middle of the lower edge, in pixels.
    package var downX: Float, downY: Float
    /// Multiplies the image: a premultiplied colour, 0xAARRGGBB.
    package var color: UInt32
    /// The image's place in `SpriteDraw.images`.
    package var image: UInt32

    package init(
        x: Int32, y: Int32, rightX: Float, rightY: Float, downX: Float, downY: Float, color: UInt32, image: UInt32
    ) {
        (self.x, self.y, self.color, self.image) = (x, y, color, image)
        (self.rightX, self.rightY, self.downX, self.downY) = (rightX, rightY, downX, downY)
    }

    /// The pixels that it may touch.
    @inlinable
    package var bounds: DeviceRect {
        let (reachX, reachY) = (abs(rightX) + abs(downX) + 0.5, abs(rightY) + abs(downY) + 0.5)
        let (x, y) = (Float(x) / 256, Float(y) / 256)
        // Without calls into the C library.
        func down(_ v: Float) -> Int {
            let whole = Int(v)
            return Float(whole) > v ? whole - 1 : whole
        }
        return DeviceRect(
            minX: down(x - reachX), minY: down(y - reachY), maxX: -down(-x - reachX), maxY: -down(-y - reachY))
    }
}
