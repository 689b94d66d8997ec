import CoreGraphics
import Foundation
import QuartzCore

/// A control with a thumb that moves along a track, for a value in a range.
///
/// Its natural height is 34 points; the thumb is 27 points wide. It follows a touch that begins on the thumb, or within
/// 22 points of the thumb's middle along the track. Arrow keys and accessibility change the value by a tenth of the
/// range. *Source*: Apple, UISlider, UISlider.h; markmeretzky.com/swift/slider measured the height (iOS 8.1); the other
/// lengths are read off pictures of iOS 17 and 18, docs/controls.md.
open class UISlider: UIControl {
    /// Lengths, in points.
    private enum Lengths {
        static let height: CGFloat = 34
        static let thumb: CGFloat = 27
        static let track: CGFloat = 4
        /// The distance of the track from the ends.
        static let trackInset: CGFloat = 3
        /// The distance of the thumb from the ends.
        static let thumbInset: CGFloat = 4.0 / 3
        /// The distance of the thumb's middle above the track's.
        static let thumbRise: CGFloat = 7.0 / 6
        /// The distance between a picture at an end and the track.
        static let gap: CGFloat = 10
        /// The distance from the thumb's middle at which a touch may begin: half the smallest target in Apple's Human
        /// Interface Guidelines.
        static let reach: CGFloat = 22
    }

    private var (low, high, current): (Float, Float, Float) = (0, 1, 0)
    private var (thumbs, minimumTracks, maximumTracks) = (StateImages(), StateImages(), StateImages())
    private let (maximumPart, minimumPart, thumbPart) = (ControlPart(), ControlPart(), ControlPart())
    /// The wider of the thumb's two shadows.
    private let thumbShadow = ControlPart()
    private var (minimumPicture, maximumPicture): (ControlPart?, ControlPart?)
    /// The distance from the followed touch to the thumb's middle.
    private var grip: CGFloat = 0

