import Foundation
import UIKitCore

/// The looks of letters in a document in Rich Text Format, as its control words set them.
struct RTFStyle: Hashable {
    var isBold = false
    var isItalic = false
    /// The bits of an NSUnderlineStyle; 0 for no line.
    var underline = 0
    /// The bits of an NSUnderlineStyle; 0 for no line.
    var strikethrough = 0
    /// The number of the font in the document's table.
    var font = 0
    /// *Units*: half points.
    var size = 24
    /// The number of the colour in the document's table; 0 for the default.
    var color = 0
    /// The number of the colour behind letters in the document's table; 0 for none.
    var background = 0
    /// The space added between letters. *Units*: twentieths of a point.
    var kern = 0
    /// The height above the baseline. *Units*: half points.
    var rise = 0
    /// Whether letters are raised and smaller (1), lowered and smaller (-1), or neither.
    var script = 0
    /// Whether the text is not shown.
    var isHidden = false
}

/// The layout of paragraphs in a document in Rich Text Format. *Units*: twentieths of a point.
struct RTFParagraph: Hashable {
    /// The raw value of an NSTextAlignment.
    var alignment = NSTextAlignment.natural.rawValue
    var head = 0
    var tail = 0
    var firstLine = 0
    var before = 0
    var after = 0
    var isRightToLeft = false
}

/// A font of a document's table.
struct RTFFont {
    var name: [UInt8] = []
    /// Whether the end of the name has come.
    var isComplete = false
    /// The encoding of bytes in this font; nil for the document's.
    var encoding: String.Encoding?
}

/// The encodings of bytes in documents in Rich Text Format.
enum RTFEncoding {
    /// The encoding of a code page; nil for one that is not read here. *Source*: the specification, `\ansicpg`.
    static func codePage(_ number: Int) -> String.Encoding? {
        switch number {
        case 1250: .windowsCP1250
        case 1251: .windowsCP1251
        case 1252: .windowsCP1252
        case 1253: .windowsCP1253
        case 1254: .windowsCP1254
        case 932: .shiftJIS
        case 10000: .macOSRoman
        case 65001: .utf8
        default: nil
        }
    }

    /// The encoding of a font's set of characters; nil for the document's. *Source*: the specification, `\fcharset`.
    static func characterSet(_ number: Int) -> String.Encoding? {
        switch number {
        case 77: .macOSRoman
        case 128: .shiftJIS
        case 161: .windowsCP1253
        case 162: .windowsCP1254
        case 204: .windowsCP1251
        case 238: .windowsCP1250
        default: nil
        }
    }

    /// The letters of Mac OS Roman from 0x80 on; Foundation has not the encoding on Linux. *Source*: Unicode,
    /// Mappings/Vendors/Apple/ROMAN.TXT.
    private static let macRoman = Array(
        ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™\u{B4}\u{A8}≠ÆØ"
            + "∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ"
            + "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙ\u{131}\u{2C6}\u{2DC}\u{AF}\u{2D8}\u{2D9}\u{2DA}\u{B8}\u{2DD}\u{2DB}\u{2C7}")
            .unicodeScalars)

    /// The text of bytes. Those that the encoding does not have are as in Latin 1.
    static func text(_ bytes: [UInt8], _ encoding: String.Encoding) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if encoding == .macOSRoman {
            return String(String.UnicodeScalarView(bytes.map { $0 < 0x80 ? .init($0) : macRoman[Int($0) - 0x80] }))
        }
        return String(bytes: bytes, encoding: encoding) ?? String(String.UnicodeScalarView(bytes.map { .init($0) }))
    }
}
