import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU

/// A path that changes damages its changed part, and the picture is the same as a new one.
@Suite struct PathDamageTests {
    private let style = StrokeStyle(width: 9, cap: .round, join: .round)

    private func wave(_ points: Int, from first: Int, shift: Double) -> Path {
        var path = Path()
        path.move(to: Point(10 + 8 * Double(first), 40))
        for index in first..<first + points {
            let x = 10 + 8 * Double(index)
            path.cubic(
                control1: Point(x + 2, index % 2 == 0 ? 10 : 70), control2: Point(x + 6, 30 + shift),
                to: Point(x + 8, 40))
        }
        return path.stroked(style, tolerance: 0.01)
    }

    private func op(_ path: Path, _ transform: Homography, within scissor: DeviceRect, clip: Int?) -> DrawOp {
        let box = path.controlBounds.map { transform.deviceBounds(of: LocalRect($0)) } ?? .empty
        return DrawOp(
            content: .path(PathDraw(path: path, rule: .nonZero), color: color(0.2, 0.7, 0.1, 0.8)),
            transform: transform,
            clip: clip.map { ClipIndex($0) }, bounds: box.intersection(scissor))
    }

    @Test(arguments: 0..<80) func changed_paths_are_drawn_as_anew(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let transform = seed % 3 == 0 ? moved(3.25, 1.5) : Homography(a: 0.9, b: 0.3, c: -0.2, d: 1.1, tx: 20, ty: 2)
        let clips = [clip(RoundedRect(local(5, 5, 150, 80), radius: 20))]
        func frame() -> Frame {
            let scissor = random.chance(0.5) ? device(0, 0, 200, 120) : device(random.whole(0...60), 10, 90, 60)
            let path = wave(random.whole(1...18), from: random.whole(0...4), shift: random.chance(0.7) ? 0 : 9)
            let ops = [
                fill(RoundedRect(local(30, 20, 60, 50), radius: 5), red),
                op(path, transform, within: scissor, clip: seed % 2 == 0 ? nil : 0),
            ]
            return Frame(200, 120, background: 0xFF22_2222, clips: clips, ops.filter { !$0.bounds.isEmpty })
        }
        var shown = frame()
        let compositor = CPUCompositor(threads: 1)
        var bitmap = Bitmap(width: 200, height: 120)
        compositor.draw(shown, into: &bitmap)
        for step in 0..<6 {
            let next = frame()
            var changed = next
            changed.setDamage(next.differences(from: shown))
            compositor.draw(changed, into: &bitmap)
            #expect(difference(bitmap, drawn(next)) == nil, "seed \(seed), step \(step)")
            shown = next
        }
    }

    @Test func line_that_grows_damages_its_end() {
        let scissor = device(0, 0, 200, 120)
        let before = Frame(200, 120, [op(wave(10, from: 0, shift: 0), moved(0, 0), within: scissor, clip: nil)])
        let after = Frame(200, 120, [op(wave(11, from: 0, shift: 0), moved(0, 0), within: scissor, clip: nil)])
        let damage = after.differences(from: before)
        #expect(!damage.isEmpty && damage.bounds.minX > 60)
    }
}
