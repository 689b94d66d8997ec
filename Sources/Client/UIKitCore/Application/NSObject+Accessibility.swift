import CoreGraphics
import Foundation

/// Any object, for its accessibility values: UIAccessibility is a category of NSObject on Apple's platforms.
public protocol AccessibilityHolder: AnyObject {}

extension NSObject: AccessibilityHolder {}

/// The accessibility values of any object. A view and a `UIAccessibilityElement` have their own, which are read and set here, too, if
/// the variable's type is NSObject. Those of others, such as layers, are stored as the object's associated object; the accessibility
/// tree does not contain these objects.
extension AccessibilityHolder {
    /// Whether the object is an element; false at first.
    public var isAccessibilityElement: Bool {
        get { read({ $0.isAccessibilityElement }, { $0.isAccessibilityElement }) { $0.isElement ?? false } }
        set {
            write({ $0.isAccessibilityElement = $1 }, { $0.isAccessibilityElement = $1 }, newValue) {
                $0.isElement = newValue
            }
        }
    }
    /// A word or two that name it.
    public var accessibilityLabel: String? {
        get { read({ $0.accessibilityLabel }, { $0.accessibilityLabel }) { $0.label } }
        set { write({ $0.accessibilityLabel = $1 }, { $0.accessibilityLabel = $1 }, newValue) { $0.label = newValue } }
    }
    /// The effect of using it, in words.
    public var accessibilityHint: String? {
        get { read({ $0.accessibilityHint }, { $0.accessibilityHint }) { $0.hint } }
        set { write({ $0.accessibilityHint = $1 }, { $0.accessibilityHint = $1 }, newValue) { $0.hint = newValue } }
    }
    /// Its present value, in words.
    public var accessibilityValue: String? {
        get { read({ $0.accessibilityValue }, { $0.accessibilityValue }) { $0.value } }
        set { write({ $0.accessibilityValue = $1 }, { $0.accessibilityValue = $1 }, newValue) { $0.value = newValue } }
    }
    /// The name by which tests find it.
    public var accessibilityIdentifier: String? {
        get { read({ $0.accessibilityIdentifier }, { $0.accessibilityIdentifier }) { $0.identifier } }
        set {
            write({ $0.accessibilityIdentifier = $1 }, { $0.accessibilityIdentifier = $1 }, newValue) {
                $0.identifier = newValue
            }
        }
    }
    /// Its traits; none at first.
    public var accessibilityTraits: UIAccessibilityTraits {
        get { read({ $0.accessibilityTraits }, { $0.accessibilityTraits }) { $0.traits ?? .none } }
        set {
            write({ $0.accessibilityTraits = $1 }, { $0.accessibilityTraits = $1 }, newValue) { $0.traits = newValue }
        }
    }
    /// Its rectangle on the screen; empty at first.
    public var accessibilityFrame: CGRect {
        get { read({ $0.accessibilityFrame }, { $0.accessibilityFrame }) { $0.frame ?? .zero } }
        set { write({ $0.accessibilityFrame = $1 }, { $0.accessibilityFrame = $1 }, newValue) { $0.frame = newValue } }
    }
    /// The point where a touch uses it: the middle of `accessibilityFrame` at first.
    public var accessibilityActivationPoint: CGPoint {
        get {
            read({ $0.accessibilityActivationPoint }, { $0.accessibilityActivationPoint }) {
                let frame = $0.frame ?? .zero
                return $0.activationPoint ?? CGPoint(x: frame.midX, y: frame.midY)
            }
        }
        set {
            write({ $0.accessibilityActivationPoint = $1 }, { $0.accessibilityActivationPoint = $1 }, newValue) {
                $0.activationPoint = newValue
            }
        }
    }
    /// The language of its texts, as a code; nil for the user's.
    public var accessibilityLanguage: String? {
        get { read({ $0.accessibilityLanguage }, nil) { $0.language } }
        set { write({ $0.accessibilityLanguage = $1 }, nil, newValue) { $0.language = newValue } }
    }
    /// What a screen reader's user may do with it besides using it; nil at first.
    public var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get { read({ $0.accessibilityCustomActions }, { $0.accessibilityCustomActions }) { $0.actions } }
        set {
            write({ $0.accessibilityCustomActions = $1 }, { $0.accessibilityCustomActions = $1 }, newValue) {
                $0.actions = newValue
            }
        }
    }
    /// The ways to go from one of its parts to the next; nil at first.
    public var accessibilityCustomRotors: [UIAccessibilityCustomRotor]? {
        get { read({ $0.accessibilityCustomRotors }, { $0.accessibilityCustomRotors }) { $0.rotors } }
        set {
            write({ $0.accessibilityCustomRotors = $1 }, { $0.accessibilityCustomRotors = $1 }, newValue) {
                $0.rotors = newValue
            }
        }
    }
    /// The elements that stand in for its parts, in order; nil for none.
    public var accessibilityElements: [Any]? {
        get { read({ $0.accessibilityElements }, nil) { $0.elements } }
        set { write({ $0.accessibilityElements = $1 }, nil, newValue) { $0.elements = newValue } }
    }
    /// Whether its elements are hidden; false at first.
    public var accessibilityElementsHidden: Bool {
        get { read({ $0.accessibilityElementsHidden }, nil) { $0.isHidden } }
        set { write({ $0.accessibilityElementsHidden = $1 }, nil, newValue) { $0.isHidden = newValue } }
    }
    /// Uses it for a screen reader's user; returns whether it did.
    @discardableResult public func accessibilityActivate() -> Bool {
        // Safe because: it is used on this thread only.
        nonisolated(unsafe) let owner = self
        return assumeMainActor {
            (unsafe owner as? UIView)?.accessibilityActivate()
                ?? (unsafe owner as? UIAccessibilityElement)?.accessibilityActivate() ?? false
        }
    }

    // MARK: Storage

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

    /// The value of a view or of an element, which are used on the main actor, or else the stored one.
    private func read<Value>(
        _ view: @MainActor (UIView) -> Value, _ element: (@MainActor (UIAccessibilityElement) -> Value)?,
        _ stored: (AccessibilityValues) -> Value
    ) -> Value {
        if let own = self as? UIView { return assumeMainActor { view(own) } }
        if let element, let own = self as? UIAccessibilityElement { return assumeMainActor { element(own) } }
        return stored(values)
    }

    /// Sets the value of a view or of an element, which are used on the main actor, or else the stored one.
    private func write<Value>(
        _ view: @MainActor (UIView, Value) -> Void, _ element: (@MainActor (UIAccessibilityElement, Value) -> Void)?,
        _ newValue: Value, _ stored: (inout AccessibilityValues) -> Void
    ) {
        // Safe because: it is used on this thread only.
        nonisolated(unsafe) let value = newValue
        if let own = self as? UIView {
            assumeMainActor { unsafe view(own, value) }
        } else if let element, let own = self as? UIAccessibilityElement {
            assumeMainActor { unsafe element(own, value) }
        } else {
            stored(&values)
        }
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
