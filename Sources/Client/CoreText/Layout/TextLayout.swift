import CoreGraphics
import MicaText

/// Lays out text within a width. *Units*: points.
package struct TextLayout {
    /// A line and its position. *Space*: x from the left edge, y down from the top.
    package struct PlacedLine {
        /// The line.
        package var line: TextLine
        /// The line's left end.
        package var x: Double
        /// The line's top.
        package var top: Double
        /// The line's baseline.
        package var baseline: Double
        /// The line's bottom, without the gap before the next line.
        package var bottom: Double
    }

    /// The text.
    package var storage: TextStorage
    /// The range to lay out. *Range*: units of UTF-16; nil: the whole text.
    package var range: Range<Int>?
    /// The width limit; nil: no limit.
    package var width: Double?
    /// The limit for the bottom of the last line; lines beyond it are left out. nil: no limit.
    package var height: Double?
    /// Whether lines wrap at the width; nil: by the paragraphs' settings.
    package var wraps: Bool?
    /// The alignment of lines; nil: by the paragraphs' settings.
    package var alignment: ParagraphSettings.Alignment?
    /// How lines that are too wide are truncated, and the last line when more text follows; nil: by the paragraphs'
    /// settings.
    package var truncation: Truncation?
    /// Whether the first line is kept although it does not fit the height.
    package var keepsFirstLine = false

    /// Makes a layout without limits.
    package init(_ storage: TextStorage) { self.storage = storage }

    /// The lines, from the top.
    package func lines() -> [PlacedLine] {
        var result: [PlacedLine] = []
        var y = 0.0
        let limits = range ?? 0..<storage.units.count
        let paragraphs = storage.paragraphs().filter { paragraph in
            paragraph.end > limits.lowerBound && paragraph.content.lowerBound < limits.upperBound
                || limits.isEmpty && result.isEmpty && storage.units.isEmpty
        }
        for (index, entry) in paragraphs.enumerated() {
            let content =
                max(
                    entry.content.lowerBound, limits.lowerBound)..<max(
                    max(entry.content.lowerBound, limits.lowerBound), min(entry.content.upperBound, limits.upperBound))
            let paragraph = TextParagraph(storage, range: content)
            let isLast = index == paragraphs.count - 1
            guard put(paragraph, isFirst: index == 0, isLast: isLast, y: &y, into: &result) else { break }
            if !entry.isLineOnly { y += paragraph.attributes.paragraph.spacingAfter }
        }
        return result
    }

    /// Lays out the lines of a paragraph; false when not all fit.
    private func put(
        _ paragraph: TextParagraph, isFirst: Bool, isLast: Bool, y: inout Double, into result: inout [PlacedLine]
    ) -> Bool {
        let settings = paragraph.attributes.paragraph
        let wraps = self.wraps ?? (settings.lineBreak == .words || settings.lineBreak == .characters)
        let truncation = self.truncation ?? settings.lineBreak.truncation
        if !isFirst { y += settings.spacingBefore }
        var start = 0
        repeat {
            let indent = max(0, start == 0 ? settings.firstLineIndent : settings.headIndent)
            let room = width.map { width in
                max(
                    0,
                    (settings.tailIndent > 0 ? min(settings.tailIndent, width) : width + settings.tailIndent) - indent)
            }
            var end = paragraph.bytes.count
            if wraps, let room {
                end = paragraph.lineEnd(from: start, width: room, byCharacter: settings.lineBreak == .characters)
            }
            var line = TextLine(paragraph, part: start..<end)
            let extent = extent(of: line, settings, y: y)
            if let height, extent.bottom > height + 1e-6 {
                if !(result.isEmpty && keepsFirstLine) { return false }
            }
            // The last line that fits is truncated in place of all text after it.
            let isEnd = end == paragraph.bytes.count
            let next = extent.bottom + line.leading + settings.lineSpacing
            let isCut = wraps && truncation != nil && !(isEnd && isLast) && !fits(line, below: next)
            if let truncation, let room {
                if isCut { line = TextLine(paragraph, part: start..<paragraph.bytes.count) }
                if isCut || !wraps {
                    line = line.truncated(to: room, truncation, isForced: isCut && isEnd) ?? line
                }
            }
            let isStretched = !(isEnd || isCut) && wraps
            result.append(
                positioned(line, extent, indent: indent, room: room, alignment ?? settings.alignment, isStretched))
            if isCut { return false }
            y = next
            start = end
        } while start < paragraph.bytes.count
        return true
    }

    private func fits(_ line: TextLine, below y: Double) -> Bool {
        guard let height else { return true }
        return extent(of: line, line.paragraph.attributes.paragraph, y: y).bottom <= height + 1e-6
    }

    /// A line's top, baseline and bottom when it begins at y. Added height is above its letters.
    private func extent(
        of line: TextLine, _ settings: ParagraphSettings, y: Double
    ) -> (top: Double, baseline: Double, bottom: Double) {
        let natural = line.ascent + line.descent
        var height = natural
        if settings.heightMultiple > 0 { height *= settings.heightMultiple }
        if settings.minimumHeight > 0 { height = max(height, settings.minimumHeight) }
        if settings.maximumHeight > 0 { height = min(height, settings.maximumHeight) }
        return (y, y + height - line.descent, y + height)
    }

    private func positioned(
        _ line: TextLine, _ extent: (top: Double, baseline: Double, bottom: Double), indent: Double, room: Double?,
        _ alignment: ParagraphSettings.Alignment, _ isStretched: Bool
    ) -> PlacedLine {
        var line = line
        let isRightToLeft = line.isRightToLeft
        if alignment == .justified, isStretched, let room { line = line.justified(to: room) }
        var share = 0.0
        switch alignment {
        case .left: share = 0
        case .right: share = 1
        case .center: share = 0.5
        case .natural, .justified: share = isRightToLeft ? 1 : 0
        }
        let free = room.map { $0 - line.visibleWidth } ?? 0
        let lead = isRightToLeft ? 0 : indent
        // Text that is too wide overflows at its trailing end.
        let x = lead + (free >= 0 ? free * share : isRightToLeft ? free : 0) - line.visibleStart
        return PlacedLine(line: line, x: x, top: extent.top, baseline: extent.baseline, bottom: extent.bottom)
    }
}

extension ParagraphSettings.LineBreak {
    /// The truncation of a line break mode; nil for modes that do not truncate.
    var truncation: Truncation? {
        switch self {
        case .words, .characters, .clips: nil
        case .truncatesHead: .start
        case .truncatesTail: .end
        case .truncatesMiddle: .middle
        }
    }
}
