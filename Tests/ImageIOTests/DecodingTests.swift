import Dispatch
import ImageIO
import MicaBase
import MicaCodecs
import MicaImageFiles
import MicaRandom
import Testing

@Suite struct DecodingTests {
    private let immediately = [kCGImageSourceShouldCacheImmediately: true] as CFDictionary

    @Test func decoding_waits_until_pixels_are_wanted() throws {
        let cache = ImageCache(budget: 1 << 20)
        let bitmap = gradient(width: 20, height: 10)
        let source = CGImageSource(bytes: try PNGEncoder.encode(bitmap), options: nil, cache: cache)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(cache.statistics == ImageCache.Statistics())
        #expect(image.resource.bitmap() == bitmap)
        #expect(cache.statistics.decodes == 1 && cache.statistics.bytes == 800)
        #expect(image.resource.bitmap() == bitmap)
        #expect(cache.statistics.decodes == 1 && cache.statistics.hits == 1)
        let again = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(again.resource.bitmap() == bitmap)
        #expect(cache.statistics.decodes == 1 && cache.statistics.hits == 2)
        CGImageSourceRemoveCacheAtIndex(source, 0)
        #expect(cache.statistics.bytes == 0)
        #expect(again.resource.bitmap() == bitmap && cache.statistics.decodes == 2)
    }

    @Test func decoding_at_once_is_done_before_the_image_is_there() throws {
        let cache = ImageCache(budget: 1 << 20)
        let file = try PNGEncoder.encode(gradient(width: 20, height: 10))
        let source = CGImageSource(bytes: file, options: nil, cache: cache)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, immediately))
        #expect(cache.statistics.decodes == 1 && cache.statistics.count == 1)
        _ = image.resource.bitmap()
        #expect(cache.statistics.decodes == 1 && cache.statistics.hits == 1)
        let other = CGImageSource(bytes: file, options: immediately, cache: cache)
        let retained = CGImageSourceCreateImageAtIndex(other, 0, nil)
        #expect(retained != nil && cache.statistics.decodes == 2)
    }

    @Test func damage_found_late_is_transparent_and_reported_once() throws {
        let reports = Reports()
        let cache = ImageCache(budget: 0)
        let source = CGImageSource(bytes: try damagedPNG(), options: nil, cache: cache, report: reports.add)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(reports.all.isEmpty && image.resource.isOpaque)
        for _ in 0..<3 { #expect(image.resource.bitmap() == Bitmap(width: 20, height: 10)) }
        #expect(!image.resource.isOpaque)
        #expect(reports.all.count == 1 && reports.all[0].contains("png"))
        #expect(cache.statistics.decodes == 1)
        #expect(CGImageSourceCreateImageAtIndex(source, 0, immediately) == nil)
    }

    @Test func budget_holds_and_the_image_used_longest_ago_goes() throws {
        let one = 16 * 16 * 4
        let cache = ImageCache(budget: 3 * one + 10)
        var images: [CGImage] = []
        for index in 0..<10 {
            let source = CGImageSource(
                bytes: try PNGEncoder.encode(gradient(width: 16, height: 16, phase: index)), options: nil, cache: cache)
            images.append(try #require(CGImageSourceCreateImageAtIndex(source, 0, nil)))
        }
        for (index, image) in images.enumerated() {
            #expect(image.resource.bitmap() == gradient(width: 16, height: 16, phase: index))
            #expect(cache.statistics.bytes <= cache.budget)
        }
        #expect(cache.statistics.count == 3 && cache.statistics.decodes == 10 && cache.statistics.drops == 7)
        #expect(images.map(\.resource.isDecoded) == Array(repeating: false, count: 7) + [true, true, true])
        // 7 is used again, so 8 is the one to go when 0 comes.
        _ = images[7].resource.bitmap()
        #expect(images[0].resource.bitmap() == gradient(width: 16, height: 16, phase: 0))
        #expect([0, 7, 8, 9].map { images[$0].resource.isDecoded } == [true, true, false, true])
        cache.budget = one
        #expect(cache.statistics.count == 1 && images[0].resource.isDecoded)
        images = []
        #expect(cache.statistics.count == 0 && cache.statistics.bytes == 0)
    }

    @Test func budget_less_than_an_image_keeps_nothing() throws {
        let cache = ImageCache(budget: 100)
        let bitmap = gradient(width: 16, height: 16)
        let source = CGImageSource(bytes: try PNGEncoder.encode(bitmap), options: nil, cache: cache)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        for _ in 0..<2 { #expect(image.resource.bitmap() == bitmap) }
        #expect(cache.statistics.decodes == 2 && cache.statistics.bytes == 0)
    }

    @Test func image_that_should_not_be_cached_goes_first() throws {
        let cache = ImageCache(budget: 2 * 1024)
        let images = try [true, false, true].enumerated().map { index, shouldCache in
            let file = try PNGEncoder.encode(gradient(width: 16, height: 16, phase: index))
            let source = CGImageSource(
                bytes: file, options: [kCGImageSourceShouldCache: shouldCache] as CFDictionary, cache: cache)
            return try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        }
        for image in images { _ = image.resource.bitmap() }
        #expect(images.map(\.resource.isDecoded) == [true, false, true])
    }

    @Test func animation_that_is_played_is_decoded_in_runs() throws {
        let frames = movingSquares(32)
        let file = try animation(frames, with: GIFAnimationEncoder(width: 24, height: 24))
        // Room for all; an eighth of it, for frames decoded ahead, is 8 frames.
        let cache = ImageCache(budget: 64 * 24 * 24 * 4)
        let source = CGImageSource(bytes: file, options: nil, cache: cache)
        let images = try (0..<32).map { try #require(CGImageSourceCreateImageAtIndex(source, $0, nil)) }
        for (image, frame) in zip(images, frames) { #expect(image.resource.bitmap() == frame) }
        #expect(cache.statistics.decodes == 4)
        for (image, frame) in zip(images, frames) { #expect(image.resource.bitmap() == frame) }
        // The cache lets go of images that are gone, and without this the last loop may be the end of them.
        withExtendedLifetime(images) { #expect(cache.statistics.decodes == 4 && cache.statistics.count == 32) }
    }

    @Test func threads_share_images_within_the_budget() throws {
        let cache = ImageCache(budget: 5 * 1024)
        let images = try (0..<12).map { index in
            let file = try PNGEncoder.encode(gradient(width: 16, height: 16, phase: index))
            return try #require(
                CGImageSourceCreateImageAtIndex(CGImageSource(bytes: file, options: nil, cache: cache), 0, nil))
        }
        let wrong = Reports()
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            var random = SeededGenerator(seed: UInt64(worker))
            for _ in 0..<200 {
                let index = Int(random.next() % 12)
                if images[index].resource.bitmap() != gradient(width: 16, height: 16, phase: index) {
                    wrong.add("\(index)")
                }
                if cache.statistics.bytes > cache.budget { wrong.add("budget") }
            }
        }
        #expect(wrong.all.isEmpty)
    }

    @Test func images_are_decoded_once_by_many_threads() throws {
        let cache = ImageCache(budget: 1 << 24)
        let source = CGImageSource(
            bytes: try PNGEncoder.encode(gradient(width: 200, height: 200)), options: nil, cache: cache)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        DispatchQueue.concurrentPerform(iterations: 16) { _ in _ = image.resource.bitmap() }
        #expect(cache.statistics.decodes == 1 && cache.statistics.hits == 15)
    }
}
