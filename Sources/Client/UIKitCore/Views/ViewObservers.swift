import CoreGraphics
import Foundation
import MicaTrace

// Observing changes of views by key. Linux has no key-value observing; views tell the changes that programs observe:
// `frame`, `bounds`, `center`, `hidden`, and of scroll views `contentOffset`, `contentSize` and `contentInset`. An
// observer is called after a setter of these has changed the value. *Source*: Apple, NSKeyValueObserving.

/// The values that an observer gets.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The old value.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// A call at once, with the present value.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

/// The kind of a change; raw values are Apple's.
public enum NSKeyValueChange: UInt, Sendable {
    /// The value was set.
    case setting = 1
}

/// A value in the dictionary of a change.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The number of an NSKeyValueChange.
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    /// The new value, with `.new`.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    /// The old value, with `.old`.
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
}

/// A change of a value.
public struct NSKeyValueObservedChange<Value> {
    /// The kind of the change.
    public let kind: NSKeyValueChange
    /// The new value, with `.new`.
    public let newValue: Value?
    /// The old value, with `.old`.
    public let oldValue: Value?
}

/// An observation, which ends when it is invalidated or released.
// Safe because: the closure is made on the main actor, and calls there.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    fileprivate var end: (() -> Void)?

    init(_ end: @escaping () -> Void) {
        self.end = end
        super.init()
    }

    deinit { end?() }

    /// Ends the observation.
    public func invalidate() {
        end?()
        end = nil
    }
}

/// An object that observes views by `addObserver(_:forKeyPath:options:context:)`. Responders are; another class of the
/// program declares it, because NSObject on Linux has no such method to override.
@preconcurrency @MainActor public protocol KeyValueObserver: NSObjectProtocol {
    /// A value that the object observes has changed.
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?)
}

extension UIResponder: KeyValueObserver {}

/// The observers of one view.
@MainActor final class ViewObservers {
    private struct Entry {
        var id: Int
        weak var observer: AnyObject?
        var key: String
        /// The address of the context, which is only compared.
        var context: UInt?
        var check: () -> Void
    }

    private var entries: [Entry] = []
    private var last = 0

    /// Calls the observers of the values that have changed since the last check.
    func check() { for entry in entries { entry.check() } }

    func add(
        _ observer: AnyObject?, _ key: String, _ context: UInt?, _ check: @escaping () -> Void
    ) -> Int {
        last += 1
        entries.append(Entry(id: last, observer: observer, key: key, context: context, check: check))
        return last
    }

    func remove(_ id: Int) { entries.removeAll { $0.id == id } }

    /// Removes the newest observation of an observer and a key; with a context, of that one only.
    func remove(_ observer: AnyObject, _ key: String, _ context: UInt??) {
        let index = entries.lastIndex { entry in
            entry.observer === observer && entry.key == key && (context.map { $0 == entry.context } ?? true)
        }
        if let index { entries.remove(at: index) }
    }
}

/// A view that tells its changes by key path.
@preconcurrency @MainActor public protocol KeyPathObservable: AnyObject {}

extension UIView: KeyPathObservable {}

extension KeyPathObservable where Self: UIView {
    /// Calls a closure after changes of a value: of `frame`, `bounds`, `center`, `isHidden`, `contentOffset`,
    /// `contentSize`, `contentInset`, or of one that changes with these. Other values are not observed, with a message.
    ///
    /// - Returns: The observation, which ends when it is released.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let name = "\(keyPath)".split(separator: ".").last.map(String.init) ?? ""
        if name.allSatisfy({ $0.isLetter }), !name.isEmpty, !UIView.observableKeys.contains(name) {
            sayUnobserved(name)
        }
        return watch(nil, name, nil, options, { $0[keyPath: keyPath] }) { changeHandler($0, $1) }
    }
}

extension UIView {
    /// The keys whose changes views tell.
    static let observableKeys: Set<String> = [
        "frame", "bounds", "center", "hidden", "isHidden", "contentOffset", "contentSize", "contentInset",
    ]

    final func sayUnobserved(_ key: String) {
        Notices.say(
            "UIView: changes of '\(key)' of \(type(of: self)) are not observed here, only those of "
                + "frame, bounds, center, hidden, contentOffset, contentSize and contentInset: use didSet, or an override",
            key: "observe \(key)")
    }

