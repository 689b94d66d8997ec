import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A record of a program's work, kept on request: the begin and end of spans, with their threads.
///
/// It is off until it is started; a span then costs one load of a flag and no memory. Spans cover commits, frames,
/// passes and tiles, never layers.
///
/// Thread rules: any thread may call any function.
package enum TraceLog {
    /// Whether anything is recorded.
    @inlinable package static var isOn: Bool { flag.load(ordering: .relaxed) }

    /// Whether events are stored. Values that take some work to find are only found for stored events.
    package static var isRecording: Bool { isOn && notes.withLock { $0.isRecording } }

    @usableFromInline static let flag = Atomic(false)
    private static let notes = Mutex(Notes())

    private struct Notes {
        /// Whether events are stored.
        var isRecording = false
        var events: [TraceEvent] = []
        var threads: [UInt: Int32] = [:]
        var left = 0
        var most = 0
        /// The number of meters, which want the recent work of threads.
        var meters = 0
        var finder = WorkFinder()
        var works: [ThreadWork] = []
        var signposts = SignpostLanes()

        /// Stores an event, if there is room.
        mutating func record(_ event: TraceEvent) {
            if events.count < most { events.append(event) } else { left += 1 }
        }
    }

    /// The most works that are stored for meters.
    private static let mostWorks = 1024

    /// Starts recording, with no events.
    ///
    /// - Parameter most: the most events; later ones are only counted.
    package static func start(most: Int = 4_000_000) {
        notes.withLock { notes in
            (notes.isRecording, notes.events, notes.threads) = (true, [], [:])
            (notes.left, notes.most, notes.finder) = (0, most, WorkFinder())
            notes.signposts = SignpostLanes()
        }
        flag.store(true, ordering: .relaxed)
    }

    /// Stops recording. Returns the recorded events in order.
    ///
    /// - Returns: the events, the number of events that did not fit, and the names of signposts.
    package static func stop() -> (events: [TraceEvent], left: Int, signposts: SignpostNames) {
        notes.withLock { notes in
            flag.store(notes.meters > 0, ordering: .relaxed)
            defer {
                (notes.isRecording, notes.events, notes.left) = (false, [], 0)
                notes.signposts = SignpostLanes()
            }
            return (notes.events, notes.left, SignpostNames(lanes: notes.signposts.names, texts: notes.signposts.texts))
        }
    }

    /// Adds or removes a meter.
    static func meter(_ change: Int) {
        notes.withLock { notes in
            notes.meters += change
            if notes.meters == 0 { (notes.works, notes.finder) = ([], WorkFinder()) }
            flag.store(notes.isRecording || notes.meters > 0, ordering: .relaxed)
        }
    }

    /// The works of threads that ended after a time, in nanoseconds of the machine's clock.
    static func works(after time: UInt64) -> [ThreadWork] {
        notes.withLock { $0.works.filter { $0.ended > time } }
    }

    /// Begins a span. `TraceSpan.end()` ends it on the same thread, after all spans that begin within it.
    @inlinable
    package static func begin(_ name: TraceName, _ value: Int = 0) -> TraceSpan {
        guard isOn else { return TraceSpan(name: name, isOn: false) }
        note(.begin, name, value)
        return TraceSpan(name: name, isOn: true)
    }

    /// Records an event without a length.
    ///
    /// - Parameter flow: the number of the commit that it belongs to; 0 for none.
    @inlinable
    package static func instant(_ name: TraceName, flow: UInt64 = 0) {
        if isOn { note(.instant, name, Int(truncatingIfNeeded: flow)) }
    }

    /// Records the value of a counter from now on.
    @inlinable
    package static func count(_ name: TraceName, _ value: @autoclosure () -> Int) {
        if isOn { note(.counter, name, value()) }
    }

    @usableFromInline
    static func note(_ kind: TraceEvent.Kind, _ name: TraceName, _ value: Int) {
        let (time, thread) = (MonotonicClock.nanoseconds, currentThread)
        notes.withLock {
            let known = $0.threads[thread]
            let number = known ?? Int32($0.threads.count)
            if known == nil { $0.threads[thread] = number }
            let event = TraceEvent(time: time, thread: number, kind: kind, name: name, value: value)
            if $0.meters > 0, let work = $0.finder.take(event) {
                if $0.works.count >= mostWorks { $0.works.removeFirst(mostWorks / 2) }
                $0.works.append(work)
            }
            if $0.isRecording { $0.record(event) }
        }
    }

    /// Records a signpost of the program: an instant, or the begin or end of an interval, which may be on different threads.
    ///
    /// - Parameters:
    ///   - id: the number that tells apart intervals of one name.
    ///   - text: the text of the event; unused for an end.
    package static func signpost(_ kind: TraceEvent.Kind, _ name: String, id: UInt64, text: @autoclosure () -> String) {
        guard isRecording else { return }
        let (time, text) = (MonotonicClock.nanoseconds, text())
        notes.withLock {
            guard $0.isRecording, $0.events.count < $0.most || kind == .end else { return $0.left += 1 }
            guard let (lane, number) = $0.signposts.place(kind, name, id: id, text: text) else { return }
            $0.record(TraceEvent(time: time, thread: -1 - lane, kind: kind, name: .signpost, value: number))
        }
    }

    private static var currentThread: UInt {
        #if canImport(Musl)
        unsafe UInt(bitPattern: pthread_self())
        #else
        UInt(pthread_self())
        #endif
    }
}

/// The names that signposts of a trace refer to.
package struct SignpostNames: Sendable, Equatable {
    /// The name of each lane. The events of lane `n` have the thread `-1 - n`.
    package var lanes: [String] = []
    /// The texts, to which the events' values are indices.
    package var texts: [String] = []

    package init(lanes: [String] = [], texts: [String] = []) { (self.lanes, self.texts) = (lanes, texts) }
}

/// A span that has begun.
package struct TraceSpan {
    @usableFromInline let name: TraceName
    @usableFromInline let isOn: Bool

    @usableFromInline init(name: TraceName, isOn: Bool) { (self.name, self.isOn) = (name, isOn) }

    /// Ends the span.
    @inlinable
    package func end() {
        if isOn { TraceLog.note(.end, name, 0) }
    }
}

/// A recorded event.
package struct TraceEvent: Sendable, Equatable {
    /// The time, in nanoseconds of the machine's monotonic clock.
    package var time: UInt64
    /// The thread's number: 0 for the first thread with an event, and so on; below 0 for a lane of signposts.
    package var thread: Int32
    /// The kind of event.
    package var kind: Kind
    /// The subject of the event.
    package var name: TraceName
    /// The value of a counter, the flow of an instant, or the number of a span's object: a pass, a tile.
    package var value: Int

    package init(time: UInt64, thread: Int32, kind: Kind, name: TraceName, value: Int) {
        (self.time, self.thread, self.kind, self.name, self.value) = (time, thread, kind, name, value)
    }

    /// The kinds of events.
    package enum Kind: UInt8, Sendable { case begin, end, instant, counter }
}

/// The subjects of events.
package enum TraceName: UInt8, Sendable, CaseIterable {
    // The client. A turn is the work of its thread from waking until sleeping.
    case turn, transaction, layout, display, prepareImages, commit
    // The server.
    case frame, apply, evaluate, build
    // The compositor.
    case draw, pass, tiles, tile, present
    // Any thread.
    case decode
    // The program's own signposts.
    case signpost
    // Instants that flows connect, from the commit to the frame that shows it.
    case sent, applied, presented
    // Counters.
    case layers, ops, passes, damagedPixels, cacheHits, cacheMisses, particles, imageBytes, passBytes
}
