import CoreGraphics
import Foundation
import MicaEvents
import QuartzCore
import Synchronization

/// The program's side of assistive technologies: gives the trees of its windows to a host's reader while one is in use, and does what
/// the person asks for. Otherwise nothing is computed.
///
/// The tree is taken over after layout, when a transaction or an accessibility value has changed something; at most twenty times a
/// second.
@MainActor final class ScreenReading: AccessibleProgram {
    /// The program's.
    static let shared = ScreenReading()

    /// Whether an assistive technology is in use.
    var isOn: Bool { reader != nil }

    private var reader: (any AccessibleTreeReader)?
    /// The tree that the reader has.
    private(set) var tree = AccessibleTree()
    private var sources: [UInt32: AccessibleTreeBuilder.Source] = [:]
    private var hosts: [HostNumber] = []
    /// The element that an assistive technology is at.
    private(set) weak var cursor: NSObject?
    /// The view with the keyboard at the last update.
    private weak var lastFocused: UIView?
    private var announcement: (number: UInt32, text: String)?
    private var isScheduled = false
    private var lastUpdate = -Double.infinity
    private nonisolated static let watching = Atomic(false)
    /// Whether changes are noted.
    nonisolated static var isWatching: Bool { watching.load(ordering: .relaxed) }

    /// The least time between two updates. *Units*: seconds.
    private static let interval = 0.05
    /// How long a text that is read once stays in the tree. *Units*: seconds.
    private static let announcementTime = 5.0

    private struct HostNumber {
        weak var host: (any AccessibilityHost)?
        let number: UInt32
    }

    /// A window is shown in a host.
    func attach(_ host: Any) { (host as? any AccessibilityHost)?.serve(self) }

    /// An assistive technology is in use from now on, or none is any more.
    func assistanceChanged(_ reader: (any AccessibleTreeReader)?) {
        let wasOn = isOn
        self.reader = reader
        Self.watching.store(isOn, ordering: .relaxed)
        let committed: @Sendable () -> Void = { ScreenReading.noteChange() }
        TransactionStack.committed.withLock { $0 = isOn ? committed : nil }
        if isOn {
            update()
        } else {
            (tree, sources, announcement) = (AccessibleTree(), [:], nil)
            move(to: nil)
        }
        if wasOn != isOn {
            NotificationCenter.default.post(name: UIAccessibility.voiceOverStatusDidChangeNotification, object: nil)
        }
    }

    /// The title, the place or the focus of a host's window has changed.
    func accessibleWindowChanged() { Self.noteChange() }

    /// Something that the tree shows may have changed. Called on any thread; nearly free while no assistive technology is in use.
    nonisolated static func noteChange() {
        guard isWatching else { return }
        onMainThread { shared.schedule() }
    }

    /// Runs code on the main thread: at once there, later from another thread.
    nonisolated static func onMainThread(_ body: @escaping @MainActor @Sendable () -> Void) {
        if Thread.isMainThread { return MainActor.assumeIsolated(body) }
        // The queue itself: a thread whose time is virtual runs the blocks of `async(execute:)` on its own.
        DispatchQueue.main.async(group: nil, qos: .unspecified, flags: []) { MainActor.assumeIsolated(body) }
    }

