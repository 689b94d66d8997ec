import Foundation

/// A document in a directory of the file system.
package final class DirectorySource: DocumentSource {
    /// The directory's name.
    package let name: String
    private let root: URL
    private let limits: SourceLimits

    /// Makes the source of a directory.
    ///
    /// *Throws*: `.unreadable` when there is no directory.
    package init(_ directory: URL, limits: SourceLimits = .standard) throws(DocumentError) {
        root = directory.resolvingSymlinksInPath()
        guard Self.type(of: root) == .typeDirectory else {
            throw DocumentError(.unreadable, file: directory.path, reason: "there is no such directory")
        }
        name = directory.lastPathComponent
        self.limits = limits
    }

    package func paths() throws(DocumentError) -> [String] {
        guard let walker = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) else { return [] }
        let prefix = root.path.hasSuffix("/") ? root.path : root.path + "/"
        var paths: [String] = []
        while let next = walker.nextObject() as? URL {
            let path = next.path
            guard path.hasPrefix(prefix) else { continue }
            let relative = String(path.dropFirst(prefix.count))
            guard !DocumentPath.isNoise(relative), contains(relative) else { continue }
            paths.append(relative)
            guard paths.count <= limits.entries else {
                throw DocumentError(
                    .refused, file: name, reason: "the directory holds more than \(limits.entries) files")
            }
        }
        return paths.sorted()
    }

    package func contains(_ path: String) -> Bool {
        (try? file(at: path)) != nil
    }

    package func bytes(at path: String) throws(DocumentError) -> [UInt8] {
        let bytes = try read(path, upTo: limits.file + 1)
        guard bytes.count <= limits.file else {
            throw DocumentError(
                .refused, file: path,
                reason: "the file is larger than \(SourceLimits.inWords(limits.file)); --large reads it")
        }
        return bytes
    }

    /// The first bytes of a file, which show its kind.
    ///
    /// *Throws*: as `bytes(at:)`.
    func beginning(of path: String) throws(DocumentError) -> [UInt8] { try read(path, upTo: 4096) }

    /// The location of a file.
    ///
    /// *Throws*: when the document has no such file.
    func url(of path: String) throws(DocumentError) -> URL { try file(at: path) }

    private func read(_ path: String, upTo count: Int) throws(DocumentError) -> [UInt8] {
        let file = try file(at: path)
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            return [UInt8](try handle.read(upToCount: count) ?? Data())
        } catch {
            throw DocumentError(
                .unreadable, file: path, reason: "the file cannot be read: \(error.localizedDescription)")
        }
    }

    /// The regular file at a path; links are followed.
    private func file(at path: String) throws(DocumentError) -> URL {
        guard let safe = DocumentPath.resolve(path, in: "") else {
            throw DocumentError(.refused, file: path, reason: "the path leaves the document, which is not allowed")
        }
        let url = root.appendingPathComponent(safe).resolvingSymlinksInPath()
        guard let type = Self.type(of: url), type != .typeDirectory else {
            throw DocumentError(.unreadable, file: path, reason: "there is no such file in the document")
        }
        guard url.path.hasPrefix(root.path == "/" ? "/" : root.path + "/") else {
            throw DocumentError(.refused, file: path, reason: "a link leads out of the document, which is not allowed")
        }
        guard type == .typeRegular else {
            throw DocumentError(.refused, file: path, reason: "not a regular file")
        }
        return url
    }

    /// The type of a file, without following links; nil when there is no file.
    private static func type(of url: URL) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
    }
}
