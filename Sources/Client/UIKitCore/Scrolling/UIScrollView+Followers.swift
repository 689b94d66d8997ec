import CoreGraphics
import Foundation
import QuartzCore

/// The layers that keep their positions in the visible area while the render server moves the content.
struct ScrollFollowers {
    private struct Entry {
        weak var layer: CALayer?
    }

    private var entries: [Entry] = []
    static let key = "scroll.follow"

    mutating func add(_ layer: CALayer) {
        entries.removeAll { $0.layer == nil || $0.layer === layer }
        entries.append(Entry(layer: layer))
    }

    mutating func end() {
        for entry in entries { entry.layer?.removeAnimation(forKey: Self.key) }
        entries = []
    }
}

extension UIScrollView {
    /// Animates a layer's y position as a function of the offset's, for the rest of the content's own movement. Without
    /// a movement it does nothing.
    ///
    /// The render server then moves the layer in the same frame as the content, even if the program is busy. The program
    /// sets the position as well, for the time after the movement.
    ///
    /// - Parameters:
    ///   - kinks: The offsets at which the function's slope changes; between them it is linear.
    ///   - map: From the offset to the layer's `position.y`.
    package func follow(_ layer: CALayer, kinks: [Double] = [], map: (Double) -> Double) {
        guard let motion, let last = motion.y.nodes(within: ScrollPhysics.errorBound).last, last.time > 0 else {
            return
        }
        let nodes = motion.y.nodes(within: ScrollPhysics.errorBound, through: kinks)
        guard let animation = ScrollCourse.animation("position.y", nodes, scale: pixelsPerPoint, map) else { return }
        animation.beginTime = self.layer.convertTime(motion.start, from: nil)
        layer.add(animation, forKey: ScrollFollowers.key)
        followers.add(layer)
    }
}

extension UIScrollView {
    /// Ends the animation that `follow(_:kinks:map:)` has given a layer.
    package func stopFollowing(_ layer: CALayer) { layer.removeAnimation(forKey: ScrollFollowers.key) }
}

extension ScrollCourse {
    /// Nodes as `nodes(within:)` gives them, and one wherever the course passes a value.
    func nodes(within bound: Double, through values: [Double]) -> [Node] {
        let plain = nodes(within: bound)
        guard !values.isEmpty, var before = plain.first else { return plain }
        var result = [before]
        for node in plain.dropFirst() {
            // Between two nodes the course is monotone.
            let passed = values.filter { ($0 - before.value) * ($0 - node.value) < 0 }
            for value in before.value < node.value ? passed.sorted() : passed.sorted(by: >) {
                let time = time(of: value, from: before.time, to: node.time)
                guard time > (result.last?.time ?? 0) + 1e-6, time < node.time - 1e-6 else { continue }
                let slope = velocity(at: time)
                result.append(Node(time: time, value: value, slopeBefore: slope, slopeAfter: slope))
            }
            result.append(node)
            before = node
        }
        return result
    }

    /// The time at which the course has a value between those at two times, to a microsecond.
    private func time(of value: Double, from start: Double, to end: Double) -> Double {
        var (low, high) = (start, end)
        let rises = self.value(at: start) < self.value(at: end)
        while high - low > 1e-6 {
            let middle = (low + high) / 2
            if (self.value(at: middle) < value) == rises { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
