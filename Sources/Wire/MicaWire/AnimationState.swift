import Foundation
import MicaGeometry
import MicaRaster

/// An animation as the server sees it: when it runs, and what it gives at each time.
package struct AnimationState: Sendable, Equatable {
    /// When it runs. In a layer's list `beginTime` is in the layer's local time; in a group, in the group's.
    package var timing: TimingState
    /// Eases the basic time; nil is linear.
    package var curve: TimingCurve?
    /// Whether it has no effect, fill mode or not, once its active duration is over.
    package var removedOnCompletion: Bool
    /// What it does.
    package var content: Content

    /// What an animation does.
    package indirect enum Content: Sendable, Equatable {
        /// Gives values to one property.
        case property(PropertyAnimation)
        /// Plays others in its own time.
        case group([AnimationState])
        /// Shows how the layer before the commit gives way to the layer as it is; in a group it shows nothing.
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
    /// Those in a group; nil of what is none, which takes none.
    var members: [Self]? { get set }
}

extension NestedAnimation {
    /// The same, with the duration of each group given to the animations in it that have none.
    ///
    /// An animation's duration of 0 stands for its parent's: the transaction's for one that is added to a layer, the group's basic
    /// duration, without its repeats, for one in a group. *Source*: the idiom of Apple's own sample code and of most clients:
    /// children without a duration run as long as their group (Apple, CAAnimationGroup: "the grouped animations run in the
    /// time space of the group").
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
    /// What it animates.
    package var target: PropertyTarget
    /// Whether its value is added to what is under it.
    package var isAdditive: Bool
    /// Whether each repeat starts from where the one before ended.
    package var isCumulative: Bool
    /// Makes transforms of the values; looked at for whole transforms only.
    package var function: ValueFunction?
    /// How many pixels a point has, where its numbers and points are at whole pixels, as those of a view that scrolls; nil where
    /// they may lie between. Not with a function.
    package var pixelsPerPoint: Double?
    /// The values.
    package var values: Values

    /// The values over basic time.
    package enum Values: Sendable, Equatable {
        /// From, to, by; nil where the program left it out.
        case basic(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?)
        /// The same, along a damped oscillation.
        case spring(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?, spring: SpringState)
        /// A list of values in time.
        case keyframes(KeyframeState)
    }

    package init(
        target: PropertyTarget, isAdditive: Bool = false, isCumulative: Bool = false, function: ValueFunction? = nil,
        pixelsPerPoint: Double? = nil, values: Values
    ) {
        (self.target, self.isAdditive, self.isCumulative, self.values) = (target, isAdditive, isCumulative, values)
        (self.function, self.pixelsPerPoint) = (function, pixelsPerPoint)
    }

    /// The kind of the values that it goes through: the target's, or what its function takes.
    package var valueKind: PropertyValue.Kind { Self.valueKind(of: target, function) }

    /// The kind of the values that an animation of a target goes through.
    package static func valueKind(of target: PropertyTarget, _ function: ValueFunction?) -> PropertyValue.Kind {
        target.kind == .transform ? function?.inputKind ?? .transform : target.kind
    }
}

/// A map from numbers to transforms, so that what is interpolated are the numbers.
///
/// *Units*: radians for rotations, points for translations. *Source*: Apple, CAValueFunction.h.
package enum ValueFunction: UInt8, Sendable, CaseIterable {
    case rotateX, rotateY, rotateZ
    case scale, scaleX, scaleY, scaleZ
    case translate, translateX, translateY, translateZ

    /// What it takes: three numbers or one.
    package var inputKind: PropertyValue.Kind {
        switch self {
        case .scale, .translate: .vector
        default: .number
        }
    }
}

/// The parameters of a spring.
///
/// *Source*: Apple, CASpringAnimation: mass, stiffness, damping greater than zero; initialVelocity in the distance to go
/// a second.
package struct SpringState: Sendable, Equatable {
    /// The oscillator's constants, and the velocity that it starts with, in the distance to go per second.
    package var mass: Double, stiffness: Double, damping: Double, initialVelocity: Double
    /// Whether damping beyond critical is kept rather than reduced to critical.
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

/// A list of values in time.
package struct KeyframeState: Sendable, Equatable {
    /// The values, in order.
    package var values: [PropertyValue]
    /// When each is reached, 0...1, ascending; nil spaces them evenly.
    package var keyTimes: [Double]?
    /// Eases each segment; nil, or nil at an index, is linear.
    package var curves: [TimingCurve?]?
    /// How values between two are found.
    package var mode: Mode
    /// The bends of the curve in the cubic modes.
    package var bends: Bends
    /// What points run along in place of the values; each of its lines and curves ends in a keyframe.
    package var path: MotionPath?

    /// How values between two are found.
    ///
    /// In the paced modes the key times are those at which the pace is even, found when the animation was made; the curves
    /// do not count.
    package enum Mode: UInt8, Sendable, CaseIterable {
        case linear, discrete, paced, cubic, cubicPaced
    }

    /// Tension, continuity and bias at each value; those that a list has no number for are 0.
    ///
    /// *Source*: D. Kochanek and R. Bartels, Interpolating Splines with Local Tension, Continuity and Bias Control, 1984.
    package struct Bends: Sendable, Equatable {
        /// How tight the curve is at each value: 1 is straight.
        package var tension: [Double]
        /// How sharp its corner is at each value.
        package var continuity: [Double]
        /// Where it overshoots at each value: before it or after.
        package var bias: [Double]

        /// Makes bends.
        package init(tension: [Double] = [], continuity: [Double] = [], bias: [Double] = []) {
            (self.tension, self.continuity, self.bias) = (tension, continuity, bias)
        }
    }

    /// Makes a list of values in time.
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

/// A path that a layer moves along, with its lengths.
package struct MotionPath: Sendable, Equatable {
    /// The path, in the space of the animated property.
    package let path: Path
    /// The lengths along it, measured once.
    package let measure: PathMeasure
    /// Whether the layer turns with the path.
    package let turning: Turning

    /// How the layer turns.
    package enum Turning: UInt8, Sendable, CaseIterable {
        /// Not at all.
        case none
        /// Its x axis shows where it goes.
        case along
        /// Its x axis shows where it comes from.
        case against
    }

    /// Measures a path.
    package init(_ path: Path, turning: Turning = .none) {
        (self.path, self.turning) = (path, turning)
        measure = PathMeasure(path)
    }

    /// Whether its last keyframe is that of a line that closes it.
    package var endsClosed: Bool { measure.contours.last?.isClosed ?? false }

    /// Equal when the paths and the turning are.
    package static func == (a: MotionPath, b: MotionPath) -> Bool { a.path == b.path && a.turning == b.turning }
}
