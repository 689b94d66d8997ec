import Foundation

/// What a navigation bar shows of a controller. *Source*: Apple, UINavigationItem.
@preconcurrency @MainActor open class UINavigationItem: NSObject {
    /// The title; nil for none. *Source*: Apple, UINavigationItem.title.
    open var title: String? {
        didSet { if title != oldValue { bar?.setNeedsLayout() } }
    }
    /// A view in place of the title. *Source*: Apple, UINavigationItem.titleView.
    open var titleView: UIView? {
        didSet { if titleView !== oldValue { bar?.setNeedsLayout() } }
    }
    /// The title of the button that leads back to this controller; nil for its title. *Source*: Apple,
    /// UINavigationItem.backButtonTitle.
    open var backButtonTitle: String? {
        didSet { if backButtonTitle != oldValue { bar?.setNeedsLayout() } }
    }
    /// Whether there is no button that leads back from this controller. *Source*: Apple, UINavigationItem.hidesBackButton.
    open var hidesBackButton = false {
        didSet { if hidesBackButton != oldValue { bar?.setNeedsLayout() } }
    }

    // MARK: Buttons

    /// The first of the buttons at the left. *Source*: Apple, UINavigationItem.leftBarButtonItem.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    /// The first of the buttons at the right, which is the one at the edge. *Source*: Apple, UINavigationItem.rightBarButtonItem.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
    /// The buttons at the left, from the edge on; nil for none. They are in the place of the button that leads back. *Source*: Apple,
    /// UINavigationItem.leftBarButtonItems.
    open var leftBarButtonItems: [UIBarButtonItem]? {
        didSet { bar?.setNeedsLayout() }
    }
    /// The buttons at the right, from the edge on; nil for none. *Source*: Apple, UINavigationItem.rightBarButtonItems.
    open var rightBarButtonItems: [UIBarButtonItem]? {
        didSet { bar?.setNeedsLayout() }
    }
    /// Whether the buttons at the left come after the one that leads back, and not in its place. *Source*: Apple,
    /// UINavigationItem.leftItemsSupplementBackButton.
    open var leftItemsSupplementBackButton = false {
        didSet { if leftItemsSupplementBackButton != oldValue { bar?.setNeedsLayout() } }
    }
    /// An item whose title the button that leads back to this controller has; nil for this one's. *Source*: Apple,
    /// UINavigationItem.backBarButtonItem.
    open var backBarButtonItem: UIBarButtonItem? {
        didSet { bar?.setNeedsLayout() }
    }

    /// Sets the button at the left; an animated change fades. *Source*: Apple, UINavigationItem.setLeftBarButton(_:animated:).
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        setLeftBarButtonItems(item.map { [$0] }, animated: animated)
    }
    /// Sets the button at the right; an animated change fades. *Source*: Apple, UINavigationItem.setRightBarButton(_:animated:).
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        setRightBarButtonItems(item.map { [$0] }, animated: animated)
    }
    /// Sets the buttons at the left; an animated change fades. *Source*: Apple, UINavigationItem.setLeftBarButtonItems(_:animated:).
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        change(animated) { self.leftBarButtonItems = items }
    }
    /// Sets the buttons at the right; an animated change fades. *Source*: Apple, UINavigationItem.setRightBarButtonItems(_:animated:).
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        change(animated) { self.rightBarButtonItems = items }
    }

    private func change(_ animated: Bool, _ body: @escaping () -> Void) {
        guard animated, let bar else { return body() }
        UIView.transition(with: bar, duration: 0.2, options: .transitionCrossDissolve) { body() }
    }

    /// The bar that shows it.
    final weak var bar: UINavigationBar?

    /// Makes an item with a title. *Source*: Apple, UINavigationItem.init(title:).
    public init(title: String) {
        self.title = title
        super.init()
    }
}
