import Foundation
import MicaBase
import MicaFrame
import MicaServer
import MicaWire
import Testing

@Suite struct ContentsTests {
    /// A layer of 100 x 60 with an image.
    private func layer(_ width: Int, _ height: Int, _ change: (inout ContentsState) -> Void = { _ in }) -> TestLayer {
        let layer = TestLayer(1, rect(0, 0, 100, 60))
        layer.state.contents.image = image(width, height)
        change(&layer.state.contents)
        return layer
    }

    private func draws(_ layer: TestLayer) throws -> [(op: DrawOp, draw: ImageDraw)] {
        try layer.frame().ops.compactMap { op in
            guard case .image(let draw) = op.content else { return nil }
            return (op, draw)
        }
    }

    private func destination(_ layer: TestLayer) throws -> CGRect { try draws(layer).first?.op.deviceRect ?? .null }

    /// Where a 20 x 10 image of 40 x 20 pixels at scale 2 goes in 100 x 60.
    ///
    /// "Top" is the largest y of the layer's space, which is at the bottom of the screen unless geometry is flipped.
    @Test(arguments: [
        (ContentsState.Gravity.center, rect(40, 25, 20, 10)), (.top, rect(40, 50, 20, 10)),
        (.bottom, rect(40, 0, 20, 10)),
        (.left, rect(0, 25, 20, 10)), (.right, rect(80, 25, 20, 10)), (.topLeft, rect(0, 50, 20, 10)),
        (.topRight, rect(80, 50, 20, 10)), (.bottomLeft, rect(0, 0, 20, 10)), (.bottomRight, rect(80, 0, 20, 10)),
        (.resize, rect(0, 0, 100, 60)), (.resizeAspect, rect(0, 5, 100, 50)),
        (.resizeAspectFill, rect(-10, 0, 120, 60)),
    ])
    func gravity_places_the_image(gravity: ContentsState.Gravity, expected: CGRect) throws {
        let layer = layer(40, 20) {
            $0.gravity = gravity
            $0.scale = 2
        }
        #expect(try destination(layer) == expected)
        layer.state.flags.insert(.geometryFlipped)
        let mirrored = rect(expected.minX, 60 - expected.maxY, expected.width, expected.height)
        #expect(try destination(layer) == mirrored)
    }

    @Test func gravity_of_every_case_is_in_the_table() {
        #expect(ContentsState.Gravity.allCases.count == 12)
    }

    @Test func image_stays_upright_in_flipped_layers() throws {
        for (outer, inner) in [(false, false), (true, false), (false, true), (true, true)] {
            let layer = layer(10, 6)
            if inner { layer.state.flags.insert(.geometryFlipped) }
            let root = TestLayer(2, rect(0, 0, 100, 60), [layer])
            if outer { root.state.flags.insert(.geometryFlipped) }
            let found = try #require(try draws(root).first)
            #expect(found.op.transform == .identity)
            #expect(found.draw.source == LocalRect(minX: 0, minY: 0, maxX: 10, maxY: 6))
        }
    }

    @Test func contentsRect_shows_a_part() throws {
        let layer = layer(100, 60) { $0.rect = rect(0.1, 0.5, 0.2, 0.25) }
        let found = try #require(try draws(layer).first)
        #expect(found.draw.source == LocalRect(minX: 10, minY: 30, maxX: 30.000000000000004, maxY: 45))
        #expect(found.op.deviceRect == rect(0, 0, 100, 60))
        layer.state.contents.gravity = .center
        #expect(try destination(layer) == rect(40, 22.5, 20, 15))
        layer.state.contents.rect.size.width = 0
        #expect(try draws(layer).isEmpty)
    }

    @Test func contentsRect_is_measured_in_the_layers_y_direction() throws {
        let layer = layer(100, 60) { $0.rect = rect(0, 0, 1, 0.25) }
        layer.state.flags.insert(.geometryFlipped)
        #expect(try draws(layer).first?.draw.source == LocalRect(minX: 0, minY: 45, maxX: 100, maxY: 60))
    }

    @Test func contentsCenter_stretches_the_middle_only() throws {
        let layer = layer(20, 10) {
            $0.center = rect(0.25, 0.4, 0.5, 0.2)
            $0.scale = 1
        }
        let found = try draws(layer)
        #expect(found.count == 9)
        #expect(
            found.map(\.op.deviceRect) == [
                rect(0, 0, 5, 4), rect(5, 0, 90, 4), rect(95, 0, 5, 4),
                rect(0, 4, 5, 52), rect(5, 4, 90, 52), rect(95, 4, 5, 52),
                rect(0, 56, 5, 4), rect(5, 56, 90, 4), rect(95, 56, 5, 4),
            ])
        #expect(abs(found[4].draw.source.maxY - 6) < 1e-9 && found[4].draw.source.minX == 5)
        layer.state.contents.gravity = .center
        #expect(try draws(layer).count == 1)
    }

    @Test func contentsCenter_without_extent_is_one_pixel() throws {
        let layer = layer(20, 10) { $0.center = rect(0.5, 0, 0, 1) }
        let found = try draws(layer)
        #expect(found.map(\.draw.source.width) == [9.5, 1, 9.5])
        #expect(
            found.map(\.op.deviceRect.width) == [10, 81, 9] || found.map(\.op.deviceRect.width) == [9, 81, 10]
                || found.map(\.op.deviceRect.width) == [10, 80, 10])
    }

    @Test func contentsCenter_shrinks_ends_that_do_not_fit() throws {
        let layer = layer(400, 60) { $0.center = rect(0.25, 0, 0.25, 1) }
        #expect(try draws(layer).map(\.op.deviceRect) == [rect(0, 0, 33, 60), rect(33, 0, 67, 60)])
    }

    @Test func sampling_follows_the_size_on_the_surface() throws {
        let layer = layer(100, 60) {
            $0.minificationFilter = .trilinear
            $0.magnificationFilter = .nearest
        }
        func sampling(_ scale: Double) throws -> Sampling? {
            let h = Homography(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
            guard case .image(let draw)? = try layer.frame(by: h).ops.first?.content else { return nil }
            return draw.sampling
        }
        #expect(try sampling(1) == .nearest)
        #expect(try sampling(2) == .nearest)
        #expect(try sampling(0.25) == .trilinear(level: 2))
        layer.state.contents.minificationFilterBias = -0.5
        #expect(try sampling(0.25) == .trilinear(level: 1.5))
        layer.state.contents.minificationFilterBias = -8
        #expect(try sampling(0.25) == .bilinear)
        layer.state.contents.minificationFilter = .nearest
        #expect(try sampling(0.25) == .nearest)
        layer.state.contents.minificationFilter = .linear
        #expect(try sampling(0.25) == .bilinear)
        layer.state.contents.magnificationFilter = .linear
        #expect(try sampling(4) == .bilinear)
    }
}
