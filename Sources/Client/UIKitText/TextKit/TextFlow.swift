import CoreGraphics
import CoreText
import Foundation
import UIKitCore

/// The lines of a text that flows through containers with holes and limits, one after another.
@MainActor struct TextFlow {
    /// A line and its place.
    struct Item {
        var line: LineFragment
        /// The paragraph's first unit.
        var base: Int
        /// The number of the container.
        var container: Int
    }

    private(set) var lines: [Item] = []
    /// The first unit that no container has room for.
    private(set) var end = 0

    private let containers: [NSTextContainer]
    private var container = 0
    private var y = 0.0
    private var linesInContainer = 0

    init(_ manager: NSLayoutManager) {
        containers = manager.textContainers
        for index in 0..<manager.list.count {
            let base = manager.list.start(index)
            let count = manager.list.paragraphs[index].count
            guard put(manager, base..<base + count, isLast: index == manager.list.count - 1) else { return }
        }
        end = manager.count
    }

    /// Lays out a paragraph; false if no container has room for more.
    private mutating func put(_ manager: NSLayoutManager, _ range: Range<Int>, isLast: Bool) -> Bool {
        let text = manager.text(range)
        let settings = text.settings
        let typesetter = CTTypesetterCreateWithAttributedString(manager.attributed(range))
        let content = text.storage.units.count
        if y > 0 { y += settings.spacingBefore }
        var start = 0
        var x = 0.0
        // An empty paragraph has a line, too, which may go into the next container.
        var isPlaced = false
        repeat {
            guard let area = containers.indices.contains(container) ? containers[container] : nil else {
                end = range.lowerBound + start
                return false
            }
            let padding = Double(area.lineFragmentPadding)
            let indent = max(0, start == 0 ? settings.firstLineIndent : settings.headIndent)
            // The height of the line's first letter.
            let probe =
                content == 0
                ? TextLayout(text.storage).lines()[0].line
                : CTTypesetterCreateLine(typesetter, CFRange(location: start, length: 1)).line
            let height = lineHeight(probe, settings)
            let width = area.size.width > 0 ? area.size.width : 1e7
            var rest = CGRect.zero
            let rect = unsafe area.lineFragmentRect(
                forProposedRect: CGRect(x: x, y: y, width: Double(width) - x, height: height),
                at: range.lowerBound + start,
                writingDirection: .natural, remaining: &rest)
            if area.size.height > 0, y + height > Double(area.size.height) + 1e-6 {
                (container, y, x, linesInContainer) = (container + 1, 0, 0, 0)
                continue
            }
            let room = Double(rect.width) - 2 * padding - indent
            if room <= 0 {
                // A line that is all hole.
                (y, x) = (y + max(height, 1), 0)
                guard y <= 1e7 else {
                    end = range.lowerBound + start
                    return false
                }
                continue
            }
            linesInContainer += x == 0 ? 1 : 0
            let isLimited = area.maximumNumberOfLines > 0 && linesInContainer >= area.maximumNumberOfLines
            var next =
                content > start
                ? start + max(1, CTTypesetterSuggestLineBreak(typesetter, start, room)) : content
            var line =
                next > start
                ? CTTypesetterCreateLine(typesetter, CFRange(location: start, length: next - start)).line : probe
            let isCut = isLimited && (next < content || !isLast)
            if isCut, area.lineBreakMode.truncates, next < content {
                let whole = CTTypesetterCreateLine(typesetter, CFRange(location: start, length: content - start))
                let kind: CTLineTruncationType =
                    area.lineBreakMode == .byTruncatingHead
                    ? .start : area.lineBreakMode == .byTruncatingMiddle ? .middle : .end
                if let cut = CTLineCreateTruncatedLine(whole, room, kind, nil) { line = cut.line }
                next = content
            }
            place(line, rect, start..<next, content, range, settings, indent: indent, padding: padding)
            (start, isPlaced) = (next, true)
            if rest.width > 2 * CGFloat(padding), start < content, !isCut {
                x = Double(rest.minX)
            } else {
                x = 0
                y += lineHeight(line, settings) + line.leading + settings.lineSpacing
            }
            if isLimited, x == 0, isCut {
                end = range.lowerBound + start
                (container, y, linesInContainer) = (container + 1, 0, 0)
                if containers.count <= container { return false }
            }
        } while start < content || !isPlaced
        if x > 0, let last = lines.last { y = Double(last.line.rect.maxY) }
        y += settings.spacingAfter
        return true
    }

    private func lineHeight(_ line: TextLine, _ settings: ParagraphSettings) -> Double {
        var height = line.ascent + line.descent
        if settings.heightMultiple > 0 { height *= settings.heightMultiple }
        if settings.minimumHeight > 0 { height = max(height, settings.minimumHeight) }
        if settings.maximumHeight > 0 { height = min(height, settings.maximumHeight) }
        return height
    }

    private mutating func place(
        _ line: TextLine, _ rect: CGRect, _ part: Range<Int>, _ content: Int, _ paragraph: Range<Int>,
        _ settings: ParagraphSettings, indent: Double, padding: Double
    ) {
        var line = line
        let room = Double(rect.width) - 2 * padding - indent
        if settings.alignment == .justified, part.upperBound < content { line = line.justified(to: room) }
        let free = max(0, room - line.visibleWidth)
        let share: Double =
            switch settings.alignment {
            case .left: 0
            case .right: 1
            case .center: 0.5
            case .natural, .justified: line.isRightToLeft ? 1 : 0
            }
        let x = Double(rect.minX) + padding + (line.isRightToLeft ? 0 : indent) + free * share - line.visibleStart
        let end = part.upperBound == content ? paragraph.count : part.upperBound
        let height = lineHeight(line, settings)
        lines.append(
            Item(
                line: LineFragment(
                    range: part.lowerBound..<end, separator: end - part.upperBound, line: line, x: x,
                    rect: CGRect(x: rect.minX, y: y, width: Double(rect.width), height: height),
                    baseline: y + height - line.descent),
                base: paragraph.lowerBound, container: container))
    }
}
