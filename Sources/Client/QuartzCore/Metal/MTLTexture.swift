import Foundation
import MicaTrace

/// The layout of a texture's pixel in memory; only the formats that a `CAMetalLayer` can show.
///
/// *Source*: Apple, MTLPixelFormat.h: names and numbers.
public enum MTLPixelFormat: UInt, Sendable {
    /// No format; a layer with it has no drawables.
    case invalid = 0
    /// Four bytes: blue, green, red and alpha.
    case bgra8Unorm = 80
    /// The same bytes as `bgra8Unorm`: what the processor writes are sRGB's numbers in both formats.
    case bgra8Unorm_srgb = 81
    /// A word with red in the lowest ten bits, then green, blue, and alpha in the highest two. It is shown with 8 bits
    /// per channel.
    case rgb10a2Unorm = 90
    /// As `rgb10a2Unorm`, with red and blue exchanged.
    case bgr10a2Unorm = 94
    /// Four 16-bit floating-point numbers: red, green, blue and alpha. It is shown with 8 bits per channel, limited to
    /// 0...1.
    case rgba16Float = 115

    var bytesPerPixel: Int { self == .rgba16Float ? 8 : 4 }
}

/// A position in a texture. *Units*: pixels from the top left corner. *Source*: Apple, MTLTypes.h.
public struct MTLOrigin: Sendable, Equatable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int
    /// 0, as textures here have no depth.
    public var z: Int

    /// Makes the position of the top left corner.
    public init() { (x, y, z) = (0, 0, 0) }
    /// Makes a position, in pixels.
    public init(x: Int, y: Int, z: Int) { (self.x, self.y, self.z) = (x, y, z) }
}

/// A size in a texture. *Units*: pixels. *Source*: Apple, MTLTypes.h.
public struct MTLSize: Sendable, Equatable {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// 1, as textures here have no depth.
    public var depth: Int

    /// Makes an empty size, with a depth of 0.
    public init() { (width, height, depth) = (0, 0, 0) }
    /// Makes a size, in pixels.
    public init(width: Int, height: Int, depth: Int) { (self.width, self.height, self.depth) = (width, height, depth) }
}

/// A rectangle of a texture. *Source*: Apple, MTLTypes.h.
public struct MTLRegion: Sendable, Equatable {
    /// The top left corner.
    public var origin: MTLOrigin
    /// The size in pixels.
    public var size: MTLSize

    /// Makes an empty rectangle.
    public init() { (origin, size) = (MTLOrigin(), MTLSize()) }
    /// Makes a rectangle from its corner and size.
    public init(origin: MTLOrigin, size: MTLSize) { (self.origin, self.size) = (origin, size) }
}

/// A position in a texture, in pixels. *Source*: Apple, MTLTypes.h.
public func MTLOriginMake(_ x: Int, _ y: Int, _ z: Int) -> MTLOrigin { MTLOrigin(x: x, y: y, z: z) }

/// A size in a texture, in pixels. *Source*: Apple, MTLTypes.h.
public func MTLSizeMake(_ width: Int, _ height: Int, _ depth: Int) -> MTLSize {
    MTLSize(width: width, height: height, depth: depth)
}

