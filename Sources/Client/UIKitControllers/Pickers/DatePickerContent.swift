import CoreGraphics
import Foundation

/// The views of a date picker in its style.
final class DatePickerContent: UIView, UIPickerViewDataSource, UIPickerViewDelegate {
    /// Called when the user has chosen a date, or a duration in seconds.
    var changed: ((Date) -> Void)?
    var timed: ((TimeInterval) -> Void)?
    private weak var picker: UIDatePicker?
    private var columns: DateColumns?
    private var wheels: UIPickerView?
    private var grid: CalendarGrid?
    private var timeLabel: UILabel?
    private var dateButton: UIButton?
    private var timeButton: UIButton?
    /// The picker in the open popover.
    private weak var popped: UIDatePicker?

    /// *Units*: points. Buttons and the row of the time are assumed from pictures of iOS 14 to 18.
    private static let button: CGFloat = 34, gap: CGFloat = 8, pad: CGFloat = 12, timeRow: CGFloat = 44

    func attach(to picker: UIDatePicker) {
        self.picker = picker
        isOpaque = false
        picker.addSubview(self)
    }

    // MARK: Building

    func build(_ picker: UIDatePicker) {
        for view in subviews { view.removeFromSuperview() }
        (wheels, grid, timeLabel, dateButton, timeButton) = (nil, nil, nil, nil, nil)
        let mode = picker.datePickerMode
        switch picker.datePickerStyle {
        case .wheels, .automatic: makeWheels(mode)
        case .inline:
            if mode == .time { makeWheels(mode) } else { makeGrid() }
            if mode == .dateAndTime {
                let label = UILabel()
                label.text = "Time"
                addSubview(label)
                timeLabel = label
                timeButton = makeButton(.time)
            }
        case .compact:
            if mode != .time { dateButton = makeButton(.date) }
            if mode != .date { timeButton = makeButton(.time) }
        }
        show(picker, animated: false)
        setNeedsLayout()
    }

    private func makeWheels(_ mode: UIDatePicker.Mode) {
        let made = UIPickerView(frame: bounds)
        made.delegate = self
        made.dataSource = self
        addSubview(made)
        wheels = made
        columns = nil
    }

    private func makeGrid() {
        let made = CalendarGrid(frame: bounds)
        made.selected = { [weak self] in self?.choseDay($0) }
        made.titleTouched = { [weak self] in self?.toggleMonths() }
        addSubview(made)
        grid = made
    }

    private func makeButton(_ mode: UIDatePicker.Mode) -> UIButton {
        let made = UIButton(type: .custom)
        made.backgroundColor = .tertiarySystemFill
        made.layer.cornerRadius = 6
        made.titleLabel?.font = .systemFont(ofSize: 17)
        made.setTitleColor(.label, for: .normal)
        made.setTitleColor(.secondaryLabel, for: .highlighted)
        made.addAction(
            UIAction { [weak self, weak made] _ in if let made { self?.pop(mode, from: made) } },
            for: .primaryActionTriggered)
        addSubview(made)
        return made
    }

    // MARK: Showing

    func show(_ picker: UIDatePicker, animated: Bool) {
        let calendar = picker.usedCalendar
        let (date, duration) = (picker.date, picker.countDownDuration)
        if let wheels {
            let known = columns
            let made =
                known
                ?? DateColumns(
                    calendar: calendar, mode: picker.datePickerMode, interval: picker.minuteInterval, around: date,
                    now: Date())
            columns = made
            if known == nil { wheels.reloadAllComponents() }
            for (component, field) in made.fields.enumerated() {
                let old = known == nil ? nil : wheels.selectedRow(inComponent: component)
                let row = made.row(field, of: date, duration: duration, near: old)
                if row != old { wheels.selectRow(row, inComponent: component, animated: animated) }
            }
        }
        let limits = picker.limits
        grid?.show(date, calendar: calendar, today: Date(), least: limits.least, most: limits.most)
        let formatter = DateFormatter()
        (formatter.calendar, formatter.locale, formatter.timeZone) = (calendar, calendar.locale, calendar.timeZone)
        formatter.dateStyle = .medium
        dateButton?.setTitle(formatter.string(from: date), for: .normal)
        (formatter.dateStyle, formatter.timeStyle) = (.none, .short)
        // Newer locales have a narrow space before AM and PM, which Liberation Sans lacks: it is used where Inter is missing.
        let time = formatter.string(from: date).replacingOccurrences(of: "\u{202F}", with: "\u{A0}")
        timeButton?.setTitle(time, for: .normal)
        invalidateSize(picker)
    }

