import CoreText
import Foundation
import MicaText

/// A description of a font: name or family, size, bold, italic, monospaced; immutable.
// Safe because: the stored property is immutable; its values are strings, numbers and dictionaries that nothing
// changes.
open class UIFontDescriptor: NSObject, NSCopying, @unchecked Sendable {
    /// The name of an attribute.
    public struct AttributeName: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// Makes a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The family's name: a String.
        public static let family = AttributeName(rawValue: "NSFontFamilyAttribute")
        /// The PostScript name: a String.
        public static let name = AttributeName(rawValue: "NSFontNameAttribute")
        /// The style within the family, such as "Bold": a String.
        public static let face = AttributeName(rawValue: "NSFontFaceAttribute")
        /// The size in points: a number.
        public static let size = AttributeName(rawValue: "NSFontSizeAttribute")
        /// Traits: a dictionary by TraitKey.
        public static let traits = AttributeName(rawValue: "NSCTFontTraitsAttribute")
        /// The text style's name: a String.
        public static let textStyle = AttributeName(rawValue: "NSCTFontUIUsageAttribute")
    }

    /// The name of a trait.
    public struct TraitKey: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// Makes a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The bits of SymbolicTraits: a number.
        public static let symbolic = TraitKey(rawValue: "NSCTFontSymbolicTrait")
        /// The weight, -1 to 1: a number or a UIFont.Weight.
        public static let weight = TraitKey(rawValue: "NSCTFontWeightTrait")
    }

    /// The appearance of letters, as bits; raw values are Apple's.
    public struct SymbolicTraits: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt32
        /// Makes a set from bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Italic.
        public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
        /// Bold.
        public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
        /// All of equal width.
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
    }

    /// A design of the system's fonts.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// Makes a design from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The default design.
        public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
        /// All letters of equal width: Liberation Mono here.
        public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
        /// With serifs: Liberation Serif here.
        public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
    }

    /// The attributes that are set.
    public let fontAttributes: [AttributeName: Any]

    /// Makes a descriptor from attributes.
    public init(fontAttributes attributes: [AttributeName: Any] = [:]) {
        fontAttributes = attributes
        super.init()
    }

    /// Makes a descriptor from a PostScript name and a size in points.
    public convenience init(name fontName: String, size: CGFloat) {
        self.init(fontAttributes: [.name: fontName, .size: size])
    }

    /// The descriptor of the system's font for a style.
    open class func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        preferredFontDescriptor(withTextStyle: style, compatibleWith: nil)
    }

    /// The descriptor of the system's font for a style, at the size of the traits' category.
    open class func preferredFontDescriptor(
        withTextStyle style: UIFont.TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFontDescriptor {
        let font = UIFont.preferredFont(forTextStyle: style, compatibleWith: traitCollection)
        return font.fontDescriptor.addingAttributes([.textStyle: style.rawValue])
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The value of an attribute; nil if it is not set.
    open func object(forKey attribute: AttributeName) -> Any? { fontAttributes[attribute] }

    /// The PostScript name of the font that matches.
    open var postscriptName: String { face.names.postScript }

    /// The size in points; 0 if it is not set.
    open var pointSize: CGFloat { Self.number(fontAttributes[.size]) ?? 0 }

    /// The appearance of the font that matches.
    open var symbolicTraits: SymbolicTraits {
        let face = face
        var traits: SymbolicTraits = []
        if face.names.isItalic { traits.insert(.traitItalic) }
        if face.names.isBold { traits.insert(.traitBold) }
        if face.metrics.isMonospaced { traits.insert(.traitMonoSpace) }
        return traits
    }

    /// The descriptor with further attributes, which replace its own.
    open func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
        UIFontDescriptor(fontAttributes: fontAttributes.merging(attributes) { $1 })
    }

    /// The descriptor at another size in points.
    open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor { addingAttributes([.size: newPointSize]) }

    /// The descriptor with another family, and without a font's name.
    open func withFamily(_ newFamily: String) -> UIFontDescriptor {
        var attributes = fontAttributes
        (attributes[.name], attributes[.family]) = (nil, newFamily)
        return UIFontDescriptor(fontAttributes: attributes)
    }

    /// The descriptor of another style of its family, such as "Bold".
    open func withFace(_ newFace: String) -> UIFontDescriptor {
        var attributes = fontAttributes
        (attributes[.name], attributes[.family], attributes[.face]) = (nil, face.names.family, newFace)
        return UIFontDescriptor(fontAttributes: attributes)
    }

    /// The descriptor of the member of its family with these traits; nil if there is none.
    open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        var family = face.names.family
        if symbolicTraits.contains(.traitMonoSpace), !face.metrics.isMonospaced {
            family = FontLibrary.shared.face(named: "monospace")?.names.family ?? family
        }
        let bold = Self.boldWeight(isSystem: face.isSystem)
        let weight = symbolicTraits.contains(.traitBold) ? bold : 400
        let isItalic = symbolicTraits.contains(.traitItalic)
        guard let found = FontLibrary.shared.face(family: family, weight: weight, isItalic: isItalic),
            found.names.isBold == (weight == bold), found.names.isItalic == isItalic
        else { return nil }
        var attributes = fontAttributes
        (attributes[.family], attributes[.face], attributes[.traits]) = (nil, nil, nil)
        attributes[.name] = found.names.postScript
        return UIFontDescriptor(fontAttributes: attributes)
    }

    /// The descriptor of the system's font in a design; nil if there is none.
    open func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        let names: [SystemDesign: String] = [.monospaced: "monospace", .serif: "serif"]
        let base =
            design == .default
            ? FontLibrary.shared.system() : names[design].flatMap { FontLibrary.shared.face(named: $0) }
        guard let base else { return nil }
        let traits = symbolicTraits
        let found = FontLibrary.shared.face(
            family: base.names.family,
            weight: traits.contains(.traitBold) ? Self.boldWeight(isSystem: base.isSystem) : 400,
            isItalic: traits.contains(.traitItalic))
        return UIFontDescriptor(
            fontAttributes: fontAttributes.filter { $0.key == .size || $0.key == .textStyle }
        ).addingAttributes([.name: (found ?? base).names.postScript])
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFontDescriptor else { return false }
        return NSDictionary(dictionary: fontAttributes.plain) == NSDictionary(dictionary: other.fontAttributes.plain)
    }
    open override var hash: Int { fontAttributes.count }

    /// The face that matches; the system's if none does.
    final var face: FontFace {
        let library = FontLibrary.shared
        if let name = fontAttributes[.name] as? String, let found = library.face(named: name) { return found }
        let traits = fontAttributes[.traits] as? [TraitKey: Any] ?? [:]
        let bits = SymbolicTraits(rawValue: UInt32(exactly: (Self.number(traits[.symbolic]) ?? 0).rounded()) ?? 0)
        let style = (fontAttributes[.face] as? String ?? "").lowercased()
        let weight = (traits[.weight] as? UIFont.Weight)?.rawValue ?? Self.number(traits[.weight]) ?? 0
        let isBold = bits.contains(.traitBold) || style.contains("bold") || weight >= UIFont.Weight.semibold.rawValue
        let isItalic = bits.contains(.traitItalic) || style.contains("italic") || style.contains("oblique")
        let family = (fontAttributes[.family] as? String).flatMap { library.face(named: $0)?.names.family }
        let mono = bits.contains(.traitMonoSpace) ? library.face(named: "monospace")?.names.family : nil
        guard let family = family ?? mono else {
            let number = UIFont.Weight(rawValue: weight).number
            return library.system(
                weight: isBold ? max(number, Self.boldWeight(isSystem: true)) : number, isItalic: isItalic)
        }
        return library.face(family: family, weight: isBold ? 700 : 400, isItalic: isItalic) ?? library.system()
    }

    /// OpenType's weight of a family's bold member: the system's is semibold, as `UIFont.boldSystemFont(ofSize:)`.
    private static func boldWeight(isSystem: Bool) -> Int { isSystem ? UIFont.Weight.semibold.number : 700 }

    private static func number(_ value: Any?) -> CGFloat? {
        switch value {
        case let value as CGFloat: value.isFinite ? value : nil
        case let value as Double: value.isFinite ? CGFloat(value) : nil
        case let value as SymbolicTraits: CGFloat(value.rawValue)
        case let value as any BinaryInteger: CGFloat(value)
        case let value as NSNumber: value.doubleValue.isFinite ? CGFloat(value.doubleValue) : nil
        default: nil
        }
    }
}

extension [UIFontDescriptor.AttributeName: Any] {
    /// The attributes by plain names, for comparisons.
    fileprivate var plain: [String: Any] {
        reduce(into: [:]) { result, entry in
            if let traits = entry.value as? [UIFontDescriptor.TraitKey: Any] {
                result[entry.key.rawValue] = traits.reduce(into: [String: String]()) {
                    $0[$1.key.rawValue] = "\($1.value)"
                }
            } else {
                result[entry.key.rawValue] = "\(entry.value)"
            }
        }
    }
}

extension UIFont {
    /// Makes the font that matches a descriptor. A size of 0 stands for the descriptor's, or 12 points if it has none.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        let own = descriptor.pointSize > 0 ? descriptor.pointSize : 12
        self.init(face: descriptor.face, size: pointSize > 0 ? pointSize : own)
    }

    /// A descriptor with the font's name and size.
    public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(name: fontName, size: pointSize) }
}
