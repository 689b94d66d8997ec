import CoreGraphics
import Foundation

/// The numbers of alerts. *Units*: points. *Source*: pictures and measurements of iOS 13 to 18 (docs/presentations.md).
enum AlertMetrics {
    /// The width of an alert.
    static let width: CGFloat = 270
    static let radius: CGFloat = 14
    /// The height of an alert's action and of a sheet's.
    static let (action, sheetAction) = (CGFloat(44), CGFloat(57))
    /// The distance of a sheet from the window's edges, and of its cancel action from the others.
    static let gap: CGFloat = 8
    /// The insets of an alert's texts, and of a sheet's.
    static let texts = UIEdgeInsets(top: 20, left: 16, bottom: 20, right: 16)
    static let sheetTexts = UIEdgeInsets(top: 15, left: 16, bottom: 15, right: 16)
    /// The distance of the title from the message.
    static let (titleGap, sheetTitleGap) = (CGFloat(4), CGFloat(10))
    /// The height of a field, and the distance of the first one from the texts. *Source*: assumed; pictures of iOS 13 to 18.
    static let (fieldHeight, fieldGap) = (CGFloat(28), CGFloat(16))
}

/// The view of an alert: a plate with texts, fields and actions; a sheet's cancel action on a plate of its own.
final class AlertPanel: UIView {
    weak var alert: UIAlertController?
    private let plate = AlertPlate()
    private let cancelPlate = AlertPlate()
    private let texts = UIScrollView()
    private let choices = UIScrollView()
    private let title = UILabel()
    private let message = UILabel()
    var fields: [UITextField] = []
    private var rows: [AlertRow] = []
    private var cancelRow: AlertRow?
    private var lines: [UIView] = []

    init() {
        super.init(frame: .zero)
        addSubview(plate)
        addSubview(cancelPlate)
        for part in [texts, choices] {
            part.contentInsetAdjustmentBehavior = .never
            plate.content.addSubview(part)
        }
        for label in [title, message] {
            label.numberOfLines = 0
            label.textAlignment = .center
            texts.addSubview(label)
        }
    }

    required init?(coder: NSCoder) { nil }

    private var isSheet: Bool { alert?.preferredStyle == .actionSheet }
    private var isPopover: Bool { alert?.isPopover == true }

    /// Makes the labels and rows for the alert's present content.
    func build() {
        guard let alert else { return }
        title.text = alert.title
        message.text = alert.message
        // *Source*: Apple, Human Interface Guidelines, "Typography": headline and footnote.
        title.font = .systemFont(ofSize: isSheet ? 13 : 17, weight: .semibold)
        message.font = .systemFont(ofSize: 13)
        let color = isSheet ? UIColor.secondaryLabel : .label
        (title.textColor, message.textColor) = (color, color)
        for row in rows { row.removeFromSuperview() }
        cancelRow?.removeFromSuperview()
        for field in fields where field.superview !== texts { texts.addSubview(field) }
        var listed = alert.actions.filter { $0.style != .cancel }
        cancelRow = nil
        if let cancel = alert.cancelAction {
            if isSheet {
                if !isPopover {
                    let row = AlertRow(cancel, alert)
                    cancelPlate.content.addSubview(row)
                    cancelRow = row
                }
            } else {
                listed.append(cancel)
            }
        }
        rows = listed.map { AlertRow($0, alert) }
        for row in rows { choices.addSubview(row) }
        cancelPlate.isHidden = cancelRow == nil
        plate.isPlain = isPopover
        plate.isHidden = rows.isEmpty && title.text == nil && message.text == nil && fields.isEmpty
        setNeedsLayout()
    }

    // MARK: Layout

    private struct Plan {
        var size = CGSize.zero
        var textsHeight: CGFloat = 0
        var choicesHeight: CGFloat = 0
        var isSideBySide = false
    }

    /// Two actions are side by side if both titles have room. *Source*: Apple, Human Interface Guidelines, "Alerts".
    private func sideBySide(_ width: CGFloat) -> Bool {
        guard !isSheet, rows.count == 2 else { return false }
        return rows.allSatisfy { $0.wantedWidth <= width / 2 }
    }

