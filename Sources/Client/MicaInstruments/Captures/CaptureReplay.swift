import CoreGraphics
import Mica
import MicaBase
import MicaCPU
import MicaFrame
import MicaGL
import MicaHosting
import MicaOverlays
import MicaReference
import MicaServer
import MicaTrace
import MicaWire
import MicaWorkers
import QuartzCore

/// Draws a capture at any time, in any order, as a whole or op by op.
///
/// A replay belongs to one thread.
public final class CaptureReplay {
    /// The capture to draw.
    public let capture: LayerCapture
    /// The backend that draws.
    public let backend: LayerRenderer.Backend
    private let player: ScenePlayer
    private let compositor: CPUCompositor?
    private let gl: GLCompositor?

    /// Makes a replay before the first commit.
    ///
    /// - Parameters:
    ///   - backend: The backend; `cpu` replaces a backend that this machine lacks.
    ///   - threads: The number of drawing threads, which does not change the pixels.
    public init(_ capture: LayerCapture, backend: LayerRenderer.Backend = .cpu, threads: Int = 1) {
        let backend = backend.resolved
        (self.capture, self.backend) = (capture, backend)
        let workers = WorkerPool(workers: max(1, threads))
        player = ScenePlayer(capture.scene, workers: workers)
        let device = backend == .gl ? try? GLDevice.shared.get() : nil
        let gl = device.map { GLCompositor(device: $0) { CPUCompositor(pool: workers) } }
        self.gl = gl
        compositor = backend == .reference || gl != nil ? nil : CPUCompositor(pool: workers)
    }

    /// The frame at a time.
    package func frame(at time: Double) -> Frame {
        let (media, view) = (capture.mediaTime(time), capture.view(at: time))
        let server = player.server(at: media)
        server.traits = compositor?.traits ?? .plain
        server.waitsForTiles = true
        let back = view.background
        return server.frame(
            at: media, width: view.width, height: view.height, rootTransform: view.rootTransform,
            background: PixelColor(ColorValue(.sRGB, red: back.x, green: back.y, blue: back.z, alpha: back.w)))
    }

    /// The layers at a time, after the last commit before it.
    package func tree(at time: Double) -> RenderTree { player.server(at: capture.mediaTime(time)).tree }

    /// The pixels of a frame.
    package func bitmap(of frame: Frame) -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height)
        draw(frame, DamageRegion(frame.bounds), into: &bitmap)
        return bitmap
    }

    /// Draws the frames of the run in order, each only where it differs from the frame before. Records the work when
    /// tracing is on.
    ///
    /// - Parameters:
    ///   - rate: Frames a second.
    ///   - goesOn: Called after each frame, with its index and drawing time in seconds; false ends the run.
    package func play(framesPerSecond rate: Double, while goesOn: (Int, Double) -> Bool) {
        let count = Int(min(max(1, (capture.duration * rate).rounded()), 1e6))
        var bitmap = Bitmap(width: 0, height: 0)
        for index in 0..<count {
            let began = MonotonicClock.nanoseconds
            var span = TraceLog.begin(.frame)
            let frame = frame(at: Double(index) / rate)
            span.end()
            span = TraceLog.begin(.draw)
            let isSame = bitmap.width == frame.width && bitmap.height == frame.height
            if !isSame { bitmap = Bitmap(width: frame.width, height: frame.height) }
            draw(frame, isSame ? frame.damageRegion : DamageRegion(frame.bounds), into: &bitmap)
            span.end()
            let server = player.server(at: capture.mediaTime(Double(index) / rate))
            FrameUse.note(frame, flow: 1 << 32 | server.applied, layers: server.tree.count)
            guard goesOn(index, Double(MonotonicClock.nanoseconds - began) * 1e-9) else { return }
        }
    }

    private func draw(_ frame: Frame, _ region: DamageRegion, into bitmap: inout Bitmap) {
        if let compositor {
            compositor.draw(frame, region: region, into: &bitmap)
        } else if let gl {
            gl.draw(frame, region: region, into: &bitmap)
        } else {
            ReferenceCompositor().draw(frame, region: region, into: &bitmap)
        }
    }

    /// The pixels at a time.
    package func bitmap(at time: Double) -> Bitmap { bitmap(of: frame(at: time)) }

    /// The picture at a time with debug options' colours over it.
    ///
    /// Options that show changes compare with the frame a sixtieth of a second before.
    public func image(at time: CFTimeInterval, debugOptions: LayerDebugOptions) -> CGImage {
        var overlay = DebugOverlay(debugOptions.overlays)
        let before = max(0, time - 1.0 / 60)
        if before < time { _ = overlay.colored(frame(at: before), at: before) }
        return CGImage(bitmap: bitmap(of: overlay.colored(frame(at: time), at: time)))
    }

    /// The picture at a time, in seconds.
    public func image(at time: CFTimeInterval) -> CGImage { CGImage(bitmap: bitmap(at: time)) }

    /// The picture after the first ops of the frame at a time.
    ///
    /// - Parameter ops: The ops of all passes, counted from 0 in the order of the frame's text.
    public func image(at time: CFTimeInterval, ops: Range<Int>) -> CGImage {
        CGImage(bitmap: bitmap(of: frame(at: time).keeping(ops)))
    }

    /// The ops of the frame at a time, as text.
    public func text(at time: CFTimeInterval) -> String { frame(at: time).description }

    /// The number of ops in all passes of the frame at a time.
    public func opCount(at time: CFTimeInterval) -> Int { frame(at: time).opCount }
}

extension Frame {
    /// The number of ops in all passes.
    package var opCount: Int { passes.reduce(0) { $0 + $1.ops.count } }

    /// The frame with only some of its ops, counted from 0 through all passes in order.
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

extension CaptureReplay {
    /// The lines of some ops of the frame at a time.
    ///
    /// - Parameter ops: The ops of all passes, counted from 0 in the order of the frame's text.
    public func text(at time: CFTimeInterval, ops: Range<Int>) -> String {
        frame(at: time).keeping(ops).description
    }
}
