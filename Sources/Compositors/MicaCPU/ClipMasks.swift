import MicaBase
import MicaFrame
import MicaRaster

/// The coverage of clips in one tile. The latest few are cached, because neighbours in a tree share them.
struct ClipMasks {
    /// The part of a tile that a clip and its parents leave visible.
    enum Cover {
        /// All pixels, wholly.
        case everything
        /// No pixel.
        case nothing
        /// As the mask at an index.
        case mask(Int)

        /// Whether no clip leaves anything out.
        var isEverything: Bool { if case .everything = self { true } else { false } }
    }

    private struct Entry {
        var clip = -1
        var cover = Cover.nothing
        /// The pixels of the tile that the mask is for.
        var area = DeviceRect.empty
        /// A byte for each pixel of `area`, row by row.
        var bytes: [UInt8] = []
    }

    /// The number of cached masks: enough for the clips that alternate in a tree of usual depth.
    private static let capacity = 8
    private var entries = Array(repeating: Entry(), count: ClipMasks.capacity)
    private var next = 0
    private var chain: [Int] = []

    /// Removes all masks, before another tile.
    mutating func removeAll() {
        for index in entries.indices { entries[index].clip = -1 }
        next = 0
    }

    /// The bytes of a mask.
    func bytes(_ mask: Int) -> [UInt8] { entries[mask].bytes }

    /// The offset of a pixel's byte in a mask. The pixel below is `stride` bytes further.
    func offset(_ mask: Int, x: Int, y: Int) -> Int {
        (y - entries[mask].area.minY) * entries[mask].area.width + x - entries[mask].area.minX
    }

    /// The bytes of a mask's row.
    func stride(_ mask: Int) -> Int { entries[mask].area.width }

    /// The cover of a clip and its parents in a tile, computed if need be. It leaves out pixels that they are known to
    /// cover wholly (`FramePlan.ClipRegion.inner`).
    ///
    /// Coverage is multiplied from the outermost clip inwards, each product rounded (`PixelArithmetic.multiply`).
    mutating func cover(
        of clip: Int, _ plan: borrowing FramePlan, tile whole: DeviceRect, rasterizer: inout Rasterizer
    ) -> Cover {
        if let known = entries.first(where: { $0.clip == clip }) { return known.cover }
        chain.clear()
        var above = clip
        while above >= 0 {
            chain.append(above)
            above = plan.clips[above].parent
        }
        let offset = next
        next = (next + 1) % Self.capacity
        let tile = Self.rest(of: whole.intersection(plan.clips[clip].bounds), outside: plan.clips[clip].inner)
        let stride = tile.width, size = stride * tile.height
        entries[offset].area = tile
        if entries[offset].bytes.count < size {
            entries[offset].bytes = Array(repeating: 0, count: size)
        }
        entries[offset].clip = clip
        var isEverything = true
        for index in chain.reversed() {
            let region = plan.clips[index]
            var part = Cover.nothing
            if let cut = region.cut {
                part = Self.multiply(&entries[offset].bytes, isEverything, cut, region.bounds, tile, stride)
            } else {
                rasterizer.edges = .soft
                if !tile.intersection(region.bounds).isEmpty, plan.begin(region.shape, &rasterizer, tile) {
                    part = Self.multiply(&entries[offset].bytes, isEverything, tile, stride, &rasterizer)
                }
            }
            switch part {
            case .nothing:
                entries[offset].cover = .nothing
                return .nothing
            case .everything: break
            case .mask: isEverything = false
            }
        }
        entries[offset].cover = isEverything ? .everything : .mask(offset)
        return entries[offset].cover
    }

    /// A tile without the pixels of another rectangle, where the rest is one strip at a side; else the whole tile.
    private static func rest(of tile: DeviceRect, outside inner: DeviceRect) -> DeviceRect {
        let inner = inner.intersection(tile)
        guard !inner.isEmpty, inner != tile else { return tile }
        var rest = tile
        if inner.height == tile.height {
            if inner.minX == tile.minX { rest.minX = inner.maxX }
            if inner.maxX == tile.maxX { rest.maxX = inner.minX }
        } else if inner.width == tile.width {
            if inner.minY == tile.minY { rest.minY = inner.maxY }
            if inner.maxY == tile.maxY { rest.maxY = inner.minY }
        }
        return rest
    }

