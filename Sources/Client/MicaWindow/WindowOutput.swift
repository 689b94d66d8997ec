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
/// With `auto`, OpenGL draws if it runs on hardware. When OpenGL fails, the processor draws the same frame and all
/// later ones.
final class WindowOutput: FrameOutput {
    /// The output by the processor.
    let cpu: SurfaceOutput<DirectCompositor, WindowSurface>
    /// The output by OpenGL; nil if it is not used.
    private(set) var gl: GLWindowOutput?
    private let presenter: any WindowPresenter
    private let told: (LayerRenderer.Backend, String) -> Void

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
        told(.gl, made.renderer)
    }

    var width: Int { cpu.width }
    var height: Int { cpu.height }
    var scale: Double { cpu.scale }
    var workers: WorkerPool? { cpu.workers }
    var isReady: Bool { presenter.isReady }
    var traits: CompositorTraits { gl == nil ? cpu.traits : .plain }

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
            if gl.show(frame) { return true }
            if gl.failure == nil { return false }
            giveUp(gl)
        }
        return cpu.show(frame)
    }

    /// Shows the last frame again; false if its pixels are lost.
    func showAgain() -> Bool {
        if let gl { return presenter.serverKeepsPixels || gl.showAgain() }
        presenter.presentAgain()
        return true
    }

    private func giveUp(_ gl: GLWindowOutput) {
        told(.cpu, "OpenGL draws no more: \(gl.failure ?? "")")
        gl.close()
        self.gl = nil
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
