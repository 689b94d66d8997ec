import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// The state of an animator; raw values are Apple's.
public enum UIViewAnimatingState: Int, Sendable {
    /// Not begun, or ended.
    case inactive = 0
    /// Playing or paused.
    case active = 1
    /// Stopped, and waiting for `finishAnimation(at:)`.
    case stopped = 2
}

/// A position at which an animation ends; raw values are Apple's.
public enum UIViewAnimatingPosition: Int, Sendable {
    /// The end.
    case end = 0
    /// The beginning.
    case start = 1
    /// The present position.
    case current = 2
}

/// An animation of views that can be paused, scrubbed, reversed and stopped while it plays.
///
/// Changes in its blocks are animated as by `UIView.animate`. While it is paused, `fractionComplete` sets its position;
/// from there it goes on with its own curve.
@preconcurrency @MainActor open class UIViewPropertyAnimator: NSObject {
    /// The duration, in seconds.
    public let duration: TimeInterval
    /// The delay before it plays, in seconds.
    open private(set) var delay: TimeInterval = 0
    /// Whether it is active; inactive at first.
    open private(set) var state = UIViewAnimatingState.inactive
    /// Whether it is playing now.
    open private(set) var isRunning = false
    /// Whether views take touches while they are animated: stored, without effect, as here they always do.
    open var isUserInteractionEnabled = true
    /// Whether it pauses at its end instead of finishing: stored, without effect.
    open var pausesOnCompletion = false

    private var timing: ViewAnimation.Timing
    /// The timing curve; nil if the animator was made without one.
    open private(set) var timingParameters: (any UITimingCurveProvider)?
    private var blocks: [() -> Void] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var tracks: [Track] = []
    /// Counts the starts of playing, so that ends of animations from an earlier start are ignored.
    private var generation = 0
    /// The fraction of the duration, 0 to 1, at the last start or pause.
    private var progress: Double = 0
    /// The time of the last start, in media time.
    private var startTime: Double = 0

    /// A change of a layer, and its animation.
    private struct Track {
        var layer: CALayer
        var key: String
        var animation: CAAnimation
    }

    /// The changes, with the old values to restore.
    private var changes: [(layer: CALayer, key: String, old: Any?)] = []

    init(_ duration: TimeInterval, _ timing: ViewAnimation.Timing, _ animations: (() -> Void)?) {
        self.duration = duration.isFinite ? max(0, duration) : 0
        self.timing = timing
        super.init()
        if let animations { blocks.append(animations) }
    }

    /// Makes an animator with a duration of 0. *Source*: NSObject.init().
    public convenience override init() { self.init(0, .curve(.easeInOut), nil) }

