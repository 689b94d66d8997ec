/// A fuzzer's body: one input, and 0.
public typealias FuzzBody = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

@_silgen_name("LLVMFuzzerRunDriver")
private func drive(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: FuzzBody
) -> CInt

/// Runs libFuzzer over a body, as a program's entry: where `FUZZ_FAST=1 dev/fuzz` or `dev/sanitize fuzz` builds a fuzzer,
/// libFuzzer's own main is not in it.
public func runFuzzer(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ body: FuzzBody
) -> CInt {
    var (count, arguments) = unsafe (count, arguments)
    return unsafe drive(&count, &arguments, body)
}
