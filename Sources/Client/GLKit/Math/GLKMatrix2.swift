/// A 2 x 2 matrix, stored column by column: `m10` is the first element of the last column.
///
/// *Source*: Apple, GLKit/GLKMathTypes.h.
@frozen public struct GLKMatrix2: Sendable {
    /// The elements, column by column.
    public var m: (Float, Float, Float, Float)

    /// Makes a matrix from its elements, column by column.
    @inlinable public init(m: (Float, Float, Float, Float)) { self.m = m }
    /// Makes a matrix of zeros.
    @inlinable public init() { m = (0, 0, 0, 0) }

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

    /// Row 0 of column 1, counted from 0.
    @inlinable public var m10: Float {
        get { m.2 }
        set { m.2 = newValue }
    }

    /// Row 1 of column 1, counted from 0.
    @inlinable public var m11: Float {
        get { m.3 }
        set { m.3 = newValue }
    }

    /// The element at an index, 0 to 3, column by column.
    ///
    /// - Precondition: the index is in range.
    public subscript(i: Int) -> Float { columns[i / 2][i % 2] }

    var columns: [SIMD2<Float>] { [SIMD2(m.0, m.1), SIMD2(m.2, m.3)] }
    init(columns c: [SIMD2<Float>]) { m = (c[0][0], c[0][1], c[1][0], c[1][1]) }
}
