import CoreGraphics
import Foundation

/// What few views have: made when the first of it is set, so that the others are small.
final class RareViewValues {
    var tag = 0
    var contentMode: UIView.ContentMode?
    var autoresizingMask: UIView.AutoresizingMask = []
    var mask: UIView?
    var tintColor: UIColor?
    var tintAdjustmentMode = UIView.TintAdjustmentMode.automatic
    var layoutMargins: UIEdgeInsets?
    var gestureRecognizers: [UIGestureRecognizer]?
    var interfaceStyle = UIUserInterfaceStyle.unspecified
    var accessibility = AccessibilityValues()
    var restorationIdentifier: String?
    /// The background where it depends on traits; the layer has it as it is in the view's.
    var backgroundColor: UIColor?
    var semanticContent = UISemanticContentAttribute.unspecified
    /// What constraints have to do with the view.
    var layout: ViewLayout?
    /// Of the view at the top of a tree: which pass of updating constraints it had last.
    var updatedGeneration = -1

    /// Traits with what the view overrides; nil where it overrides nothing.
    func overriddenTraits(over traits: UITraitCollection) -> UITraitCollection? {
        guard interfaceStyle != .unspecified else { return nil }
        return UITraitCollection(traitsFrom: [traits, UITraitCollection(userInterfaceStyle: interfaceStyle)])
    }
}

/// What a view tells of itself to whoever does not see it.
///
/// What is nil was not set: it is what the class says.
struct AccessibilityValues {
    var isElement: Bool?
    var label: String?
    var hint: String?
    var value: String?
    var identifier: String?
    var traits: UIAccessibilityTraits?
    var frame: CGRect?
    var activationPoint: CGPoint?
    var language: String?
    var isModal = false
    var isHidden = false
    var groupsChildren = false
    var elements: [Any]?
}

/// What of a view is either so or not.
struct ViewFlags: OptionSet {
    let rawValue: UInt16
    static let interactive = ViewFlags(rawValue: 1 << 0)
    static let multipleTouch = ViewFlags(rawValue: 1 << 1)
    static let exclusiveTouch = ViewFlags(rawValue: 1 << 2)
    static let opaque = ViewFlags(rawValue: 1 << 3)
    static let clears = ViewFlags(rawValue: 1 << 4)
    static let resizesSubviews = ViewFlags(rawValue: 1 << 5)
    static let translatesMask = ViewFlags(rawValue: 1 << 6)
    static let preservesMargins = ViewFlags(rawValue: 1 << 7)
    static let insetsMargins = ViewFlags(rawValue: 1 << 8)
    /// The constraints were updated, and it was not asked for since.
    static let hasUpdatedConstraints = ViewFlags(rawValue: 1 << 9)
    /// A stack view lays the view out.
    static let isArranged = ViewFlags(rawValue: 1 << 10)
    /// A program has set the pixels a point: they are no longer the screen's.
    static let hasOwnScale = ViewFlags(rawValue: 1 << 11)

    /// Those of a new view.
    static let standard: ViewFlags = [
        .interactive, .opaque, .clears, .resizesSubviews, .translatesMask, .insetsMargins,
    ]

    mutating func set(_ flag: ViewFlags, _ isOn: Bool) {
        if isOn { insert(flag) } else { remove(flag) }
    }
}

extension CGRect {
    /// Whether all numbers are finite.
    var isUsable: Bool {
        origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
    }
}

extension CGAffineTransform {
    /// Whether all numbers are finite.
    var isUsable: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }
}
