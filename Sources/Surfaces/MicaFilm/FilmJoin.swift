import CLibAV
import MicaSurface
import MicaVideo

/// Joins parts of a film into one, without decoding: the packets are copied, with times that are strictly even.
@safe package final class FilmJoin {
    /// The parts, in the order of their frames.
    package let parts: [FilmPart]
    /// The frames of the joined film, numbered in the whole.
    package var frames: Range<Int> { parts[0].frames.lowerBound..<parts[parts.count - 1].frames.upperBound }
    /// Frames a second.
    package var rate: FrameRate { parts[0].rate }
    /// Width of frames in pixels.
    package var width: Int { parts[0].codec.width }
    /// Height of frames in pixels.
    package var height: Int { parts[0].codec.height }

    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var stream: UnsafeMutablePointer<AVStream>?
    private var sound: CopiedStream?
    private var path = ""

    /// Reads the parts, in any order.
    ///
    /// - Precondition: there is at least one.
    /// - Throws: `SurfaceError` when parts differ in format, overlap, or leave frames out.
    package init(_ paths: [String]) throws(SurfaceError) {
        precondition(!paths.isEmpty, "a film has parts")
        var parts: [FilmPart] = []
        for path in paths { parts.append(try FilmPart(path: path)) }
        parts.sort { $0.frames.lowerBound < $1.frames.lowerBound }
        for (part, next) in zip(parts, parts.dropFirst()) {
            if let difference = next.difference(from: parts[0]) {
                throw SurfaceError(path: next.path, reason: difference)
            }
            let (end, start) = (part.frames.upperBound, next.frames.lowerBound)
            if start > end {
                throw SurfaceError(
                    path: next.path, reason: "frames \(end) to \(start) are missing between \(part.path) and this part")
            }
            if start < end {
                throw SurfaceError(path: next.path, reason: "\(part.path) has frames \(start) to \(end), too")
            }
        }
        self.parts = parts
    }

    deinit {
        if let container = unsafe container {
            if unsafe container.pointee.pb != nil { unsafe _ = avio_closep(&container.pointee.pb) }
            unsafe avformat_free_context(container)
        }
    }

    /// The file formats, by the endings of names.
    private static let containers = ["mp4": "mp4", "m4v": "mp4", "mov": "mov", "webm": "webm", "mkv": "matroska"]

    /// The endings of joined films.
    package static var endings: [String] { containers.keys.sorted() }

    /// Writes the film. It begins at time 0, and appears whole or not at all.
    ///
    /// - Parameter soundPath: A file whose sound is copied, from the time of the first frame on; nil: none.
    /// - Throws: `SurfaceError` also when the file format does not take the video or the sound.
    package func write(to path: String, sound soundPath: String? = nil) throws(SurfaceError) {
        self.path = path
        guard let name = Self.containers[pathExtension(path)] else {
            throw SurfaceError(path: path, reason: "its ending is none of \(Self.endings.joined(separator: ", "))")
        }
        let output = try AtomicFile(path: path, isSought: true)
        try open("file:" + output.temporaryPath, name, sound: soundPath)
        let delay = parts.map(\.delay).max() ?? 0
        var count = 0
        for part in parts {
            try copy(part, from: &count, delay: delay)
        }
        try writeSound(upTo: .infinity)
        try check(unsafe av_write_trailer(container))
        if let container = unsafe container { try check(unsafe avio_closep(&container.pointee.pb)) }
        try output.commit()
    }

    private func open(_ address: String, _ name: String, sound soundPath: String?) throws(SurfaceError) {
        try check(unsafe avformat_alloc_output_context2(&container, nil, name, address))
        guard let container = unsafe container, let made = unsafe avformat_new_stream(container, nil) else {
            throw SurfaceError(path: path, reason: "no memory")
        }
        let first = try file(of: parts[0])
        guard let parameters = unsafe first.parameters(parts[0].track.index) else {
            throw SurfaceError(path: parts[0].path, reason: "the video has no format")
        }
        try check(unsafe avcodec_parameters_copy(made.pointee.codecpar, parameters))
        // Each family of file formats has four-letter codes of its own for codecs; ProRes' kinds differ by theirs.
        let family = ["mp4", "mov"]
        if !family.contains(name) || !first.isQuickTime { unsafe made.pointee.codecpar.pointee.codec_tag = 0 }
        let (above, below) = (Int32(clamping: rate.numerator), Int32(clamping: rate.denominator))
        unsafe made.pointee.time_base = AVRational(num: below, den: above)
        unsafe made.pointee.avg_frame_rate = AVRational(num: above, den: below)
        let aspect = parts[0].track.pixelAspect
        unsafe made.pointee.sample_aspect_ratio = AVRational(num: aspect.numerator, den: aspect.denominator)
        unsafe made.pointee.codecpar.pointee.sample_aspect_ratio = made.pointee.sample_aspect_ratio
        if parts[0].codec.hasAlphaBeside { unsafe _ = av_dict_set(&made.pointee.metadata, "alpha_mode", "1", 0) }
        unsafe stream = made
        if let soundPath { try unsafe openSound(soundPath, in: container) }
        unsafe container.pointee.flags |= AVFMT_FLAG_BITEXACT
        var options: OpaquePointer?
        if name == "mp4" { unsafe _ = av_dict_set(&options, "movflags", "faststart", 0) }
        defer { unsafe av_dict_free(&options) }
        try check(unsafe avio_open(&container.pointee.pb, address, AVIO_FLAG_WRITE))
        try check(
            unsafe avformat_write_header(container, &options),
            "a .\(pathExtension(path)) does not take \(parts[0].codec.name)\(soundPath == nil ? "" : " with this sound")"
        )
    }

    private func openSound(
        _ soundPath: String, in container: UnsafeMutablePointer<AVFormatContext>
    ) throws(SurfaceError) {
        let (start, end) = (rate.time(ofFrame: frames.lowerBound), rate.time(ofFrame: frames.upperBound))
        do throws(FilmError) {
            guard let track = try filmTracks(path: soundPath).first(where: { $0.kind == .audio }) else {
                throw FilmError(kind: .damaged, path: soundPath, reason: "there is no sound in the file")
            }
            let part = SoundPart(path: soundPath, track: track.index, range: start..<end, target: 0)
            if let source = try SoundSource([part]) { unsafe sound = CopiedStream(source, in: container) }
        } catch { throw SurfaceError(path: soundPath, reason: error.reason) }
        if sound == nil { throw SurfaceError(path: soundPath, reason: "the sound cannot be copied") }
    }

    private func file(of part: FilmPart) throws(SurfaceError) -> FilmFile {
        do throws(FilmError) { return try FilmFile(path: part.path, limits: .standard) } catch {
            throw SurfaceError(path: part.path, reason: error.reason)
        }
    }

    /// Copies the packets of a part. A packet is decoded at its own number, and shown at its frame's, both in frames.
    private func copy(_ part: FilmPart, from count: inout Int, delay: Int) throws(SurfaceError) {
        guard let stream = unsafe stream, let packet = FilmPacket() else { return }
        let file = try file(of: part)
        file.select(track: part.track.index)
        let base = AVRational(num: Int32(clamping: rate.denominator), den: Int32(clamping: rate.numerator))
        var index = 0
        while unsafe file.read(packet.pointer) {
            guard unsafe Int(packet.pointer.pointee.stream_index) == part.track.index else {
                unsafe av_packet_unref(packet.pointer)
                continue
            }
            guard index < part.order.count else { break }
            unsafe packet.pointer.pointee.pts = Int64(part.order[index] - frames.lowerBound)
            unsafe packet.pointer.pointee.dts = Int64(count - delay)
            unsafe packet.pointer.pointee.duration = 1
            unsafe packet.pointer.pointee.pos = -1
            unsafe packet.pointer.pointee.stream_index = stream.pointee.index
            try writeSound(upTo: rate.time(ofFrame: count - delay))
            unsafe av_packet_rescale_ts(packet.pointer, base, stream.pointee.time_base)
            try check(unsafe av_interleaved_write_frame(container, packet.pointer))
            (index, count) = (index + 1, count + 1)
        }
        guard index == part.order.count else {
            throw SurfaceError(path: part.path, reason: "the file has changed while it was read")
        }
    }

    private func writeSound(upTo time: Double) throws(SurfaceError) {
        guard let sound, let container = unsafe container else { return }
        try check(unsafe sound.write(into: container, upTo: time))
    }

    private func check(_ code: Int32, _ reason: String? = nil) throws(SurfaceError) {
        guard code < 0 else { return }
        throw SurfaceError(path: path, reason: reason.map { "\($0): \(libavReason(code))" } ?? libavReason(code))
    }
}
