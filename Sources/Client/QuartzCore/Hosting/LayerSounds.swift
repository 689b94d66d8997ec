private import CMicaParts
import MicaBase
import Synchronization

/// Plays sounds in the time of layers, by a module that not every program links: AVFoundation.
package enum LayerSounds {
    /// Plays parts of files while a layer is in a window. The layer retains the sound and its owner.
    package typealias Player = @Sendable (_ clips: [SoundClip], _ owner: AnyObject, _ layer: CALayer) -> Void

    private static let player = Mutex<Player?>(nil)
    private static let checker = Mutex<LayerFilms.Checker?>(nil)

    /// Sets the player of this program's sounds; the module that has it calls this when it is started.
    package static func provide(_ player: @escaping Player, check: @escaping LayerFilms.Checker) {
        self.player.withLock { $0 = player }
        checker.withLock { $0 = check }
    }

    /// Checks that a file has a sound that can be decoded.
    ///
    /// - Throws: `FilmFault` when it has none, or the program does not link AVFoundation.
    package static func check(path: String) throws(FilmFault) {
        mica_start_parts()
        guard let checker = checker.withLock({ $0 }) else { throw LayerFilms.missingPlayer }
        try checker(path)
    }

    /// Plays sounds with a layer, if the program links AVFoundation.
    ///
    /// - Parameter owner: an object that the paths depend on.
    package static func play(_ clips: [SoundClip], owner: AnyObject, in layer: CALayer) {
        mica_start_parts()
        player.withLock { $0 }?(clips, owner, layer)
    }
}
