import MicaTrace

/// Ends the program: a matrix has no such column.
@usableFromInline func stopNoColumn(_ column: Int, of count: Int) -> Never {
    stopProgram("a matrix of \(count) columns has no column \(column)", function: "subscript(_:)")
}

/// Ends the program: a list has another length than the matrix has columns.
@usableFromInline func stopWrongCount(_ count: Int, for needed: Int) -> Never {
    stopProgram("\(needed) columns or rows are needed, not \(count)", function: "init(_:)")
}

/// A square matrix, by columns. A product with a vector at its right is that with a column.
public protocol SquareMatrix: Equatable, CustomDebugStringConvertible {
    associatedtype Scalar: SIMDScalar & BinaryFloatingPoint
    associatedtype Column: SIMDFunctions where Column.Scalar == Scalar

    /// The matrix of zeros.
    init()
    /// The column of an index.
    subscript(column: Int) -> Column { get set }
    /// The determinant.
    var determinant: Scalar { get }
    /// The inverse. Of a matrix without one the elements are infinite or NaN.
    var inverse: Self { get }
}

extension SquareMatrix {
    @inlinable static var count: Int { Column.scalarCount }

    /// A matrix of as many columns as one has elements.
    @inlinable public init(_ columns: [Column]) {
        self.init()
        if columns.count != Self.count { stopWrongCount(columns.count, for: Self.count) }
        for (index, column) in columns.enumerated() { self[index] = column }
    }

    /// A matrix of as many rows as one has elements.
    @inlinable public init(rows: [Column]) { self = Self(rows).transpose }

    /// A matrix with a value along the diagonal, and zeros elsewhere.
    @inlinable public init(_ scalar: Scalar) { self.init(diagonal: Column(repeating: scalar)) }

    /// A matrix with values along the diagonal, and zeros elsewhere.
    @inlinable public init(diagonal: Column) {
        self.init()
        for index in 0..<Self.count { self[index][index] = diagonal[index] }
    }

    /// The element of a column and a row.
    @inlinable public subscript(column: Int, row: Int) -> Scalar {
        get { self[column][row] }
        set { self[column][row] = newValue }
    }

    /// The matrix with rows and columns exchanged.
    @inlinable public var transpose: Self {
        var result = Self()
        for column in 0..<Self.count {
            for row in 0..<Self.count { result[row][column] = self[column][row] }
        }
        return result
    }

    @inlinable func map(_ body: (Column) -> Column) -> Self {
        var result = Self()
        for index in 0..<Self.count { result[index] = body(self[index]) }
        return result
    }

    @inlinable public static func == (a: Self, b: Self) -> Bool { (0..<count).allSatisfy { a[$0] == b[$0] } }

    /// The sum.
    @inlinable public static func + (a: Self, b: Self) -> Self {
        var result = a
        for index in 0..<count { result[index] += b[index] }
        return result
    }
    /// The difference.
    @inlinable public static func - (a: Self, b: Self) -> Self { a + b.map { -$0 } }
    /// The difference.
    @inlinable public static prefix func - (a: Self) -> Self { a.map { -$0 } }
    /// Adds.
    @inlinable public static func += (a: inout Self, b: Self) { a = a + b }
    /// Subtracts.
    @inlinable public static func -= (a: inout Self, b: Self) { a = a - b }
    /// The product.
    @inlinable public static func * (a: Scalar, b: Self) -> Self { b.map { $0 * Column(repeating: a) } }
    /// The product.
    @inlinable public static func * (a: Self, b: Scalar) -> Self { b * a }
    /// Multiplies.
    @inlinable public static func *= (a: inout Self, b: Scalar) { a = b * a }

    /// The product.
    @inlinable public static func * (a: Self, b: Column) -> Column {
        var sum = Column()
        for index in 0..<count { sum += a[index] * Column(repeating: b[index]) }
        return sum
    }
    /// The product with a row at the left.
    @inlinable public static func * (a: Column, b: Self) -> Column {
        var result = Column()
        for index in 0..<count { result[index] = (a * b[index]).sum() }
        return result
    }
    /// The product.
    @inlinable public static func * (a: Self, b: Self) -> Self { b.map { a * $0 } }
    /// Multiplies.
    @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }

    /// The type and the values.
    public var debugDescription: String {
        "\(Self.self)(\((0..<Self.count).map { "\(self[$0])" }.joined(separator: ", ")))"
    }
}

/// A matrix of two columns, each with two elements.
public protocol SquareMatrix2: SquareMatrix where Column == SIMD2<Scalar> {
    var columns: (Column, Column) { get set }
}

