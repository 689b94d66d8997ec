import Synchronization

/// Pixels that can be made again, cached within a budget of bytes. Those used longest ago are dropped first.
///
/// An `ImageResource` that was made with a cache has its pixels only there, so that many images which were decoded late
/// do not pile up. A bitmap that is being drawn from lives on until the drawing is done; the budget counts only the
/// cache's own bitmaps. A bitmap larger than the whole budget is not cached.
package final class ImageCache: Sendable {
    /// Counts of a cache's work, and its size.
    package struct Statistics: Sendable, Equatable {
        /// How often pixels were asked for, were not here, and were made.
        package var decodes = 0
        /// How often pixels were asked for and were here.
        package var hits = 0
        /// How many bitmaps were dropped to stay within the budget.
        package var drops = 0
        /// How many bitmaps are held.
        package var count = 0
        /// The size of all bitmaps that are held. *Units*: bytes.
        package var bytes = 0

        /// Makes the statistics of a cache that has done nothing.
        package init() {}
    }

    private struct State {
        var bitmaps: BudgetedCache<UInt64, Bitmap>
        /// The counts of the cache's work. `bitmaps` has its size.
        var statistics = Statistics()
    }

    private let state: Mutex<State>

    /// The cache that images of files share: 256 MiB, the size of the largest image that is decoded.
    package static let shared = ImageCache(budget: 256 << 20)

    /// Whether pixels are made when an image is committed, rather than when it is first drawn.
    package let wantsPixelsEarly: Bool

    /// Makes a cache of its own.
    ///
    /// - Parameters:
    ///   - budget: The most that it holds. *Units*: bytes.
    ///   - wantsPixelsEarly: Whether pixels are made when an image is committed, rather than when it is first drawn.
    package init(budget: Int, wantsPixelsEarly: Bool = true) {
        self.wantsPixelsEarly = wantsPixelsEarly
        state = Mutex(State(bitmaps: BudgetedCache(budget: max(budget, 0))))
    }

    /// The largest size of the cache. A smaller budget drops the excess at once. *Units*: bytes.
    package var budget: Int {
        get { state.withLock { $0.bitmaps.budget } }
        set {
            state.withLock {
                var drops = 0
                $0.bitmaps.budget = max(newValue, 0)
                $0.bitmaps.makeRoom { _ in drops += 1 }
                $0.statistics.drops += drops
            }
        }
    }

    /// Counts of the cache's work so far, and its size.
    package var statistics: Statistics {
        state.withLock { state in
            var statistics = state.statistics
            (statistics.count, statistics.bytes) = (state.bitmaps.count, state.bitmaps.bytes)
            return statistics
        }
    }

    /// The pixels of an image, if they are here; counts as a hit.
    func bitmap(of id: UInt64) -> Bitmap? {
        state.withLock { state in
            let bitmap = state.bitmaps.value(id)
            if bitmap != nil { state.statistics.hits += 1 }
            return bitmap
        }
    }

    /// Whether the pixels of an image are here; not a use.
    func holds(_ id: UInt64) -> Bool { state.withLock { $0.bitmaps.holds(id) } }

    /// Whether a number of bytes fits without dropping anything.
    func hasRoom(for bytes: Int) -> Bool { state.withLock { $0.bitmaps.bytes + bytes <= $0.bitmaps.budget } }

    /// Caches the pixels of an image, and drops others where there is no room: expendable ones first.
    ///
    /// *Complexity*: a sort of all bitmaps, where some are dropped: little beside decoding one.
    func insert(_ bitmap: Bitmap, of id: UInt64, isExpendable: Bool) {
        state.withLock { state in
            var drops = 0
            state.bitmaps.insert(bitmap, for: id, bytes: bitmap.byteCount, isExpendable: isExpendable) { _ in drops += 1
            }
            state.statistics.drops += drops
        }
    }

    /// Drops the pixels of an image.
    func remove(_ id: UInt64) { state.withLock { $0.bitmaps.remove(id) } }

    /// Counts one making of pixels.
    package func countDecode() { state.withLock { $0.statistics.decodes += 1 } }
}

extension Bitmap {
    /// The size of the pixels. *Units*: bytes.
    package var byteCount: Int { pixels.count * 4 }
}
