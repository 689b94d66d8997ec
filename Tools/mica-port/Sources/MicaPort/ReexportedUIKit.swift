/// The sources that get UIKit from a library on iOS: they import the library and not UIKit.
///
/// A framework that Xcode builds has a header that imports UIKit, and a source that imports the framework sees these names. An
/// example's controllers often import only the library that they show. Apple's modules for interfaces bring UIKit as well,
/// and CocoaPods gives each pod a header that imports it.
public enum ReexportedUIKit {
    /// Whether each source of a package gets UIKit from a library.
    ///
    /// This needs a source that imports UIKit, as the library's own: a package without any is not for UIKit.
    ///
    /// - Parameter pods: whether each source belongs to a pod; nil if none does.
    public static func sources(_ files: [[UInt8]], pods: [Bool]? = nil) -> [Bool] {
        let imports = files.map { Self.imports(of: $0) }
        guard imports.contains(where: { $0.contains("UIKit") }) else { return files.map { _ in false } }
        return files.indices.map { index in
            !imports[index].contains("UIKit")
                && (pods?[index] ?? false || imports[index].contains { isLibrary($0) || interfaceModules.contains($0) })
                && namesUIKit(files[index])
        }
    }

    /// Modules of Apple's systems, and not here, whose headers import UIKit.
    private static let interfaceModules: Set<String> = [
        "SwiftUI", "SpriteKit", "SceneKit", "ARKit", "MetalKit", "MapKit", "WebKit", "AVKit", "PhotosUI", "PDFKit",
        "PencilKit", "GameKit", "MessageUI", "SafariServices", "ContactsUI", "EventKitUI", "QuickLook", "MediaPlayer",
        "UserNotificationsUI", "NotificationCenter", "CallKit", "RealityKit", "VisionKit", "LinkPresentation",
    ]

    /// Whether a module is neither of Apple's systems nor of Swift.
    private static func isLibrary(_ module: String) -> Bool {
        AbsentModule.all[module] == nil && !SourceScan.modules.contains(module) && !others.contains(module)
    }

    /// Modules of Swift and of Linux, and those of Apple's that are not lists of their own.
    private static let others: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Dispatch", "Swift", "Glibc",
        "Musl",
        "XCTest", "Testing", "Observation", "RegexBuilder", "Synchronization", "PackageDescription", "PackagePlugin",
    ]

    /// The modules that lines import, of `import struct A.B` and `@testable import A` too.
    private static func imports(of bytes: [UInt8]) -> Set<String> {
        var result: Set<String> = []
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: ";") { end += 1 }
                var first = start
                while first < end, bytes[first] == UInt8(ascii: " ") || bytes[first] == UInt8(ascii: "\t") {
                    first += 1
                }
                if first < end, mayBeginImport(bytes[first]), end - first < 200 {
                    let line = UnsafeBufferPointer(rebasing: bytes[first..<end])
                    if let module = module(ofImport: String(decoding: line, as: UTF8.self)) { result.insert(module) }
                }
                start = end + 1
            }
        }
        return result
    }

    /// The module of an import; nil for another line.
    private static func module(ofImport line: String) -> String? {
        guard line.utf8.starts(with: "import".utf8) || line.contains("import ") else { return nil }
        var words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }[...]
        while let word = words.first, word.hasPrefix("@") || accessLevels.contains(String(word)) { words.removeFirst() }
        guard words.first == "import", words.count > 1 else { return nil }
        words.removeFirst()
        if let word = words.first, words.count > 1, kinds.contains(String(word)) { words.removeFirst() }
        return words.first?.split(separator: ".").first.map(String.init)
    }

    /// Whether `import`, an attribute or an access level may begin with a letter.
    private static func mayBeginImport(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "i") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "p") || byte == UInt8(ascii: "f")
    }

    private static let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]

    /// Whether a name of UIKit, Core Graphics or Core Animation is in a source. *Complexity*: one look at each byte.
    private static func namesUIKit(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count > 2 else { return false }
            for index in 0..<bytes.count - 2 {
                let (first, second, third) = (bytes[index], bytes[index + 1], bytes[index + 2])
                let isBeginning =
                    first == UInt8(ascii: "U") && second == UInt8(ascii: "I")
                    || first == UInt8(ascii: "C") && (second == UInt8(ascii: "G") || second == UInt8(ascii: "A"))
                guard isBeginning, third >= UInt8(ascii: "A"), third <= UInt8(ascii: "Z") else { continue }
                if index == 0 || !SourceScan.isPartOfName(bytes[index - 1]) { return true }
            }
            return false
        }
    }
}
