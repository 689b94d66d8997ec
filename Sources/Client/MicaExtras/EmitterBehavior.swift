import CoreGraphics
import Foundation
import MicaWire

/// What drives an emitter's particles beyond their own motion: a value of Mica's own in place of Apple's undocumented class.
///
///     emitter.setValue([EmitterBehavior.drag(2), .alphaOverLife([0, 1, 1, 0])], forKey: "emitterBehaviors")
///
/// Behaviours act on all cells of the emitter, and on particles that are born after they were set. *Units*: points,
/// seconds, radians. *Space*: the emitter's own. Names and what they do are those that public tutorials know; the formulae
/// are our own (docs/emitter.md).
public struct EmitterBehavior: Sendable, Equatable {
    /// What the server knows of it.
    package var behavior: ParticleBehavior

    private init(_ kind: ParticleBehavior.Kind) { behavior = ParticleBehavior(kind) }

    /// Makes a behaviour of what the server knows.
    package init(behavior: ParticleBehavior) { self.behavior = behavior }

    /// Whether it acts.
    public var isEnabled: Bool {
        get { behavior.isEnabled }
        set { behavior.isEnabled = newValue }
    }

    /// A force that swings: so strong and that way at birth, so often a second.
    public static func wave(x: Double = 0, y: Double = 0, z: Double = 0, frequency: Double) -> EmitterBehavior {
        EmitterBehavior(.wave(force: vector(x, y, z), frequency: finite(frequency)))
    }

    /// Slows particles down: by this share of their velocity a second.
    public static func drag(_ share: Double) -> EmitterBehavior { EmitterBehavior(.drag(finite(share))) }

    /// Draws particles within a radius to a point, or pushes them away with a negative stiffness, an acceleration that
    /// grows weaker by the falloff with each radius away; a radius of 0 is all of space.
    public static func attractor(
        x: Double, y: Double, z: Double = 0, radius: Double, stiffness: Double, falloff: Double = 0
    ) -> EmitterBehavior {
        EmitterBehavior(
            .attractor(
                position: vector(x, y, z), radius: finite(radius), stiffness: finite(stiffness),
                falloff: finite(falloff)))
    }

    /// Draws all particles to a point in the plane with the same acceleration.
    public static func simpleAttractor(x: Double, y: Double, stiffness: Double) -> EmitterBehavior {
        attractor(x: x, y: y, radius: 0, stiffness: stiffness)
    }

    /// Turns images into the direction in which their particles go, and by an angle from it.
    public static func alignToMotion(rotation: Double = 0) -> EmitterBehavior {
        EmitterBehavior(.alignToMotion(rotation: finite(rotation)))
    }

    /// Multiplies the scale over a particle's life by values at even steps from its birth to its death.
    public static func scaleOverLife(_ values: [Double]) -> EmitterBehavior {
        EmitterBehavior(.scaleOverLife(values.map(finite)))
    }

    /// Multiplies the alpha over a particle's life by values at even steps from its birth to its death.
    public static func alphaOverLife(_ values: [Double]) -> EmitterBehavior {
        EmitterBehavior(.alphaOverLife(values.map(finite)))
    }

    /// Multiplies the colour over a particle's life; places are 0 to 1 and ascending, and even when left out.
    public static func colorOverLife(_ colors: [CGColor], locations: [Double] = []) -> EmitterBehavior {
        EmitterBehavior(.colorOverLife(colors.map { $0.value }, locations.map(finite)))
    }

    /// Multiplies the colour by that of a light, weaker by the falloff with each point away.
    public static func light(_ color: CGColor, x: Double, y: Double, z: Double = 0, falloff: Double = 0)
        -> EmitterBehavior
    {
        EmitterBehavior(.light(color: color.value, position: vector(x, y, z), falloff: finite(falloff)))
    }

    private static func finite(_ v: Double) -> Double { EmitterState.finite(v) }
    private static func vector(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
        SIMD3(finite(x), finite(y), finite(z))
    }
}
