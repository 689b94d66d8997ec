import Foundation
import Mica
import MicaCommandLine
import MicaDocuments
import MicaExamples
import MicaInstruments
import QuartzCore

/// The input of the instruments, and how it is opened: a capture, a document or an example.
struct InstrumentInput {
    /// The options' names.
    static let names = [
        "--output", "--time", "--duration", "--size", "--scale", "--state", "--transition", "--background",
    ]

    /// The output file; nil when none is named.
    var output: String?
    /// The moment, in seconds; nil when none is named.
    var time: Double?
    /// How long the run is, in seconds; nil is as long as the document plays.
    var duration: Double?
    /// Whether documents may exceed the limits for untrusted ones.
    var isLarge = false
    /// Whether locations of layers have only the document's name, without the folders of its path.
    var leavesOutFolders = false
    /// Whether pixels per point were given.
    private(set) var givesScale = false
    private var options = RenderOptions()

    /// Takes an option; false when it is not one of these.
    mutating func take(_ name: String, _ arguments: inout Arguments) throws -> Bool {
        switch name {
        case "-o", "--output": output = try arguments.value(of: name)
        case "--time": time = try arguments.number(of: name, in: 0...1e9)
        case "--duration": duration = try arguments.number(of: name, in: 0...1e5)
        case "--size": options.size = try arguments.size(of: name)
        case "--scale":
            options.scale = try arguments.number(of: name, in: 0.001...100)
            givesScale = true
        case "--state": options.state = try arguments.value(of: name)
        case "--transition":
            let text = try arguments.value(of: name)
            guard let transition = RenderOptions.Transition(text) else {
                throw arguments.wrong("--transition is FROM:TO@SECONDS, not '\(text)'")
            }
            options.transition = transition
        case "--background": options.background = try arguments.color(of: name)
        default: return false
        }
        return true
    }

    /// The capture for a path or a name: the contents of a capture's file, or the run of a document or an example.
    ///
    /// - Returns: the capture, and whether part of a document could not be read, which is reported.
    func capture(_ input: String) throws -> (LayerCapture, failed: Bool) {
        if Self.isCapture(input) { return (try LayerCapture(contentsOfFile: input), false) }
        let (renderer, labels, end, failed) = try renderer(input)
        renderer.advance(to: max(end, time ?? 0))
        // Tiles and all else that a frame asks for get into the recording.
        _ = renderer.image(at: max(end, time ?? 0))
        var capture = renderer.capture()
        capture.label(renderer.layer, labels)
        return (capture, failed)
    }

    /// A renderer of a document or an example, a function for the locations of its layers, and how long it runs.
    func renderer(_ input: String) throws -> (
        renderer: LayerRenderer, location: (CALayer) -> String?, duration: Double, failed: Bool
    ) {
        if !FileManager.default.fileExists(atPath: input), let example = gallery.first(where: { $0.id == input }) {
            let renderer = example.renderer(scale: CGFloat(options.scale))
            return (renderer, { _ in nil }, duration ?? max(example.duration, example.moment), false)
        }
        var options = options
        (options.inputs, options.isLarge) = ([input], isLarge)
        let document = try RenderCommand.load(input, options)
        for error in document.errors { Console.error("mica: " + Diagnostics.line(error, input: input)) }
        let renderer = try RenderCommand.makeRenderer([document], options)
        let name = leavesOutFolders ? URL(fileURLWithPath: input).lastPathComponent : input
        let location = { (layer: CALayer) in
            document.location(of: layer).map { Diagnostics.line("\($0)", file: $0.file, input: name) }
        }
        return (renderer, location, duration ?? document.duration ?? 5, !document.errors.isEmpty)
    }

    /// Whether a file begins like a capture.
    static func isCapture(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 7)) == Data("MICACAP".utf8)
    }
}
