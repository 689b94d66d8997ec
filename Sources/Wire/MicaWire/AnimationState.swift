import Foundation
import MicaBase

/// An animation as the server sees it: when it runs, and its value at each time.
package struct AnimationState: Sendable, Equatable {
    /// When it runs. In a layer's list `beginTime` is in the layer's local time; in a group, in the group's.
    package var timing: TimingState
    /// Eases the basic time; nil is linear.
    package var curve: TimingCurve?
    /// Whether it has no effect, fill mode or not, once its active duration is over.
    package var removedOnCompletion: Bool
    /// The kind of the animation, with its values.
    package var content: Content

    /// The content of an animation.
    package indirect enum Content: Sendable, Equatable {
        /// Gives values to one property.
        case property(PropertyAnimation)
        /// Plays others in its own time.
        case group([AnimationState])
        /// Replaces the layer before the commit by the layer as it is; has no effect in a group.
        case transition(TransitionState)
    }

    package init(timing: TimingState, curve: TimingCurve? = nil, removedOnCompletion: Bool = true, content: Content) {
        (self.timing, self.curve) = (timing, curve)
        (self.removedOnCompletion, self.content) = (removedOnCompletion, content)
    }
}

/// An animation that may hold others, which play in its time.
package protocol NestedAnimation {
    /// When it runs.
    var timing: TimingState { get set }
    /// The animations in a group; nil for an animation that is no group, and setting them on such a one does nothing.
    var members: [Self]? { get set }
}

extension NestedAnimation {
    /// The animation, with each group's duration given to those of its members that have none.
    ///
    /// An animation's duration of 0 means its parent's: the transaction's for an animation that is added to a layer,
    /// the group's basic duration, without its repeats, for a member of a group. *Source*: the idiom of Apple's own
    /// sample code and of most clients: children without a duration run as long as their group (Apple,
    /// CAAnimationGroup: "the grouped animations run in the time space of the group").
    package func inheritingDurations() -> Self {
        guard let members else { return self }
        var result = self
        result.members = members.map { member in
            var member = member
            if member.timing.duration == 0 { member.timing.duration = timing.duration }
            return member.inheritingDurations()
        }
        return result
    }
}

extension AnimationState: NestedAnimation {
    package var members: [AnimationState]? {
        get { if case .group(let members) = content { members } else { nil } }
        set { if let newValue { content = .group(newValue) } }
    }
}

/// An animation of one property, or of one part of it.
package struct PropertyAnimation: Sendable, Equatable {
    /// The animated property.
    package var target: PropertyTarget
    /// Whether its value is added to the value below it.
    package var isAdditive: Bool
    /// Whether each repeat starts from where the last one ended.
    package var isCumulative: Bool
    /// Makes transforms of the values; used for whole transforms only.
    package var function: ValueFunction?
    /// Pixels per point where numbers and points are rounded to whole pixels, as for a view that scrolls; nil if they
    /// are not rounded. Not with a function.
    package var pixelsPerPoint: Double?
    /// The values.
    package var values: Values

    /// The values over basic time.
    package enum Values: Sendable, Equatable {
        /// From, to, by; nil for a value that the program left out.
        case basic(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?)
        /// From, to, by, along a damped oscillation.
        case spring(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?, spring: SpringState)
        /// A list of values with their times.
        case keyframes(KeyframeState)
    }

    package init(
        target: PropertyTarget, isAdditive: Bool = false, isCumulative: Bool = false, function: ValueFunction? = nil,
        pixelsPerPoint: Double? = nil, values: Values
    ) {
        (self.target, self.isAdditive, self.isCumulative, self.values) = (target, isAdditive, isCumulative, values)
        (self.function, self.pixelsPerPoint) = (function, pixelsPerPoint)
    }

    /// The kind of the values that the animation goes through: the target's, or the one that its function takes.
    package var valueKind: PropertyValue.Kind { Self.valueKind(of: target, function) }

    /// The kind of the values that an animation of a target goes through.
    package static func valueKind(of target: PropertyTarget, _ function: ValueFunction?) -> PropertyValue.Kind {
        target.kind == .transform ? function?.inputKind ?? .transform : target.kind
    }
}

