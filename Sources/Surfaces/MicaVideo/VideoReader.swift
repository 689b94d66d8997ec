import CLibAV
import MicaCodecs
import MicaResources
import MicaSurface

/// A decoded frame of a video.
package struct VideoFrame: Sendable, Equatable {
    /// The pixels, premultiplied sRGB.
    package var bitmap: Bitmap
    /// The time from which it is shown, in seconds from the start of the file.
    package var time: Double
}

/// Reads the first video stream of a file, frame by frame.
@safe package final class VideoReader {
    /// Width of the video, in pixels.
    package let width: Int
    /// Height of the video, in pixels.
    package let height: Int
    /// libavcodec's name of the codec: `h264`, `vp9`, `prores`.
    package let codecName: String
    /// Whether the file is tagged as BT.709.
    package let isTaggedBT709: Bool

    private let path: String
    private let limits: ImageLimits
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var converter: OpaquePointer?
    private let streamIndex: Int32
    private let secondsPerTick: Double
    private var isDraining = false

    /// Opens a file.
    ///
    /// - Throws: `SurfaceError` when the file is missing, is no video, or exceeds the limits.
    package init(path: String, limits: ImageLimits = .standard) throws(SurfaceError) {
        try openLibav(for: path)
        av_log_set_level(AV_LOG_QUIET)
        func check(_ code: Int32) throws(SurfaceError) {
            if code < 0 { throw SurfaceError(path: path, reason: libavReason(code)) }
        }
        self.path = path
        self.limits = limits
        var container: UnsafeMutablePointer<AVFormatContext>?
        var codec: UnsafeMutablePointer<AVCodecContext>?
        var isOpen = false
        defer {
            if !isOpen {
                unsafe avcodec_free_context(&codec)
                unsafe avformat_close_input(&container)
            }
        }
        try check(unsafe avformat_open_input(&container, "file:" + path, nil, nil))
        try check(unsafe avformat_find_stream_info(container, nil))
        let index = unsafe av_find_best_stream(container, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard index >= 0, let stream = unsafe container?.pointee.streams[Int(index)],
            let parameters = unsafe stream.pointee.codecpar
        else { throw SurfaceError(path: path, reason: "there is no video in this file") }
        let identity = unsafe parameters.pointee.codec_id
        // libavcodec's own VP9 decoder ignores the alpha that Matroska stores beside each frame.
        let hasSideAlpha = unsafe av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0) != nil
        let special =
            hasSideAlpha && identity == AV_CODEC_ID_VP9 ? unsafe avcodec_find_decoder_by_name("libvpx-vp9") : nil
        guard let decoder = unsafe special ?? avcodec_find_decoder(identity) else {
            throw SurfaceError(path: path, reason: "this machine's libavcodec cannot decode this video")
        }
        unsafe codec = avcodec_alloc_context3(decoder)
        try check(unsafe avcodec_parameters_to_context(codec, parameters))
        try check(unsafe avcodec_open2(codec, decoder, nil))
        width = unsafe Int(parameters.pointee.width)
        height = unsafe Int(parameters.pointee.height)
        codecName = unsafe String(cString: avcodec_get_name(identity))
        isTaggedBT709 = unsafe parameters.pointee.color_space == AVCOL_SPC_BT709
        streamIndex = index
        let base = unsafe stream.pointee.time_base
        secondsPerTick = Double(base.num) / Double(max(base.den, 1))
        unsafe frame = av_frame_alloc()
        unsafe packet = av_packet_alloc()
        unsafe self.container = container
        unsafe self.codec = codec
        isOpen = true
    }

    deinit {
        unsafe sws_freeContext(converter)
        unsafe av_frame_free(&frame)
        unsafe av_packet_free(&packet)
        unsafe avcodec_free_context(&codec)
        unsafe avformat_close_input(&container)
    }

    /// Decodes the next frame; nil at the end.
    ///
    /// - Throws: `SurfaceError` when the file is damaged.
    package func next() throws(SurfaceError) -> VideoFrame? {
        guard let codec = unsafe codec, let frame = unsafe frame, let packet = unsafe packet else { return nil }
        while true {
            let code = unsafe avcodec_receive_frame(codec, frame)
            if code == mica_av_error_end() { return nil }
            if code != mica_av_error_again() {
                try check(code)
                return try convert()
            }
            if isDraining { return nil }
            let read = unsafe av_read_frame(container, packet)
            if read == mica_av_error_end() {
                isDraining = true
                try check(unsafe avcodec_send_packet(codec, nil))
                continue
            }
            try check(read)
            defer { unsafe av_packet_unref(packet) }
            if unsafe packet.pointee.stream_index == streamIndex {
                try check(unsafe avcodec_send_packet(codec, packet))
            }
        }
    }

    /// Decodes all remaining frames.
    package func frames() throws(SurfaceError) -> [VideoFrame] {
        var result: [VideoFrame] = []
        while let frame = try next() { result.append(frame) }
        return result
    }

    /// Makes a bitmap of the frame that was decoded last.
    private func convert() throws(SurfaceError) -> VideoFrame {
        guard let frame = unsafe frame else { throw SurfaceError(path: path, reason: "the reader is closed") }
        defer { unsafe av_frame_unref(frame) }
        let width = unsafe Int(frame.pointee.width), height = unsafe Int(frame.pointee.height)
        guard width > 0, height > 0, width * height <= limits.maximumPixels else {
            throw SurfaceError(path: path, reason: "a frame of \(width) x \(height) pixels is over the limit")
        }
        let format = unsafe AVPixelFormat(rawValue: frame.pointee.format)
        let flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT
        unsafe converter = sws_getCachedContext(
            converter, Int32(width), Int32(height), format, Int32(width), Int32(height), AV_PIX_FMT_BGRA, flags, nil,
            nil, nil)
        guard unsafe converter != nil else {
            throw SurfaceError(path: path, reason: "libswscale does not know the frames' pixel format")
        }
        let isBT709 = unsafe frame.pointee.colorspace == AVCOL_SPC_BT709
        let matrix = unsafe sws_getCoefficients(isBT709 ? SWS_CS_ITU709 : SWS_CS_DEFAULT)
        let isFull: Int32 = unsafe frame.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0
        // Fails for RGB, which has no matrix to set.
        unsafe _ = sws_setColorspaceDetails(converter, matrix, isFull, matrix, 1, 0, 1 << 16, 1 << 16)
        var target = unsafe av_frame_alloc()
        defer { unsafe av_frame_free(&target) }
        guard let target = unsafe target else { throw SurfaceError(path: path, reason: "no memory for a frame") }
        unsafe target.pointee.format = AV_PIX_FMT_BGRA.rawValue
        unsafe target.pointee.width = Int32(width)
        unsafe target.pointee.height = Int32(height)
        try check(unsafe av_frame_get_buffer(target, 0))
        try check(unsafe sws_scale_frame(converter, target, frame))
        guard let base = unsafe target.pointee.data.0 else {
            throw SurfaceError(path: path, reason: "no memory for a frame")
        }
        let stride = unsafe Int(target.pointee.linesize.0)
        var pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { room, count in
            for y in 0..<height {
                unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[(y * width * 4)...])
                    .copyMemory(from: UnsafeRawBufferPointer(start: base + y * stride, count: width * 4))
            }
            count = width * height
        }
        if mica_av_has_alpha(format) != 0 {
            premultiply(&pixels)
        } else {
            for index in pixels.indices { pixels[index] |= 0xff00_0000 }
        }
        let stamp = unsafe frame.pointee.best_effort_timestamp
        let time = stamp == mica_av_no_time_stamp() ? 0 : Double(stamp) * secondsPerTick
        return VideoFrame(bitmap: Bitmap(width: width, height: height, pixels: pixels), time: time)
    }

    private func check(_ code: Int32) throws(SurfaceError) {
        if code < 0 { throw SurfaceError(path: path, reason: libavReason(code)) }
    }
}
