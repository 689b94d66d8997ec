import CoreGraphics
import Foundation
import QuartzCore

/// Recognizes a gesture in touches that hit its view or a view in it.
///
/// It begins as possible. A discrete recognizer becomes ended or failed. A continuous one becomes began, changed, and
/// ended or cancelled; or failed, before it begins. A recognizer that begins makes others fail that share a touch with
/// it, unless a delegate allows both. It is reset when all of its touches are over.
@preconcurrency @MainActor open class UIGestureRecognizer: NSObject {
    /// The state of a gesture.
    public enum State: Int, Sendable {
        /// Not recognized yet.
        case possible
        /// A continuous gesture has begun.
        case began
        /// A continuous gesture goes on.
        case changed
        /// A continuous gesture has ended, or a discrete one was recognized.
        case ended
        /// A gesture was cancelled after it had begun.
        case cancelled
        /// The touches are not the gesture.
        case failed
        /// `ended`.
        public static var recognized: State { .ended }
    }

    private struct Target {
        weak var object: AnyObject?
        var action: Selector
    }

    /// The state that a recognizer will take once others have failed.
    struct Pending: Equatable {
        var state: State
        /// Whether the gesture has ended meanwhile.
        var hasEnded = false
    }

    /// The view that the recognizer was added to; nil for none.
    open internal(set) weak var view: UIView?
    /// The object that decides what the recognizer may do.
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    /// A name for messages.
    open var name: String?
    /// Whether views lose the touches when the recognizer begins; true at first.
    open var cancelsTouchesInView = true
    /// Whether views get touches only after the recognizer has failed; false at first.
    open var delaysTouchesBegan = false
    /// Whether views get the ends of touches only after the recognizer has failed; true at first.
    open var delaysTouchesEnded = true
    /// Whether the recognizer gets touches; true at first. Setting false cancels its gesture.
    open var isEnabled = true {
        didSet { if !isEnabled, oldValue { abort() } }
    }

    private var targets: [Target] = []
    private var required: [WeakRecognizer] = []
    private var current = State.possible
    /// The state that actions are being sent for. The recognizer's own state may have changed since.
    private var toldState: State?
    /// The state that it waits to take.
    final private(set) var pending: Pending?
    /// All its touches since it was reset.
    final private(set) var sequence: [UITouch] = []
    /// The touches of `sequence` that are not over.
    final private(set) var live: [UITouch] = []
    /// The middle of its touches when it last had some.
    private var lastCentroid = CGPoint.zero

    private struct WeakRecognizer {
        weak var value: UIGestureRecognizer?
    }

    /// Makes a recognizer that calls a method of a target, with itself as the argument. The target is held weakly.
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    /// Makes a recognizer without a target.
    public convenience override init() { self.init(target: nil, action: nil) }

    /// Adds a target and its method. The target is held weakly.
    open func addTarget(_ target: Any, action: Selector) {
        let object = target as AnyObject
        guard !targets.contains(where: { $0.object === object && $0.action == action }) else { return }
        targets.append(Target(object: object, action: action))
    }

    /// Removes a target's method; nil stands for all targets, or all methods.
    open func removeTarget(_ target: Any?, action: Selector?) {
        let object = target.map { $0 as AnyObject }
        targets.removeAll { (object == nil || $0.object === object) && (action == nil || $0.action == action) }
    }

    // MARK: State

    /// The state of the gesture. Subclasses set it; a state that cannot follow the present one is ignored.
    open var state: State {
        get { toldState ?? current }
        set { request(newValue) }
    }

    /// The number of its touches now.
    open var numberOfTouches: Int { live.count }

    /// The middle of its touches, in a view's space; nil stands for the window's. Without touches, their last middle.
    open func location(in view: UIView?) -> CGPoint { convert(centroid, to: view) }

