import CoreText
import MicaText

/// The alignment of lines.
public enum NSTextAlignment: Int, Sendable {
    /// To the left.
    case left = 0
    /// To the middle.
    case center = 1
    /// To the right.
    case right = 2
    /// Lines fill the width by wider spaces, except the last line of a paragraph.
    case justified = 3
    /// To the side where the paragraph's lines begin, by its direction.
    case natural = 4

    fileprivate var own: ParagraphSettings.Alignment {
        switch self {
        case .left: .left
        case .center: .center
        case .right: .right
        case .justified: .justified
        case .natural: .natural
        }
    }
}

/// The treatment of text that is too wide.
public enum NSLineBreakMode: Int, Sendable {
    /// Lines end between words.
    case byWordWrapping = 0
    /// Lines end between letters.
    case byCharWrapping = 1
    /// The line runs past the edge and is clipped.
    case byClipping = 2
    /// An ellipsis replaces the beginning.
    case byTruncatingHead = 3
    /// An ellipsis replaces the end.
    case byTruncatingTail = 4
    /// An ellipsis replaces the middle.
    case byTruncatingMiddle = 5
}

/// The direction of a paragraph.
public enum NSWritingDirection: Int, Sendable {
    /// The direction of the first letter that has one.
    case natural = -1
    /// From left to right.
    case leftToRight = 0
    /// From right to left.
    case rightToLeft = 1
}

/// The layout of a paragraph. *Units*: points.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, ParagraphSettingsHolder {
    private let kind = CoreFoundationKind()
    package var settings = ParagraphSettings()

    /// Makes a style with the default values.
    public override init() { super.init() }

    /// A style with the default values.
    open class var `default`: NSParagraphStyle { NSParagraphStyle() }

    private static var keys: [(String, WritableKeyPath<ParagraphSettings, Double>)] {
        [
            ("NSLineSpacing", \.lineSpacing), ("NSParagraphSpacing", \.spacingAfter),
            ("NSParagraphSpacingBefore", \.spacingBefore), ("NSHeadIndent", \.headIndent),
            ("NSTailIndent", \.tailIndent), ("NSFirstLineHeadIndent", \.firstLineIndent),
            ("NSLineHeightMultiple", \.heightMultiple), ("NSMaxLineHeight", \.maximumHeight),
            ("NSMinLineHeight", \.minimumHeight), ("NSDefaultTabInterval", \.tabInterval),
            ("NSHyphenationFactor", \.hyphenation),
        ]
    }

    /// Reads a style from an archive; nil if it is damaged.
    public required init?(coder: NSCoder) {
        super.init()
        guard
            let alignment = ParagraphSettings.Alignment(
                rawValue: UInt8(truncatingIfNeeded: coder.decodeInteger(forKey: "NSAlignment"))),
            let lineBreak = ParagraphSettings.LineBreak(
                rawValue: UInt8(truncatingIfNeeded: coder.decodeInteger(forKey: "NSLineBreakMode")))
        else { return nil }
        (settings.alignment, settings.lineBreak) = (alignment, lineBreak)
        settings.direction =
            NSWritingDirection(rawValue: coder.decodeInteger(forKey: "NSWritingDirection"))?.own ?? .natural
        for (key, path) in Self.keys {
            let value = coder.decodeDouble(forKey: key)
            guard value.isFinite else { return nil }
            settings[keyPath: path] = value
        }
        settings.breakStrategy = UInt(bitPattern: coder.decodeInteger(forKey: "NSLineBreakStrategy"))
        guard coder.containsValue(forKey: "NSTabStops") else { return }
        let tabs = coder.decodeObject(of: [NSArray.self, NSTextTab.self], forKey: "NSTabStops") as? NSArray
        settings.tabStops = tabs?.compactMap { ($0 as? NSTextTab)?.stop } ?? []
    }

    /// Writes the style into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(Int(settings.alignment.rawValue), forKey: "NSAlignment")
        coder.encode(Int(settings.lineBreak.rawValue), forKey: "NSLineBreakMode")
        coder.encode(direction.rawValue, forKey: "NSWritingDirection")
        for (key, path) in Self.keys { coder.encode(settings[keyPath: path], forKey: key) }
        if settings.breakStrategy != 0 {
            coder.encode(Int(bitPattern: settings.breakStrategy), forKey: "NSLineBreakStrategy")
        }
        if !settings.tabStops.isEmpty { coder.encode(NSArray(array: tabStops), forKey: "NSTabStops") }
    }

    /// True: archives of styles can be read securely.
    public static var supportsSecureCoding: Bool { true }

    /// An immutable copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let result = NSParagraphStyle()
        result.settings = settings
        return result
    }

    /// A mutable copy.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let result = NSMutableParagraphStyle()
        result.settings = settings
        return result
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.settings == settings }
    open override var hash: Int { settings.lineSpacing.hashValue }

    /// The alignment of lines; natural at first.
    open var alignment: NSTextAlignment {
        switch settings.alignment {
        case .left: .left
        case .right: .right
        case .center: .center
        case .justified: .justified
        case .natural: .natural
        }
    }
    /// The treatment of text that is too wide.
    open var lineBreakMode: NSLineBreakMode {
        NSLineBreakMode(rawValue: Int(settings.lineBreak.rawValue)) ?? .byWordWrapping
    }
    /// How lines end beyond the mode; none at first. It is kept, and without effect: Pango breaks lines by one rule.
    ///
    /// *Source*: Apple, NSParagraphStyle.lineBreakStrategy.
    open var lineBreakStrategy: LineBreakStrategy { LineBreakStrategy(rawValue: settings.breakStrategy) }

    /// Rules for the ends of lines; raw values are Apple's.
    public struct LineBreakStrategy: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a strategy from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// No word stands alone in the last line.
        public static let pushOut = LineBreakStrategy(rawValue: 1)
        /// Lines of Hangul end between words.
        public static let hangulWordPriority = LineBreakStrategy(rawValue: 2)
        /// The strategy of the system's labels.
        public static let standard = LineBreakStrategy(rawValue: 0xFFFF)
    }

    /// The direction of the paragraph.
    open var baseWritingDirection: NSWritingDirection { direction }
    private var direction: NSWritingDirection {
        switch settings.direction {
        case .natural: .natural
        case .leftToRight: .leftToRight
        case .rightToLeft: .rightToLeft
        }
    }
    /// The space added between lines.
    open var lineSpacing: CGFloat { CGFloat(settings.lineSpacing) }
    /// The space added after the paragraph.
    open var paragraphSpacing: CGFloat { CGFloat(settings.spacingAfter) }
    /// The space added before the paragraph.
    open var paragraphSpacingBefore: CGFloat { CGFloat(settings.spacingBefore) }
    /// The indent of all lines except the first.
    open var headIndent: CGFloat { CGFloat(settings.headIndent) }
    /// The position at which lines end; 0 or less counts from the trailing edge.
    open var tailIndent: CGFloat { CGFloat(settings.tailIndent) }
    /// The indent of the first line.
    open var firstLineHeadIndent: CGFloat { CGFloat(settings.firstLineIndent) }
    /// The factor of the lines' height; 0 for none.
    open var lineHeightMultiple: CGFloat { CGFloat(settings.heightMultiple) }
    /// The greatest height of lines; 0 for any.
    open var maximumLineHeight: CGFloat { CGFloat(settings.maximumHeight) }
    /// The least height of lines.
    open var minimumLineHeight: CGFloat { CGFloat(settings.minimumHeight) }
    /// The distance of tab stops after the last of `tabStops`; 0 stands for 28 points.
    open var defaultTabInterval: CGFloat { CGFloat(settings.tabInterval) }
    /// How full a line is below which its last word is divided, 0...1; 0 at first. It is kept and archived: no word is
    /// divided here.
    open var hyphenationFactor: Float { Float(settings.hyphenation) }
    /// The tab stops, in order; empty at first, where Apple's has twelve at intervals of 28 points.
    open var tabStops: [NSTextTab] { settings.tabStops.map { NSTextTab(stop: $0) } }
}

