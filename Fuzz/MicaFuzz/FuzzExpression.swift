import MicaDocuments

private let probe = ExpressionProbe()

/// Runs bytes as scripts of a document, one a property, at several times: forwards and backwards, which must give the same
/// values; for a part of all inputs also twice the same way. Whatever the bytes are, this returns.
///
/// - Returns: whether a script gave a value.
@discardableResult
package func fuzzExpression(_ bytes: [UInt8]) -> Bool {
    let scripts = bytes.split(separator: ExpressionMutator.separator, omittingEmptySubsequences: false)
        .prefix(ExpressionProbe.placeCount).map { String(decoding: $0, as: UTF8.self) }
    let first = probe.outcome(of: scripts, isBackwards: false)
    let second = probe.outcome(of: scripts, isBackwards: bytes.count % 16 != 0)
    if first != second, !first.isExhausted, !second.isExhausted {
        let place = zip(first.values, second.values).first { $0 != $1 }
        fatalError("values depend on the order of frames: \(place.map { "\($0)" } ?? "")")
    }
    return first.values.contains { $0.contains("number") || $0.contains("text") }
}
