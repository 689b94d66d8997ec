import CoreGraphics
import Foundation

extension NSLayoutConstraint {
    /// The alignments and directions of a format's constraints; raw values are Apple's.
    public struct FormatOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Aligns the left edges of all views.
        public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
        /// Aligns the right edges of all views.
        public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
        /// Aligns the top edges of all views.
        public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
        /// Aligns the bottom edges of all views.
        public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
        /// Aligns the edges of all views where writing begins.
        public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
        /// Aligns the edges of all views where writing ends.
        public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
        /// Aligns the middles of all views between left and right.
        public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
        /// Aligns the middles of all views between top and bottom.
        public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
        /// Aligns the baselines of all views' last lines.
        public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
        /// Aligns the baselines of all views' first lines.
        public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
        /// All alignments.
        public static let alignmentMask = FormatOptions(rawValue: 0xFFFF)
        /// A row follows the direction of writing; the default.
        public static let directionLeadingToTrailing: FormatOptions = []
        /// A row goes from left to right, whatever the language.
        public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
        /// A row goes from right to left, whatever the language.
        public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
        /// All directions.
        public static let directionMask = FormatOptions(rawValue: 3 << 16)

        /// The attributes that all views of the format have in common.
        var alignments: [Attribute] {
            let all: [(FormatOptions, Attribute)] = [
                (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top), (.alignAllBottom, .bottom),
                (.alignAllLeading, .leading), (.alignAllTrailing, .trailing), (.alignAllCenterX, .centerX),
                (.alignAllCenterY, .centerY), (.alignAllLastBaseline, .lastBaseline),
                (.alignAllFirstBaseline, .firstBaseline),
            ]
            return all.filter { contains($0.0) }.map(\.1)
        }
    }

    /// The constraints that a format describes: `"H:|-[name]-8-[field(>=80@750)]-|"`. None if the format cannot be
    /// read, with a message that gives the position and the reason (Apple's throws).
    ///
    /// - Parameters:
    ///   - metrics: Numbers by name.
    ///   - views: Views and guides by name.
    ///
    /// *Source*: Apple, NSLayoutConstraint.constraints(withVisualFormat:options:metrics:views:), and "Visual Format
    /// Language" for the grammar.
    public class func constraints(
        withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]?, views: [String: Any]
    ) -> [NSLayoutConstraint] {
        var parser = VisualFormat(Array(format), opts, metrics ?? [:], views)
        do {
            return try parser.parse()
        } catch {
            LayoutNotices.tell(
                "Unable to parse constraint format:\n\(error.reason)\n\(format)\n\(String(repeating: " ", count: error.offset))^"
            )
            return []
        }
    }
}

/// Reads a visual format.
@MainActor struct VisualFormat {
    /// The error in a format.
    struct Failure: Error {
        var reason: String
        /// The offset in the format, in characters.
        var offset: Int
    }

    /// One condition on a length: `>=80@750`.
    private struct Condition {
        var relation = NSLayoutConstraint.Relation.equal
        var number: CGFloat?
        var item: AnyObject?
        var priority: Float = 1000
    }

    private let text: [Character]
    private let options: NSLayoutConstraint.FormatOptions
    private let metrics: [String: Any]
    private let views: [String: Any]
    private var offset = 0
    private var isVertical = false
    private var result: [NSLayoutConstraint] = []
    private var named: [AnyObject] = []

    init(
        _ text: [Character], _ options: NSLayoutConstraint.FormatOptions, _ metrics: [String: Any],
        _ views: [String: Any]
    ) {
        (self.text, self.options, self.metrics, self.views) = (text, options, metrics, views)
    }

    private var next: Character? { offset < text.count ? text[offset] : nil }

    private func failure(_ reason: String) -> Failure { Failure(reason: reason, offset: offset) }

    private mutating func take(_ string: String) -> Bool {
        let characters = Array(string)
        guard offset + characters.count <= text.count, Array(text[offset..<offset + characters.count]) == characters
        else {
            return false
        }
        offset += characters.count
        return true
    }

