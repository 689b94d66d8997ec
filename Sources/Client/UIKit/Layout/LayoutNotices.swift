import CoreGraphics
import Foundation
import MicaTrace

/// Where an object is, as messages tell one from another.
func address(of object: AnyObject) -> String {
    "0x" + String(UInt(bitPattern: ObjectIdentifier(object).hashValue), radix: 16)
}

/// Messages about constraints.
@MainActor enum LayoutNotices {
    /// Hears of messages in place of whoever runs the program; for tests.
    static var receiver: ((String) -> Void)?

    static func tell(_ message: String) {
        if let receiver { return receiver(message) }
        Notices.say(message)
    }

    /// A number that is none.
    static func unusable(_ what: String, _ value: CGFloat) {
        tell("NSLayoutConstraint: a \(what) that is no finite number is refused: \(value)")
    }

    /// Constraints that cannot all hold, and the one that does not count from now on.
    ///
    /// *Source*: the first line and what is listed are those of Apple's message.
    static func unsatisfiable(_ members: [String], broken: String) {
        tell(
            """
            Unable to simultaneously satisfy constraints.
            These cannot all hold; at least one of them is probably not wanted:
            (
            \(members.map { "    \"\($0)\"" }.joined(separator: ",\n"))
            )
            Will attempt to recover by breaking constraint
            \(broken)
            """)
    }

    static func number(_ value: CGFloat) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : String(format: "%g", value)
    }

    /// A side of a constraint.
    static func name(_ operand: NSLayoutConstraint.Operand) -> String {
        let own = name(operand.item, operand.attribute)
        guard operand.originAttribute != .notAnAttribute else { return own }
        return "(\(own) - \(name(operand.origin, operand.originAttribute)))"
    }

    private static func name(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> String {
        guard let item else { return "(gone).\(attribute.name)" }
        return "\(name(of: item)).\(attribute.name)"
    }

    /// A view or a guide.
    static func name(of item: AnyObject) -> String {
        if let guide = item as? UILayoutGuide {
            return "\(type(of: guide)):\(address(of: guide))"
                + (guide.identifier.isEmpty ? "" : "'\(guide.identifier)'")
        }
        return "\(type(of: item)):\(address(of: item))"
    }
}
