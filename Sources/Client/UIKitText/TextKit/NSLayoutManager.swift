import CoreGraphics
import CoreText
import Foundation
import UIKitCore

/// Lays out a styled text in containers, and draws it.
///
/// Each unit of UTF-16 counts as one glyph here, so that ranges of glyphs and of characters are equal. In one container
/// of any height and without holes, paragraphs are laid out one by one and kept: an edit costs its paragraph.
///
/// *Units*: points. *Space*: the container's, y down.
@preconcurrency @MainActor open class NSLayoutManager: NSObject {
    private weak var storage: NSTextStorage?
    private var containers: [NSTextContainer] = []
    final var list = ParagraphList()
    /// The lines in containers with holes or limits; nil if they are to be laid out, or if there are no such containers.
    final var flow: TextFlow?
    /// Attributes of text that has none.
    final var defaults: Attributes = [:]
    /// Attributes of links, over their own.
    final var linkAttributes: Attributes = [:]
    /// Links that were found in the text, over the text's own.
    final var detected: [(range: Range<Int>, url: URL)] = []
    /// Attributes of the empty line at the end; nil for those of the last letter.
    final var endAttributes: Attributes?

    /// Makes a manager without a text.
    public override init() { super.init() }

    // MARK: Text and containers

    /// The text; nil for none.
    open var textStorage: NSTextStorage? { storage }

    final func adopt(_ storage: NSTextStorage?) {
        self.storage = storage
        resetParagraphs()
    }

    /// Replaces the text by another, in all managers of the present one.
    open func replaceTextStorage(_ newTextStorage: NSTextStorage) {
        guard let old = storage else { return newTextStorage.addLayoutManager(self) }
        for manager in old.layoutManagers { newTextStorage.addLayoutManager(manager) }
    }

    /// The containers, in the order in which they are filled.
    open var textContainers: [NSTextContainer] { containers }

    /// Adds a container at the end.
    open func addTextContainer(_ container: NSTextContainer) { insertTextContainer(container, at: containers.count) }

    /// Inserts a container.
    open func insertTextContainer(_ container: NSTextContainer, at index: Int) {
        container.layoutManager = self
        containers.insert(container, at: min(max(index, 0), containers.count))
        invalidateAll()
    }

    /// Removes a container.
    open func removeTextContainer(at index: Int) {
        guard containers.indices.contains(index) else { return }
        containers[index].layoutManager = nil
        containers.remove(at: index)
        invalidateAll()
    }

    /// The size or the holes of a container have changed.
    open func textContainerChangedGeometry(_ container: NSTextContainer) { invalidateAll() }

    /// The receiver of finished layout; nil for none.
    open weak var delegate: (any NSLayoutManagerDelegate)?

    /// Whether parts of the text may be laid out before those above them; false at first. If true, the height of text
    /// that was not laid out is estimated.
    open var allowsNonContiguousLayout = false
    /// Whether a part of the text is not laid out while a later one is.
    open var hasNonContiguousLayout: Bool { allowsNonContiguousLayout && flow == nil }
    /// Whether the leading of fonts is between lines: kept for the program; it always is here.
    open var usesFontLeading = true

    // MARK: Layout

    /// Whether the containers need lines one after another: there are several, or one has holes or limits.
    private var isFlowing: Bool {
        guard containers.count == 1, let container = containers.first else { return !containers.isEmpty }
        let isTall = container.size.height <= 0 || container.size.height >= 1e6
        return !isTall || !container.exclusionPaths.isEmpty || container.maximumNumberOfLines > 0
            || type(of: container) != NSTextContainer.self || container.lineBreakMode.truncates
    }

    /// The width of lines between the paddings.
    private var room: Double {
        guard let container = containers.first else { return 1e7 }
        let width = container.size.width > 0 ? min(Double(container.size.width), 1e7) : 1e7
        return max(0, width - 2 * padding)
    }

    final var padding: Double { Double(containers.first?.lineFragmentPadding ?? 0) }

    private func resetParagraphs() {
        flow = nil
        let units = storage.map { $0.store.buffer.units(in: 0..<$0.store.count) } ?? []
        list.replace(
            0..<list.count,
            with: ParagraphList.lengths(of: units, isEnd: true).map { estimated(ParagraphLayout(count: $0)) })
    }

    /// Gives a paragraph an estimated height: lines of letters of half their font's size.
    private func estimated(_ paragraph: ParagraphLayout) -> ParagraphLayout {
        let font = defaults[.font] as? UIFont ?? standardTextFont
        let letters = max(1, room / Double(font.pointSize) * 2)
        let lines = max(1, (Double(paragraph.count) / letters).rounded(.up))
        paragraph.height = lines * Double(font.lineHeight)
        return paragraph
    }

