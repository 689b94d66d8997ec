import Foundation
import MicaDocuments
import QuartzCore

/// Reads bytes as Core Animation markup and uses all of it: layers are built, every state is entered, every
/// transition run. Whatever the bytes are, this returns.
package func fuzzCAML(_ bytes: [UInt8]) {
    let limits = MarkupLimits.fuzzing
    guard let described = try? readCAML(bytes, file: "fuzz.caml", limits: limits) else { return }
    guard let document = try? Document(described, name: "fuzz.caml") else { return }
    let states = document.states.prefix(6)
    for from in states {
        for to in states { document.transition(from: from, to: to, at: 1) }
    }
    document.apply(state: nil)
    CATransaction.flush()
}

extension MarkupLimits {
    /// Limits that keep one run of a fuzzer short.
    package static var fuzzing: MarkupLimits {
        var limits = MarkupLimits()
        limits.bytes = 1 << 20
        limits.elements = 2_000
        return limits
    }
}
