import MicaCompositor
import MicaFrame
import MicaGeometry
import MicaResources

/// Draws frames and reads them back later: the driver goes on with the next frames while the pixels of earlier ones come.
///
///     host.draw(frame, at: time)                      // shows into the reader
///     if reader.waiting > GLFrameReader.depth { use(reader.take()) }
///
/// It has a context of its own with a texture that keeps what was drawn last, so that of each frame the damage alone is drawn and read.
package final class GLFrameReader: FrameOutput {
    /// The size. *Units*: pixels.
    package let width: Int, height: Int
    /// Pixels per point.
    package let scale: Double
    /// Nothing is kept of blurs.
    package var traits: CompositorTraits { .plain }
    /// There is always a texture.
    package var isReady: Bool { true }
    /// How many frames wait to be read: at most `depth` and one more.
    package var waiting: Int { pending.count }
    /// How many frames are drawn before the first is read.
    package static let depth = 2

    private let device: GLDevice
    private var ring = DamageRing()
    private var pending: [Pending] = []
    private var count = 0
    private var words: [UInt32] = []
    private var bitmap: Bitmap
    /// Whether the bitmap has the frame that was taken last.
    private var hasLast = false

    /// A frame whose pixels come.
    private struct Pending {
        var slot: Int
        /// What is read; nil where the frame could not be drawn.
        var region: DamageRegion?
        /// The context that has it.
        var owner: ObjectIdentifier?
    }

    /// Makes a reader.
    ///
    /// - Parameter device: of its own.
    package init(_ device: GLDevice, width: Int, height: Int, scale: Double) {
        (self.device, self.width, self.height, self.scale) = (device, width, height, scale)
        bitmap = Bitmap(width: width, height: height)
    }

    package func note(_ frame: Frame) {
        let whole = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        ring.note(frame.damageRegion.intersection(whole), whole)
    }

    /// Draws a frame; its pixels are to be taken.
    ///
    /// - Precondition: no more than `depth` wait.
    package func show(_ frame: Frame) -> Bool {
        precondition(pending.count <= Self.depth, "a frame is taken before others are drawn")
        var now = Pending(slot: count % GLContext.readSlots)
        count += 1
        do throws(GLRefusal) {
            try device.draw { (state) throws(GLRefusal) in
                let region = try state.prepareShown(width: width, height: height, lacking: ring.latest)
                let drawing = FrameDrawing(state: state, frame: frame, joinsCalls: true)
                for index in 0..<region.count {
                    try drawing.draw(
                        region[index], onto: Picture(texture: state.shown.texture, box: region[index], first: (0, 0)))
                }
                try state.context.target(state.shown.texture)
                try state.context.readLater(region, slot: now.slot)
                state.shown.isWhole = true
                (now.region, now.owner) = (region, ObjectIdentifier(state))
            }
        } catch {
            // The next frame is drawn whole.
            now.region = nil
            device.forgetShown()
        }
        ring.present()
        pending.append(now)
        return true
    }

    /// The pixels of the frame that was shown first of those that wait; nil where they are lost: it could not be drawn, its context was lost
    /// meanwhile, or it is a part of a frame that was lost. The next frame that is shown is drawn whole then.
    ///
    /// - Precondition: one waits.
    package func take() -> Bitmap? {
        let first = pending.removeFirst()
        let whole = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        guard let region = first.region, hasLast || region.holds(whole), read(region, of: first) else {
            if hasLast { device.forgetShown() }
            hasLast = false
            return nil
        }
        write(region)
        hasLast = true
        return bitmap
    }

    /// Waits for the pixels of a frame; false where they are lost.
    private func read(_ region: DamageRegion, of frame: Pending) -> Bool {
        var total = 0
        for index in 0..<region.count { total += region[index].width * region[index].height }
        if words.count < total { words.append(contentsOf: repeatElement(0, count: total - words.count)) }
        var isRead = false
        do throws(GLRefusal) {
            try device.draw { (state) throws(GLRefusal) in
                isRead =
                    frame.owner == ObjectIdentifier(state)
                    && state.context.readNow(slot: frame.slot, total, into: &words)
            }
        } catch { return false }
        return isRead
    }

    private func write(_ region: DamageRegion) {
        var start = 0
        for index in 0..<region.count {
            let rect = region[index]
            for y in rect.minY..<rect.maxY {
                let row = y * width
                bitmap.pixels.replaceSubrange(
                    row + rect.minX..<row + rect.maxX, with: words[start..<start + rect.width])
                start += rect.width
            }
        }
    }
}
