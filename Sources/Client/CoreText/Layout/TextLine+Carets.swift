import CoreGraphics

/// A letter of a line as a reader sees it: a grapheme cluster. *Units*: points. *Space*: x from the line's left end.
package struct TextCell {
    /// The letter's range in the text. *Range*: units of UTF-16.
    package var range: Range<Int>
    /// The left edge.
    package var left: Double
    /// The right edge.
    package var right: Double
    /// Whether the letter is in text from right to left.
    package var isRightToLeft: Bool

    /// The edge where the letter begins.
    package var leading: Double { isRightToLeft ? right : left }
    /// The edge where the letter ends.
    package var trailing: Double { isRightToLeft ? left : right }
}

extension TextLine {
    /// The letters of the line, from left to right. The width of a ligature is shared equally by its letters. *Source*:
    /// Apple, CTLineGetOffsetForStringIndex, shares it so where the font has no carets of its own.
    ///
    /// *Complexity*: that of the line.
    package func cells() -> [TextCell] {
        var result: [TextCell] = []
        for run in runs {
            // The glyphs of a cluster are neighbours.
            var clusters: [(unit: Int, left: Double, right: Double)] = []
            var pen = run.x
            for glyph in run.glyphs {
                let end = pen + glyph.advance
                if let last = clusters.last, last.unit == glyph.unit {
                    clusters[clusters.count - 1].right = end
                } else {
                    clusters.append((glyph.unit, pen, end))
                }
                pen = end
            }
            for index in clusters.indices {
                let next = run.isRightToLeft ? index - 1 : index + 1
                let end = clusters.indices.contains(next) ? clusters[next].unit : run.range.upperBound
                let cluster = clusters[index]
                guard cluster.unit < end else { continue }
                append(cluster.unit..<end, cluster.left, cluster.right, run.isRightToLeft, to: &result)
            }
        }
        return result
    }

    /// Adds the letters of a cluster of glyphs. A cluster that does not begin a letter belongs to the letter before it.
    private func append(
        _ units: Range<Int>, _ left: Double, _ right: Double, _ isRightToLeft: Bool, to cells: inout [TextCell]
    ) {
        let bytes = paragraph.byte(ofUnit: units.lowerBound)..<paragraph.byte(ofUnit: units.upperBound)
        let starts = paragraph.graphemes(in: bytes).map { paragraph.unit(ofByte: $0) }
        guard starts.first == units.lowerBound || cells.isEmpty else {
            // In text from right to left the letter that it belongs to follows on the right, later in this list.
            if isRightToLeft {
                cells.append(TextCell(range: units, left: left, right: right, isRightToLeft: true))
            } else {
                let last = cells.count - 1
                cells[last].range = cells[last].range.lowerBound..<max(cells[last].range.upperBound, units.upperBound)
                cells[last].right = right
            }
            return
        }
        if isRightToLeft, let last = cells.last, last.isRightToLeft, last.range.lowerBound == units.upperBound,
            !begins(last.range.lowerBound)
        {
            cells[cells.count - 1].range = units.lowerBound..<last.range.upperBound
            cells[cells.count - 1].right = right
            return
        }
        let bounds = starts.first == units.lowerBound ? starts : [units.lowerBound] + starts
        let width = (right - left) / Double(bounds.count)
        for index in bounds.indices {
            let letter = isRightToLeft ? bounds.count - 1 - index : index
            let end = letter + 1 < bounds.count ? bounds[letter + 1] : units.upperBound
            cells.append(
                TextCell(
                    range: bounds[letter]..<end, left: left + width * Double(index),
                    right: left + width * Double(index + 1), isRightToLeft: isRightToLeft))
        }
    }

    /// Whether a letter begins at a unit.
    private func begins(_ unit: Int) -> Bool {
        let byte = paragraph.byte(ofUnit: unit)
        return !paragraph.graphemes(in: byte..<min(byte + 1, paragraph.bytes.count)).isEmpty
    }
}
