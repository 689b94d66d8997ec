import Foundation
import MicaBase
import MicaImageFiles
import MicaRandom
import Testing

@testable import MicaCodecs

/// A profile of three primaries and one curve.
private struct HandmadeProfile {
    /// The primaries of sRGB under D50.
    static let sRGB: [[Double]] = [
        [0.4360747, 0.2225045, 0.0139322], [0.3850649, 0.7168786, 0.0971045], [0.1430804, 0.0606169, 0.7141733],
    ]
    /// Those of Display P3.
    static let p3: [[Double]] = [
        [0.5151187, 0.2411892, -0.0010505], [0.2919778, 0.6922441, 0.0418791], [0.1571035, 0.0665668, 0.7840713],
    ]
    /// The curve of sRGB.
    static let sRGBCurve = parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])

    static func big(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    static func fixed(_ number: Double) -> [UInt8] { big(Int((number * 65536).rounded()), 4) }
    static func parametric(_ kind: Int, _ numbers: [Double]) -> [UInt8] {
        Array("para".utf8) + big(0, 4) + big(kind, 2) + big(0, 2) + numbers.flatMap { fixed($0) }
    }
    static func curve(_ entries: [Int]) -> [UInt8] {
        Array("curv".utf8) + big(0, 4) + big(entries.count, 4) + entries.flatMap { big($0, 2) }
    }

    /// The bytes of a profile with parts.
    static func bytes(space: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 128)
        // Version 4, a display's, from the space to XYZ, under D50.
        header.replaceSubrange(8..<12, with: [4, 0x20, 0, 0])
        header.replaceSubrange(12..<16, with: Array("mntr".utf8))
        header.replaceSubrange(16..<20, with: Array(space.utf8))
        header.replaceSubrange(20..<24, with: Array("XYZ ".utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        header.replaceSubrange(68..<80, with: fixed(0.9642) + fixed(1) + fixed(0.8249))
        var table = big(tags.count, 4)
        var data: [UInt8] = []
        for (name, content) in tags {
            table += Array(name.utf8) + big(132 + tags.count * 12 + data.count, 4) + big(content.count, 4)
            data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
        }
        var whole = header + table + data
        whole.replaceSubrange(0..<4, with: big(whole.count, 4))
        return whole
    }

    static func rgb(_ primaries: [[Double]], _ curve: [UInt8]) -> [UInt8] {
        let points = zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { name, xyz in
            (name, Array("XYZ ".utf8) + big(0, 4) + xyz.flatMap { fixed($0) })
        }
        return bytes(space: "RGB ", points + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) })
    }
}

private func png(_ profile: [UInt8], _ rows: [[UInt8]], colour: UInt8 = 2) -> [UInt8] {
    var file = HandmadePNG(width: rows[0].count / (colour == 0 ? 1 : 3), height: rows.count, depth: 8, colour: colour)
    file.chunk("iCCP", Array("test".utf8) + [0, 0] + storedDeflate(profile))
    file.pixels(rows)
    return file.finished
}

@Suite struct ColorProfileTests {
    @Test func profile_of_srgb_changes_nothing() {
        #expect(ColorProfile(HandmadeProfile.rgb(HandmadeProfile.sRGB, HandmadeProfile.sRGBCurve)) == nil)
    }

