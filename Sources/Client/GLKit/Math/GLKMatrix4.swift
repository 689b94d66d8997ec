import Foundation

/// A 4 x 4 matrix, stored column by column: `m30` is the first element of the last column.
///
/// *Source*: Apple, GLKit/GLKMathTypes.h, GLKMatrix4.h.
@frozen public struct GLKMatrix4: Sendable {
    /// The elements, column by column.
    public var m:
        (Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float)

    /// Makes a matrix from its elements, column by column.
    @inlinable public init(
        m: (
            Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float,
            Float
        )
    ) { self.m = m }
    /// Makes a matrix of zeros.
    @inlinable public init() { m = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }

    /// Row 0 of column 0, counted from 0.
    @inlinable public var m00: Float {
        get { m.0 }
        set { m.0 = newValue }
    }

    /// Row 1 of column 0, counted from 0.
    @inlinable public var m01: Float {
        get { m.1 }
        set { m.1 = newValue }
    }

    /// Row 2 of column 0, counted from 0.
    @inlinable public var m02: Float {
        get { m.2 }
        set { m.2 = newValue }
    }

    /// Row 3 of column 0, counted from 0.
    @inlinable public var m03: Float {
        get { m.3 }
        set { m.3 = newValue }
    }

    /// Row 0 of column 1, counted from 0.
    @inlinable public var m10: Float {
        get { m.4 }
        set { m.4 = newValue }
    }

    /// Row 1 of column 1, counted from 0.
    @inlinable public var m11: Float {
        get { m.5 }
        set { m.5 = newValue }
    }

    /// Row 2 of column 1, counted from 0.
    @inlinable public var m12: Float {
        get { m.6 }
        set { m.6 = newValue }
    }

    /// Row 3 of column 1, counted from 0.
    @inlinable public var m13: Float {
        get { m.7 }
        set { m.7 = newValue }
    }

    /// Row 0 of column 2, counted from 0.
    @inlinable public var m20: Float {
        get { m.8 }
        set { m.8 = newValue }
    }

    /// Row 1 of column 2, counted from 0.
    @inlinable public var m21: Float {
        get { m.9 }
        set { m.9 = newValue }
    }

    /// Row 2 of column 2, counted from 0.
    @inlinable public var m22: Float {
        get { m.10 }
        set { m.10 = newValue }
    }

    /// Row 3 of column 2, counted from 0.
    @inlinable public var m23: Float {
        get { m.11 }
        set { m.11 = newValue }
    }

    /// Row 0 of column 3, counted from 0.
    @inlinable public var m30: Float {
        get { m.12 }
        set { m.12 = newValue }
    }

    /// Row 1 of column 3, counted from 0.
    @inlinable public var m31: Float {
        get { m.13 }
        set { m.13 = newValue }
    }

    /// Row 2 of column 3, counted from 0.
    @inlinable public var m32: Float {
        get { m.14 }
        set { m.14 = newValue }
    }

    /// Row 3 of column 3, counted from 0.
    @inlinable public var m33: Float {
        get { m.15 }
        set { m.15 = newValue }
    }

    /// The element at an index, 0 to 15, column by column.
    ///
    /// - Precondition: the index is in range.
    public subscript(i: Int) -> Float { columns[i / 4][i % 4] }

    var columns: [SIMD4<Float>] {
        [
            SIMD4(m.0, m.1, m.2, m.3), SIMD4(m.4, m.5, m.6, m.7), SIMD4(m.8, m.9, m.10, m.11),
            SIMD4(m.12, m.13, m.14, m.15),
        ]
    }
    init(columns c: [SIMD4<Float>]) {
        m = (
            c[0][0], c[0][1], c[0][2], c[0][3], c[1][0], c[1][1], c[1][2], c[1][3], c[2][0], c[2][1], c[2][2], c[2][3],
            c[3][0], c[3][1], c[3][2], c[3][3]
        )
    }
}

/// The identity matrix.
public let GLKMatrix4Identity = GLKMatrix4(m: (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1))

