import CoreGraphics
import Foundation

/// An observer of a tab bar's selection.
///
/// On Linux, protocols have no optional methods: each method has a default body.
@preconcurrency @MainActor public protocol UITabBarDelegate: NSObjectProtocol {
    /// The user has selected an item.
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
    /// Does nothing.
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A bar of items at the bottom of the window, of which one is selected.
///
/// *Source*: Apple, UITabBar; Human Interface Guidelines, "Tab bars".
open class UITabBar: UIView, UISpringLoadedInteractionSupporting {
    /// How items are arranged; raw values are Apple's.
    public enum ItemPositioning: Int, Sendable {
        /// Spread over a narrow bar, in the middle of a wide one.
        case automatic = 0
        /// Spread over the bar.
        case fill = 1
        /// In the middle.
        case centered = 2
    }

    /// The height without the safe area. *Units*: points. *Source*: others measured 49.
    static let height: CGFloat = 49

    /// The observer of selections; nil for none.
    open weak var delegate: (any UITabBarDelegate)?

    // MARK: Items

    /// The items, from left to right; nil for none.
    open var items: [UITabBarItem]? {
        didSet { itemsChanged(oldValue ?? []) }
    }
    /// Sets the items; an animated change fades.
    open func setItems(_ items: [UITabBarItem]?, animated: Bool) {
        guard animated, window != nil else { return self.items = items }
        UIView.transition(with: self, duration: 0.2, options: .transitionCrossDissolve) { self.items = items }
    }
    /// The selected item; nil for none. Setting one that is not in the bar selects none.
    open weak var selectedItem: UITabBarItem? {
        didSet { if selectedItem !== oldValue { showSelection() } }
    }

    /// Whether a drag that rests over an item selects it, as a touch does; false at first.
    open var isSpringLoaded = false {
        didSet { for button in buttons { button.hasSpring = isSpringLoaded } }
    }

    private var buttons: [TabBarButton] = []

    // MARK: Looks

    /// The appearance; the system's at first.
    open var standardAppearance = UITabBarAppearance() {
        didSet {
            ownStandardAppearance = standardAppearance
            adopt(standardAppearance)
        }
    }
    /// `standardAppearance` if it was set.
    final var ownStandardAppearance: UITabBarAppearance?
    /// The appearance while the content's end is above the bar; nil for `standardAppearance`. A tab bar does not follow a
    /// scroll view here: it has `standardAppearance`.
    open var scrollEdgeAppearance: UITabBarAppearance?
    /// The colours; by the traits at first.
    open var barStyle = UIBarStyle.default {
        didSet { overrideUserInterfaceStyle = barStyle == .black ? .dark : .unspecified }
    }
    /// The colour of the background; nil for the appearance's.
    open var barTintColor: UIColor? {
        didSet { setNeedsLayout() }
    }
    /// The colour of items that are not selected; nil for the system's grey.
    open var unselectedItemTintColor: UIColor? {
        didSet { setNeedsLayout() }
    }
    /// Whether the background lets content through; true at first. If false, it has the opaque colour.
    open var isTranslucent = true {
        didSet { setNeedsLayout() }
    }
    /// The background picture; nil for none.
    open var backgroundImage: UIImage? {
        didSet { setNeedsLayout() }
    }
    /// A picture instead of the line at the edge, where a background picture is set too; nil for the line.
    open var shadowImage: UIImage? {
        didSet { setNeedsLayout() }
    }
    /// The picture behind the selected item; nil for the appearance's.
    open var selectionIndicatorImage: UIImage? {
        didSet { setNeedsLayout() }
    }
    /// How items are arranged; automatic at first.
    open var itemPositioning = ItemPositioning.automatic {
        didSet { setNeedsLayout() }
    }
    /// The width of items that are not spread, in points; 0 for the system's.
    open var itemWidth: CGFloat = 0 {
        didSet { setNeedsLayout() }
    }
    /// The distance of items that are not spread, in points; 0 for the system's.
    open var itemSpacing: CGFloat = 0 {
        didSet { setNeedsLayout() }
    }

    private let background = BarBackground(isAtBottom: true)
    private let indicator = UIImageView()

    /// Makes a bar without items.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        addParts()
    }

