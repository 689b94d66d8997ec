import CoreGraphics
import Foundation

/// A movement of the device, as it looks at the user.
///
/// *Source*: Apple, UIOffset of UIMotionEffect: positive horizontally if the right edge is nearer to the user.
///
/// Computers have no sensors of movement that the library reads: effects are kept with their views, and never asked for
/// values.
@preconcurrency @MainActor open class UIMotionEffect: NSObject, @preconcurrency NSCopying, @preconcurrency NSCoding {
    /// Makes an effect.
    public override init() { super.init() }
    /// Makes an effect from an archive.
    public required init?(coder: NSCoder) { super.init() }
    /// Writes the effect into an archive.
    open func encode(with coder: NSCoder) {}
    /// A copy of the effect.
    open func copy(with zone: NSZone? = nil) -> Any { makeObject(of: type(of: self)) }

    /// The values to add to the view, by key path, for a direction of the device; none here. Nothing calls it: no motion
    /// comes.
    open func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? { nil }
}

/// An effect that moves a value of a view between two values.
open class UIInterpolatingMotionEffect: UIMotionEffect {
    /// The direction of movement; raw values are Apple's.
    public enum EffectType: Int, Sendable {
        /// From left to right.
        case tiltAlongHorizontalAxis = 0
        /// From top to bottom.
        case tiltAlongVerticalAxis = 1
    }

    /// The key path of the value.
    open private(set) var keyPath: String
    /// The direction.
    open private(set) var type: EffectType
    /// The value to add at an offset of -1; nil for none.
    open var minimumRelativeValue: Any?
    /// The value to add at an offset of 1; nil for none.
    open var maximumRelativeValue: Any?

    /// Makes an effect for a key path and a direction.
    public init(keyPath: String, type: EffectType) {
        (self.keyPath, self.type) = (keyPath, type)
        super.init()
    }

    /// Makes an effect from an archive.
    public required init?(coder: NSCoder) {
        keyPath = coder.optionalText(forKey: "UIKeyPath") ?? ""
        type = EffectType(rawValue: coder.decodeInteger(forKey: "UIType")) ?? .tiltAlongHorizontalAxis
        super.init(coder: coder)
        if coder.containsValue(forKey: "UIMinimum") { minimumRelativeValue = coder.decodeDouble(forKey: "UIMinimum") }
        if coder.containsValue(forKey: "UIMaximum") { maximumRelativeValue = coder.decodeDouble(forKey: "UIMaximum") }
    }

    /// Writes the effect into an archive; values that are not numbers are left out.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeOptional(keyPath, forKey: "UIKeyPath")
        coder.encode(type.rawValue, forKey: "UIType")
        if let least = Self.number(minimumRelativeValue) { coder.encode(least, forKey: "UIMinimum") }
        if let most = Self.number(maximumRelativeValue) { coder.encode(most, forKey: "UIMaximum") }
    }

    /// A copy of the effect.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let made = UIInterpolatingMotionEffect(keyPath: keyPath, type: type)
        (made.minimumRelativeValue, made.maximumRelativeValue) = (minimumRelativeValue, maximumRelativeValue)
        return made
    }

    /// The value between the two for an offset, -1 to 1; nil if they are not numbers. *Source*: Apple,
    /// UIInterpolatingMotionEffect: the values at the ends; linear between them is assumed.
    open override func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? {
        guard let least = Self.number(minimumRelativeValue), let most = Self.number(maximumRelativeValue) else {
            return nil
        }
        let offset = type == .tiltAlongHorizontalAxis ? viewerOffset.horizontal : viewerOffset.vertical
        let part = (min(max(Double(offset), -1), 1) + 1) / 2
        return [keyPath: NSNumber(value: least + (most - least) * part)]
    }

    private static func number(_ value: Any?) -> Double? {
        switch value {
        case let value as NSNumber: value.doubleValue
        case let value as Double: value
        case let value as CGFloat: Double(value)
        case let value as Int: Double(value)
        case let value as Float: Double(value)
        default: nil
        }
    }
}

/// Several effects as one.
open class UIMotionEffectGroup: UIMotionEffect {
    /// The effects; nil for none.
    open var motionEffects: [UIMotionEffect]?

    /// Makes an empty group.
    public override init() { super.init() }
    /// Makes an empty group from an archive.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A copy of the group with the same effects.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let made = UIMotionEffectGroup()
        made.motionEffects = motionEffects
        return made
    }

    /// The values of all effects.
    open override func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? {
        let all = (motionEffects ?? []).compactMap { $0.keyPathsAndRelativeValues(forViewerOffset: viewerOffset) }
        return all.isEmpty ? nil : all.reduce(into: [:]) { $0.merge($1) { $1 } }
    }
}

extension UIView {
    /// The view's effects of motion, which never change it here: no motion comes.
    public final var motionEffects: [UIMotionEffect] {
        get { rare?.motionEffects ?? [] }
        set { makeRare().motionEffects = newValue }
    }

    /// Adds an effect of motion; without effect, as no motion comes.
    public final func addMotionEffect(_ effect: UIMotionEffect) {
        guard !motionEffects.contains(where: { $0 === effect }) else { return }
        motionEffects.append(effect)
    }

    /// Removes an effect of motion.
    public final func removeMotionEffect(_ effect: UIMotionEffect) { motionEffects.removeAll { $0 === effect } }
}
