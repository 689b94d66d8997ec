import CoreGraphics
import CoreText

/// A line of text as carets see it. *Units*: points. *Space*: that of the text's layout, y down.
struct CaretLine {
    /// The line's range in the text, without the separator at its end. *Range*: units of UTF-16.
    var range: Range<Int>
    /// The letters, from left to right; x is in the layout's space.
    var cells: [TextCell]
    /// The place of a caret in a line without letters.
    var emptyX: Double
    /// The top of the line.
    var top: Double
    /// The height of the line.
    var height: Double
    /// Whether the paragraph is right to left.
    var isRightToLeft: Bool

    /// The caret's place at a position.
    func x(of position: Int, _ side: CaretSide) -> Double {
        guard let first = cells.first, let last = cells.last else { return emptyX }
        let after = cells.first { $0.range.contains(position) }
        let before = cells.first { $0.range.contains(position - 1) && $0.range.upperBound <= position }
        switch side {
        case .before: if let before { return before.trailing }
        case .after: if let after, after.range.lowerBound == position { return after.leading }
        }
        if let after {
            if after.range.lowerBound == position { return after.leading }
            // Within a letter, which a program may ask for: in proportion.
            let part = Double(position - after.range.lowerBound) / Double(after.range.count)
            return after.leading + (after.trailing - after.leading) * part
        }
        if let before { return before.trailing }
        if position >= range.upperBound { return isRightToLeft ? first.left : last.right }
        return isRightToLeft ? last.right : first.left
    }

    /// The position nearest to a place.
    func position(at x: Double) -> (position: Int, side: CaretSide) {
        guard let first = cells.first, let last = cells.last else { return (range.lowerBound, .after) }
        let cell = x < first.left ? first : cells.first { x < $0.right } ?? last
        let isLeft = x < (cell.left + cell.right) / 2
        return isLeft == cell.isRightToLeft ? (cell.range.upperBound, .before) : (cell.range.lowerBound, .after)
    }

    /// The letter at a place; nil beside the text.
    func cell(at x: Double) -> TextCell? { cells.first { $0.left <= x && x < $0.right } }

    /// The position beside the letter to the right or the left of a caret; nil at the line's edge.
    func position(from position: Int, _ side: CaretSide, toRight: Bool) -> (position: Int, side: CaretSide)? {
        let x = x(of: position, side)
        // A letter without width is passed together with its neighbour.
        let slop = 1e-6
        if toRight {
            guard let cell = cells.first(where: { $0.left >= x - slop && $0.right > x + slop }) else { return nil }
            return cell.isRightToLeft ? (cell.range.lowerBound, .after) : (cell.range.upperBound, .before)
        }
        guard let cell = cells.last(where: { $0.right <= x + slop && $0.left < x - slop }) else { return nil }
        return cell.isRightToLeft ? (cell.range.upperBound, .before) : (cell.range.lowerBound, .after)
    }

    /// The stretches of a part of the text, from left to right: several where directions mix.
    func stretches(of part: Range<Int>) -> [ClosedRange<Double>] {
        var result: [ClosedRange<Double>] = []
        for cell in cells where part.overlaps(cell.range) && cell.right > cell.left {
            if let last = result.last, last.upperBound >= cell.left - 1e-6 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, cell.right)
            } else {
                result.append(cell.left...cell.right)
            }
        }
        return result
    }
}