    private var insets: UIEdgeInsets { isSheet ? AlertMetrics.sheetTexts : AlertMetrics.texts }

    private func textsHeight(_ width: CGFloat) -> CGFloat {
        let inner = CGSize(width: max(0, width - insets.left - insets.right), height: .greatestFiniteMagnitude)
        var height: CGFloat = 0
        if hasText(title) { height += title.sizeThatFits(inner).height.rounded(.up) }
        if hasText(message) {
            if height > 0 { height += isSheet ? AlertMetrics.sheetTitleGap : AlertMetrics.titleGap }
            height += message.sizeThatFits(inner).height.rounded(.up)
        }
        if !fields.isEmpty {
            height += (height > 0 ? AlertMetrics.fieldGap : 0) + CGFloat(fields.count) * AlertMetrics.fieldHeight
        }
        return height > 0 ? height + insets.top + insets.bottom : 0
    }

    private func hasText(_ label: UILabel) -> Bool { label.text?.isEmpty == false }

    private func plan(_ room: CGSize) -> Plan {
        var plan = Plan()
        let width = isSheet ? room.width : min(AlertMetrics.width, room.width)
        let rowHeight = isSheet ? AlertMetrics.sheetAction : AlertMetrics.action
        plan.isSideBySide = sideBySide(width)
        plan.textsHeight = textsHeight(width)
        plan.choicesHeight = rowHeight * CGFloat(plan.isSideBySide ? 1 : rows.count)
        let cancel = cancelRow == nil ? 0 : rowHeight + (plate.isHidden ? 0 : AlertMetrics.gap)
        // Where there is no room for all, the actions scroll first, down to one and a half; then the texts.
        var over = max(0, plan.textsHeight + plan.choicesHeight + cancel - room.height)
        let least = min(plan.choicesHeight, rowHeight * 1.5)
        let taken = min(over, plan.choicesHeight - least)
        plan.choicesHeight -= taken
        over -= taken
        plan.textsHeight = max(0, plan.textsHeight - over)
        plan.size = CGSize(width: width, height: plan.textsHeight + plan.choicesHeight + cancel)
        return plan
    }

    func fittingSize(in room: CGSize) -> CGSize { plan(room).size }

    override func layoutSubviews() {
        super.layoutSubviews()
        let plan = plan(bounds.size)
        let width = bounds.width
        plate.frame = CGRect(x: 0, y: 0, width: width, height: plan.textsHeight + plan.choicesHeight)
        layOutTexts(plan, width)
        layOutChoices(plan, width)
        if let cancelRow {
            let height = AlertMetrics.sheetAction
            cancelPlate.frame = CGRect(x: 0, y: bounds.height - height, width: width, height: height)
            cancelRow.frame = cancelPlate.bounds
        }
    }

    private func layOutTexts(_ plan: Plan, _ width: CGFloat) {
        texts.frame = CGRect(x: 0, y: 0, width: width, height: plan.textsHeight)
        let inner = max(0, width - insets.left - insets.right)
        var y = insets.top
        for (label, gap) in [
            (title, CGFloat(0)), (message, isSheet ? AlertMetrics.sheetTitleGap : AlertMetrics.titleGap),
        ] {
            label.isHidden = !hasText(label)
            guard !label.isHidden else { continue }
            if y > insets.top { y += gap }
            let height = label.sizeThatFits(CGSize(width: inner, height: .greatestFiniteMagnitude)).height.rounded(.up)
            label.frame = CGRect(x: insets.left, y: y, width: inner, height: height)
            y += height
        }
        if !fields.isEmpty, y > insets.top { y += AlertMetrics.fieldGap }
        for field in fields {
            field.frame = CGRect(x: insets.left, y: y, width: inner, height: AlertMetrics.fieldHeight)
            y += AlertMetrics.fieldHeight
        }
        texts.contentSize = CGSize(width: width, height: y > insets.top ? y + insets.bottom : 0)
    }

