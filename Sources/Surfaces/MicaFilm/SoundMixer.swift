import MicaBase
import MicaVideo

/// Decodes tracks of sounds and adds them up, from one time to another.
///
/// Frames have two samples, left and right. A file is open only while its clip is heard.
package struct SoundMixer {
    /// The tracks' time at the first frame, and its seconds in a second.
    private let from: Double
    private let speed: Double
    /// Frames a second.
    private let rate: Int
    /// The number of frames.
    private let count: Int
    private var position = 0
    private var tracks: [Track]

    /// A track, and the progress of its mixing.
    private struct Track {
        /// Its clips, with the mixer's frames in which each is heard.
        var parts: [(clip: SoundClip, frames: Range<Int>)]
        /// The part that is being read; nil before the first.
        var current: Int?
        /// The pass of a repeated part that is being read.
        var pass = 0.0
        /// The reader of the current part; nil when it cannot be read, and after the last part.
        var reader: SoundReader?
    }

    /// - Parameters:
    ///   - tracks: The clips of each track, which follow one another. Those that cannot be read are silent.
    ///   - start: The tracks' time at the first frame. *Units*: seconds.
    ///   - end: Their time after the last frame.
    ///   - speed: The seconds of the tracks in a second; greater than zero.
    ///   - rate: Frames a second.
    ///   - other: The previous mixer, whose readers are reused.
    package init(
        _ tracks: [[SoundClip]], from start: Double, to end: Double, speed: Double = 1, rate: Int,
        after other: SoundMixer? = nil
    ) {
        (from, self.speed, self.rate) = (start, speed, rate)
        let scale = Double(rate) / speed
        let count = Int(min(max(0, (end - start) * scale), 0x1p50).rounded())
        func frame(_ time: Double) -> Int { Int(min(max(0, (time - start) * scale), Double(count)).rounded()) }
        var free = other?.tracks.compactMap(\.reader) ?? []
        self.count = count
        self.tracks = tracks.map { clips in
            let parts = clips.map { ($0, frame($0.span.lowerBound)..<frame($0.span.upperBound)) }
                .filter { !$0.1.isEmpty }
            var track = Track(parts: parts)
            if let first = parts.first?.0, let index = free.firstIndex(where: { $0.reads(first) }) {
                track.reader = free.remove(at: index)
            }
            return track
        }
    }

    /// Whether all frames were mixed.
    package var isDone: Bool { position >= count }

    /// Mixes the next frames into the start of a buffer; returns their number.
    ///
    /// Sums may exceed 1.
    package mutating func mix(into buffer: inout [Float]) -> Int {
        let frames = position..<min(count, position + buffer.count / 2)
        for index in 0..<2 * frames.count { buffer[index] = 0 }
        for index in tracks.indices { add(&tracks[index], frames, &buffer) }
        position = frames.upperBound
        return frames.count
    }

    private func add(_ track: inout Track, _ frames: Range<Int>, _ buffer: inout [Float]) {
        if let last = track.parts.last, last.frames.upperBound <= frames.lowerBound { track.reader = nil }
        for (index, part) in track.parts.enumerated() {
            let wanted = part.frames.clamped(to: frames)
            if wanted.isEmpty { continue }
            if let length = part.clip.pass {
                addPasses(of: part.clip, index, length, wanted, from: frames.lowerBound, &track, &buffer)
                continue
            }
            if track.current != index {
                track.current = index
                open(part.clip, from: wanted.lowerBound, &track)
            }
            // Missing frames at the end of a sound are silent.
            let offset = wanted.lowerBound - frames.lowerBound
            if part.clip.levels.isEmpty {
                _ = track.reader?.read(wanted.count, addingTo: &buffer, at: offset)
                continue
            }
            var plain = [Float](repeating: 0, count: 2 * wanted.count)
            let got = track.reader?.read(wanted.count, addingTo: &plain, at: 0) ?? 0
            for index in 0..<got {
                let level = part.clip.levels.loudness(at: time(wanted.lowerBound + index))
                buffer[2 * (offset + index)] += plain[2 * index] * level.x
                buffer[2 * (offset + index) + 1] += plain[2 * index + 1] * level.y
            }
        }
    }

    /// The tracks' time at a frame.
    private func time(_ frame: Int) -> Double { from + Double(frame) * speed / Double(rate) }

    /// Adds frames of a sound that repeats: each pass has the file's beginning at its first frame, and silence behind its end.
    private func addPasses(
        of clip: SoundClip, _ index: Int, _ length: Double, _ wanted: Range<Int>, from first: Int,
        _ track: inout Track, _ buffer: inout [Float]
    ) {
        let begin = clip.span.lowerBound
        func start(_ pass: Double) -> Int {
            let time = begin + pass * length
            return Int(min(max(0, (time - from) * Double(rate) / speed), Double(count)).rounded())
        }
        var at = wanted.lowerBound
        while at < wanted.upperBound {
            // Half a frame later: the first frame of a pass may be a little before it.
            let time = from + (Double(at) + 0.5) * speed / Double(rate)
            var pass = max(0, ((time - begin) / length).rounded(.down))
            if start(pass) > at { pass = max(0, pass - 1) }
            if start(pass + 1) <= at { pass += 1 }
            if track.current != index || track.pass != pass {
                (track.current, track.pass) = (index, pass)
                open(clip, from: at, &track, skipping: pass * length)
            }
            // A pass has at least one frame.
            let end = min(max(start(pass + 1), at + 1), wanted.upperBound)
            _ = track.reader?.read(end - at, addingTo: &buffer, at: at - first)
            at = end
        }
    }

    /// Begins to read a clip at a frame of the mixer.
    ///
    /// - Parameter passed: The seconds of earlier passes.
    private func open(_ clip: SoundClip, from frame: Int, _ track: inout Track, skipping passed: Double = 0) {
        if track.reader?.reads(clip) != true { track.reader = try? SoundReader(clip) }
        // Rounding puts the first frame of a pass up to half a frame before the file's beginning.
        let late = time(frame) - clip.span.lowerBound - passed
        let place = clip.origin + (passed > 0 ? max(0, late) : late) * clip.speed
        guard place.isFinite else { return track.reader = nil }
        track.reader?.begin(at: place, speed: clip.speed * speed, rate: rate)
    }
}

extension SoundReader {
    /// Opens a clip's file.
    ///
    /// - Throws: `FilmError` when it cannot be read, or has no sound that can be decoded.
    package convenience init(_ clip: SoundClip) throws(FilmError) {
        var track = clip.track
        if track == nil { track = try filmTracks(path: clip.path).first { $0.kind == .audio }?.index }
        guard let track else {
            throw FilmError(kind: .damaged, path: clip.path, reason: "there is no sound in the file")
        }
        try self.init(path: clip.path, track: track)
    }

    /// Whether a clip has this track. A clip of a file's first sound does not say which it is.
    fileprivate func reads(_ clip: SoundClip) -> Bool { path == clip.path && track == clip.track }
}
