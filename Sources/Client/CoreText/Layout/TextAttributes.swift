import CoreGraphics
import MicaText

/// An object that holds a colour, such as UIColor.
package protocol ColorHolder {
    /// The colour.
    var cgColor: CGColor { get }
}

/// The shadow of letters. *Units*: points; the offset is in the space of a context's shadows.
package struct TextShadow: Equatable {
    /// The shadow's offset.
    package var offset: CGSize
    /// Twice the standard deviation of the Gaussian.
    package var blur: CGFloat
    /// The shadow's colour.
    package var color: CGColor

    package init(offset: CGSize, blur: CGFloat, color: CGColor) {
        (self.offset, self.blur, self.color) = (offset, blur, color)
    }
}

/// An object that holds the shadow of letters, such as NSShadow.
package protocol ShadowHolder {
    /// The shadow; nil for none.
    var textShadow: TextShadow? { get }
}

/// An object that holds the layout of paragraphs, such as CTParagraphStyle and NSParagraphStyle.
package protocol ParagraphSettingsHolder {
    /// The settings of the paragraph.
    var settings: ParagraphSettings { get }
}

/// An object in a line of text, such as NSTextAttachment: a picture at U+FFFC.
package protocol AttachmentHolder: AnyObject {
    /// The rectangle of the object: from the pen, and y up from the baseline. *Units*: points.
    var attachedBounds: CGRect { get }
    /// Draws the object into a rectangle of a context with y up.
    func drawAttached(in rect: CGRect, _ context: CGContext)
}

/// The attributes of a text, as one value. *Units*: points.
package struct TextAttributes {
    /// The font.
    package var font: CTFont
    /// The text colour; nil: the context's fill colour.
    package var color: CGColor? = .black
    /// The background colour.
    package var background: CGColor?
    /// The space added after every letter.
    package var kern = 0.0
    /// Whether the font's kerning is applied.
    package var usesKerning = true
    /// Whether ligatures are allowed.
    package var usesLigatures = true
    /// The underline: a CTUnderlineStyle with modifiers.
    package var underline = 0
    /// The underline's colour; nil: the text colour.
    package var underlineColor: CGColor?
    /// The strikethrough: a CTUnderlineStyle with modifiers.
    package var strike = 0
    /// The strikethrough's colour; nil: the text colour.
    package var strikeColor: CGColor?
    /// The height of letters above the baseline.
    package var baselineOffset = 0.0
    /// How far glyphs lean: what x grows by for each unit of y.
    package var slant = 0.0
    /// The factor of the glyphs' width.
    package var stretch = 1.0
    /// The stroke width, in hundredths of the font size; a negative number also fills letters.
    package var strokeWidth = 0.0
    /// The stroke colour; nil: the text colour.
    package var strokeColor: CGColor?
    /// The shadow of letters; nil for none.
    package var shadow: TextShadow?
    /// The object in place of the letters U+FFFC; nil for none.
    package var attachment: (any AttachmentHolder)?
    /// The rectangle of the object; zero for one that is not finite.
    package var attachedBounds = CGRect.zero
    /// The layout of the paragraph.
    package var paragraph = ParagraphSettings()
    /// The given attributes.
    package var given: [NSAttributedString.Key: Any] = [:]

    /// The shape of glyphs: the font's matrix, with what the text adds to it.
    package var shape: CGAffineTransform {
        guard slant != 0 || stretch != 1 else { return font.matrix }
        return CGAffineTransform(a: stretch, b: 0, c: slant, d: 1, tx: 0, ty: 0).concatenating(font.matrix)
    }

    /// The space after every letter: the kerning, and the font's own where the face is the font's.
    func spacing(in face: FontFace) -> Double { face === font.face ? kern + font.tracking : kern }

    /// Makes attributes of a font alone.
    package init(font: CTFont) { self.font = font }

    /// Reads attributes; unknown attributes are ignored.
    ///
    /// - Parameters:
    ///   - given: Core Text's, UIKit's or AppKit's attributes.
    ///   - standard: The font for text without a font attribute.
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
        if let tracking = number(kCTTrackingAttributeName), tracking.isFinite, tracking != 0 {
            (kern, usesLigatures) = (tracking, false)
        }
        if let ligatures = number(kCTLigatureAttributeName) { usesLigatures = ligatures != 0 }
        func bits(_ name: String) -> Int { number(name).flatMap { Int(exactly: $0.rounded()) } ?? 0 }
        underline = bits(kCTUnderlineStyleAttributeName)
        underlineColor = Self.color(value(kCTUnderlineColorAttributeName, "NSUnderlineColor"))
        strike = bits("NSStrikethrough")
        strikeColor = Self.color(value("NSStrikethroughColor"))
        if let offset = number(kCTBaselineOffsetAttributeName), offset.isFinite { baselineOffset = offset }
        if let skew = number("NSObliqueness"), skew.isFinite { slant = skew }
        // The logarithm of the factor; beyond these no text is meant.
        if let factor = number("NSExpansion"), factor.isFinite { stretch = exp(min(max(factor, -5), 5)) }
        if let width = number(kCTStrokeWidthAttributeName), width.isFinite { strokeWidth = width }
        strokeColor = Self.color(value(kCTStrokeColorAttributeName, "NSStrokeColor"))
        shadow = (value("NSShadow") as? any ShadowHolder)?.textShadow
        if let attachment = value("NSAttachment") as? any AttachmentHolder {
            self.attachment = attachment
            let bounds = attachment.attachedBounds
            let sides = [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height]
            if sides.allSatisfy(\.isFinite) { attachedBounds = bounds }
        }
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

/// The layout of a paragraph. *Units*: points.
package struct ParagraphSettings: Sendable, Equatable {
    /// The alignment of lines; raw values are Core Text's.
    package enum Alignment: UInt8, Sendable {
        case left, right, center, justified, natural
    }
    /// The treatment of text that is too wide; raw values are Core Text's.
    package enum LineBreak: UInt8, Sendable {
        case words, characters, clips, truncatesHead, truncatesTail, truncatesMiddle
    }
    /// The alignment of lines.
    package var alignment = Alignment.natural
    /// The treatment of text that is too wide.
    package var lineBreak = LineBreak.words
    /// The direction of the paragraph.
    package var direction = BaseDirection.natural
    /// The indent of the first line, from the side where the direction begins.
    package var firstLineIndent = 0.0
    /// The indent of the other lines, from the same side.
    package var headIndent = 0.0
    /// The end of lines, measured from the same side; 0 or less: measured from the opposite side.
    package var tailIndent = 0.0
    /// The space added between lines.
    package var lineSpacing = 0.0
    /// The space added after the paragraph.
    package var spacingAfter = 0.0
    /// The space added before the paragraph.
    package var spacingBefore = 0.0
    /// A factor of the height of lines; 0: no factor.
    package var heightMultiple = 0.0
    /// The minimum height of a line.
    package var minimumHeight = 0.0
    /// The maximum height of a line; 0: no limit.
    package var maximumHeight = 0.0
    /// The distance between default tab stops, after `tabStops`; 0: 28 points.
    package var tabInterval = 0.0
    /// The bits of UIKit's strategy of line breaks, which only archives and comparisons see.
    package var breakStrategy: UInt = 0
    /// The factor at which words are divided, 0...1, which only archives and comparisons see.
    package var hyphenation = 0.0
    /// Tab stops, sorted by position.
    package var tabStops: [TabStop] = [] {
        didSet { tabStops.sort { $0.location < $1.location } }
    }

    /// Settings with Apple's defaults.
    package init() {}
}
