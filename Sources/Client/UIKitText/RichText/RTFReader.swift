import Foundation
import UIKitCore

/// Reads a document in Rich Text Format: letters with fonts, bold, italic, lines, colours and links; paragraphs with
/// alignment, indents and space. Pictures, tables' frames, notes and fields other than links are left out.
///
/// Any bytes give a text or an error. The time and the memory are proportional to the number of bytes.
///
/// *Source*: Microsoft, Rich Text Format Specification, version 1.9.1.
struct RTFReader {
    /// The reason that a document is not read.
    enum Fault: Error, Equatable {
        /// It does not begin with `{\rtf`.
        case noRichText
        /// It has more bytes than are read.
        case tooLarge
        /// It has groups within groups, deeper than is read.
        case tooDeep
    }

    /// The most bytes that are read.
    static let mostBytes = 64 << 20
    /// The greatest depth of groups.
    static let mostDepth = 200
    /// The most fonts and colours that are kept.
    private static let mostEntries = 4096
    /// The most stretches of text with looks of their own; further text looks like the last.
    private static let mostRuns = 100_000

    /// A part of a document that is no text of its own.
    enum Destination {
        case text, skipped, fonts, colors, fieldInstruction
    }

    /// The state that a group has, and that ends with it.
    struct Group {
        var style = RTFStyle()
        var paragraph = RTFParagraph()
        var destination = Destination.text
        /// The number of bytes that follow a `\u` for readers without Unicode.
        var replaced = 1
        /// The field that the group is in; nil for none.
        var field: Int?
        /// Whether a `\*` has come, so that an unknown destination is skipped.
        var isOptional = false

        /// Whether text of both groups looks the same.
        func looksLike(_ other: Group) -> Bool {
            style == other.style && paragraph == other.paragraph && field == other.field
        }
    }

    var tokenizer: RTFTokenizer
    var group = Group()
    var groups: [Group] = []
    var fonts: [Int: RTFFont] = [:]
    var currentFont = 0
    var defaultFont = 0
    var encoding = String.Encoding.windowsCP1252
    var colors: [(red: UInt8, green: UInt8, blue: UInt8)?] = []
    var nextColor: (red: UInt8, green: UInt8, blue: UInt8)?
    /// The instructions of fields: a link's address is in one.
    var fields: [[UInt8]] = []
    /// Bytes of text that are not decoded yet.
    private var bytes: [UInt8] = []
    private(set) var units: [UInt16] = []
    /// How many replacements of a `\u` are still to be skipped.
    private var skips = 0
    private(set) var runs: [(count: Int, group: Group)] = []

    /// Reads a document.
    static func read(_ data: Data) throws(Fault) -> StyledText {
        guard data.count <= mostBytes else { throw .tooLarge }
        let bytes = [UInt8](data)
        guard bytes.starts(with: Array("{\\rtf".utf8)) else { throw .noRichText }
        var reader = RTFReader(tokenizer: RTFTokenizer(bytes))
        try reader.readAll()
        var attributes = RTFAttributes(reader)
        return attributes.styled
    }

    private init(tokenizer: RTFTokenizer) { self.tokenizer = tokenizer }

    private mutating func readAll() throws(Fault) {
        while let token = tokenizer.next() {
            switch token {
            case .open:
                flush()
                skips = 0
                guard groups.count < Self.mostDepth else { throw .tooDeep }
                groups.append(group)
                group.isOptional = false
            case .close:
                flush()
                skips = 0
                guard let outer = groups.popLast() else { return }
                group = outer
                if groups.isEmpty { return }
            case .byte(let byte): read(byte)
            case .symbol(let symbol): read(symbol: symbol)
            case .word(let word, let number): read(word, number)
            }
        }
        flush()
    }

    /// Whether a replacement of a `\u` is skipped.
    private mutating func skipsOne() -> Bool {
        guard skips > 0 else { return false }
        skips -= 1
        return true
    }

    private mutating func read(_ byte: UInt8) {
        if skipsOne() { return }
        switch group.destination {
        case .text: bytes.append(byte)
        case .skipped: break
        case .fonts: readFont(byte)
        case .colors: if byte == UInt8(ascii: ";") { endColor() }
        case .fieldInstruction: if let field = group.field { fields[field].append(byte) }
        }
    }

    private mutating func read(symbol: UInt8) {
        if symbol == UInt8(ascii: "*") { return group.isOptional = true }
        switch symbol {
        case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): read(symbol)
        case UInt8(ascii: "~"): add(0xA0)
        case UInt8(ascii: "-"): add(0xAD)
        case UInt8(ascii: "_"): add(0x2011)
        case 0x0A, 0x0D: add(0x0A)
        case 0x09: add(0x09)
        default: _ = skipsOne()
        }
    }

    private mutating func read(_ word: String, _ number: Int?) {
        if word == "bin" { return tokenizer.skip(number ?? 0) }
        if word == "u" {
            // The number is signed, with 16 bits. *Source*: the specification, "Unicode RTF".
            if let number {
                flush()
                put(UInt16(truncatingIfNeeded: number))
                skips = group.replaced
            }
            return
        }
        if skipsOne() { return }
        let isOptional = group.isOptional
        group.isOptional = false
        if let unit = RTFWords.letters[word] { return add(unit) }
        if begin(word) { return }
        if isOptional { return group.destination = .skipped }
        set(word, number)
    }

    /// Adds a letter that a control word or symbol names.
    private mutating func add(_ unit: UInt16) {
        if skipsOne() { return }
        flush()
        put(unit)
    }

    /// Adds a unit of UTF-16 in the present style.
    private mutating func put(_ unit: UInt16) {
        guard group.destination == .text, !group.style.isHidden else {
            if group.destination == .fieldInstruction, unit < 0x80 { read(UInt8(unit)) }
            return
        }
        units.append(unit)
        extend(1)
    }

    /// Decodes the bytes of text that have come.
    mutating func flush() {
        guard !bytes.isEmpty else { return }
        defer { bytes.removeAll(keepingCapacity: true) }
        if group.style.isHidden { return }
        let text = RTFEncoding.text(bytes, fonts[group.style.font]?.encoding ?? encoding)
        let before = units.count
        units.append(contentsOf: text.utf16)
        extend(units.count - before)
    }

    private mutating func extend(_ count: Int) {
        guard count > 0 else { return }
        let isFull = runs.count >= Self.mostRuns
        if let last = runs.last?.group, isFull || last.looksLike(group) {
            runs[runs.count - 1].count += count
        } else {
            runs.append((count, group))
        }
    }

    // MARK: Tables

    private mutating func readFont(_ byte: UInt8) {
        guard fonts.count < Self.mostEntries || fonts[currentFont] != nil else { return }
        var font = fonts[currentFont] ?? RTFFont()
        if byte == UInt8(ascii: ";") {
            font.isComplete = true
        } else if !font.isComplete, font.name.count < 256 {
            font.name.append(byte)
        }
        fonts[currentFont] = font
    }

    mutating func setFontEncoding(_ encoding: String.Encoding?) {
        guard fonts.count < Self.mostEntries || fonts[currentFont] != nil else { return }
        fonts[currentFont, default: RTFFont()].encoding = encoding
    }

    private mutating func endColor() {
        if colors.count < Self.mostEntries { colors.append(nextColor) }
        nextColor = nil
    }
}
