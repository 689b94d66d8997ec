import CoreGraphics
import MicaBase
import QuartzCore

/// The scene of particles, as a program builds it: four emitters of eight cells each.
///
/// The numbers are the scene's: a life of two seconds, 100 to 400 pixels of travel in it in any direction, pulled down
/// by 80 pixels, turning by 3 radians a second from any angle, half to twice the size, fading. The particles are the
/// emitters' own, so that the picture is like the other renderers' and not the same.
extension SceneTree {
    /// The emitters.
    static func emitters(particles: Int) -> [CAEmitterLayer] {
        let glow = CGImage(bitmap: SceneImage.glow)
        return (0..<4).map { index in
            let emitter = CAEmitterLayer()
            emitter.frame = CGRect(x: 0, y: 0, width: BenchScene.width, height: BenchScene.height)
            emitter.emitterPosition = CGPoint(
                x: Double(BenchScene.width) * (0.2 + 0.2 * Double(index)), y: Double(BenchScene.height) / 2)
            emitter.emitterShape = .circle
            emitter.emitterMode = .outline
            emitter.renderMode = .additive
            emitter.seed = UInt32(index + 1)
            emitter.emitterCells = SceneImage.tints.map { tint in
                let cell = CAEmitterCell()
                cell.contents = glow
                cell.color = CGColor(
                    srgbRed: CGFloat(tint >> 16 & 255) / 255, green: CGFloat(tint >> 8 & 255) / 255,
                    blue: CGFloat(tint & 255) / 255, alpha: 1)
                cell.beginTime = -2
                cell.lifetime = 2
                cell.birthRate = Float(particles) / 2 / 32
                (cell.velocity, cell.velocityRange) = (125, 150)
                cell.yAcceleration = 40
                (cell.scale, cell.scaleRange) = (1.25, 1.5)
                cell.spin = 3
                cell.setValue(2 * Double.pi, forKey: "rotationRange")
                cell.alphaSpeed = -0.5
                return cell
            }
            return emitter
        }
    }
}

extension SceneImage {
    /// The colours of particles, 0xRRGGBB.
    static let tints: [UInt32] = [0xFF4020, 0xFF8020, 0xFFC040, 0xFFFF80, 0x40A0FF, 0x4060FF, 0xA040FF, 0xFF40A0]

    /// The glow of a particle, 16 x 16 pixels: white, its coverage the square of the distance from the rim.
    package static var glow: Bitmap {
        var bitmap = Bitmap(width: 16, height: 16)
        for y in 0..<16 {
            for x in 0..<16 {
                let (dx, dy) = (Double(x) - 7.5, Double(y) - 7.5)
                let distance = (dx * dx + dy * dy).squareRoot() / 8
                let value = distance < 1 ? (1 - distance) * (1 - distance) : 0
                bitmap[x, y] = UInt32((value * 255 + 0.5).rounded(.down)) &* 0x0101_0101
            }
        }
        return bitmap
    }
}
