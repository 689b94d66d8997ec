import Foundation
import Testing

@testable import MicaGL

/// Files of compiled programs.
@Suite struct ProgramCacheTests {
    private func withFile(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mica-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "deep/file"))
    }

    @Test func file_gives_what_was_written() throws {
        try withFile { file in
            ProgramCache.write([1, 2, 3, 255], 0x8E21, file, 77)
            let read = try #require(ProgramCache.read(file, 77))
            #expect(read.bytes == [1, 2, 3, 255] && read.format == 0x8E21)
            #expect(ProgramCache.read(file, 78) == nil, "it is another program's")
        }
    }

    @Test func damaged_file_is_none() throws {
        try withFile { file in
            #expect(ProgramCache.read(file, 1) == nil)
            ProgramCache.write(Array(repeating: 7, count: 100), 5, file, 1)
            let whole = try Data(contentsOf: file)
            for index in whole.indices where !(16..<20).contains(index) {
                var data = whole
                data[index] ^= 0x10
                try data.write(to: file)
                #expect(ProgramCache.read(file, 1) == nil, "byte \(index)")
            }
            for count in [0, 1, 27, 28, 60, whole.count - 1] {
                try whole.prefix(count).write(to: file)
                #expect(ProgramCache.read(file, 1) == nil, "\(count) bytes")
            }
        }
    }

    @Test func folder_that_cannot_be_written_is_no_fault() {
        let file = URL(filePath: "/proc/none/file")
        ProgramCache.write([1], 2, file, 3)
        #expect(ProgramCache.read(file, 3) == nil)
    }
}
