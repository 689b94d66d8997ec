import MicaFilm

/// Mixes the sound of a run, from its start to its end.
struct SoundMixer {
    private let run: SoundRun
    private let rate: Int
    /// The number of frames in the run.
    private let count: Int
    private var position = 0
    private var tracks: [Track]

    /// A track, and the progress of its mixing.
    private struct Track {
        /// Its segments, with the run's frames in which each is heard.
        var parts: [(segment: SoundTimeline.Segment, frames: Range<Int>)]
        /// The part that is being read; nil before the first.
        var current: Int?
        /// Which pass of a repeated part is being read.
        var pass = 0.0
        /// The reader of the current part; nil when it cannot be read.
        var reader: SoundReader?
    }

    /// - Parameters:
    ///   - rate: Frames a second.
    ///   - other: The previous mixer, whose readers are reused.
    init(_ run: SoundRun, rate: Int, after other: SoundMixer?) {
        (self.run, self.rate, count) = (run, rate, run.count(rate))
        let scale = Double(rate) / run.rate
        let count = count
        func frame(_ time: Double) -> Int { Int(min(max(0, (time - run.from) * scale), Double(count)).rounded()) }
        var free = other?.tracks.compactMap(\.reader) ?? []
        tracks = run.sound.tracks.map { segments in
            let parts = segments.map { ($0, frame($0.start)..<max(frame($0.start), frame($0.end))) }
                .filter { !$0.1.isEmpty }
            var track = Track(parts: parts)
            if let first = parts.first?.0, let index = free.firstIndex(where: { $0.reads(first) }) {
                track.reader = free.remove(at: index)
            }
            return track
        }
    }

    /// Whether the whole run was mixed.
    var isDone: Bool { position >= count }

    /// Mixes the next frames into the start of a buffer; returns their number.
    mutating func mix(into buffer: inout [Float]) -> Int {
        let frames = position..<min(count, position + buffer.count / 2)
        for index in 0..<2 * frames.count { buffer[index] = 0 }
        for index in tracks.indices { add(&tracks[index], frames, &buffer) }
        position = frames.upperBound
        return frames.count
    }

    private func add(_ track: inout Track, _ frames: Range<Int>, _ buffer: inout [Float]) {
        for (index, part) in track.parts.enumerated() {
            let wanted = part.frames.clamped(to: frames)
            if wanted.isEmpty { continue }
            if let length = part.segment.pass {
                addPasses(of: part.segment, index, length, wanted, from: frames.lowerBound, &track, &buffer)
                continue
            }
            if track.current != index {
                track.current = index
                open(part.segment, from: wanted.lowerBound, &track)
            }
            // Missing frames at the end of a sound are silent.
            let offset = wanted.lowerBound - frames.lowerBound
            if part.segment.levels.isEmpty {
                _ = track.reader?.read(wanted.count, addingTo: &buffer, at: offset)
                continue
            }
            var plain = [Float](repeating: 0, count: 2 * wanted.count)
            let got = track.reader?.read(wanted.count, addingTo: &plain, at: 0) ?? 0
            for index in 0..<got {
                let time = run.from + Double(wanted.lowerBound + index) * run.rate / Double(rate)
                let level = part.segment.levels.loudness(at: time)
                buffer[2 * (offset + index)] += plain[2 * index] * level.x
                buffer[2 * (offset + index) + 1] += plain[2 * index + 1] * level.y
            }
        }
    }

    /// Adds frames of a sound that repeats: each pass has the file's beginning at its first frame, and silence behind its end.
    private func addPasses(
        of segment: SoundTimeline.Segment, _ index: Int, _ length: Double, _ wanted: Range<Int>, from first: Int,
        _ track: inout Track, _ buffer: inout [Float]
    ) {
        func start(_ pass: Double) -> Int {
            let time = segment.start + pass * length
            return Int(min(max(0, (time - run.from) * Double(rate) / run.rate), Double(count)).rounded())
        }
        var at = wanted.lowerBound
        while at < wanted.upperBound {
            // Half a frame later: the first frame of a pass may be a little before it.
            let time = run.from + (Double(at) + 0.5) * run.rate / Double(rate)
            var pass = max(0, ((time - segment.start) / length).rounded(.down))
            if start(pass) > at { pass = max(0, pass - 1) }
            if start(pass + 1) <= at { pass += 1 }
            if track.current != index || track.pass != pass {
                (track.current, track.pass) = (index, pass)
                open(segment, from: at, &track, skipping: pass * length)
            }
            // A pass has a frame at the least.
            let end = min(max(start(pass + 1), at + 1), wanted.upperBound)
            _ = track.reader?.read(end - at, addingTo: &buffer, at: at - first)
            at = end
        }
    }

    /// Begins to read a segment at a frame of the run.
    ///
    /// - Parameter passed: The seconds of earlier passes.
    private func open(
        _ segment: SoundTimeline.Segment, from frame: Int, _ track: inout Track, skipping passed: Double = 0
    ) {
        if track.reader?.reads(segment) != true {
            track.reader = try? SoundReader(path: segment.path, track: segment.track)
        }
        let time = run.from + Double(frame) * run.rate / Double(rate)
        // Rounding puts the first frame of a pass up to half a frame before the file's beginning.
        let position = time - segment.start - passed
        track.reader?.begin(
            at: segment.source + (passed > 0 ? max(0, position) : position) * segment.speed,
            speed: segment.speed * run.rate, rate: rate)
    }
}

extension SoundReader {
    fileprivate func reads(_ segment: SoundTimeline.Segment) -> Bool { path == segment.path && track == segment.track }
}
