import CoreGraphics
import MicaFrame
import MicaRandom
import MicaServer
import MicaWire
import QuartzCore
import Testing

/// Commits that are merged are as these commits one after the other.
@Suite struct MergeTests {
    /// The commits of a tree that changes at random.
    private func commits(seed: UInt64, count: Int) -> [Commit] {
        var random = SeededGenerator(seed: seed)
        var commits: [Commit] = []
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
        let context = LayerContext(root: root) { commits.append($0) }
        var layers: [CALayer] = []
        for _ in 0..<count {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            for _ in 0..<random.whole(1...4) { change(root, &layers, &random) }
            CATransaction.commit()
            CATransaction.flush()
        }
        context.invalidate()
        return commits
    }

    private func change(_ root: CALayer, _ layers: inout [CALayer], _ random: inout SeededGenerator) {
        switch random.below(layers.isEmpty ? 1 : 7) {
        case 0, 1:
            let layer = CALayer()
            layer.frame = CGRect(x: random.below(60), y: random.below(60), width: 9, height: 7)
            layer.backgroundColor = CGColor(srgbRed: random.unit(), green: random.unit(), blue: 0.5, alpha: 1)
            (layers.isEmpty || random.chance() ? root : random.pick(layers)).addSublayer(layer)
            layers.append(layer)
        case 2: random.pick(layers).removeFromSuperlayer()
        case 3: root.addSublayer(random.pick(layers))
        case 4: random.pick(layers).position = CGPoint(x: random.below(60), y: random.below(60))
        case 5: random.pick(layers).cornerRadius = random.number(0...4)
        default:
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue, fade.beginTime, fade.duration) = (0, 1, random.number(1...5), 10)
            random.pick(layers).add(fade, forKey: random.chance() ? "fade" : "other")
        }
    }

    private func frame(of commits: [Commit]) -> Frame {
        let server = RenderServer()
        for commit in commits { server.receive(commit) }
        let frame = server.frame(at: 7, width: 64, height: 64)
        var messages: [ServerMessage] = []
        server.takeMessages(into: &messages)
        for case .refused(_, _, let error) in messages { Issue.record("\(error)") }
        return frame
    }

    @Test(arguments: UInt64(1)...60) func merged_commits_give_the_same_frame(seed: UInt64) {
        let commits = commits(seed: seed, count: 24)
        var random = SeededGenerator(seed: seed &+ 1000)
        var merged: [Commit] = []
        for commit in commits {
            if random.chance(0.8), let last = merged.indices.last, merged[last].merge(commit) { continue }
            merged.append(commit)
        }
        #expect(merged.count < commits.count)
        let (one, other) = (frame(of: commits), frame(of: merged))
        #expect(one.passes == other.passes && one.clips == other.clips, "seed \(seed)")
    }

    @Test func a_layer_that_is_there_again_is_not_merged() {
        var first = Commit(time: 0)
        first.destroyed = [LayerID(rawValue: 1)]
        var second = Commit(time: 1)
        second.created = [LayerID(rawValue: 1)]
        let before = first
        #expect(!first.merge(second) && first == before)
        second.isWhole = true
        #expect(first.merge(second) && first == second, "all of the tree takes the position of what was before")
    }
}