/// Makes a matrix from its elements, column by column.
public func GLKMatrix4Make(
    _ m00: Float, _ m01: Float, _ m02: Float, _ m03: Float, _ m10: Float, _ m11: Float, _ m12: Float, _ m13: Float,
    _ m20: Float, _ m21: Float, _ m22: Float, _ m23: Float, _ m30: Float, _ m31: Float, _ m32: Float, _ m33: Float
) -> GLKMatrix4 {
    GLKMatrix4(m: (m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23, m30, m31, m32, m33))
}

/// Makes a matrix from its elements, row by row.
public func GLKMatrix4MakeAndTranspose(
    _ m00: Float, _ m01: Float, _ m02: Float, _ m03: Float, _ m10: Float, _ m11: Float, _ m12: Float, _ m13: Float,
    _ m20: Float, _ m21: Float, _ m22: Float, _ m23: Float, _ m30: Float, _ m31: Float, _ m32: Float, _ m33: Float
) -> GLKMatrix4 {
    GLKMatrix4Transpose(GLKMatrix4Make(m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23, m30, m31, m32, m33))
}

/// Makes a matrix from an array of 16 elements, column by column.
public func GLKMatrix4MakeWithArray(_ values: UnsafePointer<Float>) -> GLKMatrix4 {
    unsafe GLKMatrix4(
        m: (
            values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7], values[8],
            values[9], values[10], values[11], values[12], values[13], values[14], values[15]
        ))
}

/// Makes a matrix from an array of 16 elements, row by row.
public func GLKMatrix4MakeWithArrayAndTranspose(_ values: UnsafePointer<Float>) -> GLKMatrix4 {
    GLKMatrix4Transpose(unsafe GLKMatrix4MakeWithArray(values))
}

/// Makes a matrix from its columns.
public func GLKMatrix4MakeWithColumns(
    _ column0: GLKVector4, _ column1: GLKVector4, _ column2: GLKVector4, _ column3: GLKVector4
) -> GLKMatrix4 {
    GLKMatrix4(columns: [column0.simd, column1.simd, column2.simd, column3.simd])
}

/// Makes a matrix from its rows.
public func GLKMatrix4MakeWithRows(_ row0: GLKVector4, _ row1: GLKVector4, _ row2: GLKVector4, _ row3: GLKVector4)
    -> GLKMatrix4
{
    GLKMatrix4Transpose(GLKMatrix4MakeWithColumns(row0, row1, row2, row3))
}

/// Makes the rotation matrix of a quaternion, which is normalized first.
public func GLKMatrix4MakeWithQuaternion(_ quaternion: GLKQuaternion) -> GLKMatrix4 {
    let (x, y, z, w) = GLKQuaternionNormalize(quaternion).q
    return GLKMatrix4(columns: [
        SIMD4(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0),
        SIMD4(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0),
        SIMD4(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0),
        SIMD4(0, 0, 0, 1),
    ])
}

/// Makes a translation matrix.
public func GLKMatrix4MakeTranslation(_ tx: Float, _ ty: Float, _ tz: Float) -> GLKMatrix4 {
    GLKMatrix4(m: (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, tx, ty, tz, 1))
}

/// Makes a scale matrix.
public func GLKMatrix4MakeScale(_ sx: Float, _ sy: Float, _ sz: Float) -> GLKMatrix4 {
    GLKMatrix4(m: (sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, sz, 0, 0, 0, 0, 1))
}

/// Makes a rotation about an axis of any length: counter-clockwise, seen against the axis. *Units*: radians.
public func GLKMatrix4MakeRotation(_ radians: Float, _ x: Float, _ y: Float, _ z: Float) -> GLKMatrix4 {
    let (x, y, z) = GLKVector3Normalize(GLKVector3Make(x, y, z)).v
    let (cosine, sine) = (cosf(radians), sinf(radians))
    let rest = 1 - cosine
    return GLKMatrix4(columns: [
        SIMD4(cosine + rest * x * x, rest * x * y + z * sine, rest * x * z - y * sine, 0),
        SIMD4(rest * x * y - z * sine, cosine + rest * y * y, rest * y * z + x * sine, 0),
        SIMD4(rest * x * z + y * sine, rest * y * z - x * sine, cosine + rest * z * z, 0),
        SIMD4(0, 0, 0, 1),
    ])
}

