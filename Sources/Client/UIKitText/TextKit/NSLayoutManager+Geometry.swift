import CoreGraphics
import CoreText
import Foundation
import UIKitCore

extension NSLayoutManager {
    // MARK: Numbers

    /// The number of glyphs: one for each unit of UTF-16 here.
    public var numberOfGlyphs: Int { count }

    /// The range of glyphs of characters: the same.
    public func glyphRange(forCharacterRange charRange: NSRange, actualCharacterRange: NSRangePointer?) -> NSRange {
        let range = Range(charRange, in: count).ns
        unsafe actualCharacterRange?.pointee = range
        return range
    }

    /// The range of characters of glyphs: the same.
    public func characterRange(forGlyphRange glyphRange: NSRange, actualGlyphRange: NSRangePointer?) -> NSRange {
        let range = Range(glyphRange, in: count).ns
        unsafe actualGlyphRange?.pointee = range
        return range
    }

    /// The glyph of a character: the same number.
    public func glyphIndexForCharacter(at charIndex: Int) -> Int { charIndex }
    /// The character of a glyph: the same number.
    public func characterIndexForGlyph(at glyphIndex: Int) -> Int { glyphIndex }
    /// Whether there is a glyph.
    public func isValidGlyphIndex(_ glyphIndex: Int) -> Bool { (0..<count).contains(glyphIndex) }
    /// The first character that no container has room for.
    public func firstUnlaidCharacterIndex() -> Int {
        for container in textContainers { ensureLayout(for: container) }
        return flow?.end ?? count
    }

    private func number(of container: NSTextContainer) -> Int? {
        textContainers.firstIndex { $0 === container }
    }

    /// The glyphs in a container.
    public func glyphRange(for container: NSTextContainer) -> NSRange {
        ensureLayout(for: container)
        guard let number = number(of: container) else { return NSRange(location: 0, length: 0) }
        guard let flow else { return NSRange(location: 0, length: number == 0 ? count : 0) }
        let own = flow.lines.filter { $0.container == number }
        guard let first = own.first, let last = own.last else { return NSRange(location: flow.end, length: 0) }
        let start = first.base + first.line.range.lowerBound
        return (start..<max(start, last.base + last.line.range.upperBound)).ns
    }

    /// The container of a glyph, and the glyphs in it.
    public func textContainer(forGlyphAt glyphIndex: Int, effectiveRange: NSRangePointer?) -> NSTextContainer? {
        for container in textContainers {
            let range = glyphRange(for: container)
            if NSLocationInRange(glyphIndex, range) {
                unsafe effectiveRange?.pointee = range
                return container
            }
        }
        return nil
    }

    // MARK: Lines

    private func line(at glyph: Int) -> (
        rect: CGRect, used: CGRect, range: Range<Int>, line: LineFragment, top: Double
    )? {
        let glyph = min(max(glyph, 0), count)
        var found: (CGRect, CGRect, Range<Int>, LineFragment, Double)?
        forEachLine(in: glyph..<glyph + 1) { line, base, top, _ in
            found = (
                line.rect.offsetBy(dx: 0, dy: top), used(line).offsetBy(dx: 0, dy: top),
                base + line.range.lowerBound..<base + line.range.upperBound, line, top
            )
            return false
        }
        return found
    }

    /// The part of a line that has text, with the padding at its sides.
    private func used(_ line: LineFragment) -> CGRect {
        let start = line.x + line.line.visibleStart
        return CGRect(
            x: start - padding, y: Double(line.rect.minY), width: line.line.visibleWidth + 2 * padding,
            height: Double(line.rect.height))
    }

    /// The rectangle of the line with a glyph, from side to side. An index beside the text counts as its end.
    public func lineFragmentRect(forGlyphAt glyphIndex: Int, effectiveRange: NSRangePointer?) -> CGRect {
        guard let found = line(at: glyphIndex) else { return .zero }
        unsafe effectiveRange?.pointee = found.range.ns
        return found.rect
    }

    /// The rectangle of the text of the line with a glyph, with the padding at its sides.
    public func lineFragmentUsedRect(forGlyphAt glyphIndex: Int, effectiveRange: NSRangePointer?) -> CGRect {
        guard let found = line(at: glyphIndex) else { return .zero }
        unsafe effectiveRange?.pointee = found.range.ns
        return found.used
    }

