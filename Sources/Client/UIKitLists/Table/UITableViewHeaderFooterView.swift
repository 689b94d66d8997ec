import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// The header or footer of a section.
///
/// *Source*: Apple, UITableViewHeaderFooterView; `TableMetrics` has the sources of the numbers. Fonts and colours are
/// those of pictures of iOS 13 to 18.
open class UITableViewHeaderFooterView: UIView {
    private static var making: String??
    /// The queue of the views that show titles.
    static let titleIdentifier = "mica.title"

    /// The identifier of the queue that the view returns to; nil for none.
    open private(set) var reuseIdentifier: String?
    final weak var tableView: UITableView?
    private let ownContentView = UIView()
    private var configured: (UIView & UIContentView)?
    private var background: BackgroundConfigurationView?
    private var label: UILabel?, detail: UILabel?
    private var isHeader = true
    private var isPinned = false
    private var needsConfiguration = false

    /// Makes a view with an identifier.
    public init(reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
        setUp()
    }

    /// Makes a view with a frame.
    public override convenience init(frame: CGRect) {
        let identifier = Self.making
        UITableViewHeaderFooterView.making = nil
        self.init(reuseIdentifier: identifier ?? nil)
        if frame != .zero { self.frame = frame }
    }

    /// Reads a view from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        coder.readNib(self, as: UITableViewHeaderFooterView.self)
    }

    private func setUp() {
        isOpaque = false
        ownContentView.isOpaque = false
        addSubview(ownContentView)
    }

    /// Makes a view of a class by its `init(reuseIdentifier:)`, which every class inherits or overrides.
    static func make<View: UITableViewHeaderFooterView>(_ type: View.Type, identifier: String?) -> View {
        making = .some(identifier)
        defer { making = nil }
        let view = makeObject(of: type)
        view.reuseIdentifier = identifier
        return view
    }

    // MARK: Content

    /// The view of the content: programs add theirs to it. A content configuration replaces it by its own view.
    open var contentView: UIView { configured ?? ownContentView }

    /// The label of the text, made at its first use; nil while a content configuration is set.
    open var textLabel: UILabel? { configured == nil ? makeLabel() : nil }

    /// The label of the second text, below the first, made at its first use; nil while a content configuration is set.
    open var detailTextLabel: UILabel? {
        guard configured == nil else { return nil }
        if let detail { return detail }
        let made = UILabel()
        made.font = .preferredFont(forTextStyle: .footnote)
        made.textColor = .secondaryLabel
        ownContentView.addSubview(made)
        detail = made
        return made
    }

    private func makeLabel() -> UILabel {
        if let label { return label }
        let made = UILabel()
        Self.style(made, isGrouped: isGrouped, isHeader: isHeader, traitCollection)
        ownContentView.addSubview(made)
        label = made
        return made
    }

    private var isGrouped: Bool { (tableView?.style ?? .plain) != .plain }

    private static func style(_ label: UILabel, isGrouped: Bool, isHeader: Bool, _ traits: UITraitCollection) {
        if isGrouped {
            label.font = .preferredFont(forTextStyle: .footnote, compatibleWith: traits)
            label.textColor = .secondaryLabel
            label.numberOfLines = 0
        } else {
            let font = UIFont.preferredFont(forTextStyle: .body, compatibleWith: traits)
            label.font = isHeader ? .boldSystemFont(ofSize: font.pointSize) : font
            label.textColor = isHeader ? .label : .secondaryLabel
        }
    }

    /// Shows a title of the data source. *Source*: titles of headers in grouped table views are in capitals, on pictures
    /// of iOS 7 to 18.
    final func showTitle(_ title: String, isHeader: Bool) {
        self.isHeader = isHeader
        let label = makeLabel()
        Self.style(label, isGrouped: isGrouped, isHeader: isHeader, traitCollection)
        label.text = isGrouped && isHeader ? title.uppercased() : title
        setNeedsLayout()
    }

    /// The height of a header or footer with a title in a grouped table view.
    static func titleHeight(_ title: String, isHeader: Bool, width: CGFloat, _ traits: UITraitCollection) -> CGFloat {
        let label = UILabel()
        style(label, isGrouped: true, isHeader: isHeader, traits)
        label.text = isHeader ? title.uppercased() : title
        let room = max(0, width - 2 * TableMetrics.sideMargin(width: width))
        let height = label.sizeThatFits(CGSize(width: room, height: .greatestFiniteMagnitude)).height
        let padding = TableMetrics.groupedHeaderTop + TableMetrics.groupedHeaderBottom
        return (height + padding).rounded(.up)
    }

    /// The view behind the content; nil for none.
    open var backgroundView: UIView? {
        didSet {
            if oldValue !== backgroundView { oldValue?.removeFromSuperview() }
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsLayout()
        }
    }

    /// The description of the content; nil for none. Setting one removes the labels.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet { showContent() }
    }
    /// Whether the content configuration follows the view's state; true at first.
    open var automaticallyUpdatesContentConfiguration = true
    /// The description of the background; nil for none.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        didSet { showBackground() }
    }
    /// Whether the background configuration follows the view's state; true at first.
    open var automaticallyUpdatesBackgroundConfiguration = true

    /// A content configuration for a header, or a footer, of the table view's style.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        isGrouped ? (isHeader ? .groupedHeader() : .groupedFooter()) : (isHeader ? .plainHeader() : .plainFooter())
    }

    /// A background configuration for the table view's style.
    open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
        isGrouped ? .listGroupedHeaderFooter() : .listPlainHeaderFooter()
    }

    /// The traits and the states of the view.
    open var configurationState: UIViewConfigurationState {
        var state = UIViewConfigurationState(traitCollection: traitCollection)
        state.isPinned = isPinned
        state.isDisabled = !isUserInteractionEnabled
        return state
    }

    /// A closure that updates the configurations for a state; nil for none.
    open var configurationUpdateHandler: ((UITableViewHeaderFooterView, UIViewConfigurationState) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// Asks for `updateConfiguration(using:)` before the next layout.
    open func setNeedsUpdateConfiguration() {
        needsConfiguration = true
        setNeedsLayout()
    }

    /// Updates the configurations for a state; an override calls super.
    open func updateConfiguration(using state: UIViewConfigurationState) {
        if automaticallyUpdatesContentConfiguration, let configuration = contentConfiguration {
            contentConfiguration = configuration.updated(for: state)
        }
        if automaticallyUpdatesBackgroundConfiguration, let configuration = backgroundConfiguration {
            backgroundConfiguration = configuration.updated(for: state)
        }
    }

    /// Another section will get the view: an override calls super, and drops what the section's data has set.
    open func prepareForReuse() { setNeedsUpdateConfiguration() }

    /// The header stays at the top while its section is scrolled below it, or no longer does.
    final func setPinned(_ pinned: Bool) {
        guard pinned != isPinned else { return }
        isPinned = pinned
        if contentConfiguration != nil || backgroundConfiguration != nil || configurationUpdateHandler != nil {
            setNeedsUpdateConfiguration()
        }
    }

    private func updateIfNeeded() {
        guard needsConfiguration else { return }
        needsConfiguration = false
        guard contentConfiguration != nil || backgroundConfiguration != nil || configurationUpdateHandler != nil else {
            return
        }
        let state = configurationState
        updateConfiguration(using: state)
        configurationUpdateHandler?(self, state)
        needsConfiguration = false
    }

    private func showContent() {
        setNeedsLayout()
        guard let configuration = contentConfiguration else {
            configured?.removeFromSuperview()
            configured = nil
            if ownContentView.superview !== self { addSubview(ownContentView) }
            return
        }
        if let configured, configured.supports(configuration) {
            configured.configuration = configuration
            return
        }
        for view in [label, detail] { view?.removeFromSuperview() }
        (label, detail) = (nil, nil)
        let view = configuration.makeContentView()
        contentView.removeFromSuperview()
        configured = view
        addSubview(view)
        setNeedsUpdateConfiguration()
    }

    private func showBackground() {
        setNeedsLayout()
        guard let configuration = backgroundConfiguration else {
            background?.removeFromSuperview()
            background = nil
            return
        }
        if let background {
            background.configuration = configuration
        } else {
            let view = BackgroundConfigurationView(configuration: configuration)
            background = view
            insertSubview(view, at: 0)
            setNeedsUpdateConfiguration()
        }
    }

    // MARK: Layout

    private var margin: CGFloat { TableMetrics.sideMargin(width: tableView?.bounds.width ?? bounds.width) }

    /// Places the content and the labels.
    open override func layoutSubviews() {
        updateIfNeeded()
        let content = contentView
        content.frame = bounds
        if !CellFlags().isMargined(content) {
            content.layoutMargins = UIEdgeInsets(top: 6, left: margin, bottom: 6, right: margin)
        }
        background?.frame = bounds
        backgroundView?.frame = bounds
        // A plain header covers the rows below it. *Source*: the colour of pictures of iOS 13 and 14, less its blur.
        let isCovered = backgroundView != nil || background != nil
        if !isGrouped, label?.text?.isEmpty == false, !isCovered {
            ownContentView.backgroundColor = .systemGray6
        }
        layOutLabels()
        super.layoutSubviews()
    }

    private func layOutLabels() {
        guard configured == nil, let label else { return }
        let size = bounds.size, scale = max(contentScaleFactor, 1)
        let room = max(0, size.width - 2 * margin)
        let text = label.sizeThatFits(CGSize(width: room, height: .greatestFiniteMagnitude))
        let height = min(text.height, size.height)
        var y = (size.height - height) / 2
        if isGrouped {
            y =
                isHeader
                ? size.height - TableMetrics.groupedHeaderBottom - height : TableMetrics.groupedHeaderBottom
        }
        y = (y * scale).rounded() / scale
        let width = min(text.width, room)
        let isMirrored = isRightToLeft
        func place(_ view: UILabel, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) {
            // A label with an alignment of the program's has the whole room.
            let wide = view.textAlignment == .center || view.textAlignment == .right ? room : width
            view.frame = CGRect(
                x: isMirrored ? size.width - margin - wide : margin, y: y, width: wide, height: height)
        }
        place(label, y, width, height)
        if let detail, detail.text?.isEmpty == false {
            let second = detail.sizeThatFits(CGSize(width: room, height: .greatestFiniteMagnitude))
            place(detail, y + height, min(second.width, room), second.height)
        }
    }

    /// The size of the labels with their distances from the edges.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let width = size.width > 0 && size.width < 1e6 ? size.width : bounds.width
        if let configured {
            return CGSize(
                width: width,
                height: configured.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height)
        }
        let room = CGSize(width: max(0, width - 2 * margin), height: .greatestFiniteMagnitude)
        let text = label?.sizeThatFits(room).height ?? 0, second = detail?.sizeThatFits(room).height ?? 0
        if isGrouped {
            let padding = TableMetrics.groupedHeaderTop + TableMetrics.groupedHeaderBottom
            return CGSize(
                width: width, height: text > 0 ? (text + second + padding).rounded(.up) : TableMetrics.groupedGap)
        }
        return CGSize(width: width, height: max(TableMetrics.plainHeader, text + second > 0 ? text + second + 8 : 0))
    }

    /// The height that the content gives the view at a width: by the constraints of the content view, or else by
    /// `sizeThatFits(_:)`.
    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        updateIfNeeded()
        if configured == nil, ownContentView.subviews.contains(where: { !$0.translatesAutoresizingMaskIntoConstraints })
        {
            return ownContentView.systemLayoutSizeFitting(
                targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
                verticalFittingPriority: verticalFittingPriority)
        }
        if configured == nil, subviews.contains(where: { !$0.translatesAutoresizingMaskIntoConstraints }) {
            return super.systemLayoutSizeFitting(
                targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
                verticalFittingPriority: verticalFittingPriority)
        }
        return sizeThatFits(CGSize(width: targetSize.width, height: .greatestFiniteMagnitude))
    }
}
