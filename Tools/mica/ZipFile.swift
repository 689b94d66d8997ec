import MicaCodecs

/// A zip file whose members are stored as they are, without compression.
///
/// The bytes depend only on the members: the time of each is the format's first, 1980-01-01. Source: APPNOTE.TXT 6.3.10, PKWARE.
struct ZipFile {
    private var members: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// Adds a file.
    ///
    /// - Precondition: all files together have less than 4 GiB, and there are at most 65,535.
    mutating func add(_ bytes: [UInt8], as name: String) {
        let offset = members.count
        // Version 2.0; bit 11: the name is UTF-8; method 0: stored; time 0; date: 1 January 1980.
        var common: [UInt8] = []
        for number: UInt16 in [20, 1 << 11, 0, 0, 1 << 5 | 1] { Self.put(number, in: &common) }
        for number: UInt32 in [Self.checksum(bytes), UInt32(bytes.count), UInt32(bytes.count)] {
            Self.put(number, in: &common)
        }
        Self.put(UInt16(name.utf8.count), in: &common)
        Self.put(UInt16(0), in: &common)
        Self.put(UInt32(0x0403_4b50), in: &members)
        members += common + Array(name.utf8) + bytes
        Self.put(UInt32(0x0201_4b50), in: &directory)
        // Made by Unix, so that the mode of the external attributes counts: a file that its owner writes and all read.
        Self.put(UInt16(3 << 8 | 20), in: &directory)
        directory += common
        for number: UInt16 in [0, 0, 0] { Self.put(number, in: &directory) }
        Self.put(UInt32(0o100644) << 16, in: &directory)
        Self.put(UInt32(offset), in: &directory)
        directory += Array(name.utf8)
        count += 1
    }

    /// The file's bytes.
    var bytes: [UInt8] {
        var end: [UInt8] = []
        Self.put(UInt32(0x0605_4b50), in: &end)
        for number: UInt16 in [0, 0, count, count] { Self.put(number, in: &end) }
        for number in [UInt32(directory.count), UInt32(members.count)] { Self.put(number, in: &end) }
        Self.put(UInt16(0), in: &end)
        return members + directory + end
    }

    /// The CRC-32 of bytes, as zip and PNG have it.
    static func checksum(_ bytes: [UInt8]) -> UInt32 { crc32(bytes[...]) }

    private static func put<Number: FixedWidthInteger>(_ number: Number, in bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
