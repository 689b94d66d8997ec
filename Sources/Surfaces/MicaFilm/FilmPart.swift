import CLibAV
import MicaSurface
import MicaVideo

/// A packet of libav.
@safe final class FilmPacket {
    let pointer: UnsafeMutablePointer<AVPacket>

    init?() {
        guard let pointer = unsafe av_packet_alloc() else { return nil }
        unsafe self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = unsafe pointer
        unsafe av_packet_free(&pointer)
    }
}

/// A part of a film: its video's frames, by their numbers in the whole.
package final class FilmPart {
    /// The file.
    package let path: String
    /// Frames a second of the whole.
    package let rate: FrameRate
    /// The frames, numbered from the beginning of the whole.
    package let frames: Range<Int>
    /// The number of the frame in each packet, in the packets' order.
    let order: [Int]
    /// The video.
    let track: FilmTrack
    /// The format of the video.
    let codec: Codec

    /// What packets of two files have to have in common to be decoded one after another.
    struct Codec: Equatable {
        var name = ""
        var width = 0, height = 0, format = 0
        /// Colours and pixels' shapes.
        var tags: [Int] = []
        /// Whether alpha lies beside each frame (Matroska).
        var hasAlphaBeside = false
        /// The parameter sets.
        var header: [UInt8] = []
    }

    /// The furthest that a stamp may be from its frame's time, as a part of a frame: Matroska rounds to milliseconds.
    private static let tolerance = 0.2

    /// Reads the times of a part.
    ///
    /// - Throws: `SurfaceError` when there is no video, or its frames are not evenly spaced.
    package init(path: String) throws(SurfaceError) {
        func failed(_ reason: String) -> SurfaceError { SurfaceError(path: path, reason: reason) }
        let file: FilmFile
        do throws(FilmError) { file = try FilmFile(path: path, limits: .standard) } catch {
            throw failed("\(error.kind.rawValue): \(error.reason)")
        }
        guard let track = file.video else { throw failed("there is no video in the file") }
        guard let codec = Codec(track, in: file) else { throw failed("the video has no format") }
        guard let rate = FrameRate(framesPerSecond: track.frameRate) else {
            throw failed("the video has no even number of frames a second")
        }
        guard let packet = FilmPacket() else { throw failed("no memory") }
        file.select(track: track.index)
        var order: [Int] = []
        while unsafe file.read(packet.pointer) {
            defer { unsafe av_packet_unref(packet.pointer) }
            guard unsafe Int(packet.pointer.pointee.stream_index) == track.index else { continue }
            let stamp = unsafe packet.pointer.pointee.pts
            let place = track.timeBase.seconds(stamp) * rate.framesPerSecond
            guard stamp != mica_av_no_time_stamp(), abs(place) < 1e9 else { throw failed("a frame has no time") }
            guard abs(place - place.rounded()) <= Self.tolerance else {
                throw failed("its frames are not evenly spaced: one is at \(track.timeBase.seconds(stamp)) s")
            }
            order.append(Int(place.rounded()))
        }
        guard let first = order.min(), let last = order.max() else { throw failed("the video has no frames") }
        guard last - first + 1 == order.count, Set(order).count == order.count else {
            throw failed(
                "\(order.count) frames stand in the places \(first) to \(last + 1): some are missing, or the file was cut"
            )
        }
        (self.path, self.rate, self.track, self.codec, self.order) = (path, rate, track, codec, order)
        frames = first..<last + 1
    }

    /// By how many packets a frame comes too late at most, if packets were counted as frames.
    var delay: Int { order.enumerated().map { frames.lowerBound + $0 - $1 }.max() ?? 0 }

    /// Why another part cannot stand in one film with this one; nil when it can.
    func difference(from first: FilmPart) -> String? {
        let (mine, its) = (codec, first.codec)
        if mine.name != its.name { return "its video is \(mine.name), that of \(first.path) \(its.name)" }
        if mine.width != its.width || mine.height != its.height {
            return "its frames have \(mine.width) x \(mine.height) pixels, those of \(first.path) "
                + "\(its.width) x \(its.height)"
        }
        if rate != first.rate {
            return "it has \(rate.framesPerSecond) frames a second, \(first.path) \(first.rate.framesPerSecond)"
        }
        if mine != its {
            return "its \(mine.name) has other settings than \(first.path): draw all parts with the same options, "
                + "--threads too"
        }
        return nil
    }
}

extension FilmPart.Codec {
    /// Reads the format of a track; nil without one.
    init?(_ track: FilmTrack, in file: FilmFile) {
        guard let parameters = unsafe file.parameters(track.index) else { return nil }
        (name, width, height) = (track.codecName, track.width, track.height)
        format = unsafe Int(parameters.pointee.format)
        tags = unsafe [
            Int(parameters.pointee.color_primaries.rawValue), Int(parameters.pointee.color_trc.rawValue),
            Int(parameters.pointee.color_space.rawValue), Int(parameters.pointee.color_range.rawValue),
            Int(track.pixelAspect.numerator), Int(track.pixelAspect.denominator),
        ]
        let metadata = unsafe file.container?.pointee.streams[track.index]?.pointee.metadata
        hasAlphaBeside = unsafe av_dict_get(metadata, "alpha_mode", nil, 0) != nil
        let count = unsafe Int(max(0, parameters.pointee.extradata_size))
        if count > 0, let bytes = unsafe parameters.pointee.extradata {
            header = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        }
    }
}

extension FilmFile {
    /// Whether the file is QuickTime's or MPEG-4's, which have the same codes for codecs.
    var isQuickTime: Bool {
        guard let format = unsafe container?.pointee.iformat else { return false }
        return unsafe String(cString: format.pointee.name).hasPrefix("mov")
    }
}
