import Foundation
import MicaCommandLine
import MicaInstruments
import MicaSurface
import QuartzCore

/// `mica trace`: how long drawing takes.
enum TraceCommand {
    /// `mica trace --help`.
    static let help = """
        usage: mica trace INPUT [-o FILE] [OPTIONS]
               mica trace INPUT --html -o FILE [OPTIONS]

        Draws the frames of a document, of an example of 'mica play --list' or of a capture one after the other, and
        records how long transactions, layout, display, commits, evaluation, building, passes and tiles take. FILE is a trace
        that ui.perfetto.dev opens. Prints the frames that would be late on a display, as commit hitches or render hitches,
        and the milliseconds of each second without motion; for a capture of a program's windows, the frames that were late.

          -o, --output FILE  the trace's file, usually .pftrace
          --html             write a page instead, with frame times, hitches and all that 'mica inspect --html' has
          --time T           the moment at which the page opens; default: the first that shows something
          --duration D       the length of the run, in seconds; default as the document plays, else 5
          --fps N            the display's refreshes a second, default 60
          --size WxH         the view, in points; default the document's own
          --scale S          pixels per point, default 1
          --state NAME       with this state's values
          --transition FROM:TO@T
                             from state FROM, which changes to TO at T seconds
          --large            accept documents of any size: only for your own
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "trace")
        var (inputs, input, rate, isPage) = ([String](), InstrumentInput(), 60.0, false)
        while let item = try arguments.next() {
            switch item {
            case .input(let path): inputs.append(path)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--large"): input.isLarge = true
            case .option("--html"): isPage = true
            case .option("--fps"): rate = try arguments.frameRate(of: "--fps").framesPerSecond
            case .option(let name):
                guard try input.take(name, &arguments) else {
                    throw arguments.unknown(
                        name, among: InstrumentInput.names + ["--help", "--html", "--large", "--fps"])
                }
            }
        }
        guard inputs.count == 1 else { throw arguments.wrong("one document, example or capture is drawn") }
        if isPage, input.output == nil { throw arguments.wrong("no output is named: -o FILE") }
        let run = try record(inputs[0], input, rate, needsTrace: input.output != nil && !isPage)
        if isPage {
            let page = InspectionPage(run.capture, title: inputs[0], time: input.time, report: run.report)
            try write(Array(page.html.utf8), to: input.output)
        } else if let trace = run.trace {
            try write([UInt8](trace.perfettoData()), to: input.output)
            if trace.omittedEvents > 0 {
                Console.error("mica: note: the trace is full: \(trace.omittedEvents) events are left out")
            }
        }
        if input.output != "-" { Console.print(run.report.description) }
        if run.failed { Console.end(ExitCode.failure) }
    }

    private static func write(_ bytes: [UInt8], to output: String?) throws {
        guard let output else { return }
        try AtomicFile.write(bytes, to: output == "-" ? "/dev/stdout" : output)
    }

    /// A run that was drawn, and what drawing it took.
    private struct Run {
        var capture: LayerCapture
        var report: HitchReport
        var trace: PerformanceTrace?
        var failed: Bool
    }

    private static func record(
        _ path: String, _ input: InstrumentInput, _ rate: Double, needsTrace: Bool
    ) throws -> Run {
        if InstrumentInput.isCapture(path) {
            let capture = try LayerCapture(contentsOfFile: path)
            let wasShown = capture.shownFrameCount > 0
            if wasShown, !needsTrace {
                return Run(
                    capture: capture, report: HitchReport(capture, refreshRate: rate), trace: nil, failed: false)
            }
            PerformanceTrace.begin()
            CaptureReplay(capture).play(framesPerSecond: rate) { _, _ in true }
            let trace = PerformanceTrace.end()
            let report =
                wasShown
                ? HitchReport(capture, refreshRate: rate)
                : HitchReport(trace, refreshRate: rate, duration: capture.duration)
            return Run(capture: capture, report: report, trace: trace, failed: false)
        }
        let (renderer, labels, duration, failed) = try input.renderer(path)
        let count = Int(min(max(1, (duration * rate).rounded()), 1e6))
        PerformanceTrace.begin()
        for frame in 0..<count { _ = renderer.image(at: Double(frame) / rate) }
        let trace = PerformanceTrace.end()
        var capture = renderer.capture()
        capture.label(renderer.layer, labels)
        return Run(
            capture: capture, report: HitchReport(trace, refreshRate: rate, duration: Double(count) / rate),
            trace: trace, failed: failed)
    }
}