extension SquareMatrix2 {
    /// The column of an index, from 0 to 1.
    @inlinable public subscript(column: Int) -> Column {
        get {
            switch column {
            case 0: columns.0
            case 1: columns.1
            default: stopNoColumn(column, of: 2)
            }
        }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            default: stopNoColumn(column, of: 2)
            }
        }
    }

    /// The determinant.
    @inlinable public var determinant: Scalar { columns.0.x * columns.1.y - columns.0.y * columns.1.x }

    /// The inverse.
    @inlinable public var inverse: Self {
        let (a, b) = columns
        return Self([Column(b.y, -a.y), Column(-b.x, a.x)]) * (1 / determinant)
    }
}

/// A matrix of three columns, each with three elements.
public protocol SquareMatrix3: SquareMatrix where Column == SIMD3<Scalar> {
    var columns: (Column, Column, Column) { get set }
}

extension SquareMatrix3 {
    /// The column of an index, from 0 to 2.
    @inlinable public subscript(column: Int) -> Column {
        get {
            switch column {
            case 0: columns.0
            case 1: columns.1
            case 2: columns.2
            default: stopNoColumn(column, of: 3)
            }
        }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            case 2: columns.2 = newValue
            default: stopNoColumn(column, of: 3)
            }
        }
    }

    /// The determinant.
    @inlinable public var determinant: Scalar { simd_orient(columns.0, columns.1, columns.2) }

    /// The inverse.
    @inlinable public var inverse: Self {
        let (a, b, c) = columns
        return Self([simd_cross(b, c), simd_cross(c, a), simd_cross(a, b)]).transpose * (1 / determinant)
    }
}

/// A matrix of four columns, each with four elements.
public protocol SquareMatrix4: SquareMatrix where Column == SIMD4<Scalar> {
    var columns: (Column, Column, Column, Column) { get set }
}

extension SquareMatrix4 {
    /// The column of an index, from 0 to 3.
    @inlinable public subscript(column: Int) -> Column {
        get {
            switch column {
            case 0: columns.0
            case 1: columns.1
            case 2: columns.2
            case 3: columns.3
            default: stopNoColumn(column, of: 4)
            }
        }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            case 2: columns.2 = newValue
            case 3: columns.3 = newValue
            default: stopNoColumn(column, of: 4)
            }
        }
    }

    /// The determinant.
    @inlinable public var determinant: Scalar { (0..<4).reduce(0) { $0 + self[$1, 0] * cofactor($1, 0) } }

    /// The transpose of the cofactors, by the determinant.
    @inlinable public var inverse: Self {
        var result = Self()
        for column in 0..<4 {
            for row in 0..<4 { result[row][column] = cofactor(column, row) }
        }
        return result * (1 / determinant)
    }

    /// The signed determinant of the matrix without a column and a row.
    @inlinable func cofactor(_ column: Int, _ row: Int) -> Scalar {
        func without(_ index: Int) -> SIMD3<Int> { SIMD3(index > 0 ? 0 : 1, index > 1 ? 1 : 2, index > 2 ? 2 : 3) }
        let (c, r) = (without(column), without(row))
        func part(_ index: Int) -> SIMD3<Scalar> {
            SIMD3(self[c[index], r.x], self[c[index], r.y], self[c[index], r.z])
        }
        return simd_orient(part(0), part(1), part(2)) * ((column + row) % 2 == 0 ? 1 : -1)
    }
}

/// *Source*: developer.apple.com, "simd_float2x2".
public struct simd_float2x2: SquareMatrix2, Sendable {
    /// The type of the elements.
    public typealias Scalar = Float
    /// The type of the columns.
    public typealias Column = SIMD2<Float>
    public var columns: (SIMD2<Float>, SIMD2<Float>)

    /// Zeros.
    @inlinable public init() { columns = (SIMD2<Float>(), SIMD2<Float>()) }
    /// A matrix of columns.
    @inlinable public init(columns: (SIMD2<Float>, SIMD2<Float>)) { self.columns = columns }
    /// A matrix of columns.
    @inlinable public init(_ column0: SIMD2<Float>, _ column1: SIMD2<Float>) { columns = (column0, column1) }
}

/// *Source*: developer.apple.com, "simd_double2x2".
public struct simd_double2x2: SquareMatrix2, Sendable {
    /// The type of the elements.
    public typealias Scalar = Double
    /// The type of the columns.
    public typealias Column = SIMD2<Double>
    public var columns: (SIMD2<Double>, SIMD2<Double>)

