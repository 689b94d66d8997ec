/// The sources that get UIKit from a library on iOS: they import the library and not UIKit.
///
/// A framework that Xcode builds has a header that imports UIKit, and a source that imports the framework sees these names. An
/// example's controllers often import only the library that they show.
public enum ReexportedUIKit {
    /// Whether each source of a package gets UIKit from a library.
    ///
    /// This needs a source that imports UIKit, as the library's own: a package without any is not for UIKit.
    public static func sources(_ files: [[UInt8]]) -> [Bool] {
        let imports = files.map { Self.imports(of: $0) }
        guard imports.contains(where: { $0.contains("UIKit") }) else { return files.map { _ in false } }
        return zip(files, imports).map { bytes, imports in
            !imports.contains("UIKit") && imports.contains(where: isLibrary) && namesUIKit(bytes)
        }
    }

    /// Whether a module is neither of Apple's systems nor of Swift.
    private static func isLibrary(_ module: String) -> Bool {
        AbsentModule.all[module] == nil && !SourceScan.modules.contains(module) && !others.contains(module)
    }

    /// Modules of Swift and of Linux, and those of Apple's that are not lists of their own.
    private static let others: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Dispatch", "Swift", "Glibc", "Musl",
        "XCTest", "Testing", "Observation", "RegexBuilder", "Synchronization", "PackageDescription", "PackagePlugin",
    ]

    /// The modules that lines import, of `import struct A.B` and `@testable import A` too.
    private static func imports(of bytes: [UInt8]) -> Set<String> {
        var result: Set<String> = []
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: ";") }) {
            guard let first = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }),
                beginningsOfImports.contains(first)
            else { continue }
            var words = String(decoding: line.prefix(200), as: UTF8.self).split { " \t\r".contains($0) }[...]
            while let word = words.first, word.hasPrefix("@") || accessLevels.contains(String(word)) {
                words.removeFirst()
            }
            guard words.first == "import", words.count > 1 else { continue }
            words.removeFirst()
            if let word = words.first, words.count > 1, kinds.contains(String(word)) { words.removeFirst() }
            if let module = words.first?.split(separator: ".").first { result.insert(String(module)) }
        }
        return result
    }

    /// The first letters of `import`, of attributes and of access levels.
    private static let beginningsOfImports: Set<UInt8> = Set("i@pf".utf8)
    private static let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]

    /// Whether a name of UIKit, Core Graphics or Core Animation is in a source.
    private static func namesUIKit(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index + 2 < bytes.count {
            defer { index += 1 }
            guard beginnings.contains([bytes[index], bytes[index + 1]]), isUppercase(bytes[index + 2]) else { continue }
            if index == 0 || !SourceScan.isPartOfName(bytes[index - 1]) { return true }
        }
        return false
    }

    private static let beginnings: Set<[UInt8]> = [Array("UI".utf8), Array("CG".utf8), Array("CA".utf8)]

    private static func isUppercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}
