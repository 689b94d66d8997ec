import MicaBase

extension MatrixParts {
    /// Whether the transform consists only of scale, rotation and translation.
    var hasNoShearOrPerspective: Bool { perspective == (0, 0, 0, 1) && shear == (0, 0, 0) }

    /// The matrix of the parts with other angles. With the parts' own `eulerAngles` it gives their matrix, up to the
    /// last bits.
    func matrix(turnedTo angles: (x: Double, y: Double, z: Double)) -> Matrix4 {
        let rows = RotationLanes(
            turnedAboutX: TurnLanes(repeating: angles.x), y: TurnLanes(repeating: angles.y),
            z: TurnLanes(repeating: angles.z))
        return matrix(
            withRows: SIMD3(rows.a0.x, rows.a1.x, rows.a2.x), SIMD3(rows.b0.x, rows.b1.x, rows.b2.x),
            SIMD3(rows.c0.x, rows.c1.x, rows.c2.x))
    }
}
