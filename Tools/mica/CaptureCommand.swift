import CoreGraphics
import Foundation
import Mica
import MicaCommandLine
import MicaExamples
import MicaInstruments
import MicaSurface
import QuartzCore

/// `mica capture`: a run as a file.
enum CaptureCommand {
    /// `mica capture --help`.
    static let help = """
        usage: mica capture INPUT -o FILE [OPTIONS]
               mica capture [-o FILE] PROGRAM [ARGUMENTS...]

        Records a document, or an example of 'mica play --list': the commits of its layers, their images and tiles, with
        their times. Nothing else is needed to draw any of its moments again.

        Or runs a program, and records the commits of each of its trees of layers: the first into FILE, the second into FILE
        with -2 before its ending, and so on. It also records input, the time that the program was busy with each commit, and
        the frames of windows. Options come before PROGRAM, the program's arguments after it. Without 'mica' a program records
        itself if the variable MICA_CAPTURE names a file, or by LayerRenderer.capture(to:).

          -o, --output FILE  the file, usually .micacapture; default for a program: NAME.micacapture
          --duration D       the length of the run, in seconds; default as the document plays, else 5
          --size WxH         the view, in points; default the document's own
          --scale S          pixels per point, default 1
          --background C     the background: #rgb, #rrggbb, #rrggbbaa, or a name such as white; default transparent
          --state NAME       with this state's values
          --transition FROM:TO@T
                             from state FROM, which changes to TO at T seconds
          --large            accept documents of any size: only for your own

        examples: mica capture Chest.tendies --transition Locked:Unlock@0.5 -o chest.micacapture
                  mica capture ./my-program --verbose
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "capture")
        var (inputs, input) = ([String](), InstrumentInput())
        while let item = try arguments.next() {
            switch item {
            case .input(let word):
                if inputs.isEmpty, let program = program(word) {
                    let name = URL(fileURLWithPath: program).lastPathComponent
                    let output = input.output ?? "\(name).micacapture"
                    try ProgramCapture.run(program, arguments.takeRest(), output: output)
                    return
                }
                inputs.append(word)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--large"): input.isLarge = true
            case .option(let name):
                let names = InstrumentInput.names.filter { $0 != "--time" } + ["--help", "--large"]
                guard name != "--time", try input.take(name, &arguments) else {
                    throw arguments.unknown(name, among: names)
                }
            }
        }
        guard inputs.count == 1 else { throw arguments.wrong("one document, example or program is recorded") }
        guard let output = input.output else { throw arguments.wrong("no output is named: -o FILE") }
        let (capture, failed) = try input.capture(inputs[0])
        let data = capture.data()
        try AtomicFile.write([UInt8](data), to: output == "-" ? "/dev/stdout" : output)
        if output != "-" { Console.print("\(output): \(capture.commitCount) commits, \(data.count) bytes") }
        if failed { Console.end(ExitCode.failure) }
    }

    /// The program that a word names: an executable file, or, when there is neither a file nor an example of that name,
    /// one in PATH.
    static func program(_ word: String) -> String? {
        if FileManager.default.fileExists(atPath: word) {
            return ProgramCapture.program(word.contains("/") ? word : "./\(word)")
        }
        if gallery.contains(where: { $0.id == word }) { return nil }
        return ProgramCapture.program(word)
    }
}

/// `mica replay`: moments of a capture.
enum ReplayCommand {
    /// `mica replay --help`.
    static let help = """
        usage: mica replay FILE [OPTIONS]

        Draws a moment of a capture again, with the bytes of the recorded run, or only some of its ops. Without -o it prints
        the ops of the frame in words.

          --time T           the moment, in seconds; default: the first that shows something
          --ops A..B         the ops from number A up to, not including, B, counted from 0 through all passes in the order of
                             the frame's text
          -o, --output FILE  a picture: .png, .jpg or .webp; or the frame's text: .txt
          --backend NAME     the compositor: cpu; gl, which is OpenGL; auto, which is gl if it is hardware; or reference,
                             which takes hundreds of times as long; default cpu
          --debug LIST       colours that show costs, as for 'mica render'; with -o and a picture
          --input            print the input, as a script for 'mica play --script'

        example: mica replay chest.micacapture --time 1.5 --ops 0..20 -o part.png
        """

    private static let names = ["--help", "--time", "--ops", "--output", "--backend", "--debug", "--input"]

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "replay")
        var (inputs, givenTime, output) = ([String](), Double?.none, "")
        var (ops, isInput) = (Range<Int>?.none, false)
        var backend = LayerRenderer.Backend.cpu
        var debug: LayerDebugOptions = []
        while let item = try arguments.next() {
            switch item {
            case .input(let path): inputs.append(path)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--time"): givenTime = try arguments.number(of: "--time", in: 0...1e9)
            case .option("--ops"):
                let text = try arguments.value(of: "--ops")
                guard let range = parseFrames(text) else {
                    throw arguments.wrong("--ops is FIRST..END with END greater than FIRST, not '\(text)'")
                }
                ops = range
            case .option("-o"), .option("--output"): output = try arguments.value(of: "-o")
            case .option("--input"): isInput = true
            case .option("--debug"): debug = try arguments.debugOptions(of: "--debug")
            case .option("--backend"):
                let names = LayerRenderer.Backend.allCases.map(\.rawValue)
                let word = try arguments.word(of: "--backend", among: names)
                backend = LayerRenderer.Backend(rawValue: word) ?? .cpu
                if let reason = backend.unavailability { throw CommandFailure("--backend \(word): \(reason)") }
            case .option(let name): throw arguments.unknown(name, among: names)
            }
        }
        guard inputs.count == 1 else { throw arguments.wrong("one capture is drawn") }
        guard debug.isEmpty || ops == nil else {
            throw arguments.wrong("--debug colours whole frames: leave out --ops")
        }
        guard debug.isEmpty || !output.isEmpty && pathExtension(output) != "txt" else {
            throw arguments.wrong("--debug is of pictures: give -o FILE.png")
        }
        let capture = try LayerCapture(contentsOfFile: inputs[0])
        if isInput {
            guard output.isEmpty else { return try AtomicFile.write(Array(capture.inputScript.utf8), to: output) }
            Console.write(capture.inputScript, to: 1)
            return
        }
        let replay = CaptureReplay(capture, backend: backend)
        let time = givenTime ?? replay.firstShownTime
        let ending = pathExtension(output)
        if output.isEmpty || ending == "txt" {
            let text = ops.map { replay.text(at: time, ops: $0) } ?? replay.text(at: time)
            guard !output.isEmpty else { return Console.print(text) }
            return try AtomicFile.write(Array(text.utf8), to: output)
        }
        guard let format = StillFormat(ending: ending) else {
            throw arguments.wrong("\(output): its ending is none of png, jpg, webp, txt")
        }
        let image =
            ops.map { replay.image(at: time, ops: $0) }
            ?? (debug.isEmpty ? replay.image(at: time) : replay.image(at: time, debugOptions: debug))
        try AtomicFile.write(format.encode(image.resource.bitmap(), .standard), to: output)
        Console.print("\(output): \(image.width) x \(image.height) pixels, \(replay.opCount(at: time)) ops")
    }
}
