import CoreGraphics
import Foundation
import MicaBase
import MicaTrace

/// The drawables of a layer: their number in use, those waiting to be shown, and the memory that is reused.
///
/// Any thread takes drawables and presents them. The thread of the layer's tree, the queue's owner, shows them.
// Safe because: all mutable state is used under the lock.
final class DrawableQueue: @unchecked Sendable {
    struct Settings {
        var pixelFormat = MTLPixelFormat.bgra8Unorm
        var framebufferOnly = true
        /// The size that the program set; nil for the layer's. *Units*: pixels.
        var drawableSize: CGSize?
        /// The layer's size. *Units*: pixels.
        var layerSize = CGSize.zero
        var maximumDrawableCount = 3
        var allowsTimeout = true
        var isSynced = true
        var presentsWithTransaction = false
        var colorspace: CGColorSpace?
        var isOpaque = true

        /// The most pixels of a side, as for other layers that programs draw into.
        static let mostPixels = 16_384.0

        /// The size of the next drawable in pixels; nil when it is empty or too large.
        var pixelSize: (width: Int, height: Int)? {
            let size = drawableSize ?? layerSize
            let width = Double(size.width).rounded(), height = Double(size.height).rounded()
            guard width >= 1, height >= 1, width <= Self.mostPixels, height <= Self.mostPixels else { return nil }
            return (Int(width), Int(height))
        }
    }

    /// A drawable that was presented and has not been shown.
    struct Waiting {
        let drawable: LayerDrawable
        let image: ImageResource
        /// The earliest time at which it may be shown. *Units*: seconds of media time.
        var time: Double?
        /// The least time for which the previous drawable stays visible, in seconds.
        var minimum: Double?
    }

    private struct State {
        var settings = Settings()
        /// The thread that shows drawables.
        var owner: ObjectIdentifier
        var isInTree = false
        /// Makes the owner look for drawables that are due.
        var wake: (@Sendable () -> Void)?
        var waiting: [Waiting] = []
        /// The slot of the drawable that is shown.
        var front: DrawableSlot?
        /// The time at which `front` was shown. *Units*: seconds of the tree's time.
        var lastShown: Double?
        /// The last image that other threads presented while the layer was in no tree.
        var unseen: ImageResource?
        var out = 0
        var number = 0
        var waiters = 0
        /// Memory for pixels that nobody uses.
        var spare: [[UInt32]] = []
        var madeMemories = 0
    }
    private let lock = NSLock()
    private var state: State
    /// Signalled, while a thread waits, when a drawable becomes free or can be shown.
    private let signal = DispatchSemaphore(value: 0)

    /// Makes the queue of a layer that belongs to the calling thread.
    init(_ settings: Settings = Settings()) {
        state = State(settings: settings, owner: ObjectIdentifier(ThreadState.current))
    }

    private func locked<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    /// The settings of the next drawables.
    var settings: Settings { locked { $0.settings } }

    func update(_ body: (inout Settings) -> Void) { locked { body(&$0.settings) } }

    /// The number of times that memory was allocated for pixels because none could be reused.
    var madeMemories: Int { locked { $0.madeMemories } }

    // MARK: The thread that shows

    /// Whether the calling thread shows the drawables.
    var isOwned: Bool { locked { $0.owner == ObjectIdentifier(ThreadState.current) } }

    /// Makes the calling thread the one that shows.
    ///
    /// - Returns: the last image presented while no thread could show it.
    func own(isInTree: Bool, wake: (@Sendable () -> Void)?, layerSize: CGSize) -> ImageResource? {
        locked { state in
            state.owner = ObjectIdentifier(ThreadState.current)
            (state.isInTree, state.wake, state.settings.layerSize) = (isInTree, wake, layerSize)
            if !isInTree { state.lastShown = nil }
            return state.unseen.take()
        }
    }

    /// The time and the refreshes by which drawables become due.
    struct Moment {
        /// The current time. *Units*: seconds of the tree's time.
        var now: Double
        /// The refreshes, each of which shows one drawable; nil when refreshes do not matter.
        var grid: RefreshGrid?
        /// Whether all drawables are due at once.
        var isAny = false
    }

    /// The time at which the first waiting drawable is due, -infinity for at once; nil when none waits.
    func nextTime(_ moment: Moment) -> Double? {
        locked { state in state.waiting.first.map { due($0, state, moment) } }
    }

    private func due(_ waiting: Waiting, _ state: State, _ moment: Moment) -> Double {
        if moment.isAny { return -.infinity }
        var due = -Double.infinity
        if let time = waiting.time { due = time }
        guard let last = state.lastShown else { return due }
        if let minimum = waiting.minimum { due = max(due, last + minimum) }
        if let grid = moment.grid { due = max(due, grid.time(grid.last(upTo: last) + 1)) }
        return due
    }

