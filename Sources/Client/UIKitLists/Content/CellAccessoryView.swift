import CoreGraphics
import QuartzCore
import UIKitCore

/// The view of one accessory in a cell.
@MainActor final class CellAccessoryView {
    let type: UICellAccessory.AccessoryType
    let view: UIView
    let isLeading: Bool
    /// Whether the view was just added to its cell, in an animation.
    var isNew = false
    private var values: CellAccessoryValues
    private let standardAction: () -> Void
    private var picture: UIImageView? { (view as? CellAccessoryButton)?.picture }
    private var isTurned = false

    init(_ accessory: UICellAccessory, standardAction: @escaping () -> Void) {
        (type, values) = (accessory.accessoryType, accessory.values)
        (isLeading, self.standardAction) = (accessory.values.isLeading, standardAction)
        if let view = accessory.values.view {
            self.view = view
        } else if accessory.values.text != nil {
            view = UILabel()
        } else {
            view = CellAccessoryButton(frame: .zero)
        }
    }

    /// Whether the accessory is seen; a hidden one only takes room.
    var isVisible: Bool { !values.common.isHidden }

    /// Whether a touch of the accessory does something.
    private var isTouched: Bool {
        switch type {
        case .delete, .insert, .detail: true
        case .outlineDisclosure: true
        default: false
        }
    }

    /// Whether a touch anywhere in the row counts. *Source*: Apple, UICellAccessory.OutlineDisclosureOptions.Style:
    /// header, "a tap anywhere in the header toggles the expansion state of the item. The cell itself is not selectable";
    /// automatic, "depending on whether the cell's configuration is as a section header".
    var isRowWide: Bool {
        guard type == .outlineDisclosure, isVisible else { return false }
        switch values.outline {
        case .cell: return false
        case .header: return true
        case .automatic:
            let cell = view.superview as? UICollectionViewListCell
            return (cell?.contentConfiguration as? UIListContentConfiguration)?.style.isHeader ?? false
        }
    }

    /// Shows an accessory of this type in a state.
    func show(
        _ accessory: UICellAccessory, _ state: CellAccessoryArranger.State, in cell: UIView, animated: Bool
    ) {
        values = accessory.values
        view.isHidden = values.common.isHidden
        if values.view != nil {
            if let tint = values.common.tintColor { view.tintColor = tint }
            return
        }
        if let label = view as? UILabel {
            label.text = values.text
            label.font = values.font
            label.textColor = values.common.tintColor ?? .secondaryLabel
            return
        }
        guard let button = view as? CellAccessoryButton, var kind = values.picture else { return }
        button.isUserInteractionEnabled = isTouched || type == .reorder
        button.action = isTouched ? { [weak self] in self?.touched() } : nil
        if type == .multiselect, state.isSelected { kind = .circleCheckmark }
        let tint = values.common.tintColor
        let (color, sign) = colors(kind, tint, state.isOnTintColor ? .white : cell.tintColor)
        button.picture.image = kind.image(
            color, sign: sign, traits: cell.traitCollection, isMirrored: cell.isRightToLeft && isDirected)
        button.picture.bounds = CGRect(origin: .zero, size: kind.size)
        button.accessibilityLabel = name
        guard type == .outlineDisclosure else { return }
        let turn = state.isExpanded ? (cell.isRightToLeft ? -1 : 1) * CGFloat.pi / 2 : 0
        let change = { button.picture.transform = CGAffineTransform(rotationAngle: turn) }
        if animated, isTurned != state.isExpanded {
            UIView.animate(withDuration: 0.25, animations: change)
        } else {
            change()
        }
        isTurned = state.isExpanded
    }

    /// Whether the picture points to where lines end.
    private var isDirected: Bool { type == .disclosureIndicator || type == .outlineDisclosure }

