import Foundation
import Glibc
import MicaCommandLine
import Synchronization

/// Writes a line of JSON for each row, from any thread.
final class ResultLines: Sendable {
    /// A row's result.
    struct Result: Encodable {
        var id: String
        var output: String?
        var seconds: Double?
        var error: String?
        /// Whether another try may succeed.
        var retry: Bool?
        /// Whether the output was there before.
        var skipped: Bool?
    }

    private let descriptor: Int32
    private let lock = Mutex(())

    /// Writes to a descriptor.
    init(to descriptor: Int32) { self.descriptor = descriptor }

    /// Writes to a file, which is replaced; `-` is standard output.
    ///
    /// - Throws: `CommandFailure` with the reason.
    init(path: String) throws {
        let opened = path == "-" ? 1 : unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard opened >= 0 else {
            throw CommandFailure("\(path): \(unsafe String(cString: strerror(errno)).lowercased())")
        }
        descriptor = opened
    }

    /// Writes a result.
    func write(_ result: Result) { write(line: Self.text(result)) }

    /// Writes the numbers of the run.
    func write(metrics: String) { write(line: Self.text(["metrics": metrics])) }

    private func write(line: String) {
        lock.withLock { _ in _ = Console.write(line + "\n", to: descriptor) }
    }

    private static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, Booleans and finite numbers are always encoded.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