    mutating func parse() throws(Failure) -> [NSLayoutConstraint] {
        if take("V:") { isVertical = true } else { _ = take("H:") }
        var previous: AnyObject?
        var begins = false
        if take("|") {
            begins = true
        } else if next != "[" {
            throw failure("Expected a view, as '[name]', or '|'")
        }
        var gap: [Condition]? = begins ? try connection() : nil
        while next == "[" {
            let item = try view()
            if let gap {
                if let previous { space(item, previous, gap) } else if begins { spaceFromEdge(item, gap) }
            }
            named.append(item)
            previous = item
            gap = try connection()
            if next == "|" { break }
            if next == nil, text[offset - 1] == "-" { throw failure("Expected a view or '|' after the spacing") }
        }
        if take("|") {
            guard let previous else { throw failure("Expected a view, as '[name]'") }
            spaceToEdge(previous, gap ?? [])
        }
        guard offset == text.count else { throw failure("Unexpected character") }
        guard let first = named.first else { throw failure("Expected a view, as '[name]'") }
        // *Source*: Ramotion/reel-search, which aligns one view along the direction of its format: nothing is aligned.
        for attribute in options.alignments where named.count > 1 {
            guard attribute.isVertical != isVertical else {
                throw Failure(reason: "Views cannot be aligned along the direction of the format", offset: 0)
            }
            for item in named.dropFirst() {
                result.append(.init(.init(first, attribute), .equal, .init(item, attribute)))
            }
        }
        return result
    }

    // MARK: Parts

    /// Reads a spacing. A condition of 0 stands for no space, one without a number for the standard spacing.
    private mutating func connection() throws(Failure) -> [Condition] {
        guard take("-") else { return [Condition(number: 0)] }
        guard next != "[", next != "|" else { return [Condition(number: nil)] }
        let conditions: [Condition]
        if next == "(" { conditions = try predicates() } else { conditions = [try condition(isSimple: true)] }
        guard take("-") else { throw failure("Expected '-' after the spacing") }
        return conditions
    }

    private mutating func predicates() throws(Failure) -> [Condition] {
        guard take("(") else { return [] }
        var conditions = [try condition(isSimple: false)]
        while take(",") { conditions.append(try condition(isSimple: false)) }
        guard take(")") else { throw failure("Expected ')'") }
        return conditions
    }

    private mutating func condition(isSimple: Bool) throws(Failure) -> Condition {
        var condition = Condition()
        if !isSimple {
            if take("<=") {
                condition.relation = .lessThanOrEqual
            } else if take(">=") {
                condition.relation = .greaterThanOrEqual
            } else {
                _ = take("==")
            }
        }
        let start = offset
        if let number = number() {
            condition.number = number
        } else {
            let name = identifier()
            guard !name.isEmpty else { throw failure("Expected a number or a name") }
            if let number = Self.number(metrics[name]) {
                condition.number = number
            } else if !isSimple, let item = views[name] {
                condition.item = item as? UIView ?? item as? UILayoutGuide
            } else {
                throw Failure(reason: "\(name) is not a key in the metrics dictionary", offset: start)
            }
        }
        if take("@") {
            let start = offset
            guard let priority = number() ?? Self.number(metrics[identifier()]), priority > 0, priority <= 1000 else {
                throw Failure(reason: "Expected a priority from 1 to 1000", offset: start)
            }
            condition.priority = Float(priority)
        }
        return condition
    }

    private mutating func view() throws(Failure) -> AnyObject {
        guard take("[") else { throw failure("Expected '['") }
        let start = offset
        let name = identifier()
        guard let found = views[name], let item: AnyObject = found as? UIView ?? found as? UILayoutGuide else {
            throw Failure(reason: "\(name) is not a key in the views dictionary", offset: start)
        }
        for condition in try predicates() {
            let length: NSLayoutConstraint.Attribute = isVertical ? .height : .width
            append(
                .init(item, length), condition, condition.item.map { .init($0, length) }, condition.number ?? 0)
        }
        guard take("]") else { throw failure("Expected ']'") }
        return item
    }

