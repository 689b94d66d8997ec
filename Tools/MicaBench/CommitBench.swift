import CMicaAllocations
import CoreGraphics
import Foundation
import MicaBase
import MicaCPU
import MicaFrame
import MicaServer
import QuartzCore

/// `mica-dev bench commit`: what a commit costs that changes a few layers of many, and what a frame of running animations
/// costs.
package final class CommitBench {
    /// `mica-dev bench commit --help`.
    package static let help = """
        usage: mica-dev bench commit [--layers N] [--rounds N]

        Changes 1, 100 and 10,000 of 50,000 layers, a commit each, and says what that costs; nothing is drawn. For each

          COMMIT,LAYERS,CHANGED,CLIENT,APPLY,FRAME,EACH,ALLOCATIONS

        with median nanoseconds of setting the properties and ending the transaction, of applying the commit, and of
        evaluating, building the frame and finding the damage; all of that over the layers changed; and how often it asked for
        memory. Then, with 10,000 of the layers moving, what it takes to add an animation to one of the others and to take
        it away again, a commit each with its frame, in nanoseconds beyond a frame without one

          ADDED,LAYERS,NS,REMOVED

        Then, for each kind of animation, of 10,000 layers with one each

          STEADY,NAME,NS,ALLOCATIONS,DRAWING

        with nanoseconds of a frame for each animated property (evaluated, built, damage found), and how often that and
        drawing the frame asked for memory.

          --layers N   how many layers; default 50000
          --rounds N   how many commits of each size; default 31
        """

    /// The costs of commits of one size.
    package struct Result: Sendable {
        /// How many layers there are.
        package var layers: Int
        /// How many of them a commit changes.
        package var changed: Int
        /// Nanoseconds until the commit is in the server's inbox: the median.
        package var client: Double
        /// Nanoseconds to apply it.
        package var apply: Double
        /// Nanoseconds to evaluate, to build the frame and to find the damage.
        package var frame: Double
        /// The fewest allocations of a commit, and of its frame.
        package var commitAllocations: Int, frameAllocations: Int
        /// The most ops of the last frame that were changed; nil if a frame was built as a whole.
        package var changedOps: Int?
        /// The sum of the three times, in nanoseconds.
        package var total: Double { client + apply + frame }
    }

    private static let width = 1920, height = 1080
    private let root = CALayer()
    private var leaves: [CALayer] = []
    private let server = RenderServer()
    private let context: LayerContext
    private var time = 1.0
    private var last: Frame?

    /// Makes the tree: layers of 4 by 4 points in groups of a hundred.
    package init(layers: Int) {
        root.bounds = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
        root.position = CGPoint(x: Self.width / 2, y: Self.height / 2)
        let server = server
        context = LayerContext(root: root) { server.receive($0) }
        MediaClock.with(time: time) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            var group = CALayer()
            for index in 1..<max(2, layers) {
                if index % 100 == 1 {
                    group = CALayer()
                    group.frame = root.bounds
                    root.addSublayer(group)
                    continue
                }
                let leaf = CALayer()
                leaf.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
                leaf.position = CGPoint(x: 8 + index * 7 % (Self.width - 16), y: 8 + index * 13 % (Self.height - 16))
                leaf.backgroundColor = CGColor(srgbRed: 1, green: CGFloat(index % 7) / 7, blue: 0, alpha: 1)
                group.addSublayer(leaf)
                leaves.append(leaf)
            }
            CATransaction.commit()
        }
        CATransaction.flush()
        last = server.frame(at: time, width: Self.width, height: Self.height)
    }

    deinit { context.invalidate() }

    /// How many layers there are.
    package var layerCount: Int { server.tree.count }

    /// Measures commits that each move `changed` layers by a point.
    package func measure(changed: Int, rounds: Int) -> Result {
        let changed = min(changed, leaves.count)
        var (client, apply, frame): ([Double], [Double], [Double]) = ([], [], [])
        var (commitAllocations, frameAllocations) = (Int.max, Int.max)
        var changedOps: Int? = 0
        for round in -2..<rounds {
            time += 1.0 / 60
            // Spread over all groups, other layers in each round.
            let stride = leaves.count / changed
            let moved = (0..<changed).map { leaves[($0 * stride + (round + 2) % stride)] }
            let shift = round % 2 == 0 ? 1.0 : -1.0
            let count = mica_allocation_count()
            let start = ContinuousClock.now
            MediaClock.with(time: time) {
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                for layer in moved { layer.position.x += CGFloat(shift) }
                CATransaction.commit()
            }
            let sent = ContinuousClock.now
            server.applyWaitingCommits()
            let applied = ContinuousClock.now
            let afterCommit = mica_allocation_count()
            last = nil
            let picture = server.frame(at: time, width: Self.width, height: Self.height)
            let built = ContinuousClock.now
            let afterFrame = mica_allocation_count()
            let delta = picture.delta
            last = picture
            guard round >= 0 else { continue }
            changedOps = delta.base == nil ? nil : changedOps.map { max($0, delta.changes.count) }
            client.append((sent - start).nanoseconds)
            apply.append((applied - sent).nanoseconds)
            frame.append((built - applied).nanoseconds)
            commitAllocations = min(commitAllocations, Int(afterCommit - count))
            frameAllocations = min(frameAllocations, Int(afterFrame - afterCommit))
        }
        func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
        return Result(
            layers: server.tree.count, changed: changed, client: median(client), apply: median(apply),
            frame: median(frame), commitAllocations: commitAllocations, frameAllocations: frameAllocations,
            changedOps: changedOps)
    }

    /// How many nanoseconds more than a frame without a commit it takes to add an animation to one layer, and to remove
    /// it: medians.
    package func measureAdding(running: Int, rounds: Int) -> (added: Double, removed: Double) {
        func animate(_ layer: CALayer, _ path: String) {
            let animation = CABasicAnimation(keyPath: path)
            (animation.fromValue, animation.toValue) = (0, 1)
            animation.duration = 1000
            layer.add(animation, forKey: "bench")
        }
        func frame(_ body: () -> Void) -> Double {
            time += 1.0 / 60
            last = nil
            let start = ContinuousClock.now
            MediaClock.with(time: time) {
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                body()
                CATransaction.commit()
            }
            last = server.frame(at: time, width: Self.width, height: Self.height)
            return (ContinuousClock.now - start).nanoseconds
        }
        let running = min(running, leaves.count / 2)
        _ = frame { for layer in leaves.suffix(running) { animate(layer, "opacity") } }
        var (plain, added, removed): ([Double], [Double], [Double]) = ([], [], [])
        for round in -2..<rounds {
            let layer = leaves[(round + 2) * 31 % (leaves.count - running)]
            let times = (
                frame {}, frame { animate(layer, "position.x") }, frame {},
                frame { layer.removeAnimation(forKey: "bench") }
            )
            guard round >= 0 else { continue }
            plain.append(min(times.0, times.2))
            added.append(times.1)
            removed.append(times.3)
        }
        _ = frame { for layer in leaves.suffix(running) { layer.removeAllAnimations() } }
        func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
        return (median(added) - median(plain), median(removed) - median(plain))
    }

    /// The costs of a frame of running animations, once everything has its memory.
    package struct Steady: Sendable {
        /// Nanoseconds for each animated property, drawing left out: the median frame.
        package var nanoseconds: Double
        /// The fewest allocations of a frame, without drawing.
        package var frameAllocations: Int
        /// The fewest allocations of drawing a frame.
        package var drawAllocations: Int
    }

    /// Measures frames of layers that all run one kind of animation.
    package static func steady(_ kind: AnimationBench.Kind, layers: Int, frames: Int, draws: Bool) -> Steady {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 400, height: 300)
        root.position = CGPoint(x: 200, y: 150)
        let server = RenderServer()
        let context = LayerContext(root: root) { server.receive($0) }
        MediaClock.with(time: 1) {
            CATransaction.flush()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            for index in 0..<layers {
                let layer = CALayer()
                layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
                layer.position = CGPoint(x: 20 + index * 7 % 360, y: 20 + index * 3 % 260)
                layer.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0.5, alpha: 1)
                kind.animate(layer, index)
                root.addSublayer(layer)
            }
            CATransaction.commit()
        }
        defer { context.invalidate() }
        let compositor = CPUCompositor(threads: 1)
        var surface = Bitmap(width: 400, height: 300)
        var (spent, built, drawn): ([Double], Int, Int) = ([], Int.max, Int.max)
        for frame in 0..<frames + 8 {
            let count = mica_allocation_count()
            let start = ContinuousClock.now
            let picture = server.frame(at: 1.5 + Double(frame) / 60, width: 400, height: 300)
            let elapsed = (ContinuousClock.now - start).nanoseconds
            let afterBuilding = mica_allocation_count()
            if draws { compositor.draw(picture, into: &surface) }
            let afterDrawing = mica_allocation_count()
            guard frame >= 8 else { continue }
            spent.append(elapsed)
            (built, drawn) = (min(built, Int(afterBuilding - count)), min(drawn, Int(afterDrawing - afterBuilding)))
        }
        return Steady(
            nanoseconds: spent.sorted()[spent.count / 2] / Double(layers * kind.properties), frameAllocations: built,
            drawAllocations: drawn)
    }

    /// Runs the command; returns its exit status.
    package static func run(arguments: [String]) -> Int32 {
        var (layers, rounds) = (50_000, 31)
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                write(help, to: .standardOutput)
                return 0
            case "--layers", "--rounds":
                guard let number = rest.takeNumber(least: 2) else {
                    return refuse("\(word) needs a number from 2 to 1000000", of: "bench commit")
                }
                if word == "--layers" { layers = number } else { rounds = number }
            default: return refuse("unknown argument '\(word)'", of: "bench commit")
            }
        }
        let bench = CommitBench(layers: layers)
        for changed in [1, 100, 10_000] {
            let result = bench.measure(changed: changed, rounds: rounds)
            let times = [result.client, result.apply, result.frame].map { String(format: "%.0f", $0) }
            let each = String(format: "%.1f", result.total / Double(result.changed))
            write(
                "COMMIT,\(result.layers),\(result.changed),\(times.joined(separator: ",")),\(each),"
                    + "\(result.commitAllocations)+\(result.frameAllocations)", to: .standardOutput)
        }
        let adding = bench.measureAdding(running: 10_000, rounds: rounds)
        write(
            "ADDED,\(bench.layerCount),\(String(format: "%.0f,%.0f", adding.added, adding.removed))",
            to: .standardOutput)
        for kind in AnimationBench.kinds {
            let result = steady(kind, layers: 10_000, frames: rounds, draws: true)
            let time = String(format: "%.1f", result.nanoseconds)
            write(
                "STEADY,\(kind.name),\(time),\(result.frameAllocations),\(result.drawAllocations)",
                to: .standardOutput)
        }
        return 0
    }
}
