import Foundation

/// Finds the packages that are for iOS: those with a source that imports UIKit.
public enum PackagePlatform {
    /// The sources, of those at some paths, whose package is for iOS.
    ///
    /// A package is the nearest folder above with a Package.swift; sources without one are one package by folder. A folder that is reached
    /// by a link is no package: the link's own package has its sources.
    public static func sourcesForIOS(_ sources: [(path: String, bytes: [UInt8])]) -> Set<String> {
        var packages: [String: String?] = [:]
        let needle = Array("import UIKit".utf8)
        let found = sources.map { source in
            let folder = (source.path as NSString).deletingLastPathComponent
            return package(of: folder, &packages) ?? folder
        }
        var forIOS: Set<String> = []
        for (source, package) in zip(sources, found) where !forIOS.contains(package) {
            if source.bytes.contains(sequence: needle) { forIOS.insert(package) }
        }
        return Set(zip(sources, found).filter { forIOS.contains($1) }.map { $0.0.path })
    }

    /// The nearest folder, from one upwards, that has a Package.swift; nil if there is none.
    private static func package(of folder: String, _ known: inout [String: String?]) -> String? {
        if let found = known[folder] { return found }
        let above = (folder as NSString).deletingLastPathComponent
        let found: String?
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: folder)) != nil
        if !isLink, FileManager.default.fileExists(atPath: (folder as NSString).appendingPathComponent("Package.swift"))
        {
            found = folder
        } else {
            found = above == folder ? nil : package(of: above, &known)
        }
        known.updateValue(found, forKey: folder)
        return found
    }
}
