import Foundation
import MicaTrace

/// A lock in a program's own memory. Apple's is four bytes; here it is the system's mutex, which knows its owner.
@safe
public struct os_unfair_lock_s {
    var mutex = unsafe pthread_mutex_t()

    /// An unlocked lock.
    public init() {
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        unsafe pthread_mutex_init(&mutex, &attributes)
        unsafe pthread_mutexattr_destroy(&attributes)
    }
}

/// A lock in memory of the program.
public typealias os_unfair_lock = os_unfair_lock_s
/// The address of a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Waits for the lock. A thread that has the lock already ends the program, as on Apple's systems.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
    let result = unsafe pthread_mutex_lock(&lock.pointee.mutex)
    requires(result == 0, "the thread has the lock already")
}

/// Unlocks the lock. A thread that does not have the lock ends the program, as on Apple's systems.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
    let result = unsafe pthread_mutex_unlock(&lock.pointee.mutex)
    requires(result == 0, "the thread does not have the lock")
}

/// Locks the lock if it is free. Returns whether it was.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
    unsafe pthread_mutex_trylock(&lock.pointee.mutex) == 0
}

/// Ends the program if the thread does not have the lock.
public func os_unfair_lock_assert_owner(_ lock: os_unfair_lock_t) {
    requires(unsafe isOwner(lock), "the thread does not have the lock")
}

/// Ends the program if the thread has the lock.
public func os_unfair_lock_assert_not_owner(_ lock: os_unfair_lock_t) {
    requires(unsafe !isOwner(lock), "the thread has the lock")
}

/// Whether the thread has the lock: the mutex reports a deadlock before it looks at the time that it may wait, which has passed.
private func isOwner(_ lock: os_unfair_lock_t) -> Bool {
    var past = timespec()
    let result = unsafe pthread_mutex_timedlock(&lock.pointee.mutex, &past)
    if result == 0 { unsafe pthread_mutex_unlock(&lock.pointee.mutex) }
    return result == EDEADLK
}

/// A lock that guards a state.
// Safe because: the state is read and written only while the thread has the lock.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private let storage: Storage

    /// The lock and the state, which stay at one place in memory.
    @safe
    private final class Storage {
        let lock: os_unfair_lock_t
        var state: State

        init(_ state: State) {
            unsafe lock = .allocate(capacity: 1)
            unsafe lock.initialize(to: os_unfair_lock_s())
            self.state = state
        }

        deinit {
            unsafe pthread_mutex_destroy(&lock.pointee.mutex)
            unsafe lock.deallocate()
        }
    }

    /// A lock around a state that may be of any type.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Runs a closure with the state while no other thread has it.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        unsafe os_unfair_lock_lock(storage.lock)
        defer { unsafe os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Runs a closure while no other thread has the lock.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Runs a closure with the state if no thread has it. Returns nil otherwise.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard unsafe os_unfair_lock_trylock(storage.lock) else { return nil }
        defer { unsafe os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Runs a closure if no thread has the lock. Returns nil otherwise.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Ends the program unless the thread has the lock, or unless it has not.
    public func precondition(_ condition: Ownership) {
        unsafe condition == .owner
            ? os_unfair_lock_assert_owner(storage.lock) : os_unfair_lock_assert_not_owner(storage.lock)
    }

    /// Whether the thread has the lock.
    public enum Ownership: Hashable, Sendable { case owner, notOwner }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// A lock around a state that threads may share.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a state.
    public init() { self.init(uncheckedState: ()) }

    /// Waits for the lock.
    public func lock() { unsafe os_unfair_lock_lock(storage.lock) }
    /// Unlocks.
    public func unlock() { unsafe os_unfair_lock_unlock(storage.lock) }
    /// Locks, if no thread has the lock; returns whether it did.
    public func lockIfAvailable() -> Bool { unsafe os_unfair_lock_trylock(storage.lock) }

    /// Runs a closure while no other thread has the lock.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R { try withLockUnchecked { _ in try body() } }
    /// Runs a closure while no other thread has the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R { try withLockUnchecked(body) }
    /// Runs a closure if no thread has the lock. Returns nil otherwise.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }
}
