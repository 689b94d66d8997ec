import CoreGraphics
import MicaBase
import MicaCodecs
import MicaImageFiles
import MicaRandom
import Testing

@testable import ImageIO

@Suite struct ThumbnailTests {
    private func options(_ most: Int?, transform: Bool = false) -> CFDictionary {
        var options: CFDictionary = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: transform,
        ]
        if let most { options[kCGImageSourceThumbnailMaxPixelSize] = most }
        return options
    }

    @Test func thumbnail_fits_its_longest_side_and_never_grows() throws {
        let source = try source(try PNGEncoder.encode(gradient(width: 40, height: 30)))
        for (most, width, height) in [(20, 20, 15), (4, 4, 3), (1, 1, 1), (39, 39, 29), (40, 40, 30), (500, 40, 30)] {
            let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options(most)))
            #expect(thumbnail.width == width && thumbnail.height == height)
        }
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options(nil))?.width == 40)
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options(0)) == nil)
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 1, options(4)) == nil)
        let ifAbsent = [kCGImageSourceCreateThumbnailFromImageIfAbsent: true] as CFDictionary
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, ifAbsent)?.width == 40)
    }

    @Test func thumbnail_of_a_damaged_image_is_nil() throws {
        let source = CGImageSource(bytes: try damagedPNG(), options: nil, report: { _ in })
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options(4)) == nil)
    }

    @Test func thumbnail_with_transform_stands_upright() throws {
        // Stored lying: the left half red, the right half blue; to be turned a quarter clockwise, red comes to the top.
        var stored = Bitmap(width: 32, height: 16, filledWith: 0xffff_0000)
        for y in 0..<16 { for x in 16..<32 { stored[x, y] = 0xff00_00ff } }
        let annotations = ImageAnnotations(orientation: .right)
        for file in [
            annotations.annotatingJPEG(try JPEGEncoder.encode(stored, quality: 100)),
            annotations.annotatingPNG(try PNGEncoder.encode(stored)),
        ] {
            let source = try source(file)
            #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil)?[kCGImagePropertyOrientation] as? Int == 6)
            let lying = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options(8)))
            #expect(lying.width == 8 && lying.height == 4)
            let upright = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options(8, transform: true)))
            #expect(upright.width == 4 && upright.height == 8)
            let pixels = upright.resource.bitmap()
            #expect(pixels[1, 1] >> 16 & 255 > 240 && pixels[1, 6] & 255 > 240)
        }
    }

    @Test func large_jpegs_are_decoded_at_a_fraction_of_their_size() throws {
        let file = try JPEGEncoder.encode(gradient(width: 810, height: 603), quality: 95)
        let decoder = try ImageDecoder(bytes: file)
        for (wanted, width, height) in [(40, 102, 76), (100, 203, 151), (200, 405, 302), (300, 810, 603)] {
            let decoded = try decoder.decode(forWidth: wanted, height: wanted * 603 / 810)
            #expect(decoded.width == width && decoded.height == height)
        }
        // The picture is the same to a few steps.
        let whole = try decoder.decode().scaledDown(toWidth: 100, height: 74)
        let source = try source(file)
        let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options(100))).resource.bitmap()
        #expect(thumbnail.width == 100 && thumbnail.height == 74)
        var largest = 0
        for (a, b) in zip(thumbnail.pixels, whole.pixels) {
            for shift in [0, 8, 16, 24] as [UInt32] {
                let (left, right) = (Int(a >> shift & 255), Int(b >> shift & 255))
                largest = max(largest, abs(left - right))
            }
        }
        #expect(largest <= 4, "\(largest)")
        #expect(throws: ImageError.self) {
            try ImageDecoder(bytes: Array(file.prefix(file.count / 2))).decode(forWidth: 40, height: 30)
        }
    }

    @Test func scaling_is_the_exact_mean_of_the_area() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<40 {
            let (width, height) = (Int(random.next() % 12) + 1, Int(random.next() % 12) + 1)
            var bitmap = Bitmap(width: width, height: height)
            for index in bitmap.pixels.indices {
                bitmap.pixels[index] = premultiplied(UInt32(truncatingIfNeeded: random.next()))
            }
            let (across, down) = (Int(random.next() % UInt64(width)) + 1, Int(random.next() % UInt64(height)) + 1)
            #expect(bitmap.scaledDown(toWidth: across, height: down) == slowly(bitmap, across, down))
        }
    }

    /// The same mean, from how far each pair of pixels overlaps.
    private func slowly(_ bitmap: Bitmap, _ across: Int, _ down: Int) -> Bitmap {
        func overlap(_ old: Int, _ new: Int, _ oldSide: Int, _ newSide: Int) -> Int {
            max(min((old + 1) * newSide, (new + 1) * oldSide) - max(old * newSide, new * oldSide), 0)
        }
        var result = Bitmap(width: across, height: down)
        for y in 0..<down {
            for x in 0..<across {
                for shift in [0, 8, 16, 24] as [UInt32] {
                    var sum = 0
                    for row in 0..<bitmap.height {
                        for column in 0..<bitmap.width {
                            sum +=
                                Int(bitmap[column, row] >> shift & 255) * overlap(column, x, bitmap.width, across)
                                * overlap(row, y, bitmap.height, down)
                        }
                    }
                    let total = bitmap.width * bitmap.height
                    result[x, y] |= UInt32((sum + total / 2) / total) << shift
                }
            }
        }
        return result
    }
}
