/// Changes inputs in ways that keep their structure.
package protocol InputMutator {
    /// Makes a mutator; the same seed makes the same changes.
    init(seed: UInt64)

    /// The bytes with a few changes, at most `limit` long.
    mutating func mutate(_ bytes: [UInt8], limit: Int) -> [UInt8]
}

extension InputMutator {
    /// Changes an input again and again, each time the result of the last, and runs every one.
    package mutating func run(from bytes: [UInt8], count: Int, limit: Int = 20_000, _ body: ([UInt8]) -> Void) {
        var bytes = bytes
        for _ in 0..<count {
            bytes = mutate(bytes, limit: limit)
            body(bytes)
        }
    }
}

/// The two entries of a fuzzer, which libFuzzer calls by their names.
package enum Fuzzer {
    /// Passes an input to the fuzzed code.
    ///
    /// - Returns: 0, as libFuzzer wants it.
    package static func run(_ data: UnsafePointer<UInt8>?, _ size: Int, _ body: ([UInt8]) -> Void) -> CInt {
        body(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    }

    /// Changes an input where it is.
    ///
    /// - Parameter maximum: How much there is room for.
    /// - Returns: How long it is now.
    package static func mutate<Mutator: InputMutator>(
        _ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ maximum: Int, seed: UInt32, with type: Mutator.Type
    ) -> Int {
        guard let data = unsafe data else { return 0 }
        var mutator = Mutator(seed: UInt64(seed))
        let result = mutator.mutate(unsafe Array(UnsafeBufferPointer(start: data, count: size)), limit: maximum)
        for (index, byte) in result.enumerated() { unsafe data[index] = byte }
        return result.count
    }
}
