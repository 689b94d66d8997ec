import Foundation
import Testing
import simd

/// Apple's documented values and identities of the module simd.
struct SimdTests {
    @Test func products_and_lengths() {
        #expect(simd_dot(SIMD3<Float>(1, 2, 3), SIMD3(4, 5, 6)) == 32)
        #expect(simd_cross(SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0)) == SIMD3(0, 0, 1))
        #expect(length(SIMD2<Double>(3, 4)) == 5)
        #expect(simd_reflect(SIMD2<Float>(1, -1), SIMD2(0, 1)) == SIMD2(1, 1))
        #expect(simd_mix(SIMD2<Float>(0, 10), SIMD2(10, 20), SIMD2(0.5, 0.1)) == SIMD2(5, 11))
        #expect(simd_smoothstep(SIMD2<Float>(0, 0), SIMD2(1, 1), SIMD2(0.5, 2)) == SIMD2(0.5, 1))
        #expect(simd_clamp(SIMD2<Float>(-1, 5), SIMD2(0, 0), SIMD2(1, 1)) == SIMD2(0, 1))
        #expect(sign(SIMD3<Float>(-2, 0, 3)) == SIMD3(-1, 0, 1))
        #expect(refract(SIMD2<Double>(0, -1), n: SIMD2(0, 1), eta: 0.5) == SIMD2(0, -1))
    }

    @Test func a_matrix_has_its_elements_by_column() {
        let matrix = simd_float2x2(SIMD2(1, 2), SIMD2(3, 4))
        #expect(matrix[1, 0] == 3 && matrix.columns.0 == SIMD2(1, 2))
        #expect(matrix * SIMD2(1, 1) == SIMD2(4, 6))
        #expect(SIMD2(1, 1) * matrix == SIMD2(3, 7))
        #expect(simd_float2x2(rows: [SIMD2(1, 3), SIMD2(2, 4)]) == matrix)
        #expect(matrix.determinant == -2)
        #expect(matrix_identity_float4x4[2, 2] == 1 && matrix_identity_float4x4[2, 1] == 0)
    }

    @Test func an_inverse_times_its_matrix_is_the_identity() {
        let three = simd_double3x3(SIMD3(2, 0, 1), SIMD3(1, 3, -1), SIMD3(0, 5, 4))
        #expect(simd_almost_equal_elements(three * three.inverse, matrix_identity_double3x3, 1e-12))
        let four = simd_double4x4([SIMD4(2, 0, 1, 3), SIMD4(1, 3, -1, 0), SIMD4(0, 5, 4, 1), SIMD4(1, 1, 7, 2)])
        #expect(simd_almost_equal_elements(four.inverse * four, matrix_identity_double4x4, 1e-12))
        #expect(abs(four.determinant - four.transpose.determinant) < 1e-12)
        #expect(abs(simd_determinant(four * four) - four.determinant * four.determinant) < 1e-9)
    }

    @Test func quaternions_turn_as_their_matrices_do() {
        let turn = simd_quatd(angle: .pi / 2, axis: SIMD3(0, 0, 1))
        #expect(simd_distance(turn.act(SIMD3(1, 0, 0)), SIMD3(0, 1, 0)) < 1e-12)
        let both = turn * simd_quatd(angle: 0.7, axis: simd_normalize(SIMD3(1, 2, 3)))
        #expect(simd_distance(both.act(SIMD3(3, -1, 2)), simd_double3x3(both) * SIMD3(3, -1, 2)) < 1e-12)
        for angle in stride(from: -3.0, through: 3, by: 0.5) {
            for axis in [SIMD3(1.0, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), simd_normalize(SIMD3(1, -2, 0.5))] {
                let turn = simd_quatd(angle: angle, axis: axis)
                #expect(
                    abs(abs(simd_dot(simd_quatd(simd_double4x4(turn)), turn)) - 1) < 1e-12, "\(angle) about \(axis)")
            }
        }
        #expect(
            simd_distance(simd_quatd(from: SIMD3(1, 0, 0), to: SIMD3(-1, 0, 0)).act(SIMD3(1, 0, 0)), SIMD3(-1, 0, 0))
                < 1e-12)
    }

    @Test func slerp_takes_the_shortest_arc_at_constant_speed() {
        let (a, b) = (simd_quatd(angle: 0, axis: SIMD3(0, 0, 1)), simd_quatd(angle: 2, axis: SIMD3(0, 0, 1)))
        #expect(abs(simd_slerp(a, b, 0.25).angle - 0.5) < 1e-12)
        #expect(abs(simd_slerp(a, -b, 0.25).angle - 0.5) < 1e-12)
        #expect(abs(simd_slerp_longest(a, b, 0.5).act(SIMD3(1, 0, 0)).x - cos(1 + .pi)) < 1e-12)
    }
}
