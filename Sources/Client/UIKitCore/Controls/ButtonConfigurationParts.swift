import CoreGraphics
import Foundation

/// The views of a button with a configuration, and their places. *Units*: points.
@MainActor final class ButtonConfigurationParts {
    let background: BackgroundConfigurationView
    private(set) var title: UILabel?
    private(set) var subtitle: UILabel?
    private(set) var picture: UIImageView?
    private var indicator: UIActivityIndicatorView?
    private var configuration: UIButton.Configuration

    init(_ configuration: UIButton.Configuration) {
        self.configuration = configuration
        background = BackgroundConfigurationView(configuration: configuration.background)
    }

    /// All views, for the button to leave out of archives.
    var views: [UIView] { [background, subtitle, indicator].compactMap { $0 } }

    /// Removes the views that only a button with a configuration has.
    func remove() { for view in views { view.removeFromSuperview() } }

    /// Shows a configuration in a button's present state.
    func show(_ new: UIButton.Configuration, in button: UIButton) {
        configuration = new
        let color = new.foreground(button.tintColor, button.isEnabled)
        let dimming: CGFloat = button.isHighlighted ? 0.2 : 1
        if background.superview !== button { button.insertSubview(background, at: 0) }
        background.configuration = new.shownBackground(button)
        title = button.titleLabel
        let text = new.drawnTitle(button.title(for: .normal), color, button.traitCollection)
        title?.numberOfLines = 0
        title?.textColor = color
        if let text { title?.attributedText = text } else { title?.text = nil }
        title?.alpha = dimming
        showSubtitle(new.drawnSubtitle(color, button.traitCollection), dimming, in: button)
        let image = new.showsActivityIndicator ? nil : new.drawnImage(button.image(for: .normal))
        picture = image == nil && picture == nil ? nil : button.imageView
        picture?.image = image
        picture?.tintColor = new.imageColorTransformer?(color) ?? color
        picture?.alpha = dimming
        showIndicator(new.activityIndicatorColorTransformer?(color) ?? color, in: button)
    }

    private func showSubtitle(_ text: NSAttributedString?, _ dimming: CGFloat, in button: UIButton) {
        guard let text else {
            subtitle?.removeFromSuperview()
            subtitle = nil
            return
        }
        let label = subtitle ?? UILabel()
        label.numberOfLines = 0
        label.attributedText = text
        label.alpha = dimming
        if subtitle == nil { button.addSubview(label) }
        subtitle = label
    }

    private func showIndicator(_ color: UIColor, in button: UIButton) {
        guard configuration.showsActivityIndicator else {
            indicator?.removeFromSuperview()
            indicator = nil
            return
        }
        let view = indicator ?? UIActivityIndicatorView(style: .medium)
        view.color = color
        if indicator == nil {
            button.addSubview(view)
            view.startAnimating()
        }
        indicator = view
    }

    // MARK: Layout

    private struct Sizes {
        var title = CGSize.zero, subtitle = CGSize.zero, image = CGSize.zero
        /// Title and subtitle together.
        var texts = CGSize.zero
        var whole = CGSize.zero
    }

    private var isAcross: Bool { configuration.imagePlacement.isDisjoint(with: [.top, .bottom]) }

    /// The sizes of the parts in a width; 0 for any width.
    private func sizes(width: CGFloat) -> Sizes {
        var sizes = Sizes()
        sizes.image = indicator.map { $0.sizeThatFits(.zero) } ?? picture?.image?.size ?? .zero
        let hasImage = sizes.image != .zero
        func measured(_ label: UILabel?) -> CGSize {
            guard let label, let text = label.attributedText, text.length > 0 else { return .zero }
            let used = hasImage && isAcross ? sizes.image.width + configuration.imagePadding : 0
            let size = label.sizeThatFits(CGSize(width: width > 0 ? max(width - used, 1) : 0, height: 0))
            return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
        }
        (sizes.title, sizes.subtitle) = (measured(title), measured(subtitle))
        let both = sizes.title != .zero && sizes.subtitle != .zero
        sizes.texts = CGSize(
            width: max(sizes.title.width, sizes.subtitle.width),
            height: sizes.title.height + sizes.subtitle.height + (both ? configuration.titlePadding : 0))
        let gap = hasImage && sizes.texts != .zero ? configuration.imagePadding : 0
        sizes.whole =
            isAcross
            ? CGSize(
                width: sizes.image.width + gap + sizes.texts.width, height: max(sizes.image.height, sizes.texts.height))
            : CGSize(
                width: max(sizes.image.width, sizes.texts.width), height: sizes.image.height + gap + sizes.texts.height)
        return sizes
    }

