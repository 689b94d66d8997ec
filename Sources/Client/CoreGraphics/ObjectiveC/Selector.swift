import Foundation

/// The name of a method and, on Linux, the method itself.
///
/// Linux has no Objective-C runtime that finds a method by its name. `mica-port` writes `Selector("tap:", Controller.tap(_:))`
/// in place of `#selector(tap(_:))`: the compiler checks the method as it does on Apple's platforms, and a call goes to the
/// override of the target's class. Selectors are equal when their names are. One that was made of a name alone compares and
/// prints, but nothing can be performed by it.
///
/// *Source*: Apple, ObjectiveC/NSObject; docs/porting.md.
// Safe because: immutable; what it calls runs where `perform` is called, as a selector's method does.
public struct Selector: Hashable, @unchecked Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as Objective-C would have it: `tap:`, `tapWithSender:`.
    let name: String
    /// Calls the method of a target with up to two arguments. nil: a name alone.
    private let method: ((AnyObject, Any?, Any?) -> Any?)?
    /// Whether an object has the method.
    private let isMethod: (AnyObject) -> Bool

    private init(
        _ name: String, isMethod: @escaping (AnyObject) -> Bool, method: ((AnyObject, Any?, Any?) -> Any?)?
    ) {
        (self.name, self.isMethod, self.method) = (name, isMethod, method)
    }

    /// Makes a name without a method.
    public init(_ name: String) { self.init(name, isMethod: { _ in false }, method: nil) }

    /// Makes a name without a method.
    public init(stringLiteral name: String) { self.init(name) }

    /// Makes a name without a method, for a method that the compiler shall check but nothing performs: one of three arguments.
    public init(_ name: String, checking method: Any) { self.init(name) }

    /// The name.
    public var description: String { name }

    /// Whether the names are the same.
    public static func == (a: Selector, b: Selector) -> Bool { a.name == b.name }

    /// Puts the name into a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Whether an object is of the class or protocol that the method is of.
    package func isMethod(of object: AnyObject) -> Bool { isMethod(object) }

    /// Calls the method of a target; what it returns, nil for nothing.
    ///
    /// - Precondition: the selector carries a method, which the target has, and the arguments are of the types that it takes.
    @discardableResult
    package func call(on target: AnyObject, _ first: Any? = nil, _ second: Any? = nil) -> Any? {
        guard let method else {
            preconditionFailure("\(type(of: target)): unrecognized selector '\(name)': it was made of a name alone")
        }
        return method(target, first, second)
    }

    /// A target or an argument as the method wants it.
    private static func cast<Wanted>(_ value: Any?, _ name: String) -> Wanted {
        // What is there is unwrapped first: cast as it is, an optional would end up within another one.
        if let value, let wanted = value as? Wanted { return wanted }
        if let wanted = value as? Wanted { return wanted }
        preconditionFailure("selector '\(name)' wants \(Wanted.self), not \(value.map { "\(type(of: $0))" } ?? "nil")")
    }
}

// What `mica-port` writes. A method comes unbound: a function of its target.
extension Selector {
    /// Makes the selector of a method without arguments.
    public init<Target, Result>(_ name: String, _ method: @escaping (Target) -> () -> Result) {
        self.init(name, isMethod: { $0 is Target }) { target, _, _ in method(Self.cast(target, name))() }
    }

    /// Makes the selector of a method with one argument.
    public init<Target, First, Result>(_ name: String, _ method: @escaping (Target) -> (First) -> Result) {
        self.init(name, isMethod: { $0 is Target }) { target, first, _ in
            method(Self.cast(target, name))(Self.cast(first, name))
        }
    }

    /// Makes the selector of a method with two arguments.
    public init<Target, First, Second, Result>(
        _ name: String, _ method: @escaping (Target) -> (First, Second) -> Result
    ) {
        self.init(name, isMethod: { $0 is Target }) { target, first, second in
            method(Self.cast(target, name))(Self.cast(first, name), Self.cast(second, name))
        }
    }

    /// Makes the selector of a method of the main actor without arguments, which is called on the main thread.
    public init<Target, Result>(_ name: String, _ method: @escaping (Target) -> @MainActor () -> Result) {
        self.init(name, isMethod: { $0 is Target }) { target, _, _ in
            let bound = method(Self.cast(target, name))
            return Self.onMain { bound() }
        }
    }

    /// Makes the selector of a method of the main actor with one argument, which is called on the main thread.
    public init<Target, First, Result>(_ name: String, _ method: @escaping (Target) -> @MainActor (First) -> Result) {
        self.init(name, isMethod: { $0 is Target }) { target, first, _ in
            let bound = method(Self.cast(target, name))
            // Safe because: called on this thread, before this returns.
            nonisolated(unsafe) let first: First = Self.cast(first, name)
            return Self.onMain { unsafe bound(first) }
        }
    }

