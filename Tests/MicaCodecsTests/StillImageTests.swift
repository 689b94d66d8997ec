import Foundation
import MicaBase
import MicaImageFiles
import Testing

@testable import MicaCodecs

@Test func premultiplying_is_undone_exactly_for_every_pixel() {
    for alpha in 0...255 as ClosedRange<UInt32> {
        for channel in 0...alpha {
            let pixel = alpha << 24 | channel << 16 | channel << 8 | channel
            #expect(premultiplied(unpremultiplied(pixel)) == pixel)
        }
        for channel in 0...255 as ClosedRange<UInt32> {
            let exact = (2 * channel * alpha + 255) / 510
            let pixel = alpha << 24 | channel << 16 | channel << 8 | channel
            #expect(premultiplied(pixel) == alpha << 24 | exact << 16 | exact << 8 | exact)
        }
    }
}

@Test(arguments: [(1, 1), (7, 3), (64, 65), (257, 33)])
func png_round_trip_is_exact(width: Int, height: Int) throws {
    for isOpaque in [false, true] {
        let bitmap = randomBitmap(width: width, height: height, seed: 11, opaque: isOpaque)
        let file = try PNGEncoder.encode(bitmap)
        #expect(try decodeImage(file) == bitmap)
        let header = try ImageHeader(of: file)
        #expect(header.format == .png && header.width == width && header.height == height)
        #expect(header.hasAlpha == !bitmap.isOpaque)
    }
}

@Test(arguments: [(1, 1), (7, 3), (64, 65), (257, 33)])
func webp_round_trip_is_exact(width: Int, height: Int) throws {
    let bitmap = randomBitmap(width: width, height: height, seed: 12)
    let file = try WebPEncoder.encode(bitmap)
    #expect(try decodeImage(file) == bitmap)
    let header = try ImageHeader(of: file)
    #expect(header.format == .webp && header.width == width && header.height == height && header.frameCount == 1)
}

@Test func jpeg_round_trip_is_near() throws {
    let bitmap = gradientBitmap(width: 61, height: 47, phase: 90)
    let decoded = try decodeImage(try JPEGEncoder.encode(bitmap, quality: 95))
    // Because: quality 95 with halved chroma moves a smooth picture by a few steps.
    #expect(greatestDifference(bitmap, decoded) <= 10)
}

@Test func png_grey_and_palette_and_deep_pixels_become_rgb() throws {
    var grey = HandmadePNG(width: 2, height: 1, depth: 8, colour: 0)
    grey.pixels([[0, 200]])
    #expect(try decodeImage(grey.finished).pixels == [0xff00_0000, 0xffc8_c8c8])

    var bits = HandmadePNG(width: 9, height: 1, depth: 1, colour: 0)
    bits.pixels([[0b1010_0000, 0b1000_0000]])
    let white: UInt32 = 0xffff_ffff, black: UInt32 = 0xff00_0000
    #expect(
        try decodeImage(bits.finished).pixels
            == [white, black, white, black, black, black, black, black, white])

    var greyAlpha = HandmadePNG(width: 1, height: 1, depth: 8, colour: 4)
    greyAlpha.pixels([[255, 128]])
    #expect(try decodeImage(greyAlpha.finished).pixels == [0x8080_8080])

    var palette = HandmadePNG(width: 2, height: 1, depth: 8, colour: 3)
    palette.chunk("PLTE", [255, 0, 0, 0, 0, 255])
    palette.chunk("tRNS", [255, 0])
    palette.pixels([[0, 1]])
    #expect(try decodeImage(palette.finished).pixels == [0xffff_0000, 0])
    #expect(try ImageHeader(of: palette.finished).hasAlpha)

    var deep = HandmadePNG(width: 2, height: 1, depth: 16, colour: 2)
    deep.pixels([[0xff, 0xff, 0x80, 0x80, 0x00, 0x7f, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00]])
    #expect(try decodeImage(deep.finished).pixels == [0xffff_8000, 0xff01_0000])
}

@Test func png_colour_key_is_transparent() throws {
    var keyed = HandmadePNG(width: 2, height: 1, depth: 8, colour: 2)
    keyed.chunk("tRNS", [0, 10, 0, 20, 0, 30])
    keyed.pixels([[10, 20, 30, 10, 20, 31]])
    #expect(try decodeImage(keyed.finished).pixels == [0, 0xff0a_141f])
}

@Test func jpeg_of_grey_and_of_four_inks_becomes_rgb() throws {
    let grey = try decodeImage(try sample(JPEGSamples.grey))
    #expect(grey == Bitmap(width: 16, height: 8, filledWith: 0xff64_6464))
    let inks = try decodeImage(try sample(JPEGSamples.cmyk))
    // Because: half black is 128 of 255, so red is (255 - 128) of 255.
    #expect(greatestDifference(inks, Bitmap(width: 8, height: 8, filledWith: 0xff7f_0000)) <= 1)
}

