import Foundation
import MicaBase
import MicaCodecs
import MicaImageFiles
import Testing

/// A JPEG of one grey component whose blocks each have one level; made without pixels, so that it may be huge.
///
/// The first block of every row of blocks is lighter than the last one of the row before; all others are as the one
/// before them. *Source*: ITU T.81, annexes B and F.
private func greyJPEG(width: Int, height: Int, progressive: Bool = false) -> [UInt8] {
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }
    func word(_ v: Int) -> [UInt8] { [UInt8(v >> 8), UInt8(v & 255)] }
    var file: [UInt8] = [0xFF, 0xD8]
    // All steps are 8: one level of DC is one grey.
    file += segment(0xDB, [0] + Array(repeating: 8, count: 64))
    file += segment(progressive ? 0xC2 : 0xC0, [8] + word(height) + word(width) + [1, 1, 0x11, 0])
    // DC: no difference is 0, one bit more is 10. AC: the end of the block is 0.
    file += segment(0xC4, [0x00, 1, 1] + Array(repeating: 0, count: 14) + [0, 1])
    file += segment(0xC4, [0x10, 1] + Array(repeating: 0, count: 15) + [0])
    file += segment(0xDA, [1, 1, 0x00, 0, progressive ? 0 : 63, 0])
    var (bits, count) = (UInt32(0), 0)
    func put(_ value: UInt32, _ length: Int) {
        bits = bits << UInt32(length) | value
        count += length
        while count >= 8 {
            let byte = UInt8(truncatingIfNeeded: bits >> UInt32(count - 8))
            file.append(byte)
            if byte == 0xFF { file.append(0) }
            count -= 8
        }
    }
    for _ in 0..<(height + 7) / 8 {
        put(0b1010, 4)
        for _ in 1..<(width + 7) / 8 { put(0b00, 2) }
    }
    put(0x7F, 7)
    return file + [0xFF, 0xD9]
}

/// The bytes of an image whose every pixel is its own.
private func pattern(_ width: Int, _ height: Int) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
        for x in 0..<width {
            bitmap[x, y] =
                0xFF00_0000 | UInt32(x & 255) << 16 | UInt32(y & 255) << 8 | UInt32((x / 256 + y / 256) & 255)
        }
    }
    return bitmap
}

