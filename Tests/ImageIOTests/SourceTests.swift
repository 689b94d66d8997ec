import ImageIO
import MicaCodecs
import MicaImageFiles
import MicaRandom
import Testing

@Suite struct SourceTests {
    @Test func source_tells_type_count_and_size_of_every_format() throws {
        for (type, file, count) in try everyFormat() {
            let source = try source(file)
            #expect(CGImageSourceGetType(source) == type)
            #expect(CGImageSourceGetCount(source) == count)
            #expect(CGImageSourceGetStatus(source) == .statusComplete)
            let image = try #require(CGImageSourceCreateImageAtIndex(source, count - 1, nil))
            #expect(image.width == (count == 1 ? 20 : 24) && image.height == (count == 1 ? 10 : 24))
            #expect(CGImageSourceCreateImageAtIndex(source, count, nil) == nil)
            #expect(CGImageSourceCreateImageAtIndex(source, -1, nil) == nil)
            #expect(CGImageSourceCopyPropertiesAtIndex(source, count, nil) == nil)
            #expect(CGImageSourceGetStatusAtIndex(source, count) == .statusInvalidData)
        }
        #expect(Set(CGImageSourceCopyTypeIdentifiers().compactMap { $0 as? String }).count == 4)
    }

    @Test func source_frames_are_the_canvas() throws {
        let frames = movingSquares(4)
        for (_, file, count) in try everyFormat() where count == 4 {
            let source = try source(file)
            for index in [3, 0, 2, 1] {
                let image = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
                #expect(image.resource.bitmap() == frames[index])
            }
        }
    }

