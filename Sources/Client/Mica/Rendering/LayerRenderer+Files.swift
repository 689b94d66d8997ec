import CoreGraphics
import Foundation
import MicaCodecs
import MicaGL
import MicaImageFiles
import MicaSurface
import QuartzCore

extension LayerRenderer {
    /// The settings for encoding pictures into files.
    public struct FileOptions: Sendable {
        /// The quality of JPEG and of videos, 0 to 1; nil means 0.9 for JPEG and 0.75 for videos. PNG, GIF and WebP
        /// ignore it.
        public var quality: Double?
        /// The effort of PNG, 0 (none) to 12 (most): 5 is fast and little larger than 12, which takes ten times as
        /// long.
        public var compressionLevel = PNGEncoder.standardLevel
        /// The number of times that a GIF or WebP plays; 0 repeats for ever.
        public var loopCount = 0
        /// The number of threads that encode image series and videos; nil means one per core for series and four for
        /// videos. The bytes of H.264 depend on it.
        public var threads: Int?

        /// Makes options with the defaults.
        public init() {}

        /// The options for image encoders, with values limited to their ranges.
        var images: ImageSettings {
            let levels = PNGEncoder.levels
            return ImageSettings(
                level: min(max(compressionLevel, levels.lowerBound), levels.upperBound),
                quality: percent(quality ?? 0.9), loopCount: max(loopCount, 0),
                threads: max(threads ?? ProcessInfo.processInfo.activeProcessorCount, 1))
        }

        var video: VideoSettings {
            VideoSettings(quality: percent(quality ?? 0.75), threads: max(threads ?? VideoSettings.standard.threads, 1))
        }

        private func percent(_ quality: Double) -> Int {
            quality > 0 ? Int(min(max(quality * 100, 1), 100).rounded()) : 1
        }
    }

    /// Writes the picture at a time into a file: PNG, JPEG, or a WebP or GIF of one frame, by the path's extension.
    ///
    /// - Throws: an error that names the file and the reason, when it cannot be written or the extension is unknown.
    public func write(to path: String, at time: CFTimeInterval = 0, options: FileOptions = FileOptions()) throws {
        try checkPictures(path)
        let sink = try sink(for: path, isAnimation: false, options)
        try sink.begin(FrameStream(width: pixelWidth, height: pixelHeight, rate: FrameRate(1)))
        try sink.append(bitmap(at: time), at: 0)
        try sink.finish()
    }

    /// Writes the pictures from time 0 on into a file: an animated WebP or GIF, or a video (`.mp4` H.264, `.webm` VP9
    /// and `.mov` ProRes 4444, the last two with alpha unless there is a background). A path with a number in it, such
    /// as `frame-%04d.png`, writes a series of PNG or JPEG files.
    ///
    /// Videos need the product MicaVideo among the program's dependencies, and FFmpeg's libraries, which are opened for
    /// the first video. Other programs need neither.
    ///
    /// - Parameters:
    ///   - duration: the length in seconds; at least one frame is written.
    ///   - framesPerSecond: the frame rate; greater than zero.
    /// - Throws: an error that names the file and the reason, when it cannot be written or the extension is unknown.
    public func write(
        to path: String, duration: CFTimeInterval, framesPerSecond: Double = 30, options: FileOptions = FileOptions()
    ) throws {
        try checkPictures(path)
        guard let rate = FrameRate(framesPerSecond: framesPerSecond) else {
            throw SurfaceError(path: path, reason: "\(framesPerSecond) frames a second cannot be written")
        }
        guard duration.isFinite, duration >= 0, duration * framesPerSecond < 1e9 else {
            throw SurfaceError(path: path, reason: "a duration of \(duration) s cannot be written")
        }
        let count = max(1, Int((duration * framesPerSecond).rounded()))
        try render(frames: 0..<count, rate: rate, into: sink(for: path, isAnimation: count > 1, options))
    }

    private func checkPictures(_ path: String) throws(SurfaceError) {
        if let problem { throw SurfaceError(path: path, reason: problem.description) }
    }

    /// The size of a view in pixels: `ceil(size * scale)`, where only a rounding error adds no pixel.
    ///
    /// *Source*: of Apple's pictures of Lottie documents 66 have sides that are not whole, by 0.06 to 0.97 of a pixel;
    /// all are rounded up, and so is one of 712.016 pixels.
    package static func pixelSize(of size: CGSize, scale: CGFloat) -> (width: Double, height: Double) {
        func pixels(_ points: CGFloat) -> Double {
            let exact = Double(points * scale)
            return exact > 0 ? max(1, (exact - 4e-6).rounded(.up)) : exact
        }
        return (pixels(size.width), pixels(size.height))
    }

    /// Draws frames into a sink; begins and finishes the sink.
    ///
    /// - Parameter progress: called after each frame; false stops and leaves no file.
    package func render(
        frames: Range<Int>, rate: FrameRate, into sink: any FrameSink, progress: (Int) -> Bool = { _ in true }
    ) throws(SurfaceError) {
        try sink.begin(
            FrameStream(width: pixelWidth, height: pixelHeight, rate: rate, firstIndex: frames.lowerBound))
        if let reader = makeReader() {
            guard try read(frames, rate, reader, into: sink, progress) else { return }
        } else {
            for index in frames {
                try sink.append(bitmap(at: rate.time(ofFrame: index)), at: index)
                guard progress(index) else { return }
            }
        }
        try sink.finish()
    }

    /// Draws frames with OpenGL and encodes each while the next ones are drawn; false when `progress` stopped it.
    private func read(
        _ frames: Range<Int>, _ rate: FrameRate, _ reader: GLFrameReader, into sink: any FrameSink,
        _ progress: (Int) -> Bool
    ) throws(SurfaceError) -> Bool {
        defer { stopReading() }
        var oldest = frames.lowerBound
        func takeOldest() throws(SurfaceError) -> Bool {
            let index = oldest
            oldest += 1
            if let bitmap = reader.take() {
                try sink.append(bitmap, at: index)
            } else {
                // The OpenGL context was lost, or OpenGL cannot draw the frame.
                try sink.append(bitmap(at: rate.time(ofFrame: index)), at: index)
            }
            return progress(index)
        }
        for index in frames {
            draw(at: rate.time(ofFrame: index), onto: reader)
            if reader.waiting > GLFrameReader.depth { guard try takeOldest() else { return false } }
        }
        while reader.waiting > 0 { guard try takeOldest() else { return false } }
        return true
    }

    /// Makes the sink for the file format of the path's extension.
    ///
    /// *Throws*: an error when the extension is unknown.
    package func sink(for path: String, isAnimation: Bool, _ options: FileOptions) throws(SurfaceError)
        -> any FrameSink
    {
        if let sink = try VideoSinks.sink(path: path, keepsAlpha: background == nil, settings: options.video) {
            return sink
        }
        if let sink = try makeImageSink(path: path, isAnimation: isAnimation, settings: options.images) { return sink }
        throw SurfaceError(path: path, reason: "its ending is none of png, jpg, webp, gif, mp4, webm, mov")
    }
}
