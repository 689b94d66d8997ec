import MicaFrame
import MicaPixels
import MicaWire

/// Rasters of layers that are drawn once, kept while they stay the same, fit into a budget and are used.
///
/// Whether one is here never changes bytes: what is kept is what would be drawn.
final class RasterCache {
    /// After how many drawings without use a raster is dropped: a tenth of a second at 60 a second.
    ///
    /// *Source*: Apple's cached bitmaps are dropped when unused for 100 ms (WWDC 2014, 419, "Advanced Graphics and
    /// Animations for iOS Apps"). A compositor knows no time.
    static let lifetime = 6
    /// How often a raster was wanted and here.
    private(set) var hits = 0
    /// How often a raster was wanted and had to be drawn.
    private(set) var misses = 0

    private struct Entry {
        var frame: Frame
        var image: ImageResource
        var lastUse: Int
    }
    private var entries: BudgetedCache<UInt64, Entry>
    private var drawings = 0

    /// Makes an empty cache.
    init(budget: Int) {
        entries = BudgetedCache(budget: budget)
    }

    /// The most bytes of pixels that are kept.
    var budget: Int { entries.budget }

    /// The bytes of pixels that are kept now.
    var bytes: Int { entries.bytes }

    /// How many rasters are kept.
    var count: Int { entries.count }

    /// Begins a drawing: drops what was not used for long.
    func beginDrawing() {
        drawings += 1
        entries.removeAll { drawings - $0.lastUse > Self.lifetime }
    }

    /// The raster that a frame wants, if it is here and as the frame has it.
    func raster(_ draw: RasterDraw, of frame: Frame) -> ImageResource? {
        guard var entry = entries.value(draw.owner), let last = entry.frame.passes.indices.last,
            entry.frame.passes[last].bounds == frame.passes[draw.pass.rawValue].bounds,
            frame.isSame(pass: draw.pass, as: entry.frame, pass: PassIndex(last))
        else {
            misses += 1
            return nil
        }
        hits += 1
        entry.lastUse = drawings
        entries.replace(entry, for: draw.owner)
        return entry.image
    }

    /// Keeps a raster that was drawn.
    func keep(_ image: ImageResource, _ draw: RasterDraw, of frame: Frame) {
        entries.insert(
            Entry(frame: frame.part(showing: draw.pass), image: image, lastUse: drawings), for: draw.owner,
            bytes: image.width * image.height * MemoryLayout<UInt32>.stride)
    }
}
