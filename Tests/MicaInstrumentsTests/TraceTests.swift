import CoreGraphics
import Foundation
import Mica
import MicaInstruments
import MicaTrace
import QuartzCore
import Testing
import os

/// Traces and hitches. There is one recording in a process, so that these tests run one after the other; other suites draw meanwhile,
/// and are noted too.
@Suite(.serialized) struct TraceTests {
    /// A run of some frames.
    private func record(frames: Int) -> PerformanceTrace {
        let scene = OverlayScene()
        PerformanceTrace.begin()
        for frame in 0..<frames { _ = scene.renderer.image(at: Double(frame) / 60) }
        return PerformanceTrace.end()
    }

    @Test func each_begin_has_an_end_on_its_thread() {
        let trace = record(frames: 30)
        var open: [Int32: [TraceName]] = [:]
        for event in PerformanceTrace.closed(trace.events) {
            if event.kind == .begin { open[event.thread, default: []].append(event.name) }
            // Spans that were open at the end of the recording get an end without a name.
            if event.kind == .end { #expect(open[event.thread]?.popLast() != nil) }
        }
        #expect(open.values.allSatisfy { $0.isEmpty })
        #expect(trace.frameCount >= 30)
        let names = Set(trace.events.map(\.name))
        for name in [
            TraceName.transaction, .layout, .display, .commit, .frame, .apply, .evaluate, .build, .draw, .pass, .tile,
            .present, .layers, .ops, .passes, .damagedPixels, .cacheHits, .cacheMisses, .particles, .imageBytes,
            .passBytes,
        ] {
            #expect(names.contains(name), "\(name)")
        }
        #expect(trace.events.contains { $0.name == .sent } && trace.events.contains { $0.name == .applied })
    }

    @Test func nothing_is_noted_while_nobody_looks() {
        _ = PerformanceTrace.end()
        let scene = OverlayScene()
        _ = scene.renderer.image(at: 0.5)
        #expect(PerformanceTrace.end().events.isEmpty)
    }

    /// 10,000 frames of 1.5 kB would be 15 MB.
    @Test func a_frame_takes_less_than_two_kilobytes() {
        let trace = record(frames: 200)
        #expect(trace.perfettoData().count / trace.frameCount < 2_000)
    }

    @Test func what_had_not_ended_is_ended() throws {
        func event(_ time: UInt64, _ kind: TraceEvent.Kind, _ name: TraceName) -> TraceEvent {
            TraceEvent(time: time, thread: 0, kind: kind, name: name, value: 0)
        }
        let trace = PerformanceTrace(events: [event(1, .end, .build), event(2, .begin, .draw), event(3, .begin, .pass)])
        let packets = try TracePackets(trace.perfettoData())
        #expect(packets.types == [1, 1, 2, 2])
    }

    /// Intervals that overlap have a lane each; one that ends on another thread is in the lane that it began in.
    @Test func signposts_of_the_program_are_in_the_trace() throws {
        let (poster, log) = (OSSignposter(subsystem: "a", category: "net"), OSLog(subsystem: "a", category: "net"))
        PerformanceTrace.begin()
        let first = poster.beginInterval("load", id: poster.makeSignpostID(), "file \(1)")
        let second = poster.beginInterval("load", id: poster.makeSignpostID())
        DispatchQueue.concurrentPerform(iterations: 1) { _ in poster.endInterval("load", first) }
        poster.endInterval("load", first)
        poster.endInterval("load", second)
        os_signpost(.event, log: log, name: "hit", "%d", 7)
        os_signpost(.end, log: log, name: "load", signpostID: OSSignpostID(4))
        let trace = PerformanceTrace.end()
        let events = trace.events.filter { $0.name == .signpost }
        #expect(events.map(\.kind) == [.begin, .begin, .end, .end, .instant])
        #expect(events.map(\.thread) == [-1, -2, -1, -2, -3])
        #expect(trace.signposts.lanes == ["net: load", "net: load", "net: hit"])
        #expect(
            events.filter { $0.kind != .end }.map { trace.signposts.texts[$0.value] } == [
                "load: file 1", "load", "hit: 7",
            ])
        #expect(try TracePackets(trace.perfettoData()).titles.isSuperset(of: ["load: file 1", "hit: 7"]))
        os_signpost(.event, log: log, name: "later")
        #expect(
            !PerformanceTrace.end().events.contains { $0.name == .signpost }, "without a recording nothing is stored")
    }

    /// Transactions of 30 ms and drawings of 30 ms: each is late by one refresh of a sixtieth of a second.
    @Test func long_commits_and_long_draws_are_named_as_what_they_are() {
        var events: [TraceEvent] = []
        func span(_ name: TraceName, _ start: Double, _ length: Double, thread: Int32) {
            for (time, kind) in [(start, TraceEvent.Kind.begin), (start + length, .end)] {
                events.append(
                    TraceEvent(time: UInt64(time * 1e9), thread: thread, kind: kind, name: name, value: 0))
            }
        }
        for frame in 0..<120 {
            let start = 1 + Double(frame) / 60
            let length = frame == 30 ? 0.030 : 0.002
            // A frame that takes two refreshes skips the next one.
            if frame != 31 {
                span(.turn, start, length, thread: 0)
                span(.transaction, start + length / 4, length * 3 / 4, thread: 0)
                let sent = UInt64((start + length / 2) * 1e9)
                events.append(TraceEvent(time: sent, thread: 0, kind: .instant, name: .sent, value: frame + 1))
            }
            if frame == 61 { continue }
            span(.frame, start + 0.0001, 0.001, thread: 1)
            span(.draw, start + 0.0012, frame == 60 ? 0.030 : 0.003, thread: 1)
        }
        events.sort { $0.time < $1.time }
        let report = HitchReport(PerformanceTrace(events: events), duration: 2)
        #expect(report.hitches.map(\.kind) == [.commit, .render])
        #expect(abs(report.millisecondsPerSecond() - 1000.0 / 60) < 1)
        #expect(abs(report.millisecondsPerSecond(.commit) - 500.0 / 60) < 1)
        #expect(abs(report.hitches[0].duration - 0.030) < 0.001 && abs(report.hitches[1].duration - 0.031) < 0.001)
        #expect(report.description.contains("commit hitch: it took 30.0 ms, the frame came 16.7 ms late"))
    }

    /// A real transaction that sleeps, through everything that notes it.
    @Test func a_transaction_that_sleeps_is_a_commit_hitch() {
        final class Sleeper: CALayer {
            override func layoutSublayers() { Thread.sleep(forTimeInterval: 0.030) }
        }
        let root = Sleeper()
        root.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        let renderer = LayerRenderer(layer: root, threads: 1)
        PerformanceTrace.begin()
        root.setNeedsLayout()
        for frame in 0..<4 { _ = renderer.image(at: Double(frame) / 60) }
        let report = HitchReport(PerformanceTrace.end(), duration: 1)
        #expect(report.hitches.contains { $0.kind == .commit && $0.duration >= 0.030 })
    }
}

