import CoreGraphics
import Foundation
import MicaScene
import MicaWire

/// Has the tiles drawn that a server asks for, for the layers of a tree.
package final class TileDriver {
    private let context: LayerContext
    private let pool = TilePool()
    /// The tiles that have come into sight with their layers, and do not fade in.
    private var first: Set<TileRequest.Identity> = []

    /// Makes a driver for the layers of a tree.
    package init(_ context: LayerContext) { self.context = context }

    /// What the drawing threads have done so far.
    package var statistics: TilePool.Statistics { pool.statistics }

    /// Has something called, on any thread, whenever a tile was drawn.
    package func tell(_ whenDrawn: @escaping @Sendable () -> Void) { pool.tell(whenDrawn) }

    /// Asks for tiles in place of all that were asked for before and are not begun.
    package func want(_ tiles: [WantedTile]) {
        var requests: [TileRequest] = []
        first.removeAll()
        // Copies of one layer want the same tiles.
        var seen = Set<WantedTile>(minimumCapacity: tiles.count)
        for tile in tiles where seen.insert(tile).inserted {
            guard let layer = context.tiledLayer(tile.layer), let geometry = TileGeometry(layer.state) else { continue }
            let request = TileRequest(
                layer: tile.layer, key: tile.key, geometry: geometry, isFlipped: layer.contentsAreFlipped(),
                isOpaque: layer.isOpaque, generation: layer.generation, source: layer.source)
            requests.append(request)
            if tile.isFirst { first.insert(request.identity) }
        }
        pool.want(requests)
    }

    /// Waits until all tiles that were asked for are drawn.
    package func wait() { pool.wait() }

    /// Takes out the tiles that have been drawn, by layers in the order in which they were asked for.
    ///
    /// - Parameters:
    ///   - start: The media time at which they begin to fade in.
    ///   - fadesFirst: Whether those fade in too with which a layer first comes into sight.
    package func deliver(fadingFrom start: Double, fadesFirst: Bool) -> [LayerTiles] {
        var result: [LayerTiles] = []
        var indices: [LayerID: Int] = [:]
        for (request, bitmap) in pool.take() {
            guard let layer = context.tiledLayer(request.layer), TileGeometry(layer.state) == request.geometry else {
                continue
            }
            let isFirst = !fadesFirst && first.contains(request.identity)
            let fade = isFirst ? 0 : type(of: layer).fadeDuration()
            var edits: [TileEdit] = [
                .arrive(
                    request.key, image: bitmap.map { request.source.image(request, drawn: $0) }, start: start,
                    fade: fade > 0 ? fade : 0)
            ]
            // Drawn before the program said that it is to be drawn anew.
            if layer.generation != request.generation {
                edits.append(.invalidate(request.geometry.rect(of: request.key)))
            }
            let index = indices[request.layer] ?? result.count
            if index == result.count { result.append(LayerTiles(layer: request.layer, edits: [])) }
            indices[request.layer] = index
            result[index].edits += edits
        }
        return result
    }
}
