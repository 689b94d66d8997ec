import MicaGeometry
import MicaResources

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

/// How an image is looked up for one sprite.
package struct SpriteSampling: Sendable, Equatable {
    /// The level of the image: each is half as large as the one before.
    package let level: Int
    /// Whether single texels are taken, rather than what lies between four.
    package let isNearest: Bool
}

extension SpriteImage {
    /// How it is looked up for a sprite: in the level whose texels are between one and two pixels apart, by the axis where that is more. Where
    /// that is a decision of rounding (a sprite that has as many pixels as the level has texels), this is the one.
    ///
    /// - Parameter toSquare: from pixels to the square about (0, 0) whose sides are 2 long, which the sprite is.
    /// - Precondition: the image has pixels.
    package func sampling(of sprite: Sprite, _ toSquare: Homography) -> SpriteSampling {
        let half = Point(source.width, source.height) / 2
        let right = Point(Double(sprite.rightX), Double(sprite.rightY))
        let down = Point(Double(sprite.downX), Double(sprite.downY))
        let crowd = max(half.x / (right * right).sum().squareRoot(), half.y / (down * down).sum().squareRoot())
        let last = Int.bitWidth - 1 - max(image.width, image.height).leadingZeroBitCount
        let isSmaller = crowd > 1 && !isNearestSmall
        let level = isSmaller && crowd.isFinite ? max(0, min(last, Int(crowd.exponent) + bias)) : 0
        // How far a step of one pixel goes in the level.
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

/// One sprite: a parallelogram about a centre.
package struct Sprite: Sendable, Equatable {
    /// Multiplies the image: premultiplied red, green, blue and alpha, 0...1.
    package var color: SIMD4<Float>
    /// The centre, in pixels; finite, as all numbers of it.
    package var x: Float, y: Float
    /// From the centre to the middle of the right edge, in pixels.
    package var rightX: Float, rightY: Float
    /// From the centre to the middle of the lower edge, in pixels.
    package var downX: Float, downY: Float
    /// The image's place in `SpriteDraw.images`.
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
