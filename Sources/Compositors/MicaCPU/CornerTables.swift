import MicaBase
import MicaCompositor

/// The tables of blurred corners (`CornerTable`), one for each ratio of radius and deviation, made at their first use and
/// cached within a budget.
final class CornerTables {
    /// Entries per deviation. Linear interpolation between them is exact to a quarter of a step of 255.
    static let density = 8.0

    /// The cached tables by their ratios.
    private var tables: BudgetedCache<Double, CornerTable>

    init(budget: Int) {
        tables = BudgetedCache(budget: budget)
    }

    /// The most bytes of all tables.
    var budget: Int { tables.budget }

    /// The bytes of all tables.
    var bytes: Int { tables.bytes }

    /// The number of tables.
    var count: Int { tables.count }

    /// The table of a ratio of radius and deviation, 0...`CornerTable.largestRatio`.
    func table(ratio: Double) -> CornerTable {
        if let known = tables.value(ratio) { return known }
        let table = CornerTable(ratio, density: Self.density)
        tables.insert(table, for: ratio, bytes: table.values.count * MemoryLayout<UInt32>.stride)
        return table
    }

    /// A position in a table: the entry before it, and the distance from that entry towards the next, in 256ths.
    ///
    /// - Parameter offset: the distance from the corner's edge, inwards, in deviations.
    static func position(_ offset: Double, side: Int) -> (entry: Int, part: UInt32) {
        // Rounded to the nearest, without a call into the C library.
        let fixed = Int(max(0, min(Double(side - 1), (offset + CornerTable.reach) * density)) * 256 + 0.5)
        let entry = min(fixed >> 8, side - 2)
        return (entry, UInt32(fixed - entry << 8))
    }
}
