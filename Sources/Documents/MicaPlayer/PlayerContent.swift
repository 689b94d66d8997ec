import Foundation
import MicaDocuments
import MicaEvents
import QuartzCore

/// What a player plays: a document or a scene that a program builds, made anew whenever the player goes back to before something
/// that cannot be undone.
public struct PlayerSource {
    /// What it is called.
    public let name: String
    /// Makes it, as it is at time 0.
    let make: () throws -> PlayerContent

    /// Makes a source.
    ///
    /// - Parameter make: makes what is played: the same every time that it is called.
    public init(name: String, make: @escaping () throws -> PlayerContent) { (self.name, self.make) = (name, make) }

    /// Makes what is played, as it is at time 0.
    ///
    /// - Throws: what making it throws.
    public func makeContent() throws -> PlayerContent { try make() }

    /// A document in a file.
    ///
    /// - Parameters:
    ///   - path: The file or directory.
    ///   - appearance: Which of a wallpaper's appearances; nil is the default one.
    public static func document(_ path: String, appearance: String? = nil) -> PlayerSource {
        PlayerSource(name: URL(fileURLWithPath: path).lastPathComponent) {
            PlayerContent(try Document.load(path, appearance: appearance))
        }
    }
}

/// What is played.
public struct PlayerContent {
    /// The root of what is shown.
    public var layer: CALayer
    /// How long it plays, in seconds; nil where it has no end.
    public var duration: Double?
    /// Its frames a second; nil where it has none of its own.
    public var framesPerSecond: Double?
    /// What happens in it while it plays, each at a time in seconds.
    public var moments: [(time: Double, body: () -> Void)]
    /// The document that it is of; nil for others.
    public var document: Document?
    /// Hears of the window's events; points are in the space that the layer lies in.
    public var handler: ((WindowEvent) -> Void)?

    /// Makes content of layers.
    public init(
        layer: CALayer, duration: Double? = nil, framesPerSecond: Double? = nil,
        moments: [(time: Double, body: () -> Void)] = []
    ) {
        (self.layer, self.duration, self.framesPerSecond, self.moments) = (layer, duration, framesPerSecond, moments)
    }

    /// Makes content of a document.
    public init(_ document: Document) {
        self.init(layer: document.rootLayer, duration: document.duration, framesPerSecond: document.framesPerSecond)
        self.document = document
    }
}
