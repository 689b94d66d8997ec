import CoreGraphics
import Foundation
import QuartzCore

/// A control that is on or off, always 51 x 31 points.
///
/// *Source*: Apple, UISwitch, UISwitch.h; the size, the colour of what is off and where the thumb is are a dump of Apple's views (iOS 16 to
/// 18) in getsentry/sentry-cocoa, SentryUIRedactBuilderTests.swift.
open class UISwitch: UIControl {
    /// How a switch looks. *Source*: Apple, UISwitch.Style.
    public enum Style: Int, Sendable {
        /// As the system has it. *Source*: Apple, UISwitch.Style.automatic.
        case automatic = 0
        /// A box with a hook, on the Mac alone. *Source*: Apple, UISwitch.Style.checkbox.
        case checkbox
        /// A thumb in a track. *Source*: Apple, UISwitch.Style.sliding.
        case sliding
    }

    private static let size = CGSize(width: 51, height: 31)
    /// The thumb is 27 points wide, 2 from the edges, and wider while it is touched; the 5 points are our own.
    private static let (thumb, inset, stretch): (CGFloat, CGFloat, CGFloat) = (27, 2, 5)

    private var isTurnedOn = false
    /// What is shown: other than what is so while the thumb is dragged.
    private var isShownOn = false
    private var hasDragged = false
    private let (offPart, onPart, thumbPart) = (ControlPart(), ControlPart(), ControlPart())

