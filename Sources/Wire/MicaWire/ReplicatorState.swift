import Foundation
import MicaBase

/// The copies that a CAReplicatorLayer makes of its sublayers; they differ in position, time and colour from one to the
/// next.
///
/// *Source*: Apple, CAReplicatorLayer.h.
package struct ReplicatorState: Sendable, Equatable {
    /// How many copies there are, the sublayers themselves included.
    package var count = 1.0
    /// How far each copy's time is behind that of the copy before. *Units*: seconds.
    package var delay = 0.0
    /// The transform from each copy to the next, about the centre of the layer's bounds.
    package var transform = Matrix4.identity
    /// Multiplies the colours of the sublayers themselves; nil counts as white.
    package var color: ColorValue? = .white
    /// Added to the factors of red, green, blue and alpha from one copy to the next.
    package var offsets = SIMD4<Double>(repeating: 0)

    /// Apple's defaults.
    package static let `default` = ReplicatorState()

    /// How many copies there are, as a whole number; an animated value is rounded.
    package var instanceCount: Int {
        guard count > 0 else { return 0 }
        return count < 0x1p62 ? Int(count.rounded()) : 1 << 62
    }
}

extension ReplicatorState {
    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.instanceCount, "instanceCount", .number(\.count), .composition, implicit: true, of: .replicator),
        row(.instanceDelay, "instanceDelay", .number(\.delay), .composition, implicit: true, of: .replicator),
        row(
            .instanceTransform, "instanceTransform", .transform(\.transform), .composition, implicit: true,
            of: .replicator),
        row(.instanceColor, "instanceColor", .color(\.color), .composition, implicit: true, of: .replicator),
        row(
            .instanceRedOffset, "instanceRedOffset", .number(\.offsets.x), .composition, implicit: true, of: .replicator
        ),
        row(
            .instanceGreenOffset, "instanceGreenOffset", .number(\.offsets.y), .composition, implicit: true,
            of: .replicator),
        row(
            .instanceBlueOffset, "instanceBlueOffset", .number(\.offsets.z), .composition, implicit: true,
            of: .replicator),
        row(
            .instanceAlphaOffset, "instanceAlphaOffset", .number(\.offsets.w), .composition, implicit: true,
            of: .replicator),
    ]
}

extension ColorValue {
    /// Opaque white.
    package static let white = ColorValue(red: 1, green: 1, blue: 1)
}
