import CLibAV
import CMicaFilm
import MicaBase
import MicaRandom
import Testing
@testable import MicaFilm

/// A frame of 4:2:0 with 8 bits.
private func frame(_ width: Int, _ height: Int, sample: (_ plane: Int, _ x: Int, _ y: Int) -> UInt8) throws
    -> DecodedFrame
{
    let frame = try #require(DecodedFrame())
    let picture = frame.pointer
    picture.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    (picture.pointee.width, picture.pointee.height) = (Int32(width), Int32(height))
    try #require(av_frame_get_buffer(picture, 0) >= 0)
    let planes = [
        (picture.pointee.data.0, picture.pointee.linesize.0), (picture.pointee.data.1, picture.pointee.linesize.1),
        (picture.pointee.data.2, picture.pointee.linesize.2),
    ]
    for (plane, (data, stride)) in planes.enumerated() {
        let base = try #require(data)
        let (wide, high) = plane == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
        for y in 0..<high { for x in 0..<wide { base[y * Int(stride) + x] = sample(plane, x, y) } }
    }
    return frame
}

/// A frame's pixels by the plain way and by both kinds of vectors.
private func pixels(_ frame: DecodedFrame, _ color: FilmColor) throws -> [[UInt32]] {
    var planes = mica_av_planes()
    try #require(mica_av_find_planes(AV_PIX_FMT_YUV420P, &planes) != 0)
    let (width, height) = (Int(frame.pointer.pointee.width), Int(frame.pointer.pointee.height))
    let rows = FilmRows<UInt8>(frame.pointer, planes, color)
    return try [nil, Int32(MICA_FILM_BASE), mica_film_best()].map { vectors in
        var pixels = [UInt32](repeating: 0, count: width * height)
        try pixels.withUnsafeMutableBufferPointer { room in
            let base = try #require(room.baseAddress)
            if let vectors {
                #expect(rows.convertFast(into: base, width, height, vectors: vectors))
            } else {
                rows.convert(into: base, width, height)
            }
        }
        return pixels
    }
}

@Suite struct FilmRowsTests {
    private let color = FilmColor(red: 0.2126, blue: 0.0722, depth: 8, isFull: false)

    @Test func the_fast_way_gives_the_same_bytes_for_all_numbers() throws {
        _ = mica_av_open()
        // Each number of Y and Cb with each of Cr, and with three between it and the next.
        for u in 0..<256 {
            let frame = try frame(256, 512) { plane, x, y in UInt8(plane == 0 ? x : plane == 1 ? u : y) }
            let made = try pixels(frame, color)
            #expect(made[0] == made[1] && made[0] == made[2], "Cb \(u)")
        }
    }

    @Test func the_fast_way_gives_the_same_bytes_for_all_sizes() throws {
        _ = mica_av_open()
        var random = SeededGenerator(seed: 1)
        let full = FilmColor(red: 0.299, blue: 0.114, depth: 8, isFull: true)
        for width in [4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 64, 97, 1920] {
            for height in 1...5 {
                let frame = try frame(width, height) { _, _, _ in UInt8(random.whole(0...255)) }
                for color in [color, full] {
                    let made = try pixels(frame, color)
                    #expect(made[0] == made[1] && made[0] == made[2], "\(width) x \(height)")
                }
            }
        }
    }

    @Test func memory_of_frames_is_written_again_when_nobody_shows_them() throws {
        let memory = FrameMemory()
        var image: ImageResource? = ImageResource(bitmap: Bitmap(width: 4, height: 2, filledWith: 0xff00_0001))
        let copy = try #require(image).bitmap()
        memory.lend(try #require(image).bitmap(), to: try #require(image))
        // It is shown.
        #expect(memory.take(8) == nil)
        image = nil
        #expect(memory.take(9) == nil)
        var pixels = try #require(memory.take(8))
        #expect(memory.take(8) == nil)
        pixels[0] = 7
        // Whoever has kept the picture has it as it was.
        #expect(copy.pixels.allSatisfy { $0 == 0xff00_0001 })
    }

    @Test func pixels_that_a_cache_has_are_taken_back_and_made_again() throws {
        let (memory, cache) = (FrameMemory(), ImageCache(budget: 1 << 20))
        let image = ImageResource(width: 2, height: 2, isOpaque: true, cache: cache) {
            Bitmap(width: 2, height: 2, filledWith: 0xff00_0002)
        }
        memory.takeBack(image)
        #expect(memory.take(4) == nil)
        _ = image.bitmap()
        memory.takeBack(image)
        #expect(!image.isDecoded && memory.take(4)?.count == 4)
        #expect(image.bitmap().pixels == [UInt32](repeating: 0xff00_0002, count: 4))
    }
}
