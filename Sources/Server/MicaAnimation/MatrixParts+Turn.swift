import MicaWire

extension MatrixParts {
    /// The matrix of the parts with these angles in the place of their own; the same as `eulerAngles` gives, but for the
    /// last bits where the turn is about z alone.
    func matrix(turnedTo angles: (x: Double, y: Double, z: Double)) -> Matrix4 {
        if angles.x == 0, angles.y == 0 {
            let (sine, cosine) = LaneMath.sineAndCosine(angles.z)
            return matrix(turnedAboutZ: sine, cosine)
        }
        var parts = self
        parts.eulerAngles = angles
        return parts.matrix
    }

    /// The same, about z by an angle of which the sine and the cosine are known.
    @inline(__always)  // As a call it would take a copy of the parts.
    func matrix(turnedAboutZ sine: Double, _ cosine: Double) -> Matrix4 {
        guard perspective == (0, 0, 0, 1) else {
            return matrix(withRows: SIMD3(cosine, sine, 0), SIMD3(-sine, cosine, 0), SIMD3(0, 0, 1))
        }
        return Matrix4(
            scale.x * cosine, scale.x * sine, 0, 0,
            scale.y * (shear.xy * cosine - sine), scale.y * (shear.xy * sine + cosine), 0, 0,
            scale.z * (shear.xz * cosine - shear.yz * sine), scale.z * (shear.xz * sine + shear.yz * cosine), scale.z,
            0,
            translation.x, translation.y, translation.z, 1)
    }
}
