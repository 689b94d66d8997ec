import CoreGraphics
import Foundation
import QuartzCore

/// A component of a picker: rows on a wheel, and a scroll view without content over them, which the finger drags.
final class PickerWheel: UIView, UIScrollViewDelegate {
    private let drum = UIView()
    let scroll = UIScrollView()
    private weak var picker: UIPickerView?
    let component: Int
    private(set) var rows = 0
    private(set) var geometry = WheelGeometry(height: 216, rowHeight: 32)
    /// The rows that are shown, and views that may be shown again.
    private var shown: [Int: UIView] = [:]
    private var spare: [UIView] = []
    /// The row that is selected, or to which the wheel turns.
    private(set) var selected = 0
    private var isTurning = false
    private static let touch = Selector(
        "touch:", onMain: { (me: PickerWheel, tap: UITapGestureRecognizer) in me.touched(tap) })

    init(_ picker: UIPickerView, component: Int) {
        (self.picker, self.component) = (picker, component)
        super.init(frame: .zero)
        drum.isUserInteractionEnabled = false
        clipsToBounds = true
        scroll.showsVerticalScrollIndicator = false
        scroll.contentInsetAdjustmentBehavior = .never
        scroll.alwaysBounceVertical = true
        scroll.decelerationRate = .fast
        scroll.scrollsToTop = false
        scroll.delegate = self
        addSubview(drum)
        addSubview(scroll)
        let tap = UITapGestureRecognizer()
        tap.addTarget(self, action: Self.touch)
        scroll.addGestureRecognizer(tap)
        isAccessibilityElement = true
        accessibilityTraits = .adjustable
    }

    required init?(coder: NSCoder) { nil }

    /// Takes the numbers and asks for all rows anew.
    func reload(rows: Int, rowHeight: CGFloat) {
        self.rows = max(0, rows)
        geometry = WheelGeometry(height: bounds.height, rowHeight: rowHeight)
        for view in shown.values { view.removeFromSuperview() }
        (shown, spare) = ([:], [])
        selected = max(0, min(selected, self.rows - 1))
        lay()
        scroll.setContentOffset(offset(of: selected), animated: false)
        layRows()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard geometry.height != bounds.height || scroll.frame != bounds else { return }
        geometry = WheelGeometry(height: bounds.height, rowHeight: geometry.rowHeight)
        lay()
        scroll.contentOffset = offset(of: selected)
        layRows()
    }

    private func lay() {
        (drum.frame, scroll.frame) = (bounds, bounds)
        let edge = (bounds.height - geometry.rowHeight) / 2
        scroll.contentInset = UIEdgeInsets(top: edge, left: 0, bottom: edge, right: 0)
        scroll.contentSize = CGSize(width: bounds.width, height: CGFloat(rows) * geometry.rowHeight)
    }

    private func offset(of row: Int) -> CGPoint {
        CGPoint(x: 0, y: CGFloat(row) * geometry.rowHeight - scroll.contentInset.top)
    }

    /// The position of the middle, in rows.
    private var position: CGFloat { (scroll.contentOffset.y + scroll.contentInset.top) / geometry.rowHeight }

    // MARK: Rows

    /// Turns each visible row to its place on the wheel.
    private func layRows() {
        guard let picker, rows > 0, bounds.width > 0 else { return }
        let position = position
        let middle = Int(min(max(position.rounded(), 0), CGFloat(rows - 1)))
        let wanted = max(0, middle - geometry.side - 1)...min(rows - 1, middle + geometry.side + 1)
        for (row, view) in shown where !wanted.contains(row) {
            view.removeFromSuperview()
            spare.append(view)
            shown[row] = nil
        }
        UIView.performWithoutAnimation {
            for row in wanted {
                let distance = CGFloat(row) - position
                guard let angle = geometry.angle(distance) else {
                    if let view = shown.removeValue(forKey: row) {
                        view.removeFromSuperview()
                        spare.append(view)
                    }
                    continue
                }
                let view = shown[row] ?? make(row, picker)
                view.layer.transform = CATransform3DMakeRotation(-angle, 1, 0, 0)
                view.bounds.size = CGSize(width: bounds.width, height: geometry.rowHeight)
                view.center = CGPoint(x: bounds.midX, y: geometry.middle(angle))
                view.alpha = geometry.opacity(distance, angle)
            }
        }
    }

    private func make(_ row: Int, _ picker: UIPickerView) -> UIView {
        let view = picker.makeView(row, component, reusing: spare.popLast())
        shown[row] = view
        drum.addSubview(view)
        return view
    }

    /// The view of a row; nil if it is not shown.
    func view(of row: Int) -> UIView? { shown[row].map { ($0 as? PickerRow)?.content ?? $0 } }

    // MARK: Selection

    /// Turns to a row.
    func select(_ row: Int, animated: Bool) {
        guard rows > 0 else { return }
        selected = min(max(row, 0), rows - 1)
        scroll.setContentOffset(offset(of: selected), animated: animated && window != nil)
        layRows()
    }

    private func touched(_ tap: UITapGestureRecognizer) {
        guard rows > 0, let distance = geometry.distance(at: tap.location(in: self).y) else { return }
        let row = min(max(selected + Int(distance.rounded()), 0), rows - 1)
        guard row != selected else { return }
        isTurning = true
        scroll.setContentOffset(offset(of: row), animated: true)
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) { layRows() }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { isTurning = true }

    /// A wheel comes to rest with a row in the middle.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        let target = unsafe targetContentOffset.pointee.y
        let row = ((target + scroll.contentInset.top) / geometry.rowHeight).rounded()
        let most = CGFloat(max(0, rows - 1))
        unsafe targetContentOffset.pointee.y = offset(of: Int(min(max(row, 0), most))).y
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { rest() }
    }
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { rest() }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { rest() }

    private func rest() {
        guard isTurning else { return }
        isTurning = false
        report(Int(position.rounded()))
    }

    private func report(_ row: Int) {
        let row = min(max(row, 0), max(0, rows - 1))
        guard row != selected, rows > 0 else { return }
        selected = row
        picker?.userSelected(row, component)
    }

    // MARK: Accessibility

    override var accessibilityValue: String? {
        get { super.accessibilityValue ?? picker?.text(of: selected, component) }
        set { super.accessibilityValue = newValue }
    }

    override func accessibilityIncrement() { turn(by: 1) }
    override func accessibilityDecrement() { turn(by: -1) }

    private func turn(by step: Int) {
        let row = selected + step
        guard row >= 0, row < rows else { return }
        scroll.setContentOffset(offset(of: row), animated: window != nil)
        report(row)
    }
}

/// A row with a text, or with the view of a delegate, which so keeps its own transform and opacity.
final class PickerRow: UIView {
    let label = UILabel()
    /// The delegate's view; nil for the text.
    var content: UIView? {
        didSet {
            guard content !== oldValue else { return }
            if let oldValue, oldValue.superview === self { oldValue.removeFromSuperview() }
            if let content { addSubview(content) }
            label.isHidden = content != nil
            setNeedsLayout()
        }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        // The size of the text is assumed: pictures of iOS 14 to 18.
        label.font = .systemFont(ofSize: 21)
        label.textAlignment = .center
        label.adjustsFontSizeToFitWidth = true
        label.minimumScaleFactor = 0.6
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds.insetBy(dx: 4, dy: 0)
        content?.frame = bounds
    }
}
