/// The playback of a part of an animation: which moment it shows at a time, and when it ends or begins again.
///
/// *Units*: seconds; moments are seconds of the animation, times are seconds since the playback began.
package struct StatePlayback: Sendable, Equatable {
    /// The direction.
    package enum Mode: String, Sendable, CaseIterable {
        case forward = "Forward"
        case reverse = "Reverse"
        case bounce = "Bounce"
        case reverseBounce = "ReverseBounce"

        /// Whether a pass begins at the end.
        package var beginsAtEnd: Bool { self == .reverse || self == .reverseBounce }
        /// The passes of one turn.
        var passes: Int { self == .bounce || self == .reverseBounce ? 2 : 1 }
    }

    /// The properties of a state's playback.
    package struct Settings: Sendable, Equatable {
        /// The direction.
        package var mode = Mode.forward
        /// Whether it begins again at its end.
        package var loops = false
        /// The number of turns if it loops; 0 for no end.
        package var loopCount = 0
        /// Whether it plays; otherwise it shows a still picture.
        package var autoplay = false
        /// Greater than 0.
        package var speed = 1.0

        package init() {}
    }

    /// The properties of the playback.
    package let settings: Settings
    /// The moments that are played, from the first to the last.
    package let range: ClosedRange<Double>
    /// The time that the first pass has behind it at the beginning.
    private let skipped: Double

    /// Makes a playback.
    ///
    /// - Parameter moment: the moment at which it begins; it is the first moment of a pass unless it is inside the range
    ///   and not the pass's last.
    package init(_ settings: Settings, range: ClosedRange<Double>, from moment: Double? = nil) {
        (self.settings, self.range) = (settings, range)
        var skipped = 0.0
        if let moment, range.contains(moment) {
            let way = settings.mode.beginsAtEnd ? range.upperBound - moment : moment - range.lowerBound
            // A pass that is at its end begins anew; a still picture stays.
            if way < range.upperBound - range.lowerBound || !settings.autoplay { skipped = way / settings.speed }
        }
        self.skipped = skipped
    }

    /// How long a pass from one end to the other takes.
    var pass: Double { (range.upperBound - range.lowerBound) / settings.speed }

    /// How long a turn takes.
    private var turn: Double { pass * Double(settings.mode.passes) }

    /// The number of turns; nil without an end.
    private var turns: Int? {
        guard settings.loops else { return 1 }
        return settings.loopCount > 0 ? settings.loopCount : nil
    }

    /// The time at which it ends; nil if it does not, as when it stands still.
    package var end: Double? {
        guard settings.autoplay, let turns else { return nil }
        return max(0, turn * Double(turns) - skipped)
    }

    /// A piece of the playback with one speed.
    package struct Piece: Sendable, Equatable {
        /// The moment at its beginning.
        package var moment: Double
        /// Moments a second: negative backwards, 0 when it stands still.
        package var rate: Double
        /// The time at which the next piece begins; nil for the last.
        package var end: Double?
        /// Whether a turn ends with the piece.
        package var endsTurn = false
        /// Whether the playback ends with the piece.
        package var isLast = false
    }

    /// The piece at a time. *Complexity*: O(1).
    package func piece(at time: Double) -> Piece {
        let isBackwards = settings.mode.beginsAtEnd
        let first = isBackwards ? range.upperBound : range.lowerBound
        guard settings.autoplay else {
            let way = skipped * settings.speed
            return Piece(moment: isBackwards ? first - way : first + way, rate: 0, end: nil)
        }
        let spent = max(0, time) + skipped
        if pass <= 0 {
            // A part without length is at its end at once, or never.
            return Piece(moment: first, rate: 0, end: turns == nil ? nil : 0, endsTurn: true, isLast: true)
        }
        // Rounding must not make a piece of no length at the end of one.
        let index = ((spent + 1e-9 * max(1, spent)) / pass).rounded(.down)
        let passes = turns.map { Double($0 * settings.mode.passes) }
        if let passes, index >= passes {
            let isBack = (settings.mode.passes == 2) != isBackwards
            return Piece(moment: isBack ? range.lowerBound : range.upperBound, rate: 0, end: nil)
        }
        let isSecond = settings.mode.passes == 2 && index.truncatingRemainder(dividingBy: 2) == 1
        let runsBack = isSecond != isBackwards
        let way = min(max(0, spent - index * pass), pass) * settings.speed
        return Piece(
            moment: runsBack ? range.upperBound - way : range.lowerBound + way,
            rate: runsBack ? -settings.speed : settings.speed, end: (index + 1) * pass - skipped,
            endsTurn: settings.mode.passes == 1 || isSecond, isLast: passes == index + 1)
    }
}