    final func invalidateAll() {
        flow = nil
        for paragraph in list.paragraphs { paragraph.lines = nil }
        for paragraph in list.paragraphs { _ = estimated(paragraph) }
        list.heightChanged(0)
        layoutDidChange()
    }

    /// The views that show the containers draw and measure anew.
    private func layoutDidChange() {
        for container in containers { container.view?.layoutChanged() }
    }

    /// The text was edited. An override calls super.
    open func processEditing(
        for textStorage: NSTextStorage, edited editMask: NSTextStorage.EditActions, range newCharRange: NSRange,
        changeInLength delta: Int, invalidatedRange invalidatedCharRange: NSRange
    ) {
        flow = nil
        let store = textStorage.store
        let old = max(0, newCharRange.location)..<max(0, newCharRange.location + newCharRange.length - delta)
        var first = list.index(at: old.lowerBound)
        var last = list.index(at: old.upperBound)
        var start = list.start(first)
        // A line feed that follows a carriage return joins the separator before it.
        if first > 0, start > 0, start <= store.count, store.buffer[start - 1] == 13 {
            first -= 1
            start = list.start(first)
        }
        var end = list.start(last) + list.paragraphs[last].count + delta
        // Without its separator, the last paragraph goes on into the next.
        while last < list.count - 1, end > start ? !TextBreaks.endsParagraph(store.buffer[end - 1]) : true {
            last += 1
            end += list.paragraphs[last].count
        }
        end = min(max(end, start), store.count)
        let units = store.buffer.units(in: start..<end)
        let new = ParagraphList.lengths(of: units, isEnd: last == list.count - 1)
        list.replace(first..<last + 1, with: new.map { estimated(ParagraphLayout(count: $0)) })
        // The paragraph under the caret is wanted at once; the estimate would make the content jump.
        if new.count <= 64, !isFlowing { for index in first..<first + new.count { ensure(index) } }
        for container in containers { container.view?.textChanged(newCharRange, delta) }
    }

    /// Lays out the lines of a range anew when they are needed.
    open func invalidateLayout(forCharacterRange charRange: NSRange, actualCharacterRange: NSRangePointer?) {
        let range = Range(charRange, in: list.start(list.count - 1) + list.paragraphs[list.count - 1].count)
        let (first, last) = (list.index(at: range.lowerBound), list.index(at: range.upperBound))
        for index in first...last { list.paragraphs[index].lines = nil }
        flow = nil
        let start = list.start(first)
        unsafe actualCharacterRange?.pointee = (start..<list.start(last) + list.paragraphs[last].count).ns
        layoutDidChange()
    }

    /// Draws a range anew.
    open func invalidateDisplay(forCharacterRange charRange: NSRange) {
        for container in containers { container.view?.drawAnew() }
    }

    /// Draws a range anew.
    open func invalidateDisplay(forGlyphRange glyphRange: NSRange) { invalidateDisplay(forCharacterRange: glyphRange) }

    /// Lays out a container.
    open func ensureLayout(for container: NSTextContainer) {
        if isFlowing { return _ = flowing }
        for index in 0..<list.count { ensure(index) }
        delegate?.layoutManager(self, didCompleteLayoutFor: container, atEnd: true)
    }

    /// Lays out a range.
    open func ensureLayout(forCharacterRange charRange: NSRange) {
        if isFlowing { return _ = flowing }
        let range = Range(charRange, in: count)
        for index in list.index(at: range.lowerBound)...list.index(at: range.upperBound) { ensure(index) }
    }

    /// Lays out a range.
    open func ensureLayout(forGlyphRange glyphRange: NSRange) { ensureLayout(forCharacterRange: glyphRange) }

    /// Lays out a rectangle of a container.
    open func ensureLayout(forBoundingRect bounds: CGRect, in container: NSTextContainer) {
        if isFlowing { return _ = flowing }
        _ = paragraphs(from: Double(bounds.minY), to: Double(bounds.maxY))
    }

    /// The flow of lines through the containers.
    private var flowing: TextFlow {
        if let flow { return flow }
        let made = TextFlow(self)
        flow = made
        return made
    }

    /// The number of units of the text.
    final var count: Int { storage?.store.count ?? 0 }

