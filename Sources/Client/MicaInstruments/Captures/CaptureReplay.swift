import CoreGraphics
import MicaCPU
import MicaFrame
import MicaGeometry
import MicaReference
import MicaResources
import MicaScene
import MicaServer
import MicaWire
import MicaWorkers
import QuartzCore

/// Draws a capture again: any of its moments, in any order, as a whole or op by op.
///
/// It belongs to one thread.
public final class CaptureReplay {
    /// What is drawn.
    public let capture: LayerCapture
    /// What draws.
    public let backend: LayerRenderer.Backend
    private let player: ScenePlayer
    private let compositor: CPUCompositor?

    /// Makes a replay before the first commit.
    ///
    /// - Parameter threads: how many threads draw; the bytes are the same for any number.
    public init(_ capture: LayerCapture, backend: LayerRenderer.Backend = .cpu, threads: Int = 1) {
        (self.capture, self.backend) = (capture, backend)
        let workers = WorkerPool(workers: max(1, threads))
        player = ScenePlayer(capture.scene, workers: workers)
        compositor = backend == .cpu ? CPUCompositor(pool: workers) : nil
    }

    /// What is drawn at a time.
    package func frame(at time: Double) -> Frame {
        let (server, view) = (player.server(at: time), capture.view)
        server.traits = compositor?.traits ?? .plain
        server.waitsForTiles = true
        return server.frame(
            at: time, width: view.width, height: view.height, rootTransform: view.rootTransform,
            background: view.background)
    }

    /// The layers at a time, as the last commit before it left them.
    package func tree(at time: Double) -> RenderTree { player.server(at: time).tree }

    /// The pixels of a frame.
    package func bitmap(of frame: Frame) -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height)
        let whole = DamageRegion(frame.bounds)
        if let compositor {
            compositor.draw(frame, region: whole, into: &bitmap)
        } else {
            ReferenceCompositor().draw(frame, region: whole, into: &bitmap)
        }
        return bitmap
    }

    /// The pixels at a time.
    package func bitmap(at time: Double) -> Bitmap { bitmap(of: frame(at: time)) }

    /// The picture at a time, in seconds.
    public func image(at time: CFTimeInterval) -> CGImage { CGImage(bitmap: bitmap(at: time)) }

    /// The picture of the first ops of the frame at a time: what drawing it one op after the other has come to.
    ///
    /// - Parameter ops: which ops of all passes, counted from 0 in the order of the frame's text.
    public func image(at time: CFTimeInterval, ops: Range<Int>) -> CGImage {
        CGImage(bitmap: bitmap(of: frame(at: time).keeping(ops)))
    }

    /// What the frame at a time is made of, op by op, in words.
    public func text(at time: CFTimeInterval) -> String { frame(at: time).description }

    /// How many ops the frame at a time has, those of all passes.
    public func opCount(at time: CFTimeInterval) -> Int { frame(at: time).opCount }
}

extension Frame {
    /// How many ops there are in all passes.
    package var opCount: Int { passes.reduce(0) { $0 + $1.ops.count } }

    /// The frame with some of its ops alone, counted from 0 through all passes in order.
    package func keeping(_ range: Range<Int>) -> Frame {
        var (result, first) = (self, 0)
        for index in passes.indices {
            let count = passes[index].ops.count
            let low = min(max(range.lowerBound - first, 0), count),
                high = min(max(range.upperBound - first, low), count)
            result.passes[index].ops = Array(passes[index].ops[low..<high])
            first += count
        }
        result.damage = bounds
        return result
    }
}
