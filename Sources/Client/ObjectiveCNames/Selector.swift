import Foundation
import MicaTrace

/// The name of a method and, on Linux, the method itself.
///
/// Linux has no Objective-C runtime to find a method by its name. `mica-port` replaces `#selector(tap(_:))` by
/// `Selector("tap:", Controller.tap(_:))`. The compiler checks the method as it does on Apple's platforms, and a call
/// reaches the override in the target's class. Selectors are equal when their names are equal. A selector made from a
/// name alone can be compared and printed, but not performed.
///
/// *Source*: Apple, ObjectiveC/NSObject; docs/porting.md.
// Safe because: immutable; its closure runs where `perform` is called, as a selector's method does.
public struct Selector: Hashable, @unchecked Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name in Objective-C: `tap:`, `tapWithSender:`.
    let name: String
    /// Calls the method of a target with up to two arguments; nil for a name alone.
    private let method: ((AnyObject, Any?, Any?) throws(Mismatch) -> Any?)?
    /// Whether an object has the method.
    private let isMethod: (AnyObject) -> Bool

    private init(
        _ name: String, isMethod: @escaping (AnyObject) -> Bool,
        method: ((AnyObject, Any?, Any?) throws(Mismatch) -> Any?)?
    ) {
        (self.name, self.isMethod, self.method) = (name, isMethod, method)
    }

    /// Makes a selector from a name, without a method.
    public init(_ name: String) { self.init(name, isMethod: { _ in false }, method: nil) }

    /// Makes a selector from a name, without a method.
    public init(stringLiteral name: String) { self.init(name) }

    /// Makes a selector without a method, for a method that the compiler checks but that nothing performs: one with
    /// three arguments.
    public init(_ name: String, checking method: Any) { self.init(name) }

    /// The name.
    public var description: String { name }

    /// Whether the names are equal.
    public static func == (a: Selector, b: Selector) -> Bool { a.name == b.name }

    /// Puts the name into a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Whether an object is an instance of the method's class or protocol.
    package func isMethod(of object: AnyObject) -> Bool { isMethod(object) }

    /// Calls the method of a target, and returns its result; nil when it returns nothing.
    ///
    /// A call whose target or arguments have other types than the method declares is not made, and a notice names both
    /// types. Apple's runtime checks no argument; here the method would read memory of another shape. A selector made
    /// of a name alone has no method, so nothing is called, and a notice says so. Apple's runtime would find the method
    /// by its name, or throw "unrecognized selector".
    @discardableResult
    package func call(on target: AnyObject, _ first: Any? = nil, _ second: Any? = nil) -> Any? {
        guard let method else {
            Notices.say(
                "\(type(of: target)): selector '\(name)' is only a name, without a method, so nothing is called; "
                    + "write #selector(...), which mica-port turns into a call")
            return nil
        }
        do {
            return try method(target, first, second)
        } catch {
            let role = error.isTarget ? "is a method of" : "takes"
            Notices.say(
                "selector '\(name)' of \(type(of: target)) \(role) \(error.wanted), but got \(error.given): "
                    + "the method is not called")
            return nil
        }
    }

    /// A target or an argument of another type than the method's.
    private struct Mismatch: Error {
        var wanted: String
        var given: String
        var isTarget: Bool
    }

    /// Casts a target or an argument to the method's type.
    private static func cast<Wanted>(_ value: Any?, isTarget: Bool = false) throws(Mismatch) -> Wanted {
        // The value is unwrapped first: casting it directly would nest one optional in another.
        if let value, let wanted = value as? Wanted { return wanted }
        if let wanted = value as? Wanted { return wanted }
        throw Mismatch(
            wanted: "\(Wanted.self)", given: value.map { "\(type(of: $0))" } ?? "nil", isTarget: isTarget)
    }
}

