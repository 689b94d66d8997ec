import Foundation

/// A package with targets of an Xcode project, which SwiftPM builds. The project and its files stay as they are.
///
/// Each target has a link to the folder that contains its files, so that a source lies beside what it finds by its own path
/// (`#filePath`), such as reference pictures, and two targets may have a file in common.
struct ProjectPackage {
    /// The package's folder.
    let folder: String
    /// The Swift sources, by the paths that the compiler gets.
    let sources: [String]
    /// The modules of the targets.
    let modules: [String]
    /// What of the targets is left out, a line each.
    let notes: [String]

    /// Writes the package; a file that is the same is left alone, so that nothing is built again.
    ///
    /// - Parameters:
    ///   - roots: the targets that are wanted; those that they need come along.
    ///   - folder: the package's folder.
    ///   - scratch: where SwiftPM has its record of dependencies, which ends with a change of the manifest.
    init(_ project: XcodeProject, roots: [XcodeTarget], folder: String, scratch: String) throws {
        var graph = ProjectGraph(project, roots: roots)
        let packages = PackageReferences(project)
        var layouts: [ProjectTargetLayout] = []
        for target in graph.targets {
            let layout = ProjectTargetLayout(target, project)
            layouts.append(layout)
            try Self.link(folder + "/Targets/" + target.module, to: layout.base)
        }
        let found = packages.find(graph)
        graph.notes += found.notes
        let targets = zip(graph.targets, layouts).map { target, layout in
            layout.manifest(modules: graph.modules(neededBy: target), products: found.products[target.identifier] ?? [])
        }
        let text = Self.manifest(graph.targets, targets, dependencies: found.dependencies)
        let manifest = folder + "/Package.swift"
        if (try? String(contentsOfFile: manifest, encoding: .utf8)) != text {
            try text.write(toFile: manifest, atomically: true, encoding: .utf8)
            try? FileManager.default.removeItem(atPath: scratch + "/workspace-state.json")
        }
        self.folder = folder
        modules = graph.targets.map(\.module)
        notes = graph.notes
        sources = zip(graph.targets, layouts).flatMap { target, layout in
            layout.sources.map { "\(folder)/Targets/\(target.module)/\($0)" }
        }
    }

    /// Makes a link, with the folders above it.
    private static func link(_ path: String, to destination: String) throws {
        let files = FileManager.default
        if let old = try? files.destinationOfSymbolicLink(atPath: path) {
            if old == destination { return }
            try files.removeItem(atPath: path)
        }
        try files.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: path, withDestinationPath: destination)
    }

    private static func manifest(
        _ targets: [XcodeTarget], _ texts: [String], dependencies: [String]
    ) -> String {
        let libraries = targets.filter { $0.kind == .library }
            .map {
                "        .library(name: \($0.module.debugDescription), targets: [\($0.module.debugDescription)]),\n"
            }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "XcodeProject", defaultLocalization: "en", platforms: [.iOS(.v26), .macOS(.v26)],
                products: [
            \(libraries.joined())    ],
                dependencies: [
            \(dependencies.map { "        \($0),\n" }.joined())    ],
                targets: [
            \(texts.map { "        \($0),\n" }.joined())    ]
            )

            """
    }
}
