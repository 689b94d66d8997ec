import MicaBase

extension SIMDMask<SIMD4<Int64>> {
    /// Whether it holds in all four lanes. Computed with floating point, because baseline x86-64 does not compare whole
    /// numbers of 64 bits.
    @inline(__always)  // Two instructions of a loop.
    var holdsEverywhere: Bool {
        let ones = SIMD4(repeating: 0.0).replacing(with: 1, where: self)
        return ones.sum() == 4
    }
}

/// The sines and cosines of four angles.
struct TurnLanes: Sendable {
    var sine: SIMD4<Double>
    var cosine: SIMD4<Double>

    /// Computes them for angles in radians.
    @inline(__always)  // Several times in a formula.
    init(_ angle: SIMD4<Double>) { (sine, cosine) = LaneMath.sineAndCosine(angle) }

    /// Computes them for one angle, in every lane.
    init(repeating angle: Double) { self.init(SIMD4(repeating: angle)) }
}

/// The rows of four rotation matrices, for row vectors. A single rotation uses the first lane, so that its bits equal
/// those among four.
struct RotationLanes {
    // The elements of the rows, in the order of the columns.
    private(set) var a0: SIMD4<Double>, a1: SIMD4<Double>, a2: SIMD4<Double>
    private(set) var b0: SIMD4<Double>, b1: SIMD4<Double>, b2: SIMD4<Double>
    private(set) var c0: SIMD4<Double>, c1: SIMD4<Double>, c2: SIMD4<Double>

    /// The rotations of unit quaternions.
    @inline(__always)  // Nine times four numbers.
    init(x: SIMD4<Double>, y: SIMD4<Double>, z: SIMD4<Double>, w: SIMD4<Double>) {
        let x2 = x + x, y2 = y + y, z2 = z + z
        let xx = x * x2, yy = y * y2, zz = z * z2
        let xy = x * y2, xz = x * z2, yz = y * z2
        let wx = w * x2, wy = w * y2, wz = w * z2
        (a0, a1, a2) = (1 - (yy + zz), xy + wz, xz - wy)
        (b0, b1, b2) = (xy - wz, 1 - (xx + zz), yz + wx)
        (c0, c1, c2) = (xz + wy, yz - wx, 1 - (xx + yy))
    }

    /// Rotations about x, then y, then z.
    @inline(__always)  // Nine times four numbers.
    init(turnedAboutX x: TurnLanes, y: TurnLanes, z: TurnLanes) {
        let p = x.sine * y.sine, q = x.cosine * y.sine
        (a0, a1, a2) = (y.cosine * z.cosine, y.cosine * z.sine, 0 - y.sine)
        b0 = p * z.cosine - x.cosine * z.sine
        b1 = p * z.sine + x.cosine * z.cosine
        b2 = x.sine * y.cosine
        c0 = q * z.cosine + x.sine * z.sine
        c1 = q * z.sine - x.sine * z.cosine
        c2 = x.cosine * y.cosine
    }

    /// Scales or translations of four layers; translations in points.
    typealias Three = (x: SIMD4<Double>, y: SIMD4<Double>, z: SIMD4<Double>)

    /// The transforms of four layers that scale, then rotate, then translate.
    @inline(__always)  // Twelve times four numbers.
    func matrices(_ scale: Three, _ move: Three) -> MatrixLanes {
        MatrixLanes(
            m11: scale.x * a0, m12: scale.x * a1, m13: scale.x * a2, m21: scale.y * b0, m22: scale.y * b1,
            m23: scale.y * b2, m31: scale.z * c0, m32: scale.z * c1, m33: scale.z * c2, m41: move.x, m42: move.y,
            m43: move.z)
    }
}

/// Four transforms without perspective.
struct MatrixLanes {
    /// The elements of each row.
    var m11: SIMD4<Double>, m12: SIMD4<Double>, m13: SIMD4<Double>
    var m21: SIMD4<Double>, m22: SIMD4<Double>, m23: SIMD4<Double>
    var m31: SIMD4<Double>, m32: SIMD4<Double>, m33: SIMD4<Double>
    var m41: SIMD4<Double>, m42: SIMD4<Double>, m43: SIMD4<Double>

    /// Writes the transforms to the states in four slots, from an index on.
    @inline(__always)  // Inlined into loops over many fours.
    func write(_ slots: Span<Int32>, _ first: Int, _ states: inout MutableSpan<LayerState>) {
        for lane in 0..<4 {
            states[Int(slots[first + lane])].transform.set(
                (m11[lane], m12[lane], m13[lane]), (m21[lane], m22[lane], m23[lane]),
                (m31[lane], m32[lane], m33[lane]), (m41[lane], m42[lane], m43[lane]))
        }
    }

    /// As `write`, but not inlined: if the compiler knows how the numbers are computed, it may compute them one by one.
    @inline(never)  // See above.
    func writeScattered(_ slots: Span<Int32>, _ first: Int, _ states: inout MutableSpan<LayerState>) {
        write(slots, first, &states)
    }
}

extension Matrix4 {
    /// Sets a matrix without perspective from three elements of each row.
    @inline(__always)  // Sixteen stores: as a call, even of an initialiser, it takes as long as rotating a transform.
    mutating func set(
        _ a: (Double, Double, Double), _ b: (Double, Double, Double), _ c: (Double, Double, Double),
        _ d: (Double, Double, Double)
    ) {
        (m11, m12, m13, m14) = (a.0, a.1, a.2, 0)
        (m21, m22, m23, m24) = (b.0, b.1, b.2, 0)
        (m31, m32, m33, m34) = (c.0, c.1, c.2, 0)
        (m41, m42, m43, m44) = (d.0, d.1, d.2, 1)
    }
}
