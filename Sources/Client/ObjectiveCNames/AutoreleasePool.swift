import Foundation

/// Calls a closure. Linux has no autorelease pools: an object is released with its last reference.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
    -> Result
{
    try body()
}

/// Locks an object, after waiting for other threads to unlock it. A thread may lock an object several times.
@discardableResult
public func objc_sync_enter(_ object: Any) -> Int32 {
    guard type(of: object) is AnyClass else { return 0 }
    ObjectLock.of(object as AnyObject).lock()
    return 0
}

/// Unlocks an object, once for each lock; returns -1 when this thread does not hold the lock.
@discardableResult
public func objc_sync_exit(_ object: Any) -> Int32 {
    guard type(of: object) is AnyClass else { return 0 }
    return ObjectLock.of(object as AnyObject).unlock() ? 0 : -1
}

/// A recursive lock that is released with its object.
// Safe because: holder and depth change with `condition` held.
private final class ObjectLock: @unchecked Sendable {
    private let condition = NSCondition()
    private var holder: Thread?
    private var depth = 0
    private static let making = NSLock()

    static func of(_ object: AnyObject) -> ObjectLock {
        making.withLock {
            if let lock = AssociatedObjects.value(of: object, key: AssociatedObjects.Key.lock) as? ObjectLock {
                return lock
            }
            let lock = ObjectLock()
            AssociatedObjects.set(lock, .OBJC_ASSOCIATION_RETAIN, of: object, key: AssociatedObjects.Key.lock)
            return lock
        }
    }

    func lock() {
        condition.withLock {
            while depth > 0, holder !== Thread.current { condition.wait() }
            holder = Thread.current
            depth += 1
        }
    }

    func unlock() -> Bool {
        condition.withLock {
            guard depth > 0, holder === Thread.current else { return false }
            depth -= 1
            if depth == 0 {
                holder = nil
                condition.signal()
            }
            return true
        }
    }
}
