import Foundation
import MicaBase
import MicaFilm

/// A thread that decodes a few frames of a film ahead of their times.
// Safe because: every field is used only while `condition` is locked; the reader belongs to the thread.
final class FrameQueue: @unchecked Sendable {
    /// A decoded frame.
    struct Frame {
        var number: Int
        var bitmap: Bitmap
    }

    /// The most frames in the queue, and their most bytes.
    static let limits = (frames: 4, bytes: 96 << 20)

    private let condition = NSCondition()
    private let film: Film
    private let wake: @Sendable () -> Void
    private var isStarted = false
    private var isStopped = false
    /// The frame to be shown now; -1 before the first.
    private var wanted = -1
    /// 1 forwards, -1 backwards, 0 for one frame alone.
    private var step = 0
    /// Counts seeks and reversals; frames decoded for an earlier generation are discarded.
    private var generation = 0
    /// The next frame to decode; nil for none.
    private var next: Int?
    private var ready: [Frame] = []
    private var counted = Statistics()

    /// Statistics of the thread.
    struct Statistics: Equatable {
        /// The number of decoded frames.
        var decoded = 0
        /// The number of frames dropped because they were late.
        var dropped = 0
        /// The most frames that were in the queue at once.
        var most = 0
    }

    /// Makes a queue; its thread starts when the first frame is requested.
    ///
    /// - Parameter wake: Called on the queue's thread when a frame is ready.
    init(_ film: Film, wake: @escaping @Sendable () -> Void) { (self.film, self.wake) = (film, wake) }

    /// Statistics of the thread so far.
    var statistics: Statistics { condition.withLock { counted } }

    /// Requests the frame that is due, and states the direction. Returns the frame if it is ready, or else the last
    /// ready frame before it.
    ///
    /// Earlier frames are removed from the queue.
    func take(_ frame: Int, step: Int) -> Frame? {
        condition.withLock {
            let isAhead = step == self.step && step != 0 && (frame - wanted) * step >= 0
            if !isAhead, !(step == 0 && frame == wanted && self.step == 0) {
                // A seek or a reversal: frames that lie ahead in the new direction stay.
                ready.removeAll {
                    ($0.number - frame) * (step == 0 ? 1 : step) < 0 || (step == 0 && $0.number != frame)
                }
                next = frame
                generation += 1
                while let found = next, ready.contains(where: { $0.number == found }) { next = following(found, step) }
            }
            (wanted, self.step) = (frame, step)
            var taken: Frame?
            while let first = ready.first, (frame - first.number) * (step == 0 ? 1 : step) >= 0 {
                taken = first
                ready.removeFirst()
            }
            if let pending = next, step != 0, (frame - pending) * step > 0 {
                counted.dropped += abs(frame - pending)
                next = frame
            }
            if let taken, next == taken.number { next = following(taken.number, step) }
            if !isStarted { start() }
            condition.signal()
            return taken
        }
    }

    /// Ends the thread.
    func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
    }

    private func following(_ frame: Int, _ step: Int) -> Int? {
        let after = frame + step
        return step != 0 && after >= 0 && after < film.index.count ? after : nil
    }

    private var hasRoom: Bool {
        ready.count < Self.limits.frames
            && (ready.isEmpty || (ready.count + 1) * film.width * film.height * 4 <= Self.limits.bytes)
    }

    private func start() {
        isStarted = true
        let thread = Thread { self.serve() }
        thread.name = "mica-film"
        thread.start()
    }

    /// Lowers the thread's priority if the program runs with a real-time policy. Real-time threads of equal priority
    /// do not preempt each other: the drawing of a finished picture would wait until the next frame is decoded.
    private static func standBack() {
        var (policy, parameters) = (Int32(0), sched_param())
        guard unsafe pthread_getschedparam(pthread_self(), &policy, &parameters) == 0,
            policy == SCHED_FIFO || policy == SCHED_RR, parameters.sched_priority > sched_get_priority_min(policy)
        else { return }
        parameters.sched_priority -= 1
        unsafe _ = pthread_setschedparam(pthread_self(), policy, &parameters)
    }

    private func serve() {
        // This thread makes the codec's threads, which inherit its priority.
        Self.standBack()
        let threads = max(1, min(ProcessInfo.processInfo.activeProcessorCount, 4))
        guard let reader = try? film.makeReader(threads: threads) else { return }
        condition.lock()
        while !isStopped {
            guard let frame = next, hasRoom else {
                condition.wait()
                continue
            }
            let (begun, isForwards) = (generation, step >= 0)
            condition.unlock()
            let bitmap = try? reader.bitmap(of: frame, passingOver: isForwards)
            condition.lock()
            guard generation == begun else { continue }
            // If decoding is slower than the film, frames come late and `next` has moved on. Late frames are kept, so
            // that some are shown.
            if next == frame { next = following(frame, step) }
            counted.decoded += 1
            guard let bitmap else { continue }
            ready.append(Frame(number: frame, bitmap: bitmap))
            counted.most = max(counted.most, ready.count)
            // Nobody waits for an early frame.
            if (wanted - frame) * (step == 0 ? 1 : step) >= 0 { wake() }
        }
        condition.unlock()
    }
}
