import MicaFuzz
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

@_silgen_name("LLVMFuzzerRunDriver")
private func drive(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The program's entry where `FUZZ_FAST=1 dev/fuzz` or `dev/sanitize fuzz` builds it: libFuzzer's own main is not in it then.
@_cdecl("FuzzCAML_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    var (count, arguments) = unsafe (count, arguments)
    return unsafe drive(&count, &arguments, fuzzOneInput)
}
