import Foundation
import MicaCommandLine
import MicaInstruments
import QuartzCore

/// `mica diff`: two captures, or two pictures.
enum DiffCommand {
    /// `mica diff --help`.
    static let help = """
        usage: mica diff FIRST SECOND [OPTIONS]

        Compares two captures frame by frame, at the times of all commits and at frames between, and prints the first
        difference: its time and the first op that differs.

        Or compares two pictures, and prints how many pixels differ, in which rectangle, and by how much.

          --fps N            the frames a second of captures that are compared, default 30
          -o, --output FILE  for pictures: write both and their difference side by side, as .png, .jpg or .webp. White:
                             the largest difference; black: equal

        Exit status: 0 both are equal, 1 they differ or one cannot be read, 2 the command line is not valid.
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "diff")
        var (inputs, rate) = ([String](), 30.0)
        var output: String?
        while let item = try arguments.next() {
            switch item {
            case .input(let path): inputs.append(path)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--fps"): rate = try arguments.frameRate(of: "--fps").framesPerSecond
            case .option("-o"), .option("--output"): output = try arguments.value(of: "-o")
            case .option(let name): throw arguments.unknown(name, among: ["--help", "--fps", "--output"])
            }
        }
        guard inputs.count == 2 else { throw arguments.wrong("name two captures or two pictures, not \(inputs.count)") }
        for path in inputs where !FileManager.default.fileExists(atPath: path) {
            throw CommandFailure("\(path): error: there is no such file")
        }
        let captures = inputs.filter(InstrumentInput.isCapture)
        if captures.count == 1, let other = inputs.first(where: { $0 != captures[0] }) {
            throw CommandFailure(
                "\(captures[0]) is a capture, and \(other) is not: name two captures or two pictures")
        }
        if captures.isEmpty {
            if try PictureDifference.report(inputs[0], inputs[1], output: output, arguments) { return }
            Console.end(ExitCode.failure)
        }
        guard output == nil else { throw arguments.wrong("-o writes the difference of pictures, not of captures") }
        let replays = try inputs.map { CaptureReplay(try LayerCapture(contentsOfFile: $0)) }
        guard let difference = replays[0].firstDifference(from: replays[1], framesPerSecond: rate) else { return }
        let what: String
        if let pass = difference.pass, let op = difference.op {
            what = "pass \(pass), op \(op)"
        } else {
            what =
                difference.lines.first == nil && difference.lines.second == nil ? "the pixels of an image" : "the frame"
        }
        Console.print("first at \(difference.time) s: \(what); \(difference.pixels) pixels differ")
        if let line = difference.lines.first { Console.print("- \(line)") }
        if let line = difference.lines.second { Console.print("+ \(line)") }
        Console.end(ExitCode.failure)
    }
}