    /// Lays out a paragraph. How many were laid out is counted for tests.
    final func ensure(_ index: Int) {
        let paragraph = list.paragraphs[index]
        guard paragraph.lines == nil else { return }
        layoutCount += 1
        let start = list.start(index)
        let text = self.text(start..<start + paragraph.count)
        var layout = TextLayout(text.storage)
        layout.width = room
        let placed = layout.lines()
        let settings = text.settings
        let before = index > 0 ? settings.spacingBefore : 0
        var lines: [LineFragment] = []
        for (number, line) in placed.enumerated() {
            let own = line.line.range
            let next = number + 1 < placed.count ? placed[number + 1].line.range.lowerBound : paragraph.count
            let width = room + 2 * padding
            let top = before + line.top
            let bottom = number + 1 < placed.count ? placed[number + 1].top - line.top : line.bottom - line.top
            lines.append(
                LineFragment(
                    range: own.lowerBound..<max(own.upperBound, next), separator: max(0, next - own.upperBound),
                    line: line.line, x: line.x + padding,
                    rect: CGRect(
                        x: 0, y: top, width: width < 1e6 ? width : line.line.width + 2 * padding, height: bottom),
                    baseline: before + line.baseline))
        }
        let height =
            (placed.last.map { $0.bottom + $0.line.leading + settings.lineSpacing } ?? 0) + before
            + settings.spacingAfter
        paragraph.emptyX = emptyX(settings, placed.first?.line.isRightToLeft ?? false)
        paragraph.lines = lines
        if height != paragraph.height {
            paragraph.height = height
            list.heightChanged(index)
        }
    }

    private func emptyX(_ settings: ParagraphSettings, _ isRightToLeft: Bool) -> Double {
        let indent = settings.firstLineIndent
        switch settings.alignment {
        case .center: return padding + room / 2
        case .right: return padding + room
        case .left: return padding + indent
        case .natural, .justified: return isRightToLeft ? padding + room - indent : padding + indent
        }
    }

    /// How many paragraphs were laid out.
    final var layoutCount = 0

    /// A paragraph for Core Text, without the separator at its end.
    ///
    /// - Parameter wholeText: Whether the range is a text of several paragraphs, whose last separator stays.
    final func text(_ range: Range<Int>, wholeText: Bool = false) -> (storage: TextStorage, settings: ParagraphSettings)
    {
        guard let store = storage?.store else {
            return (TextStorage("", attributes: TextAttributes(font: standardTextFont)), ParagraphSettings())
        }
        // A storage that a program is editing may be shorter than the paragraphs of the last layout.
        let range = range.clamped(to: 0..<store.count)
        var units = store.buffer.units(in: range)
        if !wholeText, let last = units.last, TextBreaks.endsParagraph(last) {
            units.removeLast()
            if last == 10, units.last == 13 { units.removeLast() }
        }
        var runs: [(range: Range<Int>, attributes: TextAttributes)] = []
        for run in store.runs.runs(in: range) {
            let local = (run.range.lowerBound - range.lowerBound..<run.range.upperBound - range.lowerBound)
                .clamped(to: 0..<units.count)
            if !local.isEmpty || runs.isEmpty { append(local, run.attributes, at: range.lowerBound, to: &runs) }
        }
        if runs.isEmpty {
            // The empty line at the end of the text.
            let last = store.count > 0 ? store.runs.attributes(at: store.count - 1).attributes : [:]
            runs = [(0..<0, drawn(endAttributes ?? last))]
        }
        return (TextStorage(units: units, runs: runs), runs[0].attributes.paragraph)
    }

    /// Adds a run, divided where links were found.
    private func append(
        _ local: Range<Int>, _ own: Attributes, at base: Int,
        to runs: inout [(range: Range<Int>, attributes: TextAttributes)]
    ) {
        var start = local.lowerBound
        for link in detected
        where link.range.upperBound > base + start && link.range.lowerBound < base + local.upperBound {
            let part = (link.range.lowerBound - base..<link.range.upperBound - base).clamped(
                to: start..<local.upperBound)
            if start < part.lowerBound { runs.append((start..<part.lowerBound, drawn(own))) }
            runs.append((part, drawn(own.merging([.link: link.url]) { $1 })))
            start = part.upperBound
        }
        if start < local.upperBound || local.isEmpty { runs.append((start..<local.upperBound, drawn(own))) }
    }

    /// Attributes as Core Text draws them: the background is drawn apart.
    private func drawn(_ own: Attributes) -> TextAttributes { TextAttributes(merged(own), standard: standardTextFont) }

    private func merged(_ own: Attributes) -> Attributes {
        var all = defaults.merging(own) { $1 }
        if own[.link] != nil { all.merge(linkAttributes) { $1 } }
        all[.backgroundColor] = nil
        // An edit lays out while no view's traits are the current ones.
        if let view = containers.first?.view {
            for (key, value) in all { if let color = value as? UIColor { all[key] = view.resolved(color) } }
        }
        return all
    }

