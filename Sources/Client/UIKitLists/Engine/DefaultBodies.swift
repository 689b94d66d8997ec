/// Finds whether an object implements a method of a protocol that has a default body.
///
/// Swift cannot test whether an object implements a method, as Objective-C can for optional methods. So each default body
/// whose absence matters notes that it ran. The answer comes with the first call, which is one that Apple's list makes
/// as well.
@MainActor package enum DefaultBodies {
    /// The method that is being called, and whether its default body ran.
    private static var awaited = "", hasRun = false

    /// Called by a default body. Those of other methods, which the awaited one may call, do not count.
    package static func note(_ method: StaticString = #function) {
        if method.description == awaited { hasRun = true }
    }

    /// Calls a method. Nil if its default body ran, so that the object has no such method.
    ///
    /// - Parameter method: The method's full name, as `#function` has it.
    package static func result<Value>(of method: String, _ call: () -> Value) -> Value? {
        let outer = (awaited, hasRun)
        (awaited, hasRun) = (method, false)
        defer { (awaited, hasRun) = outer }
        let value = call()
        return hasRun ? nil : value
    }
}
