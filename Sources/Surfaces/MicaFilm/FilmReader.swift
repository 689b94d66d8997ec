import CLibAV
import MicaBase
import MicaVideo

/// A decoded frame of libav.
@safe final class DecodedFrame {
    let pointer: UnsafeMutablePointer<AVFrame>

    init?() {
        guard let pointer = unsafe av_frame_alloc() else { return nil }
        unsafe self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = unsafe pointer
        unsafe av_frame_free(&pointer)
    }

    /// The approximate memory. *Units*: bytes.
    var byteCount: Int { unsafe Int(pointer.pointee.width) * Int(pointer.pointee.height) * 2 }
}

/// Decodes frames of a film's video by number, in any order.
///
/// Decoding continues from the last frame if that is nearer than the packet where decoding of the frame can begin. In
/// a valid file, both give the same bytes. A reader belongs to one thread at a time.
@safe package final class FilmReader {
    /// The order and times of frames.
    package let index: FilmIndex
    /// The video.
    package let track: FilmTrack
    /// All tracks of the file.
    package var tracks: [FilmTrack] { file.tracks }
    /// The number of packets decoded so far.
    package private(set) var decodedPackets = 0

    private let file: FilmFile
    private let limits: FilmLimits
    private let memory: FrameMemory?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    /// The next packet for the decoder; nil when the position in the file is unknown.
    private var next: Int?
    /// Whether `packet` holds that packet, not yet given to the decoder.
    private var holdsPacket = false
    /// Whether the decoder was told that the file has ended.
    private var isDraining = false
    /// The last decoded frame since decoding restarted; nil when there is none.
    private var last: Int?
    /// The most recently decoded frames with their numbers, in order of decoding.
    private var held: [(frame: Int, decoded: DecodedFrame)] = []
    /// The most frames in `held`.
    private var mostHeld = 0
    /// The last requested frame.
    private var asked = -1
    /// Whether packets before the requested frame are skipped if no other frame depends on them.
    private var passesOver = false
    /// Frames that cannot be decoded from any start, and the frames shown instead.
    private var missing: Set<Int> = []
    private var substitutes: [Int: Int] = [:]
    /// Frames decoded on the way to a frame: the last before it, and one after it.
    private var passed: (before: Int?, after: Int?)
    /// Whether no frame can be decoded at all.
    private var isDead = false

    /// Opens a film.
    ///
    /// - Parameters:
    ///   - index: The index of the same file by another reader; nil reads all packets.
    ///   - threads: The number of decoding threads, which does not change the frames.
    ///   - memory: Memory to reuse for frames.
    /// - Throws: `FilmError` when the file is missing, has no video that can be decoded, or exceeds the limits.
    package init(
        path: String, limits: FilmLimits = .standard, index: FilmIndex? = nil, threads: Int = 1,
        memory: FrameMemory? = nil
    ) throws(FilmError) {
        let file = try FilmFile(path: path, limits: limits)
        guard let track = file.video else {
            throw FilmError(kind: .noVideo, path: path, reason: "it has no video track")
        }
        guard track.width > 0, track.height > 0 else {
            throw FilmError(kind: .damaged, path: path, reason: "the video has no size")
        }
        guard track.width * track.height <= limits.maximumPixels,
            track.squareWidth * track.height <= limits.maximumPixels
        else {
            throw FilmError(
                kind: .overBudget, path: path,
                reason:
                    "frames of \(track.width) x \(track.height) pixels are over the limit of \(limits.maximumPixels)")
        }
        guard let decoder = unsafe file.decoder(track.index) else {
            throw FilmError(kind: .noDecoder, path: path, reason: "Mica uses no decoder for \(track.codecName)")
        }
        file.select(track: track.index)
        (self.file, self.track, self.limits, self.memory) = (file, track, limits, memory)
        unsafe packet = av_packet_alloc()
        guard let packet = unsafe packet else { throw FilmError(kind: .noLibrary, path: path, reason: "no memory") }
        if let index {
            self.index = index
        } else {
            self.index = try unsafe Self.scan(file, track, packet, limits)
        }
        guard self.index.count > 0 else {
            throw FilmError(kind: .damaged, path: path, reason: "the video has no frames with times")
        }
        unsafe codec = avcodec_alloc_context3(decoder)
        guard let codec = unsafe codec, let parameters = unsafe file.parameters(track.index) else {
            throw FilmError(kind: .noLibrary, path: path, reason: "no memory")
        }
        let copied = unsafe avcodec_parameters_to_context(codec, parameters)
        if copied < 0 { throw FilmError(kind: .damaged, path: path, reason: libavReason(copied)) }
        unsafe codec.pointee.pkt_timebase = AVRational(num: track.timeBase.numerator, den: track.timeBase.denominator)
        unsafe codec.pointee.max_pixels = Int64(limits.maximumPixels)
        unsafe codec.pointee.thread_count = Int32(clamping: max(1, threads))
        let opened = unsafe avcodec_open2(codec, decoder, nil)
        if opened < 0 { throw FilmError(kind: .noDecoder, path: path, reason: libavReason(opened)) }
        // The scan has read to the end of the file.
        next = nil
    }

    deinit {
        unsafe av_packet_free(&packet)
        unsafe avcodec_free_context(&codec)
    }

    /// The pixels of a frame, upright, as premultiplied sRGB with square pixels.
    ///
    /// A damaged frame is replaced by the last frame before it that can be decoded with it, or by the next frame
    /// after it.
    ///
    /// - Parameter passingOver: whether frames before it that no other frame depends on are skipped, because nobody
    ///   will request them: faster, with the same bytes.
    /// - Precondition: the frame exists.
    /// - Throws: `FilmError` when no replacement can be decoded.
    package func bitmap(of frame: Int, passingOver: Bool = false) throws(FilmError) -> Bitmap {
        precondition(frame >= 0 && frame < index.count, "the film has no such frame")
        // Going forwards, few frames are kept, so that the decoder writes into memory that is in the caches.
        (mostHeld, asked) = (frame < asked ? Self.mostHeldBackwards : Self.mostHeldForwards, frame)
        passesOver = passingOver
        if let found = try decode(frame) { return try convert(found) }
        if let other = substitutes[frame], let found = try decode(other) { return try convert(found) }
        throw FilmError(kind: .damaged, path: file.path, reason: "frame \(frame) cannot be decoded, nor one near it")
    }

    private func convert(_ frame: DecodedFrame) throws(FilmError) -> Bitmap {
        try FilmPixels.bitmap(of: frame, track, path: file.path, limits: limits, memory: memory)
    }

    // MARK: Decoding

    /// Decodes a frame by number; nil when that fails: `substitutes` then has the replacement.
    private func decode(_ frame: Int) throws(FilmError) -> DecodedFrame? {
        if let found = held.last(where: { $0.frame == frame }) { return found.decoded }
        if isDead || missing.contains(frame) { return nil }
        let starts = index.keys(before: frame, limit: 3)
        if passesOver {
            if !goesOn(to: frame, from: starts.first ?? 0) { begin(at: starts.first ?? 0) }
            if let found = try run(to: frame) { return found }
            // The replacement may be a frame that was skipped.
            passesOver = false
        } else if goesOn(to: frame, from: starts.first ?? 0), let found = try run(to: frame) {
            return found
        }
        var (earlier, later): (Int?, Int?)
        for start in starts {
            begin(at: start)
            passed = (nil, nil)
            if let found = try run(to: frame) { return found }
            earlier = earlier ?? passed.before
            later = later ?? passed.after
        }
        missing.insert(frame)
        substitutes[frame] = earlier ?? later
        // No frame can be decoded even from the file's start: all later attempts would fail.
        isDead = earlier == nil && later == nil && starts.last == 0
        return nil
    }

    /// Whether to continue decoding to a frame, instead of restarting at a packet.
    private func goesOn(to frame: Int, from start: Int) -> Bool {
        guard frame > last ?? -1 else { return false }
        if isDraining { return true }
        guard let next else { return false }
        // The packet was decoded already, or so few packets are before it that skipping them gains nothing.
        return start < next || start - next < Self.mostSkipped
    }

    /// The most packets that are decoded rather than skipped by seeking, because seeking empties the decoder.
    private static let mostSkipped = 8

    /// Restarts decoding at a packet.
    private func begin(at start: Int) {
        guard let codec = unsafe codec, let packet = unsafe packet else { return }
        unsafe avcodec_flush_buffers(codec)
        (isDraining, last, next, holdsPacket) = (false, nil, nil, false)
        unsafe av_packet_unref(packet)
        // Formats seek by either time stamp, some inexactly: the result is checked, and seeking is repeated further
        // back.
        let target = index.packets[start]
        var stamp = min(target.stamp, target.decodeStamp)
        var step: Int64 = 1
        for attempt in 0..<Self.mostSeeks {
            let isLast = attempt == Self.mostSeeks - 1
            let origin = index.packets.lazy.map { min($0.stamp, $0.decodeStamp) }.first ?? 0
            if start == 0 || isLast { stamp = min(origin, 0) }
            _ = file.seek(track: track.index, to: stamp)
            if let found = readKnown(), found <= start {
                next = found
                holdsPacket = true
                // Packets before the target are skipped without decoding.
                while let at = next, at < start {
                    unsafe av_packet_unref(packet)
                    holdsPacket = false
                    next = readKnown()
                    holdsPacket = next != nil
                }
                return
            }
            unsafe av_packet_unref(packet)
            stamp = stamp.subtractingReportingOverflow(step).partialValue
            step = step << 4
        }
        next = nil
    }

    private static let mostSeeks = 6

    /// Reads up to the next packet of the video in the index, into `packet`; returns its index, nil at the end.
    private func readKnown() -> Int? {
        guard let packet = unsafe packet else { return nil }
        while unsafe file.read(packet) {
            if unsafe Int(packet.pointee.stream_index) == track.index,
                let found = index.packet(stamped: unsafe Self.stamp(of: packet))
            {
                return found
            }
            unsafe av_packet_unref(packet)
        }
        return nil
    }

    /// Decodes until the frame comes out, or a frame that is shown after it.
    private func run(to frame: Int) throws(FilmError) -> DecodedFrame? {
        guard let codec = unsafe codec, let packet = unsafe packet, next != nil || isDraining else { return nil }
        while true {
            guard let decoded = DecodedFrame() else {
                throw FilmError(kind: .noLibrary, path: file.path, reason: "no memory for a frame")
            }
            let code = unsafe avcodec_receive_frame(codec, decoded.pointer)
            if code >= 0 {
                let stamp = Self.stamp(of: decoded)
                guard let found = index.frame(stamped: stamp) else { continue }
                hold(decoded, found)
                last = max(last ?? found, found)
                if found == frame { return decoded }
                if found > frame {
                    passed.after = found
                    return nil
                }
                passed.before = max(passed.before ?? found, found)
                continue
            }
            if code == mica_av_error_end() { return nil }
            // Other errors mean a damaged packet; the next may be intact.
            if isDraining { return nil }
            if !holdsPacket {
                next = readKnown()
                if next == nil {
                    isDraining = true
                    unsafe _ = avcodec_send_packet(codec, nil)
                    continue
                }
            }
            let isPassed = passesOver && next.map { index.packets[$0].stamp < index.stamp(of: frame) } ?? false
            unsafe codec.pointee.skip_frame = isPassed ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
            unsafe _ = avcodec_send_packet(codec, packet)
            unsafe av_packet_unref(packet)
            holdsPacket = false
            decodedPackets += 1
        }
    }

    private func hold(_ decoded: DecodedFrame, _ frame: Int) {
        held.removeAll { $0.frame == frame }
        held.append((frame, decoded))
        var bytes = held.reduce(0) { $0 + $1.decoded.byteCount }
        while held.count > 1, bytes > limits.heldBytes || held.count > mostHeld {
            bytes -= held.removeFirst().decoded.byteCount
        }
    }

    /// The most frames to keep: the next ones of backward playback, or a few that are requested again.
    private static let (mostHeldBackwards, mostHeldForwards) = (32, 3)

    // MARK: Index

    /// Reads all packets of a file's video.
    private static func scan(
        _ file: FilmFile, _ track: FilmTrack, _ packet: UnsafeMutablePointer<AVPacket>, _ limits: FilmLimits
    ) throws(FilmError) -> FilmIndex {
        var packets: [FilmIndex.Packet] = []
        var lastEnd: (stamp: Int64, duration: Int64) = (.min, 0)
        // Every picture of these codecs except the first is drawn over the one before it.
        let buildsUp = track.codecName == "gif" || track.codecName == "apng"
        var endsInPacket = false
        while unsafe file.read(packet) {
            defer { unsafe av_packet_unref(packet) }
            guard unsafe Int(packet.pointee.stream_index) == track.index, unsafe packet.pointee.size > 0 else {
                continue
            }
            endsInPacket = unsafe packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0
            let stamp = unsafe Self.stamp(of: packet)
            guard stamp != mica_av_no_time_stamp(), abs(Double(stamp)) < 0x1p60 else { continue }
            let decode = unsafe packet.pointee.dts
            guard packets.count < limits.maximumFrames else {
                throw FilmError(
                    kind: .overBudget, path: file.path,
                    reason: "more than \(limits.maximumFrames) frames are over the limit")
            }
            let flags = unsafe packet.pointee.flags
            packets.append(
                FilmIndex.Packet(
                    stamp: stamp,
                    decodeStamp: decode == mica_av_no_time_stamp() || abs(Double(decode)) >= 0x1p60 ? stamp : decode,
                    isKey: buildsUp ? packets.isEmpty : flags & AV_PKT_FLAG_KEY != 0,
                    isShown: flags & AV_PKT_FLAG_DISCARD == 0))
            if stamp > lastEnd.stamp, flags & AV_PKT_FLAG_DISCARD == 0 {
                lastEnd = (stamp, unsafe min(max(0, packet.pointee.duration), 1 << 60))
            }
        }
        var result = FilmIndex(packets, origin: file.origin, lastDuration: lastEnd.duration)
        if lastEnd.duration <= 0, result.count > 1 {
            // A missing last duration is assumed to equal the one before it.
            let gap = result.time(of: result.count - 1) - result.time(of: result.count - 2)
            result = FilmIndex(packets, origin: file.origin, lastDuration: gap)
        }
        // Durations in headers are not exact: a second is more than their error.
        let missing = file.statedDuration(track.index).map { missingTicks($0, result.end) } ?? 0
        result.isCutShort = endsInPacket || track.timeBase.seconds(missing) > 1
        return result
    }

    /// By how much a stated duration is longer than a video; limited, as a header may state any number.
    static func missingTicks(_ stated: Int64, _ end: Int64) -> Int64 {
        let (missing, isOver) = stated.subtractingReportingOverflow(end)
        return isOver ? (stated < 0 ? .min : .max) : missing
    }

    /// The display time stamp of a packet; without one, as in video without reordering, its decoding time stamp.
    private static func stamp(of packet: UnsafeMutablePointer<AVPacket>) -> Int64 {
        let shown = unsafe packet.pointee.pts
        return shown == mica_av_no_time_stamp() ? unsafe packet.pointee.dts : shown
    }

    private static func stamp(of frame: DecodedFrame) -> Int64 {
        let own = unsafe frame.pointer.pointee.pts
        return own == mica_av_no_time_stamp() ? unsafe frame.pointer.pointee.best_effort_timestamp : own
    }
}
