import CLibAV
import MicaBase
import MicaCodecs
import MicaVideo

/// Makes bitmaps from decoded frames.
///
/// YUV planes are converted here: chroma is interpolated linearly at its samples' positions, and each colour is
/// rounded to the nearest of 256. All other formats (palettes, RGB of any depth) use libswscale. Colours are
/// taken to be sRGB: players treat BT.709's curve like that, too.
enum FilmPixels {
    /// - Parameter memory: memory to reuse.
    static func bitmap(
        of frame: DecodedFrame, _ track: FilmTrack, path: String, limits: FilmLimits, memory: FrameMemory? = nil
    ) throws(FilmError) -> Bitmap {
        let picture = unsafe frame.pointer
        let (width, height) = unsafe (Int(picture.pointee.width), Int(picture.pointee.height))
        guard width > 0, height > 0, width * height <= limits.maximumPixels else {
            throw FilmError(
                kind: .overBudget, path: path, reason: "a frame of \(width) x \(height) pixels is over the limit")
        }
        let format = unsafe AVPixelFormat(rawValue: picture.pointee.format)
        var planes = mica_av_planes()
        let hasAlpha = mica_av_has_alpha(format) != 0 && track.hasAlpha
        let space = unsafe picture.pointee.colorspace
        let weights = FilmColor.weights(space, width: width, height: height)
        var pixels: [UInt32]
        if unsafe mica_av_find_planes(format, &planes) != 0, space != AVCOL_SPC_RGB, let weights,
            unsafe hasPlanes(picture, planes)
        {
            let isFull = unsafe picture.pointee.color_range == AVCOL_RANGE_JPEG || fullFormats.contains(format.rawValue)
            if !hasAlpha { planes.alpha = 0 }
            let color = FilmColor(red: weights.red, blue: weights.blue, depth: Int(planes.depth), isFull: isFull)
            func write(_ base: UnsafeMutablePointer<UInt32>) {
                if planes.depth > 8 {
                    unsafe FilmRows<UInt16>(picture, planes, color).convert(into: base, width, height)
                } else {
                    let rows = unsafe FilmRows<UInt8>(picture, planes, color)
                    if unsafe !rows.convertFast(into: base, width, height) {
                        unsafe rows.convert(into: base, width, height)
                    }
                }
            }
            pixels = memory?.take(width * height) ?? []
            if pixels.isEmpty {
                pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { room, count in
                    if let base = room.baseAddress { unsafe write(base) }
                    count = width * height
                }
            } else {
                unsafe pixels.withUnsafeMutableBufferPointer { room in
                    if let base = room.baseAddress { unsafe write(base) }
                }
            }
            if planes.alpha != 0 { premultiply(&pixels) }
        } else {
            pixels = try unsafe scaled(picture, format, width, height, path: path)
            if hasAlpha {
                premultiply(&pixels)
            } else {
                for index in pixels.indices { pixels[index] |= 0xff00_0000 }
            }
        }
        var result = Bitmap(width: width, height: height, pixels: pixels)
        // The size of frames may change within a film; the result always has the track's size.
        if width != track.squareWidth || height != track.height {
            result = try stretched(result, track.squareWidth, track.height, path: path)
        }
        return result.upright(from: track.orientation)
    }

    /// Old formats that imply full range.
    private static let fullFormats: Set<Int32> = [
        AV_PIX_FMT_YUVJ420P.rawValue, AV_PIX_FMT_YUVJ422P.rawValue, AV_PIX_FMT_YUVJ444P.rawValue,
        AV_PIX_FMT_YUVJ440P.rawValue, AV_PIX_FMT_YUVJ411P.rawValue,
    ]

    /// Whether the planes of a frame's format are present.
    private static func hasPlanes(_ picture: UnsafeMutablePointer<AVFrame>, _ planes: mica_av_planes) -> Bool {
        guard unsafe picture.pointee.data.0 != nil else { return false }
        if planes.has_chroma != 0 {
            guard unsafe picture.pointee.data.1 != nil, unsafe picture.pointee.data.2 != nil else { return false }
        }
        return unsafe planes.alpha != 3 || picture.pointee.data.3 != nil
    }

