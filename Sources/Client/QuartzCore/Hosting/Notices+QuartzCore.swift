import MicaTrace
import MicaWire

extension Notices {
    /// Says something of this module's, unless it was said before.
    ///
    /// - Parameter key: what makes it the same thing as another; nil for the text itself.
    static func say(_ text: String, key: String? = nil) { shared.say(text, from: "QuartzCore", key: key) }

    /// Says what a server notes of trees that it cannot draw in full.
    static func say(_ note: ServerNote) {
        switch note {
        case .instancesLeftOut:
            say(
                "a replicator layer asks for more copies than the \(ServerNote.instanceLimit) of a frame; "
                    + "some are left out")
        case .effectsLeftOut(let layer):
            say("layer \(layer) is drawn without filters or shadow: those of the frame go over too many pixels")
        case .emitterOverBudget(let layer):
            say("emitter \(layer) asks for more particles than there may be; not all of them are drawn")
        case .emitterForgot: break
        }
    }
}
