import MicaFuzzImages
import MicaRandom

/// Reads changed documents one after the other, without measuring coverage.
package struct LottieLoop {
    /// The most bytes of a document.
    package static let limit = 1024
    private var pool: [[UInt8]]
    private let corpus: [[UInt8]]
    private var random: SeededGenerator

    /// Starts from a corpus; the same seed reads the same documents.
    ///
    /// - Precondition: the corpus is not empty.
    package init(corpus: [[UInt8]], seed: UInt64) {
        precondition(!corpus.isEmpty, "there is nothing to change")
        (self.corpus, pool) = (corpus, corpus)
        random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 1)
    }

    /// Reads so many documents; some that could be read are changed further.
    ///
    /// - Returns: how many were documents.
    package mutating func run(_ count: Int, before: ([UInt8]) -> Void = { _ in }) -> Int {
        var read = 0
        for _ in 0..<count {
            let index = random.below(pool.count)
            var mutator = LottieMutator(seed: random.next())
            let bytes = mutator.mutate(pool[index], limit: Self.limit)
            before(bytes)
            guard fuzzLottieQuickly(bytes) else { continue }
            read += 1
            // Changes add up, but not for ever.
            if random.below(16) == 0 { pool[index] = random.below(8) == 0 ? corpus[index] : bytes }
        }
        return read
    }
}
