import CoreGraphics

/// An object that changes layers at times of its own, such as the player of a film.
///
/// The pump of a tree drives it, like a display link. A `LayerRenderer` runs it at exactly the times that it asks for,
/// so a recording has its changes at those times; a window runs it as soon as its thread can. It belongs to the thread
/// that added it.
package protocol TimedSource: AnyObject {
    /// Whether a pump drives it: the pump of the tree that its layers are in.
    func isDriven(by pump: ClientPump) -> Bool
    /// The next time, `time` or later, at which work is due; nil when there is none.
    func nextEvent(after time: Double) -> Double?
    /// Does the work that became due up to a time; its changes are committed afterwards.
    func run(at time: Double, _ pump: ClientPump)
}

extension DelayedWork: TimedSource {
    package func isDriven(by pump: ClientPump) -> Bool { pump.context.clock?.work === self }
    package func nextEvent(after time: Double) -> Double? { nextTime(after: time) }
    package func run(at time: Double, _ pump: ClientPump) { run(at: time) }
}

/// A weak reference to a source.
struct WeakTimedSource {
    weak var source: (any TimedSource)?
}

extension ThreadState {
    /// Lets the thread's pumps drive a source from now on, for as long as it lives.
    package func add(_ source: any TimedSource) {
        timedSources.removeAll { $0.source == nil }
        guard !timedSources.contains(where: { $0.source === source }) else { return }
        timedSources.append(WeakTimedSource(source: source))
    }

    /// Removes a source.
    package func remove(_ source: any TimedSource) {
        timedSources.removeAll { $0.source == nil || $0.source === source }
    }

    /// Whether a renderer or a window drives this thread's layers.
    package var hasDriver: Bool { clock != nil || !pumps.isEmpty }

    /// Makes the windows of this thread ask their sources again for the next time.
    package func wakeDriver() {
        for pump in pumps { pump.wake() }
    }
}
