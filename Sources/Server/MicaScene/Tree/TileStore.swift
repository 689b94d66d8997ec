import Foundation
import MicaWire

/// The tiles of a layer that have been drawn.
///
/// A tile's pixels are its image's business, which may keep them in a cache within a budget of bytes; there are no more
/// than `capacity` tiles, the oldest go first.
package struct TileStore: Sendable {
    /// A tile that has been drawn.
    struct Tile: Sendable {
        /// What it shows; nil for nothing.
        var image: ImageResource?
        /// When it begins to fade in. *Units*: seconds of media time.
        var start: Double
        /// How long it fades in, in seconds.
        var fade: Double
        /// Whether it is to be drawn anew.
        var isStale = false
        /// Its number in the order of arrivals.
        var order: Int

        /// How much of it is seen at a time, 0...1.
        func opacity(at time: Double) -> Double {
            guard fade > 0 else { return 1 }
            let part = (time - start) / fade
            return part > 0 ? min(part, 1) : 0
        }
    }

    /// The most tiles that are remembered.
    static let capacity = 8192
    private(set) var tiles: [TileKey: Tile] = [:]
    private var arrivals = 0

    /// Takes over an edit; `geometry` is that of the layer after the commit.
    mutating func apply(_ edit: TileEdit, _ geometry: TileGeometry?) {
        switch edit {
        case .arrive(let key, let image, let start, let fade):
            arrivals += 1
            // A tile in place of another one is there at once.
            let old = tiles[key]
            let tile = Tile(
                image: image, start: old?.start ?? start, fade: old?.fade ?? (fade.isFinite ? fade : 0), order: arrivals
            )
            tiles[key] = tile
            if tiles.count > Self.capacity { dropOldest() }
        case .invalidate(let rect):
            for (key, _) in tiles {
                if let rect, let geometry, geometry.rect(of: key).intersection(rect).isEmpty { continue }
                tiles[key]?.isStale = true
            }
        case .removeAll: tiles.removeAll()
        }
    }

    /// Drops the tiles that bounds cut or no longer hold, where other bounds do it otherwise.
    mutating func fit(_ old: TileGeometry?, _ new: TileGeometry?) {
        guard let new else { return tiles.removeAll() }
        guard let old, old != new else { return }
        if old.tileSize != new.tileSize || old.scale != new.scale { return tiles.removeAll() }
        tiles = tiles.filter { old.rect(of: $0.key) == new.rect(of: $0.key) && new.levels.contains($0.key.level) }
    }

    /// Whether a tile is still fading in at a time.
    func isFading(at time: Double) -> Bool {
        tiles.contains { $0.value.fade > 0 && $0.value.start + $0.value.fade > time }
    }

    /// When a tile begins to fade in, or `time` while one does.
    func nextFade(from time: Double) -> Double {
        var next = Double.infinity
        for tile in tiles.values where tile.fade > 0 && tile.start + tile.fade > time { next = min(next, tile.start) }
        return max(time, next)
    }

    private mutating func dropOldest() {
        let remaining = Self.capacity * 3 / 4
        let orders = tiles.values.map(\.order).sorted()
        let least = orders[orders.count - remaining]
        tiles = tiles.filter { $0.value.order >= least }
    }
}
