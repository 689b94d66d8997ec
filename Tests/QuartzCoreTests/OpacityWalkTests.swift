import CoreGraphics
import Foundation
import Mica
import MicaFrame
import MicaServer
import MicaWire
import QuartzCore
import Testing

/// The way of `opacity` from the setter to a pixel, which ARCHITECTURE.md describes: the value in the commit, in the
/// frame and in the picture.
@Suite struct OpacityWalkTests {
    @Test func opacity_is_the_same_in_commit_frame_and_picture() throws {
        let (tree, child) = TestTree.withChild {
            $0.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            $0.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        }
        let server = RenderServer()
        var sent = 0
        func receive() {
            for commit in tree.commits.dropFirst(sent) { server.receive(commit) }
            sent = tree.commits.count
        }
        receive()
        _ = server.frame(at: 0, width: 8, height: 8)
        tree.transaction {
            CATransaction.setDisableActions(true)
            child.opacity = 0.5
        }
        let commit = try #require(tree.commits.last)
        #expect(commit.changes.count == 1 && commit.changes.first?.mask == PropertyMask(.opacity))
        #expect(commit.changes.first?.state.opacity == 0.5)
        receive()
        let frame = server.frame(at: 0, width: 8, height: 8)
        let ops = try #require(frame.passes.last?.ops)
        #expect(ops.map(\.opacity) == [0.5])
        guard case .fill(_, let color) = ops[0].content else {
            Issue.record("a background is no fill: \(frame.description)")
            return
        }
        #expect(color.alpha == 1, "the opacity is the op's, not its colour's")
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
        layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        layer.opacity = 0.5
        let image = LayerRenderer(layer: layer).image(at: 0)
        let data = try #require(image.dataProvider?.data)
        #expect([UInt8](data).prefix(4).contains(128), "half of 255")
    }

    /// A layer of two ops, with round corners, takes none of the fast paths.
    @Test func opacity_of_a_group_is_applied_once() throws {
        func show(_ layer: CALayer, opacity: Float) {
            layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
            layer.borderColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
            (layer.borderWidth, layer.cornerRadius, layer.opacity) = (2, 2, opacity)
        }
        let (tree, _) = TestTree.withChild { show($0, opacity: 0.5) }
        let server = RenderServer()
        for commit in tree.commits { server.receive(commit) }
        let frame = server.frame(at: 0, width: 8, height: 8)
        let group = try #require(frame.passes.last?.ops.first)
        guard case .pass(let shown, mask: nil) = group.content, frame.passes.last?.ops.count == 1 else {
            Issue.record("no group: \(frame.description)")
            return
        }
        #expect(group.opacity == 0.5)
        let inner = frame.passes[shown.rawValue].ops
        #expect(inner.map(\.opacity) == [1, 1], "the opacity is the group's, once")
        guard case .fill = inner.first?.content, case .border = inner.last?.content else {
            Issue.record("no background with a border: \(frame.description)")
            return
        }
        let layer = CALayer()
        show(layer, opacity: 0.5)
        let bitmap = LayerRenderer(layer: layer).bitmap(at: 0)
        #expect(bitmap[4, 4] == 0x8080_0000 && bitmap[0, 4] == 0x8000_0080, "half of 255, premultiplied")
    }
}