    private func layOutChoices(_ plan: Plan, _ width: CGFloat) {
        choices.frame = CGRect(x: 0, y: plan.textsHeight, width: width, height: plan.choicesHeight)
        let height = isSheet ? AlertMetrics.sheetAction : AlertMetrics.action
        for line in lines { line.removeFromSuperview() }
        lines = []
        func line(_ frame: CGRect) {
            let made = UIView(frame: frame)
            made.backgroundColor = .separator
            made.isUserInteractionEnabled = false
            choices.addSubview(made)
            lines.append(made)
        }
        let hair = 1 / max(traitCollection.displayScale, 1)
        if plan.isSideBySide {
            // A cancel action is at the left, wherever it was added.
            var order = rows
            if let index = order.firstIndex(where: { $0.action.style == .cancel }) {
                order.insert(order.remove(at: index), at: 0)
            }
            for (index, row) in order.enumerated() {
                row.frame = CGRect(x: CGFloat(index) * width / 2, y: 0, width: width / 2, height: height)
            }
            line(CGRect(x: 0, y: 0, width: width, height: hair))
            line(CGRect(x: width / 2, y: 0, width: hair, height: height))
        } else {
            for (index, row) in rows.enumerated() {
                row.frame = CGRect(x: 0, y: CGFloat(index) * height, width: width, height: height)
                if index > 0 || plan.textsHeight > 0 {
                    line(CGRect(x: 0, y: CGFloat(index) * height, width: width, height: hair))
                }
            }
        }
        choices.contentSize = CGSize(width: width, height: height * CGFloat(plan.isSideBySide ? 1 : rows.count))
    }
}

/// A plate of an alert: a blur with round corners.
final class AlertPlate: UIView {
    let content = UIView()
    private let blur = UIVisualEffectView(effect: UIBlurEffect(style: .systemThickMaterial))
    /// Whether there is no plate, as in a popover, which has its own.
    var isPlain = false {
        didSet {
            blur.isHidden = isPlain
            layer.cornerRadius = isPlain ? 0 : AlertMetrics.radius
        }
    }

    init() {
        super.init(frame: .zero)
        clipsToBounds = true
        layer.cornerRadius = AlertMetrics.radius
        for part in [blur, content] {
            part.frame = bounds
            part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            addSubview(part)
        }
    }

    required init?(coder: NSCoder) { nil }
}

/// A row of an alert: a title that chooses its action.
final class AlertRow: UIControl {
    let action: UIAlertAction
    private unowned let alert: UIAlertController
    private let label = UILabel()

    init(_ action: UIAlertAction, _ alert: UIAlertController) {
        (self.action, self.alert) = (action, alert)
        super.init(frame: .zero)
        let isBold = alert.boldAction === action
        let size: CGFloat = alert.preferredStyle == .alert ? 17 : 20
        label.font = .systemFont(ofSize: size, weight: isBold ? .semibold : .regular)
        label.text = action.title
        label.textAlignment = .center
        label.adjustsFontSizeToFitWidth = true
        label.minimumScaleFactor = 0.6
        label.isUserInteractionEnabled = false
        addSubview(label)
        isEnabled = action.isEnabled
        hasSpring = alert.isSpringLoaded
        accessibilityLabel = action.title
        accessibilityTraits = .button
        addAction(
            UIAction { [weak self] _ in if let self { self.alert.choose(self.action) } }, for: .touchUpInside)
        showColor()
    }

    required init?(coder: NSCoder) { nil }

    /// The width of the title with its margins, in points.
    var wantedWidth: CGFloat { label.sizeThatFits(CGSize(width: 10_000, height: 100)).width + 16 }

    override var isHighlighted: Bool {
        didSet { backgroundColor = isHighlighted ? .systemFill : nil }
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        showColor()
    }

    private func showColor() {
        label.textColor = !action.isEnabled ? .tertiaryLabel : action.style == .destructive ? .systemRed : tintColor
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds.insetBy(dx: 8, dy: 0)
    }
}
