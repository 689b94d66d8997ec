import MicaCodecs
import MicaRandom

/// Changes picture files in ways that keep them files: chunks, segments and blocks are removed, doubled, moved and filled with
/// other bytes, sizes and flags are set to edge values; lengths and check sums are made to fit again.
package struct ImageMutator: InputMutator {
    private var random: SeededGenerator

    /// Makes a mutator; the same seed makes the same changes.
    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// The bytes with a few changes, at most `limit` long. Bytes that are no picture are changed as bytes.
    package mutating func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        guard random.below(6) != 0, let format = ImageFormat(signatureOf: bytes),
            var parts = ImageParts(bytes, format: format), !parts.list.isEmpty
        else { return Array(random.mutated(bytes).prefix(limit)) }
        for _ in 0...random.below(3) { change(&parts) }
        var result = parts.file
        if random.below(16) == 0 { result = random.mutated(result) }
        return Array(result.prefix(limit))
    }

    private mutating func change(_ parts: inout ImageParts) {
        guard !parts.list.isEmpty else { return }
        let index = random.below(parts.list.count)
        switch random.below(12) {
        case 0: parts.list.remove(at: index)
        case 1: parts.list.insert(parts.list[index], at: random.below(parts.list.count + 1))
        case 2: parts.list.swapAt(index, random.below(parts.list.count))
        case 3: parts.list.insert(parts.newPart(&random), at: random.below(parts.list.count + 1))
        case 4:
            let data = parts.list[index].data
            parts.list[index].data = Array(data.prefix(random.below(data.count + 1)))
        case 5, 6, 7: parts.list[index].data = random.mutated(parts.list[index].data)
        case 8: parts.list[index].data = mutatedPixels(parts.list[index].data)
        default: parts.setField(of: index, &random)
        }
    }

    /// zlib data of stored blocks with other bytes inside and a sum that fits; anything else changed as bytes.
    private mutating func mutatedPixels(_ data: [UInt8]) -> [UInt8] {
        guard let inside = inflatedStored(data) else { return random.mutated(data) }
        return storedZlib(random.mutated(inside))
    }

    /// The content of stored zlib blocks; nil if others occur.
    private func inflatedStored(_ data: [UInt8]) -> [UInt8]? {
        guard data.count > 7, data[0] & 15 == 8 else { return nil }
        var result: [UInt8] = [], at = 2
        while at + 5 <= data.count {
            guard data[at] >> 1 & 3 == 0 else { return nil }
            let count = Int(data[at + 1]) | Int(data[at + 2]) << 8
            guard at + 5 + count <= data.count else { return nil }
            result += data[at + 5..<at + 5 + count]
            if data[at] & 1 == 1 { return result }
            at += 5 + count
        }
        return nil
    }

    /// zlib data that holds bytes as they are.
    private func storedZlib(_ bytes: [UInt8]) -> [UInt8] {
        let bytes = bytes.prefix(65_535)
        var a: UInt32 = 1, b: UInt32 = 0
        for byte in bytes { (a, b) = ((a + UInt32(byte)) % 65_521, (b + a + UInt32(byte)) % 65_521) }
        return [0x78, 1, 1] + littleEndianBytes(bytes.count, 2) + littleEndianBytes(~bytes.count & 0xffff, 2) + bytes
            + bigEndianBytes(Int(b << 16 | a), 4)
    }
}
