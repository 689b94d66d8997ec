import MicaRandom

/// Changes of bytes that any mutator falls back on.
extension SeededGenerator {
    /// The bytes with up to four changes: inserted, removed, flipped, set to an edge value, copied, cut.
    package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(4) {
            let at = below(bytes.count + 1)
            switch below(7) {
            case 0: bytes.insert(UInt8(below(256)), at: at)
            case 1 where at < bytes.count: bytes.remove(at: at)
            case 2 where at < bytes.count: bytes[at] ^= 1 << UInt8(below(8))
            case 3 where at < bytes.count: bytes[at] = edge()
            case 4 where at + 4 <= bytes.count:
                for index in at..<at + 4 { bytes[index] = edge() }
            case 5 where at < bytes.count:
                let end = min(bytes.count, at + 1 + below(16))
                bytes.insert(contentsOf: bytes[at..<end], at: below(bytes.count + 1))
            default: bytes.removeSubrange(at..<min(bytes.count, at + below(20)))
            }
        }
        return bytes
    }

    /// A byte at which numbers of files turn over, or a small one.
    package mutating func edge() -> UInt8 {
        let edges: [UInt8] = [0, 1, 2, 3, 4, 8, 15, 16, 0x7f, 0x80, 0xfe, 0xff]
        return edges[below(edges.count)]
    }

    /// A number at which lengths and sizes turn over, at most `most`.
    package mutating func size(most: Int) -> Int {
        let sizes = [0, 1, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64, 255, 256, 4_095, 16_383, 65_535, 0x7fff_ffff]
        return min(sizes[below(sizes.count)], most)
    }
}

/// Numbers of files, most significant byte first.
package func bigEndianBytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// Numbers of files, least significant byte first.
package func littleEndianBytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
