/// The bits of vectors of numbers.
package enum VectorBits {
    /// The bits of eight numbers.
    @inlinable @inline(__always)
    package static func pattern(_ values: SIMD8<Float>) -> SIMD8<UInt32> {
        unsafe unsafeBitCast(values, to: SIMD8<UInt32>.self)
    }
}
