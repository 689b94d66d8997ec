import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// A row of a table view: content, an accessory, a separator, and the controls of editing.
///
/// *Source*: Apple, UITableViewCell; `TableMetrics` has the sources of the numbers.
open class UITableViewCell: UIView {
    /// The values that cells with `init(style:reuseIdentifier:)` are made with; nil for the first style.
    private static var making: (style: CellStyle, identifier: String?)?

    final let style: CellStyle
    /// The identifier of the queue that the cell returns to; nil for none.
    open private(set) var reuseIdentifier: String?

    final weak var tableView: UITableView?
    /// Called when the user selects the cell, before the delegate: a storyboard's segue; nil for none.
    package final var selectionAction: ((UITableViewCell) -> Void)?
    /// Called when the user touches the accessory button, before the delegate; nil for none.
    package final var accessoryAction: ((UITableViewCell) -> Void)?
    final let parts = CellParts()
    final var flags = CellFlags()
    private var ownContentView: UIView = CellContentView()
    private var levels = 0
    private var levelWidth: CGFloat = 10

    /// Makes a cell of a style.
    public init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: TableMetrics.rowHeight))
        setUp()
    }

    /// Makes a cell with a frame, in the first style.
    public override convenience init(frame: CGRect) {
        let values = Self.making
        UITableViewCell.making = nil
        self.init(style: values?.style ?? .default, reuseIdentifier: values?.identifier)
        if frame != .zero { self.frame = frame }
    }

    /// Reads a cell from an archive.
    public required init?(coder: NSCoder) {
        style = coder.nib?.style("style").flatMap { CellStyle(rawValue: $0) } ?? .default
        super.init(coder: coder)
        setUp()
        coder.readNib(self, as: UITableViewCell.self)
    }

    /// Gives a cell of a nib its identifier.
    package final func adopt(identifier: String?) { if let identifier { reuseIdentifier = identifier } }

    /// Makes a cell of a class by its `init(style:reuseIdentifier:)`, which every class inherits or overrides.
    static func make<Cell: UITableViewCell>(
        _ type: Cell.Type, style: CellStyle = .default, identifier: String?
    ) -> Cell {
        making = (style, identifier)
        defer { making = nil }
        let cell = makeObject(of: type)
        cell.reuseIdentifier = identifier
        return cell
    }

    private func setUp() {
        isOpaque = true
        clipsToBounds = false
        ownContentView.frame = bounds
        ownContentView.isOpaque = false
        addSubview(ownContentView)
    }

    // MARK: Content

    /// The view of the cell's content: programs add theirs to it. A content configuration replaces it by its own view.
    /// *Source*: Apple, UITableViewCell.contentConfiguration: "replaces the existing contentView of the cell with a new
    /// content view instance".
    open var contentView: UIView { parts.configured ?? ownContentView }

    /// The label of the text, made at its first use; nil while a content configuration is set.
    open var textLabel: UILabel? { parts.configured == nil ? parts.text(in: self) : nil }

    /// The label of the second text, made at its first use; nil in the first style.
    open var detailTextLabel: UILabel? {
        style == .default || parts.configured != nil ? nil : parts.detail(in: self)
    }

    /// The view of the picture, made at its first use; nil in the style `value2`.
    open var imageView: UIImageView? { style == .value2 || parts.configured != nil ? nil : parts.image(in: self) }

    /// The description of the content; nil for none. Setting one removes the labels and the picture.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            showContentConfiguration()
            contentSizeInvalidated()
        }
    }

    /// Whether the content configuration follows the cell's state; true at first.
    open var automaticallyUpdatesContentConfiguration = true

    /// The description of the background; nil for none. Setting one removes `backgroundView`, `backgroundColor` and
    /// `selectedBackgroundView`.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        didSet { showBackgroundConfiguration() }
    }

    /// Whether the background configuration follows the cell's state; true at first.
    open var automaticallyUpdatesBackgroundConfiguration = true

    /// A content configuration for the cell's style, without content.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        switch style {
        case .default: .cell()
        case .subtitle: .subtitleCell()
        case .value1, .value2: .valueCell()
        }
    }

    /// A background configuration for the table view's style. *Source*: Apple,
    /// UITableViewCell.defaultBackgroundConfiguration().
    open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
        tableView?.style == .plain || tableView == nil ? .listPlainCell() : .listGroupedCell()
    }

    /// The traits and the states of the cell.
    open var configurationState: UICellConfigurationState { makeState() }

    /// A closure that updates the configurations for a state; nil for none. It is called before layout, whenever the
    /// state has changed.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// A closure that updates a cell's configurations.
    public typealias ConfigurationUpdateHandler = (UITableViewCell, UICellConfigurationState) -> Void

    /// Asks for `updateConfiguration(using:)` before the next layout.
    open func setNeedsUpdateConfiguration() {
        flags.needsConfiguration = true
        setNeedsLayout()
    }

    /// Updates the configurations for a state; an override calls super. The handler runs after it.
    open func updateConfiguration(using state: UICellConfigurationState) {
        if automaticallyUpdatesContentConfiguration, let configuration = contentConfiguration {
            contentConfiguration = configuration.updated(for: state)
        }
        if automaticallyUpdatesBackgroundConfiguration, let configuration = backgroundConfiguration {
            backgroundConfiguration = configuration.updated(for: state)
        }
    }

    // MARK: Looks

    /// The view behind the content; nil for none.
    open var backgroundView: UIView? {
        didSet { replace(oldValue, by: backgroundView) }
    }

    /// The view behind the content of a selected or highlighted cell; nil for the standard one.
    open var selectedBackgroundView: UIView? {
        didSet { parts.showSelection(of: self) }
    }

    /// As `selectedBackgroundView`, while several rows can be selected; nil for that one.
    open var multipleSelectionBackgroundView: UIView? {
        didSet { parts.showSelection(of: self) }
    }

    /// The look of a selected cell; `default` at first.
    open var selectionStyle = SelectionStyle.default {
        didSet { parts.showSelection(of: self) }
    }

    /// The colour behind the content. The table view gives the colour of its style to a cell without one.
    open override var backgroundColor: UIColor? {
        get { super.backgroundColor }
        set {
            flags.hasOwnColor = newValue != nil
            super.backgroundColor = newValue
        }
    }

    /// The colour of the table view's style, for a cell that a program gave none.
    final func takeColor(_ color: UIColor) {
        guard !flags.hasOwnColor, backgroundView == nil else { return }
        super.backgroundColor = backgroundConfiguration == nil ? color : .clear
    }

    // MARK: Accessories

    /// The standard accessory; `none` at first.
    open var accessoryType = AccessoryType.none {
        didSet { if accessoryType != oldValue { accessoriesChanged() } }
    }

    /// The accessory in place of `accessoryType`; nil for that.
    open var accessoryView: UIView? {
        didSet { if accessoryView !== oldValue { accessoriesChanged() } }
    }

    /// The standard accessory while the table view is edited; `none` at first.
    open var editingAccessoryType = AccessoryType.none {
        didSet { if editingAccessoryType != oldValue { accessoriesChanged() } }
    }

    /// The accessory in place of `editingAccessoryType`; nil for that.
    open var editingAccessoryView: UIView? {
        didSet { if editingAccessoryView !== oldValue { accessoriesChanged() } }
    }

    // MARK: Indentation and separators

    /// The levels by which the content is moved in; 0 at first.
    open var indentationLevel: Int {
        get { levels }
        set {
            levels = newValue
            setNeedsLayout()
        }
    }

    /// The width of a level, in points; 10 at first.
    open var indentationWidth: CGFloat {
        get { levelWidth }
        set {
            levelWidth = newValue.isFinite ? newValue : 0
            setNeedsLayout()
        }
    }

    /// The distances of the separator from the cell's sides, in points; the table view's until it is set.
    open var separatorInset: UIEdgeInsets {
        get { flags.separatorInset ?? tableView?.cellSeparatorInset ?? TableMetrics.separatorInset(width: 320) }
        set {
            flags.separatorInset = newValue
            setNeedsLayout()
        }
    }

    // MARK: States

    /// Whether the row is selected. The table view sets it; setting it here changes the look, not the selection.
    open var isSelected: Bool {
        get { flags.isSelected }
        set { setSelected(newValue, animated: false) }
    }

    /// Whether the row is touched.
    open var isHighlighted: Bool {
        get { flags.isHighlighted }
        set { setHighlighted(newValue, animated: false) }
    }

    /// Shows the cell as selected, or not; an override calls super.
    open func setSelected(_ selected: Bool, animated: Bool) {
        guard selected != flags.isSelected else { return }
        flags.isSelected = selected
        stateChanged(animated)
    }

    /// Shows the cell as touched, or not; an override calls super.
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {
        guard highlighted != flags.isHighlighted else { return }
        flags.isHighlighted = highlighted
        stateChanged(animated)
    }

    /// Whether the cell shows the controls of editing.
    open var isEditing: Bool {
        get { flags.isEditing }
        set { setEditing(newValue, animated: false) }
    }

    /// Shows the controls of editing, or not; an override calls super.
    open func setEditing(_ editing: Bool, animated: Bool) {
        guard editing != flags.isEditing else { return }
        let mask: StateMask = editing ? .showingEditControl : []
        willTransition(to: mask)
        flags.isEditing = editing
        setNeedsUpdateConfiguration()
        accessoriesChanged()
        if animated, tableView != nil {
            UIView.animate(withDuration: TableMetrics.duration) {
                self.layoutIfNeeded()
            } completion: { _ in
                self.didTransition(to: mask)
            }
        } else {
            didTransition(to: mask)
        }
    }

    /// The cell is about to show, or to hide, controls of editing; does nothing here.
    open func willTransition(to state: StateMask) {}
    /// The cell shows, or has hidden, controls of editing; does nothing here.
    open func didTransition(to state: StateMask) {}

    /// The edit that the control offers, while the table view is edited.
    open var editingStyle: EditingStyle { flags.editingStyle }
    /// Whether a swipe or the edit control has opened the cell, so that its actions are shown.
    open var showingDeleteConfirmation: Bool { flags.isSwiped }
    /// Whether the control to drag the row is shown while the cell is edited. The table view sets it.
    open var showsReorderControl: Bool {
        get { flags.showsReorder }
        set {
            flags.showsReorder = newValue
            setNeedsLayout()
        }
    }
    /// Whether the content moves in while the cell is edited; true at first.
    open var shouldIndentWhileEditing: Bool {
        get { flags.indentsWhileEditing }
        set {
            flags.indentsWhileEditing = newValue
            setNeedsLayout()
        }
    }

    /// Another row will get the cell: an override calls super, and drops what the row's data has set.
    open func prepareForReuse() {
        flags.separatorInset = nil
        if flags.isSelected { setSelected(false, animated: false) }
        if flags.isHighlighted { setHighlighted(false, animated: false) }
        setNeedsUpdateConfiguration()
    }

    /// The part of the cell in a drag has changed; does nothing here.
    open func dragStateDidChange(_ dragState: DragState) {}

    /// Whether the cell can have the keyboard's focus: a row whose table view has it, if the delegate allows.
    open override var canBecomeFocused: Bool { false }

    /// The cell has got or lost the focus.
    open override func didUpdateFocus(in context: UIFocusUpdateContext) {
        super.didUpdateFocus(in: context)
        setNeedsUpdateConfiguration()
    }

    // MARK: Layout

    /// Gives the row another height before the next frame, if its height is the content's. *Source*: Apple,
    /// UITableView.selfSizingInvalidation.
    open override func invalidateIntrinsicContentSize() {
        super.invalidateIntrinsicContentSize()
        contentSizeInvalidated()
    }

    /// Places the content, the accessory, the separators and the controls of editing.
    open override func layoutSubviews() {
        updateConfigurationIfNeeded()
        layOutParts()
        super.layoutSubviews()
    }

    /// The size of the content by the cell's style, and of its accessory.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { contentSizeThatFits(size) }

    /// The height that the content gives the cell at a width: by the constraints of the content view, or else by
    /// `sizeThatFits(_:)`.
    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        fittedSize(targetSize, horizontalFittingPriority, verticalFittingPriority)
    }

    /// Resolves the colours of pictures anew.
    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        setNeedsUpdateConfiguration()
        accessoriesChanged()
    }

    /// Draws the accessories in the new tint colour.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        accessoriesChanged()
    }

    // MARK: Touches

    /// Highlights the row; an override calls super.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let tableView, tableView.touchBegan(self) else { return super.touchesBegan(touches, with: event) }
    }

    /// Does nothing here; an override calls super.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        if tableView == nil { super.touchesMoved(touches, with: event) }
    }

    /// Selects the row; an override calls super.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let tableView else { return super.touchesEnded(touches, with: event) }
        tableView.touchEnded(self)
    }

    /// The row is no longer highlighted; an override calls super.
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let tableView else { return super.touchesCancelled(touches, with: event) }
        tableView.touchCancelled()
    }
}
