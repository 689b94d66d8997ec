import CoreGraphics
import Foundation

/// A view that turns touches into events, and calls actions for them.
open class UIControl: UIView {
    /// A set of events of a control.
    public struct Event: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// A finger went down on the control.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A finger went down again soon after the last tap.
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// The finger moved inside the control.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// The finger moved outside the control.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// The finger moved back into the control.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// The finger moved out of the control.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// The finger was lifted inside the control.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// The finger was lifted outside the control.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The system cancelled the touch.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// Its value changed.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// The control did its main task.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// Its menu is about to be shown.
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        /// Its text is about to be edited.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// Its text was changed.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// Its text is no longer edited.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// Its text was entered with return.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// All events of touches.
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        /// All events of editing.
        public static let allEditingEvents = Event(rawValue: 0xF0000)
        /// Events for a program's own use.
        public static let applicationReserved = Event(rawValue: 0x0F00_0000)
        /// Events reserved for the system.
        public static let systemReserved = Event(rawValue: 0xF000_0000)
        /// All events.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// A set of states of a control.
    public struct State: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// No state.
        public static let normal = State([])
        /// A finger is on the control.
        public static let highlighted = State(rawValue: 1)
        /// The control cannot be used.
        public static let disabled = State(rawValue: 2)
        /// The control is selected.
        public static let selected = State(rawValue: 4)
        /// The control has the focus.
        public static let focused = State(rawValue: 8)
        /// States for a program's own use.
        public static let application = State(rawValue: 0x00FF_0000)
        /// States reserved for the system.
        public static let reserved = State(rawValue: 0xFF00_0000)
    }

    /// The horizontal alignment of content.
    public enum ContentHorizontalAlignment: Int, Sendable {
        /// In the middle.
        case center
        /// At the left.
        case left
        /// At the right.
        case right
        /// From edge to edge.
        case fill
        /// Where lines begin: at the left here.
        case leading
        /// Where lines end: at the right here.
        case trailing
    }

    /// The vertical alignment of content.
    public enum ContentVerticalAlignment: Int, Sendable {
        /// In the middle.
        case center
        /// At the top.
        case top
        /// At the bottom.
        case bottom
        /// From edge to edge.
        case fill
    }

    private enum Receiver {
        /// A method of a target; without a target, of the first responder that has it.
        case method(WeakTarget, Selector)
        case action(UIAction)
    }

    private struct WeakTarget {
        weak var object: AnyObject?
        var isResponder: Bool
    }

    private var receivers: [(receiver: Receiver, events: Event)] = []

    /// Makes a control with a frame.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Makes a control that calls an action for its main task.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    /// Reads a control from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        coder.readFlag(forKey: "UIDisabled") { isEnabled = !$0 }
        coder.readFlag(forKey: "UISelected") { isSelected = $0 }
        coder.readFlag(forKey: "UIHighlighted") { isHighlighted = $0 }
        if coder.containsValue(forKey: "UIContentHorizontalAlignment") {
            let number = coder.decodeInteger(forKey: "UIContentHorizontalAlignment")
            contentHorizontalAlignment = ContentHorizontalAlignment(rawValue: number) ?? .center
            let other = coder.decodeInteger(forKey: "UIContentVerticalAlignment")
            contentVerticalAlignment = ContentVerticalAlignment(rawValue: other) ?? .center
        }
        coder.readNib(self, as: UIControl.self)
    }

    /// Writes the state and the alignment into an archive, without targets and actions.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(!isEnabled, forKey: "UIDisabled")
        coder.encode(isSelected, forKey: "UISelected")
        coder.encode(isHighlighted, forKey: "UIHighlighted")
        coder.encode(contentHorizontalAlignment.rawValue, forKey: "UIContentHorizontalAlignment")
        coder.encode(contentVerticalAlignment.rawValue, forKey: "UIContentVerticalAlignment")
    }

    // MARK: State

    /// Whether the control can be used; true at first.
    open var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            if !isEnabled { cancelTracking(with: nil) }
            stateChanged()
        }
    }
    /// Whether the control is selected; false at first.
    open var isSelected = false {
        didSet { if isSelected != oldValue { stateChanged() } }
    }
    /// Whether a finger is on the control; false at first.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { stateChanged() } }
    }
    /// The present states together.
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        if isFocused { state.insert(.focused) }
        return state
    }
    /// The horizontal alignment of content; in the middle at first.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
        didSet { setNeedsLayout() }
    }
    /// The vertical alignment of content; in the middle at first.
    open var contentVerticalAlignment = ContentVerticalAlignment.center {
        didSet { setNeedsLayout() }
    }
    /// The horizontal alignment with leading and trailing resolved to left and right.
    open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
        let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
        return switch contentHorizontalAlignment {
        case .leading: isMirrored ? .right : .left
        case .trailing: isMirrored ? .left : .right
        case .center, .left, .right, .fill: contentHorizontalAlignment
        }
    }

    /// The state has changed: lays the control out anew. Subclasses of this module show the state.
    func stateChanged() { setNeedsLayout() }

    /// Whether a touch shows the control's menu, instead of a long press; false at first. *Source*: Apple,
    /// UIControl.showsMenuAsPrimaryAction.
    open var showsMenuAsPrimaryAction = false {
        didSet { if showsMenuAsPrimaryAction != oldValue { menuChanged() } }
    }
    /// The menu or the way to it has changed; does nothing here.
    func menuChanged() {}

    // MARK: Tracking

    /// Whether the control follows a touch.
    open private(set) var isTracking = false
    /// Whether the followed touch counts as inside: within the bounds when it begins, up to 70 points outside while it
    /// moves. *Source*: Apple, UIControl.isTouchInside; others measured the distance (docs/touch.md).
    open private(set) var isTouchInside = false
    private weak var tracked: UITouch?

    /// Whether to follow a touch that has begun; true here.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    /// Whether to go on following a touch that has moved; true here.
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    /// The followed touch has ended; does nothing here.
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
    /// The followed touch was cancelled; does nothing here.
    open func cancelTracking(with event: UIEvent?) {}

    /// Begins to follow a touch.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, tracked == nil, let touch = touches.min(by: { $0.timestamp < $1.timestamp }) else { return }
        guard beginTracking(touch, with: event) else { return }
        tracked = touch
        (isTracking, isTouchInside, isHighlighted) = (true, true, true)
        send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, event)
    }

    /// Follows the touch, and sends its events.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = tracked, touches.contains(touch) else { return }
        let (was, isInside) = (isTouchInside, reaches(touch))
        isTouchInside = isInside
        if isHighlighted != isInside { isHighlighted = isInside }
        guard continueTracking(touch, with: event) else { return stop() }
        switch (was, isInside) {
        case (true, true): send(.touchDragInside, event)
        case (true, false): send(.touchDragExit, event)
        case (false, true): send(.touchDragEnter, event)
        case (false, false): send(.touchDragOutside, event)
        }
    }

    /// Ends following the touch.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = tracked, touches.contains(touch) else { return }
        let isInside = reaches(touch)
        stop()
        endTracking(touch, with: event)
        guard isInside else { return send(.touchUpOutside, event) }
        send(.touchUpInside, event)
        if triggersOnTouchUp { send(.primaryActionTriggered, event) }
    }

    /// Ends following the touch.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = tracked, touches.contains(touch) else { return }
        stop()
        cancelTracking(with: event)
        send(.touchCancel, event)
    }

    /// Whether a touch that ends inside is the control's main task.
    var triggersOnTouchUp: Bool { false }

    private func stop() {
        tracked = nil
        (isTracking, isTouchInside) = (false, false)
        if isHighlighted { isHighlighted = false }
    }

    private func reaches(_ touch: UITouch) -> Bool {
        let point = touch.location(in: self)
        if self.point(inside: point, with: nil) { return true }
        let slop = TouchThresholds.controlSlop
        return bounds.insetBy(dx: -slop, dy: -slop).contains(point)
    }

    // MARK: Accessibility

    override var standardIsAccessibilityElement: Bool { true }
    override var standardAccessibilityTraits: UIAccessibilityTraits {
        var traits = UIAccessibilityTraits.none
        if isSelected { traits.insert(.selected) }
        if !isEnabled { traits.insert(.notEnabled) }
        return traits
    }

    /// Uses the control, as a tap would.
    open override func accessibilityActivate() -> Bool {
        guard isEnabled else { return false }
        use(nil)
        return true
    }

    /// Raises its value by a step.
    open override func accessibilityIncrement() { if isEnabled { _ = adjust(up: true, nil) } }

    /// Lowers its value by a step.
    open override func accessibilityDecrement() { if isEnabled { _ = adjust(up: false, nil) } }

    // MARK: Keys

    /// Whether the control is enabled. *Source*: Apple, UIFocusItem.canBecomeFocused of controls.
    open override var canBecomeFocused: Bool { isEnabled }

    private static let triggers: Set<UIKeyboardHIDUsage> = [.keyboardSpacebar, .keyboardReturnOrEnter]
    /// The arrow keys, each with whether it raises the value.
    private static let arrows: [UIKeyboardHIDUsage: Bool] = [
        .keyboardRightArrow: true, .keyboardUpArrow: true, .keyboardLeftArrow: false, .keyboardDownArrow: false,
    ]

    private func triggers(_ presses: Set<UIPress>) -> Bool {
        isEnabled && isFocused && presses.contains { $0.key.map { Self.triggers.contains($0.keyCode) } ?? false }
    }

    /// While the control has the focus, space and return highlight it, and arrow keys change its value if it has one.
    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if isEnabled, isFocused, let key = presses.first?.key?.keyCode, let isUp = Self.arrows[key],
            adjust(up: isUp, event)
        {
            return
        }
        guard triggers(presses) else { return super.pressesBegan(presses, with: event) }
        isHighlighted = true
    }

    /// Does the main task of a control with the focus.
    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard triggers(presses), isHighlighted else { return super.pressesEnded(presses, with: event) }
        isHighlighted = false
        use(event)
    }

    /// Does the control's main task, as a touch inside would. Called for keys and for accessibility.
    func use(_ event: UIEvent?) {
        send(.touchUpInside, event)
        if triggersOnTouchUp { send(.primaryActionTriggered, event) }
    }

    /// Changes the value by a step up or down; returns whether there is such a value. False here.
    func adjust(up: Bool, _ event: UIEvent?) -> Bool { false }

    /// Ends the highlight.
    open override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard triggers(presses) else { return super.pressesCancelled(presses, with: event) }
        isHighlighted = false
    }

    // MARK: Actions

    /// Adds a target whose method is called for events. The target is held weakly; nil stands for the first responder
    /// that has the method. The method may take the control and the event as arguments.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        // The object around a value lives only during this call, and a target that is gone is none: the responders are asked.
        // So do buttons of a closure that initialises a property, where `self` is a function.
        let object = target.flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil }
        let index = receivers.firstIndex { entry in
            guard case .method(let target, let selector) = entry.receiver else { return false }
            return selector == action && target.object === object
        }
        if let index {
            receivers[index].events.formUnion(controlEvents)
        } else {
            let target = WeakTarget(object: object, isResponder: object == nil)
            receivers.append((.method(target, action), controlEvents))
        }
    }

    /// Removes a target's method for events; nil stands for all targets, or all methods.
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        let object = target.map { $0 as AnyObject }
        remove(controlEvents) { receiver in
            guard case .method(let target, let selector) = receiver else { return false }
            return (object == nil || target.object === object) && (action == nil || selector == action)
        }
    }

    /// Adds an action that is called for events. It replaces an action with the same identifier.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        remove(controlEvents) { receiver in
            guard case .action(let other) = receiver else { return false }
            return other.identifier == action.identifier
        }
        receivers.append((.action(action), controlEvents))
    }

    /// Removes an action for events.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// Removes the action with an identifier for events.
    open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
        remove(controlEvents) { receiver in
            guard case .action(let action) = receiver else { return false }
            return action.identifier == actionIdentifier
        }
    }

    private func remove(_ events: Event, _ isMeant: (Receiver) -> Bool) {
        for index in receivers.indices where isMeant(receivers[index].receiver) {
            receivers[index].events.subtract(events)
        }
        receivers.removeAll { $0.events.isEmpty }
    }

    /// The targets; NSNull among them stands for the first responder.
    open var allTargets: Set<AnyHashable> {
        var found: Set<AnyHashable> = []
        for entry in receivers {
            guard case .method(let target, _) = entry.receiver else { continue }
            if target.isResponder { found.insert(NSNull()) }
            if let object = target.object as? NSObject { found.insert(object) }
        }
        return found
    }

    /// All events that have a target or an action.
    open var allControlEvents: Event { receivers.reduce(into: Event()) { $0.formUnion($1.events) } }

    /// The names of a target's methods that are called for events; nil for none.
    open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
        let object = target.map { $0 as AnyObject }
        let names: [String] = receivers.compactMap { entry in
            guard case .method(let target, let selector) = entry.receiver, target.object === object,
                !entry.events.isDisjoint(with: controlEvent)
            else { return nil }
            return NSStringFromSelector(selector)
        }
        return names.isEmpty ? nil : names
    }

    /// Calls the targets and actions of events.
    open func sendActions(for controlEvents: Event) { send(controlEvents, nil) }

    /// Calls a method of a target. A subclass may override it to observe or change the call.
    open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
        UIApplication.shared.sendAction(action, to: target, from: self, for: event)
    }

    /// Calls an action. A subclass may override it to observe the call.
    open func sendAction(_ action: UIAction) { action.call(from: self) }

    /// Sends the events of a value that the user changed: `valueChanged`, then `primaryActionTriggered`, which calls
    /// the action that the control was made with. *Source*: Apple, UISegmentedControl.h: "as well as handlers for the
    /// ValueChanged and PrimaryActionTriggered control events".
    final func tellValueChanged(_ event: UIEvent?) {
        send(.valueChanged, event)
        send(.primaryActionTriggered, event)
    }

    final func send(_ events: Event, _ event: UIEvent?) {
        // Targets that are added during the calls get only later events.
        for entry in receivers where !entry.events.isDisjoint(with: events) {
            switch entry.receiver {
            case .method(let target, let selector):
                if target.isResponder {
                    sendAction(selector, to: nil, for: event)
                } else if let object = target.object {
                    sendAction(selector, to: object, for: event)
                }
            case .action(let action): sendAction(action)
            }
        }
    }
}
