import Glibc
import Synchronization

/// A file that appears completely or not at all: it is written beside its destination under a temporary name, and
/// renamed at the end.
///
/// An existing file keeps its mode, its other names (hard links), and its owner where the system allows it; a
/// symbolic link is followed. Destinations that are no regular files (`/dev/stdout`, a pipe) are written directly.
/// Unfinished files of killed processes are removed when this process first writes a file to the same directory.
package final class AtomicFile {
    /// The destination, as the user named it.
    package let path: String
    /// The file that is written until `commit`; for destinations that are no regular files, the destination itself.
    package let temporaryPath: String
    private let target: Target
    private var descriptor: Int32
    private var isCommitted = false

    /// The kinds of destinations.
    private enum Target {
        /// A file that is put in place by renaming.
        case renamed(String)
        /// A file with several names, whose contents are replaced.
        case replaced(String)
        /// A stream that is written directly.
        case stream
        /// A stream that is written at the end, from a temporary file.
        case late(stream: Int32)
    }

    /// Creates the temporary file.
    ///
    /// - Parameter isSought: Whether the writer seeks back in its output: a stream then gets the finished output at
    ///   the end.
    /// - Throws: `SurfaceError` when the directory does not exist or cannot be written, or the destination is a
    ///   directory.
    package init(path: String, isSought: Bool = false) throws(SurfaceError) {
        self.path = path
        let status = statusOfFile(path)
        if path.isEmpty { throw SurfaceError(path: path, reason: "the file has no name") }
        if let status, status.st_mode & S_IFMT == S_IFDIR {
            throw SurfaceError(path: path, reason: "there is a directory here")
        }
        if isStandardOutput(path) || status.map({ $0.st_mode & S_IFMT != S_IFREG }) == true {
            let stream = isStandardOutput(path) ? fcntl(1, F_DUPFD_CLOEXEC, 3) : unsafe open(path, O_WRONLY | O_CLOEXEC)
            if stream >= 0, isSought {
                let name = temporaryName(in: temporaryDirectory() + "/", like: path)
                (target, temporaryPath, descriptor) = (.late(stream: stream), name, createTemporary(name))
            } else {
                (target, temporaryPath, descriptor) = (.stream, path, stream)
            }
        } else {
            let final = status == nil ? path : resolved(path)
            let name = temporaryName(in: directory(of: final), like: final)
            removeLeftovers(in: directory(of: final))
            target = status.map { $0.st_nlink > 1 } == true ? .replaced(final) : .renamed(final)
            (temporaryPath, descriptor) = (name, createTemporary(name))
            if let status, descriptor >= 0 {
                // Another user's file keeps its owner only if this process may change owners; it never becomes more
                // accessible than before.
                let isOwned = status.st_uid == geteuid() || fchown(descriptor, status.st_uid, status.st_gid) == 0
                _ = fchmod(descriptor, status.st_mode & (isOwned ? 0o7777 : 0o777))
            }
        }
        if descriptor < 0 { throw SurfaceError(path: path, reason: reasonForNoFile(at: path)) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if case .late(let stream) = target { close(stream) }
        guard temporaryPath != path else { return }
        if !isCommitted { unsafe _ = unlink(temporaryPath) }
        let name = temporaryPath
        unfinished.withLock { _ = $0.remove(name) }
    }

    /// Removes all unfinished files, then runs code that ends the process; no file can be begun in between.
    package static func abandonAll(andThen end: () -> Void) {
        unfinished.withLock { names in
            for name in names { unsafe _ = unlink(name) }
            names = []
            end()
        }
    }

    /// Appends bytes.
    ///
    /// - Throws: `SurfaceError` when the disk is full or fails.
    package func write(_ bytes: [UInt8]) throws(SurfaceError) {
        try write(bytes[...], to: descriptor)
    }

    private func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SurfaceError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw SurfaceError(path: path, reason: systemReason()) }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the file and puts it in place, replacing the old file.
    ///
    /// - Throws: `SurfaceError` when that fails; the destination is then unchanged, except for streams and files with
    ///   several names, which may be partly written.
    package func commit() throws(SurfaceError) {
        switch target {
        case .stream: try closeDescriptor()
        case .renamed(let final):
            try closeDescriptor()
            if unsafe rename(temporaryPath, final) != 0 { throw SurfaceError(path: path, reason: systemReason()) }
        case .replaced(let final):
            let old = unsafe open(final, O_WRONLY | O_TRUNC | O_CLOEXEC)
            if old < 0 { throw SurfaceError(path: path, reason: systemReason()) }
            defer { close(old) }
            try copy(to: old)
            unsafe _ = unlink(temporaryPath)
        case .late(let stream):
            try copy(to: stream)
            unsafe _ = unlink(temporaryPath)
        }
        isCommitted = true
    }

    private func closeDescriptor() throws(SurfaceError) {
        let code = close(descriptor)
        descriptor = -1
        if code != 0 { throw SurfaceError(path: path, reason: systemReason()) }
    }

    /// Copies the temporary file.
    private func copy(to target: Int32) throws(SurfaceError) {
        let source = unsafe open(temporaryPath, O_RDONLY | O_CLOEXEC)
        if source < 0 { throw SurfaceError(path: path, reason: systemReason()) }
        defer { close(source) }
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(source, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw SurfaceError(path: path, reason: systemReason()) }
            if count == 0 { break }
            try write(piece[..<count], to: target)
        }
        try closeDescriptor()
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

/// Whether a path is standard output. It is written through its descriptor, which works without /proc and does not
/// truncate a file that a shell has opened.
private func isStandardOutput(_ path: String) -> Bool { path == "/dev/stdout" || path == "/dev/fd/1" }

/// The status of a file, following links; nil when there is none.
private func statusOfFile(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
}

/// The reason that a file could not be created, after a failed system call.
private func reasonForNoFile(at path: String) -> String {
    let reason = systemReason()
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        let directory = String(path[..<slash])
        if statusOfFile(directory) == nil { return "there is no directory \(directory)" }
    }
    return reason
}

