import Foundation
import Mica
import MicaCodecs
import MicaCommandLine
import MicaDocuments
import MicaImageFiles
import MicaSurface
import QuartzCore

/// The options of `mica render`.
struct RenderOptions {
    /// Documents, back to front.
    var inputs: [String] = []
    /// The output file.
    var output = ""
    /// The view's size in points; nil is the document's own.
    var size: CGSize?
    /// Pixels per point.
    var scale = 1.0
    /// The time of a single frame, in seconds.
    var time: Double?
    /// How long a video is, in seconds.
    var duration: Double?
    /// Frames a second.
    var frameRate: FrameRate {
        if let givenFrameRate { return givenFrameRate }
        let own = ownFramesPerSecond.flatMap { FrameRate(framesPerSecond: min(max($0, 0.001), 1000)) } ?? FrameRate(30)
        return isTooFastForGIF ? FrameRate(50) : own
    }
    /// Whether the documents' own rate is one that viewers of GIF slow down: they play 50 frames a second at most.
    var isTooFastForGIF: Bool { ending == "gif" && givenFrameRate == nil && (ownFramesPerSecond ?? 30) > 50 }
    /// The rate on the command line.
    var givenFrameRate: FrameRate?
    /// The documents' own rate; nil when they have none.
    var ownFramesPerSecond: Double?
    /// The documents' own duration in seconds; nil when they have none.
    var ownDuration: Double?
    /// The frames that are drawn.
    var frames: Range<Int>?
    /// The state that is applied before the first frame.
    var state: String?
    /// A transition during the animation.
    var transition: Transition?
    /// The appearance, of several.
    var appearance: String?
    /// Values that replace those of Lottie documents.
    var values: [LottieValue] = []
    /// Films that layers of documents show in place of their contents.
    var films: [(layer: String, path: String)] = []
    /// The background.
    var background: CGColor?
    /// How many threads draw.
    var threads: Int?
    /// The ending to use in place of the output's own.
    var format: String?
    /// Quality of JPEG and videos, 1 to 100.
    var quality: Int?
    /// The effort of PNGs.
    var compression: Int?
    /// How often animations play; 0 is forever.
    var loopCount = 0
    /// Whether documents may exceed the limits for untrusted ones.
    var isLarge = false
    /// Whether a document with a part that is left out is refused.
    var isStrict = false
    /// Whether frames are what `render(in:)` draws into a bitmap context.
    var asContext = false
    /// The backend that draws.
    var backend = LayerRenderer.Backend.cpu
    /// How pictures are coloured, for debugging.
    var debug: LayerDebugOptions = []
    /// Whether only errors are reported.
    var quiet = false

    /// The most frames that a document's own duration may make: an hour at sixty a second.
    static let ownFrameLimit = 216_000.0

    /// The ending that chooses the output's format, in lower case.
    var ending: String { format ?? pathExtension(output) }
    /// The path that is written; standard output's path for `-`.
    var outputPath: String { output == "-" ? "/dev/stdout" : output }
    /// Whether the picture goes to standard output.
    var isToStandardOutput: Bool { ["-", "/dev/stdout", "/dev/fd/1"].contains(output) }

    /// A transition from one state to another, at a time.
    struct Transition {
        var from: String, to: String, time: Double
    }

    /// Whether more than one frame is drawn.
    var isAnimation: Bool {
        frames.map { $0.count > 1 }
            ?? (time == nil && (["gif", "webp", "mp4", "m4v", "webm", "mov"].contains(ending) || isSeries)
                || duration != nil)
    }

    /// Whether the output's name has a number in it, one for each frame.
    private var isSeries: Bool { StillFormat(ending: ending) != nil && FrameNamePattern(output) != nil }

    /// The frames to draw: those asked for, all of the duration, or the one.
    var frameRange: Range<Int> {
        if let frames { return frames }
        guard isAnimation else { return 0..<1 }
        return 0..<max(1, Int((seconds * frameRate.framesPerSecond).rounded()))
    }

    /// How long an animation is: as asked for, as long as the documents play, or five seconds.
    private var seconds: Double {
        let most = Self.ownFrameLimit / frameRate.framesPerSecond
        return duration ?? min(ownDuration ?? 5, most)
    }

