import CMicaPixels

/// One axis of a sprite's texture. *Units*: texture coordinates, as `SpriteRow` has them.
package struct SpriteAxis: Sendable {
    /// The coordinate at the centre of the pixel that coordinates are counted from.
    var start: Int
    /// The steps of the coordinate for a pixel along the row, and for a row down.
    var step: Int, down: Int
    /// One over the step along a row; infinite when the step is 0.
    var inverse: Double
    /// Half a pixel.
    var reach: Int

    /// Makes an axis.
    ///
    /// - Parameter reach: half a pixel, in texture coordinates.
    package init(start: Int, step: Int, down: Int, reach: Int) {
        (self.start, self.step, self.down, self.reach) = (start, step, down, reach)
        inverse = step == 0 ? .infinity : 1 / Double(step)
    }
}

/// Where a sprite's pixels are, and their coordinates in its texture.
///
/// *Space*: device pixels. The numbers are for the surface as a whole, so that tiles change no pixel.
package struct SpriteShape: Sendable {
    /// The texture's axes.
    package let u: SpriteAxis, v: SpriteAxis
    /// The texture's own area.
    package let edges: SpriteEdges
    /// The pixel that texture coordinates are counted from.
    package let originX: Int, originY: Int
    /// The pixels that it may touch; half-open at the maxima.
    package let minX: Int, minY: Int, maxX: Int, maxY: Int
    /// The colour, spread into lanes.
    package let tint: UInt64
    /// Whether samples are single texels.
    package let isNearest: Bool

    package init(
        u: SpriteAxis, v: SpriteAxis, edges: SpriteEdges, originX: Int, originY: Int, minX: Int, minY: Int, maxX: Int,
        maxY: Int, tint: UInt64, isNearest: Bool
    ) {
        (self.u, self.v, self.edges, self.originX, self.originY) = (u, v, edges, originX, originY)
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
        (self.tint, self.isNearest) = (tint, isNearest)
    }

    /// The texture coordinates of a row, from a pixel on.
    func row(x: Int, y: Int) -> SpriteRow {
        SpriteRow(
            u: u.start &+ (x &- originX) &* u.step &+ (y &- originY) &* u.down,
            v: v.start &+ (x &- originX) &* v.step &+ (y &- originY) &* v.down, du: u.step, dv: v.step)
    }

    /// The pixels of a row that may be covered, and those among them that are covered wholly, between two columns.
    ///
    /// Both follow only from the sprite and the row, so that tiles cut them without changing any.
    func spans(y: Int, minX: Int, maxX: Int) -> (outer: Range<Int>, inner: Range<Int>) {
        var outer = (low: Double(self.minX - originX), high: Double(self.maxX - originX) - 1)
        var inner = outer
        func narrow(_ axis: SpriteAxis, _ low: Int, _ high: Int) {
            let start = axis.start &+ (y &- originY) &* axis.down, reach = axis.reach
            if axis.step == 0 {
                if start <= low - reach || start >= high + reach { outer.high = -.infinity }
                if start < low + reach || start > high - reach { inner.high = -.infinity }
                return
            }
            let a = Double(low - reach - start) * axis.inverse, b = Double(high + reach - start) * axis.inverse
            outer = (max(outer.low, min(a, b)), min(outer.high, max(a, b)))
            let c = Double(low + reach - start) * axis.inverse, d = Double(high - reach - start) * axis.inverse
            // Where nothing is covered wholly, the ends of the middle have swapped.
            if low + reach > high - reach {
                inner.high = -.infinity
            } else {
                inner = (max(inner.low, min(c, d)), min(inner.high, max(c, d)))
            }
        }
        narrow(u, edges.minU, edges.maxU)
        narrow(v, edges.minV, edges.maxV)
        guard outer.high >= outer.low else { return (minX..<minX, minX..<minX) }
        let low = max(minX, originX + Int(outer.low.rounded(.down))),
            high = min(maxX, originX + Int(outer.high.rounded(.up)) + 1)
        guard low < high else { return (minX..<minX, minX..<minX) }
        guard inner.high >= inner.low else { return (low..<high, high..<high) }
        let first = max(low, min(high, originX + Int(inner.low.rounded(.up))))
        let last = max(first, min(high, originX + Int(inner.high.rounded(.down)) + 1))
        return (low..<high, first..<last)
    }

    /// Whether the coordinates of all wholly covered pixels are inside a texture; false if an image was cut off at its
    /// end.
    func isInside(_ texture: borrowing SpriteTexture) -> Bool {
        func fits(_ low: Int, _ high: Int, _ axis: SpriteAxis, _ size: Int) -> Bool {
            low >= 0 && (high - axis.reach) >> SpriteRow.fraction <= size - 2
        }
        return fits(edges.minU, edges.maxU, u, texture.width) && fits(edges.minV, edges.maxV, v, texture.height)
    }

    /// Converts the shape for the vector kernel; false when its numbers do not fit there.
    func set(_ vectors: inout mica_sprite, in texture: borrowing SpriteTexture) -> Bool {
        func set(
            _ axis: inout mica_sprite_axis, _ a: SpriteAxis, _ low: Int, _ high: Int, _ scale: Int, _ most: Int,
            _ size: Int
        ) -> Bool {
            // The pixels that may be covered lie within a step of the edges and half a pixel.
            let slack = a.reach + abs(a.step) * 2
            guard low - slack > -1 << 30, high + slack < 1 << 30, scale >= 0, scale < 1 << 22 else { return false }
            // A Double holds the first coordinate of every row exactly.
            let rows = Double(max(abs(minY - originY), abs(maxY - originY)))
            guard abs(Double(a.start)) + rows * abs(Double(a.down)) < 0x1p52 else { return false }
            (axis.start, axis.step, axis.down) = (Int64(a.start), Int64(a.step), Int64(a.down))
            (axis.min, axis.max, axis.reach) = (Int64(low), Int64(high), Int64(a.reach))
            axis.highest = Int64((size - 1) << SpriteRow.fraction - 1)
            // The distance from an edge at which distance times scale is 129 steps.
            axis.limit = Int64(scale > 0 ? 129 << SpriteRow.fraction / scale + 1 : 0)
            (axis.scale, axis.most, axis.inverse) = (Int64(scale), Int64(most), a.inverse)
            return true
        }
        guard texture.width < 1 << 10, texture.height < 1 << 10,
            set(&vectors.u, u, edges.minU, edges.maxU, edges.scaleU, edges.mostU, texture.width),
            set(&vectors.v, v, edges.minV, edges.maxV, edges.scaleV, edges.mostV, texture.height)
        else { return false }
        (vectors.origin_x, vectors.origin_y) = (Int64(originX), Int64(originY))
        (vectors.min_x, vectors.max_x, vectors.tint) = (Int64(minX), Int64(maxX), tint)
        return true
    }
}

