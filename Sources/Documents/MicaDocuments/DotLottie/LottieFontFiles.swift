import CoreGraphics
import CoreText
import Foundation
import Synchronization

/// The fonts in a .lottie archive's folder f/.
///
/// A font belongs to a face of the document by the face's file name (`fPath`), else by a file that is called as the face,
/// its family or both.
final class LottieFontFiles: Sendable {
    private let fonts: [String: CGFont]

    /// The most font files, and the largest.
    private static let countLimit = 64, sizeLimit = 32 << 20
    private static let endings: Set = ["ttf", "otf", "ttc"]

    /// Opens the fonts of an archive; those that cannot be opened get a warning.
    init(_ archive: any DocumentSource, _ diagnostics: LottieDiagnostics) {
        var fonts: [String: CGFont] = [:]
        let paths = ((try? archive.paths()) ?? []).filter { path in
            ["f", "fonts"].contains(DocumentPath.directory(of: path)) && Self.endings.contains(Self.ending(path))
        }
        if paths.count > Self.countLimit {
            diagnostics.warn(
                "the archive has \(paths.count) fonts: those after the first \(Self.countLimit) are not used")
        }
        for path in paths.prefix(Self.countLimit) {
            guard let bytes = try? archive.bytes(at: path), bytes.count <= Self.sizeLimit, let font = Self.font(bytes)
            else {
                diagnostics.warn("the font \(path) cannot be opened: another is used for it")
                continue
            }
            fonts[Self.plain(path)] = font
        }
        self.fonts = fonts
    }

    /// Whether there are none.
    var isEmpty: Bool { fonts.isEmpty }

    /// The font of a face in a size; nil when the archive has none for it.
    func font(_ face: LottieFont?, named name: String, size: Double) -> CTFont? {
        var names = [name]
        if let face {
            names = [face.path, face.name, "\(face.family)-\(face.style)", face.family].filter { !$0.isEmpty }
        }
        for name in names {
            guard let font = fonts[Self.plain(name)] else { continue }
            return CTFontCreateWithGraphicsFont(font, CGFloat(size), nil, nil)
        }
        return nil
    }

    private static func ending(_ path: String) -> String {
        String(path.split(separator: ".").last ?? "").lowercased()
    }

    /// A file's or a face's name in small letters, without folder, ending, spaces and dashes.
    private static func plain(_ name: String) -> String {
        var name = Substring(name.split(separator: "/").last ?? "")
        if endings.contains(ending(String(name))), let dot = name.lastIndex(of: ".") { name = name[..<dot] }
        return name.lowercased().filter { !" -_".contains($0) }
    }

    /// The fonts that were opened, by their bytes' hashes: the text engine keeps each file until the process ends.
    private static let opened = Mutex<[Int: CGFont]>([:])

    private static func font(_ bytes: [UInt8]) -> CGFont? {
        opened.withLock { opened in
            let key = bytes.hashValue
            if let known = opened[key] { return known }
            guard let provider = CGDataProvider(data: Data(bytes) as CFData), let font = CGFont(provider) else {
                return nil
            }
            opened[key] = font
            return font
        }
    }
}
