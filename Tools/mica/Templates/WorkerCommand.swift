import Foundation
import Glibc
import MicaCommandLine
import MicaDocuments
import MicaSurface

/// `mica worker`: draws rows that come on standard input, for as long as they come.
struct WorkerCommand {
    /// `mica worker --help`.
    static let help = """
        usage: mica worker [TEMPLATE] [OPTIONS]

        Draws rows as they come: a JSON object on each line of standard input, and one on each line of standard output when a
        row is done. Rows are done in any order. The process keeps templates, pictures and fonts, so that a row takes only its
        own drawing. It ends with standard input.

          {"id": "ada", "values": {"Title.Text": "Ada"}, "output": "cards/ada.png"}
          {"id":"ada","output":"cards/ada.png","seconds":0.021}

          {"id": "eve", "values": {"Titel.Text": "Eve"}, "output": "cards/eve.png", "deadline": 2.5}
          {"error":"standard input:2:1: error: row 'eve': ...","id":"eve","retry":false,"seconds":0.001}

          {"metrics": true}
          {"metrics":"# HELP mica_rows_total ..."}

        A request has "output", "values" by key path, and optionally "id", "template" (a path; default TEMPLATE), "duration"
        (seconds of a film) and "deadline": that many seconds, a million at most, after its line is read it is given up,
        without an output. "retry" says whether another try may succeed. "metrics" requests numbers in Prometheus' text
        form. While --queue rows wait, no further line is read, so the writer waits.

          -j, --jobs N       rows that are drawn at once, default one a core
          --queue N          rows that wait at most, default twice the jobs
          --map NAME=KEYPATH the value of a name: 'headline=Title.Text'; can be given several times
          --ignore NAMES     names that are not values, with commas between
          --fit RULE         for texts that do not fit, and pictures of other shapes: as for 'mica batch'
          --pictures DIR     the folder of the rows' pictures, films and sounds, default the current one
          --skip-existing    leave outputs that are there
          --metrics FILE     write the numbers into a file, too, when the input has ended
          --size WxH         the view, in points; default: the template's own size
          --width W          the view's width in points; its height follows from the proportions
          --scale S          pixels per point, default 1
          --background C     the background: #rgb, #rrggbb, #rrggbbaa, or a name such as white; default transparent
          --time T           the one frame at T seconds, default 0 for pictures
          --duration D       D seconds from 0; default for animations and videos: the template's own
          --stretch MARKER   films of another length, by the column duration in seconds, are slower or faster in this part of
                             the template; default: they end sooner, or show the last frame for longer
          --cut MARKER       the same, but the part ends sooner, or shows its last frame for longer
          --fps N            frames a second, default the template's own
          --format NAME      png, jpg, gif, webp, mp4, webm or mov, whatever the output's ending
          --quality Q        of jpg (default 90) and of videos (default 75), 1 to 100
          --codec NAME       of videos: h264 (the default for .mp4), h265 (.mp4, .mov), av1 (.mp4, .webm), vp9 (the default for
                             .webm), prores (the default for .mov) or png (.mov)
          --preset NAME      of videos: fast, good (the default) or small, which takes longest
          --crf N            of videos in place of --quality: the encoder's constant rate factor, 1 (best) to 51, of VP9 and
                             AV1 63
          --compression N    effort of png, 0 to 12, default 5
          --loop N           how often a gif or webp plays, default 0: for ever
          --other-fonts      replace fonts that are not installed, which are errors otherwise
          --appearance NAME  the appearance of a wallpaper, such as Dark
          --animation NAME   an animation of a .lottie archive; default: its first
          --theme NAME       a theme of a .lottie archive
          --player NAME      draw as the specification says, which is the default, or as core-animation, Apple's player, does
          --large            accept templates of any size: only for your own
          -q, --quiet        no effect: results are the only output

        Exit status: 0 the input has ended, even if rows failed; 2 the command line or TEMPLATE is not valid.
        """

    private var options = RowOptions()
    private var template: String?
    private var places: Int?

