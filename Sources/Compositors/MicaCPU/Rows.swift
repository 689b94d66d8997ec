import MicaPixels
import MicaRaster

/// The kernels of MicaPixels on whole arrays: a renderer's arrays are stored side by side, and two spans of one
/// structure cannot be held at a time.
extension [UInt32] {
    mutating func fill(_ pixel: UInt32, start: Int, count: Int) {
        var span = mutableSpan
        span.fill(pixel, start: start, count: count)
    }

    mutating func copy(_ source: [UInt32], first: Int, start: Int, count: Int) {
        var span = mutableSpan
        span.copy(source.span, first: first, start: start, count: count)
    }

    mutating func blendRows(
        _ pixel: UInt32, first: UInt8, middle: UInt8, last: UInt8, start: Int, stride: Int, rows: Int, count: Int
    ) {
        var span = mutableSpan
        span.blendRows(
            pixel, first: first, middle: middle, last: last, start: start, stride: stride, rows: rows, count: count)
    }

    mutating func interpolate(towards source: [UInt32], fraction: UInt32, count: Int) {
        var span = mutableSpan
        span.interpolate(towards: source.span, fraction: fraction, count: count)
    }

    mutating func blend(_ pixel: UInt32, coverage: UInt8, start: Int, count: Int) {
        var span = mutableSpan
        span.blend(pixel, coverage: coverage, start: start, count: count)
    }

    mutating func blend(_ pixel: UInt32, coverage: [UInt8], first: Int, start: Int, count: Int) {
        var span = mutableSpan
        span.blend(pixel, coverage: coverage.span, first: first, start: start, count: count)
    }

    mutating func blend(_ source: [UInt32], first: Int, alpha: UInt8, start: Int, count: Int) {
        var span = mutableSpan
        span.blend(source.span, first: first, alpha: alpha, start: start, count: count)
    }

    mutating func blend(
        _ source: [UInt32], first: Int, coverage: [UInt8], firstCoverage: Int, alpha: UInt8, start: Int, count: Int
    ) {
        var span = mutableSpan
        span.blend(
            source.span, first: first, coverage: coverage.span, firstCoverage: firstCoverage, alpha: alpha,
            start: start,
            count: count)
    }

    /// Draws one sprite: rows of wholly covered pixels between those of its edges.
    ///
    /// - Parameters:
    ///   - mask: coverage of every pixel; nil for all.
    ///   - start: where the pixel at (0, 0) of the surface would be, here and in the mask.
    ///   - stride: from one row to the next.
    mutating func draw(
        _ sprite: SpriteGeometry, _ texture: borrowing SpriteTexture, in area: DeviceRect, isAdditive: Bool,
        mask: [UInt8]?, start: Int, stride: Int
    ) {
        var span = mutableSpan
        let maskSpan = mask?.span
        let (first, last) = (Swift.max(area.minY, sprite.bounds.minY), Swift.min(area.maxY, sprite.bounds.maxY))
        guard first < last else { return }
        for y in first..<last {
            let (outer, inner) = sprite.spans(y: y, minX: area.minX, maxX: area.maxX)
            if outer.isEmpty { continue }
            let row = start + y * stride
            // What may be covered in part, before the middle and behind it; all of it when there is a mask.
            let head = maskSpan != nil || inner.isEmpty ? outer : outer.lowerBound..<inner.lowerBound
            let tail =
                maskSpan != nil || inner.isEmpty
                ? outer.upperBound..<outer.upperBound : inner.upperBound..<outer.upperBound
            if !head.isEmpty {
                span.drawSprite(
                    texture, sprite.row(x: head.lowerBound, y: y), sprite.edges, tint: sprite.tint,
                    isAdditive: isAdditive, isNearest: sprite.isNearest, mask: maskSpan,
                    firstMask: row + head.lowerBound, start: row + head.lowerBound, count: head.count)
            }
            if head == outer { continue }
            span.drawSprite(
                texture, sprite.row(x: inner.lowerBound, y: y), tint: sprite.tint, isAdditive: isAdditive,
                isNearest: sprite.isNearest, start: row + inner.lowerBound, count: inner.count)
            if !tail.isEmpty {
                span.drawSprite(
                    texture, sprite.row(x: tail.lowerBound, y: y), sprite.edges, tint: sprite.tint,
                    isAdditive: isAdditive, isNearest: sprite.isNearest, mask: nil, firstMask: 0,
                    start: row + tail.lowerBound, count: tail.count)
            }
        }
    }
}

extension [UInt32] {
    mutating func blend(_ mode: BlendMode, _ source: [UInt32], coverage: [UInt8], start: Int, count: Int) {
        var span = mutableSpan
        span.blend(
            mode, source.span, first: 0, coverage: coverage.span, firstCoverage: 0, start: start, count: count)
    }

    mutating func filter(_ filter: PixelFilter, _ source: [UInt32], first: Int, start: Int, count: Int) {
        var span = mutableSpan
        span.filter(filter, source.span, first: first, start: start, count: count)
    }

    mutating func multiply(_ source: [UInt32], first: Int, alpha: UInt8, start: Int, count: Int) {
        var span = mutableSpan
        span.multiply(source.span, first: first, alpha: alpha, start: start, count: count)
    }
}

extension [UInt8] {
    mutating func fill(_ value: UInt8, start: Int, count: Int) {
        var span = mutableSpan
        span.fill(value, start: start, count: count)
    }

    mutating func copy(_ source: [UInt8], first: Int, start: Int, count: Int) {
        var span = mutableSpan
        span.copy(source.span, first: first, start: start, count: count)
    }

    mutating func multiply(by value: UInt8, start: Int, count: Int) {
        var span = mutableSpan
        span.multiply(by: value, start: start, count: count)
    }

    mutating func multiply(by source: [UInt8], first: Int, start: Int, count: Int) {
        var span = mutableSpan
        span.multiply(by: source.span, first: first, start: start, count: count)
    }

    mutating func multiply(by source: [UInt8], at start: Int, first: Int, count: Int) {
        var span = mutableSpan
        span.multiply(by: source.span, first: first, start: start, count: count)
    }

    mutating func multiply(byAlphaOf source: [UInt32], first: Int, start: Int, count: Int) {
        var span = mutableSpan
        span.multiply(byAlphaOf: source.span, first: first, start: start, count: count)
    }
}
