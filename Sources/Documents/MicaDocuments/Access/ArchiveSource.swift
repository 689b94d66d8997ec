import CLibZip
import Foundation

/// A document in a zip archive, read through libzip.
///
/// Nothing is unpacked to disk. Each file is inflated into memory on request, in pieces, and never beyond the limits,
/// whatever size the archive states.
@safe package final class ArchiveSource: DocumentSource {
    package let name: String
    private let archive: OpaquePointer
    private let limits: SourceLimits
    private var entries: [String: Entry] = [:]
    /// The bytes that were unpacked; a file that is read again counts once.
    private var unpacked = 0
    private var unpackedBefore: [UInt64: Int] = [:]

    private struct Entry {
        let index: UInt64
        let size: UInt64
        let isLink: Bool
    }

    /// Opens an archive.
    ///
    /// *Throws*: `.unreadable` when the file is no zip archive, `.refused` when it exceeds the limits.
    package convenience init(_ url: URL, limits: SourceLimits = .standard) throws(DocumentError) {
        var code: Int32 = 0
        guard let archive = unsafe zip_open(url.path, ZIP_RDONLY, &code) else {
            throw Self.failure(code, url.lastPathComponent)
        }
        try unsafe self.init(archive, name: url.lastPathComponent, limits: limits)
    }

    /// Opens an archive in memory.
    ///
    /// *Throws*: `.unreadable` when the bytes are no zip archive, `.refused` when they exceed the limits.
    convenience init(_ bytes: [UInt8], name: String, limits: SourceLimits) throws(DocumentError) {
        var error = unsafe zip_error_t()
        // libzip frees the copy with the source, and the source with the archive.
        let copy = unsafe malloc(max(bytes.count, 1))
        unsafe bytes.withUnsafeBytes { bytes in
            if let first = bytes.baseAddress { unsafe copy?.copyMemory(from: first, byteCount: bytes.count) }
        }
        guard let copy = unsafe copy, let source = unsafe zip_source_buffer_create(copy, UInt64(bytes.count), 1, &error)
        else { throw DocumentError(.unreadable, file: name, reason: "there is no memory for the archive") }
        guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
            let code = unsafe error.zip_err
            unsafe zip_source_free(source)
            throw Self.failure(code, name)
        }
        try unsafe self.init(archive, name: name, limits: limits)
    }

    private init(_ archive: OpaquePointer, name: String, limits: SourceLimits) throws(DocumentError) {
        self.name = name
        self.limits = limits
        unsafe self.archive = archive
        try list()
    }

    private static func failure(_ code: Int32, _ name: String) -> DocumentError {
        var error = unsafe zip_error_t()
        unsafe zip_error_init_with_code(&error, code)
        defer { unsafe zip_error_fini(&error) }
        let words = unsafe zip_error_strerror(&error).map { unsafe String(cString: $0) } ?? "error \(code)"
        return DocumentError(
            .unreadable, file: name,
            reason: "the archive cannot be opened: \(words.prefix(1).lowercased())\(words.dropFirst())")
    }

    deinit {
        unsafe zip_discard(archive)
    }

    package func paths() throws(DocumentError) -> [String] {
        entries.keys.sorted()
    }

    package func contains(_ path: String) -> Bool {
        entries[path] != nil
    }

    package func bytes(at path: String) throws(DocumentError) -> [UInt8] {
        var path = path
        for _ in 0..<8 {
            guard let entry = entries[path] else {
                throw DocumentError(.unreadable, file: path, reason: "there is no such file in the document")
            }
            guard entry.isLink else { return try inflate(entry, path: path, limit: limits.file) }
            let target = String(decoding: try inflate(entry, path: path, limit: 4096), as: UTF8.self)
            let directory = DocumentPath.directory(of: path)
            let relative = directory.isEmpty ? target : directory + "/" + target
            guard !target.hasPrefix("/"), let resolved = DocumentPath.resolve(relative, in: "") else {
                throw DocumentError(
                    .refused, file: path, reason: "a link leads out of the document, which is not allowed")
            }
            path = resolved
        }
        throw DocumentError(.refused, file: path, reason: "links lead to links without end")
    }

    private func list() throws(DocumentError) {
        let count = unsafe zip_get_num_entries(archive, 0)
        guard count >= 0, count <= Int64(limits.entries) else {
            throw DocumentError(
                .refused, file: name, reason: "the archive holds \(count) files; the limit is \(limits.entries)")
        }
        var total: UInt64 = 0
        for index in 0..<UInt64(count) {
            var status = unsafe zip_stat_t()
            guard unsafe zip_stat_index(archive, index, 0, &status) == 0, let rawName = unsafe status.name else {
                continue
            }
            let written = unsafe String(cString: rawName)
            let size = unsafe status.size
            total = total.addingReportingOverflow(size).overflow ? .max : total + size
            guard total <= UInt64(limits.total) else {
                throw DocumentError(
                    .refused, file: name,
                    reason:
                        "the archive unpacks to more than \(SourceLimits.inWords(limits.total)) (\(written) alone to \(SourceLimits.inWords(size)))"
                )
            }
            guard !written.hasSuffix("/"), !DocumentPath.isNoise(written) else { continue }
            guard let path = DocumentPath.resolve(written, in: "") else {
                throw DocumentError(
                    .refused, file: name, reason: "the archive holds the path \"\(written)\", which leads out of it")
            }
            entries[path] = Entry(index: index, size: size, isLink: isLink(index))
        }
        for (path, entry) in entries {
            let decoded = DocumentPath.decoded(path)
            if decoded != path, entries[decoded] == nil, DocumentPath.resolve(decoded, in: "") == decoded {
                entries[decoded] = entry
            }
        }
    }

    private func isLink(_ index: UInt64) -> Bool {
        var system: UInt8 = 0
        var attributes: UInt32 = 0
        guard unsafe zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0 else {
            return false
        }
        return system == UInt8(ZIP_OPSYS_UNIX) && (attributes >> 16) & 0o170000 == 0o120000
    }

    private func inflate(_ entry: Entry, path: String, limit: Int) throws(DocumentError) -> [UInt8] {
        guard entry.size <= UInt64(limit) else {
            throw DocumentError(
                .refused, file: path,
                reason:
                    "the file unpacks to \(SourceLimits.inWords(entry.size)); the limit is \(SourceLimits.inWords(limit))"
            )
        }
        guard let file = unsafe zip_fopen_index(archive, entry.index, 0) else {
            let reason = unsafe String(cString: zip_strerror(archive))
            throw DocumentError(.unreadable, file: path, reason: "the file cannot be unpacked: \(reason)")
        }
        defer { unsafe zip_fclose(file) }
        unpacked -= unpackedBefore[entry.index] ?? 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(entry.size))
        defer { unpackedBefore[entry.index] = bytes.count }
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let read = unsafe piece.withUnsafeMutableBytes { unsafe zip_fread(file, $0.baseAddress, UInt64($0.count)) }
            if read == 0 { return bytes }
            guard read > 0 else {
                let reason = unsafe String(cString: zip_file_strerror(file))
                throw DocumentError(.unreadable, file: path, reason: "the file cannot be unpacked: \(reason)")
            }
            unpacked += Int(read)
            guard bytes.count + Int(read) <= limit, unpacked <= limits.total else {
                throw DocumentError(
                    .refused, file: path,
                    reason: "the file unpacks to more than the archive says: the archive is damaged")
            }
            bytes.append(contentsOf: piece[..<Int(read)])
        }
    }
}
