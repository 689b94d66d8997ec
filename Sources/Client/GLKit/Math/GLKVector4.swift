/// Four numbers: a point, a direction, a colour or texture coordinates.
///
/// *Source*: Apple, GLKit/GLKMathTypes.h, GLKVector4.h.
@frozen public struct GLKVector4: Sendable {
    /// The components, in order.
    public var v: (Float, Float, Float, Float)

    /// Makes a vector from its components.
    @inlinable public init(v: (Float, Float, Float, Float)) { self.v = v }
    /// Makes a vector of zeros.
    @inlinable public init() { v = (0, 0, 0, 0) }

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

    /// `x` by another name.
    @inlinable public var r: Float {
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

    /// `y` by another name.
    @inlinable public var g: Float {
        get { v.1 }
        set { v.1 = newValue }
    }

    /// The third component.
    @inlinable public var z: Float {
        get { v.2 }
        set { v.2 = newValue }
    }

    /// `z` by another name.
    @inlinable public var p: Float {
        get { v.2 }
        set { v.2 = newValue }
    }

    /// `z` by another name.
    @inlinable public var b: Float {
        get { v.2 }
        set { v.2 = newValue }
    }

    /// The fourth component.
    @inlinable public var w: Float {
        get { v.3 }
        set { v.3 = newValue }
    }

    /// `w` by another name.
    @inlinable public var q: Float {
        get { v.3 }
        set { v.3 = newValue }
    }

    /// `w` by another name.
    @inlinable public var a: Float {
        get { v.3 }
        set { v.3 = newValue }
    }

    /// The component at an index, 0 to 3.
    ///
    /// - Precondition: the index is in range.
    public subscript(i: Int) -> Float { simd[i] }

    var simd: SIMD4<Float> { SIMD4(v.0, v.1, v.2, v.3) }
    init(_ simd: SIMD4<Float>) { v = (simd.x, simd.y, simd.z, simd.w) }
}

/// Makes a vector from its components.
public func GLKVector4Make(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> GLKVector4 {
    GLKVector4(v: (x, y, z, w))
}

/// Makes a vector from an array of 4 numbers.
public func GLKVector4MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector4 {
    unsafe GLKVector4(v: (values[0], values[1], values[2], values[3]))
}

/// Makes a vector from three components and a fourth.
public func GLKVector4MakeWithVector3(_ vector: GLKVector3, _ w: Float) -> GLKVector4 {
    GLKVector4(v: (vector.x, vector.y, vector.z, w))
}

/// Returns the vector with all signs changed.
public func GLKVector4Negate(_ vector: GLKVector4) -> GLKVector4 {
    GLKVector4(-vector.simd)
}

/// Adds two vectors.
public func GLKVector4Add(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(vectorLeft.simd + vectorRight.simd)
}

/// Subtracts the second vector from the first.
public func GLKVector4Subtract(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(vectorLeft.simd - vectorRight.simd)
}

/// Multiplies component by component.
public func GLKVector4Multiply(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(vectorLeft.simd * vectorRight.simd)
}

/// Divides component by component; division by 0 is as for Float.
public func GLKVector4Divide(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(vectorLeft.simd / vectorRight.simd)
}

/// Adds a number to each component.
public func GLKVector4AddScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
    GLKVector4(vector.simd + value)
}

/// Subtracts a number from each component.
public func GLKVector4SubtractScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
    GLKVector4(vector.simd - value)
}

/// Multiplies each component by a number.
public func GLKVector4MultiplyScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
    GLKVector4(vector.simd * value)
}

/// Divides each component by a number; division by 0 is as for Float.
public func GLKVector4DivideScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
    GLKVector4(vector.simd / value)
}

/// Returns the larger of each pair of components.
public func GLKVector4Maximum(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(
        v: (
            max(vectorLeft.v.0, vectorRight.v.0), max(vectorLeft.v.1, vectorRight.v.1),
            max(vectorLeft.v.2, vectorRight.v.2), max(vectorLeft.v.3, vectorRight.v.3)
        ))
}

