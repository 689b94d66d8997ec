import CMicaArguments
import Foundation
import MicaBench

/// The command `mica`. Each subcommand has a file of its own.
@main
struct Mica {
    static func main() {
        Console.openStandardStreams()
        Interruption.handle()
        do {
            try run(commandLine())
        } catch let error as UsageError {
            Console.error("mica: \(error.message)\nSee 'mica\(error.command.map { " " + $0 } ?? "") --help'.")
            Console.end(ExitCode.usage)
        } catch {
            Console.error("mica: \(error)")
            Console.end(ExitCode.failure)
        }
        Console.end(ExitCode.success)
    }

    /// The subcommands' names.
    static let commands = [
        "render", "play", "inspect", "info", "lint", "capture", "replay", "diff", "trace", "gallery", "tile", "bench",
        "curves", "port", "build", "serve", "ps", "tree", "screenshot", "stress", "completion", "man", "help",
    ]

    /// The arguments after the program's name. Arguments that are not UTF-8 are refused: Swift's text cannot hold such
    /// a name, so the file would not be found.
    private static func commandLine() throws(UsageError) -> [String] {
        var result: [String] = []
        var index: Int32 = 1
        while let argument = unsafe mica_argument(index) {
            guard let text = unsafe String(validatingCString: argument) else {
                throw UsageError(
                    "'\(unsafe String(cString: argument))' is no UTF-8; such a file can be given as '-' with <, and written with >"
                )
            }
            result.append(text)
            index += 1
        }
        return result
    }

    private static func run(_ arguments: [String]) throws {
        guard let name = arguments.first else {
            Console.error(Help.overview)
            Console.end(ExitCode.usage)
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "--help", "-h", "help":
            guard let topic = rest.first, topic != "help" else { return Console.print(Help.overview) }
            guard let text = Help.text(of: topic) else { throw unknown(topic) }
            Console.print(text)
        case "--version": Console.print("mica \(Help.version)")
        case "render": try RenderCommand.run(rest)
        case "play": try PlayCommand.run(rest)
        case "inspect": try InspectCommand.run(rest)
        case "lint": try LintCommand.run(rest)
        case "capture": try CaptureCommand.run(rest)
        case "replay": try ReplayCommand.run(rest)
        case "diff": try DiffCommand.run(rest)
        case "trace": try TraceCommand.run(rest)
        case "info": try InfoCommand.run(rest)
        case "gallery": try GalleryCommand.run(rest)
        case "curves": try CurvesCommand.run(rest)
        case "tile": try TileCommand.run(rest)
        case "completion": try CompletionCommand.run(rest)
        case "man": try ManCommand.run(rest)
        case "port": Console.end(try PortCommand.run(rest))
        case "build": Console.end(try BuildCommand.run(rest))
        case "serve": try ServeCommand.run(rest)
        case "ps": try ServerCommands.ps(rest)
        case "tree": try ServerCommands.tree(rest)
        case "screenshot": try ServerCommands.screenshot(rest)
        case "stress": try StressCommand.run(rest)
        case "bench":
            switch rest.first {
            case "document": Console.end(DocumentBench.run(arguments: Array(rest.dropFirst())))
            case "process": try ProcessBench.run(Array(rest.dropFirst()))
            case "files": try FileBench.run(Array(rest.dropFirst()))
            case "play": try PlayBenchCommand.run(Array(rest.dropFirst()))
            case "spans": try SpanBench.run(Array(rest.dropFirst()))
            case "live": try LiveBenchCommand.run(Array(rest.dropFirst()))
            case "film": try FilmBench.run(Array(rest.dropFirst()))
            default: Console.end(BenchCommand.run(arguments: rest))
            }
        default:
            if name.hasPrefix("-") { throw UsageError("there is no option \(name) before a command") }
            throw unknown(name)
        }
    }

    private static func unknown(_ command: String) -> UsageError {
        UsageError("there is no command '\(command)'" + didYouMean(command, among: commands))
    }
}

/// The exit statuses. Source: the usual meaning on Unix, and sysexits(3) for nothing more.
enum ExitCode {
    /// It did what was asked.
    static let success: Int32 = 0
    /// Something could not be read, drawn or written.
    static let failure: Int32 = 1
    /// The command line makes no sense.
    static let usage: Int32 = 2
}

/// A command line that makes no sense.
struct UsageError: Error {
    /// What is wrong, in words.
    let message: String
    /// The subcommand whose help tells more.
    let command: String?

    init(_ message: String, command: String? = nil) {
        (self.message, self.command) = (message, command)
    }
}
