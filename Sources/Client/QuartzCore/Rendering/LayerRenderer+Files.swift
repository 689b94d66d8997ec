import CoreGraphics
import Foundation
import MicaSurface

extension LayerRenderer {
    /// Writes the picture at a time into a file, as PNG, or as a WebP or GIF of one frame, by the path's ending.
    ///
    /// - Throws: an error that says which file, and why, when it cannot be written or has another ending.
    public func write(to path: String, at time: CFTimeInterval = 0) throws {
        let sink = try imageSink(path, isAnimation: false)
        try sink.begin(FrameStream(width: pixelWidth, height: pixelHeight, rate: FrameRate(1)))
        try sink.append(bitmap(at: time), at: 0)
        try sink.finish()
    }

    /// Writes the pictures from time 0 on into a file: an animated WebP or GIF, or a series of PNG files when the path
    /// has a number in it such as `frame-%04d.png`.
    ///
    /// Videos are the business of the command `mica render`, so that programs need not link a video library.
    ///
    /// - Parameters:
    ///   - duration: How long it is, in seconds; at least one frame is written.
    ///   - framesPerSecond: How many frames a second has; greater than zero.
    /// - Throws: an error that says which file, and why, when it cannot be written or has another ending.
    public func write(to path: String, duration: CFTimeInterval, framesPerSecond: Double = 30) throws {
        guard let rate = FrameRate(framesPerSecond: framesPerSecond) else {
            throw SurfaceError(path: path, reason: "\(framesPerSecond) frames a second cannot be written")
        }
        guard duration.isFinite, duration >= 0, duration * framesPerSecond < 1e9 else {
            throw SurfaceError(path: path, reason: "a duration of \(duration) s cannot be written")
        }
        let count = max(1, Int((duration * framesPerSecond).rounded()))
        try render(frames: 0..<count, rate: rate, into: imageSink(path, isAnimation: count > 1))
    }

    /// Draws frames into a sink, which is begun and finished here.
    ///
    /// - Parameter progress: told of each frame that is done; false stops, and leaves no file.
    package func render(
        frames: Range<Int>, rate: FrameRate, into sink: any FrameSink, progress: (Int) -> Bool = { _ in true }
    ) throws(SurfaceError) {
        try sink.begin(
            FrameStream(width: pixelWidth, height: pixelHeight, rate: rate, firstIndex: frames.lowerBound))
        for index in frames {
            try sink.append(bitmap(at: rate.time(ofFrame: index)), at: index)
            guard progress(index) else { return }
        }
        try sink.finish()
    }

    private func imageSink(_ path: String, isAnimation: Bool) throws(SurfaceError) -> any FrameSink {
        if let sink = try makeImageSink(path: path, isAnimation: isAnimation) { return sink }
        throw SurfaceError(path: path, reason: "its ending is none of png, webp, gif")
    }
}
