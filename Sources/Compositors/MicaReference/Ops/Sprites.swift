import MicaBase
import MicaFrame

extension Painter {
    /// One sprite of an op: an image on a parallelogram around a centre, in a colour.
    func sprite(_ sprite: Sprite, _ draw: SpriteDraw, in area: DeviceRect) -> Paint? {
        guard !area.isEmpty, draw.images.indices.contains(Int(sprite.image)) else { return nil }
        let image = draw.images[Int(sprite.image)]
        let (right, down) = (
            Point(Double(sprite.rightX), Double(sprite.rightY)), Point(Double(sprite.downX), Double(sprite.downY))
        )
        // Maps the square around (0, 0) whose sides are 2 long to device pixels.
        let toDevice = Homography(
            a: right.x, b: right.y, c: down.x, d: down.y, tx: Double(sprite.x), ty: Double(sprite.y))
        guard let toSquare = toDevice.inverse, image.image.width > 0, image.image.height > 0 else { return nil }
        let coverage = Coverage(Path(rectangle: Box(x: -1, y: -1, width: 2, height: 2)), toDevice, in: area)
        let half = Point(image.source.width, image.source.height) / 2
        let sampling = image.sampling(of: sprite, toSquare)
        let texels = Texels(image.image.bitmap(), source: image.source, level: sampling.level)
        let color = Color(sprite.color)
        return { x, y in
            let inSquare = toSquare.apply(Double(x) + 0.5, Double(y) + 0.5)
            let point = Point(image.source.minX, image.source.minY) + (Point(inSquare.x, inSquare.y) + 1) * half
            let sample = sampling.isNearest ? texels.nearest(point * texels.scale) : texels.linear(point * texels.scale)
            return sample * color * coverage[x, y]
        }
    }
}
