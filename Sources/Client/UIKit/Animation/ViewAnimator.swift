import CoreGraphics
import Foundation
import QuartzCore

/// The animations whose blocks are being run, and the actions that views' layers get from them.
@MainActor enum ViewAnimator {
    nonisolated private static let none = NSNull()
    /// The blocks that are being run, innermost last; nil stands for one without animation.
    private static var running: [ViewAnimation?] = []
    /// Whether there are animations at all.
    static var isEnabled = true

    /// The animation whose block is being run; nil where nothing is to be animated.
    static var current: ViewAnimation? { isEnabled ? running.last ?? nil : nil }

    /// Runs a block with an animation, or without for nil.
    static func run(_ animation: ViewAnimation?, _ block: () -> Void) {
        running.append(animation)
        block()
        running.removeLast()
    }

    /// The action of a change of a view's layer: none outside of animations, and for what is no property that animates.
    ///
    /// *Source*: objc.io, issue 12, "View-Layer Synergy": NSNull outside of an animation block, an animation inside.
    static func action(of view: UIView, _ layer: CALayer, _ event: String) -> (any CAAction)? {
        guard let animation = current, animation.takesTime, animated.contains(event) else { return none }
        return ViewAction(animation, layer, event)
    }

    /// What a block animates of a view's layer. Borders, shadows but for their opacity, `zPosition`, a shape's stroke and pictures change
    /// at once; so does what a subclass of a layer has of its own.
    ///
    /// *Source*: material-motion/motion-animator-objc, tests/unit/UIKitBehavioralTests.swift, run on iOS 14: what is animated, and what is
    /// not; `anchorPoint` and `cornerRadius` since iOS 11, `shadowOpacity` since iOS 13. Apple, UIView.h: `contentStretch` is animatable,
    /// which is the layer's `contentsCenter`.
    private static let animated: Set<String> = [
        "position", "bounds", "transform", "opacity", "backgroundColor", "anchorPoint", "cornerRadius", "shadowOpacity",
        "contentsCenter",
    ]
}

/// One call of `UIView.animate`: what its layers' animations are like, and what is called at their end.
@MainActor final class ViewAnimation: NSObject, @preconcurrency CAAnimationDelegate {
    /// How the speed changes.
    enum Timing {
        case curve(UIView.AnimationCurve)
        case function(CAMediaTimingFunction)
        case spring(damping: CGFloat, stiffness: CGFloat, mass: CGFloat, velocity: CGFloat)
    }

    var duration: Double
    var delay: Double
    var timing: Timing
    var repeats = false
    var autoreverses = false
    var beginsFromCurrent = false
    /// What addKeyframe(withRelativeStartTime:) collects; nil for other animations.
    var keyframes: KeyframeCollector?
    /// Hears of each change that is animated, with what was before.
    var changed: ((CALayer, String, Any?) -> Void)?
    /// Hears of each animation of a layer.
    var added: ((CALayer, String) -> Void)?

    private var completion: ((Bool) -> Void)?
    private var outstanding = 0
    private var isSealed = false
    private var hasFinished = true
    /// Layers that the server did not have when they were animated, by key: those that are in no tree at the commit, either, have their
    /// animations from nobody.
    private var outside: [(layer: CALayer, key: String)] = []

    init(duration: Double, delay: Double, timing: Timing, completion: ((Bool) -> Void)? = nil) {
        self.duration = duration.isFinite ? max(0, duration) : 0
        self.delay = delay.isFinite ? delay : 0
        (self.timing, self.completion) = (timing, completion)
    }

    /// Whether anything is seen of it: without a duration changes wait for the end of a delay all the same, as the recording of
    /// janselv/fave-button shows, whose picture is hidden meanwhile.
    var takesTime: Bool { duration > 0 || delay > 0 }

    /// The duration of an animation that only waits; 0 stands for a duration of Core Animation's own. *Units*: seconds.
    private static let instant = 1e-6

    /// Adds an animation to a layer, with this one's timing, and waits for its end.
    func add(_ animation: CAAnimation, to layer: CALayer, forKey key: String) {
        animation.duration = duration > 0 ? duration : Self.instant
        animation.fillMode = .both
        animation.delegate = self
        animation.autoreverses = autoreverses
        if repeats { animation.repeatCount = .infinity }
        if delay != 0 { animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + delay }
        outstanding += 1
        noteOutside(layer, key)
        layer.add(animation, forKey: key)
        added?(layer, key)
    }

