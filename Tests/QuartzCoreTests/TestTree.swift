import MicaWire
import QuartzCore

/// A tree of layers whose commits are kept, at a virtual time.
final class TestTree {
    let root: CALayer
    private(set) var commits: [Commit] = []
    private var context: LayerContext?
    var time = 0.0

    init(root: CALayer = CALayer(), time: Double = 0) {
        self.root = root
        self.time = time
        context = LayerContext(root: root) { [unowned self] in self.commits.append($0) }
        flush()
    }

    deinit { context?.invalidate() }

    /// A committed tree and a child of its root.
    static func withChild(_ change: (CALayer) -> Void = { _ in }) -> (tree: TestTree, child: CALayer) {
        let (tree, child) = (TestTree(), CALayer())
        tree.transaction {
            change(child)
            tree.root.addSublayer(child)
        }
        return (tree, child)
    }

    /// Runs `body` in one transaction at the tree's time.
    func transaction(_ body: () -> Void) {
        MediaClock.with(time: time) {
            CATransaction.begin()
            body()
            CATransaction.commit()
        }
    }

    /// Runs `body` at the tree's time, then commits the implicit transaction.
    func implicitly(_ body: () -> Void) {
        MediaClock.with(time: time) {
            body()
            CATransaction.flush()
        }
    }

    func flush() { MediaClock.with(time: time) { CATransaction.flush() } }

    /// The layer's picture at a time.
    func shown<Value>(_ path: KeyPath<CALayer, Value>, of layer: CALayer, at time: Double) -> Value? {
        MediaClock.with(time: time) { layer.presentation()?[keyPath: path] }
    }

    func deliverEvents(at time: Double) {
        self.time = time
        MediaClock.with(time: time) {
            context?.deliverEvents(at: time)
            CATransaction.flush()
        }
    }
}

/// Changes layers at a media time, without actions, and commits the changes.
func changeLayers(at time: Double, _ body: () -> Void) {
    MediaClock.with(time: time) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        body()
        CATransaction.commit()
        CATransaction.flush()
    }
}
