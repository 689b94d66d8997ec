import MicaFuzz
import MicaFuzzDriver
import MicaFuzzImages

/// libFuzzer's entry: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    unsafe Fuzzer.run(data, size) { fuzzArchive($0) }
}

/// libFuzzer's mutator: changes that keep an archive an archive.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
    unsafe Fuzzer.mutate(data, size, maximum, seed: seed, with: ArchiveMutator.self)
}

/// The program's entry where libFuzzer's is not in it.
@_cdecl("FuzzArchive_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    unsafe runFuzzer(count, arguments, fuzzOneInput)
}
