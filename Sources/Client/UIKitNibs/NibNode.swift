import CoreGraphics
import Foundation
import MicaMarkup
import UIKitCore

/// An element of a nib, with the attributes that were used: the others get a message.
@MainActor final class NibNode {
    let name: String
    let text: String
    let location: DocumentLocation
    private(set) var children: [NibNode]
    private var attributes: [String: String]
    private var used: Set<String> = []
    private var usedChildren: Set<ObjectIdentifier> = []

    init(_ element: MarkupElement) {
        (name, text, location) = (element.name, element.text, element.location)
        attributes = [:]
        for attribute in element.attributes { attributes[attribute.name] = attribute.value }
        children = element.children.map { NibNode($0) }
    }

    /// The identifier; nil for a value.
    var id: String? { self["id"] }
    /// The role in the enclosing element; nil for none.
    var key: String? { attributes["key"] }

    /// The value of an attribute; nil if there is none.
    subscript(name: String) -> String? {
        used.insert(name)
        return attributes[name]
    }

    /// Sets an attribute, as a variation for size classes does.
    func override(_ name: String, _ value: String) { attributes[name] = value }
    /// Puts a value in place of the one with its key, as a variation for size classes does.
    func override(_ value: NibNode) {
        children.removeAll { $0.key == value.key }
        children.append(value)
    }
    /// All attributes.
    var allAttributes: [String: String] { attributes }

    /// A number; nil if there is none, or it is not finite.
    func number(_ name: String) -> CGFloat? {
        self[name].flatMap { Double($0) }.flatMap { $0.isFinite ? CGFloat($0) : nil }
    }
    /// A whole number; nil if there is none. A number with a fraction is rounded.
    func integer(_ name: String) -> Int? {
        number(name).flatMap { Int(exactly: $0.rounded()) }
    }
    /// A truth value; nil if there is none.
    func flag(_ name: String) -> Bool? { self[name].map { $0 == "YES" } }

    /// The child with a key; nil if there is none.
    func child(key: String) -> NibNode? { use(children.first { $0.key == key }) }
    /// The first child of a name; nil if there is none.
    func first(_ name: String) -> NibNode? { use(children.first { $0.name == name }) }
    /// The children of a name.
    func all(_ name: String) -> [NibNode] { children.filter { $0.name == name }.compactMap { use($0) } }
    /// The children in an element of a name.
    func content(_ name: String) -> [NibNode] { all(name).flatMap(\.children) }

    private func use(_ child: NibNode?) -> NibNode? {
        if let child { usedChildren.insert(ObjectIdentifier(child)) }
        return child
    }

    /// The node and all in it, depth first.
    func walk(_ visit: (NibNode) -> Void) {
        visit(self)
        for child in children { child.walk(visit) }
    }

    // MARK: Values

    /// The rectangle under a key.
    func rect(_ key: String) -> CGRect? {
        guard let node = child(key: key), let x = node.number("x"), let y = node.number("y"),
            let width = node.number("width"), let height = node.number("height")
        else { return nil }
        return CGRect(x: x, y: y, width: max(width, 0), height: max(height, 0))
    }

    /// The size under a key.
    func size(_ key: String) -> CGSize? {
        guard let node = child(key: key), let width = node.number("width"), let height = node.number("height") else {
            return nil
        }
        return CGSize(width: width, height: height)
    }

    /// The point under a key.
    func point(_ key: String) -> CGPoint? {
        guard let node = child(key: key), let x = node.number("x"), let y = node.number("y") else { return nil }
        return CGPoint(x: x, y: y)
    }

    /// The insets under a key, of elements `edgeInsets` and `inset`.
    func insets(_ key: String) -> UIEdgeInsets? {
        guard let node = child(key: key) else { return nil }
        return UIEdgeInsets(
            top: node.number("top") ?? node.number("minY") ?? 0,
            left: node.number("left") ?? node.number("leading") ?? node.number("minX") ?? 0,
            bottom: node.number("bottom") ?? node.number("maxY") ?? 0,
            right: node.number("right") ?? node.number("trailing") ?? node.number("maxX") ?? 0)
    }

    /// The insets under a key, from the leading to the trailing edge.
    func directionalInsets(_ key: String) -> NSDirectionalEdgeInsets? {
        insets(key).map {
            NSDirectionalEdgeInsets(top: $0.top, leading: $0.left, bottom: $0.bottom, trailing: $0.right)
        }
    }

    /// The offset under a key.
    func offset(_ key: String) -> UIOffset? {
        child(key: key).map {
            UIOffset(horizontal: $0.number("horizontal") ?? 0, vertical: $0.number("vertical") ?? 0)
        }
    }

    /// The date under a key.
    func date(_ key: String) -> Date? {
        child(key: key)?.number("timeIntervalSinceReferenceDate").map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    /// The text of an attribute, or of a child `string` with the key.
    func words(_ name: String) -> String? {
        if let plain = self[name] { return plain }
        guard let node = children.first(where: { $0.key == name && ["string", "mutableString"].contains($0.name) })
        else { return nil }
        _ = use(node)
        if node["base64-UTF8"] == "YES" {
            return Data(base64Encoded: node.padded).map { String(decoding: $0, as: UTF8.self) }
        }
        return node.text
    }

    /// The text as base 64 with its padding, which nibs leave out.
    private var padded: String {
        let plain = text.filter { !$0.isWhitespace }
        return plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)
    }

    // MARK: Messages

    /// Attributes and children that were not used, and that are not only for Xcode.
    func unread() -> (attributes: [String], children: [NibNode]) {
        let names = attributes.keys.filter {
            !used.contains($0) && !Self.design.contains($0) && !$0.hasPrefix("simulated")
        }
        let rest = children.filter {
            !usedChildren.contains(ObjectIdentifier($0)) && !Self.designElements.contains($0.name)
                && !($0.key.map { $0.hasPrefix("simulated") || Self.designKeys.contains($0) } ?? false)
        }
        return (names.sorted(), rest)
    }

    /// Attributes that only Xcode's editor uses, that repeat what an element is, or that have no effect in the UIKit of today.
    private static let design: Set<String> = [
        "key", "id", "verifyAmbiguity", "misplaced", "ambiguous", "userLabel", "sceneMemberID",
        "customModuleProvider", "customModule", "customClass", "placeholderIntrinsicWidth",
        "placeholderIntrinsicHeight",
        "colorLabel", "canvasLocation", "propertyAccessControl", "sceneID", "reuseIdentifier", "storyboardIdentifier",
        "colorSpace",
        "customColorSpace", "adjustsLetterSpacingToFit", "useAutomaticPreferredMaxLayoutWidth", "layoutMarginsType",
        "metadata",
        "initialViewController", "tableViewCell", "collectionViewCell", "hidesAccessoryWhenEditing",
        "adjustsLetterSpacingToFitWidth", "usesAttributedText", "hasAttributedTitle", "pointerInteraction",
        "autoresizesArchivedViewToFullSize",
    ]
    /// Elements that only Xcode's editor uses, that mean no value, or that are read for objects of all classes.
    private static let designElements: Set<String> = [
        "nil", "connections", "userDefinedRuntimeAttributes", "variation", "gestureRecognizers",
        "freeformSimulatedSizeMetrics", "point", "metadata", "modalFormSheetSimulatedSizeMetrics",
        "attributedStringMetadata",
    ]
    private static let designKeys: Set<String> = [
        "canvasLocation", "freeformSize", "userComments", "intrinsicContentSize", "frameInset",
    ]
}