/// A rectangle of a texture, in pixels. *Source*: Apple, MTLTypes.h.
public func MTLRegionMake2D(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> MTLRegion {
    MTLRegion(origin: MTLOrigin(x: x, y: y, z: 0), size: MTLSize(width: width, height: height, depth: 1))
}

/// The pixels of a drawable, which any renderer can fill. `withPixels` is this platform's own; the rest is Metal's.
///
/// Several threads may use it; each call waits for the others to end. Until they are written, the pixels are those of
/// an earlier drawable. From `present` on they belong to the layer, and later writes are not seen. *Space*: row 0 is
/// the top one.
public protocol MTLTexture: AnyObject, Sendable {
    /// The number of columns.
    var width: Int { get }
    /// The number of rows.
    var height: Int { get }
    /// The layout of a pixel in memory.
    var pixelFormat: MTLPixelFormat { get }
    /// The layer's `framebufferOnly` when the texture was made; it forbids nothing here.
    var isFramebufferOnly: Bool { get }

    /// Copies pixels into a rectangle. If the rectangle leaves the texture, or the rows are too short, nothing is
    /// copied and a warning is printed once.
    ///
    /// - Parameters:
    ///   - level: 0, the only level.
    ///   - pixelBytes: the rectangle's first row, in the texture's format.
    ///   - bytesPerRow: the distance between the starts of rows, in bytes.
    func replace(
        region: MTLRegion, mipmapLevel level: Int, withBytes pixelBytes: UnsafeRawPointer, bytesPerRow: Int)

    /// Copies the pixels of a rectangle out. If the rectangle leaves the texture, or the rows are too short, nothing is
    /// copied and a warning is printed once.
    ///
    /// - Parameters:
    ///   - pixelBytes: receives the rectangle's first row.
    ///   - bytesPerRow: the distance between the starts of rows, in bytes.
    ///   - level: 0, the only level.
    func getBytes(
        _ pixelBytes: UnsafeMutableRawPointer, bytesPerRow: Int, from region: MTLRegion, mipmapLevel level: Int)

    /// Gives a renderer all pixels to read and write, row by row from the top, without padding.
    ///
    /// Other calls wait until the closure has ended, so the closure must not call this texture.
    func withPixels<Result, Failure: Error>(
        _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

/// The texture of a layer's drawable: memory that comes from the layer's queue and goes back there.
// Safe because: the words are used under the lock only.
final class DrawableTexture: MTLTexture, @unchecked Sendable {
    let width: Int, height: Int
    let pixelFormat: MTLPixelFormat
    let isFramebufferOnly: Bool
    private let lock = NSLock()
    /// One word for each pixel, two in the wide format; empty after `take()`.
    private var words: [UInt32]

    init(width: Int, height: Int, format: MTLPixelFormat, isFramebufferOnly: Bool, words: consuming [UInt32]) {
        (self.width, self.height, pixelFormat, self.isFramebufferOnly) = (width, height, format, isFramebufferOnly)
        self.words = words
    }

    /// Removes and returns the pixels.
    func take() -> [UInt32] {
        lock.lock()
        defer { lock.unlock() }
        var taken: [UInt32] = []
        swap(&taken, &words)
        return taken
    }

    func withPixels<Result, Failure: Error>(
        _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        var taken: [UInt32] = []
        swap(&taken, &words)
        defer {
            swap(&taken, &words)
            lock.unlock()
        }
        if taken.isEmpty {
            Notices.say("reading or writing the texture of a presented drawable has no effect")
            taken = [UInt32](repeating: 0, count: width * height * pixelFormat.bytesPerPixel / 4)
        }
        var span = taken.mutableSpan
        var bytes = unsafe span.mutableBytes
        return try body(&bytes)
    }

    func replace(
        region: MTLRegion, mipmapLevel level: Int, withBytes pixelBytes: UnsafeRawPointer, bytesPerRow: Int
    ) {
        guard let rows = rows(of: region, level, bytesPerRow) else { return }
        withPixels { bytes in
            unsafe bytes.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return }
                for row in 0..<rows.count {
                    unsafe (base + rows.first + row * rows.stride).copyMemory(
                        from: pixelBytes + row * bytesPerRow, byteCount: rows.length)
                }
            }
        }
    }

    func getBytes(
        _ pixelBytes: UnsafeMutableRawPointer, bytesPerRow: Int, from region: MTLRegion, mipmapLevel level: Int
    ) {
        guard let rows = rows(of: region, level, bytesPerRow) else { return }
        withPixels { bytes in
            unsafe bytes.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return }
                for row in 0..<rows.count {
                    unsafe (pixelBytes + row * bytesPerRow).copyMemory(
                        from: base + rows.first + row * rows.stride, byteCount: rows.length)
                }
            }
        }
    }

    /// The rows of a rectangle: the first byte, the distance between rows, the bytes of each row and their number. nil
    /// for an empty rectangle; also nil, with a warning printed once, for one outside the texture.
    private func rows(
        of region: MTLRegion, _ level: Int, _ bytesPerRow: Int
    ) -> (first: Int, stride: Int, length: Int, count: Int)? {
        let (origin, size, pixel) = (region.origin, region.size, pixelFormat.bytesPerPixel)
        if size.width == 0 || size.height == 0 { return nil }
        guard level == 0, origin.z == 0, size.depth == 1, origin.x >= 0, origin.y >= 0, size.width > 0, size.height > 0,
            size.width <= width, size.height <= height, origin.x <= width - size.width,
            origin.y <= height - size.height, bytesPerRow >= size.width * pixel
        else {
            Notices.say(
                "pixels of a drawable are not copied: \(size.width) x \(size.height) at (\(origin.x), \(origin.y)), level \(level), "
                    + "\(bytesPerRow) bytes a row, of a texture of \(width) x \(height)")
            return nil
        }
        return (
            first: (origin.y * width + origin.x) * pixel, stride: width * pixel, length: size.width * pixel,
            count: size.height
        )
    }
}
