import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import UIKitCore

/// A kind of data that a text view makes links of.
public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Telephone numbers.
    public static let phoneNumber = UIDataDetectorTypes(rawValue: 1 << 0)
    /// Addresses of the web and of mail.
    public static let link = UIDataDetectorTypes(rawValue: 1 << 1)
    /// Postal addresses; not detected here.
    public static let address = UIDataDetectorTypes(rawValue: 1 << 2)
    /// Dates; not detected here.
    public static let calendarEvent = UIDataDetectorTypes(rawValue: 1 << 3)
    /// All kinds.
    public static let all = UIDataDetectorTypes(rawValue: .max)
}

/// A text of several lines that scrolls, and that a person may edit.
///
/// *Units*: points. docs/text-entry.md describes keys, touches and the order of calls.
open class UITextView: UIScrollView, UITextInput, UIContentSizeCategoryAdjusting {
    /// The text with its attributes.
    public final let textStorage: NSTextStorage
    /// The layout of the text.
    public final let layoutManager: NSLayoutManager
    /// The area of the text.
    public final let textContainer: NSTextContainer
    /// The layout by Apple's newer classes: nil here.
    open var textLayoutManager: AnyObject? { nil }

    private(set) final lazy var model = TextViewModel(self)
    final var editor: TextEditor { model.editor }
    final lazy var parts = TextViewParts(self)
    private var isInSession = false
    final var clicks = ClickSelection()
    private(set) final lazy var touchSelection = TouchSelection(self)

    /// Makes a text view with a frame; with a container, its storage and manager are used.
    public init(frame: CGRect, textContainer: NSTextContainer?) {
        TextViewClasses.adopt()
        let container = textContainer ?? NSTextContainer(size: CGSize(width: frame.width, height: 1e7))
        let manager = container.layoutManager ?? NSLayoutManager()
        if container.layoutManager == nil { manager.addTextContainer(container) }
        let storage = manager.textStorage ?? NSTextStorage(string: "", attributes: nil)
        if manager.textStorage == nil { storage.addLayoutManager(manager) }
        (textStorage, layoutManager, self.textContainer) = (storage, manager, container)
        super.init(frame: frame)
        setUp()
    }

    /// Makes a text view without a frame. The argument has no effect: `NSLayoutManager` lays out the text, as with `false`.
    public convenience init(usingTextLayoutManager: Bool) { self.init(frame: .zero) }

