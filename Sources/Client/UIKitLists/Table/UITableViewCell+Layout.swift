import CoreGraphics
import QuartzCore
import UIKitCore

extension UITableViewCell {
    /// The widths at the sides of the content, and the height below it. *Units*: points.
    struct Frame {
        var leading: CGFloat = 0
        var trailing: CGFloat = 0
        var line: CGFloat = 0
    }

    /// Whether the control of an edit, or the circle of a selection of several rows, is shown.
    final var showsEdit: Bool { flags.isEditing && (flags.editingStyle != .none || flags.selectsMany) }

    /// The accessory that is shown now: a view of the program's, or a type.
    final var shownAccessory: (view: UIView?, type: AccessoryType) {
        flags.isEditing ? (editingAccessoryView, editingAccessoryType) : (accessoryView, accessoryType)
    }

    final var sideMargin: CGFloat {
        guard let tableView else { return TableMetrics.sideMargin(width: bounds.width) }
        let margin = TableMetrics.sideMargin(width: tableView.bounds.width)
        return tableView.cellLayoutMarginsFollowReadableWidth
            ? max(margin, (bounds.width - TableMetrics.readableWidth) / 2) : margin
    }

    /// The parts of the cell at its sides that are not safe, if the table view keeps contents out of them.
    private var unsafeSides: (leading: CGFloat, trailing: CGFloat) {
        guard let tableView, tableView.insetsContentViewsToSafeArea else { return (0, 0) }
        let safe = safeAreaInsets
        return isRightToLeft ? (safe.right, safe.left) : (safe.left, safe.right)
    }

    /// The widths of the parts beside the content. *Source*: the content's height is the cell's without its line:
    /// "contentView" of 43.5 and 43.67 in cells of 44, in dumps of view trees by iOS 7 to 18.
    final var partFrame: Frame {
        let sides = unsafeSides
        var frame = Frame(leading: sides.leading, trailing: sides.trailing)
        if showsEdit, flags.indentsWhileEditing { frame.leading += TableMetrics.editWidth }
        let movesRows = flags.isEditing && flags.showsReorder
        if movesRows { frame.trailing += TableMetrics.reorderWidth }
        let width = accessoryWidth
        if width > 0 { frame.trailing += width + TableMetrics.accessoryGap + (movesRows ? 0 : sideMargin) }
        if !flags.separators.isDisjoint(with: [.bottom, .wideBottom]) { frame.line = 1 / max(contentScaleFactor, 1) }
        return frame
    }

    /// Whether something lies at the trailing edge, whose distance from the content takes the margin's place.
    private var hasTrailing: Bool { accessoryWidth > 0 || (flags.isEditing && flags.showsReorder) }

    private var accessoryWidth: CGFloat {
        let (view, type) = shownAccessory
        if let view { return view.bounds.width }
        return type == .none ? 0 : parts.accessory?.contentSize.width ?? 0
    }

    // MARK: Placing

    final func layOutParts() {
        let size = bounds.size
        let frame = partFrame
        let isMirrored = isRightToLeft
        func place(_ rect: CGRect) -> CGRect {
            isMirrored
                ? CGRect(x: size.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) : rect
        }
        let height = max(0, size.height - frame.line)
        let content = contentView
        content.frame = place(
            CGRect(x: frame.leading, y: 0, width: max(0, size.width - frame.leading - frame.trailing), height: height))
        adoptContentMargins()
        for view in [backgroundView, parts.background, parts.selection] { view?.frame = bounds }
        placeTrailing(frame, height, place)
        placeControls(height, place)
        placeLines(place)
        if parts.configured == nil { layOutLabels(isMirrored) }
    }

    /// Gives the content the margins of cells, unless it has others.
    private func adoptContentMargins() {
        guard !flags.isMargined(contentView) else { return }
        contentView.layoutMargins = UIEdgeInsets(
            top: TableMetrics.textMargin, left: sideMargin, bottom: TableMetrics.textMargin, right: sideMargin)
    }

    private func placeTrailing(_ frame: Frame, _ height: CGFloat, _ place: (CGRect) -> CGRect) {
        let (view, type) = shownAccessory
        let wanted: UIView? = view ?? (type == .none ? nil : parts.accessory)
        if parts.trailing !== wanted {
            if parts.trailing?.superview === self { parts.trailing?.removeFromSuperview() }
            parts.trailing = wanted
        }
        guard let wanted else { return }
        if wanted.superview !== self { addSubview(wanted) }
        let width = accessoryWidth
        let end =
            bounds.width - unsafeSides.trailing
            - (flags.isEditing && flags.showsReorder ? TableMetrics.reorderWidth : sideMargin)
        if let control = wanted as? CellControl, control === parts.accessory {
            // A touch beside the picture counts, too.
            control.frame = place(CGRect(x: end - width - 8, y: 0, width: width + 16, height: height))
        } else {
            let scale = max(contentScaleFactor, 1), size = wanted.bounds.size
            let y = (((height - size.height) / 2) * scale).rounded() / scale
            wanted.frame = place(CGRect(x: end - size.width, y: y, width: size.width, height: size.height))
        }
    }

