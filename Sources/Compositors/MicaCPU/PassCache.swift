import MicaFrame
import MicaResources

/// What is made once of passes that are drawn apart (rasters, blurred cells of shadows), kept while the passes stay the same, fit
/// into a budget and are used.
///
/// Whether something is here never changes bytes: what is kept is what would be made.
final class PassCache<Made> {
    /// How often something was wanted and here.
    private(set) var hits = 0
    /// How often something was wanted and had to be made.
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

    /// The most bytes that are kept.
    var budget: Int { entries.budget }

    /// The bytes that are kept now.
    var bytes: Int { entries.bytes }

    /// Of how many passes something is kept.
    var count: Int { entries.count }

    /// Begins a drawing: drops what was not used for long.
    func beginDrawing() {
        drawings += 1
        // In a generic class even a loop over nothing looks for the metadata of its types.
        guard count > 0 else { return }
        entries.removeAll { drawings - $0.lastUse > PassCacheLifetime.drawings }
    }

    /// What was made of a pass for an owner, if it is here and the pass is as the frame has it.
    ///
    /// - Parameter deviation: what it was blurred by, along x and y, in pixels; zero where it is not.
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

    /// Keeps what was made of all of a pass.
    ///
    /// - Parameter bytes: the memory that it takes.
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

/// How long a `PassCache` keeps what is not used.
enum PassCacheLifetime {
    /// After how many drawings without use it is dropped: a tenth of a second at 60 a second.
    ///
    /// *Source*: Apple's cached bitmaps are dropped when unused for 100 ms (WWDC 2014, 419, "Advanced Graphics and
    /// Animations for iOS Apps"). A compositor knows no time.
    static let drawings = 6
}