    /// Converts a frame's pixels with libswscale: B, G, R, A, not premultiplied.
    private static func scaled(
        _ picture: UnsafeMutablePointer<AVFrame>, _ format: AVPixelFormat, _ width: Int, _ height: Int, path: String
    ) throws(FilmError) -> [UInt32] {
        let converter = unsafe sws_getContext(
            Int32(width), Int32(height), format, Int32(width), Int32(height), AV_PIX_FMT_BGRA,
            SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT, nil, nil, nil)
        defer { unsafe sws_freeContext(converter) }
        return try unsafe run(converter, picture, width, height, path: path)
    }

    /// A bitmap scaled to another size.
    private static func stretched(_ bitmap: Bitmap, _ width: Int, _ height: Int, path: String) throws(FilmError)
        -> Bitmap
    {
        guard let source = DecodedFrame() else { throw FilmError(kind: .noLibrary, path: path, reason: "no memory") }
        unsafe source.pointer.pointee.format = AV_PIX_FMT_BGRA.rawValue
        unsafe source.pointer.pointee.width = Int32(bitmap.width)
        unsafe source.pointer.pointee.height = Int32(bitmap.height)
        let code = unsafe av_frame_get_buffer(source.pointer, 0)
        guard code >= 0, let base = unsafe source.pointer.pointee.data.0 else {
            throw FilmError(kind: .noLibrary, path: path, reason: "no memory")
        }
        let stride = unsafe Int(source.pointer.pointee.linesize.0)
        unsafe bitmap.pixels.withUnsafeBytes { bytes in
            for y in 0..<bitmap.height {
                unsafe UnsafeMutableRawPointer(base + y * stride).copyMemory(
                    from: bytes.baseAddress! + y * bitmap.width * 4, byteCount: bitmap.width * 4)
            }
        }
        let converter = unsafe sws_getContext(
            Int32(bitmap.width), Int32(bitmap.height), AV_PIX_FMT_BGRA, Int32(width), Int32(height), AV_PIX_FMT_BGRA,
            SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT, nil, nil, nil)
        defer { unsafe sws_freeContext(converter) }
        var pixels = try unsafe run(converter, source.pointer, width, height, path: path)
        // Sharpening overshoots: colours are limited to their alpha.
        for index in pixels.indices where pixels[index] < 0xff00_0000 {
            let word = pixels[index], alpha = word >> 24
            pixels[index] =
                alpha << 24 | min(word >> 16 & 255, alpha) << 16 | min(word >> 8 & 255, alpha) << 8
                | min(word & 255, alpha)
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    private static func run(
        _ converter: OpaquePointer?, _ source: UnsafeMutablePointer<AVFrame>, _ width: Int, _ height: Int, path: String
    ) throws(FilmError) -> [UInt32] {
        guard let converter = unsafe converter else {
            throw FilmError(kind: .noDecoder, path: path, reason: "libswscale does not know the frames' pixel format")
        }
        guard let target = DecodedFrame() else { throw FilmError(kind: .noLibrary, path: path, reason: "no memory") }
        unsafe target.pointer.pointee.format = AV_PIX_FMT_BGRA.rawValue
        unsafe target.pointer.pointee.width = Int32(width)
        unsafe target.pointer.pointee.height = Int32(height)
        var code = unsafe av_frame_get_buffer(target.pointer, 0)
        if code >= 0 { code = unsafe sws_scale_frame(converter, target.pointer, source) }
        guard code >= 0, let base = unsafe target.pointer.pointee.data.0 else {
            throw FilmError(kind: .damaged, path: path, reason: libavReason(code))
        }
        let stride = unsafe Int(target.pointer.pointee.linesize.0)
        return unsafe [UInt32](unsafeUninitializedCapacity: width * height) { room, count in
            for y in 0..<height {
                unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[(y * width * 4)...])
                    .copyMemory(from: UnsafeRawBufferPointer(start: base + y * stride, count: width * 4))
            }
            count = width * height
        }
    }
}
