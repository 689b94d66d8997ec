import Foundation
import Mica
import MicaCPU
import MicaCompositor
import MicaFrame
import MicaGL
import MicaTrace
import MicaWorkers
import QuartzCore
import Synchronization

/// The output of a window's frames: the processor into a presenter's buffer, or OpenGL.
///
/// With `auto`, both draw in turns at first (`BackendTrial`), and then the faster one goes on. If OpenGL itself runs on
/// the processor, it is not tried. When OpenGL fails, the processor goes on with the same frame.
final class WindowOutput: FrameOutput {
    /// The output by the processor.
    let cpu: SurfaceOutput<DirectCompositor, WindowSurface>
    /// The output by OpenGL; nil if it is not used.
    private(set) var gl: GLWindowOutput?
    private let presenter: any WindowPresenter
    private let told: (LayerRenderer.Backend, String) -> Void
    /// The trial of both; nil once it is over.
    private var trial: BackendTrial?
    private var drawsWithGL = false

    /// Makes the output, on the drawing thread.
    ///
    /// - Parameters:
    ///   - surfaces: Releases OpenGL's surface before the window.
    ///   - told: Called with the backend that draws, and the reason.
    init(
        _ cpu: SurfaceOutput<DirectCompositor, WindowSurface>, _ presenter: any WindowPresenter,
        _ backend: LayerRenderer.Backend, _ surfaces: GLSurfaces, _ pool: WorkerPool,
        told: @escaping (LayerRenderer.Backend, String) -> Void
    ) {
        (self.cpu, self.presenter, self.told) = (cpu, presenter, told)
        choose(backend, surfaces, pool)
    }

    private func choose(_ backend: LayerRenderer.Backend, _ surfaces: GLSurfaces, _ pool: WorkerPool) {
        guard backend == .gl || backend == .auto else { return told(.cpu, "it was asked for") }
        guard let target = presenter.glTarget else { return told(.cpu, "the display has no way to it for OpenGL") }
        let made: GLWindowOutput
        do throws(GLUnavailable) {
            made = try GLWindowOutput(target, presenter) { CPUCompositor(pool: pool) }
        } catch {
            return told(.cpu, error.description)
        }
        if backend == .auto, made.isSoftware {
            made.close()
            return told(.cpu, "the processor draws for OpenGL as well, in a slower way")
        }
        surfaces.keep(made)
        gl = made
        if backend == .gl {
            drawsWithGL = true
            told(.gl, made.renderer)
        } else {
            trial = BackendTrial()
        }
    }

    var width: Int { cpu.width }
    var height: Int { cpu.height }
    var scale: Double { cpu.scale }
    var workers: WorkerPool? { cpu.workers }
    var isReady: Bool { presenter.isReady }
    var traits: CompositorTraits { drawsWithGL && trial == nil ? .plain : cpu.traits }

    /// Sets the size; the next frame is drawn whole.
    func resize(_ size: PixelSize, scale: Double) {
        cpu.surface.resize(size, scale: scale)
        gl?.resize(width: size.width, height: size.height, scale: scale)
    }

    func note(_ frame: Frame) {
        cpu.note(frame)
        gl?.note(frame)
    }

    func show(_ frame: Frame) -> Bool {
        if let gl {
            if trial != nil { return show(frame, trying: gl) }
            if drawsWithGL {
                if gl.show(frame) { return true }
                if gl.failure == nil { return false }
                giveUp(gl)
            }
        }
        return cpu.show(frame)
    }

    /// Shows the last frame again; false if its pixels are lost.
    func showAgain() -> Bool {
        if let gl, drawsWithGL { return presenter.serverKeepsPixels || gl.showAgain() }
        presenter.presentAgain()
        return true
    }

    private func giveUp(_ gl: GLWindowOutput) {
        told(.cpu, "OpenGL draws no more: \(gl.failure ?? "")")
        gl.close()
        self.gl = nil
        (drawsWithGL, trial) = (false, nil)
    }

    /// Shows a frame with the output whose turn it is, and measures its duration.
    private func show(_ frame: Frame, trying gl: GLWindowOutput) -> Bool {
        guard var trial else { return cpu.show(frame) }
        drawsWithGL = trial.isTurnOfGL
        // OpenGL draws asynchronously: the time is measured until it has finished.
        gl.waits = true
        let began = MonotonicClock.now
        let isShown = drawsWithGL ? gl.show(frame) : cpu.show(frame)
        if drawsWithGL, gl.failure != nil {
            giveUp(gl)
            return cpu.show(frame)
        }
        guard isShown else { return false }
        trial.note(MonotonicClock.now - began)
        self.trial = trial
        guard let result = trial.result else { return true }
        self.trial = nil
        gl.waits = false
        drawsWithGL = result.isGLFaster
        if !drawsWithGL {
            gl.close()
            self.gl = nil
        }
        told(drawsWithGL ? .gl : .cpu, result.description)
        return true
    }
}

/// Finds the faster of two outputs: they draw in turns in the window's first second.
struct BackendTrial {
    /// The number of frames that each draws in a row, and the number of such rows. The first frame of a row does not count:
    /// it repeats the other output's changes, or compiles programs.
    static let block = 10, rounds = 3

    private var count = 0
    private var seconds: (cpu: [Double], gl: [Double]) = ([], [])

    /// Whether OpenGL draws the next frame.
    var isTurnOfGL: Bool { count / Self.block % 2 == 1 }

    /// Notes the duration of a frame. *Units*: seconds.
    mutating func note(_ duration: Double) {
        if count % Self.block != 0 {
            if isTurnOfGL { seconds.gl.append(duration) } else { seconds.cpu.append(duration) }
        }
        count += 1
    }

    /// The result; nil before the end.
    var result: Result? {
        guard count >= 2 * Self.block * Self.rounds else { return nil }
        func median(_ list: [Double]) -> Double { list.sorted()[list.count / 2] }
        return Result(cpu: median(seconds.cpu), gl: median(seconds.gl))
    }

    /// The median durations of both. *Units*: seconds.
    struct Result: CustomStringConvertible {
        var cpu: Double, gl: Double

        var isGLFaster: Bool { gl < cpu }

        var description: String {
            func text(_ seconds: Double) -> String { String(format: "%.2f ms", seconds * 1000) }
            return "of the first frames OpenGL took \(text(gl)) each, the processor \(text(cpu))"
        }
    }
}

/// The OpenGL surfaces of a window. They are released while the window exists.
// Safe because: the list is read and written under its lock; it is emptied when nothing draws any more.
final class GLSurfaces: @unchecked Sendable {
    private let lock = NSLock()
    private var outputs: [GLWindowOutput] = []

    func keep(_ output: GLWindowOutput) { lock.withLock { outputs.append(output) } }

    func close() {
        lock.withLock {
            for output in outputs { output.close() }
            outputs = []
        }
    }
}

/// The backend that draws a window. The drawing thread sets it; observers are told.
final class BackendChoice: Sendable {
    private let state = Mutex<(last: (LayerRenderer.Backend, String)?, observer: Observer?)>((nil, nil))

    typealias Observer = @Sendable (LayerRenderer.Backend, String) -> Void

    func tell(_ backend: LayerRenderer.Backend, _ reason: String) {
        let observer = state.withLock { state in
            state.last = (backend, reason)
            return state.observer
        }
        observer?(backend, reason)
    }

    func observe(_ body: @escaping Observer) {
        let last = state.withLock { state in
            state.observer = body
            return state.last
        }
        if let last { body(last.0, last.1) }
    }
}
