import CoreGraphics
import Foundation
import UIKitCore

/// The view of an item: its content over two backgrounds. The second shows only while the cell is selected or touched.
/// *Source*: Apple, UICollectionViewCell.
open class UICollectionViewCell: UICollectionReusableView {
    private final var content: UIView = CellContentView()
    /// Called when the user selects the cell, before the delegate: a storyboard's segue; nil for none.
    package final var selectionAction: ((UICollectionViewCell) -> Void)?
    private final var selection = false
    private final var highlight = false
    /// The view of the content configuration, which is `contentView` then; nil without one.
    private final var configured: (UIView & UIContentView)?
    private final var background: BackgroundConfigurationView?
    private final var needsConfiguration = false
    /// The states that the collection view sets.
    final var isSwiped = false, isInEditingView = false, isReordering = false

    /// Makes a cell with a frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUpContent()
    }

    /// Reads a cell from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUpContent()
        coder.readNib(self, as: UICollectionViewCell.self)
    }

    private func setUpContent() {
        content.frame = bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        content.isOpaque = false
        addSubview(content)
    }

    // MARK: Parts

    /// The view that holds the cell's content, as large as the cell. Own subviews go into it. A content configuration
    /// replaces it by its own view.
    open var contentView: UIView { content }

    /// The view behind the content; nil for none.
    open var backgroundView: UIView? {
        didSet {
            guard backgroundView !== oldValue else { return }
            oldValue?.removeFromSuperview()
            place(backgroundView, below: selectedBackgroundView ?? content)
        }
    }

    /// The view between `backgroundView` and the content while the cell is selected or highlighted; nil for none.
    open var selectedBackgroundView: UIView? {
        didSet {
            guard selectedBackgroundView !== oldValue else { return }
            oldValue?.removeFromSuperview()
            showSelection()
        }
    }

    private func place(_ view: UIView?, below other: UIView) {
        guard let view else { return }
        view.frame = bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        if other.superview === self { insertSubview(view, belowSubview: other) } else { insertSubview(view, at: 0) }
    }

    // MARK: State

    /// Whether the cell is selected. The collection view sets it; an override calls super.
    open var isSelected: Bool {
        get { selection }
        set {
            guard newValue != selection else { return }
            selection = newValue
            showSelection()
            mark(content)
            setNeedsUpdateConfiguration()
        }
    }

    /// Whether the cell is touched. The collection view sets it; an override calls super.
    open var isHighlighted: Bool {
        get { highlight }
        set {
            guard newValue != highlight else { return }
            highlight = newValue
            showSelection()
            mark(content)
            setNeedsUpdateConfiguration()
        }
    }

    /// The cell has got or lost the focus.
    open override func didUpdateFocus(in context: UIFocusUpdateContext) {
        super.didUpdateFocus(in: context)
        setNeedsUpdateConfiguration()
    }

    private func showSelection() {
        guard let view = selectedBackgroundView else { return }
        if selection || highlight {
            if view.superview !== self { place(view, below: content) }
        } else {
            view.removeFromSuperview()
        }
    }

    /// Gives the cell another size before the next frame, if its layout heeds sizes of cells. *Source*: Apple,
    /// UICollectionView.selfSizingInvalidation.
    open override func invalidateIntrinsicContentSize() {
        super.invalidateIntrinsicContentSize()
        contentSizeInvalidated()
    }

    /// Highlights labels and pictures in the content. *Source*: Apple, "Collection View Programming Guide", "Managing
    /// the Visual State for Selections and Highlights"; labels and image views have `isHighlighted` for this.
    private func mark(_ view: UIView) {
        guard configured == nil else { return }
        for child in view.subviews {
            (child as? UILabel)?.isHighlighted = highlight || selection
            (child as? UIImageView)?.isHighlighted = highlight || selection
            if !(child is UIControl) { mark(child) }
        }
    }

    /// The cell is about to be used for another item.
    open override func prepareForReuse() {
        super.prepareForReuse()
        if highlight { isHighlighted = false }
        if selection { isSelected = false }
    }

    // MARK: Size

    /// The size that the content's constraints give, or the cell's own where the content has none.
    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        updateConfigurationIfNeeded()
        let inner = contentSize(targetSize, horizontalFittingPriority, verticalFittingPriority)
        guard !constraints.isEmpty else { return inner }
        // Constraints of the cell's own, as of a separator's guide, need not reach all of the content.
        let outer = super.systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
            verticalFittingPriority: verticalFittingPriority)
        return CGSize(
            width: horizontalFittingPriority == .required ? outer.width : max(outer.width, inner.width),
            height: verticalFittingPriority == .required ? outer.height : max(outer.height, inner.height))
    }

    /// The size of the content; a list cell adds its accessories.
    func contentSize(
        _ targetSize: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
    ) -> CGSize {
        content.systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
    }

    // MARK: Configurations

    /// A description of the cell's content, whose view replaces the content view; nil for none. *Source*: Apple,
    /// UICollectionViewCell.contentConfiguration.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            showContentConfiguration()
            contentSizeInvalidated()
        }
    }
    /// Whether the content configuration follows the cell's state; true at first.
    open var automaticallyUpdatesContentConfiguration = true

    /// A description of the cell's background; nil for none. The background views go, as both exclude each other.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        didSet { showBackgroundConfiguration() }
    }
    /// Whether the background configuration follows the cell's state; true at first.
    open var automaticallyUpdatesBackgroundConfiguration = true

    /// A background configuration for the cell: none.
    open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { .clear() }

    /// The cell's traits and states; an override adds its own values to super's.
    open var configurationState: UICellConfigurationState {
        var state = UICellConfigurationState(traitCollection: traitCollection)
        (state.isSelected, state.isHighlighted) = (selection, highlight)
        (state.isSwiped, state.isEditing, state.isReordering) = (isSwiped, isInEditingView, isReordering)
        state.isFocused = isFocused
        state.isDisabled = !isUserInteractionEnabled
        return state
    }

    /// A closure that updates a cell's configurations.
    public typealias ConfigurationUpdateHandler = (UICollectionViewCell, UICellConfigurationState) -> Void
    /// A closure that updates the configurations for a state; nil for none. It runs before layout, whenever the state
    /// has changed.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// Asks for `updateConfiguration(using:)` before the next layout.
    open func setNeedsUpdateConfiguration() {
        needsConfiguration = true
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

    final func updateConfigurationIfNeeded() {
        guard needsConfiguration else { return }
        needsConfiguration = false
        let state = configurationState
        updateConfiguration(using: state)
        configurationUpdateHandler?(self, state)
        // The configurations that it has set are for this state.
        needsConfiguration = false
    }

    private func showContentConfiguration() {
        guard let configuration = contentConfiguration else {
            guard configured != nil else { return }
            configured = nil
            return replaceContent(CellContentView())
        }
        if let configured, configured.supports(configuration) {
            configured.configuration = configuration
            return setNeedsLayout()
        }
        let view = configuration.makeContentView()
        configured = view
        replaceContent(view)
        setNeedsUpdateConfiguration()
    }

    private func replaceContent(_ view: UIView) {
        let old = content
        content = view
        view.frame = old.frame
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(view, aboveSubview: old)
        old.removeFromSuperview()
        setNeedsLayout()
    }

    private func showBackgroundConfiguration() {
        guard let configuration = backgroundConfiguration else {
            background?.removeFromSuperview()
            background = nil
            return
        }
        if let background {
            background.configuration = configuration
        } else {
            let view = BackgroundConfigurationView(configuration: configuration)
            backgroundView = nil
            selectedBackgroundView = nil
            background = view
            place(view, below: content)
            setNeedsUpdateConfiguration()
        }
    }

    /// Updates the configurations, then lays out.
    open override func layoutSubviews() {
        updateConfigurationIfNeeded()
        super.layoutSubviews()
        layOutContent()
    }

    /// Places the content view. A list cell leaves room for accessories.
    func layOutContent() {
        if content.superview === self, content.frame != bounds { content.frame = bounds }
        if let background, background.frame != bounds { background.frame = bounds }
    }

    /// The collection view begins or ends to edit.
    func editingChanged(_ isEditing: Bool) {
        guard isEditing != isInEditingView else { return }
        isInEditingView = isEditing
        setNeedsUpdateConfiguration()
    }

    // MARK: Dragging

    /// The part of a cell in a drag. *Source*: Apple, UICollectionViewCell.DragState.
    public enum DragState: Int, Sendable {
        /// No part.
        case none
        /// The cell rises to be dragged by a finger that rests on it.
        case lifting
        /// The cell is dragged.
        case dragging
    }

    /// The part of the cell in a drag has changed; does nothing here.
    open func dragStateDidChange(_ dragState: DragState) {}
}
