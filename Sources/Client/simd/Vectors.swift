/// The names of Apple's simd for Swift's own vectors, and its functions.
///
/// *Source*: developer.apple.com, "simd".
public typealias simd_float2 = SIMD2<Float>
/// Three numbers of single precision.
public typealias simd_float3 = SIMD3<Float>
/// Four numbers of single precision.
public typealias simd_float4 = SIMD4<Float>
/// Two numbers of double precision.
public typealias simd_double2 = SIMD2<Double>
/// Three numbers of double precision.
public typealias simd_double3 = SIMD3<Double>
/// Four numbers of double precision.
public typealias simd_double4 = SIMD4<Double>
/// Two integers of 32 bits.
public typealias simd_int2 = SIMD2<Int32>
/// Three integers of 32 bits.
public typealias simd_int3 = SIMD3<Int32>
/// Four integers of 32 bits.
public typealias simd_int4 = SIMD4<Int32>
/// Two positive integers of 32 bits.
public typealias simd_uint2 = SIMD2<UInt32>
/// Three positive integers of 32 bits.
public typealias simd_uint3 = SIMD3<UInt32>
/// Four positive integers of 32 bits.
public typealias simd_uint4 = SIMD4<UInt32>
/// Two numbers of single precision.
public typealias vector_float2 = SIMD2<Float>
/// Three numbers of single precision.
public typealias vector_float3 = SIMD3<Float>
/// Four numbers of single precision.
public typealias vector_float4 = SIMD4<Float>
/// Two numbers of double precision.
public typealias vector_double2 = SIMD2<Double>
/// Three numbers of double precision.
public typealias vector_double3 = SIMD3<Double>
/// Four numbers of double precision.
public typealias vector_double4 = SIMD4<Double>

/// A vector whose functions this module has.
public protocol SIMDFunctions: SIMD where Scalar: BinaryFloatingPoint & SIMDScalar {
    /// The sum of all elements.
    func sum() -> Scalar
    func min() -> Scalar
    func max() -> Scalar
    func clamped(lowerBound: Self, upperBound: Self) -> Self
}

extension SIMD2: SIMDFunctions where Scalar: BinaryFloatingPoint {}
extension SIMD3: SIMDFunctions where Scalar: BinaryFloatingPoint {}
extension SIMD4: SIMDFunctions where Scalar: BinaryFloatingPoint {}
extension SIMD8: SIMDFunctions where Scalar: BinaryFloatingPoint {}

// MARK: Lengths and products

/// The sum of the products of the elements.
@inlinable public func simd_dot<V: SIMDFunctions>(_ x: V, _ y: V) -> V.Scalar { (x * y).sum() }
/// The sum of the products of the elements.
@inlinable public func dot<V: SIMDFunctions>(_ x: V, _ y: V) -> V.Scalar { simd_dot(x, y) }