    /// Makes a text view with a frame.
    public convenience override init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }

    /// Reads a text view from an archive.
    public required init?(coder: NSCoder) {
        TextViewClasses.adopt()
        textContainer = NSTextContainer(size: CGSize(width: 0, height: 1e7))
        layoutManager = NSLayoutManager()
        layoutManager.addTextContainer(textContainer)
        textStorage = NSTextStorage(string: "", attributes: nil)
        textStorage.addLayoutManager(layoutManager)
        super.init(coder: coder)
        setUp()
        if let font = coder.optionalObject(of: UIFont.self, forKey: "UIFont") { self.font = font }
        if let color = coder.optionalObject(of: UIColor.self, forKey: "UITextColor") { textColor = color }
        if coder.containsValue(forKey: "UITextAlignment") {
            textAlignment = NSTextAlignment(rawValue: coder.decodeInteger(forKey: "UITextAlignment")) ?? .natural
        }
        coder.readFlag(forKey: "UIEditable") { isEditable = $0 }
        coder.readFlag(forKey: "UISelectable") { isSelectable = $0 }
        if let text = coder.optionalText(forKey: "UIText") { self.text = text }
        if let styled = coder.styledText(forKey: "UIAttributedText") { attributedText = styled }
        coder.readNib(self, as: UITextView.self)
    }

    /// Writes the text view into an archive; a secure text is left out.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeOptional(ownFont, forKey: "UIFont")
        coder.encodeOptional(ownColor, forKey: "UITextColor")
        coder.encode(textAlignment.rawValue, forKey: "UITextAlignment")
        coder.encode(isEditable, forKey: "UIEditable")
        coder.encode(isSelectable, forKey: "UISelectable")
        if !isSecureTextEntry {
            coder.encode(styled: NSAttributedString(attributedString: textStorage), forKey: "UIAttributedText")
        }
    }

    private func setUp() {
        adoptMeasured()
        textContainer.view = self
        textContainer.widthTracksTextView = true
        layoutManager.allowsNonContiguousLayout = true
        backgroundColor = .systemBackground
        alwaysBounceVertical = true
        parts.add()
        touchSelection.add()
        adoptDefaults()
    }

    // MARK: Text

    /// The receiver of questions and reports, of scrolling too; nil for none.
    @_nonoverride open weak var delegate: (any UITextViewDelegate)? {
        get { super.delegate as? any UITextViewDelegate }
        set { super.delegate = newValue }
    }

    /// The text; setting it gives all of it the view's font, colour and alignment.
    open var text: String! {
        get { textStorage.string }
        set { set(StyledText(newValue ?? "", ownAttributes)) }
    }

    /// The text with its attributes.
    open var attributedText: NSAttributedString! {
        get { NSAttributedString(attributedString: textStorage) }
        set { set(newValue.map { StyledText($0) } ?? StyledText()) }
    }

    private func set(_ piece: StyledText) {
        textStorage.setAttributedString(piece.attributed)
        editor.textWasSet()
        ownTyping = nil
        detectLinks()
        contentChanged()
        if isInSession { parts.showSelection(follows: false) }
    }

    private var ownFont: UIFont?
    private var ownColor: UIColor?

    /// Whether a font of `UIFont.preferredFont(forTextStyle:)` follows the size of text of the view's traits; false at first.
    /// The font of the whole text counts, and other fonts keep their size. *Source*: Apple,
    /// UIContentSizeCategoryAdjusting.adjustsFontForContentSizeCategory.
    open var adjustsFontForContentSizeCategory = false {
        didSet { adjustFont() }
    }

    private func adjustFont() {
        guard adjustsFontForContentSizeCategory, let font, let style = font.textStyle else { return }
        let wanted = UIFont.preferredFont(forTextStyle: style, compatibleWith: traitCollection)
        if wanted.pointSize != font.pointSize { self.font = wanted }
    }

    /// The font of the first letter, or else of text that is typed; nil for the system's. Setting it changes the whole
    /// text.
    open var font: UIFont? {
        get {
            textStorage.store.count > 0
                ? textStorage.store.runs.attributes(at: 0).attributes[.font] as? UIFont ?? ownFont : ownFont
        }
        set {
            ownFont = newValue
            setForAll(.font, newValue)
        }
    }

    /// The colour of the first letter, or else of text that is typed; nil for that of labels. Setting it changes the
    /// whole text.
    open var textColor: UIColor? {
        get {
            guard textStorage.store.count > 0 else { return ownColor }
            return textStorage.store.runs.attributes(at: 0).attributes[.foregroundColor] as? UIColor ?? ownColor
        }
        set {
            ownColor = newValue
            setForAll(.foregroundColor, newValue)
        }
    }

    /// The side of lines; natural at first. Setting it changes the whole text.
    open var textAlignment = NSTextAlignment.natural {
        didSet {
            changeParagraphs(0..<model.textLength) { $0.alignment = textAlignment }
            if let typing = ownTyping {
                ownTyping?[.paragraphStyle] = paragraphStyle(typing) { $0.alignment = textAlignment }
            }
            adoptDefaults()
            contentChanged()
        }
    }

    /// The paragraph style of attributes, or else the standard one, with a change.
    private func paragraphStyle(
        _ attributes: Attributes, _ change: (NSMutableParagraphStyle) -> Void
    ) -> NSParagraphStyle {
        let old = attributes[.paragraphStyle] as? NSParagraphStyle ?? NSParagraphStyle()
        guard let new = old.mutableCopy() as? NSMutableParagraphStyle else { return old }
        change(new)
        return new
    }

    /// Changes the paragraph styles of a range; their other values stay.
    private func changeParagraphs(_ range: Range<Int>, _ change: (NSMutableParagraphStyle) -> Void) {
        textStorage.beginEditing()
        for run in textStorage.store.runs.runs(in: range) {
            textStorage.addAttribute(
                .paragraphStyle, value: paragraphStyle(run.attributes, change), range: run.range.ns)
        }
        textStorage.endEditing()
    }

    private func setForAll(_ key: NSAttributedString.Key, _ value: Any?) {
        ownTyping?[key] = value
        adoptDefaults()
        let all = NSRange(location: 0, length: textStorage.length)
        if let value {
            textStorage.addAttribute(key, value: value, range: all)
        } else {
            textStorage.removeAttribute(key, range: all)
        }
        contentChanged()
    }

    /// The view's own attributes of text.
    private var ownAttributes: Attributes {
        var all: Attributes = [:]
        all[.font] = ownFont
        all[.foregroundColor] = ownColor
        if textAlignment != .natural {
            let style = NSMutableParagraphStyle()
            style.alignment = textAlignment
            all[.paragraphStyle] = style
        }
        return all
    }

    /// Gives the layout the attributes of text that has none. *Source*: without a font, text is in the system's font of
    /// 12 points, as many report; the colour is that of labels since iOS 13.
    private func adoptDefaults() {
        layoutManager.defaults = [
            .font: UIFont.systemFont(ofSize: 12), .foregroundColor: UIColor(cgColor: resolved(.label)),
        ]
        .merging(ownAttributes) { $1 }
        layoutManager.linkAttributes = linkTextAttributes
        layoutManager.invalidateAll()
    }

    private var ownTyping: Attributes?

    /// The attributes of text that is typed next: those of the letter before the caret, until they are set. A moved caret
    /// forgets set ones.
    open var typingAttributes: [NSAttributedString.Key: Any] {
        get {
            if let ownTyping { return ownTyping }
            guard textStorage.store.count > 0 else { return ownAttributes }
            let position = max(0, min(editor.selection.range.lowerBound, textStorage.store.count) - 1)
            var found = textStorage.store.runs.attributes(at: position).attributes
            found[.attachment] = nil
            found[.link] = nil
            return found
        }
        set {
            ownTyping = newValue
            layoutManager.endAttributes = newValue
        }
    }

    /// The attributes of links, over their own: the colour of links at first.
    open var linkTextAttributes: [NSAttributedString.Key: Any]! = [.foregroundColor: UIColor.link] {
        didSet {
            if linkTextAttributes == nil { linkTextAttributes = [:] }
            adoptDefaults()
        }
    }

    /// The selection in UTF-16. *Source*: Apple, UITextView.selectedRange.
    open var selectedRange: NSRange {
        get { editor.selection.range.ns }
        set {
            let range = Range(newValue, in: model.textLength)
            editor.select(TextSelection(from: range.lowerBound, to: range.upperBound, .before))
        }
    }

    /// Whether a person may change the text; true at first.
    open var isEditable = true {
        didSet {
            guard isEditable != oldValue else { return }
            if !isEditable, isInSession { endSession() }
            detectLinks()
            parts.showSelection(follows: false)
        }
    }

    /// Whether a person may select text and use links; true at first.
    open var isSelectable = true {
        didSet { if !isSelectable, isFirstResponder { resignFirstResponder() } }
    }

    /// The kinds of data that become links while the text cannot be edited; none at first. Links and telephone numbers
    /// are found here, by the rule of `NSDataDetector`.
    open var dataDetectorTypes: UIDataDetectorTypes = [] {
        didSet { detectLinks() }
    }

    /// Whether a person may change attributes; false at first. A paste then keeps those of Rich Text Format; here no other
    /// command changes them.
    open var allowsEditingTextAttributes = false

    /// Whether the next typed text replaces all; false at first, and after the text or the selection has changed. All is
    /// selected meanwhile.
    open var clearsOnInsertion: Bool {
        get { editor.replacesAll }
        set {
            if newValue { editor.select(TextSelection(from: 0, to: model.textLength)) }
            editor.replacesAll = newValue
        }
    }

    /// The distances of the text from the view's edges: 8 above and below at first. *Source*: Apple,
    /// UITextView.textContainerInset.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
        didSet { if textContainerInset != oldValue { contentChanged() } }
    }

    /// Scrolls so that a range is seen.
    open func scrollRangeToVisible(_ range: NSRange) {
        parts.scroll(to: Range(range, in: model.textLength), animated: true)
    }

    private func detectLinks() {
        let found = isEditable ? [] : dataDetectorTypes.links(in: textStorage.string)
        guard !(found.isEmpty && layoutManager.detected.isEmpty) else { return }
        layoutManager.detected = found
        layoutManager.invalidateAll()
    }

    // MARK: Layout

    /// Whether a finger scrolls. If not, constraints make the view as high as its text.
    open override var isScrollEnabled: Bool {
        get { super.isScrollEnabled }
        set {
            super.isScrollEnabled = newValue
            invalidateIntrinsicContentSize()
        }
    }

    /// Lays out the text that is seen.
    open override func layoutSubviews() {
        super.layoutSubviews()
        parts.lay()
    }

    /// The size of the text in a width, with the distances around it.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { parts.fittingSize(size) }

    /// The size of the text where it does not scroll; otherwise none.
    open override var intrinsicContentSize: CGSize {
        isScrollEnabled ? super.intrinsicContentSize : parts.fittingSize(CGSize(width: 1e7, height: 1e7))
    }

    /// The tint has changed.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        parts.showSelection(follows: false)
    }

    /// Light or dark has changed.
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        adjustFont()
        adoptDefaults()
        parts.redraw()
    }

    // MARK: Editing

    /// Whether the text is edited now.
    final var isEditingText: Bool { isInSession }

    /// Whether the text can be edited or selected.
    open override var canBecomeFirstResponder: Bool { isEditable || isSelectable }

    /// Whether the tab key leads here: to text that can be edited.
    open override var canBecomeFocused: Bool { isEditable }

    /// Begins editing, if the delegate allows it.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard window != nil else {
            awaitWindow()
            return false
        }
        if isEditable, delegate?.textViewShouldBeginEditing(self) == false { return false }
        guard super.becomeFirstResponder() else { return false }
        if isEditable { beginSession() }
        parts.showSelection(follows: true)
        return true
    }

    private func beginSession() {
        guard !isInSession else { return }
        isInSession = true
        delegate?.textViewDidBeginEditing(self)
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
    }

    /// Ends editing, if the delegate allows it.
    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return super.resignFirstResponder() }
        if isInSession, delegate?.textViewShouldEndEditing(self) == false { return false }
        return super.resignFirstResponder()
    }

    private func endSession() {
        guard isInSession else { return }
        editor.unmark()
        isInSession = false
        delegate?.textViewDidEndEditing(self)
        NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
    }

    /// The view's own manager, which undoes typing.
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
    /// Whether records of events and accessibility leave the text out; it is shown all the same. *Source*: Apple's text
    /// views show no bullets.
    open var isSecureTextEntry = false {
        didSet { if isSecureTextEntry != oldValue { window?.textInputMoved() } }
    }

    // MARK: UIKeyInput

    /// Whether there is text.
    open var hasText: Bool { model.textLength > 0 }

    /// Inserts a text in place of the selection, as if it was typed.
    open func insertText(_ text: String) { editor.insert(text) }

    /// Deletes the selection, or else the letter before the caret.
    open func deleteBackward() { editor.deleteBackward() }

    // MARK: UITextInput

    /// The text in a range.
    open func text(in range: UITextRange) -> String? { geometry.text(range) }
    /// Replaces the text in a range.
    open func replace(_ range: UITextRange, withText text: String) { geometry.replace(range, text) }
    /// The selection.
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
    /// The position at a number of letters or lines in a direction from another; nil outside the text.
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
    /// The direction of the paragraph at a position.
    open func baseWritingDirection(
        for position: UITextPosition, in direction: UITextStorageDirection
    ) -> NSWritingDirection {
        guard let position = position as? TextOffset else { return .natural }
        return layoutManager.caretLine(at: position.value, position.side).isRightToLeft ? .rightToLeft : .leftToRight
    }
    /// Sets the direction of the paragraphs of a range.
    open func setBaseWritingDirection(_ writingDirection: NSWritingDirection, for range: UITextRange) {
        guard let range = range as? TextOffsets else { return }
        let breaks = editor.breaks
        let start = breaks.paragraph(at: range.value.lowerBound).lowerBound
        let end = breaks.paragraph(at: range.value.upperBound).upperBound
        changeParagraphs(start..<end) { $0.baseWritingDirection = writingDirection }
    }
    /// The rectangle of the first line of a range. *Space*: the view's.
    open func firstRect(for range: UITextRange) -> CGRect { selectionRects(for: range).first?.rect ?? .zero }
    /// The rectangle of the caret at a position. *Space*: the view's.
    open func caretRect(for position: UITextPosition) -> CGRect {
        (position as? TextOffset).map { parts.caretRect($0) } ?? .zero
    }
    /// The rectangles of a range: at least one for each line. *Space*: the view's.
    open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
        (range as? TextOffsets).map { parts.selectionRects($0.value) } ?? []
    }
    /// The position nearest to a point. *Space*: the view's.
    open func closestPosition(to point: CGPoint) -> UITextPosition? {
        let found = parts.position(at: point)
        return TextOffset(found.position, found.side)
    }
    /// The position nearest to a point within a range. *Space*: the view's.
    open func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition? {
        geometry.clamped(closestPosition(to: point), range)
    }
    /// The range of the letter at a point; nil beside the text. *Space*: the view's.
    open func characterRange(at point: CGPoint) -> UITextRange? { parts.letter(at: point).map { TextOffsets($0) } }

    final var geometry: TextGeometry { TextGeometry(editor) }

    // MARK: Commands

    /// Whether an edit command can be carried out now.
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

    // MARK: Accessibility

    /// Whether the text is an element; true at first.
    open override var isAccessibilityElement: Bool {
        get { isElement }
        set {
            isElement = newValue
            super.isAccessibilityElement = newValue
        }
    }
    private var isElement = true

    /// The text; nil for a secure one.
    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? (isSecureTextEntry || !hasText ? nil : text) }
        set { super.accessibilityValue = newValue }
    }

    // MARK: Notifications

    /// Editing has begun.
    public nonisolated static let textDidBeginEditingNotification = NSNotification.Name(
        "UITextViewTextDidBeginEditingNotification")
    /// The text was edited.
    public nonisolated static let textDidChangeNotification = NSNotification.Name("UITextViewTextDidChangeNotification")
    /// Editing has ended.
    public nonisolated static let textDidEndEditingNotification = NSNotification.Name(
        "UITextViewTextDidEndEditingNotification")

    // MARK: Reports of the model

    /// The text was edited by a person.
    final func textWasEdited() {
        contentChanged()
        parts.showSelection(follows: true)
        touchSelection.selectionChanged()
        delegate?.textViewDidChange(self)
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
    }

    /// The selection has changed.
    final func selectionWasChanged() {
        ownTyping = nil
        layoutManager.endAttributes = textStorage.store.count == 0 ? ownAttributes : nil
        if !model.isEditing { parts.showSelection(follows: true) }
        touchSelection.selectionChanged()
        delegate?.textViewDidChangeSelection(self)
    }

    /// Shows a change of the text or of the looks.
    final func contentChanged() {
        if !isScrollEnabled { invalidateIntrinsicContentSize() }
        setNeedsLayout()
        parts.redraw()
    }

    /// The storage was edited.
    final func textChanged(_ range: NSRange, _ delta: Int) {
        if !model.isEditing, range.location != NSNotFound {
            let old = max(0, range.length - delta)
            if delta != 0 { editor.textWasReplaced(range.location..<range.location + old, by: range.length) }
            detectLinks()
        }
        contentChanged()
    }

    /// The container or the layout has changed.
    final func layoutChanged() { contentChanged() }
    /// Something is to be drawn anew.
    final func drawAnew() { parts.redraw() }

    /// No longer the first responder: ends editing.
    package final func lostFirstResponder() {
        endSession()
        touchSelection.hide()
        parts.showSelection(follows: false)
    }
}
