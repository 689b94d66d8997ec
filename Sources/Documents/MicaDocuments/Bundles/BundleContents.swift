import Foundation

/// The role of a layer tree in a wallpaper, back to front.
package enum BundleRole: String, Sendable, CaseIterable {
    /// Behind everything.
    case background
    /// Between background and foreground, where a phone may draw its clock.
    case floating
    /// In front of everything.
    case foreground
}

/// A Core Animation file of a document, and its role.
package struct BundlePart: Sendable, Equatable {
    /// The role in the wallpaper.
    package var role: BundleRole
    /// The directory of the bundle or file in the source; "" is the root.
    package var directory: String
    /// The file name; nil when a bundle's index names the file.
    package var file: String?
}

/// The bundles of one appearance of a document, back to front.
package struct BundleContents: Sendable, Equatable {
    /// The parts, back to front.
    package var parts: [BundlePart]
    /// The available appearances; empty when there is only one.
    package var appearances: [String]
    /// What was left out.
    package var warnings: [DocumentWarning]

    /// Finds the content of a source: a wallpaper (.tendies), a single bundle, or several bundles.
    ///
    /// *Throws*: `.unknownDocument` when there is no Core Animation file.
    package static func find(in source: some DocumentSource, appearance: String? = nil) throws(DocumentError)
        -> BundleContents
    {
        if source.contains("index.xml") || source.contains("main.caml") {
            return BundleContents(
                parts: [BundlePart(role: .background, directory: "", file: nil)], appearances: [], warnings: [])
        }
        let paths = try source.paths()
        let wallpapers = newest(directories(paths, withSuffix: ".wallpaper"))
        if let wallpaper = wallpapers.first {
            var contents = try read(wallpaper: wallpaper, in: source, paths: paths, appearance: appearance)
            for other in wallpapers.dropFirst() {
                let location = DocumentLocation(file: other, line: 1, column: 1)
                contents.warnings.append(
                    DocumentWarning(at: location, "the document holds several wallpapers; only the first is used"))
            }
            return contents
        }
        let bundles = directories(paths, withSuffix: ".ca")
        guard !bundles.isEmpty else {
            throw DocumentError(
                .unknownDocument, file: source.name,
                reason: "the document holds no Core Animation bundle (.ca) and no wallpaper")
        }
        return BundleContents(parts: parts(ofBundles: bundles), appearances: [], warnings: [])
    }

    private static func read(
        wallpaper: String, in source: some DocumentSource, paths: [String], appearance: String?
    ) throws(DocumentError) -> BundleContents {
        let bundles = directories(paths, withSuffix: ".ca").filter { $0.hasPrefix(wallpaper + "/") }
        let path = wallpaper + "/Wallpaper.plist"
        guard source.contains(path) else {
            guard !bundles.isEmpty else {
                throw DocumentError(
                    .unknownDocument, file: wallpaper, reason: "the wallpaper holds no Core Animation bundle (.ca)")
            }
            return BundleContents(parts: parts(ofBundles: bundles), appearances: [], warnings: [])
        }
        let list = try BundleIndex.propertyList(source.bytes(at: path), file: path)
        let assets = list["assets"] as? [String: Any] ?? [:]
        let screen = ["lockAndHome", "lock", "home"].lazy.compactMap { assets[$0] as? [String: Any] }.first ?? [:]
        let appearances = screen.keys.sorted { ($0 == "default" ? "" : $0) < ($1 == "default" ? "" : $1) }
        guard let chosen = (appearance ?? appearances.first).flatMap({ screen[$0] as? [String: Any] }) else {
            let reason =
                appearances.isEmpty
                ? "the wallpaper names no Core Animation bundles"
                : "the wallpaper has no appearance \"\(appearance ?? "")\"; it has \(appearances.joined(separator: ", "))"
            throw DocumentError(.unknownDocument, file: path, reason: reason)
        }
        var contents = BundleContents(parts: [], appearances: appearances.count > 1 ? appearances : [], warnings: [])
        for role in BundleRole.allCases {
            let stem = "\(role.rawValue)AnimationFileName"
            // A wallpaper of the type "ParameterizedCA" is one bundle.
            let whole = role == .background ? chosen["assetFileName"] : nil
            guard let name = (chosen[stem] ?? chosen[stem + "Key"] ?? whole) as? String else { continue }
            guard let directory = DocumentPath.resolve(name, in: wallpaper) else {
                throw DocumentError(
                    .refused, file: path, reason: "the path \"\(name)\" leaves the document, which is not allowed")
            }
            contents.parts.append(BundlePart(role: role, directory: directory, file: nil))
        }
        guard !contents.parts.isEmpty else {
            throw DocumentError(.unknownDocument, file: path, reason: "the wallpaper names no Core Animation bundles")
        }
        return contents
    }

    /// Bundles back to front, with roles by words in their names; a bundle without such a word is a background.
    private static func parts(ofBundles bundles: [String]) -> [BundlePart] {
        let parts = bundles.map { bundle in
            let name = DocumentPath.name(of: bundle).lowercased()
            let role = BundleRole.allCases.first { name.contains($0.rawValue) } ?? .background
            return BundlePart(role: role, directory: bundle, file: nil)
        }
        return BundleRole.allCases.flatMap { role in parts.filter { $0.role == role } }
    }

    /// The outermost directories in the paths whose names have a suffix, sorted.
    private static func directories(_ paths: [String], withSuffix suffix: String) -> [String] {
        var found: Set<String> = []
        for path in paths {
            let names = path.split(separator: "/")
            if let index = names.dropLast().firstIndex(where: { $0.hasSuffix(suffix) }) {
                found.insert(names[...index].joined(separator: "/"))
            }
        }
        return found.sorted()
    }

    /// The wallpapers of the highest version, if a descriptor holds several (`versions/1`, `versions/2`).
    private static func newest(_ wallpapers: [String]) -> [String] {
        func version(_ path: String) -> Int {
            let names = path.split(separator: "/")
            guard let index = names.lastIndex(of: "versions"), index + 1 < names.count else { return 0 }
            return Int(names[index + 1]) ?? 0
        }
        func descriptor(_ path: String) -> String {
            let names = path.split(separator: "/")
            return names.prefix { $0 != "versions" }.joined(separator: "/")
        }
        return wallpapers.filter { path in
            !wallpapers.contains { descriptor($0) == descriptor(path) && version($0) > version(path) }
        }
    }
}