    /// The size of the content with its insets. A width of 0 stands for any.
    func size(width: CGFloat) -> CGSize {
        let insets = configuration.contentInsets
        let across = insets.leading + insets.trailing
        let whole = sizes(width: width > across ? width - across : 0).whole
        return CGSize(width: whole.width + across, height: whole.height + insets.top + insets.bottom)
    }

    /// Places the parts in a button's bounds.
    func place(in button: UIButton) {
        let bounds = button.bounds, isMirrored = button.isRightToLeft
        background.frame = bounds
        background.configuration = configuration.shownBackground(button)
        let area = bounds.inset(by: configuration.contentInsets.sides(isRightToLeft: isMirrored))
        let sizes = sizes(width: max(area.width, 1))
        let whole = CGRect(origin: origin(of: sizes.whole, in: area, button), size: sizes.whole)
        var image = CGRect(origin: .zero, size: sizes.image), texts = CGRect(origin: .zero, size: sizes.texts)
        let placement = configuration.imagePlacement
        let isFirst = placement.contains(.top) || isAcross && placement.contains(.trailing) == isMirrored
        if isAcross {
            image.origin = CGPoint(x: isFirst ? whole.minX : whole.maxX - image.width, y: whole.midY - image.height / 2)
            texts.origin = CGPoint(x: isFirst ? whole.maxX - texts.width : whole.minX, y: whole.midY - texts.height / 2)
        } else {
            image.origin = CGPoint(x: whole.midX - image.width / 2, y: isFirst ? whole.minY : whole.maxY - image.height)
            texts.origin = CGPoint(x: whole.midX - texts.width / 2, y: isFirst ? whole.maxY - texts.height : whole.minY)
        }
        indicator?.center = CGPoint(x: image.midX, y: image.midY)
        picture?.frame = image
        place(title, sizes.title, at: texts.minY, in: texts, isFirst, isMirrored)
        place(subtitle, sizes.subtitle, at: texts.maxY - sizes.subtitle.height, in: texts, isFirst, isMirrored)
    }

    private func place(
        _ label: UILabel?, _ size: CGSize, at y: CGFloat, in texts: CGRect, _ isFirst: Bool, _ isMirrored: Bool
    ) {
        guard let label else { return }
        var side = configuration.titleAlignment
        if side == .automatic {
            // Beside a picture both texts begin at it; else they are centred.
            let isBeside = isAcross && (picture?.image != nil || indicator != nil)
            side = !isBeside ? .center : isFirst != isMirrored ? .leading : .trailing
        }
        let isLeft = side == .leading && !isMirrored || side == .trailing && isMirrored
        let x =
            side == .center ? texts.midX - size.width / 2 : isLeft ? texts.minX : texts.maxX - size.width
        label.textAlignment = side == .center ? .center : isLeft ? .left : .right
        label.frame = CGRect(x: x, y: y, width: size.width, height: size.height)
    }

    private func origin(of size: CGSize, in area: CGRect, _ button: UIButton) -> CGPoint {
        var origin = CGPoint(x: area.midX - size.width / 2, y: area.midY - size.height / 2)
        switch button.effectiveContentHorizontalAlignment {
        case .left, .leading: origin.x = area.minX
        case .right, .trailing: origin.x = area.maxX - size.width
        case .center, .fill: break
        }
        switch button.contentVerticalAlignment {
        case .top: origin.y = area.minY
        case .bottom: origin.y = area.maxY - size.height
        case .center, .fill: break
        }
        return origin
    }
}
