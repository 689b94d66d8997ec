import MicaFrame
import MicaPixels
import MicaWire

/// Rasters of layers that are drawn once, kept while they stay the same, fit into a budget and are used.
///
/// Whether one is here never changes bytes: what is kept is what would be drawn.
final class RasterCache {
    /// The most bytes of pixels that are kept.
    let budget: Int
    /// After how many drawings without use a raster is dropped: a tenth of a second at 60 a second.
    ///
    /// *Source*: Apple's cached bitmaps are dropped when unused for 100 ms (WWDC 2014, 419, "Advanced Graphics and
    /// Animations for iOS Apps"). A compositor knows no time.
    static let lifetime = 6
    /// How often a raster was wanted and here.
    private(set) var hits = 0
    /// How often a raster was wanted and had to be drawn.
    private(set) var misses = 0
    /// The bytes of pixels that are kept now.
    private(set) var bytes = 0

    private struct Entry {
        var frame: Frame
        var image: ImageResource
        var bytes: Int
        var lastUse: Int
    }
    private var entries: [UInt64: Entry] = [:]
    private var clock = 0

    /// Makes an empty cache.
    init(budget: Int) {
        self.budget = budget
    }

    /// How many rasters are kept.
    var count: Int { entries.count }

    /// Begins a drawing: drops what was not used for long.
    func beginDrawing() {
        clock += 1
        for (owner, entry) in entries where clock - entry.lastUse > Self.lifetime { remove(owner) }
    }

    /// The raster that a frame wants, if it is here and as the frame has it.
    func raster(_ draw: RasterDraw, of frame: Frame) -> ImageResource? {
        guard let entry = entries[draw.owner], let last = entry.frame.passes.indices.last,
            entry.frame.passes[last].bounds == frame.passes[draw.pass.rawValue].bounds,
            frame.isSame(pass: draw.pass, as: entry.frame, pass: PassIndex(last))
        else {
            misses += 1
            return nil
        }
        hits += 1
        entries[draw.owner]?.lastUse = clock
        return entry.image
    }

    /// Keeps a raster that was drawn.
    func keep(_ image: ImageResource, _ draw: RasterDraw, of frame: Frame) {
        remove(draw.owner)
        let size = image.width * image.height * MemoryLayout<UInt32>.stride
        guard size <= budget else { return }
        while bytes + size > budget, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
        entries[draw.owner] = Entry(frame: frame.part(showing: draw.pass), image: image, bytes: size, lastUse: clock)
        bytes += size
    }

    private func remove(_ owner: UInt64) {
        if let entry = entries.removeValue(forKey: owner) { bytes -= entry.bytes }
    }
}
