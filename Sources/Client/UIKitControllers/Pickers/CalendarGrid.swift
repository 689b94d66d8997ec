import CoreGraphics
import Foundation

/// A month of a calendar, one day of which is selected, with buttons to the months beside it.
final class CalendarGrid: UIView {
    /// Called when the user selects a day, with its start.
    var selected: ((Date) -> Void)?
    /// Called when the user touches the month's name.
    var titleTouched: (() -> Void)?
    private(set) var month = Date(timeIntervalSinceReferenceDate: 0)
    private var calendar = Calendar.current
    private var date = Date(timeIntervalSinceReferenceDate: 0)
    private var today = Date(timeIntervalSinceReferenceDate: 0)
    private var range: (least: Date?, most: Date?)

    private let title = UIButton(type: .system)
    private let back = UIButton(type: .system), forward = UIButton(type: .system)
    private var weekdays: [UILabel] = []
    private var days: [UIButton] = []

    /// *Units*: points. Assumed from pictures of iOS 14 to 18: rows of 44, circles of 40, a header of 44.
    private static let header: CGFloat = 44, names: CGFloat = 22, row: CGFloat = 44, circle: CGFloat = 40
    /// The size that fits all months.
    static let size = CGSize(width: 320, height: header + names + 6 * row + 8)

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        title.titleLabel?.font = .boldSystemFont(ofSize: 17)
        title.setTitleColor(.label, for: .normal)
        title.contentHorizontalAlignment = .left
        title.addAction(UIAction { [weak self] _ in self?.titleTouched?() }, for: .primaryActionTriggered)
        back.setImage(UIImage(systemName: "chevron.left"), for: .normal)
        forward.setImage(UIImage(systemName: "chevron.right"), for: .normal)
        back.accessibilityLabel = "Previous month"
        forward.accessibilityLabel = "Next month"
        back.addAction(UIAction { [weak self] _ in self?.turn(by: -1) }, for: .primaryActionTriggered)
        forward.addAction(UIAction { [weak self] _ in self?.turn(by: 1) }, for: .primaryActionTriggered)
        for view in [title, back, forward] { addSubview(view) }
        for _ in 0..<7 {
            let label = UILabel()
            label.font = .boldSystemFont(ofSize: 13)
            label.textColor = .tertiaryLabel
            label.textAlignment = .center
            weekdays.append(label)
            addSubview(label)
        }
        for _ in 0..<42 {
            let button = UIButton(type: .custom)
            button.titleLabel?.font = .systemFont(ofSize: 20)
            button.layer.cornerRadius = Self.circle / 2
            button.addAction(
                UIAction { [weak self] in self?.touched(($0.sender as? UIView)?.tag ?? -1) },
                for: .primaryActionTriggered)
            days.append(button)
            addSubview(button)
        }
        for (direction, step) in [(UISwipeGestureRecognizer.Direction.left, 1), (.right, -1)] {
            let swipe = UISwipeGestureRecognizer()
            swipe.direction = direction
            swipe.addTarget(self, action: step > 0 ? Self.next : Self.previous)
            addGestureRecognizer(swipe)
        }
    }

    required init?(coder: NSCoder) { nil }

    private static let next = Selector(
        "next", onMain: { (me: CalendarGrid, _: UISwipeGestureRecognizer) in me.turn(by: 1) })
    private static let previous = Selector(
        "previous", onMain: { (me: CalendarGrid, _: UISwipeGestureRecognizer) in me.turn(by: -1) })

    /// Shows a date and its month.
    func show(_ date: Date, calendar: Calendar, today: Date, least: Date?, most: Date?) {
        (self.date, self.calendar, self.today, range) = (date, calendar, today, (least, most))
        month = start(of: date)
        build()
    }

    private func start(of date: Date) -> Date {
        calendar.date(from: calendar.dateComponents([.era, .year, .month], from: date)) ?? date
    }

    private func turn(by step: Int) {
        guard mayTurn(by: step), let new = calendar.date(byAdding: .month, value: step, to: month) else { return }
        month = new
        UIView.transition(with: self, duration: window == nil ? 0 : 0.2, options: .transitionCrossDissolve) {
            self.build()
        }
    }

    private func mayTurn(by step: Int) -> Bool {
        guard let new = calendar.date(byAdding: .month, value: step, to: month) else { return false }
        if step > 0 { return range.most.map { new <= $0 } ?? true }
        guard let least = range.least else { return true }
        return start(of: least) <= new
    }

    /// The place of the month's first day in its week.
    private var offset: Int {
        (calendar.component(.weekday, from: month) - calendar.firstWeekday + 7) % 7
    }

    private func day(_ index: Int) -> Date? {
        let number = index - offset
        guard let length = calendar.range(of: .day, in: .month, for: month)?.count, (0..<length).contains(number) else {
            return nil
        }
        return calendar.date(byAdding: .day, value: number, to: month)
    }

    private func allows(_ day: Date) -> Bool {
        if let most = range.most, day > most { return false }
        guard let least = range.least else { return true }
        return day >= calendar.startOfDay(for: least)
    }

    private func build() {
        let formatter = DateFormatter()
        formatter.calendar = calendar
        formatter.locale = calendar.locale
        formatter.timeZone = calendar.timeZone
        formatter.setLocalizedDateFormatFromTemplate("yMMMM")
        title.setTitle(formatter.string(from: month), for: .normal)
        let names = formatter.shortStandaloneWeekdaySymbols
        for (index, label) in weekdays.enumerated() where names.count == 7 {
            label.text = names[(index + calendar.firstWeekday - 1) % 7].uppercased(with: calendar.locale)
        }
        (back.isEnabled, forward.isEnabled) = (mayTurn(by: -1), mayTurn(by: 1))
        formatter.dateStyle = .full
        for (index, button) in days.enumerated() {
            let day = day(index)
            button.isHidden = day == nil
            button.tag = index
            guard let day else { continue }
            button.setTitle("\(calendar.component(.day, from: day))", for: .normal)
            button.accessibilityLabel = formatter.string(from: day)
            let isSelected = calendar.isDate(day, inSameDayAs: date)
            let isToday = calendar.isDate(day, inSameDayAs: today)
            button.isEnabled = allows(day)
            button.isSelected = isSelected
            button.titleLabel?.font = isSelected ? .boldSystemFont(ofSize: 22) : .systemFont(ofSize: 20)
            let tint: UIColor = tintColor ?? .systemBlue
            // Today is filled when it is selected; another day has a lighter disc.
            button.backgroundColor = isSelected ? (isToday ? tint : tint.withAlphaComponent(0.15)) : nil
            let color: UIColor = isSelected ? (isToday ? .white : tint) : isToday ? tint : .label
            for state in [UIControl.State.normal, .selected] { button.setTitleColor(color, for: state) }
            button.setTitleColor(.tertiaryLabel, for: .disabled)
        }
        setNeedsLayout()
    }

    private func touched(_ index: Int) {
        guard let day = day(index), allows(day) else { return }
        selected?(day)
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        build()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let width = bounds.width / 7
        title.frame = CGRect(x: 16, y: 0, width: max(0, bounds.width - 120), height: Self.header)
        forward.frame = CGRect(x: bounds.width - 48, y: 0, width: 44, height: Self.header)
        back.frame = CGRect(x: bounds.width - 92, y: 0, width: 44, height: Self.header)
        for (index, label) in weekdays.enumerated() {
            label.frame = CGRect(x: CGFloat(index) * width, y: Self.header, width: width, height: Self.names)
        }
        for (index, button) in days.enumerated() {
            button.bounds.size = CGSize(width: Self.circle, height: Self.circle)
            button.center = CGPoint(
                x: (CGFloat(index % 7) + 0.5) * width,
                y: Self.header + Self.names + (CGFloat(index / 7) + 0.5) * Self.row)
        }
    }
}
