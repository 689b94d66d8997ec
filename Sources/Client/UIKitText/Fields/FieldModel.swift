import CoreGraphics
import CoreText
import Foundation
import UIKitCore

/// The text of a field, its layout in one line, and the editor of both.
@MainActor final class FieldModel: TextEditorClient {
    unowned let field: UITextField
    private(set) var store = TextStore()
    /// Whether the text has attributes of its own; otherwise the field's hold throughout.
    private(set) var isStyled = false
    private(set) lazy var editor = TextEditor(self)
    /// How far the text is moved to the left, in points, so that the caret is seen.
    var scroll = 0.0
    private var kept: FieldLayout?
    let undo = UndoManager()

    init(_ field: UITextField) { self.field = field }

    // MARK: Text

    /// The whole text.
    var string: String { store.buffer.string(in: 0..<store.count) }

    /// Sets a text in the field's style.
    func set(_ text: String) {
        store = TextStore()
        store.replace(0..<0, with: StyledText(accepted(text)))
        isStyled = false
        wasSet()
    }

    /// Sets a text with attributes.
    func set(_ text: NSAttributedString) {
        store = TextStore()
        store.replace(0..<0, with: StyledText(text))
        isStyled = true
        wasSet()
    }

    private func wasSet() {
        editor.textWasSet()
        invalidate()
    }

    /// Changes the attributes of the whole text.
    func setAttributes(_ change: (Attributes) -> Attributes) {
        guard isStyled else { return }
        store.setAttributes(in: 0..<store.count, change)
        invalidate()
    }

    /// The whole text with its attributes.
    var attributed: NSAttributedString {
        var piece = store.piece(in: 0..<store.count)
        let defaults = field.defaultTextAttributes
        piece.runs = piece.runs.map { ($0.count, defaults.merging($0.attributes) { $1 }) }
        return piece.attributed
    }

    /// Lays out anew.
    func invalidate() { kept = nil }

    // MARK: The editor's client

    var textLength: Int { store.count }
    func units(in range: Range<Int>) -> [UInt16] { store.buffer.units(in: range) }
    func piece(in range: Range<Int>) -> StyledText { store.piece(in: range) }

    func replace(_ range: Range<Int>, with piece: StyledText) {
        store.replace(range, with: piece)
        if piece.runs.contains(where: { !$0.attributes.isEmpty }) { isStyled = true }
        invalidate()
    }

    func allows(_ range: Range<Int>, _ text: String) -> Bool {
        field.delegate?.textField(field, shouldChangeCharactersIn: range.ns, replacementString: text) ?? true
    }

    /// A field has one line: separators of a pasted text become spaces. *Source*: observed by many of UITextField.
    func accepted(_ text: String) -> String {
        guard text.utf16.contains(where: { TextBreaks.endsParagraph($0) || $0 == 0x2028 || $0 == 0x0B || $0 == 0x0C })
        else { return text }
        return String(text.map { $0.isNewline ? " " : $0 })
    }

    var attributesOfTyping: Attributes {
        if let typing = field.ownTyping { return typing }
        guard isStyled else { return [:] }
        guard store.count > 0 else { return field.defaultTextAttributes }
        return store.runs.attributes(at: max(0, editor.selection.range.lowerBound - 1)).attributes
    }

    func textWillChange() { field.inputDelegate?.textWillChange(field) }

    func textDidChange() {
        field.inputDelegate?.textDidChange(field)
        field.textWasEdited()
    }

    func selectionWillChange() { field.inputDelegate?.selectionWillChange(field) }

    func selectionDidChange() {
        field.inputDelegate?.selectionDidChange(field)
        field.selectionWasChanged()
    }

    var editingUndoManager: UndoManager? { field.undoManager }
    var hidesText: Bool { field.isSecureTextEntry }

    func line(at position: Int, _ side: CaretSide) -> CaretLine { layout.carets }
    func line(besides line: CaretLine, below: Bool) -> CaretLine? { nil }

    // MARK: Layout

    /// The layout in the rectangle that the field gives its text.
    var layout: FieldLayout {
        let room = Double(field.shownTextRect.width)
        if let kept, kept.room == room { return kept }
        let made = FieldLayout(self, room: room)
        kept = made
        return made
    }

    /// The text as it is shown, and for each of its units the unit of the text; nil where both are the same.
    ///
    /// A secure field has a bullet for each letter. The places of letters are taken from the bullets, so that no shape
    /// of a letter reaches the screen, a capture or a record.
    func shown() -> (units: [UInt16], starts: [Int]?) {
        let units = store.buffer.units(in: 0..<store.count)
        guard field.isSecureTextEntry else {
            return (units.map { TextBreaks.endsParagraph($0) || $0 == 0x2028 ? 0x20 : $0 }, nil)
        }
        let letters = editor.breaks.letters(in: 0..<store.count)
        return (
            [UInt16](repeating: 0x2022, count: letters.count), letters.map(\.lowerBound) + [store.count]
        )
    }