    /// Refuses a document whose own duration makes more frames than anybody waits for.
    func checkOwnDuration() throws {
        guard isAnimation, frames == nil, duration == nil, let ownDuration else { return }
        let count = ownDuration * frameRate.framesPerSecond
        guard count <= Self.ownFrameLimit else {
            throw CommandFailure(
                "\(inputs[0]): the document plays for \(String(format: "%.0f", ownDuration)) s, which is more than "
                    + "\(Int(Self.ownFrameLimit)) frames; say how much is wanted with --duration or --frames")
        }
    }

    /// The values of `--format`.
    static let formats = ["png", "jpg", "gif", "webp", "mp4", "webm", "mov", "txt"]

    /// The options' names.
    static let names = [
        "--help", "--output", "--size", "--scale", "--time", "--duration", "--fps", "--frames", "--state",
        "--transition",
        "--appearance", "--set", "--strict", "--background", "--threads", "--backend", "--as-context", "--debug",
        "--quiet",
        "--format",
        "--quality",
        "--compression", "--loop", "--large",
    ]

    /// Reads a command line; nil when it asks for help.
    static func parse(_ list: [String]) throws -> RenderOptions? {
        var options = RenderOptions()
        var arguments = Arguments(list, of: "render")
        while let item = try arguments.next() {
            guard case .option(let name) = item else {
                if case .input(let path) = item { options.inputs.append(path) }
                continue
            }
            switch name {
            case "--help", "-h": return nil
            case "-o", "--output": options.output = try arguments.value(of: name)
            case "--size": options.size = try arguments.size(of: name)
            case "--scale": options.scale = try arguments.number(of: name, in: 0.001...100)
            case "--time": options.time = try arguments.number(of: name, in: 0...1e9)
            case "--duration": options.duration = try arguments.number(of: name, in: 0...1e6)
            case "--fps": options.givenFrameRate = try arguments.frameRate(of: name)
            case "--format": options.format = try arguments.word(of: name, among: Self.formats)
            case "--quality": options.quality = try arguments.wholeNumber(of: name, in: 1...100)
            case "--compression": options.compression = try arguments.wholeNumber(of: name, in: PNGEncoder.levels)
            case "--loop": options.loopCount = try arguments.wholeNumber(of: name, in: 0...65_535)
            case "--large": options.isLarge = true
            case "--strict": options.isStrict = true
            case "--frames":
                let text = try arguments.value(of: name)
                guard let frames = parseFrames(text) else {
                    throw arguments.wrong("--frames is FIRST..END with END greater than FIRST, not '\(text)'")
                }
                options.frames = frames
            case "--state": options.state = try arguments.value(of: name)
            case "--transition":
                let text = try arguments.value(of: name)
                guard let transition = Transition(text) else {
                    throw arguments.wrong("--transition is FROM:TO@SECONDS, not '\(text)'")
                }
                options.transition = transition
            case "--appearance": options.appearance = try arguments.value(of: name)
            case "--set":
                let text = try arguments.value(of: name)
                if let film = parseFilm(text) {
                    options.films.append(film)
                } else if let value = try parseValue(text) {
                    options.values.append(value)
                } else {
                    throw arguments.wrong(
                        "--set is KEYPATH=VALUE, such as '**.Fill 1.Color=#ff0000', 'Title.Text=Hello' or "
                            + "'Portrait.Image=me.png', or LAYER.contents=FILM, not '\(text)'"
                    )
                }
            case "--background": options.background = try arguments.color(of: name)
            case "--threads": options.threads = try arguments.wholeNumber(of: name, in: 1...256)
            case "--backend":
                let text = try arguments.value(of: name)
                guard let backend = LayerRenderer.Backend(rawValue: text) else {
                    let names = LayerRenderer.Backend.allCases.map { $0.rawValue }.joined(separator: ", ")
                    throw arguments.wrong("there is no backend '\(text)': there are \(names)")
                }
                if let reason = backend.unavailability {
                    throw arguments.wrong("this machine has no backend '\(text)': \(reason)")
                }
                options.backend = backend
            case "--as-context": options.asContext = true
            case "--debug": options.debug = try arguments.debugOptions(of: name)
            case "--quiet", "-q": options.quiet = true
            default: throw arguments.unknown(name, among: Self.names)
            }
        }
        try options.check(arguments)
        return options
    }

