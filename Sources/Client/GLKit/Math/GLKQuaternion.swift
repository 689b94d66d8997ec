import Foundation

/// A rotation in space: an axis times the sine of half the angle, and the cosine of half the angle.
///
/// *Source*: Apple, GLKit/GLKMathTypes.h, GLKQuaternion.h.
@frozen public struct GLKQuaternion: Sendable {
    /// The components: x, y, z, w.
    public var q: (Float, Float, Float, Float)

    /// Makes a quaternion from its components.
    @inlinable public init(q: (Float, Float, Float, Float)) { self.q = q }
    /// Makes a quaternion of zeros, which is not a rotation.
    @inlinable public init() { q = (0, 0, 0, 0) }

    /// The vector part: the axis times the sine of half the angle.
    @inlinable public var v: GLKVector3 {
        get { GLKVector3(v: (q.0, q.1, q.2)) }
        set { (q.0, q.1, q.2) = newValue.v }
    }
    /// `w` by another name.
    @inlinable public var s: Float {
        get { q.3 }
        set { q.3 = newValue }
    }
    /// The axis's x component, times the sine of half the angle.
    @inlinable public var x: Float {
        get { q.0 }
        set { q.0 = newValue }
    }
    /// The axis's y component, times the sine of half the angle.
    @inlinable public var y: Float {
        get { q.1 }
        set { q.1 = newValue }
    }
    /// The axis's z component, times the sine of half the angle.
    @inlinable public var z: Float {
        get { q.2 }
        set { q.2 = newValue }
    }
    /// The cosine of half the angle.
    @inlinable public var w: Float {
        get { q.3 }
        set { q.3 = newValue }
    }

    /// The component at an index, 0 to 3.
    ///
    /// - Precondition: the index is in range.
    public subscript(i: Int) -> Float { simd[i] }

    var simd: SIMD4<Float> { SIMD4(q.0, q.1, q.2, q.3) }
    init(_ simd: SIMD4<Float>) { q = (simd.x, simd.y, simd.z, simd.w) }
}

/// The identity rotation.
public let GLKQuaternionIdentity = GLKQuaternion(q: (0, 0, 0, 1))

