private import CMicaParts
import Synchronization

/// A part of a file's sound that is heard in the time of a layer.
package struct LayerSoundPart: Sendable, Equatable {
    /// The loudness of both channels at a time, 1 for the file's own; it is linear between times.
    package struct Level: Sendable, Equatable {
        /// In seconds of the layer.
        package var time: Double
        /// The level of the left channel, 1 as it is.
        package var left: Double
        /// The level of the right channel, 1 as it is.
        package var right: Double

        package init(time: Double, left: Double, right: Double) {
            (self.time, self.left, self.right) = (time, left, right)
        }
    }

    /// The file, whose first sound is used.
    package var path: String
    /// When it is heard, in seconds of the layer.
    package var span: Range<Double>
    /// The time in the file at the span's start, in seconds.
    package var origin: Double
    /// Seconds of the file in a second of the layer; greater than zero.
    package var speed: Double
    /// The levels in order of time; none for the file's own loudness.
    package var levels: [Level]

    package init(path: String, span: Range<Double>, origin: Double, speed: Double, levels: [Level]) {
        (self.path, self.span, self.origin) = (path, span, origin)
        (self.speed, self.levels) = (speed, levels)
    }
}

/// Plays sounds in the time of layers, by a module that not every program links: AVFoundation.
package enum LayerSounds {
    /// Plays parts of files while a layer is in a window. The layer retains the sound and its owner.
    package typealias Player = @Sendable (_ parts: [LayerSoundPart], _ owner: AnyObject, _ layer: CALayer) -> Void

    private static let player = Mutex<Player?>(nil)

    /// Sets the player of this program's sounds; the module that has it calls this when it is started.
    package static func provide(_ player: @escaping Player) { self.player.withLock { $0 = player } }

    /// Plays sounds with a layer, if the program links AVFoundation.
    ///
    /// - Parameter owner: an object that the paths depend on.
    package static func play(_ parts: [LayerSoundPart], owner: AnyObject, in layer: CALayer) {
        mica_start_parts()
        player.withLock { $0 }?(parts, owner, layer)
    }
}
