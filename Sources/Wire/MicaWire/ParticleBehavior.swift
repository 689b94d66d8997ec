import Foundation
import MicaBase

/// A change of a cell's particles beyond their own motion.
///
/// *Units*: points, seconds. *Space*: the layer's own.
package struct ParticleBehavior: Sendable, Equatable {
    /// The kind of the behavior, with its values.
    package var kind: Kind
    /// Whether it acts.
    package var isEnabled = true

    /// The kinds of behaviours.
    package enum Kind: Sendable, Equatable {
        /// A force that swings along a direction.
        case wave(force: SIMD3<Double>, frequency: Double)
        /// Slows particles down, by a fraction of their velocity per second.
        case drag(Double)
        /// Pulls particles within a radius towards a point, or pushes them away; the force decreases with the distance.
        case attractor(position: SIMD3<Double>, radius: Double, stiffness: Double, falloff: Double)
        /// Turns images into the direction of motion; their own x axis is at this angle from it.
        case alignToMotion(rotation: Double)
        /// Multiplies the scale over a particle's life by values at even steps.
        case scaleOverLife([Double])
        /// Multiplies the alpha over a particle's life by values at even steps.
        case alphaOverLife([Double])
        /// Multiplies the colour over a particle's life by colours at their locations, 0...1.
        case colorOverLife([ColorValue], [Double])
        /// Multiplies the colour by that of a light, which decreases with the distance.
        case light(color: ColorValue, position: SIMD3<Double>, falloff: Double)
    }

    package init(_ kind: Kind) { self.kind = kind }
}
