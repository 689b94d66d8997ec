import CMicaPixels

/// Which kernels draw: the scalar ones, which define the bytes, or the processor's vectors, with the same bytes.
///
/// Each thread has its own choice. The choice changes no pixel; only tests that compare, and benchmarks, make one.
package enum PixelKernels: Int32, Sendable, CaseIterable {
    /// Swift's, one pixel after another.
    case scalar = 0
    /// The vectors that every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
    case base = 1
    /// AVX2, on x86-64.
    case avx2 = 2

    /// The fastest kernels that this processor has, or those that `MICA_KERNELS` names.
    package static let best = PixelKernels(rawValue: mica_kernels_best()) ?? .scalar

    /// All kernels that this processor has.
    package static let available = allCases.filter { $0.rawValue <= best.rawValue }

    /// The kernels that the calling thread draws with; `best` unless it was set.
    package static var current: PixelKernels {
        get { PixelKernels(rawValue: mica_kernels()) ?? .scalar }
        set { mica_kernels_use(min(newValue, best).rawValue) }
    }

    private static func min(_ a: PixelKernels, _ b: PixelKernels) -> PixelKernels { a.rawValue < b.rawValue ? a : b }
}

/// Calling the vector kernels, which draw from the beginning of a run and return how many elements are done; the caller
/// has checked that the run is inside.
extension MutableSpan where Element: BitwiseCopyable {
    /// Calls a kernel with the elements.
    @inline(__always)  // A call, for each run.
    mutating func fast(_ kernel: (UnsafeMutablePointer<Element>) -> Int) -> Int {
        unsafe withUnsafeMutableBufferPointer { target in
            guard let target = target.baseAddress else { return 0 }
            return unsafe kernel(target)
        }
    }

    /// Calls a kernel with the elements, and with others that it reads.
    @inline(__always)  // A call, for each run.
    mutating func fast<A: BitwiseCopyable>(
        _ a: Span<A>, _ kernel: (UnsafeMutablePointer<Element>, UnsafePointer<A>) -> Int
    ) -> Int {
        unsafe a.withUnsafeBufferPointer { a in
            guard let a = a.baseAddress else { return 0 }
            return unsafe fast { unsafe kernel($0, a) }
        }
    }

    /// Calls a kernel with the elements, and with others of two kinds that it reads.
    @inline(__always)  // A call, for each run.
    mutating func fast<A: BitwiseCopyable, B: BitwiseCopyable>(
        _ a: Span<A>, _ b: Span<B>, _ kernel: (UnsafeMutablePointer<Element>, UnsafePointer<A>, UnsafePointer<B>) -> Int
    ) -> Int {
        unsafe b.withUnsafeBufferPointer { b in
            guard let b = b.baseAddress else { return 0 }
            return unsafe fast(a) { unsafe kernel($0, $1, b) }
        }
    }
}

extension MutableSpan where Element == UInt32 {
    mutating func fastSampleBilinear(
        _ texels: Span<UInt32>, _ range: TexelRange, stride: Int, _ row: AffineRow, count: Int
    ) -> Int {
        // The kernel's positions and indices have 32 bits; it reads the left and the right texel of a sample at once.
        func fits(_ position: Int) -> Bool { Int32(exactly: position >> 24) != nil }
        let steps = count - 1
        guard count >= Int(MICA_BLOCK), range.maxX > range.minX, range.maxY > range.minY, texels.count < 1 << 30,
            fits(row.u), fits(row.v), fits(row.u &+ row.du &* steps), fits(row.v &+ row.dv &* steps)
        else { return 0 }
        let run = mica_texel_run(
            u: Int64(row.u), v: Int64(row.v), du: Int64(row.du), dv: Int64(row.dv), min_x: Int32(range.minX << 8),
            min_y: Int32(range.minY << 8), max_x: Int32(range.maxX << 8), max_y: Int32(range.maxY << 8),
            stride: Int32(stride))
        return unsafe fast(texels) { unsafe mica_sample_bilinear($0, $1, run, count) }
    }
}
