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

    /// The part of a .lottie archive that is played.
    package struct Part {
        /// The animation, the theme and the state machine, by their names; nil for what the archive says.
        package var animation: String?, theme: String?, stateMachine: String?

        package init(animation: String? = nil, theme: String? = nil, stateMachine: String? = nil) {
            (self.animation, self.theme, self.stateMachine) = (animation, theme, stateMachine)
        }

        /// The part of words `name=value`.
        package init(_ values: [String: String]) {
            self.init(animation: values["animation"], theme: values["theme"], stateMachine: values["machine"])
        }

        /// The part as words `name=value`.
        package var words: [String] {
            [("animation", animation), ("theme", theme), ("machine", stateMachine)].compactMap { name, value in
                value.map { "\(name)=\($0)" }
            }
        }

        /// Whether nothing is named.
        var isEmpty: Bool { words.isEmpty }
    }

    /// The source that a word of the command line names, with a part of an archive.
    ///
    /// A state machine that the archive's manifest starts is played unless another is named; `none` plays none.
    package static func source(
        _ input: String, appearance: String?, player: String?, part: Part
    ) -> PlayerSource {
        var part = part
        if part.stateMachine == nil, let package = (try? DotLottiePackage.open(input)) ?? nil {
            part.stateMachine = package.initialStateMachine
        } else if part.stateMachine == "none" {
            part.stateMachine = nil
        }
        guard !part.isEmpty else { return source(input, appearance: appearance, player: player) }
        return .document(
            input, animation: part.animation, theme: part.theme, stateMachine: part.stateMachine,
            player: player.flatMap(LottiePlayer.init) ?? .specification)
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
