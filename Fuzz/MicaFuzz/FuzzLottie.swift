import Foundation
import MicaDocuments
import QuartzCore

/// Reads bytes as a Lottie document, makes its layers, and looks at them at three times. Whatever the bytes are, this
/// returns.
package func fuzzLottie(_ bytes: [UInt8]) {
    guard bytes.count <= 1 << 16, let document = try? Document(lottie: bytes, name: "fuzz.json") else { return }
    guard let movie = document.movie, movie.duration.isFinite else { return }
    for share in [0, 0.37, 1] {
        look(at: document.rootLayer, time: movie.duration * share)
    }
    CATransaction.flush()
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
