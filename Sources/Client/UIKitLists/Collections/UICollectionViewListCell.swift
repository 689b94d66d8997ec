import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

/// A cell of a list: its content between accessories, indented, over a separator. *Source*: Apple,
/// UICollectionViewListCell; WWDC 2020, session 10026.
open class UICollectionViewListCell: UICollectionViewCell {
    private final lazy var arranger: CellAccessoryArranger = {
        let made = CellAccessoryArranger(cell: self)
        made.standardAction = { [weak self] in self?.accessoryTouched($0) }
        return made
    }()
    /// The lines below and above the cell; nil for none.
    private final var separator: UIView?
    private final var topSeparator: UIView?
    /// The lines that the list's layout gives the cell.
    final var lines = ListLines()

    /// Makes a cell with a frame and the background of a plain list.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundConfiguration = .listPlainCell()
    }

    /// Reads a cell from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        backgroundConfiguration = .listPlainCell()
        coder.readNib(self, as: UICollectionViewListCell.self)
    }

    /// A content configuration for a cell of the list, or of its header, without content. *Source*: Apple,
    /// UICollectionViewListCell.defaultContentConfiguration(); UICollectionLayoutListConfiguration.HeaderMode.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        switch lines.appearance {
        case .plain: lines.isHeader ? .plainHeader() : .cell()
        case .grouped, .insetGrouped: lines.isHeader ? .groupedHeader() : .cell()
        case .sidebar, .sidebarPlain: lines.isHeader ? .sidebarHeader() : .sidebarCell()
        }
    }

    /// A background configuration for the list's appearance.
    open override func defaultBackgroundConfiguration() -> UIBackgroundConfiguration { background(lines) }

    private func background(_ lines: ListLines) -> UIBackgroundConfiguration {
        switch lines.appearance {
        case .plain where lines.isHeader: .listPlainHeaderFooter()
        case .grouped where lines.isHeader, .insetGrouped where lines.isHeader: .listGroupedHeaderFooter()
        case .sidebar where lines.isHeader, .sidebarPlain where lines.isHeader: .listSidebarHeader()
        case .plain: .listPlainCell()
        case .grouped, .insetGrouped: .listGroupedCell()
        case .sidebar: .listSidebarCell()
        case .sidebarPlain: .listPlainCell()
        }
    }

    /// The levels by which the content is indented; 0 at first.
    open var indentationLevel = 0 { didSet { if indentationLevel != oldValue { setNeedsLayout() } } }
    /// The width of a level, in points; 10 at first. *Source*: Apple, UICollectionViewListCell.indentationWidth.
    open var indentationWidth: CGFloat = 10 { didSet { if indentationWidth != oldValue { setNeedsLayout() } } }
    /// Whether accessories at the leading side move with the content; true at first.
    open var indentsAccessories = true { didSet { if indentsAccessories != oldValue { setNeedsLayout() } } }

    /// The accessories at the sides of the content; none at first.
    open var accessories: [UICellAccessory] = [] {
        didSet {
            arranger.accessories = accessories
            arranger.state = accessoryState
            arranger.update(animated: UIView.inheritedAnimationDuration > 0)
            fittedSize = nil
            setNeedsLayout()
        }
    }

    /// The area of the separator from side to side: constraints of its leading and trailing edge move the separator's. Without
    /// these it follows `bottomSeparatorInsets`, or the text. *Source*: Apple, UICollectionViewListCell.separatorLayoutGuide.
    public final private(set) lazy var separatorLayoutGuide: UILayoutGuide = {
        let guide = UILayoutGuide()
        addLayoutGuide(guide)
        let start = guide.leadingAnchor.constraint(equalTo: leadingAnchor)
        let end = trailingAnchor.constraint(equalTo: guide.trailingAnchor)
        (start.priority, end.priority) = (UILayoutPriority(1), UILayoutPriority(1))
        NSLayoutConstraint.activate([
            start, end, guide.bottomAnchor.constraint(equalTo: bottomAnchor),
            guide.heightAnchor.constraint(equalToConstant: 0),
        ])
        separatorSides = (guide, start, end)
        return guide
    }()
    /// The separator's guide, and the constraints of its edges that hold while a program has none; nil until it is used.
    private final var separatorSides: (guide: UILayoutGuide, start: NSLayoutConstraint, end: NSLayoutConstraint)?

    private var accessoryState: CellAccessoryArranger.State {
        let state = configurationState
        var made = CellAccessoryArranger.State()
        (made.isEditing, made.isSelected, made.isExpanded) = (state.isEditing, state.isSelected, state.isExpanded)
        return made
    }

    /// The action of an outline disclosure without a handler; the data source of the list sets it.
    package var standardAction: ((UICellAccessory.AccessoryType) -> Void)?

    /// An accessory without a handler was touched.
    private func accessoryTouched(_ type: UICellAccessory.AccessoryType) {
        guard type == .delete else {
            standardAction?(type)
            return
        }
        collectionView?.deleteTouched(self)
    }

    private var collectionView: UICollectionView? {
        var view = superview
        while let current = view, !(current is UICollectionView) { view = current.superview }
        return view as? UICollectionView
    }

    /// Whether the items below the cell's item are shown; the data source of the list sets it.
    package var isExpanded = false { didSet { if isExpanded != oldValue { setNeedsUpdateConfiguration() } } }

    /// The cell's traits and states.
    open override var configurationState: UICellConfigurationState {
        var state = super.configurationState
        state.isExpanded = isExpanded
        return state
    }

    /// Updates the configurations and the accessories for a state.
    open override func updateConfiguration(using state: UICellConfigurationState) {
        super.updateConfiguration(using: state)
        let new = accessoryState
        guard new != arranger.state else { return }
        let isAnimated = new.isEditing != arranger.state.isEditing || new.isExpanded != arranger.state.isExpanded
        arranger.state = new
        arranger.update(animated: isAnimated && window != nil && UIView.areAnimationsEnabled)
    }

    /// Takes the separator and the background of the list's layout over.
    open override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {
        super.apply(layoutAttributes)
        guard let list = layoutAttributes as? ListLayoutAttributes else { return }
        let before = lines
        lines = list.lines
        if before.appearance != lines.appearance || before.isHeader != lines.isHeader,
            backgroundConfiguration == background(before)
        {
            backgroundConfiguration = background(lines)
        }
        round()
        setNeedsLayout()
    }

    /// Rounds the corners of a section's first and last cell.
    private func round() {
        layer.cornerRadius = lines.radius
        layer.masksToBounds = lines.radius > 0
        var corners: CACornerMask = []
        if lines.isFirst { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
        if lines.isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
        layer.maskedCorners = corners
    }

    private var indentation: CGFloat { CGFloat(indentationLevel) * indentationWidth }

    override func layOutContent() {
        super.layOutContent()
        let indent = indentation
        let isMirrored = isRightToLeft
        let shifted = indentsAccessories
        var area = bounds
        if shifted {
            area.size.width = max(0, area.width - indent)
            if !isMirrored { area.origin.x += indent }
        }
        arranger.layout(in: area)
        var frame = area.inset(by: arranger.contentInsets)
        if !shifted {
            frame.size.width = max(0, frame.width - indent)
            if !isMirrored { frame.origin.x += indent }
        }
        if contentView.frame != frame { contentView.frame = frame }
        layOutSeparator(frame)
    }

    private func layOutSeparator(_ content: CGRect) {
        layOutTopSeparator(content)
        guard let configuration = lines.separator, configuration.bottomSeparatorVisibility != .hidden,
            !lines.isLast || configuration.bottomSeparatorVisibility == .visible
        else {
            separator?.removeFromSuperview()
            separator = nil
            return
        }
        let line = separator ?? makeSeparator()
        separator = line
        line.backgroundColor = color(of: configuration)
        let insets = resolved(configuration.bottomSeparatorInsets, content)
        let height = 1 / max(contentScaleFactor, 1)
        if let sides = separatorSides {
            (sides.start.constant, sides.end.constant) = (insets.leading, insets.trailing)
            let area = sides.guide.layoutFrame
            line.frame = CGRect(x: area.minX, y: bounds.height - height, width: max(0, area.width), height: height)
            return
        }
        line.frame = separatorFrame(insets, bounds.height - height, height)
    }

    /// The separator above the cell, which only a configuration shows. *Source*: Apple,
    /// UIListSeparatorConfiguration.topSeparatorVisibility. That `automatic` shows none is our own.
    private func layOutTopSeparator(_ content: CGRect) {
        guard let configuration = lines.separator, configuration.topSeparatorVisibility == .visible else {
            topSeparator?.removeFromSuperview()
            topSeparator = nil
            return
        }
        let line = topSeparator ?? makeSeparator()
        topSeparator = line
        line.backgroundColor = color(of: configuration)
        line.frame = separatorFrame(
            resolved(configuration.topSeparatorInsets, content), 0, 1 / max(contentScaleFactor, 1))
    }

    /// The colour of separators: another one while the cell is one of several selected. *Source*: Apple,
    /// UIListSeparatorConfiguration.multipleSelectionColor.
    private func color(of configuration: UIListSeparatorConfiguration) -> UIColor {
        let isOneOfSeveral = isSelected && (collectionView?.choice.selected.count ?? 0) > 1
        return isOneOfSeveral ? configuration.multipleSelectionColor : configuration.color
    }

    private func makeSeparator() -> UIView {
        let line = UIView()
        line.isUserInteractionEnabled = false
        addSubview(line)
        return line
    }

    /// The insets of a separator; edges that are not set are the text's. *Source*: Apple,
    /// UIListSeparatorConfiguration.h, UIListSeparatorAutomaticInsets.
    private func resolved(_ insets: NSDirectionalEdgeInsets, _ content: CGRect) -> NSDirectionalEdgeInsets {
        let unset = NSDirectionalEdgeInsets.automatic
        return NSDirectionalEdgeInsets(
            top: 0, leading: insets.leading == unset.leading ? textStart(content) : insets.leading, bottom: 0,
            trailing: insets.trailing == unset.trailing ? 0 : insets.trailing)
    }

    private func separatorFrame(_ insets: NSDirectionalEdgeInsets, _ y: CGFloat, _ height: CGFloat) -> CGRect {
        CGRect(
            x: isRightToLeft ? insets.trailing : insets.leading, y: y,
            width: max(0, bounds.width - insets.leading - insets.trailing), height: height)
    }

    /// Where the content's text begins.
    private func textStart(_ content: CGRect) -> CGFloat {
        let margin = (contentConfiguration as? UIListContentConfiguration)?.directionalLayoutMargins.leading ?? 16
        guard let label = contentView.subviews.first(where: { $0 is UILabel && !$0.isHidden }),
            contentView is UIListContentView
        else { return (isRightToLeft ? bounds.width - content.maxX : content.minX) + margin }
        contentView.layoutIfNeeded()
        let frame = convert(label.frame, from: contentView)
        return isRightToLeft ? bounds.width - frame.maxX : frame.minX
    }

    override func contentSize(
        _ targetSize: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
    ) -> CGSize {
        arranger.layout(in: CGRect(origin: .zero, size: targetSize))
        let taken = arranger.contentInsets.left + arranger.contentInsets.right + indentation
        let inner = super.contentSize(
            CGSize(width: max(0, targetSize.width - taken), height: targetSize.height), horizontal, vertical)
        return CGSize(width: inner.width + taken, height: inner.height)
    }
}

/// The place of a cell in a list's section, and its separator.
struct ListLines: Equatable {
    var appearance = UICollectionLayoutListConfiguration.Appearance.plain
    var separator: UIListSeparatorConfiguration?
    var isFirst = false, isLast = false
    /// Whether the cell is the header of its section.
    var isHeader = false
    /// The radius of the section's corners, in points; 0 for none.
    var radius: CGFloat = 0
}

/// The attributes of an item of a list.
final class ListLayoutAttributes: UICollectionViewLayoutAttributes {
    var lines = ListLines()

    override func copy(with zone: NSZone? = nil) -> Any {
        let made = super.copy(with: zone)
        (made as? ListLayoutAttributes)?.lines = lines
        return made
    }

    nonisolated override func isEqual(_ object: Any?) -> Bool {
        guard super.isEqual(object), let other = object as? ListLayoutAttributes else { return false }
        return assumeMainActor { other.lines == lines }
    }
}
