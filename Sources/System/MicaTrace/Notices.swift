import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lines on the standard error stream for whoever runs a program; each notice is said once.
///
/// A line is `MODULE: text`, with the module under the name that programs import. The memory for notices is bounded: of
/// a module with ever more notices the first are written, and then a line that there are more.
///
/// Thread rules: everything may be called from any thread.
package final class Notices: Sendable {
    /// The notices of the process.
    package static let shared = Notices { Notices.write($0) }

    private struct Said {
        /// The keys of each module's notices.
        var keys: [String: Set<String>] = [:]
        var lines: [String] = []
    }

    private let said = Mutex(Said())
    private let limit: Int
    private let output: @Sendable (String) -> Void

    /// Makes separate notices, for tests.
    ///
    /// - Parameters:
    ///   - limit: how many notices are said.
    ///   - output: gets each line, without its line end.
    package init(limit: Int = 1_000, output: @escaping @Sendable (String) -> Void) {
        (self.limit, self.output) = (limit, output)
    }

    /// The lines so far, in order.
    package var lines: [String] { said.withLock { $0.lines } }

    /// Says a notice, unless it was said before.
    ///
    /// - Parameters:
    ///   - text: the notice, without the module.
    ///   - module: the module that says it.
    ///   - key: two notices of a module with one key are the same notice; nil means the text itself.
    package func say(_ text: String, from module: String, key: String? = nil) {
        let line: String? = said.withLock { said in
            let count = said.keys[module]?.count ?? 0
            guard count <= limit, said.keys[module, default: []].insert(key ?? text).inserted else { return nil }
            let line = "\(module): \(count == limit ? "more is not said" : text)"
            said.lines.append(line)
            return line
        }
        if let line { output(line) }
    }

    /// Writes a line to the standard error stream; a line that cannot be written is lost.
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
