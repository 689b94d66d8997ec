/// Four numbers: a point, a direction, a colour or texture coordinates.
///
/// *Source*: Apple, GLKit/GLKMathTypes.h, GLKVector4.h.
@frozen public struct GLKVector4: Sendable {
    /// The numbers, in order.
    public var v: (Float, Float, Float, Float)

    /// Makes a vector of its numbers.
    @inlinable public init(v: (Float, Float, Float, Float)) { self.v = v }
    /// Makes a vector of zeros.
    @inlinable public init() { v = (0, 0, 0, 0) }

    /// The first number.
    @inlinable public var x: Float {
        get { v.0 }
        set { v.0 = newValue }
    }

    /// The same as `x`.
    @inlinable public var s: Float {
        get { v.0 }
        set { v.0 = newValue }
    }

    /// The same as `x`.
    @inlinable public var r: Float {
        get { v.0 }
        set { v.0 = newValue }
    }

    /// The second number.
    @inlinable public var y: Float {
        get { v.1 }
        set { v.1 = newValue }
    }

    /// The same as `y`.
    @inlinable public var t: Float {
        get { v.1 }
        set { v.1 = newValue }
    }

    /// The same as `y`.
    @inlinable public var g: Float {
        get { v.1 }
        set { v.1 = newValue }
    }

    /// The third number.
    @inlinable public var z: Float {
        get { v.2 }
        set { v.2 = newValue }
    }

    /// The same as `z`.
    @inlinable public var p: Float {
        get { v.2 }
        set { v.2 = newValue }
    }

    /// The same as `z`.
    @inlinable public var b: Float {
        get { v.2 }
        set { v.2 = newValue }
    }

    /// The fourth number.
    @inlinable public var w: Float {
        get { v.3 }
        set { v.3 = newValue }
    }

    /// The same as `w`.
    @inlinable public var q: Float {
        get { v.3 }
        set { v.3 = newValue }
    }

    /// The same as `w`.
    @inlinable public var a: Float {
        get { v.3 }
        set { v.3 = newValue }
    }

    /// The number at a place, 0 to 3.
    ///
    /// - Precondition: there is such a place.
    public subscript(i: Int) -> Float { simd[i] }

    var simd: SIMD4<Float> { SIMD4(v.0, v.1, v.2, v.3) }
    init(_ simd: SIMD4<Float>) { v = (simd.x, simd.y, simd.z, simd.w) }
}

/// Makes a vector of its numbers.
public func GLKVector4Make(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> GLKVector4 {
    GLKVector4(v: (x, y, z, w))
}

/// Makes a vector of 4 numbers that lie one after the other.
public func GLKVector4MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector4 {
    unsafe GLKVector4(v: (values[0], values[1], values[2], values[3]))
}

/// Makes a vector of three numbers and a fourth.
public func GLKVector4MakeWithVector3(_ vector: GLKVector3, _ w: Float) -> GLKVector4 {
    GLKVector4(v: (vector.x, vector.y, vector.z, w))
}

/// Gives the opposite vector.
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

/// Multiplies number by number.
public func GLKVector4Multiply(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(vectorLeft.simd * vectorRight.simd)
}

/// Divides number by number; by 0 as Float does.
public func GLKVector4Divide(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(vectorLeft.simd / vectorRight.simd)
}

/// Adds a number to each.
public func GLKVector4AddScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
    GLKVector4(vector.simd + value)
}

/// Subtracts a number from each.
public func GLKVector4SubtractScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
    GLKVector4(vector.simd - value)
}

/// Multiplies each by a number.
public func GLKVector4MultiplyScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
    GLKVector4(vector.simd * value)
}

/// Divides each by a number; by 0 as Float does.
public func GLKVector4DivideScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
    GLKVector4(vector.simd / value)
}

/// Gives the larger number at each place.
public func GLKVector4Maximum(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(
        v: (
            max(vectorLeft.v.0, vectorRight.v.0), max(vectorLeft.v.1, vectorRight.v.1),
            max(vectorLeft.v.2, vectorRight.v.2), max(vectorLeft.v.3, vectorRight.v.3)
        ))
}

