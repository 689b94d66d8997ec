import CLibAV
import Glibc
import MicaCodecs
import MicaSurface
import MicaVideo

/// A film's file, opened with libav to read packets.
///
/// Only formats of films are tried, and only the file itself is opened: no play lists, no other protocols.
@safe final class FilmFile {
    /// The file formats, by libavformat's names.
    private static let formats =
        "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,ogg,gif,apng,mpegts,mpeg,ivf,nut,yuv4mpegpipe,flv,mp3,wav,flac,aac"
    /// The decoders, by libavcodec's names.
    static let decoders: Set<String> = [
        "h264", "hevc", "libdav1d", "libaom-av1", "av1", "vp8", "libvpx-vp9", "vp9", "libvpx", "prores", "theora",
        "gif", "png",
        "apng", "mjpeg", "ffv1", "mpeg4", "mpeg2video", "mpeg1video", "h263", "qtrle", "rawvideo", "dnxhd", "huffyuv",
        "utvideo",
        "cinepak", "flv", "libtheora", "dvvideo", "v210", "aac", "mp3float", "mp3", "ac3", "alac", "flac", "vorbis",
        "libvorbis",
        "opus", "libopus", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_f32le", "pcm_f32be", "pcm_u8",
        "pcm_s32le",
    ]

    let path: String
    private(set) var container: UnsafeMutablePointer<AVFormatContext>?
    private(set) var tracks: [FilmTrack] = []
    /// The first video track; nil when there is none.
    private(set) var video: FilmTrack?
    /// The zero of the video's time stamps, in the track's units.
    private(set) var origin: Int64 = 0
    /// The zero of all time stamps. *Units*: microseconds.
    private(set) var begin: Int64 = 0

    init(path: String, limits: FilmLimits) throws(FilmError) {
        self.path = path
        do throws(SurfaceError) {
            try openLibav(for: path)
        } catch { throw FilmError(kind: .noLibrary, path: path, reason: error.reason) }
        av_log_set_level(AV_LOG_QUIET)
        try Self.checkFile(path)
        var options: OpaquePointer?
        unsafe _ = av_dict_set(&options, "protocol_whitelist", "file", 0)
        unsafe _ = av_dict_set(&options, "format_whitelist", Self.formats, 0)
        defer { unsafe av_dict_free(&options) }
        var container: UnsafeMutablePointer<AVFormatContext>?
        let code = unsafe avformat_open_input(&container, "file:" + path, nil, &options)
        unsafe self.container = container
        if code < 0 { throw FilmError(kind: .unknownFormat, path: path, reason: libavReason(code)) }
        let found = unsafe avformat_find_stream_info(container, nil)
        if found < 0 { throw FilmError(kind: .damaged, path: path, reason: libavReason(found)) }
        readTracks(limits)
    }

    deinit { unsafe avformat_close_input(&container) }

