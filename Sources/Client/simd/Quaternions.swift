import Foundation

/// A quaternion: `imag.x` i + `imag.y` j + `imag.z` k + `real`. Angles are in radians.
///
/// *Source*: developer.apple.com, "simd_quatf".
public struct SIMDQuaternion<Scalar: SIMDScalar & BinaryFloatingPoint>: Equatable {
    /// x, y, z and, last, the real part.
    public var vector: SIMD4<Scalar>

    @inlinable public init() { vector = SIMD4() }
    @inlinable public init(vector: SIMD4<Scalar>) { self.vector = vector }
    @inlinable public init(_ vector: SIMD4<Scalar>) { self.vector = vector }
    @inlinable public init(ix: Scalar, iy: Scalar, iz: Scalar, r: Scalar) { vector = SIMD4(ix, iy, iz, r) }
    @inlinable public init(real: Scalar, imag: SIMD3<Scalar>) { vector = SIMD4(imag, real) }

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
    public init(_ matrix: SIMDMatrix3<Scalar>) {
        let (a, b, c) = matrix.columns
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

    public init(_ matrix: SIMDMatrix4<Scalar>) {
        let (a, b, c, _) = matrix.columns
        func three(_ column: SIMD4<Scalar>) -> SIMD3<Scalar> { SIMD3(column.x, column.y, column.z) }
        self.init(SIMDMatrix3(three(a), three(b), three(c)))
    }

    @inlinable public var real: Scalar {
        get { vector.w }
        set { vector.w = newValue }
    }

    @inlinable public var imag: SIMD3<Scalar> {
        get { SIMD3(vector.x, vector.y, vector.z) }
        set { vector = SIMD4(newValue, vector.w) }
    }

    /// The angle of the turn, from 0 to 2π.
    public var angle: Scalar { 2 * Scalar(atan2(Double(simd_length(imag)), Double(real))) }
    /// The axis of the turn; of no turn, NaN.
    public var axis: SIMD3<Scalar> { simd_normalize(imag) }
    @inlinable public var length: Scalar { simd_length(vector) }
    @inlinable public var normalized: Self { Self(vector: simd_normalize(vector)) }
    @inlinable public var conjugate: Self { Self(real: real, imag: -imag) }
    @inlinable public var inverse: Self { Self(vector: conjugate.vector / SIMD4(repeating: simd_length_squared(vector))) }

    /// Turns a vector.
    @inlinable public func act(_ vector: SIMD3<Scalar>) -> SIMD3<Scalar> {
        let t = simd_cross(imag, vector) * SIMD3(repeating: 2)
        return vector + t * SIMD3(repeating: real) + simd_cross(imag, t)
    }

    @inlinable public static func + (a: Self, b: Self) -> Self { Self(vector: a.vector + b.vector) }
    @inlinable public static func - (a: Self, b: Self) -> Self { Self(vector: a.vector - b.vector) }
    @inlinable public static prefix func - (a: Self) -> Self { Self(vector: -a.vector) }
    @inlinable public static func * (a: Self, b: Scalar) -> Self { Self(vector: a.vector * SIMD4(repeating: b)) }
    @inlinable public static func * (a: Scalar, b: Self) -> Self { b * a }
    @inlinable public static func / (a: Self, b: Scalar) -> Self { Self(vector: a.vector / SIMD4(repeating: b)) }
    /// The turn by the second, and then by the first.
    @inlinable public static func * (a: Self, b: Self) -> Self {
        let (u, v) = (a.imag, b.imag)
        let imag = v * SIMD3(repeating: a.real) + u * SIMD3(repeating: b.real) + simd_cross(u, v)
        return Self(real: a.real * b.real - simd_dot(u, v), imag: imag)
    }
    @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }
    @inlinable public static func / (a: Self, b: Self) -> Self { a * b.inverse }
}

extension SIMDQuaternion: Sendable where Scalar: Sendable, Scalar.SIMD4Storage: Sendable {}

extension SIMDQuaternion: CustomDebugStringConvertible {
    public var debugDescription: String { "\(Self.self)(real: \(real), imag: \(imag))" }
}

