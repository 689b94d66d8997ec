import Foundation
import UIKitCore

/// The control words of Rich Text Format that are read. *Source*: Microsoft, Rich Text Format Specification, version
/// 1.9.1; those of Cocoa's writer are among them.
enum RTFWords {
    /// Words that stand for a letter.
    static let letters: [String: UInt16] = [
        "par": 0x0A, "sect": 0x0A, "page": 0x0A, "row": 0x0A, "line": 0x2028, "lbr": 0x2028, "tab": 0x09, "cell": 0x09,
        "emdash": 0x2014, "endash": 0x2013, "emspace": 0x2003, "enspace": 0x2002, "bullet": 0x2022, "lquote": 0x2018,
        "rquote": 0x2019, "ldblquote": 0x201C, "rdblquote": 0x201D, "zwj": 0x200D, "zwnj": 0x200C, "ltrmark": 0x200E,
        "rtlmark": 0x200F,
    ]

    /// Words that begin a part which is no text.
    static let skipped: Set<String> = [
        "stylesheet", "info", "pict", "object", "header", "headerl", "headerr", "headerf", "footer", "footerl",
        "footerr", "footerf", "footnote", "annotation", "xe", "tc", "rxe", "nonshppict", "private",
        "listtable", "listoverridetable", "rsidtbl", "generator", "themedata", "colorschememapping", "datastore",
        "latentstyles", "xmlnstbl", "mmathPr", "filetbl", "revtbl", "falt", "panose", "fname", "fontemb", "fontfile",
    ]

    /// Lines under letters, by the bits of an NSUnderlineStyle.
    static let underlines: [String: Int] = [
        "ul": 1, "ulw": 1, "uldb": 9, "ulth": 2, "uld": 0x101, "uldash": 0x201, "uldashd": 0x301, "uldashdd": 0x401,
        "ulthd": 0x102, "ulthdash": 0x202, "ulthdashd": 0x302, "ulthdashdd": 0x402, "ulnone": 0,
    ]
}

extension RTFReader {
    /// Begins a part of the document that is no text of its own. Returns whether the word begins one.
    mutating func begin(_ word: String) -> Bool {
        if group.destination == .skipped { return true }
        switch word {
        case "fonttbl": (group.destination, currentFont) = (.fonts, 0)
        case "colortbl": (group.destination, nextColor) = (.colors, nil)
        case "field":
            fields.append([])
            group.field = fields.count - 1
        case "fldinst": group.destination = group.field == nil ? .skipped : .fieldInstruction
        case "fldrslt": group.destination = .text
        default:
            guard RTFWords.skipped.contains(word) else { return false }
            flush()
            group.destination = .skipped
        }
        return true
    }

    /// Carries out a word that sets a value.
    mutating func set(_ word: String, _ number: Int?) {
        switch group.destination {
        case .fonts: setFont(word, number)
        case .colors: setColor(word, number)
        case .text, .fieldInstruction:
            flush()
            if !setStyle(word, number), !setParagraph(word, number) { setDocument(word, number) }
        case .skipped: break
        }
    }

    private mutating func setFont(_ word: String, _ number: Int?) {
        if word == "f" { currentFont = number ?? 0 }
        if word == "fcharset", let number { setFontEncoding(RTFEncoding.characterSet(number)) }
    }

    private mutating func setColor(_ word: String, _ number: Int?) {
        let value = UInt8(clamping: number ?? 0)
        var color = nextColor ?? (0, 0, 0)
        switch word {
        case "red": color.red = value
        case "green": color.green = value
        case "blue": color.blue = value
        default: return
        }
        nextColor = color
    }

    private mutating func setDocument(_ word: String, _ number: Int?) {
        switch word {
        case "ansicpg": encoding = RTFEncoding.codePage(number ?? 1252) ?? .windowsCP1252
        case "mac": encoding = .macOSRoman
        case "deff": (defaultFont, group.style.font) = (number ?? 0, number ?? 0)
        case "uc": group.replaced = min(max(0, number ?? 1), 64)
        default: break
        }
    }

    /// Carries out a word about letters. Returns whether it is one.
    private mutating func setStyle(_ word: String, _ number: Int?) -> Bool {
        let isOn = number != 0
        if let bits = RTFWords.underlines[word] {
            group.style.underline = isOn ? bits : 0
            return true
        }
        switch word {
        case "plain":
            group.style = RTFStyle()
            group.style.font = defaultFont
        case "b": group.style.isBold = isOn
        case "i": group.style.isItalic = isOn
        case "strike": group.style.strikethrough = isOn ? 1 : 0
        case "striked": group.style.strikethrough = isOn ? 9 : 0
        case "f": group.style.font = number ?? 0
        case "fs": group.style.size = min(max(2, number ?? 24), 4000)
        case "cf": group.style.color = number ?? 0
        case "cb", "highlight", "chcbpat": group.style.background = number ?? 0
        case "expndtw": group.style.kern = min(max(-4000, number ?? 0), 4000)
        case "expnd": group.style.kern = min(max(-4000, (number ?? 0) * 5), 4000)
        case "up": group.style.rise = min(max(0, number ?? 6), 4000)
        case "dn": group.style.rise = -min(max(0, number ?? 6), 4000)
        case "super": group.style.script = isOn ? 1 : 0
        case "sub": group.style.script = isOn ? -1 : 0
        case "nosupersub": group.style.script = 0
        case "v": group.style.isHidden = isOn
        default: return false
        }
        return true
    }

    /// Carries out a word about paragraphs. Returns whether it is one.
    private mutating func setParagraph(_ word: String, _ number: Int?) -> Bool {
        let length = min(max(-31680, number ?? 0), 31680)
        switch word {
        case "pard": group.paragraph = RTFParagraph()
        case "qnatural": group.paragraph.alignment = NSTextAlignment.natural.rawValue
        case "ql": group.paragraph.alignment = NSTextAlignment.left.rawValue
        case "qc": group.paragraph.alignment = NSTextAlignment.center.rawValue
        case "qr": group.paragraph.alignment = NSTextAlignment.right.rawValue
        case "qj": group.paragraph.alignment = NSTextAlignment.justified.rawValue
        case "li", "lin": group.paragraph.head = length
        case "ri", "rin": group.paragraph.tail = length
        case "fi": group.paragraph.firstLine = length
        case "sb": group.paragraph.before = length
        case "sa": group.paragraph.after = length
        case "rtlpar": group.paragraph.isRightToLeft = true
        case "ltrpar": group.paragraph.isRightToLeft = false
        default: return false
        }
        return true
    }
}
