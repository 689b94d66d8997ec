import Foundation

/// A 3 x 3 matrix, stored column by column: `m20` is the first element of the last column.
///
/// *Source*: Apple, GLKit/GLKMathTypes.h, GLKMatrix3.h.
@frozen public struct GLKMatrix3: Sendable {
    /// The elements, column by column.
    public var m: (Float, Float, Float, Float, Float, Float, Float, Float, Float)

    /// Makes a matrix from its elements, column by column.
    @inlinable public init(m: (Float, Float, Float, Float, Float, Float, Float, Float, Float)) { self.m = m }
    /// Makes a matrix of zeros.
    @inlinable public init() { m = (0, 0, 0, 0, 0, 0, 0, 0, 0) }

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

    /// Row 0 of column 1, counted from 0.
    @inlinable public var m10: Float {
        get { m.3 }
        set { m.3 = newValue }
    }

    /// Row 1 of column 1, counted from 0.
    @inlinable public var m11: Float {
        get { m.4 }
        set { m.4 = newValue }
    }

    /// Row 2 of column 1, counted from 0.
    @inlinable public var m12: Float {
        get { m.5 }
        set { m.5 = newValue }
    }

    /// Row 0 of column 2, counted from 0.
    @inlinable public var m20: Float {
        get { m.6 }
        set { m.6 = newValue }
    }

    /// Row 1 of column 2, counted from 0.
    @inlinable public var m21: Float {
        get { m.7 }
        set { m.7 = newValue }
    }

    /// Row 2 of column 2, counted from 0.
    @inlinable public var m22: Float {
        get { m.8 }
        set { m.8 = newValue }
    }

    /// The element at an index, 0 to 8, column by column.
    ///
    /// - Precondition: the index is in range.
    public subscript(i: Int) -> Float { columns[i / 3][i % 3] }

    var columns: [SIMD3<Float>] { [SIMD3(m.0, m.1, m.2), SIMD3(m.3, m.4, m.5), SIMD3(m.6, m.7, m.8)] }
    init(columns c: [SIMD3<Float>]) {
        m = (c[0][0], c[0][1], c[0][2], c[1][0], c[1][1], c[1][2], c[2][0], c[2][1], c[2][2])
    }
}

/// The identity matrix.
public let GLKMatrix3Identity = GLKMatrix3(m: (1, 0, 0, 0, 1, 0, 0, 0, 1))

/// Makes a matrix from its elements, column by column.
public func GLKMatrix3Make(
    _ m00: Float, _ m01: Float, _ m02: Float, _ m10: Float, _ m11: Float, _ m12: Float, _ m20: Float, _ m21: Float,
    _ m22: Float
) -> GLKMatrix3 {
    GLKMatrix3(m: (m00, m01, m02, m10, m11, m12, m20, m21, m22))
}

/// Makes a matrix from its elements, row by row.
public func GLKMatrix3MakeAndTranspose(
    _ m00: Float, _ m01: Float, _ m02: Float, _ m10: Float, _ m11: Float, _ m12: Float, _ m20: Float, _ m21: Float,
    _ m22: Float
) -> GLKMatrix3 {
    GLKMatrix3Transpose(GLKMatrix3Make(m00, m01, m02, m10, m11, m12, m20, m21, m22))
}

/// Makes a matrix from an array of 9 elements, column by column.
public func GLKMatrix3MakeWithArray(_ values: UnsafePointer<Float>) -> GLKMatrix3 {
    unsafe GLKMatrix3(
        m: (values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7], values[8]))
}

/// Makes a matrix from an array of 9 elements, row by row.
public func GLKMatrix3MakeWithArrayAndTranspose(_ values: UnsafePointer<Float>) -> GLKMatrix3 {
    GLKMatrix3Transpose(unsafe GLKMatrix3MakeWithArray(values))
}

/// Makes a matrix from its columns.
public func GLKMatrix3MakeWithColumns(_ column0: GLKVector3, _ column1: GLKVector3, _ column2: GLKVector3) -> GLKMatrix3
{
    GLKMatrix3(columns: [column0.simd, column1.simd, column2.simd])
}

/// Makes a matrix from its rows.
public func GLKMatrix3MakeWithRows(_ row0: GLKVector3, _ row1: GLKVector3, _ row2: GLKVector3) -> GLKMatrix3 {
    GLKMatrix3Transpose(GLKMatrix3MakeWithColumns(row0, row1, row2))
}

/// Makes the rotation matrix of a quaternion, which is normalized first.
public func GLKMatrix3MakeWithQuaternion(_ quaternion: GLKQuaternion) -> GLKMatrix3 {
    let (x, y, z, w) = GLKQuaternionNormalize(quaternion).q
    return GLKMatrix3(columns: [
        SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
        SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
        SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)),
    ])
}

