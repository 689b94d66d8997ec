import CMicaPixels
import MicaBase

/// A rectangle of pixels in another owner's memory, addressed by the surface's coordinates: a tile of a surface, or a
/// tile's part of a pass.
///
/// A block is valid as long as its owner says: within `Bitmap.withSharedPixels`, or while its `PixelMemory` exists.
///
/// *Space*: device pixels. Every run has to be inside the rectangle.
@safe package struct PixelBlock {
    let base: UnsafeMutablePointer<UInt32>
    /// The distance from one row to the next, in pixels.
    let stride: Int
    /// The rectangle's first column and row, and its size.
    package let minX: Int, minY: Int, width: Int, height: Int

    /// Makes a block.
    ///
    /// - Parameter base: the first pixel; all of `height` rows of `width` pixels, `stride` apart, belong to its owner.
    @unsafe init(base: UnsafeMutablePointer<UInt32>, stride: Int, minX: Int, minY: Int, width: Int, height: Int) {
        unsafe self.base = base
        self.stride = stride
        (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
    }

    /// The index of a run's first pixel, counted from the base.
    ///
    /// - Precondition: the run is inside.
    @inline(__always)
    func offset(_ x: Int, _ y: Int, _ count: Int) -> Int {
        precondition(y >= minY && y < minY &+ height, "no row there")
        check(x &- minX, count, width)
        return (y &- minY) &* stride &+ x &- minX
    }

    /// Lends a run of pixels.
    @inline(__always)  // Its closures are a few lines in inner loops.
    package func withRun(x: Int, y: Int, count: Int, _ body: (inout MutableSpan<UInt32>) -> Void) {
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        body(&span)
    }

    /// Sets all pixels of some columns and rows.
    package func fill(_ pixel: UInt32, columns: Range<Int>, rows: Range<Int>) {
        for y in rows {
            let start = offset(columns.lowerBound, y, columns.count)
            var span = unsafe MutableSpan(_unsafeStart: base + start, count: columns.count)
            span.fill(pixel, start: 0, count: columns.count)
        }
    }

    /// Copies pixels: d = s.
    package func copy(_ source: [UInt32], first: Int, x: Int, y: Int, count: Int) {
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.copy(source.span, first: first, start: 0, count: count)
    }

    /// Blends one colour, like `MutableSpan.blend`.
    package func blend(_ pixel: UInt32, coverage: UInt8, x: Int, y: Int, count: Int) {
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.blend(pixel, coverage: coverage, start: 0, count: count)
    }

    /// Blends one colour with a coverage for each pixel, like `MutableSpan.blend`.
    package func blend(_ pixel: UInt32, coverage: [UInt8], first: Int, x: Int, y: Int, count: Int) {
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.blend(pixel, coverage: coverage.span, first: first, start: 0, count: count)
    }

    /// Blends one colour with a coverage interpolated between two runs of values, like `MutableSpan.blend`.
    package func blend(
        _ pixel: UInt32, mixing source: [UInt16], _ a: Int, _ b: Int, part: UInt32, x: Int, y: Int, count: Int
    ) {
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.blend(pixel, mixing: source.span, a, b, part: part, start: 0, count: count)
    }

    /// Blends one colour into an axis-aligned rectangle with the processor's vectors; false, with nothing drawn, where
    /// the scalar kernels are to draw.
    ///
    /// - Parameter edges: min x, min y, max x and max y, in 4,096ths of a pixel; not empty.
    package func blend(_ pixel: UInt32, box edges: SIMD4<Int32>) -> Bool {
        let low = SIMD2(Int(edges.x), Int(edges.y)) &>> 12, high = (SIMD2(Int(edges.z), Int(edges.w)) &- 1) &>> 12
        let count = high.x - low.x + 1
        let start = offset(low.x, low.y, count)
        _ = offset(low.x, high.y, count)
        var box = mica_box(x0: edges.x, y0: edges.y, x1: edges.z, y1: edges.w)
        return unsafe mica_blend_box(base + start, stride, &box, pixel, count) > 0
    }

    /// Blends pixels with one alpha, like `MutableSpan.blend`.
    package func blend(_ source: [UInt32], first: Int, alpha: UInt8, x: Int, y: Int, count: Int) {
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.blend(source.span, first: first, alpha: alpha, start: 0, count: count)
    }

    /// Sets pixels to others over one colour, like `MutableSpan.set`.
    package func set(_ source: [UInt32], first: Int, alpha: UInt8, onto background: UInt32, x: Int, y: Int, count: Int)
    {
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.set(source.span, first: first, alpha: alpha, onto: background, start: 0, count: count)
    }

    /// Blends pixels with a coverage for each and one alpha for all, like `MutableSpan.blend`.
    package func blend(
        _ source: [UInt32], first: Int, coverage: [UInt8], firstCoverage: Int, alpha: UInt8, x: Int, y: Int, count: Int
    ) {
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.blend(
            source.span, first: first, coverage: coverage.span, firstCoverage: firstCoverage, alpha: alpha,
            start: 0, count: count)
    }

    /// Blends another block's pixels at the same coordinates, with one alpha.
    package func blend(_ source: PixelBlock, alpha: UInt8, x: Int, y: Int, count: Int) {
        let pixels = unsafe Span(_unsafeStart: UnsafePointer(source.base + source.offset(x, y, count)), count: count)
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.blend(pixels, first: 0, alpha: alpha, start: 0, count: count)
    }

    /// Blends another block's pixels at the same coordinates, with a coverage for each and one alpha for all.
    package func blend(
        _ source: PixelBlock, coverage: [UInt8], firstCoverage: Int, alpha: UInt8, x: Int, y: Int, count: Int
    ) {
        let pixels = unsafe Span(_unsafeStart: UnsafePointer(source.base + source.offset(x, y, count)), count: count)
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.blend(
            pixels, first: 0, coverage: coverage.span, firstCoverage: firstCoverage, alpha: alpha, start: 0,
            count: count)
    }

    /// Blends another block's pixels at the same coordinates, times the alpha of a third block's pixels and one alpha
    /// for all.
    package func blend(_ source: PixelBlock, maskedBy mask: PixelBlock, alpha: UInt8, x: Int, y: Int, count: Int) {
        let pixels = unsafe Span(_unsafeStart: UnsafePointer(source.base + source.offset(x, y, count)), count: count)
        let masking = unsafe Span(_unsafeStart: UnsafePointer(mask.base + mask.offset(x, y, count)), count: count)
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.blend(pixels, first: 0, maskedBy: masking, firstMask: 0, alpha: alpha, start: 0, count: count)
    }

    /// Blends pixels in a mode, with a coverage for each, like `MutableSpan.blend`.
    package func blend(_ mode: BlendMode, _ source: [UInt32], coverage: [UInt8], x: Int, y: Int, count: Int) {
        var span = unsafe MutableSpan(_unsafeStart: base + offset(x, y, count), count: count)
        span.blend(mode, source.span, first: 0, coverage: coverage.span, firstCoverage: 0, start: 0, count: count)
    }

    /// Draws the part of a sprite that lies in some columns and rows.
    ///
    /// - Parameters:
    ///   - mask: coverage of every pixel; nil for all.
    ///   - maskStart: the mask's index for the pixel (0, 0) of the surface, which may lie outside; `maskStride` leads
    ///     to the next row.
    package func draw(
        _ shape: borrowing SpriteShape, _ texture: borrowing SpriteTexture, columns: Range<Int>, rows: Range<Int>,
        isAdditive: Bool, mask: [UInt8]?, maskStart: Int, maskStride: Int
    ) {
        guard !columns.isEmpty, !rows.isEmpty else { return }
        _ = offset(columns.lowerBound, rows.lowerBound, columns.count)
        _ = offset(columns.lowerBound, rows.upperBound - 1, columns.count)
        var span = unsafe MutableSpan(_unsafeStart: base, count: (height - 1) * stride + width)
        span.draw(
            shape, texture, columns: columns, rows: rows, isAdditive: isAdditive, start: -minY * stride - minX,
            stride: stride, mask: mask?.span, maskStart: maskStart, maskStride: maskStride)
    }
}

/// Reading a block's pixels into other memory.
extension MutableSpan where Element == UInt32 {
    /// Sets the first pixels to those of a block.
    package mutating func copy(_ block: PixelBlock, x: Int, y: Int, count: Int) {
        let pixels = unsafe Span(_unsafeStart: UnsafePointer(block.base + block.offset(x, y, count)), count: count)
        copy(pixels, first: 0, start: 0, count: count)
    }

    /// Sets the first pixels to those of a block, filtered.
    package mutating func filter(_ filter: PixelFilter, _ block: PixelBlock, x: Int, y: Int, count: Int) {
        let pixels = unsafe Span(_unsafeStart: UnsafePointer(block.base + block.offset(x, y, count)), count: count)
        self.filter(filter, pixels, first: 0, start: 0, count: count)
    }

    /// Sets the first pixels to those of a block, times an alpha.
    package mutating func multiply(_ block: PixelBlock, alpha: UInt8, x: Int, y: Int, count: Int) {
        let pixels = unsafe Span(_unsafeStart: UnsafePointer(block.base + block.offset(x, y, count)), count: count)
        multiply(pixels, first: 0, alpha: alpha, start: 0, count: count)
    }
}

extension MutableSpan where Element == UInt8 {
    /// Multiplies the first bytes by the alpha of a block's pixels.
    package mutating func multiply(byAlphaOf block: PixelBlock, x: Int, y: Int, count: Int) {
        let pixels = unsafe Span(_unsafeStart: UnsafePointer(block.base + block.offset(x, y, count)), count: count)
        multiply(byAlphaOf: pixels, first: 0, start: 0, count: count)
    }
}

/// Memory for a number of pixels, lent as blocks.
@safe package final class PixelMemory {
    private let base: UnsafeMutablePointer<UInt32>
    /// How many pixels there is room for.
    package let capacity: Int

    /// Takes memory; all pixels are 0.
    package init(capacity: Int) {
        self.capacity = max(1, capacity)
        unsafe base = .allocate(capacity: self.capacity)
        unsafe base.initialize(repeating: 0, count: self.capacity)
    }

    deinit { unsafe base.deallocate() }

    /// A block of the memory's first pixels, its rows one after the other.
    ///
    /// - Precondition: there is room, and it has pixels.
    package func block(minX: Int, minY: Int, width: Int, height: Int) -> PixelBlock {
        precondition(width > 0 && height > 0 && width <= capacity / height, "there is no room for the block")
        return unsafe PixelBlock(base: base, stride: width, minX: minX, minY: minY, width: width, height: height)
    }
}
