import CoreGraphics
import Foundation
import QuartzCore

/// The animations whose blocks are running, and the actions that views' layers get from them.
@MainActor enum ViewAnimator {
    nonisolated private static let none = NSNull()
    /// The running blocks, innermost last; nil for a block without animation.
    private static var running: [ViewAnimation?] = []
    /// Whether any changes are animated.
    static var isEnabled = true
    /// Called for each animated change, with the value before, while an interactive transition begins; nil otherwise.
    static var tracker: ((CALayer, String, Any?) -> Void)?

    /// The animation of the innermost running block; nil if changes are not animated.
    static var current: ViewAnimation? { isEnabled ? running.last ?? nil : nil }

    /// Runs a block whose changes an animation animates; nil for none.
    static func run(_ animation: ViewAnimation?, _ block: () -> Void) {
        running.append(animation)
        block()
        running.removeLast()
    }

    /// Begins an animation that `pop()` ends, instead of a block.
    static func push(_ animation: ViewAnimation?) { running.append(animation) }

    /// Ends what `push(_:)` began; nil if nothing runs.
    static func pop() -> ViewAnimation? { running.popLast() ?? nil }

    /// The action for a change of a view's layer: NSNull outside animations, and for properties that do not animate.
    ///
    /// *Source*: objc.io, issue 12, "View-Layer Synergy": NSNull outside of an animation block, an animation inside.
    static func action(of view: UIView, _ layer: CALayer, _ event: String) -> (any CAAction)? {
        guard let animation = current, animation.takesTime, animated.contains(event) else { return none }
        return ViewAction(animation, layer, event)
    }

    /// The properties of a view's layer that a block animates. Borders, shadows except their opacity, `zPosition`, a
    /// shape's stroke and pictures change at once; so do properties of the layer's own subclass.
    ///
    /// *Source*: material-motion/motion-animator-objc, tests/unit/UIKitBehavioralTests.swift, run on iOS 14, for the
    /// properties that are animated and those that are not; `anchorPoint` and `cornerRadius` since iOS 11,
    /// `shadowOpacity` since iOS 13. Apple, UIView.h: `contentStretch` is animatable; it is the layer's
    /// `contentsCenter`.
    private static let animated: Set<String> = [
        "position", "bounds", "transform", "opacity", "backgroundColor", "anchorPoint", "cornerRadius", "shadowOpacity",
        "contentsCenter",
    ]
}

/// One call of `UIView.animate`: the timing of its layers' animations, and the completion at their end.
@MainActor final class ViewAnimation: NSObject, @preconcurrency CAAnimationDelegate {
    /// How the speed varies.
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
    /// The number of repetitions; nil for none, or for those of `repeats`.
    var repeatCount: Float?
    /// The changes that addKeyframe(withRelativeStartTime:) collects; nil for other animations.
    var keyframes: KeyframeCollector?
    /// Called for each animated change, with the value before.
    var changed: ((CALayer, String, Any?) -> Void)?
    /// Called for each animation of a layer, with the animation that made it: this one, or one within its block.
    var added: ((CALayer, String, ViewAnimation) -> Void)?

    var completion: ((Bool) -> Void)?
    private var outstanding = 0
    private var isSealed = false
    private var hasFinished = true
    /// Layers that the server did not have when they were animated, with the animations' keys. If such a layer is in no
    /// tree at the commit either, no server will report the end of its animations.
    private var outside: [(layer: CALayer, key: String)] = []

    init(duration: Double, delay: Double, timing: Timing, completion: ((Bool) -> Void)? = nil) {
        self.duration = duration.isFinite ? max(0, duration) : 0
        self.delay = delay.isFinite ? delay : 0
        (self.timing, self.completion) = (timing, completion)
    }

    /// Makes the animation part of one whose block it was made in, if that is a property animator's: the animator then
    /// plays it. One with a completion of its own goes its own way.
    func join(_ outer: ViewAnimation?) {
        guard let outer, outer.added != nil, completion == nil, !repeats, !autoreverses else { return }
        (added, changed) = (outer.added, outer.changed)
    }

    /// Whether it animates anything. Without a duration, changes still wait for the end of a delay, as the recording of
    /// janselv/fave-button shows: its picture is hidden meanwhile.
    var takesTime: Bool { duration > 0 || delay > 0 }

    /// The duration of an animation that only waits, because 0 stands for Core Animation's default. *Units*: seconds.
    private static let instant = 1e-6

