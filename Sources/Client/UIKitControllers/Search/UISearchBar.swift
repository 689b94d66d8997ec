import CoreGraphics
import Foundation

/// A field for searches, with a cancel button and a row of scopes if they are wanted.
///
/// *Source*: Apple, UISearchBar, UISearchBar.h; docs/navigation.md has the sizes.
open class UISearchBar: UIView, UIBarPositioning, NavigationAccessory {
    /// The background; raw values are Apple's.
    public enum Style: UInt, Sendable {
        /// That of a prominent bar.
        case `default` = 0
        /// A bar with a background, and lines at its edges.
        case prominent = 1
        /// No background.
        case minimal = 2
    }

    /// A picture in the field; raw values are Apple's.
    public enum Icon: Int, Sendable {
        /// The magnifying glass.
        case search = 0
        /// The button that empties the field.
        case clear = 1
        /// The bookmark button.
        case bookmark = 2
        /// The button of recent results.
        case resultsList = 3
    }

    /// The receiver of questions and reports; nil for none.
    open weak var delegate: (any UISearchBarDelegate)?
    /// The controller that searches by the bar; nil for none.
    final weak var controller: UISearchController?
    private let parts = SearchBarParts()
    private lazy var link = SearchFieldLink(self)

    /// Makes a bar without a text.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// Reads a bar's frame, texts and scopes from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        text = coder.optionalText(forKey: "UIText")
        placeholder = coder.optionalText(forKey: "UIPlaceholder")
        prompt = coder.optionalText(forKey: "UIPrompt")
        searchBarStyle = Style(rawValue: UInt(max(0, coder.decodeInteger(forKey: "UISearchBarStyle")))) ?? .default
        coder.readFlag(forKey: "UIShowsCancelButton") { showsCancelButton = $0 }
        coder.readFlag(forKey: "UIShowsBookmarkButton") { showsBookmarkButton = $0 }
        coder.readFlag(forKey: "UIShowsScopeBar") { showsScopeBar = $0 }
        coder.readNib(self, as: UISearchBar.self)
    }

    /// Writes the frame and the texts into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeOptional(text, forKey: "UIText")
        coder.encodeOptional(placeholder, forKey: "UIPlaceholder")
        coder.encodeOptional(prompt, forKey: "UIPrompt")
        coder.encode(Int(searchBarStyle.rawValue), forKey: "UISearchBarStyle")
        coder.encode(showsCancelButton, forKey: "UIShowsCancelButton")
        coder.encode(showsBookmarkButton, forKey: "UIShowsBookmarkButton")
        coder.encode(showsScopeBar, forKey: "UIShowsScopeBar")
    }

    private func setUp() {
        isOpaque = false
        clipsToBounds = false
        parts.add(to: self)
        parts.field.delegate = link
        parts.field.enablesReturnKeyAutomatically = true
        parts.field.autocapitalizationType = .none
        parts.field.addAction(UIAction { [weak self] _ in self?.textWasEdited() }, for: .editingChanged)
        parts.cancel.addAction(UIAction { [weak self] _ in self?.cancelWasPressed() }, for: .primaryActionTriggered)
        parts.right.addAction(UIAction { [weak self] _ in self?.rightWasPressed() }, for: .primaryActionTriggered)
        parts.scopes.addAction(UIAction { [weak self] _ in self?.scopeWasChosen() }, for: .valueChanged)
        contentChanged()
    }

    // MARK: Content

    /// The field. A program that sets its delegate takes the place of this bar's delegate.
    open var searchTextField: UISearchTextField { parts.field }

    /// The text; nil and "" are the same. Setting it calls no delegate, but an active search controller's updater.
    open var text: String? {
        get { parts.field.text }
        set {
            parts.field.text = newValue
            controller?.textChanged()
        }
    }

    /// A line above the field, which makes the bar higher; nil for none.
    open var prompt: String? {
        didSet { sizeChanged() }
    }
    /// A grey text in the empty field; nil for none.
    open var placeholder: String? {
        get { parts.field.placeholder }
        set { parts.field.placeholder = newValue }
    }
    /// Whether the empty field has a button with a book; false at first.
    open var showsBookmarkButton = false {
        didSet { contentChanged() }
    }
    /// Whether the empty field has a button of recent results; false at first.
    open var showsSearchResultsButton = false {
        didSet { contentChanged() }
    }
    /// Whether that button is selected; false at first.
    open var isSearchResultsButtonSelected = false {
        didSet { contentChanged() }
    }
    /// Whether the cancel button is shown; false at first.
    open var showsCancelButton = false {
        didSet { if showsCancelButton != oldValue { setNeedsLayout() } }
    }

    /// Shows or hides the cancel button; an animated change moves the field's end.
    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        self.showsCancelButton = showsCancelButton
        if animated { animateLayout() }
    }

    private func animateLayout() {
        guard window != nil else { return }
        // The duration is assumed.
        UIView.animate(withDuration: 0.25) { self.layoutIfNeeded() }
    }

    /// Whether the bar can be used; true at first. *Source*: Apple, UISearchBar.isEnabled.
    open var isEnabled = true {
        didSet {
            parts.field.isEnabled = isEnabled
            isUserInteractionEnabled = isEnabled
            contentChanged()
        }
    }

    // MARK: Scopes

    /// The titles of the scopes; nil for none.
    open var scopeButtonTitles: [String]? {
        didSet {
            parts.setScopes(scopeButtonTitles ?? [])
            sizeChanged()
        }
    }
    /// The index of the selected scope; 0 at first. Setting it calls no delegate.
    open var selectedScopeButtonIndex: Int {
        get { max(0, parts.scopes.selectedSegmentIndex) }
        set { parts.scopes.selectedSegmentIndex = newValue }
    }
    /// Whether the row of scopes is shown, which makes the bar higher; false at first.
    open var showsScopeBar = false {
        didSet { if showsScopeBar != oldValue { sizeChanged() } }
    }

    /// Shows or hides the row of scopes; an animated change fades.
    open func setShowsScope(_ show: Bool, animated: Bool) {
        showsScopeBar = show
        if animated { animateLayout() }
    }

    final var isScopeRowShown: Bool { showsScopeBar && scopeButtonTitles?.isEmpty == false }

    // MARK: Looks

    /// The background; `default` at first.
    open var searchBarStyle = Style.default {
        didSet { contentChanged() }
    }
    /// The colours; by the traits at first.
    open var barStyle = UIBarStyle.default {
        didSet { overrideUserInterfaceStyle = barStyle == .black ? .dark : .unspecified }
    }
    /// The colour of the background; nil for the style's.
    open var barTintColor: UIColor? {
        didSet { contentChanged() }
    }
    /// Whether the background lets content through; true at first.
    open var isTranslucent = true {
        didSet { contentChanged() }
    }
    /// The position: the delegate's, or the top.
    open var barPosition: UIBarPosition {
        let said = delegate?.position(for: self) ?? .any
        return said == .any ? .top : said
    }
    /// The picture behind the bar; nil for the style's background.
    open var backgroundImage: UIImage? {
        didSet { contentChanged() }
    }
    /// Sets the picture behind the bar; one for other metrics than `default` is not used, as bars have one height here.
    open func setBackgroundImage(
        _ backgroundImage: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics
    ) {
        guard barMetrics == .default || barMetrics == .defaultPrompt else { return }
        self.backgroundImage = backgroundImage
    }
    /// The picture behind the bar; nil for the style's background.
    open func backgroundImage(for barPosition: UIBarPosition, barMetrics: UIBarMetrics) -> UIImage? { backgroundImage }
    /// The picture behind the row of scopes; nil for none.
    open var scopeBarBackgroundImage: UIImage? {
        didSet { contentChanged() }
    }

    /// Sets the picture of the field in a state; the field is as high as the picture. nil for the round field.
    open func setSearchFieldBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State) {
        parts.fieldImages[state.rawValue] = backgroundImage
        contentChanged()
    }
    /// The picture of the field in a state; nil for the round field.
    open func searchFieldBackgroundImage(for state: UIControl.State) -> UIImage? { parts.fieldImages[state.rawValue] }

    /// Sets a picture in the field in a state; nil for the system's.
    open func setImage(_ iconImage: UIImage?, for icon: Icon, state: UIControl.State) {
        parts.icons[icon, default: [:]][state.rawValue] = iconImage
        contentChanged()
    }
    /// A picture in the field that was set for a state; nil for the system's.
    open func image(for icon: Icon, state: UIControl.State) -> UIImage? { parts.icons[icon]?[state.rawValue] }

    /// Sets the background of scope buttons in a state; nil for the system's.
    open func setScopeBarButtonBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State) {
        parts.scopes.setBackgroundImage(backgroundImage, for: state, barMetrics: .default)
    }
    /// The background of scope buttons in a state; nil for the system's.
    open func scopeBarButtonBackgroundImage(for state: UIControl.State) -> UIImage? {
        parts.scopes.backgroundImage(for: state, barMetrics: .default)
    }
    /// Sets the picture between scope buttons by their states; nil for the system's.
    open func setScopeBarButtonDividerImage(
        _ dividerImage: UIImage?, forLeftSegmentState leftState: UIControl.State,
        rightSegmentState rightState: UIControl.State
    ) {
        parts.scopes.setDividerImage(
            dividerImage, forLeftSegmentState: leftState, rightSegmentState: rightState, barMetrics: .default)
    }
    /// The picture between scope buttons by their states; nil for the system's.
    open func scopeBarButtonDividerImage(
        forLeftSegmentState leftState: UIControl.State, rightSegmentState rightState: UIControl.State
    ) -> UIImage? {
        parts.scopes.dividerImage(
            forLeftSegmentState: leftState, rightSegmentState: rightState, barMetrics: .default)
    }
    /// Sets the attributes of scope titles in a state.
    open func setScopeBarButtonTitleTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
    ) { parts.scopes.setTitleTextAttributes(attributes, for: state) }
    /// The attributes of scope titles in a state; nil for the system's.
    open func scopeBarButtonTitleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        parts.scopes.titleTextAttributes(for: state)
    }

    /// How far the field is moved from its place, in points; zero at first.
    open var searchFieldBackgroundPositionAdjustment = UIOffset.zero {
        didSet { setNeedsLayout() }
    }

    // MARK: Layout

    /// Whether the bar is under the title of a navigation bar.
    final var isInNavigationBar = false {
        didSet { if isInNavigationBar != oldValue { sizeChanged() } }
    }
    /// Called if the bar needs another height.
    final var heightChanged: (() -> Void)?

    private func sizeChanged() {
        invalidateIntrinsicContentSize()
        contentChanged()
        heightChanged?()
    }

    private func contentChanged() {
        parts.show(self)
        setNeedsLayout()
    }

    /// The height with prompt and scopes. *Units*: points.
    final var wantedHeight: CGFloat { parts.height(self) }

    /// As wide as the room, and as high as prompt, field and scopes.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width.isFinite ? size.width : bounds.width, height: wantedHeight)
    }
    /// As high as prompt, field and scopes.
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: wantedHeight) }

    /// Lays out field, buttons, prompt and scopes.
    open override func layoutSubviews() {
        super.layoutSubviews()
        parts.lay(self)
    }

    /// Light or dark has changed.
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        contentChanged()
    }

    // MARK: Responder

    /// Whether the field can be edited.
    open override var canBecomeFirstResponder: Bool { parts.field.canBecomeFirstResponder }
    /// Whether the field is edited.
    open override var isFirstResponder: Bool { parts.field.isFirstResponder }
    /// Begins editing.
    @discardableResult
    open override func becomeFirstResponder() -> Bool { parts.field.becomeFirstResponder() }
    /// Ends editing.
    @discardableResult
    open override func resignFirstResponder() -> Bool { parts.field.resignFirstResponder() }

    private static let escapeKey = Selector(
        "searchEscape", onMain: { (me: UISearchBar, _: Any?) in me.cancelWasPressed() })
    /// The escape key, while there is a cancel button. *Source*: assumed, as of the escape key of alerts.
    open override var keyCommands: [UIKeyCommand]? {
        guard showsCancelButton else { return super.keyCommands }
        let escape = UIKeyCommand(input: UIKeyCommand.inputEscape, modifierFlags: [], action: Self.escapeKey)
        return [escape] + (super.keyCommands ?? [])
    }

    // MARK: Reports

    final func editingBegan() {
        contentChanged()
        delegate?.searchBarTextDidBeginEditing(self)
        controller?.editingBegan()
    }

    final func editingEnded() {
        contentChanged()
        delegate?.searchBarTextDidEndEditing(self)
    }

    private func textWasEdited() {
        delegate?.searchBar(self, textDidChange: text ?? "")
        controller?.textChanged()
    }

    private func cancelWasPressed() {
        delegate?.searchBarCancelButtonClicked(self)
        controller?.isActive = false
    }

    private func rightWasPressed() {
        if showsBookmarkButton {
            delegate?.searchBarBookmarkButtonClicked(self)
        } else {
            delegate?.searchBarResultsListButtonClicked(self)
        }
    }

    private func scopeWasChosen() {
        delegate?.searchBar(self, selectedScopeButtonIndexDidChange: selectedScopeButtonIndex)
        controller?.textChanged()
    }
}

