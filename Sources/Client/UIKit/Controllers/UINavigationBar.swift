import CoreGraphics
import Foundation

/// The bar over a navigation controller's views: a title, and a button that leads back. *Source*: Apple, UINavigationBar.
open class UINavigationBar: UIView {
    /// The height. *Units*: points. *Source*: Apple, Human Interface Guidelines, "Navigation bars".
    static let height: CGFloat = 44

    /// The items, from the first to the one that is shown. *Source*: Apple, UINavigationBar.items.
    open internal(set) var items: [UINavigationItem]? {
        didSet {
            for item in oldValue ?? [] { item.bar = nil }
            for item in items ?? [] { item.bar = self }
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
    /// What is shown of the items' buttons.
    private var shownButtons: [UIView] = []
    /// How far the buttons are from the edges, and from each other. *Units*: points. *Source*: others' measurements of UIKit's bars have
    /// 16 at the edges of phones; between buttons it is assumed.
    private static let margin: CGFloat = 16, spacing: CGFloat = 16
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

    /// Puts the title in the middle, the button that leads back and the left ones at the left, the right ones at the right. *Source*: Apple,
    /// UIView.layoutSubviews().
    open override func layoutSubviews() {
        super.layoutSubviews()
        line.frame = CGRect(x: 0, y: bounds.height - 0.5, width: bounds.width, height: 0.5)
        let item = topItem
        let left = layOutBack(item)
        let right = layOutButtons(item, from: left)
        layOutTitle(item, from: right.left, to: right.right)
    }

    /// Where what follows at the left may begin.
    private func layOutBack(_ item: UINavigationItem?) -> CGFloat {
        let replaced = item?.leftBarButtonItems?.isEmpty == false && item?.leftItemsSupplementBackButton == false
        back.isHidden = backItem == nil || item?.hidesBackButton == true || replaced
        let name = backItem.map { $0.backBarButtonItem?.title ?? $0.backButtonTitle ?? $0.title ?? "Back" } ?? ""
        if back.title(for: .normal) != name { back.setTitle(name, for: .normal) }
        let size = back.sizeThatFits(bounds.size)
        back.frame = CGRect(
            x: 8, y: bounds.height - content, width: back.isHidden ? 0 : min(size.width, bounds.width / 2),
            height: content)
        return back.frame.maxX
    }

    /// Where the buttons at the left end, and where those at the right begin.
    private func layOutButtons(_ item: UINavigationItem?, from start: CGFloat) -> (left: CGFloat, right: CGFloat) {
        var (left, right) = (back.isHidden ? Self.margin : start + Self.spacing, bounds.width - Self.margin)
        var shown: [UIView] = []
        func put(_ button: UIBarButtonItem, isLeft: Bool) {
            button.bar = self
            let view = button.shown
            let width = button.width(in: content)
            if let view {
                if view.superview !== self { addSubview(view) }
                let height = button.customView.map { min($0.bounds.height, content) } ?? content
                view.frame = CGRect(
                    x: isLeft ? left : right - width, y: bounds.height - content + (content - height) / 2, width: width,
                    height: height)
                shown.append(view)
            }
            // A space has its own width alone.
            let step = width + (view == nil ? 0 : Self.spacing)
            if isLeft { left += step } else { right -= step }
        }
        for button in item?.leftBarButtonItems ?? [] { put(button, isLeft: true) }
        for button in item?.rightBarButtonItems ?? [] { put(button, isLeft: false) }
        for view in shownButtons where !shown.contains(where: { $0 === view }) && view.superview === self {
            view.removeFromSuperview()
        }
        shownButtons = shown
        return (left, right)
    }

    /// The title is in the middle of the bar where there is room for it, else between the buttons.
    private func layOutTitle(_ item: UINavigationItem?, from left: CGFloat, to right: CGFloat) {
        if shownTitleView !== item?.titleView {
            shownTitleView?.removeFromSuperview()
            shownTitleView = item?.titleView
            if let view = shownTitleView { addSubview(view) }
        }
        label.isHidden = shownTitleView != nil
        if label.text != item?.title { label.text = item?.title }
        let wanted = shownTitleView?.bounds.width ?? label.sizeThatFits(bounds.size).width
        let side = max(left, bounds.width - right)
        var (x, width) = (side, bounds.width - 2 * side)
        if wanted > width {
            width = min(wanted, max(0, right - left))
            x = min(max(bounds.midX - width / 2, left), max(left, right - width))
        }
        label.frame = CGRect(x: x, y: bounds.height - content, width: width, height: content)
        shownTitleView?.center = CGPoint(x: x + width / 2, y: bounds.height - content / 2)
    }

    /// How high the part with buttons and title is: what safe areas add is above it.
    private var content: CGFloat { min(Self.height, bounds.height) }
}
