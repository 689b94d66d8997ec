import Dispatch

/// The thread on which descriptors are closed that nobody asked for.
final class DiscardQueue: Sendable {
    static let shared = DiscardQueue()
    let queue = DispatchQueue(label: "mica-discard")
}
