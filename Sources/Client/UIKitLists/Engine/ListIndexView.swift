import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// The column of titles at a list's trailing edge: a touch scrolls to the title's section or item at once.
///
/// *Source*: Apple, UITableViewDataSource.sectionIndexTitles(for:), UICollectionViewDataSource.indexTitles(for:); font,
/// width and spacing are those of pictures of iOS 7 to 18.
final class ListIndexView: UIControl {
    private weak var list: UIScrollView?
    /// Called with the title, and its index, that a touch comes to.
    private let choose: (String, Int) -> Void
    /// The colours of titles, of the column, and of the touched column; nil for the standard ones.
    var colors: (title: UIColor?, column: UIColor?, touched: UIColor?) {
        didSet { showTitles() }
    }
    private var labels: [UILabel] = []
    private static let lineHeight: CGFloat = 14
    /// The title that the touch is at.
    private var touched: Int?

    var titles: [String] = [] {
        didSet { showTitles() }
    }

    init(_ list: UIScrollView, choose: @escaping (String, Int) -> Void) {
        (self.list, self.choose) = (list, choose)
        super.init(frame: .zero)
        isOpaque = false
    }

    required init?(coder: NSCoder) { nil }

    func showTitles() {
        for label in labels { label.removeFromSuperview() }
        let shown = shownTitles
        labels = shown.map { title in
            let label = UILabel()
            label.text = title
            label.font = .boldSystemFont(ofSize: 11)
            label.textAlignment = .center
            label.textColor = colors.title ?? tintColor
            addSubview(label)
            return label
        }
        backgroundColor = touched == nil ? colors.column : colors.touched ?? colors.column
        setNeedsLayout()
    }

    /// The titles that have room: with too many, every n-th, with a dot between two.
    private var shownTitles: [String] {
        let titles = titles.map { $0 == UITableView.indexSearch ? "\u{2315}" : $0 }
        // A height may be too large for an integer.
        let room = max(1, Int(min((list?.bounds.height ?? 0) / Self.lineHeight, 10_000)) - 2)
        guard titles.count > room, room > 2 else { return titles }
        let step = (titles.count * 2 + room - 1) / room
        var result: [String] = []
        for (index, title) in titles.enumerated() where index % step == 0 {
            result.append(title)
            result.append("\u{2022}")
        }
        if let last = titles.last { result.append(last) }
        return result
    }

    /// Places the column at the trailing edge of the visible part.
    ///
    /// - Parameter isFlipped: Whether the list's x axis points to the left on the screen.
    func place(in list: UIScrollView, isFlipped: Bool = false) {
        let inset = list.adjustedContentInset
        let width = TableMetrics.indexWidth
        let x = isRightToLeft && !isFlipped ? list.bounds.minX : list.bounds.maxX - width
        let frame = CGRect(
            x: x, y: list.bounds.minY + inset.top, width: width,
            height: max(0, list.bounds.height - inset.top - inset.bottom))
        if frame.size != bounds.size { showTitles() }
        if self.frame != frame { UIView.performWithoutAnimation { self.frame = frame } }
    }

    /// The lines of titles, in the middle of the view's height.
    private var column: CGRect {
        let height = CGFloat(labels.count) * Self.lineHeight
        return CGRect(x: -4, y: (bounds.height - height) / 2, width: bounds.width + 8, height: height)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        var rest = column
        for label in labels { (label.frame, rest) = rest.divided(atDistance: Self.lineHeight, from: .minYEdge) }
    }

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        follow(touch)
        return true
    }

    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        follow(touch)
        return true
    }

    override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        touched = nil
        showTitles()
    }

    override func cancelTracking(with event: UIEvent?) {
        super.cancelTracking(with: event)
        touched = nil
        showTitles()
    }

    private func follow(_ touch: UITouch) {
        guard !titles.isEmpty else { return }
        let column = column
        let share = (touch.location(in: self).y - column.minY) / max(column.height, 1)
        let title = min(Int(min(max(0, share), 1) * CGFloat(titles.count)), titles.count - 1)
        guard title != touched else { return }
        let isFirst = touched == nil
        touched = title
        if isFirst { showTitles() }
        choose(titles[title], title)
    }
}