    /// Makes an animator with a curve.
    public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        self.init(duration, .curve(curve), animations)
    }

    /// Makes an animator with timing parameters. A spring made from physical values determines the duration.
    public convenience init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
        let (timing, length) = parameters.resolved(duration)
        self.init(length, timing, nil)
        timingParameters = parameters
    }

    /// Makes an animator with a curve from two control points.
    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
        animations: (() -> Void)? = nil
    ) {
        let function = CAMediaTimingFunction(
            controlPoints: Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y))
        self.init(duration, .function(function), animations)
    }

    /// Makes an animator with a spring that comes to rest at the end of the duration.
    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init(duration, .spring(settlingIn: duration, ratio: ratio, velocity: 0), animations)
    }

    /// Makes an animator that plays at once.
    open class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(duration: duration, curve: options.curve, animations: animations)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    // MARK: Content

    /// Adds a block. If the animator is active, the block's changes are animated over the remaining time.
    open func addAnimations(_ animation: @escaping () -> Void) {
        guard state == .active else {
            blocks.append(animation)
            return
        }
        let left = max(duration * (1 - fractionOfTime), 0)
        UIView.animate(withDuration: left, animations: animation)
    }

    /// Adds a block that is called after the end, with the position where it ended.
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    // MARK: Playing

    /// Plays from the present position.
    open func startAnimation() {
        guard state != .stopped, !isRunning else { return }
        begin()
        play()
    }

    /// Plays after a delay in seconds.
    open func startAnimation(afterDelay delay: TimeInterval) {
        guard state != .stopped, !isRunning else { return }
        self.delay = delay.isFinite ? max(0, delay) : 0
        startAnimation()
        self.delay = 0
    }

    /// Pauses; an animator that has not begun begins, paused.
    open func pauseAnimation() {
        guard state != .stopped, mayInterrupt() else { return }
        begin()
        progress = fractionOfTime
        isRunning = false
        hold()
    }

    /// Goes on from the present position with other timing.
    ///
    /// - Parameters:
    ///   - parameters: The timing curve of the rest; nil for the animator's own.
    ///   - durationFactor: The duration of the rest, as a fraction of the animator's; 0 for the time that is left.
    open func continueAnimation(
        withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
    ) {
        guard state == .active, !isRunning else { return }
        guard parameters != nil || durationFactor > 0 else { return play() }
        let left =
            durationFactor > 0 ? duration * Double(durationFactor) : duration * (isReversed ? progress : 1 - progress)
        finishOver(parameters?.resolved(left) ?? (timing, left))
    }

    /// Stops; views keep their visible values. With `withoutFinishing` it becomes inactive, otherwise it waits for
    /// `finishAnimation(at:)`.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active, mayInterrupt() else { return }
        progress = fractionOfTime
        generation += 1
        isRunning = false
        for change in changes {
            let shown = change.layer.presentation()?.value(forKey: change.key)
            UIView.performWithoutAnimation { if let shown { change.layer.setValue(shown, forKey: change.key) } }
        }
        removeTracks()
        state = .stopped
        if withoutFinishing { reset() }
    }

    /// Ends a stopped animator at its end, at its beginning or at the present position.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        guard state == .stopped else { return }
        UIView.performWithoutAnimation {
            switch finalPosition {
            case .start: for change in changes.reversed() { change.layer.setValue(change.old, forKey: change.key) }
            case .end: for change in ends { change.layer.setValue(change.value, forKey: change.key) }
            case .current: break
            }
        }
        finish(finalPosition)
    }

    /// Whether it plays backwards; false at first.
    open var isReversed = false {
        didSet {
            guard isReversed != oldValue, state == .active, isRunning else { return }
            let now = isReversed ? elapsedFraction(reversed: false) : elapsedFraction(reversed: true)
            progress = now
            play()
        }
    }

    /// The position, 0 to 1 of the distance; setting it pauses.
    open var fractionComplete: CGFloat {
        get { CGFloat(fractionOfTime) }
        set {
            guard state != .stopped, newValue.isFinite, mayInterrupt() else { return }
            begin()
            isRunning = false
            progress = min(max(Double(newValue), 0), 1)
            hold()
        }
    }

    /// Whether it may be paused, scrubbed and stopped while it runs; true at first. If false, these are refused, with a
    /// message (Apple's throw).
    open var isInterruptible = true

    // MARK: Inside

    private func mayInterrupt() -> Bool {
        if isInterruptible || state == .inactive { return true }
        Notices.say(
            "UIViewPropertyAnimator: an animator that is not interruptible is not paused or stopped", key: "interrupt")
        return false
    }

    /// The values at the end of the changes.
    private var ends: [(layer: CALayer, key: String, value: Any?)] = []

    /// The position as a fraction of the duration.
    private var fractionOfTime: Double {
        switch state {
        case .inactive, .stopped: progress
        case .active: isRunning ? elapsedFraction(reversed: isReversed) : progress
        }
    }

    private func elapsedFraction(reversed: Bool) -> Double {
        guard duration > 0 else { return 1 }
        if let restDuration {
            let part = min(max((CACurrentMediaTime() - startTime) / max(restDuration, 1e-9), 0), 1)
            return reversed ? progress * (1 - part) : progress + (1 - progress) * part
        }
        let played = (CACurrentMediaTime() - startTime) / duration
        return min(max(reversed ? progress - played : progress + max(played, 0), 0), 1)
    }

    /// Runs the blocks, once.
    private func begin() {
        guard state == .inactive else { return }
        state = .active
        progress = 0
        let animation = ViewAnimation(duration: max(duration, 1e-9), delay: 0, timing: timing)
        animation.added = { [weak self] layer, key in
            guard let self, let added = layer.animation(forKey: key) else { return }
            tracks.append(Track(layer: layer, key: key, animation: added))
        }
        animation.changed = { [weak self] layer, key, old in
            self?.changes.append((layer, key, old))
            self?.ends.append((layer, key, layer.value(forKey: key)))
        }
        ViewAnimator.run(animation) { for block in blocks { block() } }
        animation.seal()
    }

    /// Makes the animations stand still at the present position.
    private func hold() {
        generation += 1
        for track in tracks {
            guard let copy = track.animation.copy() as? CAAnimation else { continue }
            copy.delegate = nil
            copy.speed = 0
            copy.duration = duration
            // Set explicitly, so that the visible value is known before the commit, too.
            copy.beginTime = track.layer.convertTime(CACurrentMediaTime(), from: nil)
            copy.timeOffset = min(progress, 1 - 1e-9) * duration
            copy.fillMode = .both
            copy.isRemovedOnCompletion = false
            // A finger moves it linearly: the curve applies only while it plays. *Source*: Apple, scrubsLinearly, whose
            // default is true.
            copy.timingFunction = CAMediaTimingFunction(name: .linear)
            track.layer.add(copy, forKey: track.key)
        }
    }

    /// Plays the animations from the present position, forwards or backwards.
    private func play() {
        generation += 1
        let mine = generation
        isRunning = true
        startTime = CACurrentMediaTime() + delay
        let left = isReversed ? progress : 1 - progress
        let batch = ViewAnimation(duration: duration, delay: 0, timing: timing) { [weak self] _ in
            guard let self, self.generation == mine else { return }
            self.reachEnd()
        }
        for track in tracks where left > 0 {
            guard let copy = track.animation.copy() as? CABasicAnimation else { continue }
            let now = track.layer.convertTime(CACurrentMediaTime(), from: nil) + delay
            if isReversed {
                (copy.fromValue, copy.toValue) = (copy.toValue, copy.fromValue)
                if copy.toValue == nil || copy.fromValue == nil {
                    let end = ends.last { $0.layer === track.layer && $0.key == track.key }?.value
                    if copy.fromValue == nil { copy.fromValue = end }
                }
            }
            copy.speed = 1
            copy.beginTime = now - (isReversed ? 1 - progress : progress) * duration
            copy.timeOffset = 0
            copy.isRemovedOnCompletion = !isReversed
            batch.addReady(copy, to: track.layer, forKey: track.key)
        }
        batch.seal()
    }

    /// Animates from the visible values to the end, or back to the beginning, with other timing.
    private func finishOver(_ rest: (timing: ViewAnimation.Timing, duration: TimeInterval)) {
        generation += 1
        let mine = generation
        let shown = changes.map { $0.layer.presentation()?.value(forKey: $0.key) }
        removeTracks()
        let targets =
            isReversed
            ? changes.reversed().map { ($0.layer, $0.key, $0.old) } : ends.map { ($0.layer, $0.key, $0.value) }
        UIView.performWithoutAnimation {
            for (change, value) in zip(changes, shown) {
                if let value { change.layer.setValue(value, forKey: change.key) }
            }
        }
        isRunning = true
        (timing, startTime) = (rest.timing, CACurrentMediaTime())
        restDuration = rest.duration
        let animation = ViewAnimation(duration: max(rest.duration, 1e-9), delay: 0, timing: rest.timing) {
            [weak self] _ in
            guard let self, self.generation == mine else { return }
            self.reachEnd()
        }
        animation.added = { [weak self] layer, key in
            guard let self, let added = layer.animation(forKey: key) else { return }
            tracks.append(Track(layer: layer, key: key, animation: added))
        }
        ViewAnimator.run(animation) { for (layer, key, value) in targets { layer.setValue(value, forKey: key) } }
        animation.seal()
    }

    /// The duration of the rest, if `continueAnimation(withTimingParameters:durationFactor:)` has set it. *Units*:
    /// seconds.
    private var restDuration: TimeInterval?

    /// The animator has played to its end, or back to its beginning.
    private func reachEnd() {
        let position: UIViewAnimatingPosition = isReversed ? .start : .end
        if isReversed {
            UIView.performWithoutAnimation {
                for change in changes.reversed() { change.layer.setValue(change.old, forKey: change.key) }
            }
        }
        removeTracks()
        progress = isReversed ? 0 : 1
        finish(position)
    }

    private func removeTracks() {
        for track in tracks { track.layer.removeAnimation(forKey: track.key) }
        tracks.removeAll()
    }

    private func finish(_ position: UIViewAnimatingPosition) {
        let called = completions
        reset()
        for completion in called { completion(position) }
    }

    private func reset() {
        generation += 1
        restDuration = nil
        (state, isRunning) = (.inactive, false)
        (blocks, completions, changes, ends) = ([], [], [], [])
        removeTracks()
    }
}