/// A map from numbers to transforms: the numbers are interpolated instead of the transforms.
///
/// *Units*: radians for rotations, points for translations. *Source*: Apple, CAValueFunction.h.
package enum ValueFunction: UInt8, Sendable, CaseIterable {
    case rotateX, rotateY, rotateZ
    case scale, scaleX, scaleY, scaleZ
    case translate, translateX, translateY, translateZ

    /// The kind of its argument: three numbers or one.
    package var inputKind: PropertyValue.Kind {
        switch self {
        case .scale, .translate: .vector
        default: .number
        }
    }
}

/// The parameters of a spring.
///
/// *Source*: Apple, CASpringAnimation: mass, stiffness, damping greater than zero; initialVelocity in distances to the
/// end per second.
package struct SpringState: Sendable, Equatable {
    /// The oscillator's constants, and the velocity at the start, in distances to the end per second.
    package var mass: Double, stiffness: Double, damping: Double, initialVelocity: Double
    /// Whether damping beyond critical is allowed; otherwise it is reduced to critical.
    package var allowsOverdamping: Bool

    /// Makes a spring; the defaults are Apple's.
    package init(
        mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
        allowsOverdamping: Bool = false
    ) {
        (self.mass, self.stiffness, self.damping) = (mass, stiffness, damping)
        (self.initialVelocity, self.allowsOverdamping) = (initialVelocity, allowsOverdamping)
    }
}

/// A list of values with their times.
package struct KeyframeState: Sendable, Equatable {
    /// The values, in order.
    package var values: [PropertyValue]
    /// The time of each value, 0...1, ascending; nil spaces the values evenly.
    package var keyTimes: [Double]?
    /// Eases each segment; nil, or nil at an index, is linear.
    package var curves: [TimingCurve?]?
    /// How values between keyframes are found.
    package var mode: Mode
    /// How the curve bends at each value, in the cubic modes.
    package var bends: Bends
    /// The path that points run along, in place of the values; each of its lines and curves ends in a keyframe.
    package var path: MotionPath?

    /// How values between keyframes are found.
    ///
    /// In the paced modes the key times make the pace even; they are computed when the animation is made. The curves
    /// are ignored.
    package enum Mode: UInt8, Sendable, CaseIterable {
        case linear, discrete, paced, cubic, cubicPaced
    }

    /// Tension, continuity and bias at each value; 0 where a list is too short.
    ///
    /// *Source*: D. Kochanek and R. Bartels, Interpolating Splines with Local Tension, Continuity and Bias Control,
    /// 1984.
    package struct Bends: Sendable, Equatable {
        /// How tight the curve is at each value: 1 is straight.
        package var tension: [Double]
        /// How sharp the curve's corner is at each value.
        package var continuity: [Double]
        /// Where it overshoots at each value: before it or after.
        package var bias: [Double]

        /// Makes bends.
        package init(tension: [Double] = [], continuity: [Double] = [], bias: [Double] = []) {
            (self.tension, self.continuity, self.bias) = (tension, continuity, bias)
        }
    }

    /// Makes a list of values with their times.
    package init(
        values: [PropertyValue], keyTimes: [Double]? = nil, curves: [TimingCurve?]? = nil, mode: Mode = .linear,
        bends: Bends = Bends(), path: MotionPath? = nil
    ) {
        (self.values, self.keyTimes, self.curves, self.mode) = (values, keyTimes, curves, mode)
        (self.bends, self.path) = (bends, path)
    }

    /// How many keyframes there are.
    package var count: Int {
        guard let path else { return values.count }
        return path.measure.segments.isEmpty ? 0 : path.measure.segments.count + 1
    }
}

/// A path that a layer moves along, with its measured lengths.
package struct MotionPath: Sendable, Equatable {
    /// The path, in the space of the animated property.
    package let path: Path
    /// The lengths along the path, measured once.
    package let measure: PathMeasure
    /// Whether the layer turns with the path.
    package let turning: Turning

    /// How the layer turns.
    package enum Turning: UInt8, Sendable, CaseIterable {
        /// Not at all.
        case none
        /// Its x axis points to where it goes.
        case along
        /// Its x axis points to where it comes from.
        case against
    }

    /// Measures a path.
    package init(_ path: Path, turning: Turning = .none) {
        (self.path, self.turning) = (path, turning)
        measure = PathMeasure(path)
    }

    /// Whether its last keyframe ends a line that closes the path.
    package var endsClosed: Bool { measure.contours.last?.isClosed ?? false }

    /// Equal when the paths and the turnings are equal.
    package static func == (a: MotionPath, b: MotionPath) -> Bool { a.path == b.path && a.turning == b.turning }
}
