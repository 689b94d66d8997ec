import MicaFrame
import MicaPixels
import MicaRaster

extension Painter {
    /// One sprite of an op: an image on a parallelogram about a centre, in a colour.
    func sprite(_ sprite: Sprite, _ draw: SpriteDraw, in area: DeviceRect) -> Paint? {
        guard !area.isEmpty, draw.images.indices.contains(Int(sprite.image)) else { return nil }
        let image = draw.images[Int(sprite.image)]
        let (right, down) = (
            Point(Double(sprite.rightX), Double(sprite.rightY)), Point(Double(sprite.downX), Double(sprite.downY))
        )
        // From the square around (0, 0) whose sides are 2 long to the pixels of the surface.
        let toDevice = Homography(
            a: right.x, b: right.y, c: down.x, d: down.y, tx: Double(sprite.x) / 256, ty: Double(sprite.y) / 256)
        guard let toSquare = toDevice.inverse, image.image.width > 0, image.image.height > 0 else { return nil }
        let coverage = Coverage(Path(rectangle: Box(x: -1, y: -1, width: 2, height: 2)), toDevice, in: area)
        // The pixels of the image that lie on a pixel of the surface, along the axis where that is more.
        let half = Point(image.source.width, image.source.height) / 2
        let crowd = max(half.x / (right * right).sum().squareRoot(), half.y / (down * down).sum().squareRoot())
        let last = Int.bitWidth - 1 - max(image.image.width, image.image.height).leadingZeroBitCount
        let isSmaller = crowd > 1 && !image.isNearestSmall
        let level = isSmaller && crowd.isFinite ? max(0, min(last, Int(crowd.exponent) + image.bias)) : 0
        let texels = Texels(image.image.bitmap(), source: image.source, level: level)
        // How far a step of one pixel goes in the level.
        let stepU = Point(toSquare.a, toSquare.c) * half.x * texels.scale.x
        let stepV = Point(toSquare.b, toSquare.d) * half.y * texels.scale.y
        let isSmall = max((stepU * stepU).sum(), (stepV * stepV).sum()) > 1
        let isNearest = isSmall ? image.isNearestSmall : image.isNearestLarge
        let color = Color(word: sprite.color)
        return { x, y in
            let inSquare = toSquare.apply(Double(x) + 0.5, Double(y) + 0.5)
            let point = Point(image.source.minX, image.source.minY) + (Point(inSquare.x, inSquare.y) + 1) * half
            let sample = isNearest ? texels.nearest(point * texels.scale) : texels.linear(point * texels.scale)
            return sample * color * coverage[x, y]
        }
    }
}
