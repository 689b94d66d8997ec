import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// Pickers of rows and dates. Numbers: docs/pickers.md.
@MainActor @Suite(.serialized) struct PickerTests {
    /// A source of wheels with numbered rows.
    private final class Source: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
        var rows = [30]
        var told: [String] = []
        func numberOfComponents(in pickerView: UIPickerView) -> Int { rows.count }
        func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { rows[component] }
        func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
            "Row \(row)"
        }
        func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
            told.append("\(component): \(row)")
        }
    }

    private let source = Source()

    private func stage(_ rows: [Int] = [30]) -> (ControllerStage, UIPickerView) {
        let root = UIViewController()
        root.view.backgroundColor = .systemBackground
        source.rows = rows
        let picker = UIPickerView(frame: CGRect(x: 0, y: 100, width: 375, height: 216))
        picker.dataSource = source
        picker.delegate = source
        root.view.addSubview(picker)
        return (ControllerStage(root), picker)
    }

    private func rows(of picker: UIPickerView) -> [PickerRow] {
        var found: [PickerRow] = []
        func look(_ view: UIView) {
            if let row = view as? PickerRow { found.append(row) }
            for child in view.subviews { look(child) }
        }
        look(picker)
        return found.sorted { $0.center.y < $1.center.y }
    }

    @Test("Rows are where others measured UIKit's: 19 rows around at 216 points, within a thousandth of a point")
    func wheel() {
        let geometry = WheelGeometry(height: 216, rowHeight: 32)
        #expect(abs(geometry.step - 2 * .pi / 19) < 1e-9)
        for (height, row, count) in [(216.0, 20.0, 30.0), (216, 26, 23), (216, 44, 14), (216, 60, 10)] {
            #expect(abs(WheelGeometry(height: height, rowHeight: row).step - 2 * .pi / count) < 1e-9)
        }
        let (_, picker) = stage()
        picker.selectRow(10, inComponent: 0, animated: false)
        let shown = rows(of: picker)
        #expect(shown.count == 9 && picker.rowSize(forComponent: 0) == CGSize(width: 357, height: 32))
        for row in shown {
            let number = Double(row.label.text?.split(separator: " ").last ?? "") ?? -1
            let angle = (number - 10) * 2 * Double.pi / 19
            #expect(abs(row.center.y - (108 + 0.334225372 * 291 * sin(angle))) < 1e-3)
            #expect(abs(row.frame.height - 32 * cos(angle)) < 1e-3)
        }
        #expect(shown[4].alpha == 1 && shown[0].alpha < 0.2)
    }

    @Test func a_drag_turns_the_wheel_which_rests_at_a_row() throws {
        let (stage, picker) = stage()
        try stage.drag(from: CGPoint(x: 180, y: 208), to: CGPoint(x: 180, y: 133), over: 0.4)
        #expect(source.told.isEmpty && picker.selectedRow(inComponent: 0) == 0)
        try stage.lift(after: 0.8)
        stage.pass(2)
        let row = picker.selectedRow(inComponent: 0)
        #expect(row >= 2 && source.told == ["0: \(row)"])
        let middle = rows(of: picker).first { abs($0.center.y - 108) < 0.01 }
        #expect(middle?.label.text == "Row \(row)")
    }

    @Test func a_tap_on_a_row_turns_it_to_the_middle() throws {
        let (stage, picker) = stage()
        try stage.play("tap 180,240")
        #expect(picker.selectedRow(inComponent: 0) == 1 && source.told == ["0: 1"])
        picker.selectRow(7, inComponent: 0, animated: true)
        stage.pass(1)
        #expect(
            picker.selectedRow(inComponent: 0) == 7 && source.told == ["0: 1"], "a program's choice is not reported")
        picker.selectRow(99, inComponent: 0, animated: false)
        #expect(picker.selectedRow(inComponent: 0) == 7 && picker.selectedRow(inComponent: 3) == -1)
    }

    @Test func components_share_the_width() {
        let (_, picker) = stage([5, 0, 3])
        #expect(picker.numberOfComponents == 3 && picker.numberOfRows(inComponent: 2) == 3)
        #expect(picker.rowSize(forComponent: 0).width == ((375 - 18 - 10) / 3.0).rounded(.down))
        #expect(picker.selectedRow(inComponent: 1) == -1)
        source.rows = [2]
        picker.reloadAllComponents()
        #expect(picker.numberOfComponents == 1 && picker.rowSize(forComponent: 0).width == 357)
    }

    @Test func a_delegate_s_views_are_used_again() {
        final class Views: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
            var made = 0, reused = 0
            func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
            func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 100 }
            func pickerView(
                _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
            ) -> UIView {
                if view == nil { made += 1 } else { reused += 1 }
                let label = view as? UILabel ?? UILabel()
                label.text = "\(row)"
                return label
            }
        }
        let views = Views()
        let (stage, picker) = stage()
        picker.dataSource = views
        picker.delegate = views
        stage.pass(0.1)
        for row in 0..<50 { picker.selectRow(row, inComponent: 0, animated: false) }
        #expect(views.made <= 12 && views.reused >= 40)
        #expect((picker.view(forRow: 49, forComponent: 0) as? UILabel)?.text == "49")
        #expect(picker.view(forRow: 0, forComponent: 0) == nil)
    }

    @Test func wheels_are_adjusted_by_accessibility() {
        let (stage, picker) = stage()
        let wheel = stage.first(PickerWheel.self, in: picker)
        wheel?.accessibilityIncrement()
        #expect(source.told == ["0: 1"] && wheel?.accessibilityValue == "Row 1")
        wheel?.accessibilityDecrement()
        wheel?.accessibilityDecrement()
        #expect(source.told == ["0: 1", "0: 0"])
    }

    // MARK: Dates

    private func calendar(_ locale: String) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: locale)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }

    /// 29 February 2024, 15:47.
    private let leapDay = Date(timeIntervalSince1970: 1_709_221_620)

    private func dateStage(_ change: (UIDatePicker) -> Void) -> (ControllerStage, UIDatePicker) {
        let root = UIViewController()
        root.view.backgroundColor = .systemBackground
        let picker = UIDatePicker()
        picker.calendar = calendar("en_US")
        picker.timeZone = TimeZone(secondsFromGMT: 0)
        picker.date = leapDay
        change(picker)
        picker.frame.origin = CGPoint(x: 20, y: 100)
        picker.frame.size = picker.intrinsicContentSize
        root.view.addSubview(picker)
        return (ControllerStage(root), picker)
    }

    @Test("The order of wheels, and 12 or 24 hours, are the locale's") func order() {
        func fields(_ locale: String, _ mode: UIDatePicker.Mode) -> [DateField] {
            DateColumns(calendar: calendar(locale), mode: mode, interval: 1, around: leapDay, now: leapDay).fields
        }
        #expect(fields("en_US", .date) == [.month, .day, .year])
        #expect(fields("de_DE", .date) == [.day, .month, .year])
        #expect(fields("ja_JP", .date) == [.year, .month, .day])
        #expect(fields("en_US", .time) == [.hour, .minute, .period] && fields("de_DE", .time) == [.hour, .minute])
        #expect(fields("de_DE", .dateAndTime) == [.date, .hour, .minute])
    }

    @Test("A month without the day takes its last one, and times are kept") func shortMonths() {
        let columns = DateColumns(calendar: calendar("en_US"), mode: .date, interval: 1, around: leapDay, now: leapDay)
        var rows = columns.fields.map { columns.row($0, of: leapDay, duration: 0, near: nil) }
        #expect(columns.fields.enumerated().map { columns.title(rows[$0], $1) } == ["February", "29", "2024"])
        rows[2] -= 1
        let before = columns.date(rows, keeping: leapDay)
        let parts = calendar("en_US").dateComponents([.year, .month, .day, .hour, .minute], from: before)
        #expect([parts.year, parts.month, parts.day, parts.hour, parts.minute] == [2023, 2, 28, 15, 47])
    }

    @Test func limits_and_intervals_change_the_date() {
        let picker = UIDatePicker()
        picker.calendar = calendar("en_US")
        picker.timeZone = TimeZone(secondsFromGMT: 0)
        picker.date = leapDay
        picker.minuteInterval = 15
        #expect(picker.date == leapDay.addingTimeInterval(-120))
        picker.minuteInterval = 7
        #expect(picker.minuteInterval == 1 && picker.date == leapDay)
        picker.maximumDate = leapDay.addingTimeInterval(-3600)
        #expect(picker.date == leapDay.addingTimeInterval(-3600))
        picker.minimumDate = leapDay
        #expect(picker.date == leapDay, "limits that contradict each other are not used")
        #expect(picker.datePickerStyle == .compact)
        picker.datePickerMode = .countDownTimer
        picker.countDownDuration = 1e9
        #expect(picker.datePickerStyle == .wheels && picker.countDownDuration == 86_340)
    }

    @Test func a_wheel_of_dates_reports_changes_and_turns_back_from_limits() throws {
        let (stage, picker) = dateStage {
            $0.preferredDatePickerStyle = .wheels
            $0.datePickerMode = .date
            $0.maximumDate = leapDay.addingTimeInterval(86_400)
        }
        var changes = 0
        picker.addAction(UIAction { _ in changes += 1 }, for: .valueChanged)
        // The row after 29: the month's wheel stays, the day's turns on to 30, which becomes 29 again.
        let wheels = try #require(stage.first(UIPickerView.self, in: picker))
        #expect(wheels.numberOfComponents == 3)
        let day = try #require(
            stage.first(PickerWheel.self, in: wheels).map { _ in wheels.subviews.compactMap { $0 as? PickerWheel }[1] })
        day.accessibilityDecrement()
        stage.pass(1)
        #expect(changes == 1 && calendar("en_US").component(.day, from: picker.date) == 28)
        let year = wheels.subviews.compactMap { $0 as? PickerWheel }[2]
        year.accessibilityIncrement()
        stage.pass(1)
        #expect(picker.date == leapDay.addingTimeInterval(86_400) && year.accessibilityValue == "2024")
    }

    @Test func a_day_of_the_calendar_is_chosen_by_a_touch_and_keeps_the_time() throws {
        let (stage, picker) = dateStage {
            $0.preferredDatePickerStyle = .inline
            $0.datePickerMode = .date
        }
        #expect(stage.texts(in: picker).contains("February 2024"))
        let button = try #require(stage.window.accessibilityTree.first(.button, named: "Thursday, February 15, 2024"))
        try stage.host.perform("tap \(button.point)")
        stage.pass(0.5)
        let parts = picker.usedCalendar.dateComponents([.day, .hour, .minute], from: picker.date)
        #expect(parts.day == 15 && parts.hour == 15 && parts.minute == 47)
        let next = try #require(stage.window.accessibilityTree.first(.button, named: "Next month"))
        try stage.host.perform("tap \(next.point)")
        stage.pass(0.5)
        #expect(stage.texts(in: picker).contains("March 2024"))
    }

    @Test func compact_buttons_show_a_calendar_in_a_popover() throws {
        let (stage, picker) = dateStage { _ in }
        #expect(stage.texts(in: picker) == ["Feb 29, 2024", "3:47\u{A0}PM"])
        try stage.play("tap 60,117")
        #expect(stage.window.rootViewController?.presentedViewController is DatePopover)
        let button = try #require(stage.window.accessibilityTree.first(.button, named: "Thursday, February 15, 2024"))
        try stage.host.perform("tap \(button.point)")
        stage.pass(0.5)
        #expect(picker.usedCalendar.component(.day, from: picker.date) == 15)
        try stage.play("tap 10,660")
        #expect(stage.window.rootViewController?.presentedViewController == nil)
    }

    @Test("Pickers are drawn in light and dark: MICA_PICTURES names a folder for the pictures") func pictures() throws {
        for dark in [false, true] {
            let (stage, picker) = stage([30, 12])
            stage.window.overrideUserInterfaceStyle = dark ? .dark : .light
            picker.selectRow(10, inComponent: 0, animated: false)
            let dates = UIDatePicker(frame: CGRect(x: 0, y: 330, width: 375, height: 216))
            dates.calendar = calendar("en_US")
            dates.timeZone = TimeZone(secondsFromGMT: 0)
            dates.date = leapDay
            dates.preferredDatePickerStyle = .wheels
            stage.window.rootViewController?.view.addSubview(dates)
            let compact = UIDatePicker(frame: CGRect(x: 20, y: 580, width: 335, height: 34))
            (compact.calendar, compact.timeZone, compact.date) = (calendar("en_US"), dates.timeZone, leapDay)
            stage.window.rootViewController?.view.addSubview(compact)
            stage.pass(0.1)
            try stage.write("picker-wheels", dark)
            let (inline, _) = dateStage {
                $0.preferredDatePickerStyle = .inline
                $0.date = leapDay
            }
            inline.window.overrideUserInterfaceStyle = dark ? .dark : .light
            inline.pass(0.1)
            try inline.write("picker-inline", dark)
            let (pop, _) = dateStage { _ in }
            pop.window.overrideUserInterfaceStyle = dark ? .dark : .light
            try pop.play("tap 60,117")
            try pop.write("picker-compact", dark)
            #expect(rows(of: picker).count == 14)
        }
    }
}
