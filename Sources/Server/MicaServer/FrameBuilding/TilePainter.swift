import Foundation
import MicaBase
import MicaFrame
import MicaWire

/// Paints the tiles of the level that fits the surface's resolution, and those of other levels behind them until they
/// arrive.
///
/// *Source*: Apple, CATiledLayer.h. The choice of the level, and of the tiles shown meanwhile, is Mica's: the lowest
/// resolution that is not below the surface's, and the tiles of all other levels, the coarsest at the back.
struct TilePainter {
    /// The tiles that the frame lacked.
    private(set) var wanted: [WantedTile] = []
    /// Whether drawing waits for tiles whose pixels are not made yet.
    var waits = false
    /// The frame's media time, for fading tiles in. *Units*: seconds.
    private var time = 0.0

    /// The largest number of tiles of a layer in a frame; beyond it, those nearest to the middle of the visible part.
    private static let tileLimit = 4096

    /// Begins a frame.
    mutating func beginFrame(time: Double) {
        wanted.removeAll(keepingCapacity: true)
        self.time = time
    }

    /// Paints the tiles of a layer, and records the missing ones.
    mutating func paint(
        _ slot: Slot, _ state: LayerState, _ shape: RoundedRect, _ tree: RenderTree, _ within: inout PaintContext,
        _ ops: inout OpList
    ) {
        guard let geometry = TileGeometry(state), let layer = tree.id(of: slot) else { return }
        // The visible tiles of a template are not known: it is drawn at many positions.
        if within.isTemplate { return ops.templateFails = true }
        let plane = within.plane
        let upright =
            plane.isFlipped
            ? plane.toDevice.mirrored(low: plane.bounds.minY, high: plane.bounds.maxY) : plane.toDevice
        let visible = plane.toDevice.localBounds(
            of: plane.toDevice.deviceBounds(of: plane.bounds).intersection(within.scissor), within: plane.bounds)
        guard !visible.isEmpty else { return }
        let level = geometry.level(for: plane.toDevice, at: visible)
        if state.flags.contains(.masksToBounds), !shape.hasSquareCorners { ops.clip(to: shape, &within) }

        let store = tree.tiles[slot] ?? TileStore()
        let keys = geometry.keys(in: visible, level: level, limit: Self.tileLimit)
        let isFirst = store.tiles.isEmpty
        var isWhole = true
        var missing: [(distance: Double, key: TileKey)] = []
        let middle = Point((visible.minX + visible.maxX) / 2, (visible.minY + visible.maxY) / 2)
        for key in keys {
            let tile = store.tiles[key]
            let isThere = tile.map { waits || ($0.image?.isDecoded ?? true) } ?? false
            if !isThere || (tile?.opacity(at: time) ?? 0) < 1 { isWhole = false }
            if !isThere || tile?.isStale == true {
                let rect = LocalRect(geometry.rect(of: key))
                let dx = (rect.minX + rect.maxX) / 2 - middle.x, dy = (rect.minY + rect.maxY) / 2 - middle.y
                missing.append((dx * dx + dy * dy, key))
            }
        }
        missing.sort { ($0.distance, $0.key.row, $0.key.column) < ($1.distance, $1.key.row, $1.key.column) }
        for entry in missing { wanted.append(WantedTile(layer: layer, key: entry.key, isFirst: isFirst)) }
        if !isWhole {
            let others = store.tiles.keys.filter { key in
                key.level != level && geometry.levels.contains(key.level)
                    && !LocalRect(geometry.rect(of: key)).intersection(visible).isEmpty
            }.sorted { ($0.level, $0.row, $0.column) < ($1.level, $1.row, $1.column) }
            for key in others.suffix(Self.tileLimit) {
                add(store.tiles[key], key, geometry, state, upright, within, &ops)
            }
        }
        for key in keys { add(store.tiles[key], key, geometry, state, upright, within, &ops) }
    }

