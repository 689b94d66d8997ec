import Foundation
import MicaBase
import MicaCodecs
import MicaCommandLine
import MicaImageFiles
import MicaSocket
import MicaSurface

/// `mica ps`, `mica tree` and `mica screenshot`: reports and pictures of a running server.
enum ServerCommands {
    /// `mica ps --help`.
    static let psHelp = """
        usage: mica ps [--socket PATH]

        A line for each window that a server shows: the client's number, process and name, the window's number, title and
        pixels, its layers and animations, the client's images, their bytes and its descriptors, frames drawn, and
        milliseconds a frame.

          --socket PATH      the server's socket; default MICA_SERVER, else mica-0 in XDG_RUNTIME_DIR
        """

    /// `mica tree --help`.
    static let treeHelp = """
        usage: mica tree [--window N] [--socket PATH]
               mica tree --accessibility [--process N]

        The layers of a server's windows: position, size, animations. Or the accessibility trees of running UIKit programs:
        kinds, labels, values, traits, frames.

          --accessibility    the trees of programs, whether a server shows them or not
          --process N        only one program, by its process's number; default all
          --window N         only one window, by its number in 'mica ps'; default all
          --socket PATH      the server's socket; default MICA_SERVER, else mica-0 in XDG_RUNTIME_DIR
        """

    /// `mica screenshot --help`.
    static let screenshotHelp = """
        usage: mica screenshot [--window N] -o FILE.png [--socket PATH]

        The picture of a server's screen, or of one of its windows, as it is now.

          --window N         one window, by its number in 'mica ps'; default the screen
          -o, --output FILE  a PNG; '-' is standard output
          --socket PATH      the server's socket; default MICA_SERVER, else mica-0 in XDG_RUNTIME_DIR
        """

    private struct Options {
        var window: UInt32 = 0
        var asksPrograms = false
        var process: Int?
        var output: String?
        var address: ServerAddress?
    }

    static func ps(_ list: [String]) throws {
        guard let options = try parse(list, "ps", psHelp) else { return }
        try print(.clients, options, "ps")
    }

    static func tree(_ list: [String]) throws {
        guard let options = try parse(list, "tree", treeHelp) else { return }
        if options.asksPrograms || options.process != nil { return try AccessibilityCommand.run(options.process) }
        try print(.tree(window: options.window), options, "tree")
    }

    static func screenshot(_ list: [String]) throws {
        guard let options = try parse(list, "screenshot", screenshotHelp) else { return }
        guard let output = options.output else {
            throw UsageError("the output is missing: give -o FILE", command: "screenshot")
        }
        guard case .picture(let picture) = try ask(.picture(window: options.window, time: nil), options, "screenshot")
        else { throw CommandFailure("screenshot: the server gives no picture") }
        let bytes = try PNGEncoder.encode(picture)
        try AtomicFile.write(bytes, to: output == "-" ? "/dev/stdout" : output)
    }

    private static func print(_ question: ServerQuestion, _ options: Options, _ command: String) throws {
        guard case .text(let text) = try ask(question, options, command) else {
            throw CommandFailure("\(command): the server gives no text")
        }
        Console.print(text)
    }

    private static func ask(_ question: ServerQuestion, _ options: Options, _ command: String) throws -> ServerAnswer {
        guard let address = options.address ?? ServerAddress.own() else {
            throw UsageError(
                "the address of the server is missing: give --socket PATH, or set MICA_SERVER or XDG_RUNTIME_DIR",
                command: command)
        }
        do throws(SocketFault) {
            return try ServerLink(address, name: "mica \(command)").ask(question)
        } catch {
            throw CommandFailure("\(command): \(error)")
        }
    }

    private static func parse(_ list: [String], _ command: String, _ help: String) throws -> Options? {
        let known = HelpOption.all(in: help).flatMap(\.names)
        var arguments = Arguments(list, of: command)
        var options = Options()
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"):
                Console.print(help)
                return nil
            case .option(let name) where known.contains(name):
                switch name {
                case "--window": options.window = UInt32(try arguments.wholeNumber(of: name, in: 1...Int(UInt32.max)))
                case "--accessibility": options.asksPrograms = true
                case "--process": options.process = try arguments.wholeNumber(of: name, in: 1...Int(Int32.max))
                case "--socket": options.address = ServerAddress(path: try arguments.value(of: name))
                default: options.output = try arguments.value(of: name)
                }
            case .option(let name): throw arguments.unknown(name, among: known + ["--help"])
            case .input(let word):
                let hint = command == "tree" ? "; the views of a package are printed by 'mica see --tree \(word)'" : ""
                throw arguments.wrong("unexpected argument '\(word)'\(hint)")
            }
        }
        return options
    }
}
