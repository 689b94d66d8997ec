import MicaBase
import MicaRandom
import Testing

@testable import MicaGL

/// Only hidden ops are culled.
@Suite struct OcclusionGridTests {
    /// The ops drawn at a pixel: the front-most opaque one, and those over it, back to front, each by its number and by where its
    /// mask has the pixel.
    private struct Pixel: Equatable {
        var depth: Float = 0
        var opaque: Float = -1
        var over: [SIMD3<Float>] = []
    }

    private static let width = 150, height = 110

    /// Draws as depth has it.
    private func draw(_ opaque: Batches, _ ordered: Batches) -> (pixels: [Pixel], area: Int, instances: Int) {
        var (pixels, area, instances) = ([Pixel](repeating: Pixel(), count: Self.width * Self.height), 0, 0)
        func forEach(_ batches: Batches, _ body: (Instance, inout Pixel, Float, Float) -> Void) {
            for batch in batches.list.prefix(batches.count) {
                for instance in batch.instances {
                    instances += 1
                    for y in 0..<Self.height where Float(y) >= instance.front.y && Float(y) < instance.back.y {
                        for x in 0..<Self.width where Float(x) >= instance.front.x && Float(x) < instance.front.z {
                            area += 1
                            body(instance, &pixels[y * Self.width + x], Float(x), Float(y))
                        }
                    }
                }
            }
        }
        forEach(opaque) { instance, pixel, _, _ in
            if instance.data.w > pixel.depth { (pixel.depth, pixel.opaque) = (instance.data.w, instance.color.x) }
        }
        forEach(ordered) { instance, pixel, x, y in
            if instance.data.w > pixel.depth {
                let isMasked = instance.cover.x >= 0
                let at = SIMD2(x, y) + instance.cover.lowHalf - instance.front.lowHalf
                pixel.over.append(SIMD3(instance.color.x, isMasked ? at.x : -1, isMasked ? at.y : -1))
            }
        }
        return (pixels, area, instances)
    }

    @Test func pixels_are_the_same_and_fewer_are_drawn() {
        var random = SeededGenerator(seed: 11)
        var (drawn, left) = (0, 0)
        for _ in 0..<60 {
            var (opaque, ordered) = (Batches(), Batches())
            let count = Int(random.number(1...14))
            for number in 1...count {
                // Some reach beyond the target, or end with it.
                let (x, y) = (Int(random.number(-40...140)), Int(random.number(-40...100)))
                let rect = DeviceRect(
                    minX: x, minY: y, maxX: x + Int(random.number(1...130)), maxY: y + Int(random.number(1...110)))
                var instance = Instance(rect)
                instance.color.x = Float(number)
                instance.data.w = Float(number) / 100
                let key = Batch.Key(program: .solid)
                let isOpaque = random.number(0...1) < 0.6
                if isOpaque { opaque.add(instance, rect, key, order: .anyTime) }
                if random.number(0...1) < 0.5 { instance.cover = SIMD4(Float(number * 200), 300, 0, 0) }
                // The same again, for the edges.
                ordered.add(instance, rect, key)
            }
            opaque.reverse()
            let before = draw(opaque, ordered)
            var grid = OcclusionGrid()
            grid.cull(&opaque, &ordered, width: Self.width, height: Self.height)
            let after = draw(opaque, ordered)
            #expect(after.pixels == before.pixels)
            (drawn, left) = (drawn + before.area, left + after.area)
            // Each additional instance spares 1,024 pixels.
            #expect((after.instances - before.instances) * 1024 <= before.area - after.area)
        }
        #expect(left * 4 < drawn * 3, "\(left) pixels of \(drawn) are left")
    }

    @Test func what_is_wholly_hidden_is_not_drawn() {
        var (opaque, ordered) = (Batches(), Batches())
        let key = Batch.Key(program: .solid)
        func add(_ rect: DeviceRect, _ depth: Float, to batches: inout Batches) {
            var instance = Instance(rect)
            instance.data.w = depth
            batches.add(instance, rect, key)
        }
        let small = DeviceRect(minX: 20, minY: 20, maxX: 40, maxY: 40)
        let large = DeviceRect(minX: 0, minY: 0, maxX: 150, maxY: 110)
        add(small, 0.1, to: &opaque)
        add(small, 0.1, to: &ordered)
        add(large, 0.2, to: &opaque)
        add(large, 0.2, to: &ordered)
        var grid = OcclusionGrid()
        grid.cull(&opaque, &ordered, width: Self.width, height: Self.height)
        #expect(opaque.list[0].instances.map(\.data.w) == [0.2])
        #expect(ordered.list[0].instances.isEmpty, "the edges of what covers all are outside")
    }

    /// Stripes in front of thousands of rectangles, which they would all be cut by.
    @Test func culling_adds_instances_within_a_limit() {
        var (opaque, ordered) = (Batches(), Batches())
        let key = Batch.Key(program: .solid)
        for x in stride(from: 16, to: Self.width, by: 32) {
            let rect = DeviceRect(minX: x, minY: 0, maxX: x + 16, maxY: Self.height)
            var instance = Instance(rect)
            instance.data.w = 0.5
            opaque.add(instance, rect, key)
        }
        let count = 20_000
        let all = DeviceRect(minX: 0, minY: 0, maxX: Self.width, maxY: Self.height)
        var behind = Instance(all)
        behind.data.w = 0.1
        for _ in 0..<count { ordered.add(behind, all, key) }
        var grid = OcclusionGrid()
        grid.cull(&opaque, &ordered, width: Self.width, height: Self.height)
        let left = ordered.list[0].instances.count
        #expect(left > count + OcclusionGrid.mostAdded / 2 && left <= count + OcclusionGrid.mostAdded)
    }

    @Test func shapes_that_are_not_upright_stay() {
        var (opaque, ordered) = (Batches(), Batches())
        let key = Batch.Key(program: .solid)
        let all = DeviceRect(minX: 0, minY: 0, maxX: 150, maxY: 110)
        var front = Instance(all)
        front.data.w = 0.5
        opaque.add(front, all, key)
        let turned = Instance((Point(50, 10), Point(90, 50), Point(50, 90), Point(10, 50)), like: Instance(all))
        opaque.add(turned, all, key)
        ordered.add(turned, all, key)
        var grid = OcclusionGrid()
        grid.cull(&opaque, &ordered, width: Self.width, height: Self.height)
        #expect(opaque.list[0].instances.count == 2)
        #expect(ordered.list[0].instances.count == 1)
    }
}
