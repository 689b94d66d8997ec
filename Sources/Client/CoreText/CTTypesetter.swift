import CoreGraphics
import MicaText

/// Breaks a text into lines, one at a time; immutable.
public final class CTTypesetter {
    let storage: TextStorage
    /// The text as one paragraph; paragraph separators end lines.
    private let paragraph: TextParagraph

    init(_ string: NSAttributedString) {
        storage = TextStorage(string, standard: standardFont)
        paragraph = TextParagraph(storage, range: 0..<storage.units.count)
    }

    /// The end of the line that begins at a unit.
    func lineEnd(from start: Int, width: Double, byCharacter: Bool) -> Int {
        guard start >= 0, start < storage.units.count else { return storage.units.count }
        let end = paragraph.unit(
            ofByte: paragraph.lineEnd(
                from: paragraph.byte(ofUnit: start), width: width, byCharacter: byCharacter))
        // Only a separator before the line's end matters.
        let mandatory = storage.separator(from: start, before: end)?.end ?? end
        return min(end, mandatory)
    }

    func line(_ range: CFRange) -> TextLine {
        let units = range.units(of: storage.units.count)
        return TextLine(
            paragraph, part: paragraph.byte(ofUnit: units.lowerBound)..<paragraph.byte(ofUnit: units.upperBound))
    }
}

/// Makes a typesetter of a text.
public func CTTypesetterCreateWithAttributedString(_ string: CFAttributedString) -> CTTypesetter {
    CTTypesetter(string)
}

/// How many UTF-16 units fit in a line of a width, from a start index; the line breaks between words.
public func CTTypesetterSuggestLineBreak(_ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double) -> CFIndex
{
    max(0, typesetter.lineEnd(from: startIndex, width: width, byCharacter: false) - startIndex)
}

/// How many UTF-16 units fit in a line of a width, from a start index; the line breaks between letters.
public func CTTypesetterSuggestClusterBreak(
    _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double
) -> CFIndex {
    max(0, typesetter.lineEnd(from: startIndex, width: width, byCharacter: true) - startIndex)
}

/// Makes a line of a range of the text; a length of 0 means the rest of the text.
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
    CTLine(line: typesetter.line(stringRange))
}