    private func check(_ arguments: Arguments) throws {
        if inputs.isEmpty { throw arguments.wrong("no document is named") }
        if output.isEmpty { throw arguments.wrong("no output is named: -o FILE") }
        if isToStandardOutput, format == nil { throw arguments.wrong("-o - needs --format, such as --format png") }
        if inputs.filter({ $0 == "-" }).count > 1 { throw arguments.wrong("standard input is one document") }
        let frameCount = Double(frames?.upperBound ?? 0) + (duration ?? 0) * frameRate.framesPerSecond
        if frameCount > 1e8 { throw arguments.wrong("more than 100 million frames are not drawn") }
        if time != nil, duration != nil || frames != nil {
            throw arguments.wrong("--time is for one frame, --duration and --frames for several")
        }
        if state != nil, transition != nil {
            throw arguments.wrong("--transition starts from its own state: leave --state out")
        }
    }
}

extension Arguments {
    /// The value of an option that is a list of debug options, with commas between.
    mutating func debugOptions(of option: String) throws(UsageError) -> LayerDebugOptions {
        var result: LayerDebugOptions = []
        for word in try value(of: option).lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            guard let found = LayerDebugOptions.commandNames.first(where: { $0.name == word }) else {
                let names = LayerDebugOptions.commandNames.map { $0.name }
                throw wrong(
                    "\(option) is names of \(names.joined(separator: ", ")), not '\(word)'"
                        + didYouMean(String(word), among: names))
            }
            result.insert(found.option)
        }
        return result
    }
}

extension RenderOptions.Transition {
    /// Reads `FROM:TO@SECONDS`.
    init?(_ text: String) {
        guard let at = text.lastIndex(of: "@"), let colon = text.firstIndex(of: ":"), colon < at,
            let time = Double(text[text.index(after: at)...]), time >= 0, time.isFinite
        else { return nil }
        from = String(text[..<colon])
        to = String(text[text.index(after: colon)..<at])
        self.time = time
        guard !from.isEmpty, !to.isEmpty else { return nil }
    }
}

/// Reads `LAYER.contents=FILM`.
private func parseFilm(_ text: String) -> (layer: String, path: String)? {
    guard let equals = text.range(of: ".contents=") else { return nil }
    let (layer, path) = (String(text[..<equals.lowerBound]), String(text[equals.upperBound...]))
    return layer.isEmpty || !FilmInput.isFilm(path) ? nil : (layer, path)
}

/// Reads `KEYPATH=VALUE`: a text or an image's file if the path ends so, else a number, numbers with commas between, or a colour.
///
/// - Throws: if the image cannot be read.
private func parseValue(_ text: String) throws -> LottieValue? {
    // A text may have any character; a colour, a number and most files have no "=".
    guard
        let equals = text.firstRange(of: /\.(Text|Image)=/)?.upperBound
            ?? text.lastIndex(of: "=").map(text.index(after:))
    else { return nil }
    let (path, value) = (String(text[..<text.index(before: equals)]), String(text[equals...]))
    switch path.split(separator: ".").last.map(String.init) {
    case LottieValue.textProperty?: return LottieValue(keyPath: path, text: value)
    case LottieValue.imageProperty?: return LottieValue(keyPath: path, image: try image(value))
    default: break
    }
    let numbers: [Double]
    if let parts = parseColor(value)?.components, parts.count == 4 {
        numbers = parts.map { Double($0) }
    } else {
        let parts = value.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.trimmingCharacters(in: .whitespaces))
        }
        guard !parts.contains(nil) else { return nil }
        numbers = parts.compactMap { $0 }
    }
    return LottieValue(keyPath: path, keys: [LottieValue.Key(frame: 0, value: numbers)])
}

/// The picture of an image file.
private func image(_ path: String) throws -> CGImage {
    do {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        return CGImage(bitmap: try ImageDecoder(bytes: bytes).decode())
    } catch let error as ImageError {
        throw CommandFailure("\(path): \(error)")
    } catch {
        throw CommandFailure("\(path): the image cannot be read: \(error.localizedDescription)")
    }
}