    fileprivate final func add(
        _ observer: NSObject, _ keyPath: String, _ options: NSKeyValueObservingOptions,
        _ context: UnsafeMutableRawPointer?
    ) {
        guard let target = observer as? any KeyValueObserver else {
            return Notices.say(
                "UIView: \(type(of: observer)) observes nothing: it is not a KeyValueObserver", key: "observer")
        }
        guard Self.observableKeys.contains(keyPath), observed(keyPath) != nil else { return sayUnobserved(keyPath) }
        let change: (UIView, NSKeyValueObservedChange<AnyHashable?>) -> Void = { [weak target] view, change in
            var values: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: change.kind.rawValue)]
            values[.newKey] = change.newValue?.map { UIView.boxed($0) }
            values[.oldKey] = change.oldValue?.map { UIView.boxed($0) }
            unsafe target?.observeValue(forKeyPath: keyPath, of: view, change: values, context: context)
        }
        let address = unsafe context.map { UInt(bitPattern: $0) }
        watch(observer, keyPath, address, options, { $0.observed(keyPath) }, change).keep()
    }

    fileprivate final func remove(_ observer: NSObject, _ keyPath: String, _ context: UInt??) {
        rare?.observers?.remove(observer, keyPath, context)
    }

    private func observed(_ key: String) -> AnyHashable? {
        switch key {
        case "frame": frame
        case "bounds": bounds
        case "center": center
        case "hidden", "isHidden": isHidden
        case "contentOffset": (self as? UIScrollView)?.contentOffset
        case "contentSize": (self as? UIScrollView)?.contentSize
        case "contentInset": (self as? UIScrollView)?.contentInset
        default: nil
        }
    }

    /// A value as an object, as key-value observing gives it.
    private static func boxed(_ value: AnyHashable) -> Any {
        switch value.base {
        case let rect as CGRect: NSValue(cgRect: rect)
        case let point as CGPoint: NSValue(cgPoint: point)
        case let size as CGSize: NSValue(cgSize: size)
        case let insets as UIEdgeInsets: NSValue(uiEdgeInsets: insets)
        case let flag as Bool: NSNumber(value: flag)
        default: value.base
        }
    }
}

// Apple's are methods of every object. They are here as well, so that an extension of NSObject can call them.
extension NSObject {
    /// Calls `observeValue(forKeyPath:of:change:context:)` of an observer after changes of a value of a view. The keys are those
    /// of `UIView.observe(_:options:changeHandler:)`; another is not observed, with a message. Nor are objects that are no views.
    /// Only the main thread calls it.
    public final func addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        guard let view = self as? UIView else {
            return Notices.say(
                "\(type(of: self)): changes of '\(keyPath)' are not observed here, only those of views: use didSet",
                key: "observe \(type(of: self))")
        }
        // Safe because: the closure runs at once, on the same thread.
        nonisolated(unsafe) let values = unsafe (observer, context)
        assumeMainActor { unsafe view.add(values.0, keyPath, options, values.1) }
    }

    /// Ends an observation.
    public final func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
        // Safe because: the closure runs at once, on the same thread.
        nonisolated(unsafe) let values = (self as? UIView, observer)
        assumeMainActor { unsafe values.0?.remove(values.1, keyPath, nil) }
    }

    /// Ends the observation with a context.
    public final func removeObserver(
        _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        let address = unsafe context.map { UInt(bitPattern: $0) }
        // Safe because: the closure runs here and now.
        nonisolated(unsafe) let values = (self as? UIView, observer)
        assumeMainActor { unsafe values.0?.remove(values.1, keyPath, .some(address)) }
    }
}

extension KeyPathObservable where Self: UIView {
    fileprivate func watch<Value>(
        _ observer: AnyObject?, _ key: String, _ context: UInt?, _ options: NSKeyValueObservingOptions,
        _ read: @escaping (Self) -> Value,
        _ changed: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let rare = makeRare()
        let observers = rare.observers ?? ViewObservers()
        rare.observers = observers
        var before = read(self)
        if options.contains(.initial) {
            changed(
                self,
                NSKeyValueObservedChange(
                    kind: .setting, newValue: options.contains(.new) ? before : nil, oldValue: nil))
        }
        let id = observers.add(observer, key, context) { [weak self] in
            guard let self else { return }
            let now = read(self)
            if let old = before as? AnyHashable, let new = now as? AnyHashable, old == new { return }
            let old = before
            before = now
            changed(
                self,
                NSKeyValueObservedChange(
                    kind: .setting, newValue: options.contains(.new) ? now : nil,
                    oldValue: options.contains(.old) ? old : nil))
        }
        return NSKeyValueObservation { [weak observers] in assumeMainActor { observers?.remove(id) } }
    }
}

extension NSKeyValueObservation {
    /// Lets the observation go on without this object: `removeObserver` ends it.
    fileprivate func keep() { end = nil }
}
