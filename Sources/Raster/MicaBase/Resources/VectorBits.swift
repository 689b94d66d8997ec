/// The bits of vectors of numbers.
package enum VectorBits {
    /// Added to numbers from 0 to below 2^23, this number leaves the nearest whole number in their lowest bits.
    package static let wholeNumbers: Float = 8_388_608

    /// The bits of four numbers.
    @inlinable @inline(__always)
    package static func pattern(_ values: SIMD4<Float>) -> SIMD4<UInt32> {
        unsafe unsafeBitCast(values, to: SIMD4<UInt32>.self)
    }

    /// The bits of eight numbers.
    @inlinable @inline(__always)
    package static func pattern(_ values: SIMD8<Float>) -> SIMD8<UInt32> {
        unsafe unsafeBitCast(values, to: SIMD8<UInt32>.self)
    }
}