    /// Zeros.
    @inlinable public init() { columns = (SIMD2<Double>(), SIMD2<Double>()) }
    /// A matrix of columns.
    @inlinable public init(columns: (SIMD2<Double>, SIMD2<Double>)) { self.columns = columns }
    /// A matrix of columns.
    @inlinable public init(_ column0: SIMD2<Double>, _ column1: SIMD2<Double>) { columns = (column0, column1) }
}

/// *Source*: developer.apple.com, "simd_float3x3".
public struct simd_float3x3: SquareMatrix3, Sendable {
    /// The type of the elements.
    public typealias Scalar = Float
    /// The type of the columns.
    public typealias Column = SIMD3<Float>
    public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

    /// Zeros.
    @inlinable public init() { columns = (SIMD3<Float>(), SIMD3<Float>(), SIMD3<Float>()) }
    /// A matrix of columns.
    @inlinable public init(columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) { self.columns = columns }
    /// A matrix of columns.
    @inlinable public init(
        _ column0: SIMD3<Float>, _ column1: SIMD3<Float>, _ column2: SIMD3<Float>
    ) { columns = (column0, column1, column2) }
}

/// *Source*: developer.apple.com, "simd_double3x3".
public struct simd_double3x3: SquareMatrix3, Sendable {
    /// The type of the elements.
    public typealias Scalar = Double
    /// The type of the columns.
    public typealias Column = SIMD3<Double>
    public var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// Zeros.
    @inlinable public init() { columns = (SIMD3<Double>(), SIMD3<Double>(), SIMD3<Double>()) }
    /// A matrix of columns.
    @inlinable public init(columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) { self.columns = columns }
    /// A matrix of columns.
    @inlinable public init(
        _ column0: SIMD3<Double>, _ column1: SIMD3<Double>, _ column2: SIMD3<Double>
    ) { columns = (column0, column1, column2) }
}

/// *Source*: developer.apple.com, "simd_float4x4".
public struct simd_float4x4: SquareMatrix4, Sendable {
    /// The type of the elements.
    public typealias Scalar = Float
    /// The type of the columns.
    public typealias Column = SIMD4<Float>
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    /// Zeros.
    @inlinable public init() { columns = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>()) }
    /// A matrix of columns.
    @inlinable public init(columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) { self.columns = columns }
    /// A matrix of columns.
    @inlinable public init(
        _ column0: SIMD4<Float>, _ column1: SIMD4<Float>, _ column2: SIMD4<Float>, _ column3: SIMD4<Float>
    ) { columns = (column0, column1, column2, column3) }
}

/// *Source*: developer.apple.com, "simd_double4x4".
public struct simd_double4x4: SquareMatrix4, Sendable {
    /// The type of the elements.
    public typealias Scalar = Double
    /// The type of the columns.
    public typealias Column = SIMD4<Double>
    public var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

    /// Zeros.
    @inlinable public init() { columns = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>()) }
    /// A matrix of columns.
    @inlinable public init(columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
        self.columns = columns
    }
    /// A matrix of columns.
    @inlinable public init(
        _ column0: SIMD4<Double>, _ column1: SIMD4<Double>, _ column2: SIMD4<Double>, _ column3: SIMD4<Double>
    ) { columns = (column0, column1, column2, column3) }
}

/// An older name of `simd_float2x2`.
public typealias float2x2 = simd_float2x2
/// An older name of `simd_float2x2`.
public typealias matrix_float2x2 = simd_float2x2
/// An older name of `simd_double2x2`.
public typealias double2x2 = simd_double2x2
/// An older name of `simd_double2x2`.
public typealias matrix_double2x2 = simd_double2x2
/// An older name of `simd_float3x3`.
public typealias float3x3 = simd_float3x3
/// An older name of `simd_float3x3`.
public typealias matrix_float3x3 = simd_float3x3
/// An older name of `simd_double3x3`.
public typealias double3x3 = simd_double3x3
/// An older name of `simd_double3x3`.
public typealias matrix_double3x3 = simd_double3x3
/// An older name of `simd_float4x4`.
public typealias float4x4 = simd_float4x4
/// An older name of `simd_float4x4`.
public typealias matrix_float4x4 = simd_float4x4
/// An older name of `simd_double4x4`.
public typealias double4x4 = simd_double4x4
/// An older name of `simd_double4x4`.
public typealias matrix_double4x4 = simd_double4x4

/// The identity.
public let matrix_identity_float2x2 = simd_float2x2(1)
/// The identity.
public let matrix_identity_double2x2 = simd_double2x2(1)
/// The identity.
public let matrix_identity_float3x3 = simd_float3x3(1)
/// The identity.
public let matrix_identity_double3x3 = simd_double3x3(1)
/// The identity.
public let matrix_identity_float4x4 = simd_float4x4(1)
/// The identity.
public let matrix_identity_double4x4 = simd_double4x4(1)

