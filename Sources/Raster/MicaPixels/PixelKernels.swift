import CMicaPixels

/// Which kernels draw: the scalar ones, which decide what is right, or the processor's vectors, with the same bytes.
///
/// The choice belongs to a thread. It makes no difference to any pixel; tests that compare, and benchmarks, make one.
package enum PixelKernels: Int32, Sendable, CaseIterable {
    /// Swift's, one pixel after the other.
    case scalar = 0
    /// The vectors that every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
    case base = 1
    /// AVX2, on x86-64.
    case avx2 = 2

    /// The fastest that this processor has.
    package static let best = PixelKernels(rawValue: mica_kernels_best()) ?? .scalar

    /// All that this processor has.
    package static let available = allCases.filter { $0.rawValue <= best.rawValue }

    /// What the calling thread draws with; the best unless it was told otherwise.
    package static var current: PixelKernels {
        get { PixelKernels(rawValue: mica_kernels()) ?? .scalar }
        set { mica_kernels_use(min(newValue, best).rawValue) }
    }

    private static func min(_ a: PixelKernels, _ b: PixelKernels) -> PixelKernels { a.rawValue < b.rawValue ? a : b }
}

/// What the vector kernels draw of a run, from its beginning. Each returns how many elements are done; the
/// caller has checked that the run is inside.
extension MutableSpan where Element == UInt32 {
    mutating func fastFill(_ source: UInt32, start: Int, count: Int) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            guard let target = target.baseAddress else { return 0 }
            return unsafe mica_fill(target + start, source, count)
        }
    }

    mutating func fastBlendRows(
        _ first: UInt32, _ middle: UInt32, _ last: UInt32, start: Int, stride: Int, rows: Int, count: Int
    ) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            guard let target = target.baseAddress else { return 0 }
            return unsafe mica_blend_rows(target + start, stride, rows, first, middle, last, count)
        }
    }

    mutating func fastBlend(_ source: UInt32, start: Int, count: Int) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            guard let target = target.baseAddress else { return 0 }
            return unsafe mica_blend_color(target + start, source, count)
        }
    }

    mutating func fastBlend(_ source: UInt32, coverage: Span<UInt8>, first: Int, start: Int, count: Int) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe coverage.withUnsafeBufferPointer { coverage in
                guard let target = target.baseAddress, let coverage = coverage.baseAddress else { return 0 }
                return unsafe mica_blend_color_coverage(target + start, source, coverage + first, count)
            }
        }
    }

    mutating func fastBlend(_ source: Span<UInt32>, first: Int, alpha: UInt8, start: Int, count: Int) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return 0 }
                return alpha == 255
                    ? unsafe mica_blend(target + start, source + first, count)
                    : unsafe mica_blend_alpha(target + start, source + first, UInt32(alpha), count)
            }
        }
    }

    mutating func fastBlend(
        _ source: Span<UInt32>, first: Int, alpha: UInt8, onto background: UInt32, start: Int, count: Int
    ) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return 0 }
                return unsafe mica_blend_onto(target + start, source + first, UInt32(alpha), background, count)
            }
        }
    }

    mutating func fastBlend(
        _ source: Span<UInt32>, first: Int, coverage: Span<UInt8>, firstCoverage: Int, alpha: UInt8, start: Int,
        count: Int
    ) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                unsafe coverage.withUnsafeBufferPointer { coverage in
                    guard let target = target.baseAddress, let source = source.baseAddress,
                        let coverage = coverage.baseAddress
                    else { return 0 }
                    return unsafe mica_blend_coverage(
                        target + start, source + first, coverage + firstCoverage, UInt32(alpha), count)
                }
            }
        }
    }

    mutating func fastBlend(
        _ source: Span<UInt32>, first: Int, maskedBy mask: Span<UInt32>, firstMask: Int, alpha: UInt8, start: Int,
        count: Int
    ) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                unsafe mask.withUnsafeBufferPointer { mask in
                    guard let target = target.baseAddress, let source = source.baseAddress,
                        let mask = mask.baseAddress
                    else { return 0 }
                    return unsafe mica_blend_masked(
                        target + start, source + first, mask + firstMask, UInt32(alpha), count)
                }
            }
        }
    }

    mutating func fastSampleBilinear(
        _ texels: Span<UInt32>, _ range: TexelRange, stride: Int, _ row: AffineRow, count: Int
    ) -> Int {
        // The kernel's places have 32 bits, its indices too; it takes the left and the right texel of a sample at once.
        func fits(_ position: Int) -> Bool { Int32(exactly: position >> 24) != nil }
        let steps = count - 1
        guard count >= Int(MICA_BLOCK), range.maxX > range.minX, range.maxY > range.minY, texels.count < 1 << 30,
            fits(row.u), fits(row.v), fits(row.u &+ row.du &* steps), fits(row.v &+ row.dv &* steps)
        else { return 0 }
        var run = mica_texel_run(
            u: Int64(row.u), v: Int64(row.v), du: Int64(row.du), dv: Int64(row.dv), min_x: Int32(range.minX << 8),
            min_y: Int32(range.minY << 8), max_x: Int32(range.maxX << 8), max_y: Int32(range.maxY << 8),
            stride: Int32(stride))
        return unsafe withUnsafeMutableBufferPointer { target in
            unsafe texels.withUnsafeBufferPointer { texels in
                guard let target = target.baseAddress, let texels = texels.baseAddress else { return 0 }
                return unsafe mica_sample_bilinear(target, texels, &run, count)
            }
        }
    }
}

extension MutableSpan where Element == UInt8 {
    mutating func fastMultiply(by source: Span<UInt8>, first: Int, start: Int, count: Int) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return 0 }
                return unsafe mica_multiply(target + start, source + first, count)
            }
        }
    }

    mutating func fastMultiply(byAlphaOf source: Span<UInt32>, first: Int, start: Int, count: Int) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return 0 }
                return unsafe mica_multiply_alpha(target + start, source + first, count)
            }
        }
    }
}
