import MicaFuzz

/// libFuzzer's entry: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    fuzzImage(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
}