/// The square of the length.
@inlinable public func simd_length_squared<V: SIMDFunctions>(_ x: V) -> V.Scalar { simd_dot(x, x) }
/// The square of the length.
@inlinable public func length_squared<V: SIMDFunctions>(_ x: V) -> V.Scalar { simd_dot(x, x) }
/// The length.
@inlinable public func simd_length<V: SIMDFunctions>(_ x: V) -> V.Scalar { simd_dot(x, x).squareRoot() }
/// The length.
@inlinable public func length<V: SIMDFunctions>(_ x: V) -> V.Scalar { simd_length(x) }
/// The square of the distance of two points.
@inlinable public func simd_distance_squared<V: SIMDFunctions>(_ x: V, _ y: V) -> V.Scalar {
    simd_length_squared(x - y)
}
/// The square of the distance of two points.
@inlinable public func distance_squared<V: SIMDFunctions>(_ x: V, _ y: V) -> V.Scalar { simd_length_squared(x - y) }
/// The distance of two points.
@inlinable public func simd_distance<V: SIMDFunctions>(_ x: V, _ y: V) -> V.Scalar { simd_length(x - y) }
/// The distance of two points.
@inlinable public func distance<V: SIMDFunctions>(_ x: V, _ y: V) -> V.Scalar { simd_length(x - y) }
/// The sum of the absolute values.
@inlinable public func simd_norm_one<V: SIMDFunctions>(_ x: V) -> V.Scalar { simd_abs(x).sum() }
/// The greatest absolute value.
@inlinable public func simd_norm_inf<V: SIMDFunctions>(_ x: V) -> V.Scalar { simd_abs(x).max() }
/// The vector of length 1; of a vector of length 0, NaN.
@inlinable public func simd_normalize<V: SIMDFunctions>(_ x: V) -> V { x / V(repeating: simd_length(x)) }
@inlinable public func normalize<V: SIMDFunctions>(_ x: V) -> V { simd_normalize(x) }
@inlinable public func simd_project<V: SIMDFunctions>(_ x: V, _ y: V) -> V {
    y * V(repeating: simd_dot(x, y) / simd_dot(y, y))
}
/// The part of `x` along `y`.
@inlinable public func project<V: SIMDFunctions>(_ x: V, _ y: V) -> V { simd_project(x, y) }
/// `x`, mirrored at the plane across `n`, which has length 1.
@inlinable public func simd_reflect<V: SIMDFunctions>(_ x: V, _ n: V) -> V { x - n * V(repeating: 2 * simd_dot(x, n)) }
/// `x`, mirrored at the plane across `n`, which has length 1.
@inlinable public func reflect<V: SIMDFunctions>(_ x: V, n: V) -> V { simd_reflect(x, n) }
/// The direction of light that passes a surface with a ratio of refractive indices; zero if it is reflected as a whole.
@inlinable public func simd_refract<V: SIMDFunctions>(_ x: V, _ n: V, _ eta: V.Scalar) -> V {
    let cosine = simd_dot(x, n)
    let k = 1 - eta * eta * (1 - cosine * cosine)
    return k < 0 ? V() : x * V(repeating: eta) - n * V(repeating: eta * cosine + k.squareRoot())
}
/// The direction behind a surface.
@inlinable public func refract<V: SIMDFunctions>(_ x: V, n: V, eta: V.Scalar) -> V { simd_refract(x, n, eta) }

/// The cross product.
@inlinable public func simd_cross<T: BinaryFloatingPoint>(_ x: SIMD3<T>, _ y: SIMD3<T>) -> SIMD3<T> {
    SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
}
/// The cross product.
@inlinable public func cross<T: BinaryFloatingPoint>(_ x: SIMD3<T>, _ y: SIMD3<T>) -> SIMD3<T> { simd_cross(x, y) }
/// The cross product of two vectors in the plane, along the third axis.
@inlinable public func simd_cross<T: BinaryFloatingPoint>(_ x: SIMD2<T>, _ y: SIMD2<T>) -> SIMD3<T> {
    SIMD3(0, 0, x.x * y.y - x.y * y.x)
}
/// The cross product.
@inlinable public func cross<T: BinaryFloatingPoint>(_ x: SIMD2<T>, _ y: SIMD2<T>) -> SIMD3<T> { simd_cross(x, y) }
/// Above 0 if three vectors are a right-handed system: the volume that they span.
@inlinable public func simd_orient<T: BinaryFloatingPoint>(_ x: SIMD3<T>, _ y: SIMD3<T>, _ z: SIMD3<T>) -> T {
    simd_dot(x, simd_cross(y, z))
}

// MARK: Element by element

