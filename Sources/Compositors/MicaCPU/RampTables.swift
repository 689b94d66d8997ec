import MicaCompositor
import MicaFrame
import MicaResources

/// A cache of gradients' tables.
struct RampTables {
    private struct Entry {
        /// A reference, so that no other ramp can get its identity.
        var ramp: GradientRamp
        var table: RampTable
    }
    private var tables: BudgetedCache<ObjectIdentifier, Entry>

    /// Makes an empty cache. A MiB holds the tables of 250 gradients.
    init(budget: Int = 4 << 20) { tables = BudgetedCache(budget: budget, slack: budget / 4) }

    /// The table of a ramp.
    mutating func table(of ramp: GradientRamp) -> RampTable {
        let key = ObjectIdentifier(ramp)
        if let entry = tables.value(key) { return entry.table }
        let table = RampTable(ramp)
        tables.insert(Entry(ramp: ramp, table: table), for: key, bytes: table.pixels.count * 4)
        return table
    }
}
