import MicaBench
import MicaCommandLine

/// The command `mica-dev`: benches, stress programs and pictures for those who work on Mica. Each subcommand has a file of its own.
///
/// They are no part of `mica`: they count allocations by replacing malloc, break input at random, and draw the documentation.
@main
struct MicaDev {
    static func main() { CommandProgram.main("mica-dev", run) }

    /// `mica-dev --help`.
    static let overview = """
        mica-dev: benches, stress programs and pictures, for those who work on Mica

        usage: mica-dev COMMAND [OPTIONS]

          bench      measure the whole way from commit to pixels; 'bench fuzz' compares random frames
          stress     try a render server: kill it and its clients, send it nonsense, have programs hang
          curves     draw the documentation's pictures of animations
          gallery    draw the examples that are built in Swift
          help NAME  explain a command, as 'mica-dev NAME --help' does

        It starts 'mica' and 'mica-dev-window', which are beside it, where it needs them.

        Exit status: 0 done, 1 something could not be read, drawn or written, 2 the command line makes no sense.
        """

    /// The subcommands' names.
    private static let commands = ["bench", "stress", "curves", "gallery", "help"]

    private static func run(_ arguments: [String]) throws {
        guard let name = arguments.first else {
            Console.error(overview)
            Console.end(ExitCode.usage)
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "--help", "-h", "help":
            guard let topic = rest.first, topic != "help" else { return Console.print(overview) }
            guard let text = help(of: topic) else {
                throw CommandProgram.unknown(topic, among: commands)
            }
            Console.print(text)
        case "bench": try bench(rest)
        case "stress": try StressCommand.run(rest)
        case "curves": try CurvesCommand.run(rest)
        case "gallery": try GalleryCommand.run(rest)
        default: throw CommandProgram.unknown(name, among: commands)
        }
    }

    private static func bench(_ arguments: [String]) throws {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "document": Console.end(DocumentBench.run(arguments: rest))
        case "process": try ProcessBench.run(rest)
        case "files": try FileBench.run(rest)
        case "play": try PlayBenchCommand.run(rest)
        case "spans": try SpanBench.run(rest)
        case "live": try LiveBenchCommand.run(rest)
        case "film": try FilmBench.run(rest)
        default: Console.end(BenchCommand.run(arguments: arguments))
        }
    }

    private static func help(of command: String) -> String? {
        switch command {
        case "bench": BenchCommand.help
        case "stress": StressCommand.help
        case "curves": CurvesCommand.help
        case "gallery": GalleryCommand.help
        default: nil
        }
    }
}
