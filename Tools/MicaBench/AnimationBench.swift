import CMicaAllocations
import CoreGraphics
import Foundation
import MicaServer
import QuartzCore

/// `mica-dev bench animations`: how long the server takes to evaluate many running animations.
package enum AnimationBench {
    /// `mica-dev bench animations --help`.
    package static let help = """
        usage: mica-dev bench animations [NAME...] [--layers N] [--frames N]

        Evaluates layers with running animations, on one thread, without drawing anything: for each kind

          ANIMATIONS,NAME,LAYERS,PROPERTIES,NS,ALLOCATIONS

        with the layers, the animated properties of all of them, nanoseconds for each property (the median frame over the
        number of properties, the walk of the tree included), and how often a frame asked for memory.

          --layers N   how many layers; default 10000
          --frames N   how many frames, at times that follow each other; default 120
        """

    /// A kind of animation to measure.
    package struct Kind: Sendable {
        /// The name, as an argument.
        package let name: String
        /// How many properties of each layer are animated.
        package let properties: Int
        /// Gives a layer its animations; `index` is its number.
        let animate: @Sendable (_ layer: CALayer, _ index: Int) -> Void
    }

    /// The measurements of a kind.
    package struct Result: Sendable {
        /// Nanoseconds for each animated property: the median frame.
        package var nanoseconds: Double
        /// The most allocations of a frame; nil if they cannot be counted.
        package var allocations: Int?
        /// The fewest allocations of a frame: other threads of the process count too.
        package var leastAllocations: Int?
        /// How many animations were evaluated in blocks.
        package var tracks: Int
    }

    private static func timed(_ animation: CAAnimation, _ index: Int) -> CAAnimation {
        animation.duration = 20 + Double(index % 97)
        return animation
    }

    private static func basic(
        _ path: String, _ from: Any, _ to: Any, _ index: Int, _ timing: CAMediaTimingFunctionName?
    )
        -> CAAnimation
    {
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue) = (from, to)
        animation.timingFunction = timing.map { CAMediaTimingFunction(name: $0) }
        return timed(animation, index)
    }

    private static func color(_ red: CGFloat) -> CGColor { CGColor(srgbRed: red, green: 0.5, blue: 0.25, alpha: 1) }

    /// All kinds.
    package static let kinds: [Kind] = [
        Kind(name: "linear", properties: 1) { layer, index in
            layer.add(basic("position", CGPoint(x: index, y: 0), CGPoint(x: 5, y: 9), index, nil), forKey: nil)
        },
        Kind(name: "eased", properties: 1) { layer, index in
            layer.add(basic("opacity", 0.1, 0.9, index, .easeInEaseOut), forKey: nil)
        },
        Kind(name: "implicit", properties: 4) { layer, index in
            let to = CGRect(x: 0, y: 0, width: 50, height: 60)
            layer.add(basic("position", CGPoint(x: index, y: 0), CGPoint(x: 5, y: 9), index, .default), forKey: nil)
            layer.add(basic("bounds", CGRect.zero, to, index, .default), forKey: nil)
            layer.add(basic("backgroundColor", color(0), color(1), index, .default), forKey: nil)
            layer.add(basic("cornerRadius", 0, 12, index, .default), forKey: nil)
        },
        Kind(name: "repeating", properties: 1) { layer, index in
            let animation = basic("position.x", 0, 100, index, .easeInEaseOut)
            animation.duration = 0.5 + Double(index % 97) / 100
            animation.autoreverses = true
            animation.repeatCount = .infinity
            layer.add(animation, forKey: nil)
        },
        Kind(name: "sprites", properties: 1) { layer, index in
            let to = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
            layer.add(basic("contentsRect", CGRect(x: 0, y: 0, width: 1, height: 1), to, index, nil), forKey: nil)
        },
        Kind(name: "rotation", properties: 1) { layer, index in
            layer.add(basic("transform.rotation.z", 0, 6, index, nil), forKey: nil)
        },
        Kind(name: "tilt", properties: 1) { layer, index in
            layer.add(basic("transform.rotation.x", 0, 6, index, nil), forKey: nil)
        },
        Kind(name: "scale", properties: 1) { layer, index in
            layer.add(basic("transform.scale", 0.5, 2, index, nil), forKey: nil)
        },
        Kind(name: "transform", properties: 1) { layer, index in
            let to = CATransform3DMakeRotation(1, 0, 1, CGFloat(index % 3))
            layer.add(basic("transform", CATransform3DIdentity, to, index, .easeOut), forKey: nil)
        },
        Kind(name: "spring", properties: 1) { layer, index in
            let spring = CASpringAnimation(keyPath: "position.y")
            (spring.fromValue, spring.toValue, spring.damping) = (0, 100, 0.1)
            layer.add(timed(spring, index), forKey: nil)
        },
        Kind(name: "keyframes", properties: 1) { layer, index in
            let frames = CAKeyframeAnimation(keyPath: "position")
            frames.values = (0..<5).map { CGPoint(x: $0 * index, y: $0) }
            layer.add(timed(frames, index), forKey: nil)
        },
        Kind(name: "group", properties: 2) { layer, index in
            let group = CAAnimationGroup()
            group.animations = [
                basic("opacity", 0, 1, index, nil), basic("position.x", 0, 100, index, .easeIn),
            ]
            layer.add(timed(group, index), forKey: nil)
        },
    ]

    /// Runs the command; returns its exit status.
    package static func run(arguments: [String]) -> Int32 {
        var (layers, frames) = (10_000, 120)
        var names: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                write(help, to: .standardOutput)
                return 0
            case "--layers", "--frames":
                guard let number = rest.takeNumber() else {
                    return refuse("\(word) needs a number from 1 to 1000000", of: "bench animations")
                }
                if word == "--layers" { layers = number } else { frames = number }
            default:
                guard kinds.contains(where: { $0.name == word }) else {
                    return refuse(
                        "'\(word)' is none of \(kinds.map { $0.name }.joined(separator: ", "))",
                        of: "bench animations")
                }
                names.append(word)
            }
        }
        for kind in kinds where names.isEmpty || names.contains(kind.name) {
            let result = measure(kind, layers: layers, frames: frames)
            let time = String(format: "%.1f", result.nanoseconds)
            let allocations = result.allocations.map { String($0) } ?? "not counted"
            write(
                "ANIMATIONS,\(kind.name),\(layers),\(layers * kind.properties),\(time),\(allocations)",
                to: .standardOutput)
        }
        return 0
    }

    /// Measures a kind: one commit, and then frame after frame.
    package static func measure(_ kind: Kind, layers: Int, frames: Int) -> Result {
        var tree = RenderTree()
        let root = CALayer()
        let context = LayerContext(root: root) { commit in
            // A commit of this process is valid.
            try? tree.apply(commit)
        }
        MediaClock.with(time: 1) {
            CATransaction.flush()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            for index in 0..<layers {
                let layer = CALayer()
                layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
                kind.animate(layer, index)
                root.addSublayer(layer)
            }
            CATransaction.commit()
        }
        context.invalidate()
        precondition(tree.count == layers + 1, "the layers have not arrived")
        var scene = SceneEvaluation()
        for frame in 0..<3 { scene.evaluate(tree, at: 1.5 + Double(frame) / 60) }
        var spent: [Double] = []
        spent.reserveCapacity(frames)
        var (most, least) = (0, Int.max)
        for frame in 0..<frames {
            let count = mica_allocation_count()
            let start = ContinuousClock.now
            scene.evaluate(tree, at: 2 + Double(frame) / 60)
            let elapsed = (ContinuousClock.now - start).nanoseconds
            let asked = Int(mica_allocation_count() - count)
            (most, least) = (max(most, asked), min(least, asked))
            spent.append(elapsed)
        }
        let median = spent.sorted()[frames / 2]
        return Result(
            nanoseconds: median / Double(layers * kind.properties),
            allocations: mica_allocations_are_counted() != 0 ? most : nil,
            leastAllocations: mica_allocations_are_counted() != 0 ? least : nil, tracks: scene.workload.tracks)
    }
}
