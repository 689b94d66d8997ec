import CoreGraphics
import Foundation
import QuartzCore

/// A control that is on or off; always 51 x 31 points.
///
/// *Source*: Apple, UISwitch, UISwitch.h; the size, the colour when off and the thumb's position are from a dump of
/// Apple's views (iOS 16 to 18) in getsentry/sentry-cocoa, SentryUIRedactBuilderTests.swift.
open class UISwitch: UIControl {
    /// The appearance of a switch.
    public enum Style: Int, Sendable {
        /// The system's choice.
        case automatic = 0
        /// A check box, only on the Mac.
        case checkbox
        /// A thumb in a track.
        case sliding
    }

    private static let size = CGSize(width: 51, height: 31)
    /// The thumb is 27 points wide, 2 from the edges, and 5 wider while it is touched; the 5 are our own.
    private static let (thumb, inset, stretch): (CGFloat, CGFloat, CGFloat) = (27, 2, 5)

    private var isTurnedOn = false
    /// The shown state; differs from `isOn` while the thumb is dragged.
    private var isShownOn = false
    private var hasDragged = false
    private let (offPart, onPart, thumbPart) = (ControlPart(), ControlPart(), ControlPart())

    /// Makes a switch; the frame's size is ignored. *Source*: Apple, UISwitch.init(frame:): "the frame size is
    /// ignored".
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        makeParts()
    }

    /// Reads a switch from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addParts { makeParts() }
        frame = frame
        isOn = coder.decodeBool(forKey: "UISwitchOn")
        onTintColor = coder.optionalObject(of: UIColor.self, forKey: "UIOnTintColor")
        thumbTintColor = coder.optionalObject(of: UIColor.self, forKey: "UIThumbTintColor")
        onImage = coder.optionalObject(of: UIImage.self, forKey: "UIOnImage")
        offImage = coder.optionalObject(of: UIImage.self, forKey: "UIOffImage")
        title = coder.optionalText(forKey: "UITitle")
        // Observers of properties do not run in an initialiser.
        showColors()
        coder.readNib(self, as: UISwitch.self)
    }

    /// Writes the switch into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isTurnedOn, forKey: "UISwitchOn")
        coder.encodeOptional(onTintColor, forKey: "UIOnTintColor")
        coder.encodeOptional(thumbTintColor, forKey: "UIThumbTintColor")
        coder.encodeOptional(onImage, forKey: "UIOnImage")
        coder.encodeOptional(offImage, forKey: "UIOffImage")
        coder.encodeOptional(title, forKey: "UITitle")
    }

    private func makeParts() {
        isOpaque = false
        for part in [offPart, onPart, thumbPart] { addSubview(part) }
        showColors()
        layoutParts()
    }

    /// The frame; its size never changes. *Source*: Apple, UIView.frame; UISwitch.h: "This class enforces a size
    /// appropriate for the control".
    open override var frame: CGRect {
        get { super.frame }
        set {
            guard newValue.isUsable, layer.transform.matrix.isIdentity else { return super.frame = newValue }
            super.frame = CGRect(origin: newValue.origin, size: Self.size)
        }
    }

    /// The bounds; their size never changes.
    open override var bounds: CGRect {
        get { super.bounds }
        set { super.bounds = CGRect(origin: newValue.origin, size: Self.size) }
    }

    // MARK: Value

    /// Whether it is on; false at first. Setting it sends no event.
    open var isOn: Bool {
        get { isTurnedOn }
        set { setOn(newValue, animated: false) }
    }

    /// Sets whether it is on, without an event, and moves the thumb, animated if wanted. *Source*: Apple,
    /// UISwitch.setOn(_:animated:); UISwitch.h: "does not send action".
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

    /// The background's colour when on; green if nil, as at first.
    open var onTintColor: UIColor? { didSet { showColors() } }
    /// The thumb's colour; white if nil, as at first.
    open var thumbTintColor: UIColor? { didSet { showColors() } }
    /// A picture for a switch that is on: stored, not shown. *Source*: Apple, UISwitch.onImage: "In iOS 7, this
    /// property has no effect".
    open var onImage: UIImage?
    /// A picture for a switch that is off: stored, not shown. *Source*: Apple, UISwitch.offImage: "In iOS 7, this
    /// property has no effect".
    open var offImage: UIImage?
    /// A title beside a switch on the Mac: stored, not shown. *Source*: Apple, UISwitch.title: "only supported for
    /// Catalyst in the Mac idiom".
    open var title: String?
    /// The wanted appearance: stored, without effect.
    open var preferredStyle = Style.automatic
    /// The appearance: always sliding here. *Source*: Apple, UISwitch.style: "never UISwitchStyleAutomatic".
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

    private var isMirrored: Bool { isRightToLeft }

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

    /// Lays out the track and the thumb.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutParts()
    }

    /// 51 x 31 points.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }
    /// 51 x 31 points.
    open override var intrinsicContentSize: CGSize { Self.size }
    override var defaultHuggingPriority: UILayoutPriority { .defaultHigh }

    // MARK: Touches and keys

    /// Follows any touch.
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        hasDragged = false
        return true
    }

    /// Moves the thumb to the side that the touch is on.
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let (x, start) = (touch.location(in: self).x, touch.startPoint.x)
        // The distance at which a pan begins.
        if abs(touch.point.x - start) > TouchThresholds.panHysteresis { hasDragged = true }
        guard hasDragged else { return true }
        let isOn = (x > bounds.midX) != isMirrored
        if isOn != isShownOn { show(isOn, animated: true) }
        return true
    }

    /// Takes the state that a drag has left, or toggles after a tap.
    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        if hasDragged { return turn(isShownOn, event) }
        guard let touch, point(inside: touch.location(in: self), with: event) else { return }
        turn(!isTurnedOn, event)
    }

    /// Shows `isOn` again.
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

    /// A button: Apple's headers of 2021 have no trait for a switch.
    override var standardAccessibilityTraits: UIAccessibilityTraits { super.standardAccessibilityTraits.union(.button) }
    /// "1" for on, "0" for off. *Source*: the value of XCUIElement.value for switches.
    override var standardAccessibilityValue: String? { isTurnedOn ? "1" : "0" }
}
