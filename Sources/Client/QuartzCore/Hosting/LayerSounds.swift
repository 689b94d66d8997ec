private import CMicaParts
import MicaResources
import Synchronization

/// Plays sounds in the time of layers, by a module that not every program links: AVFoundation.
package enum LayerSounds {
    /// Plays parts of files while a layer is in a window. The layer retains the sound and its owner.
    package typealias Player = @Sendable (_ clips: [SoundClip], _ owner: AnyObject, _ layer: CALayer) -> Void

    private static let player = Mutex<Player?>(nil)

    /// Sets the player of this program's sounds; the module that has it calls this when it is started.
    package static func provide(_ player: @escaping Player) { self.player.withLock { $0 = player } }

    /// Plays sounds with a layer, if the program links AVFoundation.
    ///
    /// - Parameter owner: an object that the paths depend on.
    package static func play(_ clips: [SoundClip], owner: AnyObject, in layer: CALayer) {
        mica_start_parts()
        player.withLock { $0 }?(clips, owner, layer)
    }
}
