import Foundation
import MicaBase
import MicaFrame
import MicaServer
import MicaWire
import Testing

/// What all layers of a frame share, so that no document makes a frame last for ever.
@Suite struct FrameBudgetTests {
    private func build(_ root: TestLayer, at time: Double = 0) throws -> (frame: Frame, builder: FrameBuilder) {
        var tree = RenderTree()
        try tree.apply(root.commit)
        var scene = SceneEvaluation()
        scene.evaluate(tree, at: time)
        var builder = FrameBuilder()
        let frame = builder.build(tree, scene, width: 100, height: 100)
        return (frame, builder)
    }

    private func blur(_ radius: Double) throws -> FilterState {
        try #require(FilterState(.gaussianBlur, name: "blur", isEnabled: true, numbers: [radius]))
    }

    private func square(_ number: UInt64, _ filters: [FilterState]) -> TestLayer {
        let layer = TestLayer(number, rect(0, 0, 100, 100), color: red)
        layer.state.effects.filters = filters
        return layer
    }

    private func softened(_ frame: Frame) -> [SoftenDraw] {
        frame.passes.flatMap(\.ops).compactMap { op in
            if case .softened(let draw) = op.content { return draw }
            return nil
        }
    }

    @Test func blurs_that_follow_each_other_are_one() throws {
        let two = try build(square(1, [blur(3), blur(4)])).frame
        #expect(two.description == (try build(square(1, [blur(5)])).frame.description))
        // The sum of many stays within the limit of a blur.
        let many = try build(square(1, Array(repeating: blur(1e6), count: 2000))).frame
        #expect(softened(many).map(\.deviation.x) == [SoftenDraw.limit])
        // The layers between keep them apart.
        let separated = try build(square(1, [blur(3), FilterState(.colorInvert), blur(4)])).frame
        #expect(softened(separated).map(\.deviation.x) == [3, 4])
    }

    @Test func filters_beyond_the_budget_of_a_frame_are_left_out() throws {
        let chain = try (0..<400).flatMap { _ in [try blur(500), FilterState(.colorInvert)] }
        let root = TestLayer(1, rect(0, 0, 100, 100), [square(2, chain), square(3, [try blur(2)])])
        let (frame, builder) = try build(root)
        let pixels = frame.passes.reduce(0) { $0 + $1.bounds.width * $1.bounds.height }
        // One filter may go beyond the limit.
        #expect(pixels < EffectBudget.limit(pixels: 10_000) + 2 * 4196 * 4196)
        #expect(builder.effects.short == [id(2), id(3)])
        #expect(softened(frame).count < 8)
        // The layer that came too late is shown as it is.
        #expect(frame.colors == ["red"])
        let fits = try build(
            TestLayer(1, rect(0, 0, 100, 100), [square(2, [try blur(500)]), square(3, [try blur(2)])]))
        #expect(fits.builder.effects.short.isEmpty && softened(fits.frame).count == 2)
    }

    @Test func background_filters_draw_only_so_much_a_second_time() throws {
        let layers = try (0..<800).map { number in
            let layer = TestLayer(UInt64(number) + 2, rect(10, 10, 4, 4), color: red)
            layer.state.effects.backgroundFilters = [try blur(1)]
            return layer
        }
        let root = TestLayer(1, rect(0, 0, 100, 100), layers)
        root.state.backgroundColor = green
        let (frame, builder) = try build(root)
        let copies = frame.passes.dropLast().reduce(0) { $0 + $1.ops.count }
        // 800 filters would copy 960,000 ops.
        #expect(copies < 200_000 && builder.effects.short.count == 4)
    }

    @Test func blurred_shadows_share_the_budget() throws {
        let layers = (0..<200).map { number in
            let layer = TestLayer(UInt64(number) + 2, rect(0, 0, 4000, 4000), color: red)
            layer.state.cornerRadius = 9
            layer.state.bounds.origin.x = CGFloat(number)
            layer.state.shadow.opacity = 1
            layer.state.shadow.radius = 200
            layer.sublayers = [TestLayer(UInt64(number) + 1000, rect(1, 1, 9, 9), color: green)]
            return layer
        }
        let (frame, builder) = try build(TestLayer(1, rect(0, 0, 100, 100), layers))
        let blurred = frame.passes.flatMap { $0.ops }.count { op in
            if case .blur = op.content { return true }
            return false
        }
        #expect((1...100).contains(blurred))
        #expect(builder.effects.short.count == 4)
    }

