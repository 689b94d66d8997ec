import Foundation

/// Where a package's target finds the files of an Xcode target.
struct ProjectTargetLayout {
    /// The folder with all files of the target and the project's folder.
    let base: String
    /// The Swift sources, from `base`.
    let sources: [String]
    private let target: XcodeTarget
    private let resources: [(path: String, keepsFolder: Bool)]
    private let excluded: [String]

    init(_ target: XcodeTarget, _ project: XcodeProject) {
        let all = target.sources + target.resources
        let base = Self.common(project.folder, all)
        let depth = Self.start(base).utf8.count
        func relative(_ path: String) -> String { String(path.utf8.dropFirst(depth)) ?? path }
        (self.target, self.base) = (target, base)
        sources = target.sources.map(relative)
        var names: Set<String> = []
        resources = target.resources.filter { path in
            // SwiftPM copies files into one folder, or one for each language; Xcode takes the first of a name, too.
            let above = ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent
            let place = above.hasSuffix(".lproj") ? above : ""
            return names.insert(place + "/" + (path as NSString).lastPathComponent).inserted
        }.map { (relative($0), target.folders.contains($0) || Self.isBundle($0)) }
        excluded = Self.others(in: base, than: Set(all)).map(relative)
    }

    /// The folder that contains a folder and files: the part of all paths in which they agree, `/` at the least.
    private static func common(_ folder: String, _ files: [String]) -> String {
        var parts = folder.split(separator: "/")[...]
        for file in files {
            let above = file.split(separator: "/").dropLast()
            parts = parts.prefix(zip(parts, above).prefix { $0 == $1 }.count)
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The beginning of the paths in a folder.
    private static func start(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

    /// Whether a resource is a folder that is copied whole.
    private static func isBundle(_ path: String) -> Bool {
        var isFolder = ObjCBool(false)
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return false
        }
        return (path as NSString).pathExtension != "xcassets"
    }

    /// The files and folders below a folder that have no part in a target: SwiftPM warns of them if it has to find them itself.
    private static func others(in base: String, than wanted: Set<String>) -> [String] {
        var above: Set<String> = []
        for path in wanted {
            var folder = (path as NSString).deletingLastPathComponent
            while folder.count > base.count, above.insert(folder).inserted {
                folder = (folder as NSString).deletingLastPathComponent
            }
        }
        var (result, rest): ([String], [String]) = ([], [base])
        while let folder = rest.popLast() {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !name.hasPrefix(".")
            {
                let path = start(folder) + name
                if above.contains(path) { rest.append(path) } else if !wanted.contains(path) { result.append(path) }
            }
        }
        return result.sorted()
    }

    /// The target in a manifest.
    ///
    /// - Parameters:
    ///   - modules: the targets of the package that it needs.
    ///   - products: the products of other packages, as a manifest has them.
    func manifest(modules: [String], products: [String]) -> String {
        let function =
            switch target.kind {
            case .tests: "testTarget"
            case .program: "executableTarget"
            case .library, nil: "target"
            }
        let resources = resources.map { ".\($0.keepsFolder ? "copy" : "process")(\($0.path.debugDescription))" }
        var settings = [".swiftLanguageMode(.v\(target.options.language.replacingOccurrences(of: ".", with: "_")))"]
        settings += target.options.conditions.map { ".define(\($0.debugDescription))" }
        if target.options.isOfMainActor { settings.append(".defaultIsolation(MainActor.self)") }
        func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }
        return """
            .\(function)(
                        name: \(target.module.debugDescription), dependencies: \(list(modules.map(\.debugDescription) + products)),
                        path: \("Targets/\(target.module)".debugDescription), exclude: \(list(excluded.map(\.debugDescription))),
                        sources: \(list(sources.map(\.debugDescription))),
                        resources: \(list(resources)), swiftSettings: \(list(settings)))
            """
    }
}
