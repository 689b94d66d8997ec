import Foundation
import MicaScene
import MicaWire

/// What a renderer tells once, on the standard error stream, of trees that it cannot draw in full.
struct RenderNotices {
    private var copies: Set<LayerID> = []

    /// Tells that a replicator asks for more copies than a frame may have.
    mutating func tellOfCopies(in layer: LayerID) {
        guard copies.insert(layer).inserted else { return }
        tell("a replicator layer asks for more copies than the \(CopyBudget.limit) of a frame; some are left out")
    }

    private func tell(_ message: String) {
        FileHandle.standardError.write(Data("QuartzCore: \(message)\n".utf8))
    }
}
