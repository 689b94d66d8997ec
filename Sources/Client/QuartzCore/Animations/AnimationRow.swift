import CoreGraphics
import Foundation
import MicaWire

/// One property of an animation class. Copying, key-value coding and archives use these rows.
package struct AnimationRow {
    /// Apple's key.
    package let key: String
    /// Reads the property; nil when it is at its default.
    package let read: (CAAnimation) -> Any?
    /// Apple's default; nil for none.
    let standard: Any?
    /// Writes the property; nil sets the default. False when the value has another type.
    package let write: (CAAnimation, Any?) -> Bool

    // Safe because: the list is made once, and its closures capture nothing.
    /// The properties of CAAnimation.
    package nonisolated(unsafe) static let common: [AnimationRow] = [
        number("beginTime", 0, { $0.beginTime }, { $0.beginTime = $1 }),
        number("duration", 0, { $0.duration }, { $0.duration = $1 }),
        number("speed", 1, { Double($0.speed) }, { $0.speed = Float($1) }),
        number("timeOffset", 0, { $0.timeOffset }, { $0.timeOffset = $1 }),
        number("repeatCount", 0, { Double($0.repeatCount) }, { $0.repeatCount = Float($1) }),
        number("repeatDuration", 0, { $0.repeatDuration }, { $0.repeatDuration = $1 }),
        flag("autoreverses", false, { $0.autoreverses }, { $0.autoreverses = $1 }),
        flag("removedOnCompletion", true, { $0.isRemovedOnCompletion }, { $0.isRemovedOnCompletion = $1 }),
        any(
            "fillMode", { $0.fillMode == .removed ? nil : NSString(string: $0.fillMode.rawValue) },
            NSString(string: CAMediaTimingFillMode.removed.rawValue)
        ) { animation, value in
            guard let name = value as? String? else { return false }
            animation.fillMode = CAMediaTimingFillMode(rawValue: name ?? "removed")
            return true
        },
        object("timingFunction", { $0.timingFunction }, { $0.timingFunction = $1 }),
    ]

    /// A row for a number.
    package static func number<Animation: CAAnimation>(
        _ key: String, _ standard: Double, _ read: @escaping (Animation) -> Double,
        _ write: @escaping (Animation, Double) -> Void
    ) -> AnimationRow {
        any(
            key, { (a: Animation) in read(a) == standard ? nil : NSNumber(value: read(a)) }, NSNumber(value: standard)
        ) { animation, value in
            guard let value else {
                write(animation, standard)
                return true
            }
            guard case .number(let number)? = PropertyValue(object: value, kind: .number) else { return false }
            write(animation, number)
            return true
        }
    }

    /// A row for a boolean.
    package static func flag<Animation: CAAnimation>(
        _ key: String, _ standard: Bool, _ read: @escaping (Animation) -> Bool,
        _ write: @escaping (Animation, Bool) -> Void
    ) -> AnimationRow {
        any(
            key, { (a: Animation) in read(a) == standard ? nil : NSNumber(value: read(a)) }, NSNumber(value: standard)
        ) { animation, value in
            guard let value else {
                write(animation, standard)
                return true
            }
            guard case .number(let number)? = PropertyValue(object: value, kind: .number) else { return false }
            write(animation, number != 0)
            return true
        }
    }

    /// A row for an optional object.
    package static func object<Animation: CAAnimation, Value>(
        _ key: String, _ read: @escaping (Animation) -> Value?, _ write: @escaping (Animation, Value?) -> Void
    ) -> AnimationRow {
        any(key, { (a: Animation) in read(a) }) { animation, value in
            guard let value else {
                write(animation, nil)
                return true
            }
            guard let value = value as? Value else { return false }
            write(animation, value)
            return true
        }
    }

    /// A row for a value of any type, with its own reader and writer.
    package static func any<Animation: CAAnimation>(
        _ key: String, _ read: @escaping (Animation) -> Any?, _ standard: Any? = nil,
        _ write: @escaping (Animation, Any?) -> Bool
    ) -> AnimationRow {
        AnimationRow(
            key: key, read: { ($0 as? Animation).flatMap(read) }, standard: standard,
            write: { animation, value in (animation as? Animation).map { write($0, value) } ?? false })
    }
}
