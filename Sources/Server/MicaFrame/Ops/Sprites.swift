import MicaBase

/// Many small images drawn by one op, in order: the particles of an emitter.
///
/// *Space*: device pixels; the op's transform is not used, because each sprite has its own map.
package struct SpriteDraw: Sendable, Equatable {
    /// The images that sprites show.
    package var images: [SpriteImage]
    /// The sprites, back to front.
    package var sprites: [Sprite]
    /// Whether they are added to the pixels below, up to 1, rather than drawn over them.
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
    /// Whether the nearest pixel of the image is taken where it is drawn smaller.
    package var isNearestSmall: Bool
    /// Whether the nearest pixel of the image is taken where it is drawn larger.
    package var isNearestLarge: Bool
    /// Added to the mipmap level.
    package var bias: Int

    package init(image: ImageResource, source: LocalRect, isNearestSmall: Bool, isNearestLarge: Bool, bias: Int) {
        (self.image, self.source) = (image, source)
        (self.isNearestSmall, self.isNearestLarge, self.bias) = (isNearestSmall, isNearestLarge, bias)
    }
}

/// How an image is sampled for one sprite.
package struct SpriteSampling: Sendable, Equatable {
    /// The mipmap level: each is half as large as the one before.
    package let level: Int
    /// Whether the nearest texel is taken; if not, samples are interpolated between four.
    package let isNearest: Bool
}

extension SpriteImage {
    /// The sampling for a sprite. The level is the one that is drawn at between half and all of its size along the axis
    /// of the stronger reduction; the bias is added to it. Where rounding decides (a sprite that has as many pixels as
    /// the level has texels), this result counts for all compositors.
    ///
    /// - Parameter toSquare: maps pixels to the square around (0, 0) with sides of length 2, which is the sprite.
    /// - Precondition: the image has pixels.
    package func sampling(of sprite: Sprite, _ toSquare: Homography) -> SpriteSampling {
        let half = Point(source.width, source.height) / 2
        let right = Point(Double(sprite.rightX), Double(sprite.rightY))
        let down = Point(Double(sprite.downX), Double(sprite.downY))
        let crowd = max(half.x / (right * right).sum().squareRoot(), half.y / (down * down).sum().squareRoot())
        let last = Int.bitWidth - 1 - max(image.width, image.height).leadingZeroBitCount
        let isSmaller = crowd > 1 && !isNearestSmall
        let level = isSmaller && crowd.isFinite ? max(0, min(last, Int(crowd.exponent) + bias)) : 0
        // The length of a step of one pixel, in texels of the level.
        let scale =
            Point(Double(max(1, image.width >> level)), Double(max(1, image.height >> level)))
            / Point(Double(image.width), Double(image.height))
        let stepU = Point(toSquare.a, toSquare.c) * half.x * scale.x
        let stepV = Point(toSquare.b, toSquare.d) * half.y * scale.y
        let isSmall = max((stepU * stepU).sum(), (stepV * stepV).sum()) > 1
        return SpriteSampling(level: level, isNearest: isSmall ? isNearestSmall : isNearestLarge)
    }
}

extension SIMD4<Float> {
    /// Red, green, blue and alpha of a colour, multiplied by alpha.
    package init(premultiplied color: PixelColor) {
        let scale = SIMD4<Double>(color.alpha, color.alpha, color.alpha, 1)
        self.init(SIMD4<Double>(color.red, color.green, color.blue, color.alpha) * scale)
    }
}

/// One sprite: a parallelogram around a centre.
package struct Sprite: Sendable, Equatable {
    /// Multiplies the image: premultiplied red, green, blue and alpha, 0...1.
    package var color: SIMD4<Float>
    /// The centre, in pixels. All numbers of a sprite are finite.
    package var x: Float, y: Float
    /// From the centre to the middle of the right edge, in pixels.
    package var rightX: Float, rightY: Float
    /// From the centre to the middle of the lower edge, in pixels.
    package var downX: Float, downY: Float
    /// The image's index in `SpriteDraw.images`.
    package var image: UInt32

    package init(
        x: Float, y: Float, rightX: Float, rightY: Float, downX: Float, downY: Float, color: SIMD4<Float>,
        image: UInt32
    ) {
        (self.x, self.y, self.color, self.image) = (x, y, color, image)
        (self.rightX, self.rightY, self.downX, self.downY) = (rightX, rightY, downX, downY)
    }

    /// The pixels that it may touch.
    @inlinable
    package var bounds: DeviceRect {
        let (reachX, reachY) = (abs(rightX) + abs(downX) + 0.5, abs(rightY) + abs(downY) + 0.5)
        // Without calls into the C library.
        func down(_ v: Float) -> Int {
            let whole = Int(v)
            return Float(whole) > v ? whole - 1 : whole
        }
        return DeviceRect(
            minX: down(x - reachX), minY: down(y - reachY), maxX: -down(-x - reachX), maxY: -down(-y - reachY))
    }
}
