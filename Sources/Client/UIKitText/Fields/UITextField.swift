import CoreGraphics
import Foundation
import MicaEvents
import QuartzCore
import UIKitCore

/// A line of text that a person edits.
///
/// *Units*: points. docs/text-entry.md describes keys, touches and the order of calls.
open class UITextField: UIControl, UITextInput, UITextInputTraits {
    /// The looks of a field's edge; raw values are Apple's.
    public enum BorderStyle: Int, Sendable {
        /// None.
        case none = 0
        /// A thin line.
        case line = 1
        /// A line that looks sunken.
        case bezel = 2
        /// A line with round corners.
        case roundedRect = 3
    }

    /// When a view in a field is shown; raw values are Apple's.
    public enum ViewMode: Int, Sendable {
        /// Never.
        case never = 0
        /// While the text is edited.
        case whileEditing = 1
        /// While the text is not edited.
        case unlessEditing = 2
        /// Always.
        case always = 3
    }

    /// The reason why editing ended; raw values are Apple's.
    public enum DidEndEditingReason: Int, Sendable {
        /// The person has finished.
        case committed = 0
        /// The person has cancelled the change; only on television.
        case cancelled = 1
    }

    private(set) final lazy var model = FieldModel(self)
    final var editor: TextEditor { model.editor }
    final lazy var parts = FieldViews(self)
    /// Whether editing has begun, and has not ended.
    private var isInSession = false
    final var clicks = ClickSelection()
    private(set) final lazy var touchSelection = TouchSelection(self)

    /// Makes a field with a frame.
    public override init(frame: CGRect) {
        TextViewClasses.adopt()
        super.init(frame: frame)
        setUp()
    }

    /// Reads a field from an archive.
    public required init?(coder: NSCoder) {
        TextViewClasses.adopt()
        super.init(coder: coder)
        setUp()
        readField(coder)
        coder.readNib(self, as: UITextField.self)
    }

    private func setUp() {
        isOpaque = false
        adoptMeasured()
        parts.add()
        touchSelection.add()
    }

