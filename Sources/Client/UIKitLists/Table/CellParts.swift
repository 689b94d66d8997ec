import CoreGraphics
import QuartzCore
import UIKitCore

/// The boolean values of a cell, and few others.
struct CellFlags {
    var isSelected = false, isHighlighted = false, isEditing = false, isSwiped = false, isReordering = false
    var showsReorder = false, indentsWhileEditing = true, hasOwnColor = false
    /// Whether the configurations have to follow a new state.
    var needsConfiguration = false
    var editingStyle = UITableViewCell.EditingStyle.none
    /// The separators' distances that a program has set.
    var separatorInset: UIEdgeInsets?
    /// The lines that the table view gives the cell.
    var separators: CellSeparators = []
    /// The levels that the delegate gives the row; nil for the cell's own.
    var delegateLevels: Int?
    /// Whether several rows can be selected while the cell is edited, so that it shows a circle.
    var selectsMany = false
}

/// The lines above and below a cell.
struct CellSeparators: OptionSet {
    let rawValue: UInt8
    /// Below, from the separator's inset on.
    static let bottom = CellSeparators(rawValue: 1 << 0)
    /// Below, over the whole width.
    static let wideBottom = CellSeparators(rawValue: 1 << 1)
    /// Above, over the whole width.
    static let wideTop = CellSeparators(rawValue: 1 << 2)
}

/// The views of a cell that it makes when they are needed.
@MainActor final class CellParts {
    private(set) var textLabel: UILabel?
    private(set) var detailLabel: UILabel?
    private(set) var imageView: UIImageView?
    /// The view of the content configuration; nil for none.
    var configured: (UIView & UIContentView)?
    var background: BackgroundConfigurationView?
    private(set) var selection: UIView?
    private var standardSelection: UIView?
    /// The button or picture of the accessory type.
    var accessory: CellControl?
    /// The view that is at the trailing edge now, one of the program's or `accessory`.
    var trailing: UIView?
    var edit: CellControl?
    var reorder: CellControl?
    private(set) var lines: [UIView] = []

    init() {}

    // MARK: Labels

    func text(in cell: UITableViewCell) -> UILabel {
        if let textLabel { return textLabel }
        let label = UILabel()
        label.font = .preferredFont(forTextStyle: cell.style == .value2 ? .footnote : .body)
        if cell.style == .value2 {
            label.textColor = cell.tintColor
            label.textAlignment = .right
        }
        cell.contentView.addSubview(label)
        textLabel = label
        cell.setNeedsLayout()
        return label
    }

    func detail(in cell: UITableViewCell) -> UILabel {
        if let detailLabel { return detailLabel }
        let label = UILabel()
        switch cell.style {
        case .subtitle: label.font = .preferredFont(forTextStyle: .caption1)
        case .value2: label.font = .preferredFont(forTextStyle: .footnote)
        default:
            label.font = .preferredFont(forTextStyle: .body)
            label.textColor = .secondaryLabel
        }
        cell.contentView.addSubview(label)
        detailLabel = label
        cell.setNeedsLayout()
        return label
    }

    func image(in cell: UITableViewCell) -> UIImageView {
        if let imageView { return imageView }
        let view = UIImageView()
        view.contentMode = .scaleAspectFit
        cell.contentView.addSubview(view)
        imageView = view
        cell.setNeedsLayout()
        return view
    }

    /// Removes the labels and the picture, which a content configuration replaces.
    func removeLabels() {
        for view in [textLabel, detailLabel, imageView] { view?.removeFromSuperview() }
        (textLabel, detailLabel, imageView) = (nil, nil, nil)
    }

    // MARK: Selection

