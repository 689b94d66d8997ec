import Foundation

/// Compiled programs in files, in the driver's format, so that another process, or a context after a loss, need not
/// compile them again.
///
/// The folder is the one that MICA_PROGRAM_CACHE names (`none` for no files), else mica/programs of XDG_CACHE_HOME or
/// ~/.cache. A file belongs to one version of one driver and to the text of one program, by a checksum. A file that is
/// damaged, or that the driver does not accept, is written again. Failures to write are ignored.
struct ProgramCache {
    private let folder: URL?
    /// The driver's name for itself, and its version.
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

    /// The program of a text: loaded from its file, or compiled.
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

    /// A file's program. The file has the magic bytes, the key, the format, a checksum of the rest, and the rest. *nil
    /// when* any of them is wrong.
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
            // Marks the end of each list, so that lists that are equal when joined differ.
            value = (value ^ 0xFF) &* 0x100_0000_01B3
        }
    }
}
