import CoreGraphics
import MicaText

/// Where a line that is too wide is cut; raw values are Core Text's.
package enum Truncation: UInt32, Sendable {
    case start, end, middle
}

extension TextLine {
    /// The line, cut so that its visible part and an ellipsis fit a width; the line itself when it fits.
    ///
    /// Cuts are between graphemes (letters as a reader sees them), and remove as few as possible. When only the
    /// ellipsis fits, it stands alone; nil when not even the ellipsis fits.
    ///
    /// - Parameters:
    ///   - wanted: The width.
    ///   - truncation: The part to remove.
    ///   - token: The text that replaces the part, such as an ellipsis.
    ///   - isForced: Whether to add the token even though the line fits, because more text follows.
    package func truncated(
        to wanted: Double, _ truncation: Truncation, token: [UInt16] = [0x2026], isForced: Bool = false
    ) -> TextLine? {
        let limit = wanted + 1e-6 * max(1, abs(wanted))
        if !isForced, visibleWidth <= limit { return self }
        let places = paragraph.graphemes(in: part)
        let letters = places.map { paragraph.unit(ofByte: $0) }
        let whole = range
        // How many of the letters kept are at the beginning.
        func head(of count: Int) -> Int {
            switch truncation {
            case .start: 0
            case .end: count
            case .middle: (count + 1) / 2
            }
        }
        // The text of the line with `count` letters kept: its first and last ones.
        func text(keeping count: Int) -> TextParagraph {
            let head = head(of: count)
            let tail = count - head
            let headEnd = head < letters.count ? letters[head] : whole.upperBound
            let tailStart = tail > 0 ? letters[letters.count - tail] : whole.upperBound
            let storage = paragraph.storage.cut(
                keepingUpTo: headEnd, from: max(headEnd, tailStart), within: whole, token: token)
            return TextParagraph(storage, range: 0..<storage.units.count, direction: paragraph.direction)
        }
        var (low, high) = (0, isForced ? letters.count : max(letters.count - 1, 0))
        var best = text(keeping: 0)
        let tokenWidth = Self.visibleWidth(of: best)
        guard tokenWidth <= limit else { return nil }
        // Few letters of a long line are kept. Longer and longer ones are tried, so that the cost is that of what is
        // kept.
        var step = 64
        while low + step < high {
            let tried = text(keeping: low + step)
            guard Self.visibleWidth(of: tried) <= limit else {
                high = low + step - 1
                break
            }
            (low, best) = (low + step, tried)
            step *= 2
        }
        // Letters are about as wide as in the whole line: where they would fill the width is tried first, then beside.
        let widths = paragraph.advances(upTo: places + [part.upperBound])
        let (start, room) = (widths[0], limit - tokenWidth)
        func estimated(_ count: Int) -> Double {
            let (first, last) = (head(of: count), count - head(of: count))
            return widths[first] - start + widths[letters.count] - widths[letters.count - last]
        }
        var guess = low
        while guess < high, estimated(guess + 1) <= room { guess += 1 }
        var tries = [guess, guess + 1]
        while low < high {
            let wanted = tries.first { low < $0 && $0 <= high }
            tries.removeAll { $0 == wanted }
            let middle = wanted ?? (low + high + 1) / 2
            let tried = text(keeping: middle)
            if Self.visibleWidth(of: tried) <= limit { (low, best) = (middle, tried) } else { high = middle - 1 }
        }
        return TextLine(best)
    }

    /// The visible width of a line of a text.
    private static func visibleWidth(of text: TextParagraph) -> Double {
        text.visibleWidth ?? TextLine(text).visibleWidth
    }
}