    /// Writes the field into an archive; the text of a secure field is left out.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        writeField(coder)
    }

    // MARK: Text

    /// The text; empty at first. Setting it replaces all, in the field's style, and calls no delegate. nil counts as
    /// empty. *Source*: Apple, UITextField.text: "This string is @"" by default".
    open var text: String? {
        get { model.string }
        set {
            model.set(newValue ?? "")
            contentChanged()
        }
    }

    /// The text with its attributes. *Source*: Apple, UITextField.attributedText.
    open var attributedText: NSAttributedString? {
        get { model.attributed }
        set {
            model.set(newValue ?? NSAttributedString(string: ""))
            contentChanged()
        }
    }

    /// The font of the whole text: the system's of 17 points at first; nil stands for that.
    open var font: UIFont? = UIFont.systemFont(ofSize: 17) {
        didSet {
            if font == nil { font = UIFont.systemFont(ofSize: 17) }
            model.setAttributes { $0.merging([.font: self.shownFont]) { $1 } }
            contentChanged()
        }
    }

    /// The colour of the whole text: `UIColor.label` at first; nil stands for that.
    open var textColor: UIColor? = UIColor.label {
        didSet {
            if textColor == nil { textColor = .label }
            model.setAttributes { $0.merging([.foregroundColor: self.textColor ?? .label]) { $1 } }
            contentChanged()
        }
    }

    /// The side of the text; natural at first.
    open var textAlignment = NSTextAlignment.natural {
        didSet { if textAlignment != oldValue { contentChanged() } }
    }

    private var otherAttributes: [NSAttributedString.Key: Any] = [:]

    /// The attributes of text that has none of its own: font, colour, alignment, and others that were set here.
    open var defaultTextAttributes: [NSAttributedString.Key: Any] {
        get {
            var all = otherAttributes
            all[.font] = shownFont
            all[.foregroundColor] = textColor ?? .label
            if all[.paragraphStyle] == nil {
                let style = NSMutableParagraphStyle()
                style.alignment = textAlignment
                style.lineBreakMode = .byTruncatingTail
                all[.paragraphStyle] = style
            }
            return all
        }
        set {
            otherAttributes = newValue
            if let font = newValue[.font] as? UIFont { self.font = font }
            if let color = newValue[.foregroundColor] as? UIColor { textColor = color }
            if let style = newValue[.paragraphStyle] as? NSParagraphStyle { textAlignment = style.alignment }
            model.setAttributes { $0.merging(newValue) { $1 } }
            contentChanged()
        }
    }

    /// The attributes of the text that is typed next: those of the letter before the caret, until they are set. A moved
    /// caret forgets set ones. nil while the text is not edited; setting them then is without effect. *Source*: Apple,
    /// UITextField.typingAttributes.
    open var typingAttributes: [NSAttributedString.Key: Any]? {
        get { isEditing ? defaultTextAttributes.merging(model.attributesOfTyping) { $1 } : nil }
        set { if isEditing { ownTyping = newValue } }
    }
    /// `typingAttributes` if they were set.
    private(set) final var ownTyping: Attributes?

    /// Whether a person may change attributes; false at first. A paste then keeps those of Rich Text Format, and a copy
    /// has them; here no other command changes them.
    open var allowsEditingTextAttributes = false

    /// A grey text that is shown while there is no text.
    open var placeholder: String? {
        get { plainPlaceholder ?? styledPlaceholder?.string }
        set {
            (plainPlaceholder, styledPlaceholder) = (newValue, nil)
            contentChanged()
        }
    }

    /// The placeholder with its attributes; the field's font and the colour of placeholders hold where it has none.
    open var attributedPlaceholder: NSAttributedString? {
        get {
            styledPlaceholder
                ?? plainPlaceholder.map { NSAttributedString(string: $0, attributes: placeholderAttributes) }
        }
        set {
            styledPlaceholder = newValue.map { NSAttributedString(attributedString: $0) }
            plainPlaceholder = nil
            contentChanged()
        }
    }

    private var plainPlaceholder: String?
    private var styledPlaceholder: NSAttributedString?

    private var placeholderAttributes: [NSAttributedString.Key: Any] {
        [.font: shownFont, .foregroundColor: UIColor.placeholderText]
    }

    final var shownPlaceholder: NSAttributedString? {
        guard let styledPlaceholder else { return attributedPlaceholder }
        let all = NSMutableAttributedString(string: styledPlaceholder.string, attributes: placeholderAttributes)
        unsafe styledPlaceholder.enumerateAttributes(in: NSRange(location: 0, length: styledPlaceholder.length)) {
            own, range, _ in
            all.addAttributes(own, range: range)
        }
        return all
    }

    /// Whether text that is too wide is drawn smaller; false at first.
    open var adjustsFontSizeToFitWidth = false {
        didSet { if adjustsFontSizeToFitWidth != oldValue { contentChanged() } }
    }

    /// The least size to which the font is made smaller, in points; 0 at first.
    open var minimumFontSize: CGFloat = 0 {
        didSet { if minimumFontSize != oldValue { contentChanged() } }
    }

    /// Whether the text is emptied when editing begins; false at first.
    open var clearsOnBeginEditing = false

    /// Whether the next typed text replaces all; false at first, and after the text or the selection has changed. All is
    /// selected meanwhile.
    open var clearsOnInsertion: Bool {
        get { editor.replacesAll }
        set {
            if newValue { editor.select(TextSelection(from: 0, to: model.textLength)) }
            editor.replacesAll = newValue
        }
    }

    // MARK: Looks

    /// The edge; none at first.
    open var borderStyle = BorderStyle.none {
        didSet { if borderStyle != oldValue { contentChanged() } }
    }

    /// The picture behind the text, in place of a border; nil for none. Without effect on round borders. *Source*:
    /// Apple, UITextField.background.
    open var background: UIImage? {
        didSet { setNeedsLayout() }
    }

    /// The picture while the field is disabled; nil for `background`.
    open var disabledBackground: UIImage? {
        didSet { setNeedsLayout() }
    }

    /// When the button that empties the field is shown; never at first. It is shown only if there is text.
    open var clearButtonMode = ViewMode.never {
        didSet { setNeedsLayout() }
    }

    /// A picture of the button that empties the field; nil for the system's.
    package final var clearImage: UIImage? {
        didSet { if clearImage !== oldValue { parts.adoptClearImage() } }
    }

    /// A view at the side where lines begin.
    open var leftView: UIView? {
        didSet { parts.replace(oldValue, by: leftView) }
    }

    /// When `leftView` is shown; never at first.
    open var leftViewMode = ViewMode.never {
        didSet { contentChanged() }
    }

    /// A view at the side where lines end.
    open var rightView: UIView? {
        didSet { parts.replace(oldValue, by: rightView) }
    }

    /// When `rightView` is shown; never at first.
    open var rightViewMode = ViewMode.never {
        didSet { contentChanged() }
    }

    /// Whether the field can be used; false ends editing.
    open override var isEnabled: Bool {
        didSet {
            guard isEnabled != oldValue else { return }
            if !isEnabled, isFirstResponder { resignFirstResponder() }
            setNeedsLayout()
        }
    }

    /// The tint, which the caret and the selection have, has changed.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        parts.showSelection()
    }

    /// Light or dark has changed.
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        model.invalidate()
        parts.redraw()
        parts.adoptBorder()
    }

    // MARK: Rectangles

    /// The rectangle of the border: the bounds here.
    open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }

    /// The rectangle of the text: within the border, between the shown views at the sides.
    ///
    /// *Source*: Apple, UITextField.textRect(forBounds:); the distances are assumed (docs/text-entry.md).
    open func textRect(forBounds bounds: CGRect) -> CGRect { parts.textRect(bounds, isEditing: false) }

    /// The rectangle of the text while it is edited: as of the text, with room for the button that is shown meanwhile.
    open func editingRect(forBounds bounds: CGRect) -> CGRect { parts.textRect(bounds, isEditing: true) }

    /// The rectangle of the placeholder: the text's.
    open func placeholderRect(forBounds bounds: CGRect) -> CGRect {
        isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
    }

    /// The rectangle of the button that empties the field.
    open func clearButtonRect(forBounds bounds: CGRect) -> CGRect { parts.clearButtonRect(bounds) }

    /// The rectangle of the left view.
    open func leftViewRect(forBounds bounds: CGRect) -> CGRect { parts.sideRect(leftView, bounds, isAtStart: true) }

    /// The rectangle of the right view.
    open func rightViewRect(forBounds bounds: CGRect) -> CGRect { parts.sideRect(rightView, bounds, isAtStart: false) }

    /// Draws the text into a rectangle of the current context; override it to draw elsewhere.
    open func drawText(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        model.layout.draw(in: rect, scroll: isEditing ? model.scroll : 0, contentVerticalAlignment, context)
    }

    /// Draws the placeholder into a rectangle of the current context; override it to draw another.
    open func drawPlaceholder(in rect: CGRect) { parts.drawPlaceholder(in: rect) }

    /// Lays out the parts.
    open override func layoutSubviews() {
        super.layoutSubviews()
        parts.lay()
    }

    /// The size of the text, or else of the placeholder, with its surroundings.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { parts.fittingSize(size) }

    /// The size of the text, or else of the placeholder, with its surroundings.
    open override var intrinsicContentSize: CGSize { parts.fittingSize(.zero) }

    // MARK: Editing

    /// The receiver of questions and notifications; nil for none.
    open weak var delegate: (any UITextFieldDelegate)?

    /// Whether the text is edited now.
    open var isEditing: Bool { isInSession }

    /// Whether the field is enabled.
    open override var canBecomeFirstResponder: Bool { isEnabled }

    /// Begins editing, if the delegate allows it.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        if window == nil { awaitWindow() }
        guard isEnabled, window != nil, delegate?.textFieldShouldBeginEditing(self) ?? true,
            super.becomeFirstResponder()
        else { return false }
        beginSession()
        return true
    }

    private func beginSession() {
        guard !isInSession else { return }
        if !editor.replacesAll { editor.select(TextSelection(at: model.textLength, .before)) }
        isInSession = true
        model.invalidate()
        if clearsOnBeginEditing, model.textLength > 0, delegate?.textFieldShouldClear(self) ?? true {
            model.set("")
        }
        if isSecureTextEntry, model.textLength > 0 { editor.replacesAll = true }
        setNeedsLayout()
        parts.redraw()
        parts.showSelection()
        sendActions(for: .editingDidBegin)
        delegate?.textFieldDidBeginEditing(self)
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
    }

    /// Ends editing, if the delegate allows it.
    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return super.resignFirstResponder() }
        guard delegate?.textFieldShouldEndEditing(self) ?? true else { return false }
        return super.resignFirstResponder()
    }

    private func endSession() {
        guard isInSession else { return }
        editor.unmark()
        isInSession = false
        touchSelection.hide()
        editor.replacesAll = false
        ownTyping = nil
        model.scroll = 0
        model.invalidate()
        setNeedsLayout()
        parts.redraw()
        parts.showSelection()
        sendActions(for: .editingDidEnd)
        delegate?.textFieldDidEndEditing(self, reason: .committed)
        NotificationCenter.default.post(
            name: Self.textDidEndEditingNotification, object: self,
            userInfo: [Self.didEndEditingReasonUserInfoKey: DidEndEditingReason.committed.rawValue])
    }

    /// The field's own manager, which undoes typing.
    open override var undoManager: UndoManager? { model.undo }

    /// The view in place of a keyboard; nil for the system's.
    open override var inputView: UIView? {
        get { ownInputView }
        set {
            ownInputView = newValue
            reloadInputViews()
        }
    }
    private var ownInputView: UIView?

    /// The view above the keyboard; nil for none.
    open override var inputAccessoryView: UIView? {
        get { ownAccessoryView }
        set {
            ownAccessoryView = newValue
            reloadInputViews()
        }
    }
    private var ownAccessoryView: UIView?

    // MARK: Traits of input

    /// When letters become capitals on a keyboard on the screen; by sentences at first.
    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    /// Whether words are corrected: kept for the program; nothing corrects here.
    open var autocorrectionType = UITextAutocorrectionType.default
    /// Whether misspelt words are marked: kept for the program; nothing checks here.
    open var spellCheckingType = UITextSpellCheckingType.default
    /// Whether quotes are curved: kept for the program; quotes stay as they are typed.
    open var smartQuotesType = UITextSmartQuotesType.default
    /// Whether hyphens become dashes: kept for the program; hyphens stay as they are typed.
    open var smartDashesType = UITextSmartDashesType.default
    /// Whether spaces are added around pasted words: kept for the program; a paste is as it was copied.
    open var smartInsertDeleteType = UITextSmartInsertDeleteType.default
    /// The kind of keyboard on the screen.
    open var keyboardType = UIKeyboardType.default
    /// The looks of a keyboard on the screen.
    open var keyboardAppearance = UIKeyboardAppearance.default
    /// The word on the return key of a keyboard on the screen.
    open var returnKeyType = UIReturnKeyType.default
    /// Whether the return key does nothing while there is no text.
    open var enablesReturnKeyAutomatically = false
    /// The meaning of the text: kept for the program; nothing is filled in here.
    open var textContentType: UITextContentType!
    /// Whether bullets stand for the letters; false at first.
    open var isSecureTextEntry = false {
        didSet {
            guard isSecureTextEntry != oldValue else { return }
            editor.run = nil
            contentChanged()
            window?.textInputMoved()
        }
    }

    // MARK: UIKeyInput

    /// Whether there is text.
    open var hasText: Bool { model.textLength > 0 }

    /// Inserts a text in place of the selection, as if it was typed. A line's end counts as the return key. *Source*:
    /// Apple, UIKeyInput.insertText(_:).
    open func insertText(_ text: String) {
        if text == "\n" { return pressReturn() }
        guard editor.replacesAll, editor.selection.isCaret else { return editor.insert(text) }
        // A secure field that is entered again. The delegate is asked for the text at the end, as many report; the old
        // text cannot be had back.
        let range = model.textLength..<model.textLength
        editor.replacesAll = false
        guard model.allows(range, text) else { return }
        model.replace(0..<model.textLength, with: StyledText())
        editor.textWasSet()
        editor.change(0..<0, editor.typed(text), .typing)
    }

    /// Deletes the selection, or else the letter before the caret.
    open func deleteBackward() {
        if editor.replacesAll { editor.delete(0..<model.textLength) } else { editor.deleteBackward() }
    }

    // MARK: UITextInput

    /// The text in a range.
    open func text(in range: UITextRange) -> String? { geometry.text(range) }

    /// Replaces the text in a range.
    open func replace(_ range: UITextRange, withText text: String) { geometry.replace(range, text) }

    /// The selection; a field that is not edited keeps its last one.
    open var selectedTextRange: UITextRange? {
        get { geometry.selection }
        set { geometry.select(newValue) }
    }

    /// The composed text; nil for none.
    open var markedTextRange: UITextRange? { editor.marked.map { TextOffsets($0) } }

    /// The looks of composed text: kept for the program; it is underlined here.
    open var markedTextStyle: [NSAttributedString.Key: Any]?

    /// Puts a composed text in place of the marked one or the selection.
    open func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
        editor.mark(markedText ?? "", selected: selectedRange)
    }

    /// Takes the composed text as entered.
    open func unmarkText() { editor.unmark() }

    /// The beginning of the text.
    open var beginningOfDocument: UITextPosition { TextOffset(0) }
    /// The end of the text.
    open var endOfDocument: UITextPosition { TextOffset(model.textLength, .before) }

    /// The range between two positions.
    open func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
        geometry.range(fromPosition, toPosition)
    }
    /// The position at a distance in UTF-16 from another; nil outside the text.
    open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        geometry.position(position, offset)
    }
    /// The position at a number of letters in a direction from another; nil outside the text.
    open func position(
        from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
    ) -> UITextPosition? { geometry.position(position, direction, offset) }
    /// The order of two positions.
    open func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult {
        geometry.compare(position, other)
    }
    /// The distance in UTF-16 from one position to another.
    open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int { geometry.offset(from, toPosition) }

    /// The receiver of changes that are not an input method's.
    open weak var inputDelegate: (any UITextInputDelegate)?
    /// Finds words and lines.
    open var tokenizer: any UITextInputTokenizer { ownTokenizer }
    private lazy var ownTokenizer = UITextInputStringTokenizer(textInput: self)

    /// The position in a range that is farthest in a direction.
    open func position(within range: UITextRange, farthestIn direction: UITextLayoutDirection) -> UITextPosition? {
        geometry.farthest(range, direction)
    }
    /// The range of the letter beside a position in a direction.
    open func characterRange(
        byExtending position: UITextPosition, in direction: UITextLayoutDirection
    ) -> UITextRange? { geometry.extended(position, direction) }
    /// The direction of the text.
    open func baseWritingDirection(
        for position: UITextPosition, in direction: UITextStorageDirection
    ) -> NSWritingDirection { model.layout.carets.isRightToLeft ? .rightToLeft : .leftToRight }
    /// Does nothing: the direction of a field's text is that of its first letter with one.
    open func setBaseWritingDirection(_ writingDirection: NSWritingDirection, for range: UITextRange) {}

    /// The rectangle of a range of the text. *Space*: the field's.
    open func firstRect(for range: UITextRange) -> CGRect { selectionRects(for: range).first?.rect ?? .zero }
    /// The rectangle of the caret at a position. *Space*: the field's.
    open func caretRect(for position: UITextPosition) -> CGRect {
        (position as? TextOffset).map { parts.caretRect($0) } ?? .zero
    }
    /// The rectangles of a range: several where directions mix. *Space*: the field's.
    open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
        (range as? TextOffsets).map { parts.selectionRects($0.value) } ?? []
    }
    /// The position nearest to a point. *Space*: the field's.
    open func closestPosition(to point: CGPoint) -> UITextPosition? {
        let found = parts.position(at: point)
        return TextOffset(found.position, found.side)
    }
    /// The position nearest to a point within a range. *Space*: the field's.
    open func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition? {
        geometry.clamped(closestPosition(to: point), range)
    }
    /// The range of the letter at a point; nil beside the text. *Space*: the field's.
    open func characterRange(at point: CGPoint) -> UITextRange? { parts.letter(at: point).map { TextOffsets($0) } }

    final var geometry: TextGeometry { TextGeometry(editor) }

    // MARK: Commands

    /// Whether an edit command can be carried out now. The text of a secure field is neither copied nor cut.
    open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        guard let command = EditAction(action) else { return super.canPerformAction(action, withSender: sender) }
        return canPerform(command)
    }

    /// Copies the selection and deletes it.
    open override func cut(_ sender: Any?) { perform(.cut, sender) }
    /// Copies the selection.
    open override func copy(_ sender: Any?) { perform(.copy, sender) }
    /// Inserts the pasteboard's text.
    open override func paste(_ sender: Any?) { perform(.paste, sender) }
    /// Selects the word at the caret.
    open override func select(_ sender: Any?) { perform(.select, sender) }
    /// Selects all.
    open override func selectAll(_ sender: Any?) { perform(.selectAll, sender) }
    /// Deletes the selection.
    open override func delete(_ sender: Any?) { perform(.delete, sender) }

    // MARK: Keys

    /// Carries out a key's command; a key that types is followed by its text.
    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let command = command(presses.first?.key) else { return super.pressesBegan(presses, with: event) }
        perform(command)
    }

    /// Ignores keys that are commands or letters.
    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if command(presses.first?.key) == nil { super.pressesEnded(presses, with: event) }
    }

    // MARK: Touches

    /// A pressed mouse begins editing and places the caret; with shift it extends the selection; twice it selects the
    /// word, three times all.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
        guard let touch = touches.first, touch.isMouse else { return }
        waitsForDrag =
            touch.tapCount == 1 && event?.modifierFlags.isEmpty != false
            && touchSelection.dragging.canDrag(at: touch.location(in: self))
        if waitsForDrag { return }
        touchSelection.mousePressed()
        press(touch, event)
    }
    /// Whether the mouse is pressed on selected text, which may become a drag: the caret is placed only at its end.
    private var waitsForDrag = false
    /// A mouse selects.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesMoved(touches, with: event)
        if let touch = touches.first, touch.isMouse { drag(touch) }
    }
    /// A finger that taps begins editing and places the caret.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        if waitsForDrag, let touch = touches.first {
            touchSelection.mousePressed()
            press(touch, event)
        }
        waitsForDrag = false
        clicks.first = nil
        if isEditing { ownPrimarySelection() }
        guard let touch = touches.first, !touch.isMouse, point(inside: touch.location(in: self), with: event) else {
            return
        }
        touchSelection.willTap()
        if !touchSelection.isOnSelection(touch.location(in: self)) || touch.tapCount > 1 { press(touch, event) }
        clicks.first = nil
        if isEditing { touchSelection.tapped(touch.tapCount, touch) }
    }
    /// Handles of the selection may lie outside the field.
    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        super.point(inside: point, with: event) || touchSelection.hasHandle(at: point)
    }
    /// Ends selecting.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesCancelled(touches, with: event)
        waitsForDrag = false
        clicks.first = nil
    }

    /// The focus has come by the tab key: begins editing.
    open override func didUpdateFocus(in context: UIFocusUpdateContext) {
        super.didUpdateFocus(in: context)
        if context.nextFocusedView === self { becomeFirstResponder() }
    }

    // MARK: Accessibility

    /// The placeholder, unless the program has set a label. *Source*: assumed; VoiceOver reads it so.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? placeholder }
        set { super.accessibilityLabel = newValue }
    }
    /// The text, or bullets for a secure field.
    open override var accessibilityValue: String? {
        get {
            if let value = super.accessibilityValue { return value }
            guard hasText else { return nil }
            return isSecureTextEntry ? String(decoding: model.shown().units, as: UTF16.self) : model.string
        }
        set { super.accessibilityValue = newValue }
    }

    // MARK: Notifications

    /// Editing has begun.
    public nonisolated static let textDidBeginEditingNotification = NSNotification.Name(
        "UITextFieldTextDidBeginEditingNotification")
    /// Editing has ended.
    public nonisolated static let textDidEndEditingNotification = NSNotification.Name(
        "UITextFieldTextDidEndEditingNotification")
    /// The text was edited.
    public nonisolated static let textDidChangeNotification = NSNotification.Name(
        "UITextFieldTextDidChangeNotification")
    /// The key of the reason why editing ended.
    public nonisolated static let didEndEditingReasonUserInfoKey = "UITextFieldDidEndEditingReasonKey"

    // MARK: Reports of the model

    /// The text was edited by a person.
    final func textWasEdited() {
        contentChanged()
        touchSelection.selectionChanged()
        sendActions(for: .editingChanged)
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
    }

    /// The selection has changed.
    final func selectionWasChanged() {
        ownTyping = nil
        parts.showSelection()
        touchSelection.selectionChanged()
        if isEditing { delegate?.textFieldDidChangeSelection(self) }
    }

    /// Shows a change of the text or of the looks.
    final func contentChanged() {
        model.invalidate()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
        parts.redraw()
        parts.showSelection()
    }

    /// No longer the first responder: ends editing.
    package final func lostFirstResponder() { endSession() }
}
