import CoreGraphics
import Foundation

/// The content of a navigation bar for one item: prompt, title, large title, the button back and the buttons. In a
/// transition the bar has two, which fade.
final class NavigationItemView: UIView {
    let item: UINavigationItem
    private let backItem: UINavigationItem?
    private unowned let bar: UINavigationBar
    private let label = UILabel()
    private let large = UILabel()
    private let largeArea = UIView()
    private let prompt = UILabel()
    let back = UIButton(type: .system)
    private weak var shownTitleView: UIView?
    /// The views of the item's buttons that are shown.
    private var shownButtons: [UIView] = []
    /// The height of the large title's part that is shown, in points.
    var largeHeight: CGFloat = 0
    /// The height of the part of a search bar that scrolling leaves, in points.
    var accessoryHeight: CGFloat = 0

    /// The distance of buttons from the edges and from each other. *Units*: points. *Source*: others measured 16 at the
    /// edges of UIKit's bars on phones; between buttons it is assumed.
    private static let margin: CGFloat = 16, spacing: CGFloat = 16
    /// The large title's size, and its distance from the bar's lower edge. *Source*: Apple, Human Interface Guidelines,
    /// "Typography": large title, 34 points; the distance is from pictures of iOS 11 to 18.
    private static let largeSize: CGFloat = 34, largeBottom: CGFloat = 8

    init(_ item: UINavigationItem, back backItem: UINavigationItem?, in bar: UINavigationBar) {
        (self.item, self.backItem, self.bar) = (item, backItem, bar)
        super.init(frame: bar.bounds)
        label.textAlignment = .center
        prompt.textAlignment = .center
        prompt.font = .systemFont(ofSize: 13)
        back.addAction(
            UIAction { [weak self] _ in if let self { self.bar.backWasUsed(self.item) } }, for: .primaryActionTriggered)
        largeArea.clipsToBounds = true
        largeArea.isUserInteractionEnabled = false
        largeArea.addSubview(large)
        for part in [largeArea, label, prompt, back] { addSubview(part) }
        for part in [label, large, prompt] { part.isUserInteractionEnabled = false }
    }

    required init?(coder: NSCoder) { nil }

