import CoreGraphics
import MicaText

/// An object that stands for a colour, as UIColor does.
package protocol ColorHolder {
    /// The colour.
    var cgColor: CGColor { get }
}

/// The shadow of letters. *Units*: points; the offset is in the space that a context measures shadows in.
package struct TextShadow: Equatable {
    /// Where it lies.
    package var offset: CGSize
    /// How soft it is: twice the standard deviation of a Gaussian.
    package var blur: CGFloat
    /// Its colour.
    package var color: CGColor

    package init(offset: CGSize, blur: CGFloat, color: CGColor) {
        (self.offset, self.blur, self.color) = (offset, blur, color)
    }
}

/// An object that says what shadow letters have, as NSShadow does.
package protocol ShadowHolder {
    /// The shadow; nil for none.
    var textShadow: TextShadow? { get }
}

/// An object that says how paragraphs are put, as CTParagraphStyle and NSParagraphStyle do.
package protocol ParagraphSettingsHolder {
    /// What it says.
    var settings: ParagraphSettings { get }
}

/// What the attributes of a text say, in one value. *Units*: points.
package struct TextAttributes {
    /// The font.
    package var font: CTFont
    /// The colour of letters; nil: the one that the context fills with.
    package var color: CGColor? = .black
    /// The colour behind letters.
    package var background: CGColor?
    /// What is added behind letters.
    package var kern = 0.0
    /// Whether the font's own kerning is applied.
    package var usesKerning = true
    /// Whether letters may be drawn as one glyph.
    package var usesLigatures = true
    /// The line under letters: a CTUnderlineStyle with modifiers.
    package var underline = 0
    /// Its colour; nil: the letters'.
    package var underlineColor: CGColor?
    /// The line through letters: a CTUnderlineStyle with modifiers.
    package var strike = 0
    /// Its colour; nil: the letters'.
    package var strikeColor: CGColor?
    /// How far letters are above the baseline.
    package var baselineOffset = 0.0
    /// The line along letters, in hundredths of the size; negative: letters are filled, too.
    package var strokeWidth = 0.0
    /// Its colour; nil: the letters'.
    package var strokeColor: CGColor?
    /// The shadow of letters; nil for none.
    package var shadow: TextShadow?
    /// How the paragraph is put.
    package var paragraph = ParagraphSettings()
    /// The attributes as they were given.
    package var given: [NSAttributedString.Key: Any] = [:]

    /// Makes attributes of a font alone.
    package init(font: CTFont) { self.font = font }

    /// Reads attributes; those that are not known have no influence.
    ///
    /// - Parameters:
    ///   - given: Core Text's, UIKit's or AppKit's.
    ///   - standard: The font where none is given.
    package init(_ given: [NSAttributedString.Key: Any], standard: CTFont) {
        self.given = given
        func value(_ names: String...) -> Any? {
            for name in names { if let found = given[NSAttributedString.Key(name)] { return found } }
            return nil
        }
        func number(_ name: String) -> Double? { Self.number(value(name)) }
        font = (value(kCTFontAttributeName) as? CTFont) ?? standard
        if let color = Self.color(value(kCTForegroundColorAttributeName, "NSColor")) {
            self.color = color
        } else if number(kCTForegroundColorFromContextAttributeName).map({ $0 != 0 }) == true {
            color = nil
        }
        background = Self.color(value(kCTBackgroundColorAttributeName, "NSBackgroundColor"))
        if let spacing = number(kCTKernAttributeName), spacing.isFinite {
            kern = spacing
            usesKerning = spacing != 0
        }
        if let ligatures = number(kCTLigatureAttributeName) { usesLigatures = ligatures != 0 }
        func bits(_ name: String) -> Int { number(name).flatMap { Int(exactly: $0.rounded()) } ?? 0 }
        underline = bits(kCTUnderlineStyleAttributeName)
        underlineColor = Self.color(value(kCTUnderlineColorAttributeName, "NSUnderlineColor"))
        strike = bits("NSStrikethrough")
        strikeColor = Self.color(value("NSStrikethroughColor"))
        if let offset = number(kCTBaselineOffsetAttributeName), offset.isFinite { baselineOffset = offset }
        if let width = number(kCTStrokeWidthAttributeName), width.isFinite { strokeWidth = width }
        strokeColor = Self.color(value(kCTStrokeColorAttributeName, "NSStrokeColor"))
        shadow = (value("NSShadow") as? any ShadowHolder)?.textShadow
        if let style = value(kCTParagraphStyleAttributeName) as? any ParagraphSettingsHolder {
            paragraph = style.settings
        }
    }

    private static func color(_ value: Any?) -> CGColor? {
        (value as? CGColor) ?? (value as? any ColorHolder)?.cgColor
    }

    private static func number(_ value: Any?) -> Double? {
        switch value {
        case let v as Double: v
        case let v as CGFloat: Double(v)
        case let v as Bool: v ? 1 : 0
        case let v as any BinaryInteger: Double(v)
        case let v as NSNumber: v.doubleValue
        case let v as any RawRepresentable: number(v.rawValue)
        default: nil
        }
    }
}

/// How a paragraph is put. *Units*: points.
package struct ParagraphSettings: Sendable, Equatable {
    /// To which side lines are moved; raw values are Core Text's.
    package enum Alignment: UInt8, Sendable {
        case left, right, center, justified, natural
    }
    /// What is done with text that is too wide; raw values are Core Text's.
    package enum LineBreak: UInt8, Sendable {
        case words, characters, clips, truncatesHead, truncatesTail, truncatesMiddle
    }
    /// To which side lines are moved.
    package var alignment = Alignment.natural
    /// What is done with text that is too wide.
    package var lineBreak = LineBreak.words
    /// Which way the paragraph runs.
    package var direction = BaseDirection.natural
    /// How far the first line begins from the side where lines begin.
    package var firstLineIndent = 0.0
    /// How far the other lines begin from there.
    package var headIndent = 0.0
    /// How far from that side lines end; 0 or less: from the other side.
    package var tailIndent = 0.0
    /// What is added between lines.
    package var lineSpacing = 0.0
    /// What is added behind the paragraph.
    package var spacingAfter = 0.0
    /// What is added before the paragraph.
    package var spacingBefore = 0.0
    /// What the height of lines is multiplied by; 0: nothing.
    package var heightMultiple = 0.0
    /// The least height of a line.
    package var minimumHeight = 0.0
    /// The greatest height of a line; 0: any.
    package var maximumHeight = 0.0
    /// The distance of tabulator stops behind those that are given; 0: 28 points.
    package var tabInterval = 0.0
    /// Tabulator stops, from the first on.
    package var tabStops: [TabStop] = [] {
        didSet { tabStops.sort { $0.location < $1.location } }
    }

    /// Settings with Apple's defaults.
    package init() {}
}
