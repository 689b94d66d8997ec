import Foundation

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
    }

    /// Makes an animation.
    package init(timing: TimingState, curve: TimingCurve? = nil, removedOnCompletion: Bool = true, content: Content) {
        (self.timing, self.curve) = (timing, curve)
        (self.removedOnCompletion, self.content) = (removedOnCompletion, content)
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

    /// Makes a property animation.
    package init(target: PropertyTarget, isAdditive: Bool = false, isCumulative: Bool = false, values: Values) {
        (self.target, self.isAdditive, self.isCumulative, self.values) = (target, isAdditive, isCumulative, values)
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

    /// How values between two are found.
    package enum Mode: UInt8, Sendable, CaseIterable {
        case linear, discrete
    }

    /// Makes a list of values in time.
    package init(values: [PropertyValue], keyTimes: [Double]? = nil, curves: [TimingCurve?]? = nil, mode: Mode = .linear) {
        (self.values, self.keyTimes, self.curves, self.mode) = (values, keyTimes, curves, mode)
    }
}
