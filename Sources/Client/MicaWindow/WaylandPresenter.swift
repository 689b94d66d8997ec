import CMicaWindow
import Foundation
import MicaFrame
import MicaGeometry
import MicaHosting
import MicaPixels

/// A window on Wayland: a ring of buffers in shared memory on SDL's surface. The server says when it wants the next frame, and
/// when one was shown.
// Safe because: what the main thread says is read and written under the connection's lock; the ring has its own.
@safe final class WaylandPresenter: WindowPresenter, @unchecked Sendable {
    private let ring: OpaquePointer
    private let wake: Unmanaged<WakeSignal>
    private let timing: DisplayTiming
    /// Held while SDL takes events and changes the surface: it answers the server, which then wants buffers of another size.
    private let lock: NSRecursiveLock
    private var size = PixelSize()
    private var isVisible = false
    /// Whether the surface has pixels.
    private var isShown = false
    /// The size of the buffer that was acquired.
    private var acquired = PixelSize()
    /// How many frames were shown when it was asked last.
    private var shown: UInt64 = 0

    /// Makes the ring of a surface; nil where there is no memory.
    init?(
        _ wayland: OpaquePointer, surface: UnsafeMutableRawPointer, wake: WakeSignal, timing: DisplayTiming,
        lock: NSRecursiveLock
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

    /// Nothing: the server keeps what it shows.
    func presentAgain() {}

    private func noteFeedback() {
        let told = unsafe mica_ring_feedback(ring)
        guard told.shown > shown else { return }
        shown = told.shown
        timing.note(shown: told.time, interval: told.interval > 0 ? told.interval : nil)
    }

    func update(_ size: PixelSize, isVisible: Bool) -> Bool {
        lock.withLock {
            // A surface that was unmapped gets no answer to what it asked before.
            if isVisible, !self.isVisible { unsafe mica_ring_restart(ring) }
            if !isVisible { isShown = false }
            (self.size, self.isVisible) = (size, isVisible)
        }
        return false
    }

    func commitState() {
        // A surface that has shown nothing yet has its first frame to come, and one of another size the next.
        lock.withLock { if isVisible, isShown, size == acquired { unsafe mica_ring_commit(ring) } }
    }

    func beforeEvents() { unsafe mica_ring_before_events(ring) }
    func afterEvents() { unsafe mica_ring_after_events(ring) }

    func close() {
        unsafe mica_ring_free(ring)
        unsafe wake.release()
    }
}
