private import CMicaObjects
import Foundation
import MicaTrace

/// How an associated object is stored.
///
/// *Source*: Apple, objc/runtime.h; a copy is made if the value is NSCopying.
public enum objc_AssociationPolicy: UInt, Sendable {
    /// A weak reference; nil once the value is released.
    case OBJC_ASSOCIATION_ASSIGN = 0
    /// A strong reference.
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    /// A copy of the value.
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    /// A strong reference.
    case OBJC_ASSOCIATION_RETAIN = 0o1401
    /// A copy of the value.
    case OBJC_ASSOCIATION_COPY = 0o1403
}

/// Sets the value of an object for a key, replacing the old value; nil removes it. The value is released with the
/// object.
///
/// - Parameters:
///   - object: An instance of a class; instances of other types cannot have associated values.
///   - key: Only the address counts; pass a global or static variable.
public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    guard type(of: object) is AnyClass else { return }
    AssociatedObjects.set(value, policy, of: object as AnyObject, key: UInt(bitPattern: key))
}

/// The value of an object for a key; nil when there is none.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    guard type(of: object) is AnyClass else { return nil }
    return AssociatedObjects.value(of: object as AnyObject, key: UInt(bitPattern: key))
}

/// Removes all associated values of an object.
public func objc_removeAssociatedObjects(_ object: Any) {
    guard type(of: object) is AnyClass else { return }
    AssociatedObjects.removeAll(of: object as AnyObject)
}

/// The associated values of all objects, by address; an object's values are removed when it is released
/// (`CMicaObjects`).
enum AssociatedObjects {
    /// A value for a key.
    private enum Value {
        case stored(Any)
        case weak(WeakReference)
    }

    /// Keys that this module uses; they are no addresses.
    enum Key {
        /// Observers by selector.
        static let observerTokens: UInt = 1
        /// The lock of `objc_sync_enter`.
        static let lock: UInt = 2
    }

    private struct WeakReference { weak var object: AnyObject? }

    /// An object in its deinit, and the thread: another object may use the memory before the values are released.
    private struct Ending: Hashable {
        let address: UInt
        let thread: UInt
    }

    private static let lock = NSLock()
    /// Values of live objects.
    // Safe because: used with `lock` held.
    nonisolated(unsafe) private static var live: [UInt: [UInt: Value]] = [:]
    /// Values of objects in their deinit, where they are still readable.
    // Safe because: used with `lock` held.
    nonisolated(unsafe) private static var ending: [Ending: [UInt: Value]] = [:]

    static func set(_ value: Any?, _ policy: objc_AssociationPolicy, of object: AnyObject, key: UInt) {
        let stored: Value? = value.map { value in
            switch policy {
            case .OBJC_ASSOCIATION_ASSIGN where type(of: value) is AnyClass:
                .weak(WeakReference(object: value as AnyObject))
            case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC:
                .stored((value as? any NSCopying)?.copy(with: nil) ?? value)
            default: .stored(value)
            }
        }
        if stored != nil { watch(type(of: object)) }
        // The old value is released after the lock: its deinit may call this function.
        let old = withValues(of: object) { values in
            let old = values[key]
            values[key] = stored
            return old
        }
        withExtendedLifetime(old) {}
    }

    static func value(of object: AnyObject, key: UInt) -> Any? {
        switch withValues(of: object, { $0[key] }) {
        case .stored(let value)?: return value
        case .weak(let reference)?: return reference.object
        case nil: return nil
        }
    }

    static func removeAll(of object: AnyObject) {
        let old = withValues(of: object) { values in
            let old = values
            values = [:]
            return old
        }
        withExtendedLifetime(old) {}
    }

    private static func withValues<Result>(of object: AnyObject, _ body: (inout [UInt: Value]) -> Result) -> Result {
        let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        let key = Ending(address: address, thread: mica_thread_identity())
        lock.lock()
        defer { lock.unlock() }
        if unsafe ending[key] != nil { return unsafe body(&ending[key, default: [:]]) }
        defer { if unsafe live[address]?.isEmpty == true { unsafe live[address] = nil } }
        return unsafe body(&live[address, default: [:]])
    }

    private static func watch(_ type: AnyClass) {
        let watched = unsafe mica_watch_deallocation(
            unsafeBitCast(type, to: UnsafeRawPointer.self),
            { object in
                let address = UInt(bitPattern: object)
                AssociatedObjects.lock.withLock {
                    guard let values = unsafe AssociatedObjects.live.removeValue(forKey: address) else { return }
                    unsafe AssociatedObjects.ending[Ending(address: address, thread: mica_thread_identity())] = values
                }
            },
            { object in
                let ending = Ending(address: UInt(bitPattern: object), thread: mica_thread_identity())
                AssociatedObjects.lock.lock()
                let old = unsafe AssociatedObjects.ending.removeValue(forKey: ending)
                AssociatedObjects.lock.unlock()
                withExtendedLifetime(old) {}
            })
        requires(watched != 0, "values cannot be kept for objects of \(type): its metadata is read-only")
    }
}
