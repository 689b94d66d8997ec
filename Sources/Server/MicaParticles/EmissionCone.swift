/// The directions of particles about an axis: how far from it they are.
///
/// *Units*: the range is the angle from the axis to the edge of the cone, in radians; pi and more is every direction.
/// *Source*: for the edge and the density up to a quarter of a turn, a recording of zats/CAEmitterLayer-scrubbing (range pi / 2,
/// velocity 200 without a range): of 68 particles that were followed the directions reach 82 degrees, and lie as those of a disc
/// do that is even across the axis and seen from its side (chi squared 1.8 for six bins of 15 degrees, where directions even
/// over the cap have 14, and even angles 12; Tests/Recordings/emitters.py). For every direction at 2 pi, a recording of
/// CrystalMarch/CAEmitterLayerDemo, whose stars fly as far up and down as to the sides. Between the two the density is argued: it
/// goes from the one to the other without a step.
struct EmissionCone {
    /// The cosine at the edge.
    private let edge: Double
    /// What is added to the density, which is a direction's cosine: 0 up to a quarter of a turn, without end for all directions.
    private let evenness: Double

    /// Whether there is more than one direction.
    var isOpen: Bool { edge < 1 }

    /// Makes the directions of a range; below 0 it counts as above.
    init(range: Double) {
        let angle = min(.pi, abs(range))
        edge = angle < .pi ? Trigonometry.sineAndCosine(angle).cosine : -1
        evenness = edge < 0 ? -edge / (1 + edge) : 0
    }

    /// The cosine of the angle between a direction and the axis, for a number that is even in 0...1.
    func cosine(_ u: Double) -> Double {
        guard evenness < 1e6 else { return 1 - u * (1 - edge) }
        // The root of what is left of the density's integral.
        let whole = 1 - edge * edge + 2 * evenness * (1 - edge)
        let root = (1 + evenness) * (1 + evenness) - u * whole
        return max(edge, max(0, root).squareRoot() - evenness)
    }
}
