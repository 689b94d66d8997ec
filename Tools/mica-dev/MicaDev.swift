import MicaBench
import MicaCommandLine

/// The command `mica-dev`: benches, stress programs and pictures for those who work on Mica. Each subcommand has a file of its own.
///
/// They are no part of `mica`: they count allocations by replacing malloc, break input at random, and draw the documentation.
@main
struct MicaDev {
    private static let program = CommandProgram(
        "mica-dev", "benches, stress programs and pictures, for developers of Mica",
        groups: [
            (
                "commands",
                [
                    ProgramCommand(
                        "bench", "measure the path from a commit to pixels; 'bench fuzz' compares random frames",
                        help: BenchCommand.help, run: bench),
                    ProgramCommand(
                        "stress", "test a render server: kill it and its clients, send invalid data, let programs hang",
                        help: StressCommand.help, run: StressCommand.run),
                    ProgramCommand(
                        "curves", "draw the documentation's pictures of animations", help: CurvesCommand.help,
                        run: CurvesCommand.run),
                    ProgramCommand(
                        "gallery", "draw the examples that are built in Swift", help: GalleryCommand.help,
                        run: GalleryCommand.run),
                ]
            )
        ], closing: "It starts 'mica' and 'mica-dev-window', which are in the same folder.")

    static func main() { program.main() }

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
}
