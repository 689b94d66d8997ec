import MicaBase
import MicaFrame
import MicaRaster
import Synchronization

/// The coverage of shapes that do not change, cached from drawing to drawing within a budget.
///
/// The key is the path, its rule, and its whole transform on the surface, because the bytes of edges depend on parts of
/// pixels. A shape is drawn into a mask when it is seen for the second time soon after the first. So shapes that change
/// with every frame cost only a lookup. "Soon" means within a few drawings, or while all shapes that were asked for in
/// between would fit into the cache, too. So frames that recur have masks if the masks of all of them fit into the
/// budget; if not, no masks are drawn that would be dropped before they are used. Masks never change bytes.
struct ShapeMasks {
    /// Everything that a shape's coverage depends on.
    struct Key: Hashable {
        let path: Path
        let rule: FillRule
        let transform: Homography
        /// All pixels of the surface that may ever show it.
        let bounds: DeviceRect
        /// A checksum of a few of its numbers, for the hash.
        let sum: UInt64

        init(_ draw: PathDraw, _ transform: Homography, bounds: DeviceRect) {
            (path, rule, self.transform, self.bounds) = (draw.path, draw.rule, transform, bounds)
            sum = Self.sum(draw.path, transform)
        }

        static func == (one: Key, other: Key) -> Bool {
            // Paths that share their memory are found equal without comparing points.
            one.sum == other.sum && one.rule == other.rule && one.bounds == other.bounds
                && one.transform == other.transform && one.path == other.path
        }

        func hash(into hasher: inout Hasher) { hasher.combine(sum) }

        private static func sum(_ path: Path, _ transform: Homography) -> UInt64 {
            var sum = UInt64(path.points.count)
            func add(_ value: Double) { sum = (sum ^ value.bitPattern) &* 0x9e37_79b9_7f4a_7c15 ^ sum >> 29 }
            for value in [transform.tx, transform.ty, transform.a, transform.b] { add(value) }
            // A shape that moves usually moves most of its points.
            let step = max(1, path.points.count / 8)
            var index = 0
            while index < path.points.count {
                add(path.points[index].x)
                add(path.points[index].y)
                index += step
            }
            return sum ^ sum >> 32
        }
    }

    /// Masks; nil for shapes whose masks are too large.
    private var cached: BudgetedCache<Key, CoverageMask?>
    /// The sums of shapes that were seen lately, in pairs; the later one is first.
    private var recent = [UInt64](repeating: 0, count: 1 << 15)
    /// The drawing in which each was seen.
    private var drawings = [UInt32](repeating: 0, count: 1 << 15)
    private var drawing: UInt32 = 0
    /// The value of `clock`, in KiB, when each was seen.
    private var asked = [UInt32](repeating: 0, count: 1 << 15)
    /// The bytes of masks that were asked for so far, about.
    private var clock = 0
    /// The most drawings between two sightings of a shape that counts as unchanged.
    private static let drawingLimit: UInt32 = 8
    private let rasterizer = SharedRasterizer()
    private var edges = EdgeList()
    /// How often a mask was cached.
    private(set) var hits = 0
    /// How often a mask was not cached.
    private(set) var misses = 0

    /// An empty cache with a budget in bytes.
    init(budget: Int) {
        cached = BudgetedCache(budget: budget, slack: budget / 8)
    }

    /// The bytes of all masks, and of the paths in their keys.
    var bytes: Int { cached.bytes }
    /// The number of masks.
    var count: Int { cached.count }

    /// Begins another drawing.
    mutating func beginDrawing() { drawing &+= 1 }

    /// The mask of a shape; nil when the shape was not seen lately, or its mask is too large.
    mutating func mask(of draw: PathDraw, _ transform: Homography, bounds: DeviceRect) -> CoverageMask? {
        let key = Key(draw, transform, bounds: bounds)
        // An estimate of the mask's size, for shapes with few holes.
        clock &+= 64 * bounds.height + 4 * bounds.width + 24 * draw.path.points.count
        if let known = cached.value(key) {
            if known != nil { hits += 1 } else { misses += 1 }
            return known
        }
        misses += 1
        let now = UInt32(truncatingIfNeeded: clock >> 10)
        let index = Int(key.sum & UInt64(recent.count - 1)) & ~1
        let known = recent[index] == key.sum ? index : recent[index + 1] == key.sum ? index + 1 : -1
        let isSoon =
            known >= 0
            && (drawing &- drawings[known] <= Self.drawingLimit || Int(now &- asked[known]) << 10 <= cached.budget / 2)
        guard isSoon else {
            if known != index {
                (recent[index], recent[index + 1]) = (key.sum, recent[index])
                drawings[index + 1] = drawings[index]
                asked[index + 1] = asked[index]
            }
            drawings[index] = drawing
            asked[index] = now
            return nil
        }
        edges.set(draw.path, transform: transform, rule: draw.rule, clip: bounds)
        let path = draw.path.points.count * MemoryLayout<Point>.stride + draw.path.verbs.count
        let mask = rasterizer.mask(of: edges, limit: cached.budget / 8)
        cached.insert(mask, for: key, bytes: (mask?.size ?? 0) + path + MemoryLayout<Key>.stride)
        return mask
    }
}

/// A rasterizer in an object, so that a value can hold it.
private final class SharedRasterizer: Sendable {
    private let rasterizer = Mutex(Rasterizer())

    func mask(of edges: EdgeList, limit: Int) -> CoverageMask? {
        rasterizer.withLock { CoverageMask(edges, limit: limit, with: &$0) }
    }
}
