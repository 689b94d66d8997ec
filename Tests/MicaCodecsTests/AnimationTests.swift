import MicaBase
import MicaImageFiles
import Testing

@testable import MicaCodecs

/// A moving square over nothing, with a palette of its own in each frame.
private func movingSquares() -> [Bitmap] {
    (0..<5).map { index in
        var bitmap = Bitmap(width: 40, height: 30)
        for y in 5..<15 {
            for x in index * 6..<index * 6 + 10 {
                bitmap[x, y] = 0xff00_0000 | UInt32(index * 40) << 16 | UInt32(x * 6)
            }
        }
        return bitmap
    }
}

private func encode(_ frames: [Bitmap], durations: [Double], with encoder: some AnimationEncoder) throws -> [UInt8] {
    var file: [UInt8] = []
    for (frame, duration) in zip(frames, durations) { file += try encoder.append(frame, duration: duration) }
    return file + (try encoder.finish())
}

@Test func gif_animation_within_a_palette_is_exact() throws {
    let frames = movingSquares()
    let durations = [0.1, 0.25, 0.04, 1.0, 0.5]
    let file = try encode(frames, durations: durations, with: try GIFAnimationEncoder(width: 40, height: 30))
    let decoder = try ImageDecoder(bytes: file)
    #expect(decoder.header.frameCount == 5 && decoder.header.hasAlpha)
    let decoded = try decoder.decodeFrames()
    #expect(decoded.map(\.bitmap) == frames)
    #expect(decoded.map(\.duration) == durations)
}

@Test func gif_delays_do_not_drift() throws {
    let frames = [Bitmap](repeating: Bitmap(width: 2, height: 2, filledWith: 0xff11_2233), count: 60)
    let file = try encode(
        frames, durations: Array(repeating: 1.0 / 60, count: 60), with: try GIFAnimationEncoder(width: 2, height: 2))
    let durations = try ImageDecoder(bytes: file).decodeFrames().map(\.duration)
    #expect(Set(durations) == [0.01, 0.02])
    #expect(abs(durations.reduce(0, +) - 1) < 1e-9)
}

@Test func gif_of_many_colours_is_near() throws {
    let frame = gradientBitmap(width: 128, height: 128, phase: 40)
    let file = try encode([frame], durations: [0.1], with: try GIFAnimationEncoder(width: 128, height: 128))
    let decoded = try decodeImage(file)
    // Because: 255 colours for two channels make a grid of about 16 by 16, so 8 steps to the next colour, and some more
    // where the cuts are uneven.
    #expect(greatestDifference(decoded, frame) <= 16)
    #expect(decoded.isOpaque)
}

@Test func gif_alpha_becomes_all_or_nothing() throws {
    let frame = Bitmap(width: 3, height: 1, pixels: [0x7f7f_7f7f, 0x8080_0000, 0xff00_00ff])
    let file = try encode([frame], durations: [0], with: try GIFAnimationEncoder(width: 3, height: 1))
    #expect(try decodeImage(file).pixels == [0, 0xffff_0000, 0xff00_00ff])
}

@Test func gif_frames_are_written_as_they_come() throws {
    let encoder = try GIFAnimationEncoder(width: 40, height: 30)
    var counts: [Int] = []
    for frame in movingSquares() { counts.append(try encoder.append(frame, duration: 0.1).count) }
    #expect(counts.dropFirst().allSatisfy { $0 > 20 })
    #expect(try encoder.finish().last == 0x3b)
}

@Test func webp_animation_is_exact() throws {
    var frames = movingSquares()
    frames.append(randomBitmap(width: 40, height: 30, seed: 5))
    frames.append(randomBitmap(width: 40, height: 30, seed: 6))
    let durations = [0.1, 0.25, 0.04, 1.0, 0.5, 0.033, 0.067]
    let file = try encode(frames, durations: durations, with: try WebPAnimationEncoder(width: 40, height: 30))
    let decoder = try ImageDecoder(bytes: file)
    #expect(decoder.header.frameCount == 7 && decoder.header.width == 40 && decoder.header.height == 30)
    let decoded = try decoder.decodeFrames()
    #expect(decoded.map(\.bitmap) == frames)
    #expect(decoded.map { Int(($0.duration * 1000).rounded()) } == [100, 250, 40, 1000, 500, 33, 67])
}

@Test func png_animation_disposes_and_blends() throws {
    let red: [UInt8] = [255, 0, 0, 255], blue: [UInt8] = [0, 0, 255, 255], half: [UInt8] = [0, 255, 0, 128]
    var png = HandmadePNG(width: 2, height: 1, depth: 8, colour: 6)
    png.chunk("acTL", png.bigEndian(4, 4) + png.bigEndian(0, 4))
    png.frameControl(0, 2, 1, delay: (1, 10))
    png.pixels([red + red])
    // Half green over red, then its area cleared.
    png.frameControl(1, 1, 1, x: 1, delay: (1, 0), disposal: 1, blend: 1)
    png.chunk("fdAT", png.bigEndian(2, 4) + storedDeflate([0] + half))
    // Blue in place of red, then as it was.
    png.frameControl(3, 1, 1, delay: (3, 4), disposal: 2)
    png.chunk("fdAT", png.bigEndian(4, 4) + storedDeflate([0] + blue))
    png.frameControl(5, 1, 1, x: 1, delay: (0, 0))
    png.chunk("fdAT", png.bigEndian(6, 4) + storedDeflate([0] + blue))
    let decoder = try ImageDecoder(bytes: png.finished)
    #expect(decoder.header.frameCount == 4)
    let frames = try decoder.decodeFrames()
    #expect(frames.map(\.duration) == [0.1, 0.01, 0.75, 0])
    #expect(
        frames.map(\.bitmap.pixels) == [
            [0xffff_0000, 0xffff_0000], [0xffff_0000, 0xff7f_8000], [0xff00_00ff, 0], [0xffff_0000, 0xff00_00ff],
        ])
    #expect(try decoder.decode().pixels == [0xffff_0000, 0xffff_0000])
}

@Test func frames_can_be_stopped() throws {
    let file = try encode(
        movingSquares(), durations: Array(repeating: 0.1, count: 5),
        with: try GIFAnimationEncoder(width: 40, height: 30))
    var seen = 0
    try ImageDecoder(bytes: file).forEachFrame { _ in
        seen += 1
        return seen < 3
    }
    #expect(seen == 3)
}
