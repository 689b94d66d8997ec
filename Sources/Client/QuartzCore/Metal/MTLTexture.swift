import Foundation
import MicaTrace

/// How a pixel of a texture lies in memory; no other formats than those that a `CAMetalLayer` can show.
///
/// *Source*: Apple, MTLPixelFormat.h: names and numbers.
public enum MTLPixelFormat: UInt, Sendable {
    /// None; a layer with it has no drawables.
    case invalid = 0
    /// Bytes of blue, green, red and alpha.
    case bgra8Unorm = 80
    /// The same bytes: what is written by the processor is sRGB's numbers in both.
    case bgra8Unorm_srgb = 81
    /// A word with red in its lowest ten bits, then green, blue, and alpha in the highest two. It is shown with 8 bits a channel.
    case rgb10a2Unorm = 90
    /// The same with blue in its lowest bits and red in the place of blue.
    case bgr10a2Unorm = 94
    /// Four 16-bit floating-point numbers: red, green, blue and alpha. It is shown with 8 bits a channel, and limited to 0...1.
    case rgba16Float = 115

    /// How many bytes a pixel takes.
    var bytesPerPixel: Int { self == .rgba16Float ? 8 : 4 }
}

/// A place in a texture. *Units*: pixels from its top left corner. *Source*: Apple, MTLTypes.h.
public struct MTLOrigin: Sendable, Equatable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int
    /// 0, as there are no textures with depth here.
    public var z: Int

    /// Makes the place at the top left corner.
    public init() { (x, y, z) = (0, 0, 0) }
    /// Makes a place.
    public init(x: Int, y: Int, z: Int) { (self.x, self.y, self.z) = (x, y, z) }
}

/// A size in a texture. *Units*: pixels. *Source*: Apple, MTLTypes.h.
public struct MTLSize: Sendable, Equatable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
    /// 1, as there are no textures with depth here.
    public var depth: Int

    /// Makes the size of nothing.
    public init() { (width, height, depth) = (0, 0, 0) }
    /// Makes a size.
    public init(width: Int, height: Int, depth: Int) { (self.width, self.height, self.depth) = (width, height, depth) }
}

/// A rectangle of a texture. *Source*: Apple, MTLTypes.h.
public struct MTLRegion: Sendable, Equatable {
    /// Its top left corner.
    public var origin: MTLOrigin
    /// Its size.
    public var size: MTLSize

    /// Makes a rectangle of nothing.
    public init() { (origin, size) = (MTLOrigin(), MTLSize()) }
    /// Makes a rectangle.
    public init(origin: MTLOrigin, size: MTLSize) { (self.origin, self.size) = (origin, size) }
}

/// A place in a texture. *Source*: Apple, MTLTypes.h.
public func MTLOriginMake(_ x: Int, _ y: Int, _ z: Int) -> MTLOrigin { MTLOrigin(x: x, y: y, z: z) }

/// A size in a texture. *Source*: Apple, MTLTypes.h.
public func MTLSizeMake(_ width: Int, _ height: Int, _ depth: Int) -> MTLSize {
    MTLSize(width: width, height: height, depth: depth)
}

/// A rectangle of a texture. *Source*: Apple, MTLTypes.h.
public func MTLRegionMake2D(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> MTLRegion {
    MTLRegion(origin: MTLOrigin(x: x, y: y, z: 0), size: MTLSize(width: width, height: height, depth: 1))
}

/// The pixels of a drawable, which any renderer can fill: `withPixels` is this platform's own, the rest is Metal's.
///
/// Several threads may use it, one after the other: each call waits for the others to end. The pixels are those of an earlier drawable
/// until they are written. They are the layer's from `present` on; what is written later nobody sees.
/// *Space*: row 0 is the top one. *Source*: Apple, MTLTexture.
public protocol MTLTexture: AnyObject, Sendable {
    /// Columns.
    var width: Int { get }
    /// Rows.
    var height: Int { get }
    /// How a pixel lies in memory.
    var pixelFormat: MTLPixelFormat { get }
    /// What the layer's `framebufferOnly` was; it forbids nothing here.
    var isFramebufferOnly: Bool { get }

    /// Copies pixels into a rectangle; nothing where it reaches out of the texture, or the rows are too short, which is said once.
    ///
    /// - Parameters:
    ///   - level: 0, the only one.
    ///   - pixelBytes: the rectangle's first row, in the texture's format.
    ///   - bytesPerRow: from one row of these to the next.
    func replace(
        region: MTLRegion, mipmapLevel level: Int, withBytes pixelBytes: UnsafeRawPointer, bytesPerRow: Int)

    /// Copies the pixels of a rectangle out; nothing where it reaches out of the texture, or the rows are too short, which is said once.
    ///
    /// - Parameters:
    ///   - pixelBytes: gets the rectangle's first row.
    ///   - bytesPerRow: from one row of these to the next.
    ///   - level: 0, the only one.
    func getBytes(
        _ pixelBytes: UnsafeMutableRawPointer, bytesPerRow: Int, from region: MTLRegion, mipmapLevel level: Int)

    /// Gives a renderer all of the pixels, row by row from the top without padding, to read and to write.
    ///
    /// Other calls wait until the closure has ended; it calls none of this texture's itself.
    func withPixels<Result, Failure: Error>(
        _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

/// The texture of a layer's drawable: words of memory, which come from the layer's pool and go back there.
// Safe because: the words are looked at under the lock alone.
final class DrawableTexture: MTLTexture, @unchecked Sendable {
    let width: Int, height: Int
    let pixelFormat: MTLPixelFormat
    let isFramebufferOnly: Bool
    private let lock = NSLock()
    /// One word a pixel, or two of the wide format; none after they were taken.
    private var words: [UInt32]

    init(width: Int, height: Int, format: MTLPixelFormat, isFramebufferOnly: Bool, words: consuming [UInt32]) {
        (self.width, self.height, pixelFormat, self.isFramebufferOnly) = (width, height, format, isFramebufferOnly)
        self.words = words
    }

    /// Takes the pixels away.
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
            Notices.say("the texture of a drawable that was presented is written or read: nobody sees that")
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

    /// Where the rows of a rectangle lie: the first byte, the distance between rows, and the bytes of each; nil for none, and where it
    /// is not within the texture, which is said once.
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
