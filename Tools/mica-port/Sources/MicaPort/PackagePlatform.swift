import Foundation

/// Finds the packages that are for iOS: those with a source that imports UIKit.
public enum PackagePlatform {
    /// The sources, of those at some paths, whose package is for iOS.
    ///
    /// A package is the nearest folder above with a Package.swift; sources without one are one package by folder.
    public static func sourcesForIOS(_ sources: [(path: String, bytes: [UInt8])]) -> Set<String> {
        var roots: [String: String] = [:]
        let needle = Array("import UIKit".utf8)
        var packages: Set<String> = []
        let found = sources.map { root(of: ($0.path as NSString).deletingLastPathComponent, &roots) }
        for (source, root) in zip(sources, found) where !packages.contains(root) {
            if source.bytes.contains(sequence: needle) { packages.insert(root) }
        }
        return Set(zip(sources, found).filter { packages.contains($1) }.map { $0.0.path })
    }

    private static func root(of folder: String, _ known: inout [String: String]) -> String {
        if let root = known[folder] { return root }
        var result = folder
        if folder.count > 1, !FileManager.default.fileExists(atPath: folder + "/Package.swift") {
            let above = (folder as NSString).deletingLastPathComponent
            let outer = root(of: above, &known)
            if outer != "/" { result = outer }
        }
        if folder == "/" { result = "/" }
        known[folder] = result
        return result
    }
}
