import CoreGraphics
import Foundation
import QuartzCore

/// What makes gestures of touches: of those that hit its view, or a view in it.
///
/// It begins as possible. A discrete one becomes ended or failed; a continuous one began, changed, and ended or cancelled, or failed
/// before it began. One that begins makes those fail that share a touch with it, unless a delegate says that both may. It is reset when
/// all of its touches are over. *Source*: Apple, UIGestureRecognizer.
@preconcurrency @MainActor open class UIGestureRecognizer: NSObject {
    /// What has become of a gesture. *Source*: Apple, UIGestureRecognizer.State.
    public enum State: Int, Sendable {
        /// Nothing yet. *Source*: Apple, UIGestureRecognizer.State.possible.
        case possible
        /// A continuous gesture has begun. *Source*: Apple, UIGestureRecognizer.State.began.
        case began
        /// It goes on. *Source*: Apple, UIGestureRecognizer.State.changed.
        case changed
        /// It is done; of a discrete gesture, it was recognized. *Source*: Apple, UIGestureRecognizer.State.ended.
        case ended
        /// It was taken away after it had begun. *Source*: Apple, UIGestureRecognizer.State.cancelled.
        case cancelled
        /// It is not the gesture. *Source*: Apple, UIGestureRecognizer.State.failed.
        case failed
        /// The same as ended. *Source*: Apple, UIGestureRecognizer.State.recognized.
        public static var recognized: State { .ended }
    }

    private struct Target {
        weak var object: AnyObject?
        var action: Selector
    }

    /// What a recognizer wants to become, and waits for others to fail.
    struct Pending: Equatable {
        var state: State
        /// Whether it has ended since.
        var hasEnded = false
    }

    /// The view that the recognizer was added to; nil when it is on none. *Source*: Apple, UIGestureRecognizer.view.
    open internal(set) weak var view: UIView?
    /// Who is asked what it may do. *Source*: Apple, UIGestureRecognizer.delegate.
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    /// A name for messages. *Source*: Apple, UIGestureRecognizer.name.
    open var name: String?
    /// Whether views lose the touches when it begins; true at first. *Source*: Apple, UIGestureRecognizer.cancelsTouchesInView.
    open var cancelsTouchesInView = true
    /// Whether views hear of touches only when it has failed; false at first. *Source*: Apple,
    /// UIGestureRecognizer.delaysTouchesBegan.
    open var delaysTouchesBegan = false
    /// Whether views hear of the end of touches only when it has failed; true at first. *Source*: Apple,
    /// UIGestureRecognizer.delaysTouchesEnded.
    open var delaysTouchesEnded = true
    /// Whether it gets touches; setting it to false cancels what it is at. *Source*: Apple, UIGestureRecognizer.isEnabled.
    open var isEnabled = true {
        didSet { if !isEnabled, oldValue { abort() } }
    }

    private var targets: [Target] = []
    private var required: [WeakRecognizer] = []
    private var current = State.possible
    /// The state that an action is called for, while it is: the recognizer may have gone on since.
    private var toldState: State?
    /// What it waits to become.
    final private(set) var pending: Pending?
    /// The touches that it has, and had since it was reset.
    final private(set) var sequence: [UITouch] = []
    /// Those of them that are not over.
    final private(set) var live: [UITouch] = []
    /// Where its touches were when there were any.
    private var lastCentroid = CGPoint.zero

    private struct WeakRecognizer {
        weak var value: UIGestureRecognizer?
    }

    /// Makes a recognizer that calls a method of a target, which it does not keep, with itself. *Source*: Apple,
    /// UIGestureRecognizer.init(target:action:).
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    /// Makes a recognizer that calls nobody.
    public convenience override init() { self.init(target: nil, action: nil) }

