/// The tile by which Core Graphics dithers gradients.
///
/// A channel's value v, 0...255, becomes floor(v + 1 - (rank + 0.5) / 16): the mean over a tile is v, and whole values
/// stay. All channels of a pixel have the same rank. The tile begins at the top left pixel of the bitmap.
///
/// *Source*: read off three of Apple's pictures of a gradient over 1170 x 2532 pixels
/// (afanasykoryakin/AFSnapshotTesting, 2024 and 2025): of 435,000 values none is mispredicted. There the tile's columns
/// come in an order that repeats after 64 pixels (`isWide`). In Apple's pictures of airbnb/lottie-ios (2022 to 2026)
/// they come in order: the mean differences of the 256 cells correlate with the ranks by -0.95. There gradients with
/// translucent colours are not dithered (issue_1628, issue_1762: differences from dithered ones correlate with the
/// ranks by 0.9). The former pictures' renderer asks for the standard range of colours, and the latter's has the
/// default format.
package struct DitherTile: Sendable, Equatable {
    /// The position of the first pixel of rows, from the bitmap's top left pixel.
    package var x: Int, y: Int
    /// Whether the columns come in the order that repeats after 64 pixels.
    package var isWide: Bool

    package init(x: Int = 0, y: Int = 0, isWide: Bool = false) { (self.x, self.y, self.isWide) = (x, y, isWide) }

    /// The number of columns of a table's row. A power of two.
    static let columns = 64
    /// One level of a channel, in the numbers of `tables`.
    static let unit: Int32 = 4096

    /// The additions of all rows, of both orders: 16 rows of 64 columns, and 16 more of the wide order.
    static let tables: [Int32] = [false, true].flatMap { isWide in
        (0..<16 * columns).map { index in
            let (x, y) = (index % columns, index / columns)
            let bits = (x & 1) + (x >> 1 & 1) + (x >> 2 & 1)
            let column = isWide ? bits + 2 * (x >> 3 & 1) + 4 * (x >> 4 & 1) + 8 * (x >> 5 & 1) : x
            return unit - (2 * Int32(ranks[16 * y + column % 16]) + 1) * (unit / 32)
        }
    }

    /// The position in `tables` of a row's first column.
    @inline(__always)  // For every row of a gradient.
    func row(_ y: Int) -> Int { ((y &+ self.y) & 15) &* Self.columns &+ (isWide ? 16 * Self.columns : 0) }

    private static let ranks: [UInt8] = [
        0, 5, 14, 9, 12, 4, 7, 1, 11, 6, 13, 8, 3, 15, 10, 2,
        4, 12, 6, 0, 2, 11, 14, 5, 15, 9, 1, 7, 13, 3, 8, 10,
        13, 3, 9, 12, 15, 6, 8, 1, 4, 11, 7, 2, 10, 0, 5, 14,
        9, 3, 1, 8, 6, 10, 12, 4, 14, 2, 11, 15, 5, 13, 7, 0,
        6, 14, 10, 3, 13, 5, 0, 8, 12, 4, 1, 7, 2, 9, 15, 11,
        9, 0, 12, 7, 1, 11, 4, 15, 2, 8, 14, 10, 6, 13, 3, 5,
        2, 6, 1, 13, 12, 5, 9, 4, 15, 8, 3, 11, 0, 10, 7, 14,
        13, 10, 7, 15, 5, 1, 11, 4, 9, 2, 12, 3, 14, 8, 0, 6,
        12, 6, 1, 5, 11, 14, 7, 0, 15, 9, 2, 10, 8, 4, 13, 3,
        14, 6, 8, 12, 2, 0, 10, 5, 13, 4, 9, 15, 1, 11, 7, 3,
        11, 1, 9, 6, 13, 8, 3, 10, 4, 7, 12, 0, 5, 14, 2, 15,
        2, 11, 1, 13, 3, 12, 10, 7, 0, 15, 4, 9, 14, 6, 8, 5,
        7, 10, 12, 9, 1, 8, 2, 6, 15, 13, 4, 3, 11, 5, 14, 0,
        15, 3, 6, 2, 10, 14, 8, 13, 5, 0, 7, 12, 4, 11, 1, 9,
        14, 1, 15, 12, 6, 9, 3, 2, 7, 13, 4, 11, 0, 10, 5, 8,
        5, 6, 3, 12, 0, 11, 7, 13, 9, 2, 15, 4, 10, 1, 8, 14,
    ]
}
