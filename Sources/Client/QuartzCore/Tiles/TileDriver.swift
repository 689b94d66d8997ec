import CoreGraphics
import Foundation
import MicaWire

/// Draws the tiles that a server asks for, for the layers of one tree.
package final class TileDriver {
    private let context: LayerContext
    private let pool = TilePool()
    /// The tiles that became visible together with their layers, and do not fade in.
    private var first: Set<TileRequest.Identity> = []

    /// Makes a driver for the layers of a tree.
    package init(_ context: LayerContext) { self.context = context }

    /// Counts of the drawing threads' work so far.
    package var statistics: TilePool.Statistics { pool.statistics }

    /// Sets a closure that is called, on any thread, after each drawn tile.
    package func tell(_ whenDrawn: @escaping @Sendable () -> Void) { pool.tell(whenDrawn) }

    /// Requests tiles. They replace earlier requests that have not been started.
    package func want(_ tiles: [WantedTile]) {
        var requests: [TileRequest] = []
        first.removeAll()
        // Copies of a layer in a replicator request the same tiles.
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

    /// Waits until all requested tiles have been drawn.
    package func wait() { pool.wait() }

    /// Removes and returns the drawn tiles, by layer, in the order of the requests.
    ///
    /// - Parameters:
    ///   - start: the media time at which they begin to fade in.
    ///   - fadesFirst: whether a layer's first visible tiles fade in too.
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
            // The tile was drawn before the program asked for it to be drawn again.
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
