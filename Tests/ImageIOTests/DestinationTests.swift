import ImageIO
import MicaBase
import MicaCodecs
import Testing

@Suite struct DestinationTests {
    /// Writes images with their properties, and opens what came of it.
    private func written(
        _ type: String, _ images: [(Bitmap, CFDictionary?)], _ properties: CFDictionary? = nil
    ) throws -> CGImageSource {
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, images.count, nil))
        CGImageDestinationSetProperties(destination, properties)
        for (bitmap, properties) in images {
            CGImageDestinationAddImage(destination, CGImage(bitmap: bitmap), properties)
        }
        #expect(CGImageDestinationFinalize(destination))
        #expect(!CGImageDestinationFinalize(destination))
        return try #require(CGImageSourceCreateWithData(data as Data, nil))
    }

    private func bitmap(_ source: CGImageSource, _ index: Int = 0) throws -> Bitmap {
        try #require(CGImageSourceCreateImageAtIndex(source, index, nil)).resource.bitmap()
    }

    @Test func destination_without_loss_gives_the_same_pixels() throws {
        var picture = gradient(width: 20, height: 10, phase: 3)
        picture[4, 5] = 0x8040_2010
        for type in ["public.png", "org.webmproject.webp"] {
            let source = try written(type, [(picture, nil)])
            #expect(CGImageSourceGetType(source) == type)
            #expect(try bitmap(source) == picture)
        }
    }

    @Test func names_of_kinds_of_files_are_those_of_formats() {
        let written = CGImageDestinationCopyTypeIdentifiers().compactMap { $0 as? String }
        for name in [kUTTypePNG, kUTTypeJPEG, kUTTypeGIF] { #expect(written.contains(name), "\(name)") }
    }

    @Test func destination_jpeg_has_quality_and_background() throws {
        var picture = gradient(width: 64, height: 64)
        for y in 0..<32 { for x in 0..<32 { picture[x, y] = 0 } }
        let key = kCGImageDestinationLossyCompressionQuality
        func size(_ quality: Any) throws -> Int {
            let source = try written("public.jpeg", [(picture, [key: quality] as CFDictionary)])
            return try #require(CGImageSourceCopyProperties(source, nil)?[kCGImagePropertyFileSize] as? Int)
        }
        let sizes = [try size(0.1), try size(CGFloat(0.5)), try size(NSNumber(value: 1))]
        #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
        let sizeOfNothing = try size(Double.nan)
        #expect(sizeOfNothing > sizes[1] && sizeOfNothing < sizes[2])
        #expect(try bitmap(try written("public.jpeg", [(picture, nil)]))[8, 8] == 0xffff_ffff)
        let green = [kCGImageDestinationBackgroundColor: CGColor(red: 0, green: 1, blue: 0, alpha: 1)] as CFDictionary
        let pixel = try bitmap(try written("public.jpeg", [(picture, green)]))[8, 8]
        #expect(pixel >> 8 & 255 > 250 && pixel >> 16 & 255 < 5)
    }

    @Test func destination_writes_animations() throws {
        let frames = movingSquares(5)
        for (type, key) in [
            ("com.compuserve.gif", kCGImagePropertyGIFDictionary),
            ("org.webmproject.webp", kCGImagePropertyWebPDictionary),
            ("public.png", kCGImagePropertyPNGDictionary),
        ] {
            let images = frames.enumerated().map { index, frame in
                (frame, [key: [kCGImagePropertyGIFDelayTime: 0.1 * Double(index + 1)]] as CFDictionary?)
            }
            let source = try written(type, images, [key: [kCGImagePropertyGIFLoopCount: 2]] as CFDictionary)
            #expect(CGImageSourceGetCount(source) == 5)
            let whole = try #require(CGImageSourceCopyProperties(source, nil)?[key] as? [String: Any])
            #expect(whole[kCGImagePropertyGIFLoopCount] as? Int == 2)
            for (index, frame) in frames.enumerated() {
                #expect(try bitmap(source, index) == frame)
                let own = try #require(CGImageSourceCopyPropertiesAtIndex(source, index, nil)?[key] as? [String: Any])
                let delay = try #require(own[kCGImagePropertyGIFDelayTime] as? Double)
                #expect(abs(delay - 0.1 * Double(index + 1)) < 1e-9)
            }
        }
    }

    @Test func destination_without_loop_count_plays_once() throws {
        let source = try written("com.compuserve.gif", movingSquares(2).map { ($0, nil) })
        let whole = try #require(
            CGImageSourceCopyProperties(source, nil)?[kCGImagePropertyGIFDictionary] as? [String: Any])
        #expect(whole[kCGImagePropertyGIFLoopCount] == nil)
    }

    @Test func destination_puts_frames_of_other_sizes_on_the_first_ones_canvas() throws {
        let small = Bitmap(width: 3, height: 3, filledWith: 0xff00_ff00)
        let large = Bitmap(width: 50, height: 50, filledWith: 0xff00_00ff)
        let source = try written("com.compuserve.gif", [(movingSquares(1)[0], nil), (small, nil), (large, nil)])
        let second = try bitmap(source, 1)
        #expect(second.width == 24 && second[2, 2] == 0xff00_ff00 && second[3, 3] == 0)
        #expect(try bitmap(source, 2) == Bitmap(width: 24, height: 24, filledWith: 0xff00_00ff))
    }

    @Test func destination_keeps_orientation_and_density() throws {
        let properties =
            [kCGImagePropertyOrientation: 8, kCGImagePropertyDPIWidth: 144, kCGImagePropertyDPIHeight: 72]
            as CFDictionary
        for type in ["public.png", "public.jpeg"] {
            let source = try written(type, [(gradient(width: 8, height: 4), properties)])
            let found = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
            #expect(found[kCGImagePropertyOrientation] as? Int == 8)
            #expect(abs((found[kCGImagePropertyDPIWidth] as? Double ?? 0) - 144) < 0.02)
            #expect(abs((found[kCGImagePropertyDPIHeight] as? Double ?? 0) - 72) < 0.02)
        }
    }

    @Test func destination_takes_images_and_properties_of_a_source() throws {
        let gif = try written(
            "com.compuserve.gif",
            movingSquares(2).map {
                ($0, [kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFDelayTime: 0.3]] as CFDictionary)
            })
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 2, nil))
        CGImageDestinationAddImageFromSource(destination, gif, 0, nil)
        let longer = [kCGImagePropertyPNGDictionary: [kCGImagePropertyAPNGUnclampedDelayTime: 0.7]] as CFDictionary
        CGImageDestinationAddImageFromSource(destination, gif, 1, longer)
        #expect(CGImageDestinationFinalize(destination))
        let png = try #require(CGImageSourceCreateWithData(data as Data, nil))
        for (index, delay) in [0.3, 0.7].enumerated() {
            let found = try #require(CGImageSourceCopyPropertiesAtIndex(png, index, nil))
            let own = try #require(found[kCGImagePropertyPNGDictionary] as? [String: Any])
            #expect(own[kCGImagePropertyAPNGDelayTime] as? Double == delay)
            #expect(try bitmap(png, index) == movingSquares(2)[index])
        }

        let turned = try written(
            "public.jpeg", [(gradient(width: 8, height: 4), [kCGImagePropertyOrientation: 3] as CFDictionary)])
        for (properties, orientation) in [(nil, 3), ([kCGImagePropertyOrientation: NSNull()] as CFDictionary, nil)]
            as [(CFDictionary?, Int?)]
        {
            let copy = NSMutableData()
            let destination = try #require(CGImageDestinationCreateWithData(copy, "public.jpeg" as CFString, 1, nil))
            CGImageDestinationAddImageFromSource(destination, turned, 0, properties)
            #expect(CGImageDestinationFinalize(destination))
            let source = try #require(CGImageSourceCreateWithData(copy as Data, nil))
            let found = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
            #expect(found?[kCGImagePropertyOrientation] as? Int == orientation)
        }
    }

    @Test func destination_makes_large_images_smaller() throws {
        let most = [kCGImageDestinationImageMaxPixelSize: 10] as CFDictionary
        let small = try bitmap(try written("public.png", [(gradient(width: 40, height: 20), most)]))
        #expect(small.width == 10 && small.height == 5)
    }

    @Test func destination_writes_a_file() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: url) }
        let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, CGImage(bitmap: gradient(width: 4, height: 4)), nil)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect(CGImageDestinationFinalize(destination))
        #expect(try bitmap(try #require(CGImageSourceCreateWithURL(url, nil))) == gradient(width: 4, height: 4))
    }

    @Test func destination_refuses_what_it_cannot_write() throws {
        let data = NSMutableData()
        #expect(CGImageDestinationCreateWithData(data, "public.tiff" as CFString, 1, nil) == nil)
        #expect(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 2, nil) == nil)
        #expect(CGImageDestinationCreateWithData(data, "public.png" as CFString, 0, nil) == nil)
        let missing = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 2, nil))
        CGImageDestinationAddImage(missing, CGImage(bitmap: gradient(width: 4, height: 4)), nil)
        #expect(!CGImageDestinationFinalize(missing))
        let damaged = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImageFromSource(damaged, CGImageSource(bytes: try damagedPNG(), options: nil), 0, nil)
        #expect(!CGImageDestinationFinalize(damaged))
        let wide = try #require(CGImageDestinationCreateWithData(data, "org.webmproject.webp" as CFString, 1, nil))
        CGImageDestinationAddImage(wide, CGImage(bitmap: Bitmap(width: 20_000, height: 1)), nil)
        #expect(!CGImageDestinationFinalize(wide))
        let url = URL(fileURLWithPath: "/no/such/folder/a.png")
        let nowhere = try #require(CGImageDestinationCreateWithURL(url, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(nowhere, CGImage(bitmap: gradient(width: 4, height: 4)), nil)
        #expect(!CGImageDestinationFinalize(nowhere))
        #expect(data.length == 0)
    }
}