/// Returns the smaller of each pair of components.
public func GLKVector4Minimum(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(
        v: (
            min(vectorLeft.v.0, vectorRight.v.0), min(vectorLeft.v.1, vectorRight.v.1),
            min(vectorLeft.v.2, vectorRight.v.2), min(vectorLeft.v.3, vectorRight.v.3)
        ))
}

/// Whether each component equals the other vector's.
public func GLKVector4AllEqualToVector4(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> Bool {
    vectorLeft.v.0 == vectorRight.v.0 && vectorLeft.v.1 == vectorRight.v.1 && vectorLeft.v.2 == vectorRight.v.2
        && vectorLeft.v.3 == vectorRight.v.3
}

/// Whether each component equals a number.
public func GLKVector4AllEqualToScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
    vector.v.0 == value && vector.v.1 == value && vector.v.2 == value && vector.v.3 == value
}

/// Whether each component is greater than the other vector's.
public func GLKVector4AllGreaterThanVector4(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> Bool {
    vectorLeft.v.0 > vectorRight.v.0 && vectorLeft.v.1 > vectorRight.v.1 && vectorLeft.v.2 > vectorRight.v.2
        && vectorLeft.v.3 > vectorRight.v.3
}

/// Whether each component is greater than a number.
public func GLKVector4AllGreaterThanScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
    vector.v.0 > value && vector.v.1 > value && vector.v.2 > value && vector.v.3 > value
}

/// Whether each component is at least the other vector's.
public func GLKVector4AllGreaterThanOrEqualToVector4(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> Bool {
    vectorLeft.v.0 >= vectorRight.v.0 && vectorLeft.v.1 >= vectorRight.v.1 && vectorLeft.v.2 >= vectorRight.v.2
        && vectorLeft.v.3 >= vectorRight.v.3
}

/// Whether each component is at least a number.
public func GLKVector4AllGreaterThanOrEqualToScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
    vector.v.0 >= value && vector.v.1 >= value && vector.v.2 >= value && vector.v.3 >= value
}

/// Returns the vector of length 1 in the same direction; NaN for a zero vector.
public func GLKVector4Normalize(_ vector: GLKVector4) -> GLKVector4 {
    GLKVector4(vector.simd * (1 / GLKVector4Length(vector)))
}

/// Returns the dot product.
public func GLKVector4DotProduct(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> Float {
    (vectorLeft.simd * vectorRight.simd).sum()
}

/// Returns the length.
public func GLKVector4Length(_ vector: GLKVector4) -> Float {
    GLKVector4DotProduct(vector, vector).squareRoot()
}

/// Returns the distance between two points.
public func GLKVector4Distance(_ vectorStart: GLKVector4, _ vectorEnd: GLKVector4) -> Float {
    GLKVector4Length(GLKVector4Subtract(vectorEnd, vectorStart))
}

/// Interpolates linearly between two points; `t` outside 0...1 extrapolates.
public func GLKVector4Lerp(_ vectorStart: GLKVector4, _ vectorEnd: GLKVector4, _ t: Float) -> GLKVector4 {
    GLKVector4(vectorStart.simd + (vectorEnd.simd - vectorStart.simd) * t)
}

/// Projects a vector onto another.
public func GLKVector4Project(_ vectorToProject: GLKVector4, _ projectionVector: GLKVector4) -> GLKVector4 {
    let square = GLKVector4DotProduct(projectionVector, projectionVector)
    return GLKVector4(projectionVector.simd * (GLKVector4DotProduct(projectionVector, vectorToProject) / square))
}

/// Returns the cross product of the first three components, with 0 as the fourth.
public func GLKVector4CrossProduct(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    let (a, b) = (vectorLeft, vectorRight)
    return GLKVector4(v: (a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0))
}
