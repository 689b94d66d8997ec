import CoreGraphics
import Foundation

/// The look of a date picker; raw values are Apple's.
public enum UIDatePickerStyle: Int, Sendable {
    /// The mode's: compact, or wheels for a countdown.
    case automatic = 0
    /// Wheels.
    case wheels = 1
    /// Buttons with the date and the time, which show a calendar and wheels in a popover.
    case compact = 2
    /// A calendar, with the time under it.
    case inline = 3
}

/// A control for dates, times and durations.
///
/// *Source*: Apple, UIDatePicker, UIDatePicker.h; docs/pickers.md has sizes and differences.
open class UIDatePicker: UIControl {
    /// The parts that the user chooses; raw values are Apple's.
    public enum Mode: Int, Sendable {
        /// Hour and minute.
        case time = 0
        /// Day, month and year.
        case date = 1
        /// A day, hour and minute.
        case dateAndTime = 2
        /// A duration in hours and minutes.
        case countDownTimer = 3
        /// Month and year.
        case yearAndMonth = 4
    }

    private let content = DatePickerContent()

    /// Makes a picker of the present time; an empty frame becomes as large as the style needs.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
        if frame.isEmpty { bounds.size = intrinsicContentSize }
    }

    /// Reads mode, style, date and limits from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        datePickerMode = Mode(rawValue: coder.decodeInteger(forKey: "UIDatePickerMode")) ?? .dateAndTime
        preferredDatePickerStyle =
            UIDatePickerStyle(rawValue: coder.decodeInteger(forKey: "UIDatePickerStyle")) ?? .automatic
        if let date = coder.optionalObject(of: NSDate.self, forKey: "UIDate") { self.date = date as Date }
        minimumDate = coder.optionalObject(of: NSDate.self, forKey: "UIMinimumDate") as Date?
        maximumDate = coder.optionalObject(of: NSDate.self, forKey: "UIMaximumDate") as Date?
        if coder.containsValue(forKey: "UIMinuteInterval") {
            minuteInterval = coder.decodeInteger(forKey: "UIMinuteInterval")
        }
        coder.readNib(self, as: UIDatePicker.self)
    }

    /// Writes mode, style, date and limits into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(datePickerMode.rawValue, forKey: "UIDatePickerMode")
        coder.encode(preferredDatePickerStyle.rawValue, forKey: "UIDatePickerStyle")
        coder.encodeOptional(date as NSDate, forKey: "UIDate")
        coder.encodeOptional(minimumDate as NSDate?, forKey: "UIMinimumDate")
        coder.encodeOptional(maximumDate as NSDate?, forKey: "UIMaximumDate")
        coder.encode(minuteInterval, forKey: "UIMinuteInterval")
    }

    private func setUp() {
        isOpaque = false
        // Its wheels, days and buttons are the elements.
        isAccessibilityElement = false
        content.changed = { [weak self] in self?.userChose($0) }
        content.timed = { [weak self] in self?.userChose(duration: $0) }
        content.attach(to: self)
        rebuild()
    }

    // MARK: Value

    /// The parts that the user chooses; date and time at first.
    open var datePickerMode = Mode.dateAndTime {
        didSet { if datePickerMode != oldValue { rebuild() } }
    }
    /// The look that is wanted; automatic at first.
    open var preferredDatePickerStyle = UIDatePickerStyle.automatic {
        didSet { if preferredDatePickerStyle != oldValue { rebuild() } }
    }
    /// The look. Countdowns have wheels, as do months with years. *Source*: Apple, UIDatePicker.datePickerStyle: "never
    /// automatic"; UIDatePicker.h: compact and inline do not have these modes.
    open var datePickerStyle: UIDatePickerStyle {
        if datePickerMode == .countDownTimer || datePickerMode == .yearAndMonth { return .wheels }
        return preferredDatePickerStyle == .automatic ? .compact : preferredDatePickerStyle
    }

    /// The language and customs; nil for those of `calendar`, or the user's.
    open var locale: Locale? {
        didSet { rebuild() }
    }
    /// The calendar; nil stands for the user's.
    open var calendar: Calendar! {
        get { ownCalendar ?? .current }
        set {
            ownCalendar = newValue
            rebuild()
        }
    }
    private var ownCalendar: Calendar?
    /// The time zone; nil for the calendar's.
    open var timeZone: TimeZone? {
        didSet { rebuild() }
    }

    /// The calendar with the picker's locale and time zone.
    final var usedCalendar: Calendar {
        var calendar: Calendar = self.calendar
        if let locale { calendar.locale = locale }
        if let timeZone { calendar.timeZone = timeZone }
        return calendar
    }

    /// The date, within the limits and rounded down to the interval; the present at first. Setting it calls no action.
    open var date: Date {
        get { limited(shownDate) }
        set { setDate(newValue, animated: false) }
    }
    private var shownDate = Date()

    /// Sets the date; an animated change turns the wheels.
    open func setDate(_ date: Date, animated: Bool) {
        shownDate = date
        content.show(self, animated: animated)
    }

    /// The earliest date; nil for none. Not used if it is later than `maximumDate`.
    open var minimumDate: Date? {
        didSet { content.show(self, animated: false) }
    }
    /// The latest date; nil for none. Not used if it is earlier than `minimumDate`.
    open var maximumDate: Date? {
        didSet { content.show(self, animated: false) }
    }

    /// The limits; none if they contradict each other. *Source*: Apple, UIDatePicker.minimumDate; of countdowns they are
    /// not used.
    final var limits: (least: Date?, most: Date?) {
        guard datePickerMode != .countDownTimer else { return (nil, nil) }
        if let minimumDate, let maximumDate, minimumDate > maximumDate { return (nil, nil) }
        return (minimumDate, maximumDate)
    }

    private func limited(_ date: Date) -> Date {
        var date = date
        let limits = limits
        if let least = limits.least { date = max(date, least) }
        if let most = limits.most { date = min(date, most) }
        guard roundsToMinuteInterval, minuteInterval > 1, datePickerMode != .date, datePickerMode != .yearAndMonth
        else {
            return date
        }
        let calendar = usedCalendar
        let minute = calendar.component(.minute, from: date)
        let rounded = date.addingTimeInterval(TimeInterval(-60 * (minute % minuteInterval)))
        // A limit that is not on the interval stays.
        return limits.least.map { rounded < $0 } == true ? date : rounded
    }

    /// The duration of a countdown, in seconds, from a minute to 23:59 hours; 0 at first. Only in that mode.
    open var countDownDuration: TimeInterval {
        get { duration }
        set {
            duration = newValue.isFinite ? min(max(newValue, 0), 86_340) : 0
            content.show(self, animated: false)
        }
    }
    private var duration: TimeInterval = 0

    /// The minutes from row to row; 1 at first. A number that does not divide 60, or is not from 1 to 30, counts as 1.
    /// *Source*: Apple, UIDatePicker.minuteInterval.
    open var minuteInterval: Int {
        get { interval }
        set {
            interval = (1...30).contains(newValue) && 60 % newValue == 0 ? newValue : 1
            rebuild()
        }
    }
    private var interval = 1
    /// Whether `date` is rounded down to the interval; true at first.
    open var roundsToMinuteInterval = true

    // MARK: Use

    private func userChose(_ date: Date) {
        let before = self.date
        shownDate = limited(date)
        content.show(self, animated: true)
        if self.date != before { sendActions(for: .valueChanged) }
    }

    private func userChose(duration: TimeInterval) {
        guard duration != self.duration else { return }
        self.duration = duration
        sendActions(for: .valueChanged)
    }

    /// Whether the picker can be used.
    open override var isEnabled: Bool {
        didSet { content.isUserInteractionEnabled = isEnabled; content.alpha = isEnabled ? 1 : 0.5 }
    }

    // MARK: Layout

    private func rebuild() {
        content.build(self)
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    /// The size of the style. *Units*: points.
    open override var intrinsicContentSize: CGSize { content.size(datePickerStyle, datePickerMode) }
    /// The size of the style; wheels are as wide as the room.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    /// Lays out the wheels, the calendar or the buttons.
    open override func layoutSubviews() {
        super.layoutSubviews()
        content.frame = bounds
    }
}
