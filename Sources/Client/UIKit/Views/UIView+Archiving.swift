import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    /// Reads the values that `writeView(_:)` writes; missing ones keep the defaults of a new view.
    func readView(_ coder: NSCoder) {
        func flag(_ key: String, _ set: (Bool) -> Void) {
            if coder.containsValue(forKey: key) { set(coder.decodeBool(forKey: key)) }
        }
        if coder.containsValue(forKey: "UIBounds") {
            let bounds = coder.decodeCGRect(forKey: "UIBounds")
            if bounds.isUsable { layer.bounds = bounds }
        }
        if coder.containsValue(forKey: "UICenter") {
            let center = coder.decodeCGPoint(forKey: "UICenter")
            if center.x.isFinite, center.y.isFinite { layer.position = center }
        }
        if let color = coder.optionalObject(of: UIColor.self, forKey: "UIBackgroundColor") {
            layer.backgroundColor = color.cgColor
        }
        if coder.containsValue(forKey: "UIAlpha") {
            let alpha = coder.decodeDouble(forKey: "UIAlpha")
            layer.opacity = alpha.isNaN ? 0 : Float(min(max(alpha, 0), 1))
        }
        flag("UIHidden") { layer.isHidden = $0 }
        flag("UIClipsToBounds") { layer.masksToBounds = $0 }
        flag("UIOpaque") { flags.set(.opaque, $0) }
        flag("UIUserInteractionDisabled") { flags.set(.interactive, !$0) }
        flag("UIMultipleTouchEnabled") { flags.set(.multipleTouch, $0) }
        if coder.containsValue(forKey: "UITag") { makeRare().tag = coder.decodeInteger(forKey: "UITag") }
        if coder.containsValue(forKey: "UIAutoresizingMask") {
            makeRare().autoresizingMask = AutoresizingMask(
                rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "UIAutoresizingMask")))
        }
        if let mode = ContentMode(rawValue: coder.decodeInteger(forKey: "UIContentMode")) {
            makeRare().contentMode = mode
            layer.contentsGravity = gravity(of: mode)
        }
        updateOpacity()
        guard coder.containsValue(forKey: "UISubviews") else { return }
        let views = coder.decodeObject(of: [NSArray.self, UIView.self], forKey: "UISubviews") as? [Any] ?? []
        for case let view as UIView in views where view !== self { insert(view, .top) }
    }

    /// Writes the view under the keys of UIKit's archives.
    func writeView(_ coder: NSCoder) {
        coder.encode(bounds, forKey: "UIBounds")
        coder.encode(center, forKey: "UICenter")
        if let color = backgroundColor { coder.encode(color, forKey: "UIBackgroundColor") }
        coder.encode(Double(alpha), forKey: "UIAlpha")
        coder.encode(isHidden, forKey: "UIHidden")
        coder.encode(clipsToBounds, forKey: "UIClipsToBounds")
        coder.encode(isOpaque, forKey: "UIOpaque")
        coder.encode(!isUserInteractionEnabled, forKey: "UIUserInteractionDisabled")
        coder.encode(isMultipleTouchEnabled, forKey: "UIMultipleTouchEnabled")
        coder.encode(tag, forKey: "UITag")
        coder.encode(Int(bitPattern: autoresizingMask.rawValue), forKey: "UIAutoresizingMask")
        coder.encode(contentMode.rawValue, forKey: "UIContentMode")
        if !children.isEmpty { coder.encode(children as NSArray, forKey: "UISubviews") }
    }
}

extension NSCoder {
    /// The object under a key; nil if there is none. Asking a keyed archive for a missing key may count as damage.
    func optionalObject<Object: NSObject & NSCoding>(of type: Object.Type, forKey key: String) -> Object? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }
}
