/// Numbers of templates in words.
enum TemplateText {
    /// A number as short as it can be read back: `3`, not `3.0`.
    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }

    /// Numbers with commas between.
    static func numbers(_ values: [Double]) -> String { values.map(number).joined(separator: ",") }

    /// A range: `0 to 100`, or `0 or more`.
    static func range(_ range: ClosedRange<Double>) -> String {
        range.upperBound >= 1e9
            ? "\(number(range.lowerBound)) or more" : "\(number(range.lowerBound)) to \(number(range.upperBound))"
    }

    /// A number of numbers: `one`, `3 or 4`, `1 to 3`.
    static func count(_ range: ClosedRange<Int>) -> String {
        if range.count == 1 { return range.lowerBound == 1 ? "one" : "\(range.lowerBound)" }
        return "\(range.lowerBound) \(range.count == 2 ? "or" : "to") \(range.upperBound)"
    }
}