// The forms that `mica-port` writes. Methods are unbound: functions of their target.
extension Selector {
    /// Makes the selector of a method without arguments.
    public init<Target, Result>(_ name: String, _ method: @escaping (Target) -> () -> Result) {
        self.init(name, isMethod: { $0 is Target }) { (target, _, _) throws(Mismatch) -> Any? in
            try method(Self.cast(target, isTarget: true))()
        }
    }

    /// Makes the selector of a method with one argument.
    public init<Target, First, Result>(_ name: String, _ method: @escaping (Target) -> (First) -> Result) {
        self.init(name, isMethod: { $0 is Target }) { (target, first, _) throws(Mismatch) -> Any? in
            try method(Self.cast(target, isTarget: true))(Self.cast(first))
        }
    }

    /// Makes the selector of a method with two arguments.
    public init<Target, First, Second, Result>(
        _ name: String, _ method: @escaping (Target) -> (First, Second) -> Result
    ) {
        self.init(name, isMethod: { $0 is Target }) { (target, first, second) throws(Mismatch) -> Any? in
            try method(Self.cast(target, isTarget: true))(Self.cast(first), Self.cast(second))
        }
    }

    /// Makes the selector of a method without arguments on the main actor; the method is called on the main thread.
    public init<Target, Result>(_ name: String, _ method: @escaping (Target) -> @MainActor () -> Result) {
        self.init(name, isMethod: { $0 is Target }) { (target, _, _) throws(Mismatch) -> Any? in
            let bound = try method(Self.cast(target, isTarget: true))
            return Self.onMain { bound() }
        }
    }

    /// Makes the selector of a method with one argument on the main actor; the method is called on the main thread.
    public init<Target, First, Result>(_ name: String, _ method: @escaping (Target) -> @MainActor (First) -> Result) {
        self.init(name, isMethod: { $0 is Target }) { (target, first, _) throws(Mismatch) -> Any? in
            let bound = try method(Self.cast(target, isTarget: true))
            // Safe because: called on this thread, before this function returns.
            nonisolated(unsafe) let first: First = try Self.cast(first)
            return Self.onMain { unsafe bound(first) }
        }
    }

    /// Makes the selector of a method with two arguments on the main actor; the method is called on the main thread.
    public init<Target, First, Second, Result>(
        _ name: String, _ method: @escaping (Target) -> @MainActor (First, Second) -> Result
    ) {
        self.init(name, isMethod: { $0 is Target }) { (target, first, second) throws(Mismatch) -> Any? in
            let bound = try method(Self.cast(target, isTarget: true))
            // Safe because: called on this thread, before this function returns.
            nonisolated(unsafe) let first: First = try Self.cast(first)
            // Safe because: as above.
            nonisolated(unsafe) let second: Second = try Self.cast(second)
            return Self.onMain { unsafe bound(first, second) }
        }
    }

    /// Makes the selector of a method without arguments that is on the main actor while its class is not.
    ///
    /// Swift 6 mode accepts such a method only in a closure: as an unbound method it would send its target to another
    /// actor.
    public init<Target, Result>(_ name: String, onMain method: @escaping @MainActor (Target) -> Result) {
        self.init(name, isMethod: { $0 is Target }) { (target, _, _) throws(Mismatch) -> Any? in
            // Safe because: called on this thread, before this function returns.
            nonisolated(unsafe) let target: Target = try Self.cast(target, isTarget: true)
            return Self.onMain { unsafe method(target) }
        }
    }

    /// Makes the selector of a method with one argument that is on the main actor while its class is not.
    public init<Target, First, Result>(_ name: String, onMain method: @escaping @MainActor (Target, First) -> Result) {
        self.init(name, isMethod: { $0 is Target }) { (target, first, _) throws(Mismatch) -> Any? in
            // Safe because: called on this thread, before this function returns.
            nonisolated(unsafe) let (target, first): (Target, First) = try (
                Self.cast(target, isTarget: true), Self.cast(first)
            )
            return Self.onMain { unsafe method(target, first) }
        }
    }

