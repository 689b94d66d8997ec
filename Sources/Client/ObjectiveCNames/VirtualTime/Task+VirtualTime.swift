// Tasks that sleep on a thread whose time is virtual sleep in that time. Swift takes these in place of its own, as any
// module's declarations go before the concurrency library's.

extension Task where Success == Never, Failure == Never {
    /// Suspends the task; in virtual time where the caller's thread has one.
    nonisolated(nonsending) public static func sleep(nanoseconds duration: UInt64) async throws {
        try await sleep(for: .nanoseconds(Int64(clamping: duration)))
    }

    /// Suspends the task; in virtual time where the caller's thread has one.
    nonisolated(nonsending) public static func sleep<C: Clock>(
        for duration: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C = .continuous
    ) async throws {
        if let duration = duration as? Duration, let work = DelayedWork.ofThread {
            return try await work.sleep(duration.inSeconds)
        }
        try await clock.sleep(for: duration, tolerance: tolerance)
    }

    /// Suspends the task until a moment; in virtual time where the caller's thread has one.
    nonisolated(nonsending) public static func sleep<C: Clock>(
        until deadline: C.Instant, tolerance: C.Instant.Duration? = nil, clock: C = .continuous
    ) async throws {
        if let duration = clock.now.duration(to: deadline) as? Duration, let work = DelayedWork.ofThread {
            return try await work.sleep(DelayedWork.delay(duration.inSeconds))
        }
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