/// Makes a scale matrix.
public func GLKMatrix3MakeScale(_ sx: Float, _ sy: Float, _ sz: Float) -> GLKMatrix3 {
    GLKMatrix3(m: (sx, 0, 0, 0, sy, 0, 0, 0, sz))
}

/// Makes a rotation about an axis of any length: counter-clockwise, seen against the axis. *Units*: radians.
public func GLKMatrix3MakeRotation(_ radians: Float, _ x: Float, _ y: Float, _ z: Float) -> GLKMatrix3 {
    let (x, y, z) = GLKVector3Normalize(GLKVector3Make(x, y, z)).v
    let (cosine, sine) = (cosf(radians), sinf(radians))
    let rest = 1 - cosine
    return GLKMatrix3(columns: [
        SIMD3(cosine + rest * x * x, rest * x * y + z * sine, rest * x * z - y * sine),
        SIMD3(rest * x * y - z * sine, cosine + rest * y * y, rest * y * z + x * sine),
        SIMD3(rest * x * z + y * sine, rest * y * z - x * sine, cosine + rest * z * z),
    ])
}

/// Makes a rotation about the x axis, in radians.
public func GLKMatrix3MakeXRotation(_ radians: Float) -> GLKMatrix3 {
    let (cosine, sine) = (cosf(radians), sinf(radians))
    return GLKMatrix3(m: (1, 0, 0, 0, cosine, sine, 0, -sine, cosine))
}

/// Makes a rotation about the y axis, in radians.
public func GLKMatrix3MakeYRotation(_ radians: Float) -> GLKMatrix3 {
    let (cosine, sine) = (cosf(radians), sinf(radians))
    return GLKMatrix3(m: (cosine, 0, -sine, 0, 1, 0, sine, 0, cosine))
}

/// Makes a rotation about the z axis, in radians.
public func GLKMatrix3MakeZRotation(_ radians: Float) -> GLKMatrix3 {
    let (cosine, sine) = (cosf(radians), sinf(radians))
    return GLKMatrix3(m: (cosine, sine, 0, -sine, cosine, 0, 0, 0, 1))
}

/// Returns the upper left 2 x 2 elements.
public func GLKMatrix3GetMatrix2(_ matrix: GLKMatrix3) -> GLKMatrix2 {
    GLKMatrix2(m: (matrix.m00, matrix.m01, matrix.m10, matrix.m11))
}

/// Returns a row, 0 to 2.
///
/// - Precondition: the index is in range.
public func GLKMatrix3GetRow(_ matrix: GLKMatrix3, _ row: Int32) -> GLKVector3 {
    GLKMatrix3GetColumn(GLKMatrix3Transpose(matrix), row)
}

/// Returns a column, 0 to 2.
///
/// - Precondition: the index is in range.
public func GLKMatrix3GetColumn(_ matrix: GLKMatrix3, _ column: Int32) -> GLKVector3 {
    GLKVector3(matrix.columns[Int(column)])
}

/// Returns the matrix with a row, 0 to 2, replaced.
///
/// - Precondition: the index is in range.
public func GLKMatrix3SetRow(_ matrix: GLKMatrix3, _ row: Int32, _ vector: GLKVector3) -> GLKMatrix3 {
    GLKMatrix3Transpose(GLKMatrix3SetColumn(GLKMatrix3Transpose(matrix), row, vector))
}

/// Returns the matrix with a column, 0 to 2, replaced.
///
/// - Precondition: the index is in range.
public func GLKMatrix3SetColumn(_ matrix: GLKMatrix3, _ column: Int32, _ vector: GLKVector3) -> GLKMatrix3 {
    var columns = matrix.columns
    columns[Int(column)] = vector.simd
    return GLKMatrix3(columns: columns)
}

/// Returns the transpose.
public func GLKMatrix3Transpose(_ matrix: GLKMatrix3) -> GLKMatrix3 {
    let m = matrix.m
    return GLKMatrix3(m: (m.0, m.3, m.6, m.1, m.4, m.7, m.2, m.5, m.8))
}

/// Multiplies two matrices: the product applies the right one first.
public func GLKMatrix3Multiply(_ matrixLeft: GLKMatrix3, _ matrixRight: GLKMatrix3) -> GLKMatrix3 {
    let left = matrixLeft.columns
    let columns = matrixRight.columns.map { c in
        var sum = left[0] * c[0]
        for i in 1..<3 { sum += left[i] * c[i] }
        return sum
    }
    return GLKMatrix3(columns: columns)
}

/// Adds two matrices, element by element.
public func GLKMatrix3Add(_ matrixLeft: GLKMatrix3, _ matrixRight: GLKMatrix3) -> GLKMatrix3 {
    GLKMatrix3(columns: zip(matrixLeft.columns, matrixRight.columns).map { $0 + $1 })
}

/// Subtracts the right matrix from the left one, element by element.
public func GLKMatrix3Subtract(_ matrixLeft: GLKMatrix3, _ matrixRight: GLKMatrix3) -> GLKMatrix3 {
    GLKMatrix3(columns: zip(matrixLeft.columns, matrixRight.columns).map { $0 - $1 })
}

