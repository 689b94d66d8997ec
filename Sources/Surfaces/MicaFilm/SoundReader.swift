import CLibAV
import MicaVideo

/// Decodes a sound track to floats at any rate, from any time on.
///
/// Frames have two samples, left and right. Mono sound is in both; more than two channels are mixed. A change of
/// speed changes the pitch. A reader belongs to one thread at a time.
@safe package final class SoundReader {
    /// The file.
    package var path: String { file.path }
    /// The track's index in the file.
    package let track: Int

    private let file: FilmFile
    private let facts: FilmTrack
    /// The zero of the track's time stamps, in its units.
    private let origin: Int64
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private let frame: DecodedFrame
    private var resampler: OpaquePointer?
    /// The input format of the resampler.
    private var kind = Kind(rate: 0, format: -1, channels: 0)
    private struct Kind: Equatable {
        var rate: Int32
        var format: Int32
        var channels: Int32
    }

    /// The requested time.
    private var target = 0.0
    private var speed = 1.0
    private var rate = 48_000
    /// The expected time of the next sample in the file; nil before the first. *Units*: seconds.
    private var expected: Double?
    /// The number of output frames before the requested time.
    private var early = 0
    /// The number of frames of silence before the sound.
    private var silence = 0
    /// The decoded samples, and the range of frames that are not read yet.
    private var decoded: [Float] = []
    private var ready = 0..<0
    private var isDraining = false
    private var isEnded = false
    /// Whether nothing of the file was read yet.
    private var isUntouched = true

    /// How long before the requested time decoding begins, because codecs need a run-in. *Units*: seconds. The
    /// longest is Opus's 80 ms.
    private static let preroll = 0.2
    /// The tolerance of time stamps, which files round, for example to milliseconds. *Units*: seconds.
    private static let slack = 0.05
    /// Rates of files, and the most frames in one output.
    private static let rates: ClosedRange<Int32> = 1000...768_000
    private static let mostDecoded = 1 << 20

    /// Opens a track.
    ///
    /// - Throws: `FilmError` when the file cannot be read, or the track is missing or cannot be decoded.
    package init(path: String, track: Int, limits: FilmLimits = .standard) throws(FilmError) {
        let file = try FilmFile(path: path, limits: limits)
        guard let facts = file.tracks.first(where: { $0.index == track && $0.kind == .audio }) else {
            throw FilmError(kind: .damaged, path: path, reason: "there is no sound in track \(track)")
        }
        guard let decoder = unsafe file.decoder(track) else {
            throw FilmError(kind: .noDecoder, path: path, reason: "Mica uses no decoder for \(facts.codecName)")
        }
        guard let frame = DecodedFrame() else {
            throw FilmError(kind: .noLibrary, path: path, reason: "no memory for sound")
        }
        (self.track, self.file, self.facts, self.frame) = (track, file, facts, frame)
        origin = facts.timeBase.ticks(ofMicroseconds: file.begin)
        file.select(track: track)
        unsafe packet = av_packet_alloc()
        unsafe codec = avcodec_alloc_context3(decoder)
        guard unsafe packet != nil, let codec = unsafe codec, let parameters = unsafe file.parameters(track) else {
            throw FilmError(kind: .noLibrary, path: path, reason: "no memory for sound")
        }
        let copied = unsafe avcodec_parameters_to_context(codec, parameters)
        if copied < 0 { throw FilmError(kind: .damaged, path: path, reason: libavReason(copied)) }
        unsafe codec.pointee.pkt_timebase = AVRational(num: facts.timeBase.numerator, den: facts.timeBase.denominator)
        let opened = unsafe avcodec_open2(codec, decoder, nil)
        if opened < 0 { throw FilmError(kind: .noDecoder, path: path, reason: libavReason(opened)) }
    }

    deinit {
        if let resampler = unsafe resampler { unsafe mica_resampler_free(resampler) }
        unsafe av_packet_free(&packet)
        unsafe avcodec_free_context(&codec)
    }

    /// Seeks to a time in the file, where the next read begins.
    ///
    /// - Parameters:
    ///   - seconds: The time; before the track's start there is silence.
    ///   - speed: The speed of the file's time, greater than zero.
    ///   - rate: The output frames per second, greater than zero.
    package func begin(at seconds: Double, speed: Double, rate: Int) {
        precondition(seconds.isFinite && speed > 0 && rate > 0, "sound is read from a time, forwards")
        if !isUntouched || seconds > Self.preroll {
            unsafe avcodec_flush_buffers(codec)
            let start = facts.timeBase.ticks(ofMicroseconds: Int64(min(max(0, seconds - Self.preroll), 1e9) * 1e6))
            let stamp = origin &+ (seconds > Self.preroll ? start : min(0, facts.start))
            if !file.seek(track: track, to: stamp) { _ = file.seek(track: track, to: min(0, origin)) }
        }
        if let resampler = unsafe resampler { unsafe mica_resampler_free(resampler) }
        unsafe resampler = nil
        (target, self.speed, self.rate) = (seconds, speed, rate)
        (expected, early, silence, ready) = (nil, 0, 0, 0..<0)
        (isDraining, isEnded) = (false, false)
    }

    /// Adds the next frames to those of a buffer.
    ///
    /// - Parameters:
    ///   - count: The number of frames.
    ///   - offset: The position in the buffer, in frames.
    /// - Returns: The number of frames added: fewer at the end of the sound.
    package func read(_ count: Int, addingTo buffer: inout [Float], at offset: Int) -> Int {
        var done = 0
        while done < count {
            if silence > 0 {
                let passed = min(silence, count - done)
                silence -= passed
                done += passed
            } else if !ready.isEmpty {
                let dropped = min(early, ready.count)
                early -= dropped
                let first = ready.lowerBound + dropped
                let taken = min(ready.upperBound - first, count - done)
                for sample in 0..<2 * taken { buffer[2 * (offset + done) + sample] += decoded[2 * first + sample] }
                ready = first + taken..<ready.upperBound
                done += taken
            } else if !decode() {
                break
            }
        }
        return done
    }

    /// Decodes until there is output; false at the end.
    private func decode() -> Bool {
        guard let codec = unsafe codec, let packet = unsafe packet else { return false }
        isUntouched = false
        while !isEnded {
            let code = unsafe avcodec_receive_frame(codec, frame.pointer)
            if code >= 0 {
                if take() { return true }
            } else if isDraining || code == mica_av_error_end() {
                isEnded = true
                return convert(nil)
            } else if readPacket() {
                unsafe _ = avcodec_send_packet(codec, packet)
                unsafe av_packet_unref(packet)
            } else {
                isDraining = true
                unsafe _ = avcodec_send_packet(codec, nil)
            }
        }
        return false
    }

    private func readPacket() -> Bool {
        guard let packet = unsafe packet else { return false }
        while unsafe file.read(packet) {
            if unsafe Int(packet.pointee.stream_index) == track { return true }
            unsafe av_packet_unref(packet)
        }
        return false
    }

    /// Takes a decoded frame; false when it is not needed.
    private func take() -> Bool {
        let found = unsafe Kind(
            rate: frame.pointer.pointee.sample_rate, format: frame.pointer.pointee.format,
            channels: frame.pointer.pointee.ch_layout.nb_channels)
        let count = unsafe Int(frame.pointer.pointee.nb_samples)
        guard count > 0, Self.rates.contains(found.rate), found.channels > 0 else { return false }
        let stamp = unsafe frame.pointer.pointee.best_effort_timestamp
        let isStamped = stamp != mica_av_no_time_stamp() && abs(Double(stamp)) < 0x1p60
        let start = isStamped ? facts.timeBase.seconds(stamp &- origin) : expected ?? target
        let end = start + Double(count) / Double(found.rate)
        if let next = expected {
            if start > next + Self.slack {
                silence += frames(min(start - next, 3600))
                expected = start
            } else if start < next - Self.slack {
                if end <= next { return false }
                early += frames(next - start)
                expected = start
            }
        } else {
            if end <= target { return false }
            if start > target { silence = frames(min(start - target, 1e5)) } else { early = frames(target - start) }
            expected = start
        }
        expected = (expected ?? start) + Double(count) / Double(found.rate)
        if unsafe found != kind || resampler == nil {
            kind = found
            if let old = unsafe resampler { unsafe mica_resampler_free(old) }
            let (from, to) = ratio(found.rate)
            unsafe resampler = mica_resampler_make(frame.pointer, from, to)
        }
        return convert(frame)
    }

    /// The number of output frames for a time of the file in seconds; at most 2^50, as files may state any time and compositions
    /// any speed.
    private func frames(_ seconds: Double) -> Int { Int(min(seconds / speed * Double(rate), 0x1p50).rounded()) }

    /// The input and output rates for the resampler, as integers up to about a million: the resampler computes the
    /// exact ratio, and overflows with larger ones.
    private func ratio(_ source: Int32) -> (Int32, Int32) {
        let from = Double(source) * speed
        let scale = from == from.rounded() ? 1 : max(1, (1e6 / max(from, Double(rate))).rounded(.down))
        return (Int32(max(1, min((from * scale).rounded(), 1e9))), Int32(Double(rate) * scale))
    }

    private func convert(_ frame: DecodedFrame?) -> Bool {
        guard let resampler = unsafe resampler else { return false }
        let count = frame.map { unsafe $0.pointer.pointee.nb_samples } ?? 0
        let bound = unsafe Int(mica_resampler_bound(resampler, count))
        guard bound > 0, bound <= Self.mostDecoded else { return false }
        if decoded.count < 2 * bound { decoded = [Float](repeating: 0, count: 2 * bound) }
        let got = unsafe decoded.withUnsafeMutableBufferPointer { samples -> Int in
            guard let base = samples.baseAddress else { return 0 }
            return unsafe Int(mica_resampler_convert(resampler, frame?.pointer, base, Int32(bound)))
        }
        guard got > 0 else { return false }
        if unsafe mica_resampler_channels(resampler) == 1 {
            for index in (0..<got).reversed() {
                decoded[2 * index + 1] = decoded[index]
                decoded[2 * index] = decoded[index]
            }
        }
        ready = 0..<got
        return true
    }
}
