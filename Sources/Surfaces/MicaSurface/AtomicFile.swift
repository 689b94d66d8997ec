import Glibc
import Synchronization

/// A file that appears whole or not at all: it is written beside its place under another name, and renamed at the end.
///
/// Places that are no regular files (`/dev/stdout`, a pipe) are written directly. A symbolic link is followed.
package final class AtomicFile {
    /// Where the file will be, as the user named it.
    package let path: String
    /// Where the bytes go until `commit`; the same as the place for what is no regular file.
    package let temporaryPath: String
    private let finalPath: String
    private var descriptor: Int32
    private var isCommitted = false

    /// Creates the temporary file.
    ///
    /// - Throws: `SurfaceError` when the directory does not exist or cannot be written, or a directory is in the place.
    package init(path: String) throws(SurfaceError) {
        self.path = path
        let status = statusOfFile(path)
        if path.isEmpty { throw SurfaceError(path: path, reason: "the file has no name") }
        if let status, status & S_IFMT == S_IFDIR {
            throw SurfaceError(path: path, reason: "there is a directory here")
        }
        if let status, status & S_IFMT != S_IFREG {
            finalPath = path
            temporaryPath = path
            descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        } else {
            finalPath = status == nil ? path : resolved(path)
            let name = temporaryName(beside: finalPath)
            temporaryPath = name
            descriptor = unfinished.withLock { names in
                let descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
                if descriptor >= 0 { names.insert(name) }
                return descriptor
            }
        }
        if descriptor < 0 {
            let reason = systemReason()
            if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
                let directory = String(path[..<slash])
                if statusOfFile(directory) == nil {
                    throw SurfaceError(path: path, reason: "there is no directory \(directory)")
                }
            }
            throw SurfaceError(path: path, reason: reason)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        guard temporaryPath != finalPath else { return }
        if !isCommitted { unsafe _ = unlink(temporaryPath) }
        let name = temporaryPath
        unfinished.withLock { _ = $0.remove(name) }
    }

    /// Removes what unfinished files have written so far, then runs code that ends the process: no file is begun in
    /// between.
    package static func abandonAll(andThen end: () -> Void) {
        unfinished.withLock { names in
            for name in names { unsafe _ = unlink(name) }
            names = []
            end()
        }
    }

    /// Appends bytes.
    ///
    /// - Throws: `SurfaceError` when the disk is full or broken.
    package func write(_ bytes: [UInt8]) throws(SurfaceError) {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { all in
                unsafe Glibc.write(descriptor, all.baseAddress?.advanced(by: offset), all.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw SurfaceError(path: path, reason: systemReason()) }
            offset += count
        }
    }

    /// Closes the file and puts it in its place, over what was there.
    ///
    /// - Throws: `SurfaceError` when that fails; the place is as it was before then.
    package func commit() throws(SurfaceError) {
        let code = close(descriptor)
        descriptor = -1
        if code != 0 { throw SurfaceError(path: path, reason: systemReason()) }
        if temporaryPath != finalPath, unsafe rename(temporaryPath, finalPath) != 0 {
            throw SurfaceError(path: path, reason: systemReason())
        }
        isCommitted = true
    }

    /// Writes a whole file.
    ///
    /// - Throws: `SurfaceError` when any step fails.
    package static func write(_ bytes: [UInt8], to path: String) throws(SurfaceError) {
        let file = try AtomicFile(path: path)
        try file.write(bytes)
        try file.commit()
    }
}

/// The file's mode bits; nil when there is no file.
private func statusOfFile(_ path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode : nil
}

/// The path without symbolic links; the path itself where that cannot be found out.
private func resolved(_ path: String) -> String {
    guard let found = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
}

/// The temporary files of this process that exist.
private let unfinished = Mutex<Set<String>>([])

/// Counts the temporary files of this process.
private let temporaryCount = Atomic<Int>(0)

/// A hidden name in the same directory, for this process and file alone. The ending stays, as encoders look at it.
private func temporaryName(beside path: String) -> String {
    let number = temporaryCount.add(1, ordering: .relaxed).newValue
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { path[...$0] } ?? ""
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return "\(directory).mica-\(getpid())-\(number)-\(name)"
}

/// The system's words for the last failure.
private func systemReason() -> String {
    let words = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return words.prefix(1).lowercased() + words.dropFirst()
}
