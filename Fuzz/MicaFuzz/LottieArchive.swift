/// Small .lottie archives, whose files are stored as they are.
package enum LottieArchive {
    /// Whether the bytes start as an archive does.
    static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B]) }

    /// The document of an archive that `pack` made; nil if its first file does not say its size or is cut off.
    static func document(in bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 30 else { return nil }
        func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        let start = 30 + number(26, 2) + number(28, 2)
        let size = number(18, 4)
        guard size > 0, start + size <= bytes.count else { return nil }
        return Array(bytes[start..<start + size])
    }

    /// An archive with a document and a manifest.
    ///
    /// - Parameter version: 0 and 1 have the directories of version 1 and 2, 2 has no manifest, 3 has a picture too.
    package static func pack(_ document: [UInt8], version: Int) -> [UInt8] {
        var files: [(name: String, bytes: [UInt8])] = [((version == 1 ? "a" : "animations") + "/main.json", document)]
        if version != 2 {
            files.append(("manifest.json", Array("{\"version\":\"1\",\"animations\":[{\"id\":\"main\"}]}".utf8)))
        }
        if version == 3 { files.append(("images/no.png", pixel)) }
        var (all, directory): ([UInt8], [UInt8]) = ([], [])
        for file in files {
            let crc = crc32(file.bytes)
            let name = Array(file.name.utf8)
            let shared =
                little(20, 2) + little(0, 6) + little(0, 2) + little(crc, 4) + little(file.bytes.count, 4)
                + little(file.bytes.count, 4) + little(name.count, 2) + little(0, 2)
            directory += little(0x0201_4B50, 4) + little(20, 2) + shared + little(0, 10) + little(all.count, 4) + name
            all += little(0x0403_4B50, 4) + shared + name + file.bytes
        }
        let start = all.count
        return all + directory + little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2)
            + little(files.count, 2) + little(directory.count, 4) + little(start, 4) + little(0, 2)
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    private static func crc32(_ bytes: [UInt8]) -> Int {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes { crc = crc >> 8 ^ table[Int((crc ^ UInt32(byte)) & 255)] }
        return Int(~crc)
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    /// A picture of one pixel, as PNG.
    private static let pixel: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
        8,
        6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0xCF, 0xC0,
        0xF0, 0x1F, 0, 5, 0, 1, 0xFF, 0x56, 0xC7, 0x2F, 0x0D, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60,
        0x82,
    ]
}
