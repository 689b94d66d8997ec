import CMicaSocket

/// The events that one thread waits for: a wake-up, and sometimes a socket.
///
/// Other threads may change which socket events count while the thread waits. That does not wake it; `wake` does.
final class DescriptorWatch: Sendable {
    private let set: Descriptor
    private let event: Descriptor

    /// Makes a watch that waits for `wake` only.
    init() throws(SystemError) {
        event = try Descriptor.event()
        set = Descriptor(try SystemError.check(mica_watch_make()))
        _ = try SystemError.check(mica_watch_add(set.number, event.number, true, false))
    }

    /// Ends the thread's wait, the current or the next one; any thread may call it.
    func wake() { event.signal() }

    /// Adds a socket, at first only for its end; `change` adds other events.
    func add(_ socket: Descriptor) { _ = mica_watch_add(set.number, socket.number, false, false) }

    /// Sets the events of a socket: data to read, room to write, both, or only its end.
    func change(_ socket: Descriptor, reads: Bool, writes: Bool) {
        _ = mica_watch_change(set.number, socket.number, reads, writes)
    }

    /// Removes a socket.
    func remove(_ socket: Descriptor) { _ = mica_watch_remove(set.number, socket.number) }

    /// Waits for a wake-up or an event of a socket, at most for a number of seconds; infinity has no limit.
    func wait(seconds: Double) {
        mica_watch_wait(set.number, seconds)
        event.clear()
    }
}
