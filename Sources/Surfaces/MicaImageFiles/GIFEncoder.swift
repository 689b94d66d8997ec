import CLibGIF
import MicaBase
import MicaCodecs

/// Collects giflib's output until it is taken.
private final class GIFOutput {
    var bytes: [UInt8] = []
}

/// Writes an animated GIF.
///
/// Each frame has its own palette of at most 255 colours and "transparent" (`quantize(_:)`). Pixels with less than
/// half alpha become transparent; all others become opaque with their unpremultiplied colour. Only changes are
/// stored. Durations are in hundredths of a second, rounded so that errors do not accumulate; viewers show durations
/// under 0.02 s as 0.1 s.
@safe package final class GIFAnimationEncoder: AnimationEncoder {
    private let gif: UnsafeMutablePointer<GifFileType>
    private let output: GIFOutput
    private let width: Int, height: Int
    /// The viewer's canvas before the waiting frame is drawn: 0xFFRRGGBB, or 0 for transparent pixels.
    private var canvas: [UInt32]
    /// The last frame, which waits because its disposal depends on the next frame.
    private var waiting: (pixels: [UInt32], duration: Double)?
    private var time = 0.0
    private var isClosed = false

    /// Starts an animation.
    ///
    /// - Parameter loopCount: How often the animation plays; 0 is for ever. nil writes no count, which viewers treat
    ///   as once.
    /// - Throws: `ImageError` when the size cannot be written.
    package init(width: Int, height: Int, loopCount: Int? = 0) throws(ImageError) {
        guard 1...65_535 ~= width, 1...65_535 ~= height else {
            throw ImageError(
                .unsupported, format: .gif,
                reason: "a picture of \(width) x \(height) pixels cannot be written: sides are 1 to 65535")
        }
        let output = GIFOutput()
        var code: Int32 = 0
        let opened = unsafe EGifOpen(
            Unmanaged.passUnretained(output).toOpaque(),
            { gif, bytes, count in
                guard let user = unsafe gif?.pointee.UserData, let bytes = unsafe bytes, count > 0 else { return 0 }
                let output = unsafe Unmanaged<GIFOutput>.fromOpaque(user).takeUnretainedValue()
                unsafe output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                return count
            }, &code)
        guard let gif = unsafe opened else {
            throw ImageError(.outOfMemory, format: .gif, reason: "giflib could not start")
        }
        unsafe self.gif = gif
        self.output = output
        self.width = width
        self.height = height
        canvas = Array(repeating: 0, count: width * height)
        unsafe EGifSetGifVersion(gif, true)
        try check(unsafe EGifPutScreenDesc(gif, Int32(width), Int32(height), 8, 0, nil))
        if let loopCount { try putLoopCount(min(max(loopCount, 0), 65_535)) }
    }

    deinit {
        if !isClosed { unsafe _ = EGifCloseFile(gif, nil) }
    }

    /// Adds a frame, and returns the bytes of the frame before it.
    ///
    /// - Precondition: the frame has the animation's size.
    package func append(_ frame: Bitmap, duration: Double) throws(ImageError) -> [UInt8] {
        precondition(frame.width == width && frame.height == height, "a frame of another size")
        var pixels = frame.pixels
        var span = pixels.mutableSpan
        for index in 0..<span.count where span[index] < 0xff00_0000 {
            span[index] = span[index] >> 24 < 128 ? 0 : unpremultiplied(span[index]) | 0xff00_0000
        }
        if let waiting { try put(waiting.pixels, for: waiting.duration, before: pixels) }
        waiting = (pixels, duration)
        return takeBytes()
    }

    /// Returns the bytes of the last frame and the end of the file.
    package func finish() throws(ImageError) -> [UInt8] {
        if let waiting { try put(waiting.pixels, for: waiting.duration, before: nil) }
        waiting = nil
        if !isClosed {
            isClosed = true
            var code: Int32 = 0
            if unsafe EGifCloseFile(gif, &code) != GIF_OK { throw gifError(code) }
        }
        return takeBytes()
    }

    private func takeBytes() -> [UInt8] {
        let bytes = output.bytes
        output.bytes = []
        return bytes
    }

    /// Writes the rectangle of a frame that differs from the canvas, with the disposal that the next frame needs.
    private func put(_ frame: [UInt32], for duration: Double, before next: [UInt32]?) throws(ImageError) {
        var changed = PixelRectangle(), cleared = PixelRectangle()
        for y in 0..<height {
            for x in 0..<width {
                let index = y * width + x
                if frame[index] != canvas[index] { changed.include(x, y) }
                if let next, next[index] == 0, frame[index] != 0 { cleared.include(x, y) }
            }
        }
        // Pixels can only be removed by the disposal of the previous frame, which clears its rectangle.
        let clears = !cleared.isEmpty
        if clears { changed.include(cleared) }
        if changed.isEmpty { changed.include(0, 0) }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(changed.width * changed.height)
        for y in changed.top..<changed.bottom {
            for index in y * width + changed.left..<y * width + changed.right {
                pixels.append(frame[index] == canvas[index] ? 0 : frame[index])
                canvas[index] = clears ? 0 : frame[index]
            }
        }
        let start = (time * 100).rounded()
        time += max(duration, 0)
        let hundredths = UInt16(clamping: Int((time * 100).rounded() - start))
        try put(quantize(pixels), at: changed, hundredths: hundredths, clears: clears)
    }

    private func put(
        _ picture: IndexedPicture, at rectangle: PixelRectangle, hundredths: UInt16, clears: Bool
    ) throws(ImageError) {
        // Bits 2 to 4 of the flags are the disposal: 1 keeps the frame, 2 clears its rectangle. Bit 0: there is a
        // transparent index.
        let control: [UInt8] = [
            clears ? 2 << 2 | 1 : 1 << 2 | 1, UInt8(hundredths & 0xff), UInt8(hundredths >> 8),
            picture.transparentIndex,
        ]
        try check(unsafe EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, control))
        // The size of a colour table is a power of two, at least 2, and includes the transparent index.
        var size = 2
        while size < picture.palette.count + 1 { size *= 2 }
        var colours = picture.palette.map { colour in
            GifColorType(
                Red: UInt8(colour >> 16 & 0xff), Green: UInt8(colour >> 8 & 0xff), Blue: UInt8(colour & 0xff))
        }
        colours += Array(repeating: GifColorType(Red: 0, Green: 0, Blue: 0), count: size - colours.count)
        guard let map = unsafe GifMakeMapObject(Int32(size), colours) else {
            throw ImageError(.outOfMemory, format: .gif, reason: "no room for a colour table")
        }
        defer { unsafe GifFreeMapObject(map) }
        try check(
            unsafe EGifPutImageDesc(
                gif, Int32(rectangle.left), Int32(rectangle.top), Int32(rectangle.width), Int32(rectangle.height),
                false, map))
        var indices = picture.indices
        for row in 0..<rectangle.height {
            let code = unsafe indices.withUnsafeMutableBufferPointer { all in
                let line = unsafe all.baseAddress.map { unsafe $0 + row * rectangle.width }
                return unsafe EGifPutLine(gif, line, Int32(rectangle.width))
            }
            try check(code)
        }
    }

    /// Writes Netscape's application extension with the loop count.
    private func putLoopCount(_ count: Int) throws(ImageError) {
        try check(unsafe EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE))
        try check(unsafe EGifPutExtensionBlock(gif, 11, Array("NETSCAPE2.0".utf8)))
        try check(unsafe EGifPutExtensionBlock(gif, 3, [1, UInt8(count & 0xff), UInt8(count >> 8)] as [UInt8]))
        try check(unsafe EGifPutExtensionTrailer(gif))
    }

    private func check(_ code: Int32) throws(ImageError) {
        if code != GIF_OK { throw gifError(unsafe gif.pointee.Error) }
    }

    private func gifError(_ code: Int32) -> ImageError {
        let reason = unsafe GifErrorString(code).map { unsafe String(cString: $0) } ?? "giflib refused a frame"
        return ImageError(.unsupported, format: .gif, reason: reason)
    }
}

/// A rectangle of whole pixels that can grow; half-open.
private struct PixelRectangle {
    var left = Int.max, top = Int.max, right = 0, bottom = 0

    var isEmpty: Bool { right == 0 }
    var width: Int { right - left }
    var height: Int { bottom - top }

    mutating func include(_ x: Int, _ y: Int) {
        left = min(left, x)
        top = min(top, y)
        right = max(right, x + 1)
        bottom = max(bottom, y + 1)
    }

    mutating func include(_ other: PixelRectangle) {
        if other.isEmpty { return }
        include(other.left, other.top)
        include(other.right - 1, other.bottom - 1)
    }
}
