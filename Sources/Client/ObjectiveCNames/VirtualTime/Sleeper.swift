import Dispatch
import Foundation
import MicaTrace
import Synchronization

/// A task that sleeps until a virtual time.
///
/// Thread rules: everything may be called from any thread.
final class Sleeper: Sendable {
    private enum State {
        case starting
        case asleep(CheckedContinuation<Void, any Error>)
        case awake((any Error)?)
    }
    private let state = Mutex(State.starting)
    /// The virtual time, in seconds, at which the sleeper was seen last.
    private let time = Mutex(-Double.infinity)

    /// Suspends the task with a continuation; resumes it at once if it was woken before.
    func suspend(_ continuation: CheckedContinuation<Void, any Error>) {
        let error: (any Error)?? = state.withLock { state in
            if case .awake(let error) = state { return .some(error) }
            state = .asleep(continuation)
            return .none
        }
        if let error { Self.resume(continuation, error) }
    }

    /// Wakes the task; false when it is awake.
    ///
    /// - Parameter error: thrown in the task.
    @discardableResult
    func wake(throwing error: (any Error)? = nil) -> Bool {
        let old = state.withLock { state in
            let old = state
            if case .awake = old { return old }
            state = .awake(error)
            return old
        }
        switch old {
        case .awake: return false
        case .starting: return true
        case .asleep(let continuation):
            Self.resume(continuation, error)
            return true
        }
    }

    private static func resume(_ continuation: CheckedContinuation<Void, any Error>, _ error: (any Error)?) {
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }

    private var isAwake: Bool { state.withLock { if case .awake = $0 { true } else { false } } }

    // MARK: Time that stands

    /// Notes the current virtual time.
    func note(_ now: Double) { time.withLock { $0 = now } }

    /// Wakes the task when the virtual time has not moved for the whole sleep and a second more: then the program that
    /// should move it is the one that sleeps.
    func watch(standsAt start: Double, for seconds: Double) {
        note(start)
        guard seconds < 1e6 else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + max(seconds, 0) + 1, qos: .unspecified, flags: []) {
            [weak self] in
            guard let self, !self.isAwake, self.time.withLock({ $0 }) == start else { return }
            Notices.say(
                """
                a task sleeps for \(seconds) s of virtual time, and nothing moves that time: the task goes on now, \
                after a second more of real time. Call advance(to:) in place of Task.sleep (docs/clocks.md)
                """, key: "sleep without advance")
            self.wake()
        }
    }
}

/// The tasks that were woken and have not gone on yet.
final class WokenTasks: Sendable {
    private let tasks = Mutex<Set<ObjectIdentifier>>([])

    var count: Int { tasks.withLock { $0.count } }

    func enter(_ sleeper: Sleeper) { _ = tasks.withLock { $0.insert(ObjectIdentifier(sleeper)) } }

    func leave(_ sleeper: Sleeper) { _ = tasks.withLock { $0.remove(ObjectIdentifier(sleeper)) } }
}