/// The types of the events in a trace, read only by the form of protocol buffers.
private struct TracePackets {
    var types: [UInt64] = []
    /// The names of spans and instants.
    var titles: Set<String> = []

    struct Fault: Error {}

    init(_ data: Data) throws {
        for (field, body) in try Self.fields([UInt8](data)) where field == 1 {
            for (inner, event) in try Self.fields(body) where inner == 11 {
                for (number, value) in try Self.fields(event) {
                    if number == 9 { types.append(UInt64(value[0])) }
                    if number == 23 { titles.insert(String(decoding: value, as: UTF8.self)) }
                }
            }
        }
    }

    /// The fields of a message; of numbers the bytes of the varint.
    private static func fields(_ bytes: [UInt8]) throws -> [(UInt64, [UInt8])] {
        var (fields, offset): ([(UInt64, [UInt8])], Int) = ([], 0)
        func varint() throws -> UInt64 {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while true {
                guard offset < bytes.count, shift < 64 else { throw Fault() }
                value |= UInt64(bytes[offset] & 0x7F) << shift
                offset += 1
                if bytes[offset - 1] < 0x80 { return value }
                shift += 7
            }
        }
        while offset < bytes.count {
            let key = try varint()
            let start = offset
            switch key & 7 {
            case 0:
                _ = try varint()
                fields.append((key >> 3, Array(bytes[start..<offset])))
            case 1:
                guard offset + 8 <= bytes.count else { throw Fault() }
                offset += 8
                fields.append((key >> 3, Array(bytes[start..<offset])))
            case 2:
                let count = Int(try varint())
                guard offset + count <= bytes.count else { throw Fault() }
                fields.append((key >> 3, Array(bytes[offset..<offset + count])))
                offset += count
            default: throw Fault()
            }
        }
        return fields
    }
}
