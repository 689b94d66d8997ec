import CoreGraphics
import Foundation

/// Any object, for its accessibility values: UIAccessibility is a category of NSObject on Apple's platforms.
public protocol AccessibilityHolder: AnyObject {}

extension NSObject: AccessibilityHolder {}

/// The accessibility values of objects that are not views: layers, animations and others. They are stored as the
/// object's associated object. The accessibility tree contains only views and `UIAccessibilityElement`s.
extension AccessibilityHolder {
    // Safe because: only the address is used.
    private static var key: UnsafeRawPointer { unsafe UnsafeRawPointer(accessibilityKey) }

    private var values: AccessibilityValues {
        get { unsafe (objc_getAssociatedObject(self, Self.key) as? AccessibilityBox)?.values ?? AccessibilityValues() }
        set {
            if let box = unsafe objc_getAssociatedObject(self, Self.key) as? AccessibilityBox {
                return box.values = newValue
            }
            unsafe objc_setAssociatedObject(self, Self.key, AccessibilityBox(newValue), .OBJC_ASSOCIATION_RETAIN)
        }
    }

    /// Whether the object is an element; false at first.
    public var isAccessibilityElement: Bool {
        get { values.isElement ?? false }
        set { values.isElement = newValue }
    }
    /// A word or two that name it.
    public var accessibilityLabel: String? {
        get { values.label }
        set { values.label = newValue }
    }
    /// The effect of using it, in words.
    public var accessibilityHint: String? {
        get { values.hint }
        set { values.hint = newValue }
    }
    /// Its present value, in words.
    public var accessibilityValue: String? {
        get { values.value }
        set { values.value = newValue }
    }
    /// The name by which tests find it.
    public var accessibilityIdentifier: String? {
        get { values.identifier }
        set { values.identifier = newValue }
    }
    /// Its traits; none at first.
    public var accessibilityTraits: UIAccessibilityTraits {
        get { values.traits ?? .none }
        set { values.traits = newValue }
    }
    /// Its rectangle on the screen; empty at first.
    public var accessibilityFrame: CGRect {
        get { values.frame ?? .zero }
        set { values.frame = newValue }
    }
    /// The language of its texts, as a code; nil for the user's.
    public var accessibilityLanguage: String? {
        get { values.language }
        set { values.language = newValue }
    }
    /// What a screen reader's user may do with it besides using it; nil at first.
    public var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get { values.actions }
        set { values.actions = newValue }
    }
    /// The ways to go from one of its parts to the next; nil at first.
    public var accessibilityCustomRotors: [UIAccessibilityCustomRotor]? {
        get { values.rotors }
        set { values.rotors = newValue }
    }
    /// Whether its elements are hidden; false at first.
    public var accessibilityElementsHidden: Bool {
        get { values.isHidden }
        set { values.isHidden = newValue }
    }
}

/// The address of the values among an object's associated ones.
// Safe because: the memory is never read or written, and never freed.
private nonisolated(unsafe) let accessibilityKey = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

private final class AccessibilityBox: NSObject {
    var values: AccessibilityValues
    init(_ values: AccessibilityValues) {
        self.values = values
        super.init()
    }
}
