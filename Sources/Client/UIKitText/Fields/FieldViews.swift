import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// The parts that a field is made of, and their places.
@MainActor final class FieldViews {
    unowned let field: UITextField
    private let border = TextPart.make()
    private var picture: TextPicture?
    /// Cuts off text that is scrolled out of the field.
    private let clip = TextPart.make()
    private let canvas = TextCanvas.make()
    private let placeholder = TextCanvas.make()
    private let marks = SelectionMarks()
    private var clearButton: ClearButton?

    init(_ field: UITextField) { self.field = field }

    /// Adds the parts that every field has.
    func add() {
        canvas.drawing = { [unowned self] _ in field.drawText(in: textRectInClip) }
        placeholder.drawing = { [unowned self] in field.drawPlaceholder(in: $0) }
        clip.clipsToBounds = true
        for view in [border, placeholder, clip] as [UIView] { field.addSubview(view) }
        clip.addSubview(canvas)
        clip.addSubview(marks.caret)
        adoptBorder()
    }

    /// Replaces a view at a side.
    func replace(_ old: UIView?, by new: UIView?) {
        if let old, old !== new, old.superview === field { old.removeFromSuperview() }
        field.contentChanged()
    }

    /// Draws the text and the placeholder anew.
    func redraw() {
        canvas.setNeedsDisplay()
        placeholder.setNeedsDisplay()
    }

    // MARK: Rectangles

    /// Distances in a field. *Units*: points. *Source*: 7 at the sides of a round border is reported by many (with a
    /// left view of no width, text begins at 7); the button's 19 x 19 is the symbol's size in screenshots; the others
    /// are assumed.
    private enum Distance {
        static let side: CGFloat = 7
        static let clearSize: CGFloat = 19
        static let clearSide: CGFloat = 5
        static let gap: CGFloat = 2
    }

    private var isMirrored: Bool { field.isRightToLeft }

    private func shows(_ mode: UITextField.ViewMode, _ isEditing: Bool) -> Bool {
        switch mode {
        case .never: false
        case .whileEditing: isEditing
        case .unlessEditing: !isEditing
        case .always: true
        }
    }

    private func showsClear(_ isEditing: Bool) -> Bool {
        field.hasText && field.isEnabled && shows(field.clearButtonMode, isEditing)
    }

    private func showsLeft(_ isEditing: Bool) -> Bool { field.leftView != nil && shows(field.leftViewMode, isEditing) }

    /// The button takes the place of the right view where both would be shown.
    private func showsRight(_ isEditing: Bool) -> Bool {
        field.rightView != nil && shows(field.rightViewMode, isEditing) && !showsClear(isEditing)
    }

    func textRect(_ bounds: CGRect, isEditing: Bool) -> CGRect {
        let border = field.borderRect(forBounds: bounds)
        let side = field.borderStyle == .none ? 0 : Distance.side
        var (low, high) = (border.minX + side, border.maxX - side)
        func leave(_ rect: CGRect, _ gap: CGFloat) {
            if rect.midX < bounds.midX { low = max(low, rect.maxX + gap) } else { high = min(high, rect.minX - gap) }
        }
        if showsLeft(isEditing) { leave(field.leftViewRect(forBounds: bounds), side) }
        if showsRight(isEditing) { leave(field.rightViewRect(forBounds: bounds), side) }
        if showsClear(isEditing) { leave(field.clearButtonRect(forBounds: bounds), Distance.gap) }
        return CGRect(x: low, y: border.minY, width: max(0, high - low), height: border.height)
    }

    func clearButtonRect(_ bounds: CGRect) -> CGRect {
        let size = Distance.clearSize
        let x = isMirrored ? bounds.minX + Distance.clearSide : bounds.maxX - Distance.clearSide - size
        let scale = max(field.contentScaleFactor, 1)
        return CGRect(
            x: x, y: bounds.minY + ((bounds.height - size) / 2 * scale).rounded() / scale, width: size, height: size)
    }

    func sideRect(_ view: UIView?, _ bounds: CGRect, isAtStart: Bool) -> CGRect {
        guard let view else { return CGRect(origin: bounds.origin, size: .zero) }
        var size = view.bounds.size
        if size == .zero {
            let own = view.intrinsicContentSize
            size = CGSize(width: max(0, own.width), height: max(0, own.height))
        }
        size.height = min(size.height, bounds.height)
        let x = isAtStart != isMirrored ? bounds.minX : bounds.maxX - size.width
        return CGRect(
            x: x, y: bounds.minY + ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height
        )
    }

