import Foundation
import MicaBase
import MicaWire

/// The drawn tiles of a layer.
///
/// The pixels of a tile belong to its image, which may cache them within a budget. There are at most `capacity` tiles;
/// the oldest are dropped first.
package struct TileStore: Sendable {
    /// A drawn tile.
    struct Tile: Sendable {
        /// Its image; nil for an empty tile.
        var image: ImageResource?
        /// When it begins to fade in. *Units*: seconds of media time.
        var start: Double
        /// The duration of the fade. *Units*: seconds.
        var fade: Double
        /// Whether it has to be drawn anew.
        var isStale = false
        /// Its number in the order of arrival.
        var order: Int

        /// Its opacity at a time, 0...1.
        func opacity(at time: Double) -> Double {
            guard fade > 0 else { return 1 }
            let part = (time - start) / fade
            return part > 0 ? min(part, 1) : 0
        }
    }

    /// The most tiles of a layer.
    static let capacity = 8192
    private(set) var tiles: [TileKey: Tile] = [:]
    private var arrivals = 0

    /// Applies an edit; `geometry` is the layer's after the commit.
    mutating func apply(_ edit: TileEdit, _ geometry: TileGeometry?) {
        switch edit {
        case .arrive(let key, let image, let start, let fade):
            arrivals += 1
            // A tile that replaces another does not fade in again.
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

    /// Drops the tiles that the new bounds cut, or no longer contain, differently from the old ones.
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

    /// The time at which the next tile begins to fade in; `time` while one fades.
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
