import CoreGraphics
import Foundation
import QuartzCore

/// An object that decides about pushes and pops of a navigation bar.
@preconcurrency @MainActor public protocol UINavigationBarDelegate: UIBarPositioningDelegate {
    /// Whether an item may be pushed.
    func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool
    /// An item was pushed.
    func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem)
    /// Whether an item may be popped.
    func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool
    /// An item was popped.
    func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem)
}

extension UINavigationBarDelegate {
    /// True.
    public func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool { true }
    /// Does nothing.
    public func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {}
    /// True.
    public func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool { true }
    /// Does nothing.
    public func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {}
}

/// The bar above a navigation controller's views: a title, a button back and bar button items; below them a large title
/// and a search bar if they are wanted.
///
/// *Source*: Apple, UINavigationBar; Human Interface Guidelines, "Navigation bars".
open class UINavigationBar: UIView, UIBarPositioning {
    /// The height of the row with title and buttons. *Units*: points. *Source*: Apple, Human Interface Guidelines,
    /// "Navigation bars".
    package static let height: CGFloat = 44
    /// The height that a large title adds, and that of a prompt. *Source*: others measured bars of 96 and 74 points.
    package static let largeHeight: CGFloat = 52
    static let promptHeight: CGFloat = 30

    /// The object that decides about pushes and pops; nil for none. A navigation controller's bar has none: the
    /// controller decides.
    open weak var delegate: (any UINavigationBarDelegate)?
    /// The position: the delegate's, or the top.
    open var barPosition: UIBarPosition {
        let said = delegate?.position(for: self) ?? .any
        return said == .any ? .top : said
    }

    // MARK: Items

    /// The items, from the first to the shown one.
    open var items: [UINavigationItem]? {
        get { all }
        set { setItems(newValue, animated: false) }
    }
    private var all: [UINavigationItem]?
    /// The shown item; nil for none.
    open var topItem: UINavigationItem? { all?.last }
    /// The item before the shown one; nil for none.
    open var backItem: UINavigationItem? { (all?.count ?? 0) > 1 ? all?[(all?.count ?? 2) - 2] : nil }

    /// Replaces the items; an animated change slides.
    open func setItems(_ items: [UINavigationItem]?, animated: Bool) {
        let forwards = (items?.count ?? 0) >= (all?.count ?? 0)
        guard animated, window != nil else { return replace(items, forwards: forwards, nil) }
        UIView.animateBySystemSpring {
            self.replace(items, forwards: forwards, true)
        } completion: { _ in
            self.endTransition()
        }
    }

    /// Shows an item in front of the others, unless the delegate refuses.
    open func pushItem(_ item: UINavigationItem, animated: Bool) {
        if delegate?.navigationBar(self, shouldPush: item) == false { return }
        setItems((all ?? []) + [item], animated: animated)
        delegate?.navigationBar(self, didPush: item)
    }

    /// Removes the shown item, unless the delegate refuses. Returns it; nil if nothing was removed.
    @discardableResult
    open func popItem(animated: Bool) -> UINavigationItem? {
        guard let last = all?.last, delegate?.navigationBar(self, shouldPop: last) != false else { return nil }
        setItems(all?.dropLast(), animated: animated)
        delegate?.navigationBar(self, didPop: last)
        return last
    }

    // MARK: Looks

