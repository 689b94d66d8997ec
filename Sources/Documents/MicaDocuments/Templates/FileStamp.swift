import Foundation
import Glibc

/// What changes with a file: as long as it is equal, the file is as it was.
package struct FileStamp: Equatable, Sendable {
    private let seconds: Int, nanoseconds: Int, number: UInt
    /// The file's size in bytes.
    let size: Int
    /// Whether it is a file with bytes of its own: no folder, no pipe.
    package let isRegular: Bool

    /// The stamp of a file, of what a link leads to.
    ///
    /// *Throws*: `.unreadable` with the reason.
    package init(_ path: String) throws(DocumentError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            let reason =
                errno == ENOENT ? "there is no such file" : unsafe String(cString: strerror(errno)).lowercased()
            throw DocumentError(.unreadable, file: path, reason: reason)
        }
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        (number, size) = (UInt(status.st_ino), Int(status.st_size))
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }
}