/// `mica tile`.
@Suite struct TileTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func tiles_are_named_by_column_and_row_and_hold_their_part() throws {
        let picture = pattern(300, 130)
        let input = try scratch.write(try PNGEncoder.encode(picture), to: "map.png")
        let run = try Command("tile", input, "--size", "64", "--format", "png", "-o", scratch.path("out"))
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == "\(scratch.path("out")): 5 x 3 tiles of 64 pixels, from 300 x 130\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")).sorted()
        #expect(names == (0..<5).flatMap { x in (0..<3).map { "map_0\(x)_0\($0).png" } })
        for (x, y) in [(0, 0), (3, 1), (4, 2)] {
            let tile = try decodeImage(try scratch.bytes("out/map_0\(x)_0\(y).png"))
            #expect(tile.width == min(64, 300 - 64 * x) && tile.height == min(64, 130 - 64 * y))
            #expect(tile[5, 1] == picture[64 * x + 5, 64 * y + 1])
        }
    }

    @Test func tiles_of_an_image_of_2048_are_those_that_the_tutorial_loads() throws {
        let input = try scratch.write(try JPEGEncoder.encode(pattern(2048, 2048)), to: "Snowman.jpg")
        #expect(try Command("tile", input, "--size", "256", "-q", "-o", scratch.path("tiles")).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("tiles")).sorted()
        #expect(names.count == 64)
        #expect(names.first == "Snowman_00_00.jpg" && names.last == "Snowman_07_07.jpg")
    }

    @Test func tiles_have_as_many_digits_as_their_counts_need() throws {
        let input = try scratch.write(try PNGEncoder.encode(pattern(1010, 20)), to: "strip.png")
        let out = scratch.path("out")
        #expect(
            try Command("tile", input, "--size", "10", "--name", "s", "--format", "webp", "-q", "-o", out).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
        #expect(names.count == 202)
        #expect(names.first == "s_000_00.webp" && names.last == "s_100_01.webp")
        #expect(try decodeImage(try scratch.bytes("out/s_100_01.webp"))[0, 0] == pattern(1010, 20)[1000, 10])
    }

    @Test func tiles_of_a_jpeg_that_is_larger_than_memory_are_cut_row_by_row() throws {
        let (width, height) = (12_000, 10_000)
        let input = try scratch.write(greyJPEG(width: width, height: height), to: "huge.jpg")
        // As a bitmap it takes 458 MiB; the address space of the whole command is 400 MiB.
        let run = try Command(
            arguments: ["tile", input, "--size", "500", "-o", scratch.path("out")],
            shell: "ulimit -v \(400 << 10); exec \"$@\"")
        #expect(run.status == 0 && run.errors.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))
        #expect(names.count == 480)
        // Row k of blocks has the grey 128 + k + 1.
        for (x, y) in [(0, 0), (23, 1), (7, 1)] {
            let tile = try decodeImage(try scratch.bytes("out/huge_\(x < 10 ? "0" : "")\(x)_0\(y).jpg"))
            let grey = UInt32(129 + y * 500 / 8)
            #expect(abs(Int(tile[250, 1] & 255) - Int(grey)) <= 2)
        }
    }

    @Test func map_of_100000_points_is_drawn_in_bounded_memory() throws {
        // The whole map is 37 GiB; the address space of the command is 600 MiB.
        let run = try Command(
            arguments: ["gallery", "tiled-map", "--stills", "--scale", "1", "-q", "-o", scratch.path("out")],
            program: "mica-dev", shell: "ulimit -v \(600 << 10); exec \"$@\"")
        #expect(run.status == 0 && run.errors.isEmpty)
        let picture = try decodeImage(try scratch.bytes("out/tiled-map.png"))
        #expect(Set(picture.pixels).count > 50)
    }

    @Test func progressive_jpeg_that_does_not_fit_is_refused_clearly() throws {
        let input = try scratch.write(greyJPEG(width: 30_000, height: 30_000, progressive: true), to: "p.jpg")
        let run = try Command("tile", input, "-o", scratch.path("out"))
        #expect(run.status == 1)
        #expect(run.errors.contains("p.jpg") && run.errors.contains("progressive JPEG of this size takes 1716 MiB"))
        #expect(!FileManager.default.fileExists(atPath: scratch.path("out")))
    }

    @Test func interlaced_png_is_refused_clearly() throws {
        var file = try PNGEncoder.encode(pattern(8, 8))
        // The interlace method is the last byte of the header; its check sum follows.
        file[28] = 1
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in file[12..<29] {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        for i in 0..<4 { file[29 + i] = UInt8(truncatingIfNeeded: ~sum >> UInt32(24 - 8 * i)) }
        let run = try Command("tile", try scratch.write(file, to: "i.png"), "-o", scratch.path("out"))
        #expect(run.status == 1 && run.errors.contains("interlaced PNG"))
    }

    @Test func image_that_is_cut_short_or_none_is_an_error() throws {
        let whole = try JPEGEncoder.encode(pattern(300, 300))
        let half = try scratch.write(Array(whole.prefix(whole.count / 2)), to: "half.jpg")
        let run = try Command("tile", half, "-q", "-o", scratch.path("out"))
        #expect(run.status == 1 && run.errors.contains("cut short"))
        #expect(try Command("tile", scratch.write("text", to: "a.txt"), "-o", scratch.path("out")).status == 1)
        #expect(try Command("tile", scratch.path("none.jpg")).errors.contains("none.jpg"))
        #expect(try Command("tile").status == 2)
        #expect(try Command("tile", half, "--format", "bmp").status == 2)
    }
}
