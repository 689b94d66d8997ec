import MicaBase
import MicaFrame
import Testing

/// The ops to draw for a region of a frame, their order and places.
@Suite struct FrameGraphTests {
    private func device(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> DeviceRect {
        DeviceRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }

    /// A frame of passes as large as it is, with the contents of their ops, which reach over all of them.
    private func frame(_ passes: [[DrawOp.Content]]) -> Frame {
        var frame = Frame(width: 64, height: 48)
        for contents in passes {
            var pass = RenderPass(bounds: frame.bounds)
            pass.ops = contents.map { DrawOp(content: $0, transform: .identity, bounds: frame.bounds) }
            frame.passes.append(pass)
        }
        return frame
    }

    private let shape = DrawOp.Content.fill(
        shape: RoundedRect(LocalRect(minX: 0, minY: 0, maxX: 9, maxY: 9)), color: PixelColor(.black))

    private func shown(_ pass: Int, mask: Int? = nil) -> DrawOp.Content {
        .pass(PassIndex(pass), mask: mask.map { PassIndex($0) })
    }

    @Test func frame_without_passes_shown_is_one_task() {
        var graph = FrameGraph()
        graph.find(frame([[shape]]), region: device(3, 4, 5, 6))
        #expect(graph.tasks.count == 1)
        #expect(graph.tasks.allSatisfy { $0.pass == 0 && $0.source == device(3, 4, 5, 6) })
        graph.find(Frame(width: 4, height: 4), region: device(0, 0, 4, 4))
        #expect(graph.tasks.map(\.pass) == [-1])
    }

    @Test func blur_needs_what_lies_within_its_reach() {
        let draw = SoftenDraw(pass: PassIndex(0), deviation: SIMD2(2, 2))
        var graph = FrameGraph()
        let made = frame([[shape], [.softened(draw)]])
        graph.find(made, region: device(20, 20, 4, 4))
        #expect(graph.tasks.map(\.pass) == [0, 1])
        #expect(graph.tasks[0].result == device(20, 20, 4, 4))
        #expect(graph.tasks[0].source == draw.grown(device(20, 20, 4, 4)))
        #expect(graph.tasks.map { $0.content(in: made) } == [.softened(draw), nil])
    }

    @Test func what_is_shown_comes_first_and_others_go_together() {
        let rasterized = DrawOp.Content.rasterized(RasterizedDraw(pass: PassIndex(0), owner: 1))
        let warp = DrawOp.Content.warp(
            WarpDraw(pass: PassIndex(1), map: .ripple(LocalRect(minX: 0, minY: 0, maxX: 9, maxY: 9), progress: 0.5)))
        let made = frame([[shape], [shape], [rasterized], [warp, shown(2)]])
        var graph = FrameGraph()
        graph.find(made, region: made.bounds)
        #expect(graph.tasks.map(\.pass) == [0, 1, 3])
        #expect(graph.tasks.map { $0.op.pass } == [2, 3, 4])
        #expect(graph.independent(from: 0, most: 9) == 0..<2 && graph.independent(from: 0, most: 1) == 0..<1)
        #expect(graph.independent(from: 2, most: 9) == 2..<3)
    }

    @Test func what_is_here_is_not_drawn_nor_what_it_shows() {
        let rasterized = DrawOp.Content.rasterized(RasterizedDraw(pass: PassIndex(1), owner: 1))
        let inner = DrawOp.Content.softened(SoftenDraw(pass: PassIndex(0), deviation: SIMD2(1, 1)))
        let made = frame([[shape], [inner], [rasterized]])
        var graph = FrameGraph()
        graph.find(made, region: made.bounds)
        #expect(graph.tasks.map(\.pass) == [0, 1, 2])
        graph.find(made, region: made.bounds) { if case .rasterized = $0.content(in: made) { true } else { false } }
        #expect(graph.tasks.map(\.pass) == [2])
    }

    @Test func passes_that_come_too_late_are_not_wanted() {
        var graph = FrameGraph()
        let late = DrawOp.Content.softened(SoftenDraw(pass: PassIndex(1), deviation: SIMD2(1, 1)))
        let made = frame([[late], [shown(0)]])
        graph.find(made, region: made.bounds)
        #expect(graph.tasks.map(\.pass) == [1])
    }

    @Test func buffers_are_free_after_their_last_use() {
        var passes = PassTree()
        let chain = frame([[shape], [shown(0)], [shown(1)], [shown(2)]])
        passes.find(chain, pass: 3, region: device(0, 0, 8, 8))
        passes.assignBuffers()
        #expect(passes.uses.map(\.buffer) == [0, 1, 0, -1] && passes.bufferCount == 2)
        #expect(passes.uses.map(\.lastUser) == [1, 2, 3, -1])
        #expect(passes.uses.allSatisfy { $0.bounds == device(0, 0, 8, 8) })
        let masked = frame([[shape], [shape], [shown(0, mask: 1)]])
        passes.find(masked, pass: 2, region: device(0, 0, 8, 8))
        passes.assignBuffers()
        #expect(passes.uses.map(\.buffer) == [0, 1, -1])
        passes.find(masked, pass: 2, region: device(0, 0, 8, 8), mayShowPasses: false)
        #expect(passes.uses.map(\.buffer) == [-1, -1, -1] && passes.bufferCount == 0)
    }
    @Test func passes_that_do_not_show_one_another_share_a_round() {
        // A chain of two passes, and a pass that is shown late.
        let made = frame([[shape], [shown(0)], [shape], [shown(1), shown(2)]])
        let tree = PassTree(made, pass: 3, region: made.bounds, drawsShapes: true)
        let together = PassRounds([tree], isFew: { $0 == 3 * 64 * 48 })
        #expect(together.list.map { $0.nodes.map(\.pass) } == [[0], [1, 2], [3]])
        #expect(together.list.map(\.lastUse) == [1, 2, Int.max])
        let alone = PassRounds([tree], isFew: { _ in false })
        #expect(alone.list.map { $0.nodes.map(\.pass) } == [[0], [1], [2], [3]])
        #expect(alone.list.map(\.lastUse) == [1, 3, 3, Int.max])
        let empty = PassRounds(
            [PassTree(Frame(width: 4, height: 4), pass: -1, region: device(0, 0, 4, 4), drawsShapes: true)],
            isFew: { _ in true })
        #expect(empty.list.map { $0.nodes.map(\.pass) } == [[-1]])
    }
}