/// Returns the matrix with a scale applied before it.
public func GLKMatrix3Scale(_ matrix: GLKMatrix3, _ sx: Float, _ sy: Float, _ sz: Float) -> GLKMatrix3 {
    GLKMatrix3Multiply(matrix, GLKMatrix3MakeScale(sx, sy, sz))
}

/// Returns the matrix with a rotation about an axis, in radians, applied before it.
public func GLKMatrix3Rotate(_ matrix: GLKMatrix3, _ radians: Float, _ x: Float, _ y: Float, _ z: Float) -> GLKMatrix3 {
    GLKMatrix3Multiply(matrix, GLKMatrix3MakeRotation(radians, x, y, z))
}

/// Returns the matrix with a scale by a vector applied before it.
public func GLKMatrix3ScaleWithVector3(_ matrix: GLKMatrix3, _ scaleVector: GLKVector3) -> GLKMatrix3 {
    GLKMatrix3Scale(matrix, scaleVector.x, scaleVector.y, scaleVector.z)
}

/// Returns the matrix with a rotation about a vector, in radians, applied before it.
public func GLKMatrix3RotateWithVector3(_ matrix: GLKMatrix3, _ radians: Float, _ axisVector: GLKVector3) -> GLKMatrix3
{
    GLKMatrix3Rotate(matrix, radians, axisVector.x, axisVector.y, axisVector.z)
}

/// Returns the matrix with a scale by a vector's first three components applied before it.
public func GLKMatrix3ScaleWithVector4(_ matrix: GLKMatrix3, _ scaleVector: GLKVector4) -> GLKMatrix3 {
    GLKMatrix3Scale(matrix, scaleVector.x, scaleVector.y, scaleVector.z)
}

/// Returns the matrix with a rotation about a vector's first three components, in radians, applied before it.
public func GLKMatrix3RotateWithVector4(_ matrix: GLKMatrix3, _ radians: Float, _ axisVector: GLKVector4) -> GLKMatrix3
{
    GLKMatrix3Rotate(matrix, radians, axisVector.x, axisVector.y, axisVector.z)
}

/// Returns the matrix with a rotation about the x axis, in radians, applied before it.
public func GLKMatrix3RotateX(_ matrix: GLKMatrix3, _ radians: Float) -> GLKMatrix3 {
    GLKMatrix3Multiply(matrix, GLKMatrix3MakeXRotation(radians))
}

/// Returns the matrix with a rotation about the y axis, in radians, applied before it.
public func GLKMatrix3RotateY(_ matrix: GLKMatrix3, _ radians: Float) -> GLKMatrix3 {
    GLKMatrix3Multiply(matrix, GLKMatrix3MakeYRotation(radians))
}

/// Returns the matrix with a rotation about the z axis, in radians, applied before it.
public func GLKMatrix3RotateZ(_ matrix: GLKMatrix3, _ radians: Float) -> GLKMatrix3 {
    GLKMatrix3Multiply(matrix, GLKMatrix3MakeZRotation(radians))
}

/// Multiplies a matrix by a vector.
public func GLKMatrix3MultiplyVector3(_ matrixLeft: GLKMatrix3, _ vectorRight: GLKVector3) -> GLKVector3 {
    let (c, v) = (matrixLeft.columns, vectorRight)
    return GLKVector3(c[0] * v.x + c[1] * v.y + c[2] * v.z)
}

/// Applies `GLKMatrix3MultiplyVector3` to each vector of an array, in place.
public func GLKMatrix3MultiplyVector3Array(
    _ matrix: GLKMatrix3, _ vectors: UnsafeMutablePointer<GLKVector3>, _ vectorCount: Int
) {
    for i in 0..<max(vectorCount, 0) { unsafe vectors[i] = GLKMatrix3MultiplyVector3(matrix, vectors[i]) }
}

/// Returns the inverse; if there is none, the identity, with `isInvertible` set to false.
public func GLKMatrix3Invert(_ matrix: GLKMatrix3, _ isInvertible: UnsafeMutablePointer<Bool>?) -> GLKMatrix3 {
    let inverse = inverted(matrix.columns.map { c in (0..<3).map { Double(c[$0]) } })
    if let isInvertible = unsafe isInvertible { unsafe isInvertible.pointee = inverse != nil }
    guard let inverse else { return GLKMatrix3Identity }
    return GLKMatrix3(columns: inverse.map { c in SIMD3(c.map { Float($0) }) })
}

/// Returns the transpose of the inverse; if there is none, the identity.
public func GLKMatrix3InvertAndTranspose(_ matrix: GLKMatrix3, _ isInvertible: UnsafeMutablePointer<Bool>?)
    -> GLKMatrix3
{
    GLKMatrix3Transpose(unsafe GLKMatrix3Invert(matrix, isInvertible))
}
