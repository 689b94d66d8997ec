import MicaCommandLine

/// The command `mica`. Each subcommand has a file of its own.
@main
struct Mica {
    static func main() { CommandProgram.main("mica", run) }

    /// The subcommands' names.
    static let commands = [
        "render", "play", "inspect", "info", "lint", "capture", "replay", "diff", "trace", "tile", "port", "build",
        "test", "see",        "serve", "ps", "tree", "screenshot", "completion", "man", "help",
    ]

    private static func run(_ arguments: [String]) throws {
        guard let name = arguments.first else {
            Console.error(Help.overview)
            Console.end(ExitCode.usage)
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "--help", "-h", "help":
            guard let topic = rest.first, topic != "help" else { return Console.print(Help.overview) }
            guard let text = Help.text(of: topic) else {
                throw CommandProgram.unknown(topic, among: commands)
            }
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
        case "tile": try TileCommand.run(rest)
        case "completion": try CompletionCommand.run(rest)
        case "man": try ManCommand.run(rest)
        case "port": Console.end(try PortCommand.run(rest))
        case "build": Console.end(try BuildCommand.run(rest))
        case "see": Console.end(try SeeCommand.run(rest))
        case "test": Console.end(try TestCommand.run(rest))
        case "serve": try ServeCommand.run(rest)
        case "ps": try ServerCommands.ps(rest)
        case "tree": try ServerCommands.tree(rest)
        case "screenshot": try ServerCommands.screenshot(rest)
        default: throw CommandProgram.unknown(name, among: commands)
        }
    }
}
