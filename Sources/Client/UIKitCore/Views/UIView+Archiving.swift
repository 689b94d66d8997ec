import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    /// Reads the values that `writeView(_:)` writes; missing ones keep the defaults of a new view.
    func readView(_ coder: NSCoder) {
        if coder.containsValue(forKey: "UIBounds") {
            let bounds = coder.decodeCGRect(forKey: "UIBounds")
            if bounds.isUsable { layer.bounds = bounds }
        }
        if coder.containsValue(forKey: "UICenter") {
            let center = coder.decodeCGPoint(forKey: "UICenter")
            if center.x.isFinite, center.y.isFinite { layer.position = center }
        }
        if let color = coder.optionalObject(of: UIColor.self, forKey: "UIBackgroundColor") {
            showBackground(color)
        }
        if coder.containsValue(forKey: "UIAlpha") {
            let alpha = coder.decodeDouble(forKey: "UIAlpha")
            layer.opacity = alpha.isNaN ? 0 : Float(min(max(alpha, 0), 1))
        }
        coder.readFlag(forKey: "UIHidden") { layer.isHidden = $0 }
        coder.readFlag(forKey: "UIClipsToBounds") { layer.masksToBounds = $0 }
        coder.readFlag(forKey: "UIOpaque") { flags.set(.opaque, $0) }
        coder.readFlag(forKey: "UIUserInteractionDisabled") { flags.set(.interactive, !$0) }
        coder.readFlag(forKey: "UIMultipleTouchEnabled") { flags.set(.multipleTouch, $0) }
        if coder.containsValue(forKey: "UITag") { makeRare().tag = coder.decodeInteger(forKey: "UITag") }
        if coder.containsValue(forKey: "UIAutoresizingMask") {
            makeRare().autoresizingMask = AutoresizingMask(
                rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "UIAutoresizingMask")))
        }
        if let mode = ContentMode(rawValue: coder.decodeInteger(forKey: "UIContentMode")) {
            makeRare().contentMode = mode
            layer.contentsGravity = gravity(of: mode)
            layer.needsDisplayOnBoundsChange = mode == .redraw
        }
        if coder.containsValue(forKey: "UITransform") {
            let transform = coder.decodeCGAffineTransform(forKey: "UITransform")
            if transform.isUsable { layer.setAffineTransform(transform) }
        }
        if let color = coder.optionalObject(of: UIColor.self, forKey: "UITintColor") { makeRare().tintColor = color }
        updateOpacity()
        guard coder.containsValue(forKey: "UISubviews") else { return }
        let views = coder.decodeObject(of: [NSArray.self, UIView.self], forKey: "UISubviews") as? [Any] ?? []
        for case let view as UIView in views where view !== self { insert(view, .top) }
    }

    /// Adds a view's own parts by a closure, behind the subviews that came from an archive.
    final func addParts(_ add: () -> Void) {
        let archived = subviews
        add()
        for view in archived { bringSubviewToFront(view) }
    }

    /// Writes the view under the keys of UIKit's archives.
    func writeView(_ coder: NSCoder) {
        coder.encode(bounds, forKey: "UIBounds")
        coder.encode(center, forKey: "UICenter")
        coder.encodeOptional(backgroundColor, forKey: "UIBackgroundColor")
        coder.encode(Double(alpha), forKey: "UIAlpha")
        coder.encode(isHidden, forKey: "UIHidden")
        coder.encode(clipsToBounds, forKey: "UIClipsToBounds")
        coder.encode(isOpaque, forKey: "UIOpaque")
        coder.encode(!isUserInteractionEnabled, forKey: "UIUserInteractionDisabled")
        coder.encode(isMultipleTouchEnabled, forKey: "UIMultipleTouchEnabled")
        coder.encode(tag, forKey: "UITag")
        coder.encode(Int(bitPattern: autoresizingMask.rawValue), forKey: "UIAutoresizingMask")
        coder.encode(contentMode.rawValue, forKey: "UIContentMode")
        if !transform.isIdentity { coder.encode(transform, forKey: "UITransform") }
        coder.encodeOptional(rare?.tintColor, forKey: "UITintColor")
        let views = children.filter { archives($0) }
        if !views.isEmpty { coder.encode(views as NSArray, forKey: "UISubviews") }
    }
}

extension NSCoder {
    /// Writes an object under a key, unless it is nil.
    package func encodeOptional(_ object: (any NSCoding)?, forKey key: String) {
        if let object { encode(object, forKey: key) }
    }

    /// Writes a text under a key, unless it is nil.
    package func encodeOptional(_ text: String?, forKey key: String) {
        encodeOptional(text.map { NSString(string: $0) }, forKey: key)
    }

    /// The text under a key; nil if there is none.
    package func optionalText(forKey key: String) -> String? {
        optionalObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }

    /// Hands the number under a key to a closure, if there is a finite one.
    package func readNumber(forKey key: String, _ set: (CGFloat) -> Void) {
        guard containsValue(forKey: key) else { return }
        let number = decodeDouble(forKey: key)
        if number.isFinite { set(CGFloat(number)) }
    }

    /// Hands the truth value under a key to a closure, if there is one.
    package func readFlag(forKey key: String, _ set: (Bool) -> Void) {
        if containsValue(forKey: key) { set(decodeBool(forKey: key)) }
    }

    /// Writes pictures by state.
    func encodeImages(_ images: (UIControl.State) -> UIImage?, forKey key: String) {
        for state in UIControl.State.archived { encodeOptional(images(state), forKey: "\(key)\(state.rawValue)") }
    }

    /// Hands the pictures by state under a key to a closure.
    func readImages(forKey key: String, _ set: (UIImage, UIControl.State) -> Void) {
        for state in UIControl.State.archived {
            if let image = optionalObject(of: UIImage.self, forKey: "\(key)\(state.rawValue)") { set(image, state) }
        }
    }

    /// The object under a key; nil if there is none. Asking a keyed archive for a missing key may count as damage.
    package func optionalObject<Object: NSObject & NSCoding>(of type: Object.Type, forKey key: String) -> Object? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }
}

extension UIControl.State {
    /// The states whose looks go into archives: all combinations of highlighted, disabled, selected and focused.
    static var archived: [UIControl.State] { (0..<16).map { UIControl.State(rawValue: $0) } }
}