    @Test func source_properties_cast_as_clients_cast_them() throws {
        let file = try animation(movingSquares(2), with: GIFAnimationEncoder(width: 24, height: 24, loopCount: 3))
        let source = try source(file)
        let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 1, nil) as? [String: Any])
        #expect(properties[kCGImagePropertyPixelWidth as String] as? Int == 24)
        #expect(properties[kCGImagePropertyPixelHeight as String] as? CGFloat == 24)
        #expect(properties[kCGImagePropertyHasAlpha as String] as? Bool == true)
        #expect((properties[kCGImagePropertyDepth as String] as? NSNumber)?.intValue == 8)
        #expect(properties[kCGImagePropertyColorModel as String] as? String == kCGImagePropertyColorModelRGB)
        let own = try #require(properties[kCGImagePropertyGIFDictionary as String] as? [String: Any])
        #expect(own[kCGImagePropertyGIFUnclampedDelayTime as String] as? Double == 0.2)
        let same = try #require(properties[kCGImagePropertyGIFDictionary as String] as? NSDictionary)
        #expect((same[kCGImagePropertyGIFDelayTime] as? NSNumber)?.doubleValue == 0.2)

        let whole = try #require(CGImageSourceCopyProperties(source, nil))
        #expect(whole[kCGImagePropertyFileSize] as? Int == file.count)
        let all = try #require(whole[kCGImagePropertyGIFDictionary] as? CFDictionary)
        #expect(all[kCGImagePropertyGIFLoopCount] as? Int == 3)
        #expect(all[kCGImagePropertyGIFCanvasPixelWidth] as? Int == 24)
        #expect((all[kCGImagePropertyGIFFrameInfoArray] as? [[String: Any]])?.count == 2)
    }

    @Test func source_delay_times_are_clamped_and_not() throws {
        let frame = movingSquares(1)[0]
        for (key, encoder) in [
            (kCGImagePropertyGIFDictionary, try GIFAnimationEncoder(width: 24, height: 24) as any AnimationEncoder),
            (kCGImagePropertyWebPDictionary, try WebPAnimationEncoder(width: 24, height: 24)),
            (kCGImagePropertyPNGDictionary, try PNGAnimationEncoder(width: 24, height: 24, frameCount: 2)),
        ] {
            var file = try encoder.append(frame, duration: 0.04)
            file += try encoder.append(movingSquares(2)[1], duration: 0.5)
            let source = try source(file + (try encoder.finish()))
            let first = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil)?[key] as? [String: Any])
            #expect(first[kCGImagePropertyGIFUnclampedDelayTime] as? Double == 0.04)
            #expect(first[kCGImagePropertyGIFDelayTime] as? Double == 0.1)
            let second = try #require(CGImageSourceCopyPropertiesAtIndex(source, 1, nil)?[key] as? [String: Any])
            #expect(second[kCGImagePropertyGIFDelayTime] as? Double == 0.5)
        }
    }

    @Test func source_of_a_file_and_of_a_provider() throws {
        let file = try PNGEncoder.encode(gradient(width: 5, height: 4))
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
        try Data(file).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let source = try #require(
            CGImageSourceCreateWithURL(url as CFURL, [kCGImageSourceShouldCache: false] as CFDictionary))
        #expect(try #require(CGImageSourceCreateImageAtIndex(source, 0, nil)).width == 5)
        let provider = try #require(CGDataProvider(data: Data(file)))
        #expect(CGImageSourceCreateWithDataProvider(provider, nil).map(CGImageSourceGetCount) == 1)
        #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/no/such/file.png"), nil) == nil)
        #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/dev/zero"), nil) == nil)
        #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/"), nil) == nil)
    }

    @Test func source_of_no_image_has_a_status() throws {
        let text = try source(Array("This is not a picture at all.".utf8))
        #expect(CGImageSourceGetStatus(text) == .statusUnknownType)
        #expect(CGImageSourceGetType(text) == nil && CGImageSourceGetCount(text) == 0)
        #expect(CGImageSourceCreateImageAtIndex(text, 0, nil) == nil)
        #expect(CGImageSourceCopyProperties(text, nil) == nil)
        #expect(CGImageSourceGetStatus(try source([])) == .statusUnknownType)
    }

    @Test func source_of_a_file_cut_anywhere_is_safe() throws {
        for (_, file, count) in try everyFormat() {
            for length in 0..<file.count {
                let source = try source(Array(file[..<length]))
                let found = CGImageSourceGetCount(source)
                #expect(found <= count)
                for index in 0...found {
                    guard let image = CGImageSourceCreateImageAtIndex(source, index, nil) else {
                        #expect(CGImageSourceGetStatusAtIndex(source, index) != .statusComplete)
                        continue
                    }
                    #expect(image.resource.bitmap().pixels.count == image.width * image.height)
                }
            }
        }
    }

    @Test func source_of_damaged_bytes_is_safe() throws {
        var random = SeededGenerator(seed: 7)
        for (_, file, _) in try everyFormat() {
            for _ in 0..<150 {
                var damaged = file
                for _ in 0..<3 {
                    damaged[Int(random.next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: random.next())
                }
                let source = CGImageSource(bytes: damaged, options: nil, report: { _ in })
                for index in 0..<min(CGImageSourceGetCount(source), 8) {
                    _ = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
                    let image = CGImageSourceCreateImageAtIndex(source, index, nil)
                    if let image, image.width * image.height < 1 << 20 { _ = image.resource.bitmap() }
                }
            }
        }
    }

    @Test func source_of_too_many_pixels_has_properties_and_no_image() throws {
        var file = try PNGEncoder.encode(gradient(width: 5, height: 4))
        file.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        let source = try source(file)
        #expect(CGImageSourceGetStatus(source) == .statusInvalidData)
        #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil)?[kCGImagePropertyPixelWidth] as? Int == 65_536)
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
        let always =
            [kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 10]
            as CFDictionary
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, always) == nil)
    }

    @Test func incremental_source_grows() throws {
        let file = try animation(movingSquares(4), with: GIFAnimationEncoder(width: 24, height: 24))
        let source = CGImageSourceCreateIncremental(nil)
        #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
        var counts: Set<Int> = []
        for length in stride(from: 1, to: file.count, by: 7) {
            CGImageSourceUpdateData(source, Data(file[..<length]), false)
            let count = CGImageSourceGetCount(source)
            #expect(CGImageSourceGetStatus(source) == (count == 0 ? .statusReadingHeader : .statusIncomplete))
            counts.insert(count)
            if count > 1 {
                let whole = try #require(CGImageSourceCreateImageAtIndex(source, count - 2, nil))
                #expect(whole.resource.bitmap() == movingSquares(4)[count - 2])
                #expect(CGImageSourceGetStatusAtIndex(source, count - 2) == .statusComplete)
            }
            #expect(CGImageSourceGetStatusAtIndex(source, 4) == .statusReadingHeader)
        }
        #expect(counts.isSuperset(of: [0, 1, 2, 3, 4]))
        CGImageSourceUpdateData(source, Data(file[..<(file.count - 4)]), true)
        #expect(CGImageSourceGetStatus(source) == .statusUnexpectedEOF)
        CGImageSourceUpdateData(source, Data(file), true)
        #expect(CGImageSourceGetStatus(source) == .statusComplete)
    }

    @Test func source_of_a_cut_jpeg_says_so() throws {
        let file = try JPEGEncoder.encode(gradient(width: 64, height: 64))
        let source = try source(Array(file[..<(file.count / 2 + 200)]))
        #expect(CGImageSourceGetStatus(source) == .statusUnexpectedEOF)
        #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusUnexpectedEOF)
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    }
}
