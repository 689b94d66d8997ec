import Foundation
import MicaCommandLine

/// `mica see`: shows one screen of a package in a picture, a film or a tree.
enum SeeCommand {
    /// `mica see --help`.
    static let help = """
        usage: mica see [TARGET] [-o OUTPUT] [OPTIONS] [OPTIONS OF swift build]

        Builds a Swift package that was written for iOS, shows one screen of it in a window without a display, and writes a
        picture. TARGET is the class of a view controller or a view, the name of a #Preview, FILE.swift:2 for the second
        preview of a source, or one of the package's programs; a program shows its own root, and without TARGET the first
        program does. Prints the screen's elements, a line each,
        with the texts by which scripts find them. If the build fails, prints the compiler's errors, at most 40 lines.

          --project FILE       takes a program or library of an .xcodeproj, as a folder without a manifest does by itself
          -o OUTPUT            the output, default see.png: .png, .gif, .webp, or .json for the tree of views
          --tree               prints the tree of views as JSON, and nothing else
          --script FILE        plays a script first: 'tap "Log in"', 'drag 100,500 to 100,200' (docs/scripted-windows.md)
          --time SECONDS       sets the moment of the picture; 1 s after the script's end without it
        \(TestConditions.help)

        example: mica see LoginViewController --device iphone-15 --dark -o login.png
        """

    /// Runs the command; returns its exit status.
    static func run(_ list: [String]) throws -> Int32 {
        if list == ["--help"] || list == ["-h"] {
            Console.print(help)
            return ExitCode.success
        }
        let options = try Options(list)
        let project = try ProjectChoice.forScreens(in: options.build.package, given: options.project)
        let made = try project?.package(of: project?.screenTargets ?? [], options.build, command: "see")
        let build = made?.1 ?? options.build
        let package = try PortedPackage(
            build, project: made?.0, home: options.build.package, command: "see",
            isLocalized: options.conditions.isLocalized, isQuiet: options.printsTree)
        guard package.status == 0 else { return package.status }
        guard package.usesKit else {
            throw PortError("see: the package names Mica itself; it is for packages that do not")
        }
        let layout = try PackageLayout(build, swift: package.swift)
        let program = try layout.program(showing: options.target, build, package)
        guard let program else { return ExitCode.failure }
        var environment = ProcessInfo.processInfo.environment
        environment.merge(options.conditions.environment) { $1 }
        (environment["MICA_TEST"], environment["MICA_SEE"]) = ("1", options.output)
        if let preview = options.target.flatMap(layout.preview) {
            if let screen = preview.screen(over: environment["MICA_SCREEN"]) {
                // The safe area is that of a whole device, held upright.
                (environment["MICA_SCREEN"], environment["MICA_SAFE_AREA"]) = (screen, nil)
            }
        } else if !(options.target.map(layout.isProgram) ?? false) {
            environment["MICA_SEE_TARGET"] = try options.target.map { try layout.className($0) }
        }
        environment["MICA_SEE_SCRIPT"] = options.script
        environment["MICA_SEE_TIME"] = options.time
        let status = try PortTool.run(program, [], environment: environment)
        if status == 0, !options.printsTree { Console.error("mica see: wrote \(options.output)") }
        return status
    }

    /// The command line.
    struct Options {
        let build: BuildCommand.Build
        private(set) var conditions = TestConditions()
        private(set) var target: String?
        private(set) var output = "see.png"
        private(set) var script: String?
        private(set) var time: String?
        private(set) var printsTree = false
        /// The Xcode project of `--project`.
        private(set) var project: String?

        init(_ list: [String]) throws {
            var others: [String] = []
            var rest = list[...]
            while let word = rest.popFirst() {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                func value() throws -> String {
                    if parts.count > 1 { return parts[1] }
                    guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value", command: "see") }
                    return value
                }
                if try conditions.take(parts.first ?? word, value: value) { continue }
                switch parts.first {
                case "-o": output = try value()
                case "--project": project = try value()
                case "--tree": printsTree = true
                case "--script": script = try value()
                case "--time":
                    let text = try value()
                    guard let number = Double(text), number >= 0 else {
                        throw UsageError("--time is a number of seconds, not '\(text)'", command: "see")
                    }
                    time = text
                default:
                    // A word behind an option of swift build is its value.
                    if !word.hasPrefix("-"), target == nil, others.last?.hasPrefix("-") != true {
                        target = word
                    } else {
                        others.append(word)
                    }
                }
            }
            func full(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
            // The program prints a tree whose output is `-`.
            (output, script) = (printsTree ? "-" : full(output), script.map(full))
            build = BuildCommand.Build(others)
        }
    }
}
