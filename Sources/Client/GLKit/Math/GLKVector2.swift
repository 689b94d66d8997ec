/// Two numbers: a point, a direction, texture coordinates.
///
/// *Source*: Apple, GLKit/GLKMathTypes.h, GLKVector2.h.
@frozen public struct GLKVector2: Sendable {
    /// The components, in order.
    public var v: (Float, Float)

    /// Makes a vector from its components.
    @inlinable public init(v: (Float, Float)) { self.v = v }
    /// Makes a vector of zeros.
    @inlinable public init() { v = (0, 0) }

    /// The first component.
    @inlinable public var x: Float {
        get { v.0 }
        set { v.0 = newValue }
    }

    /// `x` by another name.
    @inlinable public var s: Float {
        get { v.0 }
        set { v.0 = newValue }
    }

    /// The second component.
    @inlinable public var y: Float {
        get { v.1 }
        set { v.1 = newValue }
    }

    /// `y` by another name.
    @inlinable public var t: Float {
        get { v.1 }
        set { v.1 = newValue }
    }

    /// The component at an index, 0 to 1.
    ///
    /// - Precondition: the index is in range.
    public subscript(i: Int) -> Float { simd[i] }

    var simd: SIMD2<Float> { SIMD2(v.0, v.1) }
    init(_ simd: SIMD2<Float>) { v = (simd.x, simd.y) }
}

/// Makes a vector from its components.
public func GLKVector2Make(_ x: Float, _ y: Float) -> GLKVector2 {
    GLKVector2(v: (x, y))
}

/// Makes a vector from an array of 2 numbers.
public func GLKVector2MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector2 {
    unsafe GLKVector2(v: (values[0], values[1]))
}

/// Returns the vector with all signs changed.
public func GLKVector2Negate(_ vector: GLKVector2) -> GLKVector2 {
    GLKVector2(-vector.simd)
}

/// Adds two vectors.
public func GLKVector2Add(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> GLKVector2 {
    GLKVector2(vectorLeft.simd + vectorRight.simd)
}

/// Subtracts the second vector from the first.
public func GLKVector2Subtract(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> GLKVector2 {
    GLKVector2(vectorLeft.simd - vectorRight.simd)
}

/// Multiplies component by component.
public func GLKVector2Multiply(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> GLKVector2 {
    GLKVector2(vectorLeft.simd * vectorRight.simd)
}

/// Divides component by component; division by 0 is as for Float.
public func GLKVector2Divide(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> GLKVector2 {
    GLKVector2(vectorLeft.simd / vectorRight.simd)
}

/// Adds a number to each component.
public func GLKVector2AddScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
    GLKVector2(vector.simd + value)
}

/// Subtracts a number from each component.
public func GLKVector2SubtractScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
    GLKVector2(vector.simd - value)
}

/// Multiplies each component by a number.
public func GLKVector2MultiplyScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
    GLKVector2(vector.simd * value)
}

/// Divides each component by a number; division by 0 is as for Float.
public func GLKVector2DivideScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
    GLKVector2(vector.simd / value)
}

/// Returns the larger of each pair of components.
public func GLKVector2Maximum(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> GLKVector2 {
    GLKVector2(v: (max(vectorLeft.v.0, vectorRight.v.0), max(vectorLeft.v.1, vectorRight.v.1)))
}

/// Returns the smaller of each pair of components.
public func GLKVector2Minimum(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> GLKVector2 {
    GLKVector2(v: (min(vectorLeft.v.0, vectorRight.v.0), min(vectorLeft.v.1, vectorRight.v.1)))
}

/// Whether each component equals the other vector's.
public func GLKVector2AllEqualToVector2(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> Bool {
    vectorLeft.v.0 == vectorRight.v.0 && vectorLeft.v.1 == vectorRight.v.1
}

/// Whether each component equals a number.
public func GLKVector2AllEqualToScalar(_ vector: GLKVector2, _ value: Float) -> Bool {
    vector.v.0 == value && vector.v.1 == value
}

/// Whether each component is greater than the other vector's.
public func GLKVector2AllGreaterThanVector2(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> Bool {
    vectorLeft.v.0 > vectorRight.v.0 && vectorLeft.v.1 > vectorRight.v.1
}

/// Whether each component is greater than a number.
public func GLKVector2AllGreaterThanScalar(_ vector: GLKVector2, _ value: Float) -> Bool {
    vector.v.0 > value && vector.v.1 > value
}

/// Whether each component is at least the other vector's.
public func GLKVector2AllGreaterThanOrEqualToVector2(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> Bool {
    vectorLeft.v.0 >= vectorRight.v.0 && vectorLeft.v.1 >= vectorRight.v.1
}

/// Whether each component is at least a number.
public func GLKVector2AllGreaterThanOrEqualToScalar(_ vector: GLKVector2, _ value: Float) -> Bool {
    vector.v.0 >= value && vector.v.1 >= value
}

/// Returns the vector of length 1 in the same direction; NaN for a zero vector.
public func GLKVector2Normalize(_ vector: GLKVector2) -> GLKVector2 {
    GLKVector2(vector.simd * (1 / GLKVector2Length(vector)))
}

/// Returns the dot product.
public func GLKVector2DotProduct(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2) -> Float {
    (vectorLeft.simd * vectorRight.simd).sum()
}

/// Returns the length.
public func GLKVector2Length(_ vector: GLKVector2) -> Float {
    GLKVector2DotProduct(vector, vector).squareRoot()
}

/// Returns the distance between two points.
public func GLKVector2Distance(_ vectorStart: GLKVector2, _ vectorEnd: GLKVector2) -> Float {
    GLKVector2Length(GLKVector2Subtract(vectorEnd, vectorStart))
}

/// Interpolates linearly between two points; `t` outside 0...1 extrapolates.
public func GLKVector2Lerp(_ vectorStart: GLKVector2, _ vectorEnd: GLKVector2, _ t: Float) -> GLKVector2 {
    GLKVector2(vectorStart.simd + (vectorEnd.simd - vectorStart.simd) * t)
}

/// Projects a vector onto another.
public func GLKVector2Project(_ vectorToProject: GLKVector2, _ projectionVector: GLKVector2) -> GLKVector2 {
    let square = GLKVector2DotProduct(projectionVector, projectionVector)
    return GLKVector2(projectionVector.simd * (GLKVector2DotProduct(projectionVector, vectorToProject) / square))
}
