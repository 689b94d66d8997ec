/// The times of a client's tries to reach a server that has gone.
package struct RetryPolicy: Sendable {
    /// The seconds after which it gives up.
    package var limit = 10.0
    /// The first wait, in seconds; each later wait is twice as long.
    package var first = 0.005
    /// The longest wait, in seconds.
    package var longest = 0.25

    package init() {}
}

/// Decides when a client tries to reach a server again. There is a pause before each try, whatever the result of the
/// last.
package struct RetryState: Sendable {
    /// The seconds without a welcome after which it gives up.
    package var limit: Double { policy.limit }
    private let policy: RetryPolicy
    private var next: Double
    /// The time at which it gives up; nil before the first try.
    private var end: Double?
    /// The time of the server's welcome on the current connection; nil when there was none.
    private var welcomed: Double?
    /// The time that a connection has to last before pauses are short again. *Units*: seconds.
    package static let steady = 1.0

    package init(_ policy: RetryPolicy) { (self.policy, next) = (policy, policy.first) }

    /// Notes that a server has accepted the client.
    package mutating func welcome(at now: Double) { (welcomed, end) = (now, nil) }

    /// The seconds to wait before the next try; nil to give up.
    package mutating func pause(at now: Double) -> Double? {
        if let welcomed, now - welcomed >= Self.steady { next = policy.first }
        welcomed = nil
        if let end, now >= end { return nil }
        end = end ?? now + policy.limit
        defer { next = min(2 * next, policy.longest) }
        return next
    }
}
