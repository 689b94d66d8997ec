import CLibAV
import MicaBase
import MicaVideo

/// A mix of sounds as packets of a codec, to be written into a film.
@safe package final class SoundMix: PacketSource {
    /// The codecs that films have.
    package enum Codec: String, Sendable {
        case aac
        case opus = "libopus"
    }

    private var mixer: SoundMixer
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// Holds the stream's parameters; it is never written.
    private var holder: UnsafeMutablePointer<AVFormatContext>?
    private var stamp: Int64 = 0
    private var isEnded = false

    /// Frames a second.
    private static let rate = 48_000

    /// Opens the encoder.
    ///
    /// - Parameters:
    ///   - tracks: The clips of each track, which follow one another. Those that cannot be read are silent.
    ///   - start: The tracks' time at which the packets begin. *Units*: seconds.
    ///   - end: Their time at which the packets end.
    /// - Throws: `FilmError` when this machine's libav does not have the encoder.
    package init(
        _ tracks: [[SoundClip]], from start: Double, to end: Double, codec name: Codec
    ) throws(FilmError) {
        mixer = SoundMixer(tracks, from: start, to: end, rate: Self.rate)
        guard let encoder = unsafe avcodec_find_encoder_by_name(name.rawValue) else {
            throw FilmError(
                kind: .noLibrary, path: "", reason: "this machine's libavcodec has no encoder \(name.rawValue)")
        }
        unsafe codec = avcodec_alloc_context3(encoder)
        unsafe frame = av_frame_alloc()
        guard let codec = unsafe codec, unsafe frame != nil else { throw Self.outOfMemory }
        unsafe codec.pointee.sample_rate = Int32(Self.rate)
        unsafe av_channel_layout_default(&codec.pointee.ch_layout, 2)
        unsafe codec.pointee.sample_fmt = name == .aac ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
        unsafe codec.pointee.bit_rate = name == .aac ? 192_000 : 128_000
        unsafe codec.pointee.time_base = AVRational(num: 1, den: Int32(Self.rate))
        unsafe codec.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
        let opened = unsafe avcodec_open2(codec, encoder, nil)
        if opened < 0 { throw FilmError(kind: .noLibrary, path: "", reason: libavReason(opened)) }
        unsafe _ = avformat_alloc_output_context2(&holder, nil, "null", nil)
        guard let holder = unsafe holder, let stream = unsafe avformat_new_stream(holder, nil),
            unsafe avcodec_parameters_from_context(stream.pointee.codecpar, codec) >= 0
        else { throw Self.outOfMemory }
        unsafe parameters = stream.pointee.codecpar
    }

    deinit {
        unsafe av_frame_free(&frame)
        unsafe avcodec_free_context(&codec)
        if let holder = unsafe holder { unsafe avformat_free_context(holder) }
    }

    private static var outOfMemory: FilmError {
        FilmError(kind: .noLibrary, path: "", reason: "no memory for the sound's encoder")
    }

    /// The format of the sound.
    package private(set) var parameters: UnsafeMutablePointer<AVCodecParameters>?
    /// The unit of the packets' times.
    package var timeBase: AVRational { AVRational(num: 1, den: Int32(Self.rate)) }

    /// Encodes the next packet; false at the end.
    package func next(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard let codec = unsafe codec else { return false }
        while true {
            let code = unsafe avcodec_receive_packet(codec, packet)
            if code >= 0 { return true }
            guard code == mica_av_error_again(), !isEnded else { return false }
            if unsafe !fill(max(1, Int(codec.pointee.frame_size))) {
                isEnded = true
                unsafe _ = avcodec_send_frame(codec, nil)
            } else if unsafe avcodec_send_frame(codec, frame) < 0 {
                return false
            }
        }
    }

    /// Fills the encoder's frame; false when there are no more samples.
    private func fill(_ count: Int) -> Bool {
        guard let codec = unsafe codec, let frame = unsafe frame else { return false }
        var samples = [Float](repeating: 0, count: 2 * count)
        let got = mixer.mix(into: &samples)
        guard got > 0 else { return false }
        samples = samples.prefix(2 * got).map { min(max($0, -1), 1) }
        unsafe av_frame_unref(frame)
        unsafe frame.pointee.nb_samples = Int32(got)
        unsafe frame.pointee.format = Int32(codec.pointee.sample_fmt.rawValue)
        unsafe frame.pointee.sample_rate = codec.pointee.sample_rate
        unsafe av_channel_layout_default(&frame.pointee.ch_layout, 2)
        guard unsafe av_frame_get_buffer(frame, 0) >= 0 else { return false }
        unsafe frame.pointee.pts = stamp
        stamp += Int64(got)
        if unsafe codec.pointee.sample_fmt == AV_SAMPLE_FMT_FLT {
            guard let all = unsafe frame.pointee.data.0 else { return false }
            unsafe all.withMemoryRebound(to: Float.self, capacity: samples.count) { target in
                for index in samples.indices { unsafe target[index] = samples[index] }
            }
            return true
        }
        guard let left = unsafe frame.pointee.data.0, let right = unsafe frame.pointee.data.1 else { return false }
        unsafe Self.copy(samples, channel: 0, to: left)
        unsafe Self.copy(samples, channel: 1, to: right)
        return true
    }

    private static func copy(_ samples: [Float], channel: Int, to plane: UnsafeMutablePointer<UInt8>) {
        unsafe plane.withMemoryRebound(to: Float.self, capacity: samples.count / 2) { target in
            for index in 0..<samples.count / 2 { unsafe target[index] = samples[2 * index + channel] }
        }
    }
}
