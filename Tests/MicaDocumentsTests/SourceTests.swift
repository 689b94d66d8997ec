import CLibZip
import Foundation
import Testing

@testable import MicaDocuments

/// A file of an archive that a test writes.
struct ArchiveFile {
    var path: String
    var bytes: [UInt8]
    var isLink = false
}

/// Writes a zip archive for a test.
func writeArchive(_ files: [ArchiveFile], to url: URL) throws {
    var code: Int32 = 0
    let opened = unsafe zip_open(url.path, ZIP_CREATE | ZIP_TRUNCATE, &code)
    let archive = try unsafe #require(opened)
    for file in files {
        let source = unsafe file.bytes.withUnsafeBytes { bytes -> OpaquePointer? in
            let copy = unsafe malloc(max(bytes.count, 1))
            if let base = bytes.baseAddress, bytes.count > 0 {
                unsafe copy?.copyMemory(from: base, byteCount: bytes.count)
            }
            return unsafe zip_source_buffer(archive, copy, zip_uint64_t(bytes.count), 1)
        }
        let index = unsafe zip_file_add(archive, file.path, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        #expect(index >= 0)
        if file.isLink {
            _ = unsafe zip_file_set_external_attributes(
                archive, zip_uint64_t(index), 0, zip_uint8_t(ZIP_OPSYS_UNIX), 0o120777 << 16)
        }
    }
    let closed = unsafe zip_close(archive)
    #expect(closed == 0)
}

/// A directory of its own for a test, removed with the value.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("mica-documents-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func write(_ path: String, _ text: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// Sources of files, and refused ones.
@Suite struct SourceTests {
    private func fault<T>(_ body: () throws -> T) -> DocumentError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? DocumentError
        }
    }

    private func archive(_ files: [ArchiveFile], in scratch: Scratch, limits: SourceLimits = .standard) throws
        -> ArchiveSource
    {
        let url = scratch.url.appendingPathComponent("t.zip")
        try writeArchive(files, to: url)
        return try ArchiveSource(url, limits: limits)
    }

    @Test func archive_files_are_listed_and_read() throws {
        let scratch = try Scratch()
        let source = try archive(
            [
                ArchiveFile(path: "a/b.txt", bytes: Array("hello".utf8)),
                ArchiveFile(path: "__MACOSX/a/._b.txt", bytes: [1]),
                ArchiveFile(path: "a/._c", bytes: [1]), ArchiveFile(path: "a/.DS_Store", bytes: [1]),
                ArchiveFile(path: "a/d%20e.txt", bytes: [2]),
            ], in: scratch)
        #expect(try source.paths() == ["a/b.txt", "a/d e.txt", "a/d%20e.txt"])
        #expect(try source.bytes(at: "a/b.txt") == Array("hello".utf8))
        #expect(try source.bytes(at: source.locate("d%20e.txt", in: "a")) == [2])
        #expect(fault { try source.bytes(at: "none") }?.kind == .unreadable)
        #expect(fault { try source.locate("../b.txt", in: "a") }?.kind == .refused)
    }

    @Test func archive_paths_that_lead_out_are_refused() throws {
        for path in ["../evil", "a/../../evil", "/etc/passwd"] {
            let scratch = try Scratch()
            #expect(fault { try archive([ArchiveFile(path: path, bytes: [1])], in: scratch) }?.kind == .refused)
        }
    }

    @Test func archive_links_are_followed_inside_and_refused_outside() throws {
        let scratch = try Scratch()
        let source = try archive(
            [
                ArchiveFile(path: "a/real", bytes: [7]),
                ArchiveFile(path: "b/link", bytes: Array("../a/real".utf8), isLink: true),
                ArchiveFile(path: "b/out", bytes: Array("../../etc/passwd".utf8), isLink: true),
                ArchiveFile(path: "b/absolute", bytes: Array("/etc/passwd".utf8), isLink: true),
                ArchiveFile(path: "loop", bytes: Array("loop".utf8), isLink: true),
            ], in: scratch)
        #expect(try source.bytes(at: "b/link") == [7])
        for path in ["b/out", "b/absolute", "loop"] { #expect(fault { try source.bytes(at: path) }?.kind == .refused) }
    }

    @Test func archive_sizes_are_bounded() throws {
        let zeros = [UInt8](repeating: 0, count: 5000)
        let scratch = try Scratch()
        var limits = SourceLimits()
        limits.total = 9000
        let total = fault {
            try archive(
                [ArchiveFile(path: "a", bytes: zeros), ArchiveFile(path: "b", bytes: zeros)], in: scratch,
                limits: limits)
        }
        #expect(total?.kind == .refused)
        #expect(total?.reason == "the archive unpacks to more than 9000 bytes (b alone to 5000 bytes)")
        limits = SourceLimits()
        limits.file = 4000
        let source = try archive([ArchiveFile(path: "a", bytes: zeros)], in: scratch, limits: limits)
        #expect(fault { try source.bytes(at: "a") }?.kind == .refused)
        limits = SourceLimits()
        limits.entries = 1
        #expect(
            fault {
                try archive(
                    [ArchiveFile(path: "a", bytes: []), ArchiveFile(path: "b", bytes: [])], in: scratch, limits: limits)
            }?.kind == .refused)
    }

    @Test func archives_that_lie_about_sizes_are_refused_while_unpacking() throws {
        let scratch = try Scratch()
        let url = scratch.url.appendingPathComponent("t.zip")
        try writeArchive([ArchiveFile(path: "a", bytes: [UInt8](repeating: 0, count: 100_000))], to: url)
        var bytes = [UInt8](try Data(contentsOf: url))
        // The central directory's record of the file: its uncompressed size is 24 bytes after the signature "PK\1\2".
        let signature: [UInt8] = [0x50, 0x4B, 1, 2]
        let record = try #require((0..<(bytes.count - 4)).first { Array(bytes[$0..<($0 + 4)]) == signature })
        for offset in 0..<4 { bytes[record + 24 + offset] = offset == 0 ? 9 : 0 }
        try Data(bytes).write(to: url)
        var limits = SourceLimits()
        limits.file = 1000
        let error = fault { try ArchiveSource(url, limits: limits).bytes(at: "a") }
        #expect(error != nil)
    }

    @Test func what_is_no_archive_is_unreadable() throws {
        let scratch = try Scratch()
        try scratch.write("t.zip", "this is text")
        #expect(fault { try ArchiveSource(scratch.url.appendingPathComponent("t.zip")) }?.kind == .unreadable)
        #expect(fault { try ArchiveSource(scratch.url.appendingPathComponent("none.zip")) }?.kind == .unreadable)
    }

    @Test func directories_are_read_and_links_out_of_them_refused() throws {
        let scratch = try Scratch()
        try scratch.write("d/assets/a b.txt", "x")
        try scratch.write("outside.txt", "secret")
        let directory = scratch.url.appendingPathComponent("d")
        try FileManager.default.createSymbolicLink(
            at: directory.appendingPathComponent("out"),
            withDestinationURL: scratch.url.appendingPathComponent("outside.txt"))
        let source = try DirectorySource(directory)
        #expect(try source.paths() == ["assets/a b.txt"])
        #expect(try source.bytes(at: source.locate("assets/a%20b.txt", in: "")) == Array("x".utf8))
        #expect(fault { try source.bytes(at: "out") }?.kind == .refused)
        #expect(fault { try source.bytes(at: "../outside.txt") }?.kind == .refused)
        #expect(fault { try source.bytes(at: "assets") }?.kind == .unreadable)
        #expect(fault { try DirectorySource(scratch.url.appendingPathComponent("none")) }?.kind == .unreadable)
    }
}

