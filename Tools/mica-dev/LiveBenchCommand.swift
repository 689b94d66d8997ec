import Foundation
import MicaCommandLine

/// `mica-dev bench live`: what windows cost, measured by the program that opens windows.
enum LiveBenchCommand {
    static let help = """
        usage: mica-dev bench live [PART...] [OPTIONS]

        Opens windows on the display, one after the other, and measures their frames. Parts, in this order unless named:

          still    nothing changes, and a display link is paused: LIVE,still,SECONDS,FRAMES,WAKE-UPS of all threads
          limit    a square moves without layers, and then all of a window changes with each frame: what the display gives any program
                   that draws on the same buffers
          moving   a layer of 100 x 100 has an animation
          link     a display link moves that layer, so that each frame is a commit of the main thread's
          asleep   the main thread sleeps, with 1 and with 2,000 layers that have animations

          LIVE,PART,LAYERS,FRAMES of so many refreshes,ORDER,INTERVAL median p99,WORK median p99,SHARE of a core
          RATIO,PART,LAYERS,...   the same over the limit's: a square's, or with 2,000 layers a whole window's

        The interval is from one frame that the display server was given to the next, the work from when the thread that draws woke to
        when the display server had the frame.

          --seconds S   how long each part takes, default 5
          --size WxH    the windows' size in points, default 1920x1080

        'dev/window-test bench' runs it on display servers of its own.
        """

    private static let parts = ["still", "limit", "moving", "link", "asleep"]

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "bench live")
        var (chosen, words) = ([String](), [String]())
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--seconds"):
                words.append("seconds=\(try arguments.number(of: "--seconds", in: 0.5...3600))")
            case .option("--size"):
                let size = try arguments.size(of: "--size")
                words.append("size=\(size.width)x\(size.height)")
            case .option(let name): throw arguments.unknown(name, among: ["--help", "--seconds", "--size"])
            case .input(let name):
                guard parts.contains(name) else {
                    throw arguments.wrong("there is no part '\(name)'" + didYouMean(name, among: parts))
                }
                chosen.append(name)
            }
        }
        try NeighborProgram.become(
            "mica-dev-window", ["bench=" + (chosen.isEmpty ? parts : chosen).joined(separator: ",")] + words)
    }
}