    /// Adds an animation to a layer as it is, and waits for its end.
    func addReady(_ animation: CAAnimation, to layer: CALayer, forKey key: String) {
        animation.delegate = self
        outstanding += 1
        noteOutside(layer, key)
        layer.add(animation, forKey: key)
    }

    /// Keeps a layer that the server does not have yet: nobody else tells the end of its animation if it is not in a tree at the commit.
    private func noteOutside(_ layer: CALayer, _ key: String) {
        if layer.context == nil || !layer.pending.isCommitted { outside.append((layer, key)) }
    }

    /// A basic animation, or one of a spring, as the timing wants it.
    func makeBasic(_ keyPath: String) -> CABasicAnimation {
        switch timing {
        case .curve(let curve):
            let animation = CABasicAnimation(keyPath: keyPath)
            animation.timingFunction = curve.function
            return animation
        case .function(let function):
            let animation = CABasicAnimation(keyPath: keyPath)
            animation.timingFunction = function
            return animation
        case .spring(let damping, let stiffness, let mass, let velocity):
            let animation = CASpringAnimation(keyPath: keyPath)
            animation.timingFunction = CAMediaTimingFunction(name: .linear)
            animation.allowsOverdamping = true
            (animation.damping, animation.stiffness, animation.mass) = (damping, stiffness, mass)
            animation.initialVelocity = velocity
            return animation
        }
    }

    /// Says that the block has been run: without an animation of any layer the completion is called in the next turn.
    ///
    /// *Source*: Apple, UIView.animate(withDuration:animations:completion:): with a duration of 0 the block "is performed at the beginning
    /// of the next run loop cycle"; with nothing animated it is the same, as is known.
    func seal() {
        isSealed = true
        if !outside.isEmpty { TransactionStack.current.enqueue { assumeMainActor { self.endOutside() } } }
        guard outstanding == 0 else { return }
        TransactionStack.current.enqueue { assumeMainActor { self.end() } }
    }

    /// Ends what animates layers that are in no tree after the commit, too: nobody would see it, and nobody would tell its end.
    ///
    /// *Source*: of views that are in no window completions are called at once, as is widely told; that they hear `false` is assumed.
    private func endOutside() {
        let all = outside
        outside = []
        for (layer, key) in all where layer.context == nil { layer.removeAnimation(forKey: key) }
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        outstanding -= 1
        if !flag { hasFinished = false }
        if isSealed, outstanding == 0 { end() }
    }

    private func end() {
        let completion = completion
        self.completion = nil
        completion?(hasFinished)
    }
}

/// What animates one change of a layer: made before the change, run after it.
///
/// Of positions, bounds and transforms the animation is of the difference, from what was to nothing, and added to what else is
/// animated, so that a new one goes on from an older one without a jump, in place and in speed. *Source*: the log of
/// gist.github.com/d-ronnqvist/137ce6b4c852d8ebd96d (iOS 8): keys `bounds.origin` and `bounds.size`, additive, from the difference to
/// zero, fill mode both; WWDC 2014 session 236, "Building Interruptible and Responsive Interactions". So it is of `cornerRadius`
/// (UIKitBehavioralTests of motion-animator-objc). Of other properties it is from the value itself: logs of `opacity` have `fromValue` 1
/// and no `additive`.
@MainActor final class ViewAction: NSObject, @preconcurrency CAAction {
    private let animation: ViewAnimation
    private let old: Old

    private enum Old {
        case point(CGPoint)
        case rect(CGRect)
        case transform(CATransform3D)
        case number(CGFloat)
        case value(Any?)
    }

