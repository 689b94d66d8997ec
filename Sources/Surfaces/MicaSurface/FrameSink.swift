import Foundation
import MicaBase
import MicaCodecs

/// The frequency of frames, as a fraction, so that frame times are exact.
package struct FrameRate: Sendable, Equatable {
    /// The number of frames in `denominator` seconds.
    package let numerator: Int
    /// The number of seconds for `numerator` frames.
    package let denominator: Int

    /// Makes a rate of `numerator / denominator` frames a second.
    ///
    /// - Precondition: both are positive.
    package init(_ numerator: Int, over denominator: Int = 1) {
        precondition(numerator > 0 && denominator > 0, "a frame rate is positive")
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The rate nearest to a number of frames a second: broadcast rates (23.976, 29.97, 59.94) as fractions over
    /// 1001, other rates in thousandths.
    ///
    /// nil when the number is not in 0.001...1000.
    package init?(framesPerSecond: Double) {
        guard framesPerSecond >= 0.001, framesPerSecond <= 1000 else { return nil }
        let whole = framesPerSecond.rounded(.up)
        if framesPerSecond < whole, abs(whole * 1000 / 1001 - framesPerSecond) < 0.005 {
            self.init(Int(whole) * 1000, over: 1001)
            return
        }
        var numerator = Int((framesPerSecond * 1000).rounded()), denominator = 1000
        for factor in [2, 2, 2, 5, 5, 5] where numerator % factor == 0 && denominator % factor == 0 {
            numerator /= factor
            denominator /= factor
        }
        self.init(numerator, over: denominator)
    }

    /// Frames a second.
    package var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// The time of a frame, in seconds from frame 0.
    package func time(ofFrame index: Int) -> Double { Double(index) * Double(denominator) / Double(numerator) }
}

/// The description of a stream of frames, known before the first frame.
package struct FrameStream: Sendable, Equatable {
    /// Width of every frame, in pixels.
    package var width: Int
    /// Height of every frame, in pixels.
    package var height: Int
    /// The frequency of frames.
    package var rate: FrameRate
    /// The index of the first frame, with which the output starts; greater than 0 for a part of a longer render.
    package var firstIndex: Int

    /// Makes a description of a stream.
    package init(width: Int, height: Int, rate: FrameRate = FrameRate(60), firstIndex: Int = 0) {
        self.width = width
        self.height = height
        self.rate = rate
        self.firstIndex = firstIndex
    }
}

/// The destination of finished frames: a file, several files, memory.
///
/// Calls must be in this order: `begin` once, `append` with increasing indices, `finish` once. A sink that is
/// released before `finish` leaves no file, except frames that are separate files.
package protocol FrameSink: AnyObject {
    /// Starts the stream.
    ///
    /// - Throws: `SurfaceError` when the destination cannot be written or does not support frames of this size.
    func begin(_ stream: FrameStream) throws(SurfaceError)
    /// Adds the frame with time index `index`, which is shown from `stream.rate.time(ofFrame: index)` on.
    ///
    /// - Throws: `SurfaceError` when the frame cannot be written.
    func append(_ frame: Bitmap, at index: Int) throws(SurfaceError)
    /// Ends the stream; all files are then complete and in place.
    ///
    /// - Throws: `SurfaceError` when the file cannot be completed.
    func finish() throws(SurfaceError)
    /// Information about the output for the user, as sentences: for example, that a size was rounded.
    var notes: [String] { get }
}

extension FrameSink {
    /// Empty, for most sinks.
    package var notes: [String] { [] }
}

/// The reason that frames could not be written.
package struct SurfaceError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
    /// The file, as the user named it.
    package var path: String
    /// The reason in words.
    package var reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Makes an error from an encoder's error.
    package init(path: String, _ error: ImageError) {
        self.init(path: path, reason: error.description)
    }

    /// One line: `out/a.png: no such directory`.
    package var description: String { "\(path): \(reason)" }
    /// The description, as `localizedDescription` gives it.
    package var errorDescription: String? { description }
}

/// The checks of all sinks: calls are in order, and frames have the stream's size.
package struct FrameOrder: Sendable {
    /// The current stream; nil before the beginning and after the end.
    package private(set) var stream: FrameStream?
    /// The index of the last frame; nil before the first.
    package private(set) var lastIndex: Int?

    /// Makes an order in which nothing has begun.
    package init() {}

    /// Records the beginning of the stream.
    ///
    /// - Precondition: it has not begun.
    package mutating func begin(_ stream: FrameStream) {
        precondition(self.stream == nil && lastIndex == nil, "a sink is begun once")
        self.stream = stream
    }

    /// Records a frame.
    ///
    /// - Precondition: the stream has begun, the frame has its size, and `index` is greater than all indices before.
    package mutating func append(_ frame: Bitmap, at index: Int) -> FrameStream {
        guard let stream else { preconditionFailure("a sink is begun before its frames") }
        precondition(frame.width == stream.width && frame.height == stream.height, "a frame of another size")
        precondition(index > lastIndex ?? (stream.firstIndex - 1), "frames come in order")
        lastIndex = index
        return stream
    }

    /// Records the end of the stream.
    ///
    /// - Precondition: the stream has begun.
    package mutating func finish() -> FrameStream {
        guard let ended = stream else { preconditionFailure("a sink is begun before it is finished") }
        stream = nil
        lastIndex = lastIndex ?? ended.firstIndex
        return ended
    }
}

/// Stores the frames in memory, for tests.
package final class MemorySink: FrameSink {
    /// The stream that was begun; nil before.
    package private(set) var stream: FrameStream?
    /// The frames so far, with their indices.
    package private(set) var frames: [(index: Int, bitmap: Bitmap)] = []
    /// Whether `finish` was called.
    package private(set) var isFinished = false
    private var order = FrameOrder()

    package init() {}

    /// Starts the stream.
    package func begin(_ stream: FrameStream) throws(SurfaceError) {
        order.begin(stream)
        self.stream = stream
    }

    /// Keeps a frame.
    package func append(_ frame: Bitmap, at index: Int) throws(SurfaceError) {
        _ = order.append(frame, at: index)
        frames.append((index, frame))
    }

    /// Ends the stream.
    package func finish() throws(SurfaceError) {
        _ = order.finish()
        isFinished = true
    }
}
