import Foundation

// Observers with a selector. The centre does not retain observers, and removes released ones.

extension NotificationCenter {
    /// Calls a method of an observer for each notification with a name (nil: any) from a sender (nil: any).
    ///
    /// - Precondition: the selector carries a method of the observer's class.
    public func addObserver(
        _ observer: Any, selector: Selector, name: NSNotification.Name?, object: Any?
    ) {
        let observer = observer as AnyObject
        let reference = ObserverReference(observer)
        let token = addObserver(forName: name, object: object, queue: nil) { notification in
            guard let observer = reference.value else { return }
            selector.call(on: observer, notification)
        }
        ObserverTokens.of(observer).add(token, to: self, name: name, object: object.map { $0 as AnyObject })
    }

    /// Removes an observer: all its methods, or the block of a token.
    public func removeObserver(_ observer: AnyObject) {
        ObserverTokens.of(observer).remove(from: self, name: nil, object: nil)
        removeObserver(observer as Any)
    }

    /// Removes an observer for a name (nil: any) and a sender (nil: any).
    public func removeObserver(_ observer: AnyObject, name: NSNotification.Name?, object: Any?) {
        ObserverTokens.of(observer).remove(from: self, name: name, object: object.map { $0 as AnyObject })
        removeObserver(observer as Any, name: name, object: object)
    }
}

/// A weak reference to an observer.
// Safe because: the runtime guards weak references; the method runs on the posting thread, as on Apple's platforms.
private final class ObserverReference: @unchecked Sendable {
    weak var value: AnyObject?

    init(_ value: AnyObject) { self.value = value }
}

/// An object's observations by selector, released with the object together with their blocks.
// Safe because: the list is behind its lock.
private final class ObserverTokens: @unchecked Sendable {
    private struct Token {
        let token: any NSObjectProtocol
        let center: NotificationCenter
        let name: NSNotification.Name?
        weak var object: AnyObject?
        let isOfAnyObject: Bool
    }

    private let lock = NSLock()
    private var tokens: [Token] = []

    deinit { for token in tokens { token.center.removeObserver(token.token as Any) } }

    static func of(_ observer: AnyObject) -> ObserverTokens {
        if let tokens = AssociatedObjects.value(of: observer, key: AssociatedObjects.Key.observerTokens)
            as? ObserverTokens
        {
            return tokens
        }
        let tokens = ObserverTokens()
        AssociatedObjects.set(tokens, .OBJC_ASSOCIATION_RETAIN, of: observer, key: AssociatedObjects.Key.observerTokens)
        return tokens
    }

    func add(
        _ token: any NSObjectProtocol, to center: NotificationCenter, name: NSNotification.Name?, object: AnyObject?
    ) {
        lock.withLock {
            tokens.append(
                Token(token: token, center: center, name: name, object: object, isOfAnyObject: object == nil))
        }
    }

    func remove(from center: NotificationCenter, name: NSNotification.Name?, object: AnyObject?) {
        let gone = lock.withLock {
            let gone = tokens.filter { token in
                token.center === center && (name == nil || name == token.name)
                    && (object == nil || object === token.object)
            }
            tokens.removeAll { token in gone.contains { $0.token === token.token } }
            return gone
        }
        for token in gone { center.removeObserver(token.token as Any) }
    }
}
