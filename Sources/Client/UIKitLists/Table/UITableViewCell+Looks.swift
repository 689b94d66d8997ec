import CoreGraphics
import QuartzCore
import UIKitCore

extension UITableViewCell {
    // MARK: Accessories

    /// The accessory, or the controls of editing, have changed.
    final func accessoriesChanged() {
        let type = shownAccessory.view == nil ? shownAccessory.type : .none
        if type != .none {
            let control = parts.accessory ?? CellControl(frame: .zero)
            parts.accessory = control
            let tap: () -> Void = { [weak self] in self?.accessoryTapped() }
            switch type {
            case .disclosureIndicator: control.show([.chevron], tintColor, label: nil, action: nil)
            case .checkmark: control.show([.checkmark], tintColor, label: nil, action: nil)
            case .detailButton: control.show([.info], tintColor, label: "More Info", action: tap)
            case .detailDisclosureButton: control.show([.info, .chevron], tintColor, label: "More Info", action: tap)
            case .none: break
            }
        }
        if style == .value2 { parts.textLabel?.textColor = tintColor }
        setNeedsLayout()
    }

    private func accessoryTapped() {
        guard let tableView, let path = tableView.indexPath(for: self) else { return }
        accessoryAction?(self)
        tableView.delegate?.tableView(tableView, accessoryButtonTappedForRowWith: path)
    }

    // MARK: Background

    /// Puts a view behind the content in place of another.
    final func replace(_ old: UIView?, by new: UIView?) {
        guard old !== new else { return }
        if old?.superview === self { old?.removeFromSuperview() }
        guard let new else { return }
        new.frame = bounds
        insertSubview(new, at: 0)
        setNeedsLayout()
    }

    final func showBackgroundConfiguration() {
        guard let configuration = backgroundConfiguration else {
            parts.background?.removeFromSuperview()
            parts.background = nil
            if let tableView { takeColor(tableView.cellColor) }
            parts.showSelection(of: self)
            return
        }
        if let view = parts.background {
            view.configuration = configuration
        } else {
            let view = BackgroundConfigurationView(configuration: configuration)
            parts.background = view
            // *Source*: Apple, UITableViewCell.backgroundConfiguration: the two mechanisms exclude each other.
            backgroundView = nil
            backgroundColor = nil
            selectedBackgroundView = nil
            view.frame = bounds
            insertSubview(view, at: 0)
            takeColor(.clear)
            setNeedsUpdateConfiguration()
        }
        parts.showSelection(of: self)
    }

    // MARK: Content configurations

    final func showContentConfiguration() {
        guard let configuration = contentConfiguration else {
            guard let old = parts.configured else { return }
            old.removeFromSuperview()
            parts.configured = nil
            insertContent(contentView)
            return
        }
        if let view = parts.configured, view.supports(configuration) {
            view.configuration = configuration
            setNeedsLayout()
            return
        }
        let old = contentView
        parts.removeLabels()
        let view = configuration.makeContentView()
        old.removeFromSuperview()
        parts.configured = view
        insertContent(view)
        // The state of now has not been applied to it.
        setNeedsUpdateConfiguration()
    }

    private func insertContent(_ view: UIView) {
        if let below = parts.selection ?? parts.background ?? backgroundView {
            insertSubview(view, aboveSubview: below)
        } else {
            insertSubview(view, at: 0)
        }
        setNeedsLayout()
    }

    final func makeState() -> UICellConfigurationState {
        var state = UICellConfigurationState(traitCollection: traitCollection)
        state.isSelected = flags.isSelected
        state.isHighlighted = flags.isHighlighted
        state.isEditing = flags.isEditing
        state.isSwiped = flags.isSwiped
        state.isReordering = flags.isReordering
        state.isFocused = isFocused
        state.isDisabled = !isUserInteractionEnabled
        return state
    }

    final func updateConfigurationIfNeeded() {
        guard flags.needsConfiguration else { return }
        flags.needsConfiguration = false
        guard contentConfiguration != nil || backgroundConfiguration != nil || configurationUpdateHandler != nil else {
            return
        }
        let state = configurationState
        updateConfiguration(using: state)
        configurationUpdateHandler?(self, state)
        // The handler's own configurations are for this state already.
        flags.needsConfiguration = false
    }

    // MARK: States

    final func stateChanged(_ animated: Bool) {
        setNeedsUpdateConfiguration()
        let isOn = flags.isSelected || flags.isHighlighted
        let isShown = selectionStyle != .none
        func show(_ view: UIView) {
            if let label = view as? UILabel { label.isHighlighted = isOn && isShown }
            if let image = view as? UIImageView { image.isHighlighted = isOn && isShown }
            for child in view.subviews where !(child is UIControl) { show(child) }
        }
        if parts.configured == nil { show(contentView) }
        if animated, let shown = parts.selection, !isOn {
            // The view fades out, and goes after that unless the state has changed again.
            UIView.animate(withDuration: TableMetrics.duration) {
                shown.alpha = 0
            } completion: { _ in
                shown.alpha = 1
                self.parts.showSelection(of: self)
            }
        } else {
            parts.showSelection(of: self)
            parts.selection?.alpha = 1
        }
    }
}
