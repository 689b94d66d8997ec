import MicaBase
import MicaFrame
import MicaGL
import Testing

/// Frames that are drawn before earlier ones are read.
@Suite(.needsOpenGL) struct FrameReaderTests {
    private static let (width, height) = (220, 96)

    private static func square(_ index: Int) -> DeviceRect {
        let (x, y) = (index * 37 % 180, index * 11 % 70)
        return DeviceRect(minX: x, minY: y, maxX: x + 30, maxY: y + 24)
    }

    /// Squares that rest and one that moves; all that changed since another frame is damaged.
    private static func frame(_ index: Int, after before: Int?, _ more: [DrawOp] = []) -> Frame {
        let still = (0..<8).map { number in
            DrawOp.rectangle(
                DeviceRect(minX: number * 27, minY: 10, maxX: number * 27 + 40, maxY: 80),
                0x8040_2000 + UInt32(number * 9),
                radius: Double(number))
        }
        var frame = Frame(width, height, still + [.rectangle(square(index), 0xFF20_80C0, radius: 6)] + more)
        frame.background = PixelColor(premultiplied: 0xFF10_2030)
        if let before, more.isEmpty {
            var region = DamageRegion(square(before))
            region.add(square(index))
            frame.setDamage(region)
        }
        return frame
    }

    /// Shows frames to a reader, each as soon as it accepts one, and takes the results.
    private struct Film {
        let reader: GLFrameReader
        private(set) var pictures: [Bitmap?] = []

        init(_ device: GLDevice) { reader = GLFrameReader(device, width: width, height: height, scale: 1) }

        mutating func show(_ frame: Frame) {
            reader.note(frame)
            #expect(reader.show(frame))
            if reader.waiting > GLFrameReader.depth { pictures.append(reader.take()) }
        }

        mutating func end() { while reader.waiting > 0 { pictures.append(reader.take()) } }
    }

    @Test func frames_come_two_late_and_are_those_that_are_read_at_once() throws {
        let (drawing, device) = (try Drawing(), try GLDevice())
        var film = Film(device)
        for index in 0..<24 {
            film.show(Self.frame(index, after: index > 0 ? index - 1 : nil))
            #expect(film.pictures.count == max(0, index + 1 - GLFrameReader.depth))
        }
        film.end()
        for index in 0..<24 {
            let isSame = film.pictures[index] == drawing.bitmap(Self.frame(index, after: nil))
            #expect(isSame, "frame \(index)")
        }
    }

    @Test func damage_alone_is_drawn() throws {
        let device = try GLDevice()
        var film = Film(device)
        film.show(Self.frame(0, after: nil))
        let whole = device.use.instances
        film.show(Self.frame(1, after: 0))
        let part = device.use.instances - whole
        #expect(part > 0 && part < whole)
        film.end()
        #expect(film.pictures[0] != film.pictures[1])
    }

    @Test func lost_context_costs_the_frames_that_waited_and_no_later_one() throws {
        let (drawing, device) = (try Drawing(), try GLDevice())
        for targets in 0..<2 {
            var film = Film(device)
            for index in 0..<12 {
                if index == 5 { device.loseContext(afterTargets: targets) }
                film.show(Self.frame(index, after: index > 0 ? index - 1 : nil))
            }
            film.end()
            #expect(film.pictures.count == 12)
            for index in 0..<12 {
                guard let picture = film.pictures[index] else {
                    #expect((3...5).contains(index), "frame \(index) waited when the context was lost, or was drawn")
                    continue
                }
                let isSame = picture == drawing.bitmap(Self.frame(index, after: nil))
                #expect(isSame, "frame \(index)")
            }
            // Two waited, and had their pixels in the context that is no more.
            #expect(film.pictures[3] == nil && film.pictures[4] == nil)
        }
    }

    @Test func frame_that_opengl_does_not_draw_is_none_and_later_ones_are() throws {
        let (drawing, device) = (try Drawing(), try GLDevice())
        let wide = ImageResource(bitmap: Bitmap(width: device.mostTexels + 1, height: 1, filledWith: 0xFF00_00FF))
        var film = Film(device)
        for index in 0..<9 {
            film.show(
                Self.frame(index, after: index > 0 ? index - 1 : nil, index == 4 ? [.image(wide, x: 0, y: 4)] : []))
        }
        film.end()
        #expect(film.pictures[4] == nil)
        for index in 0..<9 where index != 4 {
            let isSame = film.pictures[index] == drawing.bitmap(Self.frame(index, after: nil))
            #expect(isSame, "frame \(index)")
        }
    }
}
