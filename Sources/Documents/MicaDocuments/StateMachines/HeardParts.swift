import MicaResources

/// The parts of animations that a state machine showed, for the sounds in them.
struct HeardParts {
    /// A part that is shown at one speed.
    private struct Part {
        let entry: StateMachineStock.Entry
        /// In seconds of the machine.
        let began: Double
        var end: Double?
        /// The moment at its beginning, and moments a second; above 0.
        let moment: Double, rate: Double
    }

    private var parts: [Part] = []
    /// The most parts, and the most sounds of all; later ones are silent.
    private static let limit = 10_000, soundLimit = 1000

    /// Records the picture that is shown from a time on.
    mutating func show(_ entry: StateMachineStock.Entry, at piece: StatePlayback.Piece, since time: Double) {
        guard piece.rate > 0, !entry.document.sounds.isEmpty else { return rest(since: time) }
        if let last = parts.last, last.end == nil, last.entry === entry, last.rate == piece.rate,
            abs(last.moment + (time - last.began) * last.rate - piece.moment) < 1e-6
        {
            return
        }
        rest(since: time)
        guard parts.count < Self.limit else { return }
        parts.append(Part(entry: entry, began: time, moment: piece.moment, rate: piece.rate))
    }

    /// Records that nothing is heard from a time on: a still picture, a tween, a playback that runs backwards.
    mutating func rest(since time: Double) {
        guard let last = parts.indices.last, parts[last].end == nil else { return }
        if parts[last].began < time { parts[last].end = time } else { parts.removeLast() }
    }

    /// The sounds of the parts, in seconds of the machine.
    func sounds(until now: Double) -> [DocumentSound] {
        var result: [DocumentSound] = []
        for part in parts {
            let end = part.moment + ((part.end ?? now) - part.began) * part.rate
            for sound in part.entry.document.sounds
            where sound.clip.span.overlaps(part.moment..<max(end, part.moment)) {
                guard result.count < Self.soundLimit else { return result }
                result.append(Self.moved(sound, part, until: end))
            }
        }
        return result
    }

    /// A sound between two moments of a part, at the time at which the part was shown.
    private static func moved(_ sound: DocumentSound, _ part: Part, until end: Double) -> DocumentSound {
        func time(_ moment: Double) -> Double { part.began + (moment - part.moment) / part.rate }
        let old = sound.clip
        let span = old.span.clamped(to: part.moment..<end)
        var result = sound
        result.clip.span = time(span.lowerBound)..<time(span.upperBound)
        result.clip.origin += (span.lowerBound - old.span.lowerBound) * old.speed
        result.clip.speed *= part.rate
        for index in old.levels.indices { result.clip.levels[index].time = time(old.levels[index].time) }
        return result
    }
}