/// The path without symbolic links; the path itself when they cannot be resolved.
private func resolved(_ path: String) -> String {
    guard let found = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
}

/// The directory of a path, with its slash; empty for a name without a directory.
private func directory(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

private func temporaryDirectory() -> String {
    guard let given = unsafe getenv("TMPDIR") else { return "/tmp" }
    let path = unsafe String(cString: given)
    return path.isEmpty ? "/tmp" : path
}

/// The existing temporary files of this process.
private let unfinished = Mutex<Set<String>>([])

/// Counts the temporary files of this process.
private let temporaryCount = Atomic<Int>(0)

/// The prefix of temporary files' names.
private let temporaryPrefix = ".mica-"

/// A hidden name in a directory, unique to this process and file. The extension is kept, because encoders use it.
private func temporaryName(in directory: String, like path: String) -> String {
    let number = temporaryCount.add(1, ordering: .relaxed).newValue
    let ending = pathExtension(path)
    return "\(directory)\(temporaryPrefix)\(getpid())-\(number)" + (1...16 ~= ending.utf8.count ? "." + ending : "")
}

/// Creates a temporary file, locked while it is open: the lock shows that its process is alive.
private func createTemporary(_ name: String) -> Int32 {
    unfinished.withLock { names in
        let descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor >= 0 {
            _ = flock(descriptor, LOCK_EX | LOCK_NB)
            names.insert(name)
        }
        return descriptor
    }
}

/// Directories that were searched for leftovers. There may be one for each row of a batch: only so many are noted.
private let mostSwept = 1024
private let swept = Mutex<Set<String>>([])

/// Removes temporary files of killed processes; each directory is searched once per process, as long as they are few.
///
/// A file that is being written is locked. A file younger than a minute may not be locked yet, so it is kept unless the
/// process in its name is gone, or is this one, which begins no file meanwhile: in containers processes get the same
/// numbers again.
private func removeLeftovers(in directory: String) {
    let isNew = swept.withLock { directories in
        if directories.count >= mostSwept { directories.removeAll() }
        return directories.insert(directory).inserted
    }
    guard isNew else { return }
    unfinished.withLock { _ in sweep(directory) }
}

/// Whether the process that made a temporary file has ended, as far as its number in the file's name tells.
private func hasNoWriter(_ name: String) -> Bool {
    guard let number = pid_t(name.dropFirst(temporaryPrefix.count).prefix { $0.isNumber }), number > 0 else {
        return false
    }
    return number == getpid() || (kill(number, 0) != 0 && errno == ESRCH)
}

private func sweep(_ directory: String) {
    guard let listing = unsafe opendir(directory.isEmpty ? "." : directory) else { return }
    defer { unsafe _ = closedir(listing) }
    let now = time(nil)
    while let entry = unsafe readdir(listing) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
        }
        guard let name, name.hasPrefix(temporaryPrefix) else { continue }
        let descriptor = unsafe open(directory + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { continue }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            now - status.st_mtim.tv_sec > 60 || hasNoWriter(name), flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else { continue }
        unsafe _ = unlink(directory + name)
    }
}

/// The system's message for the last error.
private func systemReason() -> String {
    let words = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return words.prefix(1).lowercased() + words.dropFirst()
}