    /// Shows or hides the view behind the content of a selected cell.
    func showSelection(of cell: UITableViewCell) {
        let isShown =
            (cell.flags.isSelected || cell.flags.isHighlighted) && cell.selectionStyle != .none
            && !(cell.flags.selectsMany && cell.multipleSelectionBackgroundView == nil && !cell.flags.isHighlighted)
        var wanted: UIView?
        if isShown {
            wanted = cell.flags.selectsMany ? cell.multipleSelectionBackgroundView : nil
            wanted = wanted ?? cell.selectedBackgroundView
            if wanted == nil, cell.backgroundConfiguration == nil {
                if standardSelection == nil {
                    let view = UIView()
                    view.backgroundColor = .systemGray4
                    standardSelection = view
                }
                wanted = standardSelection
            }
        }
        guard wanted !== selection || (wanted != nil && wanted?.superview !== cell) else { return }
        selection?.removeFromSuperview()
        selection = wanted
        guard let wanted else { return }
        wanted.frame = cell.bounds
        if let below = cell.backgroundView ?? background {
            cell.insertSubview(wanted, aboveSubview: below)
        } else {
            cell.insertSubview(wanted, at: 0)
        }
    }

    // MARK: Lines

    /// Gives the cell a number of views for separators.
    func setLines(_ count: Int, in cell: UITableViewCell, _ color: UIColor, _ effect: UIVisualEffect?) {
        if lines.contains(where: { ($0 as? UIVisualEffectView)?.effect !== effect }) {
            for line in lines { line.removeFromSuperview() }
            lines = []
        }
        while lines.count > count { lines.removeLast().removeFromSuperview() }
        while lines.count < count {
            let line = effect.map { UIVisualEffectView(effect: $0) } ?? UIView()
            line.isUserInteractionEnabled = false
            cell.addSubview(line)
            lines.append(line)
        }
        for line in lines {
            let colored = (line as? UIVisualEffectView)?.contentView ?? line
            let shown = effect == nil || effect is UIVibrancyEffect ? color : nil
            if colored.backgroundColor !== shown { colored.backgroundColor = shown }
        }
    }
}

/// A picture in a cell that can be touched: an accessory, the control of an edit, or the handle of a row.
final class CellControl: UIControl {
    private let picture = UIImageView()
    private let chevron = UIImageView()
    private var action: (() -> Void)?

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        addSubview(picture)
        addAction(UIAction { [weak self] _ in self?.action?() }, for: .touchUpInside)
    }

    required init?(coder: NSCoder) { nil }

    /// Shows pictures side by side. Without an action the control takes no touches.
    func show(_ kinds: [AccessoryPicture], _ color: UIColor, label: String?, action: (() -> Void)?) {
        self.action = action
        isUserInteractionEnabled = action != nil
        accessibilityLabel = label
        let isMirrored = isRightToLeft
        func image(_ kind: AccessoryPicture) -> UIImage {
            kind.image(
                kind == .chevron ? .tertiaryLabel : color, traits: traitCollection,
                isMirrored: isMirrored && kind == .chevron)
        }
        picture.image = kinds.first.map(image)
        picture.bounds.size = kinds.first?.size ?? .zero
        if kinds.count > 1 {
            chevron.image = image(kinds[1])
            chevron.bounds.size = kinds[1].size
            if chevron.superview == nil { addSubview(chevron) }
        } else {
            chevron.removeFromSuperview()
        }
        setNeedsLayout()
    }

    /// Turns the picture, as an edit control does while its row is open.
    var angle: CGFloat = 0 {
        didSet { picture.transform = CGAffineTransform(rotationAngle: angle) }
    }

    /// The size of the pictures, in points.
    var contentSize: CGSize {
        let second = chevron.superview == nil ? 0 : chevron.bounds.width + 14
        return CGSize(width: picture.bounds.width + second, height: picture.bounds.height)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let scale = max(contentScaleFactor, 1)
        func place(_ view: UIView, _ x: CGFloat) {
            let size = view.bounds.size
            view.center = CGPoint(
                x: (x * scale).rounded() / scale + size.width / 2,
                y: ((bounds.midY - size.height / 2) * scale).rounded() / scale + size.height / 2)
        }
        let start = bounds.midX - contentSize.width / 2
        let isMirrored = isRightToLeft && chevron.superview != nil
        place(picture, isMirrored ? start + chevron.bounds.width + 14 : start)
        if chevron.superview != nil { place(chevron, isMirrored ? start : start + picture.bounds.width + 14) }
    }

    override var isHighlighted: Bool {
        didSet { alpha = isHighlighted ? 0.4 : 1 }
    }
}
