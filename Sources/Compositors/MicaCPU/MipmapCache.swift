import MicaPixels
import MicaWire

/// Mip chains of images, made when first wanted and kept while they fit into a budget.
///
/// Those used longest ago go first. A chain that is larger than the budget alone is made and not kept. An image's own pixels
/// are not kept here: they are its owner's, who may drop them to keep to a budget as well.
final class MipmapCache {
    /// The levels below the images themselves.
    private var chains: BudgetedCache<UInt64, [Bitmap]>

    init(budget: Int) {
        chains = BudgetedCache(budget: budget)
    }

    /// The most bytes of pixels that are kept.
    var budget: Int { chains.budget }

    /// The bytes of pixels that are kept now.
    var bytes: Int { chains.bytes }

    /// How many images have their chains here.
    var count: Int { chains.count }

    /// Whether an image's chain is here.
    func holds(_ image: ImageResource) -> Bool { chains.holds(image.id) }

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
