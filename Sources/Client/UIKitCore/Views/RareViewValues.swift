import CoreGraphics

/// The values that few views set. Made when the first of them is set, so that other views stay small.
final class RareViewValues {
    var tag = 0
    var contentMode: UIView.ContentMode?
    var autoresizingMask: UIView.AutoresizingMask = []
    var mask: UIView?
    var tintColor: UIColor?
    var tintAdjustmentMode = UIView.TintAdjustmentMode.automatic
    var layoutMargins: UIEdgeInsets?
    var gestureRecognizers: [UIGestureRecognizer]?
    var interactions: [any UIInteraction] = []
    var interfaceStyle = UIUserInterfaceStyle.unspecified
    /// The limits of the size of text; nil for none.
    var leastTextSize: UIContentSizeCategory?, mostTextSize: UIContentSizeCategory?
    var accessibility = AccessibilityValues() {
        didSet { ScreenReading.noteChange() }
    }
    /// The view's number in the tree of assistive technologies; 0 before it was in one.
    var accessibleNumber: UInt32 = 0
    var restorationIdentifier: String?
    /// The background colour if it depends on traits; the layer then has it as resolved for the view's traits.
    var backgroundColor: UIColor?
    var semanticContent = UISemanticContentAttribute.unspecified
    /// The view's part in constraints; nil while it has none.
    var layout: ViewLayout?
    /// The property animators during which the view takes no touches.
    var touchlessAnimators = 0
    /// The property animators during which touches find the view where it is seen.
    var visibleHitAnimators = 0
    /// The observers of the view's changes; nil for none.
    var observers: ViewObservers?
    var motionEffects: [UIMotionEffect] = []
    /// The registrations for changes of traits; nil for none.
    var traitObservers: TraitObservers?
    /// The values that proxies of `UIAppearance` have given, by the properties' keys.
    var givenAppearance: [AnyHashable: Any] = [:]
    /// Of the root of a tree: the last pass that updated constraints.
    var updatedGeneration = -1

    /// `traits` with the view's overrides; nil if it overrides nothing.
    func overriddenTraits(over traits: UITraitCollection) -> UITraitCollection? {
        var own: [UITraitCollection] = []
        if interfaceStyle != .unspecified { own.append(UITraitCollection(userInterfaceStyle: interfaceStyle)) }
        let size = traits.preferredContentSizeCategory
        let limited = size.limited(leastTextSize, mostTextSize)
        if limited != size { own.append(UITraitCollection(preferredContentSizeCategory: limited)) }
        return own.isEmpty ? nil : UITraitCollection(traitsFrom: [traits] + own)
    }
}

/// The accessibility values that a program has set on a view. Nil means not set: then the class's value holds.
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
    var keepsColors = false
    var isHidden = false
    var groupsChildren = false
    var elements: [Any]?
    var actions: [UIAccessibilityCustomAction]?
    var rotors: [UIAccessibilityCustomRotor]?
    var large = LargeContent()
}

/// What a program has set for the large content viewer. Nil means not set: then the class's value holds.
struct LargeContent {
    var isShown = false
    var title: String?
    var image: UIImage?
    var scalesImage = false
    var insets = UIEdgeInsets.zero
}

/// The boolean values of a view, as bits.
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
    /// `updateConstraints()` was called, and no other call of it was asked for since.
    static let hasUpdatedConstraints = ViewFlags(rawValue: 1 << 9)
    /// A stack view lays the view out.
    static let isArranged = ViewFlags(rawValue: 1 << 10)
    /// A program has set the scale, so the view no longer follows the screen's.
    static let hasOwnScale = ViewFlags(rawValue: 1 << 11)

    /// The view is `MeasuredContent`: a cast to a protocol is slow, and most views are not.
    static let measured = ViewFlags(rawValue: 1 << 12)

    /// The flags of a new view.
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
