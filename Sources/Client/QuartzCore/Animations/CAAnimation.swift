import CoreGraphics
import Foundation
import MicaAnimation
import MicaTrace
import MicaWire

/// Values that change over time; what changes and how, the subclasses say.
///
/// A layer keeps a copy of each animation that is added to it. *Units*: seconds. *Source*: Apple, CAAnimation.h.
open class CAAnimation: NSObject, NSSecureCoding, NSCopying, CAMediaTiming, CAAction {
    /// When it runs.
    package var timing = TimingState()
    /// Values under keys that are not properties.
    private var customValues: [String: Any] = [:]

    /// Makes an animation with Apple's defaults.
    public override init() {
        MediaClock.markBuilding()
        super.init()
    }

    /// Reads an animation from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        super.init()
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

    /// True: archives of animations can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// A copy of the same class, with the same values and delegate.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = makeObject(of: type(of: self))
        for row in type(of: self).rows {
            if let value = row.read(self) { _ = row.write(copy, value) }
        }
        copy.customValues = customValues
        copy.delegate = delegate
        copy.preferredFrameRateRange = preferredFrameRateRange
        return copy
    }

    /// Eases the whole duration; nil is an even pace.
    open var timingFunction: CAMediaTimingFunction?

    /// Who is told of start and end. Kept alive, as on Apple's platforms.
    open var delegate: (any CAAnimationDelegate)?

    /// The frame rates that the animation is content with. What draws without a screen takes the rate that it is asked for.
    open var preferredFrameRateRange = CAFrameRateRange.default

    /// Whether the layer lets go of the animation when it has ended.
    open var isRemovedOnCompletion = true

    /// When it starts, in its parent's time; 0 means when it is committed.
    open var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set {
            MediaClock.markBuilding()
            timing.beginTime = newValue
        }
    }

    /// How long it lasts before repeats; 0 becomes the transaction's duration when it is added to a layer.
    open var duration: CFTimeInterval {
        get { timing.duration }
        set { timing.duration = newValue }
    }

    /// How fast it runs.
    open var speed: Float {
        get { Float(timing.speed) }
        set { timing.speed = Double(newValue) }
    }

    /// Added to its active time.
    open var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { timing.timeOffset = newValue }
    }

    /// How often it repeats; fractions count.
    open var repeatCount: Float {
        get { Float(timing.repeatCount) }
        set { timing.repeatCount = Double(newValue) }
    }

    /// For how long it repeats.
    open var repeatDuration: CFTimeInterval {
        get { timing.repeatDuration }
        set { timing.repeatDuration = newValue }
    }

    /// Whether it plays backwards after forwards.
    open var autoreverses: Bool {
        get { timing.autoreverses }
        set { timing.autoreverses = newValue }
    }

    /// What it shows outside its active duration.
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(rawValue: timing.fillMode.name) }
        set { timing.fillMode = TimingState.FillMode(name: newValue.rawValue) ?? .removed }
    }

    /// Adds the animation to the layer that the event is of, under the event's key; one of a property that has no key path is
    /// of the event's.
    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }

    /// The value of a property or of any other key, which copies keep.
    open func value(forKey key: String) -> Any? {
        guard let row = type(of: self).rows.first(where: { $0.key == key }) else { return customValues[key] }
        return row.read(self) ?? type(of: self).defaultValue(forKey: key)
    }

    /// Sets a property or a value under any other key; a value that a property cannot have changes nothing, which is said once.
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

    /// The default of a property; nil for other keys.
    open class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "beginTime", "duration", "timeOffset", "repeatCount", "repeatDuration": NSNumber(value: 0)
        case "speed": NSNumber(value: 1)
        case "autoreverses": NSNumber(value: false)
        case "removedOnCompletion": NSNumber(value: true)
        case "fillMode": NSString(string: CAMediaTimingFillMode.removed.rawValue)
        default: nil
        }
    }

    /// The rows of the properties of this class and those above it.
    package class var rows: [AnimationRow] { unsafe AnimationRow.common }

    /// What the animation does, as a value; nil when the server would not understand it.
    package func animationContent() -> AnimationState.Content? { nil }

    /// The animation as a value that crosses to the server; nil when the server would not understand it.
    package func animationState() -> AnimationState? {
        guard let content = animationContent() else { return nil }
        return AnimationState(
            timing: timing, curve: timingFunction?.curve, removedOnCompletion: isRemovedOnCompletion, content: content)
    }
}

/// Who is told of an animation's start and end.
///
/// Linux has no optional requirements: both have default bodies that do nothing.
public protocol CAAnimationDelegate: NSObjectProtocol {
    /// The animation has begun its active duration.
    func animationDidStart(_ anim: CAAnimation)
    /// The animation has ended; `finished` is false when it was removed before its time.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    /// Does nothing.
    public func animationDidStart(_ anim: CAAnimation) {}
    /// Does nothing.
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
