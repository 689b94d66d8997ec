import Foundation
import MicaCommandLine

/// `mica test`: `swift test` of a package with unchanged iOS sources.
enum TestCommand {
    /// `mica test --help`.
    static let help = """
        usage: mica test [OPTIONS] [OPTIONS OF swift test]

        Runs the tests of a Swift package that was written for iOS, and leaves its sources and its manifest as they are. The
        package need not name Mica. A package without tests, or a folder without a manifest, has those of its Xcode project.
        Output and exit status are those of `swift test`, and so are all other options, such as
        --filter and --parallel. Pictures that differ are shown in .build/mica-test/report.html.

        \(TestConditions.help)
          --time machine       lets time pass as on the machine's clock; without it time passes only while a test waits, at
                               once to the next timer, frame or end of an animation
          --tolerance [NAME=]DELTA[,SHARE%]
                               lets pictures pass in which no more than a share of pixels differs by more than DELTA in
                               ∆E, the difference that an eye sees: 2,0.5%; with a name, which may have *, those pictures
          --text-tolerance [NAME=]DELTA[,SHARE%]
                               is the tolerance within labels and other text, without it the same
          --record             records all pictures again (swift-snapshot-testing's, MicaSnapshots')
          --project FILE       runs the unit tests of an .xcodeproj
          --accept             runs no test: makes the pictures of the last run the expected ones

        A file .mica-test in the package's folder may hold options, one a line.

        example: mica test --filter CardTests --device iphone-15
        """

    /// Runs the command; returns its exit status.
    static func run(_ list: [String]) throws -> Int32 {
        if list == ["--help"] || list == ["-h"] {
            Console.print(help)
            return ExitCode.success
        }
        let options = try Options(list)
        let results = TestResults(build: options.build, options.tolerances)
        if options.accepts { return try results.accept() }
        let project = try ProjectChoice.forTests(in: options.build.package, given: options.project)
        let made = try project?.package(of: project?.testTargets ?? [], options.build, command: "test")
        let build = made?.1 ?? options.build
        let package = try PortedPackage(
            build, project: made?.0, home: options.build.package, command: "test",
            isLocalized: options.conditions.isLocalized)
        guard package.status == 0 else { return package.status }
        try results.begin()
        var environment = ProcessInfo.processInfo.environment
        environment.merge(options.conditions.environment) { $1 }
        environment.merge(results.environment(record: options.records)) { $1 }
        environment["MICA_TEST"] = "1"
        if options.usesMachineTime { environment["MICA_TEST_TIME"] = "machine" }
        let arguments =
            ["test"] + build.arguments + (options.conditions.plan?.testOptions ?? []) + package.options
        guard options.tolerances.areGiven else {
            let status = try PortTool.run(package.swift, arguments, environment: environment)
            // Against the kit, the port makes such tests run.
            if status != 0, !package.usesKit, let note = MainActorTests.note(package: options.build.package) {
                Console.error("mica test: \(note)")
            }
            return try results.finish(status)
        }
        let run = try TestOutput.run(package.swift, arguments, environment: environment)
        return try results.finish(run.status, run.output)
    }

    /// The command line.
    struct Options {
        /// What goes to the porter and to `swift test`.
        let build: BuildCommand.Build
        private(set) var conditions = TestConditions()
        private(set) var tolerances = PictureTolerances()
        private(set) var usesMachineTime = false
        private(set) var records = false
        private(set) var accepts = false
        /// The Xcode project of `--project`.
        private(set) var project: String?

        /// The options of the package's file `.mica-test`, one a line, and then those of the command line.
        init(_ list: [String]) throws {
            var others: [String] = []
            var rest = (try Self.kept(in: BuildCommand.Build(list).package) + list)[...]
            while let word = rest.popFirst() {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                func value() throws -> String {
                    if parts.count > 1 { return parts[1] }
                    guard let value = rest.popFirst() else {
                        throw UsageError("\(word) needs a value", command: "test")
                    }
                    return value
                }
                if try conditions.take(parts.first ?? word, value: value) { continue }
                if try tolerances.take(parts.first ?? word, value: value) { continue }
                switch parts.first {
                case "--time":
                    let kind = try value()
                    guard ["machine", "virtual"].contains(kind) else {
                        throw UsageError("--time is machine or virtual, not '\(kind)'", command: "test")
                    }
                    usesMachineTime = kind == "machine"
                case "--record": records = true
                case "--accept": accepts = true
                case "--project": project = try value()
                default: others.append(word)
                }
            }
            build = BuildCommand.Build(others)
        }

        /// The words of a package's file `.mica-test`: an option and its value a line. A `#` at the start of a line or behind a
        /// space begins a comment.
        private static func kept(in package: String) throws -> [String] {
            guard let text = try? String(contentsOfFile: package + "/.mica-test", encoding: .utf8) else { return [] }
            // A line that ends with CR LF ends with one Character, which is a newline.
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return try lines.enumerated().flatMap { number, line in
                let comment = line.indices.first { index in
                    line[index] == "#" && (index == line.startIndex || line[line.index(before: index)].isWhitespace)
                }
                let option = line[..<(comment ?? line.endIndex)]
                let words = option.split(maxSplits: 1, whereSeparator: \.isWhitespace)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                guard let first = words.first else { return [String]() }
                guard first.hasPrefix("--") else {
                    throw PortError("\(package)/.mica-test:\(number + 1): '\(line)' is not an option")
                }
                return words
            }
        }
    }
}
