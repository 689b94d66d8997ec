import Foundation
import MicaFuzzImages
import MicaRandom

/// Runs changed inputs one after the other, without measuring coverage.
package struct FuzzLoop<Mutator: InputMutator> {
    private let limit: Int
    private var pool: [[UInt8]]
    private let corpus: [[UInt8]]
    private var random: SeededGenerator

    /// Starts from a corpus; the same seed makes the same inputs.
    ///
    /// - Parameter limit: the most bytes of an input.
    /// - Precondition: the corpus is not empty.
    package init(_ type: Mutator.Type, corpus: [[UInt8]], seed: UInt64, limit: Int) {
        precondition(!corpus.isEmpty, "there is nothing to change")
        (self.corpus, pool, self.limit) = (corpus, corpus, limit)
        random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 1)
    }

    /// Runs so many inputs; some that could be read are changed further.
    ///
    /// - Parameter body: runs an input, and returns whether it could be read.
    /// - Returns: how many could be read.
    package mutating func run(_ count: Int, _ body: ([UInt8]) -> Bool) -> Int {
        var read = 0
        for _ in 0..<count {
            let index = random.below(pool.count)
            var mutator = Mutator(seed: random.next())
            let bytes = mutator.mutate(pool[index], limit: limit)
            guard body(bytes) else { continue }
            read += 1
            // Changes add up, but not for ever.
            if random.below(16) == 0 { pool[index] = random.below(8) == 0 ? corpus[index] : bytes }
        }
        return read
    }
}

/// The inputs of a fuzzer that were found worth keeping.
package enum FuzzCorpus {
    /// The files of Fuzz/Corpus/NAME, in the order of their names.
    package static func files(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
        var directory = URL(fileURLWithPath: #filePath)
        for _ in 0..<2 { directory.deleteLastPathComponent() }
        directory.appendPathComponent("Corpus/\(name)")
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        return try files.map { ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0))) }.sorted { $0.0 < $1.0 }
    }
}
