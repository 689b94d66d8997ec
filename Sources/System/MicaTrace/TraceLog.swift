import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a program does, noted while somebody wants to know: when things began and ended, on which thread.
///
/// It is off until it is started, and then a span costs one load of a flag and no memory. Spans are of commits, frames, passes and
/// tiles, never of layers.
///
/// Thread rules: everything may be called from any thread.
package enum TraceLog {
    /// Whether something is noted.
    @inlinable package static var isOn: Bool { flag.load(ordering: .relaxed) }

    /// Whether events are kept: what takes some work to find out is found out for these.
    package static var isRecording: Bool { isOn && notes.withLock { $0.isRecording } }

    @usableFromInline static let flag = Atomic(false)
    private static let notes = Mutex(Notes())

    private struct Notes {
        /// Whether events are kept.
        var isRecording = false
        var events: [TraceEvent] = []
        var threads: [UInt: Int32] = [:]
        var left = 0
        var most = 0
        /// How many want to know what threads are busy with, and what that was lately.
        var meters = 0
        var finder = WorkFinder()
        var works: [ThreadWork] = []
    }

    /// How many works are kept for meters.
    private static let mostWorks = 1024

    /// Begins to note, with nothing noted before.
    ///
    /// - Parameter most: how many events are noted; what comes later is counted and left out.
    package static func start(most: Int = 4_000_000) {
        notes.withLock { notes in
            (notes.isRecording, notes.events, notes.threads) = (true, [], [:])
            (notes.left, notes.most, notes.finder) = (0, most, WorkFinder())
        }
        flag.store(true, ordering: .relaxed)
    }

    /// Ends, and takes out what was noted, in the order in which it was noted.
    ///
    /// - Returns: the events, and how many there was no room for.
    package static func stop() -> (events: [TraceEvent], left: Int) {
        notes.withLock { notes in
            flag.store(notes.meters > 0, ordering: .relaxed)
            defer { (notes.isRecording, notes.events, notes.left) = (false, [], 0) }
            return (notes.events, notes.left)
        }
    }

    /// One more, or one less, wants to know what threads are busy with.
    static func meter(_ change: Int) {
        notes.withLock { notes in
            notes.meters += change
            if notes.meters == 0 { (notes.works, notes.finder) = ([], WorkFinder()) }
            flag.store(notes.isRecording || notes.meters > 0, ordering: .relaxed)
        }
    }

    /// What threads were busy with that ended after a time, in nanoseconds of the machine's clock.
    static func works(after time: UInt64) -> [ThreadWork] {
        notes.withLock { $0.works.filter { $0.ended > time } }
    }

    /// Something begins; it ends with `TraceSpan.end()` on the same thread, after all that begins within it.
    @inlinable
    package static func begin(_ name: TraceName, _ value: Int = 0) -> TraceSpan {
        guard isOn else { return TraceSpan(name: name, isOn: false) }
        note(.begin, name, value)
        return TraceSpan(name: name, isOn: true)
    }

    /// Something happens that takes no time.
    ///
    /// - Parameter flow: the number of the commit that it belongs to; 0 for none.
    @inlinable
    package static func instant(_ name: TraceName, flow: UInt64 = 0) {
        if isOn { note(.instant, name, Int(truncatingIfNeeded: flow)) }
    }

    /// Something counted has a value from now on.
    @inlinable
    package static func count(_ name: TraceName, _ value: @autoclosure () -> Int) {
        if isOn { note(.counter, name, value()) }
    }

    @usableFromInline
    static func note(_ kind: TraceEvent.Kind, _ name: TraceName, _ value: Int) {
        let (time, thread) = (now, currentThread)
        notes.withLock {
            let known = $0.threads[thread]
            let number = known ?? Int32($0.threads.count)
            if known == nil { $0.threads[thread] = number }
            let event = TraceEvent(time: time, thread: number, kind: kind, name: name, value: value)
            if $0.meters > 0, let work = $0.finder.take(event) {
                if $0.works.count >= mostWorks { $0.works.removeFirst(mostWorks / 2) }
                $0.works.append(work)
            }
            guard $0.isRecording else { return }
            guard $0.events.count < $0.most else { return $0.left += 1 }
            $0.events.append(event)
        }
    }

    private static var currentThread: UInt {
        #if canImport(Musl)
        unsafe UInt(bitPattern: pthread_self())
        #else
        UInt(pthread_self())
        #endif
    }

    /// The machine's monotonic clock, in nanoseconds.
    package static var now: UInt64 {
        var time = timespec()
        // The call writes the value that it is given, and fails for no clock that exists.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Something that has begun.
package struct TraceSpan {
    @usableFromInline let name: TraceName
    @usableFromInline let isOn: Bool

    @usableFromInline init(name: TraceName, isOn: Bool) { (self.name, self.isOn) = (name, isOn) }

    /// It ends now.
    @inlinable
    package func end() {
        if isOn { TraceLog.note(.end, name, 0) }
    }
}

/// Something that was noted.
package struct TraceEvent: Sendable, Equatable {
    /// When, in nanoseconds of the machine's monotonic clock.
    package var time: UInt64
    /// The thread: 0 for the first that something was noted of, and so on.
    package var thread: Int32
    /// What sort of event.
    package var kind: Kind
    /// What it is about.
    package var name: TraceName
    /// The value of a counter, the flow of an instant, or what a span is of: a pass, a tile.
    package var value: Int

    package init(time: UInt64, thread: Int32, kind: Kind, name: TraceName, value: Int) {
        (self.time, self.thread, self.kind, self.name, self.value) = (time, thread, kind, name, value)
    }

    /// The sorts of events.
    package enum Kind: UInt8, Sendable { case begin, end, instant, counter }
}

/// What events are about.
package enum TraceName: UInt8, Sendable, CaseIterable {
    // The client. A turn is what its thread does from when it woke until it sleeps.
    case turn, transaction, layout, display, prepareImages, commit
    // The server.
    case frame, apply, evaluate, build
    // The compositor.
    case draw, pass, tiles, tile, present
    // Anywhere.
    case decode
    // Instants that flows go through, from the commit to the frame that shows it.
    case sent, applied, presented
    // Counters.
    case layers, ops, passes, damagedPixels, cacheHits, cacheMisses, particles, imageBytes, passBytes
}
