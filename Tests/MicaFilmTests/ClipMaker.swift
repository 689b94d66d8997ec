import CLibAV
import Foundation
import MicaFilm
import MicaVideo

/// A directory for one test, removed after it.
final class ScratchDirectory {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("mica-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}

/// How a clip is made, of planes of numbers, by libav's encoders.
struct Clip: Sendable {
    /// libavcodec's names of encoders that will do.
    var encoders: [String]
    var format = AV_PIX_FMT_YUV420P
    /// The file's ending.
    var ending: String
    var options: [String: String] = [:]
    var width = 96
    var height = 64
    var count = 60
    /// Frames a second, as a fraction.
    var rate: (Int32, Int32) = (25, 1)
    /// When each frame is shown, in frames; nil for one after the other.
    var times: [Int64]?
    var keyEvery: Int32 = 24
    var reordered: Int32 = 0
    var space = AVCOL_SPC_UNSPECIFIED
    var range = AVCOL_RANGE_UNSPECIFIED
    var transfer = AVCOL_TRC_UNSPECIFIED
    var primaries = AVCOL_PRI_UNSPECIFIED
    var chroma = AVCHROMA_LOC_UNSPECIFIED
    var aspect: (Int32, Int32) = (1, 1)
    /// The turn that the file asks for: nine numbers of 16.16, and 2.30 for the last.
    var matrix: [Int32]?
    /// A number of a frame, a plane, a column and a row.
    var sample: @Sendable (Int, Int, Int, Int) -> Int = { _, _, _, _ in 128 }

    /// Whether this machine can make it.
    var isAvailable: Bool { mica_av_open() == nil && encoder != nil }

    var encoder: UnsafePointer<AVCodec>? { encoders.lazy.compactMap { avcodec_find_encoder_by_name($0) }.first }

    struct Failure: Error, CustomStringConvertible { var description: String }

    private func check(_ code: Int32, _ what: String = #function) throws {
        if code < 0 { throw Failure(description: "\(encoders) \(ending): \(libavReason(code))") }
    }

    /// Writes the clip.
    func write(to path: String) throws {
        if let reason = mica_av_open() { throw Failure(description: String(cString: reason)) }
        guard let encoder else { throw Failure(description: "no encoder \(encoders)") }
        av_log_set_level(AV_LOG_QUIET)
        var container: UnsafeMutablePointer<AVFormatContext>?
        try check(avformat_alloc_output_context2(&container, nil, nil, "file:" + path))
        guard let container, let codec = avcodec_alloc_context3(encoder),
            let stream = avformat_new_stream(container, nil)
        else { throw Failure(description: "no memory") }
        codec.pointee.width = Int32(width)
        codec.pointee.height = Int32(height)
        codec.pointee.pix_fmt = format
        codec.pointee.time_base = AVRational(num: rate.1, den: rate.0)
        codec.pointee.framerate = AVRational(num: rate.0, den: rate.1)
        codec.pointee.gop_size = keyEvery
        codec.pointee.max_b_frames = reordered
        codec.pointee.colorspace = space
        codec.pointee.color_range = range
        codec.pointee.color_trc = transfer
        codec.pointee.color_primaries = primaries
        codec.pointee.chroma_sample_location = chroma
        codec.pointee.sample_aspect_ratio = AVRational(num: aspect.0, den: aspect.1)
        codec.pointee.thread_count = 1
        codec.pointee.bit_rate = 0
        codec.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        if container.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
            codec.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        for (name, value) in options { _ = av_opt_set(codec.pointee.priv_data, name, value, 0) }
        try check(avcodec_open2(codec, encoder, nil))
        try check(avcodec_parameters_from_context(stream.pointee.codecpar, codec))
        stream.pointee.time_base = codec.pointee.time_base
        stream.pointee.avg_frame_rate = codec.pointee.framerate
        stream.pointee.sample_aspect_ratio = codec.pointee.sample_aspect_ratio
        if ending == "webm", mica_av_has_alpha(format) != 0 {
            _ = av_dict_set(&stream.pointee.metadata, "alpha_mode", "1", 0)
        }
        if let matrix, let room = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36) {
            for (index, value) in matrix.enumerated() {
                UnsafeMutableRawPointer(room).storeBytes(of: value, toByteOffset: index * 4, as: Int32.self)
            }
        }
        if container.pointee.oformat.pointee.flags & AVFMT_NOFILE == 0 {
            try check(avio_open(&container.pointee.pb, "file:" + path, AVIO_FLAG_WRITE))
        }
        try check(avformat_write_header(container, nil))
        guard let frame = av_frame_alloc(), let packet = av_packet_alloc() else {
            throw Failure(description: "no memory")
        }
        frame.pointee.format = format.rawValue
        frame.pointee.width = Int32(width)
        frame.pointee.height = Int32(height)
        frame.pointee.colorspace = space
        frame.pointee.color_range = range
        frame.pointee.color_trc = transfer
        frame.pointee.color_primaries = primaries
        frame.pointee.chroma_location = chroma
        try check(av_frame_get_buffer(frame, 0))
        func drain() throws {
            while true {
                let code = avcodec_receive_packet(codec, packet)
                if code == mica_av_error_again() || code == mica_av_error_end() { return }
                try check(code)
                if packet.pointee.duration == 0 { packet.pointee.duration = 1 }
                av_packet_rescale_ts(packet, codec.pointee.time_base, stream.pointee.time_base)
                packet.pointee.stream_index = 0
                try check(av_interleaved_write_frame(container, packet))
            }
        }
        for index in 0..<count {
            try check(av_frame_make_writable(frame))
            fill(frame, index)
            frame.pointee.pts = times?[index] ?? Int64(index)
            try check(avcodec_send_frame(codec, frame))
            try drain()
        }
        try check(avcodec_send_frame(codec, nil))
        try drain()
        try check(av_write_trailer(container))
        if container.pointee.pb != nil { _ = avio_closep(&container.pointee.pb) }
        var (f, p, c):
            (UnsafeMutablePointer<AVFrame>?, UnsafeMutablePointer<AVPacket>?, UnsafeMutablePointer<AVCodecContext>?) =
                (frame, packet, codec)
        av_frame_free(&f)
        av_packet_free(&p)
        avcodec_free_context(&c)
        avformat_free_context(container)
    }

    private func fill(_ frame: UnsafeMutablePointer<AVFrame>, _ index: Int) {
        var planes = mica_av_planes()
        let data = [frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2, frame.pointee.data.3]
        let strides = [
            frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2, frame.pointee.linesize.3,
        ]
        guard mica_av_find_planes(format, &planes) != 0 else {
            // RGB, in one plane of three or four bytes a pixel, or of one.
            let bytes = format == AV_PIX_FMT_RGB24 ? 3 : format == AV_PIX_FMT_RGB8 || format == AV_PIX_FMT_BGR8 ? 1 : 4
            for y in 0..<height {
                for x in 0..<width {
                    guard let row = data[0] else { return }
                    let light = UInt8(clamping: sample(index, 0, x, y) > 127 ? 255 : 0)
                    for byte in 0..<bytes { row[y * Int(strides[0]) + x * bytes + byte] = byte == 3 ? 255 : light }
                }
            }
            return
        }
        for plane in 0..<4 {
            guard let base = data[plane] else { continue }
            let isChroma = planes.has_chroma != 0 && (plane == 1 || plane == 2)
            let wide = isChroma ? -(-width >> Int(planes.chroma_x)) : width
            let high = isChroma ? -(-height >> Int(planes.chroma_y)) : height
            for y in 0..<high {
                for x in 0..<wide {
                    let value = sample(index, plane, x, y)
                    let row = base + y * Int(strides[plane])
                    if planes.depth > 8 {
                        UnsafeMutableRawPointer(row).storeBytes(of: UInt16(value), toByteOffset: 2 * x, as: UInt16.self)
                    } else {
                        row[x] = UInt8(value)
                    }
                }
            }
        }
    }

    /// A clip whose frame n carries n as a bar code: 12 bars, the lowest bit at the left, light for 1.
    func barred(depth: Int = 8) -> Clip {
        var clip = self
        let (width, scale) = (width, 1 << (depth - 8))
        clip.sample = { frame, plane, x, _ in
            if plane == 3 { return 256 * scale - 1 }
            if plane > 0 { return 128 * scale }
            return (frame >> (x * 12 / width) & 1 == 1 ? 235 : 16) * scale
        }
        return clip
    }
}
