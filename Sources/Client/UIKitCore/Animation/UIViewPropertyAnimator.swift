import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// An animation of views that can be paused, scrubbed, reversed and stopped while it plays.
///
/// Changes in its blocks are animated as by `UIView.animate`. All of them, also those of blocks that are added while it
/// is active, are the animator's: pausing, reversing and finishing reach them. While it is paused, `fractionComplete`
/// sets its position; from there it goes on along its own curve.
@preconcurrency @MainActor open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating, NSCopying {
    /// The duration, in seconds.
    open private(set) var duration: TimeInterval
    /// The delay that `startAnimation(afterDelay:)` was called with, in seconds; 0 at first.
    open private(set) var delay: TimeInterval = 0
    /// Whether it is active; inactive at first.
    open private(set) var state = UIViewAnimatingState.inactive
    /// Whether it is playing now.
    open private(set) var isRunning = false
    /// Whether the animated views take touches while the animator is active; true at first. Setting it on an active
    /// animator is refused, with a message (Apple's raises).
    open var isUserInteractionEnabled: Bool {
        get { takesTouches }
        set { if mayConfigure("isUserInteractionEnabled") { takesTouches = newValue } }
    }
    private var takesTouches = true
    /// Whether the program finds touched views itself while they are animated; false at first. If false, a touch finds
    /// an animated view where it is seen; if true, where its frame is. *Source*: Apple,
    /// UIViewPropertyAnimator.isManualHitTestingEnabled. That UIKit looks at the visible place follows from the
    /// header's "set if you need to manage the hit-testing of animating view hierarchies".
    open var isManualHitTestingEnabled = false
    /// Whether it may be paused, scrubbed and stopped while it runs; true at first. If false, these are refused, with a
    /// message (Apple's throw). Setting it on an active animator is refused likewise.
    open var isInterruptible: Bool {
        get { interruptible }
        set { if mayConfigure("isInterruptible") { interruptible = newValue } }
    }
    private var interruptible = true
    /// Whether `fractionComplete` is a share of the distance while it is paused; true at first. If false, it is a share
    /// of the time, and the curve applies.
    open var scrubsLinearly = true
    /// Whether it pauses at its end instead of finishing; false at first. Then it stays active, and its completion is
    /// called only after `stopAnimation(_:)` and `finishAnimation(at:)`.
    open var pausesOnCompletion = false

    private var timing: ViewAnimation.Timing
    /// The timing curve; nil if the animator was made without one.
    open private(set) var timingParameters: (any UITimingCurveProvider)?
    /// The blocks that wait for the start, with their delays as shares of the duration.
    private var blocks: [(run: () -> Void, delayFactor: Double)] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var tracks: [AnimatorTrack] = []
    /// The changes, with the old values to restore and the values at the end.
    private var changes: [(layer: CALayer, key: String, old: Any?, end: Any?)] = []
    /// Counts the starts of playing, so that ends of animations from an earlier start are ignored.
    private var generation = 0
    /// The position at the last start or pause.
    private var position = AnimatorPosition.time(0)
    /// The time of the last start, in media time.
    private var startTime: Double = 0
    /// The part that `continueAnimation(withTimingParameters:durationFactor:)` plays with timing of its own; nil
    /// before.
    private var rest: Rest?
    /// The views whose touches the animator changes, and how. A property may be set before the end.
    private var marked: [(view: UIView, touchless: Bool, shown: Bool)] = []

    private struct Rest {
        /// *Units*: seconds.
        var duration: Double
        /// The fraction of the animator's time at which it began.
        var start: Double
        var isReversed: Bool
    }

    init(_ duration: TimeInterval, _ timing: ViewAnimation.Timing, _ animations: (() -> Void)?) {
        self.duration = duration.isFinite ? max(0, duration) : 0
        self.timing = timing
        super.init()
        if let animations { blocks.append((animations, 0)) }
    }

    /// Makes an animator with a duration of 0.
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
    ) -> Self {
        let animator = makeObject(of: self)
        animator.duration = duration.isFinite ? max(0, duration) : 0
        animator.timing = .curve(options.curve)
        animator.timingParameters = UICubicTimingParameters(animationCurve: options.curve)
        animator.addAnimations(animations)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    /// An inactive animator of the same class, with the same duration, timing and settings, and with the blocks that wait
    /// for the start and the completions. What has begun is not copied. *Source*: Apple, UIViewPropertyAnimator.h, for
    /// NSCopying; that it copies blocks is assumed.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        assumeMainActor {
            let copy = makeObject(of: type(of: self))
            (copy.duration, copy.delay, copy.timing) = (duration, delay, timing)
            (copy.timingParameters, copy.isReversed) = (timingParameters, isReversed)
            (copy.takesTouches, copy.isManualHitTestingEnabled) = (takesTouches, isManualHitTestingEnabled)
            (copy.interruptible, copy.scrubsLinearly) = (interruptible, scrubsLinearly)
            (copy.pausesOnCompletion, copy.blocks, copy.completions) = (pausesOnCompletion, blocks, completions)
            return copy
        }
    }

    // MARK: Content

    /// Adds a block. If the animator is active, the block's changes are animated over the remaining time.
    open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

    /// Adds a block whose changes begin after a part of the time that is left, and end with the animator.
    ///
    /// In flight, the changes are the animator's too: played backwards, it takes them back to their values at this
    /// call.
    ///
    /// - Parameter delayFactor: The part of the time that is left, 0 to 1.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        let factor = delayFactor.isFinite ? min(max(Double(delayFactor), 0), 1) : 0
        guard state == .active else {
            blocks.append((animation, factor))
            return
        }
        let now = timeFraction
        if isRunning { position = .time(now) }
        run(animation, from: now + (1 - now) * factor)
        if isRunning { play(after: 0) } else { hold() }
    }

    /// Adds a block that is called after the end, with the position where it ended.
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    /// Waits for the end, and returns the position where it ended.
    open func addCompletion() async -> UIViewAnimatingPosition {
        await withCheckedContinuation { continuation in addCompletion { continuation.resume(returning: $0) } }
    }

    // MARK: Playing

    /// Plays from the present position.
    open func startAnimation() { startAnimation(afterDelay: 0) }

    /// Plays after a delay in seconds.
    open func startAnimation(afterDelay delay: TimeInterval) {
        guard state != .stopped, !isRunning else { return }
        self.delay = delay.isFinite ? max(0, delay) : 0
        begin()
        play(after: self.delay)
    }

    /// Pauses; an animator that has not begun begins, paused.
    open func pauseAnimation() {
        guard state != .stopped, mayInterrupt() else { return }
        begin()
        if isRunning { position = .time(timeFraction) }
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
        guard parameters != nil || durationFactor > 0 else { return play(after: 0) }
        let now = timeFraction
        let left = durationFactor > 0 ? duration * Double(durationFactor) : duration * (isReversed ? now : 1 - now)
        finishOver(parameters?.resolved(left) ?? (timing.lasting(left, insteadOf: duration), left))
    }

    /// Stops; views keep their visible values. With `withoutFinishing` it becomes inactive, otherwise it waits for
    /// `finishAnimation(at:)`.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active, mayInterrupt() else { return }
        position = .time(timeFraction)
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
            case .end: for change in changes { change.layer.setValue(change.end, forKey: change.key) }
            case .current: break
            }
        }
        finish(finalPosition)
    }

    /// Whether it plays backwards; false at first.
    open var isReversed = false {
        didSet {
            guard isReversed != oldValue, state == .active, isRunning else { return }
            position = .time(timeFraction(reversed: oldValue))
            play(after: 0)
        }
    }

    /// The position, 0 to 1 in the direction in which it plays: after a change of `isReversed` it is the complement.
    /// Setting it pauses.
    ///
    /// While it is paused, it is a share of the distance, or of the time if `scrubsLinearly` is false. While it plays,
    /// it is a share of the time. *Source*: Apple, UIViewAnimating.fractionComplete; answers to "UIViewPropertyAnimator
    /// different behaviour on iOS10 and iOS11 reversing an animation" for the complement, since iOS 11.
    open var fractionComplete: CGFloat {
        get {
            let forward =
                isRunning || !scrubsLinearly ? timeFraction : min(max(position.distance(by: timing, duration), 0), 1)
            return CGFloat(isReversed ? 1 - forward : forward)
        }
        set {
            guard state != .stopped, newValue.isFinite, mayInterrupt() else { return }
            begin()
            isRunning = false
            let given = min(max(Double(newValue), 0), 1)
            let forward = isReversed ? 1 - given : given
            position = scrubsLinearly ? .distance(forward) : .time(forward)
            hold()
        }
    }

    // MARK: Inside

    private func mayInterrupt() -> Bool {
        if isInterruptible || state == .inactive { return true }
        Notices.say(
            "UIViewPropertyAnimator: an animator that is not interruptible is not paused or stopped", key: "interrupt")
        return false
    }

    private func mayConfigure(_ property: String) -> Bool {
        if state != .active { return true }
        Notices.say(
            "UIViewPropertyAnimator: \(property) of an active animator is not changed: set it before the start",
            key: "configure \(property)")
        return false
    }

    /// The position as a fraction of the duration.
    private var timeFraction: Double { timeFraction(reversed: isReversed) }

    private func timeFraction(reversed: Bool) -> Double {
        let start = position.time(by: timing, duration)
        guard isRunning else { return start }
        let played = max(CACurrentMediaTime() - startTime, 0)
        if let rest {
            let part = min(played / max(rest.duration, 1e-9), 1)
            return reversed ? start * (1 - part) : start + (1 - start) * part
        }
        guard duration > 0 else { return reversed ? 0 : 1 }
        return min(max(reversed ? start - played / duration : start + played / duration, 0), 1)
    }

    /// Runs the blocks, once.
    private func begin() {
        guard state == .inactive else { return }
        state = .active
        position = .time(isReversed ? 1 : 0)
        let waiting = blocks
        blocks = []
        for block in waiting { run(block.run, from: block.delayFactor) }
    }

    /// Runs a block, whose changes become tracks that begin at a fraction of the duration.
    private func run(_ block: () -> Void, from start: Double) {
        let length = max(duration * (1 - start), 1e-9)
        let timing = timing.lasting(length, insteadOf: duration)
        let animation = ViewAnimation(duration: length, delay: 0, timing: timing)
        animation.beginsFromCurrent = start > 0
        animation.added = { [weak self, unowned animation] layer, key, nested in
            guard let self else { return }
            let own = nested === animation
            let offset = start * duration + (own ? 0 : nested.delay)
            guard
                let track = AnimatorTrack(
                    layer, key, offset: offset, length: own ? length : max(nested.duration, 1e-9),
                    timing: own ? timing : nested.timing, under: tracks)
            else { return }
            tracks.append(track)
            mark(track.layer)
        }
        animation.changed = { [weak self] layer, key, old in
            self?.changes.append((layer, key, old, layer.value(forKey: key)))
        }
        ViewAnimator.run(animation, block)
        animation.seal()
    }

    /// Makes the animations stand still at the present position.
    private func hold() {
        generation += 1
        for track in tracks { track.hold(at: position, of: duration) }
    }

    /// Plays the animations from the present position, forwards or backwards.
    private func play(after delay: Double) {
        if let rest, rest.isReversed != isReversed {
            let now = position.time(by: timing, duration)
            // As fast as before, over the distance that this direction has.
            let whole = rest.isReversed ? rest.start : 1 - rest.start
            return finishOver((timing, rest.duration * (isReversed ? now : 1 - now) / max(whole, 1e-9)))
        }
        generation += 1
        isRunning = true
        startTime = CACurrentMediaTime() + delay
        let now = position.time(by: timing, duration)
        let batch = playing(duration, timing)
        if isReversed ? now > 0 : now < 1 {
            for track in tracks {
                track.play(
                    in: batch, from: position, of: duration, by: timing, reversed: isReversed, after: delay)
            }
        }
        batch.seal()
    }

    /// Animates from the visible values to the end, or back to the beginning, with other timing.
    private func finishOver(_ new: (timing: ViewAnimation.Timing, duration: TimeInterval)) {
        generation += 1
        let now = timeFraction
        let shown = changes.map { $0.layer.presentation()?.value(forKey: $0.key) }
        removeTracks()
        // Of several changes of a property the last gives the end, the first the beginning.
        var targets: [(layer: CALayer, key: String, value: Any?)] = []
        for change in isReversed ? changes : changes.reversed() {
            if targets.contains(where: { $0.layer === change.layer && $0.key == change.key }) { continue }
            targets.append((change.layer, change.key, isReversed ? change.old : change.end))
        }
        UIView.performWithoutAnimation {
            for (change, value) in zip(changes, shown) {
                if let value { change.layer.setValue(value, forKey: change.key) }
            }
        }
        isRunning = true
        (timing, startTime, position) = (new.timing, CACurrentMediaTime(), .time(now))
        rest = Rest(duration: new.duration, start: now, isReversed: isReversed)
        let length = max(new.duration, 1e-9)
        let animation = playing(length, new.timing)
        animation.added = { [weak self] layer, key, _ in
            guard let self else { return }
            let track = AnimatorTrack(layer, key, offset: 0, length: length, timing: new.timing, under: tracks)
            if let track { tracks.append(track) }
        }
        ViewAnimator.run(animation) { for (layer, key, value) in targets { layer.setValue(value, forKey: key) } }
        animation.seal()
    }

    /// The animations of this start of playing, whose end is the animator's end unless another start follows.
    private func playing(_ duration: Double, _ timing: ViewAnimation.Timing) -> ViewAnimation {
        let start = generation
        return ViewAnimation(duration: duration, delay: 0, timing: timing) { [weak self] _ in
            guard let self, generation == start else { return }
            reachEnd()
        }
    }

    /// The animator has played to its end, or back to its beginning.
    private func reachEnd() {
        let end: UIViewAnimatingPosition = isReversed ? .start : .end
        position = .time(isReversed ? 0 : 1)
        if pausesOnCompletion {
            isRunning = false
            return hold()
        }
        if isReversed {
            UIView.performWithoutAnimation {
                for change in changes.reversed() { change.layer.setValue(change.old, forKey: change.key) }
            }
        }
        removeTracks()
        finish(end)
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
        rest = nil
        (state, isRunning) = (.inactive, false)
        (blocks, completions, changes) = ([], [], [])
        removeTracks()
        for mark in marked { mark.view.changeAnimators(touchless: mark.touchless, shown: mark.shown, by: -1) }
        marked = []
    }

    /// Notes an animated view, for its touches.
    private func mark(_ layer: CALayer) {
        guard let view = layer.delegate as? UIView, !marked.contains(where: { $0.view === view }) else { return }
        let mark = (view: view, touchless: !takesTouches, shown: !isManualHitTestingEnabled)
        view.changeAnimators(touchless: mark.touchless, shown: mark.shown, by: 1)
        marked.append(mark)
    }
}
