import CoreGraphics
import CoreText
import Foundation
import UIKitCore

/// A line that a layout manager has laid out. *Units*: points.
struct LineFragment {
    /// The line's range in its paragraph, with the separator at its end. *Range*: units of UTF-16.
    var range: Range<Int>
    /// The number of units of the separator at the line's end.
    var separator: Int
    /// The line; its ranges count from the paragraph's beginning.
    var line: TextLine
    /// The left end of the line. *Space*: the container's.
    var x: Double
    /// The rectangle from side to side. *Space*: x of the container; y from the paragraph's top.
    var rect: CGRect
    /// The baseline. *Space*: y from the paragraph's top.
    var baseline: Double

    /// The letters of the line.
    ///
    /// - Parameters:
    ///   - base: The paragraph's first unit.
    ///   - top: The paragraph's top.
    func carets(base: Int, top: Double, emptyX: Double) -> CaretLine {
        var cells = line.cells()
        for index in cells.indices {
            cells[index].left += x
            cells[index].right += x
            cells[index].range = cells[index].range.lowerBound + base..<cells[index].range.upperBound + base
        }
        return CaretLine(
            range: range.lowerBound + base..<range.upperBound - separator + base, cells: cells, emptyX: emptyX,
            top: top + Double(rect.minY), height: Double(rect.height), isRightToLeft: line.isRightToLeft)
    }
}

/// A paragraph of a text with its lines, which are laid out when they are needed.
final class ParagraphLayout {
    /// The number of units, with the separator at the end.
    var count: Int
    /// The lines; nil before they are laid out.
    var lines: [LineFragment]?
    /// The height with the space around it; an estimate before the lines are laid out. *Units*: points.
    var height = 0.0
    /// Where a caret stands in a line without letters. *Space*: x of the container.
    var emptyX = 0.0

    init(count: Int) { self.count = count }
}

/// The paragraphs of a text, with their places.
///
/// *Complexity*: an edit costs its own paragraphs, and a few words of memory for each paragraph after it.
struct ParagraphList {
    private(set) var paragraphs: [ParagraphLayout] = [ParagraphLayout(count: 0)]
    private var starts: [Int] = [0]
    private var tops: [Double] = [0]
    /// The number of paragraphs whose `starts` are right, and of those whose `tops` are.
    private var (validStarts, validTops) = (1, 1)

    /// The number of paragraphs.
    var count: Int { paragraphs.count }

    /// The first unit of a paragraph.
    mutating func start(_ index: Int) -> Int {
        if validStarts <= index {
            for next in max(validStarts, 1)...index { starts[next] = starts[next - 1] + paragraphs[next - 1].count }
            validStarts = index + 1
        }
        return starts[index]
    }

    /// The top of a paragraph; after the last one, the height of all. *Units*: points.
    mutating func top(_ index: Int) -> Double {
        let last = min(index, paragraphs.count - 1)
        if validTops <= last {
            for next in max(validTops, 1)...last { tops[next] = tops[next - 1] + paragraphs[next - 1].height }
            validTops = last + 1
        }
        return index < paragraphs.count ? tops[last] : tops[last] + paragraphs[last].height
    }

    /// Notes that the height of a paragraph has changed.
    mutating func heightChanged(_ index: Int) { validTops = min(validTops, index + 1) }

    /// The paragraph that has a unit; the last one for the end of the text.
    mutating func index(at unit: Int) -> Int {
        _ = start(count - 1)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= unit { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// The paragraph at a height; the first or the last one beside the text.
    mutating func index(atHeight y: Double) -> Int {
        _ = top(count - 1)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if tops[middle] <= y { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// Replaces paragraphs by others.
    mutating func replace(_ range: Range<Int>, with new: [ParagraphLayout]) {
        paragraphs.replaceSubrange(range, with: new)
        starts.replaceSubrange(range, with: new.map { _ in 0 })
        tops.replaceSubrange(range, with: new.map { _ in 0 })
        if range.lowerBound == 0, !starts.isEmpty { (starts[0], tops[0]) = (0, 0) }
        validStarts = max(1, min(validStarts, range.lowerBound))
        validTops = max(1, min(validTops, range.lowerBound))
    }

    /// The lengths of the paragraphs of a text; the last one has no separator, and may be empty.
    static func lengths(of units: [UInt16], isEnd: Bool) -> [Int] {
        var result: [Int] = []
        var start = 0
        var index = 0
        while index < units.count {
            if TextBreaks.endsParagraph(units[index]) {
                if units[index] == 13, index + 1 < units.count, units[index + 1] == 10 { index += 1 }
                result.append(index + 1 - start)
                start = index + 1
            }
            index += 1
        }
        if start < units.count || isEnd { result.append(units.count - start) }
        return result
    }
}
