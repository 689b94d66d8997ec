import Foundation
import MicaHosting

/// The time of a tree that is drawn without a screen: it moves when its driver says so.
///
/// The tree counts from its start, 0, so that the same program makes the same pictures whatever the machine's clock says.
/// The program is told media times: those of the tree beyond `origin`, the last time that its thread was told before. What
/// the program gives back, begin times and the like, is taken for a media time where it is nearer to the origin than to 0,
/// and else counts from the start, as documents do.
///
/// It belongs to one thread at a time: the one that drives the tree.
package final class VirtualClock: FrameClock {
    /// The media time at the tree's start; 0 where the thread was told none.
    package let origin: Double
    /// The time that the tree has come to. *Units*: seconds since its start.
    package internal(set) var time = 0.0

    /// Makes a clock, which is the calling thread's from now on.
    package init() {
        let state = ThreadState.current
        origin = state.clock?.origin ?? state.lastReading ?? 0
        state.clock = self
    }

    package var now: Double { time }

    /// Goes to the time at once, unless somebody has signalled.
    package func wait(until time: Double, or signal: WakeSignal) -> Bool {
        if signal.take() { return true }
        guard time < .infinity else { return false }
        self.time = max(self.time, time)
        return true
    }

    /// The media time now.
    package var mediaTime: Double { mediaTime(at: time) }

    /// What the program is told at a time of the tree.
    ///
    /// Beyond an origin times are rounded up to whole parts of a second that lose nothing in the sum: differences of what
    /// the program is told are then the same in every run, and never less than they were.
    package func mediaTime(at time: Double) -> Double {
        origin == 0 ? time : origin + (time * 0x1p24).rounded(.up) * 0x1p-24
    }

    /// The tree's time at a media time.
    ///
    /// - Parameters:
    ///   - local: the time now where the media time is to count: the tree's, or a layer's.
    ///   - speed: by how much that goes faster than the tree's.
    package func treeTime(ofMediaTime media: Double, local: Double? = nil, speed: Double = 1) -> Double {
        guard origin > 0, speed > 0, media > origin * speed / 2 else { return media }
        let local = local ?? time
        // What was added to the time that the program was told, to seven decimals: a sum with a time of day has no more.
        let ahead = media - (local + speed * (mediaTime - time))
        return local + (ahead * 1e7).rounded() / 1e7
    }

    /// Runs code with this time on the calling thread, which keeps it as its clock unless another driver is at work there.
    func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
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
    /// The time of the tree that the layer is in. *Units*: as `MediaClock.now`.
    var treeTime: Double { ThreadState.current.virtualTime ?? context?.ownTime ?? MediaClock.now }

    /// Has begin times that were taken from the media clock count from the start of the tree, as all its times do.
    ///
    /// - Parameter changesTiming: whether the layer's own begin time was set, too.
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
