import MicaBase
import MicaFrame
import MicaTrace
import MicaWorkers

/// The destination of the frames of one tree: a compositor, and the surface that it draws onto.
///
/// Drivers of frames know no more than this, so that any compositor works with any surface of its kind of pixels. Each
/// frame is noted once, in order; a driver may show all frames or only some.
package protocol FrameOutput: AnyObject {
    /// The surface's size. *Units*: pixels.
    var width: Int { get }
    var height: Int { get }
    /// Pixels per point.
    var scale: Double { get }
    /// The traits of its compositor, for which frames are built.
    var traits: CompositorTraits { get }
    /// The threads that frames are drawn on; nil for the calling thread. Frames may be built on them, too, because
    /// nothing is drawn meanwhile.
    var workers: WorkerPool? { get }
    /// Whether a frame can be shown now.
    var isReady: Bool { get }

    /// Notes the difference between a frame and the one that was noted before it.
    func note(_ frame: Frame)

    /// Draws the region of the last noted frame that the surface's next buffer lacks, and shows the buffer.
    ///
    /// - Returns: false when the surface has no free buffer; the frame's changes are then drawn with a later frame.
    func show(_ frame: Frame) -> Bool
}

extension FrameOutput {
    /// nil, for an output that draws on the calling thread.
    package var workers: WorkerPool? { nil }
}

/// An output of one compositor and one surface.
package final class SurfaceOutput<Drawing: Compositor, Target: Surface>: FrameOutput
where Drawing.Pixels == Target.Pixels {
    /// Draws the frames.
    package let compositor: Drawing
    /// Shows the frames; only this output acquires its buffers.
    package let surface: Target
    @usableFromInline var ring = DamageRing()

    /// The first frame is drawn whole.
    package init(_ compositor: Drawing, _ surface: Target) { (self.compositor, self.surface) = (compositor, surface) }

    package var width: Int { surface.width }
    package var height: Int { surface.height }
    package var scale: Double { surface.scale }
    package var traits: CompositorTraits { compositor.traits }
    package var workers: WorkerPool? { compositor.workers }
    package var isReady: Bool { surface.isReady }

    @inlinable  // Generic, like the rest: specialised where an output is made.
    package func note(_ frame: Frame) {
        let whole = DeviceRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height)
        ring.note(frame.damageRegion.intersection(whole), whole)
    }

    @inlinable
    package func show(_ frame: Frame) -> Bool {
        let damage = ring.latest
        if damage.isEmpty { return true }
        // The buffer is the only owner of its pixels, so they are changed without a copy.
        guard var buffer = surface.acquire(damage) else { return false }
        compositor.draw(frame, region: ring.missing(age: buffer.age), into: &buffer.pixels)
        ring.present()
        let span = TraceLog.begin(.present)
        surface.present(buffer.pixels, damage)
        span.end()
        return true
    }
}
