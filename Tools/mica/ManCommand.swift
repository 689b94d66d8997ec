import MicaCommandLine

/// `mica man`: the manual page, made from the help texts.
enum ManCommand {
    /// `mica man --help`.
    static let help = """
        usage: mica man

        Prints the manual page mica(1), made from the help texts, for man: mica man >mica.1 && man ./mica.1
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "man")
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option(let name): throw arguments.unknown(name, among: ["--help"])
            case .input(let word): throw arguments.wrong("'\(word)' is one argument too many: there is one page")
            }
        }
        Console.print(page)
    }

    /// The page in man's macros.
    static var page: String {
        var lines = [
            ".TH MICA 1 \"\" \"mica \(Version.number)\" \"User Commands\"", ".SH NAME",
            "mica \\- draws Core Animation documents and layer trees, without a screen", ".SH SYNOPSIS",
            ".B mica", ".I COMMAND", "[\\fIOPTIONS\\fR]", ".SH COMMANDS",
        ]
        for command in Mica.program.commands {
            lines += [".TP", ".B \(command.name)", escaped(command.summary)]
        }
        for command in Mica.program.commands {
            lines += [".SH \"MICA \(command.name.uppercased())\"", ".nf"]
            lines += command.help.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
            lines += [".fi"]
        }
        lines += [".SH ENVIRONMENT"]
        for (name, text) in environment { lines += [".TP", ".B \(name)", escaped(text)] }
        lines += [".SH EXAMPLES", ".nf"] + Mica.program.examples.map(escaped) + [".fi"]
        lines += [
            ".SH \"EXIT STATUS\"", ".TP", ".B 0", "done", ".TP", ".B 1",
            "something could not be read, drawn or written", ".TP", ".B 2", "the command line is not valid",
            ".TP", ".B 75", "rows of a batch could not be written; another try may succeed",
        ]
        return lines.joined(separator: "\n")
    }

    /// The variables that the command and programs with Mica read.
    private static let environment = [
        ("MICA_SERVER", "the socket of 'mica serve', for the server, its commands and programs"),
        ("XDG_RUNTIME_DIR", "the folder of that socket, unless MICA_SERVER names one"),
        ("MICA_CAPTURE", "the file into which a program records its trees of layers, as 'mica capture PROGRAM' does"),
        ("MICA_WINDOW_BACKEND", "what draws windows: cpu, gl or auto"),
        ("MICA_HUD", "1: windows have a panel with frame times"),
        ("CA_COLOR_OPAQUE and others", "colours that show costs, as 'mica render --debug' does"),
    ]

    /// A line of text as man takes it: no macro, and dashes that can be copied.
    private static func escaped(_ line: String) -> String {
        let text = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
