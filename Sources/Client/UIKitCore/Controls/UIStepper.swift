import CoreGraphics
import Foundation
import QuartzCore

/// Two buttons, minus and plus, that lower and raise a value; always 94 x 32 points.
///
/// A press changes the value at once. If `autorepeat` is true, the value goes on changing after half a second, by ten
/// steps a second, and by thirty after three seconds. Apple only says that "the rate of change depends on how long the
/// user continues pressing". *Source*: Apple, UIStepper, UIStepper.h; the size is from Interface Builder's frames since
/// iOS 13 (94 x 29 before); lines and divider are read off pictures of iOS 17 and 18.
open class UIStepper: UIControl {
    private static let size = CGSize(width: 94, height: 32)
    /// The length and the thickness of the lines of plus and minus, in points.
    private static let (bar, line): (CGFloat, CGFloat) = (41.0 / 3, 1.25)

    /// One of the two buttons.
    private enum Half: Int {
        case decrement = 0
        case increment = 1
        var sign: Double { self == .increment ? 1 : -1 }
    }

    private var (low, high, current, step): (Double, Double, Double, Double) = (0, 100, 0, 1)
    private var images = [StateImages(), StateImages()]
    private var backgrounds = StateImages()
    private var dividers = DividerImages()
    private let (background, divider) = (ControlPart(), ControlPart())
    private let plates = [ControlPart(), ControlPart()]
    private let pictures = [ControlPart(), ControlPart()]
    private let bars = [ControlPart(), ControlPart(), ControlPart()]
    private lazy var elements = makeElements()

    private var press = Press()
    private var link: CADisplayLink?

    /// A touch of a button.
    private struct Press {
        var half: Half?
        /// Whether the touch is on the button where it began.
        var isOnButton = false
        var hasChanged = false
        var (time, repeats): (Double, Int) = (0, 0)
    }

