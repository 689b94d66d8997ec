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
            case .input(let word): throw arguments.wrong("there is one page, and nothing is called '\(word)' in it")
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
        for (name, text) in Help.summaries { lines += [".TP", ".B \(name)", escaped(text)] }
        for command in Mica.commands {
            guard let text = Help.text(of: command) else { continue }
            lines += [".SH \"MICA \(command.uppercased())\"", ".nf"]
            lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
            lines += [".fi"]
        }
        lines += [
            ".SH \"EXIT STATUS\"", ".TP", ".B 0", "done", ".TP", ".B 1",
            "something could not be read, drawn or written",
            ".TP", ".B 2", "the command line makes no sense",
        ]
        return lines.joined(separator: "\n")
    }

    /// A line of text as man takes it: no macro, and dashes that can be copied.
    private static func escaped(_ line: String) -> String {
        let text = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
