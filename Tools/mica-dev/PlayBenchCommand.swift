import Foundation
import MicaCommandLine
import MicaExamples

/// `mica-dev bench play`: a document played in real time, measured by the program that opens windows.
enum PlayBenchCommand {
    static let help = """
        usage: mica-dev bench play INPUT [OPTIONS]

        Plays a document, or an example of 'mica play --list', in real time, and prints which frames came late: commit
        hitches and render hitches, with how many milliseconds of each second stood still, frame times, frames a second,
        processor time and wake-ups. Frames are drawn into memory, sixty a second, unless --window shows them.

          --seconds S   how long, default 5
          --size WxH    the view in points, default the document's own
          --scale S     pixels per point, default 1
          --window      in a window, at the display's refreshes
          --stall KIND@T:MS
                        at T seconds a commit, or a draw, is made to take MS milliseconds longer, to see that the figures
                        are right; may be given more than once
          -o FILE       the run's trace, for ui.perfetto.dev
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "bench play")
        var (inputs, words, stalls, size) = ([String](), [String](), [String](), CGSize?.none)
        while let item = try arguments.next() {
            switch item {
            case .input(let path): inputs.append(path)
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--seconds"):
                words.append("seconds=\(try arguments.number(of: "--seconds", in: 0.5...3600))")
            case .option("--size"): size = try arguments.size(of: "--size")
            case .option("--scale"): words.append("scale=\(try arguments.number(of: "--scale", in: 0.1...16))")
            case .option("--window"): words.append("window=1")
            case .option("--stall"):
                let text = try arguments.value(of: "--stall")
                let parts = text.split(separator: "@", omittingEmptySubsequences: false)
                let numbers = parts.last?.split(separator: ":").compactMap { Double($0) } ?? []
                guard parts.count == 2, ["commit", "draw"].contains(parts[0]), numbers.count == 2,
                    numbers.allSatisfy({ (0...10_000).contains($0) })
                else {
                    throw arguments.wrong("--stall is commit@SECONDS:MILLISECONDS or draw@..., not '\(text)'")
                }
                stalls.append(text)
            case .option("-o"): words.append("output=\(try arguments.value(of: "-o"))")
            case .option(let name):
                throw arguments.unknown(
                    name, among: ["--help", "--seconds", "--size", "--scale", "--window", "--stall", "-o"])
            }
        }
        guard inputs.count == 1 else { throw arguments.wrong("one document or example is played") }
        let content = try PlayInput.content(PlayInput.source(inputs[0]))
        let view = try PlayInput.size(of: content, inputs[0], asked: size, scale: 1, for: "bench play")
        words += ["benchplay=\(inputs[0])", "size=\(view.width)x\(view.height)"]
        if !stalls.isEmpty { words.append("stalls=" + stalls.joined(separator: ",")) }
        try NeighborProgram.become("mica-dev-window", words)
    }
}
