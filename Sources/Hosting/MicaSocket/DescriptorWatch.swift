import CMicaSocket

/// What one thread waits for: to be woken, and at times a socket.
///
/// Other threads change what is waited for of the socket while the thread waits, and do not wake it by that: they do by `wake`.
final class DescriptorWatch: Sendable {
    private let set: Descriptor
    private let event: Descriptor

    /// Makes one that waits for `wake` alone.
    init() throws(SystemError) {
        event = try Descriptor.event()
        set = Descriptor(try SystemError.check(mica_watch_make()))
        _ = try SystemError.check(mica_watch_add(set.number, event.number, true, false))
    }

    /// Has the thread wait no more, now or when it is about to; on any thread.
    func wake() { event.signal() }

    /// Waits for a socket as well: for its end alone until `change` says for what else.
    func add(_ socket: Descriptor) { _ = mica_watch_add(set.number, socket.number, false, false) }

    /// Waits for something to read from a socket, for room to write to it, for both, or for its end alone.
    func change(_ socket: Descriptor, reads: Bool, writes: Bool) {
        _ = mica_watch_change(set.number, socket.number, reads, writes)
    }

    /// Waits for a socket no more.
    func remove(_ socket: Descriptor) { _ = mica_watch_remove(set.number, socket.number) }

    /// Waits until it is woken or a socket has something, at most for some seconds; infinity is for ever.
    func wait(seconds: Double) {
        mica_watch_wait(set.number, seconds)
        event.clear()
    }
}
