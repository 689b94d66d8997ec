import Foundation
import MicaTrace

/// The time of a tree that is drawn without a screen. It moves only when its driver moves it.
///
/// The tree counts from its start, 0, so that a program makes the same pictures whatever the machine's clock says. The
/// program reads media times: the tree's time plus `origin`, the last time that its thread read before. Begin times and
/// other times that the program sets count as media times if they are nearer to the origin than to 0. Otherwise they
/// count from the start, as times in documents do.
///
/// It belongs to one thread at a time, the thread that drives the tree.
package final class VirtualClock: FrameClock {
    /// The media time at the tree's start; 0 when the thread had read none.
    package let origin: Double
    /// The current time of the tree. *Units*: seconds since its start.
    package var time = 0.0

    /// Makes a clock, and makes it the calling thread's clock.
    package init() {
        let state = ThreadState.current
        origin = state.clock?.origin ?? state.lastReading ?? 0
        state.clock = self
    }

    package var now: Double { time }

    /// Moves to the time at once, unless there has been a signal.
    package func wait(until time: Double, or signal: WakeSignal) -> Bool {
        if signal.take() { return true }
        guard time < .infinity else { return false }
        self.time = max(self.time, time)
        return true
    }

    /// The media time now, in seconds.
    package var mediaTime: Double { mediaTime(at: time) }

    /// The media time that the program reads at a time of the tree.
    ///
    /// With an origin, times are rounded up to binary fractions of a second that the sum keeps exactly. Differences of
    /// media times are then the same in every run, and never less than those of the tree.
    package func mediaTime(at time: Double) -> Double {
        origin == 0 ? time : origin + (time * 0x1p24).rounded(.up) * 0x1p-24
    }

    /// The tree's time at a media time.
    ///
    /// - Parameters:
    ///   - local: the current time of the tree, or of a layer in whose time the result is.
    ///   - speed: the rate of that layer's time against the tree's.
    package func treeTime(ofMediaTime media: Double, local: Double? = nil, speed: Double = 1) -> Double {
        guard origin > 0, speed > 0, media > origin * speed / 2 else { return media }
        let local = local ?? time
        // The seconds that the program added to its reading, to seven decimals: a sum with a time of day has no more.
        let ahead = media - (local + speed * (mediaTime - time))
        return local + (ahead * 1e7).rounded() / 1e7
    }

    /// Runs code with this clock on the calling thread. It stays the thread's clock unless another driver is at work
    /// there.
    package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let state = ThreadState.current
        let (virtual, clock, wasDriven) = (state.virtualTime, state.clock, state.isDriven)
        (state.virtualTime, state.clock, state.isDriven) = (nil, self, true)
        defer {
            (state.virtualTime, state.isDriven) = (virtual, wasDriven)
            if wasDriven { state.clock = clock }
        }
        return try body()
    }
}

extension CALayer {
    /// The time of the layer's tree. *Units*: as `MediaClock.now`.
    var treeTime: Double { ThreadState.current.virtualTime ?? context?.ownTime ?? MediaClock.now }

    /// Converts begin times taken from the media clock to times since the start of the tree.
    ///
    /// - Parameter changesTiming: whether the layer's own begin time was set too.
    func countTimes(from clock: VirtualClock, changesTiming: Bool) {
        guard clock.origin > 0 else { return }
        var speed = 1.0
        var next = links.superlayer
        while let layer = next {
            speed *= layer.state.timing.speed
            next = layer.links.superlayer
        }
        if changesTiming, state.timing.beginTime != 0 {
            let outside = links.superlayer?.localTime(at: clock.time) ?? clock.time
            state.timing.beginTime = clock.treeTime(
                ofMediaTime: state.timing.beginTime, local: outside, speed: speed)
        }
        guard !pending.edits.isEmpty else { return }
        let local = localTime(at: clock.time)
        speed *= state.timing.speed
        for edit in pending.edits.indices {
            guard case .add(let key, var animation) = pending.edits[edit], animation.timing.beginTime != 0 else {
                continue
            }
            let begin = clock.treeTime(ofMediaTime: animation.timing.beginTime, local: local, speed: speed)
            guard begin != animation.timing.beginTime else { continue }
            animation.timing.beginTime = begin
            pending.edits[edit] = .add(key: key, animation: animation)
            guard let index = animations.firstIndex(where: { $0.key == key }) else { continue }
            animations[index].state.timing.beginTime = begin
            animations[index].object.timing.beginTime = begin
        }
    }
}