    /// Makes the selector of a method with two arguments that is on the main actor while its class is not.
    public init<Target, First, Second, Result>(
        _ name: String, onMain method: @escaping @MainActor (Target, First, Second) -> Result
    ) {
        self.init(name, isMethod: { $0 is Target }) { (target, first, second) throws(Mismatch) -> Any? in
            // Safe because: called on this thread, before this function returns.
            nonisolated(unsafe) let (target, first): (Target, First) = try (
                Self.cast(target, isTarget: true), Self.cast(first)
            )
            // Safe because: as above.
            nonisolated(unsafe) let second: Second = try Self.cast(second)
            return Self.onMain { unsafe method(target, first, second) }
        }
    }

    /// Makes the selector of a protocol requirement; it tells which objects conform, and cannot be performed.
    public init<Requirements>(_ name: String, of requirements: Requirements.Type) {
        self.init(name, isMethod: { $0 is Requirements }, method: nil)
    }

    /// Makes the selector of a static method without arguments.
    public init<Result>(_ name: String, ofType method: @escaping () -> Result) {
        self.init(name, isMethod: { _ in true }) { (_, _, _) throws(Mismatch) -> Any? in method() }
    }

    /// Makes the selector of a static method with one argument.
    public init<First, Result>(_ name: String, ofType method: @escaping (First) -> Result) {
        self.init(name, isMethod: { _ in true }) { (_, first, _) throws(Mismatch) -> Any? in
            try method(Self.cast(first))
        }
    }

    /// Makes the selector of a static method without arguments on the main actor.
    public init<Result>(_ name: String, ofType method: @escaping @MainActor () -> Result) {
        self.init(name, isMethod: { _ in true }) { (_, _, _) throws(Mismatch) -> Any? in Self.onMain { method() } }
    }

    /// Makes the selector of a static method with one argument on the main actor.
    public init<First, Result>(_ name: String, ofType method: @escaping @MainActor (First) -> Result) {
        self.init(name, isMethod: { _ in true }) { (_, first, _) throws(Mismatch) -> Any? in
            // Safe because: called on this thread, before this function returns.
            nonisolated(unsafe) let first: First = try Self.cast(first)
            return Self.onMain { unsafe method(first) }
        }
    }

    /// Makes the selector of a property's getter.
    public init<Target, Value>(getter name: String, _ property: KeyPath<Target, Value>) {
        self.init(name, isMethod: { $0 is Target }) { (target, _, _) throws(Mismatch) -> Any? in
            try (Self.cast(target, isTarget: true) as Target)[keyPath: property]
        }
    }

    /// Makes the selector of a property's setter.
    public init<Target, Value>(setter name: String, _ property: ReferenceWritableKeyPath<Target, Value>) {
        self.init(name, isMethod: { $0 is Target }) { (target, value, _) throws(Mismatch) -> Any? in
            try (Self.cast(target, isTarget: true) as Target)[keyPath: property] = Self.cast(value)
            return nil
        }
    }

    /// Calls a method of the main actor.
    ///
    /// - Precondition: on the main thread.
    private static func onMain<Result>(_ body: @MainActor () -> Result) -> Any? {
        // Safe because: assumeIsolated calls the closure on this thread before it returns; nobody else has the result.
        nonisolated(unsafe) var result: Any?
        withoutActuallyEscaping(body) { body in
            MainActor.assumeIsolated { unsafe result = body() }
        }
        return unsafe result
    }
}

/// Makes a selector from a name, without a method.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

/// A selector's name.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }

/// The error of an optional requirement that an object does not implement.
///
/// `mica-port` turns `@objc optional func f()` into a requirement that may throw this error, with a default that
/// throws it. `delegate?.f?()` becomes `try?`, which then gives nil.
public struct NotImplemented: Error, Sendable {
    /// Makes the error.
    public init() {}
}