/// The contents of a document's directory.
@Suite struct BundleTests {
    private let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>%@</dict></plist>
        """

    private func list(_ inner: String) -> String { plist.replacingOccurrences(of: "%@", with: inner) }

    @Test func index_names_the_root_document() throws {
        let scratch = try Scratch()
        try scratch.write(
            "a.ca/index.xml", list("<key>rootDocument</key><string>x.caml</string><key>geometryFlipped</key><true/>"))
        try scratch.write("b.ca/main.caml", "<caml/>")
        try scratch.write("c.ca/index.xml", "<plist")
        try scratch.write("d.ca/other", "")
        let source = try DirectorySource(scratch.url)
        #expect(
            try BundleIndex.read(source, directory: "a.ca")
                == BundleIndex(rootDocument: "x.caml", isGeometryFlipped: true))
        #expect(
            try BundleIndex.read(source, directory: "b.ca")
                == BundleIndex(rootDocument: "main.caml", isGeometryFlipped: false))
        #expect(throws: DocumentError.self) { try BundleIndex.read(source, directory: "c.ca") }
        #expect(throws: DocumentError.self) { try BundleIndex.read(source, directory: "d.ca") }
    }

    @Test func wallpapers_list_their_parts_back_to_front() throws {
        let scratch = try Scratch()
        let base = "descriptors/X/versions/2/contents/1.wallpaper/"
        try scratch.write(
            base + "Wallpaper.plist",
            list(
                """
                <key>assets</key><dict><key>lockAndHome</key><dict>
                <key>default</key><dict><key>foregroundAnimationFileName</key><string>F.ca</string>
                <key>backgroundAnimationFileName</key><string>B.ca</string><key>floatingAnimationFileNameKey</key><string>M.ca</string></dict>
                <key>dark</key><dict><key>backgroundAnimationFileName</key><string>D.ca</string></dict></dict></dict>
                """))
        for name in ["F", "B", "M", "D"] { try scratch.write(base + "\(name).ca/main.caml", "<caml/>") }
        try scratch.write("descriptors/X/versions/1/contents/1.wallpaper/Wallpaper.plist", list(""))
        let source = try DirectorySource(scratch.url)
        let contents = try BundleContents.find(in: source)
        #expect(contents.parts.map(\.role) == [.background, .floating, .foreground])
        #expect(contents.parts.map(\.directory) == ["B.ca", "M.ca", "F.ca"].map { base + $0 })
        #expect(contents.appearances == ["default", "dark"])
        #expect(contents.warnings == [])
        #expect(try BundleContents.find(in: source, appearance: "dark").parts.map(\.directory) == [base + "D.ca"])
        #expect(throws: DocumentError.self) { try BundleContents.find(in: source, appearance: "pink") }
    }

    @Test func wallpapers_may_be_one_bundle() throws {
        let scratch = try Scratch()
        try scratch.write(
            "1.wallpaper/Wallpaper.plist",
            list(
                """
                <key>assets</key><dict><key>lockAndHome</key><dict><key>default</key><dict>
                <key>type</key><string>ParameterizedCA</string><key>assetFileName</key><string>W.ca</string></dict></dict></dict>
                """))
        try scratch.write("1.wallpaper/W.ca/main.caml", "<caml/>")
        let contents = try BundleContents.find(in: try DirectorySource(scratch.url))
        #expect(contents.parts == [BundlePart(role: .background, directory: "1.wallpaper/W.ca", file: nil)])
    }

    @Test func bundles_without_a_list_are_ordered_by_their_names() throws {
        let scratch = try Scratch()
        for name in ["z Foreground.ca", "my_Background.ca", "a floating.ca"] {
            try scratch.write(name + "/main.caml", "<caml/>")
        }
        let contents = try BundleContents.find(in: DirectorySource(scratch.url))
        #expect(contents.parts.map(\.directory) == ["my_Background.ca", "a floating.ca", "z Foreground.ca"])
        #expect(throws: DocumentError.self) {
            let empty = try Scratch()
            _ = try BundleContents.find(in: DirectorySource(empty.url))
        }
    }
}
