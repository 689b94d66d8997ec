import Foundation

/// The content that a controller gives to a navigation bar.
@preconcurrency @MainActor open class UINavigationItem: NSObject {
    /// The title; nil for none.
    open var title: String? {
        didSet { if title != oldValue { bar?.setNeedsLayout() } }
    }
    /// A view to show instead of the title; nil for none.
    open var titleView: UIView? {
        didSet { if titleView !== oldValue { bar?.setNeedsLayout() } }
    }
    /// The title of back buttons that lead to this controller; nil for `title`.
    open var backButtonTitle: String? {
        didSet { if backButtonTitle != oldValue { bar?.setNeedsLayout() } }
    }
    /// Whether the back button is hidden; false at first.
    open var hidesBackButton = false {
        didSet { if hidesBackButton != oldValue { bar?.setNeedsLayout() } }
    }

    // MARK: Buttons

    /// Hides or shows the button back; an animated change fades.
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
        change(animated) { self.hidesBackButton = hidesBackButton }
    }

    /// The first of the left buttons.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    /// The first of the right buttons, at the edge.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
    /// The left buttons, from the edge inwards; nil for none. They replace the back button.
    open var leftBarButtonItems: [UIBarButtonItem]? {
        didSet { bar?.setNeedsLayout() }
    }
    /// The right buttons, from the edge inwards; nil for none.
    open var rightBarButtonItems: [UIBarButtonItem]? {
        didSet { bar?.setNeedsLayout() }
    }
    /// Whether the left buttons follow the back button instead of replacing it; false at first.
    open var leftItemsSupplementBackButton = false {
        didSet { if leftItemsSupplementBackButton != oldValue { bar?.setNeedsLayout() } }
    }
    /// An item whose title back buttons to this controller have; nil for this item's own.
    open var backBarButtonItem: UIBarButtonItem? {
        didSet { bar?.setNeedsLayout() }
    }

    /// Sets the left button; an animated change fades.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        setLeftBarButtonItems(item.map { [$0] }, animated: animated)
    }
    /// Sets the right button; an animated change fades.
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        setRightBarButtonItems(item.map { [$0] }, animated: animated)
    }
    /// Sets the left buttons; an animated change fades.
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        change(animated) { self.leftBarButtonItems = items }
    }
    /// Sets the right buttons; an animated change fades.
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        change(animated) { self.rightBarButtonItems = items }
    }

    private func change(_ animated: Bool, _ body: @escaping () -> Void) {
        guard animated, let bar else { return body() }
        UIView.transition(with: bar, duration: 0.2, options: .transitionCrossDissolve) { body() }
    }

    // MARK: More

    /// A line above the title, which makes the bar higher; nil for none.
    open var prompt: String? {
        didSet { if prompt != oldValue { bar?.itemHeightChanged(self) } }
    }
    /// How the button back shows its name; `default` at first.
    open var backButtonDisplayMode = BackButtonDisplayMode.default {
        didSet { if backButtonDisplayMode != oldValue { bar?.setNeedsLayout() } }
    }
    /// When the title is large; `automatic` at first: as that of the item before.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic {
        didSet { if largeTitleDisplayMode != oldValue { bar?.itemHeightChanged(self) } }
    }
    /// The bar's appearance while content is under it; nil for the bar's.
    open var standardAppearance: UINavigationBarAppearance? {
        didSet { if let bar { standardAppearance?.watch(bar); bar.setNeedsLayout() } }
    }
    /// The bar's appearance while the content's top is below it; nil for the bar's.
    open var scrollEdgeAppearance: UINavigationBarAppearance? {
        didSet { if let bar { scrollEdgeAppearance?.watch(bar); bar.setNeedsLayout() } }
    }
    /// The appearance in low bars: without effect, as bars have one height here.
    open var compactAppearance: UINavigationBarAppearance?

    /// How a button back shows its name; raw values are Apple's.
    public enum BackButtonDisplayMode: Int, Sendable {
        /// The previous title, or "Back" if there is no room for it, or no name if there is none for that either.
        case `default` = 0
        /// "Back", or no name.
        case generic = 1
        /// No name.
        case minimal = 2
    }

    /// When a title is large; raw values are Apple's.
    public enum LargeTitleDisplayMode: Int, Sendable {
        /// As that of the item before; large for the first.
        case automatic = 0
        /// Always.
        case always = 1
        /// Never.
        case never = 2
    }

    /// Whether the search bar goes away while the content scrolls up, and comes back when it is pulled down; true at
    /// first. *Source*: Apple, UINavigationItem.hidesSearchBarWhenScrolling.
    open var hidesSearchBarWhenScrolling = true {
        didSet { if hidesSearchBarWhenScrolling != oldValue { bar?.itemHeightChanged(self) } }
    }
    /// A view below the title, such as a search bar, and its height in points; nil for none.
    package final var accessory: (view: UIView, height: CGFloat)? {
        didSet { bar?.itemHeightChanged(self) }
    }
    /// Whether that view stays while the content scrolls, as during a search.
    package final var pinsAccessory = false {
        didSet { if pinsAccessory != oldValue { bar?.itemHeightChanged(self) } }
    }
    /// Whether title and buttons are hidden, as during a search.
    package final var hidesTitle = false {
        didSet { if hidesTitle != oldValue { bar?.itemHeightChanged(self) } }
    }
    /// The part of the accessory's height that scrolling takes away, in points.
    final var collapsibleHeight: CGFloat {
        hidesSearchBarWhenScrolling && !pinsAccessory ? accessory?.height ?? 0 : 0
    }
    /// Objects that other modules of UIKit keep with the item.
    package final var companions: [String: AnyObject] = [:]

    /// The bar that shows the item.
    final weak var bar: UINavigationBar?

    /// Makes an item with a title.
    public init(title: String) {
        self.title = title
        super.init()
    }
}