    /// A paragraph as an attributed string, without the separator at its end.
    final func attributed(_ range: Range<Int>) -> NSAttributedString {
        guard let store = storage?.store else { return NSAttributedString(string: "") }
        let range = range.clamped(to: 0..<store.count)
        var end = range.upperBound
        if end > range.lowerBound, TextBreaks.endsParagraph(store.buffer[end - 1]) {
            end -= store.buffer[end - 1] == 10 && end - 2 >= range.lowerBound && store.buffer[end - 2] == 13 ? 2 : 1
        }
        var piece = store.piece(in: range.lowerBound..<end)
        piece.runs = piece.runs.map { ($0.count, merged($0.attributes)) }
        return piece.attributed
    }

    // MARK: Drawing

    /// Draws the backgrounds of a range into the current context. An override draws others, and may call super.
    ///
    /// - Parameter origin: The place of the container's corner.
    open func drawBackground(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
        guard let store = storage?.store else { return }
        for run in store.runs.runs(in: Range(glyphsToShow, in: count)) {
            guard let color = run.attributes[.backgroundColor] as? UIColor else { continue }
            var rects = containers.flatMap { self.rects(of: run.range, in: $0) }
            for index in rects.indices { rects[index] = rects[index].offsetBy(dx: origin.x, dy: origin.y) }
            unsafe rects.withUnsafeBufferPointer { all in
                guard let first = all.baseAddress else { return }
                unsafe fillBackgroundRectArray(first, count: all.count, forCharacterRange: run.range.ns, color: color)
            }
        }
    }

