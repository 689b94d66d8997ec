import Foundation
import MicaCommandLine
import MicaDocuments
import MicaInstruments
import MicaSurface
import QuartzCore

/// `mica inspect`: the parts of documents.
enum InspectCommand {
    /// `mica inspect --help`.
    static let help = """
        usage: mica inspect INPUT... [OPTIONS]
               mica inspect --paths INPUT...
               mica inspect --template INPUT
               mica inspect INPUT --html -o FILE [OPTIONS]

        Prints the size, frame rate, duration and layers of each document, its features, states, markers and slots, and its
        unsupported parts, with file and line; of a capture its program, commits, frames and events. INPUT '-' is standard
        input.

          --json             print a JSON array with an object for each document; one that cannot be read has only "error"
          --paths            print the values that --set can replace in a Lottie document, as lines KEYPATH=VALUE
          --template         print the values that rows of 'mica batch' can replace, as a JSON Schema with kinds and limits
          --html             write a page about one document, an example of 'mica play --list' or a capture: layers with
                             their properties, a time line with commits and events, the ops and passes of one frame, the
                             layers in space, and the findings of 'mica lint'. It is one file that needs no network
          -o, --output FILE  the page's file
          --time T           the moment at which the page opens, in seconds; default: the first that shows something
          --duration D       the length of the run, in seconds; default as the document plays, else 5
          --scale S          pixels per point, default 1
          --player NAME      the parts that this player of Lottie documents does not support: specification (the default), or
                             core-animation, Apple's
          --large            accept documents of any size: only for your own

        Exit status: 0 all were read, 1 one could not be, 2 the command line is not valid.
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "inspect")
        var (inputs, isJSON, isLarge, limits) = ([String](), false, false, SourceLimits.standard)
        var (listsPaths, printsSchema) = (false, false)
        var page: InstrumentInput?
        var player = LottiePlayer.specification
        func options() -> InstrumentInput { page ?? InstrumentInput() }
        while let item = try arguments.next() {
            switch item {
            case .input(let path): inputs.append(path)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--json"): isJSON = true
            case .option("--paths"): listsPaths = true
            case .option("--template"): printsSchema = true
            case .option("--player"): player = try arguments.lottiePlayer(of: "--player")
            case .option("--large"): (limits, isLarge) = (.large, true)
            case .option("--html"): page = options()
            case .option(let name):
                var input = options()
                guard try input.take(name, &arguments) else {
                    throw arguments.unknown(
                        name,
                        among: ["--help", "--json", "--paths", "--template", "--player", "--html", "--large"]
                            + InstrumentInput.names)
                }
                page = input
            }
        }
        guard !inputs.isEmpty else { throw arguments.wrong("no document is named") }
        if printsSchema { return try printSchema(inputs, player, limits, arguments) }
        if let page { return try writePage(page, inputs, isJSON: isJSON, isLarge: isLarge, arguments) }
        var failed = false
        var facts: [DocumentFacts] = []
        for path in inputs {
            if !listsPaths, !isJSON, InstrumentInput.isCapture(path) {
                Console.print(try describe(LayerCapture(contentsOfFile: path), path: path).joined(separator: "\n"))
                continue
            }
            do throws(DocumentError) {
                let document = try Document.load(
                    input: path, listsValues: listsPaths, limits: limits, player: player)
                if listsPaths {
                    if document.values.isEmpty { Console.error("mica: note: \(path): it has no values for --set") }
                    for value in document.values {
                        Console.print(
                            "\(value.keyPath)=\(value.value.replacing("\n", with: "\\n").replacing("\r", with: "\\n"))")
                    }
                } else if isJSON {
                    facts.append(DocumentFacts(document, path: path, layers: count(document.rootLayer)))
                } else {
                    Console.print(describe(document, path: path).joined(separator: "\n"))
                }
                failed = failed || !document.errors.isEmpty
            } catch {
                var line = Diagnostics.line(error, input: path)
                if error.kind == .unknownDocument, FilmInput.isFilm(path) || PictureInput.isPicture(path) {
                    line += "; films and pictures are inputs of 'mica render' and 'mica play' only"
                }
                Console.error("mica: " + line)
                facts.append(DocumentFacts(path: path, error: line))
                failed = true
            }
        }
        if isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            Console.print(String(decoding: try encoder.encode(facts), as: UTF8.self))
        }
        if failed { Console.end(ExitCode.failure) }
    }

    /// Prints the schema of a template.
    private static func printSchema(
        _ inputs: [String], _ player: LottiePlayer, _ limits: SourceLimits, _ arguments: Arguments
    ) throws {
        guard inputs.count == 1 else { throw arguments.wrong("--template describes one template") }
        do throws(DocumentError) {
            let template = try DocumentTemplate(
                input: inputs[0], limits: limits, player: player, substitutesFonts: true)
            Console.print(template.schema)
        } catch { throw CommandFailure(Diagnostics.line(error, input: inputs[0])) }
    }

    /// Writes the page of `--html`.
    private static func writePage(
        _ page: InstrumentInput, _ inputs: [String], isJSON: Bool, isLarge: Bool, _ arguments: Arguments
    ) throws {
        var page = page
        page.isLarge = isLarge
        guard inputs.count == 1 else { throw arguments.wrong("--html makes a page of one document") }
        guard !isJSON else { throw arguments.wrong("--html and --json exclude each other: leave one out") }
        guard let output = page.output else { throw arguments.wrong("no output is named: -o FILE") }
        let (capture, failed) = try page.capture(inputs[0])
        let inspection = InspectionPage(capture, title: inputs[0], time: page.time)
        try AtomicFile.write(Array(inspection.html.utf8), to: output == "-" ? "/dev/stdout" : output)
        if output != "-" { Console.print(output) }
        if failed { Console.end(ExitCode.failure) }
    }

    /// The lines about a document.
    static func describe(_ document: Document, path: String) -> [String] {
        var lines = [path, "  size: \(number(document.size.width)) x \(number(document.size.height)) points"]
        if let movie = document.movie {
            let frames = "frames \(number(movie.frames.lowerBound)) to \(number(movie.frames.upperBound))"
            lines.append("  frame rate: \(number(movie.frameRate)) a second")
            lines.append("  duration: \(number(movie.duration)) s, \(frames)")
            if !movie.version.isEmpty { lines.append("  written by version: \(movie.version)") }
            lines.append("  layers: \(movie.layerCount)")
            lines.append("  uses:")
            for (feature, count) in movie.features.sorted(by: { $0.key < $1.key }) {
                lines.append("    \(feature): \(count)")
            }
            if !movie.markers.isEmpty {
                lines.append("  markers:")
                for marker in movie.markers {
                    lines.append("    \(marker.name): \(number(marker.time)) s, for \(number(marker.duration)) s")
                }
            }
            if !movie.slots.isEmpty { lines.append("  slots:") }
            for slot in movie.slots { lines.append("    \(slot.name): \(slot.kind) \(slot.value)") }
        }
        if let archive = document.archive { lines += describe(archive, path: path) }
        lines.append("  CALayers made: \(count(document.rootLayer))")
        if !document.states.isEmpty { lines.append("  states: \(document.states.joined(separator: ", "))") }
        if !document.appearances.isEmpty {
            lines.append("  appearances: \(document.appearances.joined(separator: ", "))")
        }
        for error in document.errors { lines.append("  " + Diagnostics.line(error, input: path)) }
        if !document.warnings.isEmpty { lines.append("  not supported, or left out:") }
        for warning in document.warnings { lines.append("    " + Diagnostics.line(warning, input: path)) }
        return lines
    }

    /// The lines about the parts of a .lottie archive.
    private static func describe(_ archive: DotLottieFacts, path: String) -> [String] {
        var lines: [String] = []
        if archive.animations.count > 1 {
            let names = archive.animations.map { $0 == archive.animation ? "\($0) (shown)" : $0 }
            lines.append("  animations: \(names.joined(separator: ", "))")
        }
        if !archive.themes.isEmpty {
            let names = archive.themes.map { $0 == archive.theme ? "\($0) (applied)" : $0 }
            lines.append("  themes: \(names.joined(separator: ", "))")
        }
        guard !archive.stateMachines.isEmpty, let package = (try? DotLottiePackage.open(path)) ?? nil else {
            return lines
        }
        lines.append("  state machines:")
        for name in archive.stateMachines {
            do throws(DocumentError) {
                let (machine, warnings) = try package.stateMachine(name)
                let initial = name == archive.initialStateMachine ? " (initial)" : ""
                lines.append("    \(name)\(initial): begins in \(machine.initial)")
                lines.append("      states: \(machine.states.map { $0.name }.joined(separator: ", "))")
                if !machine.inputs.isEmpty {
                    lines.append("      inputs: \(machine.inputs.map(describe).joined(separator: ", "))")
                }
                let layers = machine.listenedLayers(Set(StateMachine.Interaction.Kind.allCases.filter { $0.isPointer }))
                if !layers.isEmpty { lines.append("      layers: \(layers.sorted().joined(separator: ", "))") }
                for warning in warnings { lines.append("      " + Diagnostics.line(warning, input: path)) }
            } catch {
                lines.append("    \(name): " + Diagnostics.line(error, input: path))
            }
        }
        return lines
    }

    /// An input and its first value.
    private static func describe(_ input: StateMachine.Input) -> String {
        switch input.value {
        case .number(let value): "\(input.name)=\(number(value))"
        case .text(let value): "\(input.name)=\"\(value)\""
        case .flag(let value): "\(input.name)=\(value)"
        case .event: "\(input.name) (event)"
        }
    }

    /// The lines about a capture.
    private static func describe(_ capture: LayerCapture, path: String) -> [String] {
        var lines = [path]
        if !capture.program.isEmpty { lines.append("  program: \(capture.program)") }
        lines.append("  size: \(capture.pixelSize.width) x \(capture.pixelSize.height) pixels")
        let shown = CaptureReplay(capture).firstShownTime
        lines.append("  duration: \(number(capture.duration)) s, shows something from \(number(shown)) s on")
        lines.append("  commits: \(capture.commitCount), frames shown: \(capture.shownFrameCount)")
        lines.append("  events: \(capture.inputScript.split(separator: "\n").count { !$0.hasPrefix("#") })")
        lines.append("  a page about it: mica inspect \(path) --html -o page.html")
        return lines
    }

    private static func count(_ layer: CALayer) -> Int {
        var (rest, count) = ([layer], 0)
        while let layer = rest.popLast() {
            count += 1
            rest += layer.sublayers ?? []
            if let mask = layer.mask { rest.append(mask) }
        }
        return count
    }

    /// A number with as few digits as a precision of a thousandth needs.
    private static func number(_ value: some BinaryFloatingPoint) -> String {
        let text = String(format: "%.3f", Double(value))
        let short = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
        return text.contains(".") ? String(short.reversed()) : text
    }
}
