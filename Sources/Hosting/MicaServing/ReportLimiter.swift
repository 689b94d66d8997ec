/// Bounds the lines of a log of what clients do: a flood of bad connections would else fill a disk.
///
/// Up to `burst` lines are written at once, and then `rate` a second. The next line after some were left out says how
/// many.
package struct ReportLimiter {
    /// The lines that may be written at once.
    package static let burst = 20.0
    /// The lines a second that may be written in the long run.
    package static let rate = 1.0

    private var room = burst
    private var last: Double?
    private var leftOut = 0

    /// Makes a limiter that has written nothing.
    package init() {}

    /// The lines to write for a line at a time in seconds: none, the line, or the line after a count of those left out.
    package mutating func lines(for line: @autoclosure () -> String, at time: Double) -> [String] {
        if let last { room = min(Self.burst, room + max(0, time - last) * Self.rate) }
        last = time
        guard room >= 1 else {
            leftOut += 1
            return []
        }
        room -= 1
        guard leftOut > 0 else { return [line()] }
        defer { leftOut = 0 }
        return ["\(leftOut) more \(leftOut == 1 ? "line was" : "lines were") left out", line()]
    }
}