    /// Makes a stepper; the frame's size is ignored. *Source*: Apple, UIStepper; dotnet/macios, StepperTest.cs.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        makeParts()
    }

    /// Reads a stepper from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addParts { makeParts() }
        frame = frame
        coder.readNumber(forKey: "UIMinimumValue") { minimumValue = Double($0) }
        coder.readNumber(forKey: "UIMaximumValue") { maximumValue = Double($0) }
        coder.readNumber(forKey: "UIStepValue") { stepValue = Double($0) }
        value = coder.decodeDouble(forKey: "UIValue")
        coder.readFlag(forKey: "UIIsContinuous") { isContinuous = $0 }
        coder.readFlag(forKey: "UIAutorepeat") { autorepeat = $0 }
        coder.readFlag(forKey: "UIWraps") { wraps = $0 }
        coder.readImages(forKey: "UIIncrementImage") { setIncrementImage($0, for: $1) }
        coder.readImages(forKey: "UIDecrementImage") { setDecrementImage($0, for: $1) }
        coder.readImages(forKey: "UIBackgroundImage") { setBackgroundImage($0, for: $1) }
        coder.readNib(self, as: UIStepper.self)
    }

    /// Writes the stepper into an archive, without its divider images.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(low, forKey: "UIMinimumValue")
        coder.encode(high, forKey: "UIMaximumValue")
        coder.encode(step, forKey: "UIStepValue")
        coder.encode(current, forKey: "UIValue")
        coder.encode(isContinuous, forKey: "UIIsContinuous")
        coder.encode(autorepeat, forKey: "UIAutorepeat")
        coder.encode(wraps, forKey: "UIWraps")
        coder.encodeImages(incrementImage(for:), forKey: "UIIncrementImage")
        coder.encodeImages(decrementImage(for:), forKey: "UIDecrementImage")
        coder.encodeImages(backgroundImage(for:), forKey: "UIBackgroundImage")
    }

    private func makeParts() {
        isOpaque = false
        for part in [background] + plates + [divider] + bars + pictures { addSubview(part) }
        showParts()
        layoutParts()
    }

    /// The frame; its size never changes.
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

    /// The value, limited to its range; 0 at first. Setting it sends no event. *Source*: Apple, UIStepper.value;
    /// UIStepper.h: "clamped to min/max".
    open var value: Double {
        get { current }
        set {
            guard !newValue.isNaN else { return }
            current = min(max(newValue, low), high)
            showParts()
        }
    }

    /// The least value; 0 at first. Setting it raises a lower maximum to it. NaN and infinity are ignored. *Source*:
    /// Apple, UIStepper.minimumValue: "both values are set to the new value".
    open var minimumValue: Double {
        get { low }
        set {
            guard newValue.isFinite else { return }
            (low, high) = (newValue, max(high, newValue))
            value = current
        }
    }

    /// The greatest value; 100 at first. Setting it lowers a higher minimum to it. NaN and infinity are ignored.
    /// *Source*: Apple, UIStepper.maximumValue: "both values are set to the new value".
    open var maximumValue: Double {
        get { high }
        set {
            guard newValue.isFinite else { return }
            (low, high) = (min(low, newValue), newValue)
            value = current
        }
    }

    /// The change of the value by one press; 1 at first. A number that is not above 0 is ignored; Apple's throws an
    /// exception. *Source*: Apple, UIStepper.stepValue; UIStepper.h: "must be greater than 0".
    open var stepValue: Double {
        get { step }
        set { if newValue > 0, newValue.isFinite { step = newValue } }
    }

    /// Whether `valueChanged` is sent for each change, not only at the end of a touch; true at first.
    open var isContinuous = true
    /// Whether a long press keeps changing the value; true at first.
    open var autorepeat = true
    /// Whether the value wraps around at its ends; false at first.
    open var wraps = false {
        didSet { showParts() }
    }

    private func canChange(_ half: Half) -> Bool {
        high > low && (wraps || (half == .increment ? current < high : current > low))
    }

    /// Changes the value by a step; false if it is at its end.
    @discardableResult
    private func change(_ half: Half, _ event: UIEvent?) -> Bool {
        guard isEnabled, canChange(half) else { return false }
        let next = current + half.sign * step
        if wraps, next > high {
            value = low
        } else if wraps, next < low {
            value = high
        } else {
            value = next
        }
        press.hasChanged = true
        if isContinuous { tellValueChanged(event) }
        return true
    }

    // MARK: Looks

    /// Sets the picture behind both buttons for a state, stretched except for its caps.
    open func setBackgroundImage(_ image: UIImage?, for state: UIControl.State) {
        backgrounds[state] = image
        stateChanged()
    }
    /// The picture behind both buttons that was set for a state; nil for none.
    open func backgroundImage(for state: UIControl.State) -> UIImage? { backgrounds[state] }
    /// Sets the picture between the two buttons, by their states.
    open func setDividerImage(
        _ image: UIImage?, forLeftSegmentState leftState: UIControl.State, rightSegmentState rightState: UIControl.State
    ) {
        dividers[leftState, rightState] = image
        stateChanged()
    }
    /// The picture between the two buttons that was set, by their states; nil for none.
    open func dividerImage(
        forLeftSegmentState leftState: UIControl.State, rightSegmentState rightState: UIControl.State
    ) -> UIImage? { dividers[leftState, rightState] }
    /// Sets the picture to show instead of the plus for a state.
    open func setIncrementImage(_ image: UIImage?, for state: UIControl.State) { set(image, state, .increment) }
    /// The picture instead of the plus that was set for a state; nil for none.
    open func incrementImage(for state: UIControl.State) -> UIImage? { images[Half.increment.rawValue][state] }
    /// Sets the picture to show instead of the minus for a state.
    open func setDecrementImage(_ image: UIImage?, for state: UIControl.State) { set(image, state, .decrement) }
    /// The picture instead of the minus that was set for a state; nil for none.
    open func decrementImage(for state: UIControl.State) -> UIImage? { images[Half.decrement.rawValue][state] }

    private func set(_ image: UIImage?, _ state: UIControl.State, _ half: Half) {
        images[half.rawValue][state] = image
        stateChanged()
    }

    private func state(of half: Half) -> UIControl.State {
        if !isEnabled || !canChange(half) { return .disabled }
        return press.half == half && press.isOnButton ? .highlighted : .normal
    }

    private func showParts() {
        let states = [state(of: .decrement), state(of: .increment)]
        background.image = backgrounds.shown(in: state.subtracting([.highlighted, .focused]))
        background.backgroundColor = background.image == nil ? .tertiarySystemFill : nil
        divider.image = dividers.shown(states[0], states[1])
        divider.backgroundColor = divider.image == nil ? .systemFill : nil
        for half in [Half.decrement, .increment] {
            let index = half.rawValue
            plates[index].backgroundColor = states[index] == .highlighted ? .systemFill : .clear
            pictures[index].image = images[index].shown(in: states[index])
            pictures[index].alpha = states[index] == .disabled ? 0.35 : 1
        }
        // The minus is one bar, the plus two.
        for (index, bar) in bars.enumerated() {
            let half = index == 0 ? 0 : 1
            bar.backgroundColor = .label
            bar.isHidden = pictures[half].image != nil
            bar.alpha = states[half] == .disabled ? 0.35 : 1
        }
    }

    override func stateChanged() {
        showParts()
        layoutParts()
    }

    private func rect(of half: Half) -> CGRect {
        let bounds = CGRect(origin: bounds.origin, size: Self.size)
        let isRight = (half == .increment) != isRightToLeft
        return CGRect(
            x: isRight ? bounds.midX : bounds.minX, y: bounds.minY, width: bounds.width / 2, height: bounds.height)
    }

    private func layoutParts() {
        let bounds = CGRect(origin: bounds.origin, size: Self.size)
        background.frame = bounds
        background.round(by: background.image == nil ? 8 : 0)
        let size = divider.image?.size ?? CGSize(width: 1, height: 18)
        divider.frame = CGRect(
            x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
        for half in [Half.decrement, .increment] {
            let (index, rect) = (half.rawValue, rect(of: half))
            plates[index].frame = rect
            plates[index].round(by: 8)
            if let image = pictures[index].image {
                pictures[index].frame = CGRect(
                    x: rect.midX - image.size.width / 2, y: rect.midY - image.size.height / 2, width: image.size.width,
                    height: image.size.height)
            }
        }
        let (minus, plus) = (rect(of: .decrement), rect(of: .increment))
        for (bar, area, size) in [
            (bars[0], minus, CGSize(width: Self.bar, height: Self.line)),
            (bars[1], plus, CGSize(width: Self.bar, height: Self.line)),
            (bars[2], plus, CGSize(width: Self.line, height: Self.bar)),
        ] {
            bar.frame = CGRect(
                x: area.midX - size.width / 2, y: area.midY - size.height / 2, width: size.width, height: size.height)
            bar.round()
        }
    }

    /// Lays out the buttons.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutParts()
    }

    /// 94 x 32 points.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }
    /// 94 x 32 points.
    open override var intrinsicContentSize: CGSize { Self.size }
    override var defaultHuggingPriority: UILayoutPriority { .defaultHigh }

    // MARK: Touches and keys

    /// Presses the button that a touch begins on.
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let half: Half = rect(of: .increment).contains(touch.location(in: self)) ? .increment : .decrement
        guard canChange(half) else { return false }
        (press.half, press.isOnButton, press.hasChanged) = (half, true, false)
        change(half, event)
        if autorepeat { startRepeating() }
        showParts()
        return true
    }

    /// Stops or resumes repeating as the touch leaves or re-enters the button.
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard let half = press.half else { return true }
        let isOn = rect(of: half).contains(touch.location(in: self))
        guard isOn != press.isOnButton else { return true }
        press.isOnButton = isOn
        if !isOn { stopRepeating() } else if autorepeat { startRepeating() }
        showParts()
        return true
    }

    /// Releases the button, and sends `valueChanged` if it was not sent yet.
    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        release()
        if !isContinuous, press.hasChanged { tellValueChanged(event) }
    }

    /// Releases the button, as the end of a touch does.
    open override func cancelTracking(with event: UIEvent?) { endTracking(nil, with: event) }

    /// Out of a window no button is pressed.
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil, press.half != nil { release() }
    }

    private func release() {
        (press.half, press.isOnButton) = (nil, false)
        stopRepeating()
        showParts()
    }

    private func startRepeating() {
        (press.time, press.repeats) = (CACurrentMediaTime(), 0)
        guard link == nil else { return }
        let link = CADisplayLink { [weak self] link in
            assumeMainActor {
                guard let self else { return link.invalidate() }
                self.passTime(to: link.timestamp)
            }
        }
        link.add(to: .current, forMode: .common)
        self.link = link
    }

    private func stopRepeating() {
        link?.invalidate()
        link = nil
    }

    /// Makes the steps that are due at a time; the first is due after half a second.
    private func passTime(to time: Double) {
        guard let half = press.half else { return release() }
        let held = time - press.time
        let due = held < 0.5 ? 0 : held < 3 ? 1 + Int((held - 0.5) * 10) : 26 + Int((min(held, 1e6) - 3) * 30)
        while press.repeats < due {
            press.repeats += 1
            guard change(half, nil) else { return stopRepeating() }
        }
    }

    override func use(_ event: UIEvent?) { _ = adjust(up: true, event) }

    override func adjust(up: Bool, _ event: UIEvent?) -> Bool {
        press.hasChanged = false
        change(up ? .increment : .decrement, event)
        if !isContinuous, press.hasChanged { tellValueChanged(event) }
        return true
    }

    // MARK: Accessibility

    /// Its elements are the two buttons. *Source*: davidsweetman/VODemo, Stepper.swift: "It exposes its private
    /// UIButtons as individual accessible elements".
    override var standardIsAccessibilityElement: Bool { false }
    override var standardAccessibilityElements: [Any]? { elements }

    private func makeElements() -> [ControlElement] {
        [Half.decrement, .increment].map { half in
            let element = ControlElement(in: self)
            element.words = { half == .increment ? "Increment" : "Decrement" }
            element.kinds = { [weak self] in
                self?.state(of: half) == .disabled ? [.button, .notEnabled] : .button
            }
            element.area = { [weak self] in self?.rect(of: half) ?? .zero }
            element.activate = { [weak self] in self?.adjust(up: half == .increment, nil) ?? false }
            return element
        }
    }
}
