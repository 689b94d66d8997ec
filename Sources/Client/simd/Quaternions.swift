import Foundation

/// A quaternion: `imag.x` i + `imag.y` j + `imag.z` k + `real`. Angles are in radians.
public protocol Quaternion: Equatable, CustomDebugStringConvertible {
    associatedtype Scalar: SIMDScalar & BinaryFloatingPoint
    /// x, y, z and, last, the real part.
    var vector: SIMD4<Scalar> { get set }
    init(vector: SIMD4<Scalar>)
}

/// *Source*: developer.apple.com, "simd_quatf".
public struct simd_quatf: Quaternion, Sendable {
    public var vector: SIMD4<Float>
    /// A quaternion of x, y, z and the real part.
    @inlinable public init(vector: SIMD4<Float>) { self.vector = vector }
}

/// *Source*: developer.apple.com, "simd_quatd".
public struct simd_quatd: Quaternion, Sendable {
    public var vector: SIMD4<Double>
    /// A quaternion of x, y, z and the real part.
    @inlinable public init(vector: SIMD4<Double>) { self.vector = vector }
}

extension Quaternion {
    /// Zeros.
    @inlinable public init() { self.init(vector: SIMD4()) }
    /// A quaternion of x, y, z and the real part.
    @inlinable public init(_ vector: SIMD4<Scalar>) { self.init(vector: vector) }
    /// A quaternion of its parts.
    @inlinable public init(ix: Scalar, iy: Scalar, iz: Scalar, r: Scalar) { self.init(vector: SIMD4(ix, iy, iz, r)) }
    /// A quaternion of a real part and an imaginary vector.
    @inlinable public init(real: Scalar, imag: SIMD3<Scalar>) { self.init(vector: SIMD4(imag, real)) }

    /// A turn about an axis of length 1.
    public init(angle: Scalar, axis: SIMD3<Scalar>) {
        let half = Double(angle) / 2
        self.init(real: Scalar(cos(half)), imag: axis * SIMD3(repeating: Scalar(sin(half))))
    }

    /// The shortest turn that takes one direction to another, both of length 1. Between opposite ones it is half a turn about some axis
    /// across them.
    public init(from: SIMD3<Scalar>, to: SIMD3<Scalar>) {
        let middle = from + to
        guard simd_length_squared(middle) > 1e-12 else {
            let across = Swift.abs(from.x) < 0.9 ? SIMD3<Scalar>(1, 0, 0) : SIMD3(0, 1, 0)
            self.init(real: 0, imag: simd_normalize(simd_cross(from, across)))
            return
        }
        let half = simd_normalize(middle)
        self.init(real: simd_dot(from, half), imag: simd_cross(from, half))
    }

    /// The turn of a matrix without scale.
    public init<M: SquareMatrix3>(_ matrix: M) where M.Scalar == Scalar {
        self.init(columns: matrix.columns.0, matrix.columns.1, matrix.columns.2)
    }

    private init(columns a: SIMD3<Scalar>, _ b: SIMD3<Scalar>, _ c: SIMD3<Scalar>) {
        // The largest of four expressions keeps the root away from 0.
        let candidates = [a.x + b.y + c.z, a.x - b.y - c.z, b.y - a.x - c.z, c.z - a.x - b.y]
        let best = candidates.indices.max { candidates[$0] < candidates[$1] } ?? 0
        let root = (candidates[best] + 1).squareRoot(), half = root / 2, part = 1 / (2 * root)
        switch best {
        case 0: self.init(ix: (b.z - c.y) * part, iy: (c.x - a.z) * part, iz: (a.y - b.x) * part, r: half)
        case 1: self.init(ix: half, iy: (a.y + b.x) * part, iz: (c.x + a.z) * part, r: (b.z - c.y) * part)
        case 2: self.init(ix: (a.y + b.x) * part, iy: half, iz: (b.z + c.y) * part, r: (c.x - a.z) * part)
        default: self.init(ix: (c.x + a.z) * part, iy: (b.z + c.y) * part, iz: half, r: (a.y - b.x) * part)
        }
    }

