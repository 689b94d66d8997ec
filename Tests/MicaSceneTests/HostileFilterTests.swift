import MicaBase
import MicaCPU
import MicaFrame
import MicaServer
import MicaWire
import Testing

/// Filters with numbers that no program means: a document or a client may send them.
@Suite struct HostileFilterTests {
    private static let numbers = [Double.nan, .infinity, -.infinity, 1e308, -1e308, -3, 0, .leastNonzeroMagnitude]

    /// Filters of a kind whose numbers are all bad in one way, and whose numbers are usual ones but for one.
    private func filters(_ kind: FilterState.Kind) throws -> [FilterState] {
        let usual = FilterState(kind).numbers
        var lists: [[Double]] = []
        for number in Self.numbers {
            lists.append(usual.map { _ in number })
            for index in usual.indices {
                var list = usual
                list[index] = number
                lists.append(list)
            }
        }
        return try lists.map { try #require(FilterState(kind, name: "bad", isEnabled: true, numbers: $0)) }
    }

    /// A filtered layer, a layer before a filtered background, and the same two turned in perspective.
    private func scene(_ filter: FilterState) -> TestLayer {
        let layers = (0..<4).map { index in
            let layer = TestLayer(UInt64(index) + 2, rect(2 + 7 * Double(index), 3, 6, 10), color: red)
            if index % 2 == 0 {
                layer.state.effects.filters = [filter]
            } else {
                layer.state.effects.backgroundFilters = [filter]
            }
            if index >= 2 { layer.state.transform = Matrix4(rotation: 0.7, x: 0, y: 1, z: 1) }
            return layer
        }
        let root = TestLayer(1, rect(0, 0, 32, 24), color: green, layers)
        root.state.sublayerTransform.m34 = -0.01
        return root
    }

    @Test(arguments: FilterState.Kind.allCases)
    func filter_of_any_numbers_is_drawn_or_left_out(kind: FilterState.Kind) throws {
        for filter in try filters(kind) {
            let frame = try scene(filter).frame(32, 24)
            var bitmap = Bitmap(width: 32, height: 24)
            CPUCompositor(threads: 1).draw(frame, into: &bitmap)
            // No layer is in the corner, and no blur makes it translucent.
            #expect(bitmap[31, 23] >> 24 == 255, "\(filter.numbers)")
            #expect(frame.passes.count < 40 && frame.passes.reduce(0) { $0 + $1.ops.count } < 200, "\(filter.numbers)")
            let pixels = frame.passes.reduce(0) { $0 + $1.bounds.width * $1.bounds.height }
            #expect(pixels < EffectBudget.limit(pixels: 32 * 24), "\(filter.numbers)")
        }
    }

    /// Numbers on the way from usual ones to bad ones, as animations have them.
    @Test func filter_on_the_way_to_any_numbers_is_drawn_or_left_out() throws {
        for kind in FilterState.Kind.allCases {
            for filter in try filters(kind) {
                guard let between = FilterState(kind).interpolated(to: filter, 0.5) else { continue }
                var bitmap = Bitmap(width: 32, height: 24)
                CPUCompositor(threads: 1).draw(try scene(between).frame(32, 24), into: &bitmap)
                #expect(bitmap[31, 23] >> 24 == 255, "\(filter.numbers)")
            }
        }
    }
}
