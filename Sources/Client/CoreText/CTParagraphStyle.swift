import CoreGraphics

/// The alignment of lines.
public enum CTTextAlignment: UInt8, Sendable {
    /// Lines are aligned at the left.
    case left = 0
    /// Lines are aligned at the right.
    case right = 1
    /// Lines are centred.
    case center = 2
    /// Spaces are widened so that lines fill the width, except the last line of a paragraph.
    case justified = 3
    /// Lines are aligned at the side where the paragraph's direction begins.
    case natural = 4
}

/// The treatment of text that is too wide.
public enum CTLineBreakMode: UInt8, Sendable {
    /// Lines break between words.
    case byWordWrapping = 0
    /// Lines break between letters.
    case byCharWrapping = 1
    /// Lines do not break.
    case byClipping = 2
    /// An ellipsis replaces the beginning.
    case byTruncatingHead = 3
    /// An ellipsis replaces the end.
    case byTruncatingTail = 4
    /// An ellipsis replaces the middle.
    case byTruncatingMiddle = 5
}

/// The direction of a paragraph.
public enum CTWritingDirection: Int8, Sendable {
    /// The direction of the first letter that has one.
    case natural = -1
    /// Left to right.
    case leftToRight = 0
    /// Right to left.
    case rightToLeft = 1
}

/// A property of a paragraph. Values are CGFloat, in points, unless stated otherwise.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
    /// A CTTextAlignment.
    case alignment = 0
    /// The indent of the first line.
    case firstLineHeadIndent = 1
    /// The indent of the other lines.
    case headIndent = 2
    /// The end of lines.
    case tailIndent = 3
    /// Tab stops. Ignored here: Swift would pass the address of an array's elements, not of the array. UIKit's
    /// NSParagraphStyle supports tab stops.
    case tabStops = 4
    /// The distance between default tab stops.
    case defaultTabInterval = 5
    /// A CTLineBreakMode.
    case lineBreakMode = 6
    /// A factor of the height of lines.
    case lineHeightMultiple = 7
    /// The maximum height of lines.
    case maximumLineHeight = 8
    /// The minimum height of lines.
    case minimumLineHeight = 9
    /// The space added between lines.
    case lineSpacing = 10
    /// The space added after the paragraph.
    case paragraphSpacing = 11
    /// The space added before the paragraph.
    case paragraphSpacingBefore = 12
    /// A CTWritingDirection.
    case baseWritingDirection = 13
    /// The maximum space between lines; ignored here.
    case maximumLineSpacing = 14
    /// The minimum space between lines; ignored here.
    case minimumLineSpacing = 15
    /// The space added between lines, like `lineSpacing`.
    case lineSpacingAdjustment = 16
}

/// A setting of a paragraph, with a pointer to its value.
@unsafe public struct CTParagraphStyleSetting {
    /// The property that is set.
    public var spec: CTParagraphStyleSpecifier
    /// The size of the value, in bytes.
    public var valueSize: Int
    /// The address of the value.
    public var value: UnsafeRawPointer

    /// Makes a setting.
    public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
        unsafe (self.spec, self.valueSize, self.value) = unsafe (spec, valueSize, value)
    }
}

/// The layout of a paragraph; immutable.
public final class CTParagraphStyle: NSObject, ParagraphSettingsHolder, Sendable {
    private let kind = CoreFoundationKind()
    /// The settings of the style.
    package let settings: ParagraphSettings

    /// Makes a style of settings.
    package init(settings: ParagraphSettings) {
        self.settings = settings
        super.init()
    }

    /// Styles are equal when all their settings are.
    public override func isEqual(_ object: Any?) -> Bool { (object as? CTParagraphStyle)?.settings == settings }

    /// Depends only on the alignment.
    public override var hash: Int { settings.alignment.hashValue }
}
