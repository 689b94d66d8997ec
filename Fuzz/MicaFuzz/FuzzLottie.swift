import Foundation
import Mica
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

/// Reads bytes as `fuzzLottie` does, with small budgets, and looks at the layers once for a part of all inputs,
/// and draws them for another: for millions of executions. Inputs beyond the budgets take microseconds here.
///
/// - Returns: whether they were a document.
@discardableResult
package func fuzzLottieQuickly(_ bytes: [UInt8]) -> Bool {
    let mark = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let work = LottieWork(samples: 100, vertices: 100, layers: 300)
    guard let document = fuzzLottieReading(bytes, work), let movie = document.movie else { return false }
    guard movie.duration.isFinite else { return true }
    let time = movie.duration * Double(mark >> 8 & 255) / 255
    switch mark & 63 {
    case 0, 1:
        look(at: document.rootLayer, time: time)
        CATransaction.flush()
    case 2:
        // A few pixels: what traps is in the layers and paths, not in how many pixels they have.
        let size = CGSize(width: 16, height: 16)
        let renderer = LayerRenderer(layer: document.rootLayer, size: size, scale: 1, threads: 1)
        _ = renderer.bitmap(at: time)
    default: break
    }
    return true
}

private func fuzzLottieReading(_ bytes: [UInt8], _ work: LottieWork = LottieWork()) -> Document? {
    guard bytes.count <= 1 << 16 else { return nil }
    guard LottieArchive.isArchive(bytes) else {
        return try? Document(lottie: bytes, name: "fuzz.json", work: work)
    }
    // Archives are read only from files.
    let name = "mica-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(UInt64.random(in: 0 ... .max)).lottie"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    defer { try? FileManager.default.removeItem(at: url) }
    guard (try? Data(bytes).write(to: url)) != nil else { return nil }
    return try? Document.load(url, work: work)
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