    static func run(_ list: [String]) throws {
        var command = WorkerCommand()
        var arguments = Arguments(list, of: "worker", letters: ["-j"])
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--queue"): command.places = try arguments.wholeNumber(of: "--queue", in: 1...1_000_000)
            case .option(let name):
                guard try command.options.take(name, &arguments) else {
                    throw arguments.unknown(
                        name, among: ["--queue"] + RowOptions.names + RenderOptions.sharedNames)
                }
            case .input(let path):
                guard command.template == nil else { throw arguments.wrong("'\(path)' is one template too many") }
                command.template = path
            }
        }
        try command.options.render.checkShared(arguments)
        try command.serve()
    }

    private func serve() throws {
        let templates = TemplateStore(options: options)
        if let template {
            do { _ = try templates.template(template) } catch {
                Console.error("mica: \(error)")
                Console.end(ExitCode.usage)
            }
        }
        RowOptions.prepareProcess()
        let pool = DrawingPool(threads: options.jobs, places: places ?? options.jobs * 2)
        let run = WorkerRun(options: options, templates: templates, template: template)
        let input = try LineReader("-")
        while let line = input.next() {
            if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }), !line.isTooLong { continue }
            let arrival = ContinuousClock.now
            do throws(DocumentError) {
                let request = try TemplateRequest(line)
                if request.asksForMetrics {
                    run.writeMetrics(waiting: pool.waitingCount)
                } else {
                    pool.add { run.draw(request, since: arrival) }
                }
            } catch { run.refuse(line.number, error) }
        }
        pool.finish()
        if let path = options.metricsPath { try AtomicFile.write(Array(run.metrics(waiting: 0).utf8), to: path) }
    }
}

/// The rows of a worker as they are drawn, by several threads.
final class WorkerRun: Sendable {
    private let options: RowOptions
    private let templates: TemplateStore
    private let template: String?
    private let lines = ResultLines(to: 1)
    private let counts = RowCounts()

    init(options: RowOptions, templates: TemplateStore, template: String?) {
        (self.options, self.templates, self.template) = (options, templates, template)
    }

    /// Draws a row, and writes what became of it.
    func draw(_ request: TemplateRequest, since arrival: ContinuousClock.Instant) {
        let (row, output, start) = (request.row, request.output, ContinuousClock.now)
        if options.skipsExisting, unsafe access(output, F_OK) == 0 {
            counts.count(.skipped)
            return lines.write(ResultLines.Result(id: row.id, output: output, skipped: true))
        }
        func seconds() -> Double { (ContinuousClock.now - start) / .seconds(1) }
        do {
            guard let path = request.template ?? template else {
                throw CommandFailure("\"template\" is missing, and the worker has none of its own")
            }
            let deadline = request.deadline.map { arrival.advanced(by: .seconds($0)) }
            try RowDrawing.makeFolder(of: output)
            try RowDrawing(options: options).draw(
                row, of: templates.template(path), into: output, before: deadline)
            counts.count(.drawn, seconds: seconds())
            lines.write(ResultLines.Result(id: row.id, output: output, seconds: seconds()))
        } catch {
            let mayPass = RowDrawing.mayPass(error)
            counts.count(error is RowDrawing.Late ? .late : mayPass ? .unwritten : .failed, seconds: seconds())
            lines.write(
                ResultLines.Result(
                    id: row.id, seconds: seconds(), error: RowDrawing.line(error, row), retry: mayPass))
        }
    }

    /// Answers a line that is no request.
    func refuse(_ number: Int, _ error: DocumentError) {
        counts.count(.failed)
        lines.write(ResultLines.Result(id: String(number), error: "\(error)", retry: false))
    }

    /// The numbers in Prometheus' text form.
    func metrics(waiting: Int) -> String { counts.metrics(jobs: options.jobs, waiting: waiting) }

    /// Answers a question for the numbers.
    func writeMetrics(waiting: Int) { lines.write(metrics: metrics(waiting: waiting)) }
}
