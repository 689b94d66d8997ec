import Foundation
import MicaTrace

/// A recording of a program's work, as numbers and as a file for ui.perfetto.dev and `trace_processor`.
///
/// While it runs, it records spans of transactions, layout, display, commits, evaluation, building, passes and tiles,
/// of all trees and threads of the process. Without a recording, nothing is recorded.
public struct PerformanceTrace: Sendable {
    /// The recorded events, in order.
    package var events: [TraceEvent]
    /// The number of events that exceeded the buffer.
    public package(set) var omittedEvents: Int
    /// The names of the program's signposts.
    package var signposts = SignpostNames()

    /// Makes a trace of events.
    package init(events: [TraceEvent], omittedEvents: Int = 0, signposts: SignpostNames = SignpostNames()) {
        (self.events, self.omittedEvents, self.signposts) = (events, omittedEvents, signposts)
    }

    /// Begins a recording. A process has one recording at a time; a second call starts anew.
    public static func begin() { TraceLog.start() }

    /// Ends the recording.
    public static func end() -> PerformanceTrace {
        let (events, omitted, signposts) = TraceLog.stop()
        return PerformanceTrace(events: events, omittedEvents: omitted, signposts: signposts)
    }

    /// The number of frames shown.
    public var frameCount: Int { events.count { $0.kind == .instant && $0.name == .presented } }

    /// The trace in Perfetto's form.
    ///
    /// Each thread is a track, and each counter has its own track; so have the program's signposts (`os_signpost`), by name, with one
    /// more for each interval that overlaps others of its name. A flow leads from the commit of a transaction,
    /// through its application in the server, to the first frame that shows it. Times count from the first event.
    ///
    /// *Source*: the messages Trace, TracePacket, TrackDescriptor and TrackEvent of google/perfetto, protos/perfetto/trace.
    public func perfettoData() -> Data {
        var writer = ProtobufWriter()
        let start = events.first?.time ?? 0
        var threads: [Int32] = [], counters: [TraceName] = []
        for event in events {
            if event.kind == .counter {
                if !counters.contains(event.name) { counters.append(event.name) }
            } else if !threads.contains(event.thread) {
                threads.append(event.thread)
            }
        }
        let client = events.first { $0.name == .transaction || $0.name == .commit }?.thread
        describe(&writer, threads.sorted(), counters, client: client)
        var flows = Flows()
        for event in Self.closed(events) {
            writer.message(1) { packet in
                packet.unsigned(8, event.time - start)
                packet.unsigned(10, 1)
                packet.message(11) { write(event, into: &$0, &flows) }
            }
        }
        return Data(writer.bytes)
    }

    private static let process: UInt64 = 1

    private static func track(_ thread: Int32) -> UInt64 {
        thread < 0 ? UInt64(1) << 40 + UInt64(-1 - Int64(thread)) : 16 + UInt64(thread) * 2
    }

    private static func track(_ counter: TraceName) -> UInt64 { 17 + UInt64(counter.rawValue) * 2 }

    private func describe(
        _ writer: inout ProtobufWriter, _ threads: [Int32], _ counters: [TraceName], client: Int32?
    ) {
        let pid = Int(ProcessInfo.processInfo.processIdentifier)
        func packet(_ uuid: UInt64, _ body: (inout ProtobufWriter) -> Void) {
            writer.message(1) { packet in
                packet.unsigned(10, 1)
                packet.message(60) {
                    $0.unsigned(1, uuid)
                    body(&$0)
                }
            }
        }
        packet(Self.process) { track in
            track.message(3) {
                $0.integer(1, pid)
                $0.text(6, ProcessInfo.processInfo.processName)
            }
        }
        for thread in threads {
            packet(Self.track(thread)) { track in
                track.unsigned(5, Self.process)
                guard thread >= 0 else { return track.text(2, signposts.lanes[-1 - Int(thread)]) }
                track.message(4) {
                    $0.integer(1, pid)
                    $0.integer(2, pid + 1 + Int(thread))
                    $0.text(5, thread == client ? "client" : "thread \(thread)")
                }
            }
        }
        for counter in counters {
            packet(Self.track(counter)) { track in
                track.text(2, "\(counter)")
                track.unsigned(5, Self.process)
                track.message(8) { _ in }
            }
        }
    }

    private func write(_ event: TraceEvent, into writer: inout ProtobufWriter, _ flows: inout Flows) {
        switch event.kind {
        case .begin:
            writer.unsigned(9, 1)
            writer.unsigned(11, Self.track(event.thread))
            writer.text(23, title(of: event))
        case .end:
            writer.unsigned(9, 2)
            writer.unsigned(11, Self.track(event.thread))
        case .instant:
            writer.unsigned(9, 3)
            writer.unsigned(11, Self.track(event.thread))
            writer.text(23, title(of: event))
            if event.name != .signpost { Self.writeFlows(of: event, into: &writer, &flows) }
        case .counter:
            writer.unsigned(9, 4)
            writer.unsigned(11, Self.track(event.name))
            writer.integer(30, event.value)
        }
    }

    /// The title of a span or an instant: its subject, with the number of the object that it is about, or a signpost's text.
    private func title(of event: TraceEvent) -> String {
        if event.name == .signpost { return signposts.texts[event.value] }
        return event.kind == .begin && event.value > 0 ? "\(event.name) \(event.value)" : "\(event.name)"
    }

    /// Commits in flight: sent commits, and applied commits that no frame shows yet.
    private struct Flows {
        var sent: Set<UInt64> = []
        var applied: [UInt64] = []
    }

    /// A frame ends the flows of all earlier commits of its tree. Commits sent before the trace began have no flow.
    private static func writeFlows(
        of event: TraceEvent, into writer: inout ProtobufWriter, _ flows: inout Flows
    ) {
        let flow = UInt64(bitPattern: Int64(event.value))
        guard flow > 0 else { return }
        switch event.name {
        case .sent:
            flows.sent.insert(flow)
            writer.fixed64(47, flow)
        case .applied:
            guard flows.sent.remove(flow) != nil else { return }
            flows.applied.append(flow)
            writer.fixed64(47, flow)
        default:
            for ended in flows.applied where ended >> 32 == flow >> 32 && ended <= flow { writer.fixed64(48, ended) }
            flows.applied.removeAll { $0 >> 32 == flow >> 32 && $0 <= flow }
        }
    }

    /// The events, with ends added for open spans, and without ends of spans that began before the trace.
    package static func closed(_ events: [TraceEvent]) -> [TraceEvent] {
        var open: [Int32: Int] = [:]
        var result: [TraceEvent] = []
        result.reserveCapacity(events.count)
        for event in events {
            switch event.kind {
            case .begin: open[event.thread, default: 0] += 1
            case .end:
                guard let depth = open[event.thread], depth > 0 else { continue }
                open[event.thread] = depth - 1
            case .instant, .counter: break
            }
            result.append(event)
        }
        guard let last = events.last else { return result }
        for (thread, depth) in open.sorted(by: { $0.key < $1.key }) {
            for _ in 0..<depth {
                result.append(TraceEvent(time: last.time, thread: thread, kind: .end, name: .frame, value: 0))
            }
        }
        return result
    }
}
