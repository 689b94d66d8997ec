import Foundation

/// The header that gives the sources of a framework's target their modules on iOS: `NAME.h`, or a bridging header.
///
/// A source of such a target may use UIKit without importing it. The header lies beside the sources, in a folder above them below
/// the package's, or in one of these folders' own, such as `Supporting Files`, where Xcode put it.
public enum UmbrellaHeader {
    /// The modules of Mica that the header of a source imports; none if there is no header.
    ///
    /// - Parameter cache: answers by folder, for the sources that follow.
    public static func modules(ofSource path: String, cache: inout [String: [String]]) -> [String] {
        var folder = (path as NSString).deletingLastPathComponent
        var visited: [String] = []
        var result: [String] = []
        while folder.count > 1, visited.count < 8 {
            if let known = cache[folder] {
                result = known
                break
            }
            visited.append(folder)
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            result = names.filter { $0.hasSuffix(".h") }.flatMap { modules(inHeader: folder + "/" + $0) }
            if result.isEmpty { result = names.flatMap { frameworkHeaders(in: folder + "/" + $0) } }
            // Above the package nothing is its own.
            if !result.isEmpty || names.contains("Package.swift") || names.contains(".git") { break }
            folder = (folder as NSString).deletingLastPathComponent
        }
        for folder in visited { cache[folder] = result }
        return result
    }

    /// Whether a podspec lies beside a source or in a folder above it, below the package's. CocoaPods gives the sources of a pod
    /// a header of its own that imports UIKit.
    public static func isOfPod(_ path: String, cache: inout [String: Bool]) -> Bool {
        var folder = (path as NSString).deletingLastPathComponent
        var visited: [String] = []
        var result = false
        while folder.count > 1, visited.count < 8 {
            if let known = cache[folder] {
                result = known
                break
            }
            visited.append(folder)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            result = names.contains { $0.hasSuffix(".podspec") }
            if result || names.contains("Package.swift") || names.contains(".git") { break }
            folder = (folder as NSString).deletingLastPathComponent
        }
        for folder in visited { cache[folder] = result }
        return result
    }

    /// The modules of the umbrella headers in a folder. A folder with Swift sources and a header of its own name is another framework's.
    private static func frameworkHeaders(in folder: String) -> [String] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        guard names.count < 100 else { return [] }
        let hasSources = names.contains { $0.hasSuffix(".swift") }
        let own = (folder as NSString).lastPathComponent + ".h"
        return names.filter { $0.hasSuffix(".h") && !(hasSources && $0 == own) }.flatMap { name in
            let path = folder + "/" + name
            // Xcode's template declares the version of the framework.
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.contains("VersionNumber;") ? modules(inHeader: path) : []
        }
    }

    /// A header whose name is its framework's or ends in Bridging-Header, and which imports one of the modules.
    private static func modules(inHeader path: String) -> [String] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        // A class's header declares it; an umbrella header declares the framework's version, or nothing.
        guard !text.contains("@interface"), !text.contains("@protocol") else { return [] }
        return SourceScan.modules.filter { module in
            text.contains("#import <\(module)/") || text.contains("#include <\(module)/")
                || text.contains("@import \(module);")
        }
    }
}
