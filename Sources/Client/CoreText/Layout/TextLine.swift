import CoreGraphics
import MicaText

/// Consecutive glyphs of one font with the same attributes. *Units*: points.
package struct TextRun {
    /// A glyph and its position. *Space*: the line's: x from its left end, y up from the baseline.
    package struct Glyph {
        /// The glyph's index in the face.
        package var glyph: UInt32
        /// The position at which the glyph is drawn.
        package var position: CGPoint
        /// The advance of the pen.
        package var advance: Double
        /// The glyph's index in the text, in units of UTF-16.
        package var unit: Int
        /// Whether the glyph is a space that may be widened.
        var isSpace: Bool
    }

    /// The attributes.
    package var attributes: TextAttributes
    /// The face, which may be a substitute for the font of the attributes.
    package var face: FontFace
    /// Whether the run is right to left.
    package var isRightToLeft: Bool
    /// The glyphs, from left to right.
    package var glyphs: [Glyph]
    /// The run's left end in the line.
    package var x: Double
    /// The run's width.
    package var width: Double
    /// The run's range in the text. *Range*: units of UTF-16.
    package var range: Range<Int>

    /// The size of the font.
    var size: Double { attributes.font.size }
    private var scale: Double { size / face.metrics.unitsPerEm }
    var ascent: Double {
        if isAttached { return max(0, Double(attributes.attachedBounds.maxY)) + attributes.baselineOffset }
        return face.metrics.ascent * scale + attributes.baselineOffset
    }
    var descent: Double {
        if isAttached { return max(0, -Double(attributes.attachedBounds.minY)) - attributes.baselineOffset }
        return face.metrics.descent * scale - attributes.baselineOffset
    }
    var leading: Double { isAttached ? 0 : face.metrics.lineGap * scale }
    /// Whether the run is an object, not letters.
    var isAttached = false
    var underlinePosition: Double { attributes.font.face.metrics.underlinePosition * attributes.font.scale }
    var underlineThickness: Double { attributes.font.face.metrics.underlineThickness * attributes.font.scale }
    var strikePosition: Double { attributes.font.face.metrics.strikePosition * attributes.font.scale }
}

