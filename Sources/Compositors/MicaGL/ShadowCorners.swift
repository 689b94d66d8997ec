import MicaBase
import MicaCompositor

/// Tables of blurred corners (`CornerTable`) as textures: one for each ratio of radius and deviation, made at its first
/// use.
///
/// A texel has four entries: its own, the next, and both of the next row. So a lookup between four entries is one
/// fetch. When a drawing ends, tables beyond the budget are let go, the longest unused first.
final class ShadowCorners {
    /// Entries for each deviation: twice as many as in the CPU compositor. With the CPU's density a lookup is within a
    /// quarter of a step of 255. The driver's rounding on top of that made one pixel in 10,000 random frames differ
    /// from the reference by two steps.
    static let density = 16.0

    /// The most bytes that stay when a drawing ends: some dozens of tables of ordinary shadows.
    static let budget = 8 << 20

    /// The bytes of all textures.
    var bytes: Int { corners.bytes }
    private let context: GLContext
    private var corners = BudgetedCache<Double, Corner>(budget: ShadowCorners.budget)

    /// A table as a texture.
    struct Corner {
        var texture: GLTexture
        /// Entries on a side of the table.
        var side: Int
    }

    init(_ context: GLContext) { self.context = context }

    /// The table of a ratio, 0...`CornerTable.largestRatio`.
    func corner(ratio: Double) throws(GLRefusal) -> Corner {
        if let known = corners.value(ratio) { return known }
        let table = CornerTable(ratio, density: Self.density)
        let (values, side) = (table.values, table.side - 1)
        var texels: [SIMD4<UInt16>] = []
        texels.reserveCapacity(side * side)
        for y in 0..<side {
            for x in 0..<side {
                let at = y * table.side + x, below = at + table.side
                texels.append(
                    SIMD4(truncatingIfNeeded: SIMD4(values[at], values[at + 1], values[below], values[below + 1])))
            }
        }
        let texture = try context.makeTexture(.wide, width: side, height: side)
        context.upload(texels.span, to: texture, width: side, height: side)
        let corner = Corner(texture: texture, side: table.side)
        // What waits to be drawn may look up any of them.
        corners.add(corner, for: ratio, bytes: texture.bytes)
        return corner
    }

    /// Lets go tables beyond the budget.
    func endDrawing() { corners.makeRoom { context.delete($0.texture) } }
}
