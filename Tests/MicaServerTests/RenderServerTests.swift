import Foundation
import MicaFrame
import MicaPixels
import MicaScene
import MicaServer
import MicaWire
import Testing

@Suite struct RenderServerTests {
    private let root = LayerID(rawValue: 1)

    private func fade(from: Double, to: Double, begin: Double, duration: Double) -> AnimationState {
        AnimationState(
            timing: TimingState(beginTime: begin, duration: duration),
            content: .property(
                PropertyAnimation(
                    target: PropertyTarget(.position, .x), values: .basic(from: .number(from), to: .number(to), by: nil)
                )))
    }

    private func start(animations: [AnimationEdit] = []) -> Commit {
        var commit = Commit(time: 0)
        commit.created = [root]
        commit.root = root
        var state = LayerState()
        state.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        state.position = CGPoint(x: 5, y: 5)
        state.backgroundColor = .black
        state.contents.image = ImageResource(bitmap: Bitmap(width: 2, height: 2, filledWith: 0xffff_ffff))
        commit.changes = [LayerChange(layer: root, mask: .all, state: state, animations: animations)]
        return commit
    }

    private func edit(_ edits: [AnimationEdit], at time: Double) -> Commit {
        var commit = Commit(time: time)
        commit.changes = [LayerChange(layer: root, animations: edits)]
        return commit
    }

    @Test func transports_give_the_same_frames() throws {
        let animation = fade(from: 5, to: 55, begin: 0, duration: 10)
        var later = Commit(time: 4)
        var change = LayerChange(layer: root, mask: PropertyMask(.borderWidth))
        change.state.borderWidth = 2
        later.changes = [change]
        let (direct, encoded) = (RenderServer(), RenderServer())
        for commit in [start(animations: [.add(key: "move", animation: animation)]), later] {
            try DirectTransport(to: direct.inbox).send(commit)
        }
        let transport = EncodingTransport(to: encoded.inbox)
        for commit in [start(animations: [.add(key: "move", animation: animation)]), later] {
            try transport.send(commit)
        }
        for time in [0.0, 3, 7.25, 1, 20] {
            let a = direct.frame(at: time, width: 64, height: 16), b = encoded.frame(at: time, width: 64, height: 16)
            #expect(a.description == b.description)
        }
    }

    @Test func refused_commits_are_events_and_change_nothing() {
        let server = RenderServer()
        server.receive(start())
        let before = server.frame(at: 0, width: 20, height: 20)
        var bad = Commit(time: 1)
        bad.changes = [LayerChange(layer: root, sublayers: [root])]
        server.receive(bad)
        let after = server.frame(at: 1, width: 20, height: 20)
        #expect(after.passes == before.passes)
        #expect(after.damage.isEmpty)
        #expect(server.takeEvents() == [.commitRefused(.cycle(root))])
        #expect(server.takeEvents().isEmpty)
    }

    @Test func damage_is_what_an_animation_moved() {
        let server = RenderServer()
        server.receive(start(animations: [.add(key: "move", animation: fade(from: 5, to: 55, begin: 0, duration: 10))]))
        #expect(server.frame(at: 0, width: 100, height: 100).damage.description == "[x 0..<100, y 0..<100]")
        #expect(server.frame(at: 0, width: 100, height: 100).damage.isEmpty)
        #expect(server.frame(at: 2, width: 100, height: 100).damage.description == "[x 0..<20, y 0..<10]")
        server.invalidate()
        #expect(server.frame(at: 2, width: 100, height: 100).damage.description == "[x 0..<100, y 0..<100]")
    }

    @Test func animation_stops_once_at_its_end() {
        let server = RenderServer()
        server.receive(start(animations: [.add(key: "move", animation: fade(from: 5, to: 55, begin: 1, duration: 2))]))
        _ = server.frame(at: 2.9, width: 8, height: 8)
        #expect(server.takeEvents().isEmpty)
        #expect(server.isAnimating(at: 2.9))
        _ = server.frame(at: 3, width: 8, height: 8)
        _ = server.frame(at: 4, width: 8, height: 8)
        #expect(server.takeEvents() == [.animationDidStop(layer: root, key: "move", finished: true)])
        #expect(!server.isAnimating(at: 3))
        server.receive(edit([.remove(key: "move")], at: 5))
        _ = server.frame(at: 5, width: 8, height: 8)
        #expect(server.takeEvents().isEmpty)
    }

    @Test func animation_taken_away_or_replaced_stops_unfinished() {
        let server = RenderServer()
        let animation = fade(from: 5, to: 55, begin: 0, duration: 2)
        server.receive(start(animations: [.add(key: "a", animation: animation), .add(key: "b", animation: animation)]))
        server.receive(
            edit([.remove(key: "a"), .add(key: "b", animation: fade(from: 0, to: 1, begin: 1, duration: 2))], at: 1))
        server.applyWaitingCommits()
        #expect(
            server.takeEvents() == [
                .animationDidStop(layer: root, key: "a", finished: false),
                .animationDidStop(layer: root, key: "b", finished: false),
            ])
        // Over when the commit comes, though no frame was drawn since.
        server.receive(edit([.removeAll], at: 3))
        server.applyWaitingCommits()
        #expect(server.takeEvents() == [.animationDidStop(layer: root, key: "b", finished: true)])
    }

    @Test func recording_gives_the_same_frame_in_any_order() {
        var scene = RecordedScene()
        scene.record(
            start(animations: [.add(key: "move", animation: fade(from: 5, to: 55, begin: 0, duration: 10))]), at: 0)
        for step in 1...5 {
            var commit = Commit(time: Double(step))
            var change = LayerChange(layer: root, mask: PropertyMask(.cornerRadius))
            change.state.cornerRadius = Double(step)
            commit.changes = [change]
            scene.record(commit, at: Double(step))
        }
        let player = ScenePlayer(scene)
        for time in [4.5, 0.5, 3, 2.999, 9, 0, 4.5] {
            let played = player.server(at: time).frame(at: time, width: 80, height: 20)
            let alone = scene.server(at: time).frame(at: time, width: 80, height: 20)
            #expect(played.passes == alone.passes)
            #expect(played.clips == alone.clips)
        }
        guard
            case .fill(let shape, _) = scene.server(at: 2).frame(at: 2, width: 80, height: 20).passes[0].ops[0].content
        else {
            Issue.record("no fill")
            return
        }
        #expect(shape.radii.x == 2)
    }
}
