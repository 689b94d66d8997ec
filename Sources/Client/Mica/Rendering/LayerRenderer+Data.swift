import Foundation
import MicaBase
import MicaCodecs
import MicaImageFiles
import MicaSurface
import QuartzCore

extension LayerRenderer {
    /// The formats of pictures in memory.
    public enum DataFormat: String, Sendable, CaseIterable {
        /// Lossless, with alpha.
        case png
        /// Over black, with `FileOptions.quality`.
        case jpeg
        /// Lossless, with alpha.
        case webp

        func encode(_ bitmap: Bitmap, _ settings: ImageSettings) throws(ImageError) -> Data {
            switch self {
            case .png: Data(try StillFormat.png.encode(bitmap, settings))
            case .jpeg: Data(try StillFormat.jpeg.encode(bitmap, settings))
            case .webp: Data(try WebPEncoder.encode(bitmap))
            }
        }
    }

    /// The picture at a time as a PNG file.
    ///
    /// - Throws: the renderer's `problem`, or the encoder's reason.
    public func pngData(at time: CFTimeInterval = 0, options: FileOptions = FileOptions()) throws -> Data {
        try encoded(.png, at: time, options)
    }

    /// The picture at a time as a JPEG file, over black.
    ///
    /// - Throws: the renderer's `problem`, or the encoder's reason.
    public func jpegData(at time: CFTimeInterval = 0, options: FileOptions = FileOptions()) throws -> Data {
        try encoded(.jpeg, at: time, options)
    }

    /// The picture at a time as a lossless WebP file.
    ///
    /// - Throws: the renderer's `problem`, or the encoder's reason: a WebP has up to 16,383 pixels a side.
    public func webpData(at time: CFTimeInterval = 0, options: FileOptions = FileOptions()) throws -> Data {
        try encoded(.webp, at: time, options)
    }

    /// The picture at a time as a file. It is drawn by the caller, to which the tree belongs, and encoded by another
    /// thread, while the caller's thread is free: encoding takes most of the time of a PNG.
    ///
    /// - Throws: the renderer's `problem`, or the encoder's reason.
    public nonisolated(nonsending) func data(
        as format: DataFormat, at time: CFTimeInterval = 0, options: FileOptions = FileOptions()
    ) async throws -> Data {
        try checkPictures()
        let (bitmap, settings) = (bitmap(at: time), options.images)
        return try await Task.detached { try format.encode(bitmap, settings) }.value
    }

    /// Writes the picture at a time into a file, as `write(to:at:)` of a path does.
    ///
    /// - Throws: an error that names the file and the reason; also if the URL is not a file's.
    public func write(to url: URL, at time: CFTimeInterval = 0, options: FileOptions = FileOptions()) throws {
        try write(to: url.filePath(), at: time, options: options)
    }

    /// Writes the pictures from time 0 on into a file, as `write(to:duration:framesPerSecond:)` of a path does.
    ///
    /// - Throws: an error that names the file and the reason; also if the URL is not a file's.
    public func write(
        to url: URL, duration: CFTimeInterval, framesPerSecond: Double = 30, options: FileOptions = FileOptions()
    ) throws {
        try write(to: url.filePath(), duration: duration, framesPerSecond: framesPerSecond, options: options)
    }

    private func encoded(_ format: DataFormat, at time: CFTimeInterval, _ options: FileOptions) throws -> Data {
        try checkPictures()
        return try format.encode(bitmap(at: time), options.images)
    }
}

extension URL {
    /// The path of a file's URL.
    ///
    /// - Throws: `SurfaceError` for URLs of other kinds.
    package func filePath() throws(SurfaceError) -> String {
        guard isFileURL else { throw SurfaceError(path: absoluteString, reason: "the URL is not a file's") }
        return path
    }
}
