import CoreGraphics

/// To which side lines are moved.
public enum CTTextAlignment: UInt8, Sendable {
    /// To the left.
    case left = 0
    /// To the right.
    case right = 1
    /// To the middle.
    case center = 2
    /// Spaces are widened so that lines fill the width, but for the last line of a paragraph.
    case justified = 3
    /// To the side where the paragraph's lines begin.
    case natural = 4
}

/// What is done with text that is too wide.
public enum CTLineBreakMode: UInt8, Sendable {
    /// Lines end between words.
    case byWordWrapping = 0
    /// Lines end between letters.
    case byCharWrapping = 1
    /// Lines go on.
    case byClipping = 2
    /// An ellipsis stands for the beginning.
    case byTruncatingHead = 3
    /// An ellipsis stands for the end.
    case byTruncatingTail = 4
    /// An ellipsis stands for the middle.
    case byTruncatingMiddle = 5
}

/// Which way a paragraph runs.
public enum CTWritingDirection: Int8, Sendable {
    /// As its first letter that has a direction.
    case natural = -1
    /// To the right.
    case leftToRight = 0
    /// To the left.
    case rightToLeft = 1
}

/// Which property of a paragraph a setting sets. Values are CGFloat unless said.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
    /// A CTTextAlignment.
    case alignment = 0
    /// Where the first line begins.
    case firstLineHeadIndent = 1
    /// Where the other lines begin.
    case headIndent = 2
    /// Where lines end.
    case tailIndent = 3
    /// Tabulator stops; without influence here, as Swift would hand over the address of an array's elements, not of the
    /// array. UIKit's NSParagraphStyle has stops.
    case tabStops = 4
    /// The distance of tabulator stops.
    case defaultTabInterval = 5
    /// A CTLineBreakMode.
    case lineBreakMode = 6
    /// What the height of lines is multiplied by.
    case lineHeightMultiple = 7
    /// The greatest height of lines.
    case maximumLineHeight = 8
    /// The least height of lines.
    case minimumLineHeight = 9
    /// What is added between lines.
    case lineSpacing = 10
    /// What is added behind the paragraph.
    case paragraphSpacing = 11
    /// What is added before the paragraph.
    case paragraphSpacingBefore = 12
    /// A CTWritingDirection.
    case baseWritingDirection = 13
    /// The greatest space between lines; without influence here.
    case maximumLineSpacing = 14
    /// The least space between lines; without influence here.
    case minimumLineSpacing = 15
    /// What is added between lines, as `lineSpacing`.
    case lineSpacingAdjustment = 16
}

/// One setting of a paragraph, whose value is elsewhere.
@unsafe public struct CTParagraphStyleSetting {
    /// What it is about.
    public var spec: CTParagraphStyleSpecifier
    /// The size of the value, in bytes.
    public var valueSize: Int
    /// Where the value is.
    public var value: UnsafeRawPointer

    /// Makes a setting.
    public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
        unsafe (self.spec, self.valueSize, self.value) = unsafe (spec, valueSize, value)
    }
}

/// How a paragraph is put; immutable.
public final class CTParagraphStyle: NSObject, ParagraphSettingsHolder, Sendable {
    private let kind = CoreFoundationKind()
    /// What it says.
    package let settings: ParagraphSettings

    /// Makes a style of settings.
    package init(settings: ParagraphSettings) {
        self.settings = settings
        super.init()
    }

    /// Styles are equal when all their settings are.
    public override func isEqual(_ object: Any?) -> Bool { (object as? CTParagraphStyle)?.settings == settings }

    /// The same for styles with the same alignment.
    public override var hash: Int { settings.alignment.hashValue }
}