extension NSWritingDirection {
    fileprivate var own: BaseDirection {
        switch self {
        case .natural: .natural
        case .leftToRight: .leftToRight
        case .rightToLeft: .rightToLeft
        }
    }
}

/// A mutable layout of a paragraph. *Units*: points.
open class NSMutableParagraphStyle: NSParagraphStyle {
    private static func finite(_ value: CGFloat) -> Double { value.isFinite ? Double(value) : 0 }

    open override var alignment: NSTextAlignment {
        get { super.alignment }
        set { settings.alignment = newValue.own }
    }
    open override var lineBreakMode: NSLineBreakMode {
        get { super.lineBreakMode }
        set { settings.lineBreak = ParagraphSettings.LineBreak(rawValue: UInt8(newValue.rawValue)) ?? .words }
    }
    open override var lineBreakStrategy: LineBreakStrategy {
        get { super.lineBreakStrategy }
        set { settings.breakStrategy = newValue.rawValue }
    }
    open override var baseWritingDirection: NSWritingDirection {
        get { super.baseWritingDirection }
        set { settings.direction = newValue.own }
    }
    open override var lineSpacing: CGFloat {
        get { super.lineSpacing }
        set { settings.lineSpacing = Self.finite(newValue) }
    }
    open override var paragraphSpacing: CGFloat {
        get { super.paragraphSpacing }
        set { settings.spacingAfter = Self.finite(newValue) }
    }
    open override var paragraphSpacingBefore: CGFloat {
        get { super.paragraphSpacingBefore }
        set { settings.spacingBefore = Self.finite(newValue) }
    }
    open override var headIndent: CGFloat {
        get { super.headIndent }
        set { settings.headIndent = Self.finite(newValue) }
    }
    open override var tailIndent: CGFloat {
        get { super.tailIndent }
        set { settings.tailIndent = Self.finite(newValue) }
    }
    open override var firstLineHeadIndent: CGFloat {
        get { super.firstLineHeadIndent }
        set { settings.firstLineIndent = Self.finite(newValue) }
    }
    open override var lineHeightMultiple: CGFloat {
        get { super.lineHeightMultiple }
        set { settings.heightMultiple = Self.finite(newValue) }
    }
    open override var maximumLineHeight: CGFloat {
        get { super.maximumLineHeight }
        set { settings.maximumHeight = Self.finite(newValue) }
    }
    open override var minimumLineHeight: CGFloat {
        get { super.minimumLineHeight }
        set { settings.minimumHeight = Self.finite(newValue) }
    }
    open override var defaultTabInterval: CGFloat {
        get { super.defaultTabInterval }
        set { settings.tabInterval = Self.finite(newValue) }
    }
    open override var hyphenationFactor: Float {
        get { super.hyphenationFactor }
        set { settings.hyphenation = Self.finite(CGFloat(newValue)) }
    }
    open override var tabStops: [NSTextTab] {
        get { super.tabStops }
        set { settings.tabStops = newValue.map(\.stop) }
    }
}