    /// Reads the next packet; false at the end of the file, or when the rest is damaged.
    func read(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool { unsafe av_read_frame(container, packet) >= 0 }

    /// Seeks back to a packet with a time stamp of at most `stamp`.
    func seek(track: Int, to stamp: Int64) -> Bool {
        unsafe av_seek_frame(container, Int32(track), stamp, AVSEEK_FLAG_BACKWARD) >= 0
    }

    /// Skips the packets of all other tracks.
    func select(track: Int) {
        guard let container = unsafe container else { return }
        for index in 0..<Int(unsafe container.pointee.nb_streams) {
            guard let stream = unsafe container.pointee.streams[index] else { continue }
            unsafe stream.pointee.discard = index == track ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// The parameters of a track's codec.
    func parameters(_ track: Int) -> UnsafeMutablePointer<AVCodecParameters>? {
        guard let container = unsafe container, track < Int(unsafe container.pointee.nb_streams) else { return nil }
        return unsafe container.pointee.streams[track]?.pointee.codecpar
    }

    /// The duration of a track in the file's header, in the track's units; nil if the header does not have it.
    func statedDuration(_ track: Int) -> Int64? {
        guard let container = unsafe container, let stream = unsafe container.pointee.streams[track] else { return nil }
        let own = unsafe stream.pointee.duration
        if own != mica_av_no_time_stamp() { return own }
        // Matroska states the duration of the longest track.
        guard tracks.count == 1, unsafe container.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
        else {
            return nil
        }
        let whole = unsafe container.pointee.duration
        return whole == mica_av_no_time_stamp() ? nil : tracks[0].timeBase.ticks(ofMicroseconds: whole)
    }

    /// The decoder of a track; nil when no allowed decoder exists.
    func decoder(_ track: Int) -> UnsafePointer<AVCodec>? {
        guard let parameters = unsafe parameters(track), let stream = unsafe container?.pointee.streams[track] else {
            return nil
        }
        let identity = unsafe parameters.pointee.codec_id
        // libavcodec's own VP8 and VP9 decoders ignore the alpha that Matroska stores beside each frame.
        var special: UnsafePointer<AVCodec>?
        if unsafe av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0) != nil {
            if identity == AV_CODEC_ID_VP9 { unsafe special = avcodec_find_decoder_by_name("libvpx-vp9") }
            if identity == AV_CODEC_ID_VP8 { unsafe special = avcodec_find_decoder_by_name("libvpx") }
        }
        if identity == AV_CODEC_ID_AV1 {
            unsafe special = avcodec_find_decoder_by_name("libdav1d") ?? avcodec_find_decoder_by_name("libaom-av1")
        }
        guard let decoder = unsafe special ?? avcodec_find_decoder(identity),
            Self.decoders.contains(unsafe String(cString: decoder.pointee.name))
        else { return nil }
        return unsafe decoder
    }

    // MARK: Opening

    /// Checks for a regular file: a pipe would block the program.
    private static func checkFile(_ path: String) throws(FilmError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw FilmError(kind: .unreadable, path: path, reason: unsafe String(cString: strerror(errno)))
        }
        if status.st_mode & S_IFMT != S_IFREG {
            throw FilmError(kind: .unreadable, path: path, reason: "it is not a file")
        }
    }

    private func readTracks(_ limits: FilmLimits) {
        guard let container = unsafe container else { return }
        let best = unsafe av_find_best_stream(container, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        // QuickTime and MPEG-4 files define time 0; other files begin with their first time stamp.
        let name = unsafe String(cString: container.pointee.iformat.pointee.name)
        let start = unsafe container.pointee.start_time
        begin = name.hasPrefix("mov") || start == mica_av_no_time_stamp() ? 0 : start
        for index in 0..<Int(unsafe container.pointee.nb_streams) {
            guard let stream = unsafe container.pointee.streams[index], let parameters = unsafe stream.pointee.codecpar
            else { continue }
            var track = unsafe FilmTrack(
                kind: Self.kind(parameters.pointee.codec_type), index: index,
                codecName: String(cString: avcodec_get_name(parameters.pointee.codec_id)),
                codecTag: parameters.pointee.codec_tag, isDecodable: decoder(index) != nil,
                timeBase: FilmTimeBase(
                    numerator: max(1, stream.pointee.time_base.num), denominator: max(1, stream.pointee.time_base.den)),
                start: 0, duration: 0)
            let origin = track.timeBase.ticks(ofMicroseconds: begin)
            let first = unsafe stream.pointee.start_time
            track.start = first == mica_av_no_time_stamp() ? 0 : first.subtractingReportingOverflow(origin).partialValue
            track.duration = unsafe duration(of: stream, container, track.timeBase)
            track.bitRate = unsafe max(0, parameters.pointee.bit_rate)
            if isQuickTime { track.isEnabled = unsafe stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }
            if let entry = unsafe av_dict_get(stream.pointee.metadata, "language", nil, 0) {
                track.language = unsafe String(cString: entry.pointee.value)
            }
            switch track.kind {
            case .video:
                unsafe readVideo(stream, parameters, into: &track)
                if index == Int(best) { (video, self.origin) = (track, origin) }
            case .audio:
                track.sampleRate = unsafe Int(max(0, parameters.pointee.sample_rate))
                track.channels = unsafe Int(max(0, parameters.pointee.ch_layout.nb_channels))
            case .subtitle, .other: break
            }
            tracks.append(track)
        }
    }

    private static func kind(_ type: AVMediaType) -> FilmTrack.Kind {
        switch type {
        case AVMEDIA_TYPE_VIDEO: .video
        case AVMEDIA_TYPE_AUDIO: .audio
        case AVMEDIA_TYPE_SUBTITLE: .subtitle
        default: .other
        }
    }

    private func duration(
        of stream: UnsafeMutablePointer<AVStream>, _ container: UnsafeMutablePointer<AVFormatContext>,
        _ base: FilmTimeBase
    ) -> Int64 {
        let own = unsafe stream.pointee.duration
        if own != mica_av_no_time_stamp() { return max(0, own) }
        let whole = unsafe container.pointee.duration
        return whole == mica_av_no_time_stamp() ? 0 : max(0, base.ticks(ofMicroseconds: whole))
    }

    private func readVideo(
        _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>,
        into track: inout FilmTrack
    ) {
        track.width = unsafe Int(max(0, parameters.pointee.width))
        track.height = unsafe Int(max(0, parameters.pointee.height))
        var aspect = unsafe stream.pointee.sample_aspect_ratio
        if aspect.num <= 0 || aspect.den <= 0 { aspect = unsafe parameters.pointee.sample_aspect_ratio }
        if aspect.num > 0, aspect.den > 0, 1 / 16.0...16 ~= Double(aspect.num) / Double(aspect.den) {
            track.pixelAspect = FilmTimeBase(numerator: aspect.num, denominator: aspect.den)
        }
        let format = unsafe AVPixelFormat(rawValue: parameters.pointee.format)
        track.hasAlpha =
            unsafe format == AV_PIX_FMT_NONE || format == AV_PIX_FMT_PAL8 || mica_av_has_alpha(format) != 0
            || av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0) != nil
        let rate = unsafe stream.pointee.avg_frame_rate
        if rate.num > 0, rate.den > 0 { track.frameRate = Double(rate.num) / Double(rate.den) }
        if let bytes = unsafe av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) {
            let matrix = UnsafeRawPointer(bytes)
            func entry(_ index: Int) -> Double {
                Double(unsafe matrix.loadUnaligned(fromByteOffset: index * 4, as: Int32.self))
            }
            track.orientation = ImageOrientation(a: entry(0), b: entry(1), c: entry(3), d: entry(4))
        }
    }
}

extension FilmTimeBase {
    /// The nearest number of units for a time in microseconds.
    func ticks(ofMicroseconds time: Int64) -> Int64 {
        let ticks = (Double(time) / 1e6 * Double(denominator) / Double(numerator)).rounded()
        return abs(ticks) < 0x1p62 ? Int64(ticks) : 0
    }
}

extension ImageOrientation {
    /// The orientation that a matrix turns upright: the nearest of the eight.
    ///
    /// *Space*: x' = a x + c y, y' = b x + d y, with y down.
    init(a: Double, b: Double, c: Double, d: Double) {
        if abs(a) + abs(d) >= abs(b) + abs(c) {
            self = a < 0 ? (d < 0 ? .down : .upMirrored) : (d < 0 ? .downMirrored : .up)
        } else {
            self = b > 0 ? (c < 0 ? .right : .leftMirrored) : (c < 0 ? .rightMirrored : .left)
        }
    }
}
