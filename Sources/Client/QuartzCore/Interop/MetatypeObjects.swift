import Foundation

/// An object whose `init()` may be called on a generic parameter: `func made<T: NSObject>() -> T { T() }`.
///
/// Swift allows that for `required` initialisers only; Apple's classes come from Objective-C, where every class has
/// them. An initialiser of a protocol's extension has no such rule.
public protocol ObjectMaking {}

extension NSObject: ObjectMaking {}

extension ObjectMaking where Self: NSObject {
    /// Makes an object of the class by its own `init()`.
    @_disfavoredOverload
    public init() { self = makeObject(of: Self.self) }
}