    /// Makes a slider with a frame, of any height.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        makeParts()
    }

    /// Reads a slider from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addParts { makeParts() }
        if coder.containsValue(forKey: "UIMinValue") { minimumValue = coder.decodeFloat(forKey: "UIMinValue") }
        if coder.containsValue(forKey: "UIMaxValue") { maximumValue = coder.decodeFloat(forKey: "UIMaxValue") }
        value = coder.decodeFloat(forKey: "UIValue")
        minimumTrackTintColor = coder.optionalObject(of: UIColor.self, forKey: "UIMinimumTrackTintColor")
        maximumTrackTintColor = coder.optionalObject(of: UIColor.self, forKey: "UIMaximumTrackTintColor")
        thumbTintColor = coder.optionalObject(of: UIColor.self, forKey: "UIThumbTintColor")
        minimumValueImage = coder.optionalObject(of: UIImage.self, forKey: "UIMinimumValueImage")
        maximumValueImage = coder.optionalObject(of: UIImage.self, forKey: "UIMaximumValueImage")
        coder.readFlag(forKey: "UIIsContinuous") { isContinuous = $0 }
        coder.readImages(forKey: "UIThumbImage") { setThumbImage($0, for: $1) }
        coder.readImages(forKey: "UIMinimumTrackImage") { setMinimumTrackImage($0, for: $1) }
        coder.readImages(forKey: "UIMaximumTrackImage") { setMaximumTrackImage($0, for: $1) }
        // Observers of properties do not run in an initialiser.
        show(minimumValueImage, in: \.minimumPicture)
        show(maximumValueImage, in: \.maximumPicture)
        stateChanged()
        coder.readNib(self, as: UISlider.self)
    }

    /// Writes the slider into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(low, forKey: "UIMinValue")
        coder.encode(high, forKey: "UIMaxValue")
        coder.encode(current, forKey: "UIValue")
        coder.encodeOptional(minimumTrackTintColor, forKey: "UIMinimumTrackTintColor")
        coder.encodeOptional(maximumTrackTintColor, forKey: "UIMaximumTrackTintColor")
        coder.encodeOptional(thumbTintColor, forKey: "UIThumbTintColor")
        coder.encodeOptional(minimumValueImage, forKey: "UIMinimumValueImage")
        coder.encodeOptional(maximumValueImage, forKey: "UIMaximumValueImage")
        coder.encode(isContinuous, forKey: "UIIsContinuous")
        coder.encodeImages(thumbImage(for:), forKey: "UIThumbImage")
        coder.encodeImages(minimumTrackImage(for:), forKey: "UIMinimumTrackImage")
        coder.encodeImages(maximumTrackImage(for:), forKey: "UIMaximumTrackImage")
    }

    private func makeParts() {
        for part in [maximumPart, minimumPart, thumbShadow, thumbPart] { addSubview(part) }
        showColors()
    }

    // MARK: Value

    /// The value, limited to its range; 0 at first. Setting it sends no event. *Source*: Apple, UISlider.value;
    /// UISlider.h: "this value will be pinned to min/max".
    open var value: Float {
        get { current }
        set {
            change(to: newValue)
            layoutParts()
        }
    }

    /// Sets the value without an event. If animated, the thumb moves at a fixed velocity, so a longer distance takes
    /// longer.
    open func setValue(_ value: Float, animated: Bool) {
        let old = fraction(of: current)
        change(to: value)
        let way = abs(fraction(of: current) - old)
        guard animated, way > 0 else { return layoutParts() }
        UIView.animate(withDuration: ControlTiming.slide * Double(way)) { self.layoutParts() }
    }

    /// The value at the left end; 0 at first. Setting it raises a lower value or maximum to it. NaN and infinity are
    /// ignored.
    open var minimumValue: Float {
        get { low }
        set {
            guard newValue.isFinite else { return }
            (low, high) = (newValue, max(high, newValue))
            value = current
        }
    }

    /// The value at the right end; 1 at first. Setting it lowers a higher value or minimum to it. NaN and infinity are
    /// ignored.
    open var maximumValue: Float {
        get { high }
        set {
            guard newValue.isFinite else { return }
            (low, high) = (min(low, newValue), newValue)
            value = current
        }
    }

    /// Whether `valueChanged` is sent while the thumb moves, not only at the end; true at first.
    open var isContinuous = true

    private func change(to value: Float) {
        guard !value.isNaN else { return }
        current = min(max(value, low), high)
    }

    /// The position of a value between the least and the greatest, 0 to 1.
    private func fraction(of value: Float) -> CGFloat {
        guard high > low else { return 0 }
        let way = (Double(value) - Double(low)) / (Double(high) - Double(low))
        return CGFloat(min(max(way, 0), 1))
    }

    private var isMirrored: Bool { isRightToLeft }

    // MARK: Looks

    /// The colour of the track from the least value to the thumb; the tint colour if nil, as at first.
    open var minimumTrackTintColor: UIColor? { didSet { showColors() } }
    /// The colour of the track from the thumb to the greatest value; a translucent gray if nil, as at first.
    open var maximumTrackTintColor: UIColor? { didSet { showColors() } }
    /// The thumb's colour; white if nil, as at first.
    open var thumbTintColor: UIColor? { didSet { showColors() } }

    /// The picture left of the track; none at first.
    open var minimumValueImage: UIImage? { didSet { show(minimumValueImage, in: \.minimumPicture) } }
    /// The picture right of the track; none at first.
    open var maximumValueImage: UIImage? { didSet { show(maximumValueImage, in: \.maximumPicture) } }

    private func show(_ image: UIImage?, in path: ReferenceWritableKeyPath<UISlider, ControlPart?>) {
        let part = self[keyPath: path] ?? (image == nil ? nil : ControlPart())
        if let part, part.superview == nil { addSubview(part) }
        self[keyPath: path] = part
        part?.image = image
        layoutParts()
    }

    /// Sets the picture of the thumb for a state.
    open func setThumbImage(_ image: UIImage?, for state: UIControl.State) { set(image, state, \.thumbs) }
    /// Sets the picture of the track left of the thumb for a state, stretched except for its caps.
    open func setMinimumTrackImage(_ image: UIImage?, for state: UIControl.State) { set(image, state, \.minimumTracks) }
    /// Sets the picture of the track right of the thumb for a state, stretched except for its caps.
    open func setMaximumTrackImage(_ image: UIImage?, for state: UIControl.State) { set(image, state, \.maximumTracks) }
    /// The picture of the thumb that was set for a state; nil for none.
    open func thumbImage(for state: UIControl.State) -> UIImage? { thumbs[state] }
    /// The picture left of the thumb that was set for a state; nil for none.
    open func minimumTrackImage(for state: UIControl.State) -> UIImage? { minimumTracks[state] }
    /// The picture right of the thumb that was set for a state; nil for none.
    open func maximumTrackImage(for state: UIControl.State) -> UIImage? { maximumTracks[state] }
    /// The thumb's picture for the present state; nil for the slider's own.
    open var currentThumbImage: UIImage? { thumbs.shown(in: state) }
    /// The picture left of the thumb for the present state; nil for the slider's own.
    open var currentMinimumTrackImage: UIImage? { minimumTracks.shown(in: state) }
    /// The picture right of the thumb for the present state; nil for the slider's own.
    open var currentMaximumTrackImage: UIImage? { maximumTracks.shown(in: state) }

    private func set(_ image: UIImage?, _ state: State, _ path: ReferenceWritableKeyPath<UISlider, StateImages>) {
        self[keyPath: path][state] = image
        stateChanged()
    }

    private func showColors() {
        let images = (currentMinimumTrackImage, currentMaximumTrackImage, currentThumbImage)
        (minimumPart.image, maximumPart.image, thumbPart.image) = images
        minimumPart.backgroundColor = images.0 == nil ? minimumTrackTintColor ?? tintColor : nil
        maximumPart.backgroundColor = images.1 == nil ? maximumTrackTintColor ?? .systemFill : nil
        thumbPart.backgroundColor = images.2 == nil ? thumbTintColor ?? .controlThumb : nil
        for part in [maximumPart, minimumPart, thumbShadow, thumbPart, minimumPicture, maximumPicture] {
            part?.alpha = isEnabled ? 1 : 0.5
        }
    }

    override func stateChanged() {
        showColors()
        layoutParts()
    }

    /// Shows the new tint colour.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        showColors()
    }

    // MARK: Layout

    /// The rectangle of the picture at the left.
    open func minimumValueImageRect(forBounds bounds: CGRect) -> CGRect {
        valueImageRect(minimumValueImage, bounds, isLeft: !isMirrored)
    }

    /// The rectangle of the picture at the right.
    open func maximumValueImageRect(forBounds bounds: CGRect) -> CGRect {
        valueImageRect(maximumValueImage, bounds, isLeft: isMirrored)
    }

    private func valueImageRect(_ image: UIImage?, _ bounds: CGRect, isLeft: Bool) -> CGRect {
        guard let size = image?.size else { return .zero }
        let x = isLeft ? bounds.minX : bounds.maxX - size.width
        return CGRect(origin: CGPoint(x: x, y: bounds.midY - size.height / 2), size: size)
    }

    /// The track's rectangle: between the pictures at the ends, centred vertically.
    open func trackRect(forBounds bounds: CGRect) -> CGRect {
        let height = (currentMinimumTrackImage ?? currentMaximumTrackImage)?.size.height ?? Lengths.track
        var (left, right) = (bounds.minX + Lengths.trackInset, bounds.maxX - Lengths.trackInset)
        let ends = [minimumValueImageRect(forBounds: bounds), maximumValueImageRect(forBounds: bounds)]
        let (start, end) = isMirrored ? (ends[1], ends[0]) : (ends[0], ends[1])
        if start.width > 0 { left = start.maxX + Lengths.gap }
        if end.width > 0 { right = end.minX - Lengths.gap }
        return CGRect(x: left, y: bounds.midY - height / 2, width: max(0, right - left), height: height)
    }

    /// The thumb's rectangle for a value; it ranges from 5/3 points before the track's beginning to as far past its
    /// end, a little above the track's middle; a picture of the program's lies in the middle, and goes from end to
    /// end.
    open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
        let size = currentThumbImage?.size ?? CGSize(width: Lengths.thumb, height: Lengths.thumb)
        let overhang = Lengths.trackInset - (currentThumbImage == nil ? Lengths.thumbInset : 0)
        let room = max(0, rect.width + 2 * overhang - size.width)
        let rise = currentThumbImage == nil ? Lengths.thumbRise : 0
        let way = isMirrored ? 1 - fraction(of: value) : fraction(of: value)
        return CGRect(
            x: rect.minX - overhang + room * way, y: rect.midY - rise - size.height / 2, width: size.width,
            height: size.height)
    }

    private func layoutParts() {
        let bounds = bounds
        let track = trackRect(forBounds: bounds)
        let thumb = thumbRect(forBounds: bounds, trackRect: track, value: current)
        let middle = min(max(thumb.midX, track.minX), track.maxX)
        let left = CGRect(x: track.minX, y: track.minY, width: middle - track.minX, height: track.height)
        let right = CGRect(x: middle, y: track.minY, width: track.maxX - middle, height: track.height)
        (minimumPart.frame, maximumPart.frame) = isMirrored ? (right, left) : (left, right)
        (thumbPart.frame, thumbShadow.frame) = (thumb, thumb)
        minimumPart.round(by: minimumPart.image == nil ? track.height / 2 : 0)
        maximumPart.round(by: maximumPart.image == nil ? track.height / 2 : 0)
        for part in [thumbPart, thumbShadow] { part.round(by: thumbPart.image == nil ? nil : 0) }
        // Under the thumb, out to 14 points, the two together are within two levels of Apple's shadow.
        thumbPart.castShadow(opacity: thumbPart.image == nil ? 0.12 : 0, radius: 2, offset: 0.5)
        thumbShadow.castShadow(opacity: thumbPart.image == nil ? 0.12 : 0, radius: 6.5, offset: 6)
        minimumPicture?.frame = minimumValueImageRect(forBounds: bounds)
        maximumPicture?.frame = maximumValueImageRect(forBounds: bounds)
        bringSubviewToFront(thumbShadow)
        bringSubviewToFront(thumbPart)
    }

    /// Lays out the track and the thumb.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutParts()
    }

    /// The width given, and a height of at least 34 points. *Source*: Apple, UIView.sizeThatFits(_:);
    /// markmeretzky.com/swift/slider; the width is measured on iOS 17 to 26.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: max(Lengths.height, currentThumbImage?.size.height ?? 0))
    }

    /// A height of at least 34 points, without a width.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: sizeThatFits(.zero).height)
    }

    // MARK: Touches and keys

    private var thumb: CGRect {
        thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: current)
    }

    /// Follows a touch that begins on the thumb, and sends `valueChanged`. *Source*: Apple,
    /// UIControl.beginTracking(_:with:); for the event at the press, nackpan.net/blog/2020/08/07/iosswiftuislider (iOS
    /// 13).
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let (point, thumb) = (touch.location(in: self), thumb)
        guard abs(point.x - thumb.midX) <= max(Lengths.reach, thumb.width / 2) else { return false }
        grip = thumb.midX - point.x
        if isContinuous { tellValueChanged(event) }
        return true
    }

    /// Moves the thumb with the touch, and sends `valueChanged` if continuous.
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let track = trackRect(forBounds: bounds)
        let ends = [low, high].map { thumbRect(forBounds: bounds, trackRect: track, value: $0).midX }
        guard ends[0] != ends[1] else { return true }
        let way = Double((touch.location(in: self).x + grip - ends[0]) / (ends[1] - ends[0]))
        let old = current
        value = Float(Double(low) + (Double(high) - Double(low)) * min(max(way, 0), 1))
        if isContinuous, current != old { tellValueChanged(event) }
        return true
    }

    /// Sends `valueChanged` at the end of the touch, continuous or not. *Source*: Apple,
    /// UIControl.endTracking(_:with:); for continuous sliders, Stack Overflow, question 9390298, whose answers
    /// recognize the end by the touch's phase.
    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) { tellValueChanged(event) }

    override func use(_ event: UIEvent?) {}

    override func adjust(up: Bool, _ event: UIEvent?) -> Bool {
        let step = (Double(high) - Double(low)) / 10
        let old = current
        setValue(Float(Double(current) + (up ? step : -step)), animated: true)
        if current != old { tellValueChanged(event) }
        return true
    }

    // MARK: Accessibility

    override var standardAccessibilityTraits: UIAccessibilityTraits {
        super.standardAccessibilityTraits.union(.adjustable)
    }
    /// The position in the range, in percent. *Source*: Apple, UIAccessibility.h: "A volume slider has a label of
    /// "Volume", but a value of "60%"".
    override var standardAccessibilityValue: String? { "\(Int((fraction(of: current) * 100).rounded()))%" }
}
