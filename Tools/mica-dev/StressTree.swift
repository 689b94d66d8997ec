import CoreGraphics
import Foundation
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaFrame
import MicaHosting
import MicaRandom
import MicaServer
import MicaSocket
import MicaWire
import QuartzCore

/// A tree of layers that follows from a seed and the number of changes, for a client of `mica-dev stress`.
final class StressTree {
    static let side = 160
    let root = CALayer()
    private let seed: UInt64
    private var layers: [CALayer] = []

    init(seed: UInt64) {
        self.seed = seed
        root.frame = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
        root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.9, blue: 0.95, alpha: 1)
    }

    /// Makes the change with an index, as of a media time in seconds. All changes, in order, make the tree.
    func change(_ index: Int, at time: Double) {
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(index))
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        if layers.count > 12 { layers.remove(at: random.below(layers.count)).removeFromSuperlayer() }
        let layer = CALayer()
        layer.frame = CGRect(
            x: random.number(0...120), y: random.number(0...120), width: random.number(8...60),
            height: random.number(8...60))
        layer.cornerRadius = random.number(0...8)
        layer.backgroundColor = color(&random)
        if random.chance(0.3) { layer.contents = picture(&random) }
        (random.chance(0.3) ? layers.randomElement(using: &random) ?? root : root).addSublayer(layer)
        layers.append(layer)
        let changed = random.pick(layers)
        changed.opacity = Float(random.number(0.3...1))
        let move = CABasicAnimation(keyPath: random.chance() ? "position.x" : "transform.rotation.z")
        (move.fromValue, move.toValue) = (random.number(0...100), random.number(0...100))
        (move.beginTime, move.duration, move.fillMode) = (time, random.number(1...20), .both)
        move.isRemovedOnCompletion = false
        random.pick(layers).add(move, forKey: "move")
    }

    private func color(_ random: inout SeededGenerator) -> CGColor {
        CGColor(srgbRed: random.unit(), green: random.unit(), blue: random.unit(), alpha: random.number(0.4...1))
    }

    private func picture(_ random: inout SeededGenerator) -> CGImage {
        let (width, height) = (random.whole(1...64), random.whole(1...64))
        var bitmap = Bitmap(width: width, height: height)
        for index in bitmap.pixels.indices {
            bitmap.pixels[index] = 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())
        }
        return CGImage(bitmap: bitmap)
    }

    /// The surface that shows the tree.
    static func surface(title: String) -> ServedSurface { ServedSurface(width: side, height: side, title: title) }

    /// The picture at a time, after some changes, drawn by this process from nothing.
    static func picture(seed: UInt64, changes: [(index: Int, time: Double)], at time: Double) -> Bitmap {
        let tree = StressTree(seed: seed)
        for change in changes { tree.change(change.index, at: change.time) }
        let connection = LocalConnection()
        let context = LayerContext(root: tree.root, connection: connection)
        context.isLive = true
        defer { context.invalidate() }
        let target = BitmapSurface(width: side, height: side)
        let host = SceneHost(
            context: context.id, connection: connection, source: LiveScene(RenderServer(context: context.id)),
            output: SurfaceOutput(CPUCompositor(threads: 1), target))
        host.background = PixelColor(premultiplied: surface(title: "").background)
        CATransaction.flush()
        host.draw(host.frame(at: time), at: time)
        return target.bitmap
    }
}