/// Each setting is the field's. A shared rule for views with a field would have to be a public protocol, which Apple's
/// UIKit does not have.
extension UISearchBar: UITextInputTraits {
    /// When letters become capitals; never at first.
    public var autocapitalizationType: UITextAutocapitalizationType {
        get { searchTextField.autocapitalizationType }
        set { searchTextField.autocapitalizationType = newValue }
    }
    /// Whether words are corrected.
    public var autocorrectionType: UITextAutocorrectionType {
        get { searchTextField.autocorrectionType }
        set { searchTextField.autocorrectionType = newValue }
    }
    /// Whether misspelt words are marked.
    public var spellCheckingType: UITextSpellCheckingType {
        get { searchTextField.spellCheckingType }
        set { searchTextField.spellCheckingType = newValue }
    }
    /// Whether quotes are curved.
    public var smartQuotesType: UITextSmartQuotesType {
        get { searchTextField.smartQuotesType }
        set { searchTextField.smartQuotesType = newValue }
    }
    /// Whether hyphens become dashes.
    public var smartDashesType: UITextSmartDashesType {
        get { searchTextField.smartDashesType }
        set { searchTextField.smartDashesType = newValue }
    }
    /// Whether spaces are added around pasted words.
    public var smartInsertDeleteType: UITextSmartInsertDeleteType {
        get { searchTextField.smartInsertDeleteType }
        set { searchTextField.smartInsertDeleteType = newValue }
    }
    /// The kind of keyboard on the screen.
    public var keyboardType: UIKeyboardType {
        get { searchTextField.keyboardType }
        set { searchTextField.keyboardType = newValue }
    }
    /// The looks of a keyboard on the screen.
    public var keyboardAppearance: UIKeyboardAppearance {
        get { searchTextField.keyboardAppearance }
        set { searchTextField.keyboardAppearance = newValue }
    }
    /// The word on the return key; search at first.
    public var returnKeyType: UIReturnKeyType {
        get { searchTextField.returnKeyType }
        set { searchTextField.returnKeyType = newValue }
    }
    /// Whether the return key does nothing while there is no text; true at first.
    public var enablesReturnKeyAutomatically: Bool {
        get { searchTextField.enablesReturnKeyAutomatically }
        set { searchTextField.enablesReturnKeyAutomatically = newValue }
    }
    /// Whether bullets stand for the letters; false at first.
    public var isSecureTextEntry: Bool {
        get { searchTextField.isSecureTextEntry }
        set { searchTextField.isSecureTextEntry = newValue }
    }
    /// The meaning of the text.
    public var textContentType: UITextContentType! {
        get { searchTextField.textContentType }
        set { searchTextField.textContentType = newValue }
    }
}