    /// Fills the rectangles of a background. An override fills other shapes.
    open func fillBackgroundRectArray(
        _ rectArray: UnsafePointer<CGRect>, count rectCount: Int, forCharacterRange charRange: NSRange, color: UIColor
    ) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.setFillColor(color.cgColor)
        for index in 0..<rectCount { unsafe context.fill(rectArray[index]) }
    }

    /// Draws the lines that have glyphs of a range into the current context. An override calls super.
    ///
    /// - Parameter origin: The place of the container's corner.
    open func drawGlyphs(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        let range = Range(glyphsToShow, in: count)
        guard !range.isEmpty else { return }
        forEachLine(in: range) { line, _, top, _ in
            guard var placed = Self.anyLine else { return false }
            (placed.line, placed.x, placed.baseline) = (line.line, line.x, line.baseline + top)
            [placed].draw(below: origin, in: context)
            return true
        }
    }

    /// A placed line, into which others are put to be drawn.
    private static let anyLine = TextLayout(TextStorage(" ", attributes: TextAttributes(font: standardTextFont)))
        .lines().first

    // MARK: For other readers

    /// The paragraphs that reach into a range of heights, laid out. *Complexity*: that of their text.
    final func paragraphs(from low: Double, to high: Double) -> Range<Int> {
        // Laying out changes heights that were estimated, so that others may come into the range.
        var first = list.index(atHeight: low)
        ensure(first)
        first = min(first, list.index(atHeight: low))
        ensure(first)
        var index = first
        while index < list.count, list.top(index) <= high {
            ensure(index)
            index += 1
        }
        return first..<max(index, first + 1)
    }

    /// All lines with their paragraph's first unit and top, among those of a range of units.
    final func forEachLine(
        in range: Range<Int>, _ body: (_ line: LineFragment, _ base: Int, _ top: Double, _ container: Int) -> Bool
    ) {
        if isFlowing {
            for item in flowing.lines {
                let units = item.base + item.line.range.lowerBound..<item.base + item.line.range.upperBound
                guard units.upperBound > range.lowerBound || units.isEmpty || range.isEmpty else { continue }
                guard units.lowerBound < max(range.upperBound, range.lowerBound + 1) else { return }
                if !body(item.line, item.base, 0, item.container) { return }
            }
            return
        }
        var index = list.index(at: range.lowerBound)
        while index < list.count {
            let base = list.start(index)
            guard base < range.upperBound || base == range.lowerBound || range.isEmpty else { return }
            ensure(index)
            for line in list.paragraphs[index].lines ?? [] {
                let units = base + line.range.lowerBound..<base + line.range.upperBound
                guard
                    units.upperBound > range.lowerBound || units.isEmpty
                        || (range.lowerBound == count && units.upperBound == count)
                else { continue }
                guard units.lowerBound < max(range.upperBound, range.lowerBound + 1) else { return }
                if !body(line, base, list.top(index), 0) { return }
            }
            index += 1
            if range.isEmpty { return }
        }
    }

    /// The lines of a container in a range of heights.
    final func forEachLine(
        from low: Double, to high: Double, container: Int,
        _ body: (_ line: LineFragment, _ base: Int, _ top: Double) -> Void
    ) {
        if isFlowing {
            for item in flowing.lines where item.container == container {
                if Double(item.line.rect.maxY) >= low, Double(item.line.rect.minY) <= high {
                    body(item.line, item.base, 0)
                }
            }
            return
        }
        guard container == 0 else { return }
        for index in paragraphs(from: low, to: high) {
            let (base, top) = (list.start(index), list.top(index))
            for line in list.paragraphs[index].lines ?? [] {
                if top + Double(line.rect.maxY) >= low, top + Double(line.rect.minY) <= high { body(line, base, top) }
            }
        }
    }

    /// The line of a position as carets see it. At the end of a wrapped line the side decides.
    final func caretLine(at position: Int, _ side: CaretSide) -> CaretLine {
        var found: CaretLine?
        let from = side == .before && position > 0 ? position - 1 : position
        forEachLine(in: from..<max(from, position) + (position < count ? 1 : 0)) { line, base, top, _ in
            let carets = line.carets(base: base, top: top, emptyX: emptyX(ofUnit: base))
            // Between the two units of a line's end counts as its beginning.
            let isInSeparator =
                line.separator > 1 && position > carets.range.upperBound && position < base + line.range.upperBound
            guard carets.range.contains(position) || carets.range.upperBound == position || isInSeparator else {
                return found == nil
            }
            if found == nil || carets.range.lowerBound <= position { found = carets }
            return !(side == .before && carets.range.lowerBound < position)
        }
        return found
            ?? CaretLine(
                range: position..<position, cells: [], emptyX: padding, top: list.top(list.count - 1),
                height: Double((defaults[.font] as? UIFont ?? standardTextFont).lineHeight), isRightToLeft: false)
    }

    private func emptyX(ofUnit unit: Int) -> Double {
        isFlowing ? padding : list.paragraphs[list.index(at: unit)].emptyX
    }

    /// The line above or below another; nil for none.
    final func caretLine(besides line: CaretLine, below: Bool) -> CaretLine? {
        if below {
            var next: CaretLine?
            forEachLine(in: line.range.lowerBound..<count + 1) { fragment, base, top, _ in
                let carets = fragment.carets(base: base, top: top, emptyX: emptyX(ofUnit: base))
                if carets.top > line.top + 1e-6 { next = carets }
                return next == nil
            }
            return next
        }
        guard line.range.lowerBound > 0 else { return nil }
        let previous = caretLine(at: line.range.lowerBound - 1, .after)
        return previous.top < line.top - 1e-6 ? previous : nil
    }

    /// The height of all text. An estimate where parts are not laid out.
    final var totalHeight: Double {
        if isFlowing { return flowing.lines.filter { $0.container == 0 }.map { Double($0.line.rect.maxY) }.max() ?? 0 }
        if !allowsNonContiguousLayout { for index in 0..<list.count { ensure(index) } }
        let last = list.count - 1
        ensure(last)
        // The space after the last line is not part of the text.
        let end = list.paragraphs[last].lines?.last.map { list.top(last) + Double($0.rect.maxY) }
        return end ?? list.top(list.count)
    }
}

/// The font of text without a font. *Source*: Apple, NSAttributedString.Key.font: "the default is Helvetica 12".
@MainActor let standardTextFont: UIFont = UIFont(name: "Helvetica", size: 12) ?? .systemFont(ofSize: 12)

/// The receiver of a layout manager's reports. *Source*: Apple, NSLayoutManagerDelegate.
@preconcurrency @MainActor public protocol NSLayoutManagerDelegate: AnyObject {
    /// A container was laid out.
    func layoutManager(
        _ layoutManager: NSLayoutManager, didCompleteLayoutFor textContainer: NSTextContainer?,
        atEnd layoutFinishedFlag: Bool)
}

extension NSLayoutManagerDelegate {
    /// Does nothing.
    public func layoutManager(
        _ layoutManager: NSLayoutManager, didCompleteLayoutFor textContainer: NSTextContainer?,
        atEnd layoutFinishedFlag: Bool
    ) {}
}

extension NSAttributedString.Key {
    /// The address that a tap on the text opens: a URL or a text.
    public static let link = NSAttributedString.Key("NSLink")
}

extension NSLineBreakMode {
    /// Whether an ellipsis replaces text that is too long.
    var truncates: Bool { self == .byTruncatingHead || self == .byTruncatingTail || self == .byTruncatingMiddle }
}
