import Mica
import MicaCommandLine
import QuartzCore

/// `mica info`: the backends of this machine.
enum InfoCommand {
    /// `mica info --help`.
    static let help = """
        usage: mica info

        Prints this machine's OpenGL, and the backend of 'mica render --backend auto' with the reason.
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "info")
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option(let name): throw arguments.unknown(name, among: ["--help"])
            case .input(let name): throw arguments.wrong("'\(name)' is one argument too many")
            }
        }
        for line in LayerRenderer.Backend.report { Console.print(line) }
    }
}
