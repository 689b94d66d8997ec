import MicaFuzz
import MicaFuzzDriver
import MicaFuzzImages

/// libFuzzer's entry: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    unsafe Fuzzer.run(data, size) { fuzzCAML($0) }
}

/// libFuzzer's mutator: changes that keep the markup's structure.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
    unsafe Fuzzer.mutate(data, size, maximum, seed: seed, with: MarkupMutator.self)
}

/// The program's entry where libFuzzer's is not in it.
@_cdecl("FuzzCAML_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    unsafe runFuzzer(count, arguments, fuzzOneInput)
}
