private import CMicaParts
import Synchronization

/// A film that plays as the contents of a layer.
package protocol PlayingFilm: AnyObject {
    /// *Units*: seconds.
    var duration: Double { get }
    /// Frames a second; 0 when it is not known.
    var framesPerSecond: Double { get }
    /// Ends the film; the layer keeps its contents.
    func stop()
}

/// The reason why a film cannot be played.
package struct FilmFault: Error {
    /// Whether the film exceeds a limit, so that it may be a valid film.
    package let isOverLimit: Bool
    /// The reason, as a sentence without a full stop.
    package let reason: String

    package init(isOverLimit: Bool = false, reason: String) { (self.isOverLimit, self.reason) = (isOverLimit, reason) }
}

/// Plays films as the contents of layers, by a module that not every program links: AVFoundation.
package enum LayerFilms {
    /// Makes the film of a file the contents of a layer; it begins at time 0 of the layer. The film retains the owner.
    package typealias Player =
        @Sendable (_ path: String, _ owner: AnyObject, _ layer: CALayer) throws(FilmFault) -> any PlayingFilm

    /// Opens a film to find out whether it can be decoded.
    package typealias Checker = @Sendable (_ path: String) throws(FilmFault) -> Void

    private static let player = Mutex<Player?>(nil)
    private static let checker = Mutex<Checker?>(nil)

    /// Sets the player of this program's films; the module that has it calls this when it is started.
    package static func provide(_ player: @escaping Player, check: @escaping Checker) {
        self.player.withLock { $0 = player }
        checker.withLock { $0 = check }
    }

    /// Checks that a film can be decoded.
    ///
    /// - Throws: `FilmFault` when it cannot, or the program does not link AVFoundation.
    package static func check(path: String) throws(FilmFault) {
        mica_start_parts()
        guard let checker = checker.withLock({ $0 }) else { throw missingPlayer }
        try checker(path)
    }

    /// The fault of a program that does not link AVFoundation.
    static var missingPlayer: FilmFault {
        FilmFault(
            reason:
                "the program has no module that plays films: add the product AVFoundation of the package Mica to "
                + "its target's dependencies in Package.swift")
    }

    /// Plays a film in a layer.
    ///
    /// - Parameters:
    ///   - path: of the film's file.
    ///   - owner: an object that the path depends on.
    /// - Throws: `FilmFault` when the film cannot be read, or the program does not link AVFoundation.
    package static func play(path: String, owner: AnyObject, in layer: CALayer) throws(FilmFault) -> any PlayingFilm {
        mica_start_parts()
        return try play(path: path, owner: owner, in: layer, by: player.withLock { $0 })
    }

    /// Plays a film by a player.
    ///
    /// - Throws: `FilmFault` also when there is no player.
    static func play(
        path: String, owner: AnyObject, in layer: CALayer, by player: Player?
    ) throws(FilmFault) -> any PlayingFilm {
        guard let player else { throw missingPlayer }
        return try player(path, owner, layer)
    }
}
