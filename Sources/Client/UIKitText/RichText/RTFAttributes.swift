import CoreGraphics
import Foundation
import UIKitCore

/// Makes attributes of the looks in a document in Rich Text Format.
struct RTFAttributes {
    private let reader: RTFReader
    private var families: [Int: UIFont?] = [:]
    private var made: [RTFStyle: Attributes] = [:]
    private var paragraphs: [RTFParagraph: NSParagraphStyle] = [:]
    private var links: [Int: Any?] = [:]

    /// The size of raised and lowered letters, to that of others, and how far they are moved; our own.
    private static let script = (size: 2.0 / 3, rise: 1.0 / 3)

    init(_ reader: RTFReader) { self.reader = reader }

    /// The document's text with its attributes.
    var styled: StyledText {
        mutating get {
            var result = StyledText()
            result.units = reader.units
            result.runs.reserveCapacity(reader.runs.count)
            for run in reader.runs { result.runs.append((run.count, attributes(run.group))) }
            return result
        }
    }

    private mutating func attributes(_ group: RTFReader.Group) -> Attributes {
        var all = attributes(group.style)
        if group.paragraph != RTFParagraph() { all[.paragraphStyle] = style(group.paragraph) }
        if let field = group.field {
            let link = links[field] ?? Self.link(reader.fields[field])
            links[field] = .some(link)
            all[.link] = link
        }
        return all
    }

    private mutating func attributes(_ style: RTFStyle) -> Attributes {
        if let found = made[style] { return found }
        var all: Attributes = [.font: font(style)]
        if let color = color(style.color) { all[.foregroundColor] = color }
        if let color = color(style.background) { all[.backgroundColor] = color }
        if style.underline != 0 { all[.underlineStyle] = style.underline }
        if style.strikethrough != 0 { all[.strikethroughStyle] = style.strikethrough }
        if style.kern != 0 { all[.kern] = Double(style.kern) / 20 }
        let raised = Double(style.script) * Double(style.size) / 2 * Self.script.rise + Double(style.rise) / 2
        if raised != 0 { all[.baselineOffset] = raised }
        made[style] = all
        return all
    }

    /// A colour of the table; nil for the default, which has no parts.
    private func color(_ number: Int) -> UIColor? {
        guard reader.colors.indices.contains(number), let color = reader.colors[number] else { return nil }
        func part(_ value: UInt8) -> CGFloat { CGFloat(value) / 255 }
        return UIColor(red: part(color.red), green: part(color.green), blue: part(color.blue), alpha: 1)
    }

    /// A font of the table, bold and italic as its name says; nil for one that is not installed and has no stand-in.
    private mutating func family(_ number: Int) -> UIFont? {
        if let found = families[number] { return found }
        var found: UIFont?
        if let font = reader.fonts[number] {
            let name = RTFEncoding.text(font.name, font.encoding ?? reader.encoding)
                .trimmingCharacters(in: .whitespaces)
            if !name.isEmpty { found = UIFont(name: name, size: 12) }
        }
        families[number] = .some(found)
        return found
    }

    /// The font of a style. Without a known family it is Helvetica. *Source*: Apple, NSAttributedString.Key.font, "the
    /// default is 12-point Helvetica".
    private mutating func font(_ style: RTFStyle) -> UIFont {
        let size = CGFloat(Double(style.size) / 2 * (style.script == 0 ? 1 : Self.script.size))
        let base = family(style.font) ?? UIFont(name: "Helvetica", size: 12) ?? .systemFont(ofSize: 12)
        var descriptor = base.fontDescriptor.withSize(size)
        var traits = descriptor.symbolicTraits
        if style.isBold { traits.insert(.traitBold) }
        if style.isItalic { traits.insert(.traitItalic) }
        if traits != descriptor.symbolicTraits { descriptor = descriptor.withSymbolicTraits(traits) ?? descriptor }
        return UIFont(descriptor: descriptor, size: size)
    }

    private mutating func style(_ paragraph: RTFParagraph) -> NSParagraphStyle {
        if let found = paragraphs[paragraph] { return found }
        func points(_ value: Int) -> CGFloat { CGFloat(value) / 20 }
        let style = NSMutableParagraphStyle()
        style.alignment = NSTextAlignment(rawValue: paragraph.alignment) ?? .natural
        style.headIndent = points(paragraph.head)
        style.firstLineHeadIndent = points(paragraph.head + paragraph.firstLine)
        style.tailIndent = points(-paragraph.tail)
        style.paragraphSpacingBefore = points(paragraph.before)
        style.paragraphSpacing = points(paragraph.after)
        if paragraph.isRightToLeft { style.baseWritingDirection = .rightToLeft }
        paragraphs[paragraph] = style
        return style
    }

    /// The address in the instruction of a field, `HYPERLINK "ADDRESS"`; nil for another instruction.
    private static func link(_ instruction: [UInt8]) -> Any? {
        let text = String(decoding: instruction.prefix(1 << 16), as: UTF8.self)
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].uppercased() == "HYPERLINK" else { return nil }
        var address = words[1].drop { $0 == " " }
        if address.first == "\"" {
            address = address.dropFirst().prefix { $0 != "\"" }
        } else {
            address = address.prefix { $0 != " " }
        }
        guard !address.isEmpty else { return nil }
        return URL(string: String(address)) ?? String(address)
    }
}
