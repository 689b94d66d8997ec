import CoreGraphics
import Foundation
import MicaHosting
import MicaResources

/// The drawables of a layer: how many may be out, which wait to be shown, and the memory that they use again.
///
/// Any thread takes drawables and presents them; the thread of the layer's tree, its owner, shows them.
// Safe because: all that changes is looked at under the lock.
final class DrawableQueue: @unchecked Sendable {
    /// What a layer's drawables are to be.
    struct Settings {
        var pixelFormat = MTLPixelFormat.bgra8Unorm
        var framebufferOnly = true
        /// The size that was set; nil for the layer's. *Units*: pixels.
        var drawableSize: CGSize?
        /// The layer's size. *Units*: pixels.
        var layerSize = CGSize.zero
        var maximumDrawableCount = 3
        var allowsTimeout = true
        var isSynced = true
        var presentsWithTransaction = false
        var colorspace: CGColorSpace?
        var isOpaque = true

        /// A side's most pixels, as of other layers that programs draw into.
        static let mostPixels = 16_384.0

        /// How many pixels the next drawable has; nil where that are none, or too many.
        var pixelSize: (width: Int, height: Int)? {
            let size = drawableSize ?? layerSize
            let width = Double(size.width).rounded(), height = Double(size.height).rounded()
            guard width >= 1, height >= 1, width <= Self.mostPixels, height <= Self.mostPixels else { return nil }
            return (Int(width), Int(height))
        }
    }

    /// A drawable that was presented and is not shown yet.
    struct Waiting {
        let drawable: LayerDrawable
        let image: ImageResource
        /// When it is to be shown at the earliest. *Units*: seconds of media time.
        var time: Double?
        /// For how long what was shown before is to be seen.
        var minimum: Double?
    }

    private struct State {
        var settings = Settings()
        /// The thread that shows.
        var owner: ObjectIdentifier
        /// Whether the layer is in a tree.
        var isInTree = false
        /// Has the owner look.
        var wake: (@Sendable () -> Void)?
        var waiting: [Waiting] = []
        /// What is shown.
        var front: DrawableSlot?
        /// When that was shown. *Units*: seconds of the tree's time.
        var lastShown: Double?
        /// What was presented by other threads while the layer was in no tree.
        var unseen: ImageResource?
        var out = 0
        var number = 0
        var waiters = 0
        /// Memory to draw into that nobody uses.
        var spare: [[UInt32]] = []
        var madeMemories = 0
    }
    private let lock = NSLock()
    private var state: State
    /// Signalled when a drawable can be had, or can be shown, while somebody waits.
    private let signal = DispatchSemaphore(value: 0)

    /// Makes the queue of a layer of the calling thread's.
    init(_ settings: Settings = Settings()) {
        state = State(settings: settings, owner: ObjectIdentifier(ThreadState.current))
    }

    private func locked<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    /// What drawables are to be from now on.
    var settings: Settings { locked { $0.settings } }

    func update(_ body: (inout Settings) -> Void) { locked { body(&$0.settings) } }

    /// How often memory was made for pixels, as none could be used again.
    var madeMemories: Int { locked { $0.madeMemories } }

    // MARK: The thread that shows

    /// Whether the calling thread is the one that shows.
    var isOwned: Bool { locked { $0.owner == ObjectIdentifier(ThreadState.current) } }

    /// The calling thread shows from now on.
    ///
    /// - Returns: what was presented while nobody could show it.
    func own(isInTree: Bool, wake: (@Sendable () -> Void)?, layerSize: CGSize) -> ImageResource? {
        locked { state in
            state.owner = ObjectIdentifier(ThreadState.current)
            (state.isInTree, state.wake, state.settings.layerSize) = (isInTree, wake, layerSize)
            if !isInTree { state.lastShown = nil }
            return state.unseen.take()
        }
    }

    /// What is known of the time when a drawable is to be shown.
    struct Moment {
        /// *Units*: seconds of the tree's time.
        var now: Double
        /// The refreshes, at each of which one is shown; nil where that does not matter.
        var grid: RefreshGrid?
        /// The clock of the tree, where it has one of its own.
        var clock: VirtualClock?
        /// Whether everything is shown at once.
        var isAny = false
    }

    /// When the first one that waits is to be shown, minus infinity for at once; nil where none waits.
    func nextTime(_ moment: Moment) -> Double? {
        locked { state in state.waiting.first.map { due($0, state, moment) } }
    }

    private func due(_ waiting: Waiting, _ state: State, _ moment: Moment) -> Double {
        if moment.isAny { return -.infinity }
        var due = -Double.infinity
        if let time = waiting.time { due = moment.clock?.treeTime(ofMediaTime: time) ?? time }
        guard let last = state.lastShown else { return due }
        if let minimum = waiting.minimum { due = max(due, last + minimum) }
        if let grid = moment.grid { due = max(due, grid.time(grid.last(upTo: last) + 1)) }
        return due
    }

    /// Takes out the one that is to be shown now, which `front` is from now on, and those before it that nobody would see; nil where none
    /// is due.
    func takeDue(_ moment: Moment) -> (shown: Waiting, dropped: [Waiting])? {
        locked { state in
            func isDue(_ waiting: Waiting) -> Bool { due(waiting, state, moment) <= moment.now + 1e-9 }
            guard let first = state.waiting.first, isDue(first) else { return nil }
            state.waiting.removeFirst()
            var (shown, dropped) = (first, [Waiting]())
            // Where refreshes count the next one is not due before the next.
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

    /// Where a drawable that was presented goes.
    enum Place {
        /// The calling thread shows it.
        case own
        /// The thread that shows is to look.
        case others(wake: (@Sendable () -> Void)?)
        /// The layer is in no tree: the last one will be shown when it comes into one, and these are told that they are not.
        case nowhere([Waiting], before: ImageResource?)
    }

    /// Puts a drawable behind those that wait.
    func append(_ waiting: Waiting) -> Place {
        locked { state in
            waiting.drawable.slot.isUsed = true
            state.waiting.append(waiting)
            if state.owner == ObjectIdentifier(ThreadState.current) { return .own }
            if state.isInTree {
                if state.waiters > 0 { signal.signal() }
                return .others(wake: state.wake)
            }
            // What goes gives its memory back under the same lock: it is handed out.
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

    /// Takes a place for a drawable; where none is free it waits once, until one is, another drawable can be shown, or the time has come.
    ///
    /// - Parameter deadline: in seconds of the machine's clock; minus infinity does not wait.
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

    /// Hears that nobody has a drawable any more; its memory, if it was not presented, is used again.
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

    /// How much memory is kept that nobody uses: what two drawables of each kind take, and what images in flight give back.
    private static let mostSpare = 8

    /// Memory of so many words, with whatever was in it last; of zeros where it is new.
    func memory(_ count: Int) -> [UInt32] {
        let found: [UInt32]? = locked { state in
            if let index = state.spare.lastIndex(where: { $0.count == count }) { return state.spare.remove(at: index) }
            state.madeMemories += 1
            // Of another size: the layer's has changed.
            state.spare.removeAll { $0.count != 2 * count && 2 * $0.count != count }
            return nil
        }
        return found ?? [UInt32](repeating: 0, count: count)
    }

    /// Takes memory back.
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