/// Makes a rotation about the x axis, in radians.
public func GLKMatrix4MakeXRotation(_ radians: Float) -> GLKMatrix4 {
    let (cosine, sine) = (cosf(radians), sinf(radians))
    return GLKMatrix4(m: (1, 0, 0, 0, 0, cosine, sine, 0, 0, -sine, cosine, 0, 0, 0, 0, 1))
}

/// Makes a rotation about the y axis, in radians.
public func GLKMatrix4MakeYRotation(_ radians: Float) -> GLKMatrix4 {
    let (cosine, sine) = (cosf(radians), sinf(radians))
    return GLKMatrix4(m: (cosine, 0, -sine, 0, 0, 1, 0, 0, sine, 0, cosine, 0, 0, 0, 0, 1))
}

/// Makes a rotation about the z axis, in radians.
public func GLKMatrix4MakeZRotation(_ radians: Float) -> GLKMatrix4 {
    let (cosine, sine) = (cosf(radians), sinf(radians))
    return GLKMatrix4(m: (cosine, sine, 0, 0, -sine, cosine, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1))
}

/// Makes the perspective projection of an eye that looks along -z. `fovyRadians` is the vertical field of view,
/// `aspect` its width divided by its height; `nearZ` and `farZ` are the distances of the near and far planes. *Source*:
/// gluPerspective.
public func GLKMatrix4MakePerspective(
    _ fovyRadians: Float, _ aspect: Float, _ nearZ: Float, _ farZ: Float
) -> GLKMatrix4 {
    let cotangent = 1 / tanf(fovyRadians / 2)
    let depth = nearZ - farZ
    return GLKMatrix4(columns: [
        SIMD4(cotangent / aspect, 0, 0, 0), SIMD4(0, cotangent, 0, 0), SIMD4(0, 0, (farZ + nearZ) / depth, -1),
        SIMD4(0, 0, 2 * farZ * nearZ / depth, 0),
    ])
}

/// Makes a perspective projection of the frustum between four planes, whose positions are given at `nearZ`. *Source*:
/// glFrustum.
public func GLKMatrix4MakeFrustum(
    _ left: Float, _ right: Float, _ bottom: Float, _ top: Float, _ nearZ: Float, _ farZ: Float
) -> GLKMatrix4 {
    let (width, height, depth) = (right - left, top - bottom, farZ - nearZ)
    return GLKMatrix4(columns: [
        SIMD4(2 * nearZ / width, 0, 0, 0), SIMD4(0, 2 * nearZ / height, 0, 0),
        SIMD4((right + left) / width, (top + bottom) / height, -(farZ + nearZ) / depth, -1),
        SIMD4(0, 0, -2 * farZ * nearZ / depth, 0),
    ])
}

/// Makes an orthographic projection. *Source*: glOrtho.
public func GLKMatrix4MakeOrtho(
    _ left: Float, _ right: Float, _ bottom: Float, _ top: Float, _ nearZ: Float, _ farZ: Float
) -> GLKMatrix4 {
    let (width, height, depth) = (right - left, top - bottom, farZ - nearZ)
    return GLKMatrix4(columns: [
        SIMD4(2 / width, 0, 0, 0), SIMD4(0, 2 / height, 0, 0), SIMD4(0, 0, -2 / depth, 0),
        SIMD4(-(right + left) / width, -(top + bottom) / height, -(farZ + nearZ) / depth, 1),
    ])
}

/// Makes the matrix of an eye at a point that looks at a centre, with `up` upwards. *Source*: gluLookAt.
public func GLKMatrix4MakeLookAt(
    _ eyeX: Float, _ eyeY: Float, _ eyeZ: Float, _ centerX: Float, _ centerY: Float, _ centerZ: Float, _ upX: Float,
    _ upY: Float, _ upZ: Float
) -> GLKMatrix4 {
    let eye = GLKVector3Make(eyeX, eyeY, eyeZ)
    let back = GLKVector3Normalize(GLKVector3Subtract(eye, GLKVector3Make(centerX, centerY, centerZ)))
    let side = GLKVector3Normalize(GLKVector3CrossProduct(GLKVector3Make(upX, upY, upZ), back))
    let up = GLKVector3CrossProduct(back, side)
    return GLKMatrix4(columns: [
        SIMD4(side.x, up.x, back.x, 0), SIMD4(side.y, up.y, back.y, 0), SIMD4(side.z, up.z, back.z, 0),
        SIMD4(
            -GLKVector3DotProduct(side, eye), -GLKVector3DotProduct(up, eye), -GLKVector3DotProduct(back, eye), 1),
    ])
}

