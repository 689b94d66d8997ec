import CLibWebP
import MicaBase

extension ImageDecoder {
    /// Decodes a WebP's frames; a still WebP has one, with a duration of 0 seconds.
    func forEachWebPFrame(_ body: (ImageFrame) -> Bool) throws(ImageError) {
        let reader = ByteReader(bytes: bytes, format: .webp)
        let length = try reader.littleEndian(4, 4) + 8
        if length > bytes.count { throw reader.truncated("\(length) bytes were announced, there are \(bytes.count)") }
        if header.frameCount > 1 || reader.isAnimatedWebP {
            try forEachAnimatedWebPFrame(reader, body)
        } else {
            _ = body(ImageFrame(bitmap: try decodeStillWebP(reader), duration: 0))
        }
    }

    private func decodeStillWebP(_ reader: ByteReader) throws(ImageError) -> Bitmap {
        var status = VP8_STATUS_OK
        let (width, height) = (header.width, header.height)
        var pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { room, count in
            unsafe bytes.withUnsafeBufferPointer { file in
                var config = unsafe WebPDecoderConfig()
                guard unsafe WebPInitDecoderConfig(&config) != 0 else {
                    status = VP8_STATUS_OUT_OF_MEMORY
                    return
                }
                status = unsafe WebPGetFeatures(file.baseAddress, file.count, &config.input)
                guard status == VP8_STATUS_OK else { return }
                guard unsafe Int(config.input.width) == width, unsafe Int(config.input.height) == height else {
                    status = VP8_STATUS_BITSTREAM_ERROR
                    return
                }
                unsafe config.output.colorspace = MODE_BGRA
                unsafe config.output.is_external_memory = 1
                unsafe config.output.u.RGBA.rgba = UnsafeMutableRawPointer(room.baseAddress)?
                    .assumingMemoryBound(to: UInt8.self)
                unsafe config.output.u.RGBA.stride = Int32(width * 4)
                unsafe config.output.u.RGBA.size = width * height * 4
                status = unsafe WebPDecode(file.baseAddress, file.count, &config)
                unsafe WebPFreeDecBuffer(&config.output)
            }
            count = status == VP8_STATUS_OK ? width * height : 0
        }
        switch status {
        case VP8_STATUS_OK: break
        case VP8_STATUS_OUT_OF_MEMORY:
            throw ImageError(.outOfMemory, format: .webp, reason: "\(width) x \(height) pixels")
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw reader.truncated("the picture is not complete")
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            throw ImageError(.unsupported, format: .webp, reason: "a feature that libwebp lacks")
        default: throw ImageError(.malformed, format: .webp, reason: "the compressed picture is damaged")
        }
        premultiply(&pixels)
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    private func forEachAnimatedWebPFrame(
        _ reader: ByteReader, _ body: (ImageFrame) -> Bool
    ) throws(ImageError) {
        let (width, height) = (header.width, header.height)
        let failure: ImageError? = unsafe bytes.withUnsafeBufferPointer { file in
            var options = WebPAnimDecoderOptions()
            var data = unsafe WebPData(bytes: file.baseAddress, size: file.count)
            guard unsafe WebPAnimDecoderOptionsInit(&options) != 0 else {
                return ImageError(.unsupported, format: .webp, reason: "libwebp has another version than Mica needs")
            }
            options.color_mode = MODE_BGRA
            options.use_threads = 0
            guard let decoder = unsafe WebPAnimDecoderNew(&data, &options) else {
                return ImageError(.malformed, format: .webp, reason: "the animation's chunks are damaged")
            }
            defer { unsafe WebPAnimDecoderDelete(decoder) }
            var information = WebPAnimInfo()
            guard unsafe WebPAnimDecoderGetInfo(decoder, &information) != 0,
                Int(information.canvas_width) == width, Int(information.canvas_height) == height
            else { return ImageError(.malformed, format: .webp, reason: "the canvas has two sizes") }
            var index = 0
            var shownUntil: Int32 = 0
            while unsafe WebPAnimDecoderHasMoreFrames(decoder) != 0 {
                index += 1
                var canvas: UnsafeMutablePointer<UInt8>?
                var time: Int32 = 0
                guard unsafe WebPAnimDecoderGetNext(decoder, &canvas, &time) != 0, let canvas = unsafe canvas else {
                    return ImageError(.malformed, format: .webp, reason: "frame \(index) cannot be decoded")
                }
                var pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { room, count in
                    unsafe UnsafeMutableRawBufferPointer(room).copyMemory(
                        from: UnsafeRawBufferPointer(start: canvas, count: width * height * 4))
                    count = width * height
                }
                premultiply(&pixels)
                let bitmap = Bitmap(width: width, height: height, pixels: pixels)
                let duration = Double(time) - Double(shownUntil)
                shownUntil = time
                if !body(ImageFrame(bitmap: bitmap, duration: duration / 1000)) { return nil }
            }
            return nil
        }
        if let failure { throw failure }
    }
}

extension ByteReader {
    /// Whether a WebP's flags mark it as an animation.
    fileprivate var isAnimatedWebP: Bool { hasText("VP8X", at: 12) && count > 20 && bytes[20] & 2 != 0 }
}
