import CMicaWindow
import Foundation
import MicaBase
import MicaFrame
import MicaGL
import MicaRaster
import MicaTrace

/// A window on Wayland: a ring of buffers in shared memory on SDL's surface. The server reports when it wants the next
/// frame, and when one was shown.
// Safe because: the main thread's values are read and written under the connection's lock; the ring has its own lock.
@safe final class WaylandPresenter: WindowPresenter, @unchecked Sendable {
    private let ring: OpaquePointer
    private let wake: Unmanaged<WakeSignal>
    private let timing: DisplayTiming
    /// Held while SDL takes events and changes the surface: SDL then answers the server, which expects buffers of the
    /// new size.
    private let lock: NSRecursiveLock
    private var size = PixelSize()
    private var isVisible = false
    /// Whether the surface has pixels.
    private var isShown = false
    /// The size of the buffer acquired last.
    private var acquired = PixelSize()
    /// The number of shown frames at the last check.
    private var shown: UInt64 = 0
    let glTarget: GLWindowTarget?

    /// Makes the ring of a surface; nil if there is no memory.
    init?(
        _ wayland: OpaquePointer, display: UnsafeMutableRawPointer, surface: UnsafeMutableRawPointer, wake: WakeSignal,
        timing: DisplayTiming, lock: NSRecursiveLock
    ) {
        let retained = unsafe Unmanaged.passRetained(wake)
        let made = unsafe mica_ring_make(
            wayland, surface,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<WakeSignal>.fromOpaque(context).takeUnretainedValue().signal()
                }
            }, retained.toOpaque())
        guard let ring = unsafe made else {
            unsafe retained.release()
            return nil
        }
        unsafe (self.ring, self.wake) = (ring, retained)
        (self.timing, self.lock) = (timing, lock)
        glTarget = unsafe GLWindowTarget(wayland: display, surface: surface)
    }

    var isReady: Bool {
        noteFeedback()
        guard lock.withLock({ isVisible }) else { return false }
        return unsafe mica_ring_is_ready(ring)
    }

    func acquire(width: Int, height: Int) -> (pixels: SharedPixels, age: Int)? {
        let wanted = PixelSize(width: width, height: height)
        let isRight = lock.withLock {
            acquired = wanted
            return isVisible && size == wanted
        }
        guard isRight else { return nil }
        var age: Int32 = 0
        guard let base = unsafe mica_ring_acquire(ring, Int32(clamping: width), Int32(clamping: height), &age) else {
            return nil
        }
        return (unsafe SharedPixels(base: base, width: width, height: height, stride: width), Int(age))
    }

    func present(_ damage: DamageRegion) {
        var rects: [Int32] = []
        for index in 0..<damage.count {
            let rect = damage[index]
            rects += [Int32(rect.minX), Int32(rect.minY), Int32(rect.width), Int32(rect.height)]
        }
        lock.withLock {
            if isVisible, size == acquired {
                unsafe mica_ring_present(ring, rects, Int32(damage.count))
                isShown = true
            } else {
                unsafe mica_ring_cancel(ring)
            }
        }
    }

    func show(width: Int, height: Int, _ swap: () -> Bool) -> Bool {
        lock.withLock {
            guard isVisible, size == PixelSize(width: width, height: height) else { return false }
            unsafe mica_ring_expect(ring)
            guard swap() else {
                unsafe mica_ring_unexpect(ring)
                return false
            }
            (acquired, isShown) = (size, true)
            return true
        }
    }

    /// Does nothing: the server keeps the shown pixels.
    func presentAgain() {}

    private func noteFeedback() {
        let told = unsafe mica_ring_feedback(ring)
        guard told.shown > shown else { return }
        shown = told.shown
        timing.note(shown: told.time, interval: told.interval > 0 ? told.interval : nil)
    }

    func update(_ size: PixelSize, isVisible: Bool) -> Bool {
        lock.withLock {
            // The server does not answer the requests of an unmapped surface.
            if isVisible, !self.isVisible { unsafe mica_ring_restart(ring) }
            if !isVisible { isShown = false }
            (self.size, self.isVisible) = (size, isVisible)
        }
        return false
    }

    func commitState() {
        // A surface that has shown nothing yet will get its first frame, and a resized one its next: those commit the
        // state.
        lock.withLock { if isVisible, isShown, size == acquired { unsafe mica_ring_commit(ring) } }
    }

    func beforeEvents() { unsafe mica_ring_before_events(ring) }
    func afterEvents() { unsafe mica_ring_after_events(ring) }

    func close() {
        unsafe mica_ring_free(ring)
        unsafe wake.release()
    }
}
