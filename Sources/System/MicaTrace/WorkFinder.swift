/// A thread's work that may delay a frame.
package struct ThreadWork: Sendable, Equatable {
    /// The kind of work.
    package enum Kind: String, Sendable, CaseIterable {
        /// A turn of the client's thread, from waking until its last commit was sent.
        case commit
        /// A frame: evaluation, building and drawing.
        case render
    }

    /// The kind of work.
    package var kind: Kind
    /// The begin and end of the work, in nanoseconds of the machine's monotonic clock.
    package var began: UInt64, ended: UInt64

    package init(_ kind: Kind, began: UInt64, ended: UInt64) {
        (self.kind, self.began, self.ended) = (kind, began, ended)
    }
}

/// Finds the times of commits and frames in the events of a trace, as the events arrive.
package struct WorkFinder: Sendable {
    fileprivate struct Open {
        var name: TraceName
        var time: UInt64
    }

    fileprivate struct Track {
        var open: [Open] = []
        /// The end of the last transaction that sent something since the outermost span began.
        var sent: UInt64?
        var hasSent = false
        /// A frame that has been built and not drawn yet.
        var frame: (began: UInt64, length: UInt64)?
    }

    private var tracks: [Int32: Track] = [:]

    /// Makes a finder without any events.
    package init() {}

    /// Takes an event; returns the work that it ends.
    package mutating func take(_ event: TraceEvent) -> ThreadWork? {
        switch event.kind {
        case .begin: tracks[event.thread, default: Track()].open.append(Open(name: event.name, time: event.time))
        case .instant: if event.name == .sent { tracks[event.thread, default: Track()].hasSent = true }
        case .counter: break
        case .end: return tracks[event.thread, default: Track()].end(at: event.time)
        }
        return nil
    }

    /// Ends the trace. Returns the frames that were built and not drawn.
    package mutating func finish() -> [ThreadWork] {
        let works = tracks.values.compactMap { track in
            track.frame.map { ThreadWork(.render, began: $0.began, ended: $0.began + $0.length) }
        }
        tracks = [:]
        return works
    }
}

extension WorkFinder.Track {
    fileprivate mutating func end(at time: UInt64) -> ThreadWork? {
        guard let span = open.popLast() else { return nil }
        switch span.name {
        case .transaction, .turn:
            if span.name == .transaction, hasSent { (sent, hasSent) = (time, false) }
            guard !open.contains(where: { $0.name == .turn || $0.name == .transaction }), let ended = sent else {
                return nil
            }
            sent = nil
            return ThreadWork(.commit, began: span.time, ended: ended)
        case .frame:
            // A frame that was not drawn took its time all the same.
            let before = frame.map { ThreadWork(.render, began: $0.began, ended: $0.began + $0.length) }
            frame = (span.time, time - span.time)
            return before
        case .draw:
            let built = frame
            frame = nil
            let began = built?.began ?? span.time
            return ThreadWork(.render, began: began, ended: began + (built?.length ?? 0) + (time - span.time))
        default: return nil
        }
    }
}

/// A meter of threads' work: while it exists, `TraceLog` stores the recent works.
package final class WorkMeter: Sendable {
    package init() { TraceLog.meter(1) }

    deinit { TraceLog.meter(-1) }

    /// The works that ended after a time, in nanoseconds of the machine's clock; only the last few hundred are stored.
    package func works(after time: UInt64) -> [ThreadWork] { TraceLog.works(after: time) }
}
