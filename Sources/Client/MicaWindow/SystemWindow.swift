import CMicaWindow
import CSDL
import Mica
import MicaCPU
import MicaCompositor
import MicaResources
import MicaTrace
import MicaWorkers
import QuartzCore

/// A window on the system's display: SDL's window, and the presenter of its frames.
///
/// Used on the main thread.
@MainActor
@safe struct SystemWindow {
    let connection: DisplayConnection
    let handle: OpaquePointer
    /// SDL's number of the window, which its events carry.
    let number: UInt32
    let presenter: any WindowPresenter
    /// The window's OpenGL surface, which is released before the window.
    let surfaces = GLSurfaces()

    /// Makes a hidden window.
    ///
    /// - Parameters:
    ///   - width: In SDL's units; so is the height.
    ///   - timing: Gets the times of the display's refreshes.
    ///   - wake: Wakes the drawing thread when a buffer is free again.
    init(_ title: String, _ width: Int32, _ height: Int32, timing: DisplayTiming, wake: WakeSignal) throws {
        let connection = try DisplayConnection.shared()
        let made = unsafe connection.makeWindow(title, width, height)
        guard let handle = unsafe made else {
            throw WindowError("the window cannot be made: \(DisplayConnection.sdlError)")
        }
        timing.set(rate: unsafe Self.displayRate(of: handle))
        switch connection.kind {
        case .x11:
            presenter = unsafe X11Presenter(handle, display: connection.display) { connection.poke() }
        case .wayland:
            let found = unsafe mica_display_of(UnsafeMutableRawPointer(handle))
            guard let wayland = unsafe connection.wayland, let surface = unsafe found.surface,
                let ring = unsafe WaylandPresenter(
                    wayland, display: connection.display, surface: surface, wake: wake, timing: timing,
                    lock: connection.lock)
            else {
                unsafe connection.release(handle)
                throw WindowError("the window has no Wayland surface")
            }
            presenter = ring
        }
        self.connection = connection
        unsafe self.handle = handle
        number = unsafe SDL_GetWindowID(handle)
    }

    /// The display's refreshes per second.
    var displayRate: Double { unsafe Self.displayRate(of: handle) }

    /// SDL's flags of it.
    var flags: UInt32 { unsafe SDL_GetWindowFlags(handle) }

    /// Makes the window's output, on the drawing thread.
    ///
    /// - Parameter told: Called on that thread with the backend that draws, and the reason, once they are known.
    func makeOutput(
        _ backend: LayerRenderer.Backend, threads: Int,
        told: @escaping @Sendable (LayerRenderer.Backend, String) -> Void
    ) -> @Sendable (WakeSignal) -> any FrameOutput {
        let (presenter, surfaces) = (presenter, surfaces)
        return { _ in
            let pool = WorkerPool(workers: threads)
            let cpu = SurfaceOutput(
                DirectCompositor(CPUCompositor(pool: pool)), WindowSurface(presenter, PixelSize(), scale: 1))
            return WindowOutput(cpu, presenter, backend, surfaces, pool, told: told)
        }
    }

    /// Changes the window through SDL, which may resize it, and takes the events that result.
    func resize(_ body: (OpaquePointer) -> Void) {
        connection.withSDL {
            presenter.beforeResizing()
            unsafe body(handle)
            presenter.afterResizing()
        }
    }

    /// Releases the window. Nothing draws any more.
    func close() {
        connection.withSDL {
            surfaces.close()
            presenter.close()
            unsafe connection.release(handle)
        }
        connection.remove(number: number)
    }

    private static func displayRate(of handle: OpaquePointer) -> Double {
        var mode = unsafe SDL_DisplayMode()
        let display = unsafe SDL_GetWindowDisplayIndex(handle)
        guard unsafe SDL_GetCurrentDisplayMode(max(0, display), &mode) == 0, unsafe mode.refresh_rate > 0 else {
            return 60
        }
        return unsafe Double(mode.refresh_rate)
    }
}
