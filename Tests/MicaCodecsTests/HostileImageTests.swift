import Foundation
import MicaBase
import MicaFuzzImages
import MicaImageFiles
import MicaRandom
import Testing

@testable import MicaCodecs

/// One file of each kind.
private func files() throws -> [(name: String, bytes: [UInt8])] {
    let bitmap = randomBitmap(width: 37, height: 29, seed: 3)
    let gif = try GIFAnimationEncoder(width: 37, height: 29)
    let webp = try WebPAnimationEncoder(width: 37, height: 29)
    var gifFile: [UInt8] = []
    for seed in 20..<23 as Range<UInt64> {
        gifFile += try gif.append(randomBitmap(width: 37, height: 29, seed: seed), duration: 0.1)
        _ = try webp.append(randomBitmap(width: 37, height: 29, seed: seed), duration: 0.1)
    }
    gifFile += try gif.finish()
    return [
        ("png", try PNGEncoder.encode(bitmap)), ("jpeg", try JPEGEncoder.encode(bitmap)),
        ("progressive jpeg", try sample(JPEGSamples.grey)), ("cmyk jpeg", try sample(JPEGSamples.cmyk)),
        ("webp", try WebPEncoder.encode(bitmap)), ("gif", gifFile), ("webp animation", try webp.finish()),
    ]
}

@Test func truncated_files_are_errors_that_say_so() throws {
    for file in try files() {
        for count in Array(stride(from: 0, to: file.bytes.count, by: 97)) + [file.bytes.count - 3] {
            let error = #expect(throws: ImageError.self, "\(file.name), \(count) of \(file.bytes.count) bytes") {
                try ImageDecoder(bytes: Array(file.bytes.prefix(count))).decodeFrames()
            }
            if count > 12, let error {
                #expect(error.kind == .truncated, "\(file.name), \(count) of \(file.bytes.count) bytes: \(error)")
                #expect(error.offset.map { $0 <= count } ?? true)
            }
        }
    }
}

@Test func damaged_files_never_trap() throws {
    var generator = SeededGenerator(seed: 99)
    for file in try files() {
        for _ in 0..<300 {
            var bytes = file.bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            // The result may be a picture or an error: that it comes is the test.
            _ = try? ImageDecoder(bytes: bytes, limits: ImageLimits(maximumPixels: 1 << 20)).decodeFrames()
        }
    }
}

@Test func bombs_are_refused_before_they_are_decoded() throws {
    var huge = HandmadePNG(width: 100_000, height: 100_000, depth: 8, colour: 6)
    huge.pixels([[0, 0, 0, 0]])
    #expect(throws: ImageError.self) { try decodeImage(huge.finished) }
    #expect((try? ImageHeader(of: huge.finished))?.width == 100_000)

    var empty = HandmadePNG(width: 8192, height: 8192, depth: 8, colour: 6)
    empty.pixels([[0, 0, 0, 0]])
    let error = #expect(throws: ImageError.self) { try decodeImage(empty.finished) }
    #expect(error?.kind == .truncated)

    // A GIF of 60000 x 60000 pixels in 30 bytes.
    let gif =
        Array("GIF89a".utf8) + [0x60, 0xea, 0x60, 0xea, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0, 0x3b]
    #expect(#expect(throws: ImageError.self) { try decodeImage(gif) }?.kind == .tooLarge)

    let small = try PNGEncoder.encode(Bitmap(width: 11, height: 10, filledWith: 0xffff_ffff))
    let tight = ImageLimits(maximumPixels: 109)
    let refused = #expect(throws: ImageError.self) { try decodeImage(small, limits: tight) }
    #expect(refused?.kind == .tooLarge)
    #expect(try decodeImage(small, limits: ImageLimits(maximumPixels: 110)).width == 11)
}

@Test func animations_are_limited_in_all() throws {
    let encoder = try GIFAnimationEncoder(width: 10, height: 10)
    var file: [UInt8] = []
    for index in 0..<6 as Range<UInt32> {
        file += try encoder.append(Bitmap(width: 10, height: 10, filledWith: 0xff00_0000 | index), duration: 0.1)
    }
    file += try encoder.finish()
    let frames = ImageLimits(maximumFrames: 5), pixels = ImageLimits(maximumPixelsInAllFrames: 599)
    #expect(#expect(throws: ImageError.self) { try ImageDecoder(bytes: file, limits: frames) }?.kind == .tooLarge)
    // An animation's canvas has a quarter of a still picture's pixels.
    #expect(throws: ImageError.self) { try ImageDecoder(bytes: file, limits: ImageLimits(maximumPixels: 399)) }
    #expect(try ImageDecoder(bytes: file, limits: ImageLimits(maximumPixels: 400)).header.frameCount == 6)
    #expect(
        #expect(throws: ImageError.self) { try ImageDecoder(bytes: file, limits: pixels).decodeFrames() }?.kind
            == .tooLarge)
}

@Test func unknown_files_are_named_so() {
    let error = #expect(throws: ImageError.self) { try decodeImage(Array("<svg/>".utf8)) }
    #expect(error?.kind == .unknownFormat && error?.format == nil)
    #expect(
        ImageError(.truncated, format: .png, offset: 120, reason: "the file ends inside a chunk").description
            == "png: the file is cut short at byte 120: the file ends inside a chunk")
}

@Test func sizes_of_nothing_are_refused() throws {
    #expect(throws: ImageError.self) {
        try ImageHeader(of: HandmadePNG(width: 0, height: 5, depth: 8, colour: 6).finished)
    }
    #expect(throws: ImageError.self) {
        try ImageHeader(of: HandmadePNG(width: 5, height: 5, depth: 7, colour: 6).finished)
    }
}

private func corpus(_ format: ImageFormat) throws -> [(name: String, bytes: [UInt8])] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../Fuzz/Corpus/\(format.rawValue)")
    return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map { name in
        (name, [UInt8](try Data(contentsOf: root.appendingPathComponent(name))))
    }
}

@Test(arguments: ImageFormat.allCases)
func corpus_files_decode_and_their_halves_do_not(_ format: ImageFormat) throws {
    // Seeds have the names of files; the fuzzers' additions have not.
    let seeds = try corpus(format).filter { $0.name.contains(".") }
    #expect(seeds.count >= 4, "the seeds of the fuzzer")
    for (name, bytes) in seeds {
        let frames = try ImageDecoder(bytes: bytes).decodeFrames()
        let isAnimation = name.hasPrefix("animated") || name.hasPrefix("disposal")
        #expect(frames.count == (isAnimation ? 4 : 1), "\(name)")
        #expect(throws: ImageError.self, "\(name)") {
            try ImageDecoder(bytes: Array(bytes.prefix(bytes.count / 2))).decodeFrames()
        }
    }
}

@Test(arguments: ImageFormat.allCases)
func corpus_and_changes_of_it_are_decoded_or_refused(_ format: ImageFormat) throws {
    let files = try corpus(format)
    var mutator = ImageMutator(seed: 1)
    for (_, bytes) in files {
        fuzzImage(bytes, format: format)
        var changed = bytes
        for _ in 0..<40 {
            changed = mutator.mutate(changed, limit: 4_096)
            fuzzImage(changed, format: format)
        }
    }
}
