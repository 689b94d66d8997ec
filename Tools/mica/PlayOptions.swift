import Foundation
import Mica
import MicaCommandLine
import MicaDocuments
import MicaSurface
import QuartzCore

/// The options of `mica play`.
struct PlayOptions {
    /// The document, or the example's name.
    var input = ""
    /// The output file; empty when a window is opened.
    var output = ""
    /// The ending to use in place of the output's own.
    var format: String?
    /// The script.
    var script: String?
    /// The window's size in points; nil is the document's own.
    var size: CGSize?
    /// Pixels per point.
    var scale = 1.0
    /// Whether the scale was given; otherwise a window has its display's scale.
    var givesScale = false
    /// Where the player begins, in seconds of its own time.
    var time: Double?
    /// Whether it begins paused.
    var isPaused = false
    /// How fast it plays.
    var speed = 1.0
    /// Whether it starts again at the end.
    var loops = false
    /// How long it plays, in seconds.
    var duration: Double?
    /// Frames a second.
    var rate: FrameRate?
    /// The document's first state.
    var state: String?
    /// The appearance, of several.
    var appearance: String?
    /// The rules by which Lottie documents are drawn.
    var player = LottiePlayer.specification
    /// The animation, the theme and the state machine of a .lottie archive.
    var part = PlayInput.Part()
    /// Whether URLs that a state machine asks for are opened.
    var opensURLs = false
    /// The background.
    var background: CGColor?
    /// Whether the panel is shown.
    var showsOverlay = false
    /// How frames are coloured at first, for debugging.
    var debug: LayerDebugOptions = []
    /// Whether the window fills the screen.
    var isFullScreen = false
    /// How many threads draw.
    var threads: Int?
    /// The backend that draws the window; nil if none is named.
    var backend: LayerRenderer.Backend?
    /// Whether the examples are listed, and nothing is played.
    var listsExamples = false
    /// Whether only errors are reported.
    var quiet = false

    /// The ending that chooses the output's format, in lower case.
    var ending: String { format ?? pathExtension(output) }

    /// Whether more than one frame is drawn.
    var isAnimation: Bool {
        if ["gif", "webp", "mp4", "m4v", "webm", "mov"].contains(ending) { return true }
        if ending == "txt" { return duration != nil || script != nil }
        return StillFormat(ending: ending) != nil && FrameNamePattern(output) != nil
    }

    /// The options' names.
    static let names = [
        "--help", "--list", "--output", "--format", "--script", "--size", "--scale", "--time", "--paused", "--speed",
        "--loop",
        "--duration", "--fps", "--state", "--appearance", "--player", "--background", "--overlay", "--debug",
        "--fullscreen",
        "--backend",
        "--threads", "--quiet", "--animation", "--theme", "--state-machine", "--open-urls",
    ]

    /// Takes an option about the parts of a .lottie archive.
    ///
    /// - Returns: whether it is one.
    private mutating func takePart(_ name: String, _ arguments: inout Arguments) throws -> Bool {
        switch name {
        case "--animation": part.animation = try arguments.value(of: name)
        case "--theme": part.theme = try arguments.value(of: name)
        case "--state-machine": part.stateMachine = try arguments.value(of: name)
        case "--open-urls": opensURLs = true
        default: return false
        }
        return true
    }

    /// Reads a command line; nil when it asks for help.
    static func parse(_ list: [String]) throws -> PlayOptions? {
        var options = PlayOptions()
        var arguments = Arguments(list, of: "play")
        while let item = try arguments.next() {
            guard case .option(let name) = item else {
                if case .input(let path) = item {
                    guard options.input.isEmpty else { throw arguments.wrong("one document is played at a time") }
                    options.input = path
                }
                continue
            }
            switch name {
            case "--help", "-h": return nil
            case "--list": options.listsExamples = true
            case "-o", "--output": options.output = try arguments.value(of: name)
            case "--format": options.format = try arguments.word(of: name, among: RenderOptions.formats)
            case "--script": options.script = try arguments.value(of: name)
            case "--size": options.size = try arguments.size(of: name)
            case "--scale":
                options.scale = try arguments.number(of: name, in: 0.001...100)
                options.givesScale = true
            case "--time": options.time = try arguments.number(of: name, in: 0...1e9)
            case "--paused": options.isPaused = true
            case "--speed": options.speed = try arguments.number(of: name, in: 1.0 / 64...64)
            case "--loop": options.loops = true
            case "--duration": options.duration = try arguments.number(of: name, in: 0...1e6)
            case "--fps": options.rate = try arguments.frameRate(of: name)
            case "--state": options.state = try arguments.value(of: name)
            case "--appearance": options.appearance = try arguments.value(of: name)
            case "--player": options.player = try arguments.lottiePlayer(of: name)
            case "--background": options.background = try arguments.color(of: name)
            case "--overlay": options.showsOverlay = true
            case "--debug": options.debug = try arguments.debugOptions(of: name)
            case "--fullscreen": options.isFullScreen = true
            case "--backend":
                let word = try arguments.word(of: name, among: ["cpu", "gl", "auto"])
                let backend = LayerRenderer.Backend(rawValue: word) ?? .cpu
                options.backend = backend
                if let reason = backend.unavailability {
                    throw arguments.wrong("this machine has no backend '\(word)': \(reason)")
                }
            case "--threads": options.threads = try arguments.wholeNumber(of: name, in: 1...256)
            case "--quiet", "-q": options.quiet = true
            default:
                guard try options.takePart(name, &arguments) else { throw arguments.unknown(name, among: Self.names) }
            }
        }
        if options.listsExamples { return options }
        if options.input.isEmpty { throw arguments.wrong("no document and no example is named") }
        if options.output == "-", options.format == nil {
            throw arguments.wrong("-o - needs --format, such as --format png")
        }
        if !options.output.isEmpty, let backend = options.backend, backend != .cpu {
            throw arguments.wrong("--backend is for windows: files are drawn by the CPU")
        }
        if options.output.isEmpty, options.script != nil {
            throw arguments.wrong("a script is played into a file: -o FILE")
        }
        return options
    }
}