/// Returns the upper left 3 x 3 elements.
public func GLKMatrix4GetMatrix3(_ matrix: GLKMatrix4) -> GLKMatrix3 {
    let m = matrix.m
    return GLKMatrix3(m: (m.0, m.1, m.2, m.4, m.5, m.6, m.8, m.9, m.10))
}

/// Returns the upper left 2 x 2 elements.
public func GLKMatrix4GetMatrix2(_ matrix: GLKMatrix4) -> GLKMatrix2 {
    GLKMatrix2(m: (matrix.m00, matrix.m01, matrix.m10, matrix.m11))
}

/// Returns a row, 0 to 3.
///
/// - Precondition: the index is in range.
public func GLKMatrix4GetRow(_ matrix: GLKMatrix4, _ row: Int32) -> GLKVector4 {
    GLKMatrix4GetColumn(GLKMatrix4Transpose(matrix), row)
}

/// Returns a column, 0 to 3.
///
/// - Precondition: the index is in range.
public func GLKMatrix4GetColumn(_ matrix: GLKMatrix4, _ column: Int32) -> GLKVector4 {
    GLKVector4(matrix.columns[Int(column)])
}

/// Returns the matrix with a row, 0 to 3, replaced.
///
/// - Precondition: the index is in range.
public func GLKMatrix4SetRow(_ matrix: GLKMatrix4, _ row: Int32, _ vector: GLKVector4) -> GLKMatrix4 {
    GLKMatrix4Transpose(GLKMatrix4SetColumn(GLKMatrix4Transpose(matrix), row, vector))
}

/// Returns the matrix with a column, 0 to 3, replaced.
///
/// - Precondition: the index is in range.
public func GLKMatrix4SetColumn(_ matrix: GLKMatrix4, _ column: Int32, _ vector: GLKVector4) -> GLKMatrix4 {
    var columns = matrix.columns
    columns[Int(column)] = vector.simd
    return GLKMatrix4(columns: columns)
}

/// Returns the transpose.
public func GLKMatrix4Transpose(_ matrix: GLKMatrix4) -> GLKMatrix4 {
    let m = matrix.m
    return GLKMatrix4(m: (m.0, m.4, m.8, m.12, m.1, m.5, m.9, m.13, m.2, m.6, m.10, m.14, m.3, m.7, m.11, m.15))
}

/// Multiplies two matrices: the product applies the right one first.
public func GLKMatrix4Multiply(_ matrixLeft: GLKMatrix4, _ matrixRight: GLKMatrix4) -> GLKMatrix4 {
    let left = matrixLeft.columns
    let columns = matrixRight.columns.map { c in
        var sum = left[0] * c[0]
        for i in 1..<4 { sum += left[i] * c[i] }
        return sum
    }
    return GLKMatrix4(columns: columns)
}

/// Adds two matrices, element by element.
public func GLKMatrix4Add(_ matrixLeft: GLKMatrix4, _ matrixRight: GLKMatrix4) -> GLKMatrix4 {
    GLKMatrix4(columns: zip(matrixLeft.columns, matrixRight.columns).map { $0 + $1 })
}

/// Subtracts the right matrix from the left one, element by element.
public func GLKMatrix4Subtract(_ matrixLeft: GLKMatrix4, _ matrixRight: GLKMatrix4) -> GLKMatrix4 {
    GLKMatrix4(columns: zip(matrixLeft.columns, matrixRight.columns).map { $0 - $1 })
}

/// Returns the matrix with a translation applied before it.
public func GLKMatrix4Translate(_ matrix: GLKMatrix4, _ tx: Float, _ ty: Float, _ tz: Float) -> GLKMatrix4 {
    GLKMatrix4Multiply(matrix, GLKMatrix4MakeTranslation(tx, ty, tz))
}