    /// Makes the selector of a method of the main actor with two arguments, which is called on the main thread.
    public init<Target, First, Second, Result>(
        _ name: String, _ method: @escaping (Target) -> @MainActor (First, Second) -> Result
    ) {
        self.init(name, isMethod: { $0 is Target }) { target, first, second in
            let bound = method(Self.cast(target, name))
            // Safe because: called on this thread, before this returns.
            nonisolated(unsafe) let first: First = Self.cast(first, name)
            // Safe because: as above.
            nonisolated(unsafe) let second: Second = Self.cast(second, name)
            return Self.onMain { unsafe bound(first, second) }
        }
    }

    /// Makes the selector of a method of the main actor without arguments, of a class that is not of it.
    ///
    /// In Swift 6 mode the compiler takes such a method in a closure only: unbound it would send its target to another actor.
    public init<Target, Result>(_ name: String, onMain method: @escaping @MainActor (Target) -> Result) {
        self.init(name, isMethod: { $0 is Target }) { target, _, _ in
            // Safe because: called on this thread, before this returns.
            nonisolated(unsafe) let target: Target = Self.cast(target, name)
            return Self.onMain { unsafe method(target) }
        }
    }

    /// Makes the selector of a method of the main actor with one argument, of a class that is not of it.
    public init<Target, First, Result>(_ name: String, onMain method: @escaping @MainActor (Target, First) -> Result) {
        self.init(name, isMethod: { $0 is Target }) { target, first, _ in
            // Safe because: called on this thread, before this returns.
            nonisolated(unsafe) let (target, first): (Target, First) = (Self.cast(target, name), Self.cast(first, name))
            return Self.onMain { unsafe method(target, first) }
        }
    }

    /// Makes the selector of a method of the main actor with two arguments, of a class that is not of it.
    public init<Target, First, Second, Result>(
        _ name: String, onMain method: @escaping @MainActor (Target, First, Second) -> Result
    ) {
        self.init(name, isMethod: { $0 is Target }) { target, first, second in
            // Safe because: called on this thread, before this returns.
            nonisolated(unsafe) let (target, first): (Target, First) = (Self.cast(target, name), Self.cast(first, name))
            // Safe because: as above.
            nonisolated(unsafe) let second: Second = Self.cast(second, name)
            return Self.onMain { unsafe method(target, first, second) }
        }
    }

    /// Makes the selector of a requirement: nothing performs it, but it tells who conforms.
    public init<Requirements>(_ name: String, of requirements: Requirements.Type) {
        self.init(name, isMethod: { $0 is Requirements }, method: nil)
    }

    /// Makes the selector of a method without arguments, of a type itself.
    public init<Result>(_ name: String, ofType method: @escaping () -> Result) {
        self.init(name, isMethod: { _ in true }) { _, _, _ in method() }
    }

    /// Makes the selector of a method with one argument, of a type itself.
    public init<First, Result>(_ name: String, ofType method: @escaping (First) -> Result) {
        self.init(name, isMethod: { _ in true }) { _, first, _ in method(Self.cast(first, name)) }
    }

    /// Makes the selector of a method of the main actor without arguments, of a type itself.
    public init<Result>(_ name: String, ofType method: @escaping @MainActor () -> Result) {
        self.init(name, isMethod: { _ in true }) { _, _, _ in Self.onMain { method() } }
    }

    /// Makes the selector of a method of the main actor with one argument, of a type itself.
    public init<First, Result>(_ name: String, ofType method: @escaping @MainActor (First) -> Result) {
        self.init(name, isMethod: { _ in true }) { _, first, _ in
            // Safe because: called on this thread, before this returns.
            nonisolated(unsafe) let first: First = Self.cast(first, name)
            return Self.onMain { unsafe method(first) }
        }
    }

    /// Makes the selector of a property's getter.
    public init<Target, Value>(getter name: String, _ property: KeyPath<Target, Value>) {
        self.init(name, isMethod: { $0 is Target }) { target, _, _ in
            (Self.cast(target, name) as Target)[keyPath: property]
        }
    }

    /// Makes the selector of a property's setter.
    public init<Target, Value>(setter name: String, _ property: ReferenceWritableKeyPath<Target, Value>) {
        self.init(name, isMethod: { $0 is Target }) { target, value, _ in
            (Self.cast(target, name) as Target)[keyPath: property] = Self.cast(value, name)
            return nil
        }
    }

    /// Calls a method of the main actor.
    ///
    /// - Precondition: on the main thread.
    private static func onMain<Result>(_ body: @MainActor () -> Result) -> Any? {
        // Safe because: assumeIsolated calls it on this thread before it returns, and nobody else has the result.
        nonisolated(unsafe) var result: Any?
        withoutActuallyEscaping(body) { body in
            MainActor.assumeIsolated { unsafe result = body() }
        }
        return unsafe result
    }
}

/// A selector of a name, without a method.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

/// A selector's name.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }

/// What an optional requirement throws where nobody implements it.
///
/// `mica-port` makes `@objc optional func f()` a requirement that may throw this, with a default that does, and
/// `delegate?.f?()` the attempt to call it, which gives nil then.
public struct NotImplemented: Error, Sendable {
    /// Makes the error.
    public init() {}
}