    /// The colour of lines or of the disk, and of the sign on a disk. *Source*: pictures of iOS 14 to 18; the names are
    /// of Apple's colours.
    private func colors(_ kind: AccessoryPicture, _ tint: UIColor?, _ own: UIColor) -> (UIColor, UIColor) {
        switch kind {
        case .chevron, .reorder: return (tint ?? .tertiaryLabel, .white)
        case .minus: return (values.background ?? .systemRed, tint ?? .white)
        case .plus: return (values.background ?? .systemGreen, tint ?? .white)
        case .circle: return (tint ?? .tertiaryLabel, .white)
        case .circleCheckmark: return (values.background ?? own, tint ?? .white)
        case .checkmark, .info, .outline: return (tint ?? own, .white)
        }
    }

    /// The name for accessibility.
    private var name: String? {
        switch type {
        case .delete: "Delete"
        case .insert: "Insert"
        case .detail: "More Info"
        case .reorder: "Reorder"
        default: nil
        }
    }

    private func touched() {
        if let action = values.action { action() } else { standardAction() }
    }

    // MARK: Layout

    /// The accessory's own size, in points.
    private var size: CGSize {
        if let view = values.view {
            if values.keepsSize { return view.bounds.size }
            if !view.translatesAutoresizingMaskIntoConstraints {
                return view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
            }
            let fitting = view.sizeThatFits(view.bounds.size)
            return fitting == .zero ? view.bounds.size : fitting
        }
        if let label = view as? UILabel { return label.sizeThatFits(.zero) }
        return values.picture?.size ?? .zero
    }

    /// The width that is kept for the accessory, in points. The standard width is our own: it has room for each of the
    /// system's pictures.
    var keptWidth: CGFloat {
        switch values.common.reservedLayoutWidth {
        case .custom(let width): width
        case .standard: 22
        case .actual, nil: size.width
        }
    }

    /// Places the view with the start of its width at a distance from the leading edge, in the middle of the height.
    func place(at start: CGFloat, in bounds: CGRect, isMirrored: Bool) {
        let size = size, scale = max(view.contentScaleFactor, 1)
        var middle = start + keptWidth / 2
        if isMirrored { middle = bounds.minX + bounds.maxX - middle }
        if let button = view as? CellAccessoryButton {
            // The picture's edges are at whole pixels of the row.
            middle = ((middle - size.width / 2) * scale).rounded() / scale + size.width / 2
            // A touch anywhere in the row's height, and a little beside the picture, counts.
            let width = max(size.width + 16, 38)
            let own = CGRect(x: middle - width / 2, y: bounds.minY, width: width, height: bounds.height)
            button.frame = isRowWide ? bounds : own
            button.middle = middle - button.frame.minX
            return
        }
        let origin = CGPoint(x: middle - size.width / 2, y: bounds.midY - size.height / 2)
        let frame = CGRect(
            x: (origin.x * scale).rounded() / scale, y: (origin.y * scale).rounded() / scale, width: size.width,
            height: size.height)
        if view.bounds.size != frame.size { view.bounds.size = frame.size }
        view.center = CGPoint(x: frame.midX, y: frame.midY)
    }
}

/// A picture that can be touched.
final class CellAccessoryButton: UIControl {
    let picture = UIImageView()
    var action: (() -> Void)?
    /// Where the picture's middle is, in points from the left.
    var middle: CGFloat = 0 {
        didSet { if middle != oldValue { setNeedsLayout() } }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        addSubview(picture)
        addTarget(for: .touchUpInside) { [weak self] in self?.action?() }
    }

    required init?(coder: NSCoder) { nil }

    private func addTarget(for event: UIControl.Event, _ body: @escaping () -> Void) {
        addAction(UIAction { _ in body() }, for: event)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let scale = max(contentScaleFactor, 1), size = picture.bounds.size
        let y = ((bounds.midY - size.height / 2) * scale).rounded() / scale + size.height / 2
        picture.center = CGPoint(x: middle, y: y)
    }

    override var isHighlighted: Bool {
        didSet { picture.alpha = isHighlighted && action != nil ? 0.4 : 1 }
    }
}