/// A line of text. *Units*: points. *Space*: x from its left end, y up from the baseline.
package struct TextLine {
    /// The paragraph that the line is part of.
    let paragraph: TextParagraph
    /// The line's part of the paragraph, in bytes.
    let part: Range<Int>
    /// The runs, from left to right.
    package private(set) var runs: [TextRun] = []
    /// The width, with the white space at the line's end.
    package private(set) var width = 0.0
    /// The width of the white space at the line's end.
    package private(set) var trailing = 0.0
    /// The distance from the baseline up to the line's top.
    package private(set) var ascent = 0.0
    /// The distance from the baseline down to the line's bottom.
    package private(set) var descent = 0.0
    /// The gap before the next line.
    package private(set) var leading = 0.0

    /// The line's range in the text. *Range*: units of UTF-16.
    package var range: Range<Int> {
        paragraph.unit(ofByte: part.lowerBound)..<paragraph.unit(ofByte: part.upperBound)
    }
    /// The text that the line is a part of.
    package var storage: TextStorage { paragraph.storage }
    /// Whether the line is all of its paragraph, as long as the text is wide.
    var isAll: Bool { part == 0..<paragraph.bytes.count }
    /// Whether the line is right to left.
    package var isRightToLeft: Bool { paragraph.isRightToLeft }
    /// The left end of the visible part; in a right-to-left line, the white space at the line's end is at its left.
    package var visibleStart: Double { isRightToLeft ? trailing : 0 }
    /// The width of the visible part.
    package var visibleWidth: Double { width - trailing }

    /// The text after the last tab; the run of the tab, and the number of that run's glyphs up to the tab.
    private var tabbed: (text: TabbedText, run: Int, glyphs: Int)?

    /// A part of an item within one line.
    private struct Segment {
        var part: Range<Int>
        var item: TextItem
        var level: Int
        var isTrailing: Bool
    }

    /// Makes a line of a part of a paragraph.
    package init(_ paragraph: TextParagraph, part: Range<Int>) {
        (self.paragraph, self.part) = (paragraph, part)
        let contentEnd = paragraph.endWithoutSpace(part)
        var segments: [Segment] = []
        for item in paragraph.items.items(in: part) {
            for (limit, isTrailing) in [(part.lowerBound..<contentEnd, false), (contentEnd..<part.upperBound, true)] {
                let own = item.range.clamped(to: limit)
                guard !own.isEmpty else { continue }
                // White space at the end of a line has the paragraph's direction: rule L1 of the Unicode
                // bidirectional algorithm.
                let level = isTrailing ? paragraph.items.baseLevel : item.level
                segments.append(Segment(part: own, item: item, level: level, isTrailing: isTrailing))
            }
        }
        for segment in Self.reordered(segments) { append(segment) }
        finishTab()
        measure()
    }

    /// Makes a line of a whole paragraph.
    package init(_ paragraph: TextParagraph) { self.init(paragraph, part: 0..<paragraph.bytes.count) }

    /// The segments from left to right: rule L2 of the Unicode bidirectional algorithm.
    private static func reordered(_ segments: [Segment]) -> [Segment] {
        var result = segments
        var level = segments.map { $0.level }.max() ?? 0
        while level > 0 {
            var start = 0
            while start < result.count {
                guard result[start].level >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < result.count, result[end].level >= level { end += 1 }
                result[start..<end].reverse()
                start = end
            }
            level -= 1
        }
        return result
    }

    private mutating func append(_ segment: Segment) {
        var item = segment.item
        item.level = segment.level
        let glyphs = paragraph.glyphs(of: segment.part, item: item, line: part)
        let isRightToLeft = item.level % 2 == 1
        let start = width
        let storage = paragraph.storage
        let clusters = glyphs.clusters(until: segment.part.upperBound)
        // Where the glyphs' clusters are in reading order: from the last to the first in text from right to left.
        var cluster = isRightToLeft ? clusters.count - 1 : 0
        var shared = storage.shared(at: paragraph.unit(ofByte: segment.part.lowerBound))
        var current = -1
        for (index, glyph) in glyphs.enumerated() {
            if index > 0, glyphs[index - 1].cluster != glyph.cluster { cluster += isRightToLeft ? -1 : 1 }
            let unit = paragraph.unit(ofByte: glyph.cluster)
            let run = storage.run(at: unit)
            if run != current {
                finishRun()
                current = run
                shared = storage.shared(ofRun: run)
                runs.append(
                    TextRun(
                        attributes: shared.value, face: item.face, isRightToLeft: isRightToLeft,
                        glyphs: [], x: width, width: 0, range: unit..<unit))
            }
            let scale = shared.value.font.size / item.face.metrics.unitsPerEm
            let stretched = scale * shared.value.stretch
            let byte = paragraph.bytes[glyph.cluster]
            let isControl = byte < 32 || byte == 127
            var advance = glyph.advance * stretched
            let isAttached = shared.value.attachment != nil && storage.units[unit] == TextStorage.attached
            if isAttached {
                advance = Double(shared.value.attachedBounds.width)
                runs[runs.count - 1].isAttached = true
            }
            // In right-to-left text, the space added after a letter is at its left.
            let isClusterEdge =
                isRightToLeft
                ? index == 0 || glyphs[index - 1].cluster != glyph.cluster
                : index + 1 == glyphs.count || glyphs[index + 1].cluster != glyph.cluster
            var spacing = isClusterEdge ? shared.value.spacing(in: item.face) : 0
            if isControl {
                spacing = 0
                advance = 0
                if byte == 9 {
                    finishTab()
                    let text = TabbedText(at: width, paragraph.shared.value.paragraph)
                    advance = text.advance(before: 0)
                    tabbed = (text, runs.count - 1, runs[runs.count - 1].glyphs.count + 1)
                }
            }
            let pen = width + (isRightToLeft ? spacing : 0)
            let last = runs.count - 1
            runs[last].glyphs.append(
                TextRun.Glyph(
                    glyph: isControl || isAttached ? UInt32.max : glyph.glyph,
                    position: CGPoint(
                        x: pen + glyph.x * stretched, y: glyph.y * scale + shared.value.baselineOffset),
                    advance: advance + spacing, unit: unit, isSpace: byte == 32 && !segment.isTrailing))
            width += advance + spacing
            let end = paragraph.unit(ofByte: clusters[min(max(cluster, 0), clusters.count - 1)].end)
            runs[last].range =
                runs[last].range.isEmpty
                ? unit..<end : min(runs[last].range.lowerBound, unit)..<max(runs[last].range.upperBound, end)
        }
        finishRun()
        if segment.isTrailing { trailing += width - start }
    }

    /// Moves the text after the last tab left, so that its end or its middle is at the stop.
    private mutating func finishTab() {
        guard let tab = tabbed else { return }
        tabbed = nil
        let reached = tab.text.start + tab.text.advance(before: 0)
        let moved = tab.text.advance(before: max(0, width - trailing - reached)) - tab.text.advance(before: 0)
        guard moved != 0 else { return }
        runs[tab.run].glyphs[tab.glyphs - 1].advance += moved
        for run in tab.run..<runs.count {
            if run > tab.run { runs[run].x += moved }
            for glyph in (run == tab.run ? tab.glyphs : 0)..<runs[run].glyphs.count {
                runs[run].glyphs[glyph].position.x += moved
            }
        }
        width += moved
        finishRun()
        if tab.run < runs.count - 1 { runs[tab.run].width += moved }
    }

    private mutating func finishRun() {
        guard let last = runs.last else { return }
        runs[runs.count - 1].width = width - last.x
    }

    private mutating func measure() {
        guard !runs.isEmpty else {
            let font = paragraph.storage.shared(at: paragraph.unit(ofByte: part.lowerBound)).value.font
            ascent = font.face.metrics.ascent * font.scale
            descent = font.face.metrics.descent * font.scale
            leading = font.face.metrics.lineGap * font.scale
            return
        }
        (ascent, descent, leading) = (runs[0].ascent, runs[0].descent, runs[0].leading)
        for run in runs.dropFirst() {
            (ascent, descent, leading) = (max(ascent, run.ascent), max(descent, run.descent), max(leading, run.leading))
        }
    }

    /// Adds text after the line that is measured, but not laid out.
    ///
    /// - Parameters:
    ///   - added: The width of the text.
    ///   - trailing: The width of the white space at its end.
    mutating func lengthen(by added: Double, trailing: Double) {
        width += added
        self.trailing = trailing
    }

    /// The line with spaces widened so that its visible part has a width; the line itself when it has no spaces, or
    /// is already as wide.
    package func justified(to wanted: Double, factor: Double = 1) -> TextLine {
        let spaces = runs.reduce(0) { $0 + $1.glyphs.count { $0.isSpace } }
        guard spaces > 0, wanted > visibleWidth else { return self }
        let extra = (wanted - visibleWidth) * factor / Double(spaces)
        var result = self
        var moved = 0.0
        for run in result.runs.indices {
            result.runs[run].x += moved
            for glyph in result.runs[run].glyphs.indices {
                result.runs[run].glyphs[glyph].position.x += moved
                guard result.runs[run].glyphs[glyph].isSpace else { continue }
                result.runs[run].glyphs[glyph].advance += extra
                result.runs[run].width += extra
                moved += extra
            }
        }
        result.width += moved
        return result
    }
}
