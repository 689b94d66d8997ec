import MicaBase

/// Pixels of another owner, a bitmap or a window, while several threads write to parts of them that do not overlap.
///
/// Valid only within `Bitmap.withSharedPixels`, or as long as the owner of other memory says.
// Safe because: the pointer is used only for the time of `withSharedPixels`, which holds the bitmap exclusively, or
// between a surface's `acquire` and `present`; the drawing that it is lent to gives each thread rows of tiles that no
// other thread has.
@safe package struct SharedPixels: @unchecked Sendable {
    private let base: UnsafeMutablePointer<UInt32>?
    /// Width, in pixels.
    package let width: Int
    /// Height, in pixels.
    package let height: Int
    /// The distance from one row to the next, in pixels.
    private let stride: Int

    /// Makes shared pixels of memory.
    ///
    /// - Parameters:
    ///   - base: the first pixel of the top row; all rows belong to the owner for as long as this is used.
    ///   - stride: the distance from one row to the next, in pixels, no less than the width.
    @unsafe package init(base: UnsafeMutablePointer<UInt32>?, width: Int, height: Int, stride: Int) {
        unsafe self.base = base
        self.width = width
        self.height = height
        self.stride = stride
    }

    /// Lends a rectangle of the pixels, for as long as the pixels themselves are lent.
    ///
    /// - Parameters:
    ///   - x: the column of the rectangle's first pixel, and `y` the row, in the bitmap.
    ///   - minX: the block's own number for that column, and `minY` for that row.
    /// - Precondition: the rectangle is inside and has pixels.
    package func block(x: Int, y: Int, width blockWidth: Int, height blockHeight: Int, minX: Int, minY: Int)
        -> PixelBlock
    {
        check(x, blockWidth, width)
        check(y, blockHeight, height)
        guard let base = unsafe base, blockWidth > 0, blockHeight > 0 else { preconditionFailure("no pixels there") }
        return unsafe PixelBlock(
            base: base + y * stride + x, stride: stride, minX: minX, minY: minY, width: blockWidth, height: blockHeight)
    }
}

extension Bitmap {
    /// Lends the pixels to a drawing on several threads; all of them must be done when `body` returns.
    package mutating func withSharedPixels(_ body: (SharedPixels) -> Void) {
        let (width, height) = (width, height)
        unsafe pixels.withUnsafeMutableBufferPointer { buffer in
            unsafe body(SharedPixels(base: buffer.baseAddress, width: width, height: height, stride: width))
        }
    }
}
