import MicaBase
import MicaCompositor
import MicaFrame

/// Draws frames and reads them back later: the driver draws the next frames while the pixels of earlier ones arrive.
///
///     host.draw(frame, at: time)                      // shows into the reader
///     if reader.waiting > GLFrameReader.depth { use(reader.take()) }
///
/// It has a context of its own, and a texture that holds the last frame, so that only the damage of each frame is drawn
/// and read.
package final class GLFrameReader: FrameOutput {
    /// The size. *Units*: pixels.
    package let width: Int, height: Int
    /// Pixels per point.
    package let scale: Double
    /// Blurs are not cached.
    package var traits: CompositorTraits { .plain }
    /// Always true: it draws into its own texture.
    package var isReady: Bool { true }
    /// How many frames wait to be taken: at most `depth` + 1.
    package var waiting: Int { pending.count }
    /// How many frames are drawn before the first is taken.
    package static let depth = 2

    private let device: GLDevice
    private var ring = DamageRing()
    private var pending: [Pending] = []
    private var count = 0
    private var words: [UInt32] = []
    private var bitmap: Bitmap
    /// Whether the bitmap has the frame before the next one to be taken.
    private var hasLast = false

    /// A frame whose pixels are on their way.
    private struct Pending {
        var slot: Int
        /// The region that is read; nil if the frame could not be drawn.
        var region: DamageRegion?
        /// The state whose context has the buffer.
        var owner: ObjectIdentifier?
    }

    /// - Parameter device: has no other user.
    package init(_ device: GLDevice, width: Int, height: Int, scale: Double) {
        (self.device, self.width, self.height, self.scale) = (device, width, height, scale)
        bitmap = Bitmap(width: width, height: height)
    }

    package func note(_ frame: Frame) {
        let whole = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        ring.note(frame.damageRegion.intersection(whole), whole)
    }

    /// Draws a frame; `take` gives its pixels.
    ///
    /// - Precondition: at most `depth` frames wait.
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

    /// The pixels of the frame that has waited longest. *nil when* they are lost: the frame could not be drawn, its
    /// context was lost meanwhile, or it only changes a part of a lost frame. The next frame that is shown is drawn
    /// whole then.
    ///
    /// - Precondition: a frame waits.
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

    /// Waits for the pixels of a frame; false if they are lost.
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
