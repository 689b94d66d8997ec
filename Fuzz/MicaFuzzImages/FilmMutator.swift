import MicaRandom

/// Changes films in ways that mostly keep them films: parts are left out, doubled, exchanged, cut or told of another size; their numbers
/// are set to what turns over; one in eight is changed as bytes.
package struct FilmMutator: InputMutator {
    private var random: SeededGenerator

    /// Makes a mutator; the same seed makes the same changes.
    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The bytes with a few changes, at most `limit` long.
    package mutating func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        if random.below(8) == 0 { return Array(random.mutated(bytes).prefix(limit)) }
        var file = FilmParts(bytes)
        for _ in 0...random.below(3) {
            var index = random.below(file.parts.reduce(0) { $0 + $1.count })
            change(&file.parts, &index)
        }
        return Array(file.file.prefix(limit))
    }

    /// Changes the part with a number, counted through all of them.
    private mutating func change(_ parts: inout [FilmParts.Part], _ index: inout Int) {
        for position in parts.indices {
            if index == 0 {
                index = -1
                return change(&parts, at: position)
            }
            index -= 1
            guard var own = parts[position].parts else { continue }
            change(&own, &index)
            if index < 0 { return parts[position].parts = own }
        }
    }

    private mutating func change(_ parts: inout [FilmParts.Part], at position: Int) {
        switch random.below(12) {
        case 0: parts.remove(at: position)
        case 1: parts.insert(parts[position], at: random.below(parts.count + 1))
        case 2: parts.swapAt(position, random.below(parts.count))
        case 3: parts[position].said = random.below(3) == 0 ? random.below(1 << 20) : random.size(most: .max)
        case 4 where !parts[position].name.isEmpty:
            parts[position].name =
                random.below(2) == 0
                ? parts[random.below(parts.count)].name
                : parts[position].name.map { random.below(3) == 0 ? $0 ^ 1 << UInt8(random.below(8)) : $0 }
        case 5: parts[position].bytes.removeLast(min(random.below(64), parts[position].bytes.count))
        case 6, 7: parts[position].bytes = random.mutated(parts[position].bytes)
        default: setNumber(&parts[position].bytes)
        }
    }

    /// Sets a number of one to eight bytes, where numbers stand, to one at which sizes turn over.
    private mutating func setNumber(_ bytes: inout [UInt8]) {
        let length = random.pick([1, 1, 2, 4, 4, 8])
        guard bytes.count >= length else { return bytes.append(random.edge()) }
        // Most numbers are near the beginning; pictures follow.
        let reach = random.below(2) == 0 ? min(bytes.count, 64) : bytes.count
        let at = random.below(max(1, (reach - length) / length + 1)) * length
        guard at + length <= bytes.count else { return }
        let value = random.pick([
            0, 1, 2, 3, 7, 8, 16, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000,
            0xffff_ffff, 0x1_0000_0000, .max, .min, -1, random.below(1 << 16), random.below(256),
        ])
        let written = random.below(4) == 0 ? littleEndianBytes(value, length) : bigEndianBytes(value, length)
        bytes.replaceSubrange(at..<at + length, with: written)
    }
}