    /// The appearance while content is under the bar; the system's at first.
    open var standardAppearance = UINavigationBarAppearance() {
        didSet {
            ownStandardAppearance = standardAppearance
            adopt(standardAppearance)
        }
    }
    /// `standardAppearance` if it was set.
    final var ownStandardAppearance: UINavigationBarAppearance?
    /// The appearance while the content's top is below the bar; nil for `standardAppearance` without a background.
    /// *Source*: Apple, UINavigationBar.scrollEdgeAppearance; since iOS 15 for all bars.
    open var scrollEdgeAppearance: UINavigationBarAppearance? {
        didSet { adopt(scrollEdgeAppearance) }
    }
    /// The appearance in low bars: without effect, as bars have one height here.
    open var compactAppearance: UINavigationBarAppearance?
    /// The appearance in low bars at the content's top: without effect, as bars have one height here.
    open var compactScrollEdgeAppearance: UINavigationBarAppearance?
    /// The colours; by the traits at first.
    open var barStyle = UIBarStyle.default {
        didSet { overrideUserInterfaceStyle = barStyle == .black ? .dark : .unspecified }
    }
    /// The colour of the background, whatever the appearance; nil for the appearance's.
    open var barTintColor: UIColor? {
        didSet { setNeedsLayout() }
    }
    /// Whether the background lets content through; true at first. If false, it is opaque, and views of a navigation
    /// controller begin below it.
    open var isTranslucent = true {
        didSet {
            guard isTranslucent != oldValue else { return }
            setNeedsLayout()
            heightChanged?()
        }
    }
    /// Whether titles are large; false at first.
    open var prefersLargeTitles = false {
        didSet { if prefersLargeTitles != oldValue { heightChanged?() } }
    }
    /// The title's attributes; nil for the system's.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? {
        didSet { contentChanged() }
    }
    /// The large title's attributes; nil for the system's.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? {
        didSet { contentChanged() }
    }
    /// The picture before the name of the button back; nil for the system's.
    open var backIndicatorImage: UIImage? {
        didSet { contentChanged() }
    }
    /// The mask of that picture during transitions: without effect, as the picture fades.
    open var backIndicatorTransitionMaskImage: UIImage?
    /// A picture instead of the line at the edge, where a background picture is set too; nil for the line. *Source*:
    /// Apple, UINavigationBar.shadowImage.
    open var shadowImage: UIImage? {
        didSet { setNeedsLayout() }
    }
    private var backgroundImages: [UIBarMetrics: UIImage] = [:]

    /// Sets the background picture; that of `default` shows, as bars have one height here.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
        backgroundImages[barMetrics] = backgroundImage
        setNeedsLayout()
    }
    /// Sets the background picture of a position; one for any position shows at the top too.
    open func setBackgroundImage(
        _ backgroundImage: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics
    ) {
        guard barPosition != .bottom else { return }
        setBackgroundImage(backgroundImage, for: barMetrics)
    }
    /// The background picture; nil for none.
    open func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? { backgroundImages[barMetrics] }
    private var titleOffsets: [UIBarMetrics: CGFloat] = [:]

    // MARK: Parts

    private let background = BarBackground(isAtBottom: false)
    private var content: NavigationItemView?
    /// The content that fades out in a transition; nil outside of one.
    private var leaving: NavigationItemView?
    static let chevron = UIImage(systemName: "chevron.left")
    static let mirroredChevron = UIImage(systemName: "chevron.right")
    /// Called if the button back is used; nil for the bar's own pop.
    final var goBack: (() -> Void)?
    /// Called if the bar needs another height.
    final var heightChanged: (() -> Void)?
    /// Whether the content's top is below the bar.
    final var isAtScrollEdge = true {
        didSet { if isAtScrollEdge != oldValue { setNeedsLayout() } }
    }
    /// The part of the large title's height that is shown, in points.
    final var largeShown: CGFloat = 0 {
        didSet {
            guard largeShown != oldValue else { return }
            content?.largeHeight = largeShown
            content?.setNeedsLayout()
        }
    }
    /// The part of a search bar that scrolling leaves, in points.
    final var accessoryShown: CGFloat = 0 {
        didSet {
            guard accessoryShown != oldValue else { return }
            content?.accessoryHeight = accessoryShown
            content?.setNeedsLayout()
        }
    }

    /// Makes a bar without items.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        insertSubview(background, at: 0)
        adopt(standardAppearance)
    }

    /// Reads a bar from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        insertSubview(background, at: 0)
        adopt(standardAppearance)
        coder.readNib(self, as: UINavigationBar.self)
    }

    override func archives(_ subview: UIView) -> Bool {
        super.archives(subview) && !(subview is NavigationItemView) && subview !== background
    }

    private func adopt(_ appearance: UINavigationBarAppearance?) {
        appearance?.watch(self)
        setNeedsLayout()
    }

    private func contentChanged() {
        content?.setNeedsLayout()
        setNeedsLayout()
    }

    /// The height with large title, prompt and search bar. *Source*: Apple, UINavigationBar.sizeThatFits(_:).
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width.isFinite ? size.width : bounds.width, height: wantedHeight)
    }
    /// The height with large title, prompt and search bar.
    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: wantedHeight) }

    private var wantedHeight: CGFloat {
        topItem.map { fixedHeight($0) + (isLarge($0) ? Self.largeHeight : 0) + $0.collapsibleHeight } ?? Self.height
    }

    /// The height for an item without the parts that scrolling takes away.
    final func fixedHeight(_ item: UINavigationItem) -> CGFloat {
        let row = item.hidesTitle ? 0 : Self.height + (item.prompt == nil ? 0 : Self.promptHeight)
        return row + (item.accessory?.height ?? 0) - item.collapsibleHeight
    }

    /// Whether an item's title is large and shown.
    final func isLarge(_ item: UINavigationItem) -> Bool { !item.hidesTitle && hasLargeTitle(item) }

    private func hasLargeTitle(_ item: UINavigationItem) -> Bool {
        guard prefersLargeTitles else { return false }
        switch item.largeTitleDisplayMode {
        case .always: return true
        case .never: return false
        case .automatic:
            guard let index = all?.firstIndex(where: { $0 === item }), index > 0, let before = all?[index - 1] else {
                return true
            }
            return hasLargeTitle(before)
        }
    }

    final func itemHeightChanged(_ item: UINavigationItem) {
        content?.setNeedsLayout()
        setNeedsLayout()
        invalidateIntrinsicContentSize()
        heightChanged?()
    }

    /// The appearance for an item at the present scroll position.
    final func appearance(of item: UINavigationItem?) -> UINavigationBarAppearance {
        let standard = item?.standardAppearance ?? standardAppearance
        return isAtScrollEdge ? item?.scrollEdgeAppearance ?? scrollEdgeAppearance ?? standard : standard
    }

    private func showBackground() {
        let item = topItem
        var shown: UIBarAppearance = appearance(of: item)
        let hasOwnEdge = item?.scrollEdgeAppearance != nil || scrollEdgeAppearance != nil
        let image = backgroundImages[.default]
        if image == nil, isAtScrollEdge, !hasOwnEdge, barTintColor == nil, isTranslucent {
            shown = UIBarAppearance(barAppearance: shown)
            shown.configureWithTransparentBackground()
        }
        background.show(
            shown, isTranslucent: isTranslucent, image: image, shadow: shadowImage, tint: barTintColor)
    }

    /// Lays out the background, which reaches up under the status bar, and the content.
    open override func layoutSubviews() {
        super.layoutSubviews()
        // A bar below the safe area's top has its background under the status bar too.
        let above = superview.map { max(0, min(frame.minY, $0.safeAreaInsets.top)) } ?? 0
        background.frame = CGRect(x: 0, y: -above, width: bounds.width, height: bounds.height + above)
        showBackground()
        if let content {
            (content.largeHeight, content.accessoryHeight) = (largeShown, accessoryShown)
            content.frame = bounds
            content.setNeedsLayout()
        }
        // The leaving content keeps its height, so that its large title stays where it is.
        if let leaving { leaving.frame = CGRect(x: 0, y: 0, width: bounds.width, height: leaving.bounds.height) }
    }

    // MARK: Transitions

    /// Replaces the items. Within an animation's block, the contents slide and fade.
    ///
    /// - Parameter animated: Whether the change is animated; nil for not.
    final func replace(_ items: [UINavigationItem]?, forwards: Bool, _ animated: Bool?) {
        let old = topItem
        for item in all ?? [] { item.bar = nil }
        all = items
        for item in items ?? [] {
            item.bar = self
            item.standardAppearance?.watch(self)
            item.scrollEdgeAppearance?.watch(self)
        }
        setNeedsLayout()
        guard old !== topItem || content == nil || animated == nil else { return }
        show(topItem, forwards: forwards, animated: animated == true)
    }

    private func show(_ item: UINavigationItem?, forwards: Bool, animated: Bool) {
        endTransition()
        let old = content
        content = item.map { NavigationItemView($0, back: backItem, in: self) }
        if let content {
            UIView.performWithoutAnimation {
                content.frame = bounds
                (content.largeHeight, content.accessoryHeight) = (largeShown, accessoryShown)
                addSubview(content)
                content.layoutIfNeeded()
                if animated { content.displace(forwards ? 1 : -1) }
            }
        }
        guard animated, let old else {
            old?.removeFromSuperview()
            return
        }
        leaving = old
        old.isUserInteractionEnabled = false
        old.displace(forwards ? -1 : 1)
        content?.displace(0)
    }

    /// Removes the content that has faded out.
    final func endTransition() {
        leaving?.removeFromSuperview()
        leaving = nil
    }

    final func backWasUsed(_ item: UINavigationItem) {
        if let goBack { goBack() } else { popItem(animated: true) }
    }
}
