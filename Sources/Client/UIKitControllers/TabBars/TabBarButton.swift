import CoreGraphics
import Foundation

/// The view of a tab bar's item: picture, title and badge.
final class TabBarButton: UIControl {
    let item: UITabBarItem
    private let picture = UIImageView()
    private let label = UILabel()
    private let badge = BadgeView()
    /// The sizes of titles: 10 points under a picture, 13 beside it. *Source*: Apple, Human Interface Guidelines, "Tab
    /// bars", templates of iOS 11 to 18.
    private static let (stackedSize, inlineSize) = (CGFloat(10), CGFloat(13))
    /// The square of pictures under which the title is. *Source*: Apple, Human Interface Guidelines, "Custom icons":
    /// 25 by 25 points.
    private static let pictureSide: CGFloat = 28
    private var look = UITabBarItemAppearance()
    private var isInline = false
    private var colors: (selected: UIColor, other: UIColor) = (.systemBlue, .systemGray)

    init(_ item: UITabBarItem) {
        self.item = item
        super.init(frame: .zero)
        picture.contentMode = .center
        label.textAlignment = .center
        for part in [picture, label, badge] as [UIView] {
            part.isUserInteractionEnabled = false
            addSubview(part)
        }
    }

    required init?(coder: NSCoder) { nil }

    override var isSelected: Bool {
        didSet { if isSelected != oldValue { show() } }
    }

    /// Takes a bar's appearance of the item.
    ///
    /// - Parameter isInline: Whether the title is beside the picture.
    func adopt(_ look: UITabBarItemAppearance, inline isInline: Bool, selected: UIColor, other: UIColor) {
        (self.look, self.isInline, colors) = (look, isInline, (selected, other))
        isEnabled = item.isEnabled
        show()
    }

    private func show() {
        let state: UIControl.State = !isEnabled ? .disabled : isSelected ? .selected : .normal
        let values = !isEnabled ? look.disabled : isSelected ? look.selected : look.normal
        let color = isSelected ? colors.selected : isEnabled ? colors.other : .tertiaryLabel
        let image = isSelected ? item.selectedImage ?? item.image : item.image
        // A picture is a template unless its rendering mode is `alwaysOriginal`. *Source*: Apple, UITabBarItem.image.
        let shown = image?.renderingMode == .alwaysOriginal ? image : image?.withRenderingMode(.alwaysTemplate)
        if image !== shownImage {
            shownImage = image
            picture.image = shown
        }
        picture.tintColor = values.iconColor ?? color
        var attributes = values.titleTextAttributes
        attributes.merge(item.titleTextAttributes(for: .normal) ?? [:]) { $1 }
        if state != .normal { attributes.merge(item.titleTextAttributes(for: state) ?? [:]) { $1 } }
        if attributes[.foregroundColor] == nil { attributes[.foregroundColor] = color }
        if attributes[.font] == nil {
            attributes[.font] =
                isInline
                ? UIFont.systemFont(ofSize: Self.inlineSize) : .systemFont(ofSize: Self.stackedSize, weight: .medium)
        }
        label.attributedText = item.title.map { NSAttributedString(string: $0, attributes: attributes) }
        badge.isHidden = item.badgeValue == nil
        if let text = item.badgeValue {
            let own = item.badgeTextAttributes(for: state) ?? item.badgeTextAttributes(for: .normal) ?? [:]
            badge.show(
                text, values.badgeTextAttributes.merging(own) { $1 },
                item.badgeColor ?? values.badgeBackgroundColor ?? .systemRed)
        }
        accessibilityLabel = item.title ?? item.accessibilityLabel
        accessibilityValue = item.badgeValue
        accessibilityTraits = isSelected ? [.button, .selected] : .button
        setNeedsLayout()
    }
    private weak var shownImage: UIImage?

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = label.attributedText == nil ? .zero : label.sizeThatFits(bounds.size)
        let insets = item.imageInsets
        let values = isSelected ? look.selected : look.normal
        let shift = UIOffset(
            horizontal: item.titlePositionAdjustment.horizontal + values.titlePositionAdjustment.horizontal,
            vertical: item.titlePositionAdjustment.vertical + values.titlePositionAdjustment.vertical)
        var pictureFrame: CGRect
        if isInline {
            let side = picture.image == nil ? 0 : min(picture.image?.size.width ?? 0, Self.pictureSide)
            let gap: CGFloat = side > 0 && size.width > 0 ? 7 : 0
            let left = (bounds.width - side - gap - size.width) / 2
            pictureFrame = CGRect(x: left, y: 0, width: side, height: bounds.height)
            label.frame = CGRect(x: left + side + gap, y: 0, width: size.width, height: bounds.height)
        } else {
            // The picture's middle is 19 points below the bar's top, a title's baseline one point above the bottom; a
            // picture without a title is in the middle. The 19 points are from pictures of iOS 13 to 18.
            let middle = size.height > 0 ? 19 : bounds.height / 2
            pictureFrame = CGRect(
                x: (bounds.width - Self.pictureSide) / 2, y: middle - Self.pictureSide / 2, width: Self.pictureSide,
                height: Self.pictureSide)
            label.frame = CGRect(
                x: 0, y: bounds.height - size.height - 2, width: bounds.width, height: size.height)
        }
        pictureFrame = pictureFrame.inset(by: insets)
        picture.frame = pictureFrame
        label.frame = label.frame.offsetBy(dx: shift.horizontal, dy: shift.vertical)
        let width = badge.sizeThatFits(bounds.size)
        let offset = values.badgePositionAdjustment
        // The badge's left edge is right of the picture's middle. *Source*: pictures of iOS 11 to 18.
        badge.frame = CGRect(
            x: pictureFrame.midX + (isInline ? -2 : 4) + offset.horizontal,
            y: (isInline ? bounds.height / 2 - 18 : 2) + offset.vertical, width: width.width, height: width.height)
    }
}

/// A badge: a text on a red plate with round ends.
final class BadgeView: UIView {
    private let label = UILabel()
    /// The least width, and the height. *Source*: pictures of iOS 11 to 18.
    private static let side: CGFloat = 18

    init() {
        super.init(frame: .zero)
        layer.cornerRadius = Self.side / 2
        label.textAlignment = .center
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ text: String, _ attributes: [NSAttributedString.Key: Any], _ color: UIColor) {
        var attributes = attributes
        if attributes[.font] == nil { attributes[.font] = UIFont.systemFont(ofSize: 13) }
        if attributes[.foregroundColor] == nil { attributes[.foregroundColor] = UIColor.white }
        label.attributedText = NSAttributedString(string: text, attributes: attributes)
        backgroundColor = color
        setNeedsLayout()
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: max(Self.side, label.sizeThatFits(size).width.rounded(.up) + 10), height: Self.side)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds
    }
}
