import CoreGraphics
import Foundation
import MicaTrace

/// An object's address, by which messages identify it.
func address(of object: AnyObject) -> String {
    "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
}

/// Messages about constraints, on the error stream.
@MainActor enum LayoutNotices {
    /// Gets the messages instead of the error stream, in tests.
    static var receiver: ((String) -> Void)?

    static func tell(_ message: String) {
        if let receiver { return receiver(message) }
        Notices.say(message)
    }

    /// Says that a NaN or infinite number was refused.
    static func unusable(_ what: String, _ value: CGFloat) {
        tell("NSLayoutConstraint: a \(what) that is no finite number is refused: \(value)")
    }

    /// Lists constraints that conflict, and names the one that is ignored from now on.
    ///
    /// *Source*: the first line and the list are as in Apple's message.
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

    /// The name of one side of a constraint.
    static func name(_ operand: NSLayoutConstraint.Operand) -> String {
        let own = name(operand.item, operand.attribute)
        guard operand.originAttribute != .notAnAttribute else { return own }
        return "(\(own) - \(name(operand.origin, operand.originAttribute)))"
    }

    private static func name(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> String {
        guard let item else { return "(gone).\(attribute.name)" }
        return "\(name(of: item)).\(attribute.name)"
    }

    /// The name of a view or a guide.
    static func name(of item: AnyObject) -> String {
        if let guide = item as? UILayoutGuide {
            return "\(type(of: guide)):\(address(of: guide))"
                + (guide.identifier.isEmpty ? "" : "'\(guide.identifier)'")
        }
        return "\(type(of: item)):\(address(of: item))"
    }
}