    /// Removes the drawable to show now, which becomes `front`, and earlier ones that would never be visible; nil when
    /// none is due.
    func takeDue(_ moment: Moment) -> (shown: Waiting, dropped: [Waiting])? {
        locked { state in
            func isDue(_ waiting: Waiting) -> Bool { due(waiting, state, moment) <= moment.now + 1e-9 }
            guard let first = state.waiting.first, isDue(first) else { return nil }
            state.waiting.removeFirst()
            var (shown, dropped) = (first, [Waiting]())
            // With a grid, only one drawable is due at each refresh.
            while moment.grid == nil, let next = state.waiting.first, isDue(next) {
                dropped.append(shown)
                drop(shown.drawable.slot, &state)
                shown = next
                state.waiting.removeFirst()
            }
            if let front = state.front { drop(front, &state) }
            (state.front, state.lastShown) = (shown.drawable.slot, moment.isAny ? nil : moment.now)
            return (shown, dropped)
        }
    }

    // MARK: Every thread

    /// The next step for a presented drawable.
    enum Place {
        /// The calling thread shows the drawable.
        case own
        /// The thread that shows has to be woken.
        case others(wake: (@Sendable () -> Void)?)
        /// The layer is in no tree. The last drawable is shown when the layer enters one; those listed are told that
        /// they were not shown.
        case nowhere([Waiting], before: ImageResource?)
    }

    /// Appends a drawable to those that wait.
    func append(_ waiting: Waiting) -> Place {
        locked { state in
            waiting.drawable.slot.isUsed = true
            state.waiting.append(waiting)
            if state.owner == ObjectIdentifier(ThreadState.current) { return .own }
            if state.isInTree {
                if state.waiters > 0 { signal.signal() }
                return .others(wake: state.wake)
            }
            // Releasing these takes the same lock, as their memory returns to the queue. So the caller releases them.
            let (all, before) = (state.waiting, state.unseen)
            state.waiting = []
            for one in all {
                if let front = state.front { drop(front, &state) }
                state.front = one.drawable.slot
            }
            state.unseen = waiting.image
            return .nowhere(all, before: before)
        }
    }

    /// Takes a slot for a drawable. If none is free, it waits once: until one is, a drawable can be shown, or the
    /// deadline has come.
    ///
    /// - Parameter deadline: in seconds of the machine's clock; -infinity does not wait.
    func take(waitingUntil deadline: Double) -> DrawableSlot? {
        func slot(_ state: inout State) -> DrawableSlot? {
            guard state.out < state.settings.maximumDrawableCount else { return nil }
            state.out += 1
            state.number += 1
            return DrawableSlot(number: state.number)
        }
        let seconds = deadline - MediaClock.machineTime
        let found = locked { state in
            let found = slot(&state)
            if found == nil, seconds > 0 { state.waiters += 1 }
            return found
        }
        if found != nil || seconds <= 0 { return found }
        _ = signal.wait(timeout: seconds.isFinite ? .now() + seconds : .distantFuture)
        return locked { state in
            state.waiters -= 1
            return slot(&state)
        }
    }

    /// Notes that nobody holds a drawable any more. If it was not presented, its memory is reused.
    func letGo(_ slot: DrawableSlot, _ words: consuming [UInt32]) {
        let words = words
        locked { state in
            slot.isHeld = false
            if !slot.isUsed { free(&state) }
            keep(words, &state)
        }
    }

    private func drop(_ slot: DrawableSlot, _ state: inout State) {
        slot.isUsed = false
        if !slot.isHeld { free(&state) }
    }

    private func free(_ state: inout State) {
        state.out -= 1
        if state.waiters > 0 { signal.signal() }
    }

    // MARK: Memory

    /// The most unused buffers: two drawables of each kind, and those that images on their way give back.
    private static let mostSpare = 8

    /// A buffer of a number of words, with the contents of its last use; zeros when it is new.
    func memory(_ count: Int) -> [UInt32] {
        let found: [UInt32]? = locked { state in
            if let index = state.spare.lastIndex(where: { $0.count == count }) { return state.spare.remove(at: index) }
            state.madeMemories += 1
            // The layer's size has changed: buffers of other sizes are freed.
            state.spare.removeAll { $0.count != 2 * count && 2 * $0.count != count }
            return nil
        }
        return found ?? [UInt32](repeating: 0, count: count)
    }

    /// Takes a buffer back for reuse.
    func give(_ words: consuming [UInt32]) {
        let words = words
        locked { keep(words, &$0) }
    }

    private func keep(_ words: [UInt32], _ state: inout State) {
        guard !words.isEmpty else { return }
        if state.spare.count >= Self.mostSpare { state.spare.removeFirst() }
        state.spare.append(words)
    }
}
