import Foundation
import UIKitControllers
import UIKitCore
import UIKitLists
import UIKitText

/// The coder that the `init(coder:)` of a nib's object gets.
///
/// It has no values under keys: the classes of UIKit hand themselves over by `readNib(_:as:)`, and a subclass that asks for keys of its
/// own finds none.
@MainActor final class NibCoder: NSCoder, NibReading {
    let node: NibNode
    let instance: NibInstance
    /// Whether the object was handed over.
    private(set) var hasRead = false
    /// The raw value of a button's kind.
    private nonisolated let kind: Int

    init(_ node: NibNode, _ instance: NibInstance) {
        (self.node, self.instance) = (node, instance)
        kind = node["buttonType"].map { $0 == "roundedRect" || $0 == "system" ? 1 : NibFill.buttonTypes[$0] ?? 0 } ?? 0
        super.init()
    }

    nonisolated override var allowsKeyedCoding: Bool { true }
    nonisolated override var requiresSecureCoding: Bool { false }
    nonisolated override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
    nonisolated override func containsValue(forKey key: String) -> Bool { false }
    nonisolated override func decodeObject(forKey key: String) -> Any? { nil }
    nonisolated override func decodeObject<Object: NSObject & NSCoding>(of type: Object.Type, forKey key: String)
        -> Object?
    { nil }
    nonisolated override func decodeObject(of types: [AnyClass]?, forKey key: String) -> Any? { nil }
    nonisolated override func decodeBool(forKey key: String) -> Bool { false }
    nonisolated override func decodeInteger(forKey key: String) -> Int {
        // A button's kind is fixed when it is made.
        key == "UIButtonType" ? kind : 0
    }
    nonisolated override func decodeInt32(forKey key: String) -> Int32 { 0 }
    nonisolated override func decodeInt64(forKey key: String) -> Int64 { 0 }
    nonisolated override func decodeFloat(forKey key: String) -> Float { 0 }
    nonisolated override func decodeDouble(forKey key: String) -> Double { 0 }

    // MARK: NibReading

    func read(_ object: NSObject, as type: AnyClass) {
        if !hasRead { register(object) }
        NibFill(self).fill(object, as: type)
    }

    /// Hands over an object that was made without the coder: reads the values of all its classes, from the superclass down.
    func readWhole(_ object: NSObject) {
        if !hasRead { register(object) }
        let types = sequence(first: Swift.type(of: object) as AnyClass) { _getSuperclass($0) }
        for type in types.reversed() where NibFill.hasValues(type) { NibFill(self).fill(object, as: type) }
    }

    private func register(_ object: NSObject) {
        hasRead = true
        instance.register(object, node)
    }

    /// Sets values that need the whole object.
    func finish(_ object: NSObject) { NibFill(self).finish(object) }

    func text(_ name: String) -> String? { node[name] }

    func style(_ name: String) -> Int? {
        if name == "style", node.name == "splitViewController" { return splitStyle.rawValue }
        guard let text = node[name] else { return nil }
        switch name {
        case "style" where node.name == "tableView":
            return ["plain": 0, "grouped": 1, "insetGrouped": 2][text]
        case "style" where node.name == "tableViewCell":
            return [
                "IBUITableViewCellStyleDefault": 0, "IBUITableViewCellStyleValue1": 1,
                "IBUITableViewCellStyleValue2": 2,
                "IBUITableViewCellStyleSubtitle": 3,
            ][text]
        default: return Int(text)
        }
    }

    /// The style of a split view controller: Xcode writes whether the styles of columns are allowed, and a third column is a relationship.
    private var splitStyle: UISplitViewController.Style {
        guard node.flag("allowDoubleColumnStyle") == true else { return .unspecified }
        return node.content("connections").contains { $0["relationship"] == "supplementaryViewController" }
            ? .tripleColumn : .doubleColumn
    }

    func part(_ name: String) -> NSObject? {
        guard let part = node.child(key: name) else { return nil }
        return instance.make(part)
    }
}
