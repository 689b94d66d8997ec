import CoreGraphics
import Foundation

/// Wheels side by side, with a row selected in each.
///
/// *Source*: Apple, UIPickerView; the geometry is that of `WheelGeometry`, docs/pickers.md.
open class UIPickerView: UIView {
    /// The source of numbers; nil for none.
    open weak var dataSource: (any UIPickerViewDataSource)? {
        didSet { setNeedsReload() }
    }
    /// The source of rows, and the receiver of selections; nil for none.
    open weak var delegate: (any UIPickerViewDelegate)? {
        didSet { setNeedsReload() }
    }
    /// Whether the selected rows are marked. *Source*: Apple, UIPickerView.showsSelectionIndicator: since iOS 7 they always
    /// are, whatever the value.
    open var showsSelectionIndicator = true

    private var wheels: [PickerWheel] = []
    private let indicator = UIView()
    private var needsReload = true
    private var laidOut = CGSize.zero

    /// *Units*: points. *Source*: 216 is the height of pickers in Interface Builder; others measured the indicator's
    /// rectangle and the widths. The indicator's corners are assumed.
    private static let standard = CGSize(width: 320, height: 216), side: CGFloat = 9, gap: CGFloat = 5,
        corner: CGFloat = 8

    /// Makes a picker; an empty frame becomes 320 by 216 points.
    public override init(frame: CGRect) {
        super.init(frame: frame.isEmpty ? CGRect(origin: frame.origin, size: Self.standard) : frame)
        setUp()
    }

    /// Reads a picker's frame from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        coder.readNib(self, as: UIPickerView.self)
    }

    private func setUp() {
        isOpaque = false
        indicator.backgroundColor = .quaternarySystemFill
        indicator.layer.cornerRadius = Self.corner
        indicator.isUserInteractionEnabled = false
        addSubview(indicator)
    }

    private func setNeedsReload() {
        needsReload = true
        setNeedsLayout()
    }

    private func loadIfNeeded() {
        guard needsReload else { return }
        reloadAllComponents()
    }

    // MARK: Content

    /// The number of components.
    open var numberOfComponents: Int {
        loadIfNeeded()
        return wheels.count
    }

    /// The number of a component's rows; 0 for one that is not there.
    open func numberOfRows(inComponent component: Int) -> Int {
        loadIfNeeded()
        return wheels.indices.contains(component) ? wheels[component].rows : 0
    }

    /// The size of a component's rows, in points; zero for one that is not there.
    open func rowSize(forComponent component: Int) -> CGSize {
        loadIfNeeded()
        guard wheels.indices.contains(component) else { return .zero }
        return CGSize(width: width(of: component), height: wheels[component].geometry.rowHeight)
    }

    /// The delegate's view of a row; nil if it is not shown, or has a text.
    open func view(forRow row: Int, forComponent component: Int) -> UIView? {
        loadIfNeeded()
        guard wheels.indices.contains(component) else { return nil }
        let view = wheels[component].view(of: row)
        return view is PickerRow ? nil : view
    }

    /// Asks for all components and rows anew.
    open func reloadAllComponents() {
        needsReload = false
        let count = max(0, dataSource?.numberOfComponents(in: self) ?? 0)
        while wheels.count > count { wheels.removeLast().removeFromSuperview() }
        while wheels.count < count {
            let wheel = PickerWheel(self, component: wheels.count)
            wheels.append(wheel)
            addSubview(wheel)
        }
        layWheels()
        for component in wheels.indices { reloadComponent(component) }
    }

    /// Asks for a component's rows anew.
    open func reloadComponent(_ component: Int) {
        if needsReload { return reloadAllComponents() }
        guard wheels.indices.contains(component) else { return }
        let height = delegate?.pickerView(self, rowHeightForComponent: component) ?? WheelGeometry.standardRowHeight
        wheels[component].reload(
            rows: dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0, rowHeight: height)
        layIndicator()
    }

    /// Makes the view of a row.
    final func makeView(_ row: Int, _ component: Int, reusing old: UIView?) -> UIView {
        let made = old as? PickerRow ?? PickerRow(frame: .zero)
        let view = delegate?.pickerView(self, viewForRow: row, forComponent: component, reusing: made.content)
        if let view, !(view is TextRowSign) {
            made.content = view
            return made
        }
        made.content = nil
        if let styled = delegate?.pickerView(self, attributedTitleForRow: row, forComponent: component) {
            made.label.attributedText = styled
            made.label.textAlignment = .center
        } else {
            made.label.attributedText = nil
            made.label.text = delegate?.pickerView(self, titleForRow: row, forComponent: component)
            made.label.textColor = .label
        }
        return made
    }

    final func text(of row: Int, _ component: Int) -> String? {
        delegate?.pickerView(self, attributedTitleForRow: row, forComponent: component)?.string
            ?? delegate?.pickerView(self, titleForRow: row, forComponent: component)
    }

    // MARK: Selection

    /// Selects a row; an animated change turns the wheel. Calls no delegate. A row that is not there is not selected.
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
        loadIfNeeded()
        guard wheels.indices.contains(component), row >= 0, row < wheels[component].rows else { return }
        wheels[component].select(row, animated: animated)
    }

    /// The selected row; -1 for a component without rows. *Source*: UIPickerView.h: "-1 if nothing selected".
    open func selectedRow(inComponent component: Int) -> Int {
        loadIfNeeded()
        guard wheels.indices.contains(component), wheels[component].rows > 0 else { return -1 }
        return wheels[component].selected
    }

    final func userSelected(_ row: Int, _ component: Int) {
        delegate?.pickerView(self, didSelectRow: row, inComponent: component)
    }

    // MARK: Layout

    /// An equal share of the width. *Source*: others measured floor((W - 18 - 5 (n - 1)) / n) for n components.
    final var standardWidth: CGFloat {
        let count = CGFloat(max(1, wheels.count))
        return max(0, ((bounds.width - 2 * Self.side - Self.gap * (count - 1)) / count).rounded(.down))
    }

    private func width(of component: Int) -> CGFloat {
        let wanted = delegate?.pickerView(self, widthForComponent: component) ?? standardWidth
        return wanted.isFinite && wanted > 0 ? wanted : standardWidth
    }

    private func layWheels() {
        let widths = wheels.indices.map { width(of: $0) }
        let total = widths.reduce(0, +) + Self.gap * CGFloat(max(0, wheels.count - 1))
        var x = ((bounds.width - total) / 2).rounded(.down)
        for (wheel, width) in zip(wheels, widths) {
            wheel.frame = CGRect(x: x, y: 0, width: width, height: bounds.height)
            x += width + Self.gap
        }
        layIndicator()
    }

    private func layIndicator() {
        let row = wheels.map(\.geometry.rowHeight).max() ?? WheelGeometry.standardRowHeight
        indicator.frame = CGRect(
            x: Self.side, y: (bounds.height - row - 2) / 2, width: max(0, bounds.width - 2 * Self.side), height: row + 2
        )
    }

    /// Lays out the wheels.
    open override func layoutSubviews() {
        super.layoutSubviews()
        loadIfNeeded()
        guard bounds.size != laidOut else { return }
        laidOut = bounds.size
        layWheels()
    }

    /// 320 by 216 points, or as wide as the room.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(
            width: size.width > 0 && size.width.isFinite ? size.width : Self.standard.width,
            height: Self.standard.height)
    }
    /// 320 by 216 points.
    open override var intrinsicContentSize: CGSize { Self.standard }

    /// Calls the data source once the picker is in a window, if it was not called before.
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { loadIfNeeded() }
    }
}
