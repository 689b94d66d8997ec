import CoreGraphics
import Foundation
import QuartzCore

/// Holds the animations of a transition at a fraction of their time, and plays them on or back.
///
/// The container's layer stands still, and its local time is set: so all animations in it follow, those that a program
/// adds to layers too. *Source*: UIPercentDrivenInteractiveTransition is widely reported to do so, as animations
/// by Core Animation follow it; Apple, Technical Q&A QA1673, for pausing a layer's time.
@MainActor package final class TransitionScrubber {
    private unowned let transition: ControllerTransition
    /// The layers that stand still, with the local times at which the animations began.
    private var layers: [(layer: CALayer, start: Double)] = []
    /// The animated changes, with the old values, so that a cancelled transition leaves no trace.
    private var changes: [(layer: CALayer, key: String, old: Any?)] = []
    private var keysBefore: [ObjectIdentifier: Set<String>] = [:]
    private var link: CADisplayLink?
    /// Whether the animations are committed, so that they have their begin times.
    private var isReady = false
    private var waiting: [() -> Void] = []
    /// The fraction of the duration, 0 to 1.
    private(set) var fraction: CGFloat = 0

    init(_ transition: ControllerTransition) { self.transition = transition }

    /// Makes the layers stand still, and runs the animator.
    ///
    /// The begin times of its animations are those of the commit. So no fraction is applied before.
    func start(_ body: () -> Void) {
        for layer in [transition.containerView.layer] + transition.companions { pause(layer) }
        ViewAnimator.tracker = { [weak self] in self?.changes.append(($0, $1, $2)) }
        body()
        ViewAnimator.tracker = nil
        TransactionStack.current.enqueue { [weak self] in assumeMainActor { self?.becomeReady() } }
    }

    /// Makes a layer stand still.
    func pause(_ layer: CALayer) {
        guard !layers.contains(where: { $0.layer === layer }) else { return }
        note(layer)
        let now = layer.convertTime(CACurrentMediaTime(), from: nil)
        UIView.performWithoutAnimation {
            layer.speed = 0
            layer.timeOffset = now
        }
        layers.append((layer, now))
    }

    /// Remembers the animations that a layer and all layers in it have already.
    private func note(_ layer: CALayer) {
        if let keys = layer.animationKeys(), !keys.isEmpty { keysBefore[ObjectIdentifier(layer)] = Set(keys) }
        for child in (layer.sublayers ?? []) + [layer.mask].compactMap({ $0 }) { note(child) }
    }

    private func becomeReady() {
        isReady = true
        let blocks = waiting
        waiting = []
        for block in blocks { block() }
    }

    private func whenReady(_ body: @escaping () -> Void) {
        if isReady { body() } else { waiting.append(body) }
    }

    /// Shows the animations at a fraction of the duration.
    func set(_ fraction: CGFloat) {
        self.fraction = min(max(fraction, 0), 1)
        whenReady { [weak self] in self?.show() }
    }

    private func show() {
        let time = Double(fraction) * transition.duration
        UIView.performWithoutAnimation { for (layer, start) in layers { layer.timeOffset = start + time } }
    }

    /// Plays on to the end, or back to the beginning.
    ///
    /// - Parameters:
    ///   - speed: 1 is the animator's own.
    ///   - end: Called there, before the layers' time runs again.
    func play(toEnd: Bool, speed: CGFloat, curve: UIView.AnimationCurve) {
        whenReady { [weak self] in self?.playNow(toEnd, speed, curve) }
    }

    private func playNow(_ toEnd: Bool, _ speed: CGFloat, _ curve: UIView.AnimationCurve) {
        let (first, last): (CGFloat, CGFloat) = (fraction, toEnd ? 1 : 0)
        let length = Double(abs(last - first)) * transition.duration / Double(max(speed, 0.01))
        let begin = CACurrentMediaTime()
        guard length > 0 else { return arrive(toEnd) }
        let function = curve.function
        let link = CADisplayLink { [weak self] link in
            assumeMainActor {
                guard let self else { return link.invalidate() }
                let part = min(max((link.targetTimestamp - begin) / length, 0), 1)
                self.fraction = first + (last - first) * CGFloat(function.progress(at: part))
                self.show()
                self.transition.updateInteractiveTransition(self.fraction)
                if part >= 1 { self.arrive(toEnd) }
            }
        }
        link.add(to: .current, forMode: .common)
        self.link = link
    }

    private func arrive(_ atEnd: Bool) {
        link?.invalidate()
        link = nil
        if !atEnd { undo() }
        release()
    }

    /// Gives the layers their own time again, from where they stand.
    func release() {
        link?.invalidate()
        link = nil
        let all = layers
        layers = []
        UIView.performWithoutAnimation {
            for (layer, _) in all {
                let paused = layer.timeOffset
                layer.speed = 1
                layer.timeOffset = 0
                layer.beginTime = 0
                layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
            }
        }
    }

    /// Restores the values from before the transition, and removes its animations, whose completions get `false`.
    private func undo() {
        UIView.performWithoutAnimation {
            for change in changes.reversed() { change.layer.setValue(change.old, forKeyPath: change.key) }
        }
        changes = []
        for (layer, _) in layers { removeNew(layer) }
    }

    private func removeNew(_ layer: CALayer) {
        let before = keysBefore[ObjectIdentifier(layer)] ?? []
        for key in layer.animationKeys() ?? [] where !before.contains(key) { layer.removeAnimation(forKey: key) }
        for child in (layer.sublayers ?? []) + [layer.mask].compactMap({ $0 }) { removeNew(child) }
    }
}