    @Test func blurred_shadows_of_shapes_share_the_budget() throws {
        // Each shadow covers the surface of 10,000 pixels.
        let layers = (0..<4_000).map { number in
            let layer = TestLayer(UInt64(number) + 2, rect(0, 0, 100, 100), color: red)
            layer.state.shadow.opacity = 1
            layer.state.shadow.radius = 90
            return layer
        }
        let (frame, builder) = try build(TestLayer(1, rect(0, 0, 100, 100), layers))
        let shadows = frame.passes.flatMap { $0.ops }.count { op in
            if case .shadow = op.content { return true }
            return false
        }
        #expect((3_000...EffectBudget.limit(pixels: 10_000) / 10_000 + 1).contains(shadows))
        #expect(builder.effects.short.count == 4)
    }

    @Test func copies_of_background_filters_count() throws {
        let layers = try (0..<1_200).map { number in
            let layer = TestLayer(UInt64(number) + 2, rect(0, 0, 100, 100), color: red)
            layer.state.effects.backgroundFilters = [try blur(2)]
            return layer
        }
        let (frame, builder) = try build(TestLayer(1, rect(0, 0, 100, 100), layers))
        // Each blurs a copy of its pixels, and draws its background a second time.
        #expect((200...EffectBudget.limit(pixels: 10_000) / 40_000 + 1).contains(softened(frame).count))
        #expect(builder.effects.short.count == 4)
    }

    /// A layer whose mask shows such a layer, and so on, is painted twice at every depth: for the filter and for itself.
    @Test func masks_within_masks_of_background_filters_count() throws {
        func masked(_ depth: UInt64) -> TestLayer {
            let layer = square(2 * depth, [])
            layer.state.effects.backgroundFilters = [FilterState(.colorInvert)]
            if depth > 1 {
                layer.mask = TestLayer(2 * depth + 1, rect(0, 0, 100, 100), color: green, [masked(depth - 1)])
            }
            return layer
        }
        let root = TestLayer(1, rect(0, 0, 100, 100), color: blue, [masked(16)])
        let (frame, builder) = try build(root)
        // Twice at each of 16 depths would be 65,536 masks.
        #expect(frame.passes.reduce(0) { $0 + $1.ops.count } < 30_000)
        #expect(builder.effects.short.count == 4)
    }

    private func emitter(_ number: UInt64, rate: Double, scale: Double = 1) -> TestLayer {
        let layer = TestLayer(number, rect(0, 0, 100, 100))
        var cell = CellState()
        (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (rate, 5, 20, 6)
        (cell.contents.image, cell.scale) = (image(4, 4), scale)
        layer.state.emitter.cells = [cell]
        layer.state.emitter.position = CGPoint(x: 50, y: 50)
        return layer
    }

    private func sprites(_ frame: Frame) -> [SpriteDraw] {
        frame.passes.flatMap(\.ops).compactMap { op in
            if case .sprites(let draw) = op.content { return draw }
            return nil
        }
    }

    @Test func emitters_of_a_frame_share_one_budget_of_particles() throws {
        let few = emitter(2, rate: 100)
        let greedy = (3..<23).map { emitter($0, rate: 1e9) }
        let (frame, builder) = try build(TestLayer(1, rect(0, 0, 100, 100), [few] + greedy), at: 2)
        let counts = sprites(frame).map(\.sprites.count)
        #expect(counts.count == 21 && counts.reduce(0, +) <= 1 << 18)
        // One that asks for little has all of it, and the others some each.
        #expect((180...200).contains(counts[0]))
        #expect(counts.dropFirst().allSatisfy { $0 > 1000 })
        #expect(builder.emittersOverBudget == Set((3..<23).map { id($0) }))
    }

    @Test func particles_that_cover_the_surface_too_often_are_thinned() throws {
        let (frame, builder) = try build(
            TestLayer(1, rect(0, 0, 100, 100), [emitter(2, rate: 20_000, scale: 1000)]), at: 5)
        let draw = try #require(sprites(frame).first)
        #expect(!draw.sprites.isEmpty && draw.sprites.count * 10_000 <= 1 << 27)
        #expect(builder.emittersOverBudget == [id(2)])
    }

    @Test func equal_lines_are_stroked_once() throws {
        var line = Path()
        line.move(to: Point(0, 0))
        line.line(to: Point(40, 30))
        func shape(_ number: UInt64, width: Double) -> TestLayer {
            let layer = TestLayer(number, rect(0, 0, 100, 100))
            (layer.state.shape.path, layer.state.shape.strokeColor, layer.state.shape.fillColor) = (line, red, nil)
            layer.state.shape.lineWidth = width
            return layer
        }
        let layers = (2..<102).map { shape($0, width: 3) } + [shape(102, width: 4)]
        let (frame, builder) = try build(TestLayer(1, rect(0, 0, 100, 100), layers))
        #expect(builder.outlinesMade == 2)
        #expect(Set(frame.ops.map { "\($0.content)" }).count == 2 && frame.ops.count == 101)
    }
}
