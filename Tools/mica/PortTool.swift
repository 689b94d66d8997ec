import Foundation
import MicaCommandLine

/// The program `mica-port`, which makes iOS sources compile here, and the programs around it.
struct PortTool {
    /// Its path.
    let path: String

    /// Finds the program: MICA_PORT in the environment, beside this program, where this repository builds it, on the
    /// PATH.
    ///
    /// - Throws: one line that says how to get it.
    init(command: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        var folder = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath().deletingLastPathComponent()
        var candidates = [environment["MICA_PORT"] ?? "", folder.appendingPathComponent("mica-port").path]
        for _ in 0..<3 {
            candidates.append(folder.appendingPathComponent("port/release/mica-port").path)
            folder = folder.deletingLastPathComponent()
        }
        candidates += Self.folders(environment).map { $0 + "/mica-port" }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw PortError("\(command): there is no mica-port beside mica; `make port` in Mica's checkout builds it")
        }
        path = found
    }

    /// The toolchain's `swift`.
    ///
    /// - Throws: one line, when there is none on the PATH.
    static func swift(
        command: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
        guard
            let found = folders(environment).map({ $0 + "/swift" })
                .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
        else {
            throw PortError(
                "\(command): there is no swift on the PATH: install it from https://www.swift.org/install/linux/")
        }
        return found
    }

    /// Runs a program with this one's input and output; returns its exit status.
    ///
    /// - Parameter isQuiet: Whether what it prints on standard output goes to standard error.
    static func run(
        _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil,
        isQuiet: Bool = false
    ) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        if let environment { process.environment = environment }
        if isQuiet { process.standardOutput = FileHandle.standardError }
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func folders(_ environment: [String: String]) -> [String] {
        (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    }
}

/// Why sources cannot be ported, in one line.
struct PortError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// `mica port`: what `mica-port` does.
enum PortCommand {
    /// `mica port --help`.
    static let help = """
        usage: mica port [--ios] [--write | --report | --check] FILE|FOLDER...

        Makes iOS sources compile on Linux: @objc, #selector, #keyPath, optional requirements, overrides in extensions. No
        line moves. Prints the result of one file, or:
          --write            changes the files themselves
          --report           prints what is done for each file, and what is left to do by hand; exit status 1 if anything is
          --check            checks the results too, and prints a row of a table for each argument
          --ios              treats os(iOS) in #if as true

        `mica build` leaves the files alone. See docs/porting.md.
        """

    /// Runs the command; returns its exit status.
    static func run(_ list: [String]) throws -> Int32 {
        if list.isEmpty { throw UsageError("port needs a file", command: "port") }
        if list == ["--help"] || list == ["-h"] {
            Console.print(help)
            return ExitCode.success
        }
        return try PortTool.run(PortTool(command: "port").path, list)
    }
}
