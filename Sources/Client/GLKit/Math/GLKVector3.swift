/// Three numbers: a point, a direction, a colour or texture coordinates.
///
/// *Source*: Apple, GLKit/GLKMathTypes.h, GLKVector3.h.
@frozen public struct GLKVector3: Sendable {
    /// The components, in order.
    public var v: (Float, Float, Float)

    /// Makes a vector from its components.
    @inlinable public init(v: (Float, Float, Float)) { self.v = v }
    /// Makes a vector of zeros.
    @inlinable public init() { v = (0, 0, 0) }

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

    /// The component at an index, 0 to 2.
    ///
    /// - Precondition: the index is in range.
    public subscript(i: Int) -> Float { simd[i] }

    var simd: SIMD3<Float> { SIMD3(v.0, v.1, v.2) }
    init(_ simd: SIMD3<Float>) { v = (simd.x, simd.y, simd.z) }
}

/// Makes a vector from its components.
public func GLKVector3Make(_ x: Float, _ y: Float, _ z: Float) -> GLKVector3 {
    GLKVector3(v: (x, y, z))
}

/// Makes a vector from an array of 3 numbers.
public func GLKVector3MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector3 {
    unsafe GLKVector3(v: (values[0], values[1], values[2]))
}

/// Returns the vector with all signs changed.
public func GLKVector3Negate(_ vector: GLKVector3) -> GLKVector3 {
    GLKVector3(-vector.simd)
}

/// Adds two vectors.
public func GLKVector3Add(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> GLKVector3 {
    GLKVector3(vectorLeft.simd + vectorRight.simd)
}

/// Subtracts the second vector from the first.
public func GLKVector3Subtract(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> GLKVector3 {
    GLKVector3(vectorLeft.simd - vectorRight.simd)
}

/// Multiplies component by component.
public func GLKVector3Multiply(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> GLKVector3 {
    GLKVector3(vectorLeft.simd * vectorRight.simd)
}

/// Divides component by component; division by 0 is as for Float.
public func GLKVector3Divide(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> GLKVector3 {
    GLKVector3(vectorLeft.simd / vectorRight.simd)
}

/// Adds a number to each component.
public func GLKVector3AddScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
    GLKVector3(vector.simd + value)
}

/// Subtracts a number from each component.
public func GLKVector3SubtractScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
    GLKVector3(vector.simd - value)
}

/// Multiplies each component by a number.
public func GLKVector3MultiplyScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
    GLKVector3(vector.simd * value)
}

/// Divides each component by a number; division by 0 is as for Float.
public func GLKVector3DivideScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
    GLKVector3(vector.simd / value)
}

/// Returns the larger of each pair of components.
public func GLKVector3Maximum(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> GLKVector3 {
    GLKVector3(
        v: (
            max(vectorLeft.v.0, vectorRight.v.0), max(vectorLeft.v.1, vectorRight.v.1),
            max(vectorLeft.v.2, vectorRight.v.2)
        ))
}

/// Returns the smaller of each pair of components.
public func GLKVector3Minimum(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> GLKVector3 {
    GLKVector3(
        v: (
            min(vectorLeft.v.0, vectorRight.v.0), min(vectorLeft.v.1, vectorRight.v.1),
            min(vectorLeft.v.2, vectorRight.v.2)
        ))
}

/// Whether each component equals the other vector's.
public func GLKVector3AllEqualToVector3(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> Bool {
    vectorLeft.v.0 == vectorRight.v.0 && vectorLeft.v.1 == vectorRight.v.1 && vectorLeft.v.2 == vectorRight.v.2
}

/// Whether each component equals a number.
public func GLKVector3AllEqualToScalar(_ vector: GLKVector3, _ value: Float) -> Bool {
    vector.v.0 == value && vector.v.1 == value && vector.v.2 == value
}

/// Whether each component is greater than the other vector's.
public func GLKVector3AllGreaterThanVector3(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> Bool {
    vectorLeft.v.0 > vectorRight.v.0 && vectorLeft.v.1 > vectorRight.v.1 && vectorLeft.v.2 > vectorRight.v.2
}

/// Whether each component is greater than a number.
public func GLKVector3AllGreaterThanScalar(_ vector: GLKVector3, _ value: Float) -> Bool {
    vector.v.0 > value && vector.v.1 > value && vector.v.2 > value
}

/// Whether each component is at least the other vector's.
public func GLKVector3AllGreaterThanOrEqualToVector3(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> Bool {
    vectorLeft.v.0 >= vectorRight.v.0 && vectorLeft.v.1 >= vectorRight.v.1 && vectorLeft.v.2 >= vectorRight.v.2
}

/// Whether each component is at least a number.
public func GLKVector3AllGreaterThanOrEqualToScalar(_ vector: GLKVector3, _ value: Float) -> Bool {
    vector.v.0 >= value && vector.v.1 >= value && vector.v.2 >= value
}

/// Returns the vector of length 1 in the same direction; NaN for a zero vector.
public func GLKVector3Normalize(_ vector: GLKVector3) -> GLKVector3 {
    GLKVector3(vector.simd * (1 / GLKVector3Length(vector)))
}

/// Returns the dot product.
public func GLKVector3DotProduct(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> Float {
    (vectorLeft.simd * vectorRight.simd).sum()
}

/// Returns the length.
public func GLKVector3Length(_ vector: GLKVector3) -> Float {
    GLKVector3DotProduct(vector, vector).squareRoot()
}

/// Returns the distance between two points.
public func GLKVector3Distance(_ vectorStart: GLKVector3, _ vectorEnd: GLKVector3) -> Float {
    GLKVector3Length(GLKVector3Subtract(vectorEnd, vectorStart))
}

/// Interpolates linearly between two points; `t` outside 0...1 extrapolates.
public func GLKVector3Lerp(_ vectorStart: GLKVector3, _ vectorEnd: GLKVector3, _ t: Float) -> GLKVector3 {
    GLKVector3(vectorStart.simd + (vectorEnd.simd - vectorStart.simd) * t)
}

/// Projects a vector onto another.
public func GLKVector3Project(_ vectorToProject: GLKVector3, _ projectionVector: GLKVector3) -> GLKVector3 {
    let square = GLKVector3DotProduct(projectionVector, projectionVector)
    return GLKVector3(projectionVector.simd * (GLKVector3DotProduct(projectionVector, vectorToProject) / square))
}

/// Returns the cross product: perpendicular to both, in a right-handed space.
public func GLKVector3CrossProduct(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3) -> GLKVector3 {
    let (a, b) = (vectorLeft, vectorRight)
    return GLKVector3(v: (a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x))
}
