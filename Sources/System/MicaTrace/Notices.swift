import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Messages to the user of a program, on its standard error stream: each message once.
///
/// A line is `MODULE: text`, with the name of the module that programs import. Memory is bounded: after `limit`
/// messages, a last line says that further messages are suppressed.
///
/// Thread rules: any thread may call any function.
package final class Notices: Sendable {
    /// The messages of the process.
    package static let shared = Notices { unsafe Notices.write($0) }

    private struct Said {
        var keys: Set<String> = []
        var lines: [String] = []
    }

    private let said = Mutex(Said())
    private let limit: Int
    private let output: @Sendable (String) -> Void

    /// Makes a separate list, for tests.
    ///
    /// - Parameters:
    ///   - limit: The most messages.
    ///   - output: Receives lines, without line ends.
    package init(limit: Int = 1_000, output: @escaping @Sendable (String) -> Void) {
        (self.limit, self.output) = (limit, output)
    }

    /// The lines so far, in order.
    package var lines: [String] { said.withLock { $0.lines } }

    /// Writes a message, unless it was written before.
    ///
    /// - Parameters:
    ///   - text: The message, without the module.
    ///   - module: The module that writes it.
    ///   - key: Identifies the message within the module; nil: the text does.
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

    /// Writes a line to the standard error stream; the line is lost if the stream cannot be written.
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