    /// The least size for the text, or else the placeholder.
    ///
    /// *Source*: heights of 34 with a round border and 22 without at 17 points are widely reported of iOS 13 and later;
    /// the rule between them is assumed.
    func fittingSize(_ room: CGSize) -> CGSize {
        let text = field.hasText ? CGFloat(field.model.layout.naturalWidth) : field.shownPlaceholder?.size().width ?? 0
        let wide = CGRect(x: 0, y: 0, width: 10_000, height: 100)
        let around =
            10_000 - (field.isEditing ? field.editingRect(forBounds: wide) : field.textRect(forBounds: wide)).width
        let line = field.shownFont.lineHeight.rounded(.up)
        var height = line + (field.borderStyle == .none ? 1 : 13)
        // *Source*: fields in storyboards saved by Xcode 11 to 16: 34 with 14 points.
        if field.borderStyle == .roundedRect { height = max(height, 34) }
        if showsLeft(field.isEditing), let view = field.leftView { height = max(height, view.bounds.height) }
        if showsRight(field.isEditing), let view = field.rightView { height = max(height, view.bounds.height) }
        return CGSize(width: (text + around + CGFloat(FieldModel.caretWidth)).rounded(.up), height: height)
    }

    // MARK: Layout

    private var textRectInClip: CGRect {
        let rect = field.shownTextRect
        return rect.offsetBy(dx: -clip.frame.minX, dy: -clip.frame.minY)
    }

    /// Places all parts.
    func lay() {
        let bounds = field.bounds
        let isEditing = field.isEditing
        border.frame = field.borderRect(forBounds: bounds)
        layPicture()
        let rect = field.shownTextRect
        // Letters may reach over the rectangle by a little: accents, and descenders of a low field.
        let over = max(0, (CGFloat(field.model.layout.carets.height) - rect.height) / 2) + 1
        let frame = rect.insetBy(dx: -2, dy: -over)
        if clip.frame != frame || canvas.frame.size != frame.size {
            clip.frame = frame
            canvas.frame = CGRect(origin: .zero, size: frame.size)
        }
        let place = field.placeholderRect(forBounds: bounds)
        if placeholder.frame != place { placeholder.frame = place }
        placeholder.isHidden = field.hasText || field.shownPlaceholder == nil
        lay(field.leftView, field.leftViewRect(forBounds: bounds), isShown: showsLeft(isEditing))
        lay(field.rightView, field.rightViewRect(forBounds: bounds), isShown: showsRight(isEditing))
        layClearButton(isEditing)
        showSelection()
        field.touchSelection.showHandles()
    }

    private func lay(_ view: UIView?, _ rect: CGRect, isShown: Bool) {
        guard let view else { return }
        guard isShown else {
            if view.superview === field { view.removeFromSuperview() }
            return
        }
        if view.superview !== field { field.addSubview(view) }
        view.frame = rect
    }

    private func layClearButton(_ isEditing: Bool) {
        guard showsClear(isEditing) else {
            clearButton?.isHidden = true
            return
        }
        let button = clearButton ?? makeClearButton()
        button.isHidden = false
        button.frame = field.clearButtonRect(forBounds: field.bounds)
        field.bringSubviewToFront(button)
    }

    /// A disc with a cross cut out of it, as the symbol xmark.circle.fill.
    private static let cross: UIImage = UIGraphicsImageRenderer(size: CGSize(width: 16, height: 16)).image { context in
        UIColor.black.setFill()
        context.cgContext.fillEllipse(in: CGRect(x: 0.5, y: 0.5, width: 15, height: 15))
        let lines = UIBezierPath()
        for (start, end) in [((5.0, 5.0), (11.0, 11.0)), ((11.0, 5.0), (5.0, 11.0))] {
            lines.move(to: CGPoint(x: start.0, y: start.1))
            lines.addLine(to: CGPoint(x: end.0, y: end.1))
        }
        lines.lineWidth = 1.5
        context.cgContext.setBlendMode(.clear)
        lines.stroke()
    }

    private func makeClearButton() -> ClearButton {
        let button = ClearButton(frame: .zero)
        button.setImage(clearImage, for: .normal)
        button.tintColor = .systemGray
        button.accessibilityLabel = "Clear text"
        button.addAction(UIAction { [weak field] _ in field?.clear() }, for: .touchUpInside)
        field.addSubview(button)
        clearButton = button
        return button
    }

    private var clearImage: UIImage { field.clearImage ?? Self.cross.withRenderingMode(.alwaysTemplate) }

    /// Shows another picture of the button that empties the field.
    func adoptClearImage() { clearButton?.setImage(clearImage, for: .normal) }

    private func layPicture() {
        let image = field.isEnabled ? field.background : field.disabledBackground ?? field.background
        let isRound = field.borderStyle == .roundedRect
        border.isHidden = field.borderStyle == .none || (image != nil && !isRound)
        guard let image, !isRound else {
            picture?.isHidden = true
            return adoptBorder()
        }
        let view = picture ?? TextPicture(frame: .zero)
        if picture == nil {
            picture = view
            field.insertSubview(view, at: 0)
        }
        (view.image, view.isHidden, view.frame) = (image, false, field.bounds)
    }

