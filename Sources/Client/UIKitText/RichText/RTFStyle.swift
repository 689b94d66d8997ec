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
        (
            "\u{C4}\u{C5}\u{C7}\u{C9}\u{D1}\u{D6}\u{DC}\u{E1}\u{E0}\u{E2}\u{E4}\u{E3}\u{E5}\u{E7}\u{E9}\u{E8}" +
            "\u{EA}\u{EB}\u{ED}\u{EC}\u{EE}\u{EF}\u{F1}\u{F3}\u{F2}\u{F4}\u{F6}\u{F5}\u{FA}\u{F9}\u{FB}\u{FC}" +
            "\u{2020}\u{B0}\u{A2}\u{A3}\u{A7}\u{2022}\u{B6}\u{DF}\u{AE}\u{A9}\u{2122}\u{B4}\u{A8}\u{2260}" +
            "\u{C6}\u{D8}\u{221E}\u{B1}\u{2264}\u{2265}\u{A5}\u{B5}\u{2202}\u{2211}\u{220F}\u{3C0}\u{222B}" +
            "\u{AA}\u{BA}\u{3A9}\u{E6}\u{F8}\u{BF}\u{A1}\u{AC}\u{221A}\u{192}\u{2248}\u{2206}\u{AB}\u{BB}" +
            "\u{2026}\u{A0}\u{C0}\u{C3}\u{D5}\u{152}\u{153}\u{2013}\u{2014}\u{201C}\u{201D}\u{2018}\u{2019}" +
            "\u{F7}\u{25CA}\u{FF}\u{178}\u{2044}\u{20AC}\u{2039}\u{203A}\u{FB01}\u{FB02}\u{2021}\u{B7}" +
            "\u{201A}\u{201E}\u{2030}\u{C2}\u{CA}\u{C1}\u{CB}\u{C8}\u{CD}\u{CE}\u{CF}\u{CC}\u{D3}\u{D4}" +
            "\u{F8FF}\u{D2}\u{DA}\u{DB}\u{D9}\u{131}\u{2C6}\u{2DC}\u{AF}\u{2D8}\u{2D9}\u{2DA}\u{B8}\u{2DD}" +
            "\u{2DB}\u{2C7}"
        ).unicodeScalars)

    /// The text of bytes. Those that the encoding does not have are as in Latin 1.
    static func text(_ bytes: [UInt8], _ encoding: String.Encoding) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if encoding == .macOSRoman {
            return String(String.UnicodeScalarView(bytes.map { $0 < 0x80 ? .init($0) : macRoman[Int($0) - 0x80] }))
        }
        return String(bytes: bytes, encoding: encoding) ?? String(String.UnicodeScalarView(bytes.map { .init($0) }))
    }
}
