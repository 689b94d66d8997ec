import Foundation
import Glibc

/// Reads lines from a file or from standard input, as they come.
package final class LineReader {
    /// A line without its line feed.
    package struct Line {
        /// The bytes; of a line that is too long, none.
        package var bytes: [UInt8]
        /// Its number, from 1.
        package var number: Int
        /// Whether it had more bytes than a row may have.
        package var isTooLong = false
    }

    private let descriptor: Int32
    private let closes: Bool
    private let limit: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the last line that was read.
    package private(set) var number = 0
    /// Why reading ended early; nil if it did not.
    package private(set) var failure: String?

    /// Opens a file; `-` is standard input.
    ///
    /// *Throws*: `.unreadable` with the reason.
    package init(_ path: String, limit: Int = TemplateRows.rowLimit) throws(DocumentError) {
        let isInput = path == "-"
        descriptor = isInput ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
        (closes, self.limit) = (!isInput, limit)
        guard descriptor >= 0 else {
            let reason =
                errno == ENOENT ? "there is no such file" : unsafe String(cString: strerror(errno)).lowercased()
            throw DocumentError(.unreadable, file: path, reason: reason)
        }
        fill()
        if let failure { throw DocumentError(.unreadable, file: path, reason: failure) }
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    }

    deinit { if closes, descriptor >= 0 { close(descriptor) } }

    /// The first byte that is no white space; nil for an empty file.
    var firstByte: UInt8? {
        while true {
            let found = buffer[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            if found != nil || isAtEnd || buffer.count > 1 << 16 { return found }
            fill()
        }
    }

    /// Reads more; sets `isAtEnd` where there is none.
    private func fill() {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        let old = buffer.count
        let size = 1 << 16
        buffer.append(contentsOf: repeatElement(0, count: size))
        var count = 0
        repeat {
            count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress! + old, size) }
        } while count < 0 && errno == EINTR
        if count < 0 { failure = unsafe String(cString: strerror(errno)).lowercased() }
        if count <= 0 { isAtEnd = true }
        buffer.removeLast(size - max(count, 0))
    }

    /// The next line; nil at the end. It waits for a line that is not there yet.
    package func next() -> Line? {
        var searched = start
        var isTooLong = false
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                return take(to: end, next: end + 1, isTooLong)
            }
            if isAtEnd {
                guard start < buffer.count || isTooLong else { return nil }
                return take(to: buffer.count, next: buffer.count, isTooLong)
            }
            if buffer.count - start > limit {
                isTooLong = true
                start = buffer.count
            }
            let waiting = buffer.count - start
            fill()
            searched = start + waiting
        }
    }

    private func take(to end: Int, next: Int, _ isTooLong: Bool) -> Line {
        defer { start = next }
        number += 1
        let isLong = isTooLong || end - start > limit
        return Line(bytes: isLong ? [] : Array(buffer[start..<end]), number: number, isTooLong: isLong)
    }
}
