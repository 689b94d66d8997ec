import MicaBase
import MicaFrame

/// The coverage of small blurred rectangles, cached from drawing to drawing within a budget.
///
/// The key is everything that the bytes depend on, but not the whole pixels of the position: shadows of equal shapes
/// at the same fraction of a pixel share a mask, in one frame and in the frames after it. A mask is made when a shadow
/// is seen for the second time, so that shadows that change with every frame cost only a lookup. Masks never change
/// bytes.
struct ShadowMasks {
    /// A blurred rounded rectangle, moved by whole pixels to the surface's first ones.
    private struct Key: Hashable {
        var shape: SIMD8<Double>
        var place: SIMD8<Double>

        init(_ draw: ShadowDraw, _ transform: Homography) {
            let r = draw.shape.rect
            shape = SIMD8(lowHalf: SIMD4(r.minX, r.minY, r.maxX, r.maxY), highHalf: draw.shape.radii)
            place = SIMD8(
                lowHalf: SIMD4(transform.a, transform.d, transform.tx, transform.ty),
                highHalf: SIMD4(draw.deviation, 0, 0, 0))
        }
    }

    /// Masks; nil for shadows whose masks would be too large.
    private var cached: BudgetedCache<Key, ShadowMask?>
    /// The shadows that were seen lately and have no mask, in two generations.
    private var seen: (now: Set<Key>, before: Set<Key>) = ([], [])
    /// How often a mask was cached.
    private(set) var hits = 0
    /// How often a mask was not cached.
    private(set) var misses = 0
    /// How many masks were made.
    private(set) var made = 0

    /// The most pixels of a mask.
    private static let largest = 1 << 16
    /// The most shadows in a generation.
    private static let generation = 512

    /// Makes an empty cache with a budget in bytes. A MiB has room for a hundred shadows of thumbs at two pixels a point.
    init(budget: Int = 2 << 20) { cached = BudgetedCache(budget: budget, slack: budget / 4) }

    /// The bytes of all masks.
    var bytes: Int { cached.bytes }

    /// The mask of a shadow; nil if it was not seen lately, or its mask is too large.
    ///
    /// - Parameter transform: moves by less than a pixel.
    mutating func mask(of draw: ShadowDraw, _ transform: Homography) -> ShadowMask? {
        let key = Key(draw, transform)
        if let known = cached.value(key) {
            if known != nil { hits += 1 } else { misses += 1 }
            return known
        }
        misses += 1
        guard seen.now.contains(key) || seen.before.contains(key) else {
            if seen.now.count >= Self.generation { seen = ([], seen.now) }
            seen.now.insert(key)
            return nil
        }
        seen.now.remove(key)
        seen.before.remove(key)
        let mask = ShadowMask(draw, transform, most: Self.largest)
        if mask != nil { made += 1 }
        cached.insert(mask, for: key, bytes: (mask?.values.count ?? 0) + 2 * MemoryLayout<Key>.stride)
        return mask
    }
}

/// The coverage of all pixels of a blurred rounded rectangle.
struct ShadowMask {
    /// The pixels that may be covered.
    let bounds: DeviceRect
    /// The coverage of each, 0...255, row by row.
    let values: [UInt8]

    /// *nil when* it cannot be seen, has more than `most` pixels, or its columns are not computed once.
    init?(_ draw: ShadowDraw, _ transform: Homography, most: Int) {
        guard let box = transform.axisAlignedBox(of: draw.box) else { return nil }
        // A pixel more at each side: a pixel's own size adds to the blur.
        let all = DeviceRect(
            around: box.minimum.x - 1, box.minimum.y - 1, box.maximum.x + 1, box.maximum.y + 1)
        guard all.width <= most, all.height <= most, all.width * all.height <= most,
            let shadow = PreparedShadow(draw, transform: transform, bounds: all), shadow.hasColumns
        else { return nil }
        var values: [UInt8] = []
        values.reserveCapacity(all.width * all.height)
        var row = [UInt8](repeating: 0, count: all.width)
        var sums = [Float](repeating: 0, count: all.width)
        for y in all.minY..<all.maxY {
            let run = shadow.coverage(&row, &sums, x: all.minX, y: y, count: all.width)
            for i in row.indices where !run.contains(i) { row[i] = 0 }
            values += row
        }
        (bounds, self.values) = (all, values)
    }

    /// Writes the coverage of a run of pixels, 0...255.
    ///
    /// - Returns: the part of the run that was written, counted from the run's beginning.
    func coverage(_ output: inout [UInt8], x: Int, y: Int, count: Int) -> Range<Int> {
        guard y >= bounds.minY, y < bounds.maxY else { return 0..<0 }
        let first = max(0, bounds.minX - x), last = min(count, bounds.maxX - x)
        guard first < last else { return 0..<0 }
        var bytes = output.mutableSpan
        bytes.copy(
            values.span, first: (y - bounds.minY) * bounds.width + x + first - bounds.minX, start: first,
            count: last - first)
        return first..<last
    }
}
