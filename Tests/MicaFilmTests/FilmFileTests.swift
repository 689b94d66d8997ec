import CLibAV
import Foundation
import MicaBase
import MicaCodecs
import MicaFilm
import MicaRandom
import Testing

@Suite struct FilmFileTests {
    /// The eight ways that a picture can be stored, by the matrix that turns it upright.
    @Test(
        arguments: [
            ([1, 0, 0, 1], ImageOrientation.up), ([-1, 0, 0, 1], .upMirrored), ([-1, 0, 0, -1], .down),
            ([1, 0, 0, -1], .downMirrored),
            ([0, 1, 1, 0], .leftMirrored), ([0, 1, -1, 0], .right), ([0, -1, -1, 0], .rightMirrored),
            ([0, -1, 1, 0], .left),
        ] as [([Int32], ImageOrientation)])
    func frames_are_turned_as_the_file_says(_ linear: [Int32], _ orientation: ImageOrientation) throws {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mov")
        var clip = Clip(encoders: ["png"], format: AV_PIX_FMT_RGB24, ending: "mov", width: 32, height: 16, count: 1)
        clip.matrix = [linear[0] << 16, linear[1] << 16, 0, linear[2] << 16, linear[3] << 16, 0, 0, 0, 1 << 30]
        // Light in the stored picture's top left corner.
        clip.sample = { _, _, x, y in x < 8 && y < 4 ? 255 : 0 }
        try clip.write(to: path)
        let film = try Film(path: path)
        #expect(film.video.orientation == orientation)
        #expect(film.width == (orientation.swapsSides ? 16 : 32) && film.height == (orientation.swapsSides ? 32 : 16))
        let bitmap = try film.bitmap(of: 0)
        // Where the matrix takes the corner: to the left where x grows with the stored axes, and so on.
        let x = Int(linear[0] + linear[2]) > 0 ? 1 : bitmap.width - 2,
            y = Int(linear[1] + linear[3]) > 0 ? 1 : bitmap.height - 2
        #expect(bitmap[x, y] == 0xffff_ffff)
        #expect(bitmap.pixels.count { $0 == 0xffff_ffff } == 32)
    }

    @Test func pixels_that_are_not_square_are_stretched() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mp4")
        try Clip(encoders: ["libx264"], ending: "mp4", width: 96, height: 64, count: 20, aspect: (4, 3)).barred().write(
            to: path)
        let film = try Film(path: path)
        #expect(film.width == 128 && film.height == 64)
        #expect(barCode(try film.bitmap(of: 13)) == 13)
    }

    @Test func what_is_no_film_says_why() throws {
        let directory = try ScratchDirectory()
        func kind(_ name: String, _ bytes: [UInt8]?) -> FilmError.Kind? {
            let path = directory.file(name)
            if let bytes { _ = FileManager.default.createFile(atPath: path, contents: Data(bytes)) }
            do throws(FilmError) {
                _ = try Film(path: path)
                return nil
            } catch {
                #expect(error.path == path && !error.reason.isEmpty)
                return error.kind
            }
        }
        #expect(kind("none.mp4", nil) == .unreadable)
        #expect(kind("", nil) == .unreadable, "a folder")
        #expect(kind("empty.mp4", []) == .unknownFormat)
        #expect(kind("text.mp4", Array("This is no film, and says so.\n".utf8)) == .unknownFormat)
        // A play list that names another file is not followed.
        #expect(
            kind("list.m3u8", Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nclip.ts\n".utf8)) == .unknownFormat)
        #expect(kind("list.ffconcat", Array("ffconcat version 1.0\nfile clip.mp4\n".utf8)) == .unknownFormat)
    }

    @Test func films_over_the_limits_are_refused() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mp4")
        try Clip(encoders: ["libx264"], ending: "mp4").barred().write(to: path)
        var limits = FilmLimits.standard
        limits.maximumPixels = 1000
        #expect { try Film(path: path, limits: limits) } throws: { ($0 as? FilmError)?.kind == .overBudget }
        limits = .standard
        limits.maximumFrames = 30
        #expect { try Film(path: path, limits: limits) } throws: { ($0 as? FilmError)?.kind == .overBudget }
    }

    /// A file of a few KiB may say that it has 2^26 samples of one byte, for which libav would take 1.5 GiB.
    @Test func films_that_say_that_they_have_very_many_samples_are_refused() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mp4")
        try Clip(encoders: ["libx264"], ending: "mp4").barred().write(to: path)
        var bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        let sizes = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("stsz".utf8)) })
        // The box's name, its version, the size of all samples, and how many there are.
        bytes.replaceSubrange(sizes + 8..<sizes + 16, with: [0, 0, 0, 1, 4, 0, 0, 0])
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let memory = try peakMemory()
        #expect { try Film(path: path) } throws: { $0 is FilmError }
        #expect(try peakMemory() - memory < 1 << 20, "GiB for it")
    }

    /// The most memory that the process has had. *Units*: KiB.
    private func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) })
    }

    /// Files that are cut short or have other bytes here and there: a film or an error, and frames of the size that it says.
    @Test(arguments: [0, 1, 4, 7, 11, 13, 14, 15, 16, 17, 19, 20, 21])
    func damaged_files_give_frames_or_errors(_ index: Int) throws {
        let (_, clip, depth) = barredClips[index]
        let directory = try ScratchDirectory()
        let path = directory.file("clip." + clip.ending)
        var short = clip
        short.count = 20
        try short.barred(depth: depth).write(to: path)
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        var random = SeededGenerator(seed: UInt64(index))
        for _ in 0..<60 {
            var changed = bytes
            if random.chance(0.2) { changed.removeLast(random.below(changed.count)) }
            for _ in 0..<random.whole(1...20) where !changed.isEmpty {
                changed[random.below(changed.count)] = UInt8(random.below(256))
            }
            try Data(changed).write(to: URL(fileURLWithPath: path))
            do throws(FilmError) {
                let film = try Film(path: path)
                for _ in 0..<4 {
                    let bitmap = try film.bitmap(of: random.below(film.index.count))
                    #expect(bitmap.width == film.width && bitmap.height == film.height)
                }
            } catch { #expect(!error.description.isEmpty) }
        }
    }
}
