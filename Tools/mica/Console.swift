import Foundation

/// Where the command writes for its user.
enum Console {
    /// Writes a line to standard output.
    static func print(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// Writes a line to standard error.
    static func error(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    /// Whether standard error is a terminal, on which progress may be drawn.
    static var hasTerminal: Bool { isatty(2) == 1 }
}

/// A line on the terminal that shows how far a render has come; on anything but a terminal nothing at all.
struct ProgressBar {
    private let label: String
    private let total: Int
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    /// Makes a bar for `total` steps.
    init(label: String, total: Int, quiet: Bool) {
        (self.label, self.total) = (label, total)
        isShown = !quiet && total > 1 && Console.hasTerminal
    }

    /// Draws the bar, at most twenty times a second.
    mutating func show(_ done: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        if let last, now - last < .milliseconds(50), done < total { return }
        last = now
        let seconds = Double((now - start).components.seconds) + Double((now - start).components.attoseconds) * 1e-18
        let width = 30
        let filled = done * width / max(1, total)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        let rate = seconds > 0 ? String(format: "%.0f", Double(done) / seconds) : "-"
        let text = "\r\(label) [\(bar)] \(done)/\(total) \(rate) frames/s "
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// Takes the bar away.
    func clear() {
        guard isShown, last != nil else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }
}
