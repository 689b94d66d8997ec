import Foundation
import MicaBase
import MicaEncoding
import MicaFrame
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

    @Test func connections_give_the_same_frames() throws {
        let animation = fade(from: 5, to: 55, begin: 0, duration: 10)
        var later = Commit(time: 4)
        var change = LayerChange(layer: root, mask: PropertyMask(.borderWidth))
        change.state.borderWidth = 2
        later.changes = [change]
        let (direct, encoded) = (RenderServer(), RenderServer())
        for (server, encodes) in [(direct, false), (encoded, true)] {
            let connection = LocalConnection(encodes: encodes)
            for (index, commit) in [start(animations: [.add(key: "move", animation: animation)]), later].enumerated() {
                try connection.send(.commit(server.context, number: UInt64(index + 1), commit))
            }
            var messages: [ClientMessage] = []
            connection.receive(into: &messages)
            for case .commit(_, let number, let commit) in messages { server.receive(commit, number: number) }
        }
        for time in [0.0, 3, 7.25, 1, 20] {
            let a = direct.frame(at: time, width: 64, height: 16), b = encoded.frame(at: time, width: 64, height: 16)
            #expect(a.description == b.description)
        }
    }

    @Test func refused_commits_are_messages_and_change_nothing() {
        let server = RenderServer()
        server.receive(start())
        let before = server.frame(at: 0, width: 20, height: 20)
        var bad = Commit(time: 1)
        bad.changes = [LayerChange(layer: root, sublayers: [root])]
        server.receive(bad)
        let after = server.frame(at: 1, width: 20, height: 20)
        #expect(after.passes == before.passes)
        #expect(after.damage.isEmpty)
        #expect(
            messages(of: server) == [
                .applied(server.context, number: 2), .refused(server.context, number: 2, .cycle(root)),
            ])
        #expect(messages(of: server).isEmpty)
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

    /// When the next frame differs, of one animation from 1 to 3.
    @Test func next_change_is_now_while_it_moves_and_never_when_all_is_over() {
        let server = RenderServer()
        #expect(server.nextChange(from: 0) == .infinity)
        server.receive(start(animations: [.add(key: "move", animation: fade(from: 5, to: 55, begin: 1, duration: 2))]))
        #expect(server.nextChange(from: 0) == 1)
        #expect(server.nextChange(from: 0.5) == 1)
        #expect(server.nextChange(from: 1) == 1)
        #expect(server.nextChange(from: 2.9) == 2.9)
        #expect(server.nextChange(from: 3) == .infinity)
        server.receive(edit([.remove(key: "move")], at: 5))
        #expect(server.nextChange(from: 0) == .infinity)
    }

    /// The same in a layer that was stopped within the animation, as a player's that is paused.
    @Test func next_change_never_comes_in_a_layer_that_was_stopped() {
        let server = RenderServer()
        var commit = start(animations: [.add(key: "move", animation: fade(from: 5, to: 55, begin: 1, duration: 2))])
        commit.changes[0].state.timing.speed = 0
        commit.changes[0].state.timing.timeOffset = 2
        server.receive(commit)
        #expect(server.nextChange(from: 0) == .infinity)
        #expect(server.nextChange(from: 7) == .infinity)
    }

    /// Time that runs backwards comes to an animation that is over.
    @Test func next_change_is_now_where_time_runs_backwards() {
        let server = RenderServer()
        var commit = start(animations: [.add(key: "move", animation: fade(from: 5, to: 55, begin: 1, duration: 2))])
        commit.changes[0].state.timing.speed = -1
        commit.changes[0].state.timing.timeOffset = 5
        server.receive(commit)
        #expect(server.nextChange(from: 0) == 0)
        #expect(server.nextChange(from: 3) == 3)
    }

    /// The same where layers have times of their own: twice as fast from 10 on, and gone from 14 on.
    @Test func next_change_goes_through_the_timing_of_layers() {
        let server = RenderServer()
        var commit = start(animations: [.add(key: "move", animation: fade(from: 5, to: 55, begin: 1, duration: 2))])
        commit.changes[0].state.timing.beginTime = 10
        commit.changes[0].state.timing.speed = 2
        server.receive(commit)
        #expect(server.nextChange(from: 0) == 10)
        #expect(server.nextChange(from: 10) == 10.5)
        #expect(server.nextChange(from: 11) == 11)
        #expect(server.nextChange(from: 11.5) == .infinity)
        var short = Commit(time: 12)
        var change = LayerChange(layer: root, mask: PropertyMask(.duration))
        change.state.timing.duration = 8
        short.changes = [change]
        server.receive(short)
        #expect(server.nextChange(from: 20) == .infinity)
        #expect(server.nextChange(from: 3) == 10)
    }

    /// A commit that is all of the tree takes the place of whatever was there; the server's records of layers that
    /// are there again stays.
    @Test func whole_commit_replaces_the_tree() {
        let (server, twin) = (RenderServer(), RenderServer())
        let first = start()
        for one in [server, twin] { one.receive(first) }
        var damage = Commit(time: 1)
        damage.destroyed = [root]
        server.receive(damage)
        _ = server.frame(at: 1, width: 20, height: 20)
        #expect(server.tree.count == 0)
        var whole = first
        whole.isWhole = true
        server.receive(whole)
        let (mended, wanted) = (server.frame(at: 2, width: 20, height: 20), twin.frame(at: 2, width: 20, height: 20))
        #expect(mended.passes == wanted.passes)
        #expect(messages(of: server) == [.applied(server.context, number: 3)])
        var bad = start()
        bad.isWhole = true
        bad.changes.append(bad.changes[0])
        server.receive(bad)
        #expect(server.frame(at: 3, width: 20, height: 20).passes == wanted.passes)
        #expect(
            messages(of: server) == [
                .applied(server.context, number: 4), .refused(server.context, number: 4, .changedTwice(root)),
            ])
    }

    private func messages(of server: RenderServer) -> [ServerMessage] {
        var messages: [ServerMessage] = []
        server.takeMessages(into: &messages)
        return messages
    }

    @Test func a_note_is_sent_once_while_its_layer_is_there() {
        let server = RenderServer()
        let (many, copied) = (LayerID(rawValue: 2), LayerID(rawValue: 3))
        var tree = start()
        tree.created += [many, copied]
        tree.changes[0].sublayers = [many]
        var replicator = LayerState()
        replicator.replicator.count = 1e9
        tree.changes.append(LayerChange(layer: many, mask: .all, state: replicator, sublayers: [copied]))
        tree.changes.append(LayerChange(layer: copied, mask: .all, state: tree.changes[0].state))
        var colored = Commit(time: 1)
        colored.changes = [LayerChange(layer: root, mask: PropertyMask(.borderWidth))]
        colored.changes[0].state.borderWidth = 1
        var without = Commit(time: 2)
        without.changes = [LayerChange(layer: root, sublayers: [])]
        without.destroyed = [many, copied]
        var again = Commit(time: 3)
        (again.created, again.changes) = ([many, copied], tree.changes)
        again.changes[0] = LayerChange(layer: root, sublayers: [many])
        let note = ServerMessage.note(server.context, .instancesLeftOut(many))
        for (commit, isNoted) in [(tree, true), (colored, false), (without, false), (again, true), (colored, false)] {
            server.receive(commit)
            _ = server.frame(at: commit.time, width: 20, height: 20)
            let heard = messages(of: server)
            #expect(heard.contains(note) == isNoted, "at \(commit.time)")
            #expect(heard.count == (isNoted ? 2 : 1), "at \(commit.time)")
        }
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