/// A matrix of columns.
@inlinable public func simd_matrix(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> simd_float2x2 {
    simd_float2x2(a, b)
}
/// A matrix of columns.
@inlinable public func simd_matrix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> simd_double2x2 {
    simd_double2x2(a, b)
}
/// A matrix of columns.
@inlinable public func simd_matrix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) -> simd_float3x3 {
    simd_float3x3(a, b, c)
}
/// A matrix of columns.
@inlinable public func simd_matrix(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> simd_double3x3 {
    simd_double3x3(a, b, c)
}
/// A matrix of columns.
@inlinable public func simd_matrix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>)
    -> simd_float4x4
{
    simd_float4x4(a, b, c, d)
}
/// A matrix of columns.
@inlinable public func simd_matrix(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>)
    -> simd_double4x4
{
    simd_double4x4(a, b, c, d)
}
/// The product.
@inlinable public func simd_mul<M: SquareMatrix>(_ a: M, _ b: M) -> M { a * b }
/// The product.
@inlinable public func simd_mul<M: SquareMatrix>(_ a: M, _ b: M.Column) -> M.Column { a * b }
/// The product.
@inlinable public func simd_mul<M: SquareMatrix>(_ a: M.Column, _ b: M) -> M.Column { a * b }
/// The product.
@inlinable public func simd_mul<M: SquareMatrix>(_ a: M.Scalar, _ b: M) -> M { a * b }
/// The product.
@inlinable public func matrix_multiply<M: SquareMatrix>(_ a: M, _ b: M) -> M { a * b }
/// The product.
@inlinable public func matrix_multiply<M: SquareMatrix>(_ a: M, _ b: M.Column) -> M.Column { a * b }
/// a x + b y.
@inlinable public func simd_linear_combination<M: SquareMatrix>(_ a: M.Scalar, _ x: M, _ b: M.Scalar, _ y: M) -> M {
    a * x + b * y
}
/// The sum.
@inlinable public func simd_add<M: SquareMatrix>(_ a: M, _ b: M) -> M { a + b }
/// The difference.
@inlinable public func simd_sub<M: SquareMatrix>(_ a: M, _ b: M) -> M { a - b }
/// The inverse.
@inlinable public func simd_inverse<M: SquareMatrix>(_ a: M) -> M { a.inverse }
/// The transpose.
@inlinable public func simd_transpose<M: SquareMatrix>(_ a: M) -> M { a.transpose }
/// The determinant.
@inlinable public func simd_determinant<M: SquareMatrix>(_ a: M) -> M.Scalar { a.determinant }
/// Whether all elements are equal.
@inlinable public func simd_equal<M: SquareMatrix>(_ a: M, _ b: M) -> Bool { a == b }
/// Whether no two elements differ by more than a tolerance.
@inlinable public func simd_almost_equal_elements<M: SquareMatrix>(_ a: M, _ b: M, _ tolerance: M.Scalar) -> Bool {
    (0..<M.count).allSatisfy { simd_norm_inf(a[$0] - b[$0]) <= tolerance }
}

// MARK: Older names

/// The product with a number.
@inlinable public func matrix_scale<M: SquareMatrix>(_ a: M.Scalar, _ b: M) -> M { a * b }
/// a x + b y.
@inlinable public func matrix_linear_combination<M: SquareMatrix>(_ a: M.Scalar, _ x: M, _ b: M.Scalar, _ y: M) -> M {
    a * x + b * y
}
/// The sum.
@inlinable public func matrix_add<M: SquareMatrix>(_ a: M, _ b: M) -> M { a + b }
/// The difference.
@inlinable public func matrix_sub<M: SquareMatrix>(_ a: M, _ b: M) -> M { a - b }
/// The transpose.
@inlinable public func matrix_transpose<M: SquareMatrix>(_ a: M) -> M { a.transpose }
/// The determinant.
@inlinable public func matrix_determinant<M: SquareMatrix>(_ a: M) -> M.Scalar { a.determinant }
/// The inverse.
@inlinable public func matrix_invert<M: SquareMatrix>(_ a: M) -> M { a.inverse }
/// Whether all elements are equal.
@inlinable public func matrix_equal<M: SquareMatrix>(_ a: M, _ b: M) -> Bool { a == b }
/// Whether no two elements differ by more than a tolerance.
@inlinable public func matrix_almost_equal_elements<M: SquareMatrix>(_ a: M, _ b: M, _ tolerance: M.Scalar) -> Bool {
    simd_almost_equal_elements(a, b, tolerance)
}
