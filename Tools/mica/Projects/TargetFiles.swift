import Foundation

/// The files of an Xcode target's phases and of its folders.
struct TargetFiles {
    /// Full paths, in the project's order.
    private(set) var sources: [String] = []
    private(set) var resources: [String] = []
    /// Those of the resources that keep their folder.
    private(set) var folders: Set<String> = []
    /// Packages' products that it links.
    private(set) var products: [TextPropertyList] = []
    /// Targets of the project whose products it links.
    private(set) var linkedProducts: [String] = []
    /// The folders that are left out, a line each.
    private(set) var notes: [String] = []
    private var seen: Set<String> = []
    /// The identifiers that were added, so that a group may contain itself.
    private var visited: Set<String> = []

    init(_ target: TextPropertyList, _ identifier: String, _ project: XcodeProject) {
        for phase in project.objects("buildPhases", of: target) {
            let files = project.objects("files", of: phase)
            switch phase["isa"]?.text {
            case "PBXSourcesBuildPhase":
                for file in files { add(file["fileRef"]?.text, project, isSource: true) }
            case "PBXResourcesBuildPhase":
                for file in files { add(file["fileRef"]?.text, project, isSource: false) }
            case "PBXFrameworksBuildPhase": link(files, project)
            default: break
            }
        }
        addFolders(target, identifier, project)
    }

    /// Adds the file of a reference, or the files of a group of localizations.
    private mutating func add(_ reference: String?, _ project: XcodeProject, isSource: Bool) {
        var rest = [reference].compactMap { $0 }
        while let reference = rest.popLast() {
            guard visited.insert(reference).inserted, let object = project.object(reference) else { continue }
            if object["isa"]?.text == "PBXVariantGroup" {
                rest += (object["children"]?.texts ?? []).reversed()
                continue
            }
            guard object["isa"]?.text != "PBXGroup", let path = project.place(reference) else { continue }
            if object["lastKnownFileType"]?.text == "folder" { folders.insert(path) }
            add(path, isSource: isSource)
        }
    }

    /// Adds a file that is there.
    private mutating func add(_ path: String, isSource: Bool) {
        // SwiftPM refuses a resource Info.plist, and Linux has no use for it.
        guard seen.insert(path).inserted, FileManager.default.fileExists(atPath: path),
            isSource || (path as NSString).lastPathComponent != "Info.plist"
        else { return }
        if isSource { sources.append(path) } else { resources.append(path) }
    }

    private mutating func link(_ files: [TextPropertyList], _ project: XcodeProject) {
        for file in files {
            if let product = project.object(file["productRef"]?.text) { products.append(product) }
            guard let reference = file["fileRef"]?.text else { continue }
            linkedProducts += project.owners(ofProduct: reference)
        }
    }

    // MARK: Folders

    /// Adds the files of folders that Xcode 16 keeps equal to the target, without the exceptions.
    private mutating func addFolders(_ target: TextPropertyList, _ identifier: String, _ project: XcodeProject) {
        let own = target["fileSystemSynchronizedGroups"]?.texts ?? []
        for group in own {
            guard let object = project.object(group), let folder = project.place(group) else { continue }
            let excluded = Self.exceptions(object, of: identifier, project)
            guard let files = project.files.files(below: folder) else {
                notes.append("\(folder) is left out: it has more than \(ProjectFiles.mostListed) files")
                continue
            }
            for path in files where !excluded.contains(String(path.dropFirst(folder.count + 1))) {
                addByKind(path)
            }
        }
        // The exceptions of a folder of another target are files that this one has, too.
        for (group, object) in project.synchronizedFolders where !own.contains(group) {
            guard let folder = project.place(group) else { continue }
            for path in Self.exceptions(object, of: identifier, project).sorted() { addByKind(folder + "/" + path) }
        }
    }

    private mutating func addByKind(_ path: String) {
        let type = (path as NSString).pathExtension
        guard !["h", "pch", "modulemap", "entitlements", "md", "xctestplan"].contains(type) else { return }
        add(path, isSource: ["swift", "m", "mm", "c", "cpp", "metal"].contains(type))
    }

    private static func exceptions(
        _ group: TextPropertyList, of target: String, _ project: XcodeProject
    ) -> Set<String> {
        let sets = project.objects("exceptions", of: group).filter { $0["target"]?.text == target }
        return Set(sets.flatMap { $0["membershipExceptions"]?.texts ?? [] })
    }
}
