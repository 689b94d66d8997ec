import Foundation
import MicaTrace

/// The objects of a `.xib` file, to be made any number of times. The file is read at run time, once (docs/nibs.md). *Source*: Apple,
/// UINib.
@preconcurrency @MainActor open class UINib: NSObject {
    /// A key of options for making a nib's objects.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// Makes a key from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The objects for placeholders, by the identifiers of these: a dictionary of texts.
        public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
    }

    /// The objects of the file; nil if there is none that can be read.
    package let content: (any NibContent)?

    /// Reads a nib of a bundle, or of the main bundle. If there is none, a message says where it was looked for, and the nib is empty.
    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        content = NibDoor.reader?.nib(name, in: bundleOrNil, isOptional: false)
        super.init()
    }

    /// Makes a nib of a part of a file: a prototype cell.
    package init(content: any NibContent) {
        self.content = content
        super.init()
    }

    /// Reads a nib from the bytes of a `.xib` file.
    public init(data: Data, bundle bundleOrNil: Bundle?) {
        content = NibDoor.reader?.nib(data, in: bundleOrNil)
        super.init()
    }

    /// Makes the objects, connects them with the owner, and returns those at the top level.
    @discardableResult
    open func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil) -> [Any] {
        content?.instantiate(owner: ownerOrNil, options: optionsOrNil ?? [:]) ?? []
    }
}

extension Bundle {
    /// Makes the objects of one of the bundle's nibs, connects them with the owner, and returns those at the top level; nil, with a
    /// message, if there is no nib of the name. *Source*: Apple, Bundle.loadNibNamed(_:owner:options:).
    @preconcurrency @MainActor @discardableResult
    public func loadNibNamed(_ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any]? {
        NibDoor.reader?.nib(name, in: self, isOptional: false)?.instantiate(owner: owner, options: options ?? [:])
    }
}