    private func placeControls(_ height: CGFloat, _ place: (CGRect) -> CGRect) {
        let width = TableMetrics.editWidth
        if showsEdit {
            let rect = place(CGRect(x: unsafeSides.leading + sideMargin - 12, y: 0, width: width, height: height))
            let control = parts.edit ?? CellControl(frame: .zero)
            let isNew = parts.edit == nil
            parts.edit = control
            showEdit(control)
            if isNew { bring(control, to: rect, by: isRightToLeft ? width : -width) }
            control.alpha = 1
            control.frame = rect
        } else if let control = parts.edit {
            parts.edit = nil
            retire(control, by: isRightToLeft ? width : -width)
        }
        let handle = TableMetrics.reorderWidth
        if flags.isEditing, flags.showsReorder {
            let rect = place(
                CGRect(x: bounds.width - unsafeSides.trailing - handle, y: 0, width: handle, height: height))
            let control = parts.reorder ?? CellControl(frame: .zero)
            let isNew = parts.reorder == nil
            parts.reorder = control
            control.show([.reorder], .tertiaryLabel, label: "Reorder", action: {})
            if isNew {
                control.addGestureRecognizer(RowDragRecognizer())
                bring(control, to: rect, by: isRightToLeft ? -handle : handle)
            }
            control.alpha = 1
            control.frame = rect
        } else if let control = parts.reorder {
            parts.reorder = nil
            retire(control, by: isRightToLeft ? -handle : handle)
        }
    }

    /// Adds a control beside its place, from where the cell's change brings it.
    private func bring(_ control: CellControl, to rect: CGRect, by way: CGFloat) {
        UIView.performWithoutAnimation {
            control.frame = rect.offsetBy(dx: way, dy: 0)
            control.alpha = 0
            addSubview(control)
            control.layoutIfNeeded()
        }
    }

    /// Takes a control away, at the end of the cell's change if that is animated.
    private func retire(_ control: CellControl, by way: CGFloat) {
        guard UIView.inheritedAnimationDuration > 0, window != nil else { return control.removeFromSuperview() }
        UIView.animate(withDuration: UIView.inheritedAnimationDuration) {
            control.center.x += way
            control.alpha = 0
        } completion: { _ in
            control.removeFromSuperview()
        }
    }

    private func showEdit(_ control: CellControl) {
        if flags.selectsMany {
            let kind = flags.isSelected ? AccessoryPicture.circleCheckmark : .circle
            control.show([kind], flags.isSelected ? tintColor : .tertiaryLabel, label: nil, action: nil)
        } else if flags.editingStyle == .insert {
            control.show([.plus], .systemGreen, label: "Insert") { [weak self] in self?.editTapped() }
        } else {
            control.show([.minus], .systemRed, label: "Delete") { [weak self] in self?.editTapped() }
        }
    }

    private func editTapped() { tableView?.editTapped(self) }

    private func placeLines(_ place: (CGRect) -> CGRect) {
        let separators = flags.separators
        let width = bounds.width, thickness = 1 / max(contentScaleFactor, 1)
        var rects: [CGRect] = []
        if separators.contains(.wideTop) { rects.append(CGRect(x: 0, y: 0, width: width, height: thickness)) }
        let y = bounds.height - thickness
        if separators.contains(.wideBottom) {
            rects.append(CGRect(x: 0, y: y, width: width, height: thickness))
        } else if separators.contains(.bottom) {
            let inset = separatorInset
            let shift = unsafeSides.leading + (showsEdit && flags.indentsWhileEditing ? TableMetrics.editWidth : 0)
            rects.append(
                CGRect(
                    x: inset.left + shift, y: y, width: max(0, width - inset.left - shift - inset.right),
                    height: thickness))
        }
        parts.setLines(rects.count, in: self, tableView?.separatorColor ?? .separator, tableView?.separatorEffect)
        for (line, rect) in zip(parts.lines, rects) { line.frame = place(rect) }
    }

    // MARK: Labels

    private struct Labels {
        var image: CGSize?
        var start: CGFloat
        var text: CGSize
        var detail: CGSize?
        var height: CGFloat
    }