    /// The turn of a matrix without scale.
    public init<M: SquareMatrix4>(_ matrix: M) where M.Scalar == Scalar {
        let (a, b, c, _) = matrix.columns
        func three(_ column: SIMD4<Scalar>) -> SIMD3<Scalar> { SIMD3(column.x, column.y, column.z) }
        self.init(columns: three(a), three(b), three(c))
    }

    /// The real part.
    @inlinable public var real: Scalar {
        get { vector.w }
        set { vector.w = newValue }
    }

    /// The imaginary vector.
    @inlinable public var imag: SIMD3<Scalar> {
        get { SIMD3(vector.x, vector.y, vector.z) }
        set { vector = SIMD4(newValue, vector.w) }
    }

    /// The angle of the turn, from 0 to 2π.
    public var angle: Scalar { 2 * Scalar(atan2(Double(simd_length(imag)), Double(real))) }
    /// The axis of the turn; of no turn, NaN.
    public var axis: SIMD3<Scalar> { simd_normalize(imag) }
    /// The length; 1 for a turn.
    @inlinable public var length: Scalar { simd_length(vector) }
    /// The quaternion of length 1.
    @inlinable public var normalized: Self { Self(vector: simd_normalize(vector)) }
    /// The quaternion with the opposite imaginary vector.
    @inlinable public var conjugate: Self { Self(real: real, imag: -imag) }
    /// The inverse.
    @inlinable public var inverse: Self {
        Self(vector: conjugate.vector / SIMD4(repeating: simd_length_squared(vector)))
    }

    /// Turns a vector.
    @inlinable public func act(_ vector: SIMD3<Scalar>) -> SIMD3<Scalar> {
        let t = simd_cross(imag, vector) * SIMD3(repeating: 2)
        return vector + t * SIMD3(repeating: real) + simd_cross(imag, t)
    }

    /// The sum.
    @inlinable public static func + (a: Self, b: Self) -> Self { Self(vector: a.vector + b.vector) }
    /// The difference.
    @inlinable public static func - (a: Self, b: Self) -> Self { Self(vector: a.vector - b.vector) }
    /// The difference.
    @inlinable public static prefix func - (a: Self) -> Self { Self(vector: -a.vector) }
    /// The product.
    @inlinable public static func * (a: Self, b: Scalar) -> Self { Self(vector: a.vector * SIMD4(repeating: b)) }
    /// The product.
    @inlinable public static func * (a: Scalar, b: Self) -> Self { b * a }
    /// The quotient.
    @inlinable public static func / (a: Self, b: Scalar) -> Self { Self(vector: a.vector / SIMD4(repeating: b)) }
    /// The turn by the second, and then by the first.
    @inlinable public static func * (a: Self, b: Self) -> Self {
        let (u, v) = (a.imag, b.imag)
        let imag = v * SIMD3(repeating: a.real) + u * SIMD3(repeating: b.real) + simd_cross(u, v)
        return Self(real: a.real * b.real - simd_dot(u, v), imag: imag)
    }
    /// Multiplies.
    @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }
    /// The quotient.
    @inlinable public static func / (a: Self, b: Self) -> Self { a * b.inverse }
}

extension Quaternion {
    /// The type and the values.
    public var debugDescription: String { "\(Self.self)(real: \(real), imag: \(imag))" }
}

extension SquareMatrix3 {
    /// The matrix of a turn by a quaternion of length 1.
    public init<Q: Quaternion>(_ q: Q) where Q.Scalar == Scalar {
        self.init([q.act(Column(1, 0, 0)), q.act(Column(0, 1, 0)), q.act(Column(0, 0, 1))])
    }
}

extension SquareMatrix4 {
    /// The matrix of a turn by a quaternion of length 1.
    public init<Q: Quaternion>(_ q: Q) where Q.Scalar == Scalar {
        self.init([
            Column(q.act(SIMD3(1, 0, 0)), 0), Column(q.act(SIMD3(0, 1, 0)), 0), Column(q.act(SIMD3(0, 0, 1)), 0),
            Column(0, 0, 0, 1),
        ])
    }
}

