import Foundation

/// What a navigation bar shows of a controller. *Source*: Apple, UINavigationItem.
@preconcurrency @MainActor open class UINavigationItem: NSObject {
    /// The title; nil for none. *Source*: Apple, UINavigationItem.title.
    open var title: String? {
        didSet { if title != oldValue { changed?() } }
    }
    /// A view in place of the title. *Source*: Apple, UINavigationItem.titleView.
    open var titleView: UIView? {
        didSet { if titleView !== oldValue { changed?() } }
    }
    /// The title of the button that leads back to this controller; nil for its title. *Source*: Apple,
    /// UINavigationItem.backButtonTitle.
    open var backButtonTitle: String? {
        didSet { if backButtonTitle != oldValue { changed?() } }
    }
    /// Whether there is no button that leads back from this controller. *Source*: Apple, UINavigationItem.hidesBackButton.
    open var hidesBackButton = false {
        didSet { if hidesBackButton != oldValue { changed?() } }
    }

    /// The bar that shows it.
    final var changed: (() -> Void)?

    /// Makes an item with a title. *Source*: Apple, UINavigationItem.init(title:).
    public init(title: String) {
        self.title = title
        super.init()
    }
}

/// The bar over a navigation controller's views: a title, and a button that leads back. *Source*: Apple, UINavigationBar.
open class UINavigationBar: UIView {
    /// The height. *Units*: points. *Source*: Apple, Human Interface Guidelines, "Navigation bars".
    static let height: CGFloat = 44

    /// The items, from the first to the one that is shown. *Source*: Apple, UINavigationBar.items.
    open internal(set) var items: [UINavigationItem]? {
        didSet {
            for item in oldValue ?? [] { item.changed = nil }
            for item in items ?? [] { item.changed = { [weak self] in self?.setNeedsLayout() } }
            setNeedsLayout()
        }
    }
    /// The item that is shown. *Source*: Apple, UINavigationBar.topItem.
    open var topItem: UINavigationItem? { items?.last }
    /// The item before it. *Source*: Apple, UINavigationBar.backItem.
    open var backItem: UINavigationItem? { (items?.count ?? 0) > 1 ? items?[(items?.count ?? 2) - 2] : nil }

    private let label = UILabel()
    private let back = UIButton(type: .system)
    private let line = UIView()
    private weak var shownTitleView: UIView?
    /// What the button does.
    final var goBack: (() -> Void)?

    /// Makes a bar without items. *Source*: Apple, UIView.init(frame:).
    public override init(frame: CGRect) {
        super.init(frame: frame)
        addParts()
    }

    /// Reads a bar from an archive. *Source*: Apple, UIView.init(coder:).
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addParts()
    }

    private func addParts() {
        backgroundColor = .systemBackground
        line.backgroundColor = .separator
        label.font = .boldSystemFont(ofSize: 17)
        label.textAlignment = .center
        back.setImage(UIImage(systemName: "chevron.left"), for: .normal)
        back.addAction(UIAction { [weak self] _ in self?.goBack?() }, for: .primaryActionTriggered)
        for part in [line, label, back] { addSubview(part) }
    }

    /// Puts the title in the middle and the button at the left. *Source*: Apple, UIView.layoutSubviews().
    open override func layoutSubviews() {
        super.layoutSubviews()
        line.frame = CGRect(x: 0, y: bounds.height - 0.5, width: bounds.width, height: 0.5)
        let item = topItem
        back.isHidden = backItem == nil || item?.hidesBackButton == true
        let name = backItem.map { $0.backButtonTitle ?? $0.title ?? "Back" } ?? ""
        if back.title(for: .normal) != name { back.setTitle(name, for: .normal) }
        let size = back.sizeThatFits(bounds.size)
        back.frame = CGRect(
            x: 8, y: 0, width: back.isHidden ? 0 : min(size.width, bounds.width / 2), height: bounds.height)
        if shownTitleView !== item?.titleView {
            shownTitleView?.removeFromSuperview()
            shownTitleView = item?.titleView
            if let view = shownTitleView { addSubview(view) }
        }
        label.isHidden = shownTitleView != nil
        if label.text != item?.title { label.text = item?.title }
        let side = back.frame.maxX + 8
        label.frame = CGRect(x: side, y: 0, width: max(0, bounds.width - 2 * side), height: bounds.height)
        shownTitleView?.center = CGPoint(x: bounds.midX, y: bounds.midY)
    }
}
