import CMicaArguments

/// The frame of a program with subcommands: it reads the arguments, runs the command, and reports errors.
package enum CommandProgram {
    /// Runs a command and ends the process with its exit status.
    ///
    /// - Parameters:
    ///   - name: the program's name, which begins its messages.
    ///   - run: runs the command that the arguments after the program's name select.
    package static func main(_ name: String, _ run: ([String]) throws -> Void) -> Never {
        unsafe Console.program = name
        Console.openStandardStreams()
        Interruption.handle()
        do {
            try run(commandLine())
        } catch let error as UsageError {
            Console.error("\(name): \(error.message)\nSee '\(name)\(error.command.map { " " + $0 } ?? "") --help'.")
            Console.end(ExitCode.usage)
        } catch {
            Console.error("\(name): \(error)")
            Console.end(ExitCode.failure)
        }
        Console.end(ExitCode.success)
    }

    /// An error for a word that names no command.
    package static func unknown(_ word: String, among commands: [String]) -> UsageError {
        if word.hasPrefix("-") { return UsageError("there is no option \(word) before a command") }
        return UsageError("there is no command '\(word)'" + didYouMean(word, among: commands))
    }

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
}
