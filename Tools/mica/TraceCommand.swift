import Foundation
import MicaInstruments
import MicaSurface
import QuartzCore

/// `mica trace`: how long drawing takes.
enum TraceCommand {
    /// `mica trace --help`.
    static let help = """
        usage: mica trace INPUT [-o FILE] [OPTIONS]

        Draws the frames of a document, or of an example of 'mica gallery --list', one after the other, and records how long
        transactions, layout, display, commits, evaluation, building, passes and tiles take. FILE is a trace that
        ui.perfetto.dev opens. Printed is which frames would come late on a display, as commit hitches or render hitches, and
        how many milliseconds of each second would stand still.

          -o, --output FILE  where the trace is written to; .pftrace is the usual ending
          --duration D       how long the run is, in seconds; default as the document plays, else 5
          --fps N            how many refreshes a second the display has, default 60
          --size WxH         the view, in points; default the document's own
          --scale S          pixels per point, default 1
          --state NAME       with this state's values
          --transition FROM:TO@T
                             from state FROM, which changes to TO at T seconds
          --large            take documents of any size: for those of one's own
        """

    /// Runs the command.
    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "trace")
        var (inputs, input, rate) = ([String](), InstrumentInput(), 60.0)
        while let item = try arguments.next() {
            switch item {
            case .input(let path): inputs.append(path)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--large"): input.isLarge = true
            case .option("--fps"): rate = try arguments.frameRate(of: "--fps").framesPerSecond
            case .option(let name):
                let names = InstrumentInput.names.filter { $0 != "--time" } + ["--help", "--large", "--fps"]
                guard name != "--time", try input.take(name, &arguments) else {
                    throw arguments.unknown(name, among: names)
                }
            }
        }
        guard inputs.count == 1 else { throw arguments.wrong("one document or example is drawn") }
        let (renderer, _, duration, failed) = try input.renderer(inputs[0])
        let count = Int(min(max(1, (duration * rate).rounded()), 1e6))
        PerformanceTrace.begin()
        for frame in 0..<count { _ = renderer.image(at: Double(frame) / rate) }
        let trace = PerformanceTrace.end()
        if let output = input.output {
            try AtomicFile.write([UInt8](trace.perfettoData()), to: output == "-" ? "/dev/stdout" : output)
        }
        let report = HitchReport(trace, refreshRate: rate, duration: Double(count) / rate)
        if input.output != "-" { Console.print(report.description) }
        if trace.omittedEvents > 0 {
            Console.error("mica: note: the trace is full: \(trace.omittedEvents) events are left out")
        }
        if failed { Console.end(ExitCode.failure) }
    }
}
