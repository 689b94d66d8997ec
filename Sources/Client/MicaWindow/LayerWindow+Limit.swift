import MicaBase
import MicaCompositor
import MicaFrame
import MicaHosting
import MicaRaster
import MicaTrace

extension LayerWindow {
    /// Moves a square in the window for some seconds, without layers, server and compositor. It measures the limit of
    /// the display and of this thread, with which frames of layers are compared.
    ///
    /// Each frame is two fills, of the area that the square has left and of the square itself, at each refresh at which
    /// the display takes a frame. Afterwards the layers are shown again.
    ///
    /// - Parameters:
    ///   - side: The square's side, in pixels.
    ///   - body: Called with the frames, on the thread that draws.
    package func measureLimit(seconds: Double, side: Int, _ body: @escaping @Sendable ([ShownFrame]) -> Void) {
        let timing = timing
        performOnSurface { host, surface in
            var loop = LimitLoop(timing, side)
            body(loop.run(seconds, on: surface, wake: host.wake))
            host.invalidate()
        }
    }
}

/// The loop that shows only the square.
private struct LimitLoop {
    private let timing: DisplayTiming
    private let side: Int
    private var ring = DamageRing()
    private var square = DeviceRect.empty

    init(_ timing: DisplayTiming, _ side: Int) { (self.timing, self.side) = (timing, side) }

    /// Shows frames for some seconds; returns them.
    mutating func run(_ seconds: Double, on surface: WindowSurface, wake: WakeSignal) -> [ShownFrame] {
        let clock = MonotonicClock()
        let end = clock.now + seconds
        var last = clock.now
        var frames: [ShownFrame] = []
        while clock.now < end {
            let now = clock.now
            _ = wake.take()
            let grid = timing.grid
            let due = grid.time(grid.first(from: last + 0.5 / grid.rate))
            guard due <= now else {
                _ = clock.wait(until: min(end, due), or: wake)
                continue
            }
            guard surface.isReady, show(frames.count, on: surface) else {
                _ = clock.wait(until: end, or: wake)
                continue
            }
            last = max(due, grid.time(grid.last(upTo: now)))
            frames.append(ShownFrame(time: last, began: now, ended: clock.now))
        }
        return frames
    }

    private mutating func show(_ index: Int, on surface: WindowSurface) -> Bool {
        let whole = DeviceRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height)
        let x = index * 10 % max(1, surface.width - side)
        let next = DeviceRect(minX: x, minY: 0, maxX: x + side, maxY: side).intersection(whole)
        var damage = DamageRegion(square)
        damage.add(next)
        ring.note(damage, whole)
        let latest = ring.latest
        guard let buffer = surface.acquire(latest) else { return false }
        let missing = ring.missing(age: buffer.age)
        for index in 0..<missing.count { Self.fill(missing[index], 0xFF20_2020, buffer.pixels) }
        Self.fill(next, 0xFF33_99FF, buffer.pixels)
        ring.present()
        surface.present(buffer.pixels, latest)
        square = next
        return true
    }

    private static func fill(_ rect: DeviceRect, _ pixel: UInt32, _ pixels: SharedPixels) {
        guard !rect.isEmpty else { return }
        pixels.block(
            x: rect.minX, y: rect.minY, width: rect.width, height: rect.height, minX: rect.minX, minY: rect.minY
        ).fill(pixel, columns: rect.minX..<rect.maxX, rows: rect.minY..<rect.maxY)
    }
}
