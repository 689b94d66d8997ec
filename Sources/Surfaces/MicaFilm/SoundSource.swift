import CLibAV
import MicaVideo

/// A part of a file's sound, and its time in the output.
package struct SoundPart: Sendable, Equatable {
    /// The file.
    package var path: String
    /// The track's index in the file.
    package var track: Int
    /// The range in the file. *Units*: seconds.
    package var range: Range<Double>
    /// The start in the output. *Units*: seconds.
    package var target: Double

    package init(path: String, track: Int, range: Range<Double>, target: Double) {
        (self.path, self.track, self.range, self.target) = (path, track, range, target)
    }
}

/// Sound that is copied from files without decoding.
///
/// Cuts are between packets, which last a few hundredths of a second: a packet partly in a part's range is copied
/// whole.
@safe package final class SoundSource: PacketSource {
    private let parts: [SoundPart]
    private var file: FilmFile
    private var current = 0
    private let track: FilmTrack
    private let limits = FilmLimits.standard

    /// Opens the parts' files.
    ///
    /// - Throws: `FilmError` when a file cannot be opened, or its sound differs in format from the first file's.
    package init?(_ parts: [SoundPart]) throws(FilmError) {
        guard let first = parts.first else { return nil }
        self.parts = parts
        file = try FilmFile(path: first.path, limits: limits)
        track = try Self.track(of: first, in: file)
        for part in parts.dropFirst() {
            let other = try FilmFile(path: part.path, limits: limits)
            let facts = try Self.track(of: part, in: other)
            guard facts.codecName == track.codecName, facts.sampleRate == track.sampleRate,
                facts.channels == track.channels
            else {
                throw FilmError(
                    kind: .noDecoder, path: part.path,
                    reason:
                        "its sound is \(facts.codecName), and cannot be copied behind \(track.codecName) of \(first.path)"
                )
            }
        }
        begin()
    }

    private static func track(of part: SoundPart, in file: FilmFile) throws(FilmError) -> FilmTrack {
        guard let track = file.tracks.first(where: { $0.index == part.track && $0.kind == .audio }) else {
            throw FilmError(kind: .damaged, path: part.path, reason: "there is no sound in track \(part.track)")
        }
        return track
    }

    /// The format of the sound, for the output file.
    package var parameters: UnsafeMutablePointer<AVCodecParameters>? { unsafe file.parameters(track.index) }
    /// The unit of its packets' times.
    package var timeBase: AVRational { AVRational(num: track.timeBase.numerator, den: track.timeBase.denominator) }

    /// Goes to the current part's first packet.
    private func begin() {
        let part = parts[current]
        file.select(track: part.track)
        if part.range.lowerBound > 0 {
            let base = file.tracks.first { $0.index == part.track }?.timeBase ?? track.timeBase
            _ = file.seek(
                track: part.track, to: base.ticks(ofMicroseconds: Int64(min(part.range.lowerBound, 1e9) * 1e6)))
        }
    }

    /// Reads the next packet, with times of the output; false at the end.
    package func next(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        while true {
            let part = parts[current]
            while unsafe file.read(packet) {
                if unsafe move(packet, part) { return true }
                unsafe av_packet_unref(packet)
            }
            guard current + 1 < parts.count,
                let following = try? FilmFile(path: parts[current + 1].path, limits: limits)
            else {
                return false
            }
            current += 1
            file = following
            begin()
        }
    }

    /// Converts a packet's times to the output; false when the packet is not in the range.
    private func move(_ packet: UnsafeMutablePointer<AVPacket>, _ part: SoundPart) -> Bool {
        guard unsafe Int(packet.pointee.stream_index) == part.track, unsafe packet.pointee.size > 0 else {
            return false
        }
        let stamp = unsafe packet.pointee.pts
        guard stamp != mica_av_no_time_stamp(), abs(Double(stamp)) < 0x1p60 else { return false }
        let base = file.tracks.first { $0.index == part.track }?.timeBase ?? track.timeBase
        let start = base.seconds(stamp),
            end = start + base.seconds(unsafe max(0, min(packet.pointee.duration, 1 << 60)))
        // Packets before time 0 are kept: the decoder needs them to reach time 0.
        guard start < part.range.upperBound, end > part.range.lowerBound || (part.range.lowerBound <= 0 && start < 0)
        else {
            return false
        }
        let distance = (part.target - part.range.lowerBound) * Double(base.denominator) / Double(base.numerator)
        // Stamps are below the same limit. No output has a place for later ones.
        guard abs(distance) < 0x1p60 else { return false }
        let offset = Int64(distance.rounded())
        unsafe packet.pointee.pts = stamp + offset
        unsafe packet.pointee.dts = stamp + offset
        unsafe packet.pointee.pos = -1
        if base != track.timeBase {
            unsafe av_packet_rescale_ts(packet, AVRational(num: base.numerator, den: base.denominator), timeBase)
        }
        return true
    }
}
