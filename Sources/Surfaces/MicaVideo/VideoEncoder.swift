import CLibAV
import MicaBase
import MicaCodecs
import MicaRaster
import MicaSurface
import Synchronization

/// Held while an encoder is opened or closed.
///
/// SVT-AV1 (1.4, Debian 12) keeps tables of the process, which both change without a lock of their own: two threads that
/// open encoders end the process, or stop it.
private let encoderGate = Mutex(())

/// A file, an encoder and a colour converter of libav.
@safe final class VideoEncoder {
    /// The width of the video, in pixels: the frames' width, rounded up where the format requires an even width.
    let width: Int
    /// Height of the video, in pixels.
    let height: Int
    private let path: String
    private let keepsAlpha: Bool
    /// Whether alpha is a separate plane of bytes.
    private let hasAlphaPlane: Bool
    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var stream: UnsafeMutablePointer<AVStream>?
    private var converter: OpaquePointer?
    private var source: UnsafeMutablePointer<AVFrame>?
    private var picture: UnsafeMutablePointer<AVFrame>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frameCount = 0
    private var packetCount: Int64 = 0
    /// The time of the first frame, in frames.
    private var firstTime: Int64 = 0
    /// By how many frames packets are decoded before their frame may be shown, if decode times are counted here.
    private let decodeLead: Int64?
    private var copied: [CopiedStream] = []

    /// Opens everything, and writes the file's header.
    init(
        path: String, temporaryPath: String, format: VideoFormat, settings: VideoSettings,
        stream description: FrameStream, copying sources: [any PacketSource] = [],
        container containerName: String? = nil
    ) throws(SurfaceError) {
        try openLibav(for: path)
        let isEven = format.hasEvenSides
        width = isEven ? description.width + description.width % 2 : description.width
        height = isEven ? description.height + description.height % 2 : description.height
        self.path = path
        keepsAlpha = format.keepsAlpha
        // x265 (3.5) leaves the decode times of films undefined that are shorter than its delay.
        decodeLead = format == .h265 ? VideoFormat.h265Lead : nil
        hasAlphaPlane = format.pixelFormat == AV_PIX_FMT_YUVA420P
        av_log_set_level(AV_LOG_QUIET)
        // With the protocol's name, so that a colon in a file name cannot select another protocol.
        let address = "file:" + temporaryPath
        try check(unsafe avformat_alloc_output_context2(&container, nil, containerName ?? format.container, address))
        try openEncoder(format, settings, rate: description.rate)
        try openStream(format)
        for source in sources {
            guard let container = unsafe container, let stream = unsafe CopiedStream(source, in: container) else {
                throw outOfMemory
            }
            copied.append(stream)
        }
        try openPictures(format)
        try openFile(address, format)
    }

    deinit {
        unsafe sws_freeContext(converter)
        unsafe av_frame_free(&source)
        unsafe av_frame_free(&picture)
        unsafe av_packet_free(&packet)
        encoderGate.withLock { _ in unsafe avcodec_free_context(&codec) }
        if let container = unsafe container {
            if unsafe container.pointee.pb != nil { unsafe _ = avio_closep(&container.pointee.pb) }
            unsafe avformat_free_context(container)
        }
    }

    /// Encodes a frame that is shown from `time` on, in frames.
    func encode(_ bitmap: Bitmap, time: Int) throws(SurfaceError) {
        guard let source = unsafe source, let picture = unsafe picture, let codec = unsafe codec else { return }
        try check(unsafe av_frame_make_writable(source))
        try check(unsafe av_frame_make_writable(picture))
        copy(bitmap)
        try check(unsafe sws_scale_frame(converter, picture, source))
        if hasAlphaPlane { copyAlpha(bitmap) }
        unsafe picture.pointee.pts = Int64(time)
        unsafe picture.pointee.pict_type = AV_PICTURE_TYPE_NONE
        try check(unsafe avcodec_send_frame(codec, picture))
        if frameCount == 0 { firstTime = Int64(time) }
        frameCount += 1
        try writePackets()
    }

    /// Writes the frames that the encoder still holds, and the file's trailer.
    func finish() throws(SurfaceError) {
        if frameCount == 0 { throw SurfaceError(path: path, reason: "there was no frame to write") }
        try check(unsafe avcodec_send_frame(codec, nil))
        try writePackets()
        try writeCopied(upTo: .infinity)
        try check(unsafe av_write_trailer(container))
        if let container = unsafe container { try check(unsafe avio_closep(&container.pointee.pb)) }
    }

    // MARK: Opening

