import Foundation
import MicaScene
import MicaWire

/// Prints to standard error, once each, why a renderer cannot draw a tree in full.
struct RenderNotices {
    private var reported: Set<ServerNote> = []

    /// Prints a note of a server; once for each layer.
    mutating func report(_ note: ServerNote) {
        guard reported.insert(note).inserted else { return }
        switch note {
        case .instancesLeftOut:
            report(
                "a replicator layer asks for more copies than the \(InstanceBudget.limit) of a frame; some are left out"
            )
        case .effectsLeftOut(let layer):
            report("layer \(layer) is drawn without filters or shadow: those of the frame go over too many pixels")
        case .emitterOverBudget(let layer):
            report("emitter \(layer) asks for more particles than there may be; not all of them are drawn")
        case .emitterForgot: break
        }
    }

    private func report(_ message: String) {
        FileHandle.standardError.write(Data("QuartzCore: \(message)\n".utf8))
    }
}
