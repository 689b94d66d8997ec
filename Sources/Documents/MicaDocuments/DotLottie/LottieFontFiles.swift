import CoreGraphics
import CoreText
import Foundation
import Synchronization

/// The fonts in a .lottie archive's folder f/ that a document uses.
///
/// A font belongs to a face of the document by the face's file name (`fPath`), else by a file that is called as the face,
/// its family or both.
final class LottieFontFiles: Sendable {
    private let fonts: [String: CGFont]

    fileprivate init(_ fonts: [String: CGFont]) { self.fonts = fonts }

    /// The font of a face in a size; nil when the archive has none for it.
    func font(_ face: LottieFont?, named name: String, size: Double) -> CTFont? {
        for name in Self.names(of: face, named: name) {
            guard let font = fonts[Self.plain(name)] else { continue }
            return CTFontCreateWithGraphicsFont(font, CGFloat(size), nil, nil)
        }
        return nil
    }

    /// The names by which a file is found, the first one that has a file.
    fileprivate static func names(of face: LottieFont?, named name: String) -> [String] {
        guard let face else { return [name] }
        return [face.path, face.name, "\(face.family)-\(face.style)", face.family].filter { !$0.isEmpty }
    }

    fileprivate static let endings: Set = ["ttf", "otf", "ttc"]

    fileprivate static func ending(_ path: String) -> String {
        String(path.split(separator: ".").last ?? "").lowercased()
    }

    /// A file's or a face's name in small letters, without folder, ending, spaces and dashes.
    fileprivate static func plain(_ name: String) -> String {
        var name = Substring(name.split(separator: "/").last ?? "")
        if endings.contains(ending(String(name))), let dot = name.lastIndex(of: ".") { name = name[..<dot] }
        return name.lowercased().filter { !" -_".contains($0) }
    }
}

/// The font files of a .lottie archive. Each is read when a document first uses it, and once.
final class LottieFontStore {
    private let archive: any DocumentSource
    /// The files' paths, by their plain names.
    private lazy var paths = listed()
    /// The fonts that were opened, by their plain names; nil for those that cannot be.
    private var opened: [String: CGFont?] = [:]

    /// The most font files of an archive that are used, and the largest.
    private static let countLimit = 64, sizeLimit = 32 << 20

    init(_ archive: any DocumentSource) { self.archive = archive }

    /// The fonts that a document uses; nil for none. Fonts that cannot be opened get a warning.
    ///
    /// - Parameter names: the fonts of texts, which may be those of no face.
    func fonts(
        of faces: [LottieFont], named names: Set<String>, _ diagnostics: LottieDiagnostics
    ) -> LottieFontFiles? {
        guard !(faces.isEmpty && names.isEmpty), !paths.isEmpty else { return nil }
        var result: [String: CGFont] = [:]
        let wanted =
            faces.map { LottieFontFiles.names(of: $0, named: "") }
            + names.sorted().map { LottieFontFiles.names(of: nil, named: $0) }
        for names in wanted {
            for name in names.map(LottieFontFiles.plain) {
                guard let path = paths[name] else { continue }
                result[name] = font(name, path, diagnostics)
                break
            }
        }
        return result.isEmpty ? nil : LottieFontFiles(result)
    }

    private func listed() -> [String: String] {
        let all = ((try? archive.paths()) ?? []).filter { path in
            ["f", "fonts"].contains(DocumentPath.directory(of: path))
                && LottieFontFiles.endings.contains(LottieFontFiles.ending(path))
        }
        return Dictionary(all.map { (LottieFontFiles.plain($0), $0) }) { _, last in last }
    }

    private func font(_ name: String, _ path: String, _ diagnostics: LottieDiagnostics) -> CGFont? {
        if let known = opened[name] { return known }
        guard opened.count < Self.countLimit else {
            diagnostics.warn("the font \(path) is not used: at most \(Self.countLimit) of an archive are")
            return nil
        }
        let bytes = try? archive.bytes(at: path)
        let font = bytes.flatMap { $0.count <= Self.sizeLimit ? LottieFontRegistry.font($0) : nil }
        if font == nil { diagnostics.warn("the font \(path) cannot be opened: another is used for it") }
        opened[name] = .some(font)
        return font
    }
}

/// The fonts of archives that this process opened, by their bytes' hashes: the text engine keeps each until the process
/// ends, so that there is a budget for all.
private enum LottieFontRegistry {
    private struct Key: Hashable {
        var hash: Int
        var count: Int
    }

    private struct State {
        var fonts: [Key: CGFont] = [:]
        var bytesLeft = 256 << 20
    }

    private static let state = Mutex(State())
    /// The most fonts; each has an open file.
    private static let limit = 256

    /// The font in a file's bytes; nil if they are not a font, or the budget is spent.
    static func font(_ bytes: [UInt8]) -> CGFont? {
        state.withLock { state in
            let key = Key(hash: bytes.hashValue, count: bytes.count)
            if let known = state.fonts[key] { return known }
            guard state.fonts.count < limit, bytes.count <= state.bytesLeft,
                let provider = CGDataProvider(data: Data(bytes) as CFData), let font = CGFont(provider)
            else { return nil }
            state.fonts[key] = font
            state.bytesLeft -= bytes.count
            return font
        }
    }
}