/// Gives the smaller number at each place.
public func GLKVector4Minimum(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    GLKVector4(
        v: (
            min(vectorLeft.v.0, vectorRight.v.0), min(vectorLeft.v.1, vectorRight.v.1),
            min(vectorLeft.v.2, vectorRight.v.2), min(vectorLeft.v.3, vectorRight.v.3)
        ))
}

/// Tells whether each number is equal to the other vector's at its place.
public func GLKVector4AllEqualToVector4(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> Bool {
    vectorLeft.v.0 == vectorRight.v.0 && vectorLeft.v.1 == vectorRight.v.1 && vectorLeft.v.2 == vectorRight.v.2
        && vectorLeft.v.3 == vectorRight.v.3
}

/// Tells whether each number is equal to a number.
public func GLKVector4AllEqualToScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
    vector.v.0 == value && vector.v.1 == value && vector.v.2 == value && vector.v.3 == value
}

/// Tells whether each number is greater than the other vector's at its place.
public func GLKVector4AllGreaterThanVector4(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> Bool {
    vectorLeft.v.0 > vectorRight.v.0 && vectorLeft.v.1 > vectorRight.v.1 && vectorLeft.v.2 > vectorRight.v.2
        && vectorLeft.v.3 > vectorRight.v.3
}

/// Tells whether each number is greater than a number.
public func GLKVector4AllGreaterThanScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
    vector.v.0 > value && vector.v.1 > value && vector.v.2 > value && vector.v.3 > value
}

/// Tells whether each number is at least the other vector's at its place.
public func GLKVector4AllGreaterThanOrEqualToVector4(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> Bool {
    vectorLeft.v.0 >= vectorRight.v.0 && vectorLeft.v.1 >= vectorRight.v.1 && vectorLeft.v.2 >= vectorRight.v.2
        && vectorLeft.v.3 >= vectorRight.v.3
}

/// Tells whether each number is at least a number.
public func GLKVector4AllGreaterThanOrEqualToScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
    vector.v.0 >= value && vector.v.1 >= value && vector.v.2 >= value && vector.v.3 >= value
}

/// Gives the vector of length 1 in the same direction; of a vector without length, numbers that are none.
public func GLKVector4Normalize(_ vector: GLKVector4) -> GLKVector4 {
    GLKVector4(vector.simd * (1 / GLKVector4Length(vector)))
}

/// Gives the dot product.
public func GLKVector4DotProduct(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> Float {
    (vectorLeft.simd * vectorRight.simd).sum()
}

/// Gives the length.
public func GLKVector4Length(_ vector: GLKVector4) -> Float {
    GLKVector4DotProduct(vector, vector).squareRoot()
}

/// Gives the distance between two points.
public func GLKVector4Distance(_ vectorStart: GLKVector4, _ vectorEnd: GLKVector4) -> Float {
    GLKVector4Length(GLKVector4Subtract(vectorEnd, vectorStart))
}

/// Gives the point at a part `t` of the way from one to the other; beyond them outside of 0...1.
public func GLKVector4Lerp(_ vectorStart: GLKVector4, _ vectorEnd: GLKVector4, _ t: Float) -> GLKVector4 {
    GLKVector4(vectorStart.simd + (vectorEnd.simd - vectorStart.simd) * t)
}

/// Gives the part of a vector that is in the direction of another.
public func GLKVector4Project(_ vectorToProject: GLKVector4, _ projectionVector: GLKVector4) -> GLKVector4 {
    let square = GLKVector4DotProduct(projectionVector, projectionVector)
    return GLKVector4(projectionVector.simd * (GLKVector4DotProduct(projectionVector, vectorToProject) / square))
}

/// Gives the cross product of the first three numbers, and 0 as the fourth.
public func GLKVector4CrossProduct(_ vectorLeft: GLKVector4, _ vectorRight: GLKVector4) -> GLKVector4 {
    let (a, b) = (vectorLeft, vectorRight)
    return GLKVector4(v: (a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0))
}