    /// The position of one of its touches; `location(in:)` for an index out of range.
    open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        guard live.indices.contains(touchIndex) else { return location(in: view) }
        return live[touchIndex].location(in: view)
    }

    /// The modifier keys that were down at the last event.
    open var modifierFlags: UIKeyModifierFlags { TouchDispatcher.shared.event.modifierFlags }

    // MARK: Others

    /// Makes the recognizer wait until another has failed.
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        guard otherGestureRecognizer !== self else { return }
        required.removeAll { $0.value == nil || $0.value === otherGestureRecognizer }
        required.append(WeakRecognizer(value: otherGestureRecognizer))
    }

    /// Whether this recognizer makes another fail when it begins; true here.
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Whether another makes this recognizer fail when it begins; true here.
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Whether this recognizer waits until another has failed; false here.
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Whether another waits until this recognizer has failed; false here.
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Whether the recognizer gets an event's touches; true for events of touches.
    open func shouldReceive(_ event: UIEvent) -> Bool { event.type == .touches }

    // MARK: For subclasses

    /// Touches have begun.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Touches have moved.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Touches have ended.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Touches were cancelled.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// The gesture and all of its touches are over: a subclass resets its values.
    open func reset() {}

    /// Drops a touch from the gesture.
    open func ignore(_ touch: UITouch, for event: UIEvent) {
        live.removeAll { $0 === touch }
        sequence.removeAll { $0 === touch }
        touch.recognizers.removeAll { $0 === self }
    }

    // MARK: Touches

    /// Whether it waits for a touch that has not begun, such as the second tap of two. Overridden in this module.
    var awaitsMore: Bool { false }
    /// Whether it holds touches back from views, besides `delaysTouchesBegan`. Overridden in this module.
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

    /// Whether a touch belongs to it, since it was reset.
    final func tracks(_ touch: UITouch) -> Bool { sequence.contains { $0 === touch } }
    /// Whether it has had touches since it was reset.
    final var isTracking: Bool { !sequence.isEmpty || pending != nil || current != .possible }
    /// Whether its state ends only by a reset.
    private var isTerminal: Bool { current == .ended || current == .cancelled || current == .failed }
    /// Whether it is due to be reset.
    final var isFinished: Bool { isTerminal && live.isEmpty }
    /// Whether it has begun, so that others must not.
    private var hasRecognized: Bool { current == .began || current == .changed || current == .ended }

    final func holdsBegin(of touch: UITouch) -> Bool {
        (delaysTouchesBegan || holdsContent) && current == .possible && tracks(touch)
            && (awaitsMore || pending != nil || !live.isEmpty)
    }

    final func holdsEnd(of touch: UITouch) -> Bool {
        delaysTouchesEnded && current == .possible && tracks(touch) && (awaitsMore || pending != nil || !live.isEmpty)
    }

    /// Takes those touches of an event that belong to it.
    final func receive(_ touches: [UITouch], _ event: UIEvent) {
        if isTerminal {
            // After its gesture it takes nothing until it is reset, which waits for the end of all its touches.
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

    /// Drops a touch that is over.
    final func release(_ touch: UITouch) {
        guard live.contains(where: { $0 === touch }) else { return }
        lastCentroid = centroid
        live.removeAll { $0 === touch }
        if live.isEmpty, !isTerminal, current == .possible, pending == nil, !awaitsMore {
            // It never decided, and no touch is left that could decide: the next touch begins a new gesture.
            finishSequence()
        }
    }

    /// Whether the gesture goes on if its view leaves the window.
    var survivesItsView: Bool { false }

    /// Ends its gesture: cancelled if it has begun, otherwise failed.
    final func abort() {
        guard isTracking, !isTerminal else { return }
        finish(hasRecognized ? .cancelled : .failed)
    }

    /// Resets it.
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

    /// Tries again to take the pending state.
    final func retry() {
        guard let pending, current == .possible else { return self.pending = nil }
        attempt(pending)
    }

    /// Takes a state, waits for others, or fails.
    private func attempt(_ wanted: Pending) {
        TouchDispatcher.shared.activate(self)
        let others = TouchDispatcher.shared.active.filter { $0 !== self && $0.shares(self) }
        for other in others where isRequired(other) {
            // It must fail first, but has recognized, or still may.
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

    /// Whether a possible recognizer may still recognize. Two that wait for each other do not block each other.
    private func mayYetRecognize(for waiting: UIGestureRecognizer) -> Bool {
        if pending != nil { return !isRequired(waiting) }
        return !live.isEmpty || awaitsMore
    }

    private func shares(_ other: UIGestureRecognizer) -> Bool {
        sequence.contains { touch in other.sequence.contains { $0 === touch } }
    }

    /// Whether another recognizer must fail before this one recognizes.
    private func isRequired(_ other: UIGestureRecognizer) -> Bool {
        required.contains { $0.value === other } || shouldRequireFailure(of: other)
            || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    }

    /// Whether two recognizers may not recognize together: neither delegate allows it.
    private func excludes(_ other: UIGestureRecognizer) -> Bool {
        delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) != true
            && other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) != true
    }

    /// Asks the delegate, and the views from the hit one up to the recognizer's own.
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
