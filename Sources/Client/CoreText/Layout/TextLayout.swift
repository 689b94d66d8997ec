import CoreGraphics
import MicaText
import MicaTrace

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

    /// The part of the text that is needed.
    package var need = Need.lines
    /// The number of lines after which the layout ends; nil: no limit.
    package var lineLimit: Int?

    /// The part of a text that a layout is for. The less is needed, the less a long text costs.
    package enum Need {
        /// Every line with all its letters.
        case lines
        /// The sizes of the lines. Of a long line only the beginning has letters.
        case sizes
        /// What can be seen.
        case seen(Seen)
    }

    /// The part of a layout that can be seen. *Units*: points.
    package struct Seen {
        /// The visible width, from the layout's left edge. Only the beginning of a long line, as wide as this, has
        /// letters.
        package var width: Double
        /// The visible height, from the layout's top. Lines that begin below it are left out.
        package var height: Double
        /// How many units of UTF-16 are laid out at most; the text after them is left out, and a notice says so.
        package var units: Int

        /// A part of a surface.
        ///
        /// - Parameter pixelsPerPoint: The resolution at which it is drawn.
        package init(width: Double, height: Double, pixelsPerPoint: Double) {
            (self.width, self.height) = (width, height)
            // A letter of less than four pixels cannot be read. Text without width, such as marks, gets some letters
            // anyway.
            let pixels = max(0, width) * max(0, height) * pixelsPerPoint * pixelsPerPoint
            units = TextLayout.partLength * 2 + Int(min(pixels.isFinite ? pixels / 4 : 0, 1e9))
        }
    }

    /// How many units of a paragraph are analysed together. A paragraph of more is analysed in parts that begin where a
    /// line begins: directions and joined letters do not reach over their seams. *Range*: a power of two.
    package static let partLength = 8_192
    /// A line that ends within so many units of a part's end is laid out again in a longer part: its end may depend on
    /// the cut.
    private static let margin = 256

    /// Makes a layout without limits.
    package init(_ storage: TextStorage) { self.storage = storage }

    /// The lines, from the top.
    package func lines() -> [PlacedLine] { lines(knowing: nil) }

    /// The lines, from the top, with one line of an earlier layout.
    ///
    /// - Parameter known: A line of another layout of the same storage. Its paragraph is not analysed again; where all
    ///   of the paragraph is one line here, too, it is not laid out again.
    package func lines(knowing known: TextLine?) -> [PlacedLine] {
        var result: [PlacedLine] = []
        forEachLine(knowing: known) { result.append($0) }
        return result
    }

    /// The width of the widest line, without the white space at its end, and the bottom of the last line.
    package func size() -> (width: Double, height: Double) {
        var size = (width: 0.0, height: 0.0)
        var layout = self
        if case .lines = need { layout.need = .sizes }
        layout.forEachLine { size = (max(size.width, $0.line.visibleWidth), $0.bottom) }
        return size
    }

    /// How far a layout has come.
    private struct Progress {
        var y = 0.0
        var lines = 0
        /// How many units of the text were laid out.
        var units = 0
    }

    /// Lays out the lines from the top, one by one; only the current line takes memory.
    private func forEachLine(knowing known: TextLine? = nil, _ body: (PlacedLine) -> Void) {
        var progress = Progress()
        let limits = range ?? 0..<storage.units.count
        var next = storage.paragraph(from: 0)
        let isEmpty = storage.units.isEmpty
        var isFirst = true
        while let entry = next {
            guard entry.content.lowerBound < limits.upperBound || isEmpty else { return }
            let isLast = entry.end >= limits.upperBound
            next = isLast ? nil : storage.paragraph(from: entry.end)
            guard entry.end > limits.lowerBound || isEmpty else { continue }
            let start = max(entry.content.lowerBound, limits.lowerBound)
            let content = start..<max(start, min(entry.content.upperBound, limits.upperBound))
            guard put(content, isFirst: isFirst, isLast: isLast, knowing: known, &progress, body) else { return }
            if !entry.isLineOnly { progress.y += settings(of: content).spacingAfter }
            isFirst = false
        }
    }

    private func settings(of paragraph: Range<Int>) -> ParagraphSettings {
        storage.shared(at: paragraph.lowerBound).value.paragraph
    }

    /// Lays out the lines of a paragraph; false when not all fit, or when no more are needed.
    private func put(
        _ content: Range<Int>, isFirst: Bool, isLast: Bool, knowing known: TextLine?, _ progress: inout Progress,
        _ body: (PlacedLine) -> Void
    ) -> Bool {
        let settings = settings(of: content)
        let wraps = self.wraps ?? (settings.lineBreak == .words || settings.lineBreak == .characters)
        let truncation = self.truncation ?? settings.lineBreak.truncation
        if !isFirst { progress.y += settings.spacingBefore }
        let known = known.flatMap { $0.paragraph.isAll(content, of: storage) ? $0 : nil }
        var part = known?.paragraph ?? self.part(of: content, from: content.lowerBound, length: Self.partLength)
        var start = content.lowerBound
        repeat {
            let indent = max(0, start == content.lowerBound ? settings.firstLineIndent : settings.headIndent)
            let room = width.map { width in
                max(
                    0,
                    (settings.tailIndent > 0 ? min(settings.tailIndent, width) : width + settings.tailIndent) - indent)
            }
            var end: Int
            var line: TextLine
            if wraps, let room {
                (line, end) = wrapped(&part, from: start, room: room, byCharacter: settings.lineBreak == .characters)
            } else if let known, known.isAll {
                (line, end) = (known, content.upperBound)
            } else {
                line = unbroken(&part, from: start, room: room, isTruncated: truncation != nil)
                end = content.upperBound
            }
            progress.units += wraps ? end - start : line.paragraph.range.count
            let extent = extent(of: line, settings, y: progress.y)
            if let height, extent.bottom > height + 1e-6 {
                if !(progress.lines == 0 && keepsFirstLine) { return false }
            }
            // The last line that fits is truncated in place of all text after it.
            let isEnd = end == content.upperBound
            let next = extent.bottom + line.leading + settings.lineSpacing
            let isCut = wraps && truncation != nil && !(isEnd && isLast) && !fits(line, below: next)
            if let truncation, let room {
                if isCut { line = remainder(of: part, from: start, room: room) }
                if isCut || !wraps {
                    line = line.truncated(to: room, truncation, isForced: isCut && isEnd) ?? line
                }
            }
            let isStretched = !(isEnd || isCut) && wraps
            body(positioned(line, extent, indent: indent, room: room, alignment ?? settings.alignment, isStretched))
            progress.lines += 1
            if isCut || progress.lines == lineLimit { return false }
            if isPast(extent.bottom, next, progress.units, isEnd: isEnd && isLast) { return false }
            progress.y = next
            start = end
        } while start < content.upperBound
        return true
    }

    /// Whether nothing is to be laid out after a line, given its bottom, the top of the next and the units up to its
    /// end.
    private func isPast(_ bottom: Double, _ next: Double, _ units: Int, isEnd: Bool) -> Bool {
        guard case .seen(let seen) = need, !isEnd else { return false }
        if bottom > seen.height, next >= seen.height { return true }
        guard units >= seen.units else { return false }
        sayTooMany(seen)
        return true
    }

    private func sayTooMany(_ seen: Seen) {
        Notices.shared.say(
            "a text of \(storage.units.count) units has more letters than can be seen in"
                + " \(seen.width) x \(seen.height) points; the first \(seen.units) are drawn", from: "CoreText")
    }

    // MARK: Parts

    /// A part of a paragraph from a unit on, of about a length; the rest of the paragraph when it is not longer.
    private func part(
        of content: Range<Int>, from start: Int, length: Int, direction: BaseDirection? = nil
    ) -> TextParagraph {
        // A short rest belongs to the part.
        var end = start + length + Self.margin >= content.upperBound ? content.upperBound : start + length
        if end < content.upperBound, UTF16.isTrailSurrogate(storage.units[end]) { end += 1 }
        return TextParagraph(storage, range: start..<end, direction: direction, partOf: content)
    }

    /// A part that reaches further, from a unit of a part on; nil when there is none that may be looked at.
    private func longer(than part: TextParagraph, from start: Int) -> TextParagraph? {
        guard part.isCut else { return nil }
        let isMoved = start > part.range.lowerBound
        var length = isMoved ? Self.partLength : part.range.count * 4
        if case .seen(let seen) = need { length = min(length, max(seen.units, Self.partLength)) }
        guard isMoved || length > part.range.count else { return nil }
        return self.part(
            of: part.whole, from: start, length: length, direction: part.direction)
    }

    /// The line from a unit on that fits a width, and its end.
    private func wrapped(
        _ part: inout TextParagraph, from start: Int, room: Double, byCharacter: Bool
    ) -> (line: TextLine, end: Int) {
        while true {
            let first = part.byte(ofUnit: start)
            let last = part.lineEnd(from: first, width: room, byCharacter: byCharacter)
            let end = part.unit(ofByte: last)
            if part.isCut, end > part.range.upperBound - Self.margin, let next = longer(than: part, from: start) {
                part = next
                continue
            }
            return (TextLine(part, part: first..<last), end)
        }
    }

    /// The line of a paragraph that is not wrapped.
    private func unbroken(
        _ part: inout TextParagraph, from start: Int, room: Double?, isTruncated: Bool
    ) -> TextLine {
        if isTruncated, let room { return remainder(of: part, from: start, room: room) }
        switch need {
        case .seen(let seen) where room != nil || !part.isRightToLeft:
            while part.advance < min(room ?? .infinity, seen.width), let next = longer(than: part, from: start) {
                part = next
            }
            return TextLine(part)
        case .sizes:
            var line = TextLine(part)
            while part.isCut {
                part = self.part(
                    of: part.whole, from: part.range.upperBound, length: Self.partLength,
                    direction: part.direction)
                let next = TextLine(part)
                line.lengthen(by: next.width, trailing: next.trailing)
            }
            return line
        case .lines, .seen:
            if part.isCut {
                part = TextParagraph(
                    storage, range: start..<part.whole.upperBound,
                    direction: part.direction, partOf: part.whole)
            }
            return TextLine(part)
        }
    }

    /// All of a paragraph from a unit on, in one line that is to be truncated to a width. The middle of a long one is
    /// left out: its letters are among those that truncation removes.
    private func remainder(of part: TextParagraph, from start: Int, room: Double) -> TextLine {
        var length = Self.partLength / 2
        let whole = part.whole
        while part.isCut {
            let isAll = 2 * length >= whole.upperBound - start
            let head = isAll ? whole.upperBound : start + length
            let tail = isAll ? whole.upperBound : whole.upperBound - length
            let shortened = storage.cut(keepingUpTo: head, from: tail, within: start..<whole.upperBound, token: [])
            let line = TextLine(
                TextParagraph(
                    shortened, range: 0..<shortened.units.count,
                    direction: part.direction))
            var isLast = isAll
            if case .seen(let seen) = need, length >= seen.units { isLast = true }
            if isLast || line.visibleWidth > 2 * room { return line }
            length *= 4
        }
        return TextLine(part, part: part.byte(ofUnit: start)..<part.bytes.count)
    }

    private func fits(_ line: TextLine, below y: Double) -> Bool {
        guard let height else { return true }
        return extent(of: line, line.paragraph.shared.value.paragraph, y: y).bottom <= height + 1e-6
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
