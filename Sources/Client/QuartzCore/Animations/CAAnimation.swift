import CoreGraphics
import Foundation
import MicaTrace
import MicaWire

/// A change of values over time. Subclasses define the values and how they change.
///
/// A layer stores a copy of each animation that is added to it. *Units*: seconds. *Source*: Apple, CAAnimation.h.
open class CAAnimation: NSObject, NSSecureCoding, NSCopying, CAMediaTiming, CAAction {
    /// Begin time, duration, speed, repeats and fill mode.
    package var timing = TimingState()
    /// Values under keys that are not properties.
    private var customValues: [String: Any] = [:]

    /// Makes an animation with Apple's defaults.
    public override init() {
        super.init()
        adoptClassDefaults()
    }

    /// Reads an animation from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        super.init()
        adoptClassDefaults()
        for row in type(of: self).rows {
            guard coder.containsValue(forKey: row.key) else { continue }
            guard let value = ArchivedValue.decode(coder, row.key), row.write(self, value) else { return nil }
        }
    }

    /// Writes the properties that are not at their defaults into an archive.
    open func encode(with coder: NSCoder) {
        for row in type(of: self).rows where shouldArchiveValue(forKey: row.key) {
            if let value = row.read(self) { ArchivedValue.encode(value, coder, row.key) }
        }
    }

    /// Whether an archive holds the value under a key: true; override it to leave values out.
    open func shouldArchiveValue(forKey key: String) -> Bool { true }

    /// True: animations can be read from archives securely.
    open class var supportsSecureCoding: Bool { true }

    /// A copy of the same class, with the same values and the same delegate.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = makeObject(of: type(of: self))
        if !copyStoredValues(to: copy) {
            for row in type(of: self).rows { _ = row.write(copy, row.read(self)) }
        }
        copy.customValues = customValues
        copy.delegate = delegate
        copy.preferredFrameRateRange = preferredFrameRateRange
        return copy
    }

    /// The timing function of the whole duration; nil for linear progress.
    open var timingFunction: CAMediaTimingFunction?

    /// The object that is told of start and end. Retained, as on Apple's platforms.
    open var delegate: (any CAAnimationDelegate)?

    /// The frame rates that suit the animation. A renderer without a screen ignores them and draws at the rate it is
    /// given.
    open var preferredFrameRateRange = CAFrameRateRange.default

    /// Whether the layer removes the animation when it has ended; true by default.
    open var isRemovedOnCompletion = true

    /// The start, in the parent's time; 0 means the time of the commit.
    open var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { timing.beginTime = newValue }
    }

    /// The length of one play, without repeats; 0 becomes the transaction's duration when the animation is added to a
    /// layer.
    open var duration: CFTimeInterval {
        get { timing.duration }
        set { timing.duration = newValue }
    }

    /// The rate of the animation's time against its parent's.
    open var speed: Float {
        get { Float(timing.speed) }
        set { timing.speed = Double(newValue) }
    }

    /// Seconds added to the active time.
    open var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { timing.timeOffset = newValue }
    }

    /// The number of plays; fractions count.
    open var repeatCount: Float {
        get { Float(timing.repeatCount) }
        set { timing.repeatCount = Double(newValue) }
    }

    /// The seconds for which the animation repeats.
    open var repeatDuration: CFTimeInterval {
        get { timing.repeatDuration }
        set { timing.repeatDuration = newValue }
    }

    /// Whether the animation plays backwards after it has played forwards.
    open var autoreverses: Bool {
        get { timing.autoreverses }
        set { timing.autoreverses = newValue }
    }

    /// The value shown outside the active duration.
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(rawValue: timing.fillMode.name) }
        set { timing.fillMode = TimingState.FillMode(name: newValue.rawValue) ?? .removed }
    }

    /// Adds the animation to the layer of the event, under the event's key. A property animation without a key path
    /// animates the property of the event.
    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }

    /// The value of a property or under any other key; copies of the animation have the value too.
    open func value(forKey key: String) -> Any? {
        guard let row = type(of: self).rows.first(where: { $0.key == key }) else { return customValues[key] }
        return row.read(self) ?? type(of: self).standardValue(key)
    }

    /// Sets a property, or a value under any other key. A value of the wrong type changes nothing; a warning is printed
    /// once.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let row = type(of: self).rows.first(where: { $0.key == key }) else {
            customValues[key] = value
            return
        }
        if !row.write(self, value) {
            let type = value.map { "\(Swift.type(of: $0))" } ?? "nil"
            Notices.say("\(key) of an animation is not understood as a \(type), and has no effect")
        }
    }

    /// The default of a property: the value of one that was never set; nil for other keys. Override it to begin with
    /// other values.
    open class func defaultValue(forKey key: String) -> Any? { standardValue(key) }

    /// Apple's default of a property, whatever a subclass begins with.
    static func standardValue(_ key: String) -> Any? { rows.first { $0.key == key }?.standard }

    /// The properties of this class and its superclasses.
    package class var rows: [AnimationRow] { unsafe AnimationRow.common }

    /// The animation's content as a value for the server; nil when the server could not understand it.
    package func animationContent() -> AnimationState.Content? { nil }

    /// The animation as a value for the server; nil when the server could not understand it.
    package func animationState() -> AnimationState? {
        guard let content = animationContent() else { return nil }
        return AnimationState(
            timing: timing, curve: timingFunction?.curve, removedOnCompletion: isRemovedOnCompletion, content: content)
    }
}

extension CAAnimation {
    /// Whether there is a value under a key that is not a property.
    final var hasCustomValues: Bool { !customValues.isEmpty }
}

/// An object that is told of an animation's start and end.
///
/// Swift on Linux has no optional requirements, so both methods have default bodies that do nothing.
public protocol CAAnimationDelegate: NSObjectProtocol {
    /// The animation has begun its active duration.
    func animationDidStart(_ anim: CAAnimation)
    /// The animation has ended; `finished` is false when it was removed early.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    /// Does nothing.
    public func animationDidStart(_ anim: CAAnimation) {}
    /// Does nothing.
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
