import Foundation

/// Finds Swift sources.
public enum SourceFolder {
    /// The sources of a path: a file itself, or those of a folder, in order. Hidden folders are left out.
    public static func sources(at path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
        let full = URL(fileURLWithPath: path).standardizedFileURL.path
        guard isFolder.boolValue else { return [full] }
        var result: [String] = []
        var folders = [full]
        while let folder = folders.popLast() {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { continue }
            for name in names where !name.hasPrefix(".") {
                let child = folder + "/" + name
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: child, isDirectory: &isFolder) else { continue }
                if isFolder.boolValue {
                    // A link back would have no end.
                    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: child)) != nil
                    if !isLink { folders.append(child) }
                } else if name.hasSuffix(".swift"), name != "Package.swift", !name.hasPrefix("Package@") {
                    result.append(child)
                }
            }
        }
        return result.sorted()
    }

    /// The sources of several paths, each once: a package may lie in the folder of another.
    public static func sources(at paths: [String]) -> [String] {
        var seen: Set<String> = []
        return paths.flatMap { sources(at: $0) }.filter { seen.insert($0).inserted }
    }

    /// The signs of a changed source: its place, size and date.
    public static func stamp(of path: String) -> String {
        let attributes = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
        let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
        return "\(path) \(attributes[.size] as? Int ?? 0) \(date.bitPattern)"
    }

    /// The names of folders in `Sources` beside or above paths: modules of the packages there, by SwiftPM's usual layout
    /// and, where it is there, the manifest.
    public static func modules(at paths: [String]) -> Set<String> {
        var result: Set<String> = []
        for path in paths {
            var folder = URL(fileURLWithPath: path).standardizedFileURL.path
            for _ in 0..<8 where folder.count > 1 {
                let isSources = (folder as NSString).lastPathComponent == "Sources"
                let names = try? FileManager.default.contentsOfDirectory(
                    atPath: isSources ? folder : folder + "/Sources")
                // A folder of a target may have the name of a module of Apple's; a target's name is in the manifest.
                let above = isSources ? (folder as NSString).deletingLastPathComponent : folder
                let manifest = (try? String(contentsOfFile: above + "/Package.swift", encoding: .utf8)) ?? ""
                result.formUnion((names ?? []).filter { manifest.isEmpty || manifest.contains("\"\($0)\"") })
                if FileManager.default.fileExists(atPath: folder + "/Package.swift") { break }
                folder = (folder as NSString).deletingLastPathComponent
            }
        }
        return result
    }
}
