import Foundation
import MicaDocuments
import MicaEvents
import QuartzCore

/// A document or a scene to play. It is made anew whenever the player goes back over something that cannot be undone.
public struct PlayerSource {
    /// The name.
    public let name: String
    /// Makes the content at time 0.
    let make: () throws -> PlayerContent

    /// Makes a source.
    ///
    /// - Parameter make: Makes the content, which must be the same at every call.
    public init(name: String, make: @escaping () throws -> PlayerContent) { (self.name, self.make) = (name, make) }

    /// Makes the content at time 0.
    ///
    /// - Throws: The errors of `make`.
    public func makeContent() throws -> PlayerContent { try make() }

    /// A document in a file.
    ///
    /// - Parameters:
    ///   - path: The file or directory.
    ///   - appearance: The appearance of a wallpaper; nil: the default.
    ///   - player: The rules by which a Lottie animation is drawn.
    public static func document(
        _ path: String, appearance: String? = nil, player: LottiePlayer = .specification
    ) -> PlayerSource {
        PlayerSource(name: URL(fileURLWithPath: path).lastPathComponent) {
            PlayerContent(try Document.load(path, appearance: appearance, player: player))
        }
    }

    /// An animation of a .lottie archive, with a theme, or under the control of a state machine.
    ///
    /// - Parameters:
    ///   - path: The archive.
    ///   - animation: The animation, by its identifier or name; nil: the initial one, else the first.
    ///   - theme: The theme; nil: the animation's initial theme, if it has one.
    ///   - stateMachine: The state machine; nil: none.
    ///   - player: The rules by which the animation is drawn.
    public static func document(
        _ path: String, animation: String?, theme: String? = nil, stateMachine: String? = nil,
        player: LottiePlayer = .specification
    ) -> PlayerSource {
        PlayerSource(name: URL(fileURLWithPath: path).lastPathComponent) {
            PlayerContent(
                try Document.load(
                    path, animation: animation, theme: theme, stateMachine: stateMachine, player: player))
        }
    }
}

/// The content of a player.
public struct PlayerContent {
    /// The root layer.
    public var layer: CALayer
    /// The duration, in seconds; nil without an end.
    public var duration: Double?
    /// The frames a second; nil without a rate of its own.
    public var framesPerSecond: Double?
    /// Events during playback, each at a time in seconds.
    public var moments: [(time: Double, body: () -> Void)]
    /// The document of the content; nil for other content.
    public var document: Document?
    /// Receives the window's events; points are in the space of the layer's superlayer.
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