    /// Shows a tile.
    private func add(
        _ tile: TileStore.Tile?, _ key: TileKey, _ geometry: TileGeometry, _ state: LayerState, _ upright: Homography,
        _ within: PaintContext, _ ops: inout OpList
    ) {
        guard let tile, let image = tile.image, waits || image.isDecoded else { return }
        let opacity = tile.opacity(at: time)
        guard opacity > 0 else { return }
        let plane = within.plane
        var rect = LocalRect(geometry.rect(of: key))
        if plane.isFlipped {
            let sum = plane.bounds.minY + plane.bounds.maxY
            (rect.minY, rect.maxY) = (sum - rect.maxY, sum - rect.minY)
        }
        // The image may extend slightly beyond the bounds, to whole pixels.
        let scale = geometry.scale(of: key.level)
        let source = LocalRect(
            minX: 0, minY: 0, maxX: min(Double(image.width), rect.width * scale),
            maxY: min(Double(image.height), rect.height * scale))
        rect = upright.snapped(rect, within: plane.bounds)
        let visible = upright.deviceBounds(of: rect).intersection(within.scissor)
        guard !visible.isEmpty, !source.isEmpty, !rect.isEmpty else { return }
        let sampling = ContentsLayout.sampling(state.contents, from: source, to: rect, by: upright)
        let draw = ImageDraw(image: image, destination: rect, source: source, sampling: sampling)
        var around = within
        around.opacity *= opacity
        ops.add(.image(draw), upright, visible, around)
    }
}

extension TileGeometry {
    /// The level whose resolution fits the surface's at a part of the layer.
    fileprivate func level(for h: Homography, at part: LocalRect) -> Int {
        let s = h.scale(atX: (part.minX + part.maxX) / 2, y: (part.minY + part.maxY) / 2)
        let wanted = log2(max(s.x, s.y) / scale)
        guard wanted.isFinite else { return levels.lowerBound }
        let level = (wanted - 1e-6).rounded(.up)
        return Int(max(Double(levels.lowerBound), min(Double(levels.upperBound), level)))
    }

    /// The tiles of a level that a part of the layer touches, row by row; no more than `limit`.
    fileprivate func keys(in part: LocalRect, level: Int, limit: Int) -> [TileKey] {
        let side = side(of: level)
        func cells(_ low: Double, _ high: Double, _ side: Double) -> Range<Int> {
            let first = (low / side + 1e-9).rounded(.down), last = (high / side - 1e-9).rounded(.up)
            guard abs(first) < 1e12, abs(last) < 1e12 else { return 0..<0 }
            return Int(first)..<Int(max(last, first))
        }
        var columns = cells(part.minX, part.maxX, side.width), rows = cells(part.minY, part.maxY, side.height)
        while columns.count > 1 || rows.count > 1,
            columns.count.multipliedReportingOverflow(by: rows.count).overflow || columns.count * rows.count > limit
        {
            func inner(_ r: Range<Int>) -> Range<Int> { r.lowerBound + r.count / 4..<r.upperBound - r.count / 4 }
            if columns.count >= rows.count { columns = inner(columns) } else { rows = inner(rows) }
        }
        return rows.flatMap { row in columns.map { TileKey(level: level, column: $0, row: row) } }
    }
}

extension Homography {
    /// The box around the part of a rectangle that is visible in some pixels; the whole rectangle if that cannot be
    /// computed.
    func localBounds(of pixels: DeviceRect, within rect: LocalRect) -> LocalRect {
        guard !pixels.isEmpty else { return LocalRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
        guard let back = inverse else { return rect }
        var low = SIMD2(repeating: Double.infinity), high = SIMD2(repeating: -Double.infinity)
        for (x, y) in [
            (pixels.minX, pixels.minY), (pixels.maxX, pixels.minY), (pixels.minX, pixels.maxY),
            (pixels.maxX, pixels.maxY),
        ] {
            let p = back.apply(Double(x), Double(y))
            guard apply(p.x, p.y).w > Homography.nearPlane else { return rect }
            low = SIMD2(min(low.x, p.x), min(low.y, p.y))
            high = SIMD2(max(high.x, p.x), max(high.y, p.y))
        }
        return LocalRect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y).intersection(rect)
    }

    /// A rectangle with its edges inside another one moved to whole pixels, so that neighbours meet without a seam.
    /// The rectangle is unchanged on a plane that is turned or seen in perspective.
    fileprivate func snapped(_ rect: LocalRect, within outer: LocalRect) -> LocalRect {
        guard isScaleAndTranslation else { return rect }
        func snap(_ v: Double, _ scale: Double, _ offset: Double, _ low: Double, _ high: Double) -> Double {
            if v <= low || v >= high { return v }
            return min(max((((v * scale + offset).rounded() - offset) / scale), low), high)
        }
        return LocalRect(
            minX: snap(rect.minX, a, tx, outer.minX, outer.maxX), minY: snap(rect.minY, d, ty, outer.minY, outer.maxY),
            maxX: snap(rect.maxX, a, tx, outer.minX, outer.maxX), maxY: snap(rect.maxY, d, ty, outer.minY, outer.maxY))
    }
}

extension LocalRect {
    /// The intersection of two rectangles; without area if they do not intersect.
    fileprivate func intersection(_ other: LocalRect) -> LocalRect {
        LocalRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
    }
}