    private func invalidateSize(_ picker: UIDatePicker) {
        guard dateButton != nil || timeButton != nil else { return }
        picker.invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    // MARK: Wheels

    func numberOfComponents(in pickerView: UIPickerView) -> Int { columns?.fields.count ?? 0 }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        columns.map { $0.count($0.fields[component]) } ?? 0
    }

    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        columns.map { $0.title(row, $0.fields[component]) }
    }

    /// Long texts get more room.
    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
        guard let columns else { return 60 }
        func share(_ field: DateField) -> CGFloat {
            switch field {
            case .date: 2.4
            case .month, .hours, .minutes: 1.8
            case .year: 1.2
            default: 0.9
            }
        }
        let all = columns.fields.map(share).reduce(0, +)
        let room = min(pickerView.bounds.width, 360) - 18 - 5 * CGFloat(columns.fields.count - 1)
        return max(1, room * share(columns.fields[component]) / all)
    }

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        guard let columns, let picker else { return }
        let rows = columns.fields.indices.map { pickerView.selectedRow(inComponent: $0) }
        if columns.mode == .countDownTimer {
            let duration = columns.duration(rows)
            timed?(duration)
            show(picker, animated: true)
        } else {
            changed?(columns.date(rows, keeping: picker.date))
        }
    }

    // MARK: Calendar

    private func choseDay(_ day: Date) {
        guard let picker else { return }
        let calendar = picker.usedCalendar
        let time = calendar.dateComponents([.hour, .minute, .second], from: picker.date)
        let date = calendar.date(
            bySettingHour: time.hour ?? 0, minute: time.minute ?? 0, second: time.second ?? 0, of: day)
        changed?(date ?? day)
    }

    /// Wheels of months and years take the place of the days, and go away again.
    private func toggleMonths() {
        guard let picker, let grid else { return }
        if let open = subviews.first(where: { $0 is UIDatePicker }) {
            open.removeFromSuperview()
            return
        }
        let months = UIDatePicker(frame: CGRect(x: 0, y: 52, width: bounds.width, height: 216))
        months.datePickerMode = .yearAndMonth
        (months.locale, months.calendar, months.timeZone) = (picker.locale, picker.calendar, picker.timeZone)
        (months.minimumDate, months.maximumDate, months.date) = (picker.minimumDate, picker.maximumDate, picker.date)
        months.backgroundColor = .systemBackground
        months.addAction(
            UIAction { [weak self] in
                if let date = ($0.sender as? UIDatePicker)?.date { self?.changed?(date) }
            }, for: .valueChanged)
        insertSubview(months, aboveSubview: grid)
    }

    // MARK: Popover

    /// Shows a calendar or wheels in a popover at a button.
    private func pop(_ mode: UIDatePicker.Mode, from button: UIButton) {
        guard let picker, popped == nil else { return }
        var responder: UIResponder? = picker
        while let current = responder, !(current is UIViewController) { responder = current.next }
        let above = responder as? UIViewController ?? window?.rootViewController
        guard let presenter = above else { return }
        let inner = UIDatePicker()
        inner.preferredDatePickerStyle = mode == .time ? .wheels : .inline
        inner.datePickerMode = mode
        (inner.locale, inner.calendar, inner.timeZone) = (picker.locale, picker.calendar, picker.timeZone)
        (inner.minimumDate, inner.maximumDate, inner.minuteInterval) = (
            picker.minimumDate, picker.maximumDate, picker.minuteInterval
        )
        inner.date = picker.date
        inner.tintColor = picker.tintColor
        inner.addAction(
            UIAction { [weak self] in
                if let date = ($0.sender as? UIDatePicker)?.date { self?.changed?(date) }
            }, for: .valueChanged)
        let controller = DatePopover(inner)
        controller.popoverPresentationController?.sourceView = button
        controller.popoverPresentationController?.delegate = controller
        popped = inner
        presenter.present(controller, animated: true)
    }

    // MARK: Layout

    func size(_ style: UIDatePickerStyle, _ mode: UIDatePicker.Mode) -> CGSize {
        switch style {
        case .wheels, .automatic: return CGSize(width: 320, height: 216)
        case .inline:
            if mode == .time { return CGSize(width: 320, height: 216) }
            let grid = CalendarGrid.size
            return CGSize(width: grid.width, height: grid.height + (mode == .dateAndTime ? Self.timeRow : 0))
        case .compact:
            let buttons = [dateButton, timeButton].compactMap { $0 }
            let width = buttons.map { buttonWidth($0) }.reduce(0, +) + Self.gap * CGFloat(max(0, buttons.count - 1))
            return CGSize(width: width, height: Self.button)
        }
    }

    private func buttonWidth(_ button: UIButton) -> CGFloat {
        ((button.title(for: .normal) ?? "") as NSString).size(withAttributes: [.font: UIFont.systemFont(ofSize: 17)])
            .width.rounded(.up) + 2 * Self.pad
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        wheels?.frame = bounds
        if let grid {
            let bottom = timeButton == nil ? 0 : Self.timeRow
            grid.frame = CGRect(x: 0, y: 0, width: bounds.width, height: max(0, bounds.height - bottom))
            timeLabel?.frame = CGRect(
                x: 16, y: bounds.height - bottom, width: max(0, bounds.width / 2 - 16), height: bottom)
            if let timeButton {
                let width = buttonWidth(timeButton)
                timeButton.frame = CGRect(
                    x: bounds.width - width - 16, y: bounds.height - (bottom + Self.button) / 2, width: width,
                    height: Self.button)
            }
            return
        }
        var x: CGFloat = 0
        for button in [dateButton, timeButton].compactMap({ $0 }) {
            let width = buttonWidth(button)
            button.frame = CGRect(x: x, y: (bounds.height - Self.button) / 2, width: width, height: Self.button)
            x += width + Self.gap
        }
    }
}

/// The controller in the popover of a compact date picker: a popover on narrow windows, too.
final class DatePopover: UIViewController, UIPopoverPresentationControllerDelegate {
    private let picker: UIDatePicker

    init(_ picker: UIDatePicker) {
        self.picker = picker
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .popover
        let size = picker.intrinsicContentSize
        preferredContentSize = CGSize(width: size.width, height: size.height + 8)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(picker)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        picker.frame = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: 0, dy: 4)
    }

    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle { .none }
    func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle { .none }
}
