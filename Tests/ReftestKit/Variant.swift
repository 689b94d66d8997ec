import Foundation
import Mica
import MicaBase
import MicaFrame
import MicaSocket
import MicaWire
import QuartzCore

/// Another way to the same picture. Every scene goes all of them, and the pixels must be the same.
///
/// The plain picture is that of scalar kernels; all of these are drawn by the fastest that the processor has.
package enum Variant: String, Sendable, CaseIterable {
    /// Commits go through their encoded form.
    case encoded
    /// Two threads draw.
    case twoThreads
    /// Eight threads draw.
    case eightThreads
    /// The tree is first another one, is drawn, and is then changed into the scene, on the same surface.
    case incremental
    /// The scene lies in a layer with a mask that covers it, so that all of it goes through a pass of its own.
    case grouped
    /// The scene lies in a layer that clips to its middle.
    case clipped
    /// The scene lies in a layer with flipped geometry in a layer with flipped geometry.
    case flippedTwice
    /// The reference compositor draws.
    case reference
    /// A server in another process draws the messages of a socket.
    case process
    /// The OpenGL compositor draws.
    case gl

    /// Whether the scene over nothing is looked at: with a background, a group is rounded once more.
    var ignoresBackground: Bool { self == .grouped || self == .clipped }
}

extension Scene {
    /// The pixels, drawn on one thread by the scalar path.
    package func draw() -> Bitmap {
        let renderer = renderer(of: makeRoot())
        renderer.kernels = .scalar
        return bitmap(renderer)
    }

    /// The pixels, drawn by a variant.
    package func draw(_ variant: Variant) -> Bitmap {
        let root = makeRoot()
        switch variant {
        case .encoded: return bitmap(renderer(of: root, encodes: true))
        case .twoThreads: return bitmap(renderer(of: root, threads: 2))
        case .eightThreads: return bitmap(renderer(of: root, threads: 8))
        case .incremental: return drawIncrementally(root)
        case .grouped:
            let group = wrapper(around: root)
            let mask = CALayer()
            mask.frame = group.bounds
            mask.backgroundColor = .black
            group.mask = mask
            return bitmap(renderer(of: group, scene: root))
        case .clipped:
            let clip = CALayer()
            clip.frame = middle
            clip.bounds = middle
            clip.masksToBounds = true
            clip.addSublayer(root)
            return bitmap(renderer(of: wrapper(around: clip), scene: root))
        case .flippedTwice:
            let inner = wrapper(around: root)
            inner.isGeometryFlipped = true
            let outer = wrapper(around: inner)
            outer.isGeometryFlipped = true
            return bitmap(renderer(of: outer, scene: root))
        case .reference:
            let renderer = renderer(of: root)
            renderer.backend = .reference
            return bitmap(renderer)
        case .process:
            do throws(SocketFault) {
                return try drawInOtherProcess { renderer(of: root, clientEnd: $0) }
            } catch {
                // No scene has this size, so that the comparison fails.
                FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
                return Bitmap(width: 0, height: 0)
            }
        case .gl:
            let renderer = renderer(of: root)
            renderer.backend = .gl
            return bitmap(renderer)
        }
    }

    /// The layers.
    package func frame() -> Frame {
        let renderer = renderer(of: makeRoot())
        renderer.background = background
        return renderer.frame(at: time)
    }

    /// The expected picture of a variant, made from the scene's plain picture.
    package func expected(of variant: Variant, plain: Bitmap) -> Bitmap {
        let picture = variant.ignoresBackground && background != nil ? withoutBackground.draw() : plain
        guard variant == .clipped else { return picture }
        var cropped = Bitmap(width: picture.width, height: picture.height)
        let rect = middle
        let (xs, ys) = (
            Int(rect.minX * scale)..<Int(rect.maxX * scale), Int(rect.minY * scale)..<Int(rect.maxY * scale)
        )
        for y in ys {
            for x in xs { cropped[x, y] = picture[x, y] }
        }
        return cropped
    }

    /// The middle of the scene, in whole points.
    private var middle: CGRect {
        CGRect(
            x: (size.width / 4).rounded(), y: (size.height / 4).rounded(), width: (size.width / 2).rounded(),
            height: (size.height / 2).rounded())
    }

    private func wrapper(around layer: CALayer) -> CALayer {
        let wrapper = CALayer()
        wrapper.frame = CGRect(origin: .zero, size: size)
        wrapper.addSublayer(layer)
        return wrapper
    }

    private func renderer(
        of top: CALayer, scene: CALayer? = nil, threads: Int = 1, encodes: Bool = false,
        clientEnd: (any Connection) -> any Connection = { $0 }
    ) -> LayerRenderer {
        let renderer = LayerRenderer(
            layer: top, size: size, scale: scale, threads: threads, encodes: encodes, clientEnd: clientEnd)
        let root = scene ?? top
        for event in events { renderer.schedule(at: event.time) { event.body(root) } }
        return renderer
    }

    private func bitmap(_ renderer: LayerRenderer) -> Bitmap {
        renderer.background = background
        return renderer.bitmap(at: time)
    }

    /// Draws a scrambled tree, puts the scene in order, and draws the damage again.
    private func drawIncrementally(_ root: CALayer) -> Bitmap {
        var seed: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { seed = (seed ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let renderer = renderer(of: root)
        renderer.background = background
        for round in 0..<UInt64(3) {
            let restore = scramble(root, seed: seed &+ round)
            _ = renderer.bitmap(at: 0)
            restore()
            if round < 2 { _ = renderer.bitmap(at: 0) }
        }
        if time > 0 { _ = renderer.bitmap(at: time / 2) }
        return renderer.bitmap(at: time)
    }

    /// Changes layers at random, at time 0 and without actions; the result undoes it.
    package func scramble(_ root: CALayer, seed: UInt64) -> () -> Void {
        var restore: [() -> Void] = []
        withoutActions { restore = Scrambler(seed: seed).scramble(root) }
        return { [restore] in
            withoutActions { for body in restore.reversed() { body() } }
        }
    }

    private func withoutActions(_ body: () -> Void) {
        MediaClock.with(time: 0) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            body()
            CATransaction.commit()
        }
    }
}
