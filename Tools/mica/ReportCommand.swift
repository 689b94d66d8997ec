import Foundation
import Mica
import MicaCommandLine
import MicaExamples
import MicaInstruments
import MicaSurface

/// `mica report`: the material of a bug report, as one file.
enum ReportCommand {
    /// `mica report --help`.
    static let help = """
        usage: mica report INPUT [-o FILE] [OPTIONS]
               mica report [-o FILE] PROGRAM [ARGUMENTS...]

        Writes one zip file that can be attached to a bug report: the capture of a document, an example of
        'mica play --list', a capture that exists, or a program's run, as 'mica capture' makes it; the picture and the ops of
        the frame at --time; and a text with Mica's version, the machine's system, processor and OpenGL, and the command line.
        The document's file, folders of paths, the environment, and names of users and machines are not added. The capture
        contains all images and texts that were shown, and an existing capture is included unchanged: check it with
        'mica inspect FILE --html' before you share it.

          -o, --output FILE  the zip file; default report.zip
          --time T           the moment of the picture, in seconds; default 0
          --duration D       the length of the run, in seconds; default as the document plays, else 5
          --size WxH         the view, in points; default the document's own
          --scale S          pixels per point, default 1
          --background C     the background: #rgb, #rrggbb, #rrggbbaa, or a name such as white; default transparent
          --state NAME       with this state's values
          --transition FROM:TO@T
                             from state FROM, which changes to TO at T seconds
          --large            accept documents of any size: only for your own

        examples: mica report chest.caml --time 1.5 -o chest-report.zip
                  mica report ./my-program --verbose
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "report")
        var (inputs, input) = ([String](), InstrumentInput())
        while let item = try arguments.next() {
            switch item {
            case .input(let word):
                if inputs.isEmpty, !InstrumentInput.isCapture(word), let program = CaptureCommand.program(word) {
                    return try write(
                        program: program, arguments.takeRest(), time: input.time ?? 0, to: input.output ?? "report.zip",
                        list)
                }
                inputs.append(word)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--large"): input.isLarge = true
            case .option(let name):
                guard try input.take(name, &arguments) else {
                    throw arguments.unknown(name, among: InstrumentInput.names + ["--help", "--large"])
                }
            }
        }
        guard inputs.count == 1 else {
            throw arguments.wrong("name one document, example, capture or program, not \(inputs.count)")
        }
        input.leavesOutFolders = true
        let (capture, failed) = try input.capture(inputs[0])
        var zip = ZipFile()
        try add(capture, number: 1, time: input.time ?? 0, to: &zip)
        try finish(
            &zip, output: input.output ?? "report.zip", list, failed ? ["part of the document could not be read"] : [])
        if failed { Console.end(ExitCode.failure) }
    }

    private static func write(
        program: String, _ arguments: [String], time: Double, to output: String, _ list: [String]
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mica-report-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = folder.appendingPathComponent("run.micacapture").path
        let run = try ProgramCapture.run(program, arguments, output: first)
        var zip = ZipFile()
        for (index, path) in run.paths.enumerated() {
            try add(LayerCapture(contentsOfFile: path), number: index + 1, time: time, to: &zip)
        }
        try finish(&zip, output: output, list, ["the program has ended with status \(run.status)"])
    }

    /// Adds a capture with one of its frames.
    private static func add(_ capture: LayerCapture, number: Int, time: Double, to zip: inout ZipFile) throws {
        let replay = CaptureReplay(capture)
        let ending = number == 1 ? "" : "-\(number)"
        zip.add([UInt8](capture.data()), as: "run\(ending).micacapture")
        zip.add(
            try StillFormat.png.encode(replay.image(at: time).resource.bitmap(), .standard), as: "frame\(ending).png")
        zip.add(Array(replay.text(at: time).utf8), as: "frame\(ending).txt")
    }

    private static func finish(_ zip: inout ZipFile, output: String, _ list: [String], _ notes: [String]) throws {
        zip.add(Array(facts(list, notes).utf8), as: "report.txt")
        let bytes = zip.bytes
        try AtomicFile.write(bytes, to: output == "-" ? "/dev/stdout" : output)
        if output != "-" { Console.print("\(output): \(bytes.count) bytes; attach it to the report") }
    }

    /// The text of the report, a fact a line.
    private static func facts(_ list: [String], _ notes: [String]) -> String {
        // Folders before a name may say who somebody is; the name may be attached to an option.
        let words = list.map { $0.replacing(/[^=]*\/(?=.)/, with: "") }
        var lines = ["mica \(Version.number)", "command: mica report \(words.joined(separator: " "))"] + notes
        lines.append("system: \(value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=") ?? "not known")")
        let kernel = (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)) ?? "not known"
        lines.append("kernel: \(kernel.trimmingCharacters(in: .whitespacesAndNewlines)), \(architecture)")
        let model = value(of: "model name", in: "/proc/cpuinfo", separator: ":") ?? "not known"
        lines.append("processor: \(model), \(ProcessInfo.processInfo.activeProcessorCount) in use")
        return (lines + LayerRenderer.Backend.report).joined(separator: "\n") + "\n"
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "another architecture"
        #endif
    }

    /// The first value of a name in a file of lines `NAME separator VALUE`; nil if the file has none.
    private static func value(of name: String, in path: String, separator: Character) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: separator, maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2, parts[0] == name {
                return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            }
        }
        return nil
    }
}