    /// The place of a glyph on its baseline, from the corner of its line's rectangle.
    public func location(forGlyphAt glyphIndex: Int) -> CGPoint {
        guard let found = line(at: glyphIndex) else { return .zero }
        let glyph = min(max(glyphIndex, 0), count)
        let carets = caretLine(at: glyph, .after)
        return CGPoint(
            x: carets.x(of: glyph, .after) - Double(found.rect.minX),
            y: found.line.baseline + found.top - Double(found.rect.minY))
    }

    /// Calls a body for each line with glyphs of a range.
    public func enumerateLineFragments(
        forGlyphRange glyphRange: NSRange,
        using block: (CGRect, CGRect, NSTextContainer, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stops: ObjCBool = false
        let range = Range(glyphRange, in: count)
        guard !range.isEmpty else { return }
        forEachLine(in: range) { line, base, top, container in
            guard textContainers.indices.contains(container), !line.range.isEmpty else { return true }
            unsafe block(
                line.rect.offsetBy(dx: 0, dy: top), used(line).offsetBy(dx: 0, dy: top), textContainers[container],
                (base + line.range.lowerBound..<base + line.range.upperBound).ns, &stops)
            return !stops.boolValue
        }
    }

    /// The rectangle of all lines of a container. An estimate where parts are not laid out.
    public func usedRect(for container: NSTextContainer) -> CGRect {
        guard let number = number(of: container) else { return .zero }
        if !allowsNonContiguousLayout || flow != nil { ensureLayout(for: container) }
        var all = CGRect.null
        if let flow {
            for item in flow.lines where item.container == number { all = all.union(used(item.line)) }
        } else if number == 0 {
            for index in 0..<list.count {
                let top = list.top(index)
                for line in list.paragraphs[index].lines ?? [] { all = all.union(used(line).offsetBy(dx: 0, dy: top)) }
            }
            let height = totalHeight
            all = all.union(CGRect(x: 0, y: 0, width: 0, height: height))
        }
        return all.isNull ? .zero : all
    }

    /// The rectangle of the empty line at the end of the text; zero if there is none.
    public var extraLineFragmentRect: CGRect {
        let last = list.count - 1
        guard textContainers.first != nil, list.paragraphs[last].count == 0, flow == nil else { return .zero }
        ensure(last)
        return list.paragraphs[last].lines?.first.map { $0.rect.offsetBy(dx: 0, dy: list.top(last)) } ?? .zero
    }

    /// The rectangle of the empty line's caret; zero if there is no such line.
    public var extraLineFragmentUsedRect: CGRect {
        let rect = extraLineFragmentRect
        return rect == .zero ? .zero : CGRect(x: rect.minX, y: rect.minY, width: 2 * padding, height: rect.height)
    }

    /// The container of the empty line at the end; nil if there is no such line.
    public var extraLineFragmentTextContainer: NSTextContainer? {
        extraLineFragmentRect == .zero ? nil : textContainers.first
    }

    // MARK: Rectangles

    /// Calls a body with the rectangles of a range, line by line.
    public func enumerateEnclosingRects(
        forGlyphRange glyphRange: NSRange, withinSelectedGlyphRange selectedRange: NSRange,
        in textContainer: NSTextContainer, using block: (CGRect, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stops: ObjCBool = false
        for rect in rects(of: Range(glyphRange, in: count), in: textContainer) {
            unsafe block(rect, &stops)
            if stops.boolValue { return }
        }
    }

    /// The rectangles of a range in a container, line by line: several in a line of mixed directions.
    final func rects(of range: Range<Int>, in textContainer: NSTextContainer) -> [CGRect] {
        guard let number = number(of: textContainer), !range.isEmpty else { return [] }
        var result: [CGRect] = []
        forEachLine(in: range) { line, base, top, container in
            guard container == number else { return true }
            let carets = line.carets(base: base, top: top, emptyX: padding)
            for stretch in carets.stretches(of: range) {
                result.append(
                    CGRect(
                        x: stretch.lowerBound, y: carets.top, width: stretch.upperBound - stretch.lowerBound,
                        height: carets.height))
            }
            return true
        }
        return result
    }

    /// The rectangle around the glyphs of a range in a container.
    public func boundingRect(forGlyphRange glyphRange: NSRange, in container: NSTextContainer) -> CGRect {
        let range = Range(glyphRange, in: count)
        let all = rects(of: range, in: container).reduce(CGRect.null) { $0.union($1) }
        if !all.isNull { return all }
        let line = caretLine(at: range.lowerBound, .after)
        return CGRect(x: line.x(of: range.lowerBound, .after), y: line.top, width: 0, height: line.height)
    }

    /// The glyphs of the lines that reach into a rectangle.
    public func glyphRange(forBoundingRect bounds: CGRect, in container: NSTextContainer) -> NSRange {
        guard let number = number(of: container) else { return NSRange(location: 0, length: 0) }
        ensureLayout(forBoundingRect: bounds, in: container)
        var all: Range<Int>?
        forEachLine(from: Double(bounds.minY), to: Double(bounds.maxY), container: number) { line, base, _ in
            let own = base + line.range.lowerBound..<base + line.range.upperBound
            all = all.map { min($0.lowerBound, own.lowerBound)..<max($0.upperBound, own.upperBound) } ?? own
        }
        return (all ?? 0..<0).ns
    }

    /// The glyphs of the lines that reach into a rectangle. Lines that are not laid out are laid out here, too.
    public func glyphRange(
        forBoundingRectWithoutAdditionalLayout bounds: CGRect, in container: NSTextContainer
    ) -> NSRange { glyphRange(forBoundingRect: bounds, in: container) }

    // MARK: Points

    /// The line nearest to a point, as carets see it.
    final func caretLine(at point: CGPoint, in container: NSTextContainer) -> CaretLine? {
        guard let number = number(of: container) else { return nil }
        ensureLayout(forBoundingRect: CGRect(x: 0, y: point.y, width: 1, height: 1), in: container)
        var best: (distance: Double, line: LineFragment, base: Int, top: Double)?
        func look(_ line: LineFragment, _ base: Int, _ top: Double) {
            let (low, high) = (top + Double(line.rect.minY), top + Double(line.rect.maxY))
            let (y, x) = (Double(point.y), Double(point.x))
            let vertical = y < low ? low - y : y >= high ? y - high + 1e-9 : 0
            let sideways = max(0, Double(line.rect.minX) - x, x - Double(line.rect.maxX))
            let distance = vertical * 1_000 + sideways
            if distance < best?.distance ?? .infinity { best = (distance, line, base, top) }
        }
        if let flow {
            for item in flow.lines where item.container == number { look(item.line, item.base, 0) }
        } else {
            let index = list.index(atHeight: Double(point.y))
            for near in max(0, index - 1)...min(list.count - 1, index + 1) {
                ensure(near)
                for line in list.paragraphs[near].lines ?? [] { look(line, list.start(near), list.top(near)) }
            }
        }
        guard let best else { return nil }
        let emptyX = flow == nil ? list.paragraphs[list.index(at: best.base)].emptyX : padding
        return best.line.carets(base: best.base, top: best.top, emptyX: emptyX)
    }

    /// The glyph at or nearest to a point, and how far through it the point is.
    public func glyphIndex(
        for point: CGPoint, in container: NSTextContainer,
        fractionOfDistanceThroughGlyph partialFraction: UnsafeMutablePointer<CGFloat>?
    ) -> Int {
        unsafe partialFraction?.pointee = 0
        guard let line = caretLine(at: point, in: container) else { return 0 }
        let x = Double(point.x)
        guard let first = line.cells.first, let last = line.cells.last else { return line.range.lowerBound }
        let cell = line.cell(at: x) ?? (x < first.left ? first : last)
        let part = cell.right > cell.left ? (x - cell.left) / (cell.right - cell.left) : 0
        let fraction = min(max(cell.isRightToLeft ? 1 - part : part, 0), 1)
        unsafe partialFraction?.pointee = CGFloat(fraction)
        return cell.range.lowerBound
    }

    /// The glyph at or nearest to a point.
    public func glyphIndex(for point: CGPoint, in container: NSTextContainer) -> Int {
        unsafe glyphIndex(for: point, in: container, fractionOfDistanceThroughGlyph: nil)
    }

    /// How far through its glyph a point is, from 0 to 1.
    public func fractionOfDistanceThroughGlyph(for point: CGPoint, in container: NSTextContainer) -> CGFloat {
        var fraction: CGFloat = 0
        _ = unsafe glyphIndex(for: point, in: container, fractionOfDistanceThroughGlyph: &fraction)
        return fraction
    }

    /// The character at or nearest to a point, and how far the point is on the way to the next.
    public func characterIndex(
        for point: CGPoint, in container: NSTextContainer,
        fractionOfDistanceBetweenInsertionPoints partialFraction: UnsafeMutablePointer<CGFloat>?
    ) -> Int { unsafe glyphIndex(for: point, in: container, fractionOfDistanceThroughGlyph: partialFraction) }
}
