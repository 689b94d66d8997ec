import MicaFuzzDriver
import MicaFuzzImages

/// libFuzzer's entry: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    unsafe Fuzzer.run(data, size) { fuzzImage($0, format: .gif) }
}

/// libFuzzer's mutator: changes that keep a file a file.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
    unsafe Fuzzer.mutate(data, size, maximum, seed: seed, with: ImageMutator.self)
}

/// The program's entry where libFuzzer's is not in it.
@_cdecl("FuzzGIF_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    unsafe runFuzzer(count, arguments, fuzzOneInput)
}