/// The quaternion of a turn.
public func simd_quaternion(_ angle: Float, _ axis: SIMD3<Float>) -> simd_quatf { simd_quatf(angle: angle, axis: axis) }
/// The quaternion of a turn.
public func simd_quaternion(_ angle: Double, _ axis: SIMD3<Double>) -> simd_quatd {
    simd_quatd(angle: angle, axis: axis)
}
/// The quaternion of a turn.
public func simd_quaternion(_ from: SIMD3<Float>, _ to: SIMD3<Float>) -> simd_quatf { simd_quatf(from: from, to: to) }
/// The quaternion of a turn.
public func simd_quaternion(_ from: SIMD3<Double>, _ to: SIMD3<Double>) -> simd_quatd { simd_quatd(from: from, to: to) }
/// The quaternion of a turn.
public func simd_quaternion(_ matrix: simd_float3x3) -> simd_quatf { simd_quatf(matrix) }
/// The quaternion of a turn.
public func simd_quaternion(_ matrix: simd_float4x4) -> simd_quatf { simd_quatf(matrix) }
/// The quaternion of a turn.
public func simd_quaternion(_ matrix: simd_double3x3) -> simd_quatd { simd_quatd(matrix) }
/// The quaternion of a turn.
public func simd_quaternion(_ matrix: simd_double4x4) -> simd_quatd { simd_quatd(matrix) }
/// The matrix of a turn.
public func simd_matrix3x3(_ q: simd_quatf) -> simd_float3x3 { simd_float3x3(q) }
/// The matrix of a turn.
public func simd_matrix3x3(_ q: simd_quatd) -> simd_double3x3 { simd_double3x3(q) }
/// The matrix of a turn.
public func simd_matrix4x4(_ q: simd_quatf) -> simd_float4x4 { simd_float4x4(q) }
/// The matrix of a turn.
public func simd_matrix4x4(_ q: simd_quatd) -> simd_double4x4 { simd_double4x4(q) }
/// The product.
public func simd_mul<Q: Quaternion>(_ a: Q, _ b: Q) -> Q { a * b }
/// Turns a vector.
public func simd_act<Q: Quaternion>(_ q: Q, _ v: SIMD3<Q.Scalar>) -> SIMD3<Q.Scalar> { q.act(v) }
/// The sum of the products of the elements.
public func simd_dot<Q: Quaternion>(_ a: Q, _ b: Q) -> Q.Scalar { simd_dot(a.vector, b.vector) }
/// The length.
public func simd_length<Q: Quaternion>(_ q: Q) -> Q.Scalar { q.length }
/// The vector of length 1.
public func simd_normalize<Q: Quaternion>(_ q: Q) -> Q { q.normalized }
/// The conjugate: the opposite turn.
public func simd_conjugate<Q: Quaternion>(_ q: Q) -> Q { q.conjugate }
/// The inverse.
public func simd_inverse<Q: Quaternion>(_ q: Q) -> Q { q.inverse }
/// The quaternion with the other sign, which is the same turn.
public func simd_negate<Q: Quaternion>(_ q: Q) -> Q { -q }

/// Between two turns along the shortest arc, at constant speed.
public func simd_slerp<Q: Quaternion>(_ q0: Q, _ q1: Q, _ t: Q.Scalar) -> Q {
    arc(q0, simd_dot(q0, q1) < 0 ? -q1 : q1, t)
}

/// Between two turns along the longest arc, at constant speed.
public func simd_slerp_longest<Q: Quaternion>(_ q0: Q, _ q1: Q, _ t: Q.Scalar) -> Q {
    arc(q0, simd_dot(q0, q1) < 0 ? q1 : -q1, t)
}

private func arc<Q: Quaternion>(_ q0: Q, _ q1: Q, _ t: Q.Scalar) -> Q {
    let angle = 2 * atan2(Double((q0 - q1).length), Double((q0 + q1).length))
    // Turns that are nearly the same have no plane between them.
    guard angle > 1e-4, sin(angle) != 0 else { return (q0 * (1 - t) + q1 * t).normalized }
    let (a, b) = (sin(angle * (1 - Double(t))) / sin(angle), sin(angle * Double(t)) / sin(angle))
    return (q0 * Q.Scalar(a) + q1 * Q.Scalar(b)).normalized
}
