import Foundation
import MicaBench

/// The command `mica`: one subcommand a file, and how they end.
@main
struct Mica {
    static func main() {
        Console.openStandardStreams()
        Interruption.handle()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try run(arguments)
        } catch let error as UsageError {
            Console.error("mica: \(error.message)\nSee 'mica\(error.command.map { " " + $0 } ?? "") --help'.")
            exit(ExitCode.usage)
        } catch {
            Console.error("mica: \(error)")
            exit(ExitCode.failure)
        }
    }

    /// The subcommands' names.
    static let commands = ["render", "inspect", "gallery", "tile", "bench", "curves", "port", "build", "help"]

    private static func run(_ arguments: [String]) throws {
        guard let name = arguments.first else {
            Console.error(Help.overview)
            exit(ExitCode.usage)
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "--help", "-h", "help":
            guard let topic = rest.first, topic != "help" else { return Console.print(Help.overview) }
            guard let text = Help.text(of: topic) else { throw unknown(topic) }
            Console.print(text)
        case "--version": Console.print("mica \(Help.version)")
        case "render": try RenderCommand.run(rest)
        case "inspect": try InspectCommand.run(rest)
        case "gallery": try GalleryCommand.run(rest)
        case "curves": try CurvesCommand.run(rest)
        case "tile": try TileCommand.run(rest)
        case "port": exit(try PortCommand.run(rest))
        case "build": exit(try BuildCommand.run(rest))
        case "bench":
            if rest.first == "document" { exit(DocumentBench.run(arguments: Array(rest.dropFirst()))) }
            exit(BenchCommand.run(arguments: rest))
        default:
            if name.hasPrefix("-") { throw UsageError("there is no option \(name) before a command") }
            throw unknown(name)
        }
    }

    private static func unknown(_ command: String) -> UsageError {
        UsageError("there is no command '\(command)'" + didYouMean(command, among: commands))
    }
}

/// How the command ends. Source: the usual meaning on Unix, and sysexits(3) for nothing more.
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
