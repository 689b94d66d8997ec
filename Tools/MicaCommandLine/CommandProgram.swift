import CMicaArguments
import MicaSurface

/// A subcommand of a program.
package struct ProgramCommand: Sendable {
    /// The word that selects it.
    package let name: String
    /// Its line in the program's overview: begins with a verb.
    package let summary: String
    /// Its `--help`.
    package var help: String { text() }
    private let text: @Sendable () -> String
    fileprivate let run: @Sendable ([String]) throws -> Void

    /// Makes a subcommand.
    ///
    /// - Parameter run: runs it with the arguments after its name.
    package init(
        _ name: String, _ summary: String, help: @autoclosure @escaping @Sendable () -> String,
        run: @escaping @Sendable ([String]) throws -> Void
    ) {
        (self.name, self.summary, text, self.run) = (name, summary, help, run)
    }
}

/// A program with subcommands, in one table: the overview, the help, completion and the manual page are made from it.
package struct CommandProgram: Sendable {
    /// The program's name, which begins its messages.
    package let name: String
    /// The overview's first line, after the name.
    package let purpose: String
    /// Printed by `--version`; empty if the program has no such option.
    package let version: String
    /// Subcommands under headings.
    package let groups: [(title: String, commands: [ProgramCommand])]
    /// Names that `help` explains although they are no subcommands, each with its text and its line in the overview.
    package let topics: [(name: String, summary: String, text: @Sendable () -> String)]
    /// Whole command lines.
    package let examples: [String]
    /// The overview's last paragraph, before the exit statuses.
    package let closing: String

    /// Makes a program.
    package init(
        _ name: String, _ purpose: String, version: String = "", groups: [(title: String, commands: [ProgramCommand])],
        topics: [(name: String, summary: String, text: @Sendable () -> String)] = [], examples: [String] = [],
        closing: String = ""
    ) {
        (self.name, self.purpose, self.version) = (name, purpose, version)
        (self.groups, self.topics, self.examples, self.closing) = (groups, topics, examples, closing)
    }

    /// All subcommands, in the order of the overview.
    package var commands: [ProgramCommand] { groups.flatMap(\.commands) }
    /// The words that may follow the program's name.
    package var words: [String] { commands.map(\.name) + ["help"] }

    /// The help of a subcommand or a topic; nil if there is none of that name.
    package func help(of name: String) -> String? {
        commands.first { $0.name == name }?.help ?? topics.first { $0.name == name }?.text()
    }

    /// `--help`.
    package var overview: String {
        func line(_ name: String, _ text: String) -> String {
            "  " + name.padding(toLength: 11) + text
        }
        var lines = ["\(name): \(purpose)", "", "usage: \(name) COMMAND [OPTIONS]"]
        for group in groups {
            lines += ["", group.title] + group.commands.map { line($0.name, $0.summary) }
        }
        lines.append(line("help NAME", "explain a command, as '\(name) NAME --help' does"))
        lines += topics.map { line("help \($0.name)", $0.summary) }
        if !version.isEmpty { lines.append(line("--version", "print the version")) }
        if !examples.isEmpty { lines += ["", "examples"] + examples.map { "  " + $0 } }
        if !closing.isEmpty { lines += ["", closing] }
        lines += [
            "",
            "Exit status: 0 done, 1 something could not be read, drawn or written, 2 the command line is not valid.",
        ]
        return lines.joined(separator: "\n")
    }

    /// Runs the subcommand that the process's arguments name, and ends the process with its exit status.
    package func main() -> Never {
        unsafe Console.program = name
        Console.openStandardStreams()
        Interruption.handle()
        do {
            try run(Self.commandLine())
        } catch let error as UsageError {
            Console.error("\(name): \(error.message)\nSee '\(name)\(error.command.map { " " + $0 } ?? "") --help'.")
            Console.end(ExitCode.usage)
        } catch {
            Console.error("\(name): \(error)")
            Console.end((error as? SurfaceError)?.mayPass == true ? ExitCode.tryAgain : ExitCode.failure)
        }
        Console.end(ExitCode.success)
    }

    private func run(_ arguments: [String]) throws {
        guard let first = arguments.first else {
            Console.error(overview)
            Console.end(ExitCode.usage)
        }
        let rest = Array(arguments.dropFirst())
        switch first {
        case "--help", "-h", "help":
            guard let topic = rest.first, topic != "help" else { return Console.print(overview) }
            guard let text = help(of: topic) else { throw unknown(topic, among: words + topics.map(\.name)) }
            Console.print(text)
        case "--version" where !version.isEmpty: Console.print("\(name) \(version)")
        default:
            guard let command = commands.first(where: { $0.name == first }) else { throw unknown(first, among: words) }
            try command.run(rest)
        }
    }

    /// An error for a word that names no command.
    private func unknown(_ word: String, among known: [String]) -> UsageError {
        if word.hasPrefix("-") { return UsageError("unknown option \(word) before the command") }
        return UsageError("unknown command '\(word)'" + didYouMean(word, among: known))
    }

    /// The arguments after the program's name. Arguments that are not UTF-8 are refused: Swift's text cannot hold such
    /// a name, so the file would not be found.
    private static func commandLine() throws(UsageError) -> [String] {
        var result: [String] = []
        var index: Int32 = 1
        while let argument = unsafe mica_argument(index) {
            guard let text = unsafe String(validatingCString: argument) else {
                throw UsageError(
                    "'\(unsafe String(cString: argument))' is not UTF-8; give such a file as '-' with <, and write it with >"
                )
            }
            result.append(text)
            index += 1
        }
        return result
    }
}

extension String {
    /// The text with spaces up to a length.
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: max(1, length - count))
    }
}
