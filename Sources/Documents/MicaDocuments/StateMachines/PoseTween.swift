import CoreGraphics
import Foundation
import QuartzCore

/// The animated values of a tree of layers: they can move from what they show to what they show at another moment.
///
/// While they move, each animated property of each layer has one animation, from its value at the one moment to its value
/// at the other, in place of the document's own. Values without a way between, such as `hidden`, change in the middle.
final class PoseTween {
    /// A layer, and the document's own animations of it.
    private struct Animated {
        var layer: CALayer
        var animations: [(key: String, animation: CAAnimation)]
        /// The keys of the animated properties.
        var properties: [String]
    }

    private var animated: [Animated] = []
    /// The time of the layers at the beginning of a tween: before the document's, so that none of its sounds is heard.
    static let start = -1000.0
    /// The number of animated values.
    private(set) var count = 0
    /// Whether the values move.
    private(set) var isRunning = false

    /// Collects the animations of a document's layers.
    init(_ root: CALayer) { collect(root) }

    private func collect(_ layer: CALayer) {
        var rest = [layer]
        while let layer = rest.popLast() {
            rest += layer.sublayers ?? []
            if let mask = layer.mask { rest.append(mask) }
            let keys = layer.animationKeys() ?? []
            let list = keys.compactMap { key in layer.animation(forKey: key).map { (key: key, animation: $0) } }
            var properties: [String] = []
            for (_, animation) in list {
                guard let path = (animation as? CAPropertyAnimation)?.keyPath,
                    let first = path.split(separator: ".").first.map(String.init), !properties.contains(first)
                else { continue }
                properties.append(first)
            }
            guard !properties.isEmpty else { continue }
            animated.append(Animated(layer: layer, animations: list, properties: properties))
            count += properties.count
        }
    }

    /// The values now, by layer and property.
    ///
    /// The clock above the layers must stand still: values are taken at its time.
    private func values() -> [[Any?]] {
        animated.map { entry in
            let state = entry.layer.evaluatedState(at: 0)
            return entry.properties.map { property in
                entry.layer.row(forKey: property).flatMap { state[$0.property].object(isBoolean: $0.isBoolean) }
            }
        }
    }

    /// Begins to move the values: in the layers' time, from `start` on.
    ///
    /// - Parameter stop: stops the layers' clock at the moment to which they move, after the document's own animations
    ///   are in place again. Before the call the clock stands still at the moment from which they move.
    func begin(_ tween: StateMachine.Tween, stop: () -> Void) {
        let from = values()
        end()
        stop()
        let to = values()
        isRunning = true
        for (index, entry) in animated.enumerated() {
            entry.layer.removeAllAnimations()
            for (position, property) in entry.properties.enumerated() {
                guard let first = from[index][position], let last = to[index][position] else { continue }
                let row = entry.layer.row(forKey: property)
                entry.layer.add(
                    Self.animation(property, first, last, tween, isStep: row?.isBoolean ?? false), forKey: property)
            }
        }
    }

    /// Puts the document's own animations in place again.
    func end() {
        guard isRunning else { return }
        isRunning = false
        for entry in animated {
            entry.layer.removeAllAnimations()
            for (key, animation) in entry.animations { entry.layer.add(animation, forKey: key) }
        }
    }

    private static func animation(
        _ property: String, _ from: Any, _ to: Any, _ tween: StateMachine.Tween, isStep: Bool
    ) -> CAAnimation {
        let animation: CAPropertyAnimation
        if isStep {
            let step = CAKeyframeAnimation(keyPath: property)
            step.calculationMode = .discrete
            step.values = [from, to]
            step.keyTimes = [0, 0.5, 1]
            animation = step
        } else {
            let change = CABasicAnimation(keyPath: property)
            (change.fromValue, change.toValue) = (from, to)
            animation = change
        }
        let easing = tween.easing
        animation.timingFunction = CAMediaTimingFunction(
            controlPoints: Float(easing.x), Float(easing.y), Float(easing.z), Float(easing.w))
        animation.beginTime = start
        animation.duration = tween.duration
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        return animation
    }
}
