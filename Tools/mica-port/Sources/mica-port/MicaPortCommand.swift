import Foundation
import MicaPort

/// The command `mica-port`.
@main struct MicaPortCommand {
    static let help = """
        usage: mica-port [--ios] [--write | --report | --check] FILE|FOLDER...
               mica-port [--ios] --overlay FILE --out FOLDER [--stamp FILE] [--context PATH]... FILE|FOLDER...
               mica-port --fuzz COUNT [--seed NUMBER] FILE|FOLDER...

        Makes iOS sources compile on Linux without moving a line. Prints the result of one file, or:
          --write        changes the files themselves
          --report       prints what is done and what is left; status 1 when something is left to do by hand
          --check        checks the results too: lines, parsing, twice is once; a row of a table for each argument
          --overlay FILE writes the overlay for the compiler's -vfsoverlay, with copies in --out
          --stamp FILE   writes a source without declarations that changes when a copy does
          --context PATH reads these for what they declare, and changes nothing there
          --ios          treats os(iOS) in #if as true
          --ios-packages treats it as true in the packages with a source that imports UIKit
          --kit          the packages are compiled against Mica's kit (dev/kit)
          --has MODULE   the packages have a module of this name themselves, although Apple's have one, too
          --fuzz COUNT   ports mutated sources and checks the results
          --package DIR  the package's folder, default the working directory; a file `.mica-port` there may hold options,
                         one a line
        """

    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            FileHandle.standardError.write(Data("mica-port: \(error)\n".utf8))
            exit(2)
        }
    }

    private struct Usage: Error, CustomStringConvertible {
        let description: String
    }

    private struct Arguments {
        var options = PortOptions()
        var mode = ""
        var overlay: String?
        var out: String?
        var stamp: String?
        var context: [String] = []
        var paths: [String] = []
        var package = "."
        var count = 0
        var seed: UInt64 = 1
    }

    private static func parse(_ words: [String]) throws -> Arguments {
        var arguments = Arguments()
        if let index = words.firstIndex(of: "--package"), index + 1 < words.count {
            arguments.package = words[index + 1]
        }
        let configured = (try? String(contentsOfFile: arguments.package + "/.mica-port", encoding: .utf8)) ?? ""
        var rest = (OptionsFile.words(configured) + words)[...]
        func value(_ option: String) throws -> String {
            guard let value = rest.popFirst() else { throw Usage(description: "\(option) needs a value") }
            return value
        }
        while let word = rest.popFirst() {
            switch word {
            case "--ios": arguments.options.treatsIOSAsTrue = true
            case "--ios-packages": arguments.options.findsIOSPackages = true
            case "--kit": arguments.options.hasKit = true
            case "--has": arguments.options.ownModules.insert(try value(word))
            case "--write", "--report", "--check": arguments.mode = word
            case "--overlay": arguments.overlay = try value(word)
            case "--out": arguments.out = try value(word)
            case "--stamp": arguments.stamp = try value(word)
            case "--context": arguments.context.append(try value(word))
            case "--package": _ = try value(word)
            case "--seed": arguments.seed = UInt64(try value(word)) ?? 1
            case "--fuzz":
                arguments.mode = word
                guard let count = Int(try value(word)), count > 0 else {
                    throw Usage(description: "--fuzz needs a count")
                }
                arguments.count = count
            case "--help", "-h": arguments.mode = "--help"
            default:
                guard !word.hasPrefix("-") else { throw Usage(description: "there is no option \(word)\n\(help)") }
                arguments.paths.append(word)
            }
        }
        let places = arguments.paths + arguments.context + [arguments.package]
        arguments.options.ownModules.formUnion(SourceFolder.modules(at: places))
        return arguments
    }

    private static func run(_ words: [String]) throws -> Int32 {
        let arguments = try parse(words)
        if arguments.mode == "--help" {
            print(help)
            return 0
        }
        guard !arguments.paths.isEmpty else { throw Usage(description: "nothing to port\n\(help)") }
        for path in arguments.paths where !FileManager.default.fileExists(atPath: path) {
            throw Usage(description: "there is no \(path)")
        }
        if arguments.overlay != nil { return try writeOverlay(arguments) }
        if arguments.mode == "--check" { return try check(arguments) }
        if arguments.mode == "--fuzz" {
            let sources = try read(SourceFolder.sources(at: arguments.paths), arguments.options)
            return Fuzz.run(sources.map(\.bytes), count: arguments.count, seed: arguments.seed)
        }

        let paths = SourceFolder.sources(at: arguments.paths)
        let sources = try read(paths, arguments.options)
        let ported = PortSet(options: arguments.options).port(sources)
        switch arguments.mode {
        case "--report":
            var report = Report()
            for (source, result) in zip(sources, ported) {
                if let result { report.add(source.path, original: source.bytes, result) }
            }
            print(report.text)
            return report.byHand > 0 ? 1 : 0
        case "--write":
            for (source, result) in zip(sources, ported) {
                warn(source.path, result)
                guard let result, result.text != source.bytes else { continue }
                try Data(result.text).write(to: URL(fileURLWithPath: source.path), options: .atomic)
            }
            return 0
        default:
            guard let first = ported.first, let first, ported.count == 1 else {
                throw Usage(description: "more than one file: say --write, --report or --check")
            }
            warn(sources[0].path, first)
            FileHandle.standardOutput.write(Data(first.text))
            return 0
        }
    }

    private static func read(
        _ paths: [String], _ options: PortOptions, isContext: Bool = false
    ) throws -> [PortSet.Source] {
        var headers: [String: [String]] = [:]
        let files = try paths.map { path in
            (path: path, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        }
        let forIOS = options.findsIOSPackages ? PackagePlatform.sourcesForIOS(files) : []
        var podspecs: [String: Bool] = [:]
        let pods = files.map { UmbrellaHeader.isOfPod($0.path, cache: &podspecs) }
        return zip(files, ReexportedUIKit.sources(files.map(\.bytes), pods: pods)).map { file, isGivenUIKit in
            let umbrella = UmbrellaHeader.modules(ofSource: file.path, cache: &headers)
            return PortSet.Source(
                path: file.path, bytes: file.bytes, isContext: isContext,
                umbrella: isGivenUIKit && !umbrella.contains("UIKit") ? umbrella + ["UIKit"] : umbrella,
                isForIOS: forIOS.contains(file.path))
        }
    }

    private static func warn(_ path: String, _ result: Ported?) {
        for finding in result?.findings ?? [] {
            let line = "\(path):\(finding.line):\(finding.column): warning: \(finding.construct): \(finding.advice)\n"
            FileHandle.standardError.write(Data(line.utf8))
        }
    }

    /// Writes the overlay; at once, where nothing changed since it was written.
    private static func writeOverlay(_ arguments: Arguments) throws -> Int32 {
        guard let overlay = arguments.overlay, let out = arguments.out else {
            throw Usage(description: "--overlay needs --out")
        }
        let paths = SourceFolder.sources(at: arguments.paths)
        let context = Set(SourceFolder.sources(at: arguments.context)).subtracting(paths).sorted()
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let stamps =
            (["\(arguments.options)", SourceFolder.stamp(of: program)] + (paths + context).map(SourceFolder.stamp))
            .joined(separator: "\n")
        let state = URL(fileURLWithPath: out).appendingPathComponent("state")
        let written = [overlay, arguments.stamp ?? overlay]
        if (try? String(contentsOf: state, encoding: .utf8)) == stamps,
            written.allSatisfy({ FileManager.default.fileExists(atPath: $0) })
        {
            return 0
        }
        let sources = try read(paths, arguments.options) + read(context, arguments.options, isContext: true)
        let ported = PortSet(options: arguments.options).port(sources)
        var changed: [(path: String, original: [UInt8], text: [UInt8])] = []
        for (source, result) in zip(sources, ported) {
            warn(source.path, result)
            if let result { changed.append((source.path, source.bytes, result.text)) }
        }
        try Overlay(folder: URL(fileURLWithPath: out), file: URL(fileURLWithPath: overlay)).write(changed)
        if let stamp = arguments.stamp {
            try Overlay.writeStamp(changed.map { ($0.path, $0.text) }, to: URL(fileURLWithPath: stamp))
        }
        // Dates that the overlay gave sources are in it.
        let after =
            (["\(arguments.options)", SourceFolder.stamp(of: program)] + (paths + context).map(SourceFolder.stamp))
            .joined(separator: "\n")
        try after.write(to: state, atomically: true, encoding: .utf8)
        return 0
    }

    /// A row for each argument, and the broken rules.
    private static func check(_ arguments: Arguments) throws -> Int32 {
        var faults = 0
        var (files, hand) = (0, 0)
        for path in arguments.paths {
            let sources = try read(SourceFolder.sources(at: path), arguments.options)
            let ported = PortSet(options: arguments.options).port(sources)
            let results = zip(sources, ported).map {
                PortSet.Source(
                    path: $0.path, bytes: $1?.text ?? $0.bytes, umbrella: $0.umbrella, isForIOS: $0.isForIOS)
            }
            let again = PortSet(options: arguments.options).port(results)
            var report = Report()
            let found = PortCheck.faults(sources, ported, again: again)
            for ((source, result), found) in zip(zip(sources, ported), found) {
                guard let result else { continue }
                report.add(source.path, original: source.bytes, result)
                for fault in found {
                    FileHandle.standardError.write(Data("mica-port: \(source.path): \(fault)\n".utf8))
                    faults += 1
                }
                for finding in result.findings {
                    let line = "\(source.path):\(finding.line):\(finding.column): \(finding.construct)\n"
                    FileHandle.standardError.write(Data(line.utf8))
                }
            }
            print(report.row(URL(fileURLWithPath: path).lastPathComponent))
            (files, hand) = (files + report.files, hand + report.byHand)
        }
        let share = files == 0 ? 100 : 100 * Double(files - hand) / Double(files)
        print("\(files) files, \(hand) by hand, \(String(format: "%.1f", share)) % without, \(faults) faults")
        return faults == 0 ? 0 : 1
    }
}