/// Makes a quaternion from its components.
public func GLKQuaternionMake(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> GLKQuaternion {
    GLKQuaternion(q: (x, y, z, w))
}

/// Makes a quaternion from its vector and its scalar.
public func GLKQuaternionMakeWithVector3(_ vector: GLKVector3, _ scalar: Float) -> GLKQuaternion {
    GLKQuaternion(q: (vector.x, vector.y, vector.z, scalar))
}

/// Makes a quaternion from an array of four components: x, y, z, w.
public func GLKQuaternionMakeWithArray(_ values: UnsafePointer<Float>) -> GLKQuaternion {
    unsafe GLKQuaternion(q: (values[0], values[1], values[2], values[3]))
}

/// Makes a rotation by an angle in radians about an axis of length 1.
public func GLKQuaternionMakeWithAngleAndAxis(
    _ radians: Float, _ x: Float, _ y: Float, _ z: Float
) -> GLKQuaternion {
    let sine = sinf(radians / 2)
    return GLKQuaternion(q: (x * sine, y * sine, z * sine, cosf(radians / 2)))
}

/// Makes a rotation by an angle in radians about an axis of length 1.
public func GLKQuaternionMakeWithAngleAndVector3Axis(_ radians: Float, _ axisVector: GLKVector3) -> GLKQuaternion {
    GLKQuaternionMakeWithAngleAndAxis(radians, axisVector.x, axisVector.y, axisVector.z)
}

/// Makes the rotation of a matrix that only rotates.
public func GLKQuaternionMakeWithMatrix3(_ matrix: GLKMatrix3) -> GLKQuaternion {
    let m = matrix
    // The diagonal gives four times each component's square. The root of the largest is taken, and the others follow
    // from it.
    let squares = SIMD4(
        1 + m.m00 - m.m11 - m.m22, 1 - m.m00 + m.m11 - m.m22, 1 - m.m00 - m.m11 + m.m22, 1 + m.m00 + m.m11 + m.m22)
    let largest = squares.max()
    let twice = max(largest, 0).squareRoot()
    let rest = 1 / (2 * twice)
    let (xy, xz, yz) = ((m.m01 + m.m10) * rest, (m.m02 + m.m20) * rest, (m.m12 + m.m21) * rest)
    let (xw, yw, zw) = ((m.m12 - m.m21) * rest, (m.m20 - m.m02) * rest, (m.m01 - m.m10) * rest)
    if largest == squares.w { return GLKQuaternion(q: (xw, yw, zw, twice / 2)) }
    if largest == squares.x { return GLKQuaternion(q: (twice / 2, xy, xz, xw)) }
    if largest == squares.y { return GLKQuaternion(q: (xy, twice / 2, yz, yw)) }
    return GLKQuaternion(q: (xz, yz, twice / 2, zw))
}

/// Makes the rotation of the upper left 3 x 3 elements of a matrix, which only rotate.
public func GLKQuaternionMakeWithMatrix4(_ matrix: GLKMatrix4) -> GLKQuaternion {
    GLKQuaternionMakeWithMatrix3(GLKMatrix4GetMatrix3(matrix))
}

/// Returns the angle of the rotation, in radians.
public func GLKQuaternionAngle(_ quaternion: GLKQuaternion) -> Float {
    2 * atan2f(GLKVector3Length(quaternion.v), quaternion.w)
}

/// Returns the axis of the rotation, of length 1; zeros for the identity.
public func GLKQuaternionAxis(_ quaternion: GLKQuaternion) -> GLKVector3 {
    let length = GLKVector3Length(quaternion.v)
    return length > 0 ? GLKVector3MultiplyScalar(quaternion.v, 1 / length) : GLKVector3()
}

/// Adds two quaternions, component by component.
public func GLKQuaternionAdd(_ quaternionLeft: GLKQuaternion, _ quaternionRight: GLKQuaternion) -> GLKQuaternion {
    GLKQuaternion(quaternionLeft.simd + quaternionRight.simd)
}

/// Subtracts the right quaternion from the left one, component by component.
public func GLKQuaternionSubtract(
    _ quaternionLeft: GLKQuaternion, _ quaternionRight: GLKQuaternion
) -> GLKQuaternion {
    GLKQuaternion(quaternionLeft.simd - quaternionRight.simd)
}

/// Multiplies two quaternions: the product applies the right one first.
public func GLKQuaternionMultiply(
    _ quaternionLeft: GLKQuaternion, _ quaternionRight: GLKQuaternion
) -> GLKQuaternion {
    let (a, b) = (quaternionLeft, quaternionRight)
    let x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y
    let y = a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z
    let z = a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x
    return GLKQuaternion(q: (x, y, z, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z))
}

/// Returns the length.
public func GLKQuaternionLength(_ quaternion: GLKQuaternion) -> Float {
    (quaternion.simd * quaternion.simd).sum().squareRoot()
}

/// Returns the conjugate: the quaternion with the opposite axis.
public func GLKQuaternionConjugate(_ quaternion: GLKQuaternion) -> GLKQuaternion {
    GLKQuaternion(q: (-quaternion.x, -quaternion.y, -quaternion.z, quaternion.w))
}

/// Returns the inverse rotation.
public func GLKQuaternionInvert(_ quaternion: GLKQuaternion) -> GLKQuaternion {
    let square = (quaternion.simd * quaternion.simd).sum()
    return GLKQuaternion(GLKQuaternionConjugate(quaternion).simd * (1 / square))
}

/// Returns the quaternion scaled to length 1.
public func GLKQuaternionNormalize(_ quaternion: GLKQuaternion) -> GLKQuaternion {
    GLKQuaternion(quaternion.simd * (1 / GLKQuaternionLength(quaternion)))
}

/// Interpolates between two rotations by a fraction `t`, 0...1, at constant angular speed, in the shorter direction.
///
/// The direction that Apple's takes is not documented; the shorter one is assumed.
public func GLKQuaternionSlerp(
    _ quaternionStart: GLKQuaternion, _ quaternionEnd: GLKQuaternion, _ t: Float
) -> GLKQuaternion {
    let start = quaternionStart.simd
    var (end, cosine) = (quaternionEnd.simd, (quaternionStart.simd * quaternionEnd.simd).sum())
    if cosine < 0 { (end, cosine) = (-end, -cosine) }
    // For nearly equal rotations, the sine is too small to divide by.
    guard cosine < 0.9995 else { return GLKQuaternionNormalize(GLKQuaternion(start + (end - start) * t)) }
    let angle = acosf(cosine)
    return GLKQuaternion((start * sinf((1 - t) * angle) + end * sinf(t * angle)) * (1 / sinf(angle)))
}

/// Rotates a vector.
public func GLKQuaternionRotateVector3(_ quaternion: GLKQuaternion, _ vector: GLKVector3) -> GLKVector3 {
    let point = GLKQuaternionMakeWithVector3(vector, 0)
    return GLKQuaternionMultiply(GLKQuaternionMultiply(quaternion, point), GLKQuaternionInvert(quaternion)).v
}

/// Rotates a vector's first three components; the fourth stays.
public func GLKQuaternionRotateVector4(_ quaternion: GLKQuaternion, _ vector: GLKVector4) -> GLKVector4 {
    GLKVector4MakeWithVector3(
        GLKQuaternionRotateVector3(quaternion, GLKVector3Make(vector.x, vector.y, vector.z)), vector.w)
}

/// Rotates each vector of an array, in place.
public func GLKQuaternionRotateVector3Array(
    _ quaternion: GLKQuaternion, _ vectors: UnsafeMutablePointer<GLKVector3>, _ vectorCount: Int
) {
    for i in 0..<max(vectorCount, 0) { unsafe vectors[i] = GLKQuaternionRotateVector3(quaternion, vectors[i]) }
}

/// Rotates each vector of an array, in place.
public func GLKQuaternionRotateVector4Array(
    _ quaternion: GLKQuaternion, _ vectors: UnsafeMutablePointer<GLKVector4>, _ vectorCount: Int
) {
    for i in 0..<max(vectorCount, 0) { unsafe vectors[i] = GLKQuaternionRotateVector4(quaternion, vectors[i]) }
}
