import CoreGraphics
import Foundation
import Mica
import MicaWire
import QuartzCore
import Synchronization
import Testing

/// The memory of a thread and a context for changes of many layers.
@Suite struct ManyChangesTests {
    /// A context of so many layers under a root, and the receiver of its commits.
    private func tree(
        _ count: Int, _ send: @escaping (Commit) -> Void
    ) -> (context: LayerContext, layers: [CALayer]) {
        let root = CALayer()
        let layers = (0..<count).map { _ in CALayer() }
        for layer in layers { root.addSublayer(layer) }
        let context = LayerContext(root: root, send: send)
        MediaClock.with(time: 1) { CATransaction.flush() }
        return (context, layers)
    }

    @Test func begin_times_of_many_animations_are_resolved_at_one_look_at_each() {
        var change = PendingChange()
        let state = AnimationState(timing: TimingState(), content: .group([]))
        for number in 0..<1_000 { change.edits.append(.add(key: "k\(number)", animation: state)) }
        change.edits.append(.remove(key: "k3"))
        var resolved: [String: AnimationState] = [:]
        for number in 0..<1_000 {
            resolved["k\(number)"] = AnimationState(timing: TimingState(beginTime: Double(number)), content: .group([]))
        }
        #expect(change.resolve(resolved) == 1_001)
        let wanted = AnimationEdit.add(
            key: "k7", animation: AnimationState(timing: TimingState(beginTime: 7), content: .group([])))
        #expect(change.edits[7] == wanted && change.edits[1_000] == .remove(key: "k3"))
    }

    @Test func a_tree_that_is_refused_is_told_of() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        var last = root
        for _ in 0..<300 {
            let layer = CALayer()
            last.addSublayer(layer)
            last = layer
        }
        let renderer = LayerRenderer(layer: root, threads: 1)
        _ = renderer.bitmap(at: 0)
        #expect(renderer.refusal != nil)
        root.sublayers = nil
        _ = renderer.bitmap(at: 1)
        #expect(renderer.refusal == nil)
    }

    private func move(_ layers: [CALayer], to x: CGFloat) {
        MediaClock.with(time: 2) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            for layer in layers { layer.position = CGPoint(x: x, y: 0) }
            CATransaction.commit()
        }
    }

    @Test func commits_stay_what_they_are_when_the_next_is_made() {
        var commits: [Commit] = []
        let (context, layers) = tree(100) { commits.append($0) }
        defer { context.invalidate() }
        commits.removeAll()
        for x in [1.0, 2, 3] { move(layers, to: CGFloat(x)) }
        move(Array(layers.prefix(2)), to: 4)
        #expect(commits.map(\.changes.count) == [100, 100, 100, 2])
        for (commit, x) in zip(commits, [1.0, 2, 3, 4]) {
            #expect(commit.changes.allSatisfy { $0.state.position == CGPoint(x: x, y: 0) })
            #expect(commit.changes.map(\.layer) == layers.prefix(commit.changes.count).map(\.id))
        }
    }

    @Test func kept_changes_keep_to_their_budget() {
        var sent = 0
        let (context, layers) = tree(LayerContext.reusedChanges.upperBound + 1) { sent = $0.changes.count }
        defer { context.invalidate() }
        // Few are not worth it, and more than there is room for are let go of.
        move(Array(layers.prefix(10)), to: 1)
        #expect(sent == 10 && context.reusedChangeRoom == 0)
        move(Array(layers.prefix(1000)), to: 2)
        #expect(sent == 1000 && (1000...2000).contains(context.reusedChangeRoom))
        move(layers, to: 3)
        #expect(sent == layers.count && (1000...2000).contains(context.reusedChangeRoom))
        move(Array(layers.dropLast()), to: 4)
        #expect(sent == LayerContext.reusedChanges.upperBound)
        #expect(context.reusedChangeRoom < 2 * LayerContext.reusedChanges.upperBound)
        move(Array(layers.prefix(1000)), to: 5)
        #expect((1000...2000).contains(context.reusedChangeRoom), "no more than four times what is needed is kept")
        // Referenced objects are not kept.
        MediaClock.with(time: 3) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            let color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
            for layer in layers.prefix(1000) { layer.backgroundColor = color }
            CATransaction.commit()
        }
        #expect(sent == 1000 && context.reusedChangeRoom == 0)
    }

    @Test func disabled_actions_are_of_one_thread() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        let other = SeenByThread()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let before = CATransaction.disableActions()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            let within = CATransaction.disableActions()
            CATransaction.commit()
            other.seen.withLock { $0 = [before, within, CATransaction.disableActions()] }
            done.signal()
        }
        thread.start()
        done.wait()
        #expect(other.seen.withLock { $0 } == [false, true, false])
        #expect(CATransaction.disableActions())
        CATransaction.commit()
        #expect(!CATransaction.disableActions())
    }
}

/// What another thread has seen.
private final class SeenByThread: Sendable {
    let seen = Mutex<[Bool]>([])
}
