import Foundation
import MicaCommandLine

/// The targets and products of a package, and the program that shows a screen of it.
struct PackageLayout {
    private struct Description: Decodable {
        struct Product: Decodable { let name: String, targets: [String] }
        struct Target: Decodable {
            let name: String, c99name: String, path: String, type: String, sources: [String]
        }
        let name: String
        let products: [Product]
        let targets: [Target]
    }

    private let description: Description
    private let folder: String

    /// Asks SwiftPM.
    ///
    /// - Throws: one line, when the manifest cannot be read.
    init(_ build: BuildCommand.Build, swift: String) throws {
        folder = build.package
        let process = Process()
        process.executableURL = URL(fileURLWithPath: swift)
        process.arguments = ["package"] + build.folders + ["describe", "--type", "json"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard let description = try? JSONDecoder().decode(Description.self, from: data) else {
            throw PortError("see: 'swift package describe' cannot read \(build.package)/Package.swift")
        }
        self.description = description
    }

    /// The full name of a class: `Module.Class`.
    ///
    /// - Throws: one line, when no source of the package declares it.
    func className(_ target: String) throws -> String {
        if target.contains(".") { return target }
        return try owner(of: target).c99name + "." + target
    }

    private func owner(of target: String) throws -> Description.Target {
        let name = target.split(separator: ".").last.map(String.init) ?? target
        var found: Description.Target?
        eachSource { candidate, _, text in
            guard text.contains("class \(name)") else { return true }
            let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            if zip(words, words.dropFirst()).contains(where: { $0 == "class" && $1 == name }) { found = candidate }
            return found == nil
        }
        guard let found else {
            let titles = previews.map(\.preview.title)
            let others = titles.isEmpty ? "" : "; the previews are \(titles.joined(separator: ", "))"
            throw PortError("see: no source of the package declares a class or a preview \(name)\(others)")
        }
        return found
    }

    /// Calls a function with each Swift source of the targets that are not tests, until it returns false.
    private func eachSource(_ body: (Description.Target, _ path: String, _ text: String) -> Bool) {
        for candidate in description.targets where candidate.type != "test" {
            for source in candidate.sources where source.hasSuffix(".swift") {
                let path = "\(folder)/\(candidate.path)/\(source)"
                if let text = try? String(contentsOfFile: path, encoding: .utf8), !body(candidate, path, text) {
                    return
                }
            }
        }
    }

    /// The package's previews, with the modules that have them.
    private var previews: [(preview: Preview, module: String)] {
        var result: [(Preview, String)] = []
        eachSource { candidate, path, text in
            result += Preview.all(in: text, file: path).map { ($0, candidate.c99name) }
            return true
        }
        return result
    }

    /// The preview that a name of a command line means; nil for none.
    func preview(_ target: String) -> Preview? { previews.first { $0.preview.matches(target) }?.preview }

    /// Builds the program that shows a target, or the package's own root for nil; nil if it does not build.
    func program(showing target: String?, _ build: BuildCommand.Build, _ package: PortedPackage) throws -> String? {
        if let target, let (preview, module) = previews.first(where: { $0.preview.matches(target) }) {
            guard let owner = description.targets.first(where: { $0.c99name == module }), owner.type != "executable"
            else {
                throw PortError("see: \(preview.title) is in a program; the preview of a library's target can be shown")
            }
            return try program(linking: owner, preview, build, package)
        }
        let executables = description.targets.filter { $0.type == "executable" }
        // A package may have several programs.
        if let program = executables.first(where: { $0.name == target }) {
            return try self.program(program, build, package)
        }
        let owner = try target.map(owner)
        if let executable = owner == nil ? executables.first : executables.first(where: { $0.name == owner?.name }) {
            return try program(executable, build, package)
        }
        guard let owner else { throw PortError("see: the package has no program: name a controller or a view of it") }
        return try program(linking: owner, nil, build, package)
    }

    /// Whether a target is a program.
    func isProgram(_ target: String) -> Bool {
        description.targets.contains { $0.name == target && $0.type == "executable" }
    }

    private func program(
        _ executable: Description.Target, _ build: BuildCommand.Build, _ package: PortedPackage
    ) throws -> String? {
        guard try compile(package.swift, build.arguments + ["--product", executable.name] + package.options) else {
            return nil
        }
        return "\(build.scratch)/\(build.configuration)/\(executable.name)"
    }

    /// Builds a program that links a target's product and shows a preview, or for nil the class that its environment names.
    private func program(
        linking owner: Description.Target, _ preview: Preview?, _ build: BuildCommand.Build, _ package: PortedPackage
    ) throws -> String? {
        guard let product = description.products.first(where: { $0.targets.contains(owner.name) }) else {
            throw PortError("see: no product of the package has the target \(owner.name)")
        }
        let place = build.scratch + "/mica-see"
        try writeProgram(at: place, product: product.name, module: owner.c99name, preview)
        let arguments =
            ["--package-path", place, "--scratch-path", place + "/build", "-c", build.configuration] + package.options
        guard try compile(package.swift, arguments) else { return nil }
        return "\(place)/build/\(build.configuration)/See"
    }

    /// Writes a package with a program that only links a product and asks for a screen of it.
    private func writeProgram(at place: String, product: String, module: String, _ preview: Preview?) throws {
        try FileManager.default.createDirectory(atPath: place + "/Sources/See", withIntermediateDirectories: true)
        let identity = (folder as NSString).lastPathComponent
        let manifest = """
            // swift-tools-version:5.9
            import PackageDescription
            let package = Package(
                name: "See", platforms: [.iOS(.v17), .macOS(.v14)], dependencies: [.package(path: "\(folder)")],
                targets: [.executableTarget(name: "See", dependencies: [.product(name: "\(product)", package: "\(identity)")])])

            """
        let main = Self.main(module, preview)
        for (path, text) in [("Package.swift", manifest), ("Sources/See/main.swift", main)] {
            let file = URL(fileURLWithPath: "\(place)/\(path)")
            // An unchanged file keeps its date, so that nothing is built again.
            if (try? String(contentsOf: file, encoding: .utf8)) != text {
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
        }
    }

    /// The source of the program. A preview's closure is a copy of the package's, in which the compiler names the lines of
    /// the original; it sees the names that the module keeps to itself.
    private static func main(_ module: String, _ preview: Preview?) -> String {
        guard let preview else {
            return
                "import MicaTesting\nimport \(module)\n\nMainActor.assumeIsolated { () -> Void in SeeProgram.main() }\n"
        }
        let others = preview.imports.filter { !["SwiftUI", module].contains($0) }.map { "import \($0)\n" }
        return """
            import MicaTesting
            import UIKit
            \(others.joined())@testable import \(module)

            @MainActor func preview() -> AnyObject {
                let body: @MainActor () -> AnyObject = {
            #sourceLocation(file: "\(preview.file)", line: \(preview.line))
            \(preview.body)
            #sourceLocation()
                }
                return body()
            }
            MainActor.assumeIsolated { () -> Void in SeeProgram.main(showing: preview) }

            """
    }

    /// Builds; on a failure prints the compiler's errors, each once, at most 40 lines.
    private func compile(_ swift: String, _ arguments: [String]) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: swift)
        process.arguments = ["build"] + arguments
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if process.terminationStatus == 0 { return true }
        var seen: Set<Substring> = []
        let all = String(decoding: data, as: UTF8.self).split(separator: "\n")
        var errors = all.filter { $0.contains("error:") && !$0.hasPrefix(" ") && seen.insert($0).inserted }
        if errors.isEmpty { errors = all.suffix(40) }
        for line in errors.prefix(39) { Console.error(String(line)) }
        if errors.count > 39 { Console.error("... and \(errors.count - 39) more errors") }
        return false
    }
}
