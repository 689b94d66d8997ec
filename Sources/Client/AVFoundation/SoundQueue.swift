import Dispatch
import MicaTrace
import Synchronization

/// Mixed sound between the mixing thread and the device's thread, with the times at which it is heard.
///
/// Runs follow each other without a gap. A restart empties the queue. It holds at most `capacity` frames.
///
/// SDL does not report a device's latency. A device is assumed to play a block when it requests the next one, as it
/// does with two buffers.
final class SoundQueue: Sendable {
    /// The most frames in the queue: two thirds of a second at 48,000 a second. A power of two.
    static let capacity = 1 << 15
    /// The number of frames mixed at a time.
    static let chunk = 1024
    /// The least frames before playing starts, so that a device that requests several blocks at once does not run
    /// dry.
    private static let least = 2048
    /// The longest time without a request for which a device counts as playing. *Units*: seconds.
    static let longestSilence = 0.3

    /// A task of the mixing thread.
    enum Task {
        /// Begin with a run.
        case begin(SoundRun, generation: Int)
        /// Mix the next chunk.
        case mix
        /// Wait for a task.
        case wait(isIdle: Bool)
        /// End.
        case stop
    }

    /// From a frame of the device on: the frame of the queue that is played, and whether the following frames are
    /// played.
    fileprivate struct Mark {
        var device: Int
        var queue: Int
        var isMoving: Bool
    }

    fileprivate struct State {
        var samples = [Float](repeating: 0, count: 2 * SoundQueue.capacity)
        /// The number of frames taken out, and put in, since the restart.
        var read = 0
        var written = 0
        /// The runs that were begun, with their first frames; the last run is being mixed, or is mixed completely.
        var begun: [(run: SoundRun, start: Int)] = []
        /// The runs to follow.
        var waiting: [SoundRun] = []
        /// Whether the last run that was begun is mixed completely.
        var isMixed = true
        /// Counts restarts.
        var generation = 0
        var marks: [Mark] = []
        /// Whether the device gets sound.
        var isPlaying = false
        /// The device's first frame with sound since the restart.
        var first: Int?
        /// The number of frames that the device has taken.
        var taken = 0
        var rate = 0
        var period = 0
        var clock = DeviceClock(rate: 0)
        /// The requested gain of both channels, the gain of the last frame, and for how many frames more it changes.
        var gain = (wanted: SIMD2<Float>(1, 1), last: SIMD2<Float>(1, 1), frames: 0)
        var failure: String?
        var isStopped = false
        /// Whether the mixing thread waits for a signal.
        var isWaiting = false
        var most = 0
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)
    private let now: @Sendable () -> Double

    /// - Parameter now: The host's time.
    init(now: @escaping @Sendable () -> Double) { self.now = now }

    // MARK: The player

    /// Replaces all sound by runs; none for silence.
    ///
    /// - Parameter wake: Called when the first sound is played, or when sound fails.
    func restart(_ runs: [SoundRun], wake: (@Sendable () -> Void)? = nil) {
        change { state in
            state.generation += 1
            (state.read, state.written, state.isMixed, state.isPlaying) = (0, 0, true, false)
            state.begun.removeAll(keepingCapacity: true)
            state.marks.removeAll(keepingCapacity: true)
            (state.waiting, state.first, state.wake) = (runs, nil, wake)
        }
    }

    /// Replaces the runs after the first of `runs`, which must be playing or planned; false when it is neither, or
    /// when later runs are already mixed.
    func follow(_ runs: [SoundRun]) -> Bool {
        var isGood = false
        change { state in
            guard let first = runs.first else { return }
            if let index = state.begun.lastIndex(where: { $0.run == first }) {
                let mixed = state.begun[index...]
                guard mixed.count <= runs.count, zip(mixed, runs).allSatisfy({ $0.run == $1 }) else { return }
                state.waiting = Array(runs.dropFirst(mixed.count))
                isGood = true
            } else if state.waiting.contains(first) {
                // All runs that were begun are heard before it.
                let index = state.waiting.firstIndex(of: first) ?? 0
                state.waiting = Array(state.waiting[..<index]) + runs
                isGood = true
            }
        }
        return isGood
    }

    /// Ends the mixing thread, which closes the device.
    func stop() { change { $0.isStopped = true } }

    /// Sets the gain of both channels, 0 to 1.
    func setGain(_ gain: SIMD2<Float>) { state.withLock { ($0.gain.wanted, $0.gain.frames) = (gain, 0) } }

    /// Lets the gain of both channels change evenly while sound is played.
    func fade(from: SIMD2<Float>, to: SIMD2<Float>, seconds: Double) {
        state.withLock { state in
            let rate = state.rate > 0 ? state.rate : Self.usualRate
            state.gain = (to, from, Int(min(max(0, seconds * Double(rate)), 0x1p40)))
        }
    }

    /// The rate that most devices have, for a fade that begins before the device is open. *Units*: frames a second.
    private static let usualRate = 48_000

    /// The reason that no sound can be played; nil when it can.
    var failure: String? { state.withLock { $0.failure } }

    /// The time at which the first sound since the restart is heard; nil until it is known.
    var start: Double? {
        state.withLock { state in state.first.map { state.clock.time(of: Double($0 + state.period)) } }
    }

    /// Whether an open device has stopped requesting frames.
    func isStalled(at host: Double) -> Bool {
        state.withLock { state in state.rate > 0 && host - (state.clock.last ?? host) > Self.longestSilence }
    }