    private func openEncoder(_ format: VideoFormat, _ settings: VideoSettings, rate: FrameRate) throws(SurfaceError) {
        let found = unsafe format.encoders.lazy.compactMap { name in
            unsafe avcodec_find_encoder_by_name(name).map { unsafe (name, $0) }
        }.first
        guard let (name, encoder) = unsafe found else {
            throw SurfaceError(
                path: path,
                reason: "this machine's libavcodec has no encoder \(format.encoders.joined(separator: " or "))")
        }
        unsafe codec = avcodec_alloc_context3(encoder)
        guard let codec = unsafe codec, let container = unsafe container else { throw outOfMemory }
        unsafe codec.pointee.width = Int32(width)
        unsafe codec.pointee.height = Int32(height)
        unsafe codec.pointee.pix_fmt = format.pixelFormat
        unsafe codec.pointee.time_base = AVRational(
            num: Int32(clamping: rate.denominator), den: Int32(clamping: rate.numerator))
        unsafe codec.pointee.framerate = AVRational(
            num: Int32(clamping: rate.numerator), den: Int32(clamping: rate.denominator))
        unsafe codec.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        // Players treat BT.709's tags as sRGB; the transfer curves are so close that the difference is invisible.
        unsafe codec.pointee.color_primaries = AVCOL_PRI_BT709
        unsafe codec.pointee.color_trc = AVCOL_TRC_BT709
        if format != .losslessPNG {
            unsafe codec.pointee.colorspace = AVCOL_SPC_BT709
            unsafe codec.pointee.color_range = AVCOL_RANGE_MPEG
        }
        unsafe codec.pointee.thread_count = Int32(clamping: settings.threads)
        unsafe codec.pointee.flags |= AV_CODEC_FLAG_BITEXACT
        if unsafe container.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
            unsafe codec.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        // The quality is fixed, so that the rate is unlimited (libvpx would apply its own default rate).
        unsafe codec.pointee.bit_rate = 0
        if let quantiser = format.fixedQuantiser(settings.quality) {
            unsafe codec.pointee.flags |= AV_CODEC_FLAG_QSCALE
            unsafe codec.pointee.global_quality = FF_QP2LAMBDA * quantiser
        }
        if format == .av1 { unsafe codec.pointee.flags |= Int32(bitPattern: AV_CODEC_FLAG_CLOSED_GOP) }
        for (option, value) in format.encoderOptions(settings, of: name) {
            unsafe _ = av_opt_set(codec.pointee.priv_data, option, value, 0)
        }
        let code = encoderGate.withLock { _ in
            let hadHighest = mica_has_highest_priority() != 0
            let code = unsafe avcodec_open2(codec, encoder, nil)
            // In a process of root SVT-AV1 gives it to its threads and to this one, which then starve all others.
            if !hadHighest { mica_leave_highest_priority() }
            return code
        }
        try check(code, "the encoder does not take \(width) x \(height) pixels")
    }

    private func openStream(_ format: VideoFormat) throws(SurfaceError) {
        unsafe stream = avformat_new_stream(container, nil)
        guard let stream = unsafe stream, let codec = unsafe codec else { throw outOfMemory }
        try check(unsafe avcodec_parameters_from_context(stream.pointee.codecpar, codec))
        // 'hvc1' is the code of HEVC that Apple's players know; libavformat's own is another.
        if format == .h265 { unsafe stream.pointee.codecpar.pointee.codec_tag = 0x3163_7668 }
        unsafe stream.pointee.time_base = codec.pointee.time_base
        unsafe stream.pointee.avg_frame_rate = codec.pointee.framerate
        unsafe stream.pointee.sample_aspect_ratio = codec.pointee.sample_aspect_ratio
    }

    private func openPictures(_ format: VideoFormat) throws(SurfaceError) {
        let room = try unsafe makeFrame(AV_PIX_FMT_BGRA)
        unsafe source = room
        let result = try unsafe makeFrame(format.pixelFormat)
        // ProRes writes the tags of each frame, not the encoder's.
        if let codec = unsafe codec {
            unsafe result.pointee.color_primaries = codec.pointee.color_primaries
            unsafe result.pointee.color_trc = codec.pointee.color_trc
            unsafe result.pointee.colorspace = codec.pointee.colorspace
            unsafe result.pointee.color_range = codec.pointee.color_range
        }
        unsafe picture = result
        unsafe packet = av_packet_alloc()
        let flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT
        unsafe converter = sws_getContext(
            Int32(width), Int32(height), AV_PIX_FMT_BGRA, Int32(width), Int32(height), format.pixelFormat, flags, nil,
            nil, nil)
        guard unsafe converter != nil, unsafe packet != nil else { throw outOfMemory }
        if format != .losslessPNG {
            let matrix = unsafe sws_getCoefficients(SWS_CS_ITU709)
            try check(unsafe sws_setColorspaceDetails(converter, matrix, 1, matrix, 0, 0, 1 << 16, 1 << 16))
        }
    }