    private func schedule() {
        guard isOn, !isScheduled else { return }
        isScheduled = true
        let delay = max(0, lastUpdate + Self.interval - CACurrentMediaTime())
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) {
            MainActor.assumeIsolated { ScreenReading.shared.updateWhenScheduled() }
        }
    }

    private func updateWhenScheduled() {
        isScheduled = false
        update()
    }

    /// Gives the reader the tree of the windows as they are now.
    func update() {
        guard let reader else { return }
        lastUpdate = CACurrentMediaTime()
        let windows = UIApplication.shared.windows.filter { !$0.isHidden }
        var builder = AccessibleTreeBuilder()
        var numbers: [ObjectIdentifier: UInt32] = [:]
        for window in windows {
            guard let host = window.host, !host.isClosed, let own = host as? any AccessibilityHost else { continue }
            window.layoutIfNeeded()
            let number = number(of: own)
            if numbers.updateValue(number, forKey: ObjectIdentifier(own)) == nil {
                builder.add(own, number: number, size: host.size)
            }
            builder.add(window, to: number)
        }
        if let announcement, let window = builder.tree.windows.last {
            builder.announce(announcement.text, number: announcement.number, in: window)
        }
        followFocus()
        builder.focus(focusedNumber(in: builder.tree))
        sources = builder.sources
        guard builder.tree != tree else { return }
        tree = builder.tree
        reader.update(tree)
    }

    private func number(of host: any AccessibilityHost) -> UInt32 {
        hosts.removeAll { $0.host == nil }
        if let known = hosts.first(where: { $0.host === host }) { return known.number }
        let number = AccessibleTreeBuilder.newNumber()
        hosts.append(HostNumber(host: host, number: number))
        return number
    }

    // MARK: Focus

    /// The view with the keyboard: the first responder, or the one that keys have moved to.
    private var focusedView: UIView? {
        guard let window = UIApplication.shared.keyWindow else { return nil }
        return window.firstResponder as? UIView ?? window.keys.focused
    }

    /// The assistive technology goes along where the keyboard goes.
    private func followFocus() {
        let view = focusedView
        guard view !== lastFocused else { return }
        lastFocused = view
        if let view { move(to: view) }
    }

    /// The number of the node that the person is at: that of the cursor, or of the view around it that is a node.
    private func focusedNumber(in tree: AccessibleTree) -> UInt32? {
        if let element = cursor as? UIAccessibilityElement { return element.accessibleNumber }
        var view = cursor as? UIView
        while let current = view {
            if let number = current.rare?.accessibleNumber, number != 0, tree.nodes[number]?.role.isFocus == true {
                return number
            }
            view = current.superview
        }
        return nil
    }

    /// Moves the person to an element, and posts that. *Source*: Apple, UIAccessibility.elementFocusedNotification.
    private func move(to element: NSObject?) {
        let old = cursor
        guard old !== element else { return }
        cursor = element
        (old as? UIView)?.accessibilityElementDidLoseFocus()
        (old as? UIAccessibilityElement)?.accessibilityElementDidLoseFocus()
        (element as? UIView)?.accessibilityElementDidBecomeFocused()
        (element as? UIAccessibilityElement)?.accessibilityElementDidBecomeFocused()
        var values: [AnyHashable: Any] = [:]
        if let element { values[UIAccessibility.focusedElementUserInfoKey] = element }
        if let old { values[UIAccessibility.unfocusedElementUserInfoKey] = old }
        NotificationCenter.default.post(
            name: UIAccessibility.elementFocusedNotification, object: nil, userInfo: values)
    }

    // MARK: Messages of the program

    /// Handles a message of the program's.
    func post(_ notification: UIAccessibility.Notification, _ argument: Any?) {
        guard isOn else { return }
        let text = argument as? String ?? (argument as? NSAttributedString)?.string
        switch notification {
        case .announcement, .pageScrolled: if let text { announce(text) }
        case .layoutChanged, .screenChanged:
            // The elements of the new screen have numbers from here on.
            update()
            if let text {
                announce(text)
            } else if let element = argument as? NSObject {
                focus(on: element)
            } else if notification == .screenChanged {
                focus(on: firstElement)
            }
        default: break
        }
        update()
    }

    /// The first element that is read, where a new screen begins.
    private var firstElement: NSObject? {
        let order = tree.windows.last.map(tree.order(from:)) ?? []
        let first = order.first { id in
            guard let node = tree.nodes[id] else { return false }
            return node.role.isFocus && node.parent != nil && node.states.contains(.showing)
        }
        return first.flatMap { sources[$0]?.object }
    }

    private func announce(_ text: String) {
        let number = AccessibleTreeBuilder.newNumber()
        announcement = (number, text)
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.announcementTime) {
            MainActor.assumeIsolated {
                guard ScreenReading.shared.announcement?.number == number else { return }
                ScreenReading.shared.announcement = nil
                ScreenReading.shared.update()
            }
        }
    }

    // MARK: Requests

    /// Does what an assistive technology asks of a node; returns whether it did.
    func perform(_ request: AccessibleRequest, on id: UInt32) -> Bool {
        // The views may have changed since.
        update()
        guard let node = tree.nodes[id], let source = sources[id], let object = source.object else { return false }
        defer { update() }
        switch request {
        case .action(let index):
            guard node.states.contains(.enabled), node.actions.indices.contains(index) else { return false }
            return perform(node.actions[index], on: object, in: source.window)
        case .focus:
            focus(on: object)
            return true
        case .setValue(let number): return node.states.contains(.enabled) && set(number, of: id, object)
        case .select(let range): return select(range, in: object)
        case .replace(let range, let text):
            guard node.states.contains(.editable), select(range, in: object), let input = object as? any UITextInput
            else { return false }
            if text.isEmpty { if !range.isEmpty { input.deleteBackward() } } else { input.insertText(text) }
            return true
        case .scrollIntoSight:
            guard let view = object as? UIView else { return false }
            view.scrollIntoSight()
            return true
        }
    }

    private func perform(_ action: AccessibleAction, on object: NSObject, in window: UIWindow?) -> Bool {
        switch action {
        case .press: return press(object, in: window)
        case .increment: step(object, up: true)
        case .decrement: step(object, up: false)
        case .custom(let name):
            return AccessibilityTree.Element.customActions(of: object)?.first { $0.name == name }?.perform() ?? false
        }
        return true
    }

    private func step(_ object: NSObject, up: Bool) {
        let (view, element) = (object as? UIView, object as? UIAccessibilityElement)
        if up { view?.accessibilityIncrement() } else { view?.accessibilityDecrement() }
        if up { element?.accessibilityIncrement() } else { element?.accessibilityDecrement() }
    }

    /// Uses an element: by its own action, or else by a touch where a touch uses it. *Source*: Apple, accessibilityActivate(): "if it
    /// returns false, VoiceOver taps".
    private func press(_ object: NSObject, in window: UIWindow?) -> Bool {
        let (view, element) = (object as? UIView, object as? UIAccessibilityElement)
        if view?.accessibilityActivate() ?? element?.accessibilityActivate() ?? false { return true }
        if let view, view is any UIKeyInput, view.becomeFirstResponder() { return true }
        guard let window, let point = view?.accessibilityActivationPoint ?? element?.accessibilityActivationPoint else {
            return false
        }
        let place = window.layer.convert(point, to: window.layer.superlayer)
        let touched = PointerEvent(
            .pressed, at: place, device: .touch, button: .primary, buttons: [.primary], clickCount: 1)
        let released = PointerEvent(.released, at: place, device: .touch, button: .primary, clickCount: 1)
        let time = CACurrentMediaTime()
        UIApplication.shared.route(WindowEvent(.pointer(touched), time: time), from: window)
        UIApplication.shared.route(WindowEvent(.pointer(released), time: time + 0.01), from: window)
        return true
    }

    /// Gives the person's focus to an element, and the keyboard's to one that may have it.
    private func focus(on object: NSObject?) {
        move(to: object)
        guard let view = object as? UIView else { return }
        view.scrollIntoSight()
        if view is any UIKeyInput, view.becomeFirstResponder() {
            view.window?.keys.focus(nil)
        } else if view.canBecomeFocused, let window = view.window,
            window.firstResponder.map({ $0.resignFirstResponder() }) ?? true
        {
            window.keys.focus(view)
        }
        lastFocused = focusedView
        // The keyboard may be elsewhere; the person is at the element that was asked for.
        move(to: object)
    }

    /// The most steps that reach a number.
    private static let mostSteps = 1000

    /// Changes a number by steps until no step brings it closer.
    private func set(_ number: Double, of id: UInt32, _ object: NSObject) -> Bool {
        guard let start = tree.nodes[id]?.range, tree.nodes[id]?.actions.contains(.increment) == true else {
            return false
        }
        let target = min(max(number, start.minimum), start.maximum)
        var value = start.value
        for _ in 0..<Self.mostSteps where value != target {
            let isUp = value < target
            step(object, up: isUp)
            update()
            guard let next = tree.nodes[id]?.range?.value, next != value else { break }
            if abs(next - target) > abs(value - target) {
                step(object, up: !isUp)
                break
            }
            value = next
            if (value < target) != isUp { break }
        }
        return true
    }

    private func select(_ range: Range<Int>, in object: NSObject) -> Bool {
        guard let input = object as? any UITextInput & UIResponder else { return false }
        if !input.isFirstResponder, !input.becomeFirstResponder() { return false }
        let start = input.beginningOfDocument
        let text = input.textRange(from: start, to: input.endOfDocument).flatMap(input.text(in:)) ?? ""
        guard let from = input.position(from: start, offset: text.utf16Offset(ofScalar: range.lowerBound)),
            let to = input.position(from: start, offset: text.utf16Offset(ofScalar: range.upperBound))
        else { return false }
        input.selectedTextRange = input.textRange(from: from, to: to)
        return true
    }
}

extension AccessibleRole {
    /// Whether a person can be at it: it is no frame of others.
    fileprivate var isFocus: Bool {
        switch self {
        case .window, .scrollView, .announcement: false
        default: true
        }
    }
}
