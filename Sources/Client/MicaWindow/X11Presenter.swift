import CMicaWindow
import CSDL
import Foundation
import MicaBase
import MicaFrame
import MicaGL
import MicaRaster

/// A window on X11: one buffer in memory. The server reads it (MIT-SHM, through SDL's window surface), or gets it
/// through the connection if it is on another machine.
// Safe because: the main thread replaces the buffer, and the drawing thread uses it, only under `lock`; SDL has told
// Xlib that several threads use the connection.
@safe final class X11Presenter: WindowPresenter, @unchecked Sendable {
    private let window: OpaquePointer
    private let display: UnsafeMutableRawPointer
    /// Makes the main thread take events that a request on this thread has read.
    private let poke: @Sendable () -> Void
    /// Held from `acquire` to `present`, and while the buffer is replaced.
    private let lock = NSLock()
    /// Held while SDL may resize the window, and while it shows a frame. SDL clips rectangles to the window's present
    /// edges, and one that begins beyond them ends the program with an X error. Always taken last.
    private let resizing = NSLock()
    private var surface: UnsafeMutablePointer<SDL_Surface>?
    /// The pixels to draw into if the server's format differs; nil otherwise.
    private var converted: UnsafeMutablePointer<UInt32>?
    private var isVisible = false
    /// Whether the buffer has the pixels that were shown last.
    private var isKnown = false
    /// Whether SDL no longer accepts the buffer, because the window has had another size, if only for a moment.
    private var isRefused = false
    /// Whether the shown pixels came by `show`, and are not in the buffer.
    private var isShownOtherwise = false
    let glTarget: GLWindowTarget?
    let serverKeepsPixels = false

    init(_ window: OpaquePointer, display: UnsafeMutableRawPointer, poke: @escaping @Sendable () -> Void) {
        unsafe (self.window, self.display) = (window, display)
        self.poke = poke
        let number = unsafe mica_display_of(UnsafeMutableRawPointer(window)).window
        let visual = unsafe mica_x11_visual(display, number)
        glTarget = visual == 0 ? nil : GLWindowTarget(x11: UInt(number), visual: visual)
    }

    var isReady: Bool { lock.withLock { unsafe isVisible && !isRefused && surface != nil } }

    func update(_ size: PixelSize, isVisible: Bool) -> Bool {
        lock.withLock {
            self.isVisible = isVisible
            if !isRefused, let surface = unsafe surface,
                unsafe (surface.pointee.w, surface.pointee.h) == (Int32(size.width), Int32(size.height))
            {
                return false
            }
            makeBuffer()
            return true
        }
    }

    private func makeBuffer() {
        (isKnown, isRefused) = (false, false)
        unsafe converted?.deallocate()
        unsafe converted = nil
        unsafe surface = SDL_GetWindowSurface(window)
        guard let surface = unsafe surface else { return }
        let format = unsafe surface.pointee.format.pointee.format
        if format != SDL_PIXELFORMAT_RGB888.rawValue, format != SDL_PIXELFORMAT_ARGB8888.rawValue {
            let count = unsafe Int(surface.pointee.w) * Int(surface.pointee.h)
            let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
            unsafe pixels.initialize(repeating: 0, count: count)
            unsafe converted = pixels
        }
    }

    func acquire(width: Int, height: Int) -> (pixels: SharedPixels, age: Int)? {
        lock.lock()
        guard isVisible, let surface = unsafe surface, let memory = unsafe surface.pointee.pixels,
            unsafe (Int(surface.pointee.w), Int(surface.pointee.h)) == (width, height)
        else {
            lock.unlock()
            return nil
        }
        let pixels: SharedPixels
        if let converted = unsafe converted {
            pixels = unsafe SharedPixels(base: converted, width: width, height: height, stride: width)
        } else {
            pixels = unsafe SharedPixels(
                base: memory.assumingMemoryBound(to: UInt32.self), width: width, height: height,
                stride: Int(surface.pointee.pitch) / 4)
        }
        return (pixels, isKnown ? 1 : 0)
    }

    func present(_ damage: DamageRegion) {
        var rects: [SDL_Rect] = []
        for index in 0..<damage.count {
            let rect = damage[index]
            rects.append(
                SDL_Rect(x: Int32(rect.minX), y: Int32(rect.minY), w: Int32(rect.width), h: Int32(rect.height)))
        }
        // A buffer with unknown pixels was drawn whole, and is shown whole.
        if !isKnown, let surface = unsafe surface {
            rects = unsafe [SDL_Rect(x: 0, y: 0, w: surface.pointee.w, h: surface.pointee.h)]
        }
        convert(rects)
        // It fails if SDL knows of another size. The main thread will then report the size, and make another buffer.
        isKnown = resizing.withLock { unsafe SDL_UpdateWindowSurfaceRects(window, rects, Int32(rects.count)) == 0 }
        isRefused = !isKnown
        isShownOtherwise = false
        // SDL stores an error message for each thread, and does not free it on threads of others.
        if isRefused { SDL_TLSCleanup() }
        let wasRefused = isRefused
        lock.unlock()
        // This thread's request may have read events of the server, which no other thread would notice.
        if unsafe wasRefused || mica_x11_has_events(display) { poke() }
    }

    private func convert(_ rects: [SDL_Rect]) {
        guard let converted = unsafe converted, let surface = unsafe surface, let memory = unsafe surface.pointee.pixels
        else { return }
        let (width, pitch) = unsafe (Int(surface.pointee.w), Int(surface.pointee.pitch))
        let format = unsafe surface.pointee.format.pointee
        for rect in rects {
            let (x, y) = (Int(rect.x), Int(rect.y))
            unsafe SDL_ConvertPixels(
                rect.w, rect.h, SDL_PIXELFORMAT_ARGB8888.rawValue, converted + y * width + x, Int32(width * 4),
                format.format, memory + y * pitch + x * Int(format.BytesPerPixel), Int32(pitch))
        }
    }

    func presentAgain() {
        lock.withLock {
            if isVisible, isKnown, !isShownOtherwise {
                resizing.withLock { unsafe _ = SDL_UpdateWindowSurface(window) }
            }
        }
        if unsafe mica_x11_has_events(display) { poke() }
    }

    func show(width: Int, height: Int, _ swap: () -> Bool) -> Bool {
        lock.withLock {
            guard isVisible, let surface = unsafe surface,
                unsafe (Int(surface.pointee.w), Int(surface.pointee.h)) == (width, height)
            else { return false }
            isShownOtherwise = true
            return swap()
        }
    }

    func beforeEvents() { resizing.lock() }
    func afterEvents() { resizing.unlock() }
    func beforeResizing() { resizing.lock() }
    func afterResizing() { resizing.unlock() }

    /// Does nothing: the server takes each request at once.
    func commitState() {}

    func close() {
        lock.withLock {
            unsafe converted?.deallocate()
            unsafe (converted, surface) = (nil, nil)
            isVisible = false
        }
    }
}
