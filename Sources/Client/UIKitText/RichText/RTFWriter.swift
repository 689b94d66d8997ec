import CoreGraphics
import Foundation
import UIKitCore

/// Writes a text with attributes as a document in Rich Text Format, with what `RTFReader` reads. Attachments are left
/// out; colours are opaque.
///
/// *Source*: Microsoft, Rich Text Format Specification, version 1.9.1.
struct RTFWriter {
    private var fonts: [String] = []
    private var colors: [[Int]] = []
    private var numbers: [[Int]: Int] = [:]
    private var body: [UInt8] = []
    private var paragraph = ""

    /// The document of a text.
    static func data(of text: StyledText) -> Data {
        var writer = RTFWriter()
        var location = 0
        for run in text.runs {
            writer.add(text.units[location..<location + run.count], run.attributes)
            location += run.count
        }
        return writer.document
    }

    private var document: Data {
        var head = "{\\rtf1\\ansi\\ansicpg1252\\deff0\\uc1\n{\\fonttbl"
        for (index, name) in fonts.enumerated() { head += "{\\f\(index)\\fnil " + name + ";}" }
        head += "}\n{\\colortbl;"
        for color in colors { head += "\\red\(color[0])\\green\(color[1])\\blue\(color[2]);" }
        head += "}\n"
        return Data(head.utf8) + Data(body) + Data("}".utf8)
    }

    private mutating func add(_ units: ArraySlice<UInt16>, _ attributes: Attributes) {
        let paragraph = words(of: attributes[.paragraphStyle] as? NSParagraphStyle)
        if paragraph != self.paragraph {
            write(paragraph)
            self.paragraph = paragraph
        }
        let link = address(attributes[.link])
        if let link {
            write("{\\field{\\*\\fldinst{HYPERLINK \"")
            for unit in link.utf16 { write(unit) }
            write("\"}}{\\fldrslt ")
        }
        write("{" + words(of: attributes))
        for unit in units { write(unit) }
        write(link == nil ? "}" : "}}}")
    }

    private mutating func write(_ text: String) { body += text.utf8 }

    /// Writes a unit of UTF-16: outside ASCII by its number, with a question mark for readers without Unicode.
    private mutating func write(_ unit: UInt16) {
        switch unit {
        case 0x5C, 0x7B, 0x7D: body += [0x5C, UInt8(unit)]
        case 0x0A, 0x2029: write("\\par\n")
        case 0x0D: break
        case 0x09: write("\\tab ")
        case 0x2028: write("\\line ")
        // An attachment has no letter.
        case 0xFFFC: break
        case 0x20..<0x7F: body.append(UInt8(unit))
        default: write("\\u\(Int16(bitPattern: unit))?")
        }
    }

    private func address(_ link: Any?) -> String? {
        let text = (link as? URL)?.absoluteString ?? link as? String
        // A quote would end the address.
        return text.map { $0.replacingOccurrences(of: "\"", with: "%22") }
    }

    /// The words of a paragraph's layout; always those that begin with the default.
    private func words(of style: NSParagraphStyle?) -> String {
        guard let style else { return "\\pard " }
        let sides: [NSTextAlignment: String] = [.left: "\\ql", .center: "\\qc", .right: "\\qr", .justified: "\\qj"]
        var words = "\\pard" + (sides[style.alignment] ?? "")
        func add(_ word: String, _ points: CGFloat) {
            let number = Self.whole(points * 20, -31680...31680)
            if number != 0 { words += "\\\(word)\(number)" }
        }
        if style.baseWritingDirection == .rightToLeft { words += "\\rtlpar" }
        add("li", style.headIndent)
        add("fi", style.firstLineHeadIndent - style.headIndent)
        if style.tailIndent < 0 { add("ri", -style.tailIndent) }
        add("sb", style.paragraphSpacingBefore)
        add("sa", style.paragraphSpacing)
        return words + " "
    }

    private static func whole(_ value: CGFloat, _ range: ClosedRange<Int>) -> Int {
        guard value.isFinite else { return 0 }
        let rounded = min(max(value.rounded(), CGFloat(range.lowerBound)), CGFloat(range.upperBound))
        return Int(rounded)
    }

    /// The words of letters' looks, ending with the space that ends the last.
    private mutating func words(of attributes: Attributes) -> String {
        let font = attributes[.font] as? UIFont ?? UIFont(name: "Helvetica", size: 12) ?? .systemFont(ofSize: 12)
        let traits = font.fontDescriptor.symbolicTraits
        var words = "\\f\(number(of: font.familyName))\\fs\(Self.whole(font.pointSize * 2, 2...4000))"
        if traits.contains(.traitBold) { words += "\\b" }
        if traits.contains(.traitItalic) { words += "\\i" }
        let bits = Self.number(attributes[.underlineStyle])
        if bits != 0 {
            words += "\\" + (RTFWords.underlines.first { $0.value == bits && $0.key != "ulw" }?.key ?? "ul")
        }
        let strike = Self.number(attributes[.strikethroughStyle])
        if strike != 0 { words += strike == 9 ? "\\striked1" : "\\strike" }
        if let color = number(ofColor: attributes[.foregroundColor]) { words += "\\cf\(color)" }
        if let color = number(ofColor: attributes[.backgroundColor]) { words += "\\cb\(color)\\highlight\(color)" }
        let kern = Self.whole(Self.length(attributes[.kern]) * 20, -4000...4000)
        if kern != 0 { words += "\\expndtw\(kern)" }
        let rise = Self.whole(Self.length(attributes[.baselineOffset]) * 2, -4000...4000)
        if rise != 0 { words += rise > 0 ? "\\up\(rise)" : "\\dn\(-rise)" }
        return words + " "
    }

    private static func number(_ value: Any?) -> Int {
        (value as? Int) ?? (value as? NSNumber)?.intValue ?? (value as? NSUnderlineStyle)?.rawValue ?? 0
    }

    private static func length(_ value: Any?) -> CGFloat {
        (value as? CGFloat) ?? (value as? NSNumber).map { CGFloat($0.doubleValue) } ?? 0
    }

    /// The number of a font's family in the table. Names that could end the table's entry are written without these
    /// letters.
    private mutating func number(of family: String) -> Int {
        let name = String(family.filter { $0.isASCII && !";{}\\".contains($0) })
        if let found = fonts.firstIndex(of: name) { return found }
        fonts.append(name)
        return fonts.count - 1
    }

    private mutating func number(ofColor value: Any?) -> Int? {
        let color: CGColor
        switch value {
        case let own as UIColor: color = own.cgColor
        case let own as CGColor: color = own
        default: return nil
        }
        let parts = color.value.inSRGB
        let entry = [parts.red, parts.green, parts.blue].map { Self.whole(CGFloat($0) * 255, 0...255) }
        if let found = numbers[entry] { return found }
        colors.append(entry)
        numbers[entry] = colors.count
        return colors.count
    }
}
