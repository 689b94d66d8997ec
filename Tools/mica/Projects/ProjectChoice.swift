import Foundation
import MicaCommandLine

/// The Xcode project that a command works on, if there is one.
enum ProjectChoice {
    /// The project with the tests of a folder: the given one; or, if the folder's manifest has no tests, the nearest below it.
    ///
    /// - Returns: nil if the manifest has tests, or there is a manifest and no project with tests for iOS.
    /// - Throws: one line, when there is neither a manifest nor a project, or several projects are as near.
    static func forTests(in folder: String, given: String?) throws -> XcodeProject? {
        if let given { return try project(given, of: folder) }
        let manifest = try? String(contentsOfFile: folder + "/Package.swift", encoding: .utf8)
        if let manifest, manifest.contains(".testTarget(") { return nil }
        var nearby = NearbyProjects(folder)
        let found = nearby.nearest { !$0.testTargets.isEmpty }
        if found.count > 1 {
            throw PortError("test: several projects have tests: name one by --project: \(list(found, folder))")
        }
        if found.isEmpty, manifest == nil {
            if let fault = nearby.faults.first { throw fault }
            throw PortError(
                "test: \(folder) has no Package.swift, and no Xcode project with unit tests in Swift for iOS")
        }
        for fault in nearby.faults { Console.error("mica test: note: \(fault)") }
        return found.first
    }

    /// The project with the programs of a folder: the given one; or, if the folder has no manifest, the nearest below it, one with a
    /// program before one with libraries only.
    ///
    /// - Returns: nil if the folder has a manifest.
    /// - Throws: one line, when there is neither a manifest nor a project, or several projects are as near.
    static func forScreens(in folder: String, given: String?) throws -> XcodeProject? {
        if let given { return try project(given, of: folder) }
        if FileManager.default.fileExists(atPath: folder + "/Package.swift") { return nil }
        var nearby = NearbyProjects(folder)
        var found = nearby.nearest { project in project.screenTargets.contains { $0.kind == .program } }
        if found.isEmpty { found = nearby.nearest { !$0.screenTargets.isEmpty } }
        if found.count > 1 {
            throw PortError("see: several projects have programs: name one by --project: \(list(found, folder))")
        }
        guard let project = found.first else {
            if let fault = nearby.faults.first { throw fault }
            throw PortError("see: \(folder) has no Package.swift, and no Xcode project with Swift sources for iOS")
        }
        for fault in nearby.faults { Console.error("mica see: note: \(fault)") }
        return project
    }

    private static func project(_ path: String, of folder: String) throws -> XcodeProject {
        let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard trimmed.hasSuffix(".xcodeproj") else { throw PortError("--project: '\(path)' is not an .xcodeproj") }
        return try XcodeProject(XcodeProject.join(folder, trimmed))
    }

    private static func list(_ projects: [XcodeProject], _ folder: String) -> String {
        projects.map { String($0.path.dropFirst(folder.count + 1)) }.joined(separator: ", ")
    }
}

/// The projects in a folder, in its folders, and in those of these; each is read once.
private struct NearbyProjects {
    /// The projects' paths, by depth.
    private let levels: [[String]]
    private var read: [String: XcodeProject?] = [:]
    /// Why projects could not be read, in the order in which they were.
    private(set) var faults: [any Error] = []

    init(_ folder: String) {
        var (levels, folders): ([[String]], [String]) = ([], [folder])
        for _ in 0..<3 {
            var (level, next): ([String], [String]) = ([], [])
            for folder in folders {
                for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
                    let path = folder + "/" + name
                    if name.hasSuffix(".xcodeproj") {
                        // Generators of projects often leave a folder with only schemes.
                        if FileManager.default.fileExists(atPath: path + "/project.pbxproj") { level.append(path) }
                    } else if !name.hasPrefix("."), !["Pods", "Carthage"].contains(name), Self.isFolder(path) {
                        next.append(path)
                    }
                }
            }
            levels.append(level)
            folders = next
        }
        self.levels = levels
    }

    /// The projects of the least depth that fulfil a condition. A project that cannot be read does not.
    mutating func nearest(_ condition: (XcodeProject) -> Bool) -> [XcodeProject] {
        for level in levels {
            let found = level.compactMap { project($0) }.filter(condition)
            if !found.isEmpty { return found }
        }
        return []
    }

    private mutating func project(_ path: String) -> XcodeProject? {
        if let known = read[path] { return known }
        var project: XcodeProject?
        do { project = try XcodeProject(path) } catch { faults.append(error) }
        read.updateValue(project, forKey: path)
        return project
    }

    /// Whether a path is a folder, and no link to one.
    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeDirectory
    }
}

extension XcodeProject {
    /// The targets of unit tests for iOS that have Swift sources.
    var testTargets: [XcodeTarget] { targets.filter { $0.kind == .tests && $0.isForIOS && !$0.sources.isEmpty } }

    /// The programs and libraries for iOS that have Swift sources.
    var screenTargets: [XcodeTarget] {
        targets.filter { ($0.kind == .program || $0.kind == .library) && $0.isForIOS && !$0.sources.isEmpty }
    }

    /// Writes the package of some targets below a folder for builds, and prints what is left out.
    ///
    /// - Returns: the package, and the command line's options for SwiftPM in it.
    func package(
        of targets: [XcodeTarget], _ build: BuildCommand.Build, command: String
    ) throws -> (ProjectPackage, BuildCommand.Build) {
        guard !targets.isEmpty else {
            throw PortError("\(command): \(path) has no such target with Swift sources for iOS")
        }
        // SwiftPM calls a package by its folder, and the clone's folder often has the project's name.
        let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        let place = build.scratch + "/mica-project/\(name)-xcode"
        let inner = build.moved(package: place, scratch: place + "/.build")
        let package = try ProjectPackage(self, roots: targets, folder: place, scratch: inner.scratch)
        Console.error("mica \(command): \(path): \(targets.map(\.name).joined(separator: ", "))")
        for note in package.notes { Console.error("mica \(command): \(note)") }
        return (package, inner)
    }
}
