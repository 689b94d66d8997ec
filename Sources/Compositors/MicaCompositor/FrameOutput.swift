import MicaFrame
import MicaGeometry
import MicaTrace
import MicaWorkers

/// Where the frames of one tree go: a compositor, and the surface that it draws onto.
///
/// What drives frames knows no more of either than this, so that any compositor fits with any surface of its kind of pixels.
/// Each frame is noted once, in order; shown are all of them or some.
package protocol FrameOutput: AnyObject {
    /// The surface's size. *Units*: pixels.
    var width: Int { get }
    var height: Int { get }
    /// Pixels per point.
    var scale: Double { get }
    /// What frames that are made for the compositor should have.
    var traits: CompositorTraits { get }
    /// The threads that frames are drawn on, which may build them too, as nothing is drawn meanwhile; nil for the calling one.
    var workers: WorkerPool? { get }
    /// Whether a frame could be shown now.
    var isReady: Bool { get }

    /// Takes in what differs between a frame and the one that was noted before.
    func note(_ frame: Frame)

    /// Draws what the surface's next buffer lacks of the frame that was noted last, and shows the buffer.
    ///
    /// - Returns: false when the surface has no buffer to draw into now; what the frame has changed is then drawn with a later
    ///   one.
    func show(_ frame: Frame) -> Bool
}

extension FrameOutput {
    /// nil: frames are drawn on the calling thread.
    package var workers: WorkerPool? { nil }
}

/// One compositor with one surface.
package final class SurfaceOutput<Drawing: Compositor, Target: Surface>: FrameOutput
where Drawing.Pixels == Target.Pixels {
    /// What draws.
    package let compositor: Drawing
    /// What is drawn onto; nobody else acquires its buffers.
    package let surface: Target
    @usableFromInline var ring = DamageRing()

    /// Makes an output whose first frame is drawn whole.
    package init(_ compositor: Drawing, _ surface: Target) { (self.compositor, self.surface) = (compositor, surface) }

    package var width: Int { surface.width }
    package var height: Int { surface.height }
    package var scale: Double { surface.scale }
    package var traits: CompositorTraits { compositor.traits }
    package var workers: WorkerPool? { compositor.workers }
    package var isReady: Bool { surface.isReady }

    @inlinable  // Generic, like what follows: specialised where an output is made.
    package func note(_ frame: Frame) {
        let whole = DeviceRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height)
        ring.note(frame.damageRegion.intersection(whole), whole)
    }

    @inlinable
    package func show(_ frame: Frame) -> Bool {
        let damage = ring.latest
        if damage.isEmpty { return true }
        // The pixels are changed where they lie: a second name for them would copy the whole buffer.
        guard var buffer = surface.acquire(damage) else { return false }
        compositor.draw(frame, region: ring.missing(age: buffer.age), into: &buffer.pixels)
        ring.present()
        let span = TraceLog.begin(.present)
        surface.present(buffer.pixels, damage)
        span.end()
        return true
    }
}
