import Foundation
import MicaDocuments
import QuartzCore

/// Reads bytes as a Lottie document or archive, makes its layers, and looks at them at three times. Whatever the bytes are,
/// this returns.
package func fuzzLottie(_ bytes: [UInt8]) {
    guard let document = fuzzLottieReading(bytes), let movie = document.movie, movie.duration.isFinite else { return }
    for share in [0, 0.37, 1] {
        look(at: document.rootLayer, time: movie.duration * share)
    }
    CATransaction.flush()
}

/// Reads bytes as `fuzzLottie` does, and looks at the layers once for a part of all inputs: for millions of executions.
///
/// - Returns: whether they were a document.
@discardableResult
package func fuzzLottieQuickly(_ bytes: [UInt8]) -> Bool {
    guard let document = fuzzLottieReading(bytes), let movie = document.movie else { return false }
    let mark = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    if mark & 31 == 0, movie.duration.isFinite {
        look(at: document.rootLayer, time: movie.duration * Double(mark >> 8 & 255) / 255)
        CATransaction.flush()
    }
    return true
}

private func fuzzLottieReading(_ bytes: [UInt8]) -> Document? {
    guard bytes.count <= 1 << 16 else { return nil }
    guard LottieArchive.isArchive(bytes) else { return try? Document(lottie: bytes, name: "fuzz.json") }
    // Archives are read from files alone.
    let name = "mica-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(UInt64.random(in: 0 ... .max)).lottie"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    defer { try? FileManager.default.removeItem(at: url) }
    guard (try? Data(bytes).write(to: url)) != nil else { return nil }
    return try? Document.load(url)
}

/// Evaluates a bounded number of layers at a time.
private func look(at root: CALayer, time: Double) {
    root.speed = 0
    root.timeOffset = time
    var rest = [root]
    for _ in 0..<500 {
        guard let layer = rest.popLast() else { break }
        _ = layer.presentation()?.position
        rest += layer.sublayers ?? []
        if let mask = layer.mask { rest.append(mask) }
    }
}
