import Foundation

/// A part of a date that a wheel turns.
enum DateField: Equatable {
    case year, month, day, hour, minute, period
    /// A day of the calendar, by its distance from another.
    case date
    /// The parts of a duration.
    case hours, minutes
}

/// The wheels of a date picker: their order, rows and texts in a locale, and the date that they show.
struct DateColumns {
    let calendar: Calendar
    let mode: UIDatePicker.Mode
    /// The minutes from row to row.
    let interval: Int
    let fields: [DateField]
    private let uses12Hours: Bool
    /// The day of the middle row of `date`.
    private let origin: Date
    private let now: Date
    private let formatters: Formatters

    /// The times that the rows of a wheel that turns around are repeated.
    private static let turns = 100
    private static let days = 20_000

    /// Formatters are slow to make.
    private final class Formatters {
        var day = DateFormatter()
        var number = NumberFormatter()
        var months: [String] = []
        var periods: [String] = []
    }

    init(calendar: Calendar, mode: UIDatePicker.Mode, interval: Int, around date: Date, now: Date) {
        let locale = calendar.locale ?? .current
        (self.calendar, self.mode, self.interval, self.now) = (calendar, mode, max(1, interval), now)
        origin = calendar.startOfDay(for: date)
        let hours = DateFormatter.dateFormat(fromTemplate: "j", options: 0, locale: locale) ?? "h a"
        uses12Hours = hours.contains("a")
        fields = Self.order(mode, locale, uses12Hours)
        let formatters = Formatters()
        formatters.day.locale = locale
        formatters.day.calendar = calendar
        formatters.day.timeZone = calendar.timeZone
        formatters.months = formatters.day.standaloneMonthSymbols
        formatters.periods = [formatters.day.amSymbol, formatters.day.pmSymbol]
        formatters.day.dateFormat =
            DateFormatter.dateFormat(fromTemplate: "EEEMMMd", options: 0, locale: locale) ?? "EEE MMM d"
        formatters.number.locale = locale
        self.formatters = formatters
    }

    /// The order of wheels in a locale, by the order of its patterns.
    private static func order(_ mode: UIDatePicker.Mode, _ locale: Locale, _ uses12Hours: Bool) -> [DateField] {
        func fields(_ template: String) -> [DateField] {
            var found: [DateField] = []
            for letter in DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? template {
                let field: DateField? =
                    switch letter {
                    case "y", "Y": .year
                    case "M", "L": .month
                    case "d": .day
                    default: nil
                    }
                if let field, !found.contains(field) { found.append(field) }
            }
            return found
        }
        let time: [DateField] = uses12Hours ? [.hour, .minute, .period] : [.hour, .minute]
        switch mode {
        case .date: return fields("yMMMMd")
        case .yearAndMonth: return fields("yMMMM")
        case .time: return time
        case .dateAndTime: return [.date] + time
        case .countDownTimer: return [.hours, .minutes]
        }
    }

    // MARK: Rows

    private func cycle(_ field: DateField) -> Int? {
        switch field {
        case .month: formatters.months.count
        case .day: calendar.maximumRange(of: .day)?.count ?? 31
        case .hour: uses12Hours ? 12 : 24
        case .minute, .minutes: 60 / interval
        case .hours: 24
        default: nil
        }
    }

    private func turns(_ field: DateField) -> Int { field == .hours ? 1 : Self.turns }

    func count(_ field: DateField) -> Int {
        switch field {
        case .year: 9999
        case .period: 2
        case .date: Self.days
        default: (cycle(field) ?? 1) * turns(field)
        }
    }

    private func number(_ value: Int, digits: Int = 1) -> String {
        formatters.number.minimumIntegerDigits = digits
        return formatters.number.string(from: NSNumber(value: value)) ?? "\(value)"
    }

