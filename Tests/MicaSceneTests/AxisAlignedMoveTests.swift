import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU
@testable import MicaServer

/// Level rectangles that are moved many at once, beside those that are moved one by one.
@Suite struct AxisAlignedMoveTests {
    /// A number that is whole, next to a whole one, or any.
    private func coordinate(_ random: inout SeededGenerator, _ range: ClosedRange<Double>) -> Double {
        let any = random.number(range)
        switch random.below(4) {
        case 0: return any.rounded()
        case 1: return any.rounded() + random.pick([-1.0, 1]) / random.pick([4096, 8192, 16384, 20000, 1e7, 1e12])
        default: return any
        }
    }

    private func rect(_ random: inout SeededGenerator) -> LocalRect {
        let (x, y) = (coordinate(&random, -40...40), coordinate(&random, -40...40))
        return LocalRect(
            minX: x, minY: y, maxX: x + coordinate(&random, -1...60), maxY: y + random.pick([0, 1e-5, 3, 60]))
    }

    /// A pass of rectangles that lie level, some of them more than a box.
    private func pass(_ random: inout SeededGenerator, _ scissor: DeviceRect) -> RenderPass {
        var pass = RenderPass(bounds: scissor)
        for _ in 0..<12 {
            let (rect, map) = (rect(&random), level(&random, scale: SIMD2(1, 1)))
            let color = PixelColor(
                ColorValue(red: 1, green: random.number(0...1), blue: 0, alpha: random.pick([1, 0.5])))
            var op = DrawOp(
                content: .fill(shape: RoundedRect(rect, radius: random.pick([0, 0, 4])), color: color),
                transform: map, bounds: map.deviceBounds(of: rect).intersection(scissor))
            if random.chance(0.2) { op.edges = .hard }
            pass.ops.append(op)
        }
        return pass
    }

    private func level(_ random: inout SeededGenerator, scale: SIMD2<Double>) -> Homography {
        Homography(
            a: scale.x, b: 0, c: 0, d: scale.y, tx: coordinate(&random, -100...400), ty: coordinate(&random, -100...400)
        )
    }

    @Test func level_moves_are_what_each_is_alone() {
        var random = SeededGenerator(seed: 71)
        let scissor = DeviceRect(minX: 0, minY: 10, maxX: 300, maxY: 310)
        var moved = 0
        for round in 0..<2000 {
            let before = pass(&random, scissor)
            let scale = SIMD2(random.pick([1, 2, -1, 0.3, 1, 1e-9]), random.pick([1, 2, -3, 1.7]))
            let moves = before.ops.indices.filter { _ in random.chance(0.9) }.compactMap { index -> AxisAlignedMove? in
                guard case .fill(let shape, _) = before.ops[index].content else { return nil }
                let map = level(&random, scale: scale)
                // Some stay, and some go far away.
                let origin =
                    random.chance(0.02) ? SIMD2(random.pick([2e5, .infinity, .nan]), 0) : SIMD2(map.tx, map.ty)
                return AxisAlignedMove(index: index, rect: shape.rect, origin: origin)
            }
            var together = FrameEdit(pass: before), alone = FrameEdit(pass: before)
            var list = BoxList()
            list.set(before.ops.span)
            var next = 0
            while next < moves.count {
                let count = together.moveAxisAligned(
                    moves.span.extracting(next..<moves.count), scale: scale, scissor: scissor)
                for (number, move) in moves[next..<min(next + count + 1, moves.count)].enumerated() {
                    let map = Homography(a: scale.x, b: 0, c: 0, d: scale.y, tx: move.origin.x, ty: move.origin.y)
                    let bounds = map.deviceBounds(of: move.rect).intersection(scissor)
                    guard number < count else {
                        // It could not be moved: it is invisible or far away.
                        #expect(bounds.isEmpty || !(abs(move.origin.x) < 1e5), "round \(round)")
                        continue
                    }
                    #expect(!bounds.isEmpty, "round \(round)")
                    alone.move(move.index, to: map, bounds: bounds)
                }
                moved += count
                next += count + 1
            }
            #expect(together.pass == alone.pass && together.damage == alone.damage, "round \(round)")
            // The kept ops of the frame before, with the changes, are the ops of the frame after.
            var expected = BoxList()
            expected.set(alone.pass.ops.span)
            for edit in [together, alone] {
                var changed = list
                changed.apply(edit.delta, to: edit.pass.ops.span)
                #expect(changed.isSame(as: expected), "round \(round)")
            }
        }
        #expect(moved > 3000, "\(moved) were moved")
    }
}
