import CoreGraphics
import Foundation
import MicaWire

/// A change of an emitter's particles beyond their own motion: a Mica value in place of Apple's undocumented class.
///
///     emitter.setValue([EmitterBehavior.drag(2), .alphaOverLife([0, 1, 1, 0])], forKey: "emitterBehaviors")
///
/// Behaviours act on all cells of the emitter, and on particles born after the behaviours were set. *Units*: points,
/// seconds, radians. *Space*: the emitter's own. Names and effects are those known from public tutorials; the formulae
/// are our own (docs/emitter.md).
public struct EmitterBehavior: Sendable, Equatable {
    /// The behaviour as the server takes it.
    package var behavior: ParticleBehavior

    private init(_ kind: ParticleBehavior.Kind) { behavior = ParticleBehavior(kind) }

    /// Makes a behaviour from the server's form.
    package init(behavior: ParticleBehavior) { self.behavior = behavior }

    /// Whether the behaviour acts.
    public var isEnabled: Bool {
        get { behavior.isEnabled }
        set { behavior.isEnabled = newValue }
    }

    /// An oscillating force: its vector at a particle's birth, and its frequency in Hz.
    public static func wave(x: Double = 0, y: Double = 0, z: Double = 0, frequency: Double) -> EmitterBehavior {
        EmitterBehavior(.wave(force: vector(x, y, z), frequency: finite(frequency)))
    }

    /// Slows particles down; `share` is the fraction of velocity lost per second.
    public static func drag(_ share: Double) -> EmitterBehavior { EmitterBehavior(.drag(finite(share))) }

    /// Accelerates particles within a radius towards a point, or away from it when `stiffness` is negative. The
    /// acceleration decreases by `falloff` per radius of distance. A radius of 0 means all of space.
    public static func attractor(
        x: Double, y: Double, z: Double = 0, radius: Double, stiffness: Double, falloff: Double = 0
    ) -> EmitterBehavior {
        EmitterBehavior(
            .attractor(
                position: vector(x, y, z), radius: finite(radius), stiffness: finite(stiffness),
                falloff: finite(falloff)))
    }

    /// Accelerates all particles equally towards a point in the plane.
    public static func simpleAttractor(x: Double, y: Double, stiffness: Double) -> EmitterBehavior {
        attractor(x: x, y: y, radius: 0, stiffness: stiffness)
    }

    /// Rotates images into the direction of motion, plus an angle.
    public static func alignToMotion(rotation: Double = 0) -> EmitterBehavior {
        EmitterBehavior(.alignToMotion(rotation: finite(rotation)))
    }

    /// Multiplies the scale by values at even steps of a particle's life, from birth to death.
    public static func scaleOverLife(_ values: [Double]) -> EmitterBehavior {
        EmitterBehavior(.scaleOverLife(values.map(finite)))
    }

    /// Multiplies the alpha by values at even steps of a particle's life, from birth to death.
    public static func alphaOverLife(_ values: [Double]) -> EmitterBehavior {
        EmitterBehavior(.alphaOverLife(values.map(finite)))
    }

    /// Multiplies the colour over a particle's life; locations are 0 to 1, ascending, and evenly spaced when omitted.
    public static func colorOverLife(_ colors: [CGColor], locations: [Double] = []) -> EmitterBehavior {
        EmitterBehavior(.colorOverLife(colors.map { $0.value }, locations.map(finite)))
    }

    /// Multiplies the colour by the colour of a light, which decreases by `falloff` per point of distance.
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
