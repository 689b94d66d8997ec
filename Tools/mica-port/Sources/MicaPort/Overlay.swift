import Foundation

/// Copies of ported sources, and the file that has the compiler read them in place of the originals.
///
/// A copy is written only when it differs, and a source that is as it was is no part of the overlay.
public struct Overlay {
    /// The folder of the copies.
    public let folder: URL
    /// The file for `-vfsoverlay`.
    public let file: URL

    /// Takes the places of an overlay.
    public init(folder: URL, file: URL) { (self.folder, self.file) = (folder, file) }

    /// Writes copies and overlay.
    ///
    /// A source whose copy changed, came or went although it did not change itself, because another file did or this tool, gets a new
    /// date: the compiler looks at that of the original.
    public func write(_ ported: [(path: String, original: [UInt8], text: [UInt8])]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var roots: [[String: String]] = []
        var names: Set<String> = []
        var before = previousSources()
        let built = Self.date(file.path)
        for source in ported where source.text != source.original {
            let name = source.path.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: "/", with: "%2F")
            // File names have 255 bytes at most: a long path ends in what tells it from others.
            let short = name.utf8.count < 240 ? name : String(name.suffix(200)) + "-" + Self.hash(source.path)
            let copy = folder.appendingPathComponent(short + ".ported")
            names.insert(copy.lastPathComponent)
            let text = Data(source.text)
            let old = try? Data(contentsOf: copy)
            if old != text {
                let written = Self.date(copy.path) ?? built
                try text.write(to: copy, options: .atomic)
                if let written { Self.renew(source.path, since: written) }
            }
            before.remove(source.path)
            roots.append(["type": "file", "name": source.path, "external-contents": copy.path])
        }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasSuffix(".ported") && !names.contains(name) {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
        if let built { for path in before { Self.renew(path, since: built) } }
        let overlay: [String: Any] = ["version": 0, "use-external-names": false, "roots": roots]
        let text = try JSONSerialization.data(withJSONObject: overlay, options: [.sortedKeys, .prettyPrinted])
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        if (try? Data(contentsOf: file)) != text { try text.write(to: file, options: .atomic) }
    }

    /// The sources of the overlay that is there; none without one.
    private func previousSources() -> Set<String> {
        struct Roots: Decodable {
            struct Root: Decodable { let name: String }
            let roots: [Root]
        }
        let roots = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Roots.self, from: $0) }
        return Set(roots?.roots.map(\.name) ?? [])
    }

    /// Gives a file a new date, if it did not change since a date.
    private static func renew(_ path: String, since written: Date) {
        guard let changed = date(path), changed < written else { return }
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
    }

    private static func date(_ path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    /// Writes a Swift source without declarations that is another when one of the texts is; not when all are as before.
    public static func writeStamp(_ ported: [(path: String, text: [UInt8])], to file: URL) throws {
        var all: [UInt8] = []
        for source in ported { all += Array(source.path.utf8) + [0] + source.text + [0] }
        let text = Data("// What mica-port made of this target's sources: \(hash(all))\n".utf8)
        if (try? Data(contentsOf: file)) != text { try text.write(to: file, options: .atomic) }
    }

    private static func hash(_ text: String) -> String { hash(Array(text.utf8)) }

    /// FNV-1a, in hexadecimal digits.
    private static func hash(_ bytes: [UInt8]) -> String {
        String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
}
