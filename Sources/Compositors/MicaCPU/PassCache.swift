import MicaBase
import MicaFrame

/// Cached results of passes that are drawn offscreen: pictures of rasterized layers, and blurred cells of shadows. A
/// result stays while its pass is unchanged, it is used, and it fits into the budget.
///
/// The cache never changes bytes: a cached result equals a new one.
final class PassCache<Made> {
    /// How often a result was asked for and was cached.
    private(set) var hits = 0
    /// How often a result was asked for and had to be made.
    private(set) var misses = 0

    private struct Entry {
        var frame: Frame
        var deviation: SIMD2<Double>
        var made: Made
        var lastUse: Int
    }
    private var entries: BudgetedCache<UInt64, Entry>
    private var drawings = 0

    init(budget: Int) {
        entries = BudgetedCache(budget: budget)
    }

    /// The most bytes of all results.
    var budget: Int { entries.budget }

    /// The bytes of all results.
    var bytes: Int { entries.bytes }

    /// The number of results.
    var count: Int { entries.count }

    /// Begins a drawing: drops results that were not used for `PassCacheLifetime.drawings`.
    func beginDrawing() {
        drawings += 1
        // In a generic class even a loop over nothing looks up the metadata of its types.
        guard count > 0 else { return }
        entries.removeAll { drawings - $0.lastUse > PassCacheLifetime.drawings }
    }

    /// The cached result of a pass for an owner; nil without one, or if the frame has another pass by now.
    ///
    /// - Parameter deviation: the standard deviations of its blur along x and y, in pixels; zero without a blur.
    func value(of owner: UInt64, _ pass: PassIndex, in frame: Frame, deviation: SIMD2<Double> = .zero) -> Made? {
        guard var entry = entries.value(owner), let last = entry.frame.passes.indices.last,
            entry.deviation == deviation,
            frame.isSame(pass: pass, as: entry.frame, pass: PassIndex(last))
        else {
            misses += 1
            return nil
        }
        hits += 1
        if entry.lastUse != drawings {
            entry.lastUse = drawings
            entries.replace(entry, for: owner)
        }
        return entry.made
    }

    /// Caches the result of a whole pass.
    ///
    /// - Parameter bytes: the memory of the result.
    func keep(
        _ made: Made, bytes: Int, for owner: UInt64, _ pass: PassIndex, in frame: Frame,
        deviation: SIMD2<Double> = .zero
    ) {
        guard bytes <= budget else { return }
        entries.insert(
            Entry(frame: frame.part(showing: pass), deviation: deviation, made: made, lastUse: drawings), for: owner,
            bytes: bytes)
    }
}

/// How long a `PassCache` caches unused results.
enum PassCacheLifetime {
    /// The most drawings without a use: a tenth of a second at 60 drawings a second.
    ///
    /// *Source*: Apple's cached bitmaps are dropped when unused for 100 ms (WWDC 2014, 419, "Advanced Graphics and
    /// Animations for iOS Apps"). A compositor knows no time.
    static let drawings = 6
}
