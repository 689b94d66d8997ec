import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import UIKitCore

/// The parts of a text view, and their places.
@MainActor final class TextViewParts {
    unowned let view: UITextView
    /// As large as the view and its reach, and drawn anew where it is scrolled to.
    private let canvas = TextCanvas.make()
    private let marks = SelectionMarks()
    private let touches = TextTouchRecognizer(target: nil, action: nil)

    init(_ view: UITextView) { self.view = view }

    /// Adds the parts.
    func add() {
        canvas.drawing = { [unowned self] _ in draw() }
        view.addSubview(canvas)
        view.addSubview(marks.caret)
        touches.pressed = { [unowned self] in press($0, count: $1) }
        touches.waits = { [unowned self] point, count in
            count == 1 && touches.modifierFlags.isEmpty && view.touchSelection.dragging.canDrag(at: point)
        }
        touches.dragged = { [unowned self] in
            guard view.clicks.first != nil else { return }
            view.clicks.drag(view.editor, position(at: $0))
        }
        touches.tapped = { [unowned self] in view.touchSelection.tapped($0, $1) }
        touches.ended = { [unowned self] in
            view.clicks.first = nil
            view.ownPrimarySelection()
        }
        view.addGestureRecognizer(touches)
    }

    private var manager: NSLayoutManager { view.layoutManager }

    /// The place of the container's corner. *Space*: the view's content.
    private var origin: CGPoint { CGPoint(x: view.textContainerInset.left, y: view.textContainerInset.top) }

    // MARK: Layout

    /// How far above and below the visible part text is drawn, in heights of the view: scrolling moves the drawn text.
    private static let reach: CGFloat = 1

    /// Gives the container the view's width, and places the canvas where the view is scrolled to.
    func lay() {
        let inset = view.textContainerInset
        let bounds = view.bounds
        let container = view.textContainer
        if container.widthTracksTextView {
            let width = max(0, bounds.width - inset.left - inset.right)
            if container.size.width != width { container.size.width = width }
        }
        if container.heightTracksTextView {
            let height = max(0, bounds.height - inset.top - inset.bottom)
            if container.size.height != height { container.size.height = height }
        }
        // The seen part is laid out first: estimates above it may change.
        manager.ensureLayout(
            forBoundingRect: bounds.offsetBy(dx: -origin.x, dy: -origin.y), in: container)
        let height = (CGFloat(manager.totalHeight) + inset.top + inset.bottom).rounded(.up)
        let size = CGSize(width: bounds.width, height: height)
        if view.contentSize != size { view.contentSize = size }
        placeCanvas()
        showSelection(follows: false)
        view.touchSelection.showHandles()
    }

    private func placeCanvas() {
        let bounds = view.bounds
        guard bounds.width > 0, bounds.height > 0 else { return }
        let content = max(view.contentSize.height, bounds.height)
        let wanted = bounds.insetBy(dx: 0, dy: -bounds.height * Self.reach)
        let low = max(0, wanted.minY)
        let frame = CGRect(
            x: 0, y: low.rounded(), width: bounds.width, height: max(1, min(wanted.maxY, content) - low).rounded())
        let margin = bounds.height / 4
        let seen = bounds.insetBy(dx: 0, dy: -margin)
        let covers =
            canvas.frame.width == frame.width && canvas.frame.minY <= max(0, seen.minY)
            && canvas.frame.maxY >= min(content, seen.maxY) && canvas.frame.maxY <= content + 1
        if covers { return }
        UIView.performWithoutAnimation { canvas.frame = frame }
        canvas.setNeedsDisplay()
    }

    /// Draws the text anew.
    func redraw() { canvas.setNeedsDisplay() }

    private func draw() {
        let area = canvas.frame
        let corner = CGPoint(x: origin.x - area.minX, y: origin.y - area.minY)
        let range = manager.glyphRange(
            forBoundingRect: area.offsetBy(dx: -origin.x, dy: -origin.y), in: view.textContainer)
        manager.drawBackground(forGlyphRange: range, at: corner)
        manager.drawGlyphs(forGlyphRange: range, at: corner)
    }

    /// The size of the text in a width, with the distances around it.
    func fittingSize(_ size: CGSize) -> CGSize {
        let inset = view.textContainerInset
        let padding = view.textContainer.lineFragmentPadding
        let room = size.width - inset.left - inset.right - 2 * padding
        let scale = max(view.contentScaleFactor, 1)
        func up(_ value: CGFloat) -> CGFloat { (value * scale - 1e-6).rounded(.up) / scale }
        let own = view.textContainer.size.width
        var text: (width: Double, height: Double)
        if own == room + 2 * padding, !view.textContainer.widthTracksTextView || view.bounds.width == size.width {
            view.textContainer.layoutManager?.ensureLayout(for: view.textContainer)
            text = (Double(room), manager.totalHeight)
        } else {
            let storage = manager.measured
            var layout = TextLayout(storage)
            layout.width = room < 1e6 ? Double(max(room, 1)) : nil
            layout.wraps = layout.width != nil
            text = layout.size()
            let units = storage.units
            if let last = units.last, TextBreaks.endsParagraph(last) {
                text.height += manager.caretLine(at: units.count, .after).height
            }
        }
        let width = size.width < 1e6 ? size.width : up(CGFloat(text.width)) + inset.left + inset.right + 2 * padding
        return CGSize(width: width, height: up(CGFloat(text.height)) + inset.top + inset.bottom)
    }

    // MARK: Caret and selection

