import Foundation
import MicaFilm
import MicaResources

/// A thread that decodes a film's frames ahead of their times, a few of them.
// Safe because: every field is touched only while `condition` is locked; the reader belongs to the thread.
final class FrameQueue: @unchecked Sendable {
    /// A frame that was decoded.
    struct Frame {
        var number: Int
        var bitmap: Bitmap
    }

    /// How many frames there are at most, and how many bytes they have.
    static let limits = (frames: 4, bytes: 96 << 20)

    private let condition = NSCondition()
    private let film: Film
    private let wake: @Sendable () -> Void
    private var isStarted = false
    private var isStopped = false
    /// The frame that is shown now, or should be; -1 before there was one.
    private var wanted = -1
    /// 1 forwards, -1 backwards, 0 for one frame alone.
    private var step = 0
    /// Counts seeks and turns: what is decoded while there is one is of no use.
    private var generation = 0
    /// The frame that is decoded next; nil for none.
    private var next: Int?
    private var ready: [Frame] = []
    private var counted = Statistics()

    /// What the thread has done.
    struct Statistics: Equatable {
        /// How many frames were decoded to pixels.
        var decoded = 0
        /// How many frames were passed over because their time was gone.
        var dropped = 0
        /// The most frames that there were at one time.
        var most = 0
    }

    /// Makes a queue; its thread starts when the first frame is wanted.
    ///
    /// - Parameter wake: is called on the queue's thread when a frame has come.
    init(_ film: Film, wake: @escaping @Sendable () -> Void) { (self.film, self.wake) = (film, wake) }

    /// What the thread has done so far.
    var statistics: Statistics { condition.withLock { counted } }

    /// Says which frame is due, and which way it goes on; gives it if it is there, or else the last one before it that is.
    ///
    /// What comes before it is let go.
    func take(_ frame: Int, step: Int) -> Frame? {
        condition.withLock {
            let isAhead = step == self.step && step != 0 && (frame - wanted) * step >= 0
            if !isAhead, !(step == 0 && frame == wanted && self.step == 0) {
                // A seek, or another direction: what lies on the way is still good.
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

    /// Has the threads that draw come first where the program runs with a policy of real time: threads of one priority do not give way to
    /// one another then, and a picture that is there would wait until the next frame is decoded.
    private static func standBack() {
        var (policy, parameters) = (Int32(0), sched_param())
        guard unsafe pthread_getschedparam(pthread_self(), &policy, &parameters) == 0,
            policy == SCHED_FIFO || policy == SCHED_RR, parameters.sched_priority > sched_get_priority_min(policy)
        else { return }
        parameters.sched_priority -= 1
        unsafe _ = pthread_setschedparam(pthread_self(), policy, &parameters)
    }

    private func serve() {
        // The codec's threads are made by this one, and have its priority.
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
            // Where decoding is slower than the film, frames come late and the next is further on: some are shown all the same.
            if next == frame { next = following(frame, step) }
            counted.decoded += 1
            guard let bitmap else { continue }
            ready.append(Frame(number: frame, bitmap: bitmap))
            counted.most = max(counted.most, ready.count)
            // Nobody waits for what is early.
            if (wanted - frame) * (step == 0 ? 1 : step) >= 0 { wake() }
        }
        condition.unlock()
    }
}