    func title(_ row: Int, _ field: DateField) -> String {
        let value = cycle(field).map { row % max(1, $0) } ?? row
        switch field {
        case .year: return number(row + 1).filter { $0 != "," && $0 != "." && !$0.isWhitespace }
        case .month: return formatters.months.indices.contains(value) ? formatters.months[value] : ""
        case .day: return number(value + 1)
        case .hour: return number(uses12Hours && value == 0 ? 12 : value, digits: uses12Hours ? 1 : 2)
        case .minute: return number(value * interval, digits: 2)
        case .period: return formatters.periods[min(row, 1)]
        case .hours: return "\(number(value)) h"
        case .minutes: return "\(number(value * interval)) min"
        case .date:
            guard let day = self.day(row) else { return "" }
            // English only, as other texts of the library.
            if calendar.isDate(day, inSameDayAs: now) { return "Today" }
            return formatters.day.string(from: day)
        }
    }

    private func day(_ row: Int) -> Date? {
        calendar.date(byAdding: .day, value: row - Self.days / 2, to: origin)
    }

    /// The row of a date, or of a duration in seconds; for wheels that turn around, in the middle of the turns or near
    /// another row.
    func row(_ field: DateField, of date: Date, duration: TimeInterval, near old: Int?) -> Int {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let minutes = Int(max(0, duration)) / 60
        let value: Int
        switch field {
        case .year: return min(max((parts.year ?? 1) - 1, 0), 9998)
        case .month: value = (parts.month ?? 1) - 1
        case .day: value = (parts.day ?? 1) - 1
        case .hour: value = (parts.hour ?? 0) % (uses12Hours ? 12 : 24)
        case .minute: value = (parts.minute ?? 0) / interval
        case .period: return (parts.hour ?? 0) < 12 ? 0 : 1
        case .hours: return min(minutes / 60, 23)
        case .minutes: value = minutes % 60 / interval
        case .date:
            let days = calendar.dateComponents([.day], from: origin, to: calendar.startOfDay(for: date)).day ?? 0
            return min(max(days + Self.days / 2, 0), Self.days - 1)
        }
        let cycle = max(1, cycle(field) ?? 1)
        let middle = turns(field) / 2 * cycle
        guard let old else { return middle + value }
        // The nearest row with the value, so that wheels do not turn further than they have to.
        var step = (value - old % cycle + cycle) % cycle
        if step > cycle / 2 { step -= cycle }
        let row = old + step
        return (0..<count(field)).contains(row) ? row : middle + value
    }

    /// The duration that rows show, in seconds.
    func duration(_ rows: [Int]) -> TimeInterval {
        var minutes = 0
        for (field, row) in zip(fields, rows) {
            if field == .hours { minutes += row * 60 }
            if field == .minutes { minutes += row % max(1, cycle(field) ?? 1) * interval }
        }
        // A countdown lasts a minute at least. *Source*: Apple, UIDatePicker.countDownDuration.
        return TimeInterval(max(minutes, interval) * 60)
    }

    /// The date that rows show; parts without a wheel are those of another date. A day that its month does not have
    /// becomes the month's last one.
    func date(_ rows: [Int], keeping old: Date) -> Date {
        var parts = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute], from: old)
        var (hour, isAfternoon) = (parts.hour ?? 0, (parts.hour ?? 0) >= 12)
        for (field, row) in zip(fields, rows) {
            let value = cycle(field).map { row % max(1, $0) } ?? row
            switch field {
            case .year: parts.year = row + 1
            case .month: parts.month = value + 1
            case .day: parts.day = value + 1
            case .hour: hour = value
            case .minute: parts.minute = value * interval
            case .period: isAfternoon = row == 1
            case .date:
                guard let day = day(row) else { continue }
                let own = calendar.dateComponents([.era, .year, .month, .day], from: day)
                (parts.era, parts.year, parts.month, parts.day) = (own.era, own.year, own.month, own.day)
            case .hours, .minutes: break
            }
        }
        if fields.contains(.hour) { parts.hour = uses12Hours ? hour % 12 + (isAfternoon ? 12 : 0) : hour }
        if fields.contains(.month) || fields.contains(.year) {
            let first = DateComponents(era: parts.era, year: parts.year, month: parts.month, day: 1)
            if let month = calendar.date(from: first), let days = calendar.range(of: .day, in: .month, for: month) {
                parts.day = min(parts.day ?? 1, days.count)
            }
        }
        return calendar.date(from: parts) ?? old
    }
}