/// The absolute values.
@inlinable public func simd_abs<V: SIMDFunctions>(_ x: V) -> V { x.replacing(with: -x, where: x .< 0) }
/// The absolute values.
@inlinable public func abs<V: SIMDFunctions>(_ x: V) -> V { simd_abs(x) }
/// -1, 0 or 1 by the signs.
@inlinable public func simd_sign<V: SIMDFunctions>(_ x: V) -> V {
    V().replacing(with: V(repeating: 1), where: x .> 0).replacing(with: V(repeating: -1), where: x .< 0)
}
/// -1, 0 or 1 by the signs.
@inlinable public func sign<V: SIMDFunctions>(_ x: V) -> V { simd_sign(x) }
/// The lesser of two elements, for each.
@inlinable public func simd_min<V: SIMDFunctions>(_ x: V, _ y: V) -> V { x.replacing(with: y, where: y .< x) }
@inlinable public func min<V: SIMDFunctions>(_ x: V, _ y: V) -> V { simd_min(x, y) }
/// The greater of two elements, for each.
@inlinable public func simd_max<V: SIMDFunctions>(_ x: V, _ y: V) -> V { x.replacing(with: y, where: y .> x) }
@inlinable public func max<V: SIMDFunctions>(_ x: V, _ y: V) -> V { simd_max(x, y) }
/// The elements, limited to a range.
@inlinable public func simd_clamp<V: SIMDFunctions>(_ x: V, _ lowest: V, _ highest: V) -> V {
    simd_min(simd_max(x, lowest), highest)
}
/// The elements, limited to a range.
@inlinable public func clamp<V: SIMDFunctions>(_ x: V, min: V, max: V) -> V { simd_clamp(x, min, max) }
/// The elements, limited to a range.
@inlinable public func clamp<V: SIMDFunctions>(_ x: V, min: V.Scalar, max: V.Scalar) -> V {
    simd_clamp(x, V(repeating: min), V(repeating: max))
}
/// The elements, limited to a range.
@inlinable public func simd_clamp<T: BinaryFloatingPoint>(_ x: T, _ lowest: T, _ highest: T) -> T {
    Swift.min(Swift.max(x, lowest), highest)
}
/// From `x` at 0 to `y` at 1, and beyond.
@inlinable public func simd_mix<V: SIMDFunctions>(_ x: V, _ y: V, _ t: V) -> V { x + t * (y - x) }
@inlinable public func mix<V: SIMDFunctions>(_ x: V, _ y: V, t: V) -> V { simd_mix(x, y, t) }
@inlinable public func mix<V: SIMDFunctions>(_ x: V, _ y: V, t: V.Scalar) -> V { simd_mix(x, y, V(repeating: t)) }
@inlinable public func simd_mix<T: BinaryFloatingPoint>(_ x: T, _ y: T, _ t: T) -> T { x + t * (y - x) }
/// 0 below the edge, else 1.
@inlinable public func simd_step<V: SIMDFunctions>(_ edge: V, _ x: V) -> V {
    V(repeating: 1).replacing(with: V(), where: x .< edge)
}
/// 0 below the edge, else 1.
@inlinable public func step<V: SIMDFunctions>(_ x: V, edge: V) -> V { simd_step(edge, x) }
/// 0 below the first edge, 1 above the second, and 3t² - 2t³ between them.
@inlinable public func simd_smoothstep<V: SIMDFunctions>(_ edge0: V, _ edge1: V, _ x: V) -> V {
    let t = simd_clamp((x - edge0) / (edge1 - edge0), V(), V(repeating: 1))
    return t * t * (V(repeating: 3) - V(repeating: 2) * t)
}
/// From 0 to 1 between two edges, with a level start and end.
@inlinable public func smoothstep<V: SIMDFunctions>(_ x: V, edge0: V, edge1: V) -> V {
    simd_smoothstep(edge0, edge1, x)
}
/// The part behind the point, from 0 to less than 1.
@inlinable public func simd_fract<V: SIMDFunctions>(_ x: V) -> V { x - x.rounded(.down) }
@inlinable public func fract<V: SIMDFunctions>(_ x: V) -> V { simd_fract(x) }
@inlinable public func floor<V: SIMDFunctions>(_ x: V) -> V { x.rounded(.down) }
@inlinable public func ceil<V: SIMDFunctions>(_ x: V) -> V { x.rounded(.up) }
@inlinable public func round<V: SIMDFunctions>(_ x: V) -> V { x.rounded(.toNearestOrAwayFromZero) }
@inlinable public func trunc<V: SIMDFunctions>(_ x: V) -> V { x.rounded(.towardZero) }
@inlinable public func simd_recip<V: SIMDFunctions>(_ x: V) -> V { V(repeating: 1) / x }
@inlinable public func recip<V: SIMDFunctions>(_ x: V) -> V { simd_recip(x) }

/// The sum of the elements.
@inlinable public func simd_reduce_add<V: SIMDFunctions>(_ x: V) -> V.Scalar { x.sum() }
/// The sum of the elements.
@inlinable public func reduce_add<V: SIMDFunctions>(_ x: V) -> V.Scalar { x.sum() }
/// The least element.
@inlinable public func simd_reduce_min<V: SIMDFunctions>(_ x: V) -> V.Scalar { x.min() }
/// The least element.
@inlinable public func reduce_min<V: SIMDFunctions>(_ x: V) -> V.Scalar { x.min() }
/// The greatest element.
@inlinable public func simd_reduce_max<V: SIMDFunctions>(_ x: V) -> V.Scalar { x.max() }
/// The greatest element.
@inlinable public func reduce_max<V: SIMDFunctions>(_ x: V) -> V.Scalar { x.max() }
/// Whether two vectors are equal in all elements.
@inlinable public func simd_equal<V: SIMDFunctions>(_ x: V, _ y: V) -> Bool { x == y }
