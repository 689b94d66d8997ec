/// A bitmap's pixels while several threads write to parts of it that do not overlap.
///
/// It is valid only within `Bitmap.withSharedPixels`.
// Safe because: the pointer is used only for the time of `withSharedPixels`, which holds the bitmap exclusively; the
// drawing that it is lent to gives each thread rows of tiles that no other thread has.
@safe package struct SharedPixels: @unchecked Sendable {
    private let base: UnsafeMutablePointer<UInt32>?
    /// Width, in pixels.
    package let width: Int
    /// Height, in pixels.
    package let height: Int

    fileprivate init(base: UnsafeMutablePointer<UInt32>?, width: Int, height: Int) {
        unsafe self.base = base
        self.width = width
        self.height = height
    }

    /// Writes a run of pixels into a row.
    ///
    /// - Parameter first: where in `source` the first pixel is.
    /// - Precondition: the run is inside the row and inside `source`.
    package func store(_ source: Span<UInt32>, first: Int, x: Int, y: Int, count: Int) {
        precondition(y >= 0 && y < height, "no row there")
        check(x, count, width)
        check(first, count, source.count)
        guard let base = unsafe base, count > 0 else { return }
        unsafe source.withUnsafeBufferPointer { buffer in
            guard let from = buffer.baseAddress else { return }
            unsafe (base + y * width + x).update(from: from + first, count: count)
        }
    }
}

extension Bitmap {
    /// Lends the pixels to a drawing on several threads; all of them have to be done when `body` returns.
    package mutating func withSharedPixels(_ body: (SharedPixels) -> Void) {
        let (width, height) = (width, height)
        unsafe pixels.withUnsafeMutableBufferPointer { buffer in
            unsafe body(SharedPixels(base: buffer.baseAddress, width: width, height: height))
        }
    }
}
