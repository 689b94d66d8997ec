/// Numbers corners in the order in which they first occur.
struct PathCornerTable {
    private(set) var corners: [PathArrangement.Corner] = []
    /// The numbers of corners, each at the first free index from the corner's hash on; -1 for free entries.
    private var indices: [Int32]
    private let mask: Int

    /// Makes a table with room for so many corners.
    init(capacity: Int) {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        indices = [Int32](repeating: -1, count: size)
        mask = size - 1
        corners.reserveCapacity(capacity)
    }

    /// The number of a corner.
    ///
    /// - Precondition: there are no more corners than the table has room for.
    mutating func index(of corner: PathArrangement.Corner) -> Int {
        let mixed =
            (UInt64(bitPattern: corner.x) &* 0x9E37_79B9_7F4A_7C15)
            ^ (UInt64(bitPattern: corner.y) &* 0xC2B2_AE3D_27D4_EB4F)
        var bucket = Int(truncatingIfNeeded: (mixed ^ mixed >> 29) &* 0x9E37_79B9_7F4A_7C15 >> 32) & mask
        while indices[bucket] >= 0 {
            if corners[Int(indices[bucket])] == corner { return Int(indices[bucket]) }
            bucket = (bucket + 1) & mask
        }
        indices[bucket] = Int32(corners.count)
        corners.append(corner)
        return corners.count - 1
    }
}
