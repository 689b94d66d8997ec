import MicaBase

/// The sounds in the parts of animations that a state machine showed.
struct HeardParts {
    /// A part that is shown at one speed.
    private struct Part {
        let entry: StateMachineStock.Entry
        /// In seconds of the machine.
        let began: Double
        /// The moment at its beginning, and moments a second; above 0.
        let moment: Double, rate: Double
    }

    /// The part that is shown now; nil while nothing is heard.
    private var current: Part?
    /// The sounds of the parts before it, in seconds of the machine.
    private var past: [DocumentSound] = []
    /// The most sounds; later ones are silent.
    private static let limit = 1000

    /// Records the picture that is shown from a time on.
    mutating func show(_ entry: StateMachineStock.Entry, at piece: StatePlayback.Piece, since time: Double) {
        guard piece.rate > 0, !entry.document.sounds.isEmpty else { return rest(since: time) }
        if let current, current.entry === entry, current.rate == piece.rate,
            abs(current.moment + (time - current.began) * current.rate - piece.moment) < 1e-6
        {
            return
        }
        rest(since: time)
        current = Part(entry: entry, began: time, moment: piece.moment, rate: piece.rate)
    }

    /// Records that nothing is heard from a time on: a still picture, a tween, a playback that runs backwards.
    mutating func rest(since time: Double) {
        past += sounds(ofCurrentUntil: time)
        current = nil
    }

    /// The sounds until a time, in seconds of the machine.
    func sounds(until now: Double) -> [DocumentSound] { past + sounds(ofCurrentUntil: now) }

    private func sounds(ofCurrentUntil now: Double) -> [DocumentSound] {
        guard let current, current.began < now, past.count < Self.limit else { return [] }
        let moments = current.moment..<current.moment + (now - current.began) * current.rate
        var result: [DocumentSound] = []
        for sound in current.entry.document.sounds where sound.clip.span.overlaps(moments) {
            guard past.count + result.count < Self.limit else { break }
            var heard = sound
            heard.clip = sound.clip.clamped(to: moments)
                .moved { current.began + ($0 - current.moment) / current.rate }
            heard.clip.speed *= current.rate
            result.append(heard)
        }
        return result
    }
}
