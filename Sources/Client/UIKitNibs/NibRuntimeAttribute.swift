import CoreGraphics
import Foundation
import UIKitCore

/// User-defined run-time attributes.
@MainActor enum NibRuntimeAttribute {
    /// Sets the attribute of a node: by the tables of the object's class and of extensions, or one of UIKit's own properties.
    static func set(_ node: NibNode, of object: NSObject, _ instance: NibInstance) {
        guard let path = node["keyPath"] else { return }
        let values = values(node, instance)
        if set(path, of: object, to: values) { return }
        if case nil = NibNames.set(path, of: object, to: values) {
            return instance.file.warn(
                node,
                "the run-time attribute '\(path)' of \(type(of: object)) is of another type, or cannot be set: it is not set"
            )
        }
        instance.file.warn(
            node,
            "\(type(of: object)) has no run-time attribute '\(path)' in its tables: mark the property @IBInspectable, or see docs/nibs.md"
        )
    }

    private static func set(_ path: String, of object: NSObject, to values: [Any?]) -> Bool {
        if NibNames.typeOfProperty(path, of: object) != nil {
            return NibNames.set(path, of: object, to: values) == true
        }
        guard let view = object as? UIView else { return false }
        if path.hasPrefix("layer.") { return setLayer(String(path.dropFirst(6)), of: view.layer, to: values) }
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        if parts.count == 2, parts[0] == "titleLabel", let label = (view as? UIButton)?.titleLabel {
            return set(parts[1], of: label, to: values)
        }
        return setKit(path, of: view, to: values)
    }

    private static func first<Value>(_ values: [Any?], _ type: Value.Type) -> Value? {
        values.lazy.compactMap { $0 as? Value }.first
    }

    /// Key paths of layers, which have key-value coding: numbers, texts, and colours as `CGColor`.
    private static func setLayer(_ path: String, of layer: CALayer, to values: [Any?]) -> Bool {
        let plain: Any?
        if let color = first(values, UIColor.self) {
            plain = color.cgColor
        } else {
            plain = values.first ?? nil
        }
        // *Source*: Apple, Key-Value Coding Extensions: a colour of a layer is a CGColor; categories of the field named borderUIColor
        // and the like give a UIColor.
        layer.setValue(plain, forKeyPath: path)
        return true
    }

    /// Properties of UIKit that nibs set so.
    private static func setKit(_ path: String, of view: UIView, to values: [Any?]) -> Bool {
        switch path {
        case "clipsToBounds": if let value = first(values, Bool.self) { view.clipsToBounds = value }
        case "hidden", "isHidden": if let value = first(values, Bool.self) { view.isHidden = value }
        case "alpha": if let value = first(values, CGFloat.self) { view.alpha = value }
        case "tag": if let value = first(values, Int.self) { view.tag = value }
        case "backgroundColor": view.backgroundColor = first(values, UIColor.self)
        case "tintColor": view.tintColor = first(values, UIColor.self)
        case "accessibilityIdentifier": view.accessibilityIdentifier = first(values, String.self)
        case "accessibilityLabel": view.accessibilityLabel = first(values, String.self)
        case "exclusiveTouch": if let value = first(values, Bool.self) { view.isExclusiveTouch = value }
        case "text": if let label = view as? UILabel { label.text = first(values, String.self) } else { return false }
        case "textColor":
            if let label = view as? UILabel { label.textColor = first(values, UIColor.self) } else { return false }
        case "numberOfLines":
            guard let label = view as? UILabel, let value = first(values, Int.self) else { return false }
            label.numberOfLines = value
        default: return false
        }
        return true
    }

    /// The forms that the value of an attribute may take in a property; the exact one first.
    static func values(_ node: NibNode, _ instance: NibInstance) -> [Any?] {
        let value = node.child(key: "value")
        switch node["type"] {
        case "boolean"?:
            let flag = (value?["value"] ?? node["value"]) == "YES"
            return [flag, NSNumber(value: flag), flag ? 1 : 0]
        case "number"?:
            // An integer, a real or a range's number, by Xcode's version.
            let text = value?["value"] ?? node["value"] ?? "0"
            let number = Double(text) ?? 0
            var result: [Any?] = [CGFloat(number), number, Float(number)]
            if let whole = Int(exactly: number.rounded(.towardZero)) {
                result += [whole, UInt(exactly: whole), Int32(exactly: whole), number != 0] as [Any?]
            }
            return result + [NSNumber(value: number)]
        case "string"?: return [node.words("value") ?? ""]
        case "color"?: return [instance.file.color(value), instance.file.color(value)?.cgColor]
        case "image"?: return [value.flatMap { image($0, instance) }]
        case "point"?: return [CGPoint(x: value?.number("x") ?? 0, y: value?.number("y") ?? 0)]
        case "size"?: return [CGSize(width: value?.number("width") ?? 0, height: value?.number("height") ?? 0)]
        case "rect"?: return [node.rect("value") ?? .zero]
        case "range"?:
            return [NSRange(location: value?.integer("location") ?? 0, length: value?.integer("length") ?? 0)]
        case "nil"?: return [nil]
        default:
            instance.file.warn(node, "a run-time attribute of the type '\(node["type"] ?? "")' is not read")
            return []
        }
    }

    private static func image(_ node: NibNode, _ instance: NibInstance) -> UIImage? {
        node["value"] == nil
            ? instance.file.image(node, "image") : instance.file.image(node, "value", catalog: "catalog")
    }
}