    init(_ animation: ViewAnimation, _ layer: CALayer, _ event: String) {
        self.animation = animation
        if animation.keyframes != nil {
            old = .value(layer.value(forKey: event))
            return
        }
        switch event {
        case "position": old = .point(layer.position)
        case "bounds": old = .rect(layer.bounds)
        case "transform": old = .transform(layer.transform)
        case "cornerRadius": old = .number(layer.cornerRadius)
        default:
            let shown = animation.beginsFromCurrent ? layer.presentation() : nil
            old = .value((shown ?? layer).value(forKey: event))
        }
    }

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        guard let layer = anObject as? CALayer else { return }
        if let keyframes = animation.keyframes {
            guard case .value(let before) = old else { return }
            keyframes.add(layer, event, from: before, to: layer.value(forKey: event))
            return
        }
        if let changed = animation.changed { changed(layer, event, oldValue) }
        switch old {
        case .point(let old):
            add(layer, event, CGPoint(x: old.x - layer.position.x, y: old.y - layer.position.y), CGPoint.zero)
        case .rect(let old):
            let new = layer.bounds
            add(layer, "bounds.origin", CGPoint(x: old.minX - new.minX, y: old.minY - new.minY), CGPoint.zero)
            add(
                layer, "bounds.size", CGSize(width: old.width - new.width, height: old.height - new.height), CGSize.zero
            )
        case .transform(let old):
            let new = layer.transform
            let inverse = CATransform3DInvert(new)
            if CATransform3DEqualToTransform(inverse, new), !CATransform3DIsIdentity(CATransform3DConcat(new, new)) {
                // There is no way back from the new one.
                return addValue(layer, event, old)
            }
            add(layer, event, CATransform3DConcat(old, inverse), CATransform3DIdentity)
        case .number(let old): add(layer, event, old - layer.cornerRadius, CGFloat(0))
        case .value(let old): addValue(layer, event, old)
        }
    }

    /// The value before the change, as an object.
    private var oldValue: Any? {
        switch old {
        case .point(let point): NSValue(cgPoint: point)
        case .rect(let rect): NSValue(cgRect: rect)
        case .transform(let transform): transform._boxed
        case .number(let number): number
        case .value(let value): value
        }
    }

    /// Animates a difference.
    private func add(_ layer: CALayer, _ keyPath: String, _ from: Any, _ to: Any) {
        let basic = animation.makeBasic(keyPath)
        basic.isAdditive = true
        (basic.fromValue, basic.toValue) = (from, to)
        var key = keyPath
        var number = 2
        while layer.animation(forKey: key) != nil {
            key = "\(keyPath)-\(number)"
            number += 1
        }
        animation.add(basic, to: layer, forKey: key)
    }

    /// Animates from a value to what the layer has.
    private func addValue(_ layer: CALayer, _ keyPath: String, _ from: Any?) {
        let basic = animation.makeBasic(keyPath)
        basic.fromValue = from
        animation.add(basic, to: layer, forKey: keyPath)
    }
}

/// The changes of an animation by keyframes, by layer and property.
@MainActor final class KeyframeCollector {
    /// When the block that is being run changes things, from 0 to 1.
    var span: ClosedRange<Double> = 0...1

    private struct Change {
        var span: ClosedRange<Double>
        var from: Any?
        var to: Any?
    }

    private struct Track {
        var layer: CALayer
        var key: String
        var changes: [Change]
    }

    private var tracks: [Track] = []

    func add(_ layer: CALayer, _ key: String, from: Any?, to: Any?) {
        let change = Change(span: span, from: from, to: to)
        if let index = tracks.firstIndex(where: { $0.layer === layer && $0.key == key }) {
            tracks[index].changes.append(change)
        } else {
            tracks.append(Track(layer: layer, key: key, changes: [change]))
        }
    }

    /// Adds the animations to the layers: each property stays as it is until a change of it begins, and after it ends.
    func commit(_ animation: ViewAnimation, _ mode: CAAnimationCalculationMode) {
        for track in tracks {
            var times: [Double] = []
            var values: [Any] = []
            func add(_ time: Double, _ value: Any?) {
                guard let value else { return }
                times.append(max(time, times.last ?? 0))
                values.append(value)
            }
            let changes = track.changes.sorted { $0.span.lowerBound < $1.span.lowerBound }
            guard let first = changes.first else { continue }
            if first.span.lowerBound > 0 { add(0, first.from) }
            for change in changes {
                add(change.span.lowerBound, values.last ?? change.from)
                add(change.span.upperBound, change.to)
            }
            if let last = times.last, last < 1 { add(1, values.last) }
            guard values.count > 1 else { continue }
            let keyframes = CAKeyframeAnimation(keyPath: track.key)
            keyframes.values = values
            keyframes.keyTimes = times.map { NSNumber(value: $0) }
            keyframes.calculationMode = mode
            if case .curve(let curve) = animation.timing { keyframes.timingFunction = curve.function }
            animation.add(keyframes, to: track.layer, forKey: track.key)
        }
    }
}
