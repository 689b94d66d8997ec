import Foundation

/// The part of a wallpaper that a layer tree is: which of them lie over which.
package enum BundleRole: String, Sendable, CaseIterable {
    /// Behind everything.
    case background
    /// Between the two, where a phone lets its clock interleave.
    case floating
    /// Before everything.
    case foreground
}

/// One Core Animation file in a document, and the part that it plays.
package struct BundlePart: Sendable, Equatable {
    /// The part.
    package var role: BundleRole
    /// The bundle's directory in the source, or a plain file's; "" is the root.
    package var directory: String
    /// The plain file; nil when a bundle's index names it.
    package var file: String?
}

/// What a document holds: the bundles to compose, back to front, of one appearance.
package struct BundleContents: Sendable, Equatable {
    /// The parts, back to front.
    package var parts: [BundlePart]
    /// The appearances that can be chosen; empty when the document has only one.
    package var appearances: [String]
    /// What was left out.
    package var warnings: [DocumentWarning]

    /// Finds what a source holds: a wallpaper (.tendies), a single bundle, or bundles beside each other.
    ///
    /// *Throws*: `.unknownDocument` when it holds no Core Animation file.
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

    /// Bundles by the word in their names that tells the part, back to front; one without such a word is a background.
    private static func parts(ofBundles bundles: [String]) -> [BundlePart] {
        let parts = bundles.map { bundle in
            let name = DocumentPath.name(of: bundle).lowercased()
            let role = BundleRole.allCases.first { name.contains($0.rawValue) } ?? .background
            return BundlePart(role: role, directory: bundle, file: nil)
        }
        return BundleRole.allCases.flatMap { role in parts.filter { $0.role == role } }
    }

    /// The directories in the paths whose names end so, sorted, outermost only.
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

    /// The wallpapers of the highest version, where a descriptor holds several (`versions/1`, `versions/2`).
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