    /// Makes a switch; the frame's size does not count. *Source*: Apple, UISwitch.init(frame:): "the frame size is ignored".
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        makeParts()
    }

    /// Reads a switch from an archive. *Source*: Apple, UISwitch.init(coder:).
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        for part in subviews { part.removeFromSuperview() }
        makeParts()
        frame = frame
        isOn = coder.decodeBool(forKey: "UISwitchOn")
    }

    /// Writes the switch into an archive. *Source*: Apple, NSCoding.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isTurnedOn, forKey: "UISwitchOn")
    }

    private func makeParts() {
        isOpaque = false
        for part in [offPart, onPart, thumbPart] { addSubview(part) }
        showColors()
        layoutParts()
    }

    /// Where it is; its size stays. *Source*: Apple, UIView.frame; UISwitch.h: "This class enforces a size appropriate for the control".
    open override var frame: CGRect {
        get { super.frame }
        set {
            guard newValue.isUsable, layer.transform.matrix.isIdentity else { return super.frame = newValue }
            super.frame = CGRect(origin: newValue.origin, size: Self.size)
        }
    }

    /// Its own space; its size stays. *Source*: Apple, UIView.bounds.
    open override var bounds: CGRect {
        get { super.bounds }
        set { super.bounds = CGRect(origin: newValue.origin, size: Self.size) }
    }

    // MARK: Value

    /// Whether it is on; false at first. Setting it calls nobody. *Source*: Apple, UISwitch.isOn.
    open var isOn: Bool {
        get { isTurnedOn }
        set { setOn(newValue, animated: false) }
    }

    /// Says whether it is on, and moves the thumb there. It calls nobody. *Source*: Apple, UISwitch.setOn(_:animated:); UISwitch.h: "does not
    /// send action".
    open func setOn(_ on: Bool, animated: Bool) {
        isTurnedOn = on
        show(on, animated: animated)
    }

    private func show(_ isOn: Bool, animated: Bool) {
        isShownOn = isOn
        guard animated else { return layoutParts() }
        UIView.animate(withDuration: ControlTiming.toggle) { self.layoutParts() }
    }

    // MARK: Looks

    /// The colour of a switch that is on; nil, as at first, for green. *Source*: Apple, UISwitch.onTintColor.
    open var onTintColor: UIColor? { didSet { showColors() } }
    /// The thumb's colour; nil, as at first, for white. *Source*: Apple, UISwitch.thumbTintColor.
    open var thumbTintColor: UIColor? { didSet { showColors() } }
    /// A picture of a switch that is on, which is not shown. *Source*: Apple, UISwitch.onImage: "In iOS 7, this property has no effect".
    open var onImage: UIImage?
    /// A picture of a switch that is off, which is not shown. *Source*: Apple, UISwitch.offImage: "In iOS 7, this property has no effect".
    open var offImage: UIImage?
    /// A title beside a switch of the Mac, which is not shown. *Source*: Apple, UISwitch.title: "only supported for Catalyst in the Mac idiom".
    open var title: String?
    /// How it is to look, which changes nothing here. *Source*: Apple, UISwitch.preferredStyle.
    open var preferredStyle = Style.automatic
    /// How it looks: a thumb in a track. *Source*: Apple, UISwitch.style: "never UISwitchStyleAutomatic".
    open var style: Style { .sliding }

    private func showColors() {
        offPart.backgroundColor = .secondarySystemFill
        onPart.backgroundColor = onTintColor ?? .systemGreen
        thumbPart.backgroundColor = thumbTintColor ?? .controlThumb
        for part in [offPart, thumbPart] { part.alpha = isEnabled ? 1 : 0.5 }
    }

    override func stateChanged() {
        showColors()
        UIView.animate(withDuration: ControlTiming.toggle) { self.layoutParts() }
    }

    private var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    private func layoutParts() {
        let bounds = CGRect(origin: bounds.origin, size: Self.size)
        let width = Self.thumb + (isHighlighted ? Self.stretch : 0)
        let isRight = isShownOn != isMirrored
        let x = isRight ? bounds.maxX - Self.inset - width : bounds.minX + Self.inset
        (offPart.frame, onPart.frame) = (bounds, bounds)
        onPart.alpha = isShownOn ? (isEnabled ? 1 : 0.5) : 0
        thumbPart.frame = CGRect(x: x, y: bounds.minY + Self.inset, width: width, height: Self.thumb)
        for part in [offPart, onPart, thumbPart] { part.round() }
        thumbPart.castShadow(opacity: 0.2, radius: 4, offset: 2)
    }

    /// Lays out the track and the thumb. *Source*: Apple, UIView.layoutSubviews().
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutParts()
    }

    /// 51 x 31 points. *Source*: Apple, UIView.sizeThatFits(_:).
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }
    /// 51 x 31 points. *Source*: Apple, UIView.intrinsicContentSize.
    open override var intrinsicContentSize: CGSize { Self.size }
    override var defaultHuggingPriority: UILayoutPriority { .defaultHigh }

    // MARK: Touches and keys

    /// Follows any touch. *Source*: Apple, UIControl.beginTracking(_:with:).
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        hasDragged = false
        return true
    }

    /// Has the thumb follow a touch to the other side. *Source*: Apple, UIControl.continueTracking(_:with:).
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let (x, start) = (touch.location(in: self).x, touch.startPoint.x)
        // As far as a pan needs to begin.
        if abs(touch.point.x - start) > TouchThresholds.panHysteresis { hasDragged = true }
        guard hasDragged else { return true }
        let isOn = (x > bounds.midX) != isMirrored
        if isOn != isShownOn { show(isOn, animated: true) }
        return true
    }

    /// Takes over what the touch has left, or turns the switch over where it was a tap. *Source*: Apple, UIControl.endTracking(_:with:).
    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        if hasDragged { return turn(isShownOn, event) }
        guard let touch, point(inside: touch.location(in: self), with: event) else { return }
        turn(!isTurnedOn, event)
    }

    /// Goes back to what was so. *Source*: Apple, UIControl.cancelTracking(with:).
    open override func cancelTracking(with event: UIEvent?) { show(isTurnedOn, animated: true) }

    private func turn(_ isOn: Bool, _ event: UIEvent?) {
        let hasChanged = isOn != isTurnedOn
        setOn(isOn, animated: true)
        if hasChanged { tellValueChanged(event) }
    }

    override func use(_ event: UIEvent?) { turn(!isTurnedOn, event) }

    override func adjust(up: Bool, _ event: UIEvent?) -> Bool {
        turn(up, event)
        return true
    }

    // MARK: Accessibility

    /// A button; that it is a switch is no trait that Apple's headers of 2021 have.
    override var standardAccessibilityTraits: UIAccessibilityTraits { super.standardAccessibilityTraits.union(.button) }
    /// "1" where it is on, "0" where it is off. *Source*: what XCUIElement.value gives of switches.
    override var standardAccessibilityValue: String? { isTurnedOn ? "1" : "0" }
}