    private func makeFrame(_ format: AVPixelFormat) throws(SurfaceError) -> UnsafeMutablePointer<AVFrame> {
        guard let frame = unsafe av_frame_alloc() else { throw outOfMemory }
        unsafe frame.pointee.format = Int32(format.rawValue)
        unsafe frame.pointee.width = Int32(width)
        unsafe frame.pointee.height = Int32(height)
        let code = unsafe av_frame_get_buffer(frame, 0)
        if code < 0 {
            var gone: UnsafeMutablePointer<AVFrame>? = unsafe frame
            unsafe av_frame_free(&gone)
            try check(code)
        }
        return unsafe frame
    }

    private func openFile(_ address: String, _ format: VideoFormat) throws(SurfaceError) {
        guard let container = unsafe container, let stream = unsafe stream else { throw outOfMemory }
        unsafe container.pointee.flags |= AVFMT_FLAG_BITEXACT
        if format == .vp9WithAlpha { unsafe _ = av_dict_set(&stream.pointee.metadata, "alpha_mode", "1", 0) }
        var options: OpaquePointer?
        // The index is at the front, so that a browser can play before the download ends.
        if [.h264, .h265, .av1].contains(format) { unsafe _ = av_dict_set(&options, "movflags", "faststart", 0) }
        defer { unsafe av_dict_free(&options) }
        try check(unsafe avio_open(&container.pointee.pb, address, AVIO_FLAG_WRITE))
        try check(
            unsafe avformat_write_header(container, &options),
            copied.isEmpty ? nil : "the file does not take the video with the sound that is copied")
    }

    // MARK: Frames

    /// Copies a bitmap to the source frame, and repeats its last column and row if the video is larger.
    private func copy(_ bitmap: Bitmap) {
        guard let source = unsafe source, let base = unsafe source.pointee.data.0 else { return }
        let stride = unsafe Int(source.pointee.linesize.0)
        let pixels = keepsAlpha ? bitmap.straightPixels : bitmap.pixels
        unsafe pixels.withUnsafeBufferPointer { pixels in
            guard let first = pixels.baseAddress else { return }
            for y in 0..<height {
                let row = unsafe first + min(y, bitmap.height - 1) * bitmap.width
                unsafe (base + y * stride).withMemoryRebound(to: UInt32.self, capacity: width) { line in
                    unsafe line.update(from: row, count: bitmap.width)
                    for x in bitmap.width..<max(width, bitmap.width) { unsafe line[x] = row[bitmap.width - 1] }
                }
            }
        }
    }

    /// Copies alpha directly: the converter changes its range and back, which makes most values one too large.
    private func copyAlpha(_ bitmap: Bitmap) {
        guard let picture = unsafe picture, let base = unsafe picture.pointee.data.3 else { return }
        let stride = unsafe Int(picture.pointee.linesize.3)
        let pixels = bitmap.pixels.span
        for y in 0..<height {
            let row = min(y, bitmap.height - 1) * bitmap.width
            for x in 0..<width {
                unsafe base[y * stride + x] = UInt8(pixels[row + min(x, bitmap.width - 1)] >> 24)
            }
        }
    }

    private func writePackets() throws(SurfaceError) {
        guard let codec = unsafe codec, let packet = unsafe packet, let stream = unsafe stream else { return }
        while true {
            let code = unsafe avcodec_receive_packet(codec, packet)
            if code == mica_av_error_again() || code == mica_av_error_end() { return }
            try check(code)
            if let decodeLead { unsafe packet.pointee.dts = firstTime + packetCount - decodeLead }
            packetCount += 1
            // The last frame has no next frame to give it a duration.
            if unsafe packet.pointee.duration == 0 { unsafe packet.pointee.duration = 1 }
            unsafe av_packet_rescale_ts(packet, codec.pointee.time_base, stream.pointee.time_base)
            unsafe packet.pointee.stream_index = stream.pointee.index
            if !copied.isEmpty {
                let base = unsafe stream.pointee.time_base
                try writeCopied(upTo: unsafe Double(packet.pointee.dts) * Double(base.num) / Double(max(base.den, 1)))
            }
            try check(unsafe av_interleaved_write_frame(container, packet))
        }
    }

    /// Writes the copied streams up to a time in seconds.
    private func writeCopied(upTo time: Double) throws(SurfaceError) {
        guard let container = unsafe container else { return }
        for stream in copied { try check(unsafe stream.write(into: container, upTo: time)) }
    }

    private var outOfMemory: SurfaceError { SurfaceError(path: path, reason: "no memory for the video encoder") }

    private func check(_ code: Int32, _ what: String? = nil) throws(SurfaceError) {
        if code < 0 {
            let reason = libavReason(code)
            throw SurfaceError(path: path, reason: what.map { "\($0): \(reason)" } ?? reason)
        }
    }
}