extension MutableSpan where Element == UInt32 {
    /// Draws the part of a sprite that lies in some columns and rows: in every row the wholly covered pixels, between
    /// those at its edges.
    ///
    /// - Parameters:
    ///   - mask: coverage of every pixel; nil for all.
    ///   - start: the index of the pixel (0, 0) of the surface, which may lie outside; `stride` leads to the next row.
    ///   - maskStart: the mask's index for that pixel; `maskStride` leads to the next row.
    /// - Precondition: the pixels of the columns and rows are inside, and so is the mask for them.
    @inline(__always)  // Once a sprite and tile.
    package mutating func draw(
        _ shape: borrowing SpriteShape, _ texture: borrowing SpriteTexture, columns: Range<Int>, rows: Range<Int>,
        isAdditive: Bool, start: Int, stride: Int, mask: Span<UInt8>?, maskStart: Int, maskStride: Int
    ) {
        let (first, last) = (Swift.max(rows.lowerBound, shape.minY), Swift.min(rows.upperBound, shape.maxY))
        guard first < last, !columns.isEmpty else { return }
        check(start + first * stride + columns.lowerBound, columns.count, count)
        check(start + (last - 1) * stride + columns.lowerBound, columns.count, count)
        let isInside = shape.isInside(texture)
        var vectors = mica_sprite()
        if isInside, mask == nil, !shape.isNearest, columns.count >= Int(MICA_BLOCK), mica_is_sampling() != 0,
            shape.set(&vectors, in: texture)
        {
            unsafe withUnsafeMutableBufferPointer { target in
                unsafe texture.withKernelTexture { texture in
                    guard let target = target.baseAddress else { return }
                    unsafe mica_draw_sprite(
                        target + start, Int64(stride), texture, &vectors, Int64(columns.lowerBound),
                        Int64(columns.upperBound), Int64(first), Int64(last), isAdditive ? 1 : 0)
                }
            }
            return
        }
        for y in first..<last {
            let (outer, inner) = shape.spans(y: y, minX: columns.lowerBound, maxX: columns.upperBound)
            if outer.isEmpty { continue }
            let row = start + y * stride, maskRow = maskStart + y * maskStride
            // The pixels that may be covered in part, before the middle and behind it. All pixels when there is a mask,
            // or when coordinates have to be clamped to the texture.
            let isWhole = mask != nil || inner.isEmpty || !isInside
            let head = isWhole ? outer : outer.lowerBound..<inner.lowerBound
            let tail = isWhole ? outer.upperBound..<outer.upperBound : inner.upperBound..<outer.upperBound
            if !head.isEmpty {
                drawSprite(
                    texture, shape.row(x: head.lowerBound, y: y), shape.edges, tint: shape.tint,
                    isAdditive: isAdditive, isNearest: shape.isNearest, mask: mask,
                    firstMask: maskRow + head.lowerBound, start: row + head.lowerBound, count: head.count)
            }
            if isWhole { continue }
            drawSprite(
                texture, shape.row(x: inner.lowerBound, y: y), tint: shape.tint, isAdditive: isAdditive,
                isNearest: shape.isNearest, start: row + inner.lowerBound, count: inner.count)
            if !tail.isEmpty {
                drawSprite(
                    texture, shape.row(x: tail.lowerBound, y: y), shape.edges, tint: shape.tint,
                    isAdditive: isAdditive, isNearest: shape.isNearest, mask: nil, firstMask: 0,
                    start: row + tail.lowerBound, count: tail.count)
            }
        }
    }
}