    /// Adds an animation to a layer, with this animation's timing, and waits for its end.
    func add(_ animation: CAAnimation, to layer: CALayer, forKey key: String) {
        animation.duration = duration > 0 ? duration : Self.instant
        animation.fillMode = .both
        animation.delegate = self
        animation.autoreverses = autoreverses
        if repeats { animation.repeatCount = .infinity }
        if let repeatCount { animation.repeatCount = repeatCount }
        if delay != 0 { animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + delay }
        outstanding += 1
        noteOutside(layer, key)
        layer.add(animation, forKey: key)
        added?(layer, key, self)
    }

    /// Adds an animation to a layer unchanged, and waits for its end.
    func addReady(_ animation: CAAnimation, to layer: CALayer, forKey key: String) {
        animation.delegate = self
        outstanding += 1
        noteOutside(layer, key)
        layer.add(animation, forKey: key)
    }

    /// Remembers a layer that the server does not have yet. If it is in no tree at the commit, no server reports the
    /// end of its animation.
    private func noteOutside(_ layer: CALayer, _ key: String) {
        if layer.context == nil || !layer.pending.isCommitted { outside.append((layer, key)) }
    }

    /// A basic animation or a spring, by the timing.
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

    /// Notes that the block has run. If it has animated no layer, the completion is called in the next turn.
    ///
    /// *Source*: Apple, UIView.animate(withDuration:animations:completion:): with a duration of 0 the block "is
    /// performed at the beginning of the next run loop cycle"; it is known that the completion behaves likewise if
    /// nothing is animated.
    func seal() {
        isSealed = true
        if !outside.isEmpty { TransactionStack.current.enqueue { assumeMainActor { self.endOutside() } } }
        guard outstanding == 0 else { return }
        TransactionStack.current.enqueue { assumeMainActor { self.end() } }
    }

    /// Ends the animations of layers that are still in no tree after the commit: nothing shows them, and no server
    /// reports their ends.
    ///
    /// *Source*: it is widely told that completions for views in no window are called at once; that they get `false` is
    /// assumed.
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

/// The animation of one change of a layer: made before the change, run after it.
///
/// For positions, bounds and transforms, the animation goes from the difference (old minus new value) to zero and is
/// additive. So a new animation continues an older one without a jump in position or velocity. *Source*: the log of
/// gist.github.com/d-ronnqvist/137ce6b4c852d8ebd96d (iOS 8): keys `bounds.origin` and `bounds.size`, additive, from the
/// difference to zero, fill mode both; WWDC 2014 session 236, "Building Interruptible and Responsive Interactions".
/// `cornerRadius` is additive, too (UIKitBehavioralTests of motion-animator-objc). For other properties the animation
/// goes from the value itself: logs of `opacity` have `fromValue` 1 and no `additive`.
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
            animation.changed?(layer, event, before)
            ViewAnimator.tracker?(layer, event, before)
            keyframes.add(layer, event, from: before, to: layer.value(forKey: event))
            return
        }
        if let changed = animation.changed { changed(layer, event, oldValue) }
        if let tracker = ViewAnimator.tracker { tracker(layer, event, oldValue) }
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
                // The new transform has no inverse.
                return addValue(layer, event, old)
            }
            add(layer, event, CATransform3D.difference(from: old, to: new, inverse: inverse), CATransform3DIdentity)
        case .number(let old): add(layer, event, old - layer.cornerRadius, CGFloat(0))
        case .value(let old): addValue(layer, event, old)
        }
    }

    /// The old value, as an object.
    private var oldValue: Any? {
        switch old {
        case .point(let point): NSValue(cgPoint: point)
        case .rect(let rect): NSValue(cgRect: rect)
        case .transform(let transform): transform._boxed
        case .number(let number): number
        case .value(let value): value
        }
    }

    /// Animates a difference, additively.
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

    /// Animates from a value to the layer's.
    private func addValue(_ layer: CALayer, _ keyPath: String, _ from: Any?) {
        let basic = animation.makeBasic(keyPath)
        basic.fromValue = from
        animation.add(basic, to: layer, forKey: keyPath)
    }
}

/// The changes of an animation by keyframes, by layer and property.
@MainActor final class KeyframeCollector {
    /// The fraction of the duration, 0 to 1, in which changes of the running block happen.
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

    /// Adds the animations to the layers. A property stays constant before its first change begins and after its last
    /// one ends.
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
