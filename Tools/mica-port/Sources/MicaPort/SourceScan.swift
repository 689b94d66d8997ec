/// The words of a source, without parsing: enough to know which sources need to be parsed.
///
/// Comments and strings count as source. It says too much rather than too little.
struct SourceScan: Sendable {
    /// Whether it has anything that the tool always looks at.
    private(set) var hasConstruct: Bool
    /// Names behind `class`.
    private(set) var classes: Set<String> = []
    /// Last names of the types behind `extension`.
    private(set) var extended: Set<String> = []
    /// Names of functions and variables behind the first `extension`, but for overrides.
    private(set) var extensionMembers: Set<String> = []
    /// Names of functions and variables that override.
    private(set) var overridden: Set<String> = []
    /// Whether something overrides behind the first `extension`.
    private(set) var overridesInExtension = false
    /// Names of variables and constants.
    private(set) var variables: Set<String> = []
    /// Names before `?(` and `!(`.
    private(set) var attempted: Set<String> = []
    /// Whether it names the type of a class of UIKit as a value's: `UIViewController.Type`.
    private(set) var namesClassValue = false
    /// Whether it calls an initialiser on a value.
    private(set) var callsInitialiser = false

    init(_ bytes: [UInt8], _ options: PortOptions) {
        var wanted = Self.constructs
        if options.treatsIOSAsTrue { wanted.append(Array("os(iOS)".utf8)) }
        if options.hasKit {
            wanted +=
                (ImpliedModule.ofKit.prefixes + ["import XCTest", "func test", "ObservableObject"]
                + SnapshotTestCase.modules).map {
                    Array($0.utf8)
                }
        }
        hasConstruct = bytes.containsAny(of: wanted)
        callsInitialiser = bytes.containsAny(
            of: Self.initialisers.map { Array(".init(\($0.first.map { $0 + ":" } ?? ")")".utf8) })
        bytes.withUnsafeBufferPointer { readWords($0) }
    }

    /// Whether it extends one of several types.
    func extends(_ classes: Set<String>) -> Bool { !extended.isDisjoint(with: classes) }

    /// The labels of the initialisers that every view, controller, segue, cell, or header of a table has.
    static let initialisers: [[String]] = [
        [], ["frame"], ["nibName", "bundle"], ["identifier", "source", "destination"], ["style", "reuseIdentifier"],
        ["reuseIdentifier"],
    ]

    /// Apple's modules that Mica has.
    static let modules = interfaceModules + ["OSLog", "os", "simd"]

    /// Those of them that are about what users see and hear.
    static let interfaceModules = drawingModules + ["CoreMedia"]

    /// Those of them with which CoreGraphics is imported as well.
    static let drawingModules = [
        "UIKit", "QuartzCore", "CoreGraphics", "CoreText", "ImageIO", "AVFoundation", "GLKit", "OpenGLES",
    ]

    /// Modules of which Mica declares something again, for virtual time: what they bring themselves goes before it.
    static let shadowedModules: Set<String> = ["Foundation", "Dispatch"]

    /// The types with members that Mica declares again.
    static let shadowedTypes: Set<String> = ["Timer", "DispatchWorkItem"]

    /// How the names of Core Foundation, of Objective-C's runtime and of Foundation begin that Mica has and Linux lacks.
    static let coreFoundation = [
        "CFAbsoluteTime", "CFTimeInterval", "CFRunLoop", "CFString", "CFDictionary", "CFMutable", "CFArray", "CFURL",
        "CFData", "CFNumber", "CFBoolean", "CFTypeRef", "CFError", "CFIndex", "CFRange", "CFAttributedString",
        "CFAllocator", "kCF", "NSEC_PER_", "USEC_PER_", "MSEC_PER_", "objc_getAssociated", "objc_setAssociated",
        "objc_removeAssociated", "objc_AssociationPolicy",
        "objc_sync_", "OBJC_ASSOCIATION", "NSDataDetector", "NSTextChecking",
    ]

    private static let constructs: [[UInt8]] =
        (coreFoundation + modules.map { "import \($0)." } + [
            "Darwin.", "CoreFoundation.", ".description()", " AnyObject)", " AnyObject?)", "prepareForInterfaceBuilder",
            "@objc", "@IBOutlet", "@IBAction", "@IBInspectable", "@IBSegueAction", "awakeFromNib", "@GKInspectable",
            "@NSManaged", "ApplicationMain",
            "#selector",
            "#keyPath", "Selector(", ")?(", ")!(", ".observe(", "forKeyPath", "method_", "class_", "objc_get",
            "imp_impl", "object_setClass", "URLSession", "URLRequest", "URLResponse", "URLCache", "URLCredential",
            "URLProtocol",
            "ProcessInfo()", "expect(file", "commit ", "moveRowAt", "HTTPCookie", "EAGL", "GLuint", "GLfloat",
            "CGImageDestination", "CGImageSource", "CGImagePropertyOrientation", "kCGImage", "kUTType",
            "#Preview",
            "PreviewProvider", "Timer", "DispatchWorkItem",
            ").description()", "AttributedString()", "as UIFont", "as NSAttributedString.Key",
            "import struct ", "import class ", "import enum ", "import protocol ",
            "import func ", "import typealias ",
        ] + AbsentModule.all.keys.sorted().map { "import \($0)" }).map { Array($0.utf8) }

    private enum Keyword { case `class`, `extension`, function, variable, override }

    private static let keywords: [(word: StaticString, keyword: Keyword)] = [
        ("class", .class), ("extension", .extension), ("func", .function), ("var", .variable), ("let", .variable),
        ("override", .override),
    ]

    private mutating func readWords(_ bytes: UnsafeBufferPointer<UInt8>) {
        var last: Keyword?
        var (isOverride, overridesOnLine) = (false, false)
        var index = 0
        while index < bytes.count {
            guard Self.isPartOfName(bytes[index]) else {
                if bytes[index] == UInt8(ascii: "\n") { overridesOnLine = false }
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, Self.isPartOfName(bytes[index]) { index += 1 }
            let word = UnsafeBufferPointer(rebasing: bytes[start..<index])
            if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "("),
                bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "!")
            {
                attempted.insert(Self.name(word))
            }
            if word.count > 3, word[word.startIndex] == UInt8(ascii: "U"),
                word[word.startIndex + 1] == UInt8(ascii: "I"),
                bytes[index...].starts(with: ".Type".utf8)
            {
                namesClassValue = true
            }
            let keyword = Self.keyword(word)
            switch (last, keyword) {
            case (.extension?, nil):
                // Of `Outer.Inner` the last name.
                if index < bytes.count, bytes[index] == UInt8(ascii: ".") { continue }
                extended.insert(Self.name(word))
            case (.class?, nil): classes.insert(Self.name(word))
            case (.function?, _), (.variable?, nil):
                note(Self.name(word), isVariable: last == .variable, isOverride, overridesOnLine)
                isOverride = false
            default: break
            }
            if keyword == .override {
                (isOverride, overridesOnLine) = (true, true)
                overridesInExtension = overridesInExtension || !extended.isEmpty
            }
            last = keyword
        }
    }

    private mutating func note(_ name: String, isVariable: Bool, _ isOverride: Bool, _ overridesOnLine: Bool) {
        if isOverride { overridden.insert(name) }
        if isVariable { variables.insert(name) }
        if !overridesOnLine, !extended.isEmpty { extensionMembers.insert(name) }
    }

    private static func keyword(_ word: UnsafeBufferPointer<UInt8>) -> Keyword? {
        keywords.first { known in
            known.word.utf8CodeUnitCount == word.count
                && known.word.withUTF8Buffer { text in word.indices.allSatisfy { text[$0] == word[$0] } }
        }?.keyword
    }

    private static func name(_ word: UnsafeBufferPointer<UInt8>) -> String { String(decoding: word, as: UTF8.self) }

    static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}

extension [UInt8] {
    /// Whether a sequence of bytes is in it.
    func contains(sequence: [UInt8]) -> Bool { containsAny(of: [sequence]) }

    /// Whether one of several sequences of bytes is in it. *Complexity*: one look at each byte, and more at first bytes.
    func containsAny(of needles: [[UInt8]]) -> Bool {
        withUnsafeBufferPointer { bytes in
            var isFirst = [Bool](repeating: false, count: 256)
            for needle in needles { if let first = needle.first { isFirst[Int(first)] = true } }
            return isFirst.withUnsafeBufferPointer { isFirst in
                bytes.indices.contains { index in
                    isFirst[Int(bytes[index])]
                        && needles.contains { needle in
                            index + needle.count <= bytes.count
                                && needle.indices.allSatisfy { bytes[index + $0] == needle[$0] }
                        }
                }
            }
        }
    }
}
