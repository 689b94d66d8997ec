import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What is said to whoever runs a program, on its standard error stream: each thing once.
///
/// A line is `MODULE: text`, with the module by the name that programs import. What is remembered is bounded: of a program that finds
/// ever more to complain about the first lines are said, then that there are more.
///
/// Thread rules: everything may be called from any thread.
package final class Notices: Sendable {
    /// Those of the process.
    package static let shared = Notices { unsafe Notices.write($0) }

    private struct Said {
        var keys: Set<String> = []
        var lines: [String] = []
    }

    private let said = Mutex(Said())
    private let limit: Int
    private let output: @Sendable (String) -> Void

    /// Makes a list of its own, for tests.
    ///
    /// - Parameters:
    ///   - limit: how many things are said.
    ///   - output: where lines go, without the ends of lines.
    package init(limit: Int = 1_000, output: @escaping @Sendable (String) -> Void) {
        (self.limit, self.output) = (limit, output)
    }

    /// The lines so far, in order.
    package var lines: [String] { said.withLock { $0.lines } }

    /// Says something, unless it was said before.
    ///
    /// - Parameters:
    ///   - text: what is said, without the module.
    ///   - module: who says it.
    ///   - key: what makes it the same thing as another of the module's; nil for the text itself.
    package func say(_ text: String, from module: String, key: String? = nil) {
        let key = "\(module): \(key ?? text)"
        let line: String? = said.withLock { said in
            guard said.keys.count <= limit, said.keys.insert(key).inserted else { return nil }
            let line = said.keys.count > limit ? "Mica: more is not said" : "\(module): \(text)"
            said.lines.append(line)
            return line
        }
        if let line { output(line) }
    }

    /// Writes a line to the standard error stream; where nobody can read that, it is lost.
    private static func write(_ line: String) {
        var line = line + "\n"
        line.withUTF8 { bytes in
            var rest = unsafe UnsafeRawBufferPointer(bytes)[...]
            while let start = unsafe UnsafeRawBufferPointer(rebasing: rest).baseAddress, unsafe !rest.isEmpty {
                #if canImport(Glibc)
                let count = unsafe Glibc.write(STDERR_FILENO, start, rest.count)
                #else
                let count = unsafe Musl.write(STDERR_FILENO, start, rest.count)
                #endif
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                unsafe rest = rest.dropFirst(count)
            }
        }
    }
}