    func caretRect(_ position: TextOffset) -> CGRect {
        let line = manager.caretLine(at: position.value, position.side)
        let limit = max(0, view.bounds.width - CGFloat(FieldModel.caretWidth))
        let x = min(origin.x + CGFloat(line.x(of: position.value, position.side)), limit)
        return CGRect(
            x: x, y: origin.y + CGFloat(line.top), width: CGFloat(FieldModel.caretWidth), height: CGFloat(line.height))
    }

    func selectionRects(_ range: Range<Int>) -> [UITextSelectionRect] {
        var result: [CGRect] = []
        let container = view.textContainer
        // Only lines near the visible part have rectangles: a selected megabyte has many lines.
        let seen = view.bounds.insetBy(dx: 0, dy: -view.bounds.height).offsetBy(dx: -origin.x, dy: -origin.y)
        let near = Range(manager.glyphRange(forBoundingRect: seen, in: container), in: manager.count)
        let part = range.clamped(to: near.lowerBound..<max(near.upperBound, near.lowerBound))
        manager.forEachLine(in: part) { line, base, top, _ in
            let carets = line.carets(base: base, top: top, emptyX: manager.padding)
            let goesOn =
                range.upperBound > carets.range.upperBound && line.separator > 0
                && range.lowerBound <= carets.range.upperBound
            var stretches = carets.stretches(of: part)
            if stretches.isEmpty, goesOn { stretches = [carets.emptyX...carets.emptyX + 4] }
            for (index, stretch) in stretches.enumerated() {
                var rect = CGRect(
                    x: stretch.lowerBound, y: carets.top, width: stretch.upperBound - stretch.lowerBound,
                    height: carets.height)
                // The separator is selected, too: the rest of the line shows it.
                if goesOn, index == stretches.count - 1, !carets.isRightToLeft {
                    rect.size.width = max(rect.width, line.rect.maxX - CGFloat(manager.padding) - rect.minX)
                }
                result.append(rect.offsetBy(dx: origin.x, dy: origin.y))
            }
            return true
        }
        return result.enumerated().map { index, rect in
            LineSelection(rect, isRightToLeft: false, containsStart: index == 0, containsEnd: index == result.count - 1)
        }
    }

    func position(at point: CGPoint) -> (position: Int, side: CaretSide) {
        let place = CGPoint(x: point.x - origin.x, y: point.y - origin.y)
        guard let line = manager.caretLine(at: place, in: view.textContainer) else { return (0, .after) }
        return line.position(at: Double(place.x))
    }

    func letter(at point: CGPoint) -> Range<Int>? {
        let place = CGPoint(x: point.x - origin.x, y: point.y - origin.y)
        guard let line = manager.caretLine(at: place, in: view.textContainer), Double(place.y) >= line.top,
            Double(place.y) < line.top + line.height
        else { return nil }
        return line.cell(at: Double(place.x))?.range
    }

    /// Shows the caret, the selection and the line under composed text.
    ///
    /// - Parameter follows: Whether the view scrolls to the caret.
    func showSelection(follows: Bool) {
        let editor = view.editor
        guard view.isFirstResponder, view.isSelectable || view.isEditable else {
            return marks.hide(behind: canvas)
        }
        let selection = editor.selection
        if follows { scroll(to: selection.head..<selection.head, animated: false) }
        func rects(_ range: Range<Int>) -> [CGRect] { view.selectionRects(for: TextOffsets(range)).map(\.rect) }
        marks.show(
            selected: selection.isCaret ? [] : rects(selection.range), composed: editor.marked.map { rects($0) } ?? [],
            caret: selection.isCaret && view.isEditable
                ? view.caretRect(for: TextOffset(selection.head, selection.side)) : nil,
            behind: canvas, tint: view.tintColor ?? .systemBlue, text: view.textColor ?? .label)
        view.window?.textInputMoved()
    }

    /// Scrolls so that a range is seen.
    func scroll(to range: Range<Int>, animated: Bool) {
        guard view.isScrollEnabled, view.bounds.height > 0 else { return }
        let first = caretRect(TextOffset(range.lowerBound, range.isEmpty ? view.editor.selection.side : .after))
        let rect = range.isEmpty ? first : first.union(caretRect(TextOffset(range.upperBound, .before)))
        let inset = view.textContainerInset
        let height = max(view.contentSize.height, rect.maxY + inset.bottom)
        if height > view.contentSize.height { view.contentSize.height = height }
        let wanted = CGRect(
            x: view.bounds.minX, y: max(0, rect.minY - inset.top), width: 1,
            height: min(rect.height + inset.top + inset.bottom, view.bounds.height))
        view.scrollRectToVisible(wanted, animated: animated)
    }

    // MARK: Touches

    /// A press of a mouse, or a tap; with shift it extends the selection of a text that has one. Returns whether it was
    /// used.
    private func press(_ point: CGPoint, count: Int) -> Bool {
        if !view.isEditable, count == 1, let letter = letter(at: point) {
            if let link = manager.link(at: letter) {
                if view.isSelectable { view.open(link) }
                return true
            }
            if let attachment = manager.attachment(at: letter) {
                if view.isSelectable { view.open(attachment, in: letter) }
                return true
            }
        }
        guard view.isSelectable || view.isEditable else { return false }
        let isByFinger = touches.isFinger
        if isByFinger { view.touchSelection.willTap() }
        let extending = view.isFirstResponder && touches.modifierFlags.contains(.shift)
        guard view.isFirstResponder || view.becomeFirstResponder() else { return false }
        guard isByFinger else {
            view.touchSelection.mousePressed()
            view.clicks.press(view.editor, position(at: point), count: count, extending: extending)
            return true
        }
        if count > 1 || !view.touchSelection.isOnSelection(point) {
            view.clicks.press(view.editor, position(at: point), count: count, extending: false)
        }
        return true
    }
}
