import MicaBase
import MicaRaster

/// Mip chains of images, made at their first use and cached within a budget.
///
/// The longest unused chains go first. A chain that is larger than the whole budget is made and not cached. Level 0, an
/// image's own pixels, is not cached here: it belongs to the image's owner, who may have a budget of its own.
final class MipmapCache {
    /// The levels below level 0, by image.
    private var chains: BudgetedCache<UInt64, [Bitmap]>

    init(budget: Int) {
        chains = BudgetedCache(budget: budget)
    }

    /// The most bytes of all chains.
    var budget: Int { chains.budget }

    /// The bytes of all chains.
    var bytes: Int { chains.bytes }

    /// The number of chains.
    var count: Int { chains.count }

    /// Whether an image's chain is cached.
    func holds(_ image: ImageResource) -> Bool { chains.holds(image.id) }

    /// The number of levels of an image of a size: its own, and each half as large, down to a single texel.
    static func levelCount(width: Int, height: Int) -> Int {
        let size = max(width, height, 1)
        return Int.bitWidth - size.leadingZeroBitCount
    }

    /// The levels of an image from a level on, down to a single texel. Level 0 is the image itself.
    ///
    /// The image's pixels are read only for level 0, and to make a chain.
    ///
    /// *Complexity*: linear in the image's pixels when the chain is not cached.
    ///
    /// - Precondition: the level exists.
    func levels(of image: ImageResource, from first: Int = 0) -> [Bitmap] {
        if let cached = chains.value(image.id) {
            return first == 0 ? [image.bitmap()] + cached : Array(cached[(first - 1)...])
        }
        let base = image.bitmap()
        var levels = [base]
        var size = 0
        for _ in 1..<max(1, Self.levelCount(width: base.width, height: base.height)) {
            let next = levels[levels.count - 1].halved()
            size += next.pixels.count * MemoryLayout<UInt32>.stride
            levels.append(next)
        }
        chains.insert(Array(levels.dropFirst()), for: image.id, bytes: size)
        return Array(levels[first...])
    }
}