/// Returns the matrix with a translation by a vector applied before it.
public func GLKMatrix4TranslateWithVector3(_ matrix: GLKMatrix4, _ translationVector: GLKVector3) -> GLKMatrix4 {
    GLKMatrix4Translate(matrix, translationVector.x, translationVector.y, translationVector.z)
}

/// Returns the matrix with a translation by a vector's first three components applied before it.
public func GLKMatrix4TranslateWithVector4(_ matrix: GLKMatrix4, _ translationVector: GLKVector4) -> GLKMatrix4 {
    GLKMatrix4Translate(matrix, translationVector.x, translationVector.y, translationVector.z)
}

/// Returns the matrix with a scale applied before it.
public func GLKMatrix4Scale(_ matrix: GLKMatrix4, _ sx: Float, _ sy: Float, _ sz: Float) -> GLKMatrix4 {
    GLKMatrix4Multiply(matrix, GLKMatrix4MakeScale(sx, sy, sz))
}

/// Returns the matrix with a rotation about an axis, in radians, applied before it.
public func GLKMatrix4Rotate(_ matrix: GLKMatrix4, _ radians: Float, _ x: Float, _ y: Float, _ z: Float) -> GLKMatrix4 {
    GLKMatrix4Multiply(matrix, GLKMatrix4MakeRotation(radians, x, y, z))
}

/// Returns the matrix with a scale by a vector applied before it.
public func GLKMatrix4ScaleWithVector3(_ matrix: GLKMatrix4, _ scaleVector: GLKVector3) -> GLKMatrix4 {
    GLKMatrix4Scale(matrix, scaleVector.x, scaleVector.y, scaleVector.z)
}

/// Returns the matrix with a rotation about a vector, in radians, applied before it.
public func GLKMatrix4RotateWithVector3(_ matrix: GLKMatrix4, _ radians: Float, _ axisVector: GLKVector3) -> GLKMatrix4
{
    GLKMatrix4Rotate(matrix, radians, axisVector.x, axisVector.y, axisVector.z)
}

/// Returns the matrix with a scale by a vector's first three components applied before it.
public func GLKMatrix4ScaleWithVector4(_ matrix: GLKMatrix4, _ scaleVector: GLKVector4) -> GLKMatrix4 {
    GLKMatrix4Scale(matrix, scaleVector.x, scaleVector.y, scaleVector.z)
}

/// Returns the matrix with a rotation about a vector's first three components, in radians, applied before it.
public func GLKMatrix4RotateWithVector4(_ matrix: GLKMatrix4, _ radians: Float, _ axisVector: GLKVector4) -> GLKMatrix4
{
    GLKMatrix4Rotate(matrix, radians, axisVector.x, axisVector.y, axisVector.z)
}

/// Returns the matrix with a rotation about the x axis, in radians, applied before it.
public func GLKMatrix4RotateX(_ matrix: GLKMatrix4, _ radians: Float) -> GLKMatrix4 {
    GLKMatrix4Multiply(matrix, GLKMatrix4MakeXRotation(radians))
}

/// Returns the matrix with a rotation about the y axis, in radians, applied before it.
public func GLKMatrix4RotateY(_ matrix: GLKMatrix4, _ radians: Float) -> GLKMatrix4 {
    GLKMatrix4Multiply(matrix, GLKMatrix4MakeYRotation(radians))
}

/// Returns the matrix with a rotation about the z axis, in radians, applied before it.
public func GLKMatrix4RotateZ(_ matrix: GLKMatrix4, _ radians: Float) -> GLKMatrix4 {
    GLKMatrix4Multiply(matrix, GLKMatrix4MakeZRotation(radians))
}

/// Multiplies a matrix by a vector.
public func GLKMatrix4MultiplyVector4(_ matrixLeft: GLKMatrix4, _ vectorRight: GLKVector4) -> GLKVector4 {
    let (c, v) = (matrixLeft.columns, vectorRight)
    return GLKVector4(c[0] * v.x + c[1] * v.y + (c[2] * v.z + c[3] * v.w))
}

