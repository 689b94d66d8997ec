import Foundation
import MicaBase
import MicaBench
import MicaCPU
import MicaCodecs
import TestSupport
import Testing

/// Frame 60 of the scenes that renderers are compared with, beside what Skia draws: mean and 99th percentile of the difference
/// of channels, as the comparison's own program works them out. Its bounds for a picture that counts as the same are a mean of
/// 1.5 and a 99th percentile of 12.
@Suite struct ComparisonPictureTests {
    /// How far a picture is from Skia's of a scene.
    private func distance(_ ours: Bitmap, scene: Character) throws -> (mean: Double, rank: Int) {
        let file = try OutsideData.file(.skia, "skia-\(scene).png")
        return distance(ours, try decodeImage([UInt8](Data(contentsOf: file))))
    }

    private func distance(_ ours: Bitmap, _ theirs: Bitmap) -> (mean: Double, rank: Int) {
        #expect(ours.width == theirs.width && ours.height == theirs.height)
        var counts = [Int](repeating: 0, count: 256)
        for (a, b) in zip(ours.pixels, theirs.pixels) {
            for shift in [0, 8, 16] as [UInt32] { counts[abs(Int(a >> shift & 255) - Int(b >> shift & 255))] += 1 }
        }
        let total = counts.reduce(0, +)
        let mean = Double(counts.enumerated().map { $0.offset * $0.element }.reduce(0, +)) / Double(total)
        var (rank, seen) = (0, 0)
        while seen + counts[rank] < total * 99 / 100 { (rank, seen) = (rank + 1, seen + counts[rank]) }
        return (mean, rank)
    }

    /// Frame 60 of a scene.
    private func frame60(_ scene: BenchScene) -> Bitmap {
        let pipeline = ScenePipeline(scene, threads: 2)
        // Damage is what i is about: it comes to its frame step by step.
        for frame in (scene == .damage ? 0 : 60)...60 { pipeline.draw(frame: frame) }
        return pipeline.surface
    }

    /// The scenes of capital letters show what those of small ones do, by other layers.
    @Test(arguments: ["d", "i"] as [Character]) func scenes_of_both_letters_look_alike(letter: Character) throws {
        let small = try #require(BenchScene(rawValue: letter))
        let capital = try #require(BenchScene(rawValue: Character(letter.uppercased())))
        let (mean, rank) = distance(frame60(small), frame60(capital))
        #expect(mean < 1.2 && rank <= 14, "scene \(letter): mean \(mean), 99th percentile \(rank)")
    }

    @Test(.needs(.skia), arguments: ["a", "b", "c", "d", "D", "e", "f", "h", "i", "I"] as [Character])
    func layers_of_a_scene_are_those_of_skia(letter: Character) throws {
        let scene = try #require(BenchScene(rawValue: letter))
        let (mean, rank) = try distance(frame60(scene), scene: Character(letter.lowercased()))
        #expect(mean < 0.6 && rank <= 7, "scene \(letter): mean \(mean), 99th percentile \(rank)")
    }

    /// As sprites: where the comparison's particles are, no emitter would put them.
    @Test(.needs(.skia)) func sprites_of_scene_g_are_those_of_skia() throws {
        var ours = Bitmap(width: BenchScene.width, height: BenchScene.height)
        CPUCompositor(threads: 2).draw(BenchScene.spriteFrame(60), into: &ours)
        let (mean, rank) = try distance(ours, scene: "g")
        #expect(mean < 0.5 && rank <= 3, "mean \(mean), 99th percentile \(rank)")
    }
}
