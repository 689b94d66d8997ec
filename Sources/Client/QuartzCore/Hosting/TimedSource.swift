/// What changes layers at times of its own while time passes, such as the player of a film.
///
/// The pump of a tree drives it, as it drives display links: a `LayerRenderer` at the very times that it asks for, so that what it
/// changes is in the recording with these, a window as soon as its thread comes to it. It belongs to the thread that added it.
package protocol TimedSource: AnyObject {
    /// Whether a pump drives it: the one in whose tree its layers are.
    func isDriven(by pump: ClientPump) -> Bool
    /// When something is due next, at a time or after it; nil when nothing is.
    func nextEvent(after time: Double) -> Double?
    /// Does what has become due up to a time; its changes are committed after that.
    func run(at time: Double, _ pump: ClientPump)
}

/// A source that its thread does not keep alive.
struct WeakTimedSource {
    weak var source: (any TimedSource)?
}

extension ThreadState {
    /// Has the thread's pumps drive a source from now on, as long as it lives.
    package func add(_ source: any TimedSource) {
        timedSources.removeAll { $0.source == nil }
        guard !timedSources.contains(where: { $0.source === source }) else { return }
        timedSources.append(WeakTimedSource(source: source))
    }

    /// Takes a source out.
    package func remove(_ source: any TimedSource) {
        timedSources.removeAll { $0.source == nil || $0.source === source }
    }

    /// Whether something drives what is on this thread: a renderer, or a window.
    package var hasDriver: Bool { clock != nil || !pumps.isEmpty }

    /// Has the windows of this thread ask their sources again when something is due.
    package func wakeDriver() {
        for pump in pumps { pump.pump.wake?() }
    }
}
