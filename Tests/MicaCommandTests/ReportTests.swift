import Foundation
import MicaCommandLine
import Testing

@testable import MicaCommand

/// `mica report`, and the zip file that it writes.
@Suite struct ReportTests {
    private static let square = """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
        <CALayer bounds="0 0 40 40" position="20 20" backgroundColor="1 1 1"/></caml>
        """

    /// CRC-32 of "123456789": the check value that catalogues of CRCs have (reveng.sourceforge.io, CRC-32/ISO-HDLC).
    @Test func zip_checksum_has_the_catalogue_value() {
        #expect(ZipFile.checksum(Array("123456789".utf8)) == 0xcbf4_3926)
        #expect(ZipFile.checksum([]) == 0)
    }

    /// A document becomes a capture, a picture, the frame's text and the facts, with checksums that fit.
    @Test func report_is_a_zip_with_capture_picture_and_facts() throws {
        let scratch = try ScratchDirectory()
        let document = try scratch.write(Self.square, to: "square.caml")
        let report = scratch.path("report.zip")
        let made = try Command("report", document, "--duration", "0.5", "-o", report)
        #expect(made.status == 0 && made.output.contains("report.zip: "), "\(made.output)\(made.errors)")
        let bytes = try scratch.bytes("report.zip")
        let members = try Self.members(bytes)
        #expect(members.map(\.name) == ["run.micacapture", "frame.png", "frame.txt", "report.txt"])
        for member in members { #expect(ZipFile.checksum(member.bytes) == member.checksum, "\(member.name)") }
        #expect(members[0].bytes.starts(with: Array("MICACAP".utf8)))
        #expect(members[1].bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        let facts = String(decoding: members[3].bytes, as: UTF8.self)
        #expect(
            facts.hasPrefix("mica \(Version.number)\ncommand: mica report square.caml --duration 0.5 -o report.zip\n"))
        #expect(!facts.contains(scratch.url.path), "folders are left out: \(facts)")
        #expect(!String(decoding: members[0].bytes, as: UTF8.self).contains(scratch.url.path), "labels have no folders")
        let attached = try Command("report", document, "--duration=0.5", "--output=\(scratch.path("attached.zip"))")
        #expect(attached.status == 0)
        let words = try String(decoding: Self.members(scratch.bytes("attached.zip"))[3].bytes, as: UTF8.self)
        #expect(words.contains("\ncommand: mica report square.caml --duration=0.5 --output=attached.zip\n"), "\(words)")
        // A report of the capture that it contains has the same picture.
        try scratch.write(members[0].bytes, to: "run.micacapture")
        #expect(try Command("report", scratch.path("run.micacapture"), "-o", scratch.path("again.zip")).status == 0)
        #expect(try Self.members(scratch.bytes("again.zip"))[1].bytes == members[1].bytes)
        #expect(try Command("report").status == 2)
        #expect(try Command("report", scratch.path("nowhere.caml"), "-o", report).status == 1)
    }

    /// A program that uses another library shows nothing that could be captured.
    @Test func report_of_a_program_without_layers_says_so() throws {
        let scratch = try ScratchDirectory()
        let run = try Command("report", "-o", scratch.path("none.zip"), "/bin/true")
        #expect(run.status == 1 && run.errors.contains("nothing was captured"), "\(run.errors)")
        #expect(try scratch.names == [])
    }

    /// The version is of three numbers, and the command prints it.
    @Test func version_is_semantic_and_printed() throws {
        let parts = Version.number.split(separator: ".", omittingEmptySubsequences: false)
        #expect(parts.count == 3 && parts.allSatisfy { Int($0) != nil })
        #expect(try Command("--version").output == "mica \(Version.number)\n")
        #expect(try Command("man").output.contains("\"mica \(Version.number)\""))
    }

    /// The members of a zip file, as its central directory lists them.
    private static func members(_ bytes: [UInt8]) throws -> [(name: String, checksum: UInt32, bytes: [UInt8])] {
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        let end = bytes.count - 22
        try #require(end >= 0 && number(end, 4) == 0x0605_4b50)
        var (entry, result) = (number(end + 16, 4), [(name: String, checksum: UInt32, bytes: [UInt8])]())
        for _ in 0..<number(end + 10, 2) {
            try #require(number(entry, 4) == 0x0201_4b50)
            let (size, length, local) = (number(entry + 20, 4), number(entry + 28, 2), number(entry + 42, 4))
            let name = String(decoding: bytes[entry + 46..<entry + 46 + length], as: UTF8.self)
            try #require(number(local, 4) == 0x0403_4b50)
            let start = local + 30 + number(local + 26, 2)
            result.append((name, UInt32(number(entry + 16, 4)), Array(bytes[start..<start + size])))
            entry += 46 + length
        }
        return result
    }
}
