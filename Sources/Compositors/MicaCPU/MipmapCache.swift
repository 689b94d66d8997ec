import MicaPixels
import MicaWire

/// Mip chains of images, made when first wanted and kept while they fit into a budget.
///
/// Those used longest ago go first. A chain that is larger than the budget alone is made and not kept. An image's own pixels
/// are not kept here: they are its owner's, who may drop them to keep to a budget as well.
final class MipmapCache {
    /// The most bytes of pixels that are kept.
    let budget: Int
    /// The bytes of pixels that are kept now.
    private(set) var bytes = 0

    private struct Entry {
        /// The levels below the image itself.
        var levels: [Bitmap]
        var bytes: Int
        var lastUse: Int
    }
    private var entries: [UInt64: Entry] = [:]
    private var clock = 0

    /// Makes an empty cache.
    init(budget: Int) {
        self.budget = budget
    }

    /// How many images have their chains here.
    var count: Int { entries.count }

    /// Whether an image's chain is here.
    func holds(_ image: ImageResource) -> Bool { entries[image.id] != nil }

    /// How many levels an image of a size has: its own and each half as large, down to a single texel.
    static func levelCount(width: Int, height: Int) -> Int {
        let size = max(width, height, 1)
        return Int.bitWidth - size.leadingZeroBitCount
    }

    /// The levels of an image from one of them on, down to a single texel; level 0 is the image itself.
    ///
    /// The image's pixels are asked for when level 0 is wanted, or the chain is not kept.
    ///
    /// *Complexity*: linear in the image's pixels when the chain is not kept.
    ///
    /// - Precondition: there is such a level.
    func levels(of image: ImageResource, from first: Int = 0) -> [Bitmap] {
        clock += 1
        if let kept = entries[image.id]?.levels {
            entries[image.id]?.lastUse = clock
            return first == 0 ? [image.bitmap()] + kept : Array(kept[(first - 1)...])
        }
        let base = image.bitmap()
        var levels = [base]
        var size = 0
        for _ in 1..<max(1, Self.levelCount(width: base.width, height: base.height)) {
            let next = levels[levels.count - 1].halved()
            size += next.pixels.count * MemoryLayout<UInt32>.stride
            levels.append(next)
        }
        let wanted = Array(levels[first...])
        guard size <= budget else { return wanted }
        while bytes + size > budget, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            bytes -= oldest.value.bytes
            entries[oldest.key] = nil
        }
        entries[image.id] = Entry(levels: Array(levels.dropFirst()), bytes: size, lastUse: clock)
        bytes += size
        return wanted
    }
}
