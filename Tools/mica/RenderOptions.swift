import Foundation
import Mica
import MicaCommandLine
import MicaDocuments
import MicaSurface
import QuartzCore

/// The options of `mica render`.
struct RenderOptions {
    /// Documents, back to front.
    var inputs: [String] = []
    /// Whether outputs that are there are left.
    var skipsExisting = false
    /// The output files, or with `isEach` the patterns of their names.
    var outputs: [String] = []
    /// The output file in progress.
    var output = ""
    /// Whether each input is drawn by itself, into files that are named after it.
    var isEach = false
    /// The view's size in points; nil is the document's own.
    var size: CGSize?
    /// The view's width in points; its height follows from the document's proportions.
    var width: Double?
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
    /// Whether all inputs are pictures that do not move.
    var isStill = false
    /// The frames that are drawn.
    var frames: Range<Int>?
    /// The state that is applied before the first frame.
    var state: String?
    /// A transition during the animation.
    var transition: Transition?
    /// The appearance, of several.
    var appearance: String?
    /// The rules by which Lottie documents are drawn.
    var player = LottiePlayer.specification
    /// The animation and the theme of a .lottie archive.
    var selection = LottieSelection()
    /// The state machine that controls the document.
    var stateMachine: String?
    /// The events for the state machine, as lines of a script.
    var events: [String] = []
    /// Whether URLs that a state machine asks for are reported as opened.
    var opensURLs = false
    /// Values that replace those of Lottie documents.
    var values: [LottieValue] = []
    /// Films that layers of documents show in place of their contents.
    var films: [(layer: String, path: String)] = []
    /// Pictures that layers of documents show in place of their contents.
    var pictures: [(layer: String, path: String)] = []
    /// The background.
    var background: CGColor?
    /// How many threads draw.
    var threads: Int?
    /// The ending to use in place of the output's own.
    var format: String?
    /// Quality of JPEG and videos, 1 to 100.
    var quality: Int?
    /// The name of a video's codec; nil: the ending's usual one.
    var codec: String?
    /// How much time a video's encoder takes.
    var preset: VideoSettings.Preset?
    /// A video's constant rate factor; nil: by the quality.
    var rateFactor: Int?
    /// The effort of PNGs.
    var compression: Int?
    /// How often animations play, as asked for; 0 is forever.
    var givenLoopCount: Int?
    /// How often animations play; 0 is forever.
    var loopCount: Int { givenLoopCount ?? 0 }
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

    /// The endings of videos.
    static let videoEndings = ["mp4", "m4v", "webm", "mov"]

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
            ?? (time == nil
                && (Self.videoEndings.contains(ending)
                    || !isStill && (["gif", "webp"].contains(ending) || isSeries))
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
}
