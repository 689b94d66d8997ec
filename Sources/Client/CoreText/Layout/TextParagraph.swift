import CoreGraphics
import MicaText

/// A paragraph, divided by font, direction and script, and measured, so that lines can be made of it.
///
/// Positions within it are byte offsets in its UTF-8; `unit(ofByte:)` converts them to units of the text.
package final class TextParagraph {
    let storage: TextStorage
    /// Its range in the text, without the separator. *Range*: units of UTF-16.
    let range: Range<Int>
    /// The range of the paragraph that it is a part of; `range` itself when it is the whole. *Range*: units of UTF-16.
    let whole: Range<Int>
    /// Its text in UTF-8.
    var bytes: [UInt8] { text.bytes }
    let items: TextItems
    private let text: ParagraphBytes
    /// Groups of characters that the font treats as one, in reading order.
    private let clusters: [Cluster]
    /// The glyphs of each item in a line of the whole paragraph.
    private let glyphs: [[ShapedGlyph]]

    private struct Cluster {
        var start: Int
        var end: Int
        var advance: Double
        var isTab: Bool
    }

    /// Analyses a range of a text.
    ///
    /// - Parameters:
    ///   - storage: The text.
    ///   - range: The range, in units of UTF-16.
    ///   - direction: The direction of the paragraph; nil: by its attributes.
    ///   - whole: The paragraph that the range is a part of; nil: the range is the whole.
    package init(
        _ storage: TextStorage, range: Range<Int>, direction: BaseDirection? = nil, partOf whole: Range<Int>? = nil
    ) {
        (self.storage, self.range, self.whole) = (storage, range, whole ?? range)
        let text = ParagraphBytes(ascii: storage.units, range) ?? ParagraphBytes(storage.units, range)
        self.text = text
        let bytes = text.bytes
        // Neighbouring runs of the same font are shaped together, so that a change of colour moves no letter.
        items = FontLibrary.shared.items(
            bytes, spans: Self.spans(storage, range, text),
            direction: direction ?? storage.shared(at: self.whole.lowerBound).value.paragraph.direction)
        var clusters: [Cluster] = []
        clusters.reserveCapacity(bytes.count)
        glyphs = items.items.map {
            FontLibrary.shared.shape(bytes, line: 0..<bytes.count, part: $0.range, item: $0)
        }
        var run = storage.run(at: range.lowerBound)
        var shared = storage.shared(ofRun: run)
        for (item, glyphs) in zip(items.items, glyphs) {
            let unitsPerEm = item.face.metrics.unitsPerEm
            for (start, end, advance) in glyphs.clusters(until: item.range.upperBound) {
                let unit = text.unit(ofByte: start)
                let own = storage.run(at: unit)
                if own != run { (run, shared) = (own, storage.shared(ofRun: own)) }
                let scale = shared.value.font.size / unitsPerEm * shared.value.stretch
                let isControl = bytes[start] < 32 || bytes[start] == 127
                let isAttached = shared.value.attachment != nil && storage.units[unit] == TextStorage.attached
                let width = isAttached ? Double(shared.value.attachedBounds.width) : advance * scale
                clusters.append(
                    Cluster(
                        start: start, end: end, advance: isControl ? 0 : width + shared.value.spacing(in: item.face),
                        isTab: bytes[start] == 9))
            }
        }
        self.clusters = clusters
    }

    /// The fonts of a range.
    private static func spans(_ storage: TextStorage, _ range: Range<Int>, _ text: ParagraphBytes) -> [FontSpan] {
        func span(_ range: Range<Int>, _ shared: SharedAttributes) -> FontSpan {
            FontSpan(
                range: range, face: shared.value.font.face, ligatures: shared.value.usesLigatures,
                kerning: shared.value.usesKerning)
        }
        if let only = storage.only { return text.bytes.isEmpty ? [] : [span(0..<text.bytes.count, only)] }
        // A character of two units has the font of the second one.
        func start(_ unit: Int) -> Int {
            let isSecond =
                unit > range.lowerBound && unit < range.upperBound && UTF16.isTrailSurrogate(storage.units[unit])
                && UTF16.isLeadSurrogate(storage.units[unit - 1])
            return text.byte(ofUnit: isSecond ? unit - 1 : unit)
        }
        let spans = storage.runs(in: range).map {
            span(start($0.range.lowerBound)..<start($0.range.upperBound), $0.shared)
        }
        return joined(spans, storage, text)
    }

    private static func joined(_ spans: [FontSpan], _ storage: TextStorage, _ text: ParagraphBytes) -> [FontSpan] {
        var result: [FontSpan] = []
        var font: CTFont?
        for span in spans where !span.range.isEmpty {
            let own = storage.shared(at: text.unit(ofByte: span.range.lowerBound)).value.font
            if let last = result.last, font == own, last.ligatures == span.ligatures, last.kerning == span.kerning {
                result[result.count - 1].range = last.range.lowerBound..<span.range.upperBound
            } else {
                result.append(span)
            }
            font = own
        }
        return result
    }

    /// The glyphs of a part of an item in a line.
    func glyphs(of part: Range<Int>, item: TextItem, line: Range<Int>) -> [ShapedGlyph] {
        if line == 0..<bytes.count,
            let index = items.items.firstIndex(where: { $0.range == part && $0.level == item.level })
        {
            return glyphs[index]
        }
        return FontLibrary.shared.shape(bytes, line: line, part: part, item: item)
    }

    /// The advance of all letters up to each place. *Units*: points.
    ///
    /// - Parameter places: Bytes, in order.
    func advances(upTo places: [Int]) -> [Double] {
        var (x, next) = (0.0, 0)
        return places.map { place in
            while next < clusters.count, clusters[next].start < place {
                x += clusters[next].advance
                next += 1
            }
            return x
        }
    }

    /// The attributes of the paragraph as a whole: those at its beginning.
    package var attributes: TextAttributes { shared.value }

    /// The attributes of the paragraph as a whole, which are not copied.
    var shared: SharedAttributes { storage.shared(at: whole.lowerBound) }

    /// Whether it is all of a paragraph of a text.
    func isAll(_ content: Range<Int>, of text: TextStorage) -> Bool {
        storage === text && range == content && whole == content
    }

    /// Whether the paragraph goes on after its range.
    var isCut: Bool { range.upperBound < whole.upperBound }

    /// The sum of the advances of its letters, without tabs. *Units*: points.
    var advance: Double { clusters.reduce(0) { $0 + $1.advance } }

    /// The visible width of a line of all of it, without making the line; nil if that has parts that are shaped by
    /// themselves: tabs, or white space at its end.
    var visibleWidth: Double? {
        guard endWithoutSpace(0..<bytes.count) == bytes.count, !clusters.contains(where: \.isTab) else { return nil }
        return advance
    }

    /// Whether the paragraph is right to left.
    package var isRightToLeft: Bool { items.baseLevel % 2 == 1 }

    /// The direction of the paragraph, for its other parts.
    var direction: BaseDirection { isRightToLeft ? .rightToLeft : .leftToRight }

    /// The text unit of a byte.
    func unit(ofByte byte: Int) -> Int { text.unit(ofByte: byte) }

    /// The first byte of a unit's character.
    ///
    /// *Complexity*: logarithmic.
    func byte(ofUnit unit: Int) -> Int { text.byte(ofUnit: unit) }

    /// The end of a part, in bytes, without the white space at its end.
    func endWithoutSpace(_ part: Range<Int>) -> Int {
        var end = part.upperBound
        while end > part.lowerBound {
            var start = end - 1
            while start > part.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
            guard items.breaks[start].contains(.white) else { break }
            end = start
        }
        return end
    }

    /// The beginnings of graphemes (letters as a reader sees them) in a part. *Range*: bytes.
    func graphemes(in part: Range<Int>) -> [Int] { part.filter { items.breaks[$0].contains(.grapheme) } }

    /// The end of the line that begins at a byte: after the last word that fits, or after the last letter when no
    /// word fits. White space at the end takes no width.
    package func lineEnd(from start: Int, width: Double, byCharacter: Bool) -> Int {
        // Clusters are sorted, and a line begins with a cluster.
        var (low, high) = (0, clusters.count)
        while low < high {
            let middle = (low + high) / 2
            if clusters[middle].start < start { low = middle + 1 } else { high = middle }
        }
        // Tolerance for rounding errors of the sum.
        let limit = width + 1e-6 * max(1, abs(width))
        var x = 0.0
        var lastBreak: Int?
        var tabbed: (text: TabbedText, reached: Double)?
        for cluster in clusters[low...] {
            if cluster.start > start, items.breaks[cluster.start].contains(.line) { lastBreak = cluster.start }
            let isWhite = items.breaks[cluster.start].contains(.white)
            if cluster.isTab {
                if let tab = tabbed { x += tab.text.advance(before: x - tab.reached) - tab.text.advance(before: 0) }
                let text = TabbedText(at: x, shared.value.paragraph)
                x += text.advance(before: 0)
                tabbed = (text, x)
            } else {
                x += cluster.advance
            }
            // The end of the text after it is aligned with its tab stop.
            let moved = tabbed.map { $0.text.advance(before: x - $0.reached) - $0.text.advance(before: 0) } ?? 0
            guard x + moved > limit, !isWhite else { continue }
            if !byCharacter, let lastBreak { return lastBreak }
            // No word fits: the line takes as many letters as fit, and at least one.
            if cluster.start > start {
                let before = stride(from: cluster.start, to: start, by: -1)
                if let letter = before.first(where: { items.breaks[$0].contains(.grapheme) }) { return letter }
            }
            return (start + 1..<bytes.count).first { items.breaks[$0].contains(.grapheme) } ?? bytes.count
        }
        return bytes.count
    }
}

extension [ShapedGlyph] {
    /// The clusters in reading order, each with its first byte, its end, and the sum of its glyphs' advances.
    ///
    /// - Parameter end: The end of the last cluster.
    func clusters(until end: Int) -> [(start: Int, end: Int, advance: Double)] {
        // HarfBuzz gives them from left to right: in one order or the other.
        let isReversed = count > 1 && self[0].cluster > self[count - 1].cluster
        var result: [(start: Int, end: Int, advance: Double)] = []
        result.reserveCapacity(count)
        for index in indices {
            let glyph = self[isReversed ? count - 1 - index : index]
            if let last = result.last, last.start == glyph.cluster {
                result[result.count - 1].advance += glyph.advance
            } else {
                if !result.isEmpty { result[result.count - 1].end = glyph.cluster }
                result.append((glyph.cluster, end, glyph.advance))
            }
        }
        return result
    }
}
