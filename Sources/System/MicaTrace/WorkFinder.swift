/// What a thread was busy with, because of which a frame may come late.
package struct ThreadWork: Sendable, Equatable {
    /// What it was.
    package enum Kind: String, Sendable, CaseIterable {
        /// A turn of the client's thread, from when it woke until its last commit was sent.
        case commit
        /// A frame: its evaluation, building and drawing.
        case render
    }

    /// What it was.
    package var kind: Kind
    /// When it began and when it was done, in nanoseconds of the machine's monotonic clock.
    package var began: UInt64, ended: UInt64

    package init(_ kind: Kind, began: UInt64, ended: UInt64) {
        (self.kind, self.began, self.ended) = (kind, began, ended)
    }
}

/// Finds in a trace's events, as they come, how long commits and frames took.
package struct WorkFinder: Sendable {
    fileprivate struct Open {
        var name: TraceName
        var time: UInt64
    }

    fileprivate struct Track {
        var open: [Open] = []
        /// When the last transaction ended that has sent something since the outermost span began.
        var sent: UInt64?
        var hasSent = false
        /// A frame that was built and is not drawn yet.
        var frame: (began: UInt64, length: UInt64)?
    }

    private var tracks: [Int32: Track] = [:]

    /// Makes one that has seen nothing.
    package init() {}

    /// Takes an event in; gives what is over by it.
    package mutating func take(_ event: TraceEvent) -> ThreadWork? {
        switch event.kind {
        case .begin: tracks[event.thread, default: Track()].open.append(Open(name: event.name, time: event.time))
        case .instant: if event.name == .sent { tracks[event.thread, default: Track()].hasSent = true }
        case .counter: break
        case .end: return tracks[event.thread, default: Track()].end(at: event.time)
        }
        return nil
    }

    /// What was drawn of a frame that nobody drew, when a trace is over.
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

/// Wants to know what threads are busy with, as long as it lives.
package final class WorkMeter: Sendable {
    package init() { TraceLog.meter(1) }

    deinit { TraceLog.meter(-1) }

    /// What threads were busy with that ended after a time, in nanoseconds of the machine's clock; the last few hundred works.
    package func works(after time: UInt64) -> [ThreadWork] { TraceLog.works(after: time) }
}
