import CLibDeflate
import Foundation
import TestSupport
import Testing

@testable import MicaDocuments

/// Compresses data by gzip.
private func gzip(_ bytes: [UInt8]) -> [UInt8] {
    let compressor = unsafe libdeflate_alloc_compressor(9)
    defer { unsafe libdeflate_free_compressor(compressor) }
    let limit = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: limit) { output, size in
        size = unsafe bytes.withUnsafeBytes {
            unsafe libdeflate_gzip_compress(compressor, $0.baseAddress, $0.count, output.baseAddress, output.count)
        }
    }
}

private func solid(_ color: String) -> [UInt8] {
    lottie("{\"ty\":1,\"ind\":1,\"ip\":0,\"op\":10,\"sw\":100,\"sh\":100,\"sc\":\"\(color)\",\"ks\":{}}")
}

/// Lottie animations compressed by gzip.
@Suite struct GzipTests {
    private func error(_ work: () throws -> Void) -> DocumentError? {
        do { try work() } catch { return error as? DocumentError }
        return nil
    }

    @Test func stickers_are_read_from_files_and_from_memory() throws {
        let packed = gzip(solid("#ff0000"))
        let directory = FileManager.default.temporaryDirectory.appending(path: "mica-tgs-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        // By its ending, by its first bytes, and with an ending that says something else.
        for name in ["sticker.tgs", "sticker", "sticker.json"] {
            let url = directory.appending(path: name)
            try Data(packed).write(to: url)
            #expect(try Document.load(url.path).size.width == 100, "\(name)")
        }
        #expect(try Document.load(data: Data(packed)).duration == 1)
    }

    @Test func members_follow_one_another() throws {
        let text = Array("{\"v\":\"5\",".utf8) + Array(repeating: UInt8(ascii: " "), count: 100_000)
        #expect(try Gzip.inflated(gzip(text) + gzip([7]), file: "t", limit: 1 << 20) == text + [7])
        #expect(try Gzip.inflated(gzip(text) + [0, 0], file: "t", limit: 1 << 20) == text)
    }

    @Test func files_that_are_cut_off_or_damaged_say_so() throws {
        let packed = gzip(solid("#ff0000"))
        for count in [2, 9, 10, 20, packed.count - 9, packed.count - 1] {
            let found = error { _ = try Document.load(data: Data(packed.prefix(count)), name: "sticker.tgs") }
            #expect(found?.kind == .unreadable && "\(found.map { "\($0)" } ?? "")".contains("sticker.tgs"), "\(count)")
            #expect(found.map { "\($0)".contains("end before they are complete") } == true)
        }
        for index in stride(from: 10, to: packed.count, by: 7) {
            var broken = packed
            broken[index] ^= 0x55
            #expect(error { _ = try Gzip.inflated(broken, file: "t", limit: 1 << 20) } != nil, "\(index)")
        }
    }

    @Test func bombs_are_refused_in_little_memory() throws {
        let bomb = gzip([UInt8](repeating: 0x20, count: 8 << 20))
        var limits = SourceLimits()
        limits.text = 1 << 20
        let found = error { _ = try Document.load(bomb, name: "bomb.tgs", limits: limits) }
        #expect(found?.kind == .refused && "\(found.map { "\($0)" } ?? "")".contains("unpacks to more than"))
        // A size that lies changes nothing.
        var liar = bomb
        liar.replaceSubrange((liar.count - 4)..., with: [0xff, 0xff, 0xff, 0xff])
        #expect(error { _ = try Document.load(liar, name: "bomb.tgs", limits: limits) } != nil)
        #expect(
            error {
                _ = try Gzip.inflated(Array(repeating: bomb, count: 3).flatMap(\.self), file: "t", limit: 10 << 20)
            }?.kind == .refused)
        #expect(try Gzip.inflated(bomb, file: "t", limit: 8 << 20).count == 8 << 20)
    }

    @Test func what_is_no_animation_is_no_document() {
        let found = error { _ = try Document.load(data: Data(gzip(Array("<caml/>".utf8)))) }
        #expect(found != nil)
    }
}
