import Foundation
import MicaCommandLine
import MicaExamples
import MicaInstruments
import MicaTrace
import QuartzCore

/// `mica-dev bench spans`: what the spans of traces cost while nobody records them.
enum SpanBench {
    /// `mica-dev bench spans --help`.
    static let help = """
        usage: mica-dev bench spans [EXAMPLE...]

        Measures what the hooks of traces cost where no trace is recorded: how long a span takes that notes nothing, how
        many of them a frame has, and which share of the frame's time that is. EXAMPLE is any of 'mica play --list';
        default those that move.

          SPAN,NANOSECONDS                        a span, begun and ended, that notes nothing; the least of nine runs
          SPANS,EXAMPLE,HOOKS a frame,MICROSECONDS a frame,PERCENT of its time
        """

    private static let frames = 120

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "bench spans")
        var chosen: [String] = []
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option(let name): throw arguments.unknown(name, among: ["--help"])
            case .input(let name):
                guard gallery.contains(where: { $0.id == name }) else {
                    throw arguments.wrong("there is no example '\(name)'" + didYouMean(name, among: gallery.map(\.id)))
                }
                chosen.append(name)
            }
        }
        let span = (0..<9).map { _ in spanTime() }.min() ?? 0
        Console.print(String(format: "SPAN,%.2f ns", span * 1e9))
        for example in gallery where chosen.isEmpty ? example.duration > 0 : chosen.contains(example.id) {
            let renderer = example.renderer(scale: 1, threads: 1)
            func draw(_ count: Int, from first: Int) -> Double {
                let began = MonotonicClock.nanoseconds
                for index in 0..<count { _ = renderer.bitmap(at: Double(first + index) / 60) }
                return Double(MonotonicClock.nanoseconds - began) * 1e-9
            }
            _ = draw(10, from: 0)
            let seconds = draw(frames, from: 10) / Double(frames)
            PerformanceTrace.begin()
            _ = draw(frames, from: 10 + frames)
            let events = PerformanceTrace.end().events
            // An end is part of its span's time.
            let hooks = Double(events.count { $0.kind != .end }) / Double(frames)
            Console.print(
                String(
                    format: "SPANS,%@,%.1f,%.1f us,%.3f %%", example.id, hooks, seconds * 1e6,
                    100 * hooks * span / seconds))
        }
    }

    /// The time of a span while recording is off, in seconds.
    @inline(never)
    private static func spanTime() -> Double {
        let (count, began) = (2_000_000, MonotonicClock.nanoseconds)
        for index in 0..<count {
            let span = TraceLog.begin(.tile, index)
            span.end()
        }
        return Double(MonotonicClock.nanoseconds - began) * 1e-9 / Double(count)
    }
}