    /// Scrolls so that the caret is seen. *Units*: points.
    func showCaret() {
        let layout = layout
        let x = layout.carets.x(of: editor.selection.head, editor.selection.side)
        let room = layout.room - FieldModel.caretWidth
        if x - scroll < 0 { scroll = x }
        if x - scroll > room { scroll = x - room }
        let end = layout.carets.cells.map(\.right).max() ?? 0
        scroll = max(0, min(scroll, end - room))
    }

    /// The width of a caret. *Units*: points. *Source*: assumed; screenshots of iOS 13 to 18.
    static let caretWidth = 2.0
}

/// A field's text in one line. *Units*: points. *Space*: x from the left of the rectangle of the text, without scrolling.
@MainActor struct FieldLayout {
    /// The width of the rectangle of the text.
    let room: Double
    /// The line; nil without text.
    let line: TextLayout.PlacedLine?
    /// The left end of the line.
    let x: Double
    /// The width of the whole text at its full size.
    let naturalWidth: Double
    /// The line as carets see it.
    let carets: CaretLine

    init(_ model: FieldModel, room: Double) {
        self.room = room
        let field = model.field
        let (units, starts) = model.shown()
        let font = field.shownFont
        let isEditing = field.isEditing
        var storage = Self.storage(model, units, font: font, scale: 1)
        var placed = Self.lay(storage, room: nil)
        let full = placed?.line.visibleWidth ?? 0
        var height = Double(font.lineHeight)
        if field.adjustsFontSizeToFitWidth, let whole = placed?.line.visibleWidth, whole > room, whole > 0 {
            let smallest = Double(field.minimumFontSize) / Double(max(font.pointSize, 1))
            storage = Self.storage(model, units, font: font, scale: min(1, max(room / whole, smallest)))
            placed = Self.lay(storage, room: nil)
        }
        naturalWidth = full
        let width = placed?.line.visibleWidth ?? 0
        if !isEditing, width > room { placed = Self.lay(storage, room: room) }
        if let placed { height = placed.bottom - placed.top }
        let isUIRightToLeft = field.isRightToLeft
        let isRightToLeft = placed?.line.isRightToLeft ?? isUIRightToLeft
        let free = max(0, room - (placed?.line.visibleWidth ?? 0))
        switch field.textAlignment {
        case .left, .justified: x = 0
        case .right: x = free
        case .center: x = free / 2
        case .natural: x = isRightToLeft ? free : 0
        }
        line = placed
        var cells = isEditing || width <= room ? placed?.line.cells() ?? [] : []
        for index in cells.indices {
            cells[index].left += x
            cells[index].right += x
            guard let starts else { continue }
            let (first, last) = (cells[index].range.lowerBound, cells[index].range.upperBound)
            cells[index].range = starts[first]..<starts[min(last, starts.count - 1)]
        }
        carets = CaretLine(
            range: 0..<model.textLength, cells: cells, emptyX: x, top: 0, height: height, isRightToLeft: isRightToLeft)
    }

    private static func storage(_ model: FieldModel, _ units: [UInt16], font: UIFont, scale: Double) -> TextStorage? {
        guard !units.isEmpty else { return nil }
        let field = model.field
        let defaults = field.drawnAttributes
        func attributes(_ own: Attributes) -> TextAttributes {
            var all = defaults.merging(own) { $1 }
            all[.paragraphStyle] = nil
            for (key, value) in all {
                if let color = value as? UIColor { all[key] = field.resolved(color) }
            }
            if scale != 1, let font = all[.font] as? UIFont { all[.font] = font.withSize(font.pointSize * scale) }
            return TextAttributes(all, standard: font)
        }
        if !model.isStyled || field.isSecureTextEntry {
            return TextStorage(units: units, runs: [(0..<units.count, attributes([:]))])
        }
        let runs = model.store.runs.runs(in: 0..<model.textLength).map { ($0.range, attributes($0.attributes)) }
        return TextStorage(units: units, runs: runs)
    }

    private static func lay(_ storage: TextStorage?, room: Double?) -> TextLayout.PlacedLine? {
        guard let storage else { return nil }
        var layout = TextLayout(storage)
        layout.wraps = false
        layout.width = room
        layout.alignment = .left
        layout.truncation = room == nil ? nil : .end
        return layout.lines().first
    }

    /// Draws the text into a rectangle of a context.
    func draw(in rect: CGRect, scroll: Double, _ alignment: UIControl.ContentVerticalAlignment, _ context: CGContext) {
        guard var placed = line else { return }
        placed.x = x - scroll
        let top = rect.minY + Self.offset(CGFloat(carets.height), in: rect.height, alignment)
        let isDown = context.ctm.d < 0
        [placed].draw(
            below: CGPoint(x: rect.minX, y: isDown ? top : rect.maxY - (top - rect.minY)), in: context)
    }

    /// The top of a line in a height.
    static func offset(
        _ height: CGFloat, in room: CGFloat, _ alignment: UIControl.ContentVerticalAlignment
    ) -> CGFloat {
        switch alignment {
        case .top, .fill: 0
        case .center: (room - height) / 2
        case .bottom: room - height
        }
    }
}