    private mutating func identifier() -> String {
        var name = ""
        while let character = next, character.isLetter || character.isNumber || character == "_" || character == "." {
            name.append(character)
            offset += 1
        }
        return name
    }

    private mutating func number() -> CGFloat? {
        let start = offset
        var digits = ""
        if next == "-" || next == "+" {
            digits.append(text[offset])
            offset += 1
        }
        while let character = next, character.isASCII, character.isNumber || character == "." {
            digits.append(character)
            offset += 1
        }
        guard let value = Double(digits), value.isFinite else {
            offset = start
            return nil
        }
        return CGFloat(value)
    }

    private static func number(_ value: Any?) -> CGFloat? {
        switch value {
        case let number as CGFloat: number
        case let number as Double: CGFloat(number)
        case let number as Float: CGFloat(number)
        case let number as Int: CGFloat(number)
        case let number as NSNumber: CGFloat(number.doubleValue)
        case let number as UILayoutPriority: CGFloat(number.rawValue)
        default: nil
        }
    }

    // MARK: Constraints

    private mutating func append(
        _ first: NSLayoutConstraint.Operand, _ condition: Condition, _ second: NSLayoutConstraint.Operand?,
        _ constant: CGFloat
    ) {
        let constraint = NSLayoutConstraint(first, condition.relation, second, 1, constant)
        constraint.priority = UILayoutPriority(condition.priority)
        result.append(constraint)
    }

    private var start: NSLayoutConstraint.Attribute {
        if isVertical { return .top }
        return options.contains(.directionLeftToRight)
            ? .left : options.contains(.directionRightToLeft) ? .right : .leading
    }
    private var end: NSLayoutConstraint.Attribute {
        if isVertical { return .bottom }
        return options.contains(.directionLeftToRight)
            ? .right : options.contains(.directionRightToLeft) ? .left : .trailing
    }
    /// Whether positions decrease along the format, because it goes from right to left.
    private var isReversed: Bool { !isVertical && options.contains(.directionRightToLeft) }

    private mutating func space(_ item: AnyObject, _ previous: AnyObject, _ conditions: [Condition]) {
        for condition in conditions {
            let length = condition.number ?? systemSpacing
            if isReversed {
                append(.init(previous, end), condition, .init(item, start), length)
            } else {
                append(.init(item, start), condition, .init(previous, end), length)
            }
        }
    }

    /// The superview of the view at an edge; the superview's margin if the spacing is the standard one.
    private func edge(_ item: AnyObject, _ condition: Condition, _ attribute: NSLayoutConstraint.Attribute)
        -> NSLayoutConstraint.Operand
    {
        let above = (item as? UIView)?.superview ?? (item as? UILayoutGuide)?.owningView
        if above == nil {
            LayoutNotices.tell("NSLayoutConstraint: '|' stands for the superview of a view that has none")
        }
        guard condition.number == nil, let above else { return .init(above, attribute) }
        return .init(above.layoutMarginsGuide, attribute)
    }

    private mutating func spaceFromEdge(_ item: AnyObject, _ conditions: [Condition]) {
        for condition in conditions {
            let edge = self.edge(item, condition, start)
            if isReversed {
                append(edge, condition, .init(item, start), condition.number ?? 0)
            } else {
                append(.init(item, start), condition, edge, condition.number ?? 0)
            }
        }
    }

    private mutating func spaceToEdge(_ item: AnyObject, _ conditions: [Condition]) {
        for condition in conditions {
            let edge = self.edge(item, condition, end)
            if isReversed {
                append(.init(item, end), condition, edge, condition.number ?? 0)
            } else {
                append(edge, condition, .init(item, end), condition.number ?? 0)
            }
        }
    }
}
