import CoreGraphics
import Foundation

/// What is told of that no view stands for: a part of a view that draws it. *Source*: Apple, UIAccessibilityElement.
@preconcurrency @MainActor open class UIAccessibilityElement: NSObject {
    /// What the element is in: a view. *Source*: Apple, UIAccessibilityElement.accessibilityContainer.
    open weak var accessibilityContainer: AnyObject?

    private var ownFrame: CGRect?
    private var ownPoint: CGPoint?

    /// Makes an element of a container, which it does not keep. *Source*: Apple, UIAccessibilityElement.init(accessibilityContainer:).
    public init(accessibilityContainer container: Any) {
        accessibilityContainer = container as AnyObject
        super.init()
    }

    /// Whether it is told of; true at first. *Source*: Apple, UIAccessibilityElement.isAccessibilityElement.
    open var isAccessibilityElement = true
    /// What it is, in a word or two. *Source*: Apple, UIAccessibilityElement.accessibilityLabel.
    open var accessibilityLabel: String?
    /// What happens when it is used. *Source*: Apple, UIAccessibilityElement.accessibilityHint.
    open var accessibilityHint: String?
    /// What it has now. *Source*: Apple, UIAccessibilityElement.accessibilityValue.
    open var accessibilityValue: String?
    /// How tests find it. *Source*: Apple, UIAccessibilityIdentification.accessibilityIdentifier.
    open var accessibilityIdentifier: String?
    /// Of what kind it is; none at first. *Source*: Apple, UIAccessibilityElement.accessibilityTraits.
    open var accessibilityTraits = UIAccessibilityTraits.none

    /// Where it is. *Space*: the window's, which is the screen's here. *Source*: Apple, UIAccessibilityElement.accessibilityFrame.
    open var accessibilityFrame: CGRect {
        get {
            if let ownFrame { return ownFrame }
            guard let view = accessibilityContainer as? UIView else { return accessibilityFrameInContainerSpace }
            return view.convert(accessibilityFrameInContainerSpace, to: nil)
        }
        set { ownFrame = newValue }
    }

    /// Where it is. *Space*: its container's. *Source*: Apple, UIAccessibilityElement.accessibilityFrameInContainerSpace.
    open var accessibilityFrameInContainerSpace = CGRect.zero {
        didSet { ownFrame = nil }
    }

    /// Where a touch uses it: the middle of its frame, unless it was said. *Space*: the window's. *Source*: Apple,
    /// UIAccessibility.accessibilityActivationPoint.
    open var accessibilityActivationPoint: CGPoint {
        get { ownPoint ?? CGPoint(x: accessibilityFrame.midX, y: accessibilityFrame.midY) }
        set { ownPoint = newValue }
    }

    /// Uses the element: whether it did; false here. *Source*: Apple, UIAccessibilityAction.accessibilityActivate().
    @discardableResult
    open func accessibilityActivate() -> Bool { false }
    /// Takes its value a step up; nothing here. *Source*: Apple, UIAccessibilityAction.accessibilityIncrement().
    open func accessibilityIncrement() {}
    /// Takes its value a step down; nothing here. *Source*: Apple, UIAccessibilityAction.accessibilityDecrement().
    open func accessibilityDecrement() {}
}

/// A button of a control that no view of a program stands for, such as a segment: what it says is asked of the control.
final class ControlElement: UIAccessibilityElement {
    var words: () -> String? = { nil }
    var kinds: () -> UIAccessibilityTraits = { .button }
    /// Where it is, in the control's space.
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