public typealias simd_quatf = SIMDQuaternion<Float>
public typealias simd_quatd = SIMDQuaternion<Double>

extension SIMDMatrix3 {
    /// The matrix of a turn by a quaternion of length 1.
    public init(_ q: SIMDQuaternion<Scalar>) {
        self.init(q.act(Column(1, 0, 0)), q.act(Column(0, 1, 0)), q.act(Column(0, 0, 1)))
    }
}

extension SIMDMatrix4 {
    /// The matrix of a turn by a quaternion of length 1.
    public init(_ q: SIMDQuaternion<Scalar>) {
        let (a, b, c) = SIMDMatrix3(q).columns
        self.init(Column(a, 0), Column(b, 0), Column(c, 0), Column(0, 0, 0, 1))
    }
}

public func simd_quaternion<T>(_ angle: T, _ axis: SIMD3<T>) -> SIMDQuaternion<T> { SIMDQuaternion(angle: angle, axis: axis) }
public func simd_quaternion<T>(_ from: SIMD3<T>, _ to: SIMD3<T>) -> SIMDQuaternion<T> { SIMDQuaternion(from: from, to: to) }
public func simd_quaternion<T>(_ matrix: SIMDMatrix3<T>) -> SIMDQuaternion<T> { SIMDQuaternion(matrix) }
public func simd_quaternion<T>(_ matrix: SIMDMatrix4<T>) -> SIMDQuaternion<T> { SIMDQuaternion(matrix) }
public func simd_matrix3x3<T>(_ q: SIMDQuaternion<T>) -> SIMDMatrix3<T> { SIMDMatrix3(q) }
public func simd_matrix4x4<T>(_ q: SIMDQuaternion<T>) -> SIMDMatrix4<T> { SIMDMatrix4(q) }
public func simd_mul<T>(_ a: SIMDQuaternion<T>, _ b: SIMDQuaternion<T>) -> SIMDQuaternion<T> { a * b }
public func simd_act<T>(_ q: SIMDQuaternion<T>, _ v: SIMD3<T>) -> SIMD3<T> { q.act(v) }
public func simd_dot<T>(_ a: SIMDQuaternion<T>, _ b: SIMDQuaternion<T>) -> T { simd_dot(a.vector, b.vector) }
public func simd_length<T>(_ q: SIMDQuaternion<T>) -> T { q.length }
public func simd_normalize<T>(_ q: SIMDQuaternion<T>) -> SIMDQuaternion<T> { q.normalized }
public func simd_conjugate<T>(_ q: SIMDQuaternion<T>) -> SIMDQuaternion<T> { q.conjugate }
public func simd_inverse<T>(_ q: SIMDQuaternion<T>) -> SIMDQuaternion<T> { q.inverse }
public func simd_negate<T>(_ q: SIMDQuaternion<T>) -> SIMDQuaternion<T> { -q }

/// Between two turns along the shortest arc, at constant speed.
public func simd_slerp<T>(_ q0: SIMDQuaternion<T>, _ q1: SIMDQuaternion<T>, _ t: T) -> SIMDQuaternion<T> {
    arc(q0, simd_dot(q0, q1) < 0 ? -q1 : q1, t)
}

/// Between two turns along the longest arc, at constant speed.
public func simd_slerp_longest<T>(_ q0: SIMDQuaternion<T>, _ q1: SIMDQuaternion<T>, _ t: T) -> SIMDQuaternion<T> {
    arc(q0, simd_dot(q0, q1) < 0 ? q1 : -q1, t)
}

private func arc<T>(_ q0: SIMDQuaternion<T>, _ q1: SIMDQuaternion<T>, _ t: T) -> SIMDQuaternion<T> {
    let angle = 2 * atan2(Double((q0 - q1).length), Double((q0 + q1).length))
    // Turns that are nearly the same have no plane between them.
    guard angle > 1e-4, sin(angle) != 0 else { return (q0 * (1 - t) + q1 * t).normalized }
    let (a, b) = (sin(angle * (1 - Double(t))) / sin(angle), sin(angle * Double(t)) / sin(angle))
    return (q0 * T(a) + q1 * T(b)).normalized
}
