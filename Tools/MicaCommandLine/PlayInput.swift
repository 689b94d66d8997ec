import Foundation
import Mica
import MicaDocuments
import MicaExamples
import MicaPlayer
import MicaScripts
import QuartzCore

/// The input of commands that play: a document or an example.
package enum PlayInput {
    /// The source that a word of the command line names: a file or a directory, otherwise an example.
    ///
    /// - Parameter player: the name of the rules by which a Lottie document is drawn; nil: the specification's.
    package static func source(_ input: String, appearance: String? = nil, player: String? = nil) -> PlayerSource {
        if !FileManager.default.fileExists(atPath: input), let example = gallery.first(where: { $0.id == input }) {
            return PlayerSource(example)
        }
        return .document(input, appearance: appearance, player: player.flatMap(LottiePlayer.init) ?? .specification)
    }

    /// The content of a source, read from its file or built by its example.
    ///
    /// - Throws: a `CommandFailure` when the document cannot be read.
    package static func content(_ source: PlayerSource) throws -> PlayerContent {
        do {
            return try source.makeContent()
        } catch let error as DocumentError {
            let isMissing = error.kind == .unreadable && !source.name.contains(".")
            let known = isMissing ? didYouMean(source.name, among: gallery.map(\.id)) : ""
            throw CommandFailure("\(error)\(isMissing ? ", nor an example of this name\(known)" : "")")
        }
    }

    /// The size of a window for some content, in points: the size that the user asked for, otherwise the content's own.
    ///
    /// - Parameters:
    ///   - input: the input's name, for errors.
    ///   - scale: pixels per point.
    ///   - command: the subcommand, for errors.
    /// - Throws: when the size is empty or too large.
    package static func size(
        of content: PlayerContent, _ input: String, asked: CGSize?, scale: Double, for command: String
    ) throws -> CGSize {
        let size = asked ?? content.layer.bounds.size
        let (width, height) = LayerRenderer.pixelSize(of: size, scale: CGFloat(scale))
        guard width > 0, height > 0 else {
            throw CommandFailure("\(input): the document has no size of its own: give one with --size")
        }
        guard width * height <= Double(ScriptLimits.standard.pixels) else {
            throw UsageError(
                "a window of \(Int(width)) x \(Int(height)) pixels is not made: 1 to 2^25 are", command: command)
        }
        return size
    }
}
