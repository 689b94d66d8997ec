import MicaCPU
import MicaPixels

/// The CPU compositor's tables of blurred corners as textures: one for each ratio of radius and deviation, made at its
/// first use.
///
/// A texel has four entries: its own, the next, and both of the next row. So a lookup between four entries is one
/// fetch. When a drawing ends, tables beyond the budget are let go, the longest unused first.
final class ShadowCorners {
    /// Entries for each deviation: twice as many as in the CPU compositor. With the CPU's density a lookup is within a
    /// quarter of a step of 255. The driver's rounding on top of that made one pixel in 10,000 random frames differ
    /// from the reference by two steps.
    static let density = 2 * CornerTables.density

    /// The most bytes that stay when a drawing ends: some dozens of tables of ordinary shadows.
    static let budget = 8 << 20

    /// The bytes of all textures.
    private(set) var bytes = 0
    private let context: GLContext
    private var corners: [Double: (corner: Corner, lastUse: Int)] = [:]
    private var drawing = 0

    /// A table as a texture.
    struct Corner {
        var texture: GLTexture
        /// Entries on a side of the table.
        var side: Int
    }

    init(_ context: GLContext) { self.context = context }

    /// The table of a ratio, 0...`CornerTables.largestRatio`.
    func corner(ratio: Double) throws(GLRefusal) -> Corner {
        if let index = corners.index(forKey: ratio) {
            corners.values[index].lastUse = drawing
            return corners.values[index].corner
        }
        let table = CornerTables.make(ratio, density: Self.density)
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
        bytes += texture.bytes
        let corner = Corner(texture: texture, side: table.side)
        corners[ratio] = (corner, drawing)
        return corner
    }

    /// Lets go tables beyond the budget.
    func endDrawing() {
        drawing += 1
        while bytes > Self.budget, let oldest = corners.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            context.delete(oldest.value.corner.texture)
            bytes -= oldest.value.corner.texture.bytes
            corners[oldest.key] = nil
        }
    }
}
