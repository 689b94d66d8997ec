import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// The column of titles at a table view's trailing edge: a touch scrolls to the title's section at once.
///
/// *Source*: Apple, UITableViewDataSource.sectionIndexTitles(for:); font, width and spacing are those of pictures of iOS
/// 7 to 18.
final class TableIndexView: UIControl {
    weak var tableView: UITableView?
    private var labels: [UILabel] = []
    private static let lineHeight: CGFloat = 14
    /// The title that the touch is at.
    private var touched: Int?

    var titles: [String] = [] {
        didSet { showTitles() }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
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
            label.textColor = tableView?.sectionIndexColor ?? tintColor
            addSubview(label)
            return label
        }
        backgroundColor =
            touched == nil
            ? tableView?.sectionIndexBackgroundColor
            : tableView?.sectionIndexTrackingBackgroundColor ?? tableView?.sectionIndexBackgroundColor
        setNeedsLayout()
    }

    /// The titles that have room: with too many, every n-th, with a dot between two.
    private var shownTitles: [String] {
        let titles = titles.map { $0 == UITableView.indexSearch ? "\u{2315}" : $0 }
        // A height may be too large for an integer.
        let room = max(1, Int(min((tableView?.bounds.height ?? 0) / Self.lineHeight, 10_000)) - 2)
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

    /// Places the column at the trailing edge of what is visible.
    func place(in table: UITableView) {
        let inset = table.adjustedContentInset
        let width = TableMetrics.indexWidth
        let x = isRightToLeft ? table.bounds.minX : table.bounds.maxX - width
        let frame = CGRect(
            x: x, y: table.bounds.minY + inset.top, width: width,
            height: max(0, table.bounds.height - inset.top - inset.bottom))
        if frame.size != bounds.size { showTitles() }
        if self.frame != frame { UIView.performWithoutAnimation { self.frame = frame } }
    }

    private var top: CGFloat { (bounds.height - CGFloat(labels.count) * Self.lineHeight) / 2 }

    override func layoutSubviews() {
        super.layoutSubviews()
        for (index, label) in labels.enumerated() {
            label.frame = CGRect(
                x: -4, y: top + CGFloat(index) * Self.lineHeight, width: bounds.width + 8, height: Self.lineHeight)
        }
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
        guard let tableView, let dataSource = tableView.dataSource, !titles.isEmpty else { return }
        let height = CGFloat(labels.count) * Self.lineHeight
        let share = (touch.location(in: self).y - top) / max(height, 1)
        let title = min(Int(min(max(0, share), 1) * CGFloat(titles.count)), titles.count - 1)
        guard title != touched else { return }
        let isFirst = touched == nil
        touched = title
        if isFirst { showTitles() }
        let section = dataSource.tableView(tableView, sectionForSectionIndexTitle: titles[title], at: title)
        guard section >= 0, section < tableView.numberOfSections else { return }
        let path = IndexPath(row: tableView.numberOfRows(inSection: section) > 0 ? 0 : NSNotFound, section: section)
        tableView.scrollToRow(at: path, at: .top, animated: false)
    }
}