    @Test func profile_with_turned_primaries_turns_colours() throws {
        let s = HandmadeProfile.sRGB
        let file = png(
            HandmadeProfile.rgb([s[1], s[2], s[0]], HandmadeProfile.sRGBCurve), [[255, 0, 0, 0, 255, 0, 10, 20, 200]])
        let pixels = try decodeImage(file).pixels
        #expect(pixels[0] == 0xff00_ff00 && pixels[1] == 0xff00_00ff)
        #expect(
            greatestDifference(
                Bitmap(width: 1, height: 1, pixels: [pixels[2]]),
                Bitmap(width: 1, height: 1, pixels: [0xffc8_0a14])) <= 1)
    }

    @Test func profile_of_plain_light_is_encoded() throws {
        // Half of the light is 187.8 in sRGB, a tenth is 89.9.
        let file = png(
            HandmadeProfile.rgb(HandmadeProfile.sRGB, HandmadeProfile.curve([])), [[128, 128, 128, 26, 26, 26]])
        let pixels = try decodeImage(file).pixels
        #expect(pixels == [0xffbc_bcbc, 0xff5a_5a5a])
    }

    @Test func wide_red_is_cut_off_and_grays_stay() throws {
        let file = png(
            HandmadeProfile.rgb(HandmadeProfile.p3, HandmadeProfile.sRGBCurve),
            [[255, 0, 0, 128, 128, 128, 200, 100, 50]])
        let pixels = try decodeImage(file).pixels
        #expect(pixels[0] == 0xffff_0000)
        let wanted = Bitmap(width: 2, height: 1, pixels: [0xff80_8080, 0xffd7_5d1f])
        // Worked out in floating point from the same published matrices.
        #expect(greatestDifference(Bitmap(width: 2, height: 1, pixels: Array(pixels[1...])), wanted) <= 1)
    }

    @Test func gamma_and_table_curves_agree() throws {
        let gamma = HandmadeProfile.curve([Int(1.8 * 256)])
        let table = HandmadeProfile.curve((0...1023).map { Int((65535 * pow(Double($0) / 1023, 1.8)).rounded()) })
        let row: [UInt8] = (0..<48).map { UInt8($0 * 5) }
        let a = try decodeImage(png(HandmadeProfile.rgb(HandmadeProfile.sRGB, gamma), [row]))
        let b = try decodeImage(png(HandmadeProfile.rgb(HandmadeProfile.sRGB, table), [row]))
        #expect(greatestDifference(a, b) <= 1)
        #expect(
            a != (try decodeImage(png(HandmadeProfile.rgb(HandmadeProfile.sRGB, HandmadeProfile.sRGBCurve), [row]))))
    }

    @Test func gray_profile_reaches_gray_files() throws {
        let profile = HandmadeProfile.bytes(space: "GRAY", [("kTRC", HandmadeProfile.curve([]))])
        #expect(try decodeImage(png(profile, [[128]], colour: 0)).pixels == [0xffbc_bcbc])
    }

    @Test func profile_of_a_jpeg_in_two_parts_is_read() throws {
        let s = HandmadeProfile.sRGB
        let profile = HandmadeProfile.rgb([s[1], s[2], s[0]], HandmadeProfile.sRGBCurve)
        let plain = try JPEGEncoder.encode(Bitmap(width: 8, height: 8, filledWith: 0xffff_0000), quality: 100)
        func segment(_ number: UInt8, _ part: ArraySlice<UInt8>) -> [UInt8] {
            [0xff, 0xe2] + HandmadeProfile.big(part.count + 16, 2) + Array("ICC_PROFILE\0".utf8) + [number, 2] + part
        }
        // The second part stands first.
        let file = plain[..<2] + segment(2, profile[100...]) + segment(1, profile[..<100]) + plain[2...]
        let pixel = try decodeImage(Array(file))[4, 4]
        #expect(pixel >> 8 & 255 >= 250 && pixel >> 16 & 255 <= 20)
    }

    @Test func profile_of_a_webp_is_read() throws {
        let s = HandmadeProfile.sRGB
        let profile = HandmadeProfile.rgb([s[1], s[2], s[0]], HandmadeProfile.sRGBCurve)
        let plain = try WebPEncoder.encode(Bitmap(width: 4, height: 2, filledWith: 0xffff_0000))
        func little(_ number: Int, _ length: Int) -> [UInt8] { HandmadeProfile.big(number, length).reversed() }
        let header = Array("VP8X".utf8) + little(10, 4) + [0x20, 0, 0, 0] + little(3, 3) + little(1, 3)
        let color = Array("ICCP".utf8) + little(profile.count, 4) + profile + (profile.count % 2 == 1 ? [0] : [])
        let body = Array("WEBP".utf8) + header + color + plain[12...]
        let file = Array("RIFF".utf8) + little(body.count, 4) + body
        #expect(try decodeImage(file).pixels.allSatisfy { $0 == 0xff00_ff00 })
    }

    @Test func damaged_profiles_count_as_none() throws {
        let whole = HandmadeProfile.rgb(HandmadeProfile.p3, HandmadeProfile.sRGBCurve)
        for count in stride(from: 0, to: whole.count, by: 7) { _ = ColorProfile(Array(whole[..<count])) }
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if let profile = ColorProfile(bytes) {
                _ = profile.inSRGB(Bitmap(width: 2, height: 1, pixels: [0xff12_3456, 1 << 30]))
            }
        }
        // libpng refuses a profile that is cut short; the picture is shown as sRGB.
        #expect(try decodeImage(png(Array(whole[..<200]), [[1, 2, 3]])).pixels == [0xff01_0203])
    }

    @Test func translucent_pixels_keep_their_alpha() {
        let s = HandmadeProfile.sRGB
        let profile = ColorProfile(HandmadeProfile.rgb([s[1], s[2], s[0]], HandmadeProfile.sRGBCurve))
        let shown = profile?.inSRGB(Bitmap(width: 2, height: 1, pixels: [0x8080_0000, 0]))
        #expect(shown?.pixels == [0x8000_8000, 0])
    }
}
