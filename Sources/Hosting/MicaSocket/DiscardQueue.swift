import Dispatch

/// The queue that closes descriptors nobody asked for.
final class DiscardQueue: Sendable {
    static let shared = DiscardQueue()
    let queue = DispatchQueue(label: "mica-discard")
}
