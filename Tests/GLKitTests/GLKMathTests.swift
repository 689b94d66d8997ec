import Foundation
import MicaRandom
import Testing

@testable import GLKit

/// GLKMath against its formulas in double precision, on random numbers.
@Suite struct GLKMathTests {
    private typealias Matrix = [[Double]]

    /// A matrix by columns.
    private func random(_ n: Int, _ generator: inout SeededGenerator) -> Matrix {
        (0..<n).map { _ in (0..<n).map { _ in generator.number(-2...2) } }
    }

    private func matrix4(_ m: Matrix) -> GLKMatrix4 { GLKMatrix4(columns: m.map { c in SIMD4(c.map(Float.init)) }) }
    private func matrix3(_ m: Matrix) -> GLKMatrix3 { GLKMatrix3(columns: m.map { c in SIMD3(c.map(Float.init)) }) }
    private func numbers(_ m: GLKMatrix4) -> [Double] { (0..<16).map { Double(m[$0]) } }
    private func numbers(_ m: GLKMatrix3) -> [Double] { (0..<9).map { Double(m[$0]) } }
    private func product(_ a: Matrix, _ b: Matrix) -> Matrix {
        b.map { column in
            a.indices.map { row in a.indices.reduce(0) { $0 + a[$1][row] * column[$1] } }
        }
    }
    private func isNear(_ a: [Double], _ b: [Double], _ tolerance: Double = 1e-5) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($1)) }
    }

    @Test func matrices_are_kept_and_multiplied_by_columns() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let (a, b) = (random(4, &generator), random(4, &generator))
            let together = GLKMatrix4Multiply(matrix4(a), matrix4(b))
            #expect(isNear(numbers(together), product(a, b).flatMap { $0 }))
            let (c, d) = (random(3, &generator), random(3, &generator))
            #expect(isNear(numbers(GLKMatrix3Multiply(matrix3(c), matrix3(d))), product(c, d).flatMap { $0 }))
        }
        let m = GLKMatrix4Make(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        #expect(m.m10 == 4 && m.m13 == 7 && m.m32 == 14 && m[9] == 9)
        #expect(GLKMatrix4GetRow(m, 1).v == (1, 5, 9, 13) && GLKMatrix4GetColumn(m, 1).v == (4, 5, 6, 7))
        let transposed = GLKMatrix4MakeAndTranspose(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        #expect(transposed.m01 == 4 && GLKMatrix4Transpose(transposed).m01 == 1)
        let set = GLKMatrix4SetRow(m, 2, GLKVector4Make(-1, -2, -3, -4))
        #expect(set.m02 == -1 && set.m32 == -4 && set.m31 == 13)
    }

    @Test func inverses_undo_and_say_when_there_is_none() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            let m = matrix4(random(4, &generator))
            var isInvertible = false
            let inverse = unsafe GLKMatrix4Invert(m, &isInvertible)
            #expect(isInvertible)
            // Random matrices may be nearly singular: their inverses' sizes scale the rounding.
            let size = numbers(inverse).map(abs).max() ?? 0
            #expect(isNear(numbers(GLKMatrix4Multiply(m, inverse)), numbers(GLKMatrix4Identity), 1e-5 * max(1, size)))
            let turned = GLKMatrix4InvertAndTranspose(m, nil)
            #expect(isNear(numbers(GLKMatrix4Transpose(turned)), numbers(inverse)))
        }
        var isInvertible = true
        let none = unsafe GLKMatrix3Invert(GLKMatrix3MakeScale(1, 0, 1), &isInvertible)
        #expect(!isInvertible && isNear(numbers(none), numbers(GLKMatrix3Identity)))
    }

    @Test func rotations_turn_counter_clockwise_about_their_axis() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let angle = generator.number(-7...7)
            let axis = (0..<3).map { _ in generator.number(-1...1) }
            let length = axis.reduce(0) { $0 + $1 * $1 }.squareRoot()
            let (x, y, z) = (axis[0] / length, axis[1] / length, axis[2] / length)
            let point = (0..<3).map { _ in generator.number(-2...2) }
            // Rodrigues' formula.
            let along = x * point[0] + y * point[1] + z * point[2]
            let across = [y * point[2] - z * point[1], z * point[0] - x * point[2], x * point[1] - y * point[0]]
            let expected = (0..<3).map {
                point[$0] * cos(angle) + across[$0] * sin(angle) + axis[$0] / length * along * (1 - cos(angle))
            }
            let (fx, fy, fz) = (Float(axis[0]), Float(axis[1]), Float(axis[2]))
            let vector = GLKVector3Make(Float(point[0]), Float(point[1]), Float(point[2]))
            let byMatrix = GLKMatrix4MultiplyVector3(GLKMatrix4MakeRotation(Float(angle), fx, fy, fz), vector)
            let turn = GLKQuaternionMakeWithAngleAndAxis(Float(angle), Float(x), Float(y), Float(z))
            for turned in [
                byMatrix, GLKQuaternionRotateVector3(turn, vector),
                GLKMatrix3MultiplyVector3(GLKMatrix3MakeWithQuaternion(turn), vector),
                GLKQuaternionRotateVector3(GLKQuaternionMakeWithMatrix4(GLKMatrix4MakeWithQuaternion(turn)), vector),
            ] {
                #expect(isNear([Double(turned.x), Double(turned.y), Double(turned.z)], expected, 2e-5))
            }
        }
        for (m, axis) in [
            (GLKMatrix4MakeXRotation(0.7), (1, 0, 0)), (GLKMatrix4MakeYRotation(0.7), (0, 1, 0)),
            (GLKMatrix4MakeZRotation(0.7), (0, 0, 1)),
        ] as [(GLKMatrix4, (Float, Float, Float))] {
            #expect(isNear(numbers(m), numbers(GLKMatrix4MakeRotation(0.7, axis.0, axis.1, axis.2))))
        }
    }

    @Test func quaternions_multiply_and_mix_as_turns_do() {
        var generator = SeededGenerator(seed: 4)
        func turn() -> GLKQuaternion {
            let v = GLKVector4Make(
                Float(generator.number(-1...1)), Float(generator.number(-1...1)), Float(generator.number(-1...1)),
                Float(generator.number(-1...1)))
            return GLKQuaternionNormalize(GLKQuaternion(v.simd))
        }
        for _ in 0..<200 {
            let (a, b) = (turn(), turn())
            let together = GLKMatrix4MakeWithQuaternion(GLKQuaternionMultiply(a, b))
            let each = GLKMatrix4Multiply(GLKMatrix4MakeWithQuaternion(a), GLKMatrix4MakeWithQuaternion(b))
            #expect(isNear(numbers(together), numbers(each)))
            let undone = GLKQuaternionMultiply(a, GLKQuaternionInvert(a))
            #expect(isNear((0..<4).map { Double(undone[$0]) }, [0, 0, 0, 1]))
            // A third of the way, three times.
            let cosine = abs((a.simd * b.simd).sum())
            let third = GLKQuaternionSlerp(a, b, 1 / 3)
            let part = abs((a.simd * third.simd).sum())
            #expect(abs(acosf(min(part, 1)) * 3 - acosf(min(cosine, 1))) < 2e-3)
        }
        let quarter = GLKQuaternionMakeWithAngleAndAxis(.pi / 2, 0, 0, 1)
        #expect(abs(GLKQuaternionAngle(quarter) - .pi / 2) < 1e-6 && abs(GLKQuaternionAxis(quarter).z - 1) < 1e-6)
    }

    @Test func projections_put_the_corners_of_what_is_seen_at_the_corners_of_clip_space() {
        let frustum = GLKMatrix4MakeFrustum(-1, 3, -2, 1, 2, 10)
        func seen(_ m: GLKMatrix4, _ x: Float, _ y: Float, _ z: Float) -> [Double] {
            let v = GLKMatrix4MultiplyAndProjectVector3(m, GLKVector3Make(x, y, z))
            return [Double(v.x), Double(v.y), Double(v.z)]
        }
        #expect(isNear(seen(frustum, -1, -2, -2), [-1, -1, -1]) && isNear(seen(frustum, 15, 5, -10), [1, 1, 1]))
        let ortho = GLKMatrix4MakeOrtho(-1, 3, -2, 1, 2, 10)
        #expect(isNear(seen(ortho, -1, -2, -2), [-1, -1, -1]) && isNear(seen(ortho, 3, 1, -10), [1, 1, 1]))
        let perspective = GLKMatrix4MakePerspective(.pi / 2, 2, 1, 4)
        #expect(isNear(seen(perspective, 2, 1, -1), [1, 1, -1]) && isNear(seen(perspective, -8, -4, -4), [-1, -1, 1]))
        let look = GLKMatrix4MakeLookAt(1, 2, 3, 1, 2, 0, 0, 1, 0)
        #expect(isNear(seen(look, 1, 2, 0), [0, 0, -3]) && isNear(seen(look, 2, 3, 3), [1, 1, 0]))
        var viewport: [Int32] = [10, 20, 100, 200], success = false
        let model = GLKMatrix4MakeTranslation(0, 0, -2)
        let point = GLKVector3Make(0.5, -0.25, 0.3)
        let window = unsafe GLKMathProject(point, model, perspective, &viewport)
        let back = unsafe GLKMathUnproject(window, model, perspective, &viewport, &success)
        #expect(success && GLKVector3Distance(back, point) < 1e-4)
    }

    @Test func vectors_are_worked_out_number_by_number() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<100 {
            let n = (0..<8).map { _ in Float(generator.number(-2...2)) }
            let a = GLKVector3Make(n[0], n[1], n[2]), b = GLKVector3Make(n[3], n[4], n[5])
            let cross = GLKVector3CrossProduct(a, b)
            #expect(abs(GLKVector3DotProduct(cross, a)) < 1e-5 && abs(GLKVector3DotProduct(cross, b)) < 1e-5)
            #expect(abs(GLKVector3Length(GLKVector3Normalize(a)) - 1) < 1e-6)
            let along = GLKVector3Project(a, b)
            #expect(abs(GLKVector3DotProduct(GLKVector3Subtract(a, along), b)) < 1e-5)
            #expect(GLKVector3Lerp(a, b, 0).v == a.v && GLKVector3Distance(GLKVector3Lerp(a, b, 1), b) < 1e-6)
            #expect(GLKVector3AllGreaterThanOrEqualToVector3(GLKVector3Maximum(a, b), a))
            #expect(!GLKVector3AllGreaterThanVector3(GLKVector3Minimum(a, b), a))
            let four = GLKVector4CrossProduct(GLKVector4MakeWithVector3(a, 1), GLKVector4MakeWithVector3(b, 1))
            #expect(four.x == cross.x && four.y == cross.y && four.z == cross.z && four.w == 0)
        }
    }

    @Test func matrix_stack_changes_its_top() {
        guard let reference = unsafe GLKMatrixStackCreate(nil) else {
            Issue.record("no stack")
            return
        }
        let stack = unsafe reference.takeRetainedValue()
        GLKMatrixStackTranslate(stack, 1, 2, 3)
        GLKMatrixStackPush(stack)
        GLKMatrixStackScale(stack, 2, 2, 2)
        #expect(GLKMatrixStackSize(stack) == 2 && GLKMatrixStackGetMatrix4(stack).m00 == 2)
        GLKMatrixStackPop(stack)
        GLKMatrixStackPop(stack)
        #expect(GLKMatrixStackSize(stack) == 1 && GLKMatrixStackGetMatrix4(stack).m31 == 2)
    }
}
