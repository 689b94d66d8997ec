import MicaCommandLine
import MicaDocuments

/// The command `mica`. Each subcommand has a file of its own.
@main
struct Mica {
    /// The subcommands, under the headings of `mica --help`.
    static let program = CommandProgram(
        "mica", "draws Core Animation documents and layer trees, without a screen", version: Version.number,
        groups: [
            (
                "make pictures and films",
                [
                    ProgramCommand(
                        "render", "draw documents into a picture, an animation or a video", help: Help.render,
                        run: RenderCommand.run),
                    ProgramCommand(
                        "batch", "draw a template for each row of a CSV or JSON file", help: BatchCommand.help,
                        run: BatchCommand.run),
                    ProgramCommand(
                        "worker", "draw rows of templates as they come on standard input", help: WorkerCommand.help,
                        run: WorkerCommand.run),
                    ProgramCommand(
                        "split", "divide a film into ranges of frames, for several machines", help: SplitCommand.help,
                        run: SplitCommand.run),
                    ProgramCommand(
                        "join", "put parts of a film into one, without decoding", help: JoinCommand.help,
                        run: JoinCommand.run),
                    ProgramCommand(
                        "play", "play a document or an example in a window, or a script into a file", help: Help.play,
                        run: PlayCommand.run),
                    ProgramCommand("tile", "cut an image into tiles", help: Help.tile, run: TileCommand.run),
                ]
            ),
            (
                "look inside",
                [
                    ProgramCommand(
                        "inspect", "list a document's parts, and those that are not supported; or make a page of it",
                        help: InspectCommand.help, run: InspectCommand.run),
                    ProgramCommand(
                        "lint", "find layers that cost more than they have to", help: LintCommand.help,
                        run: LintCommand.run),
                    ProgramCommand(
                        "capture", "record a document or a program: commits, images and their times",
                        help: CaptureCommand.help, run: CaptureCommand.run),
                    ProgramCommand(
                        "replay", "draw a capture again: any moment, as a whole or op by op", help: ReplayCommand.help,
                        run: ReplayCommand.run),
                    ProgramCommand(
                        "diff", "compare two captures, frame by frame, or two pictures", help: DiffCommand.help,
                        run: DiffCommand.run),
                    ProgramCommand(
                        "report", "put a capture and facts about the machine into one file, for a bug report",
                        help: ReportCommand.help, run: ReportCommand.run),
                    ProgramCommand(
                        "trace", "record how long drawing takes, for ui.perfetto.dev", help: TraceCommand.help,
                        run: TraceCommand.run),
                    ProgramCommand(
                        "info", "show what this machine can draw with", help: InfoCommand.help, run: InfoCommand.run),
                ]
            ),
            (
                "windows of other programs",
                [
                    ProgramCommand(
                        "serve", "show them; their animations continue while a program hangs", help: ServeCommand.help,
                        run: ServeCommand.run),
                    ProgramCommand(
                        "ps", "list the programs that a server shows, and their use of memory and time",
                        help: ServerCommands.psHelp, run: ServerCommands.ps),
                    ProgramCommand(
                        "tree", "print the layers of a server's windows", help: ServerCommands.treeHelp,
                        run: ServerCommands.tree),
                    ProgramCommand(
                        "screenshot", "write the picture of a server's window or screen",
                        help: ServerCommands.screenshotHelp, run: ServerCommands.screenshot),
                ]
            ),
            (
                "sources for iOS",
                [
                    ProgramCommand(
                        "build", "build a Swift package with unchanged iOS sources", help: BuildCommand.help,
                        run: { Console.end(try BuildCommand.run($0)) }),
                    ProgramCommand(
                        "test", "run the tests of a Swift package with unchanged iOS sources", help: TestCommand.help,
                        run: { Console.end(try TestCommand.run($0)) }),
                    ProgramCommand(
                        "see", "draw one screen of a Swift package with unchanged iOS sources", help: SeeCommand.help,
                        run: { Console.end(try SeeCommand.run($0)) }),
                    ProgramCommand(
                        "port", "make iOS sources compile on Linux, or list what is left to do", help: PortCommand.help,
                        run: { Console.end(try PortCommand.run($0)) }),
                ]
            ),
            (
                "the command itself",
                [
                    ProgramCommand(
                        "completion", "print a script that completes commands in a shell", help: CompletionCommand.help,
                        run: CompletionCommand.run),
                    ProgramCommand("man", "print the manual page", help: ManCommand.help, run: ManCommand.run),
                ]
            ),
        ],
        topics: [("caml", "explain the elements and attributes of CAML files", { CAMLReference.tables })],
        examples: [
            "mica render hello.json -o hello.mp4                             a Lottie document as a film",
            "mica batch card.json --data people.csv -o 'cards/{id}.png'      a card for each row of a table",
            "mica capture ./app && mica inspect app.micacapture --html -o app.html",
        ])

    static func main() { program.main() }
}
