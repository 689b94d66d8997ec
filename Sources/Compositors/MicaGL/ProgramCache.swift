import Foundation

/// Programs as the driver has compiled them, in files: another process, and a context after one that was lost, need not compile them again.
///
/// They are in the folder that MICA_PROGRAM_CACHE names (`none` for no files), else in mica/programs of XDG_CACHE_HOME or ~/.cache. A file is of
/// one driver of one version and of one program's text, by a checksum; one that is damaged, or that the driver does not take, is
/// written again. Where nothing can be written nothing is.
struct ProgramCache {
    private let folder: URL?
    /// What the driver calls itself.
    private let driver: String

    private static let magic = Array("MICAGLP1".utf8)

    init(_ context: GLContext) {
        driver = context.renderer + "\n" + context.version
        let environment = ProcessInfo.processInfo.environment
        func folder(_ name: String) -> URL? {
            environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
        }
        if let own = environment["MICA_PROGRAM_CACHE"] {
            self.folder = own == "none" ? nil : folder("MICA_PROGRAM_CACHE")
        } else {
            let caches = folder("XDG_CACHE_HOME") ?? folder("HOME")?.appending(path: ".cache")
            self.folder = caches?.appending(path: "mica/programs")
        }
    }

    /// A program of some text: from its file, or compiled.
    func program(vertex: String, fragment: String, _ context: GLContext) throws(GLRefusal) -> UInt32 {
        var key = Checksum()
        for text in [driver, vertex, fragment] { key.add(text.utf8) }
        let file = folder?.appending(path: String(key.value, radix: 16))
        if let file, let binary = Self.read(file, key.value),
            let known = context.program(binary.bytes, format: binary.format)
        {
            return known
        }
        let made = try context.program(vertex: vertex, fragment: fragment)
        if let file, let binary = context.binary(of: made) { Self.write(binary.bytes, binary.format, file, key.value) }
        return made
    }

    /// The file's: what it begins with, the key, the format, a checksum of the rest; nil where it is not whole.
    static func read(_ file: URL, _ key: UInt64) -> (bytes: [UInt8], format: UInt32)? {
        guard let data = try? Data(contentsOf: file), data.count > 28, data.prefix(8).elementsEqual(magic) else {
            return nil
        }
        func number(_ range: Range<Int>) -> UInt64 { data[range].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        let bytes = Array(data.dropFirst(28))
        var sum = Checksum()
        sum.add(bytes)
        guard number(8..<16) == key, number(20..<28) == sum.value else { return nil }
        return (bytes, UInt32(truncatingIfNeeded: number(16..<20)))
    }

    static func write(_ bytes: [UInt8], _ format: UInt32, _ file: URL, _ key: UInt64) {
        var data = Data(magic)
        var sum = Checksum()
        sum.add(bytes)
        func add(_ number: UInt64, _ count: Int) {
            for index in 0..<count { data.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
        }
        add(key, 8)
        add(UInt64(format), 4)
        add(sum.value, 8)
        data.append(contentsOf: bytes)
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try? data.write(to: file, options: .atomic)
    }

    /// A checksum of 64 bits. *Source*: Fowler, Noll and Vo's hash 1a, which is in the public domain.
    private struct Checksum {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
            // The end of each, so that no two lists are alike put together.
            value = (value ^ 0xFF) &* 0x100_0000_01B3
        }
    }
}
