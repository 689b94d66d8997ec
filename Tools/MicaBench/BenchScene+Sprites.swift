import MicaBase
import MicaFrame

extension BenchScene {
    /// A frame of the scene of particles as sprites, particle for particle as the other renderers draw them.
    ///
    /// The layers' scene g has particles of its own; this frame is for comparing pictures of it with the other
    /// renderers'.
    package static func spriteFrame(_ number: Int) -> Frame {
        var frame = Frame(width: width, height: height)
        frame.background = PixelColor(premultiplied: background)
        let glow = ImageResource(bitmap: SceneImage.glow)
        let image = SpriteImage(
            image: glow, source: LocalRect(minX: 0, minY: 0, maxX: 16, maxY: 16), isNearestSmall: false,
            isNearestLarge: false, bias: 0)
        let sprites = BenchScene.particles.items(frame: number).map { item in
            let tint = SceneImage.tints[item.image]
            let color = PixelColor(
                ColorValue(
                    red: Double(tint >> 16 & 255) / 255, green: Double(tint >> 8 & 255) / 255,
                    blue: Double(tint & 255) / 255, alpha: Double(item.opacity)))
            return Sprite(
                x: Float(item.center.x), y: Float(item.center.y), rightX: item.a * 8, rightY: item.b * 8,
                downX: item.c * 8, downY: item.d * 8, color: SIMD4(premultiplied: color), image: 0)
        }
        var pass = RenderPass(bounds: frame.bounds)
        pass.ops = [
            DrawOp(
                content: .sprites(SpriteDraw(images: [image], sprites: sprites, isAdditive: true)),
                transform: .identity, bounds: frame.bounds)
        ]
        frame.passes = [pass]
        return frame
    }
}
