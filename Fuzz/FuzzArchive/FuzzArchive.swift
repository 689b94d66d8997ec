import MicaFuzz

/// libFuzzer's entry: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    fuzzArchive(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
}

/// libFuzzer's mutator: changes that keep an archive an archive.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
    guard let data = unsafe data else { return 0 }
    var mutator = ArchiveMutator(seed: UInt64(seed))
    let result = mutator.mutate(unsafe Array(UnsafeBufferPointer(start: data, count: size)), limit: maximum)
    for (index, byte) in result.enumerated() { unsafe data[index] = byte }
    return result.count
}
