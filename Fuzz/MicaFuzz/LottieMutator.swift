import MicaFuzzImages
import MicaRandom

/// Changes Lottie documents in ways that keep their structure: values are removed, doubled, moved, animated, and replaced
/// with others that documents have or that lie at the edges of what readers take.
///
/// The text is changed in place, by the ranges of its values, so that an execution costs microseconds of mutation.
package struct LottieMutator: InputMutator {
    private var random: SeededGenerator

    /// Makes a mutator; the same seed makes the same changes.
    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// A value in the text.
    private struct Piece {
        var start: Int
        var end: Int
        /// Where its member starts, the name included; `start` for elements of arrays.
        var memberStart: Int
        /// The range of the member's name without its quotes; nil for elements of arrays.
        var key: Range<Int>?
    }

    /// The bytes with a few changes, at most `limit` long. Archives have the document in them changed, or their own bytes.
    package mutating func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        var result: [UInt8]
        if LottieArchive.isArchive(bytes) {
            result = mutateArchive(bytes)
        } else if random.below(12) == 0 {
            result = random.mutated(bytes)
        } else {
            result = mutateText(bytes)
            if random.below(64) == 0 { result = LottieArchive.pack(result, version: random.below(4)) }
        }
        return result.count <= limit ? result : Array(random.mutated(bytes).prefix(limit))
    }

    private mutating func mutateArchive(_ bytes: [UInt8]) -> [UInt8] {
        guard random.below(3) != 0, let document = LottieArchive.document(in: bytes) else {
            return random.mutated(bytes)
        }
        let changed = mutateText(document)
        return random.below(8) == 0 ? changed : LottieArchive.pack(changed, version: random.below(4))
    }

    private mutating func mutateText(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(4) {
            let pieces = Self.pieces(of: bytes)
            guard !pieces.isEmpty else { return random.mutated(bytes) }
            change(&bytes, pieces)
        }
        return bytes
    }

    /// The values of a text, in the order of their ends; of a text that is no JSON those that there are.
    private static func pieces(of bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var open: [Piece] = []
        var key: Range<Int>?
        var index = 0
        func piece(_ start: Int) -> Piece {
            Piece(start: start, end: start, memberStart: key.map { $0.lowerBound - 1 } ?? start, key: key)
        }
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(piece(index))
                key = nil
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                index += 1
                if var last = open.popLast() {
                    last.end = index
                    pieces.append(last)
                }
                key = nil
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: index += 1
            case UInt8(ascii: "\""):
                var last = piece(index)
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index = min(index + 1, bytes.count)
                if index < bytes.count, bytes[index] == UInt8(ascii: ":"), index - last.start >= 2 {
                    key = last.start + 1..<index - 1
                } else {
                    last.end = index
                    pieces.append(last)
                    key = nil
                }
            default:
                var last = piece(index)
                while index < bytes.count, !",:]}[{\" \n".utf8.contains(bytes[index]) { index += 1 }
                last.end = index
                pieces.append(last)
                key = nil
            }
        }
        return pieces
    }

    private mutating func change(_ bytes: inout [UInt8], _ pieces: [Piece]) {
        // Values near each other are of one kind: moved values land near where they were half of the time.
        let index = random.below(pieces.count)
        let piece = pieces[index]
        let other = pieces[
            random.below(2) == 0 ? random.below(pieces.count) : min(pieces.count - 1, index + 1 + random.below(8))]
        let value = Array(bytes[piece.start..<piece.end])
        func put(_ text: [UInt8]) { bytes.replaceSubrange(piece.start..<piece.end, with: text) }
        switch random.below(16) {
        case 0: remove(piece, from: &bytes)
        case 1: bytes.insert(contentsOf: [0x2C] + bytes[piece.memberStart..<piece.end], at: piece.end)
        case 2: put(Array(bytes[other.start..<other.end]))
        case 3, 4: insert(into: piece, key: piece.key.map { String(decoding: bytes[$0], as: UTF8.self) }, &bytes)
        case 5:
            guard let key = piece.key else { return put(Array(random.pick(Self.values).utf8)) }
            bytes.replaceSubrange(key, with: Array(random.pick(Self.keys).utf8))
        case 6:
            let (one, two) = (random.below(3) * 7, 10 + random.below(3) * 20)
            put(
                Array("{\"a\":1,\"k\":[{\"t\":\(one),\"s\":".utf8) + value
                    + Array(",\"i\":{\"x\":[0.8],\"y\":[0.9]},\"o\":{\"x\":[0.2],\"y\":[0]}},{\"t\":\(two),\"s\":".utf8)
                    + Array(bytes[other.start..<other.end]) + Array("}]}".utf8))
        case 7: put(Array("{\"a\":0,\"k\":".utf8) + value + [0x7D])
        case 8:
            // A bomb: many of one, or one very deep in itself.
            let count = 1 << random.below(9)
            if random.below(2) == 0 {
                let copy = [0x2C] + Array(bytes[piece.memberStart..<piece.end])
                bytes.insert(contentsOf: (0..<min(count, 4000 / copy.count)).flatMap { _ in copy }, at: piece.end)
            } else {
                put([UInt8](repeating: 0x5B, count: count) + value + [UInt8](repeating: 0x5D, count: count))
            }
        case 9...12: put(Array(number().utf8))
        default: put(Array(random.pick(Self.values).utf8))
        }
    }

    private mutating func number() -> String {
        switch random.below(5) {
        case 0: "\(random.below(8))"
        case 1: "\(random.below(2000) - 1000)"
        case 2: "\(Double(random.below(2001) - 1000) / 100)"
        case 3: "\(random.below(100))e\(random.below(300) - 150)"
        default: "\(1 << random.below(62))"
        }
    }

    private func remove(_ piece: Piece, from bytes: inout [UInt8]) {
        var (start, end) = (piece.memberStart, piece.end)
        if end < bytes.count, bytes[end] == 0x2C {
            end += 1
        } else if start > 0, bytes[start - 1] == 0x2C {
            start -= 1
        }
        bytes.removeSubrange(start..<end)
    }

    /// Puts something new at the start of an array or an object: of an array that documents name, one of its usual elements.
    private mutating func insert(into piece: Piece, key: String?, _ bytes: inout [UInt8]) {
        let first = bytes[piece.start]
        guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
            return bytes.replaceSubrange(piece.start..<piece.end, with: Array(random.pick(Self.values).utf8))
        }
        var text: String
        if first == UInt8(ascii: "{") {
            text = "\"\(random.pick(Self.keys))\":\(random.pick(Self.values))"
        } else {
            let known = key.flatMap { Self.elements[$0] } ?? []
            text = random.pick(known.isEmpty || random.below(8) == 0 ? Self.anything : known)
        }
        let isEmpty = piece.end - piece.start <= 2
        if !isEmpty { text += "," }
        bytes.insert(contentsOf: Array(text.utf8), at: piece.start + 1)
    }
}
