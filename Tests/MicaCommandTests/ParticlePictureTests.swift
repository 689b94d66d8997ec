import Foundation
import MicaBench
import MicaCPU
import MicaCodecs
import MicaPixels
import Testing

/// The scene of particles, drawn as sprites, beside what Skia draws.
@Suite struct ParticlePictureTests {
    @Test func sprites_of_scene_g_are_those_of_skia() throws {
        var ours = Bitmap(width: BenchScene.width, height: BenchScene.height)
        CPUCompositor(threads: 2).draw(BenchScene.spriteFrame(60), into: &ours)
        let file = try sharedFile("peers/results/frames60/skia-g.png")
        let theirs = try decodeImage([UInt8](Data(contentsOf: file)))
        #expect(ours.width == theirs.width && ours.height == theirs.height)
        var counts = [Int](repeating: 0, count: 256)
        for (a, b) in zip(ours.pixels, theirs.pixels) {
            for shift in [0, 8, 16] as [UInt32] { counts[abs(Int(a >> shift & 255) - Int(b >> shift & 255))] += 1 }
        }
        let total = counts.reduce(0, +)
        let mean = Double(counts.enumerated().map { $0.offset * $0.element }.reduce(0, +)) / Double(total)
        var (rank, seen) = (0, 0)
        while seen + counts[rank] < total * 99 / 100 { (rank, seen) = (rank + 1, seen + counts[rank]) }
        // The comparison's own bounds for a picture that counts as the same: a mean of 1.5, a 99th percentile of 12.
        #expect(mean < 0.5 && rank <= 3, "mean \(mean), 99th percentile \(rank)")
    }
}
