import CoreGraphics
import Foundation

/// The appearance of a tab bar's items in one state.
@preconcurrency @MainActor open class UITabBarItemStateAppearance: NSObject {
    fileprivate weak var owner: UITabBarAppearance?
    /// The title's attributes; empty for the bar's own.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { owner?.changed() } }
    /// The title's displacement, in points; zero at first.
    open var titlePositionAdjustment = UIOffset.zero { didSet { owner?.changed() } }
    /// The picture's colour; nil for the bar's.
    open var iconColor: UIColor? { didSet { owner?.changed() } }
    /// The attributes of the badge's text; empty for the system's.
    open var badgeTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { owner?.changed() } }
    /// The badge's displacement, in points; zero at first.
    open var badgePositionAdjustment = UIOffset.zero { didSet { owner?.changed() } }
    /// The badge's displacement from its title: without effect, as badges are at pictures here.
    open var badgeTitlePositionAdjustment = UIOffset.zero
    /// The badge's colour; nil for red.
    open var badgeBackgroundColor: UIColor? { didSet { owner?.changed() } }

    final func take(_ other: UITabBarItemStateAppearance) {
        (titleTextAttributes, titlePositionAdjustment) = (other.titleTextAttributes, other.titlePositionAdjustment)
        (iconColor, badgeTextAttributes) = (other.iconColor, other.badgeTextAttributes)
        (badgePositionAdjustment, badgeBackgroundColor) = (other.badgePositionAdjustment, other.badgeBackgroundColor)
        badgeTitlePositionAdjustment = other.badgeTitlePositionAdjustment
    }
}

/// The appearance of a tab bar's items by state.
@preconcurrency @MainActor open class UITabBarItemAppearance: NSObject {
    /// How an item's picture and title are arranged; raw values are Apple's.
    public enum Style: Int, Sendable {
        /// The title under the picture.
        case stacked = 0
        /// The title beside the picture.
        case inline = 1
        /// The title beside a small picture.
        case compactInline = 2
    }

    /// The appearance of items that are not selected.
    public final let normal = UITabBarItemStateAppearance()
    /// The appearance of the selected item.
    public final let selected = UITabBarItemStateAppearance()
    /// The appearance of items that cannot be used.
    public final let disabled = UITabBarItemStateAppearance()
    /// The appearance of the item with the keyboard's focus.
    public final let focused = UITabBarItemStateAppearance()

    /// Makes the system's appearance.
    public override init() { super.init() }
    /// Makes the system's appearance of a style.
    public convenience init(style: Style) {
        self.init()
        configureWithDefault(for: style)
    }

    /// Sets the system's values: no colours and attributes of its own.
    open func configureWithDefault(for style: Style) {
        for state in [normal, selected, disabled, focused] { state.take(UITabBarItemStateAppearance()) }
    }

    final func belong(to owner: UITabBarAppearance) {
        for state in [normal, selected, disabled, focused] { state.owner = owner }
    }

    final func take(_ other: UITabBarItemAppearance) {
        normal.take(other.normal)
        selected.take(other.selected)
        disabled.take(other.disabled)
        focused.take(other.focused)
    }
}

/// The appearance of a tab bar.
open class UITabBarAppearance: UIBarAppearance {
    /// The appearance of items with the title under the picture.
    open var stackedLayoutAppearance = UITabBarItemAppearance() { didSet { adopt(stackedLayoutAppearance) } }
    /// The appearance of items with the title beside the picture.
    open var inlineLayoutAppearance = UITabBarItemAppearance() { didSet { adopt(inlineLayoutAppearance) } }
    /// The appearance of items with the title beside a small picture: without effect, as no bar is so low here.
    open var compactInlineLayoutAppearance = UITabBarItemAppearance() {
        didSet { adopt(compactInlineLayoutAppearance) }
    }
    /// The colour over the selected item's area; nil for none.
    open var selectionIndicatorTintColor: UIColor? { didSet { changed() } }
    /// The picture behind the selected item; nil for none.
    open var selectionIndicatorImage: UIImage? { didSet { changed() } }
    /// How items are arranged; automatic at first.
    open var stackedItemPositioning = UITabBar.ItemPositioning.automatic { didSet { changed() } }
    /// The width of items that are not spread, in points; 0 for the system's.
    open var stackedItemWidth: CGFloat = 0 { didSet { changed() } }
    /// The distance of items that are not spread, in points; 0 for the system's.
    open var stackedItemSpacing: CGFloat = 0 { didSet { changed() } }

    /// Makes the system's appearance.
    public override init() {
        super.init()
        belong()
    }

    /// Makes an appearance with another one's background, and its items if it has some.
    public override init(barAppearance: UIBarAppearance) {
        super.init(barAppearance: barAppearance)
        belong()
        guard let other = barAppearance as? UITabBarAppearance else { return }
        stackedLayoutAppearance.take(other.stackedLayoutAppearance)
        inlineLayoutAppearance.take(other.inlineLayoutAppearance)
        compactInlineLayoutAppearance.take(other.compactInlineLayoutAppearance)
        (selectionIndicatorTintColor, selectionIndicatorImage) = (
            other.selectionIndicatorTintColor, other.selectionIndicatorImage
        )
        (stackedItemPositioning, stackedItemWidth, stackedItemSpacing) = (
            other.stackedItemPositioning, other.stackedItemWidth, other.stackedItemSpacing
        )
    }

    private func belong() {
        for part in [stackedLayoutAppearance, inlineLayoutAppearance, compactInlineLayoutAppearance] {
            part.belong(to: self)
        }
    }

    private func adopt(_ part: UITabBarItemAppearance) {
        part.belong(to: self)
        changed()
    }

    /// A copy with the items' appearance.
    nonisolated open override func copy(with zone: NSZone? = nil) -> Any {
        assumeMainActor { UITabBarAppearance(barAppearance: self) }
    }
}
