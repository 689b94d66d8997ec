import CLibAV
import MicaResources
import MicaVideo

/// Decodes several sounds and adds them up, from a time on.
///
/// Frames have two samples, left and right, and are between -1 and 1. Files are open only while they are heard.
package final class SoundMixdown {
    /// Frames a second.
    package static let rate = 48_000

    private let clips: [SoundClip]
    private var readers: [Int: SoundReader] = [:]
    private let start: Double
    private let length: Int
    private var done = 0
    private var part: [Float] = []

    /// Begins at a time.
    ///
    /// - Throws: `FilmError` when a file cannot be read, or has no sound that can be decoded.
    package init(_ clips: [SoundClip], from start: Double, to end: Double) throws(FilmError) {
        self.clips = clips
        self.start = start
        length = Self.frame(max(0, end - start))
        var known: Set<String> = []
        for clip in clips where known.insert(clip.path).inserted { _ = try Self.reader(clip) }
    }

    private static func reader(_ clip: SoundClip) throws(FilmError) -> SoundReader {
        let tracks = try filmTracks(path: clip.path)
        guard let track = tracks.first(where: { $0.kind == .audio }) else {
            throw FilmError(kind: .damaged, path: clip.path, reason: "there is no sound in the file")
        }
        return try SoundReader(path: clip.path, track: track.index)
    }

    /// The next frames: as many as asked for, fewer at the end, none after it.
    package func next(_ count: Int) -> [Float] {
        let count = min(count, length - done)
        guard count > 0 else { return [] }
        var result = [Float](repeating: 0, count: 2 * count)
        let from = Self.frame(start) + done
        for index in clips.indices { add(index, from..<from + count, to: &result) }
        done += count
        return result.map { min(max($0, -1), 1) }
    }

    /// The frame at a time, counted from time 0; within 2^50, as documents may state any time.
    private static func frame(_ time: Double) -> Int { Int(min(max(time * Double(rate), -0x1p50), 0x1p50).rounded()) }

    /// Adds the part of a clip between two frames.
    private func add(_ index: Int, _ frames: Range<Int>, to buffer: inout [Float]) {
        let clip = clips[index]
        let span = Self.frame(clip.span.lowerBound)..<Self.frame(clip.span.upperBound)
        let heard = span.clamped(to: frames)
        guard !heard.isEmpty else {
            if frames.lowerBound >= span.upperBound { readers[index] = nil }
            return
        }
        if readers[index] == nil {
            let late = Double(heard.lowerBound - span.lowerBound) / Double(Self.rate)
            let position = clip.origin + late * clip.speed
            guard position.isFinite, let reader = try? Self.reader(clip) else { return }
            reader.begin(at: position, speed: clip.speed, rate: Self.rate)
            readers[index] = reader
        }
        part = [Float](repeating: 0, count: 2 * heard.count)
        let got = readers[index]?.read(heard.count, addingTo: &part, at: 0) ?? 0
        let offset = heard.lowerBound - frames.lowerBound
        for position in 0..<got {
            let level = clip.levels.loudness(at: Double(heard.lowerBound + position) / Double(Self.rate))
            buffer[2 * (offset + position)] += part[2 * position] * level.x
            buffer[2 * (offset + position) + 1] += part[2 * position + 1] * level.y
        }
    }
}

/// A mix of sounds as packets of a codec, to be written into a film.
@safe package final class SoundMix: PacketSource {
    /// The codecs that films have.
    package enum Codec: String, Sendable {
        case aac
        case opus = "libopus"
    }

    private let samples: (Int) -> [Float]
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// Holds the stream's parameters; it is never written.
    private var holder: UnsafeMutablePointer<AVFormatContext>?
    private var stamp: Int64 = 0
    private var isEnded = false

    /// Opens the encoder.
    ///
    /// - Throws: `FilmError` when a file cannot be decoded, or this machine's libav does not have the encoder.
    package convenience init(
        _ clips: [SoundClip], from start: Double, to end: Double, codec: Codec
    ) throws(FilmError) {
        let mixdown = try SoundMixdown(clips, from: start, to: end)
        try self.init(codec: codec) { mixdown.next($0) }
    }

    /// Opens the encoder for samples that come from elsewhere.
    ///
    /// - Parameter samples: The next frames, at `SoundMixdown.rate`, with two samples each between -1 and 1: as many as asked
    ///   for, fewer at the end, none after it.
    /// - Throws: `FilmError` when this machine's libav does not have the encoder.
    package init(codec name: Codec, samples: @escaping (Int) -> [Float]) throws(FilmError) {
        self.samples = samples
        guard let encoder = unsafe avcodec_find_encoder_by_name(name.rawValue) else {
            throw FilmError(
                kind: .noLibrary, path: "", reason: "this machine's libavcodec has no encoder \(name.rawValue)")
        }
        unsafe codec = avcodec_alloc_context3(encoder)
        unsafe frame = av_frame_alloc()
        guard let codec = unsafe codec, unsafe frame != nil else { throw Self.outOfMemory }
        unsafe codec.pointee.sample_rate = Int32(SoundMixdown.rate)
        unsafe av_channel_layout_default(&codec.pointee.ch_layout, 2)
        unsafe codec.pointee.sample_fmt = name == .aac ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
        unsafe codec.pointee.bit_rate = name == .aac ? 192_000 : 128_000
        unsafe codec.pointee.time_base = AVRational(num: 1, den: Int32(SoundMixdown.rate))
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
    package var timeBase: AVRational { AVRational(num: 1, den: Int32(SoundMixdown.rate)) }

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
        let samples = samples(count)
        guard !samples.isEmpty else { return false }
        let got = samples.count / 2
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