/// Multiplies a matrix by a direction: a vector with 0 as its fourth component.
public func GLKMatrix4MultiplyVector3(_ matrixLeft: GLKMatrix4, _ vectorRight: GLKVector3) -> GLKVector3 {
    let v = GLKMatrix4MultiplyVector4(matrixLeft, GLKVector4MakeWithVector3(vectorRight, 0))
    return GLKVector3(v: (v.x, v.y, v.z))
}

/// Multiplies a matrix by a point: a vector with 1 as its fourth component.
public func GLKMatrix4MultiplyVector3WithTranslation(_ matrixLeft: GLKMatrix4, _ vectorRight: GLKVector3) -> GLKVector3
{
    let v = GLKMatrix4MultiplyVector4(matrixLeft, GLKVector4MakeWithVector3(vectorRight, 1))
    return GLKVector3(v: (v.x, v.y, v.z))
}

/// Multiplies a matrix by a point, and divides by the result's fourth component.
public func GLKMatrix4MultiplyAndProjectVector3(_ matrixLeft: GLKMatrix4, _ vectorRight: GLKVector3) -> GLKVector3 {
    let v = GLKMatrix4MultiplyVector4(matrixLeft, GLKVector4MakeWithVector3(vectorRight, 1))
    return GLKVector3MultiplyScalar(GLKVector3(v: (v.x, v.y, v.z)), 1 / v.w)
}

/// Applies `GLKMatrix4MultiplyVector4` to each vector of an array, in place.
public func GLKMatrix4MultiplyVector4Array(
    _ matrix: GLKMatrix4, _ vectors: UnsafeMutablePointer<GLKVector4>, _ vectorCount: Int
) {
    for i in 0..<max(vectorCount, 0) { unsafe vectors[i] = GLKMatrix4MultiplyVector4(matrix, vectors[i]) }
}

/// Applies `GLKMatrix4MultiplyVector3` to each vector of an array, in place.
public func GLKMatrix4MultiplyVector3Array(
    _ matrix: GLKMatrix4, _ vectors: UnsafeMutablePointer<GLKVector3>, _ vectorCount: Int
) {
    for i in 0..<max(vectorCount, 0) { unsafe vectors[i] = GLKMatrix4MultiplyVector3(matrix, vectors[i]) }
}

/// Applies `GLKMatrix4MultiplyVector3WithTranslation` to each vector of an array, in place.
public func GLKMatrix4MultiplyVector3ArrayWithTranslation(
    _ matrix: GLKMatrix4, _ vectors: UnsafeMutablePointer<GLKVector3>, _ vectorCount: Int
) {
    for i in 0..<max(vectorCount, 0) {
        unsafe vectors[i] = GLKMatrix4MultiplyVector3WithTranslation(matrix, vectors[i])
    }
}

/// Applies `GLKMatrix4MultiplyAndProjectVector3` to each vector of an array, in place.
public func GLKMatrix4MultiplyAndProjectVector3Array(
    _ matrix: GLKMatrix4, _ vectors: UnsafeMutablePointer<GLKVector3>, _ vectorCount: Int
) {
    for i in 0..<max(vectorCount, 0) { unsafe vectors[i] = GLKMatrix4MultiplyAndProjectVector3(matrix, vectors[i]) }
}

/// Returns the inverse; if there is none, the identity, with `isInvertible` set to false.
public func GLKMatrix4Invert(_ matrix: GLKMatrix4, _ isInvertible: UnsafeMutablePointer<Bool>?) -> GLKMatrix4 {
    let inverse = inverted(matrix.columns.map { c in (0..<4).map { Double(c[$0]) } })
    if let isInvertible = unsafe isInvertible { unsafe isInvertible.pointee = inverse != nil }
    guard let inverse else { return GLKMatrix4Identity }
    return GLKMatrix4(columns: inverse.map { c in SIMD4(c.map { Float($0) }) })
}

/// Returns the transpose of the inverse; if there is none, the identity.
public func GLKMatrix4InvertAndTranspose(_ matrix: GLKMatrix4, _ isInvertible: UnsafeMutablePointer<Bool>?)
    -> GLKMatrix4
{
    GLKMatrix4Transpose(unsafe GLKMatrix4Invert(matrix, isInvertible))
}