    /// The sizes of the labels in a width of the content view.
    private func measure(_ width: CGFloat) -> Labels {
        let margin = sideMargin, levels = CGFloat(flags.delegateLevels ?? indentationLevel)
        var start = margin + levels * indentationWidth
        var image: CGSize?
        if let picture = parts.imageView?.image {
            image = picture.size
            start += picture.size.width + TableMetrics.imageGap
        }
        let room = max(0, width - start - (hasTrailing ? 0 : margin))
        func size(_ label: UILabel?, _ width: CGFloat) -> CGSize? {
            guard let label, label.text?.isEmpty == false else { return nil }
            let fitting = label.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
            return CGSize(width: min(fitting.width, width), height: fitting.height)
        }
        var text = CGSize.zero, detail: CGSize?
        switch style {
        case .default: text = size(parts.textLabel, room) ?? .zero
        case .subtitle:
            text = size(parts.textLabel, room) ?? .zero
            detail = size(parts.detailLabel, room)
        case .value1:
            text = size(parts.textLabel, room) ?? .zero
            detail = size(parts.detailLabel, max(0, room - text.width - 8))
        case .value2:
            text = size(parts.textLabel, TableMetrics.value2Width) ?? .zero
            detail = size(parts.detailLabel, max(0, room - TableMetrics.value2Width - 6))
        }
        var height = max(text.height, detail?.height ?? 0)
        if style == .subtitle, let detail, text.height > 0 {
            height = text.height + TableMetrics.textGap + detail.height
        }
        return Labels(image: image, start: start, text: text, detail: detail, height: height)
    }

    private func layOutLabels(_ isMirrored: Bool) {
        guard parts.textLabel != nil || parts.detailLabel != nil || parts.imageView != nil else { return }
        let size = contentView.bounds.size, scale = max(contentScaleFactor, 1)
        let labels = measure(size.width)
        func set(_ view: UIView?, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) {
            guard let view else { return }
            let y = (y * scale).rounded() / scale
            view.frame = CGRect(x: isMirrored ? size.width - x - width : x, y: y, width: width, height: height)
        }
        if let image = labels.image {
            // A picture is at most as high as the content. *Source*: as UITableViewCell shows large pictures.
            let share = min(1, size.height / max(image.height, 1))
            let width = image.width * share
            set(
                parts.imageView, labels.start - TableMetrics.imageGap - image.width,
                (size.height - image.height * share) / 2,
                width, image.height * share)
        } else {
            parts.imageView?.frame = .zero
        }
        let text = labels.text, detail = labels.detail ?? .zero
        let room = max(0, size.width - labels.start - (hasTrailing ? 0 : sideMargin))
        switch style {
        case .default:
            // The label has the whole room, so that a program's alignment of it has an effect.
            set(parts.textLabel, labels.start, 0, room, size.height)
        case .subtitle:
            let top = (size.height - labels.height) / 2
            set(parts.textLabel, labels.start, top, text.width, text.height)
            let gap = text.height > 0 ? text.height + TableMetrics.textGap : 0
            set(parts.detailLabel, labels.start, top + gap, detail.width, detail.height)
        case .value1:
            set(parts.textLabel, labels.start, (size.height - text.height) / 2, text.width, text.height)
            set(
                parts.detailLabel, labels.start + room - detail.width, (size.height - detail.height) / 2, detail.width,
                detail.height)
        case .value2:
            let width = TableMetrics.value2Width
            set(parts.textLabel, labels.start, (size.height - text.height) / 2, width, text.height)
            set(
                parts.detailLabel, labels.start + width + 6, (size.height - detail.height) / 2, detail.width,
                detail.height)
        }
        for (label, length) in [(parts.textLabel, text), (parts.detailLabel, detail)] {
            label?.isHidden = length == .zero && style != .default
        }
    }

    // MARK: Sizes

    final func contentSizeThatFits(_ size: CGSize) -> CGSize {
        let width = size.width > 0 && size.width.isFinite && size.width < 1e6 ? size.width : bounds.width
        let frame = partFrame
        let inner = max(0, width - frame.leading - frame.trailing)
        let height: CGFloat
        if let configured = parts.configured {
            height = Self.height(of: configured, inner)
        } else {
            height = measure(inner).height + 2 * TableMetrics.textMargin
        }
        let scale = max(contentScaleFactor, 1)
        return CGSize(
            width: width, height: max(((height + frame.line) * scale).rounded(.up) / scale, TableMetrics.rowHeight))
    }

    private static func height(of view: UIView, _ width: CGFloat) -> CGFloat {
        view.constraints.isEmpty
            ? view.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
            : view.systemLayoutSizeFitting(
                CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel
            ).height
    }

    final func fittedSize(_ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority) -> CGSize {
        updateConfigurationIfNeeded()
        let frame = partFrame
        if parts.configured == nil,
            contentView.subviews.contains(where: { !$0.translatesAutoresizingMaskIntoConstraints })
        {
            let inner = CGSize(width: max(0, target.width - frame.leading - frame.trailing), height: target.height)
            adoptContentMargins()
            let size = contentView.systemLayoutSizeFitting(
                inner, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
            return CGSize(width: size.width + frame.leading + frame.trailing, height: size.height + frame.line)
        }
        return sizeThatFits(CGSize(width: target.width, height: .greatestFiniteMagnitude))
    }
}

extension CellFlags {
    /// Whether a view has margins that are not a new view's, so that a program or the cell has set them.
    @MainActor func isMargined(_ view: UIView) -> Bool {
        view.layoutMargins != UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    }
}
