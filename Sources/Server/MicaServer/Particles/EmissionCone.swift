/// The distribution of particles' directions around an axis, by their angle from it.
///
/// *Units*: the range is the angle from the axis to the edge of the cone, in radians; pi and more means every
/// direction. *Source*: for the edge and the density up to a quarter turn, a recording of zats/CAEmitterLayer-scrubbing
/// (range pi / 2, velocity 200 without a range). The directions of 68 particles that were followed reach 82 degrees.
/// They are distributed like those of a disc across the axis, with uniform density, seen from its side: chi squared is
/// 1.8 for six bins of 15 degrees. Directions uniform over the cap give 14, and uniform angles 12
/// (Tests/Recordings/emitters.py). For every direction at 2 pi: a recording of CrystalMarch/CAEmitterLayerDemo, whose
/// stars fly as far up and down as to the sides. Between the two, the density is an assumption: it changes continuously
/// from one to the other.
struct EmissionCone {
    /// The cosine at the edge.
    private let edge: Double
    /// Added to the density, which is the cosine of the angle: 0 up to a quarter turn, infinite for all directions.
    private let evenness: Double

    /// Whether directions differ at all.
    var isOpen: Bool { edge < 1 }

    /// Makes the directions of a range; a negative range counts as positive.
    init(range: Double) {
        let angle = min(.pi, abs(range))
        edge = angle < .pi ? Trigonometry.sineAndCosine(angle).cosine : -1
        evenness = edge < 0 ? -edge / (1 + edge) : 0
    }

    /// The cosine of a direction's angle from the axis, for a number that is uniform in 0...1.
    func cosine(_ u: Double) -> Double {
        guard evenness < 1e6 else { return 1 - u * (1 - edge) }
        // Inverts the integral of the density: a quadratic equation.
        let whole = 1 - edge * edge + 2 * evenness * (1 - edge)
        let root = (1 + evenness) * (1 + evenness) - u * whole
        return max(edge, max(0, root).squareRoot() - evenness)
    }
}