    /// Touches on nothing reach the bar.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let found = super.hitTest(point, with: event)
        return found === self ? nil : found
    }

    private var top: CGFloat { item.prompt == nil || item.hidesTitle ? 0 : UINavigationBar.promptHeight }
    private var isLarge: Bool { bar.isLarge(item) }
    private var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }
    /// The height of the part with title and buttons, in points.
    private var content: CGFloat {
        item.hidesTitle ? 0 : min(UINavigationBar.height, max(0, bounds.height - top))
    }
    /// The height of the search bar that is shown, in points.
    private var shownAccessory: CGFloat {
        item.collapsibleHeight > 0 ? accessoryHeight : item.accessory?.height ?? 0
    }

    /// Lays out the title in the middle, the button back and the left items at the left, the right items at the right; from
    /// right to left the other way round. *Source*: Apple, Human Interface Guidelines, "Right to left".
    override func layoutSubviews() {
        super.layoutSubviews()
        let left = layOutBack()
        let right = layOutButtons(from: left)
        layOutTitle(from: right.left, to: right.right)
        layOutLarge()
        if isMirrored {
            // A transform of a transition stays; the centre does not depend on it.
            for view in [back, label, large] + shownButtons + [shownTitleView].compactMap({ $0 }) {
                view.center.x = bounds.width - view.center.x
            }
        }
        prompt.isHidden = item.prompt == nil
        prompt.text = item.prompt
        prompt.frame = CGRect(x: 0, y: 6, width: bounds.width, height: 24)
        for view in [back, prompt] + shownButtons { view.alpha = item.hidesTitle ? 0 : 1 }
        shownTitleView?.alpha = item.hidesTitle ? 0 : 1
        let accessory = item.accessory
        if let accessory {
            if accessory.view.superview !== self { addSubview(accessory.view) }
            accessory.view.frame = CGRect(
                x: 0, y: max(0, bounds.height - shownAccessory), width: bounds.width, height: shownAccessory)
        }
        for view in subviews where view is NavigationAccessory {
            if view !== accessory?.view, view !== shownTitleView { view.removeFromSuperview() }
        }
    }

    private func set(_ label: UILabel, _ text: String?, _ attributes: [NSAttributedString.Key: Any], _ font: UIFont) {
        let color = attributes[.foregroundColor] as? UIColor ?? .label
        let font = attributes[.font] as? UIFont ?? font
        if label.font != font { label.font = font }
        if label.textColor != color { label.textColor = color }
        let others = attributes.filter { $0.key != .foregroundColor && $0.key != .font }
        if others.isEmpty {
            if label.text != text { label.text = text }
        } else {
            var all = others
            (all[.font], all[.foregroundColor]) = (font, color)
            label.attributedText = text.map { NSAttributedString(string: $0, attributes: all) }
        }
    }

    /// Lays out the button back; returns the x at which the left items may begin.
    private func layOutBack() -> CGFloat {
        let replaced = item.leftBarButtonItems?.isEmpty == false && !item.leftItemsSupplementBackButton
        back.isHidden = backItem == nil || item.hidesBackButton || replaced
        let look = bar.appearance(of: item)
        let chevron = isMirrored ? UINavigationBar.mirroredChevron : UINavigationBar.chevron
        let image = look.backIndicatorImage ?? bar.backIndicatorImage ?? chevron
        if back.image(for: .normal) !== image { back.setImage(image, for: .normal) }
        let font = UIFont.systemFont(ofSize: 17)
        if back.titleLabel?.font != font { back.titleLabel?.font = font }
        let name: String
        if let own = backItem?.backBarButtonItem?.title ?? backItem?.backButtonTitle {
            name = own
        } else {
            switch backItem?.backButtonDisplayMode ?? .default {
            case .default:
                let title = backItem?.title ?? "Back"
                name = fits(title) ? title : fits("Back") ? "Back" : ""
            case .generic: name = "Back"
            case .minimal: name = ""
            }
        }
        setBackTitle(name, look.backButtonAppearance.normal.titleTextAttributes)
        let size = back.sizeThatFits(bounds.size)
        back.frame = CGRect(
            x: 8, y: top, width: back.isHidden ? 0 : min(size.width, bounds.width / 2), height: content)
        return back.frame.maxX
    }

    private func setBackTitle(_ name: String, _ attributes: [NSAttributedString.Key: Any]) {
        if back.title(for: .normal) != name { back.setTitle(name, for: .normal) }
        let styled = attributes.isEmpty ? nil : NSAttributedString(string: name, attributes: attributes)
        if back.attributedTitle(for: .normal) != styled { back.setAttributedTitle(styled, for: .normal) }
    }

    /// Whether a name of the button back leaves the title its place in the middle. *Source*: Apple,
    /// UINavigationItem.BackButtonDisplayMode.default: "attempts to display previous title".
    private func fits(_ name: String) -> Bool {
        func width(_ text: String, _ font: UIFont) -> CGFloat {
            (text as NSString).size(withAttributes: [.font: font]).width
        }
        guard bounds.width > 0 else { return true }
        let title = item.titleView?.bounds.width ?? width(item.title ?? "", .boldSystemFont(ofSize: 17))
        let room = item.titleView == nil && item.title?.isEmpty != false ? bounds.width / 2 : (bounds.width - title) / 2
        return 8 + 28 + width(name, .systemFont(ofSize: 17)) <= max(room, bounds.width / 4)
    }

    /// Lays out the items; returns the x at which the left ones end, and the x at which the right ones begin.
    private func layOutButtons(from start: CGFloat) -> (left: CGFloat, right: CGFloat) {
        var (left, right) = (back.isHidden ? Self.margin : start + Self.spacing, bounds.width - Self.margin)
        var shown: [UIView] = []
        let look = bar.appearance(of: item)
        func put(_ button: UIBarButtonItem, isLeft: Bool) {
            button.adopt(self, style: button.style == .done ? look.doneButtonAppearance : look.buttonAppearance)
            let view = button.shown
            let width = button.width(in: content)
            if let view {
                if view.superview !== self { addSubview(view) }
                let height = button.customView.map { min($0.bounds.height, content) } ?? content
                view.frame = CGRect(
                    x: isLeft ? left : right - width, y: top + (content - height) / 2, width: width, height: height)
                shown.append(view)
            }
            // A space has only its own width, without spacing.
            let step = width + (view == nil ? 0 : Self.spacing)
            if isLeft { left += step } else { right -= step }
        }
        for button in item.leftBarButtonItems ?? [] { put(button, isLeft: true) }
        for button in item.rightBarButtonItems ?? [] { put(button, isLeft: false) }
        for view in shownButtons where !shown.contains(where: { $0 === view }) && view.superview === self {
            view.removeFromSuperview()
        }
        shownButtons = shown
        return (left, right)
    }

    /// Lays out the title in the middle of the bar if there is room, otherwise between the items.
    private func layOutTitle(from left: CGFloat, to right: CGFloat) {
        if shownTitleView !== item.titleView {
            if shownTitleView?.superview === self { shownTitleView?.removeFromSuperview() }
            shownTitleView = item.titleView
        }
        if let view = shownTitleView, view.superview !== self { addSubview(view) }
        label.isHidden = shownTitleView != nil
        let look = bar.appearance(of: item)
        let attributes = (bar.titleTextAttributes ?? [:]).merging(look.titleTextAttributes) { $1 }
        // The size of a bar's titles. *Source*: Apple, Human Interface Guidelines, "Typography": headline.
        set(label, item.title, attributes, .boldSystemFont(ofSize: 17))
        let wanted: CGFloat
        if let view = shownTitleView {
            // A view without a size takes the one that suits it. *Source*: Apple, UINavigationItem.titleView.
            if view is NavigationAccessory {
                // A search bar takes all the room.
                view.bounds.size = CGSize(width: max(0, right - left), height: content)
            } else if view.bounds.isEmpty {
                view.bounds.size = view.systemLayoutSizeFitting(CGSize(width: bounds.width, height: content))
            }
            wanted = view.bounds.width
        } else {
            wanted = label.sizeThatFits(bounds.size).width
        }
        let side = max(left, bounds.width - right)
        var (x, width) = (side, bounds.width - 2 * side)
        if wanted > width {
            width = min(wanted, max(0, right - left))
            x = min(max(bounds.midX - width / 2, left), max(left, right - width))
        }
        let offset = look.titlePositionAdjustment
        label.frame = CGRect(x: x + offset.horizontal, y: top + offset.vertical, width: width, height: content)
        shownTitleView?.center = CGPoint(x: x + width / 2, y: top + content / 2)
        // The small title shows once the large one has gone under the bar. *Source*: pictures of iOS 11 to 18; the limit
        // is assumed.
        let alpha: CGFloat = isLarge && largeHeight > 8 && shownTitleView == nil || item.hidesTitle ? 0 : 1
        guard label.alpha != alpha else { return }
        if window != nil, UIView.inheritedAnimationDuration == 0, isPlaced {
            UIView.animate(withDuration: 0.2) { self.label.alpha = alpha }
        } else {
            label.alpha = alpha
        }
        isPlaced = true
    }
    private var isPlaced = false

    private func layOutLarge() {
        largeArea.isHidden = !isLarge
        guard isLarge else { return }
        let look = bar.appearance(of: item)
        let attributes = (bar.largeTitleTextAttributes ?? [:]).merging(look.largeTitleTextAttributes) { $1 }
        set(large, item.title, attributes, .boldSystemFont(ofSize: Self.largeSize))
        largeArea.frame = CGRect(
            x: 0, y: top + content, width: bounds.width, height: max(0, bounds.height - top - content - shownAccessory))
        let height = large.sizeThatFits(bounds.size).height
        large.frame = CGRect(
            x: Self.margin, y: largeArea.bounds.height - Self.largeBottom - height,
            width: max(0, bounds.width - 2 * Self.margin), height: height)
    }

    // MARK: Transitions

    /// The places of the parts in a transition: displaced and clear for an item that is not shown.
    ///
    /// - Parameter side: 1 for an item that comes from or goes to the right, -1 for the left, 0 for the shown one.
    ///
    /// *Source*: pictures of pushes of iOS 7 to 18: titles slide and fade, buttons fade. The distances are assumed.
    func displace(_ side: CGFloat) {
        let isShown = side == 0
        let way = side * (side > 0 ? bounds.width / 2 : bounds.width / 3)
        for view in [label, shownTitleView].compactMap({ $0 }) {
            view.transform = CGAffineTransform(translationX: way, y: 0)
        }
        largeArea.transform = CGAffineTransform(translationX: side * bounds.width, y: 0)
        back.titleLabel?.transform = CGAffineTransform(translationX: side > 0 ? way / 2 : 0, y: 0)
        alpha = isShown ? 1 : 0
    }
}

/// A view of another module of UIKit below the title.
@MainActor package protocol NavigationAccessory: UIView {}