    /// Gives the border the looks of the style, for light or dark. *Source*: assumed; screenshots of iOS 13 to 18.
    func adoptBorder() {
        let layer = border.layer
        border.isHidden = field.borderStyle == .none
        border.backgroundColor = nil
        layer.cornerRadius = 0
        switch field.borderStyle {
        case .none: layer.borderWidth = 0
        case .line: (layer.borderWidth, layer.borderColor) = (1, field.resolved(.label))
        case .bezel: (layer.borderWidth, layer.borderColor) = (1, field.resolved(.systemGray))
        case .roundedRect:
            border.backgroundColor = field.isEnabled ? .fieldBackground : .disabledFieldBackground
            layer.cornerRadius = 5
            (layer.borderWidth, layer.borderColor) = (0.5, field.resolved(.fieldBorder))
        }
    }

    // MARK: Placeholder

    func drawPlaceholder(in rect: CGRect) {
        guard let text = field.shownPlaceholder, rect.width > 0 else { return }
        let label = UILabel(frame: CGRect(origin: .zero, size: rect.size))
        label.attributedText = text
        label.textAlignment =
            field.textAlignment == .natural && isMirrored ? .right : field.textAlignment
        if field.adjustsFontSizeToFitWidth {
            label.adjustsFontSizeToFitWidth = true
            label.minimumScaleFactor = field.minimumFontSize / max(field.shownFont.pointSize, 1)
        }
        let height = label.intrinsicContentSize.height
        let top = FieldLayout.offset(height, in: rect.height, field.contentVerticalAlignment)
        label.drawText(in: CGRect(x: rect.minX, y: rect.minY + top, width: rect.width, height: height))
    }

    // MARK: Caret and selection

    func caretRect(_ position: TextOffset) -> CGRect {
        let rect = field.shownTextRect
        let carets = field.model.layout.carets
        let x = carets.x(of: position.value, position.side) - (field.isEditing ? field.model.scroll : 0)
        let top = FieldLayout.offset(CGFloat(carets.height), in: rect.height, field.contentVerticalAlignment)
        let room = max(0, rect.width - CGFloat(FieldModel.caretWidth))
        return CGRect(
            x: rect.minX + min(CGFloat(x), room), y: rect.minY + top, width: CGFloat(FieldModel.caretWidth),
            height: CGFloat(carets.height))
    }

    func selectionRects(_ range: Range<Int>) -> [UITextSelectionRect] {
        let rect = field.shownTextRect
        let carets = field.model.layout.carets
        let top = FieldLayout.offset(CGFloat(carets.height), in: rect.height, field.contentVerticalAlignment)
        let moved = rect.minX - CGFloat(field.isEditing ? field.model.scroll : 0)
        let stretches = carets.stretches(of: range)
        return stretches.enumerated().map { index, stretch in
            LineSelection(
                CGRect(
                    x: moved + CGFloat(stretch.lowerBound), y: rect.minY + top,
                    width: CGFloat(stretch.upperBound - stretch.lowerBound), height: CGFloat(carets.height)),
                isRightToLeft: carets.isRightToLeft, containsStart: index == 0,
                containsEnd: index == stretches.count - 1)
        }
    }

    private func x(of point: CGPoint) -> Double {
        Double(point.x - field.shownTextRect.minX) + (field.isEditing ? field.model.scroll : 0)
    }

    func position(at point: CGPoint) -> (position: Int, side: CaretSide) {
        field.model.layout.carets.position(at: x(of: point))
    }

    func letter(at point: CGPoint) -> Range<Int>? { field.model.layout.carets.cell(at: x(of: point))?.range }

    /// Shows the caret, the selection and the line under composed text at their places.
    func showSelection() {
        let editor = field.editor
        guard field.isEditing else { return marks.hide(behind: canvas) }
        let before = field.model.scroll
        field.model.showCaret()
        if field.model.scroll != before { canvas.setNeedsDisplay() }
        func local(_ rect: CGRect) -> CGRect { rect.offsetBy(dx: -clip.frame.minX, dy: -clip.frame.minY) }
        func rects(_ range: Range<Int>) -> [CGRect] {
            field.selectionRects(for: TextOffsets(range)).map { local($0.rect) }
        }
        let selection = editor.selection
        marks.show(
            selected: selection.isCaret ? [] : rects(selection.range), composed: editor.marked.map { rects($0) } ?? [],
            caret: selection.isCaret
                ? local(field.caretRect(for: TextOffset(selection.head, selection.side))) : nil,
            behind: canvas, tint: field.tintColor ?? .systemBlue, text: field.textColor ?? .label)
        field.window?.textInputMoved()
    }
}

extension UIColor {
    /// The inside of a field with a round border.
    static var fieldBackground: UIColor {
        UIColor { $0.userInterfaceStyle == .dark ? UIColor(white: 0, alpha: 1) : UIColor(white: 1, alpha: 1) }
    }
    /// The inside of such a field while it is disabled.
    static var disabledFieldBackground: UIColor {
        UIColor { $0.userInterfaceStyle == .dark ? UIColor(white: 0.11, alpha: 1) : UIColor(white: 0.98, alpha: 1) }
    }
    /// The edge of a field with a round border.
    static var fieldBorder: UIColor {
        UIColor { $0.userInterfaceStyle == .dark ? UIColor(white: 1, alpha: 0.25) : UIColor(white: 0, alpha: 0.25) }
    }
}
