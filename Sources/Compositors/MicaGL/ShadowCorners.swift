import MicaCompositor
import MicaResources

/// Tables of blurred corners (`CornerTable`) as textures, one for each ratio of radius and deviation, made when first wanted.
///
/// A texel has the entry there, the next one, and the two of the next row: a look-up between four entries is one fetch. What was used
/// longest ago is let go when a drawing ends, while all of them take more than the budget.
final class ShadowCorners {
    /// Entries for each deviation. With 8 a look-up is within a quarter of a step of 255, which is enough for the CPU compositor; the driver's
    /// rounding on top made one pixel in 10,000 random frames differ from the reference by two steps.
    static let density = 16.0

    /// The most bytes that stay when a drawing ends: some dozens of tables of ordinary shadows.
    static let budget = 8 << 20

    /// The bytes of all textures.
    var bytes: Int { corners.bytes }
    private let context: GLContext
    private var corners = BudgetedCache<Double, Corner>(budget: ShadowCorners.budget)

    /// A table on the device.
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

    /// Lets go what does not fit into the budget.
    func endDrawing() { corners.makeRoom { context.delete($0.texture) } }
}
