import Foundation
import Glibc

/// The command's output to its user.
package enum Console {
    /// The program's name, which begins its messages.
    // Safe because: `main` sets it before any other thread is started.
    nonisolated(unsafe) package static var program = "mica"

    /// Why standard output did not take everything; nil when it did.
    // Safe because: only the thread that runs the command prints.
    nonisolated(unsafe) private static var failure: String?

    /// Writes a line to standard output. `end(_:)` reports a failure.
    package static func print(_ line: String) {
        guard unsafe failure == nil, let code = write(line + "\n", to: 1), code != EPIPE else { return }
        unsafe failure = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }

    /// Ends the command with a status. A command that could not print everything has failed.
    package static func end(_ status: Int32) -> Never {
        if let failure = unsafe failure {
            error("\(unsafe program): standard output: \(failure.prefix(1).lowercased())\(failure.dropFirst())")
            exit(status == ExitCode.success ? ExitCode.failure : status)
        }
        exit(status)
    }

    /// Writes a line to standard error.
    package static func error(_ line: String) { write(line + "\n", to: 2) }

    /// Writes to a descriptor. Text without a reader is lost, without harm.
    ///
    /// - Returns: The system's error number; nil when nothing went wrong.
    @discardableResult package static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : nil }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// Opens /dev/null in place of standard streams that are closed, so that no output file gets their numbers.
    package static func openStandardStreams() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            unsafe _ = open("/dev/null", O_RDWR)
        }
    }

    /// Whether standard error is a terminal that can redraw a line, as progress needs it.
    package static var hasTerminal: Bool {
        guard isatty(2) == 1, let name = unsafe getenv("TERM") else { return false }
        let terminal = unsafe String(cString: name)
        return !terminal.isEmpty && terminal != "dumb"
    }

    /// How many columns the terminal has; 80 where it does not say.
    package static var columns: Int {
        var size = winsize()
        guard unsafe ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

/// A line on the terminal that shows how far a render has come; nothing where there is no terminal.
package struct ProgressBar {
    private let label: String
    private let total: Int
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    /// Makes a bar for `total` steps.
    package init(label: String, total: Int, quiet: Bool) {
        (self.label, self.total) = (label, total)
        isShown = !quiet && total > 1 && Console.hasTerminal
    }

    /// Draws the bar, at most twenty times a second.
    package mutating func show(_ done: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        if let last, now - last < .milliseconds(50), done < total { return }
        last = now
        let seconds = Double((now - start).components.seconds) + Double((now - start).components.attoseconds) * 1e-18
        let rate = seconds > 0 ? String(format: "%.0f", Double(done) / seconds) : "-"
        // The first frames say little about the others.
        let left = seconds > 1 && done < total ? seconds / Double(max(1, done)) * Double(total - done) : nil
        Console.write("\r" + Self.line(label, done, of: total, rate: rate, left: left, columns: Console.columns), to: 2)
    }

    /// The bar's text, at most one less than the terminal's columns: a line that fills the last one would wrap.
    ///
    /// - Parameter seconds: the time that is left; nil if it is not known yet.
    package static func line(
        _ label: String, _ done: Int, of total: Int, rate: String, left seconds: Double? = nil, columns: Int
    ) -> String {
        let counts = "\(done)/\(total) \(rate) frames/s" + (seconds.map { ", \(duration($0)) left" } ?? "")
        let room = max(columns - 1, 1)
        let left = room - counts.count
        // Without room for a bar of ten columns the label is cut from the left, as names of files differ at the end.
        let width = max(10, min(30, left - label.count - 4))
        guard left >= width + 3 else { return String(counts.prefix(room)) }
        let labelRoom = left - width - 4
        let name = label.count <= labelRoom ? label : labelRoom > 3 ? "..." + label.suffix(labelRoom - 3) : ""
        let filled = min(width, done * width / max(1, total))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        return (name.isEmpty ? "" : name + " ") + "[\(bar)] " + counts
    }

    /// A duration of a terminal's user: `8 s`, `2 min 5 s`, `1 h 3 min`.
    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 1e9))
        if whole < 60 { return "\(whole) s" }
        return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
    }

    /// Removes the bar.
    package func clear() {
        guard isShown, last != nil else { return }
        Console.write("\r\u{1B}[K", to: 2)
    }
}
