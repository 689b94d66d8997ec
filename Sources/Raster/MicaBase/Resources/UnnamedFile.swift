import Foundation
import Glibc

/// A file without a name, deleted with this object.
package final class UnnamedFile: Sendable {
    /// The path at which the file can be opened.
    package let path: String
    private let descriptor: Int32

    /// Makes a file with bytes; nil when it cannot be made.
    package init?(_ bytes: [UInt8]) {
        let name = FileManager.default.temporaryDirectory.path + "/mica-XXXXXX"
        var letters = name.utf8CString.map { $0 }
        let made = unsafe mkstemp(&letters)
        if made >= 0 { unsafe _ = unlink(letters) }
        guard made >= 0 else { return nil }
        _ = fcntl(made, F_SETFD, FD_CLOEXEC)
        (descriptor, path) = (made, "/proc/self/fd/\(made)")
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(made, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // A full disk: `deinit` closes the file.
            guard count > 0 else { return nil }
            rest = rest.dropFirst(count)
        }
    }

    deinit { close(descriptor) }
}
