import CoreGraphics
import Foundation

/// An element of accessibility without a view of its own, such as a part that a view draws.
@preconcurrency @MainActor open class UIAccessibilityElement: NSObject {
    /// The view that the element is part of.
    open weak var accessibilityContainer: AnyObject?

    private var own = AccessibilityValues() {
        didSet { ScreenReading.noteChange() }
    }
    /// Its number in the tree of assistive technologies; 0 before it was in one.
    final var accessibleNumber: UInt32 = 0

    /// Makes an element of a container, with a weak reference to it.
    public init(accessibilityContainer container: Any) {
        accessibilityContainer = container as AnyObject
        super.init()
    }

    /// Whether it counts as an element; true at first.
    open var isAccessibilityElement: Bool {
        get { isAccessibilityElementBlock.map { $0() } ?? own.isElement ?? true }
        set { own.isElement = newValue }
    }
    /// A word or two that name it.
    open var accessibilityLabel: String? {
        get { accessibilityLabelBlock.map { $0() } ?? own.label }
        set { own.label = newValue }
    }
    /// The effect of using it, in words.
    open var accessibilityHint: String? {
        get { accessibilityHintBlock.map { $0() } ?? own.hint }
        set { own.hint = newValue }
    }
    /// Its present value, in words.
    open var accessibilityValue: String? {
        get { accessibilityValueBlock.map { $0() } ?? own.value }
        set { own.value = newValue }
    }
    /// The name by which tests find it.
    open var accessibilityIdentifier: String? {
        get { accessibilityIdentifierBlock.map { $0() } ?? own.identifier }
        set { own.identifier = newValue }
    }
    /// Its traits; none at first.
    open var accessibilityTraits: UIAccessibilityTraits {
        get { accessibilityTraitsBlock.map { $0() } ?? own.traits ?? .none }
        set { own.traits = newValue }
    }

    /// What a screen reader's user may do with it besides using it; nil at first.
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    /// The ways to go from one of its parts to the next; nil at first.
    open var accessibilityCustomRotors: [UIAccessibilityCustomRotor]?

    /// Its rectangle. *Space*: the window's, which is the screen's here.
    open var accessibilityFrame: CGRect {
        get { accessibilityFrameBlock.map { $0() } ?? own.frame ?? accessibilityPath?.bounds ?? frameByContainer }
        set { own.frame = newValue }
    }
    private final var frameByContainer: CGRect {
        guard let view = accessibilityContainer as? UIView else { return accessibilityFrameInContainerSpace }
        return view.convert(accessibilityFrameInContainerSpace, to: nil)
    }

    /// Its outline; nil at first. A rectangle that was not set encloses it. *Space*: the window's.
    open var accessibilityPath: UIBezierPath?

    /// Its rectangle. *Space*: its container's.
    open var accessibilityFrameInContainerSpace = CGRect.zero {
        didSet { own.frame = nil }
    }

    /// The point where a touch uses it: the middle of its frame unless it was set. *Space*: the window's.
    open var accessibilityActivationPoint: CGPoint {
        get { own.activationPoint ?? CGPoint(x: accessibilityFrame.midX, y: accessibilityFrame.midY) }
        set { own.activationPoint = newValue }
    }

    /// An assistive technology has moved to the element.
    open func accessibilityElementDidBecomeFocused() {}
    /// An assistive technology has left the element.
    open func accessibilityElementDidLoseFocus() {}
    /// Whether an assistive technology is at the element.
    open func accessibilityElementIsFocused() -> Bool { ScreenReading.shared.cursor === self }

    /// Uses the element; returns whether it did; false here.
    @discardableResult
    open func accessibilityActivate() -> Bool { false }
    /// Raises its value by a step; does nothing here.
    open func accessibilityIncrement() {}
    /// Lowers its value by a step; does nothing here.
    open func accessibilityDecrement() {}
}

/// A part of a control that has no view of a program's own, such as a segment. It asks the control for its values.
final class ControlElement: UIAccessibilityElement {
    var words: () -> String? = { nil }
    var kinds: () -> UIAccessibilityTraits = { .button }
    /// Its rectangle, in the control's space.
    var area: () -> CGRect = { .zero }
    var activate: () -> Bool = { false }

    init(in control: UIView) { super.init(accessibilityContainer: control) }

    override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? words() }
        set { super.accessibilityLabel = newValue }
    }
    override var accessibilityTraits: UIAccessibilityTraits {
        get { kinds() }
        set { kinds = { newValue } }
    }
    override var accessibilityFrameInContainerSpace: CGRect {
        get { area() }
        set { area = { newValue } }
    }
    override func accessibilityActivate() -> Bool { activate() }
}