    /// Has it call a method of a target, too, which it does not keep. *Source*: Apple, UIGestureRecognizer.addTarget(_:action:).
    open func addTarget(_ target: Any, action: Selector) {
        let object = target as AnyObject
        guard !targets.contains(where: { $0.object === object && $0.action == action }) else { return }
        targets.append(Target(object: object, action: action))
    }

    /// Has it no longer call a method of a target; nil stands for all. *Source*: Apple,
    /// UIGestureRecognizer.removeTarget(_:action:).
    open func removeTarget(_ target: Any?, action: Selector?) {
        let object = target.map { $0 as AnyObject }
        targets.removeAll { (object == nil || $0.object === object) && (action == nil || $0.action == action) }
    }

    // MARK: State

    /// What has become of the gesture. A subclass sets it; what cannot follow from what it is now changes nothing. *Source*: Apple,
    /// UIGestureRecognizer.state.
    open var state: State {
        get { toldState ?? current }
        set { request(newValue) }
    }

    /// How many touches it has now. *Source*: Apple, UIGestureRecognizer.numberOfTouches.
    open var numberOfTouches: Int { live.count }

    /// The middle of its touches in a view's space, nil for the window's; where they were when there are none. *Source*: Apple,
    /// UIGestureRecognizer.location(in:).
    open func location(in view: UIView?) -> CGPoint { convert(centroid, to: view) }

