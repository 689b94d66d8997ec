import Foundation
import MicaCommandLine

/// `mica build`: `swift build` of a package with unchanged iOS sources.
enum BuildCommand {
    /// `mica build --help`.
    static let help = """
        usage: mica build [--ios] [OPTIONS OF swift build]

        Builds a Swift package whose sources were written for iOS, and leaves them as they are: `mica-port` writes copies that
        compile on Linux, and the compiler reads those in place of the sources, of the package and of its dependencies.
        Messages name the sources. All options except --ios go to `swift build`. A package that does not name Mica is
        compiled against the kit, if there is one beside mica or at MICA_KIT; os(iOS) is true there in packages with UIKit.

          --ios              treats os(iOS) in #if as true

        example: mica build -c release --product App
        """

    /// Runs the command; returns its exit status.
    static func run(_ list: [String]) throws -> Int32 {
        if list == ["--help"] || list == ["-h"] {
            Console.print(help)
            return ExitCode.success
        }
        let build = Build(list)
        let package = try PortedPackage(build, command: "build", needsKit: false)
        guard package.status == 0 else { return package.status }
        return try PortTool.run(package.swift, ["build"] + build.arguments + package.options)
    }

    /// The parts of a command line.
    struct Build {
        /// The arguments for `swift build`.
        private(set) var arguments: [String] = []
        /// The options for `mica-port`.
        private(set) var toolOptions: [String] = []
        /// The options that name folders.
        private(set) var folders: [String] = []
        /// The folder of the package.
        private(set) var package: String
        /// The folder for builds.
        private(set) var scratch: String
        /// The configuration of `-c` or `--configuration`: debug without it.
        private(set) var configuration = "debug"
        /// The arguments that name no folder.
        private var others: [String] = []
        /// SwiftPM's record of dependencies.
        var state: String { scratch + "/workspace-state.json" }

        init(_ list: [String], workingDirectory: String = FileManager.default.currentDirectoryPath) {
            func full(_ path: String) -> String {
                let base = URL(fileURLWithPath: workingDirectory, isDirectory: true)
                return URL(fileURLWithPath: path, relativeTo: base).standardizedFileURL.path
            }
            (package, scratch) = (full("."), "")
            var rest = list[...]
            while let word = rest.popFirst() {
                if word == "--ios" {
                    toolOptions.append(word)
                    continue
                }
                arguments.append(word)
                others.append(word)
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                if ["-c", "--configuration"].contains(parts[0]), let value = parts.count > 1 ? parts[1] : rest.first {
                    configuration = value
                }
                guard ["--package-path", "--scratch-path", "--build-path"].contains(parts[0]) else { continue }
                folders.append(others.removeLast())
                var path = parts.count > 1 ? parts[1] : ""
                if parts.count == 1, let value = rest.popFirst() {
                    arguments.append(value)
                    folders.append(value)
                    path = value
                }
                if parts[0] == "--package-path" { package = full(path) } else { scratch = full(path) }
            }
            if scratch.isEmpty { scratch = package + "/.build" }
        }

        /// The same command line for a package and a folder for builds elsewhere.
        func moved(package: String, scratch: String) -> Build {
            Build(others + toolOptions + ["--package-path", package, "--scratch-path", scratch])
        }

        /// The folders of the packages that SwiftPM recorded as dependencies, except Mica's own.
        static func dependencies(_ state: Data, scratch: String) -> [String] {
            allDependencies(state, scratch: scratch).filter { !isMica($0) }
        }

        /// Whether a folder is Mica's own package.
        static func isMica(_ folder: String) -> Bool {
            FileManager.default.fileExists(atPath: folder + "/Sources/Client/QuartzCore")
        }

        /// The folders of the packages that SwiftPM recorded as dependencies.
        static func allDependencies(_ state: Data, scratch: String) -> [String] {
            struct State: Decodable {
                struct Object: Decodable { let dependencies: [Dependency] }
                struct Dependency: Decodable {
                    struct Reference: Decodable { let kind: String, location: String }
                    struct Location: Decodable { let path: String? }
                    let packageRef: Reference
                    let state: Location
                    let subpath: String?
                }
                let object: Object
            }
            guard let state = try? JSONDecoder().decode(State.self, from: state) else { return [] }
            return state.object.dependencies.map { dependency in
                if let path = dependency.state.path { return path }
                if dependency.packageRef.kind == "fileSystem" { return dependency.packageRef.location }
                return scratch + "/checkouts/" + (dependency.subpath ?? "")
            }
        }
    }
}