    /// Multiplies a tile's mask by a half-plane.
    ///
    /// - Parameters:
    ///   - isEverything: whether the mask is 255 everywhere, so that its bytes are not written yet.
    ///   - bounds: the pixels that the clip is needed for.
    /// - Returns: the cover by only the half-plane.
    private static func multiply(
        _ bytes: inout [UInt8], _ isEverything: Bool, _ cut: HalfPlane, _ bounds: DeviceRect, _ tile: DeviceRect,
        _ stride: Int
    ) -> Cover {
        let wanted = tile.intersection(bounds)
        if wanted.isEmpty { return .nothing }
        var (isWhole, isNothing) = (true, true)
        for y in wanted.minY..<wanted.maxY {
            let inside = cut.columns(ofRow: y, within: wanted.minX..<wanted.maxX)
            if inside.count < wanted.width { isWhole = false }
            if !inside.isEmpty { isNothing = false }
        }
        if isNothing { return .nothing }
        if isWhole { return .everything }
        var span = bytes.mutableSpan
        if isEverything { span.fill(255, start: 0, count: stride * tile.height) }
        for y in wanted.minY..<wanted.maxY {
            let row = (y - tile.minY) * stride - tile.minX
            let inside = cut.columns(ofRow: y, within: wanted.minX..<wanted.maxX)
            span.fill(0, start: row + wanted.minX, count: inside.lowerBound - wanted.minX)
            span.fill(0, start: row + inside.upperBound, count: wanted.maxX - inside.upperBound)
        }
        return .mask(0)
    }

    /// Multiplies a tile's mask by the shape that a rasterizer has begun.
    ///
    /// - Parameter isEverything: whether the mask is 255 everywhere, so that its bytes are not written yet.
    /// - Returns: the cover by only the shape.
    private static func multiply(
        _ bytes: inout [UInt8], _ isEverything: Bool, _ tile: DeviceRect, _ stride: Int, _ rasterizer: inout Rasterizer
    ) -> Cover {
        var span = bytes.mutableSpan
        var y = tile.minY
        var isWhole = true
        while rasterizer.nextRow() {
            if isWhole {
                let first = rasterizer.rowSpans[0]
                if rasterizer.row == y, first.count == tile.width, first.uniform == 255 {
                    // The row changes nothing. If a later row is partial, the rows above it are set to 255 then.
                    y += 1
                    continue
                }
                isWhole = false
                if isEverything { span.fill(255, start: 0, count: stride * tile.height) }
            }
            span.fill(0, start: (y - tile.minY) * stride, count: (rasterizer.row - y) * stride)
            let row = (rasterizer.row - tile.minY) * stride - tile.minX
            var x = tile.minX
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.rowSpans[index]
                span.fill(0, start: row + x, count: run.x - x)
                if let alpha = run.uniform {
                    if alpha != 255 { span.multiply(by: alpha, start: row + run.x, count: run.count) }
                } else {
                    span.multiply(
                        by: rasterizer.coverage.span, first: run.x - tile.minX, start: row + run.x, count: run.count)
                }
                x = run.x + run.count
            }
            span.fill(0, start: row + x, count: tile.maxX - x)
            y = rasterizer.row + 1
        }
        if y == tile.minY { return .nothing }
        if y == tile.maxY, isWhole { return .everything }
        if isWhole, isEverything { span.fill(255, start: 0, count: (y - tile.minY) * stride) }
        span.fill(0, start: (y - tile.minY) * stride, count: (tile.maxY - y) * stride)
        return .mask(0)
    }
}

extension FramePlan {
    /// Starts the rasterizer on a shape; false when the shape covers nothing.
    borrowing func begin(_ shape: PreparedShape, _ rasterizer: inout Rasterizer, _ clip: DeviceRect) -> Bool {
        switch shape {
        case .empty: return false
        case .box(let box): rasterizer.begin(rectangle: box, clip: clip)
        case .edges(let index): rasterizer.begin(shapes.edges.span, index, clip: clip)
        case .mask(let index): rasterizer.begin(shapes.mask(index), clip: clip)
        }
        return true
    }
}
