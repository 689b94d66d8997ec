import Foundation
import Glibc

/// Where the command writes for its user.
enum Console {
    /// Writes a line to standard output.
    static func print(_ line: String) { write(line + "\n", to: 1) }

    /// Writes a line to standard error.
    static func error(_ line: String) { write(line + "\n", to: 2) }

    /// Writes to a descriptor; what nobody can read is lost, without harm.
    static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Opens /dev/null in place of standard streams that are closed, so that no output file gets their numbers.
    static func openStandardStreams() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            unsafe _ = open("/dev/null", O_RDWR)
        }
    }

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
        Console.write(text, to: 2)
    }

    /// Takes the bar away.
    func clear() {
        guard isShown, last != nil else { return }
        Console.write("\r\u{1B}[K", to: 2)
    }
}