    /// Reads a bar from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addParts()
        coder.readNib(self, as: UITabBar.self)
    }

    private func addParts() {
        insertSubview(background, at: 0)
        indicator.isHidden = true
        insertSubview(indicator, at: 1)
        adopt(standardAppearance)
    }

    private func adopt(_ appearance: UITabBarAppearance) {
        appearance.watch(self)
        setNeedsLayout()
    }

    private func itemsChanged(_ old: [UITabBarItem]) {
        for item in old { (item.changed, item.button) = (nil, nil) }
        for button in buttons { button.removeFromSuperview() }
        buttons = (items ?? []).map { item in
            let button = TabBarButton(item)
            button.hasSpring = isSpringLoaded
            item.changed = { [weak self] in self?.setNeedsLayout() }
            item.button = button
            button.addAction(UIAction { [weak self] _ in self?.touched(item) }, for: .touchUpInside)
            addSubview(button)
            return button
        }
        if let selectedItem, items?.contains(where: { $0 === selectedItem }) != true { self.selectedItem = nil }
        showSelection()
        takeItemAppearance()
        setNeedsLayout()
    }

    private func takeItemAppearance() {
        guard window != nil else { return }
        for item in items ?? [] { item.takeAppearance(in: self) }
    }

    /// Items take the values of their proxies.
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        takeItemAppearance()
    }

    private func touched(_ item: UITabBarItem) {
        if mayTouch?(item) == false { return }
        selectedItem = item
        delegate?.tabBar(self, didSelect: item)
        wasTouched?(item)
    }
    /// Whether a touched item may be selected; nil for yes. A tab bar controller decides by it.
    final var mayTouch: ((UITabBarItem) -> Bool)?
    /// Called after a touch has selected an item.
    final var wasTouched: ((UITabBarItem) -> Void)?

    private func showSelection() {
        for button in buttons { button.isSelected = button.item === selectedItem }
        setNeedsLayout()
    }

    /// Colours follow the tint.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsLayout()
    }

    /// The height of 49 points, and the safe area's at the bottom. *Source*: Apple, UITabBar.sizeThatFits(_:), whose
    /// height has the home indicator's since iOS 11.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let below = window?.safeAreaInsets.bottom ?? 0
        return CGSize(width: size.width.isFinite ? size.width : bounds.width, height: Self.height + below)
    }
    /// The height of 49 points.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: Self.height)
    }

    /// Whether titles are beside pictures: in a horizontally regular window. *Source*: Apple, Human Interface
    /// Guidelines, "Tab bars", of iOS 11 to 17.
    private var isInline: Bool { traitCollection.horizontalSizeClass == .regular }

    /// Lays out the items.
    open override func layoutSubviews() {
        super.layoutSubviews()
        background.frame = bounds
        background.show(
            standardAppearance, isTranslucent: isTranslucent, image: backgroundImage, shadow: shadowImage,
            tint: barTintColor)
        let look = isInline ? standardAppearance.inlineLayoutAppearance : standardAppearance.stackedLayoutAppearance
        for button in buttons {
            button.adopt(look, inline: isInline, selected: tintColor, other: unselectedItemTintColor ?? .tabGray)
        }
        layOutButtons()
        let selected = buttons.first { $0.isSelected }
        let image = selectionIndicatorImage ?? standardAppearance.selectionIndicatorImage
        indicator.isHidden = selected == nil || image == nil && standardAppearance.selectionIndicatorTintColor == nil
        indicator.image = image
        indicator.backgroundColor = image == nil ? standardAppearance.selectionIndicatorTintColor : nil
        if let selected {
            let size = image?.size ?? selected.frame.size
            indicator.frame = CGRect(
                x: selected.frame.midX - size.width / 2, y: selected.frame.midY - size.height / 2, width: size.width,
                height: size.height)
        }
    }

    private func layOutButtons() {
        guard !buttons.isEmpty else { return }
        let height = min(Self.height, bounds.height)
        let count = CGFloat(buttons.count)
        var positioning = itemPositioning == .automatic ? standardAppearance.stackedItemPositioning : itemPositioning
        if positioning == .automatic { positioning = isInline ? .centered : .fill }
        let given = (itemWidth > 0 ? itemWidth : standardAppearance.stackedItemWidth)
        let gap = (itemSpacing > 0 ? itemSpacing : standardAppearance.stackedItemSpacing)
        // The width of an item in the middle of a wide bar, and the distance of two, are our own.
        let width = positioning == .fill ? bounds.width / count : min(given > 0 ? given : 110, bounds.width / count)
        let space = positioning == .fill ? 0 : min(gap > 0 ? gap : 34, max(0, bounds.width / count - width))
        var x = (bounds.width - width * count - space * (count - 1)) / 2
        for button in effectiveUserInterfaceLayoutDirection == .rightToLeft ? buttons.reversed() : buttons {
            // The first and last point of a spread bar's item belong to it too: no touch falls between two.
            button.frame = CGRect(x: x, y: 0, width: width, height: height)
            x += width + space
        }
    }
}

extension UIColor {
    /// The colour of a tab bar's items that are not selected: 0.6 white, or 0.46 in dark traits. *Source*: pictures of
    /// iOS 13 to 18.
    fileprivate static var tabGray: UIColor {
        UIColor { UIColor(white: $0.userInterfaceStyle == .dark ? 0.46 : 0.6, alpha: 1) }
    }
}
