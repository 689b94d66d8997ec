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

    /// The bar that shows the item.
    final weak var bar: UINavigationBar?

    /// Makes an item with a title.
    public init(title: String) {
        self.title = title
        super.init()
    }
}
