import CoreGraphics
import Foundation

/// The bar above a navigation controller's views: a title, a back button and bar button items.
open class UINavigationBar: UIView {
    /// The height without safe areas. *Units*: points. *Source*: Apple, Human Interface Guidelines, "Navigation bars".
    static let height: CGFloat = 44

    /// The items, from the first to the shown one.
    open internal(set) var items: [UINavigationItem]? {
        didSet {
            for item in oldValue ?? [] { item.bar = nil }
            for item in items ?? [] { item.bar = self }
            setNeedsLayout()
        }
    }
    /// The shown item; nil for none.
    open var topItem: UINavigationItem? { items?.last }
    /// The item before the shown one; nil for none.
    open var backItem: UINavigationItem? { (items?.count ?? 0) > 1 ? items?[(items?.count ?? 2) - 2] : nil }

    private let label = UILabel()
    private let back = UIButton(type: .system)
    private let line = UIView()
    private weak var shownTitleView: UIView?
    /// The views of the item's buttons that are shown.
    private var shownButtons: [UIView] = []
    /// The distance of buttons from the edges and from each other. *Units*: points. *Source*: others measured 16 at the
    /// edges of UIKit's bars on phones; between buttons it is assumed.
    private static let margin: CGFloat = 16, spacing: CGFloat = 16
    /// Called when the back button is used.
    final var goBack: (() -> Void)?

    /// Makes a bar without items.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        addParts()
    }

    /// Reads a bar from an archive.
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

    /// Lays out the title in the middle, the back button and the left items at the left, the right items at the right.
    open override func layoutSubviews() {
        super.layoutSubviews()
        line.frame = CGRect(x: 0, y: bounds.height - 0.5, width: bounds.width, height: 0.5)
        let item = topItem
        let left = layOutBack(item)
        let right = layOutButtons(item, from: left)
        layOutTitle(item, from: right.left, to: right.right)
    }

    /// Lays out the back button; returns the x at which the left items may begin.
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

    /// Lays out the items; returns the x at which the left ones end, and the x at which the right ones begin.
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
            // A space has only its own width, without spacing.
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

    /// Lays out the title in the middle of the bar if there is room, otherwise between the items.
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

    /// The height of the part with title and buttons, in points, below the safe area.
    private var content: CGFloat { min(Self.height, bounds.height) }
}