    /// The sound heard at a time of the host: the run, and the item's time; nil when it is unknown.
    func heard(at host: Double) -> (run: SoundRun, time: Double)? {
        state.withLock { state in
            guard state.rate > 0, let last = state.clock.last, host - last <= Self.longestSilence else { return nil }
            let frame = min(state.clock.frames(at: host), Double(state.taken)) - Double(state.period)
            guard let mark = state.marks.last(where: { Double($0.device) <= frame }) else { return nil }
            let played = Double(mark.queue) + (mark.isMoving ? frame - Double(mark.device) : 0)
            guard let found = state.begun.last(where: { Double($0.start) <= played }) else { return nil }
            let run = found.run
            return (run, min(run.to, run.from + (played - Double(found.start)) * run.rate / Double(state.rate)))
        }
    }

    /// The most frames that were in the queue at once.
    var most: Int { state.withLock { $0.most } }

    private func change(_ body: (inout State) -> Void) {
        let isWaiting = state.withLock { state in
            body(&state)
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if isWaiting { signal.signal() }
    }

    // MARK: The thread that mixes

    /// The next task of the mixing thread, which mixes for a generation.
    func task(of generation: Int) -> Task {
        state.withLock { state in
            if state.isStopped { return .stop }
            let isCurrent = generation == state.generation
            if isCurrent ? state.isMixed : true, !state.waiting.isEmpty, state.failure == nil {
                let run = state.waiting.removeFirst()
                state.begun.append((run, state.written))
                state.isMixed = false
                return .begin(run, generation: state.generation)
            }
            if isCurrent, !state.isMixed, state.written - state.read <= Self.capacity - Self.chunk { return .mix }
            state.isWaiting = true
            return .wait(isIdle: state.isMixed && state.written == state.read)
        }
    }

    /// Waits for a task; false after a timeout.
    func wait(seconds: Double) -> Bool { signal.wait(timeout: .now() + seconds) == .success }

    /// Appends mixed frames; frames of an older generation are ignored.
    ///
    /// - Parameter isLast: Whether the run ends with these frames.
    func write(_ samples: [Float], _ count: Int, of generation: Int, isLast: Bool) {
        state.withLock { state in
            guard generation == state.generation else { return }
            requires(count <= Self.capacity - (state.written - state.read), "there is no room for so much sound")
            for index in 0..<count {
                let at = 2 * ((state.written + index) & (Self.capacity - 1))
                state.samples[at] = samples[2 * index]
                state.samples[at + 1] = samples[2 * index + 1]
            }
            state.written += count
            state.isMixed = isLast
            state.most = max(state.most, state.written - state.read)
        }
    }

    /// Records that the device is open.
    func open(rate: Int, period: Int) {
        state.withLock { state in
            (state.rate, state.period, state.clock) = (rate, period, DeviceClock(rate: rate))
            // Reserved here, so that the device's thread never allocates.
            state.marks.reserveCapacity(32)
        }
    }

    /// Records that the device is closed.
    func close() { state.withLock { $0.rate = 0 } }

    /// Records that no sound can be played.
    func fail(_ reason: String) {
        let wake = state.withLock { state in
            state.failure = reason
            return state.wake
        }
        wake?()
    }

    // MARK: The device's thread

    /// Fills the device's next frames, with silence where the queue has none.
    ///
    /// - Parameter output: Two samples a frame.
    func fill(_ output: UnsafeMutableBufferPointer<Float>) {
        let time = now()
        let count = output.count / 2
        let (wake, wantsMore) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
            state.clock.call(taken: state.taken, count: count, at: time)
            let ready = state.written - state.read
            let isComplete = state.isMixed && state.waiting.isEmpty
            var wake: (@Sendable () -> Void)?
            if !state.isPlaying, ready > 0, isComplete || ready >= max(Self.least, 2 * state.period) {
                state.isPlaying = true
                if state.gain.frames == 0 { state.gain.last = state.gain.wanted }
                state.mark(Mark(device: state.taken, queue: state.read, isMoving: true))
                if state.first == nil { (state.first, wake) = (state.taken, state.wake) }
            }
            let given = state.isPlaying ? min(ready, count) : 0
            unsafe state.give(given, output)
            state.taken += count
            if state.isPlaying, given < count {
                state.isPlaying = false
                state.mark(Mark(device: state.taken - count + given, queue: state.read, isMoving: false))
            }
            while state.begun.count > 1, state.begun[1].start < state.read - Self.capacity { state.begun.removeFirst() }
            let wantsMore = state.isWaiting && given > 0 && state.written - state.read <= Self.capacity / 2
            if wantsMore { state.isWaiting = false }
            return (wake, wantsMore)
        }
        if wantsMore { signal.signal() }
        wake?()
    }
}

extension SoundQueue.State {
    fileprivate mutating func mark(_ mark: SoundQueue.Mark) {
        if marks.count == 32 { marks.removeFirst() }
        marks.append(mark)
    }

    /// Takes frames out, followed by silence; a change of gain is ramped linearly over the frames.
    fileprivate mutating func give(_ count: Int, _ output: UnsafeMutableBufferPointer<Float>) {
        // Any other change takes a buffer.
        let fading = max(gain.frames, count, 1)
        let step = (gain.wanted - gain.last) / Float(fading)
        for index in 0..<count {
            let loud = gain.last + step * Float(index + 1)
            let at = 2 * ((read + index) & (SoundQueue.capacity - 1))
            unsafe output[2 * index] = samples[at] * loud.x
            unsafe output[2 * index + 1] = samples[at + 1] * loud.y
        }
        for index in 2 * count..<max(2 * count, output.count) { unsafe output[index] = 0 }
        gain.last = gain.frames > count ? gain.last + step * Float(count) : gain.wanted
        gain.frames = max(0, gain.frames - count)
        read += count
    }
}