    /// Where one of its touches is; `location(in:)` for an index that there is not. *Source*: Apple,
    /// UIGestureRecognizer.location(ofTouch:in:).
    open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        guard live.indices.contains(touchIndex) else { return location(in: view) }
        return live[touchIndex].location(in: view)
    }

    /// The keys that were down at the last event. *Source*: Apple, UIGestureRecognizer.modifierFlags.
    open var modifierFlags: UIKeyModifierFlags { TouchDispatcher.shared.event.modifierFlags }

    // MARK: Others

    /// Has it wait until another has failed. *Source*: Apple, UIGestureRecognizer.require(toFail:).
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        guard otherGestureRecognizer !== self else { return }
        required.removeAll { $0.value == nil || $0.value === otherGestureRecognizer }
        required.append(WeakRecognizer(value: otherGestureRecognizer))
    }

    /// Whether it makes another fail when it begins; true, unless a subclass says otherwise. *Source*: Apple,
    /// UIGestureRecognizer.canPrevent(_:).
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Whether another makes it fail; true, unless a subclass says otherwise. *Source*: Apple,
    /// UIGestureRecognizer.canBePrevented(by:).
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Whether it waits until another has failed; false, unless a subclass says otherwise. *Source*: Apple,
    /// UIGestureRecognizer.shouldRequireFailure(of:).
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Whether another waits until it has failed; false, unless a subclass says otherwise. *Source*: Apple,
    /// UIGestureRecognizer.shouldBeRequiredToFail(by:).
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Whether it gets the touches of an event; true for touches. *Source*: Apple, UIGestureRecognizer.shouldReceive(_:).
    open func shouldReceive(_ event: UIEvent) -> Bool { event.type == .touches }

    // MARK: For subclasses

    /// Touches have begun. *Source*: Apple, UIGestureRecognizer.touchesBegan(_:with:).
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Touches have moved. *Source*: Apple, UIGestureRecognizer.touchesMoved(_:with:).
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Touches have ended. *Source*: Apple, UIGestureRecognizer.touchesEnded(_:with:).
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Touches were taken away. *Source*: Apple, UIGestureRecognizer.touchesCancelled(_:with:).
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// The gesture is over, and all of its touches: a subclass forgets them. *Source*: Apple, UIGestureRecognizer.reset().
    open func reset() {}

    /// Has it not hear of a touch any more. *Source*: Apple, UIGestureRecognizer.ignore(_:for:).
    open func ignore(_ touch: UITouch, for event: UIEvent) {
        live.removeAll { $0 === touch }
        sequence.removeAll { $0 === touch }
        touch.recognizers.removeAll { $0 === self }
    }

    // MARK: Touches

    /// Whether it waits for a touch that has not begun yet: the second tap of two. A subclass of this module says so.
    var awaitsMore: Bool { false }
    /// Whether views are not to hear of its touches yet, beside what `delaysTouchesBegan` says. A subclass of this module says so.
    var holdsContent: Bool { false }

    /// The middle of its touches in the window's space.
    final var centroid: CGPoint {
        guard !live.isEmpty else { return lastCentroid }
        let sum = live.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.point.x, y: $0.y + $1.point.y) }
        return CGPoint(x: sum.x / CGFloat(live.count), y: sum.y / CGFloat(live.count))
    }

    final func convert(_ point: CGPoint, to target: UIView?) -> CGPoint {
        guard let target, let window = sequence.last?.window ?? view?.window, target !== window else { return point }
        return target.convert(point, from: window)
    }

    /// Whether a touch is or was one of the sequence's.
    final func tracks(_ touch: UITouch) -> Bool { sequence.contains { $0 === touch } }
    /// Whether it has had touches since it was reset.
    final var isTracking: Bool { !sequence.isEmpty || pending != nil || current != .possible }
    /// Whether it is in a state that it leaves by being reset.
    private var isTerminal: Bool { current == .ended || current == .cancelled || current == .failed }
    /// Whether it is to be reset.
    final var isFinished: Bool { isTerminal && live.isEmpty }
    /// Whether it has begun, and others must not.
    private var hasRecognized: Bool { current == .began || current == .changed || current == .ended }

    final func holdsBegin(of touch: UITouch) -> Bool {
        (delaysTouchesBegan || holdsContent) && current == .possible && tracks(touch)
            && (awaitsMore || pending != nil || !live.isEmpty)
    }

    final func holdsEnd(of touch: UITouch) -> Bool {
        delaysTouchesEnded && current == .possible && tracks(touch) && (awaitsMore || pending != nil || !live.isEmpty)
    }

    /// Hears of those touches of an event that are its own.
    final func receive(_ touches: [UITouch], _ event: UIEvent) {
        if isTerminal {
            // What is over hears of nothing until it is reset, which waits for all of its touches.
            for touch in touches where touch.phase == .began {
                live.append(touch)
                sequence.append(touch)
            }
            for touch in touches where !touch.isLive { release(touch) }
            return
        }
        let begun = touches.filter { $0.phase == .began }
        if !begun.isEmpty {
            live += begun
            sequence += begun
            TouchDispatcher.shared.activate(self)
            touchesBegan(Set(begun), with: event)
        }
        let known = touches.filter { touch in live.contains { $0 === touch } }
        let moved = known.filter { $0.phase == .moved }
        if !moved.isEmpty, !isTerminal { touchesMoved(Set(moved), with: event) }
        let ended = known.filter { $0.phase == .ended }
        if !ended.isEmpty {
            if !isTerminal { touchesEnded(Set(ended), with: event) }
            for touch in ended { release(touch) }
        }
        let cancelled = known.filter { $0.phase == .cancelled }
        if !cancelled.isEmpty {
            if !isTerminal { touchesCancelled(Set(cancelled), with: event) }
            for touch in cancelled { release(touch) }
            if !isTerminal, live.isEmpty { abort() }
        }
    }

    /// Notes that a touch is over.
    final func release(_ touch: UITouch) {
        guard live.contains(where: { $0 === touch }) else { return }
        lastCentroid = centroid
        live.removeAll { $0 === touch }
        if live.isEmpty, !isTerminal, current == .possible, pending == nil, !awaitsMore {
            // It has not said what becomes of it, and has no touch left that could tell: the next one is a new gesture.
            finishSequence()
        }
    }

    /// Ends what it is at: cancelled where it has begun, else failed.
    final func abort() {
        guard isTracking, !isTerminal else { return }
        finish(hasRecognized ? .cancelled : .failed)
    }

    /// Makes it as new.
    final func finishSequence() {
        TouchDispatcher.shared.clock.cancel(self)
        pending = nil
        current = .possible
        sequence = live
        reset()
    }

    // MARK: Arbitration

    private func request(_ new: State) {
        switch (current, new) {
        case (.possible, .began), (.possible, .changed), (.possible, .ended):
            if pending != nil {
                if new == .ended { pending?.hasEnded = true }
                return
            }
            attempt(Pending(state: new == .ended ? .ended : .began))
        case (.possible, .failed), (.possible, .cancelled):
            if pending?.state == .began, pending?.hasEnded == true { return }
            finish(.failed)
        case (.began, .changed), (.changed, .changed), (.began, .began), (.changed, .began): enter(.changed)
        case (.began, .ended), (.changed, .ended): finish(.ended)
        case (.began, .cancelled), (.began, .failed), (.changed, .cancelled), (.changed, .failed): finish(.cancelled)
        default: return
        }
    }

    /// Goes on with what waited.
    final func retry() {
        guard let pending, current == .possible else { return self.pending = nil }
        attempt(pending)
    }

    /// Recognizes, waits for others, or fails.
    private func attempt(_ wanted: Pending) {
        TouchDispatcher.shared.activate(self)
        let others = TouchDispatcher.shared.active.filter { $0 !== self && $0.shares(self) }
        for other in others where isRequired(other) {
            // One that must fail and has not: it has recognized, or may yet.
            if other.hasRecognized { return finish(.failed) }
            if other.current == .possible, other.mayYetRecognize(for: self) { return pending = wanted }
        }
        for other in others where other.hasRecognized && excludes(other) {
            if other.canPrevent(self), canBePrevented(by: other) { return finish(.failed) }
        }
        guard mayBegin() else { return finish(.failed) }
        pending = nil
        for other in others where other.current == .possible && excludes(other) {
            if canPrevent(other), other.canBePrevented(by: self) { other.finish(.failed) }
        }
        if wanted.state == .ended { return finish(.ended) }
        enter(.began)
        if wanted.hasEnded { finish(.ended) }
    }

    /// Whether one that is possible can still become something: two that wait for each other do not hold each other up.
    private func mayYetRecognize(for waiting: UIGestureRecognizer) -> Bool {
        if pending != nil { return !isRequired(waiting) }
        return !live.isEmpty || awaitsMore
    }

    private func shares(_ other: UIGestureRecognizer) -> Bool {
        sequence.contains { touch in other.sequence.contains { $0 === touch } }
    }

    /// Whether another must fail before this one recognizes.
    private func isRequired(_ other: UIGestureRecognizer) -> Bool {
        required.contains { $0.value === other } || shouldRequireFailure(of: other)
            || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    }

    /// Whether the two may not recognize together: neither delegate allows it.
    private func excludes(_ other: UIGestureRecognizer) -> Bool {
        delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) != true
            && other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) != true
    }

    /// Asks the views from the one that was hit up to its own, and the delegate.
    private func mayBegin() -> Bool {
        var asked = sequence.last?.view ?? view
        while let next = asked {
            if !next.gestureRecognizerShouldBegin(self) { return false }
            if next === view { break }
            asked = next.superview
        }
        return delegate?.gestureRecognizerShouldBegin(self) != false
    }

    private func enter(_ state: State) {
        current = state
        TouchDispatcher.shared.addAction(self)
    }

    private func finish(_ state: State) {
        TouchDispatcher.shared.clock.cancel(self)
        pending = nil
        current = state
        if state != .failed { TouchDispatcher.shared.addAction(self) }
    }

    /// Calls the targets for a state.
    final func sendActions(in state: State) {
        toldState = state
        defer { toldState = nil }
        for target in targets {
            guard let object = target.object else { continue }
            target.action.call(on: object, self)
        }
    }
}
