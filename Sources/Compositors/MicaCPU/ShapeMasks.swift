import MicaFrame
import MicaGeometry
import MicaPixels
import MicaRaster
import MicaResources
import Synchronization

/// The coverage of shapes that stay as they are, kept from drawing to drawing within a budget.
///
/// A shape is known by its path, its rule, and where it is on the surface: the whole transform, not its scale alone, since
/// the bytes of edges depend on parts of pixels. One that is seen for the second time soon after the first is drawn into a
/// mask, so that shapes that change with every frame cost a look into a table and no more. Soon is within a few drawings, or
/// while what was asked for in between would be kept as well: frames that come again and again have masks if those of all
/// of them fit into the budget, and are not drawn into masks that are thrown out before they are used if not. Whether one is here never changes bytes.
struct ShapeMasks {
    /// What a shape's coverage depends on.
    struct Key: Hashable {
        let path: Path
        let rule: FillRule
        let transform: Homography
        /// The pixels of the surface that may show it, whatever of them is drawn now.
        let bounds: DeviceRect
        /// A sum of a few of its numbers.
        let sum: UInt64

        init(_ draw: PathDraw, _ transform: Homography, bounds: DeviceRect) {
            (path, rule, self.transform, self.bounds) = (draw.path, draw.rule, transform, bounds)
            sum = Self.sum(draw.path, transform)
        }

        static func == (one: Key, other: Key) -> Bool {
            // Paths that share their memory are told to be equal at once.
            one.sum == other.sum && one.rule == other.rule && one.bounds == other.bounds
                && one.transform == other.transform && one.path == other.path
        }

        func hash(into hasher: inout Hasher) { hasher.combine(sum) }

        private static func sum(_ path: Path, _ transform: Homography) -> UInt64 {
            var sum = UInt64(path.points.count)
            func add(_ value: Double) { sum = (sum ^ value.bitPattern) &* 0x9e37_79b9_7f4a_7c15 ^ sum >> 29 }
            for value in [transform.tx, transform.ty, transform.a, transform.b] { add(value) }
            // A shape that moves, moves most of its points.
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
    /// The sums of shapes that were seen, two in each place, the later one first.
    private var recent = [UInt64](repeating: 0, count: 1 << 15)
    /// In which drawing each of these was seen.
    private var drawings = [UInt32](repeating: 0, count: 1 << 15)
    private var drawing: UInt32 = 0
    /// How many KiB of masks had been asked for then, about.
    private var asked = [UInt32](repeating: 0, count: 1 << 15)
    /// How many bytes have been, about.
    private var clock = 0
    /// How many drawings later a shape still counts as one that stays.
    private static let drawingLimit: UInt32 = 8
    private let rasterizer = SharedRasterizer()
    private var edges = EdgeList()
    /// How often a mask was here.
    private(set) var hits = 0
    /// How often there was none.
    private(set) var misses = 0

    /// Makes an empty cache with a budget in bytes.
    init(budget: Int) {
        cached = BudgetedCache(budget: budget, slack: budget / 8)
    }

    /// The bytes that are kept now, paths that keys hold included.
    var bytes: Int { cached.bytes }
    /// How many masks are kept.
    var count: Int { cached.count }

    /// Another drawing begins.
    mutating func beginDrawing() { drawing &+= 1 }

    /// The mask of a shape; nil when it was not seen lately, or is too large.
    mutating func mask(of draw: PathDraw, _ transform: Homography, bounds: DeviceRect) -> CoverageMask? {
        let key = Key(draw, transform, bounds: bounds)
        // About what masks of shapes with few holes take.
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

/// A rasteriser that a value can hold.
private final class SharedRasterizer: Sendable {
    private let rasterizer = Mutex(Rasterizer())

    func mask(of edges: EdgeList, limit: Int) -> CoverageMask? {
        rasterizer.withLock { CoverageMask(edges, limit: limit, with: &$0) }
    }
}
