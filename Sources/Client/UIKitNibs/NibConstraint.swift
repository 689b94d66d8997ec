import CoreGraphics
import Foundation
import UIKitCore

/// Constraints of nibs.
@MainActor enum NibConstraint {
    private static let attributes: [String: NSLayoutConstraint.Attribute] = [
        "left": .left, "right": .right, "top": .top, "bottom": .bottom, "leading": .leading, "trailing": .trailing,
        "width": .width,
        "height": .height, "centerX": .centerX, "centerY": .centerY, "baseline": .lastBaseline,
        "lastBaseline": .lastBaseline,
        "firstBaseline": .firstBaseline, "leftMargin": .leftMargin, "rightMargin": .rightMargin,
        "topMargin": .topMargin,
        "bottomMargin": .bottomMargin, "leadingMargin": .leadingMargin, "trailingMargin": .trailingMargin,
        "centerXWithinMargins": .centerXWithinMargins, "centerYWithinMargins": .centerYWithinMargins,
    ]

    /// Makes the constraint of a node in a view; nil, with a message, if an item is missing.
    static func make(_ node: NibNode, in view: UIView, _ instance: NibInstance) -> NSLayoutConstraint? {
        let file = instance.file
        // Constraints of Xcode's editor in place of missing ones. *Source*: Xcode, "Remove at build time".
        if node.flag("placeholder") == true { return nil }
        guard let firstName = node["firstAttribute"], let first = attributes[firstName] else {
            file.warn(node, "the constraint's attribute '\(node["firstAttribute"] ?? "")' is not known")
            return nil
        }
        func item(_ id: String?) -> AnyObject? {
            guard let id else { return view }
            return instance.object(id)
        }
        guard let firstItem = item(node["firstItem"]) else {
            file.warn(
                node,
                "the constraint's first item '\(node["firstItem"] ?? "")' is not there; the constraint is left out")
            return nil
        }
        let secondItem: AnyObject?
        if let id = node["secondItem"] {
            guard let found = instance.object(id) else {
                file.warn(node, "the constraint's second item '\(id)' is missing; the constraint is left out")
                return nil
            }
            secondItem = found
        } else {
            secondItem = node["secondAttribute"] == nil ? nil : view
        }
        let second = node["secondAttribute"].flatMap { attributes[$0] } ?? .notAnAttribute
        let relations: [String: NSLayoutConstraint.Relation] = [
            "equal": .equal, "lessThanOrEqual": .lessThanOrEqual, "greaterThanOrEqual": .greaterThanOrEqual,
        ]
        var constant = node.number("constant") ?? 0
        // The system's standard spacing. *Source*: Apple, Auto Layout Guide, "Visual Format Language": 8 between siblings, 20 to a superview.
        if let symbolic = node.number("symbolic") ?? (node.flag("symbolic") == true ? 1 : nil), symbolic != 0,
            node["constant"] == nil
        {
            let isSibling = (firstItem as? UIView)?.superview === (secondItem as? UIView)?.superview
            constant = isSibling ? 8 : 20
        }
        let made = NSLayoutConstraint(
            item: firstItem, attribute: first, relatedBy: node["relation"].flatMap { relations[$0] } ?? .equal,
            toItem: secondItem, attribute: second, multiplier: multiplier(node), constant: constant)
        if let priority = node.number("priority") { made.priority = UILayoutPriority(Float(priority)) }
        made.identifier = node["identifier"]
        return made
    }

    /// The multiplier: a number, or a ratio as `16:9`.
    private static func multiplier(_ node: NibNode) -> CGFloat {
        guard let text = node["multiplier"] else { return 1 }
        let parts = text.split(whereSeparator: { $0 == ":" || $0 == "/" }).map { CGFloat(Double($0) ?? .nan) }
        if parts.count == 2, parts[0].isFinite, parts[1].isFinite, parts[1] != 0 { return parts[0] / parts[1] }
        return parts.first.flatMap { $0.isFinite ? $0 : nil } ?? 1
    }
}
