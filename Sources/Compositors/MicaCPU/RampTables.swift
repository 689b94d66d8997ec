import MicaBase
import MicaCompositor
import MicaFrame
import MicaRaster

/// A cache of gradients' tables.
struct RampTables {
    private struct Entry {
        /// A reference, so that no other ramp can get its identity.
        var ramp: GradientRamp
        var table: RampTable
        /// The colours for dithered drawing; nil until they are first wanted.
        var dithered: DitheredRamp?
    }
    private var tables: BudgetedCache<ObjectIdentifier, Entry>

    /// Makes an empty cache. A MiB holds the tables of 250 gradients.
    init(budget: Int = 4 << 20) { tables = BudgetedCache(budget: budget, slack: budget / 4) }

    /// The colours of a ramp for dithered drawing.
    mutating func dithered(_ ramp: GradientRamp) -> DitheredRamp {
        let key = ObjectIdentifier(ramp)
        if let made = tables.value(key)?.dithered { return made }
        let (table, made) = (table(of: ramp), DitheredRamp(ramp))
        tables.insert(
            Entry(ramp: ramp, table: table, dithered: made), for: key,
            bytes: table.pixels.count * 4 + (DitheredRamp.steps + 1) * 32)
        return made
    }

    /// The table of a ramp.
    mutating func table(of ramp: GradientRamp) -> RampTable {
        let key = ObjectIdentifier(ramp)
        if let entry = tables.value(key) { return entry.table }
        let table = RampTable(ramp)
        tables.insert(Entry(ramp: ramp, table: table), for: key, bytes: table.pixels.count * 4)
        return table
    }
}

extension DitheredRamp {
    /// The colours of a ramp whose colours are opaque.
    init(_ ramp: GradientRamp) {
        let stops = ramp.stops
        let jumps = zip(stops, stops.dropFirst()).filter { $0.location == $1.location }.map { $0.0.location }
        self.init(jumps: jumps) { t, isBefore in
            let next = stops.firstIndex { isBefore ? $0.location >= t : $0.location > t } ?? stops.count
            var color = stops[min(next, stops.count - 1)].color
            if next > 0, next < stops.count {
                let (a, b) = (stops[next - 1], stops[next])
                color = a.color.mixed(with: b.color, (t - a.location) / (b.location - a.location))
            }
            return SIMD3(color.red, color.green, color.blue)
        }
    }
}
