/// Finds whether an object implements a method of a protocol that has a default body.
///
/// Swift has no question "does it implement this method?" as Objective-C has for optional methods. So each default body
/// whose absence matters notes that it ran. The answer comes with the first call, which is one that Apple's list makes
/// as well.
@MainActor package enum DefaultBodies {
    private static var hasRun = false

    /// Called by a default body.
    package static func note() { hasRun = true }

    /// Calls a method. Nil if a default body ran, so that the object has no such method.
    package static func result<Value>(_ call: () -> Value) -> Value? {
        hasRun = false
        let value = call()
        defer { hasRun = false }
        return hasRun ? nil : value
    }
}