@Test func jpeg_orientation_is_read_and_can_be_undone() throws {
    let decoder = try ImageDecoder(bytes: try sample(JPEGSamples.turned))
    #expect(decoder.header.orientation == .right)
    let stored = try decoder.decode()
    #expect(stored.width == 16 && stored.height == 8)
    #expect(stored[1, 4] >> 16 & 255 > 250 && stored[14, 4] & 255 > 250)
    let upright = stored.upright(from: decoder.header.orientation)
    #expect(upright.width == 8 && upright.height == 16)
    #expect(upright[4, 1] >> 16 & 255 > 250 && upright[4, 14] & 255 > 250)
}

@Test(arguments: ImageOrientation.allCases)
func orientation_upright_moves_the_corner(_ orientation: ImageOrientation) {
    // EXIF: where the stored picture's first row and first column are to be seen.
    let firstRowAndColumn: [ImageOrientation: (Int, Int)] = [
        .up: (0, 0), .upMirrored: (2, 0), .down: (2, 1), .downMirrored: (0, 1),
        .leftMirrored: (0, 0), .right: (1, 0), .rightMirrored: (1, 2), .left: (0, 2),
    ]
    var stored = Bitmap(width: 3, height: 2)
    stored[0, 0] = 0xffff_ffff
    let upright = stored.upright(from: orientation)
    let corner = firstRowAndColumn[orientation] ?? (-1, -1)
    #expect(upright.width == (orientation.swapsSides ? 2 : 3))
    #expect(upright[corner.0, corner.1] == 0xffff_ffff)
}

@Test func webp_lossy_header_and_pixels() throws {
    let file = try sample("UklGRjIAAABXRUJQVlA4ICYAAAAwAQCdASoIAAQAAMASJaAAA3AA/vHcD//9Xbf/6nT//1On/1ZQAA==")
    let header = try ImageHeader(of: file)
    #expect(header.width == 8 && header.height == 4 && !header.hasAlpha)
    #expect(greatestDifference(try decodeImage(file), Bitmap(width: 8, height: 4, filledWith: 0xffc8_3264)) <= 6)
}

@Test func encoders_refuse_pictures_without_pixels() {
    let nothing = Bitmap(width: 0, height: 4)
    #expect(throws: ImageError.self) { try PNGEncoder.encode(nothing) }
    #expect(throws: ImageError.self) { try WebPEncoder.encode(nothing) }
    #expect(throws: ImageError.self) { try JPEGEncoder.encode(nothing) }
    #expect(throws: ImageError.self) { try GIFAnimationEncoder(width: 0, height: 4) }
    #expect(throws: ImageError.self) { try WebPAnimationEncoder(width: 16_384, height: 4) }
}

/// The bytes of a sample.
func sample(_ base64: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: base64)))
}

@Test(arguments: [0, 1, 5, 9, 12])
func png_of_any_effort_decodes_to_the_same_pixels(_ level: Int) throws {
    var picture = Bitmap(width: 67, height: 41)
    for index in picture.pixels.indices {
        // A row of one colour, a ramp, noise and repetition: each is some filter's best.
        let (x, y) = (UInt32(index % 67), UInt32(index / 67))
        let ramp: UInt32 = 0xff00_0000 | x * 3 << 8 | y
        let noise: UInt32 = 0xff00_0000 | x &* 2_654_435_761 >> 8
        let steps: UInt32 = 0xff80_8080 ^ (x % 7)
        let kinds: [UInt32] = [0xff33_66cc, ramp, noise, steps]
        picture.pixels[index] = kinds[Int(y / 11)]
    }
    let file = try PNGEncoder.encode(picture, level: level)
    #expect(try decodeImage(file) == picture)
    picture.pixels[5] = 0
    #expect(try decodeImage(PNGEncoder.encode(picture, level: level)) == picture)
    if level == 12 { #expect(try file.count < PNGEncoder.encode(picture, level: 1).count) }
}

@Test func png_of_little_effort_packs_long_runs_noise_and_rare_bytes() throws {
    // Several blocks of the packer: plain rows, noise, and bytes whose frequencies halve, which have the longest codes.
    var picture = Bitmap(width: 700, height: 300, filledWith: 0xff20_3060)
    var state: UInt32 = 1
    for index in picture.pixels.indices where index / 700 >= 100 {
        state = state &* 1_664_525 &+ 1_013_904_223
        let halved = UInt32(1) << UInt32(min((state >> 4).trailingZeroBitCount, 23))
        picture.pixels[index] = 0xff00_0000 | (index / 700 < 200 ? state >> 8 : halved)
    }
    let file = try PNGEncoder.encode(picture, level: 1)
    #expect(try decodeImage(file) == picture)
    #expect(file.count < 700 * 300 * 3)
    let plain = Bitmap(width: 700, height: 300, filledWith: 0xff20_3060)
    let small = try PNGEncoder.encode(plain, level: 1)
    #expect(try decodeImage(small) == plain && small.count < 2000)
}
