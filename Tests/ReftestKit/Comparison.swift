import MicaBase

/// How far a picture may be from what is expected: every pixel's largest difference in a channel must be within a bucket,
/// and each bucket has room for so many pixels.
///
/// *Source*: the fuzzy annotation of WebRender's reftests, with its buckets.
package struct Fuzz: Sendable {
    /// Pixels that may differ by so much.
    package struct Bucket: Sendable {
        /// The largest difference in any channel, 1...255.
        package var maximumDifference: Int
        /// How many pixels.
        package var pixels: Int
    }

    /// The buckets, from small differences to large.
    package var buckets: [Bucket]
    /// Why a difference is right.
    package var because: String

    /// No difference at all.
    package static let exact = Fuzz(buckets: [], because: "")

    /// At most so many pixels differ by at most so much, for a reason.
    ///
    /// - Precondition: the reason is not empty.
    package static func fuzzy(_ maximumDifference: Int, pixels: Int, because: String) -> Fuzz {
        fuzzy([(maximumDifference, pixels)], because: because)
    }

    /// The same with several buckets.
    package static func fuzzy(_ buckets: [(maximumDifference: Int, pixels: Int)], because: String) -> Fuzz {
        precondition(!because.isEmpty, "a tolerance has a reason")
        return Fuzz(
            buckets: buckets.map { Bucket(maximumDifference: $0.maximumDifference, pixels: $0.pixels) }
                .sorted { $0.maximumDifference < $1.maximumDifference },
            because: because)
    }
}

/// How two pictures differ.
package struct Comparison: Sendable {
    /// How many pixels have each largest difference, 0...255; empty when the sizes differ.
    package var histogram: [Int]
    /// The first pixel with the largest difference.
    package var worst: (x: Int, y: Int, difference: Int)

    /// Compares pixel by pixel.
    package init(_ a: Bitmap, _ b: Bitmap) {
        guard a.width == b.width, a.height == b.height else {
            self.init([], [], width: 1)
            histogram = []
            return
        }
        self.init(a.pixels, b.pixels, width: a.width)
    }

    /// Compares as many pixels of each, in rows of a width.
    package init(_ a: [UInt32], _ b: [UInt32], width: Int) {
        histogram = Array(repeating: 0, count: 256)
        worst = (0, 0, 0)
        for (index, (a, b)) in zip(a, b).enumerated() {
            let difference = pixelDifference(a, b)
            histogram[difference] += 1
            if difference > worst.difference { worst = (index % width, index / width, difference) }
        }
    }

    /// How many pixels differ.
    package var differing: Int { histogram.dropFirst().reduce(0, +) }

    /// Whether the buckets have room for the differences; small ones may use larger buckets.
    package func isWithin(_ fuzz: Fuzz) -> Bool {
        guard !histogram.isEmpty else { return false }
        var room = fuzz.buckets
        for difference in stride(from: 255, through: 1, by: -1) {
            var count = histogram[difference]
            for index in room.indices.reversed() where room[index].maximumDifference >= difference {
                let taken = min(count, room[index].pixels)
                room[index].pixels -= taken
                count -= taken
            }
            if count > 0 { return false }
        }
        return true
    }

    /// The differences in words.
    package var description: String {
        histogram.isEmpty
            ? "the sizes differ"
            : "\(differing) pixels differ, at most by \(worst.difference), at (\(worst.x), \(worst.y))"
    }
}

/// The largest difference in any channel, 0...255.
package func pixelDifference(_ a: UInt32, _ b: UInt32) -> Int {
    if a == b { return 0 }
    return [0, 8, 16, 24].map { shift in abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }.max() ?? 0
}
