import Foundation
import Glibc

/// The files that are read for an Xcode project, each once.
///
/// A project names any path, so that only regular files of a limited size are read, and folders up to a number of files.
final class ProjectFiles {
    /// How many files and folders were read.
    private(set) var readCount = 0
    private var texts: [String: String?] = [:]
    private var imports: [String: Set<String>] = [:]
    private var listings: [String: [String]?] = [:]

    /// The largest file that is read. *Units*: bytes.
    private static let largest = 64 << 20
    /// The most files of a folder that is a part of a target.
    static let mostListed = 100_000

    /// The bytes of a file; nil if there is none, or it is not a regular file, or is too large.
    func bytes(_ path: String) -> [UInt8]? {
        readCount += 1
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest else {
            return nil
        }
        return FileManager.default.contents(atPath: path).map { Array($0) }
    }

    /// The text of a file; nil if it cannot be read, or is not UTF-8.
    func text(_ path: String) -> String? {
        if let known = texts[path] { return known }
        let text = bytes(path).flatMap { String(validating: $0, as: UTF8.self) }
        texts.updateValue(text, forKey: path)
        return text
    }

    /// The modules that a source imports; none if it cannot be read.
    func imports(of path: String) -> Set<String> {
        if let known = imports[path] { return known }
        let found = Set(SwiftImports.modules(in: bytes(path) ?? []))
        imports[path] = found
        return found
    }

    /// The files below a folder, with folders that are one resource as one, in order; nil if there are too many.
    func files(below folder: String) -> [String]? {
        if let known = listings[folder] { return known }
        let found = list(folder)
        listings.updateValue(found, forKey: folder)
        return found
    }

    private func list(_ folder: String) -> [String]? {
        var (result, folders): ([String], [String]) = ([], [folder])
        while let next = folders.popLast() {
            readCount += 1
            for name in (try? FileManager.default.contentsOfDirectory(atPath: next)) ?? [] where !name.hasPrefix(".") {
                let path = next + "/" + name
                let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
                let isWhole = ["xcassets", "bundle", "xcdatamodeld"].contains((name as NSString).pathExtension)
                if type == .typeDirectory, !isWhole { folders.append(path) } else { result.append(path) }
                if result.count + folders.count > Self.mostListed { return nil }
            }
        }
        return result.sorted()
    }
}
